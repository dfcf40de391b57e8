/* A growable byte buffer: see buf.h. */
#include "base/buf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

#define MIN_CAP 64

void gt_buf_init(struct gt_buf *b)
{
	*b = (struct gt_buf){ 0 };
}

void gt_buf_release(struct gt_buf *b)
{
	free(b->data);
	gt_buf_init(b);
}

void gt_buf_reset(struct gt_buf *b)
{
	b->len = 0;
	if (b->data)
		b->data[0] = '\0';
}

void gt_buf_grow(struct gt_buf *b, size_t more)
{
	size_t need, cap = b->cap < MIN_CAP ? MIN_CAP : b->cap;

	if (__builtin_add_overflow(b->len, more, &need) || __builtin_add_overflow(need, 1, &need))
		need = SIZE_MAX; /* fails in the allocator */
	while (cap < need)
		cap = cap > SIZE_MAX / 2 ? need : cap * 2;
	b->data = gt_xrealloc(b->data, cap, 1);
	b->cap = cap;
	b->data[b->len] = '\0';
}

void gt_buf_fill(struct gt_buf *b, char c, size_t n)
{
	gt_buf_reserve(b, n);
	memset(b->data + b->len, c, n);
	b->len += n;
	b->data[b->len] = '\0';
}

void gt_buf_printf(struct gt_buf *b, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	gt_buf_vprintf(b, fmt, ap);
	va_end(ap);
}

void gt_buf_vprintf(struct gt_buf *b, const char *fmt, va_list ap)
{
	va_list again;
	int n;

	gt_buf_reserve(b, MIN_CAP);
	va_copy(again, ap);
	n = vsnprintf(b->data + b->len, b->cap - b->len, fmt, ap);
	if (n >= 0 && (size_t)n >= b->cap - b->len) {
		gt_buf_reserve(b, (size_t)n);
		n = vsnprintf(b->data + b->len, b->cap - b->len, fmt, again);
	}
	va_end(again);
	if (n > 0)
		b->len += (size_t)n;
	b->data[b->len] = '\0';
}

static unsigned buf_digits(uint64_t v)
{
	static const uint64_t tens[] = {
		1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000,
		100000000000, 1000000000000, 10000000000000, 100000000000000, 1000000000000000,
		10000000000000000, 100000000000000000, 1000000000000000000, UINT64_C(10000000000000000000),
	};
	/* 1233 / 4096 is a little more than the logarithm of 2. */
	unsigned n = (unsigned)(64 - __builtin_clzll(v | 1)) * 1233 >> 12;

	return n + (n >= GT_COUNT(tens) || v >= tens[n]) + (v == 0);
}

/* The digits of v, which end before p: four at a time, then two, because each division waits for the one before. */
static void put_digits(char *p, uint64_t v)
{
	static const char pairs[] =
		"00010203040506070809101112131415161718192021222324252627282930313233343536373839"
		"40414243444546474849505152535455565758596061626364656667686970717273747576777879"
		"8081828384858687888990919293949596979899";
	uint32_t w;

	for (; v >= 10000; v /= 10000) {
		w = (uint32_t)(v % 10000);
		memcpy(p -= 2, pairs + 2 * (w % 100), 2);
		memcpy(p -= 2, pairs + 2 * (w / 100), 2);
	}
	w = (uint32_t)v;
	if (w >= 100) {
		memcpy(p -= 2, pairs + 2 * (w % 100), 2);
		w /= 100;
	}
	if (w >= 10)
		memcpy(p - 2, pairs + 2 * w, 2);
	else
		p[-1] = (char)('0' + w);
}

static void buf_put_u64(struct gt_buf *b, uint64_t v, unsigned digits, unsigned width)
{
	gt_buf_reserve(b, width);
	memset(b->data + b->len, '0', width - digits);
	b->len += width;
	b->data[b->len] = '\0';
	put_digits(b->data + b->len, v);
}

void gt_buf_u64(struct gt_buf *b, uint64_t v)
{
	unsigned n = buf_digits(v);

	buf_put_u64(b, v, n, n);
}

void gt_buf_u64_zeros(struct gt_buf *b, uint64_t v, unsigned width)
{
	unsigned n = buf_digits(v);

	buf_put_u64(b, v, n, n < width ? width : n);
}

void gt_buf_i64(struct gt_buf *b, int64_t v)
{
	if (v < 0)
		gt_buf_putc(b, '-');
	gt_buf_u64(b, v < 0 ? -(uint64_t)v : (uint64_t)v);
}

char *gt_buf_steal(struct gt_buf *b)
{
	char *s;

	gt_buf_reserve(b, 0);
	s = b->data;
	gt_buf_init(b);
	return s;
}

const char *gt_buf_str(const struct gt_buf *b)
{
	return b->data ? b->data : "";
}
