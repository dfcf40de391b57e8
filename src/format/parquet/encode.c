/* Encodings of Parquet's pages: runs and packed bits, differences, plain values. */
#include "format/parquet/encode.h"

#include <string.h>

#include "base/varint.h"

void gt_pq_put_varint(struct gt_buf *out, uint64_t v)
{
	uint8_t bytes[GT_VARINT_MAX];
	size_t n = gt_varint_put(bytes, v);

	gt_buf_add(out, bytes, n);
}

uint64_t gt_pq_zigzag(int64_t v)
{
	return (uint64_t)v << 1 ^ (uint64_t)(v < 0 ? -1 : 0);
}

unsigned gt_pq_bits(uint64_t v)
{
	unsigned n = 0;

	for (; v; v >>= 1)
		n++;
	return n;
}

void gt_pq_put_u32(struct gt_buf *out, uint32_t v)
{
	for (int i = 0; i < 4; i++)
		gt_buf_putc(out, (char)(v >> 8 * i));
}

/* ---- packed bits ---- */

/* Numbers one after the other, the low bits of each first; the last byte is filled with zeros. */
struct packer {
	struct gt_buf *out;
	uint64_t bits;
	unsigned n;                   /* how many of them, fewer than 8 between two numbers */
};

static void pack(struct packer *p, uint64_t v, unsigned bits)
{
	while (bits) {
		unsigned some = bits < 32 ? bits : 32;

		p->bits |= (v & ((UINT64_C(1) << some) - 1)) << p->n;
		p->n += some;
		v = some < 64 ? v >> some : 0;
		bits -= some;
		for (; p->n >= 8; p->n -= 8, p->bits >>= 8)
			gt_buf_putc(p->out, (char)p->bits);
	}
}

static void pack_end(struct packer *p)
{
	if (p->n)
		gt_buf_putc(p->out, (char)p->bits);
	p->bits = p->n = 0;
}

/* ---- runs ---- */

static void encode_run(struct gt_buf *out, uint32_t v, size_t n, unsigned bits)
{
	gt_pq_put_varint(out, (uint64_t)n << 1);
	for (unsigned i = 0; i < bits; i += 8)
		gt_buf_putc(out, (char)(v >> i));
}

/* n is a multiple of 8, but at the end of all. */
static void put_packed(struct gt_buf *out, const uint32_t *v, size_t n, unsigned bits)
{
	struct packer p = { .out = out };
	size_t groups = (n + 7) / 8;

	if (!n)
		return;
	gt_pq_put_varint(out, (uint64_t)groups << 1 | 1);
	for (size_t i = 0; i < groups * 8; i++)
		pack(&p, i < n ? v[i] : 0, bits);
	pack_end(&p);
}

/* Packed numbers come in groups of eight: a run first fills the group before it; 8 or more that are left make a run. */
void gt_pq_put_runs(struct gt_buf *out, const uint32_t *v, size_t n, unsigned bits)
{
	size_t packed = 0;            /* those from here on wait to be packed */

	for (size_t i = 0; i < n;) {
		size_t same = 1, fill;

		while (i + same < n && v[i + same] == v[i])
			same++;
		fill = (8 - (i - packed) % 8) % 8;
		if (same >= fill + 8) {
			put_packed(out, v + packed, i + fill - packed, bits);
			encode_run(out, v[i], same - fill, bits);
			packed = i + same;
		}
		i += same;
	}
	put_packed(out, v + packed, n - packed, bits);
}

/* ---- differences ---- */

enum { BLOCK = 128, MINI = 32, MINIS = BLOCK / MINI };

/* Differences wrap around, as those of the reader do. */
static int64_t difference(const int64_t *v, size_t i)
{
	return (int64_t)((uint64_t)v[i] - (uint64_t)v[i - 1]);
}

/* The smallest of differences from..to-1. */
static int64_t least(const int64_t *v, size_t from, size_t to)
{
	int64_t min = INT64_MAX;

	for (size_t i = from; i < to; i++) {
		int64_t d = difference(v, i);

		min = d < min ? d : min;
	}
	return min;
}

static unsigned mini_bits(const int64_t *v, size_t from, size_t to, int64_t min)
{
	uint64_t all = 0;

	for (size_t i = from; i < to; i++)
		all |= (uint64_t)difference(v, i) - (uint64_t)min;
	return gt_pq_bits(all);
}

static size_t at_most(size_t i, size_t n)
{
	return i < n ? i : n;
}

static void put_block(struct gt_buf *out, const int64_t *v, size_t from, size_t n)
{
	int64_t min = least(v, from, at_most(from + BLOCK, n));
	unsigned bits[MINIS];

	gt_pq_put_varint(out, gt_pq_zigzag(min));
	for (size_t m = 0; m < MINIS; m++) {
		bits[m] = mini_bits(v, at_most(from + m * MINI, n), at_most(from + (m + 1) * MINI, n), min);
		gt_buf_putc(out, (char)bits[m]);
	}
	for (size_t m = 0; m < MINIS && from + m * MINI < n; m++) {
		struct packer p = { .out = out };

		for (size_t i = from + m * MINI; i < from + (m + 1) * MINI; i++)
			pack(&p, i < n ? (uint64_t)difference(v, i) - (uint64_t)min : 0, bits[m]);
		pack_end(&p);
	}
}

void gt_pq_put_deltas(struct gt_buf *out, const int64_t *v, size_t n)
{
	gt_pq_put_varint(out, BLOCK);
	gt_pq_put_varint(out, MINIS);
	gt_pq_put_varint(out, n);
	gt_pq_put_varint(out, gt_pq_zigzag(n ? v[0] : 0));
	for (size_t i = 1; i < n; i += BLOCK)
		put_block(out, v, i, n);
}

size_t gt_pq_deltas_size(const int64_t *v, size_t n)
{
	size_t size = 16;

	for (size_t i = 1; i < n; i += BLOCK) {
		int64_t min = least(v, i, at_most(i + BLOCK, n));

		size += 10;
		for (size_t m = i; m < at_most(i + BLOCK, n); m += MINI)
			size += (size_t)mini_bits(v, m, at_most(m + MINI, n), min) * MINI / 8;
	}
	return size;
}

/* ---- plain ---- */

void gt_pq_put_i64(struct gt_buf *out, const int64_t *v, size_t n)
{
	gt_buf_reserve(out, 8 * n);
	for (size_t i = 0; i < n; i++)
		for (unsigned b = 0; b < 64; b += 8)
			gt_buf_putc(out, (char)((uint64_t)v[i] >> b));
}

void gt_pq_put_bools(struct gt_buf *out, const int64_t *v, size_t n)
{
	struct packer p = { .out = out };

	for (size_t i = 0; i < n; i++)
		pack(&p, (uint64_t)v[i], 1);
	pack_end(&p);
}

void gt_pq_put_bytes(struct gt_buf *out, const char *s, size_t n)
{
	gt_pq_put_u32(out, (uint32_t)n);
	gt_buf_add(out, s, n);
}
