/* Critical paths: the segments of windows, latest first. */
#include "analysis/paths/critical.h"

#include <string.h>

#include "analysis/table/types.h"
#include "base/sat.h"

const char *gt_seg_name(enum gt_seg_kind kind)
{
	static const char *const own[GT_SEGS] = {
		[GT_SEG_NETWORK] = "network", [GT_SEG_TIMER] = "timer", [GT_SEG_GC] = "GC", [GT_SEG_NOBODY] = "nobody",
		[GT_SEG_WAITING] = "waiting", [GT_SEG_UNKNOWN] = "unknown",
	};

	switch (kind) {
	case GT_SEG_RUNNING: return gt_spent_name(GT_SPENT_EXEC);
	case GT_SEG_SYSCALL: return gt_spent_name(GT_SPENT_SYSCALL);
	case GT_SEG_SYSCALL_BLOCK: return gt_spent_name(GT_SPENT_SYSCALL_BLOCK);
	case GT_SEG_RUNNABLE: return gt_spent_name(GT_SPENT_SCHED);
	default: return (unsigned)kind < GT_SEGS ? own[kind] : "?";
	}
}

/* ---- kinds ---- */

/* Whether a string begins with GC, or has it in it; the rows asked for last are remembered. */
static bool says_gc(const struct gt_trace *t, uint32_t row, bool begin, uint32_t *yes, uint32_t *no)
{
	const char *s;
	size_t n;

	if (row == *yes || row == *no || !row)
		return row && row == *yes;
	s = gt_trace_string(t, row, &n);
	if (begin ? n > 3 && !memcmp(s, "GC ", 3) : memmem(s, n, "GC", 2) != NULL)
		*yes = row;
	else
		*no = row;
	return row == *yes;
}

static enum gt_seg_kind wait_kind(struct gt_crit *c, const struct gt_hop *hop)
{
	switch (hop->root) {
	case GT_PATH_LIMIT: return GT_SEG_WAITING;
	case GT_PATH_NETWORK: return GT_SEG_NETWORK;
	case GT_PATH_TIMER: return GT_SEG_TIMER;
	case GT_PATH_RUNTIME:
		return says_gc(c->t, hop->reason, false, &c->gc_reason, &c->other_reason) ? GT_SEG_GC : GT_SEG_NOBODY;
	default: return GT_SEG_UNKNOWN;
	}
}

static enum gt_seg_kind kind_of_hop(struct gt_crit *c, const struct gt_hop *hop)
{
	switch (hop->state) {
	case GT_HOP_RUNNING:
		return says_gc(c->t, c->slice.label, true, &c->gc_label, &c->other_label) ? GT_SEG_GC : GT_SEG_RUNNING;
	case GT_HOP_RUNNABLE: return GT_SEG_RUNNABLE;
	case GT_HOP_SYSCALL: return GT_SEG_SYSCALL_BLOCK;
	case GT_HOP_WAITING: return wait_kind(c, hop);
	default: return hop->root == GT_PATH_NO_CREATOR ? GT_SEG_NOBODY : GT_SEG_UNKNOWN;
	}
}

/* ---- a hop's segments ---- */

/* The number of the slice's calls that begin before a time. */
static uint32_t calls_before(const struct gt_trace *t, const struct gt_slice *s, int64_t time)
{
	uint32_t lo = 0, hi = gt_slice_calls(t, s);
	struct gt_syscall call;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (gt_slice_call(t, s, mid, &call) && call.t0 < time)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static void crit_take_hop(struct gt_crit *c)
{
	bool runs = c->hop.state == GT_HOP_RUNNING;

	c->in_hop = true;
	c->last = true;
	c->at = c->hop.t1;
	c->call = 0;
	if (!runs)
		return;
	c->slice = *gt_path_slice(c->walker);
	if (c->slice.flags & GT_SLICE_CALLS && !gt_types_of(c->t)->call_is_exec)
		c->call = calls_before(c->t, &c->slice, c->hop.t1);
}

/* The latest segment of the hop that is left. */
static void crit_cut(struct gt_crit *c, struct gt_seg *s)
{
	struct gt_syscall call = { .t0 = INT64_MIN, .t1 = INT64_MIN };
	struct gt_hop *hop = &s->hop;

	/* Calls of a damaged index may overlap: those that end after what was given are cut there. */
	while (c->call && (!gt_slice_call(c->t, &c->slice, c->call - 1, &call) || call.t0 >= c->at)) {
		call.t0 = call.t1 = INT64_MIN;
		c->call--;
	}
	*s = (struct gt_seg){ .hop = c->hop, .window = (uint32_t)c->window };
	hop->t1 = c->at;
	s->looked = c->last && hop->link != GT_LINK_SAME && hop->link != GT_LINK_WAITED;
	if (!c->last) {
		hop->link = GT_LINK_SAME;
		hop->to = hop->g;
		hop->waited = GT_NO_TIME;
		hop->reason = hop->stack = 0;
		hop->type = 0;
	}
	if (c->call && call.t1 >= c->at && call.t0 < c->at) {
		s->kind = GT_SEG_SYSCALL;
		hop->t0 = call.t0 > hop->t0 ? call.t0 : hop->t0;
		if (!s->looked || hop->link == GT_LINK_FIRST) {
			hop->stack = call.stack;
			s->looked = false;
		}
		c->call--;
	} else {
		s->kind = kind_of_hop(c, &c->hop);
		if (c->call && call.t1 > hop->t0)
			hop->t0 = call.t1;
	}
	/* What ran before a call ended where that begins: it stood at the call. */
	if (!c->last && s->kind == GT_SEG_RUNNING && c->slice.flags & GT_SLICE_CALLS &&
	    gt_slice_call(c->t, &c->slice, c->call, &call) && call.t0 == hop->t1)
		hop->stack = call.stack;
	c->last = false;
	c->at = hop->t0;
	c->in_hop = c->at > c->hop.t0;
}

/* ---- windows ---- */

void gt_crit_open(struct gt_crit *c, const struct gt_trace *t, const struct gt_gspans *windows)
{
	*c = (struct gt_crit){
		.t = t, .windows = windows, .gc_label = GT_NO_ROW, .other_label = GT_NO_ROW, .gc_reason = GT_NO_ROW,
		.other_reason = GT_NO_ROW,
	};
}

void gt_crit_close(struct gt_crit *c)
{
	gt_path_finish(c->walker);
	c->walker = NULL;
}

/* The next hop: of the present window, or of the next one that has some. */
static bool crit_next_hop(struct gt_crit *c)
{
	for (; c->window < c->windows->n; c->window++) {
		const struct gt_gspan *v = &c->windows->v[c->window];

		if (!c->walker)
			c->walker = gt_path_begin(c->t, v->g, v->t0, v->t1);
		if (c->walker && gt_path_next(c->walker, &c->hop))
			return true;
		gt_crit_close(c);
		gt_sat_grow(&c->done, v->t1 - v->t0);
	}
	return false;
}

bool gt_crit_next(struct gt_crit *c, struct gt_seg *s)
{
	if (!c->in_hop) {
		if (!crit_next_hop(c))
			return false;
		crit_take_hop(c);
	}
	crit_cut(c, s);
	return true;
}

int64_t gt_crit_length(const struct gt_gspans *windows)
{
	int64_t ns = 0;

	for (size_t i = 0; i < windows->n; i++)
		gt_sat_grow(&ns, windows->v[i].t1 - windows->v[i].t0);
	return ns;
}

int64_t gt_crit_done(const struct gt_crit *c)
{
	int64_t ns = c->done;

	if (c->walker)
		gt_sat_grow(&ns, c->windows->v[c->window].t1 - c->hop.t0);
	return ns;
}

/* ---- stacks ---- */

/* The event of goroutine row g at a time that has a stack: a window may end inside of a slice. */
static uint32_t stack_at(const struct gt_trace *t, struct gt_events *events, uint32_t g, int64_t time)
{
	const struct gt_event *ev;
	struct gt_goroutine gr;
	uint32_t stack = 0;

	if (!gt_goroutine_get(t, g, &gr))
		return 0;
	for (uint64_t n = gt_events_seek(events, time);
	     !stack && gt_events_get(events, n, &ev, NULL) == 0 && ev->time == time; n++)
		if (ev->g == gr.id)
			stack = gt_event_stack(t, ev);
	return stack;
}

uint32_t gt_seg_stack(const struct gt_seg *s, const struct gt_trace *t, struct gt_events *events)
{
	const struct gt_hop *hop = &s->hop;
	struct gt_slice before;
	uint32_t stack = hop->stack;

	if (hop->state == GT_HOP_RUNNABLE)
		return gt_slice_get(t, hop->slice, &before) ? before.end_stack : 0;
	if (!s->looked)
		return stack;
	if (hop->link != GT_LINK_FIRST)
		return gt_hop_stack(hop, t, events);
	return stack || hop->state != GT_HOP_RUNNING ? stack : stack_at(t, events, hop->g, hop->t1);
}
