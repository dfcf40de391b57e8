/* What lies between the markers A and B: measured at once if it is little, else beside the keys. */
#include <inttypes.h>

#include "base/clock.h"
#include "base/human.h"
#include "ui/timeline/clock.h"

#define TOP 12

/* ---- measuring ---- */

static bool measure_step(struct gt_app *app, void *arg, struct gt_job *job)
{
	struct gt_timeline *tl = arg;
	struct gt_rangesum *sum = &tl->measure.sum;

	(void)app;
	while (!gt_rangesum_step(sum)) {
		if (gt_job_expired(job))
			break;
	}
	gt_job_progress(job, sum->slices ? (double)sum->sweep.seen / (double)sum->slices : 1);
	return sum->done;
}

static void measure_done(struct gt_app *app, void *arg, bool cancelled)
{
	struct gt_timeline *tl = arg;

	(void)app;
	tl->measure.at_work = false;
	tl->measure.stopped = cancelled;
}

static const struct gt_job_ops measuring = {
	.what = "measuring A to B", .step = measure_step, .done = measure_done,
};

static void measure_begin(struct gt_timeline *tl, int64_t from, int64_t to)
{
	struct gt_tl_measure *m = &tl->measure;
	int64_t deadline = gt_clock_now() + gt_app_limits(tl->pane->app)->measure_ns;

	if (!m->has)
		m->shown = true;
	gt_rangesum_release(&m->sum);
	gt_rangesum_begin(&m->sum, tl->view.trace, gt_program_blame_index(tl->view.prog), from, to);
	m->events = gt_events_seek(tl->view.prog->events, m->sum.to) -
		    gt_events_seek(tl->view.prog->events, m->sum.from);
	m->from = from;
	m->to = to;
	m->has = true;
	m->stopped = false;
	m->complete = gt_trace_info(tl->view.trace)->done;
	while (!gt_rangesum_step(&m->sum) && gt_clock_now() < deadline)
		;
}

void gt_tl_measure_update(struct gt_timeline *tl)
{
	struct gt_tl_measure *m = &tl->measure;
	struct gt_app *app = tl->pane->app;
	int64_t from, to;

	if (!gt_app_range(app, &from, &to)) {
		m->has = m->shown = false;
		return;
	}
	if (!m->has || m->from != from || m->to != to ||
	    m->complete != gt_trace_info(tl->view.trace)->done)
		measure_begin(tl, from, to);
	/* It was stopped by another job, which goes first, and not by the user. */
	if (m->stopped && gt_app_works(app))
		m->stopped = false;
	if (m->sum.done || m->at_work || m->stopped || gt_app_works(app))
		return;
	m->at_work = true;
	gt_app_start_job(app, &measuring, tl);
}

/* ---- telling ---- */

static struct gt_human_text measure_share(int64_t part, int64_t whole)
{
	return gt_share_text(whole > 0 ? (double)part / (double)whole : 0);
}

static void pair_share(struct gt_detail *d, const char *name, int64_t ns, int64_t whole)
{
	gt_detail_pair(d, name, "%s, %s", measure_share(ns, whole).s, gt_dur_text(ns).s);
}

/* The program's waits for a P, cut at A and B, and how long a P was idle meanwhile. */
static void tell_waits(const struct gt_rangesum *s, struct gt_detail *d)
{
	const struct gt_sweep_waits *w = &s->sweep.waits;
	const struct gt_sweep_unnamed *u = &s->sweep.unnamed;
	struct gt_slice slice;

	gt_say(&d->value, "{} for a P, total {}", gt_as_count(w->n), gt_as_dur(w->sum));
	if (gt_slice_get(s->trace, w->slice, &slice))
		gt_say(&d->value, ", longest {}: {}", gt_as_dur(w->max), gt_as_goroutine(s->trace, slice.g));
	gt_detail_put(d, "waits");
	/* Those of goroutines without a name are in no sum. */
	if (u->waits)
		gt_detail_pair(d, "unnamed", "%s more, total %s, of goroutines without a recorded name",
			       gt_count_text(u->waits).s, gt_dur_text(u->sum).s);
	gt_detail_pair(d, "idle P", "%s, %s while a goroutine waited",
		       measure_share(s->sweep.idle.wait, s->to - s->from).s, gt_dur_text(s->sweep.idle.wait).s);
	if (s->pressure.failed)
		gt_detail_pair(d, "pressure", "unknown: out of memory");
	else if (s->pressure.begun)
		gt_detail_pair(d, "pressure", "some %s, full %s",
			       measure_share(s->pressure.held.some, s->to - s->from).s,
			       measure_share(s->pressure.held.full, s->to - s->from).s);
}

static void tell_sums(struct gt_timeline *tl)
{
	const struct gt_rangesum *s = &tl->measure.sum;
	struct gt_detail *d = &tl->detail;
	int64_t whole = s->to - s->from;
	struct gt_proc p;
	char name[24];

	gt_detail_say(d, "busy", "{} of {}, {}", gt_as_part(s->busy, whole * s->nprocs), gt_as_many(s->nprocs, "P"),
		      gt_as_dur(s->busy));
	gt_detail_say(d, "counts", "{}, {}", gt_as_many(s->slices, "slice"), gt_as_many(tl->measure.events, "event"));
	pair_share(d, "STW", gt_tl_spans_busy(gt_lane_ranges(&tl->view, GT_LANE_STW), s->from, s->to), whole);
	pair_share(d, "GC", gt_tl_spans_busy(gt_lane_ranges(&tl->view, GT_LANE_GC), s->from, s->to), whole);
	if (s->done && !s->failed)
		tell_waits(s, d);
	for (uint32_t i = 0; i < s->nprocs; i++) {
		if (!gt_proc_get(s->trace, s->procs[i].proc_row, &p))
			continue;
		snprintf(name, sizeof name, "P%" PRIu64, p.id);
		gt_detail_pair(d, name, "%6s  %10s  %s slice%s",
			       measure_share(s->procs[i].busy, whole).s, gt_dur_text(s->procs[i].busy).s,
			       gt_count_text(s->procs[i].slices).s, s->procs[i].slices == 1 ? "" : "s");
	}
}

static void tell_goroutines(const struct gt_tl_measure *m, struct gt_detail *d)
{
	const struct gt_rangesum *s = &m->sum;
	struct gt_rangesum_g top[TOP];
	size_t n = s->done ? gt_rangesum_top(s, TOP, top) : 0;
	struct gt_buf name = { 0 };

	if (s->done)
		gt_detail_add(d, GT_ROLE_HEADER, "%s goroutine%s on a P, calls that kept it included", gt_count_text(s->ng).s,
			      s->ng == 1 ? "" : "s");
	else
		gt_detail_add(d, GT_ROLE_HEADER, "Goroutines: %s %.0f%%", m->stopped ? "stopped at" : "counting,",
			      s->slices ? 100.0 * (double)s->sweep.seen / (double)s->slices : 0);
	for (size_t i = 0; i < n; i++) {
		gt_buf_reset(&name);
		gt_goroutine_title(&name, s->trace, top[i].g);
		gt_detail_add(d, GT_ROLE_NORMAL, "%6s  %10s  %s", measure_share(top[i].ns, s->to - s->from).s,
			      gt_dur_text(top[i].ns).s, gt_buf_str(&name));
	}
	gt_buf_release(&name);
}

void gt_tl_measure_tell(struct gt_timeline *tl)
{
	const struct gt_rangesum *s = &tl->measure.sum;
	struct gt_detail *d = &tl->detail;

	if (s->from >= s->to && gt_trace_beyond(s->trace, GT_NO_TIME)) {
		gt_detail_add(d, GT_ROLE_HEADER, "A to B: nothing is summed, parts of the trace are missing here");
		return;
	}
	gt_detail_add(d, GT_ROLE_HEADER, "A to B: %s%s, 100%%", gt_dur_text(s->to - s->from).s,
		      tl->measure.complete ? "" : " of what has been read");
	gt_tl_put_time(tl, s->from, false, &d->value);
	gt_buf_puts(&d->value, " to ");
	gt_tl_put_time(tl, s->to, false, &d->value);
	gt_detail_put(d, "time");
	gt_detail_turn(d, GT_DETAIL_LEFT);
	tell_sums(tl);
	gt_detail_turn(d, GT_DETAIL_RIGHT);
	tell_goroutines(&tl->measure, d);
}
