/* What fuzz targets share. */
#include "fuzz/fuzz.h"

#include <string.h>

#include "wire/source.h"
#include "wire/v2/open.h"

void fuzz_check_refusal(int rc, const struct gt_error *err)
{
	MUST(rc < 0 && err->code == rc);
	MUST(err->text[0] && memchr(err->text, '\0', sizeof err->text));
}

void fuzz_check_error(int rc, const struct gt_error *err)
{
	fuzz_check_refusal(rc, err);
	MUST(!strchr(err->text, '\n') && !strchr(err->text, '\033'));
}

struct gt_source *fuzz_open(const uint8_t *bytes, size_t n, struct gt_header *h)
{
	struct gt_error err = { 0 };
	struct gt_source *src;
	int rc;

	if (gt_source_open_mem(&src, bytes, n, "fuzz") < 0)
		return NULL;
	rc = gt_header_read(src, h, &err);
	if (rc >= 0)
		return src;
	fuzz_check_error(rc, &err);
	gt_source_close(src);
	return NULL;
}
