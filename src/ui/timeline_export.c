/* The visible window as text and CSV. */
#include <string.h>

#include "base/human.h"
#include "base/utf8.h"
#include "ui/timeline.h"

/* A window can hold millions of slices: more than anyone reads, and more than should be held in memory. */
#define MAX_SLICES 100000
#define MAX_LANE_ROWS 1000

const char *const gt_tl_formats[] = { "text", "csv", NULL };

typedef void slice_fn(const struct gt_timeline *tl, const struct gt_slice *s, uint64_t proc,
		      struct gt_buf *out);

/* Slices of the lanes shown that touch the window, lane by lane; returns how many were left out. */
static uint64_t each_slice(const struct gt_timeline *tl, slice_fn *fn, struct gt_buf *out)
{
	const struct gt_trace *t = tl->prog->trace;
	int64_t end = tl->win.t0 + tl->win.span;
	uint64_t done = 0, left_out = 0;
	struct gt_slice s;

	for (size_t i = 0; i < tl->lanes.count; i++) {
		struct gt_proc p = { 0 };
		struct gt_lane lane;
		uint64_t k;

		if (!gt_lanes_get(&tl->lanes, i, &lane) || lane.kind != GT_LANE_PROC)
			continue;
		gt_proc_get(t, lane.row, &p);
		k = gt_slice_seek(t, lane.row, tl->win.t0);
		for (; done < MAX_SLICES && gt_slice_get(t, gt_slice_of_proc(t, lane.row, k), &s); k++) {
			if (s.t0 >= end)
				break;
			fn(tl, &s, p.id, out);
			done++;
		}
		if (done == MAX_SLICES && gt_slice_seek(t, lane.row, end) > k)
			left_out += gt_slice_seek(t, lane.row, end) - k;
	}
	return left_out;
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
	gt_tl_draw(tl, &c);
	gt_grid_dump(grid, out);
	gt_grid_free(grid);
	/* The screen's own; the array of rows may have grown. */
	frame.row = tl->frame.row;
	frame.row_cap = tl->frame.row_cap;
	tl->frame = frame;
	tl->lanes.top = top;
	tl->frame.lanes = gt_lanes_view(&tl->lanes, frame.rows - frame.first, tl->frame.row);
}

static void text_slice(const struct gt_timeline *tl, const struct gt_slice *s, uint64_t proc,
		       struct gt_buf *out)
{
	struct gt_buf dur = { 0 };

	gt_human_time(out, s->t0);
	gt_human_dur3(&dur, s->t1 - s->t0);
	gt_buf_printf(out, "  %10s  P%-4llu ", gt_buf_str(&dur), (unsigned long long)proc);
	gt_tl_slice_label(tl, s, 1000, false, out);
	gt_buf_printf(out, "  %s -> %s%s%s\n", gt_event_type_name(tl->prog->trace, s->start_type),
		      s->flags & GT_SLICE_OPEN ? "the trace's end"
					       : gt_event_type_name(tl->prog->trace, s->end_type),
		      s->flags & GT_SLICE_CUT ? ", began before the trace" : "",
		      s->t1 - s->t0 >= tl->prog->greedy_ns ? "  !" : "");
	gt_buf_release(&dur);
}

static void export_text(struct gt_timeline *tl, struct gt_buf *out)
{
	const char *file = gt_trace_info(tl->prog->trace)->file;
	struct gt_buf from = { 0 }, to = { 0 };
	uint64_t left_out;

	gt_human_time(&from, tl->win.t0);
	gt_human_time(&to, tl->win.t0 + tl->win.span);
	gt_buf_puts(out, "Timeline of ");
	gt_text_escape(out, file, strlen(file));
	gt_buf_printf(out, ", %s to %s\n\n", gt_buf_str(&from), gt_buf_str(&to));
	put_lanes(tl, out);
	gt_buf_putc(out, '\n');
	gt_tl_legend(tl, gt_app_options(tl->pane->app)->ascii, out);
	gt_buf_puts(out, "\n\n");
	left_out = each_slice(tl, text_slice, out);
	if (left_out)
		gt_buf_printf(out, "and %llu more\n", (unsigned long long)left_out);
	gt_buf_release(&from);
	gt_buf_release(&to);
}

/* ---- CSV ---- */

static void csv_string(struct gt_buf *out, const char *s, size_t n)
{
	struct gt_buf clean = { 0 };

	gt_text_escape(&clean, s, n);
	gt_buf_putc(out, '"');
	for (size_t i = 0; i < clean.len; i++) {
		if (clean.data[i] == '"')
			gt_buf_putc(out, '"');
		gt_buf_putc(out, clean.data[i]);
	}
	gt_buf_putc(out, '"');
	gt_buf_release(&clean);
}

static void csv_slice(const struct gt_timeline *tl, const struct gt_slice *s, uint64_t proc,
		      struct gt_buf *out)
{
	const struct gt_trace *t = tl->prog->trace;
	struct gt_goroutine g = { 0 };
	uint64_t m = gt_proc_thread(t, s->part, s->t0);
	const char *name;
	size_t n;

	gt_goroutine_get(t, s->g, &g);
	gt_buf_printf(out, "%lld,%lld,%lld,%llu,%llu,", (long long)(s->t1 - s->t0), (long long)s->t0,
		      (long long)s->t1, (unsigned long long)proc, (unsigned long long)g.id);
	if (m != GT_NONE)
		gt_buf_u64(out, m);
	gt_buf_putc(out, ',');
	name = gt_trace_string(t, g.func, &n);
	csv_string(out, name, n);
	gt_buf_printf(out, ",%s,%s,", gt_event_type_name(t, s->start_type),
		      s->flags & GT_SLICE_OPEN ? "" : gt_event_type_name(t, s->end_type));
	name = gt_trace_string(t, s->reason, &n);
	csv_string(out, name, n);
	gt_buf_printf(out, ",%s\n", s->flags & GT_SLICE_OPEN ? "true" : "false");
}

int gt_tl_export(struct gt_timeline *tl, const char *format, struct gt_buf *out, struct gt_error *err)
{
	uint64_t left_out;

	(void)err;
	if (strcmp(format, "csv") != 0) {
		export_text(tl, out);
		return 0;
	}
	gt_buf_puts(out, "dur_ns,start_ns,end_ns,p,g,m,func,start_event,end_event,end_reason,open\n");
	left_out = each_slice(tl, csv_slice, out);
	if (left_out)
		gt_app_message(tl->pane->app, "the first %d slices; %llu more were left out", MAX_SLICES,
			       (unsigned long long)left_out);
	return 0;
}
