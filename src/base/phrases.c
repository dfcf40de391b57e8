/* Sentences that are too wide: names in them are shortened first, then phrases are left out from the end. */
#include <assert.h>
#include <string.h>

#include "base/utf8.h"

#define NAME_COLUMNS 16      /* a shortened name keeps at least so many */
#define TRIES 9              /* lengths of names that are tried, down to a tenth of the room */

/* The k-th place outside of brackets where a phrase may end, before the byte there, from 1; n if there are fewer. */
static size_t find_seam(const char *s, size_t n, unsigned k)
{
	int depth = 0;

	for (size_t i = 0; i < n; i++) {
		bool blank = i + 1 < n && s[i + 1] == ' ', seam = blank && memchr(" ,;:", s[i], 4);

		if (s[i] == ' ' && i + 1 < n && s[i + 1] == '(')
			seam = true;
		if (depth == 0 && i > 0 && seam && k-- == 1)
			return i;
		/* Names of functions hold brackets, and these hold what looks like a seam. */
		if (memchr("([{", s[i], 3))
			depth++;
		/* A shortened name has lost what opened its brackets. */
		else if (depth > 0 && memchr(")]}", s[i], 3))
			depth--;
	}
	return n;
}

/* The same of words, without a count at the end. */
static size_t whole_words(const char *s, size_t n, int columns)
{
	size_t end = gt_text_clip(s, n, columns, NULL), from;

	for (; end > 0; end = from ? from - 1 : 0) {
		while (end > 0 && s[end] != ' ')
			end--;
		for (from = end; from > 0 && s[from - 1] != ' '; from--)
			;
		/* A number without a unit: what it counts comes after it. */
		if (end == 0 || from == end || strspn(s + from, "0123456789") < end - from)
			break;
	}
	return end;
}

static void shorten_names(struct gt_buf *out, const char *s, size_t n, int columns, bool ascii)
{
	size_t len;

	for (size_t i = 0; i < n; i += len) {
		const char *blank = memchr(s + i, ' ', n - i);

		len = blank ? (size_t)(blank - s) - i : n - i;
		/* A name in brackets, perhaps with a comma after it; "(*T).m" is itself one. */
		if (len > 1 && s[i] == '(' && s[i + 1] != '*') {
			gt_buf_putc(out, s[i++]);
			len--;
		}
		/* Words that are wider than that and hold a path or a package are names. */
		if (gt_text_width(s + i, len) > columns && memchr(s + i, '.', len) && (s[i] < '0' || s[i] > '9'))
			gt_func_fit(out, s + i, len, columns, ascii);
		else
			gt_buf_add(out, s + i, len);
		for (; i + len < n && s[i + len] == ' '; len++)
			gt_buf_putc(out, ' ');
	}
}

/* Appends s to out, names only as short as they have to be; true if it fits. */
static bool fit_names(struct gt_buf *out, const char *s, size_t n, int columns, bool ascii)
{
	gt_buf_reset(out);
	gt_buf_add(out, s, n);
	for (int i = TRIES; i > 0 && gt_text_width(gt_buf_str(out), out->len) > columns; i--) {
		int names = columns * i / (TRIES + 1);

		gt_buf_reset(out);
		shorten_names(out, s, n, names > NAME_COLUMNS ? names : NAME_COLUMNS, ascii);
	}
	return gt_text_width(gt_buf_str(out), out->len) <= columns;
}

/*
 * In text are n bytes of s with its names as short as they can be, but too wide.  Phrases that leave
 * more than half of the room empty are too few: then words.
 */
static void leave_out(struct gt_buf *text, const char *s, size_t n, int columns, bool ascii)
{
	size_t most = gt_text_clip(gt_buf_str(text), text->len, columns - 2, NULL), next, end = 0;
	size_t words = whole_words(gt_buf_str(text), text->len, columns - 2);
	struct gt_buf fit = { 0 };
	unsigned k = 0;

	assert(columns > 0);
	/* How many phrases fit whole. */
	while ((next = find_seam(gt_buf_str(text), text->len, k + 1)) <= most && next < text->len) {
		end = next;
		k++;
	}
	if (gt_text_width(gt_buf_str(text), end) <= (columns - 2) / 2)
		k = 0;
	/* Where a phrase ends can make a name longer: the next shorter one then. */
	while (k > 0 && !fit_names(&fit, s, find_seam(s, n, k), columns - 2, ascii))
		k--;
	text->len = k ? 0 : words;
	gt_buf_add(text, gt_buf_str(&fit), k ? fit.len : 0);
	gt_buf_release(&fit);
	if (text->len) {
		gt_buf_puts(text, ascii ? " ." : " \xe2\x80\xa6");
		return;
	}
	if (*s >= '0' && *s <= '9')
		gt_buf_puts(text, ascii ? "." : "\xe2\x80\xa6");
	else
		gt_text_fit(text, s, n, columns, false, ascii);
}

void gt_text_phrases(struct gt_buf *out, const char *s, size_t n, int columns, bool ascii)
{
	struct gt_buf text = { 0 };
	int used;

	if (columns <= 0)
		return;
	if (!fit_names(&text, s, n, columns, ascii))
		leave_out(&text, s, n, columns, ascii);
	used = gt_text_width(gt_buf_str(&text), text.len);
	gt_buf_add(out, gt_buf_str(&text), text.len);
	gt_buf_fill(out, ' ', used < columns ? (size_t)(columns - used) : 0);
	gt_buf_release(&text);
}
