/* How often each length occurs. */
#include "analysis/table/lengths.h"

uint64_t gt_lengths_least(uint32_t place)
{
	uint32_t up = place - GT_LENGTHS_ONE, log = GT_LENGTHS_LOG + (up >> GT_LENGTHS_SUB);
	uint64_t sub = (1u << GT_LENGTHS_SUB) + (up & ((1u << GT_LENGTHS_SUB) - 1));

	return place < GT_LENGTHS_ONE ? place : sub << (log - GT_LENGTHS_SUB);
}

uint32_t gt_lengths_find(const struct gt_lengths *l, uint64_t rank, uint64_t *before)
{
	uint32_t place = 0;

	*before = 0;
	for (; place < GT_LENGTHS - 1 && *before + l->n[place] <= rank; place++)
		*before += l->n[place];
	return place;
}
