/* The minimap: the whole trace on one row, and where the window is. */
#include "base/xalloc.h"
#include "ui/timeline/timeline.h"

/* Questions to the index in one frame; the rest follows in the next ones. */
#define QUERIES 2048

/* While the trace is read: since when a slice goes on that has no row yet. */
static int64_t map_known(const struct gt_trace *t)
{
	uint32_t procs = gt_trace_info(t)->procs;
	int64_t first = INT64_MAX;

	for (uint32_t proc_row = 0; proc_row < procs; proc_row++) {
		int64_t open = gt_lane_known(gt_proc_open_slice(t, proc_row));

		first = open < first ? open : first;
	}
	return first;
}

static void map_begin(struct gt_tl_map *map, int cols, int64_t extent, uint64_t slices)
{
	if (map->cols != cols) {
		GT_GROW(map->eighths, map->cap, (size_t)cols);
		for (int x = 0; x < cols; x++)
			map->eighths[x] = 0;
	}
	map->cols = cols;
	map->next = 0;
	map->extent = extent;
	map->slices = slices;
}

static unsigned map_share(const struct gt_timeline *tl, uint32_t procs, int x)
{
	const struct gt_window all = { 0, tl->map.extent };
	int64_t a = gt_window_start(&all, tl->map.cols, x), b = gt_window_end(&all, tl->map.cols, x);
	int64_t busy = 0;

	for (uint32_t proc_row = 0; proc_row < procs; proc_row++)
		busy += gt_slices_busy(tl->view.trace, proc_row, a, b);
	return gt_tl_eighths(busy, (b - a) * procs);
}

static void map_update(struct gt_timeline *tl, int cols)
{
	const struct gt_trace_info *info = gt_trace_info(tl->view.trace);
	struct gt_tl_map *map = &tl->map;
	uint32_t procs = info->procs;
	int64_t left = QUERIES;

	if (map->cols != cols ||
	    (map->next >= cols && (map->extent != tl->view.extent || map->slices != info->slices))) {
		map_begin(map, cols, tl->view.extent, info->slices);
		map->known = map_known(tl->view.trace);
	}
	for (; map->next < cols && left > 0; map->next++, left -= procs)
		map->eighths[map->next] = (uint8_t)map_share(tl, procs, map->next);
	if (map->next < cols)
		gt_app_dirty(tl->pane->app, GT_DIRTY_REPAINT);
}

/* Where the window is: on colour and as brackets. */
static void draw_window(const struct gt_timeline *tl, const struct gt_canvas *row)
{
	const struct gt_window all = { 0, tl->view.extent };
	int from = gt_window_column(&all, row->cols, tl->view.win.t0);
	int to = gt_window_column(&all, row->cols, tl->view.win.t0 + tl->view.win.span - 1);

	gt_canvas_under(row, 0, from, 1, to - from + 1, GT_ROLE_WINDOW);
	if (from == to) {
		gt_canvas_text(row, 0, from, GT_ON(GT_ROLE_AXIS, GT_ROLE_WINDOW), "◆");
		return;
	}
	gt_canvas_text(row, 0, from, GT_ON(GT_ROLE_AXIS, GT_ROLE_WINDOW), "[");
	gt_canvas_text(row, 0, to, GT_ON(GT_ROLE_AXIS, GT_ROLE_WINDOW), "]");
}

static void map_draw_markers(const struct gt_timeline *tl, const struct gt_canvas *row)
{
	const struct gt_window all = { 0, tl->view.extent };
	int64_t t;

	for (int i = 0; i < 2; i++) {
		if (!gt_app_marker(tl->pane->app, i, &t))
			continue;
		t = t < tl->view.extent ? t : tl->view.extent - 1;
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
	draw_window(tl, row);
	map_draw_markers(tl, row);
}
