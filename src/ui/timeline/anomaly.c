/* From one anomaly to the next: stop-the-world pauses, long slices, long waits for a processor. */
#include <stdlib.h>

#include "base/bisect.h"
#include "base/clock.h"
#include "base/human.h"
#include "base/xalloc.h"
#include "ui/timeline/act.h"
#include "ui/timeline/pick.h"
#include "ui/timeline/waits.h"

/* ---- long slices ---- */

/* True if one of slices [from, to) of the P is long enough. */
static bool has_long(const struct gt_trace *t, uint32_t proc_row, uint64_t from, uint64_t to, int64_t long_ns)
{
	struct gt_slice first, last, longest;

	if (from >= to || !gt_slice_get(t, gt_slice_of_proc(t, proc_row, from), &first) ||
	    !gt_slice_get(t, gt_slice_of_proc(t, proc_row, to - 1), &last))
		return false;
	return gt_slice_get(t, gt_slices_longest(t, proc_row, first.t0, last.t1), &longest) &&
	       longest.t1 - longest.t0 >= long_ns;
}

/* Of slices [from, to), of which one is long enough, the first (dir 1) or last: its place. */
static uint64_t nearest_long(const struct gt_trace *t, uint32_t proc_row, uint64_t from, uint64_t to, int64_t long_ns,
			     int dir)
{
	return dir > 0 ? GT_BISECT(i, from, to, !has_long(t, proc_row, from, i + 1, long_ns))
		       : GT_BISECT(i, from, to, has_long(t, proc_row, i, to, long_ns)) - 1;
}

/*
 * The nearest slice of at least long_ns that starts after (dir 1) or before
 * (dir -1) a time, on any P.  GT_NO_ROW: none.  O(P log^2 n).
 */
static uint32_t long_slice(const struct gt_trace *t, int64_t time, int64_t long_ns, int dir)
{
	uint32_t best = GT_NO_ROW, id;
	struct gt_slice s;
	int64_t best_t0 = 0;

	for (uint32_t proc_row = 0; proc_row < gt_trace_info(t)->procs; proc_row++) {
		uint64_t k = gt_slice_seek(t, proc_row, time), from, to;

		/* Places of the slices of the P that start after (before) the time. */
		if (gt_slice_get(t, gt_slice_of_proc(t, proc_row, k), &s) && (dir > 0 ? s.t0 <= time : s.t0 < time))
			k++;
		from = dir > 0 ? k : 0;
		to = dir > 0 ? gt_slices_of_proc(t, proc_row) : k;
		if (!has_long(t, proc_row, from, to, long_ns))
			continue;
		id = gt_slice_of_proc(t, proc_row, nearest_long(t, proc_row, from, to, long_ns, dir));
		if (!gt_slice_get(t, id, &s))
			continue;
		if (best == GT_NO_ROW || (dir > 0 ? s.t0 < best_t0 : s.t0 > best_t0)) {
			best = id;
			best_t0 = s.t0;
		}
	}
	return best;
}

/* ---- the search ---- */

/* One search: the nearest long slice and pause are known at once, a long wait is looked for up to them. */
struct hunt {
	struct gt_timeline *tl;
	int dir;
	int64_t left;             /* how many anomalies to go */
	int64_t cursor;           /* where the search began: it is given up when the user moves on */
	uint32_t slice;           /* long slice, GT_NO_ROW */
	int64_t stw;              /* place of the pause, -1 */
	struct gt_tl_waits waits;
};

/* The place of the pause that begins next after, or last before a time and ends before the horizon; -1: none. */
static int64_t next_stw(const struct gt_timeline *tl, int64_t from, int dir)
{
	const struct gt_tl_spans *s = gt_lane_ranges(&tl->view, GT_LANE_STW);
	int64_t k = (int64_t)gt_tl_spans_begin(s, dir > 0 ? from + 1 : from) - (dir < 0);

	while (k >= 0 && k < (int64_t)s->n && gt_trace_beyond(tl->view.trace, s->v[k].t1))
		k += dir;
	return k >= 0 && k < (int64_t)s->n ? k : -1;
}

static void anomaly_begin(struct hunt *h)
{
	struct gt_timeline *tl = h->tl;
	int64_t end = gt_trace_until(tl->view.trace, INT64_MAX), from;
	int64_t limit = h->dir > 0 ? INT64_MAX : -1, at = limit;
	struct gt_slice s;

	h->cursor = from = tl->view.cursor;
	/* What seems long beyond the horizon of a damaged trace may be made of what is missing there. */
	if (h->dir < 0 && from > end)
		from = end;
	h->slice = long_slice(tl->view.trace, from, tl->view.prog->greedy_ns, h->dir);
	h->stw = next_stw(tl, from, h->dir);
	if (gt_slice_get(tl->view.trace, h->slice, &s) && s.t0 < end)
		limit = s.t0;
	else
		h->slice = GT_NO_ROW;
	if (h->stw >= 0)
		at = gt_lane_ranges(&tl->view, GT_LANE_STW)->v[h->stw].t0;
	/* Whichever is nearer; a slice that begins with a pause comes first. */
	if (h->stw >= 0 && (h->dir > 0 ? at < limit : at > limit)) {
		limit = at;
		h->slice = GT_NO_ROW;
	} else if (h->slice != GT_NO_ROW) {
		h->stw = -1;
	}
	gt_tl_waits_begin(&h->waits, tl->view.trace, from, h->dir, limit, tl->view.prog->wait_ns);
}

/* The search is over: goes there.  False: there is nothing. */
static bool anomaly_finish(struct hunt *h)
{
	struct gt_timeline *tl = h->tl;
	const struct gt_tl_span *span;
	struct gt_slice s;

	if (gt_slice_get(tl->view.trace, h->waits.slice, &s)) {
		gt_tl_pick_slice(tl, s.id);
		gt_app_message(tl->pane->app, "long wait for a processor, %s", gt_dur_text(s.t0 - s.ready).s);
	} else if (gt_slice_get(tl->view.trace, h->slice, &s)) {
		gt_tl_pick_slice(tl, s.id);
		gt_app_message(tl->pane->app, "long slice, %s", gt_dur_text(s.t1 - s.t0).s);
	} else if (h->stw >= 0) {
		span = &gt_lane_ranges(&tl->view, GT_LANE_STW)->v[h->stw];
		gt_tl_pick_item(tl, &(struct gt_lane){ .kind = GT_LANE_STW }, (uint64_t)h->stw);
		gt_app_message(tl->pane->app, "stop-the-world pause, %s",
			       gt_dur_text((span->t1 == INT64_MAX ? tl->view.extent : span->t1) - span->t0).s);
	} else {
		gt_app_message(tl->pane->app, "no %s long slice, long wait or stop-the-world pause",
			       h->dir > 0 ? "later" : "earlier");
		return false;
	}
	return true;
}

/* One stretch of the search; true when there is nothing left to do. */
static bool anomaly_advance(struct hunt *h)
{
	if (h->tl->view.cursor != h->cursor)
		return true;
	if (!gt_tl_waits_step(&h->waits))
		return false;
	gt_tl_waits_release(&h->waits);
	if (!anomaly_finish(h) || --h->left <= 0)
		return true;
	anomaly_begin(h);
	return false;
}

static bool anomaly_step(struct gt_app *app, void *arg, struct gt_job *job)
{
	(void)app;
	do {
		if (anomaly_advance(arg))
			return true;
	} while (!gt_job_expired(job));
	return false;
}

static void anomaly_done(struct gt_app *app, void *arg, bool cancelled)
{
	struct hunt *h = arg;

	(void)app;
	(void)cancelled;
	gt_tl_waits_release(&h->waits);
	free(h);
}

static const struct gt_job_ops hunting = {
	.what = "searching for long waits", .step = anomaly_step, .done = anomaly_done,
};

void gt_tl_go_anomaly(struct gt_timeline *tl, int dir, int64_t n)
{
	struct hunt *h = gt_xcalloc(1, sizeof *h);
	int64_t deadline = gt_clock_now() + gt_app_limits(tl->pane->app)->anomaly_ns;

	gt_app_record(tl->pane->app);
	*h = (struct hunt){ .tl = tl, .dir = dir, .left = n };
	anomaly_begin(h);
	while (!anomaly_advance(h)) {
		if (gt_clock_now() < deadline)
			continue;
		gt_app_start_job(tl->pane->app, &hunting, h);
		return;
	}
	anomaly_done(NULL, h, false);
}
