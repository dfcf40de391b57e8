/* How each thing that is compared is found in a trace. */
#include "analysis/compare/kinds.h"

#include "analysis/goroutines/ginfo.h"
#include "analysis/requests/requests.h"
#include "analysis/slices/greedy.h"
#include "analysis/stw/blame_index.h"
#include "analysis/tasks/tasklist.h"
#include "analysis/waits/callscan.h"
#include "analysis/waits/waitkeys.h"
#include "base/sat.h"
#include "index/caps.h"

#define SLICES_STEP 128

/* ---- what a trace records ---- */

static unsigned always(const struct gt_trace *t)
{
	(void)t;
	return 1;
}

/* v1 has only the calls that lost their P. */
static unsigned calls_form(const struct gt_trace *t)
{
	return gt_trace_caps(t).old_events ? 1 : 2;
}

static unsigned pauses_form(const struct gt_trace *t)
{
	struct gt_trace_caps caps = gt_trace_caps(t);

	return caps.every_pause ? 2 : caps.stop_requests ? 1 : 0;
}

/* ---- slices ---- */

/* Those of the tracer are what recording costs; whose a goroutine without a name is, is unknown. */
static void kinds_add_slice(struct gt_collected *c, struct gt_ginfos *gos, const struct gt_slice *s)
{
	const struct gt_ginfo *g = gt_ginfos_get(gos, s->g);
	bool whole = !(s->flags & (GT_SLICE_OPEN | GT_SLICE_CUT));
	struct gt_keyed *k;

	if (g->owner == GT_OWNER_PROGRAM) {
		k = gt_keyed_rows(c, GT_CMP_FUNCS, g->func, 0);
		gt_keyed_add(c, k, s->t0, s->t1, whole);
		k = gt_keyed_rows(c, GT_CMP_GREEDY, g->func, s->end_stack);
	} else if (g->owner == GT_OWNER_RUNTIME) {
		k = gt_keyed_rows(c, GT_CMP_GC, g->func, 0);
	} else {
		return;
	}
	gt_keyed_add(c, k, s->t0, s->t1, whole);
}

/* Of all slices, whoever runs in them: what else had to stop would have waited for each. */
static void put_tmax(struct gt_collected *c, const struct gt_longest *longest)
{
	struct gt_tmax tmax;

	gt_greedy_tmax_in(c->t, c->from, c->to, &tmax);
	if (tmax.max)
		gt_keyed_longest(c, gt_keyed_word(c, GT_CMP_TMAX, "Tmax_stw"), longest, tmax.max);
}

/* Slices from the k-th of a P on, with what is asked of them here; how many. */
static uint32_t kinds_read_slices(const struct gt_trace *t, uint32_t p, uint64_t k, struct gt_slice some[SLICES_STEP])
{
	static const uint8_t fields[] = {
		GT_SLICE_T0, GT_SLICE_HELD, GT_SLICE_G, GT_SLICE_END_STACK, GT_SLICE_FLAGS,
	};
	enum { T0, HELD, G, END_STACK, FLAGS, FIELDS };
	uint64_t v[FIELDS][SLICES_STEP];
	uint32_t n = gt_slices_field(t, p, k, SLICES_STEP, GT_SLICE_T0, v[T0]);

	for (unsigned f = T0 + 1; f < FIELDS; f++)
		if (gt_slices_field(t, p, k, n, (enum gt_slice_field)fields[f], v[f]) != n)
			return 0;
	for (uint32_t i = 0; i < n; i++) {
		some[i] = (struct gt_slice){
			.t0 = (int64_t)v[T0][i], .t1 = (int64_t)(v[T0][i] + v[HELD][i]), .seen = (int64_t)v[T0][i],
			.g = (uint32_t)v[G][i], .end_stack = (uint32_t)v[END_STACK][i], .flags = (uint8_t)v[FLAGS][i] };
		if (some[i].flags & GT_SLICE_CUT)
			gt_slice_get(t, gt_slice_of_proc(t, p, k + i), &some[i]);
	}
	return n;
}

static int feed_slices(struct gt_collected *c, struct gt_error *err)
{
	struct gt_longest longest = { .has = { false } };
	struct gt_ginfos gos;
	struct gt_slice some[SLICES_STEP];
	int rc = gt_ginfos_open(&gos, c->t, err);

	for (uint32_t p = 0; !rc && p < gt_trace_info(c->t)->procs; p++) {
		uint64_t k = gt_slice_seek(c->t, p, c->from), end = gt_slices_of_proc(c->t, p);

		while (k < end) {
			uint32_t n = kinds_read_slices(c->t, p, k, some);

			for (uint32_t i = 0; i < n && some[i].t0 < c->to; i++) {
				kinds_add_slice(c, &gos, &some[i]);
				gt_longest_add(&longest, c, some[i].seen,
					       (some[i].t1 < c->to ? some[i].t1 : c->to) - some[i].seen);
			}
			k = n && some[n - 1].t0 < c->to ? k + n : end;
		}
	}
	put_tmax(c, &longest);
	gt_ginfos_release(&gos);
	return rc;
}

/* ---- calls ---- */

static int feed_calls(struct gt_collected *c, struct gt_error *err)
{
	struct gt_callscan scan = { .trace = c->t, .from = c->from, .to = c->to };
	struct gt_call_place place;
	struct gt_ginfos gos;
	struct gt_call call;
	int found = 0, rc = gt_ginfos_open(&gos, c->t, err);

	while (!rc && (found = gt_callscan_next(&scan, GT_KEYS_STEP, &call, &place)) >= 0)
		if (found && gt_ginfos_get(&gos, call.g)->owner == GT_OWNER_PROGRAM)
			gt_keyed_add(c, gt_keyed_rows(c, GT_CMP_CALLS, gt_call_function(c->t, call.stack), call.stack),
				     call.t0, call.t1, true);
	gt_ginfos_release(&gos);
	return rc;
}

/* ---- pauses ---- */

/* Of whole pauses, and of their time to stop. */
struct longest_pause {
	struct gt_longest longest;
	int64_t max;
};

static void longest_add(struct longest_pause *l, struct gt_collected *c, int64_t t, int64_t v)
{
	if (v == GT_NO_TIME)
		return;
	gt_longest_add(&l->longest, c, t, v);
	l->max = v > l->max ? v : l->max;
}

static void add_pause(struct gt_collected *c, const struct gt_blame_row *row, struct longest_pause *all,
		      struct longest_pause *stop)
{
	static const char *const words[GT_PAUSE_PARTS] = {
		[GT_PAUSE_STOP] = "time to stop", [GT_PAUSE_STILL] = "standstill", [GT_PAUSE_RESTART] = "restart",
		[GT_PAUSE_ALL] = "all",
	};
	int64_t at = row->t0;
	struct gt_goroutine g;

	if (row->t1 == GT_NO_TIME || row->t1 > c->to || row->t0 < c->from)
		return;
	for (unsigned part = 0; part < GT_PAUSE_PARTS; part++)
		if (row->ns[part] != GT_NO_TIME)
			gt_keyed_add(c, gt_keyed_word(c, GT_CMP_STW, words[part]), at, at + row->ns[part], true);
	longest_add(all, c, at, row->ns[GT_PAUSE_ALL]);
	longest_add(stop, c, at, row->ns[GT_PAUSE_STOP]);
	if (row->delay != GT_NO_TIME && gt_goroutine_get(c->t, row->g, &g))
		gt_keyed_add(c, gt_keyed_rows(c, GT_CMP_STWFUNCS, g.func, row->stack), at, at + row->delay, true);
}

static int feed_stops(struct gt_collected *c, struct gt_error *err)
{
	struct longest_pause all = { .max = GT_NO_TIME }, stop = { .max = GT_NO_TIME };
	struct gt_blame_index b = { .n = 0 };

	(void)err;
	gt_blame_index_update(&b, c->t, 0);
	for (size_t i = 0; i < b.n; i++)
		add_pause(c, &b.rows[i], &all, &stop);
	if (all.max != GT_NO_TIME)
		gt_keyed_longest(c, gt_keyed_word(c, GT_CMP_STWMAX, "pause"), &all.longest, all.max);
	if (stop.max != GT_NO_TIME)
		gt_keyed_longest(c, gt_keyed_word(c, GT_CMP_STWMAX, "time to stop"), &stop.longest, stop.max);
	gt_blame_index_release(&b);
	return 0;
}

/* ---- the collector, the heap ---- */

static int feed_gc(struct gt_collected *c, struct gt_error *err)
{
	struct gt_range_row r;

	(void)err;
	for (uint64_t i = 0; gt_range_get(c->t, i, &r); i++) {
		const char *word = r.kind == GT_RANGE_GC ? "mark phase" : r.kind == GT_RANGE_ASSIST ? "mark assist" : NULL;

		if (word)
			gt_keyed_add(c, gt_keyed_word(c, GT_CMP_GC, word), r.t0, r.t1 == GT_NO_TIME ? c->to : r.t1,
				     r.t1 != GT_NO_TIME && !r.active);
	}
	return 0;
}

/* The means of a counter in the parts of the range: what it was between two changes, by how long it was that. */
struct means {
	double area[GT_CMP_SEGMENTS];
	int64_t ns[GT_CMP_SEGMENTS];
	int64_t t, max;
	double value;
};

static void add_level(const struct gt_collected *c, struct means *m, int64_t until)
{
	int64_t len = c->to - c->from, a = m->t > c->from ? m->t : c->from, b = until < c->to ? until : c->to;

	for (unsigned i = 0; m->t != GT_NO_TIME && a < b && i < GT_CMP_SEGMENTS; i++) {
		int64_t x = c->from + len / GT_CMP_SEGMENTS * i;
		int64_t y = i + 1 < GT_CMP_SEGMENTS ? x + len / GT_CMP_SEGMENTS : c->to;

		x = a > x ? a : x;
		y = b < y ? b : y;
		if (x >= y)
			continue;
		m->area[i] += m->value * (double)(y - x);
		m->ns[i] += y - x;
	}
}

static void add_means(struct gt_collected *c, const struct means *m, const char *word)
{
	struct gt_keyed *k = gt_keyed_word(c, GT_CMP_HEAP, word);

	for (unsigned i = 0; i < GT_CMP_SEGMENTS; i++)
		if (m->ns[i])
			gt_keyed_value(c, k, i, gt_sat_of_double(m->area[i] / (double)m->ns[i]));
	k->n = k->whole;
	k->max = m->max;
}

static int feed_heap(struct gt_collected *c, struct gt_error *err)
{
	struct means m[2] = { { .t = GT_NO_TIME }, { .t = GT_NO_TIME } };
	struct gt_counter v;

	(void)err;
	for (uint64_t i = 0; gt_counter_get(c->t, i, &v) && v.t < c->to; i++) {
		struct means *at = &m[v.metric == GT_METRIC_HEAP_GOAL];

		if (v.metric == GT_METRIC_GOMAXPROCS)
			continue;
		add_level(c, at, v.t);
		at->t = v.value == GT_NONE ? GT_NO_TIME : v.t;
		if (v.value == GT_NONE)
			continue;
		at->value = (double)v.value;
		if (v.t >= c->from && (double)v.value > (double)at->max)
			at->max = v.value < INT64_MAX ? (int64_t)v.value : INT64_MAX;
	}
	for (unsigned i = 0; i < GT_COUNT(m); i++)
		if (m[i].t != GT_NO_TIME) {
			add_level(c, &m[i], c->to);
			add_means(c, &m[i], i ? "heap goal" : "heap in use");
		}
	return 0;
}

/* ---- requests, and what the program says of itself ---- */

static void kinds_add_request(struct gt_collected *c, struct gt_keyed *k, const struct gt_request *q)
{
	gt_keyed_add(c, k, q->t0, q->t1, !q->cut && !q->open);
}

/* All of a server, and by what handles them where that was seen; user tasks are compared as such. */
static int feed_requests(struct gt_collected *c, struct gt_error *err)
{
	struct gt_requests rs = { .n = 0 };
	int rc = gt_requests_fill(&rs, c->t, NULL, err);

	for (size_t i = 0; i < rs.n; i++) {
		const struct gt_request *q = &rs.v[i];

		if (q->server == GT_SERVER_TASK || q->traces)
			continue;
		kinds_add_request(c, gt_keyed_word(c, GT_CMP_REQUESTS, gt_request_kind(q)), q);
		if (q->handler)
			kinds_add_request(c, gt_keyed_rows(c, GT_CMP_REQUESTS, q->handler, 0), q);
	}
	gt_requests_release(&rs);
	return rc;
}

static int feed_tasks(struct gt_collected *c, struct gt_error *err)
{
	struct gt_task_list l = { 0 };

	(void)err;
	gt_task_list_fill(&l, c->t);
	for (size_t i = 0; i < l.n; i++) {
		const struct gt_task *r = &l.tasks[i];

		if (r->t0 != GT_NO_TIME)
			gt_keyed_add(c, gt_keyed_rows(c, GT_CMP_TASKS, r->name, 0), r->t0,
				     r->t1 == GT_NO_TIME ? c->to : r->t1, r->t1 != GT_NO_TIME);
	}
	gt_task_list_release(&l);
	return 0;
}

static int feed_regions(struct gt_collected *c, struct gt_error *err)
{
	struct gt_region r;

	(void)err;
	for (uint64_t i = 0; gt_region_get(c->t, i, &r); i++)
		if (r.t0 != GT_NO_TIME)
			gt_keyed_add(c, gt_keyed_rows(c, GT_CMP_REGIONS, r.name, r.stack), r.t0,
				     r.t1 == GT_NO_TIME ? c->to : r.t1, r.t1 != GT_NO_TIME);
	return 0;
}

static int feed_logs(struct gt_collected *c, struct gt_error *err)
{
	struct gt_log r;

	(void)err;
	for (uint64_t i = 0; gt_log_get(c->t, i, &r); i++)
		gt_keyed_add(c, gt_keyed_rows(c, GT_CMP_LOGS, r.category, 0), r.t, r.t, true);
	return 0;
}

static int feed_goroutines(struct gt_collected *c, struct gt_error *err)
{
	struct gt_goroutine g;

	(void)err;
	for (uint32_t i = 0; gt_goroutine_get(c->t, i, &g); i++) {
		if (gt_owner_of(c->t, &g) != GT_OWNER_PROGRAM)
			continue;
		c->ended += g.end != GT_NO_TIME && g.end >= c->from && g.end < c->to;
		if (!g.predates_trace)
			gt_keyed_add(c, gt_keyed_rows(c, GT_CMP_GOROUTINES, g.func, 0), g.create, g.create, false);
	}
	return 0;
}

/* ---- waits ---- */

struct waits {
	struct gt_collected *c;
	struct gt_waitkeys keys;
};

/*
 * A wait that goes on at the end of the range says nothing of how long such waits are.  What began a wait for a
 * processor is unknown where it went on when the trace began: that says when somebody began to trace, not what the
 * program does.
 */
static bool kinds_add_wait(void *arg, const struct gt_waited *w)
{
	struct waits *ws = arg;
	bool whole = w->ended && w->iv.begin_type && w->iv.t0 >= ws->c->from;
	struct gt_keyed *k;
	enum gt_waker_kind cause;
	bool inferred;

	if (gt_ginfos_get(&ws->keys.goroutines, w->g)->owner != GT_OWNER_PROGRAM)
		return true;
	cause = w->iv.what == GT_SPENT_SCHED ? gt_waitkeys_cause(&ws->keys, w) : GT_WAKER_NONE;
	if (w->iv.what == GT_SPENT_BLOCK)
		k = gt_keyed_rows(ws->c, GT_CMP_WAITS, gt_interval_reason(ws->c->t, &w->iv, &inferred), w->iv.stack);
	else if (cause != GT_WAKER_NONE && cause != GT_WAKER_UNKNOWN)
		k = gt_keyed_word(ws->c, GT_CMP_SCHED, gt_waker_kind_name(cause));
	else
		return true;
	gt_keyed_add(ws->c, k, w->iv.t0, w->ended ? w->iv.t1 : w->t1, whole);
	return true;
}

static int feed_waits(struct gt_collected *c, struct gt_error *err)
{
	struct gt_waits_args args = { .from = c->from, .to = c->to };
	struct waits ws = { .c = c };
	int rc = gt_waitkeys_open(&ws.keys, c->t, GT_WAITS_BY_CAUSE, err);

	if (!rc)
		rc = gt_waits_scan(c->t, &args, kinds_add_wait, &ws, err);
	gt_waitkeys_release(&ws.keys);
	return rc;
}

/* ---- the table ---- */

const struct gt_cmp_kind gt_cmp_kinds[GT_CMP_KINDS] = {
#define GT_CMP(id, word, text, more, longer, larger, in, least, heavy, how, from) [GT_CMP_##id] = { \
	.name = word, .what = text, .unit = GT_CMP_##in, .worth = least, .weight = heavy, .form = how, .feed = from, \
	.worse = { [GT_CMP_RATE] = more, [GT_CMP_LENGTH] = longer, [GT_CMP_SHARE] = larger } },
#include "analysis/compare/kinds.def"
#undef GT_CMP
};

bool gt_cmp_has(enum gt_cmp_kind_id id, enum gt_cmp_aspect aspect)
{
	const struct gt_cmp_kind *kind = &gt_cmp_kinds[id];

	if (kind->unit != GT_CMP_NS)
		return aspect == GT_CMP_LENGTH;
	return aspect != GT_CMP_SHARE || kind->worse[GT_CMP_LENGTH] || kind->worse[GT_CMP_SHARE];
}

const char *gt_cmp_aspect_name(enum gt_cmp_aspect aspect)
{
	static const char *const names[GT_CMP_ASPECTS] = {
		[GT_CMP_LENGTH] = "length", [GT_CMP_SHARE] = "share", [GT_CMP_RATE] = "rate",
	};

	return names[aspect];
}
