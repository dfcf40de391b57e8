/* One file per case, and a line that says what it is. */
#include "unit/order/casefile.h"

#include <stdio.h>

#include "unit/wire/build.h"

int write_case(const char *dir, size_t number, int minor, const char *spec, const char *error, const char *name)
{
	struct gt_buf trace = { 0 }, file = { 0 };
	int failed = 1;
	FILE *f;

	gt_build_trace(&trace, minor, spec, NULL);
	gt_buf_printf(&file, "%s/%02zu.trace", dir, number);
	f = fopen(gt_buf_str(&file), "wb");
	if (f) {
		failed = fwrite(trace.data, 1, trace.len, f) != trace.len;
		failed |= fclose(f) != 0;
		printf("%s\t%s\t%s\n", gt_buf_str(&file), error ? "ERROR" : "ok", name);
	}
	gt_buf_release(&trace);
	gt_buf_release(&file);
	return failed;
}
