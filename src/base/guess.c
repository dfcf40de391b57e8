/* Which of the known names a mistyped word is nearest to. */
#include "base/guess.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static size_t least_of(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Optimal string alignment: three rows of the usual matrix, as an exchange looks two rows back. */
size_t gt_edit_distance(const char *a, size_t na, const char *b, size_t nb)
{
	size_t rows[3][GT_GUESS_MAX + 1];

	assert(na <= GT_GUESS_MAX && nb <= GT_GUESS_MAX);
	for (size_t k = 0; k <= nb; k++)
		rows[0][k] = k;
	for (size_t i = 1; i <= na; i++) {
		size_t *row = rows[i % 3];
		const size_t *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];

		row[0] = i;
		for (size_t k = 1; k <= nb; k++) {
			row[k] = least_of(above[k - 1] + (a[i - 1] != b[k - 1]),
					  least_of(above[k], row[k - 1]) + 1);
			if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
				row[k] = least_of(row[k], before[k - 2] + 1);
		}
	}
	return rows[na % 3][nb];
}

void gt_guess_init(struct gt_guess *g, const char *word, size_t n)
{
	*g = (struct gt_guess) { .word = word, .n = n, .least = GT_GUESS_MAX };
}

void gt_guess_offer(struct gt_guess *g, const char *name, size_t n)
{
	size_t longer = n > g->n ? n : g->n, edits;
	bool begins = g->n > 1 && n > g->n && !memcmp(name, g->word, g->n);

	if (longer > GT_GUESS_MAX)
		return;
	edits = gt_edit_distance(g->word, g->n, name, n);
	if (begins < g->begins || (edits * 3 > longer && !begins) || (begins == g->begins && edits >= g->least))
		return;
	g->begins = begins;
	g->least = edits;
	memcpy(g->best, name, n);
	g->best[n] = '\0';
}

void gt_guess_offer_words(struct gt_guess *g, const char *words)
{
	while (*words) {
		size_t n = strcspn(words, " ");

		if (n)
			gt_guess_offer(g, words, n);
		words += n + (words[n] == ' ');
	}
}

const char *gt_guess_hint(struct gt_guess *g, const char *before, const char *otherwise)
{
	if (!*g->best)
		return otherwise;
	snprintf(g->hint, sizeof g->hint, ": did you mean %.8s%s?", before, g->best);
	return g->hint;
}

void gt_guess_offer_column(struct gt_guess *g, const char *key, const char *title)
{
	size_t n = strlen(key), least;
	bool begins;

	if (n > 3 && !strcmp(key + n - 3, "_ns"))
		gt_guess_offer(g, key, n - 3);
	gt_guess_offer(g, key, n);
	least = g->least;
	begins = g->begins;
	gt_guess_offer(g, title, strlen(title));
	if ((g->least < least || g->begins != begins) && n < sizeof g->best)
		memcpy(g->best, key, n + 1);
}

const char *gt_guess_among(struct gt_guess *g, const char *word, const char *words)
{
	gt_guess_init(g, word, strlen(word));
	gt_guess_offer_words(g, words);
	return gt_guess_hint(g, "", "");
}
