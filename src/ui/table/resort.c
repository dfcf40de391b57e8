/* Sorting and filtering a table, a large one beside the UI: a thread, watched by a job. */
#include "ui/table/table_own.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "ui/app/threadjob.h"

struct sorter {
	struct gt_resort r;
	void (*done)(struct gt_pane_table *pt, struct gt_resort *r, const struct gt_error *err);
};

void gt_resort_drop(struct gt_resort *r)
{
	gt_view_close(r->view);
	gt_table_close(r->table);
	gt_filter_free(r->filter);
	r->view = NULL;
	r->table = NULL;
	r->filter = NULL;
}

/* Beside the keys, like the rest: of millions of rows it takes longer than a frame. */
static int measure_rows(struct gt_resort *r, struct gt_error *err)
{
	const struct gt_pane_table_spec *spec = r->pt->spec;
	int col = spec->measure ? gt_report_column(spec->report, spec->measure, strlen(spec->measure)) : GT_NO_COLUMN;

	if (col == GT_NO_COLUMN)
		return 0;
	r->measure.from = r->args.limited && r->args.from > 0 ? r->args.from : 0;
	r->measure.to = gt_trace_info(r->table->trace)->duration;
	if (r->args.limited && r->args.to < r->measure.to)
		r->measure.to = r->args.to;
	return gt_measure_view(&r->measure, r->table, r->view, (unsigned)col, spec->apart, &r->opt, err);
}

int gt_resort_now(struct gt_resort *r, struct gt_error *err)
{
	struct gt_pane_table *pt = r->pt;
	int rc;

	assert(!r->table && !r->view);
	r->opt.filter = r->filter;
	r->args.progress = r->opt.progress;
	r->args.progress_arg = r->opt.progress_arg;
	r->args.browsed = true;
	rc = gt_table_open(&r->table, pt->spec->report, pt->prog->trace, &r->args, err);
	if (rc == 0)
		rc = gt_view_open(&r->view, r->table, &r->opt, err);
	if (rc == 0)
		rc = measure_rows(r, err);
	if (rc == 0 && pt->spec->compute)
		pt->spec->compute(pt, r->table, r->view);
	return rc;
}

static int resort_run(void *arg, struct gt_thread_job *job, struct gt_error *err)
{
	struct sorter *s = arg;

	s->r.opt.progress = gt_thread_job_report;
	s->r.opt.progress_arg = job;
	return gt_resort_now(&s->r, err);
}

static void resort_end(struct gt_app *app, void *arg, const struct gt_error *err)
{
	struct sorter *s = arg;

	(void)app;
	if (err->code)
		gt_resort_drop(&s->r);
	s->done(s->r.pt, &s->r, err);
	free(s);
}

void gt_resort_start(const struct gt_resort *r,
		     void (*done)(struct gt_pane_table *pt, struct gt_resort *r, const struct gt_error *err))
{
	struct sorter *s = gt_xcalloc(1, sizeof *s);
	const struct gt_thread_job_ops ops = {
		.what = r->pt->spec->doing ? r->pt->spec->doing : "sorting", .run = resort_run, .done = resort_end,
	};

	s->r = *r;
	s->done = done;
	gt_thread_job_start(r->pt->pane->app, &ops, s);
}
