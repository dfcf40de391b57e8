/*
 * A mutator for binary traces: besides libFuzzer's changes of bytes, whole numbers become extreme ones or
 * those of other fields (ids meet ids), and the sizes of what they lie in stay right.
 */
#include "fuzz/fuzz.h"
#include "tap/tap.h"
#include "unit/wire/numbers.h"
#include "wire/source.h"

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t n, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t n, size_t max, unsigned seed);

/* An extreme number, or one near another number of the trace. */
static uint64_t choose(const struct numbers *all, const uint8_t *bytes, size_t n, uint64_t r)
{
	uint64_t v = r & 1 ? number_extremes[(r >> 1) % EXTREMES]
			   : number_read(bytes, n, &all->v[(r >> 16) % all->n]);

	return v + (r >> 8) % 3 - 1;
}

static bool change_number(struct gt_buf *out, const uint8_t *bytes, size_t n, unsigned seed)
{
	struct numbers all = { 0 };
	struct gt_header h;
	struct gt_source *src = fuzz_open(bytes, n, &h);
	uint64_t r = tap_mix64(seed);

	if (src)
		numbers_find(&all, src, &h, bytes);
	if (all.n)
		number_change(out, bytes, n, &all.v[tap_mix64(r) % all.n], choose(&all, bytes, n, r));
	gt_source_close(src);
	free(all.v);
	return out->len > 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t n, size_t max, unsigned seed)
{
	struct gt_buf out = { 0 };
	size_t changed = 0;

	if (seed % 3 == 0 && change_number(&out, bytes, n, seed) && out.len <= max) {
		memcpy(bytes, out.data, out.len);
		changed = out.len;
	}
	gt_buf_release(&out);
	return changed ? changed : LLVMFuzzerMutate(bytes, n, max);
}
