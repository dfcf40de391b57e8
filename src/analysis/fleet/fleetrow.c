/* The facts of one trace of many: what other reports say of it, in a row. */
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "analysis/findings/findkind.h"
#include "analysis/fleet/fleet.h"
#include "base/sat.h"
#include "base/xalloc.h"

#define SECOND_NS INT64_C(1000000000)
/* Shorter traces have no rate that says anything. */
#define LEAST_NS INT64_C(1000000)

/* When the trace began by the wall clock: its clock is read a little later. */
static int64_t row_start(const struct gt_trace *t)
{
	struct gt_clock c;

	if (!gt_clock_get(t, 0, &c) || !c.sec || c.sec >= (uint64_t)(INT64_MAX / SECOND_NS))
		return GT_NO_TIME;
	return (int64_t)c.sec * SECOND_NS + c.nsec - c.t;
}

static int64_t row_modified(const char *path)
{
	struct stat st;

	if (stat(path, &st) || !S_ISREG(st.st_mode) || st.st_mtim.tv_sec >= INT64_MAX / SECOND_NS)
		return GT_NO_TIME;
	return (int64_t)st.st_mtim.tv_sec * SECOND_NS + st.st_mtim.tv_nsec;
}

/* As in the summary. */
static void row_take_pauses(struct gt_fleet_row *r, const struct gt_trace *t)
{
	uint64_t n = gt_ranges_of_kind(t, GT_RANGE_STW);
	struct gt_range_row range;

	r->stw_max = GT_NO_TIME;
	for (uint64_t k = 0; k < n; k++) {
		if (!gt_range_get(t, gt_range_of_kind(t, GT_RANGE_STW, k), &range) || gt_trace_beyond(t, range.t1))
			continue;
		r->stw_count++;
		if (range.t1 == GT_NO_TIME)
			continue;
		gt_sat_grow(&r->stw_total, range.t1 - range.t0);
		if (range.t1 - range.t0 > r->stw_max)
			r->stw_max = range.t1 - range.t0;
	}
}

static void row_take_first(struct gt_fleet_row *r, const struct gt_findings *fs)
{
	const struct gt_finding *f = fs->v;
	struct gt_buf text = { 0 };
	const char *s;
	size_t n;

	if (!fs->n)
		return;
	r->severity = f->severity;
	r->kind = gt_finding_kind(f->kind)->name;
	gt_finding_text(&text, fs, f);
	r->finding = gt_buf_steal(&text);
	if (f->func) {
		s = gt_trace_string(fs->trace, f->func, &n);
		r->func = gt_xmemdup0(s, n);
	}
	if (f->severity == GT_SEVERITY_NONE)
		return;
	r->cost = f->cost;
}

static double row_share(double part, double whole)
{
	return whole > 0 ? part / whole : (double)NAN;
}

static void row_measure(struct gt_fleet_row *r, struct gt_findings *f)
{
	double whole = (double)(f->to - f->from);

	if (f->sweep.waits.n)
		r->metric[GT_FLEET_P99] = (double)gt_sweep_percentile(&f->sweep, 0.99);
	if (f->pressed)
		r->metric[GT_FLEET_PRESSURE] = row_share((double)f->held.some, whole);
	r->metric[GT_FLEET_GC_SHARE] = row_share((double)f->gc.dedicated + (double)f->gc.fractional +
						(double)f->gc.assist, (double)gt_gccost_procs(&f->gc));
	r->metric[GT_FLEET_COST] = f->n ? f->v->share : (double)NAN;
	if (f->n && f->v->severity == GT_SEVERITY_NONE)
		r->metric[GT_FLEET_COST] = whole > 0 ? 0 : (double)NAN;
	if (r->stw_max != GT_NO_TIME)
		r->metric[GT_FLEET_STW_MAX] = (double)r->stw_max;
	r->metric[GT_FLEET_STW_SHARE] = row_share((double)r->stw_total, whole);
}

bool gt_fleet_row_fill(struct gt_fleet_row *r, struct gt_trace *t, unsigned threads, const struct gt_cancel *cancel)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	struct gt_findings f;

	for (enum gt_fleet_metric m = 0; m < GT_FLEET_METRICS; m++)
		r->metric[m] = (double)NAN;
	r->info = *info;
	r->info.file = NULL;
	r->start_ns = row_start(t);
	r->modified_ns = row_modified(info->file);
	r->cost = GT_NO_TIME;
	row_take_pauses(r, t);
	if (info->duration >= LEAST_NS)
		r->metric[GT_FLEET_RATE] = (double)info->events * 1e9 / (double)info->duration;
	/* As in the summary: some damaged traces have goroutines of which none is known to live. */
	if (info->goroutines_max || !info->goroutine_ids)
		r->metric[GT_FLEET_GOROUTINES] = (double)info->goroutines_max;
	gt_findings_begin(&f, t, NULL, INT64_MIN, INT64_MAX);
	f.threads = threads;
	while (!gt_cancelled(cancel) && gt_findings_step(&f, NULL))
		;
	if (f.fault.code && !r->err.code)
		r->err = f.fault;
	if (f.complete && !f.fault.code) {
		gt_findings_list(&f);
		row_take_first(r, &f);
		row_measure(r, &f);
	}
	gt_findings_release(&f);
	return !gt_cancelled(cancel);
}

void gt_fleet_row_release(struct gt_fleet_row *r)
{
	free(r->path);
	free(r->func);
	free(r->finding);
}
