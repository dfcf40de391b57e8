/* Patterns: smart case, Unicode folding, regular expressions. */
#include "ui/kit/search.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>
#include <unistr.h>

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
	bool exact;          /* has capitals */
	bool has_regex;
	regex_t regex;
	regex_t text;        /* the pattern as text, to locate it */
	bool has_text;
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

static bool compile(regex_t *re, const char *pattern, bool exact)
{
	return regcomp(re, pattern, REG_EXTENDED | (exact ? 0 : REG_ICASE)) == 0;
}

struct gt_matcher *gt_matcher_new(const char *pattern, struct gt_error *err)
{
	struct gt_buf text = { 0 };
	struct gt_matcher *m;

	if (!*pattern) {
		gt_error_usage(err, "nothing to search for");
		return NULL;
	}
	m = gt_xcalloc(1, sizeof *m);
	m->pattern = gt_xstrdup(pattern);
	m->len = strlen(pattern);
	m->exact = has_capital(pattern);
	for (const char *p = pattern; *p; p++) {
		if (strchr(SPECIAL, *p))
			gt_buf_putc(&text, '\\');
		gt_buf_putc(&text, *p);
	}
	m->has_text = compile(&m->text, gt_buf_str(&text), m->exact);
	gt_buf_release(&text);
	if (strpbrk(pattern, SPECIAL))
		m->has_regex = compile(&m->regex, pattern, m->exact);
	return m;
}

void gt_matcher_free(struct gt_matcher *m)
{
	if (!m)
		return;
	if (m->has_regex)
		regfree(&m->regex);
	if (m->has_text)
		regfree(&m->text);
	free(m->pattern);
	free(m);
}

const char *gt_matcher_pattern(const struct gt_matcher *m)
{
	return m->pattern;
}

/* From byte `from` on.  A copy, because regexec wants an end of string; a zero byte in the text is a blank. */
static bool search_run(const regex_t *re, const char *s, size_t from, size_t n, regmatch_t *at)
{
	struct gt_buf text = { 0 };
	bool found;

	gt_buf_add(&text, s + from, n - from);
	for (size_t i = 0; i < text.len; i++) {
		if (!text.data[i])
			text.data[i] = ' ';
	}
	found = regexec(re, gt_buf_str(&text), 1, at, from ? REG_NOTBOL : 0) == 0;
	at->rm_so += (regoff_t)from;
	at->rm_eo += (regoff_t)from;
	gt_buf_release(&text);
	return found;
}

bool gt_matcher_match(const struct gt_matcher *m, const char *s, size_t n)
{
	const uint8_t *u = (const uint8_t *)s;
	uint8_t *folded;
	regmatch_t at;
	size_t len = 0, ascii = 0;
	bool found;

	if (gt_text_contains(s, n, m->pattern, m->len))
		return true;
	if (!m->has_regex)
		return false;
	while (ascii < n && u[ascii] < 0x80)
		ascii++;
	if (ascii == n || u8_check(u, n))
		return search_run(&m->regex, s, 0, n, &at);
	/* Composed, and folded unless the pattern has capitals: "É" as two characters is found by "é". */
	folded = m->exact ? u8_normalize(UNINORM_NFC, u, n, NULL, &len)
			  : u8_casefold(u, n, NULL, UNINORM_NFC, NULL, &len);
	if (!folded)
		return false;
	found = search_run(&m->regex, (const char *)folded, 0, len, &at);
	free(folded);
	return found;
}

bool gt_matcher_locate(const struct gt_matcher *m, const char *s, size_t n, size_t from, size_t *start, size_t *end)
{
	regmatch_t text, regex;
	bool has_text = m->has_text && search_run(&m->text, s, from, n, &text);
	bool has_regex = m->has_regex && search_run(&m->regex, s, from, n, &regex);
	const regmatch_t *first;

	if (!has_text && !has_regex)
		return false;
	first = !has_text || (has_regex && regex.rm_so < text.rm_so) ? &regex : &text;
	*start = (size_t)first->rm_so;
	*end = (size_t)first->rm_eo;
	return *end > *start;
}
