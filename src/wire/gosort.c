/* Sorting by time with the same fate for equal times as in Go's slices.SortFunc. */
#include "wire/gosort.h"

#include <assert.h>

/*
 * A pattern-defeating quicksort (O. Peters, arXiv 2106.05123) with Go's choice
 * of constants.  Each of them, and the order of the exchanges, decides where
 * equal items land: "improving" anything here breaks the agreement that is
 * this file's only purpose.
 */
enum {
	SHORT_RUN = 12,          /* up to here: insertion sort */
	PIVOT_MEDIAN = 8,        /* from here on the pivot is a median of three */
	PIVOT_NINTHER = 50,      /* from here on, a median of three medians */
	PIVOT_ALL_SWAPPED = 12,  /* exchanges of a ninther that met only descents */
	REPAIRS = 5,             /* descents that are mended in an almost sorted range */
	REPAIR_MIN = 50,         /* shorter ranges are not mended */
};

/* A range [lo, hi) of items on its way to order. */
struct range {
	struct gt_heap_item *a;
	size_t lo, hi;
	unsigned bad_left;       /* unbalanced cuts allowed before heap sort takes over */
	bool balanced;           /* the last cut left at least an eighth on either side */
	bool was_cut;            /* the last cut found its range cut already */
};

enum trend { TREND_NONE, TREND_UP, TREND_DOWN };

GT_INLINE bool less(const struct gt_heap_item *a, size_t i, size_t j)
{
	return a[i].time < a[j].time;
}

GT_INLINE void swap(struct gt_heap_item *a, size_t i, size_t j)
{
	struct gt_heap_item t = a[i];

	a[i] = a[j];
	a[j] = t;
}

/* Moves item i down to its place; what is left of it, from lo on, is sorted. */
static void sink_left(struct gt_heap_item *a, size_t lo, size_t i)
{
	for (; i > lo && less(a, i, i - 1); i--)
		swap(a, i, i - 1);
}

/* Restores the heap h[0..n) below `top`, whose children are heaps. */
static void gosort_sift_down(struct gt_heap_item *h, size_t top, size_t n)
{
	for (size_t child = 2 * top + 1; child < n; child = 2 * top + 1) {
		if (child + 1 < n && less(h, child, child + 1))
			child++;
		if (!less(h, top, child))
			return;
		swap(h, top, child);
		top = child;
	}
}

/* Exchanges three items of the middle with pseudo-random others, the seed being the length. */
static void break_patterns(struct gt_heap_item *a, size_t lo, size_t hi)
{
	size_t n = hi - lo, mid = lo + n / 4 * 2, mask = 1;
	uint64_t seed = n;

	while (mask <= n)
		mask <<= 1;
	mask--;
	for (size_t i = mid - 1; i <= mid + 1; i++) {
		size_t other;

		seed ^= seed << 13;
		seed ^= seed >> 7;
		seed ^= seed << 17;
		other = (size_t)seed & mask;
		if (other >= n)
			other -= n;
		swap(a, i, lo + other);
	}
}

/* Puts two indices into the order of their items. */
static void order_two(const struct gt_heap_item *a, size_t *i, size_t *j, unsigned *swaps)
{
	size_t t = *i;

	if (!less(a, *j, *i))
		return;
	*i = *j;
	*j = t;
	(*swaps)++;
}

static size_t median(const struct gt_heap_item *a, size_t i, size_t j, size_t k, unsigned *swaps)
{
	order_two(a, &i, &j, swaps);
	order_two(a, &j, &k, swaps);
	order_two(a, &i, &j, swaps);
	return j;
}

/* Index of the pivot for [lo, hi); *trend says whether every item looked at rose or fell. */
static size_t choose_pivot(const struct gt_heap_item *a, size_t lo, size_t hi, enum trend *trend)
{
	size_t n = hi - lo, quarter = n / 4;
	size_t i = lo + quarter, j = i + quarter, k = j + quarter;
	unsigned swaps = 0;

	if (n >= PIVOT_NINTHER) {
		i = median(a, i - 1, i, i + 1, &swaps);
		j = median(a, j - 1, j, j + 1, &swaps);
		k = median(a, k - 1, k, k + 1, &swaps);
	}
	if (n >= PIVOT_MEDIAN)
		j = median(a, i, j, k, &swaps);
	*trend = swaps == 0 ? TREND_UP : swaps == PIVOT_ALL_SWAPPED ? TREND_DOWN : TREND_NONE;
	return j;
}

/* Mends a few descents; true if the range is sorted then. */
static bool sort_almost_sorted(struct gt_heap_item *a, size_t lo, size_t hi)
{
	size_t i = lo + 1;

	for (int repair = 0; repair < REPAIRS; repair++) {
		while (i < hi && !less(a, i, i - 1))
			i++;
		if (i == hi)
			return true;
		if (hi - lo < REPAIR_MIN)
			return false;
		swap(a, i, i - 1);
		if (i - lo >= 2)
			sink_left(a, lo, i - 1);
		for (size_t k = i; hi - i >= 2 && k + 1 < hi && less(a, k + 1, k); k++)
			swap(a, k, k + 1);
	}
	return false;
}

/*
 * Cuts [lo, hi): smaller than the pivot | pivot | the rest.  Returns the
 * pivot's new place; *was_cut if nothing but the pivot had to move.
 */
static size_t cut(struct gt_heap_item *a, size_t lo, size_t hi, size_t pivot, bool *was_cut)
{
	size_t i = lo + 1, j = hi - 1;

	*was_cut = true;
	swap(a, lo, pivot);
	for (;;) {
		while (i <= j && less(a, i, lo))
			i++;
		while (i <= j && !less(a, j, lo))
			j--;
		if (i > j)
			break;
		swap(a, i++, j--);
		*was_cut = false;
	}
	swap(a, j, lo);
	return j;
}

/* Of a range without items below the pivot: those equal to it to the front.  Returns where the greater begin. */
static size_t cut_equal(struct gt_heap_item *a, size_t lo, size_t hi, size_t pivot)
{
	size_t i = lo + 1, j = hi - 1;

	swap(a, lo, pivot);
	for (;;) {
		while (i <= j && !less(a, lo, i))
			i++;
		while (i <= j && less(a, lo, j))
			j--;
		if (i > j)
			return i;
		swap(a, i++, j--);
	}
}

static void sort_range(struct range r);

/* Sorts the smaller side of the cut at mid and leaves the greater one in *r. */
static void descend(struct range *r, size_t mid)
{
	size_t left = mid - r->lo, right = r->hi - mid, least = (r->hi - r->lo) / 8;
	struct range side = *r;

	side.balanced = side.was_cut = true;
	if (left < right) {
		side.hi = mid;
		r->lo = mid + 1;
		r->balanced = left >= least;
	} else {
		side.lo = mid + 1;
		r->hi = mid;
		r->balanced = right >= least;
	}
	sort_range(side);
}

/* One step on a long range; true if that sorted it. */
static bool sort_step(struct range *r)
{
	enum trend trend;
	size_t pivot;

	if (!r->balanced) {
		break_patterns(r->a, r->lo, r->hi);
		r->bad_left--;
	}
	pivot = choose_pivot(r->a, r->lo, r->hi, &trend);
	if (trend == TREND_DOWN) {
		for (size_t i = r->lo, j = r->hi; i + 1 < j; i++, j--)
			swap(r->a, i, j - 1);
		pivot = r->hi - 1 - (pivot - r->lo);
		trend = TREND_UP;
	}
	if (r->balanced && r->was_cut && trend == TREND_UP && sort_almost_sorted(r->a, r->lo, r->hi))
		return true;
	/* The item left of the range is a former pivot: if it is not smaller, many items may be equal. */
	if (r->lo > 0 && !less(r->a, r->lo - 1, pivot))
		r->lo = cut_equal(r->a, r->lo, r->hi, pivot);
	else
		descend(r, cut(r->a, r->lo, r->hi, pivot, &r->was_cut));
	return false;
}

/* Recursion is only into the smaller side: no deeper than log2 n. */
static void sort_range(struct range r)
{
	assert(r.lo <= r.hi);
	while (r.hi - r.lo > SHORT_RUN) {
		if (r.bad_left == 0) {
			struct gt_heap_item *h = r.a + r.lo;
			size_t n = r.hi - r.lo;

			for (size_t i = (n - 1) / 2 + 1; i-- > 0;)
				gosort_sift_down(h, i, n);
			for (size_t last = n; last-- > 0;) {
				swap(h, 0, last);
				gosort_sift_down(h, 0, last);
			}
			return;
		}
		if (sort_step(&r))
			return;
	}
	for (size_t i = r.lo + 1; i < r.hi; i++)
		sink_left(r.a, r.lo, i);
}

void gt_gosort(struct gt_heap_item *a, size_t n)
{
	unsigned bits = 0;

	for (size_t rest = n; rest > 0; rest >>= 1)
		bits++;
	sort_range((struct range){ .a = a, .hi = n, .bad_left = bits, .balanced = true, .was_cut = true });
}
