/* A growing set of row numbers: a bit per row, and how many came before each block of words. */
#include "ui/table/rowset.h"

#include <assert.h>
#include <stdlib.h>

#include "base/xalloc.h"

#define BLOCK_WORDS 64

void gt_rowset_add(struct gt_rowset *s, uint64_t row)
{
	size_t nwords = (size_t)(row / 64) + 1;

	GT_GROW(s->words, s->words_cap, nwords);
	GT_GROW(s->ranks, s->ranks_cap, nwords / BLOCK_WORDS + 1);
	for (; s->nwords < nwords; s->nwords++) {
		s->words[s->nwords] = 0;
		if (s->nwords % BLOCK_WORDS == 0)
			s->ranks[s->nwords / BLOCK_WORDS] = s->count;
	}
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

uint64_t gt_rowset_at(const struct gt_rowset *s, uint64_t place)
{
	size_t block = 0, end = (s->nwords + BLOCK_WORDS - 1) / BLOCK_WORDS, word;
	uint64_t left, bits;

	assert(place < s->count);
	/* The last block that begins at or before the place. */
	while (end - block > 1) {
		size_t mid = block + (end - block) / 2;

		if (s->ranks[mid] <= place)
			block = mid;
		else
			end = mid;
	}
	word = block * BLOCK_WORDS;
	left = place - s->ranks[block];
	while ((uint64_t)__builtin_popcountll(s->words[word]) <= left)
		left -= (uint64_t)__builtin_popcountll(s->words[word++]);
	bits = s->words[word];
	for (; left > 0; left--)
		bits &= bits - 1;
	return (uint64_t)word * 64 + (uint64_t)__builtin_ctzll(bits);
}
