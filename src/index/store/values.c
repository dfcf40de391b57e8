/* Columns that are places as they are, and columns that the places of others imply. */
#include "index/store/values.h"

#define SOON 16u                     /* rows after which most pairs of columns are known to have nothing in common */

void gt_values_plain(const uint32_t *numbers, uint32_t n, uint32_t largest, struct gt_values *v)
{
	v->k = largest + 1;
	for (uint32_t i = 0; i < v->k; i++)
		v->rows[i] = 0;
	for (uint32_t i = 0; i < n; i++) {
		v->places[i] = (uint8_t)numbers[i];
		v->rows[numbers[i]] = (uint16_t)i;
	}
}

bool gt_values_imply(const struct gt_values *v, const uint32_t *numbers, uint32_t n, uint32_t *list)
{
	for (uint32_t i = 0; i < SOON && i < n; i++) {
		if (numbers[v->rows[v->places[i]]] != numbers[i])
			return false;
	}
	for (uint32_t i = 0; i < v->k; i++)
		list[i] = numbers[v->rows[i]];
	for (uint32_t from = SOON, to; from < n; from = to) {
		uint32_t other = 0;

		to = n - from < 64 ? n : from + 64;
#pragma GCC unroll 8
		for (uint32_t i = from; i < to; i++)
			other |= list[v->places[i]] ^ numbers[i];
		if (other)
			return false;
	}
	return true;
}
