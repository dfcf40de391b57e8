/* The minimap: the whole trace on one row, and where the window is. */
#include <string.h>

#include "base/xalloc.h"
#include "ui/timeline/timeline.h"

/* Questions to the index in one frame; the rest follows in the next ones. */
#define QUERIES 2048

/* Begins again: what is there stays to be seen until it is computed. */
static void map_begin(struct gt_timeline *tl, int cols)
{
	const struct gt_trace_info *info = gt_trace_info(tl->view.trace);
	struct gt_tl_map *map = &tl->map;

	if (map->cols != cols) {
		GT_GROW(map->eighths, map->cap, (size_t)cols);
		memset(map->eighths, 0, (size_t)cols);
	}
	map->cols = cols;
	map->next = 0;
	map->extent = tl->view.extent;
	map->slices = info->slices;
	/* While the trace is read: since when a slice goes on that has no row yet. */
	map->known = INT64_MAX;
	for (uint32_t proc_row = 0; proc_row < info->procs; proc_row++) {
		int64_t open = gt_lane_known(gt_proc_open_slice(tl->view.trace, proc_row));

		map->known = open < map->known ? open : map->known;
	}
}

/* ns in slices of all Ps before a time. */
static uint64_t map_busy_until(const struct gt_trace *t, uint32_t procs, int64_t time)
{
	uint64_t sum = 0;

	for (uint32_t proc_row = 0; proc_row < procs; proc_row++)
		sum += (uint64_t)gt_slices_busy_until(t, proc_row, time);
	return sum;
}

static void map_update(struct gt_timeline *tl, int cols)
{
	const struct gt_trace_info *info = gt_trace_info(tl->view.trace);
	const struct gt_trace *t = tl->view.trace;
	struct gt_tl_map *map = &tl->map;
	uint32_t procs = info->procs;
	/* The end of the column before: not from another frame, because the rows may have changed. */
	int64_t edge = GT_NO_TIME;
	uint64_t until = 0;
	struct gt_window all;

	if (map->cols != cols ||
	    (map->next >= cols && (map->extent != tl->view.extent || map->slices != info->slices)))
		map_begin(tl, cols);
	all = (struct gt_window){ 0, map->extent };
	for (int64_t left = QUERIES; map->next < cols && left > 0; map->next++, left -= procs) {
		int64_t a = gt_window_start(&all, cols, map->next), b = gt_window_end(&all, cols, map->next);
		uint64_t before = a == edge ? until : map_busy_until(t, procs, a);

		edge = b;
		until = map_busy_until(t, procs, b);
		map->eighths[map->next] = (uint8_t)gt_tl_eighths((int64_t)(until - before), (b - a) * procs);
	}
	if (map->next < cols)
		gt_app_dirty(tl->pane->app, GT_DIRTY_REPAINT);
}

/* Where the window is, on colour and as brackets, and the markers. */
static void map_draw_over(const struct gt_timeline *tl, const struct gt_canvas *row)
{
	const struct gt_lane_view *v = &tl->view;
	const struct gt_window all = { 0, v->extent };
	gt_style style = GT_ON(GT_ROLE_AXIS, GT_ROLE_WINDOW);
	int from = gt_window_column(&all, row->cols, v->win.t0);
	int to = gt_window_column(&all, row->cols, v->win.t0 + v->win.span - 1);
	int64_t t;

	from = from < 0 ? 0 : from;
	to = to < row->cols ? to : row->cols - 1;
	if (from > to)
		return;
	gt_canvas_under(row, 0, from, 1, to - from + 1, GT_ROLE_WINDOW);
	gt_canvas_text(row, 0, from, style, from == to ? "◆" : "[");
	if (from != to)
		gt_canvas_text(row, 0, to, style, "]");
	for (int i = 0; i < 2; i++) {
		if (!gt_app_marker(tl->pane->app, i, &t))
			continue;
		t = t < v->extent ? t : v->extent - 1;
		gt_canvas_text(row, 0, gt_window_column(&all, row->cols, t), GT_ROLE_MARKER, i ? "B" : "A");
	}
}

void gt_tl_map_draw(struct gt_timeline *tl, const struct gt_canvas *row)
{
	const struct gt_window all = { 0, tl->map.extent };

	if (row->cols <= 0)
		return;
	map_update(tl, row->cols);
	for (int x = 0; x < row->cols; x++) {
		if (gt_window_end(&all, row->cols, x) > tl->map.known)
			gt_canvas_text(row, 0, x, GT_ROLE_UNREAD, GT_LANE_UNREAD);
		else
			gt_canvas_vblock(row, 0, x, GT_ROLE_RUNNING, tl->map.eighths[x]);
	}
	map_draw_over(tl, row);
}
