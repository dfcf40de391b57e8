/*
 * Fuzzes the index layer.  An input is the number k of changes (one byte), k
 * times a place (4 bytes, little-endian) and a byte to put there, and a trace.  The trace is indexed,
 * the index changed and its header mended, and then every question is asked.
 */
#include <stdlib.h>

#include "base/bytes.h"
#include "fuzz/fuzz.h"
#include "unit/index/ask.h"

#define CHANGE 5

static void change(uint8_t *index, size_t n, const uint8_t *changes, size_t count)
{
	for (size_t i = 0; i < count; i++, changes += CHANGE)
		index[gt_get32(changes) % n] = changes[4];
	if (count)
		ask_mend(index, n);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t count = size ? data[0] : 0, n;
	struct gt_trace t;
	uint8_t *index;
	int rc;

	if (size < 1 + count * CHANGE)
		return 0;
	index = ask_build(data + 1 + count * CHANGE, size - 1 - count * CHANGE, &n);
	if (!index)
		return 0;
	change(index, n, data + 1, count);
	rc = ask_open(&t, data + 1 + count * CHANGE, size - 1 - count * CHANGE, index, n, NULL);
	if (!rc)
		ask_all(&t);
	/* An index that nobody changed is sound. */
	if (!count && (rc || gt_trace_verify(&t, NULL)))
		abort();
	ask_close(&t);
	free(index);
	return 0;
}
