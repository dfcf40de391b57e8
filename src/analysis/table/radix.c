/* Sorting numbers by some of their bits: see radix.h. */
#include "analysis/table/radix.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

#define DIGIT_BITS 12         /* at most: with more, the places that are written to are too many for the second cache */
#define DIGITS (1U << DIGIT_BITS)

/* One pass: by one digit. */
struct pass {
	struct gt_radix *r;
	unsigned shift;
	uint64_t mask;
	uint32_t (*at)[DIGITS];  /* of each worker: how many it has of each digit, then where its next one goes */
};

static void count_digits(void *arg, unsigned worker, uint64_t from, uint64_t to)
{
	const struct pass *p = arg;
	const uint64_t *v = p->r->v;
	uint32_t *at = p->at[worker];

	for (uint64_t i = from; i < to; i++)
		at[v[i] >> p->shift & p->mask]++;
}

static void move_digits(void *arg, unsigned worker, uint64_t from, uint64_t to)
{
	const struct pass *p = arg;
	const uint64_t *v = p->r->v;
	uint64_t *out = p->r->spare;
	uint32_t *at = p->at[worker];

	for (uint64_t i = from; i < to; i++)
		out[at[v[i] >> p->shift & p->mask]++] = v[i];
}

/* Where each worker's numbers of each digit begin; false: all have the same digit. */
static bool add_up(const struct pass *p)
{
	uint64_t next = 0, before;

	for (uint64_t d = 0; d <= p->mask; d++) {
		before = next;
		for (unsigned w = 0; w < p->r->team->n; w++) {
			uint32_t count = p->at[w][d];

			p->at[w][d] = (uint32_t)next;
			next += count;
		}
		if (next - before == p->r->n)
			return false;
	}
	return true;
}

static bool sort_by_digit(struct gt_radix *r, struct pass *p)
{
	uint64_t *swap = r->v;

	memset(p->at, 0, r->team->n * sizeof *p->at);
	if (!gt_team_each(r->team, r->n, count_digits, p))
		return false;
	if (!add_up(p))
		return true;
	if (!gt_team_each(r->team, r->n, move_digits, p))
		return false;
	r->v = r->spare;
	r->spare = swap;
	return true;
}

bool gt_radix_sort(struct gt_radix *r)
{
	unsigned passes = (r->bits + DIGIT_BITS - 1) / DIGIT_BITS, digit = passes ? (r->bits + passes - 1) / passes : 0;
	struct pass p = { .r = r };
	bool going = true;

	p.at = gt_xcalloc(r->team->n, sizeof *p.at);
	for (unsigned done = 0; done < r->bits && going; done += digit) {
		p.shift = r->low + done;
		p.mask = (UINT64_C(1) << (r->bits - done < digit ? r->bits - done : digit)) - 1;
		going = sort_by_digit(r, &p);
	}
	free(p.at);
	return going;
}
