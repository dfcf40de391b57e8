/* The requests of one goroutine, from its states in the order of time. */
#include "analysis/requests/reqwalk.h"

#include <string.h>

#include "base/xalloc.h"

/* ---- what it did since the request began ---- */

static void reqwalk_zero(struct gt_gsums *s)
{
	memset(s->ns, 0, sizeof s->ns);
	s->total = 0;
	gt_gsums_forget_blocks(s);
}

static void reqwalk_add(struct gt_reqwalk *r, const struct gt_interval *iv, int64_t t0, int64_t t1)
{
	struct gt_gsums *s = r->mark == GT_NO_TIME ? &r->sums : &r->tail;

	if (r->begin == GT_NO_TIME || t1 <= t0)
		return;
	s->ns[iv->what] += t1 - t0;
	s->total += t1 - t0;
	if (iv->what == GT_SPENT_BLOCK)
		gt_gsums_add_blocks(s, &(struct gt_reason_ns){ iv->reason, t1 - t0 }, 1);
}

/* No request began at the mark. */
static void drop_mark(struct gt_reqwalk *r)
{
	if (r->mark == GT_NO_TIME)
		return;
	for (int i = 0; i < GT_SPENT_KINDS; i++)
		r->sums.ns[i] += r->tail.ns[i];
	r->sums.total += r->tail.total;
	gt_gsums_add_blocks(&r->sums, r->tail.block, r->tail.nblock);
	reqwalk_zero(&r->tail);
	r->mark = GT_NO_TIME;
	r->before = false;
}

static void set_mark(struct gt_reqwalk *r, int64_t t)
{
	drop_mark(r);
	r->mark = t;
}

/* What follows the mark is of another request. */
static void begin_at_mark(struct gt_reqwalk *r)
{
	struct gt_gsums old = r->sums;

	r->sums = r->tail;
	r->tail = old;
	reqwalk_zero(&r->tail);
	r->begin = r->mark;
	r->mark = GT_NO_TIME;
	r->before = false;
	r->cut = false;
}

/* ---- requests ---- */

static void reqwalk_emit(struct gt_reqwalk *r, int64_t t1, bool open)
{
	struct gt_requests *out = r->out;
	struct gt_request *q;

	out->traces += r->traces;
	gt_gsums_sort(&r->sums);
	GT_GROW(out->v, out->cap, out->n + 1);
	q = &out->v[out->n++];
	*q = (struct gt_request) {
		.t0 = r->begin, .t1 = t1, .block = out->nblocks, .nblock = (uint32_t)r->sums.nblock, .g = r->g->row,
		.handler = r->handler, .task = GT_NONE, .server = (uint8_t)r->server, .cut = r->cut, .open = open,
		.traces = r->traces,
	};
	memcpy(q->ns, r->sums.ns, sizeof q->ns);
	GT_GROW(out->blocks, out->blockcap, out->nblocks + r->sums.nblock);
	if (r->sums.nblock)
		memcpy(out->blocks + out->nblocks, r->sums.block, r->sums.nblock * sizeof *out->blocks);
	out->nblocks += r->sums.nblock;
}

/* Another request may begin; GT_NO_TIME: none does. */
static void reqwalk_begin(struct gt_reqwalk *r, int64_t t)
{
	reqwalk_zero(&r->sums);
	reqwalk_zero(&r->tail);
	r->begin = t;
	r->mark = GT_NO_TIME;
	r->before = r->cut = r->entered = false;
	r->handler = r->depth = 0;
	r->traces = false;
}

static void reqwalk_ends(struct gt_reqwalk *r, int64_t t)
{
	drop_mark(r);
	if (r->entered && r->begin != GT_NO_TIME)
		reqwalk_emit(r, t, false);
	reqwalk_begin(r, t);
	r->waited = r->peeked = r->started = false;
}

/* One ended at the mark, and another was entered, unseen. */
static void reqwalk_split(struct gt_reqwalk *r)
{
	reqwalk_emit(r, r->mark, false);
	begin_at_mark(r);
	r->handler = r->depth = 0;
	r->traces = false;
	r->waited = r->peeked = r->started = false;
}

/* ---- connections ---- */

/* Looks for a request, or for the rest of its first line.  t1 GT_NO_TIME: it goes on. */
static void conn_looks(struct gt_reqwalk *r, const struct gt_stood *at, bool waits, int64_t t0, int64_t t1)
{
	bool first = at->phase == GT_PHASE_READ && waits && r->old && r->waited;

	if (r->entered || first) {
		r->entered = true;
		reqwalk_ends(r, t0);
	} else if (r->before) {
		/* That wait was for this request. */
		begin_at_mark(r);
		r->waited = !waits;
	}
	if (at->phase == GT_PHASE_IDLE)
		r->peeked = true;
	if (!waits || (at->phase == GT_PHASE_READ && (r->peeked || r->waited)))
		return;
	r->waited = true;
	reqwalk_begin(r, t1);
}

/* The handler or what follows it: of which request? */
static void conn_serves(struct gt_reqwalk *r, const struct gt_stood *at, int64_t t)
{
	bool again = at->starts && r->started;

	if (r->before && at->phase == GT_PHASE_ENTER)
		begin_at_mark(r);
	else if (r->before)
		drop_mark(r);
	if (r->entered && (again || (r->mark != GT_NO_TIME && at->phase != GT_PHASE_FINISH))) {
		if (r->mark == GT_NO_TIME)
			set_mark(r, t);
		reqwalk_split(r);
	}
	drop_mark(r);
	r->entered = true;
	r->started |= at->starts;
}

/* Before what is seen there is added. */
static void conn_sees(struct gt_reqwalk *r, const struct gt_stood *at, bool waits, int64_t t0, int64_t t1)
{
	switch ((enum gt_phase)at->phase) {
	case GT_PHASE_OTHER:
	case GT_PHASE_HANDSHAKE:
		break;
	case GT_PHASE_IDLE:
	case GT_PHASE_READ:
		conn_looks(r, at, waits && at->reads, t0, t1);
		break;
	case GT_PHASE_ENTER:
	case GT_PHASE_HANDLE:
	case GT_PHASE_FINISH:
		if (r->begin != GT_NO_TIME)
			conn_serves(r, at, t0);
		break;
	case GT_PHASE_CLOSE:
		reqwalk_ends(r, t0);
		reqwalk_begin(r, GT_NO_TIME);
		break;
	case GT_PHASE_UPGRADED:
		reqwalk_begin(r, GT_NO_TIME);
		r->stopped = true;
		break;
	}
}

/* A wait that began before the trace, and where is not recorded. */
static bool is_unseen(const struct gt_reqwalk *r, const struct gt_interval *iv)
{
	return !iv->stack && iv->what == GT_SPENT_BLOCK && iv->slice == GT_NO_ROW && r->g->predates_trace;
}

/* After it was added: where it ends another one may begin. */
static void conn_saw(struct gt_reqwalk *r, const struct gt_stood *at, const struct gt_interval *iv, int64_t t1)
{
	if (at->phase == GT_PHASE_FINISH && r->begin != GT_NO_TIME) {
		set_mark(r, t1);
	} else if (at->phase == GT_PHASE_HANDSHAKE && !r->entered) {
		reqwalk_begin(r, t1);
	} else if (is_unseen(r, iv)) {
		set_mark(r, t1);
		r->before = true;
	}
}

/* ---- workers ---- */

static void worker_sees(struct gt_reqwalk *r, const struct gt_stood *at, bool waits, int64_t t0, int64_t t1)
{
	if (at->phase == GT_PHASE_HANDLE)
		r->entered = true;
	if (at->phase != GT_PHASE_IDLE || !waits)
		return;
	if (r->waited && r->begin != GT_NO_TIME)
		r->entered = true;
	reqwalk_ends(r, t0);
	reqwalk_begin(r, t1);
	r->waited = true;
}

/* ---- the walk ---- */

static void note_handler(struct gt_reqwalk *r, const struct gt_stood *at)
{
	r->traces |= at->traces;
	if (at->handler && at->depth > r->depth) {
		r->handler = at->handler;
		r->depth = at->depth;
	}
}

/* [t0, t1) of an interval; looked: not its first part. */
static void reqwalk_part(struct gt_reqwalk *r, const struct gt_interval *iv, int64_t t0, int64_t t1, bool looked)
{
	struct gt_stood at = { 0 };
	bool waits = iv->what == GT_SPENT_BLOCK;

	if (!looked)
		at = gt_place_of(&r->places, r->server, iv->stack);
	at.starts = false;
	/* What workers wait for most is a request. */
	if (gt_servers[r->server].shape == GT_SERVER_WORKER && is_unseen(r, iv))
		at.phase = GT_PHASE_IDLE;
	if (gt_servers[r->server].shape == GT_SERVER_CONN)
		conn_sees(r, &at, waits, t0, iv->open || t1 < iv->t1 ? GT_NO_TIME : t1);
	else if (gt_servers[r->server].shape == GT_SERVER_WORKER)
		worker_sees(r, &at, waits, t0, iv->open || t1 < iv->t1 ? GT_NO_TIME : t1);
	note_handler(r, &at);
	/* A request that begins with the end of this does not have it. */
	if (r->begin == GT_NO_TIME || r->begin >= t1)
		return;
	reqwalk_add(r, iv, t0, t1);
	if (gt_servers[r->server].shape == GT_SERVER_CONN)
		conn_saw(r, &at, iv, t1);
}

static bool reqwalk_interval(void *arg, const struct gt_interval *iv)
{
	struct gt_reqwalk *r = arg;
	int64_t t0 = iv->t0, t1 = iv->t1 < r->until ? iv->t1 : r->until;
	bool looked = false;

	if (t0 >= r->until || !gt_interval_known(r->t, iv)) {
		r->until = t0 < r->until ? t0 : r->until;
		return false;
	}
	for (; r->nmade && r->made->t <= t1 && (r->made->t < t1 || iv->what == GT_SPENT_EXEC); r->made++, r->nmade--) {
		struct gt_stood at = gt_place_of(&r->places, r->server, r->made->stack);

		if (r->made->t > t0) {
			reqwalk_part(r, iv, t0, r->made->t, looked);
			looked = true;
			t0 = r->made->t;
		}
		if (gt_servers[r->server].shape == GT_SERVER_CONN)
			conn_sees(r, &at, false, t0, t0);
		note_handler(r, &at);
	}
	reqwalk_part(r, iv, t0, t1, looked);
	return !r->stopped && t1 == iv->t1;
}

#define REQWALK_STEP 1024     /* slices */

bool gt_reqwalk_begin(struct gt_reqwalk *r, unsigned server, const struct gt_goroutine *g, const struct gt_made *made,
		      size_t nmade)
{
	r->whole = r->until;
	r->slice = 0;
	r->server = server;
	r->g = g;
	r->made = made;
	r->nmade = nmade;
	r->waited = r->peeked = r->started = r->stopped = false;
	if (g->create >= r->until)
		return false;
	reqwalk_begin(r, g->create);
	r->cut = g->predates_trace;
	if (gt_servers[server].shape == GT_SERVER_WORKER && !g->predates_trace)
		reqwalk_begin(r, GT_NO_TIME);
	r->entered = gt_servers[server].shape == GT_SERVER_EACH;
	return true;
}

static bool reqwalk_step_interval(void *arg, const struct gt_interval *iv)
{
	struct gt_reqwalk *r = arg;

	r->over = !reqwalk_interval(r, iv);
	return !r->over;
}

bool gt_reqwalk_step(struct gt_reqwalk *r)
{
	const struct gt_goroutine *g = r->g;
	uint32_t to = g->slices - r->slice < REQWALK_STEP ? g->slices : r->slice + REQWALK_STEP;
	bool ended = g->end != GT_NO_TIME && g->end <= r->whole;

	r->over = false;
	gt_goroutine_walk_part(r->t, g->row, r->slice, to, reqwalk_step_interval, r);
	r->slice = to;
	if (!r->over && to < g->slices)
		return true;
	drop_mark(r);
	if (r->entered && r->begin != GT_NO_TIME && r->begin < r->until)
		reqwalk_emit(r, ended && r->until == r->whole ? g->end : r->until, !ended || r->until < r->whole);
	r->until = r->whole;
	return false;
}

void gt_reqwalk_release(struct gt_reqwalk *r)
{
	gt_places_release(&r->places);
	gt_gsums_release(&r->sums);
	gt_gsums_release(&r->tail);
}
