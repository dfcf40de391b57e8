/* Columns of few different values: a list of them, and for each row a place in it (format.h has the bytes). */
#ifndef GT_INDEX_VALUES_H
#define GT_INDEX_VALUES_H

#include "index/store/format.h"
#include "index/store/table.h"

#define GT_VALUES_MOST 32u           /* that are looked for */
#define GT_VALUES_PLACES 256u        /* that a column can have which is one of places as it is */
#define GT_VALUES_FIRST 32u          /* rows that say whether it is worth looking at all */

/* The different numbers of a column: for each a row that has it, and for each row its place among them. */
struct gt_values {
	uint32_t k;
	uint16_t rows[GT_VALUES_PLACES];
	uint8_t places[GT_BLOCK_ROWS];
};

/* Of numbers that are places themselves, as `largest` is less than 256. */
void gt_values_plain(const uint32_t *numbers, uint32_t n, uint32_t largest, struct gt_values *v);

/* The numbers of another column by the places in v; false if not all rows of a place have the same. */
bool gt_values_imply(const struct gt_values *v, const uint32_t *numbers, uint32_t n, uint32_t *list);

/*
 * How many different ones there are of n numbers; 0: more than GT_VALUES_MOST.  Each goes once through all of them,
 * which for few is shorter than a hash table as 8 are compared at once.  This is compiled several times, see pack.c.
 */
GT_INLINE uint32_t gt_values_find(const uint32_t *numbers, uint32_t n, struct gt_values *v)
{
	uint32_t places[GT_BLOCK_ROWS], k = 0;

	for (uint32_t i = 0; i < n; i++)
		places[i] = UINT32_MAX;
	for (uint32_t row = 0, found = 0; found < n; k++) {
		uint32_t number;

		/* At this rate there would be too many. */
		if (k >= GT_VALUES_MOST / 4 && found * GT_VALUES_MOST < k * n)
			return 0;
		while (places[row] != UINT32_MAX)
			row++;
		number = numbers[row];
		v->rows[k] = (uint16_t)row;
#pragma GCC unroll 4
		for (uint32_t i = 0; i < n; i++) {
			places[i] = numbers[i] == number ? k : places[i];
			found += numbers[i] == number;
		}
	}
	for (uint32_t i = 0; i < n; i++)
		v->places[i] = (uint8_t)places[i];
	v->k = k;
	return k;
}

#endif
