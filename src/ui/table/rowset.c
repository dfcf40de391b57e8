/* A growing set of row numbers: a bit per row, and how many came before each block of words. */
#include "ui/table/rowset.h"

#include <stdlib.h>

#include "base/xalloc.h"

#define BLOCK_WORDS 64

static size_t block_count(const struct gt_rowset *s)
{
	return (s->nwords + BLOCK_WORDS - 1) / BLOCK_WORDS;
}

static void extend(struct gt_rowset *s, size_t nwords)
{
	GT_GROW(s->words, s->words_cap, nwords);
	GT_GROW(s->ranks, s->ranks_cap, nwords / BLOCK_WORDS + 1);
	for (; s->nwords < nwords; s->nwords++) {
		s->words[s->nwords] = 0;
		if (s->nwords % BLOCK_WORDS == 0)
			s->ranks[s->nwords / BLOCK_WORDS] = s->count;
	}
}

void gt_rowset_add(struct gt_rowset *s, uint64_t row)
{
	extend(s, (size_t)(row / 64) + 1);
	s->words[row / 64] |= UINT64_C(1) << row % 64;
	s->count++;
}

void gt_rowset_clear(struct gt_rowset *s)
{
	s->nwords = 0;
	s->count = 0;
}

void gt_rowset_release(struct gt_rowset *s)
{
	free(s->words);
	free(s->ranks);
	*s = (struct gt_rowset){ 0 };
}

bool gt_rowset_has(const struct gt_rowset *s, uint64_t row)
{
	return row / 64 < s->nwords && s->words[row / 64] >> row % 64 & 1;
}

uint64_t gt_rowset_place(const struct gt_rowset *s, uint64_t row)
{
	size_t word = (size_t)(row / 64), first = word / BLOCK_WORDS * BLOCK_WORDS;
	uint64_t n;

	if (word >= s->nwords)
		return s->count;
	n = s->ranks[word / BLOCK_WORDS];
	for (size_t i = first; i < word; i++)
		n += (uint64_t)__builtin_popcountll(s->words[i]);
	return n + (uint64_t)__builtin_popcountll(s->words[word] & ((UINT64_C(1) << row % 64) - 1));
}

/* The last block that begins at or before a place. */
static size_t block_at(const struct gt_rowset *s, uint64_t place)
{
	size_t lo = 0, hi = block_count(s);

	while (hi - lo > 1) {
		size_t mid = lo + (hi - lo) / 2;

		if (s->ranks[mid] <= place)
			lo = mid;
		else
			hi = mid;
	}
	return lo;
}

uint64_t gt_rowset_at(const struct gt_rowset *s, uint64_t place)
{
	size_t block = block_at(s, place), word = block * BLOCK_WORDS;
	uint64_t left = place - s->ranks[block], bits;

	while ((uint64_t)__builtin_popcountll(s->words[word]) <= left)
		left -= (uint64_t)__builtin_popcountll(s->words[word++]);
	bits = s->words[word];
	for (; left > 0; left--)
		bits &= bits - 1;
	return (uint64_t)word * 64 + (uint64_t)__builtin_ctzll(bits);
}
