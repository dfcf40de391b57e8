/* Lanes of the busiest goroutines, in rows of the timeline that are left. */
#include "ui/timeline/busiest.h"

#include "ui/timeline/timeline.h"

/* The window is rounded to parts of which it has at least so many. */
#define PARTS 8

/* For fewer lanes it is not worth that names with functions in them take columns from the time. */
#define LEAST 3

static struct gt_lane_section *busiest_section(struct gt_timeline *tl)
{
	return &tl->view.lanes.section[GT_SECTION_BUSIEST];
}

int gt_tl_busiest_rows(const struct gt_timeline *tl)
{
	const struct gt_lane_section *s = &tl->view.lanes.section[GT_SECTION_BUSIEST];

	if (!s->on || s->folded)
		return s->on && s->shown.n + s->hidden.n > 0;
	return (int)s->shown.n * gt_lane_nested_height(&tl->view);
}

/* ---- what they are chosen for ---- */

/*
 * The window, rounded outwards to steps of a power of two: while it moves by less, and when it comes back, the same
 * goroutines have lanes, however often it was drawn in between.  What the trace does not know is no part of it.
 */
static struct gt_window rounded(const struct gt_lane_view *v)
{
	int64_t step = 1, a, b;

	gt_lane_whole(v, &a, &b);
	while (step <= v->win.span / PARTS / 2)
		step *= 2;
	a -= a % step;
	b = b > v->extent - step ? v->extent : b + (step - b % step) % step;
	return (struct gt_window){ a, b - a };
}

static uint32_t kept_lane(const struct gt_timeline *tl)
{
	struct gt_lane lane;

	return gt_lanes_current(&tl->view.lanes, &lane) && lane.kind == GT_LANE_BUSIEST ? lane.row : GT_NO_ROW;
}

static bool busiest_wanted(const struct gt_timeline *tl)
{
	return tl->view.prog->busiest_lanes && tl->view.goroutines.set == GT_GSET_NONE && !tl->beside.on;
}

int gt_tl_busiest_least(const struct gt_timeline *tl)
{
	const struct gt_lane_section *s = tl->view.lanes.section;
	/* Those that have a lane already may be all that there are. */
	bool none = !busiest_wanted(tl) || s[GT_SECTION_GOROUTINES].on || s[GT_SECTION_BUSIEST].folded;

	return none ? 0 : LEAST * gt_lane_nested_height(&tl->view);
}

static struct gt_tl_busiest busiest_asked(struct gt_timeline *tl, int rows)
{
	const struct gt_lane_section *s = tl->view.lanes.section;
	size_t room = busiest_wanted(tl) && rows > 0 ? (size_t)(rows / gt_lane_nested_height(&tl->view)) : 0;

	room = room < LEAST ? 0 : room < GT_TL_BUSIEST ? room : GT_TL_BUSIEST;
	return (struct gt_tl_busiest){
		.part = rounded(&tl->view), .room = room,
		.pinned = s[GT_SECTION_GOROUTINES].pinned, .hidden = s[GT_SECTION_BUSIEST].hidden.n,
		.kept = kept_lane(tl), .hides_runtime = tl->view.prog->hide_runtime,
	};
}

static bool is_same(const struct gt_tl_busiest *a, const struct gt_tl_busiest *b)
{
	return a->part.t0 == b->part.t0 && a->part.span == b->part.span && a->room == b->room &&
	       a->pinned == b->pinned && a->hidden == b->hidden && a->kept == b->kept &&
	       a->hides_runtime == b->hides_runtime;
}

/* ---- choosing ---- */

/* Not those that have a lane, or that were hidden. */
static bool may_have_lane(const struct gt_timeline *tl, uint32_t row)
{
	const struct gt_lanes *l = &tl->view.lanes;
	const struct gt_lane auto_lane = { .kind = GT_LANE_BUSIEST, .row = row };
	struct gt_goroutine g;

	return gt_lanes_find(l, GT_LANE_GOROUTINE, row) == SIZE_MAX && !gt_lanes_is_hidden(l, &auto_lane) &&
	       gt_goroutine_get(tl->view.trace, row, &g) &&
	       !(tl->view.prog->hide_runtime && gt_owner_of(tl->view.trace, &g) == GT_OWNER_RUNTIME);
}

/* The cursor's lane is one of them, whatever its goroutine did; its place is that which it has earned, or the last. */
static void choose_busiest(const struct gt_timeline *tl, struct gt_tl_busiest *b)
{
	struct gt_busy_g busy[4 * GT_TL_BUSIEST];
	size_t n = gt_trace_busiest(tl->view.trace, b->part.t0, b->part.t0 + b->part.span, busy, GT_COUNT(busy));
	bool has_kept = b->kept == GT_NO_ROW;

	for (size_t i = 0; i < n && b->n + !has_kept < b->room; i++) {
		if (!may_have_lane(tl, busy[i].g))
			continue;
		b->v[b->n++] = busy[i].g;
		has_kept |= busy[i].g == b->kept;
	}
	if (!has_kept && b->n < b->room)
		b->v[b->n++] = b->kept;
}

void gt_tl_busiest_fill(struct gt_timeline *tl, int rows)
{
	struct gt_tl_busiest new = busiest_asked(tl, rows);
	struct gt_lane_section *s = busiest_section(tl);

	if (is_same(&new, &tl->busiest))
		return;
	if (new.room)
		choose_busiest(tl, &new);
	tl->busiest = new;
	gt_lanes_begin(&tl->view.lanes);
	s->shown.n = 0;
	s->on = new.n > 0;
	tl->members.widest[GT_SECTION_BUSIEST] = 0;
	for (size_t i = 0; i < new.n; i++)
		gt_tl_members_add(tl, GT_LANE_BUSIEST, new.v[i]);
	gt_lanes_end(&tl->view.lanes);
}

void gt_tl_busiest_pin(struct gt_timeline *tl)
{
	struct gt_lanes *l = &tl->view.lanes;
	uint32_t row = kept_lane(tl);

	if (row == GT_NO_ROW)
		return;
	gt_lanes_begin(l);
	l->section[GT_SECTION_GOROUTINES].on = true;
	gt_lanes_add(l, GT_LANE_GOROUTINE, row, true);
	l->at = (struct gt_lane){ .kind = GT_LANE_GOROUTINE, .row = row, .pinned = true };
	gt_lanes_end(l);
	l->chosen = true;
}

void gt_tl_busiest_unpin(struct gt_timeline *tl)
{
	struct gt_lanes *l = &tl->view.lanes;
	struct gt_lane_section *s = &l->section[GT_SECTION_GOROUTINES];

	gt_lanes_begin(l);
	gt_lanes_clear(l, GT_SECTION_GOROUTINES);
	s->on = s->pinned > 0;
	gt_lanes_end(l);
}
