/* A command line split into words. */
#ifndef GT_UI_WORDS_H
#define GT_UI_WORDS_H

#include "base/err.h"

struct gt_words {
	char **v;      /* v[n] is NULL */
	size_t n, cap;
};

/*
 * Splits at blanks; "..." and '...' keep blanks, a backslash inside "..." keeps
 * the next character.  A '#' that starts the line, or stands alone as a word,
 * begins a comment.  An open quote is an error.  w is filled also then, to be
 * released.
 */
int gt_words_split(struct gt_words *w, const char *line, struct gt_error *err);
void gt_words_release(struct gt_words *w);

/* Where the text of word i starts in the line that was split: the rest, unsplit, for commands that take free text. */
const char *gt_words_rest(const char *line, size_t i);

#endif
