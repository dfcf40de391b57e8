/* Reading columns: strips, lines, ticks, lists of values. */
#include "index/store/column.h"

#include "base/bisect.h"
#include "index/store/strips.h"
#include "index/store/values.h"

#define OPEN_HEAD 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, GT_KIND_OPEN
#define OPEN_HEADS OPEN_HEAD, OPEN_HEAD, OPEN_HEAD, OPEN_HEAD, OPEN_HEAD

const uint8_t gt_open_heads[] = { OPEN_HEADS, OPEN_HEADS, OPEN_HEADS, OPEN_HEADS };

/* ---- open blocks ---- */

static uint64_t open_get(const struct gt_columns *b, unsigned c, uint32_t i)
{
	const uint8_t *v = gt_part_column(b->table, b->open, c);

	if (c >= b->table->used)
		return 0;
	switch (b->table->schema->columns[c].width) {
	case 1:
		return v[i];
	case 4:
		return ((const uint32_t *)(const void *)v)[i];
	default:
		return ((const uint64_t *)(const void *)v)[i];
	}
}

/* ---- strips ---- */

/* A strip of a column: all that its rows have in common. */
struct strip {
	uint32_t base, rise;                 /* of the rows' numbers */
	uint64_t mask;
	uint64_t from, scale;                /* of the values that these stand for; scale 0: no ticks */
	uint32_t phase;
	unsigned bits, low;
	const uint8_t *rows;
};

GT_INLINE const uint8_t *no_further(const uint8_t *p, const uint8_t *last)
{
	return p < last ? p : last;
}

/* Where the heads of a column's strips are; its eight bytes about ticks are before them. */
GT_INLINE const uint8_t *strip_heads(const struct gt_columns *b, uint32_t what)
{
	_Static_assert(GT_KIND_TICKS == 8, "as many bytes");
	return b->block + 4 * (size_t)(what & 0xffff) + (what >> 24 & GT_KIND_TICKS);
}

GT_INLINE uint32_t strip_base(const struct gt_columns *b, const uint8_t *heads, uint32_t i)
{
	return gt_get32(no_further(heads + GT_STRIP_SIZE * (size_t)i, b->last) + GT_STRIP_BASE / 8);
}

/* Strip i of the column with this head, the second half of which is `what`. */
GT_INLINE void strip_find(const struct gt_columns *b, const uint8_t *head, uint32_t what, uint32_t i,
			  struct strip *s)
{
	const uint8_t *heads = strip_heads(b, what);
	uint64_t strip = gt_get64(no_further(heads + GT_STRIP_SIZE * (size_t)i, b->last)), ticks;

	s->bits = (unsigned)(strip & 63);
	s->mask = (UINT64_C(1) << s->bits) - 1;
	s->rows = heads + 4 * (size_t)(strip >> GT_STRIP_AT & 1023);
	s->base = (uint32_t)(strip >> GT_STRIP_BASE);
	s->from = gt_get64(head + GT_COLUMN_BASE);
	s->rise = 0;
	s->scale = 0;
	s->low = s->phase = 0;
	if (what >> 24 & GT_KIND_LINE) {
		s->rise = strip_base(b, heads, i + 1) - s->base;
		s->base -= (uint32_t)((UINT64_C(1) << s->bits) >> 1);
	}
	if (what >> 24 & GT_KIND_TICKS) {
		ticks = gt_get64(no_further(heads - 8, b->last));
		s->low = (unsigned)(ticks & 31);
		s->phase = (uint32_t)(ticks >> GT_TICKS_PHASE & 0xff) << 24;
		s->scale = ticks >> GT_TICKS_SCALE;
	}
}

/* What number n stands for. */
GT_INLINE uint64_t strip_value(const struct strip *s, uint32_t n)
{
	if (!s->scale)
		return s->from + n;
	return s->from + (((n >> s->low) * s->scale + s->phase) >> 32) + (n & ((1u << s->low) - 1));
}

/* Number j of a strip. */
GT_INLINE uint32_t strip_number(const struct strip *s, uint32_t j, const uint8_t *last)
{
	uint32_t bit = s->bits * j;

	return s->base + gt_line_at(s->rise, j) +
	       (uint32_t)(gt_get64(no_further(s->rows + (bit >> 3), last)) >> (bit & 7) & s->mask);
}

/* Row i of a column in strips: what strip_find and the other two do, with fewer steps. */
GT_INLINE uint64_t strips_get(const struct gt_columns *b, const uint8_t *head, uint32_t what, uint32_t i)
{
	const uint8_t *heads = strip_heads(b, what);
	const uint8_t *at = no_further(heads + GT_STRIP_SIZE * (i >> GT_STRIP_SHIFT), b->last);
	uint64_t strip = gt_get64(at), from = gt_get64(head + GT_COLUMN_BASE), ticks;
	uint32_t n = (uint32_t)(strip >> GT_STRIP_BASE), j = i & (GT_STRIP_ROWS - 1);
	uint32_t bits = strip & 63, bit = bits * j, low;
	const uint8_t *p = no_further(heads + 4 * (size_t)(strip >> GT_STRIP_AT & 1023) + (bit >> 3), b->last);

	if (what >> 24 & GT_KIND_LINE)
		n += gt_line_at(gt_get32(no_further(at + GT_STRIP_SIZE, b->last) + GT_STRIP_BASE / 8) - n, j) -
		     (uint32_t)((UINT64_C(1) << bits) >> 1);
	n += (uint32_t)(gt_get64(p) >> (bit & 7) & ((UINT64_C(1) << bits) - 1));
	if (!(what >> 24 & GT_KIND_TICKS))
		return from + n;
	ticks = gt_get64(no_further(heads - 8, b->last));
	low = ticks & 31;
	return from + (((n >> low) * (ticks >> GT_TICKS_SCALE) + ((ticks & 0xff00) << 16)) >> 32) +
	       (n & ((1u << low) - 1));
}

/* ---- lists of values ---- */

/* A column of few values: its list, and the places in it. */
struct values {
	const uint8_t *places, *list;
	unsigned place_bits, bits;
};

GT_INLINE struct values values_find(const struct gt_columns *b, uint32_t what)
{
	const uint8_t *at = no_further(b->block + 4 * (size_t)(what & 0xffff), b->last);
	uint32_t head = gt_get32(at);

	return (struct values){ b->block + 4 * (size_t)(head & 0xffff), at + GT_VALUES_SIZE,
		head >> GT_VALUES_PLACE_BITS & 15, head >> GT_VALUES_BITS & 63 };
}

/* Number i of those that have so many bits. */
GT_INLINE uint64_t bits_get(const uint8_t *p, unsigned bits, uint64_t i, const uint8_t *last)
{
	uint64_t bit = bits * i;

	return gt_get64(no_further(p + (bit >> 3), last)) >> (bit & 7) & ((UINT64_C(1) << bits) - 1);
}

GT_INLINE uint64_t values_get(const struct gt_columns *b, const uint8_t *head, uint32_t what, uint32_t i)
{
	struct values v = values_find(b, what);

	return gt_get64(head + GT_COLUMN_BASE) +
	       bits_get(v.list, v.bits, bits_get(v.places, v.place_bits, i, b->last), b->last);
}

/* Row i of a column in strips or of few values. */
GT_INLINE uint64_t packed_get(const struct gt_columns *b, const uint8_t *head, uint32_t what, uint32_t i)
{
	return what >> 24 & GT_KIND_STRIPS ? strips_get(b, head, what, i) : values_get(b, head, what, i);
}

uint64_t gt_columns_far(const struct gt_columns *b, unsigned c, uint32_t i)
{
	const uint8_t *head = b->heads + (size_t)GT_COLUMN_SIZE * c;
	uint32_t what = gt_get32(head + GT_COLUMN_AT);

	if (GT_LIKELY(what >> 24 & (GT_KIND_STRIPS | GT_KIND_VALUES)))
		return packed_get(b, head, what, i);
	if (b->open)
		return open_get(b, c, i);
	return gt_get64(head + GT_COLUMN_BASE) +
	       gt_get64(no_further(b->block + 4 * (size_t)(what & 0xffff) + 8 * (size_t)i, b->last));
}

void gt_columns_row(const struct gt_columns *b, uint32_t i, unsigned n, uint64_t *out)
{
	const struct gt_columns all = *b;
	const uint8_t *head = all.heads;

	for (unsigned c = 0; c < n; c++, head += GT_COLUMN_SIZE) {
		uint32_t what = gt_get32(head + GT_COLUMN_AT);

		out[c] = what >> 24 & (GT_KIND_STRIPS | GT_KIND_VALUES) ? packed_get(&all, head, what, i)
									: gt_columns_get(&all, c, i);
	}
}

/* ---- many rows ---- */

/* Numbers of `bits` bits, from number `from` on: base and what they are. */
static void read_bits(const uint8_t *p, uint64_t bits, uint64_t base, uint32_t from, uint32_t n, const uint8_t *last,
		      uint64_t *out)
{
	uint64_t mask = (UINT64_C(1) << (bits & 63)) - 1, bit = bits * from;

	if (!bits) {
		for (uint32_t i = 0; i < n; i++)
			out[i] = base;
	} else if (p + ((bit + bits * n) >> 3) <= last) {
		for (uint32_t i = 0; i < n; i++, bit += bits)
			out[i] = base + (gt_get64(p + (bit >> 3)) >> (bit & 7) & mask);
	} else {
		for (uint32_t i = 0; i < n; i++, bit += bits)
			out[i] = base + (gt_get64(no_further(p + (bit >> 3), last)) >> (bit & 7) & mask);
	}
}

/* Rows [j, j + n) of strip i. */
static void read_strip(const struct gt_columns *b, const uint8_t *head, uint32_t i, uint32_t j, uint32_t n,
		       uint64_t *out)
{
	struct strip s;

	strip_find(b, head, gt_get32(head + GT_COLUMN_AT), i, &s);
	read_bits(s.rows, s.bits, s.base, j, n, b->last, out);
	if (s.rise)
		for (uint32_t k = 0; k < n; k++)
			out[k] += gt_line_at(s.rise, j + k);
	if (s.scale)
		for (uint32_t k = 0; k < n; k++)
			out[k] = strip_value(&s, (uint32_t)out[k]);
	else
		for (uint32_t k = 0; k < n; k++)
			out[k] = s.from + (uint32_t)out[k];
}

/* Rows [from, from + n) of a column of few values: of many rows the list is read first. */
static void read_values(const struct gt_columns *b, const uint8_t *head, uint32_t from, uint32_t n, uint64_t *out)
{
	struct values v = values_find(b, gt_get32(head + GT_COLUMN_AT));
	uint64_t base = gt_get64(head + GT_COLUMN_BASE), list[GT_VALUES_PLACES];
	uint32_t places = 1u << v.place_bits;

	read_bits(v.places, v.place_bits, 0, from, n, b->last, out);
	if (places <= GT_VALUES_PLACES && places < n) {
		read_bits(v.list, v.bits, base, 0, places, b->last, list);
		for (uint32_t i = 0; i < n; i++)
			out[i] = list[out[i]];
	} else {
		for (uint32_t i = 0; i < n; i++)
			out[i] = base + bits_get(v.list, v.bits, out[i], b->last);
	}
}

void gt_columns_read(const struct gt_columns *b, unsigned c, uint32_t from, uint32_t to, uint64_t *out)
{
	const uint8_t *head = b->heads + (size_t)GT_COLUMN_SIZE * c;
	uint32_t what = gt_get32(head + GT_COLUMN_AT);

	if (!(what >> 24)) {
		read_bits(b->block + 4 * (size_t)(what & 0xffff), what >> 16, gt_get64(head + GT_COLUMN_BASE), from,
			  to - from, b->last, out);
	} else if (what >> 24 & GT_KIND_STRIPS) {
		while (from < to) {
			uint32_t j = from & (GT_STRIP_ROWS - 1), left = GT_STRIP_ROWS - j;
			uint32_t n = left < to - from ? left : to - from;

			read_strip(b, head, from >> GT_STRIP_SHIFT, j, n, out);
			from += n;
			out += n;
		}
	} else if (what >> 24 & GT_KIND_VALUES) {
		read_values(b, head, from, to - from, out);
	} else {
		for (; from < to; from++)
			*out++ = gt_columns_far(b, c, from);
	}
}

uint32_t gt_columns_seek(const struct gt_columns *b, unsigned c, int64_t value)
{
	const uint8_t *head = b->heads + (size_t)GT_COLUMN_SIZE * c, *heads;
	uint32_t what = gt_get32(head + GT_COLUMN_AT), lo = 0, hi = b->count, first;
	struct strip s;

	if (!(what >> 24 & GT_KIND_STRIPS))
		return GT_BISECT(i, lo, hi, (int64_t)gt_columns_get(b, c, i) <= value);
	/* The last strip whose first row, which has the strip's base, is not larger. */
	strip_find(b, head, what, 0, &s);
	heads = strip_heads(b, what);
	hi = ((b->count - 1) >> GT_STRIP_SHIFT) + 1;
	lo = GT_BISECT(i, lo, hi, (int64_t)strip_value(&s, strip_base(b, heads, i)) <= value);
	if (!lo)
		return 0;
	first = (lo - 1) << GT_STRIP_SHIFT;
	strip_find(b, head, what, lo - 1, &s);
	lo = 1;
	hi = b->count - first < GT_STRIP_ROWS ? b->count - first : GT_STRIP_ROWS;
	return first + GT_BISECT(j, lo, hi, (int64_t)strip_value(&s, strip_number(&s, j, b->last)) <= value);
}
