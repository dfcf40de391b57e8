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

static void add_word(struct gt_words *w, struct gt_buf *text)
{
	GT_GROW(w->v, w->cap, w->n + 2);
	w->v[w->n++] = gt_xstrdup(gt_buf_str(text));
	w->v[w->n] = NULL;
	gt_buf_reset(text);
}

/* "# text", and anything after '#' at the start of a line; "#00ff00" is a word elsewhere. */
static bool is_comment(const char *line, const char *s)
{
	return *s == '#' && (s == line + strspn(line, " \t") || !s[1] || is_blank(s[1]));
}

/* One quoted part; s is after the quote.  Returns after the closing one, or NULL. */
static const char *words_quoted(const char *s, char quote, struct gt_buf *text)
{
	for (; *s && *s != quote; s++) {
		if (quote == '"' && *s == '\\' && s[1])
			s++;
		if (text)
			gt_buf_putc(text, *s);
	}
	return *s ? s + 1 : NULL;
}

/* One word, appended to text if that is not NULL.  Returns its end, or NULL: an open quote. */
static const char *word(const char *s, struct gt_buf *text)
{
	while (s && *s && !is_blank(*s)) {
		if (*s == '"' || *s == '\'') {
			s = words_quoted(s + 1, *s, text);
			continue;
		}
		if (text)
			gt_buf_putc(text, *s);
		s++;
	}
	return s;
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
		if (!*s || is_comment(line, s))
			break;
		s = word(s, &text);
		if (!s)
			break;
		add_word(w, &text);
	}
	gt_buf_release(&text);
	return s ? 0 : gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "a quote is not closed");
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
