/* Regular expressions of the C library, which has \b and \w; \d and \D are written out for it. */
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/table/regexp.h"
#include "base/buf.h"
#include "base/xalloc.h"

/* A struct gt_regexp is a regex_t here. */
static const regex_t *posix_of(const struct gt_regexp *re)
{
	return (const regex_t *)re;
}

/* Bytes of "[:alpha:]", "[.a.]" or "[=a=]", which begins at s inside of brackets; 0: it does not. */
static size_t class_length(const char *s)
{
	const char *p;

	if (*s != '[' || !s[1] || !strchr(":.=", s[1]))
		return 0;
	for (p = s + 2; *p && !(*p == s[1] && p[1] == ']'); p++)
		;
	return *p ? (size_t)(p - s) + 2 : 0;
}

/* \d and \D as classes: in brackets, too, but for \D, which has no such form there. */
static void write_out_digits(struct gt_buf *out, const char *s)
{
	bool in = false;
	size_t class;

	for (; *s; s++) {
		class = in ? class_length(s) : 0;
		if (class) {
			gt_buf_add(out, s, class);
			s += class - 1;
		} else if (*s == '\\' && s[1] == 'd') {
			gt_buf_puts(out, in ? "0-9" : "[0-9]");
			s++;
		} else if (*s == '\\' && s[1] == 'D' && !in) {
			gt_buf_puts(out, "[^0-9]");
			s++;
		} else if (*s == '\\' && s[1] && !in) {
			gt_buf_add(out, s++, 2);
		} else {
			/* A bracket right after the opening one is a member. */
			if (*s == '[' && !in) {
				size_t n = s[1] == '^' ? 2 : 1;

				n += s[n] == ']';
				gt_buf_add(out, s, n);
				s += n - 1;
				in = true;
				continue;
			}
			in = in && *s != ']';
			gt_buf_putc(out, *s);
		}
	}
}

int gt_regexp_new(struct gt_regexp **out, const char *expr, bool fold, struct gt_error *err)
{
	regex_t *re = gt_xcalloc(1, sizeof *re);
	struct gt_buf text = { 0 };
	char why[120];
	int code;

	write_out_digits(&text, expr);
	code = regcomp(re, gt_buf_str(&text), REG_EXTENDED | (fold ? REG_ICASE : 0));
	gt_buf_release(&text);
	*out = code == 0 ? (struct gt_regexp *)re : NULL;
	if (code == 0)
		return 0;
	regerror(code, re, why, sizeof why);
	free(re);
	return gt_error_usage(err, "no regular expression: %s", why);
}

void gt_regexp_free(struct gt_regexp *re)
{
	if (!re)
		return;
	regfree((regex_t *)re);
	free(re);
}

/* A copy, because regexec wants an end of string; a zero byte in the text is a blank. */
bool gt_regexp_locate(const struct gt_regexp *re, const char *s, size_t n, size_t from, size_t *start, size_t *end)
{
	struct gt_buf text = { 0 };
	regmatch_t at;
	bool found;

	gt_buf_add(&text, s + from, n - from);
	for (size_t i = 0; i < text.len; i++) {
		if (!text.data[i])
			text.data[i] = ' ';
	}
	found = regexec(posix_of(re), gt_buf_str(&text), 1, &at, from ? REG_NOTBOL : 0) == 0;
	gt_buf_release(&text);
	if (found) {
		*start = from + (size_t)at.rm_so;
		*end = from + (size_t)at.rm_eo;
	}
	return found;
}

const char *gt_regexp_version(char room[64])
{
	(void)room;
	return NULL;
}
