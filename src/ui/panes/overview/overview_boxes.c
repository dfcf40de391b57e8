/* Boxes of the Overview: the first rows of a few reports, each of which leads to the view that has them all. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/reports/registry.h"
#include "analysis/requests/requestrows.h"
#include "analysis/table/celltext.h"
#include "analysis/table/reports.h"
#include "analysis/table/view.h"
#include "base/human.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "ui/app/job.h"
#include "ui/app/threadjob.h"
#include "ui/panes/overview/overview.h"
#include "ui/table/modes.h"

#define NARROW 36             /* columns of a box at least */
#define GAP 2                 /* between two boxes */
#define LEAST 3               /* rows below a title that say something */
#define NUMBER 9              /* columns of a number and the blank before it */
#define BARS 52               /* from so many columns on each row has a bar */

/*
 * A box shows the rows of a report with the largest durations in the column `sort`: a name, then numbers.  To add one
 * costs an entry, with an enumerator in overview.h.
 */
static const struct box_spec {
	const char *title;
	const char *report, *group, *filter, *sort;
	const char *columns[GT_BOX_CELLS];
	enum gt_role bar;
	bool per_proc;                /* the first number is a share of what all Ps had instead, where that is known */
	int view;                     /* enum gt_view_id: where all rows are, */
	const char *show;             /* in the mode of this name */
	const char *nothing;          /* without rows; NULL: then there is no box */
} boxes[GT_OVERVIEW_BOXES] = {
	[GT_BOX_CPU] = { .title = "CPU", .report = "greedygroups", .group = "func", .filter = "!system",
			 .sort = "total_ns", .columns = { "func", "total_ns", "max_ns" }, .bar = GT_ROLE_RUNNING,
			 .per_proc = true, .view = GT_VIEW_GREEDY, .show = "by-function",
			 .nothing = "the program did not run" },
	[GT_BOX_WAITS] = { .title = "Waits", .report = "waitgroups", .group = "stack",
			   .filter = "!system && group && count>0 && kind!=\"runnable\"", .sort = "total_ns",
			   .columns = { "group", "total_ns", "max_ns" }, .bar = GT_ROLE_BLOCKED,
			   .view = GT_VIEW_WAITS, .show = "by-where", .nothing = "no wait ended" },
	[GT_BOX_READY] = { .title = "Waits for a P", .report = "schedgroups", .group = "func",
			   .filter = "!system && count>0", .sort = "total_ns",
			   .columns = { "group", "total_ns", "max_ns" }, .bar = GT_ROLE_RUNNABLE,
			   .view = GT_VIEW_WAITS, .show = "scheduling-by-function", .nothing = "no wait ended" },
	[GT_BOX_REQUESTS] = { .title = "Requests", .report = "requestgroups", .filter = "!system",
			      .sort = "total_ns", .columns = { "handler", "count", "p99_ns" },
			      .bar = GT_ROLE_CHART3, .view = GT_VIEW_REQUESTS, .show = "handlers" },
	[GT_BOX_PAUSES] = { .title = "Pauses", .report = "stw", .sort = "dur_ns",
			    .columns = { "reason", "stop_ns", "dur_ns" }, .bar = GT_ROLE_STW, .view = GT_VIEW_GC,
			    .show = "pauses", .nothing = "the world was not stopped" },
};

/* ---- reading ---- */

static void box_clear(struct gt_overview_box *box)
{
	for (size_t i = 0; i < box->n; i++)
		for (int k = 0; k < GT_BOX_CELLS; k++)
			free(box->rows[i].text[k]);
	*box = (struct gt_overview_box){ 0 };
}

static int box_column(const struct gt_report *r, const char *key)
{
	int col = gt_report_column(r, key, strlen(key));

	assert(col != GT_NO_COLUMN);
	return col;
}

static void box_row(struct gt_overview_box *box, const struct box_spec *spec, struct gt_table *t, uint64_t row)
{
	struct gt_overview_row *out = &box->rows[box->n++];
	struct gt_buf text = { 0 };
	struct gt_cell c;

	for (int k = 0; k < GT_BOX_CELLS; k++) {
		gt_buf_reset(&text);
		gt_table_text(&text, t, row, (unsigned)box_column(t->report, spec->columns[k]));
		out->text[k] = gt_xmemdup0(gt_buf_str(&text), text.len);
	}
	gt_table_cell(t, row, (unsigned)box_column(t->report, spec->sort), &c);
	out->ns = c.null ? 0 : c.i;
	out->row = row;
	gt_buf_release(&text);
}

/* What the rows that the box leaves out, because they are the runtime's, add up to. */
static int64_t box_system(const struct box_spec *spec, struct gt_table *t)
{
	int sum = box_column(t->report, spec->sort), system = box_column(t->report, "system");
	int64_t ns = 0;
	struct gt_cell c;

	for (uint64_t row = 0; row < t->rows; row++) {
		gt_table_cell(t, row, (unsigned)system, &c);
		if (c.null || !c.b)
			continue;
		gt_table_cell(t, row, (unsigned)sum, &c);
		ns += c.i;
	}
	return ns;
}

static unsigned box_group(const struct gt_report *r, const char *word)
{
	const struct gt_group_word *g = r->groups;

	while (strcmp(g->word, word) != 0)
		g++;
	return g->group;
}

struct box_work {
	struct gt_overview *o;
	const struct box_spec *spec;
	struct gt_table_args args;
	struct gt_view_options opt;
	struct gt_overview_box box;   /* what is read */
	struct gt_request_sums sums;  /* of requests */
};

static int box_sum_requests(struct box_work *w, struct gt_table *t, struct gt_error *err)
{
	const struct gt_table_args *a = &w->args;
	struct gt_request_adding *adding = gt_request_adding_begin(&w->sums, t->trace, gt_requests_of(t), w->o->from,
								   w->o->to, false);
	bool stopped = false;

	while (!stopped && gt_request_adding_step(adding))
		stopped = a->progress && !a->progress(a->progress_arg, 1, 1);
	gt_request_adding_end(adding);
	return stopped ? gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "cancelled") : 0;
}

static int box_read_view(struct box_work *w, struct gt_table *t, struct gt_error *err)
{
	const struct box_spec *spec = w->spec;
	struct gt_filter *filter = NULL;
	struct gt_view *view = NULL;
	int rc = spec->filter ? gt_filter_parse(&filter, t->report, spec->filter, err) : 0;

	w->opt.filter = filter;
	w->opt.sort[0] = (struct gt_sort_key){ .col = box_column(t->report, spec->sort), .desc = true };
	w->opt.nsort = 1;
	w->opt.limit = GT_BOX_ROWS;
	if (rc == 0)
		rc = gt_view_open(&view, t, &w->opt, err);
	for (uint64_t i = 0; rc == 0 && i < gt_view_count(view); i++)
		box_row(&w->box, spec, t, gt_view_row(view, i));
	if (rc == 0 && spec->per_proc)
		w->box.system_ns = box_system(spec, t);
	gt_view_close(view);
	gt_filter_free(filter);
	return rc;
}

static int box_read(struct box_work *w, struct gt_error *err)
{
	const struct gt_report *report = gt_report_find(w->spec->report, strlen(w->spec->report));
	struct gt_table *t = NULL;
	int rc;

	if (w->spec->group)
		w->args.group = box_group(report, w->spec->group);
	rc = gt_table_open(&t, report, w->o->prog->trace, &w->args, err);
	if (rc == 0)
		rc = box_read_view(w, t, err);
	if (rc == 0 && report == &gt_report_requestgroups)
		rc = box_sum_requests(w, t, err);
	gt_table_close(t);
	return rc;
}

static void box_take(struct box_work *w, bool failed)
{
	struct gt_overview_boxes *b = &w->o->boxes;

	/* One that cannot be read, for want of room, stays empty. */
	if (failed)
		box_clear(&w->box);
	box_clear(&b->v[b->next]);
	b->v[b->next] = w->box;
	if (b->next == GT_BOX_REQUESTS)
		b->requests = w->sums;
	b->v[b->next++].known = true;
}

/* ---- beside the keys ---- */

static int box_run(void *arg, struct gt_thread_job *job, struct gt_error *err)
{
	struct box_work *w = arg;

	w->args.progress = w->opt.progress = gt_thread_job_report;
	w->args.progress_arg = w->opt.progress_arg = job;
	return box_read(w, err);
}

static void box_done(struct gt_app *app, void *arg, const struct gt_error *err)
{
	struct box_work *w = arg;
	struct gt_overview_boxes *b = &w->o->boxes;

	b->at_work = false;
	if (err->code == GT_ERR_CANCELLED) {
		box_clear(&w->box);
		/* Esc in this view stops it; a job of another view only interrupts it. */
		b->stopped = gt_app_view(app) == GT_VIEW_OVERVIEW && !gt_app_displaces(app);
	} else {
		box_take(w, err->code != 0);
	}
	free(w);
	gt_app_dirty(app, GT_DIRTY_REPAINT);
}

static const struct gt_thread_job_ops box_job = {
	.what = "summing up", .run = box_run, .done = box_done,
};

static struct box_work *box_work_new(struct gt_overview *o)
{
	struct box_work *w = gt_xcalloc(1, sizeof *w);

	w->o = o;
	w->spec = &boxes[o->boxes.next];
	w->args.limited = w->opt.limited = o->limited;
	w->args.from = w->opt.from = o->from;
	w->args.to = w->opt.to = o->to;
	return w;
}

void gt_overview_boxes_refresh(struct gt_overview *o)
{
	struct gt_overview_boxes *b = &o->boxes;
	uint64_t events = gt_trace_info(o->prog->trace)->events;

	b->stopped = false;
	if (b->from == o->from && b->to == o->to && b->events == events)
		return;
	if (b->at_work)
		gt_app_cancel_job(o->pane->app);
	b->from = o->from;
	b->to = o->to;
	b->events = events;
	b->next = 0;
	for (int i = 0; i < GT_OVERVIEW_BOXES; i++)
		b->v[i].known = false;
}

void gt_overview_boxes_go_on(struct gt_overview *o)
{
	const struct gt_trace_info *info = gt_trace_info(o->prog->trace);
	bool few = info->slices + 8 * (uint64_t)info->goroutines <= gt_app_limits(o->pane->app)->sort_rows;
	struct gt_overview_boxes *b = &o->boxes;

	if (!o->complete || b->at_work || b->stopped || gt_app_works(o->pane->app))
		return;
	while (few && b->next < GT_OVERVIEW_BOXES) {
		struct box_work *w = box_work_new(o);

		box_take(w, box_read(w, NULL) < 0);
		free(w);
	}
	if (b->next < GT_OVERVIEW_BOXES) {
		b->at_work = true;
		gt_thread_job_start(o->pane->app, &box_job, box_work_new(o));
	}
}

void gt_overview_boxes_release(struct gt_overview_boxes *b)
{
	for (int i = 0; i < GT_OVERVIEW_BOXES; i++)
		box_clear(&b->v[i]);
}

/* ---- drawing ---- */

/* One with nothing to show gives its room to the others. */
static bool has_box(const struct gt_overview *o, int i)
{
	const struct gt_overview_box *box = &o->boxes.v[i];

	return boxes[i].nothing || !box->known || box->n > 0;
}

static int boxes_count(const struct gt_overview *o)
{
	int n = 0;

	for (int i = 0; i < GT_OVERVIEW_BOXES; i++)
		n += has_box(o, i);
	return n;
}

/* Time of all Ps in the range; 0: it is not known, and no share is. */
static int64_t procs_ns(const struct gt_overview *o, int which)
{
	return boxes[which].per_proc && o->f.complete && !o->other_range ? o->f.sweep.idle.procs : 0;
}

/* Its title in a line, and above the numbers what they are. */
static void draw_box_title(const struct gt_canvas *c, const struct box_spec *spec, bool shares)
{
	const struct gt_report *r = gt_report_find(spec->report, strlen(spec->report));

	gt_canvas_hline(c, 0, 0, c->cols, GT_ROLE_RULE);
	gt_canvas_printf(c, 0, 0, GT_ROLE_HEADER, "%s ", spec->title);
	for (int k = 1; k < GT_BOX_CELLS; k++) {
		const char *title = r->columns[box_column(r, spec->columns[k])].title;
		int end = c->cols - (GT_BOX_CELLS - 1 - k) * NUMBER;

		title = shares && k == 1 ? "Of Ps" : title;
		gt_canvas_printf(c, 0, end - (int)strlen(title) - 1, GT_ROLE_DIM, " %s ", title);
	}
}

static void draw_box_row(const struct gt_canvas *c, int y, gt_style style, const char *const *text, double share,
			 gt_style bar)
{
	int numbers = (GT_BOX_CELLS - 1) * NUMBER, width = c->cols >= BARS ? (c->cols - numbers) / 4 : 0;
	int name = c->cols - numbers - (width ? width + 1 : 0);
	struct gt_buf fit = { 0 };

	gt_func_fit(&fit, text[0], strlen(text[0]), name, gt_canvas_ascii(c));
	gt_canvas_text(c, y, 0, style, gt_buf_str(&fit));
	gt_buf_release(&fit);
	if (width && share > 0)
		gt_canvas_hbar(c, y, name + 1, width, bar, share);
	for (int k = 1; k < GT_BOX_CELLS; k++)
		gt_canvas_fit(c, y, c->cols - (GT_BOX_CELLS - k) * NUMBER + 1, NUMBER - 1, style, text[k],
			      strlen(text[k]), true);
}

static void draw_box_share(const struct gt_canvas *c, int y, gt_style style, const char *const *text, int64_t ns,
			   int64_t all, gt_style bar)
{
	const struct gt_human_text share = gt_share_text((double)ns / (double)all);
	const char *const cells[GT_BOX_CELLS] = { text[0], share.s, text[2] };

	draw_box_row(c, y, style, cells, (double)ns / (double)all, bar);
}

/* Time of Ps that is no function's of the program. */
struct box_others {
	const char *name[GT_BOX_CELLS];
	enum gt_role bar;
	int64_t ns;
};
#define OTHERS 3

/* At most `room` of them, those with most of it, in their order. */
static int find_others(const struct gt_overview *o, const struct gt_overview_box *box, int room, struct box_others *out)
{
	const struct gt_gccost *gc = &o->f.gc;
	int64_t workers = gc->dedicated + gc->fractional + gc->idle;
	const struct box_others others[OTHERS] = {
		{ { "GC workers", "", "" }, GT_ROLE_GC, workers },
		{ { "rest of the runtime", "", "" }, GT_ROLE_RUNTIME, box->system_ns - workers },
		{ { "idle Ps", "", "" }, GT_ROLE_IDLE, o->f.sweep.idle.procs - gc->busy },
	};
	int n = 0;

	for (int i = 0; i < OTHERS; i++) {
		int larger = 0;

		for (int k = 0; k < OTHERS; k++)
			larger += others[k].ns > others[i].ns;
		if (others[i].ns > 0 && larger < room)
			out[n++] = others[i];
	}
	return n;
}

/* Of a trace that is damaged, or of the range, nothing is said that only a whole one could show. */
static const char *box_nothing(const struct gt_overview *o, int which)
{
	if (!gt_program_fault(o->prog) && !o->limited)
		return boxes[which].nothing;
	return o->limited ? "nothing in A-B" : "nothing in what is whole of the trace";
}

static void draw_box_rows(const struct gt_overview *o, int which, const struct gt_canvas *c)
{
	const struct gt_overview_box *box = &o->boxes.v[which];
	int64_t all = procs_ns(o, which), most = box->n && box->rows[0].ns > 0 ? box->rows[0].ns : 1;
	const char *empty = box->known ? box_nothing(o, which) : "…";
	struct box_others others[OTHERS];
	int nothers = all && box->known ? find_others(o, box, (c->rows - 1) / 2, others) : 0, y = 1;

	for (size_t i = 0; i < box->n && y < c->rows - nothers; i++, y++) {
		const struct gt_overview_row *row = &box->rows[i];
		const char *const text[GT_BOX_CELLS] = { row->text[0], row->text[1], row->text[2] };

		if (all)
			draw_box_share(c, y, GT_ROLE_NORMAL, text, row->ns, all, boxes[which].bar);
		else
			draw_box_row(c, y, GT_ROLE_NORMAL, text, (double)row->ns / (double)most, boxes[which].bar);
	}
	for (int i = 0; i < nothers && y < c->rows; i++, y++)
		draw_box_share(c, y, GT_ROLE_DIM, others[i].name, others[i].ns, all, others[i].bar);
	if (y == 1)
		gt_canvas_fit(c, 1, 0, c->cols, GT_ROLE_DIM, empty, strlen(empty), false);
}

/* ---- places ---- */

static int filled_rows(const struct gt_overview *o, int i)
{
	int n = (int)o->boxes.v[i].n + (procs_ns(o, i) ? OTHERS : 0);

	return n ? n : 1;
}

/* The lowest box of each column takes what is left of it, if it has more to show. */
static int grow_boxes(struct gt_overview *o, int rows, int *down, int across)
{
	int used = 0;

	for (int k = 0; k < across; k++) {
		for (int i = 0; i < GT_OVERVIEW_BOXES; i++) {
			struct gt_rect *at = &o->boxes.at[i];
			int more = filled_rows(o, i) + 1 - at->rows;

			if (!at->rows || at->x != o->boxes.left[k] || at->y + at->rows != down[k])
				continue;
			more = more < rows - down[k] ? more : rows - down[k];
			at->rows += more;
			down[k] += more;
		}
		used = down[k] > used ? down[k] : used;
	}
	return used;
}

/* Boxes fill columns from above, each the one with most room left, with at most `most` rows below their titles. */
static int place_boxes(struct gt_overview *o, int cols, int rows, int most)
{
	int n = boxes_count(o), across = (cols + GAP) / (NARROW + GAP), down[GT_OVERVIEW_BOXES] = { 0 };

	memset(o->boxes.at, 0, sizeof o->boxes.at);
	across = across > n ? n : across;
	for (int k = 0; k < across; k++)
		o->boxes.left[k] = k * ((cols + GAP) / across);
	for (int i = 0; i < GT_OVERVIEW_BOXES && across; i++) {
		int filled = filled_rows(o, i), height = 1 + (filled > most ? most : filled), least = 0;

		for (int k = 1; k < across; k++)
			least = down[k] < down[least] ? k : least;
		if (!has_box(o, i) || down[least] + height > rows)
			continue;
		o->boxes.at[i] = (struct gt_rect){ .y = down[least], .x = o->boxes.left[least], .rows = height,
						   .cols = (cols + GAP) / across - GAP };
		down[least] += height;
	}
	return grow_boxes(o, rows, down, across);
}

static int boxes_left_out(const struct gt_overview *o)
{
	int n = 0;

	for (int i = 0; i < GT_OVERVIEW_BOXES; i++)
		n += has_box(o, i) && !o->boxes.at[i].rows;
	return n;
}

int gt_overview_boxes_place(struct gt_overview *o, int cols, int rows)
{
	int most = GT_BOX_ROWS, used = place_boxes(o, cols, rows, most);

	while (most > LEAST && boxes_left_out(o))
		used = place_boxes(o, cols, rows, --most);
	return used;
}

void gt_overview_boxes_draw(struct gt_overview *o, const struct gt_canvas *c, int top)
{
	for (int i = 0; i < GT_OVERVIEW_BOXES; i++) {
		struct gt_rect *at = &o->boxes.at[i];
		struct gt_canvas sub = gt_canvas_sub(c, at->y, at->x, at->rows, at->cols);

		if (!at->rows)
			continue;
		draw_box_title(&sub, &boxes[i], procs_ns(o, i) > 0);
		draw_box_rows(o, i, &sub);
		at->y += top;
	}
}

/* In its order, the largest first, whatever was selected; on the row that was clicked, if one was. */
static void box_open(struct gt_overview *o, const struct box_spec *spec, const struct gt_overview_row *clicked)
{
	struct gt_pane *pane = gt_app_pane(o->pane->app, spec->view);
	struct gt_pane_table *pt;
	unsigned mode = 0;

	if (!gt_app_jump(o->pane->app, spec->view, NULL))
		return;
	while (!pane->modes->spec->v[mode].name || strcmp(pane->modes->spec->v[mode].name, spec->show) != 0)
		mode++;
	assert(mode < pane->modes->spec->n);
	gt_modes_show(pane, mode, (struct gt_mode_part){ 0 });
	pt = gt_modes_table(pane);
	pt->to_top = true;
	pt->to_row = clicked ? clicked->row + 1 : 0;
	gt_pane_table_go_to_top(pt);
}

bool gt_overview_boxes_click(struct gt_overview *o, int y, int x)
{
	for (int i = 0; i < GT_OVERVIEW_BOXES; i++) {
		const struct gt_rect *at = &o->boxes.at[i];
		const struct gt_overview_box *box = &o->boxes.v[i];
		size_t row = (size_t)(y - at->y - 1);

		if (y < at->y || y >= at->y + at->rows || x < at->x || x >= at->x + at->cols)
			continue;
		box_open(o, &boxes[i], row < box->n ? &box->rows[row] : NULL);
		return true;
	}
	return false;
}
