/* The visible window as text; the slices of A to B, or of the window, as the reports print them. */
#include <stdlib.h>
#include <string.h>

#include "analysis/greedy.h"
#include "base/human.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "ui/timeline.h"

/* A window can hold millions of slices: more than anyone reads, and more than should be held in memory. */
#define MAX_SLICES 100000
#define MAX_LANE_ROWS 1000

const char *const gt_tl_formats[] = { "text", "csv", "json", "ndjson", NULL };

/* ---- the slices of an interval, of all Ps that are not hidden, in time order ---- */

struct list {
	int64_t from, to;
	uint32_t *ids;
	size_t n;
	uint64_t left_out;
};

/* One P's next slice. */
struct head {
	uint32_t part;
	uint64_t k;
	struct gt_slice s;
	bool more;
};

static void load(const struct gt_trace *t, struct head *h, int64_t to)
{
	h->more = gt_slice_get(t, gt_slice_of_proc(t, h->part, h->k), &h->s) && h->s.t0 < to;
}

static size_t begin_heads(const struct gt_timeline *tl, const struct list *l, struct head *heads)
{
	const struct gt_trace *t = tl->prog->trace;
	size_t n = 0;

	for (uint32_t i = 0; i < gt_trace_info(t)->procs; i++) {
		const struct gt_lane lane = { .kind = GT_LANE_PROC, .row = gt_proc_by_order(t, i) };

		if (gt_lanes_is_hidden(&tl->lanes, &lane))
			continue;
		heads[n].part = lane.row;
		heads[n].k = gt_slice_seek(t, lane.row, l->from);
		load(t, &heads[n++], l->to);
	}
	return n;
}

static struct head *earliest(struct head *heads, size_t n)
{
	struct head *first = NULL;

	for (size_t i = 0; i < n; i++) {
		if (heads[i].more && (!first || heads[i].s.t0 < first->s.t0))
			first = &heads[i];
	}
	return first;
}

static uint64_t count_rest(const struct gt_trace *t, const struct head *h, int64_t to)
{
	uint64_t k = gt_slice_seek(t, h->part, to);
	struct gt_slice s;

	if (gt_slice_get(t, gt_slice_of_proc(t, h->part, k), &s) && s.t0 < to)
		k++;
	return k > h->k ? k - h->k : 0;
}

static void list_slices(const struct gt_timeline *tl, int64_t from, int64_t to, struct list *l)
{
	const struct gt_trace *t = tl->prog->trace;
	struct head *heads = gt_xcalloc(gt_trace_info(t)->procs + 1, sizeof *heads), *h;
	size_t cap = 0, n;

	*l = (struct list){ .from = from, .to = to };
	n = begin_heads(tl, l, heads);
	while (l->n < MAX_SLICES && (h = earliest(heads, n))) {
		GT_GROW(l->ids, cap, l->n + 1);
		l->ids[l->n++] = h->s.id;
		h->k++;
		load(t, h, to);
	}
	for (size_t i = 0; l->n == MAX_SLICES && i < n; i++)
		l->left_out += count_rest(t, &heads[i], to);
	free(heads);
}

/* A to B if there is such a range, else the window. */
static void list_meant(const struct gt_timeline *tl, struct list *l)
{
	int64_t from = tl->win.t0, to = from + tl->win.span;

	gt_app_range(tl->pane->app, &from, &to);
	list_slices(tl, from, to, l);
}

/* ---- text ---- */

/* The lanes as they are drawn, all of them however many rows the screen has. */
static void put_lanes(struct gt_timeline *tl, struct gt_buf *out)
{
	int rows = gt_lanes_rows(&tl->lanes, MAX_LANE_ROWS) + 2;
	struct gt_tl_frame frame = tl->frame;
	size_t top = tl->lanes.top;
	struct gt_grid *grid = gt_grid_new(rows > 3 ? rows : 3, frame.cols);
	struct gt_canvas c = gt_grid_canvas(grid);

	gt_grid_set_ascii(grid, gt_app_options(tl->pane->app)->ascii);
	tl->pace.all = true;
	gt_tl_draw(tl, &c);
	tl->pace.all = false;
	gt_grid_dump(grid, out);
	gt_grid_free(grid);
	/* The screen's own; the array of rows may have grown. */
	frame.row = tl->frame.row;
	frame.row_cap = tl->frame.row_cap;
	tl->frame = frame;
	tl->lanes.top = top;
	tl->frame.lanes = gt_lanes_view(&tl->lanes, frame.rows - frame.first, tl->frame.row);
}

static void text_slice(const struct gt_timeline *tl, const struct gt_slice *s, struct gt_buf *out)
{
	struct gt_buf dur = { 0 };
	struct gt_proc p = { 0 };

	gt_proc_get(tl->prog->trace, s->part, &p);
	gt_human_time(out, s->t0);
	gt_human_dur3(&dur, s->t1 - s->t0);
	gt_buf_printf(out, "  %10s  P%-4llu ", gt_buf_str(&dur), (unsigned long long)p.id);
	gt_tl_slice_label(tl, s, 1000, false, out);
	gt_buf_printf(out, "  %s -> %s%s%s\n", gt_event_type_name(tl->prog->trace, s->start_type),
		      s->flags & GT_SLICE_OPEN ? "the trace's end"
					       : gt_event_type_name(tl->prog->trace, s->end_type),
		      s->flags & GT_SLICE_CUT ? ", began before the trace" : "",
		      s->t1 - s->t0 >= tl->prog->greedy_ns ? "  !" : "");
	gt_buf_release(&dur);
}

static void put_span(const char *what, int64_t from, int64_t to, struct gt_buf *out)
{
	gt_buf_puts(out, what);
	gt_human_time(out, from);
	gt_buf_puts(out, " to ");
	gt_human_time(out, to);
	gt_buf_putc(out, '\n');
}

static void put_slices(struct gt_timeline *tl, struct gt_buf *out)
{
	struct gt_slice s;
	struct list l;

	list_meant(tl, &l);
	put_span(l.from == tl->win.t0 && l.to == tl->win.t0 + tl->win.span ? "Slices from " : "Slices of A to B, ",
		 l.from, l.to, out);
	gt_buf_putc(out, '\n');
	for (size_t i = 0; i < l.n; i++) {
		if (gt_slice_get(tl->prog->trace, l.ids[i], &s))
			text_slice(tl, &s, out);
	}
	if (l.left_out)
		gt_buf_printf(out, "and %llu more\n", (unsigned long long)l.left_out);
	free(l.ids);
}

static void export_text(struct gt_timeline *tl, struct gt_buf *out)
{
	const char *file = gt_trace_info(tl->prog->trace)->file;

	gt_buf_puts(out, "Timeline of ");
	gt_text_escape(out, file, strlen(file));
	put_span(", ", tl->win.t0, tl->win.t0 + tl->win.span, out);
	gt_buf_putc(out, '\n');
	put_lanes(tl, out);
	gt_buf_putc(out, '\n');
	gt_tl_legend(tl, gt_app_options(tl->pane->app)->ascii, out);
	gt_buf_puts(out, "\n\n");
	put_slices(tl, out);
}

/* ---- rows of the report "greedy" ---- */

static int export_rows(struct gt_timeline *tl, const char *format, struct gt_buf *out, struct gt_error *err)
{
	uint64_t *rows, n = 0;
	struct gt_table *t;
	struct list l;
	int r;

	list_meant(tl, &l);
	r = gt_table_open(&t, &gt_report_greedy, tl->prog->trace, NULL, err);
	if (r == 0) {
		rows = gt_xcalloc(l.n + 1, sizeof *rows);
		for (size_t i = 0; i < l.n; i++) {
			rows[n] = gt_greedy_row(t, l.ids[i]);
			n += rows[n] < t->rows;
		}
		r = tl->prog->export->rows(format, t, rows, n, out, err);
		free(rows);
		gt_table_close(t);
	}
	if (r == 0 && l.left_out)
		gt_app_message(tl->pane->app, "the first %d slices; %llu more were left out", MAX_SLICES,
			       (unsigned long long)l.left_out);
	free(l.ids);
	return r;
}

int gt_tl_export(struct gt_timeline *tl, const char *format, struct gt_buf *out, struct gt_error *err)
{
	if (strcmp(format, "text") == 0) {
		export_text(tl, out);
		return 0;
	}
	if (!tl->prog->export)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "text only");
	return export_rows(tl, format, out, err);
}
