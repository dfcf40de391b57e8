/*
 * Fuzzes the index layer with indexes that lie.  An input is a byte that chooses a trace, and changes of its
 * index: a byte that chooses a chunk (0: the header, 1: the table of chunks), a place in it (2 bytes,
 * little-endian) and the byte to put there.  The header's checksums are mended; every question is asked.
 */
#include "base/bytes.h"
#include "base/xalloc.h"
#include "fuzz/sample.h"
#include "index/store/format.h"

#define CHANGE 4
#define ROWS 8      /* asked about, of each kind */

static const char *const names[] = { "go1.27/worlds", "go1.19/calls", "go1.25/timers" };
static struct sample samples[GT_COUNT(names)];

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	for (size_t i = 0; i < GT_COUNT(names); i++)
		sample_open(&samples[i], names[i]);
	return 0;
}

/* Where a part of the sound index is; the bytes of blocks belong to no chunk and come after those. */
static void find_part(const struct sample *s, unsigned part, size_t *off, size_t *n)
{
	const uint8_t *toc = s->index + gt_get64(s->index + GT_HEAD_TOC), *entry;
	uint32_t count = gt_get32(s->index + GT_HEAD_TOC_COUNT);

	part %= count + 4;
	*off = part ? (size_t)(toc - s->index) : 0;
	*n = part ? (size_t)count * GT_TOC_SIZE : GT_HEAD_SIZE;
	if (part >= 2 && part < count + 2) {
		entry = toc + (size_t)(part - 2) * GT_TOC_SIZE;
		*off = (size_t)gt_get64(entry + GT_TOC_OFF);
		*n = (size_t)(gt_get64(entry + GT_TOC_ROWS) * gt_get32(entry + GT_TOC_WIDTH));
	} else if (part >= count + 2) {
		*off = GT_HEAD_SIZE;
		*n = s->n - GT_HEAD_SIZE;
	}
}

static uint8_t *change(const struct sample *s, const uint8_t *bytes, size_t n)
{
	uint8_t *index = memcpy(gt_xmalloc(s->n), s->index, s->n);
	size_t off, len;

	for (; n >= CHANGE; bytes += CHANGE, n -= CHANGE) {
		find_part(s, bytes[0], &off, &len);
		if (len)
			index[off + gt_get16(bytes + 1) % len] = bytes[3];
	}
	ask_mend(index, s->n);
	return index;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	const struct sample *s = &samples[n ? bytes[0] % GT_COUNT(names) : 0];
	uint8_t *index = change(s, bytes + (n > 0), n - (n > 0));
	struct gt_trace t;

	if (ask_open(&t, s->trace.data, s->trace.size, index, s->n, NULL) == 0)
		ask_some(&t, ROWS);
	ask_close(&t);
	free(index);
	return 0;
}
