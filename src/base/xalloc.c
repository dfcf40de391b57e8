/* Allocation: the x* family that ends the program and the checked one for sizes from a file. */
#include "base/xalloc.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void say_so(void)
{
	static const char text[] = "gtrace-tui: out of memory\n";

	if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
		return;
}

void gt_xalloc_guard(void)
{
	at_quick_exit(say_so);
}

/*
 * Not exit: other threads go on, and buffers of streams may be half full.  A second thread that has no memory
 * waits for the first one's end: two at a time in quick_exit end the program before all handlers were called.
 */
static GT_NORETURN void out_of_memory(void)
{
	flockfile(stderr);
	quick_exit(EXIT_FAILURE);
}

void *gt_xmalloc(size_t n)
{
	void *p = malloc(n ? n : 1);

	if (!p)
		out_of_memory();
	return p;
}

void *gt_xcalloc(size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size ? size : 1);

	if (!p)
		out_of_memory();
	return p;
}

void *gt_xrealloc(void *p, size_t n, size_t size)
{
	void *q = reallocarray(p, n ? n : 1, size ? size : 1);

	if (!q)
		out_of_memory();
	return q;
}

char *gt_xstrdup(const char *s)
{
	return gt_xmemdup0(s, strlen(s));
}

char *gt_xmemdup0(const void *s, size_t n)
{
	char *p;

	if (n == SIZE_MAX)
		out_of_memory();
	p = gt_xmalloc(n + 1);
	if (n)
		memcpy(p, s, n);
	p[n] = '\0';
	return p;
}

char *gt_xasprintf(const char *fmt, ...)
{
	char *p;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vasprintf(&p, fmt, ap);
	va_end(ap);
	if (n < 0)
		out_of_memory();
	return p;
}

void *gt_checked_alloc(uint64_t n, uint64_t size)
{
	return gt_checked_realloc(NULL, n, size);
}

void *gt_checked_realloc(void *p, uint64_t n, uint64_t size)
{
	uint64_t bytes;

	/* PTRDIFF_MAX: beyond it malloc fails anyway, and sanitizers abort. */
	if (__builtin_mul_overflow(n, size, &bytes) || bytes > PTRDIFF_MAX)
		return NULL;
	return realloc(p, bytes ? (size_t)bytes : 1);
}

void *gt_grow_from_one(void *items, uint32_t *cap, uint32_t n, size_t size)
{
	uint32_t want = *cap ? *cap * 2 : 1;

	if (n < *cap)
		return items;
	assert(want > n);
	*cap = want;
	return gt_xrealloc(items, want, size);
}

void *gt_grow(void *items, size_t *cap, size_t need, size_t size)
{
	size_t n = *cap;

	if (need <= n)
		return items;
	n = n > SIZE_MAX / 2 ? need : n * 2;
	if (n < need)
		n = need;
	if (n < 8)
		n = 8;
	*cap = n;
	return gt_xrealloc(items, n, size);
}
