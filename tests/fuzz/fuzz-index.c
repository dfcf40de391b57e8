/* Fuzzes the index layer with traces: whatever they say, their index is sound and answers every question. */
#include "fuzz/fuzz.h"
#include "unit/index/ask.h"

#define ROWS 8      /* asked about, of each kind */

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	size_t len;
	uint8_t *index = ask_build(bytes, n, &len);
	struct gt_trace t;

	if (!index)
		return 0;
	MUST(ask_open(&t, bytes, n, index, len, NULL) == 0);
	MUST(gt_trace_verify(&t, NULL) == 0);
	ask_some(&t, ROWS);
	ask_close(&t);
	free(index);
	return 0;
}
