/* Which lanes the timeline has, and in which order. */
#include "ui/timeline_lanes.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

/* Rows that pinned lanes leave to the others. */
#define ROWS_TO_SCROLL 3

void gt_lanes_release(struct gt_lanes *l)
{
	free(l->v);
	*l = (struct gt_lanes){ 0 };
}

static void insert(struct gt_lanes *l, size_t at, struct gt_lane lane)
{
	GT_GROW(l->v, l->cap, l->n + 1);
	memmove(&l->v[at + 1], &l->v[at], (l->n - at) * sizeof *l->v);
	l->v[at] = lane;
	if (l->n++ && l->cursor >= at)
		l->cursor++;
}

static void start(struct gt_lanes *l)
{
	static const uint8_t kinds[] = { GT_LANE_GC, GT_LANE_STW };

	for (size_t i = 0; i < GT_COUNT(kinds); i++)
		insert(l, l->n, (struct gt_lane){ .kind = kinds[i], .pinned = true });
	l->started = true;
}

static void add_proc(struct gt_lanes *l, uint32_t part, uint64_t id)
{
	size_t at = l->n;

	for (size_t i = 0; i < l->n && at == l->n; i++) {
		if (l->v[i].kind == GT_LANE_PROC && !l->v[i].pinned && l->v[i].id > id)
			at = i;
	}
	insert(l, at, (struct gt_lane){ .kind = GT_LANE_PROC, .part = part, .id = id });
}

/* There is more to do on a P's lane than on the ones above. */
static void goto_first_proc(struct gt_lanes *l)
{
	for (l->cursor = 0; l->cursor + 1 < l->n && l->v[l->cursor].kind != GT_LANE_PROC; l->cursor++)
		;
}

void gt_lanes_update(struct gt_lanes *l, const struct gt_trace *t, bool heap)
{
	bool none = l->procs == 0;
	struct gt_proc p;

	if (!l->started)
		start(l);
	if (heap && gt_lanes_find(l, GT_LANE_HEAP, 0) == l->n)
		insert(l, 0, (struct gt_lane){ .kind = GT_LANE_HEAP, .pinned = true });
	for (uint32_t n = gt_trace_info(t)->procs; l->procs < n; l->procs++) {
		if (gt_proc_get(t, l->procs, &p))
			add_proc(l, l->procs, p.id);
	}
	if (none && l->procs)
		goto_first_proc(l);
}

void gt_lane_name(const struct gt_lane *lane, struct gt_buf *out)
{
	static const char *const names[] = {
		[GT_LANE_HEAP] = "heap", [GT_LANE_BUSY] = "busy", [GT_LANE_GC] = "GC", [GT_LANE_STW] = "STW",
	};

	if (lane->kind == GT_LANE_PROC) {
		gt_buf_putc(out, 'P');
		gt_buf_u64(out, lane->id);
	} else {
		gt_buf_puts(out, names[lane->kind]);
	}
}

const struct gt_lane *gt_lanes_current(const struct gt_lanes *l)
{
	return l->cursor < l->n ? &l->v[l->cursor] : NULL;
}

size_t gt_lanes_find(const struct gt_lanes *l, enum gt_lane_kind kind, uint32_t part)
{
	size_t i = 0;

	while (i < l->n && (l->v[i].kind != kind || (kind == GT_LANE_PROC && l->v[i].part != part)))
		i++;
	return i;
}

size_t gt_lanes_shown(const struct gt_lanes *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n; i++)
		n += !l->v[i].hidden;
	return n;
}

size_t gt_lanes_pinned(const struct gt_lanes *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n; i++)
		n += !l->v[i].hidden && l->v[i].pinned;
	return n;
}

/* ---- what is on the screen ---- */

/* The number of lanes shown before a place, of those that scroll. */
static size_t rank(const struct gt_lanes *l, size_t place, bool all)
{
	size_t n = 0;

	for (size_t i = 0; i < place && i < l->n; i++)
		n += !l->v[i].hidden && (all || !l->v[i].pinned);
	return n;
}

/* Moves top so that `rows` rows that scroll have the cursor among them and no empty ones below. */
static void scroll_to_cursor(struct gt_lanes *l, size_t rows, size_t count, bool all)
{
	const struct gt_lane *lane = gt_lanes_current(l);

	if (lane && (all || !lane->pinned)) {
		size_t at = rank(l, l->cursor, all);

		if (at < l->top)
			l->top = at;
		else if (at >= l->top + rows)
			l->top = at - rows + 1;
	}
	if (l->top + rows > count)
		l->top = count > rows ? count - rows : 0;
}

size_t gt_lanes_view(struct gt_lanes *l, size_t rows, size_t *at)
{
	size_t shown = gt_lanes_shown(l), pinned = gt_lanes_pinned(l), n = 0, skip;
	bool all = shown > rows && pinned + ROWS_TO_SCROLL > rows;

	if (all)
		pinned = 0;
	if (rows == 0)
		return 0;
	scroll_to_cursor(l, rows > pinned ? rows - pinned : 1, shown - pinned, all);
	skip = l->top;
	for (size_t i = 0; i < l->n && n < rows; i++) {
		if (l->v[i].hidden)
			continue;
		if (!all && l->v[i].pinned)
			at[n++] = i;
		else if (skip > 0)
			skip--;
		else
			at[n++] = i;
	}
	return n;
}

/* ---- moving about ---- */

static bool step(struct gt_lanes *l, int dir)
{
	size_t i = l->cursor;

	while (dir > 0 ? i + 1 < l->n : i > 0) {
		i = dir > 0 ? i + 1 : i - 1;
		if (!l->v[i].hidden) {
			l->cursor = i;
			return true;
		}
	}
	return false;
}

bool gt_lanes_move(struct gt_lanes *l, int64_t delta)
{
	size_t before = l->cursor;

	for (; delta > 0 && step(l, 1); delta--)
		;
	for (; delta < 0 && step(l, -1); delta++)
		;
	return l->cursor != before;
}

void gt_lanes_goto(struct gt_lanes *l, size_t place)
{
	if (place >= l->n)
		return;
	l->v[place].hidden = false;
	l->cursor = place;
}

/* ---- arranging ---- */

/* Puts a lane to another place; the cursor goes with it. */
static void put_at(struct gt_lanes *l, size_t from, size_t to)
{
	struct gt_lane lane = l->v[from];

	memmove(&l->v[from], &l->v[from + 1], (l->n - from - 1) * sizeof *l->v);
	memmove(&l->v[to + 1], &l->v[to], (l->n - to - 1) * sizeof *l->v);
	l->v[to] = lane;
	l->cursor = to;
}

void gt_lanes_pin(struct gt_lanes *l)
{
	size_t to = 0;

	if (l->cursor >= l->n)
		return;
	while (to < l->n && l->v[to].pinned)
		to++;
	if (l->v[l->cursor].pinned) {
		/* Back among the others: first of them. */
		l->v[l->cursor].pinned = false;
		put_at(l, l->cursor, to - 1);
	} else {
		l->v[l->cursor].pinned = true;
		put_at(l, l->cursor, to);
	}
}

void gt_lanes_hide(struct gt_lanes *l)
{
	size_t hidden = l->cursor;

	if (gt_lanes_shown(l) < 2 || hidden >= l->n)
		return;
	if (!step(l, 1))
		step(l, -1);
	l->v[hidden].hidden = true;
}

size_t gt_lanes_show_all(struct gt_lanes *l)
{
	size_t n = l->n - gt_lanes_shown(l);

	for (size_t i = 0; i < l->n; i++)
		l->v[i].hidden = false;
	return n;
}

bool gt_lanes_shift(struct gt_lanes *l, int dir)
{
	size_t from = l->cursor, to;
	bool pinned;

	if (from >= l->n || !step(l, dir))
		return false;
	to = l->cursor;
	pinned = l->v[to].pinned;
	l->cursor = from;
	/* Over the border between the pinned ones and the others only by pinning. */
	if (pinned != l->v[from].pinned)
		return false;
	put_at(l, from, to);
	return true;
}
