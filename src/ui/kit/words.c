/* A command line split into words. */
#include "ui/kit/words.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/xalloc.h"

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/*
 * One word, appended to text if that is not NULL.  A backslash in "..." keeps the next character.  Returns its
 * end, or NULL: an open quote.
 */
static const char *word(const char *s, struct gt_buf *text)
{
	char quote = 0;

	for (; *s && (quote || !is_blank(*s)); s++) {
		if (*s == quote) {
			quote = 0;
			continue;
		}
		if (!quote && (*s == '"' || *s == '\'')) {
			quote = *s;
			continue;
		}
		if (quote == '"' && *s == '\\' && s[1])
			s++;
		if (text)
			gt_buf_putc(text, *s);
	}
	return quote ? NULL : s;
}

int gt_words_split(struct gt_words *w, const char *line, struct gt_error *err)
{
	struct gt_buf text = { 0 };
	const char *s = line;

	*w = (struct gt_words){ 0 };
	GT_GROW(w->v, w->cap, 1);
	w->v[0] = NULL;
	for (;;) {
		while (is_blank(*s))
			s++;
		/* "# text", and anything after '#' at the start of a line; "#00ff00" is a word elsewhere. */
		if (!*s || (*s == '#' && (s == line + strspn(line, " \t") || !s[1] || is_blank(s[1]))))
			break;
		s = word(s, &text);
		if (!s)
			break;
		GT_GROW(w->v, w->cap, w->n + 2);
		w->v[w->n++] = gt_xstrdup(gt_buf_str(&text));
		w->v[w->n] = NULL;
		gt_buf_reset(&text);
	}
	gt_buf_release(&text);
	return s ? 0 : gt_error_usage(err, "a quote is not closed");
}

void gt_words_release(struct gt_words *w)
{
	for (size_t i = 0; i < w->n; i++)
		free(w->v[i]);
	free(w->v);
	*w = (struct gt_words){ 0 };
}

const char *gt_words_rest(const char *line, size_t i)
{
	const char *s = line;

	for (;;) {
		while (is_blank(*s))
			s++;
		if (i-- == 0 || !*s)
			return s;
		s = word(s, NULL);
		if (!s)
			return "";
	}
}
