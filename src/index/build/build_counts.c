/* From changes of state to counts. */
#include "index/build/builder.h"

#include <stdlib.h>

void gt_builder_count_base(struct gt_builder *w, enum gt_count count, int by)
{
	w->store->counting.base[count] += by;
}

void gt_builder_count_slowly(struct gt_builder *w, int64_t t, uint8_t from, uint8_t to)
{
	unsigned at = gt_count_of(from), end = gt_count_of(to);
	unsigned shown_from = w->shown / GT_CHANGE_TO, shown_to = w->shown % GT_CHANGE_TO;
	bool shown = shown_from != shown_to;

	/* What was unknown when a trace goes on after a part that is lost was so only since then. */
	if (from == GT_G_UNDETERMINED && w->torn) {
		at = GT_COUNT_NONE;
		if (shown && shown_from != at)
			gt_count_change_row(w->store, t, at, shown_from);
		at = shown ? shown_from : at;
	} else if (from == GT_G_UNDETERMINED) {
		at = shown ? shown_from : end;
		if (at != GT_COUNT_NONE)
			gt_builder_count_base(w, (enum gt_count)at, 1);
	}
	if (shown) {
		if (at != shown_from)
			gt_count_change_row(w->store, t, at, shown_from);
		gt_count_change(w->store, t, shown_from, shown_to);
		at = shown_to;
	}
	if (at != end)
		gt_count_change_row(w->store, t, at, end);
}

static int build_counts_by_time(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return x < y ? -1 : x > y;
}

/* Beyond the horizon goroutines only begin: the ends of many are lost. */
void gt_builder_recount_alive(struct gt_builder *w, int64_t horizon)
{
	uint32_t n = w->store->nlives, nstarts = 0, nends = 0, end = 0;
	int64_t *starts = gt_xcalloc((size_t)n + 1, sizeof *starts), *ends = gt_xcalloc((size_t)n + 1, sizeof *ends);
	uint64_t most = 0;

	for (uint32_t row = 0; row < n; row++) {
		const struct gt_goroutine *g = gt_goroutine_at(w->store, row);

		if (g->first_seen <= horizon)
			starts[nstarts++] = g->first_seen;
		if (g->end != GT_NO_TIME && g->end <= horizon)
			ends[nends++] = g->end;
	}
	qsort(starts, nstarts, sizeof *starts, build_counts_by_time);
	qsort(ends, nends, sizeof *ends, build_counts_by_time);
	for (uint32_t i = 0; i < nstarts; i++) {
		for (; end < nends && ends[end] <= starts[i]; end++)
			;
		if (i + 1 > end && i + 1 - end > most)
			most = i + 1 - end;
	}
	if (most < w->b->info->goroutines_max)
		w->b->info->goroutines_max = most;
	free(starts);
	free(ends);
}
