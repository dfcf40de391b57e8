/* Names that tell two files apart. */
#include "ui/compare/names.h"

#include <string.h>

#include "base/utf8.h"

/* The shortest end of a path that begins with a part of it and is not the same end of the other path. */
static const char *end_of_path(const char *path, const char *other)
{
	size_t n = strlen(path), m = strlen(other), same = 0;
	const char *end;

	while (same < n && same < m && path[n - 1 - same] == other[m - 1 - same])
		same++;
	/* All of it: there is nothing else to tell.  All of the other one: another directory. */
	if (same == n)
		same = 0;
	end = path + n - same;
	if (same && end[-1] == '/')
		end--;
	while (end > path && end[-1] != '/')
		end--;
	return end;
}

static size_t common_start(const char *a, const char *b)
{
	size_t n = 0;

	while (a[n] && a[n] == b[n])
		n++;
	return n;
}

/* At most `limit` bytes; never a part of a character. */
static size_t common_end(const char *a, const char *b, size_t limit)
{
	size_t n = strlen(a), m = strlen(b), same = 0;

	while (same < limit && same < m && a[n - 1 - same] == b[m - 1 - same])
		same++;
	while (same > 0 && ((unsigned char)a[n - same] & 0xc0) == 0x80)
		same--;
	return same;
}

/* Drops characters at the front until it fits. */
static const char *cut_front(const char *s, size_t n, int cols)
{
	const char *end = s + n;

	while (s < end && gt_text_width(s, (size_t)(end - s)) > cols)
		do
			s++;
		while (s < end && ((unsigned char)*s & 0xc0) == 0x80);
	return s;
}

static void put_cut(struct gt_buf *out, const char *name, const char *other, int cols)
{
	size_t n = strlen(name), tail = common_end(name, other, n - common_start(name, other));
	const char *from = name;

	/* What they end with, mostly ".trace", says the least. */
	n -= tail;
	cols -= tail > 0;
	if (gt_text_width(name, n) > cols) {
		from = cut_front(name, n, cols - 1);
		gt_buf_puts(out, "…");
	}
	gt_buf_add(out, from, n - (size_t)(from - name));
	if (tail)
		gt_buf_puts(out, "…");
}

void gt_side_name(struct gt_buf *out, const char *file, const char *other, int cols)
{
	const char *end = end_of_path(file, other), *other_end = end_of_path(other, file);
	struct gt_buf name = { 0 }, beside = { 0 };

	gt_text_escape(&name, end, strlen(end));
	gt_text_escape(&beside, other_end, strlen(other_end));
	if (gt_text_width(gt_buf_str(&name), name.len) <= cols)
		gt_buf_add(out, gt_buf_str(&name), name.len);
	else
		put_cut(out, gt_buf_str(&name), gt_buf_str(&beside), cols);
	gt_buf_release(&name);
	gt_buf_release(&beside);
}
