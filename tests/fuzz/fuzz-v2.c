/* Fuzzes the wire layer with v2 traces: header, generations, tables, cursors. */
#include "fuzz/v2all.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	fuzz_read_v2(bytes, n);
	return 0;
}
