/* Which lanes there are: one of a kind, one for every P and thread, and for the goroutines chosen. */
#include <string.h>

#include "base/clock.h"
#include "index/query/tracks.h"
#include "ui/timeline/timeline.h"

/* ---- what lanes need to know about their rows ---- */

static uint64_t order_of_goroutine(const struct gt_timeline *tl, uint32_t row)
{
	struct gt_goroutine g;

	/* The one that the others have to do with comes first. */
	if (tl->members.set == GT_GSET_RELATED && row == tl->members.anchor)
		return 0;
	if (tl->members.by_id && gt_goroutine_get(tl->prog->trace, row, &g))
		return g.id + 1;
	return (uint64_t)row + 1;
}

static uint64_t order(const void *ctx, const struct gt_lane *lane)
{
	const struct gt_timeline *tl = ctx;
	struct gt_thread_row m;
	struct gt_proc p;

	if (lane->kind == GT_LANE_PROC && gt_proc_get(tl->prog->trace, lane->row, &p))
		return p.id;
	if (lane->kind == GT_LANE_THREAD && gt_thread_get(tl->prog->trace, lane->row, &m))
		return m.id;
	return lane->kind == GT_LANE_GOROUTINE ? order_of_goroutine(tl, lane->row) : lane->row;
}

static int members_height(const void *ctx, const struct gt_lane *lane)
{
	const struct gt_lane_ops *ops = gt_lane_ops_of(lane);

	return ops->height ? ops->height(ctx) : 1;
}

void gt_tl_members_init(struct gt_timeline *tl)
{
	gt_lanes_init(&tl->lanes);
	tl->lanes.ctx = tl;
	tl->lanes.order = order;
	tl->lanes.height = members_height;
	tl->members.anchor = tl->members.want = tl->members.related.g = GT_NO_ROW;
}

void gt_tl_members_release(struct gt_timeline *tl)
{
	gt_lanes_release(&tl->lanes);
	gt_tl_related_release(&tl->members.related);
}

static void note_width(struct gt_timeline *tl, const struct gt_lane *lane)
{
	int *widest = &tl->members.widest[gt_lane_section_of(lane)];
	struct gt_buf name = { 0 };

	gt_lane_title(tl, lane, &name);
	/* A function's name has what room there is. */
	if (lane->kind == GT_LANE_GOROUTINE)
		name.len = strcspn(gt_buf_str(&name), " ");
	if ((int)name.len > *widest)
		*widest = (int)name.len;
	gt_buf_release(&name);
}

static void members_add(struct gt_timeline *tl, uint8_t kind, uint32_t row)
{
	const struct gt_lane lane = { .kind = kind, .row = row };

	gt_lanes_add(&tl->lanes, kind, row, gt_lane_ops_by_kind(kind)->pinned);
	note_width(tl, &lane);
}

/* Lanes of which there is one each. */
static void add_kinds(struct gt_timeline *tl)
{
	for (uint8_t kind = 1; kind < GT_LANE_KINDS; kind++) {
		const struct gt_lane_ops *ops = gt_lane_ops_by_kind(kind);
		const struct gt_lane lane = { .kind = kind };

		if (gt_lane_section_of(&lane) >= GT_SECTION_PROCS || tl->members.has[kind] ||
		    (ops->exists && !ops->exists(tl)))
			continue;
		tl->members.has[kind] = true;
		members_add(tl, kind, 0);
	}
}

/* ---- goroutines ---- */

static bool is_member(const struct gt_timeline *tl, const struct gt_goroutine *g)
{
	const struct gt_tl_members *m = &tl->members;

	if (m->hides_runtime && gt_owner_of(tl->prog->trace, g) == GT_OWNER_RUNTIME)
		return false;
	return m->set == GT_GSET_ALL || g->func == m->anchor;
}

/* Of all rows those that belong to the set; what takes too long for a frame follows in the next ones. */
static bool add_matching(struct gt_timeline *tl)
{
	const struct gt_limits *limits = gt_app_limits(tl->pane->app);
	uint32_t n = gt_trace_info(tl->prog->trace)->goroutines, i = 0;
	int64_t deadline = gt_clock_now() + limits->lanes_ns;
	struct gt_tl_members *m = &tl->members;
	struct gt_goroutine g;

	for (; m->seen < n; m->seen++, i++) {
		if (i > 0 && i % limits->lane_rows == 0 && gt_clock_now() >= deadline)
			break;
		if (gt_goroutine_get(tl->prog->trace, m->seen, &g) && is_member(tl, &g))
			members_add(tl, GT_LANE_GOROUTINE, m->seen);
	}
	return m->seen >= n;
}

static bool add_related(struct gt_timeline *tl)
{
	const struct gt_limits *limits = gt_app_limits(tl->pane->app);
	int64_t deadline = gt_clock_now() + limits->lanes_ns;
	struct gt_tl_members *m = &tl->members;
	bool all;

	if (m->anchor == GT_NO_ROW)
		return true;
	if (m->related.g != m->anchor) {
		gt_tl_related_begin(&m->related, m->anchor);
		members_add(tl, GT_LANE_GOROUTINE, m->anchor);
		m->seen = 0;
	}
	do {
		all = gt_tl_related_step(&m->related, tl->prog->trace, limits->lane_rows);
	} while (!all && gt_clock_now() < deadline);
	for (; m->seen < m->related.n; m->seen++)
		members_add(tl, GT_LANE_GOROUTINE, m->related.v[m->seen]);
	return all;
}

static bool add_goroutines(struct gt_timeline *tl)
{
	struct gt_tl_members *m = &tl->members;

	switch (m->set) {
	case GT_GSET_ALL:
	case GT_GSET_GROUP:
		m->complete = add_matching(tl);
		break;
	case GT_GSET_RELATED:
		m->complete = add_related(tl);
		break;
	default:
		m->complete = true;
	}
	return m->complete;
}

bool gt_tl_goto_lane(struct gt_timeline *tl, uint8_t kind, uint32_t row)
{
	tl->members.want = GT_NO_ROW;
	if (gt_lanes_goto(&tl->lanes, kind, row))
		return true;
	if (kind != GT_LANE_GOROUTINE || tl->members.complete)
		return false;
	tl->members.want = row;
	return true;
}

static void begin_again(struct gt_timeline *tl)
{
	struct gt_tl_members *m = &tl->members;
	struct gt_lane lane;

	/* The cursor's lane may come only in a later frame. */
	if (m->set != GT_GSET_NONE && gt_lanes_current(&tl->lanes, &lane) && lane.kind == GT_LANE_GOROUTINE &&
	    !lane.pinned)
		m->want = lane.row;
	gt_lanes_clear(&tl->lanes, GT_SECTION_GOROUTINES);
	gt_tl_related_release(&m->related);
	m->seen = 0;
	m->widest[GT_SECTION_GOROUTINES] = 0;
	m->hides_runtime = tl->prog->hide_runtime;
}

void gt_tl_show_goroutines(struct gt_timeline *tl, enum gt_tl_gset set, uint32_t anchor)
{
	struct gt_tl_members *m = &tl->members;

	bool same = set == m->set && (anchor == m->anchor || set == GT_GSET_ALL || set == GT_GSET_NONE);

	gt_lanes_begin(&tl->lanes);
	tl->lanes.section[GT_SECTION_GOROUTINES].on = set != GT_GSET_NONE;
	tl->lanes.section[GT_SECTION_GOROUTINES].folded = false;
	if (!same) {
		m->set = set;
		m->anchor = anchor;
		m->want = GT_NO_ROW;
		begin_again(tl);
		/* The first lanes are there at once: the cursor may be meant for one of them. */
		add_goroutines(tl);
	}
	gt_lanes_end(&tl->lanes);
	gt_app_dirty(tl->pane->app, GT_DIRTY_RECALC);
}

void gt_tl_order_goroutines(struct gt_timeline *tl, bool by_id)
{
	if (tl->members.by_id == by_id)
		return;
	tl->members.by_id = by_id;
	gt_lanes_begin(&tl->lanes);
	begin_again(tl);
	add_goroutines(tl);
	gt_lanes_end(&tl->lanes);
	gt_app_dirty(tl->pane->app, GT_DIRTY_RECALC);
}

/* ---- all ---- */

/*
 * There is more to do on a P's lane than on the ones above: these give way where rows are few.  While the
 * trace is read, Ps come up in any order: the first one is where the cursor goes until somebody moves it.
 */
static void stand_on_first_proc(struct gt_timeline *tl)
{
	struct gt_lanes *l = &tl->lanes;
	const struct gt_lane_section *s = &l->section[GT_SECTION_PROCS];

	if (s->on && !s->folded && s->n && gt_lanes_goto(l, GT_LANE_PROC, s->v[0]))
		l->top = l->cursor;
	l->chosen = false;
}

bool gt_tl_members_update(struct gt_timeline *tl)
{
	const struct gt_trace *t = tl->prog->trace;
	uint32_t procs = gt_trace_info(t)->procs, threads = gt_threads(t);
	struct gt_tl_members *m = &tl->members;
	bool more = m->procs < procs, all;

	gt_lanes_begin(&tl->lanes);
	add_kinds(tl);
	for (; m->procs < procs; m->procs++)
		members_add(tl, GT_LANE_PROC, m->procs);
	for (; m->threads < threads; m->threads++)
		members_add(tl, GT_LANE_THREAD, m->threads);
	if (m->hides_runtime != tl->prog->hide_runtime)
		begin_again(tl);
	all = add_goroutines(tl);
	gt_lanes_end(&tl->lanes);
	if (m->want != GT_NO_ROW && gt_tl_goto_lane(tl, GT_LANE_GOROUTINE, m->want) && tl->slice == GT_NO_ROW)
		gt_tl_look_at_time(tl);
	if (more && !tl->lanes.chosen)
		stand_on_first_proc(tl);
	return all;
}
