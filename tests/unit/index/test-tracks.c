/* Wakers and instants against the events of real traces, while the index is built and after. */
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "base/buf.h"
#include "base/os/mapfile.h"
#include "base/xalloc.h"
#include "index/query/events.h"
#include "index/query/tracks.h"
#include "order/replay.h"
#include "synth.h"
#include "tap/tap.h"
#include "truth.h"
#include "wire/v1/v1events.h"

/* What is expected of a trace, by the first n of its events. */
struct expect {
	const struct truth *truth;
	struct gt_trace *t;
	bool v1;
	const bool *polled;       /* by event: the network poller woke it, inside the stop of the goroutine named */
	size_t n;
	unsigned bad_waker, bad_instants, bad_seek, bad_ranges;
};

static bool reason_is(const struct expect *x, uint32_t row, const char *what)
{
	size_t len;
	const char *text = gt_trace_string(x->t, row, &len);

	return len == strlen(what) && !memcmp(text, what, len);
}

/* ---- who restarts the world polls the network ---- */

#define MAX_PROCS 256

/* What the events up to now say, by goroutine row. */
struct polls {
	bool *network;            /* it waits for the network */
	unsigned char *stops;     /* its stops that go on */
	uint32_t on[MAX_PROCS];   /* v1: who was started last, by P */
	uint32_t stopper;         /* v1 */
};

static bool waits_for_network(const struct expect *x, const struct gt_event *e)
{
	struct gt_buf text = { 0 };
	bool is;

	if (e->to != GT_G_WAITING)
		return false;
	if (x->v1)
		return e->type == GT_V1_GoBlockNet;
	is = gt_event_string(x->t, e, e->str, &text) && !strcmp(gt_buf_str(&text), "network");
	gt_buf_release(&text);
	return is;
}

static void note_stop(const struct expect *x, struct polls *p, size_t i)
{
	const struct gt_event *e = &x->truth->ev[i];
	bool begins = e->kind == GT_EV_RANGE_BEGIN;
	uint32_t by = x->truth->actor[i];

	if (x->v1 && begins)
		p->stopper = e->p < MAX_PROCS ? p->on[e->p] : GT_NO_ROW;
	by = x->v1 ? p->stopper : by;
	if (by != GT_NO_ROW)
		p->stops[by] = begins;
}

static bool note_state(const struct expect *x, struct polls *p, size_t i)
{
	const struct gt_event *e = &x->truth->ev[i];
	uint32_t row = x->truth->subject[i], by = x->truth->actor[i];
	bool polled;

	if (row == GT_NO_ROW || e->from == e->to)
		return false;
	polled = e->from == GT_G_WAITING && p->network[row] && by != GT_NO_ROW && p->stops[by];
	p->network[row] = waits_for_network(x, e);
	if (x->v1 && e->to == GT_G_RUNNING && e->p < MAX_PROCS)
		p->on[e->p] = row;
	return polled;
}

static bool *find_polled(const struct expect *x)
{
	bool *polled = gt_xcalloc(x->n + 1, sizeof *polled);
	struct polls p = {
		.network = gt_xcalloc(x->truth->rows + 1, sizeof *p.network),
		.stops = gt_xcalloc(x->truth->rows + 1, sizeof *p.stops), .stopper = GT_NO_ROW,
	};

	memset(p.on, 0xff, sizeof p.on);
	for (size_t i = 0; i < x->n; i++) {
		const struct gt_event *e = &x->truth->ev[i];

		if (e->kind == GT_EV_G_STATE)
			polled[i] = note_state(x, &p, i);
		else if (e->range == GT_RANGE_STW && (e->kind == GT_EV_RANGE_BEGIN || e->kind == GT_EV_RANGE_END))
			note_stop(x, &p, i);
	}
	free(p.network);
	free(p.stops);
	return polled;
}

/* ---- wakers ---- */

struct ready {
	int64_t t;
	uint32_t waker;
};

/* By the timers' own goroutine. */
static bool by_timers(const struct expect *x, const struct gt_event *e)
{
	return x->v1 && e->p == GT_NONE && e->range == GT_V1_BY_TIMERS;
}

static uint32_t waker_of(const struct expect *x, size_t i)
{
	const struct gt_event *e = &x->truth->ev[i];

	if ((e->from != GT_G_WAITING && e->from != GT_G_NOT_EXIST) || x->polled[i] || by_timers(x, e))
		return GT_NO_ROW;
	return x->truth->actor[i];
}

/* Every start of a runnable goroutine is its next whole slice. */
static void check_wakers(struct expect *x)
{
	struct ready *ready = gt_xcalloc(x->truth->rows + 1, sizeof *ready);
	uint32_t *next = gt_xcalloc(x->truth->rows + 1, sizeof *next);

	for (size_t i = 0; i < x->n; i++) {
		const struct gt_event *e = &x->truth->ev[i];
		uint32_t row = x->truth->subject[i], id;
		struct gt_slice s;

		if (row == GT_NO_ROW || e->from == e->to)
			continue;
		if (e->to == GT_G_RUNNABLE)
			ready[row] = (struct ready){ e->time, waker_of(x, i) };
		else if (e->to != GT_G_RUNNING)
			ready[row] = (struct ready){ GT_NO_TIME, GT_NO_ROW };
		if (e->to != GT_G_RUNNING || e->from != GT_G_RUNNABLE)
			continue;
		do
			id = gt_goroutine_slice(x->t, row, next[row]++);
		while (gt_slice_get(x->t, id, &s) && s.flags & GT_SLICE_CUT);
		/* The last one may still be open. */
		if (id == GT_NO_ROW && !gt_trace_info(x->t)->done)
			continue;
		x->bad_waker += id == GT_NO_ROW || s.t0 != e->time || s.ready != ready[row].t ||
				s.waker != ready[row].waker;
	}
	/* Who has not run since. */
	for (uint32_t row = 0; row < x->truth->rows; row++) {
		struct gt_goroutine g;

		x->bad_waker += gt_goroutine_get(x->t, row, &g) && g.state == GT_G_RUNNABLE &&
				(g.since != ready[row].t || g.waker != ready[row].waker);
	}
	free(ready);
	free(next);
}

/* ---- instants ---- */

static enum gt_instant wake_kind(const struct expect *x, size_t i, uint32_t reason)
{
	const struct gt_event *e = &x->truth->ev[i];
	static const char *const timed[] = { "sleep", "select", "chan receive", "chan send", "sync" };

	if (x->polled[i])
		return GT_INSTANT_NETWORK;
	if (by_timers(x, e))
		return GT_INSTANT_TIMER;
	if (x->truth->actor[i] != GT_NO_ROW)
		return GT_INSTANT_UNBLOCK;
	for (size_t k = 0; e->p < GT_P_OUTSIDE && k < GT_COUNT(timed); k++)
		if (reason_is(x, reason, timed[k]))
			return GT_INSTANT_TIMER;
	return reason_is(x, reason, "network") ? GT_INSTANT_NETWORK : GT_INSTANT_UNBLOCK;
}

/* The kind of an event that is an instant, GT_INSTANTS if it is none. */
static enum gt_instant kind_of(const struct expect *x, size_t i, const uint32_t *reasons)
{
	const struct gt_event *e = &x->truth->ev[i];

	switch (e->kind) {
	case GT_EV_LOG:
		return GT_INSTANT_LOG;
	case GT_EV_LABEL:
		return GT_INSTANT_LABEL;
	case GT_EV_SAMPLE:
		return GT_INSTANT_SAMPLE;
	case GT_EV_RANGE_BEGIN:
		return e->range == GT_RANGE_ASSIST ? GT_INSTANT_ASSIST : GT_INSTANTS;
	case GT_EV_G_STATE:
		break;
	default:
		return GT_INSTANTS;
	}
	if (x->v1 && e->type == GT_V1_GoStartLabel)
		return GT_INSTANT_LABEL;
	if (e->from == e->to)
		return GT_INSTANTS;
	if (e->from == GT_G_NOT_EXIST)
		return GT_INSTANT_CREATE;
	if (e->to != GT_G_RUNNABLE)
		return GT_INSTANTS;
	if (e->from == GT_G_SYSCALL)
		return GT_INSTANT_SYSCALL;
	if (e->from == GT_G_RUNNING)
		return reason_is(x, reasons[x->truth->subject[i]], "preempted") ? GT_INSTANT_PREEMPT : GT_INSTANTS;
	return e->from == GT_G_WAITING ? wake_kind(x, i, reasons[x->truth->subject[i]]) : GT_INSTANTS;
}

static bool reason_text(const struct expect *x, const struct gt_event *e, struct gt_buf *text)
{
	static const char *const old[] = {
		[GT_V1_GoSleep] = "sleep", [GT_V1_GoBlockSend] = "chan send", [GT_V1_GoBlockRecv] = "chan receive",
		[GT_V1_GoBlockSelect] = "select", [GT_V1_GoBlockSync] = "sync", [GT_V1_GoBlockNet] = "network",
	};

	if (!x->v1)
		return gt_event_string(x->t, e, e->str, text);
	if (e->type < GT_COUNT(old) && old[e->type])
		gt_buf_puts(text, old[e->type]);
	return text->len;
}

static uint32_t reason_of(const struct expect *x, const struct gt_event *e)
{
	struct gt_buf text = { 0 };
	uint32_t row = 0;
	bool found = reason_text(x, e, &text);

	for (uint32_t i = 0; found && i < gt_symtab_strings(&x->t->store.names); i++) {
		size_t len;
		const char *s = gt_trace_string(x->t, i, &len);

		if (len == text.len && (!len || !memcmp(s, text.data, len)))
			row = i;
	}
	gt_buf_release(&text);
	return row;
}

static uint32_t goroutine_of(const struct expect *x, size_t i)
{
	const struct gt_event *e = &x->truth->ev[i];

	if (e->kind == GT_EV_G_STATE)
		return x->truth->subject[i];
	if (e->kind == GT_EV_SAMPLE)
		return e->g == GT_NONE ? GT_NO_ROW : gt_goroutine_find(x->t, e->g, e->time);
	return x->truth->actor[i];
}

/* The k-th instant of the kind and P is at this time, and is found by it. */
static void check_instant(struct expect *x, enum gt_instant kind, uint32_t proc_row, uint64_t k, size_t i)
{
	struct gt_instant_row r, before;
	int64_t time = x->truth->ev[i].time;
	uint64_t at = gt_instant_seek(x->t, kind, proc_row, time), times[3];

	if (!gt_instant_get(x->t, kind, proc_row, k, &r) || r.t != time || r.g != goroutine_of(x, i))
		x->bad_instants++;
	if (!gt_instant_times(x->t, kind, proc_row, k, 3, times) || (int64_t)times[0] != time)
		x->bad_instants++;
	if (at > k || !gt_instant_get(x->t, kind, proc_row, at, &r) || r.t != time)
		x->bad_seek++;
	if (at && (!gt_instant_get(x->t, kind, proc_row, at - 1, &before) || before.t >= time))
		x->bad_seek++;
	if (gt_instant_seek(x->t, kind, proc_row, time + 1) <= k)
		x->bad_seek++;
}

static void check_numbers(struct expect *x, const uint64_t (*counts)[GT_INSTANTS])
{
	for (enum gt_instant kind = 0; kind < GT_INSTANTS; kind++) {
		bool of_none = kind >= GT_INSTANT_NETWORK;

		for (uint32_t proc_row = 0; proc_row < (of_none ? 1 : gt_trace_info(x->t)->procs); proc_row++)
			x->bad_instants += gt_instants(x->t, kind, of_none ? GT_NO_ROW : proc_row) !=
					   counts[proc_row][kind];
		x->bad_instants += !of_none && gt_instants(x->t, kind, GT_NO_ROW) != 0;
	}
}

static void check_instants(struct expect *x)
{
	uint32_t *reasons = gt_xcalloc(x->truth->rows + 1, sizeof *reasons);
	uint32_t *runs_on = gt_xcalloc(x->truth->rows + 1, sizeof *runs_on);
	uint64_t (*counts)[GT_INSTANTS] = gt_xcalloc(gt_trace_info(x->t)->procs + 1, sizeof *counts);

	for (size_t i = 0; i < x->n; i++) {
		const struct gt_event *e = &x->truth->ev[i];
		uint32_t row = x->truth->subject[i], proc_row = gt_proc_find(x->t, e->p);
		uint32_t actor = x->truth->actor[i];
		enum gt_instant kind;

		if (row != GT_NO_ROW && e->to == GT_G_RUNNING)
			runs_on[row] = proc_row;
		/* v1 leaves out the P where a goroutine ends a network wait by a deadline. */
		if (proc_row == GT_NO_ROW && actor != GT_NO_ROW && e->from == GT_G_WAITING)
			proc_row = runs_on[actor];
		if (row != GT_NO_ROW && e->to == GT_G_RUNNABLE && e->from == GT_G_RUNNING)
			reasons[row] = reason_of(x, e);
		kind = kind_of(x, i, reasons);
		if (x->v1 && e->type == GT_V1_GoPreempt && e->kind == GT_EV_G_STATE)
			kind = GT_INSTANT_PREEMPT;
		if (row != GT_NO_ROW && e->from != e->to)
			reasons[row] = reason_of(x, e);
		if (kind >= GT_INSTANT_NETWORK)
			proc_row = kind == GT_INSTANTS ? GT_NO_ROW : 0;
		if (proc_row == GT_NO_ROW || kind == GT_INSTANTS)
			continue;
		check_instant(x, kind, kind >= GT_INSTANT_NETWORK ? GT_NO_ROW : proc_row,
			      counts[proc_row][kind]++, i);
	}
	check_numbers(x, (const uint64_t (*)[GT_INSTANTS])counts);
	free(reasons);
	free(runs_on);
	free(counts);
}

/* ---- ranges by their starts ---- */

/* Each kind's are in order, are of the kind, and none is missing but those that wait for an older one. */
static void check_ranges(struct expect *x, enum gt_range kind)
{
	uint64_t n = gt_ranges_of_kind(x->t, kind), of_kind = 0, total = gt_trace_info(x->t)->ranges;
	int64_t before = INT64_MIN;
	struct gt_range_row r;

	for (uint64_t i = 0; i < total; i++)
		of_kind += gt_range_get(x->t, i, &r) && r.kind == kind;
	x->bad_ranges += gt_trace_info(x->t)->done ? n != of_kind : n > of_kind;
	for (uint64_t k = 0; k < n; k++) {
		if (!gt_range_get(x->t, gt_range_of_kind(x->t, kind, k), &r) || r.kind != kind || r.t0 < before) {
			x->bad_ranges++;
			continue;
		}
		x->bad_ranges += gt_range_seek(x->t, kind, r.t0) > k || gt_range_seek(x->t, kind, r.t0 + 1) <= k;
		x->bad_ranges += before < r.t0 && gt_range_seek(x->t, kind, r.t0) != k;
		before = r.t0;
	}
	x->bad_ranges += gt_range_of_kind(x->t, kind, n) != GT_NO_ROW || gt_range_seek(x->t, kind, INT64_MAX) != n;
}

/* ---- while the index is built ---- */

#define LOOKS 12               /* at one trace: each takes as long as one at the whole */

struct live {
	struct gt_trace *t;
	struct expect x;
	unsigned looks, bad_open;
	struct open_row {
		uint32_t proc_row;       /* of a slice; GT_NO_ROW: a range */
		enum gt_range kind;
		int64_t t0, now;     /* when it began; until when the trace had been read */
	} *open;
	size_t nopen, open_cap;
	int64_t now;
};

/* ---- what goes on and has no row yet ---- */

static void note(struct live *l, uint32_t proc_row, enum gt_range kind, int64_t t0)
{
	if (t0 == GT_NO_TIME)
		return;
	GT_GROW(l->open, l->open_cap, l->nopen + 1);
	l->open[l->nopen++] = (struct open_row){ proc_row, kind, t0, l->now };
}

static void note_open(struct live *l)
{
	const struct gt_trace_info *info = gt_trace_info(l->t);

	l->now = info->duration;
	for (uint32_t proc_row = 0; proc_row < info->procs; proc_row++)
		note(l, proc_row, GT_RANGE_STW, gt_proc_open_slice(l->t, proc_row));
	note(l, GT_NO_ROW, GT_RANGE_STW, gt_range_open(l->t, GT_RANGE_STW));
	note(l, GT_NO_ROW, GT_RANGE_GC, gt_range_open(l->t, GT_RANGE_GC));
}

/* When all is read there is a row that began then, and had not ended. */
static bool came_true(const struct gt_trace *t, const struct open_row *o)
{
	struct gt_range_row r;
	struct gt_slice s = { .t0 = o->t0 - 1 };

	if (o->proc_row == GT_NO_ROW)
		return gt_range_get(t, gt_range_of_kind(t, o->kind, gt_range_seek(t, o->kind, o->t0)), &r) &&
		       r.t0 == o->t0 && (r.t1 == GT_NO_TIME || r.t1 >= o->now);
	for (uint64_t k = gt_slice_seek(t, o->proc_row, o->t0 - 1); s.t0 < o->t0; k++)
		if (!gt_slice_get(t, gt_slice_of_proc(t, o->proc_row, k), &s))
			return false;
	return s.t0 == o->t0 && s.t1 >= o->now;
}

static void check_open(struct live *l)
{
	for (size_t i = 0; i < l->nopen; i++)
		l->bad_open += !came_true(l->t, &l->open[i]);
	/* In the end all have a row. */
	for (uint32_t proc_row = 0; proc_row < gt_trace_info(l->t)->procs; proc_row++)
		l->bad_open += gt_proc_open_slice(l->t, proc_row) != GT_NO_TIME;
}

static void check_all(struct expect *x)
{
	check_wakers(x);
	check_instants(x);
	check_ranges(x, GT_RANGE_STW);
	check_ranges(x, GT_RANGE_GC);
	x->bad_ranges += gt_ranges_of_kind(x->t, GT_RANGE_SWEEP) || gt_range_seek(x->t, GT_RANGE_ASSIST, 0);
}

static void look(void *arg, struct gt_trace *t)
{
	struct live *l = arg;
	uint64_t n = gt_trace_info(t)->events;

	l->t = l->x.t = t;
	if (gt_trace_info(t)->done) {
		check_open(l);
	} else if (n >= l->looks * l->x.truth->n / LOOKS) {
		l->x.n = n;
		l->looks++;
		check_all(&l->x);
		note_open(l);
	}
}

static void check_live(const char *path, const struct expect *x, const char *name)
{
	struct live l = { .x = { .truth = x->truth, .v1 = x->v1, .polled = x->polled } };
	struct gt_mapfile trace;

	if (gt_mapfile_open(&trace, path, NULL))
		tap_bail("cannot read %s", name);
	ask_watch(trace.data, trace.size, look, &l);
	tap_ok(l.looks > 1, "%s: %u times while it is built", name, l.looks);
	tap_is_u64(l.x.bad_waker, 0, "%s: wakers, while it is built", name);
	tap_is_u64(l.x.bad_instants, 0, "%s: instants, while it is built", name);
	tap_is_u64(l.x.bad_seek, 0, "%s: instants by time, while it is built", name);
	tap_is_u64(l.x.bad_ranges, 0, "%s: ranges by their starts, while it is built", name);
	tap_is_u64(l.bad_open, 0, "%s: what had no row yet, %zu times", name, l.nopen);
	free(l.open);
	gt_mapfile_close(&trace);
}

static void check_trace(const char *path, const char *name)
{
	const struct gt_open_options opt = { .index = "none" };
	bool *polled;
	struct truth truth;
	struct expect x = { .truth = &truth };
	struct gt_error err;

	if (gt_trace_open(&x.t, path, &opt, &err)) {
		tap_fail("%s: %s", name, err.text);
		return;
	}
	truth_load(&truth, x.t);
	x.n = truth.n;
	x.v1 = x.t->header.format == GT_FORMAT_V1;
	x.polled = polled = find_polled(&x);
	tap_is_u64(truth.rows, gt_trace_info(x.t)->goroutines, "%s: lives", name);
	check_all(&x);
	tap_is_u64(x.bad_waker, 0, "%s: wakers", name);
	tap_is_u64(x.bad_instants, 0, "%s: instants", name);
	tap_is_u64(x.bad_seek, 0, "%s: instants by time", name);
	tap_is_u64(x.bad_ranges, 0, "%s: ranges by their starts", name);
	check_live(path, &x, name);
	free(polled);
	truth_free(&truth);
	gt_trace_close(x.t);
}

TAP_TEST(recorded)
{
	static const char *const patterns[] = {
		"demo.trace", "traces/go1.2[2-7]/*.trace", "traces/go1.19/*.trace", "traces/go1.21/*.trace", NULL };

	truth_for_traces(patterns, check_trace);
}
