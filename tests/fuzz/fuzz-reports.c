/* Fuzzes the analyses with traces: all reports are made of each, as text and of a part of the time as JSON. */
#include <fcntl.h>

#include "fuzz/sample.h"
#include "unit/format/reports.h"

#define ROWS 8      /* of a report */

static int nowhere;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	size_t len;
	uint8_t *index = ask_build(bytes, n, &len);
	struct gt_trace t;

	if (!index)
		return 0;
	MUST(ask_open(&t, bytes, n, index, len, NULL) == 0);
	reports_write(&t, ROWS, nowhere);
	ask_close(&t);
	free(index);
	return 0;
}
