/* Every number of a binary trace, and another one in its place. */
#include "unit/wire/numbers.h"

#include "base/varint.h"
#include "base/xalloc.h"
#include "wire/v1/v1raw.h"
#include "wire/v2/v2raw.h"

const uint64_t number_extremes[EXTREMES] = {
	0, 1, 1 << 7, (UINT64_C(1) << 31) - 1, UINT64_C(1) << 32, UINT64_C(1) << 53, UINT64_C(1) << 62,
	(UINT64_C(1) << 63) - 1, UINT64_C(1) << 63, UINT64_MAX,
};

/* ---- where numbers are ---- */

static size_t number_len(const uint8_t *p, const uint8_t *end)
{
	const uint8_t *q = p;

	while (q < end && *q >= 0x80)
		q++;
	return (size_t)(q - p) + (q < end);
}

/* All numbers in [off, end). */
static void find_in(struct numbers *to, const uint8_t *bytes, size_t off, size_t end, size_t size_off,
		    unsigned type)
{
	for (unsigned arg = 0; off < end; arg++) {
		size_t len = number_len(bytes + off, bytes + end);

		GT_GROW(to->v, to->cap, to->n + 1);
		to->v[to->n++] = (struct number){ off, len, off == size_off ? 0 : size_off, type, arg };
		off += len;
	}
}

static void find_v2(struct numbers *to, struct gt_source *src, int minor, const uint8_t *bytes)
{
	struct gt_v2_raw_reader r;
	struct gt_v2_raw rec;
	size_t size_off = 0, batch_end = 0;

	gt_v2_raw_open(&r, src, minor);
	while (gt_v2_raw_next(&r, &rec, NULL) > 0) {
		if (rec.off >= batch_end)
			size_off = 0;
		find_in(to, bytes, rec.off + 1, rec.off + rec.size - rec.data_len, size_off, rec.type);
		if (rec.type == GT_V2_EventBatch) {
			size_off = to->v[to->n - 1].off;
			batch_end = rec.off + rec.size + rec.args[3];
		}
	}
	gt_v2_raw_release(&r);
}

static void find_v1(struct numbers *to, struct gt_source *src, int minor, const uint8_t *bytes)
{
	struct gt_v1_raw_reader r;
	struct gt_v1_raw rec;

	gt_v1_raw_open(&r, src, minor);
	while (gt_v1_raw_next(&r, &rec, NULL) > 0)
		find_in(to, bytes, rec.off + 1, rec.off + rec.size - rec.text_len,
			bytes[rec.off] >> 6 == 3 && rec.type != GT_V1_String ? rec.off + 1 : 0, rec.type);
	gt_v1_raw_release(&r);
}

void numbers_find(struct numbers *to, struct gt_source *src, const struct gt_header *h, const uint8_t *bytes)
{
	if (h->format == GT_FORMAT_V1)
		find_v1(to, src, h->minor, bytes);
	else
		find_v2(to, src, h->minor, bytes);
}

/* ---- another number in its place ---- */

static uint64_t read_at(const uint8_t *bytes, size_t n, size_t off)
{
	uint64_t v = 0;

	gt_varint(bytes + off, bytes + n, &v);
	return v;
}

static void put_number(struct gt_buf *out, uint64_t v)
{
	uint8_t bytes[GT_VARINT_MAX];

	gt_buf_add(out, (const char *)bytes, gt_varint_put(bytes, v));
}

uint64_t number_read(const uint8_t *bytes, size_t n, const struct number *at)
{
	return read_at(bytes, n, at->off);
}

void number_change(struct gt_buf *out, const uint8_t *bytes, size_t n, const struct number *at, uint64_t v)
{
	uint8_t scratch[GT_VARINT_MAX];
	size_t from = 0, after = at->off + at->len, size_len;

	out->len = 0;
	if (at->size_off) {
		size_len = number_len(bytes + at->size_off, bytes + n);
		gt_buf_add(out, (const char *)bytes, at->size_off);
		put_number(out, read_at(bytes, n, at->size_off) + gt_varint_put(scratch, v) - at->len);
		from = at->size_off + size_len;
	}
	gt_buf_add(out, (const char *)bytes + from, at->off - from);
	put_number(out, v);
	gt_buf_add(out, (const char *)bytes + after, n - after);
}
