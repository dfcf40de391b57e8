/* What a goroutine's states add up to: counts, times, percentiles, and a bar of its life. */
#ifndef GT_UI_GOROUTINE_STATS_H
#define GT_UI_GOROUTINE_STATS_H

#include "analysis/goroutines/goroutines.h"
#include "ui/table/spentbar.h"

#define GT_GSTATS_CELLS 512      /* of the bar */

/* One state, or a reason to wait. */
struct gt_gstat {
	enum gt_spent what;
	uint32_t reason;         /* string row, GT_SPENT_BLOCK only */
	uint64_t count;
	int64_t total, min, max;
	int64_t p50, p99;        /* once all have been added: gt_gstats_finish */
	int64_t *v;              /* durations, until then */
	size_t cap;
};

struct gt_gstats {
	int64_t t0, t1;          /* what the bar spans */
	bool part;               /* that is the range A-B, not the whole trace */
	struct gt_gstat *v;
	size_t n, cap;
	int64_t cells[GT_GSTATS_CELLS][GT_SPENT_KINDS];
};

void gt_gstats_begin(struct gt_gstats *st, int64_t t0, int64_t t1);
void gt_gstats_add(struct gt_gstats *st, const struct gt_interval *iv);
/* All have been added: finds the percentiles. */
void gt_gstats_finish(struct gt_gstats *st);
void gt_gstats_release(struct gt_gstats *st);

/* The bar, one row: the state of each column; where it is several, the share of the most active one. */
void gt_gstats_draw_bar(const struct gt_gstats *st, const struct gt_canvas *c, int y, int x, int cols);

/* The table of states, at most `rows` rows with its title; returns how many it took. */
int gt_gstats_draw(struct gt_gstats *st, const struct gt_trace *t, const struct gt_canvas *c, int y,
		   int rows);

#endif
