/* Which lanes there are: one of a kind, one for every P and thread, and for the goroutines chosen. */
#include <string.h>

#include "base/clock.h"
#include "index/query/tracks.h"
#include "ui/timeline/pick.h"

/* By what lanes of a section are sorted. */
static uint64_t members_order(const void *ctx, const struct gt_lane *lane)
{
	const struct gt_timeline *tl = ctx;
	const struct gt_lane_goroutines *set = &tl->view.goroutines;
	const struct gt_trace *t = tl->view.trace;
	struct gt_thread_row m;
	struct gt_goroutine g;
	struct gt_proc p;

	if (lane->kind == GT_LANE_PROC && gt_proc_get(t, lane->row, &p))
		return p.id;
	if (lane->kind == GT_LANE_THREAD && gt_thread_get(t, lane->row, &m))
		return m.id;
	if (lane->kind == GT_LANE_BUSIEST)
		return gt_tl_busiest_place(&tl->busiest, lane->row);
	if (lane->kind != GT_LANE_GOROUTINE)
		return lane->row;
	/* The one that the others have to do with comes first. */
	if (set->set == GT_GSET_RELATED && lane->row == set->anchor)
		return 0;
	return (set->by_id && gt_goroutine_get(t, lane->row, &g) ? g.id : lane->row) + 1;
}

static int members_height(const void *ctx, const struct gt_lane *lane)
{
	const struct gt_lane_ops *ops = gt_lane_ops_of(lane);
	const struct gt_timeline *tl = ctx;

	return ops->height ? ops->height(&tl->view) : 1;
}

void gt_tl_members_init(struct gt_timeline *tl)
{
	gt_lanes_init(&tl->view.lanes);
	tl->view.lanes.ctx = tl;
	tl->view.lanes.order = members_order;
	tl->view.lanes.height = members_height;
	tl->view.goroutines.anchor = tl->members.want = tl->members.related.g = GT_NO_ROW;
}

void gt_tl_members_release(struct gt_timeline *tl)
{
	gt_lanes_release(&tl->view.lanes);
	gt_tl_related_release(&tl->members.related);
}

void gt_tl_members_add(struct gt_timeline *tl, uint8_t kind, uint32_t row)
{
	const struct gt_lane lane = { .kind = kind, .row = row };
	int *widest = &tl->members.widest[gt_lane_section_of(&lane)];
	struct gt_buf name = { 0 };

	gt_lanes_add(&tl->view.lanes, kind, row, gt_lane_info(kind)->flags & GT_LANE_PINNED);
	gt_lane_put_title(&tl->view, &lane, &name);
	/* A function's name has what room there is. */
	if (kind == GT_LANE_GOROUTINE || kind == GT_LANE_BUSIEST)
		name.len = strcspn(gt_buf_str(&name), " ");
	if ((int)name.len > *widest)
		*widest = (int)name.len;
	gt_buf_release(&name);
}

static bool waits_to_be_asked(uint8_t kind)
{
	return gt_lane_info(kind)->flags & (GT_LANE_ON_DEMAND | GT_LANE_FOLDED);
}

/* Lanes of which there is one each. */
static void add_kinds(struct gt_timeline *tl)
{
	for (uint8_t kind = 1; kind < GT_LANE_KINDS; kind++) {
		const struct gt_lane_ops *ops = gt_lane_ops_by_kind(kind);
		const struct gt_lane lane = { .kind = kind };

		if (!gt_lane_section_of_kinds(gt_lane_section_of(&lane)) || tl->members.has[kind] ||
		    (ops->exists && !ops->exists(&tl->view, &lane)))
			continue;
		tl->members.has[kind] = true;
		if (!waits_to_be_asked(kind))
			gt_tl_members_add(tl, kind, 0);
	}
}

void gt_tl_show_kind(struct gt_timeline *tl, uint8_t kind, bool shown)
{
	struct gt_tl_members *m = &tl->members;

	if (!waits_to_be_asked(kind) || m->asked[kind]) {
		gt_lanes_show(&tl->view.lanes, kind, 0, shown);
		return;
	}
	if (!shown)
		return;
	m->asked[kind] = true;
	gt_lanes_begin(&tl->view.lanes);
	gt_tl_members_add(tl, kind, 0);
	gt_lanes_end(&tl->view.lanes);
	gt_lanes_show(&tl->view.lanes, kind, 0, true);
}

bool gt_tl_shows_kind(const struct gt_timeline *tl, uint8_t kind)
{
	const struct gt_lane lane = { .kind = kind };

	return tl->view.lanes.section[gt_lane_section_of(&lane)].on && !gt_lanes_is_hidden(&tl->view.lanes, &lane) &&
	       (!waits_to_be_asked(kind) || tl->members.asked[kind]);
}

void gt_tl_fold_charts(struct gt_timeline *tl, bool folded)
{
	for (uint8_t kind = 1; kind < GT_LANE_KINDS; kind++)
		if (tl->members.has[kind] && gt_lane_info(kind)->flags & GT_LANE_FOLDED)
			gt_tl_show_kind(tl, kind, !folded);
}

bool gt_tl_charts_folded(const struct gt_timeline *tl)
{
	for (uint8_t kind = 1; kind < GT_LANE_KINDS; kind++)
		if (tl->members.has[kind] && gt_lane_info(kind)->flags & GT_LANE_FOLDED && !gt_tl_shows_kind(tl, kind))
			return true;
	return false;
}

/* ---- goroutines ---- */

/* Of all rows those that belong to the set; what takes too long for a frame follows in the next ones. */
static bool add_matching(struct gt_timeline *tl)
{
	const struct gt_limits *limits = gt_app_limits(tl->pane->app);
	uint32_t n = gt_trace_info(tl->view.trace)->goroutines, i = 0;
	int64_t deadline = gt_clock_now() + limits->lanes_ns;
	const struct gt_lane_goroutines *set = &tl->view.goroutines;
	struct gt_tl_members *m = &tl->members;
	struct gt_goroutine g;

	for (; m->seen < n; m->seen++, i++) {
		if (i > 0 && i % limits->lane_rows == 0 && gt_clock_now() >= deadline)
			break;
		if (gt_goroutine_get(tl->view.trace, m->seen, &g) &&
		    (set->set == GT_GSET_ALL || g.func == set->anchor) &&
		    !(set->hides_runtime && gt_owner_of(tl->view.trace, &g) == GT_OWNER_RUNTIME))
			gt_tl_members_add(tl, GT_LANE_GOROUTINE, m->seen);
	}
	return m->seen >= n;
}

static bool add_related(struct gt_timeline *tl)
{
	const struct gt_limits *limits = gt_app_limits(tl->pane->app);
	int64_t deadline = gt_clock_now() + limits->lanes_ns;
	uint32_t anchor = tl->view.goroutines.anchor;
	struct gt_tl_members *m = &tl->members;
	bool all;

	if (anchor == GT_NO_ROW)
		return true;
	if (m->related.g != anchor) {
		gt_tl_related_begin(&m->related, anchor);
		gt_tl_members_add(tl, GT_LANE_GOROUTINE, anchor);
		m->seen = 0;
	}
	do {
		all = gt_tl_related_step(&m->related, tl->view.trace, limits->lane_rows);
	} while (!all && gt_clock_now() < deadline);
	for (; m->seen < m->related.n; m->seen++)
		gt_tl_members_add(tl, GT_LANE_GOROUTINE, m->related.v[m->seen]);
	return all;
}

static bool add_goroutines(struct gt_timeline *tl)
{
	enum gt_tl_gset set = tl->view.goroutines.set;

	tl->members.complete = set == GT_GSET_NONE || (set == GT_GSET_RELATED ? add_related(tl) : add_matching(tl));
	tl->view.lanes.filling = !tl->members.complete;
	return tl->members.complete;
}

bool gt_tl_goto_lane(struct gt_timeline *tl, uint8_t kind, uint32_t row)
{
	tl->members.want = GT_NO_ROW;
	if (gt_lanes_goto(&tl->view.lanes, kind, row))
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
	if (tl->view.goroutines.set != GT_GSET_NONE && gt_lanes_current(&tl->view.lanes, &lane) &&
	    lane.kind == GT_LANE_GOROUTINE && !lane.pinned)
		m->want = lane.row;
	gt_lanes_clear(&tl->view.lanes, GT_SECTION_GOROUTINES);
	gt_tl_related_release(&m->related);
	m->seen = 0;
	m->widest[GT_SECTION_GOROUTINES] = 0;
	tl->view.goroutines.hides_runtime = tl->view.prog->hide_runtime;
}

void gt_tl_show_goroutines(struct gt_timeline *tl, enum gt_tl_gset set, uint32_t anchor)
{
	struct gt_lane_goroutines *g = &tl->view.goroutines;
	bool same = set == g->set && (anchor == g->anchor || set == GT_GSET_ALL || set == GT_GSET_NONE);

	gt_lanes_begin(&tl->view.lanes);
	tl->view.lanes.section[GT_SECTION_GOROUTINES].on = set != GT_GSET_NONE;
	tl->view.lanes.section[GT_SECTION_GOROUTINES].folded = false;
	if (!same) {
		g->set = set;
		g->anchor = anchor;
		tl->members.want = GT_NO_ROW;
		begin_again(tl);
		/* The first lanes are there at once: the cursor may be meant for one of them. */
		add_goroutines(tl);
	}
	gt_lanes_end(&tl->view.lanes);
	gt_app_dirty(tl->pane->app, GT_DIRTY_RECALC);
}

void gt_tl_order_goroutines(struct gt_timeline *tl, bool by_id)
{
	if (tl->view.goroutines.by_id == by_id)
		return;
	tl->view.goroutines.by_id = by_id;
	gt_lanes_begin(&tl->view.lanes);
	begin_again(tl);
	add_goroutines(tl);
	gt_lanes_end(&tl->view.lanes);
	gt_app_dirty(tl->pane->app, GT_DIRTY_RECALC);
}

/* ---- all ---- */

bool gt_tl_members_update(struct gt_timeline *tl)
{
	const struct gt_trace *t = tl->view.trace;
	uint32_t procs = gt_trace_info(t)->procs, threads = gt_threads(t);
	struct gt_lanes *l = &tl->view.lanes;
	const struct gt_lane_section *s = &l->section[GT_SECTION_PROCS];
	struct gt_tl_members *m = &tl->members;
	bool more = m->procs < procs, all;

	gt_lanes_begin(&tl->view.lanes);
	add_kinds(tl);
	for (; m->procs < procs; m->procs++)
		gt_tl_members_add(tl, GT_LANE_PROC, m->procs);
	for (; m->threads < threads; m->threads++)
		gt_tl_members_add(tl, GT_LANE_THREAD, m->threads);
	if (tl->view.goroutines.hides_runtime != tl->view.prog->hide_runtime)
		begin_again(tl);
	all = add_goroutines(tl);
	gt_lanes_end(&tl->view.lanes);
	if (m->want != GT_NO_ROW && gt_tl_goto_lane(tl, GT_LANE_GOROUTINE, m->want) && tl->view.slice == GT_NO_ROW)
		gt_tl_look_at_time(tl);
	/*
	 * There is more to do on a P's lane than on the ones above: these give way where rows are few.  While
	 * the trace is read, Ps come up in any order: the cursor goes to the first one until the user moves it.
	 */
	if (more && !l->chosen) {
		if (s->on && !s->folded && s->shown.n && gt_lanes_goto(l, GT_LANE_PROC, s->shown.v[0].row))
			l->top = l->cursor;
		l->chosen = false;
	}
	return all;
}
