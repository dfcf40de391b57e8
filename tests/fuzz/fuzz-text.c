/* Fuzzes the text form of v2 traces, alone and in an archive: what can be read is a trace like any other. */
#include "base/buf.h"
#include "fuzz/v2all.h"
#include "wire/v2/v2text.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	struct gt_buf out = { 0 };
	struct gt_error err = { 0 };
	int rc = gt_v2_text_parse((const char *)bytes, n, &out, &err);

	if (rc < 0)
		fuzz_check_error(rc, &err);
	fuzz_read_v2((const uint8_t *)gt_buf_str(&out), out.len);
	gt_buf_release(&out);
	return 0;
}
