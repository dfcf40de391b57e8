/* "did you mean ...?": which of the known names a mistyped word is nearest to. */
#ifndef GT_BASE_GUESS_H
#define GT_BASE_GUESS_H

#include <stdbool.h>
#include <stddef.h>

#define GT_GUESS_MAX 40

/*
 * Names are offered one after the other; the nearest is kept, of equally near ones the first.  Distance is the
 * number of edits: a letter inserted, removed or replaced, two neighbours exchanged.  A name that takes more
 * edits than a third of the longer word's letters is not near.  But names that begin with the word, if that is more
 * than a letter, go before all others, the shortest first.
 *
 *	struct gt_guess g;
 *
 *	gt_guess_init(&g, word, n);
 *	for (...)
 *		gt_guess_offer(&g, name, strlen(name));
 *	return gt_error_usage(err, "no report '%.40s'%s", word, gt_guess_hint(&g, "", ": --report=list names them"));
 */
struct gt_guess {
	const char *word;                /* borrowed */
	size_t n;
	size_t least;                    /* edits to the nearest name so far */
	bool begins;                     /* that name begins with the word */
	char best[GT_GUESS_MAX + 1];     /* that name; "": none is near */
	char hint[GT_GUESS_MAX + 40];
};

void gt_guess_init(struct gt_guess *g, const char *word, size_t n);

/* Words of more than GT_GUESS_MAX bytes are near to nothing. */
void gt_guess_offer(struct gt_guess *g, const char *name, size_t n);

/* All words of a list, which is separated by blanks. */
void gt_guess_offer_words(struct gt_guess *g, const char *words);

/* A column: its key, also without "_ns", or its head; who means the head is told the key. */
void gt_guess_offer_column(struct gt_guess *g, const char *key, const char *title);

/* ": did you mean BEFOREname?" (before: at most 8 bytes, for dashes), or `otherwise` if none is near. */
const char *gt_guess_hint(struct gt_guess *g, const char *before, const char *otherwise);

/* The hint for a word that is none of a list's, which is separated by blanks; "" if none is near. */
const char *gt_guess_among(struct gt_guess *g, const char *word, const char *words);

/* Edits from a to b, each of at most GT_GUESS_MAX bytes. */
size_t gt_edit_distance(const char *a, size_t na, const char *b, size_t nb);

#endif
