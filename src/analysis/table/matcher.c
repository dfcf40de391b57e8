/* Patterns: smart case, Unicode folding, regular expressions. */
#include "analysis/table/matcher.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>
#include <unistr.h>

#include "analysis/table/regexp.h"
#include "base/buf.h"
#include "base/utf8.h"
#include "base/xalloc.h"

/*
 * The pattern is tried as text and, if it has special characters and is a
 * valid expression, as an expression: names of Go methods, "(*conn).serve", are
 * found as they are typed.
 */
struct gt_matcher {
	char *pattern;
	size_t len;
	bool exact;               /* has capitals */
	struct gt_regexp *regex;  /* NULL: it is text only */
	struct gt_regexp *text;   /* the pattern as text, to locate it */
	struct gt_error fault;    /* why regex is missing */
};

#define SPECIAL ".[]()*+?{}|^$\\"

/* A capital that is not part of an escape (\W). */
static bool has_capital(const char *s)
{
	const uint8_t *u = (const uint8_t *)s;
	ucs4_t ch;

	while ((u = u8_next(&ch, u))) {
		if (ch == '\\') {
			u = u8_next(&ch, u);
			if (!u)
				break;
		} else if (uc_is_upper(ch)) {
			return true;
		}
	}
	return false;
}

static void add_literally(struct gt_buf *out, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (strchr(SPECIAL, s[i]))
			gt_buf_putc(out, '\\');
		gt_buf_putc(out, s[i]);
	}
}

/* "(*" before a letter cannot begin a group: it is a receiver, up to its parenthesis. */
static void escape_receivers(struct gt_buf *out, const char *s)
{
	while (*s) {
		size_t n = 1;

		if (*s == '\\' && s[1])
			n = 2;
		if (s[0] == '(' && s[1] == '*' && (isalpha((unsigned char)s[2]) || s[2] == '_')) {
			n = strcspn(s, ")");
			n += s[n] == ')';
			add_literally(out, s, n);
		} else {
			gt_buf_add(out, s, n);
		}
		s += n;
	}
}

struct gt_matcher *gt_matcher_new(const char *pattern, struct gt_error *err)
{
	struct gt_buf text = { 0 }, expr = { 0 };
	struct gt_matcher *m;

	if (!*pattern) {
		gt_error_usage(err, "nothing to search for");
		return NULL;
	}
	m = gt_xcalloc(1, sizeof *m);
	m->pattern = gt_xstrdup(pattern);
	m->len = strlen(pattern);
	m->exact = has_capital(pattern);
	add_literally(&text, pattern, m->len);
	gt_regexp_new(&m->text, gt_buf_str(&text), !m->exact, NULL);
	if (strpbrk(pattern, SPECIAL)) {
		escape_receivers(&expr, pattern);
		gt_regexp_new(&m->regex, gt_buf_str(&expr), !m->exact, &m->fault);
	}
	gt_buf_release(&text);
	gt_buf_release(&expr);
	return m;
}

void gt_matcher_free(struct gt_matcher *m)
{
	if (!m)
		return;
	gt_regexp_free(m->regex);
	gt_regexp_free(m->text);
	free(m->pattern);
	free(m);
}

const char *gt_matcher_pattern(const struct gt_matcher *m)
{
	return m->pattern;
}

const char *gt_matcher_fault(const struct gt_matcher *m)
{
	return m->fault.code ? m->fault.text : NULL;
}

bool gt_matcher_match(const struct gt_matcher *m, const char *s, size_t n)
{
	const uint8_t *u = (const uint8_t *)s;
	uint8_t *folded;
	size_t len = 0, ascii = 0, start, end;
	bool found;

	if (gt_text_contains(s, n, m->pattern, m->len))
		return true;
	if (!m->regex)
		return false;
	while (ascii < n && u[ascii] < 0x80)
		ascii++;
	if (ascii == n || u8_check(u, n))
		return gt_regexp_locate(m->regex, s, n, 0, &start, &end);
	/* Composed, and folded unless the pattern has capitals: "É" as two characters is found by "é". */
	folded = m->exact ? u8_normalize(UNINORM_NFC, u, n, NULL, &len)
			  : u8_casefold(u, n, NULL, UNINORM_NFC, NULL, &len);
	if (!folded)
		return false;
	found = gt_regexp_locate(m->regex, (const char *)folded, len, 0, &start, &end);
	free(folded);
	return found;
}

bool gt_matcher_locate(const struct gt_matcher *m, const char *s, size_t n, size_t from, size_t *start, size_t *end)
{
	size_t start2, end2;
	bool has_text = m->text && gt_regexp_locate(m->text, s, n, from, start, end);
	bool has_regex = m->regex && gt_regexp_locate(m->regex, s, n, from, &start2, &end2);

	if (has_regex && (!has_text || start2 < *start)) {
		*start = start2;
		*end = end2;
	}
	return (has_text || has_regex) && *end > *start;
}
