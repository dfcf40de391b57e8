/* The visible window as text; the slices of A to B, or of the window, as the reports print them. */
#include <stdlib.h>
#include <string.h>

#include "analysis/slices/greedy.h"
#include "analysis/table/reports.h"
#include "base/human.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "format/export.h"
#include "ui/kit/exporting.h"
#include "ui/timeline/act.h"
#include "ui/timeline/draw.h"

/* A window can hold millions of slices: more than anyone reads. */
#define TEXT_SLICES 100000
#define STEP_SLICES 64
#define MAX_LANE_ROWS 1000

const char *const gt_tl_formats[] = { "text", "csv", "json", "ndjson", NULL };

/* ---- the slices of an interval, of all Ps that are not hidden, in time order ---- */

/* One P's next slice. */
struct head {
	uint32_t proc_row;
	uint64_t k;
	struct gt_slice s;
	bool more;
};

struct walk {
	const struct gt_trace *trace;
	int64_t from, to;
	bool rows;            /* of the report greedy, where slices begin as the trace first shows them */
	struct head *heads;
	size_t n;
	uint64_t done, all;
};

static int64_t begin_of(const struct walk *w, const struct gt_slice *s)
{
	return w->rows ? s->seen : s->t0;
}

static void export_load(const struct walk *w, struct head *h)
{
	h->more = gt_slice_get(w->trace, gt_slice_of_proc(w->trace, h->proc_row, h->k), &h->s) &&
		  begin_of(w, &h->s) < w->to;
}

/* A to B if there is such a range, else the window. */
static void begin_walk(const struct gt_timeline *tl, struct walk *w, bool rows)
{
	const struct gt_trace *t = tl->view.trace;

	*w = (struct walk){
		.trace = t, .from = tl->view.win.t0, .to = tl->view.win.t0 + tl->view.win.span, .rows = rows,
	};
	gt_app_range(tl->pane->app, &w->from, &w->to);
	w->heads = gt_xcalloc(gt_trace_info(t)->procs + 1, sizeof *w->heads);
	for (uint32_t i = 0; i < gt_trace_info(t)->procs; i++) {
		const struct gt_lane lane = { .kind = GT_LANE_PROC, .row = gt_proc_by_order(t, i) };
		struct head *h = &w->heads[w->n];
		struct gt_slice s;
		uint64_t end;

		if (gt_lanes_is_hidden(&tl->view.lanes, &lane))
			continue;
		w->n++;
		h->proc_row = lane.row;
		h->k = gt_slice_seek(t, lane.row, w->from);
		/* Up to the one that goes on at the end. */
		end = gt_slice_seek(t, lane.row, w->to);
		end += gt_slice_get(t, gt_slice_of_proc(t, lane.row, end), &s) && begin_of(w, &s) < w->to;
		w->all += end > h->k ? end - h->k : 0;
		export_load(w, h);
	}
}

static bool export_next(struct walk *w, struct gt_slice *out)
{
	struct head *first = NULL;

	for (size_t i = 0; i < w->n; i++) {
		if (w->heads[i].more && (!first || begin_of(w, &w->heads[i].s) < begin_of(w, &first->s)))
			first = &w->heads[i];
	}
	if (!first)
		return false;
	*out = first->s;
	first->k++;
	export_load(w, first);
	w->done++;
	return true;
}

/* ---- text ---- */

/* The lanes as they are drawn, all of them however many rows the screen has. */
static void put_lanes(struct gt_timeline *tl, struct gt_buf *out)
{
	int rows = gt_lanes_rows(&tl->view.lanes, MAX_LANE_ROWS) + 2, shown = tl->view.rows;
	struct gt_tl_frame frame = tl->frame;
	size_t top = tl->view.lanes.top;
	struct gt_grid *grid = gt_grid_new(rows > 3 ? rows : 3, frame.cols);
	struct gt_canvas c = gt_grid_canvas(grid);

	gt_grid_set_ascii(grid, gt_app_options(tl->pane->app)->ascii);
	tl->view.pace.all = true;
	gt_tl_draw(tl, &c);
	tl->view.pace.all = false;
	gt_grid_dump(grid, out);
	gt_grid_free(grid);
	/* The screen's own; the array of rows may have grown. */
	frame.row = tl->frame.row;
	frame.row_cap = tl->frame.row_cap;
	tl->frame = frame;
	tl->view.rows = shown;
	tl->view.lanes.top = top;
	tl->frame.lanes = gt_lanes_view(&tl->view.lanes, shown - frame.first, tl->frame.row);
}

static void text_slice(const struct gt_trace *t, int64_t greedy_ns, const struct gt_slice *s, struct gt_buf *out)
{
	int64_t ns = s->t1 - s->t0;
	struct gt_proc p = { 0 };

	gt_proc_get(t, s->proc_row, &p);
	gt_buf_printf(out, "%s  %10s  P%-4llu ", gt_time_text(s->t0).s, gt_dur_text(ns).s, (unsigned long long)p.id);
	gt_tl_slice_label(t, s, 1000, false, out);
	gt_buf_printf(out, "  %s -> %s%s%s\n", gt_event_type_name(t, s->start_type),
		      s->flags & GT_SLICE_OPEN ? "the trace's end" : gt_event_type_name(t, s->end_type),
		      s->flags & GT_SLICE_CUT ? ", began before the trace" : "", ns >= greedy_ns ? "  !" : "");
}

/* What comes before the slices. */
static void put_head(struct gt_timeline *tl, const struct walk *w, struct gt_buf *out)
{
	const char *file = gt_trace_info(tl->view.trace)->file;
	const struct gt_window *win = &tl->view.win;

	gt_buf_puts(out, "Timeline of ");
	gt_text_escape(out, file, strlen(file));
	gt_buf_printf(out, ", %s to %s\n\n", gt_time_text(win->t0).s, gt_time_text(win->t0 + win->span).s);
	put_lanes(tl, out);
	gt_buf_putc(out, '\n');
	gt_tl_legend(tl, gt_app_options(tl->pane->app)->ascii, out);
	gt_buf_printf(out, "\n\n%s%s to %s\n\n",
		      w->from == win->t0 && w->to == win->t0 + win->span ? "Slices from " : "Slices of A to B, ",
		      gt_time_text(w->from).s, gt_time_text(w->to).s);
}

/* ---- in pieces ---- */

struct export {
	struct gt_exporting head;
	struct gt_timeline *tl;
	struct walk walk;
	uint64_t most;                 /* slices */
	struct gt_table *table;        /* rows of the report "greedy"; NULL: text */
	struct gt_export *writer;
};

static bool timeline_export_step(struct gt_exporting *head, struct gt_buf *out)
{
	struct export *e = (struct export *)head;
	struct gt_slice s;
	uint64_t row;

	if (!e->table && e->walk.done == 0)
		put_head(e->tl, &e->walk, out);
	for (int i = 0; i < STEP_SLICES; i++) {
		if (e->walk.done < e->most && export_next(&e->walk, &s)) {
			row = e->table ? gt_greedy_row(e->table, s.id) : 0;
			if (!e->table)
				text_slice(e->tl->view.trace, e->tl->view.prog->greedy_ns, &s, out);
			else if (row < e->table->rows)
				gt_export_rows(e->writer, &row, 1, out);
			continue;
		}
		gt_export_close(e->writer, out);
		if (!e->table && e->walk.all > e->walk.done)
			gt_buf_printf(out, "and %s more\n", gt_count_text(e->walk.all - e->walk.done).s);
		e->writer = NULL;
		return true;
	}
	return false;
}

static double export_share(const struct gt_exporting *head)
{
	const struct walk *w = &((const struct export *)head)->walk;

	return w->all ? (double)w->done / (double)w->all : 1;
}

static void export_tell(const struct gt_exporting *head, struct gt_buf *out)
{
	const struct walk *w = &((const struct export *)head)->walk;

	gt_buf_printf(out, "%s slices", gt_count_text(w->done).s);
	if (w->all > w->done)
		gt_buf_printf(out, ", %s left out", gt_count_text(w->all - w->done).s);
}

static void close_export(struct gt_exporting *head)
{
	struct export *e = (struct export *)head;
	struct gt_buf rest = { 0 };

	gt_export_close(e->writer, &rest);
	gt_buf_release(&rest);
	if (e->table)
		gt_table_close(e->table);
	free(e->walk.heads);
	free(e);
}

static const struct gt_exporting_ops ops = {
	.step = timeline_export_step, .share = export_share, .close = close_export, .tell = export_tell,
};

int gt_tl_export_open(struct gt_pane *pane, const char *format, bool all, struct gt_exporting **out,
		      struct gt_error *err)
{
	struct gt_timeline *tl = gt_timeline_of(pane);
	bool text = strcmp(format, "text") == 0;
	struct export *e = gt_xcalloc(1, sizeof *e);
	int r = 0;

	(void)all;
	e->head.ops = &ops;
	e->tl = tl;
	e->most = text ? TEXT_SLICES : UINT64_MAX;
	begin_walk(tl, &e->walk, !text);
	if (!text)
		r = gt_table_open(&e->table, &gt_report_greedy, tl->view.prog->trace, NULL, err);
	if (!text && r >= 0)
		r = gt_export_open(&e->writer, format, e->table, err);
	if (r < 0)
		close_export(&e->head);
	else
		*out = &e->head;
	return r;
}
