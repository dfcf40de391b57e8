/* A growable byte buffer, mostly for building text. */
#ifndef GT_BASE_BUF_H
#define GT_BASE_BUF_H

#include <stdarg.h>
#include <string.h>

#include "base/compiler.h"

/* data is NUL-terminated whenever it is not NULL; len does not count the NUL. */
struct gt_buf {
	char *data;
	size_t len, cap;
};

void gt_buf_init(struct gt_buf *b);                 /* no allocation; { 0 } works too */
void gt_buf_release(struct gt_buf *b);              /* frees and re-initialises */
void gt_buf_reset(struct gt_buf *b);                /* len = 0, keeps the memory, data is "" */
void gt_buf_grow(struct gt_buf *b, size_t more);    /* for gt_buf_reserve: moves the bytes to a larger place */
void gt_buf_fill(struct gt_buf *b, char c, size_t n);
void gt_buf_printf(struct gt_buf *b, const char *fmt, ...) GT_PRINTF(2, 3);
void gt_buf_vprintf(struct gt_buf *b, const char *fmt, va_list ap) GT_PRINTF(2, 0);
void gt_buf_u64(struct gt_buf *b, uint64_t v);      /* decimal, without printf */
void gt_buf_u64_zeros(struct gt_buf *b, uint64_t v, unsigned width); /* with zeros in front, if it is shorter */
void gt_buf_i64(struct gt_buf *b, int64_t v);
char *gt_buf_steal(struct gt_buf *b);               /* the caller owns the string; b is empty */
const char *gt_buf_str(const struct gt_buf *b);     /* never NULL */

/* Room for `more` bytes and a NUL. */
GT_INLINE void gt_buf_reserve(struct gt_buf *b, size_t more)
{
	if (GT_UNLIKELY(b->cap - b->len <= more))
		gt_buf_grow(b, more);
}

static inline void gt_buf_add(struct gt_buf *b, const void *s, size_t n)
{
	gt_buf_reserve(b, n);
	if (n)
		memcpy(b->data + b->len, s, n);
	b->len += n;
	b->data[b->len] = '\0';
}

GT_INLINE void gt_buf_putc(struct gt_buf *b, char c)
{
	gt_buf_reserve(b, 1);
	b->data[b->len++] = c;
	b->data[b->len] = '\0';
}

static inline void gt_buf_puts(struct gt_buf *b, const char *s)
{
	gt_buf_add(b, s, strlen(s));
}

#endif
