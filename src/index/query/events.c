/* Events by number and by time: decoded on demand from a checkpoint, a window at a time. */
#include "index/query/events.h"

#include "base/varint.h"
#include "base/xalloc.h"
#include "index/store/block.h"
#include "index/query/gens.h"

#define WINDOW 4096u
#define WINDOWS 2
/* Rather decode on than start anew if the event is not farther than this. */
#define NEAR (2 * WINDOW)
#define ORDER_BUF 4096
#define MARKS_KEPT 4096

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
	struct window *windows[WINDOWS];
	int newest;
};

struct gt_events *gt_events_open(struct gt_trace *t)
{
	struct gt_events *e = gt_xcalloc(1, sizeof *e);

	e->t = t;
	for (int i = 0; i < WINDOWS; i++)
		e->windows[i] = gt_xcalloc(1, sizeof *e->windows[i]);
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

static const struct gt_btable *events_table(const struct gt_events *e, enum gt_table_id id)
{
	return &e->t->store.tables[id];
}

/* ---- checkpoints ---- */

static int events_damaged(struct gt_error *err)
{
	return gt_error_set(err, GT_ERR_STALE, GT_NO_OFFSET, "the index is damaged: the order of events does not fit");
}

/* The last checkpoint with event <= n. */
static bool checkpoint_of(const struct gt_events *e, uint64_t n, uint64_t *row, struct gt_srow_checkpoint *c)
{
	const struct gt_btable *t = events_table(e, GT_T_CHECKPOINTS);
	uint64_t lo = 0, hi = gt_btable_rows(t, 0);

	while (lo < hi) {
		uint64_t mid = lo + (hi - lo) / 2;

		if (gt_btable_row(t, mid, c) && c->event <= n)
			lo = mid + 1;
		else
			hi = mid;
	}
	*row = lo - 1;
	return lo && gt_btable_row(t, lo - 1, c) && c->event <= n;
}

static int load_marks(struct gt_events *e, uint64_t row, const struct gt_srow_checkpoint *c, struct gt_error *err)
{
	struct gt_srow_checkpoint next;
	const struct gt_btable *t = events_table(e, GT_T_MARKS);
	uint64_t end = gt_btable_rows(t, 0);
	struct gt_srow_mark m;

	if (gt_btable_row(events_table(e, GT_T_CHECKPOINTS), row + 1, &next))
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
	struct gt_srow_checkpoint c;
	uint64_t row;
	int rc;

	stop_replay(e);
	if (!checkpoint_of(e, n, &row, &c))
		return events_damaged(err);
	rc = load_gen(e, c.gen, err);
	if (!rc && e->gen_end <= n)
		rc = events_damaged(err);
	if (!rc)
		rc = load_marks(e, row, &c, err);
	if (!rc)
		rc = gt_replay_open(&e->replay, e->t->src, &e->arrays.gen, &e->cursors, err);
	if (e->cursors.cap > MARKS_KEPT)
		gt_order_cursors_release(&e->cursors);
	if (rc)
		return rc;
	e->next = c.event;
	e->left = e->tail = 0;
	e->pos = c.order;
	e->at = e->len = 0;
	return 0;
}

/* ---- the order ---- */

static void fill_buf(struct gt_events *e)
{
	e->pos += e->at;
	e->at = 0;
	e->len = gt_btable_get_bytes(events_table(e, GT_T_ORDER), e->pos, e->buf, sizeof e->buf);
}

/* The run at the end of a growing index, of which a part may have been taken before. */
static bool open_run(struct gt_events *e)
{
	const struct gt_store *s = &e->t->store;

	if (s->sealed || s->run_records <= e->tail)
		return false;
	e->stream = s->run_stream;
	e->left = s->run_records - e->tail;
	e->tail = s->run_records;
	return true;
}

/* The next run (gt_order_flush_run has the format): false at the end of the order or where it is damaged. */
static bool next_run(struct gt_events *e)
{
	const uint8_t *p, *end;
	uint64_t token, more = 0;

	if (e->len - e->at < 2 * GT_VARINT_MAX)
		fill_buf(e);
	if (e->at == e->len)
		return open_run(e);
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

/* v1: a goroutine's first start has the stack that its creation named. */
static void add_first_stack(struct gt_events *e, struct gt_event *ev)
{
	struct gt_goroutine_v1 g;

	if (gt_goroutine_get_v1(e->t, gt_goroutine_find(e->t, ev->subject, ev->time), &g))
		ev->stack = g.first_stack_id;
}

/* Decodes the next record; its events go to ev; their number. */
static int events_next_record(struct gt_events *e, struct gt_event *ev, struct gt_error *err)
{
	int n;

	while (!e->left)
		if (!next_run(e))
			return events_damaged(err);
	n = gt_replay_record(e->replay, e->stream, ev, err);
	if (n < 0)
		return n;
	e->left--;
	for (int i = 0; i < n; i++)
		if (ev[i].fresh)
			add_first_stack(e, &ev[i]);
	for (int i = 0; i < n; i++)
		ev[i].time = (int64_t)((uint64_t)ev[i].time - (uint64_t)e->t->info.first_ts);
	return n;
}

static int take_pending(struct gt_events *e, struct gt_event *ev)
{
	int n = e->npending;

	for (int i = 0; i < n; i++)
		ev[i] = e->pending[i];
	e->npending = 0;
	return n;
}

/* The window is full in the middle of a record: the rest waits for the next window. */
static void keep_rest(struct gt_events *e, const struct gt_event *ev, int n)
{
	for (int i = 0; i < n; i++)
		e->pending[i] = ev[i];
	e->npending = n;
}

/* Decodes up to event number `to`, storing those from w->first on. */
static int events_decode(struct gt_events *e, struct window *w, uint64_t to, struct gt_error *err)
{
	struct gt_event ev[3];
	int n, i;

	while (e->next < to) {
		if (!e->replay || e->next >= e->gen_end) {
			n = start_at(e, e->next, err);
			if (n < 0)
				return n;
		}
		n = e->npending ? take_pending(e, ev) : events_next_record(e, ev, err);
		if (n < 0) {
			stop_replay(e);
			return n;
		}
		for (i = 0; i < n && e->next < to; i++, e->next++)
			if (e->next == w->first + w->n)
				w->ev[w->n++] = ev[i];
		keep_rest(e, ev + i, n - i);
	}
	return 0;
}

static bool holds(const struct window *w, uint64_t n)
{
	return n >= w->first && n - w->first < w->n;
}

/* Makes e->windows[e->newest] the window that event n belongs in. */
static struct window *choose_window(struct gt_events *e, uint64_t first)
{
	for (int i = 0; i < WINDOWS; i++) {
		if (e->windows[i]->n && e->windows[i]->first == first) {
			e->newest = i;
			return e->windows[i];
		}
	}
	e->newest = (e->newest + 1) % WINDOWS;
	e->windows[e->newest]->first = first;
	e->windows[e->newest]->n = 0;
	return e->windows[e->newest];
}

static int fill_window(struct gt_events *e, uint64_t n, struct gt_error *err)
{
	uint64_t first = n / WINDOW * WINDOW, to = first + WINDOW, total = e->t->info.events;
	struct window *w = choose_window(e, first);
	uint64_t have = first + w->n;
	int rc = 0;

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
	if (rc)
		return rc;
	*ev = &e->windows[e->newest]->ev[n - e->windows[e->newest]->first];
	return 0;
}

/* ---- by time ---- */

/* Event number of the last checkpoint whose preceding event is before `time`. */
static uint64_t checkpoint_before(const struct gt_events *e, int64_t time)
{
	const struct gt_btable *t = events_table(e, GT_T_CHECKPOINTS);
	uint64_t lo = 0, hi = gt_btable_rows(t, 0);
	struct gt_srow_checkpoint c;

	while (lo < hi) {
		uint64_t mid = lo + (hi - lo) / 2;

		if (gt_btable_row(t, mid, &c) && (int64_t)((uint64_t)c.time - (uint64_t)e->t->info.first_ts) < time)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo && gt_btable_row(t, lo - 1, &c) ? c.event : 0;
}

/* The first event of a window, from number n on, at or after a time; the number after its last if there is none. */
static uint64_t seek_window(const struct window *w, uint64_t n, int64_t time)
{
	uint32_t lo = (uint32_t)(n - w->first), hi = w->n;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (w->ev[mid].time < time)
			lo = mid + 1;
		else
			hi = mid;
	}
	return w->first + lo;
}

uint64_t gt_events_seek(struct gt_events *e, int64_t time)
{
	uint64_t n = checkpoint_before(e, time), total = e->t->info.events;
	const struct gt_event *ev;

	while (n < total && !gt_events_get(e, n, &ev, NULL) && ev->time < time) {
		for (int i = 0; i < WINDOWS; i++) {
			if (holds(e->windows[i], n)) {
				n = seek_window(e->windows[i], n, time);
				break;
			}
		}
	}
	return n < total ? n : total;
}
