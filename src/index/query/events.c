/* Events by number and by time: decoded on demand from a checkpoint, a window at a time. */
#include "index/query/events.h"

#include <assert.h>
#include <string.h>

#include "base/bisect.h"
#include "base/varint.h"
#include "base/xalloc.h"
#include "index/store/block.h"
#include "index/query/gens.h"

#define WINDOW 4096u
#define WINDOWS 2
/* Up to this distance decoding on is faster than starting at a checkpoint. */
#define NEAR (2 * WINDOW)
#define ORDER_BUF 4096
#define PLACES 64
#define CURSORS_KEPT 4096
/* So many events at one time are looked at: only a damaged index has more. */
#define FIND_EVENTS 100000

/* Decoded events [first, first + n); first is a multiple of WINDOW. */
struct window {
	uint64_t first;
	uint32_t n;
	struct gt_event ev[WINDOW];
};

struct gt_events {
	struct gt_trace *t;
	struct gt_replay *replay;      /* NULL: not at any place */
	struct gt_gen_arrays arrays;
	uint64_t gen_row;              /* whose arrays they are */
	bool have_gen;
	struct gt_order_cursors cursors;
	uint64_t next;                 /* number of the event that the replay gives next */
	uint64_t gen_end;              /* first event of the next generation */
	/* the order: records left in the run, then what comes */
	uint32_t stream;
	uint64_t left;
	uint64_t tail;                 /* records taken from the run that is not in the table yet */
	uint64_t pos;                  /* place in the table of bytes of buf[at] */
	uint8_t buf[ORDER_BUF];
	size_t at, len;
	struct gt_event pending[3];    /* events of one record that reaches over a window's end */
	int npending;
	int64_t last_time;             /* of the event before `next` */
	struct window *windows[WINDOWS]; /* made when first wanted */
	int newest;
	struct gt_events_place places[2][PLACES];
};

struct gt_events *gt_events_open(struct gt_trace *t)
{
	struct gt_events *e = gt_xcalloc(1, sizeof *e);

	e->t = t;
	return e;
}

static void stop_replay(struct gt_events *e)
{
	gt_replay_close(e->replay);
	e->replay = NULL;
	e->npending = 0;
}

void gt_events_close(struct gt_events *e)
{
	if (!e)
		return;
	stop_replay(e);
	gt_gen_arrays_release(&e->arrays);
	gt_order_cursors_release(&e->cursors);
	for (int i = 0; i < WINDOWS; i++)
		free(e->windows[i]);
	free(e);
}

struct gt_trace *gt_events_trace(const struct gt_events *e)
{
	return e->t;
}

struct gt_events_place *gt_events_place(struct gt_events *e, bool end, uint64_t owner)
{
	return &e->places[end][(owner >> 1) % PLACES];
}

/* ---- checkpoints ---- */

static int events_damaged(struct gt_error *err)
{
	return gt_error_set(err, GT_ERR_STALE, GT_NO_OFFSET, "the index is damaged: the order of events does not fit");
}

static int load_cursors(struct gt_events *e, uint64_t row, const struct gt_srow_checkpoint *c, struct gt_error *err)
{
	struct gt_srow_checkpoint next;
	const struct gt_btable *t = gt_trace_table(e->t, GT_T_MARKS);
	uint64_t end = gt_btable_rows(t, 0);
	struct gt_srow_mark m;

	if (gt_btable_row(gt_trace_table(e->t, GT_T_CHECKPOINTS), row + 1, &next))
		end = next.cursors;
	if (c->cursors > end || end > gt_btable_rows(t, 0) || end - c->cursors >= UINT32_MAX)
		return events_damaged(err);
	GT_GROW(e->cursors.cursors, e->cursors.cap, (size_t)(end - c->cursors));
	e->cursors.n = 0;
	e->cursors.last_time = c->time;
	e->cursors.sample = c->sample;
	e->cursors.retimed = c->retimed;
	for (uint64_t i = c->cursors; i < end && gt_btable_row(t, i, &m); i++)
		e->cursors.cursors[e->cursors.n++] = (struct gt_order_cursor){
			.m = m.m - 1, .p = m.p - 1, .g = m.g - 1, .time = m.time, .off = m.off,
			.stream = m.stream - 1, .batch = m.batch,
		};
	return 0;
}

static int load_gen(struct gt_events *e, uint32_t row, struct gt_error *err)
{
	struct gt_gen_rows g;
	int rc;

	if (!gt_gen_get(e->t, row, &g))
		return events_damaged(err);
	e->gen_end = g.events_end;
	if (e->have_gen && e->gen_row == row)
		return 0;
	if (e->have_gen)
		gt_gen_arrays_release(&e->arrays);
	e->have_gen = false;
	rc = gt_gen_load(e->t, &g, &e->arrays, err);
	e->have_gen = !rc;
	e->gen_row = row;
	return rc;
}

/* Puts the replay to the last checkpoint at or before event n. */
static int start_at(struct gt_events *e, uint64_t n, struct gt_error *err)
{
	const struct gt_btable *checkpoints = gt_trace_table(e->t, GT_T_CHECKPOINTS);
	uint64_t row = 0, end = gt_btable_rows(checkpoints, 0);
	struct gt_srow_checkpoint c;
	int rc;

	stop_replay(e);
	row = GT_BISECT(i, row, end, gt_btable_row(checkpoints, i, &c) && c.event <= n);
	if (!row-- || !gt_btable_row(checkpoints, row, &c) || c.event > n)
		return events_damaged(err);
	rc = load_gen(e, c.gen, err);
	if (!rc && e->gen_end <= n)
		rc = events_damaged(err);
	if (!rc)
		rc = load_cursors(e, row, &c, err);
	if (!rc)
		rc = gt_replay_open(&e->replay, e->t->src, &e->arrays.gen, &e->cursors, err);
	if (e->cursors.cap > CURSORS_KEPT)
		gt_order_cursors_release(&e->cursors);
	if (rc)
		return rc;
	e->next = c.event;
	e->last_time = GT_NO_TIME;
	e->left = e->tail = 0;
	e->pos = c.order;
	e->at = e->len = 0;
	return 0;
}

/* ---- the order ---- */

/* The next run (gt_order_flush_run has the format): false at the end of the order or where it is damaged. */
static bool next_run(struct gt_events *e)
{
	const struct gt_store *s = &e->t->store;
	const uint8_t *p, *end;
	uint64_t token, more = 0;

	if (e->len - e->at < 2 * GT_VARINT_MAX) {
		e->pos += e->at;
		e->at = 0;
		e->len = gt_btable_get_bytes(gt_trace_table(e->t, GT_T_ORDER), e->pos, e->buf, sizeof e->buf);
	}
	if (e->at == e->len) {
		/* The run at the end of a growing index, of which a part may have been taken before. */
		if (s->sealed || s->run_records <= e->tail)
			return false;
		e->stream = s->run_stream;
		e->left = s->run_records - e->tail;
		e->tail = s->run_records;
		return true;
	}
	end = e->buf + e->len;
	p = gt_varint(e->buf + e->at, end, &token);
	if (p && (token & 7) == 7)
		p = gt_varint(p, end, &more);
	if (!p || token >> 3 > UINT32_MAX || more > UINT64_MAX / 2)
		return false;
	e->at = (size_t)(p - e->buf);
	e->stream = (uint32_t)(token >> 3) - 1;
	e->left = (token & 7) + 1 + more;
	e->left -= e->tail < e->left ? e->tail : e->left;
	e->tail = 0;
	return true;
}

/* ---- windows ---- */

/* Decodes the next record; its events go to ev; their number. */
static int events_next_record(struct gt_events *e, struct gt_event *ev, struct gt_error *err)
{
	struct gt_goroutine_v1 g;
	int n;

	while (!e->left)
		if (!next_run(e))
			return events_damaged(err);
	n = gt_replay_record(e->replay, e->stream, ev, err);
	if (n < 0)
		return n;
	e->left--;
	for (int i = 0; i < n; i++) {
		/* v1: a goroutine's first start has the stack that its creation named. */
		if (ev[i].fresh && gt_goroutine_get_v1(e->t, gt_goroutine_find(e->t, ev[i].subject, ev[i].time), &g))
			ev[i].stack = g.first_stack_id;
		ev[i].time = (int64_t)((uint64_t)ev[i].time - (uint64_t)e->t->info.first_ts);
	}
	return n;
}

/* Where the replay has no next event it goes to a checkpoint. */
static int events_go_on(struct gt_events *e, struct gt_error *err)
{
	return !e->replay || e->next >= e->gen_end ? start_at(e, e->next, err) : 0;
}

/* The events of the next record, or those that were left of the one before: their number, at most 3. */
static int events_step(struct gt_events *e, struct gt_event *ev, struct gt_error *err)
{
	int n = e->npending;

	if (n) {
		memcpy(ev, e->pending, (size_t)n * sizeof *ev);
		e->npending = 0;
		return n;
	}
	n = events_next_record(e, ev, err);
	if (n < 0)
		stop_replay(e);
	return n;
}

/* Of the n events of a step the first i were taken: the others wait. */
static void events_took(struct gt_events *e, const struct gt_event *ev, int n, int i)
{
	e->next += (uint64_t)i;
	if (i)
		e->last_time = ev[i - 1].time;
	e->npending = n - i;
	if (i < n)
		memcpy(e->pending, ev + i, (size_t)(n - i) * sizeof *ev);
}

/* Decodes up to event number `to`, storing those from w->first on. */
static int events_decode(struct gt_events *e, struct window *w, uint64_t to, struct gt_error *err)
{
	struct gt_event some[3], *ev;
	int n, i;

	while (e->next < to) {
		/* Nearly always there is room for all that a record can be. */
		bool direct = e->next == w->first + w->n && to - e->next >= GT_COUNT(some);

		assert(w->n < WINDOW);
		ev = some;
		if (direct)
			ev = &w->ev[w->n];
		n = events_go_on(e, err);
		if (n >= 0)
			n = events_step(e, ev, err);
		if (n < 0)
			return n;
		assert(n <= (int)GT_COUNT(some));
		for (i = 0; i < n && e->next + (uint64_t)i < to; i++) {
			if (e->next + (uint64_t)i != w->first + w->n)
				continue;
			if (!direct)
				w->ev[w->n] = ev[i];
			w->n++;
		}
		/* The window is full in the middle of a record: the rest waits for the next window. */
		events_took(e, ev, n, i);
	}
	return 0;
}

static bool holds(const struct window *w, uint64_t n)
{
	return w && n >= w->first && n - w->first < w->n;
}

/* Decodes the window that event n belongs in, which becomes the newest. */
static int fill_window(struct gt_events *e, uint64_t n, struct gt_error *err)
{
	uint64_t first = n / WINDOW * WINDOW, to = first + WINDOW, total = e->t->info.events, have;
	struct window *w;
	int i, rc = 0;

	for (i = 0; i < WINDOWS && !(e->windows[i] && e->windows[i]->n && e->windows[i]->first == first); i++)
		;
	e->newest = i < WINDOWS ? i : (e->newest + 1) % WINDOWS;
	if (!e->windows[e->newest])
		e->windows[e->newest] = gt_xmalloc(sizeof *w);
	w = e->windows[e->newest];
	if (i == WINDOWS) {
		w->first = first;
		w->n = 0;
	}
	have = first + w->n;
	if (!e->replay || e->next > have || have - e->next > NEAR)
		rc = start_at(e, have, err);
	if (!rc)
		rc = events_decode(e, w, to < total ? to : total, err);
	/* What was decoded before a fault can be shown. */
	return holds(w, n) ? 0 : rc;
}

int gt_events_get(struct gt_events *e, uint64_t n, const struct gt_event **ev, struct gt_error *err)
{
	int rc;

	for (int i = 0; i < WINDOWS; i++) {
		const struct window *w = e->windows[i];

		if (holds(w, n)) {
			*ev = &w->ev[n - w->first];
			return 0;
		}
	}
	if (n >= e->t->info.events)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "there is no such event");
	rc = fill_window(e, n, err);
	if (rc && gt_trace_changed(e->t))
		return gt_error_set(err, GT_ERR_IO, GT_NO_OFFSET,
				    "the trace was written to after it had been opened: open it again");
	if (rc && gt_trace_read_fault(e->t, NULL))
		return gt_trace_read_fault(e->t, err);
	if (rc)
		return rc;
	*ev = &e->windows[e->newest]->ev[n - e->windows[e->newest]->first];
	return 0;
}

/* ---- by time ---- */

/* The event at the last checkpoint whose preceding event is before `time`. */
static uint64_t events_near(const struct gt_events *e, int64_t time)
{
	const struct gt_btable *t = gt_trace_table(e->t, GT_T_CHECKPOINTS);
	uint64_t n = 0, end = gt_btable_rows(t, 0), start = (uint64_t)e->t->info.first_ts;
	struct gt_srow_checkpoint c;

	n = GT_BISECT(i, n, end, gt_btable_row(t, i, &c) && (int64_t)((uint64_t)c.time - start) < time);
	return n && gt_btable_row(t, n - 1, &c) ? c.event : 0;
}

uint64_t gt_events_find(struct gt_events *e, int64_t time, uint64_t subject)
{
	uint64_t n = events_near(e, time), first = GT_NONE, seen = 0;
	struct gt_event ev[3];
	int got, i;

	if (e->next < n || e->last_time == GT_NO_TIME || e->last_time >= time)
		stop_replay(e);
	if (!e->replay)
		e->next = n;
	while (e->next < e->t->info.events && seen < FIND_EVENTS) {
		if (events_go_on(e, NULL) < 0)
			return first;
		got = events_step(e, ev, NULL);
		if (got < 0)
			return first;
		for (i = 0; i < got && ev[i].time <= time; i++) {
			if (ev[i].time < time)
				continue;
			if (first == GT_NONE || ev[i].subject == subject)
				first = e->next + (uint64_t)i;
			if (ev[i].subject == subject)
				break;
			seen++;
		}
		events_took(e, ev, got, i);
		if (i < got)
			break;
	}
	return first;
}

uint64_t gt_events_seek(struct gt_events *e, int64_t time)
{
	uint64_t n = events_near(e, time), total = e->t->info.events;
	const struct gt_event *ev;

	while (n < total && !gt_events_get(e, n, &ev, NULL) && ev->time < time) {
		for (int i = 0; i < WINDOWS; i++) {
			const struct window *w = e->windows[i];

			if (!holds(w, n))
				continue;
			n = w->first + GT_BISECT(k, (uint32_t)(n - w->first), w->n, w->ev[k].time < time);
			break;
		}
	}
	return n < total ? n : total;
}
