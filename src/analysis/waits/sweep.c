/* One walk back through time over slices, waits, threads' runs, stops and the number of Ps. */
#include "analysis/waits/sweep.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/table/percentile.h"
#include "base/sat.h"
#include "base/xalloc.h"

#define STEPS 4096            /* moments, or goroutines, of one step */
#define READ_AHEAD 512        /* slices of a P: a block, */
#define READ_PROCS 256        /* if there are no more Ps than so */

enum cursor_kind { ON_SLICES, ON_RUNS, ON_BLOCKS, ON_PROCS };

/*
 * Rows of one kind, the latest first; each is met at its end, then at its start.  A slice that is not long is
 * met at its start only: nothing changes at its end.
 */
struct gt_sweep_cursor {
	int64_t t0;           /* of the row that it is in */
	uint64_t k;           /* rows before that one */
	uint32_t proc_row;
	uint8_t kind;         /* enum cursor_kind */
	bool inside;          /* the row's end was met, its start comes next */
	bool is_short;        /* a slice whose end is not met */
};

struct gt_sweep_turn {
	int64_t t;            /* what the cursor comes to next */
	size_t cursor;
};

struct gt_sweep_ahead {
	uint64_t k;           /* of the first; UINT64_MAX: none */
	uint32_t n, id;
	uint64_t t0[READ_AHEAD], t1[READ_AHEAD], ready[READ_AHEAD], g[READ_AHEAD], ready_type[READ_AHEAD];
};

struct gt_sweep_active {
	int64_t t0, t1;       /* cut */
	int64_t full;         /* s->full at t1 */
	bool is_long, ended;
};

struct gt_sweep_open {
	struct gt_long_slice s;
	int64_t full;         /* s->full at its end */
	uint32_t proc_row;
};

struct gt_sweep_block {
	int64_t t0, t1;
};

/* ---- heaps ---- */

/* At equal times in the order of the Ps. */
GT_INLINE bool turn_is_before(const struct gt_sweep_turn *a, const struct gt_sweep_turn *b)
{
	return a->t > b->t || (a->t == b->t && a->cursor < b->cursor);
}

static void sift_turn(struct gt_sweep *s, size_t i)
{
	struct gt_sweep_turn turn = s->turns[i];

	for (size_t kid; (kid = 2 * i + 1) < s->ncursors; i = kid) {
		kid += kid + 1 < s->ncursors && turn_is_before(&s->turns[kid + 1], &s->turns[kid]);
		if (!turn_is_before(&s->turns[kid], &turn))
			break;
		s->turns[i] = s->turns[kid];
	}
	s->turns[i] = turn;
}

static struct gt_sweep_active pop_active(struct gt_sweep *s)
{
	struct gt_sweep_active top = s->active[0], a = s->active[--s->nactive];
	size_t i = 0;

	for (size_t kid; (kid = 2 * i + 1) < s->nactive; i = kid) {
		kid += kid + 1 < s->nactive && s->active[kid + 1].t0 > s->active[kid].t0;
		if (s->active[kid].t0 <= a.t0)
			break;
		s->active[i] = s->active[kid];
	}
	if (s->nactive)
		s->active[i] = a;
	return top;
}

/* ---- time ---- */

static void close_worst(struct gt_sweep *s)
{
	struct gt_sweep_idle *idle = &s->idle;

	if (s->worst_end != GT_NO_TIME &&
	    (idle->worst0 == GT_NO_TIME || s->worst_end - s->t >= idle->worst1 - idle->worst0)) {
		idle->worst0 = s->t;
		idle->worst1 = s->worst_end;
	}
	s->worst_end = GT_NO_TIME;
}

/* What holds from t to s->t. */
static void go_back(struct gt_sweep *s, int64_t t)
{
	int64_t ns = s->t - t;
	uint64_t idle = s->procs > s->held ? s->procs - s->held : 0;
	uint64_t ready = s->nactive < idle ? s->nactive : idle;

	if (ns <= 0)
		return;
	gt_sat_grow(&s->idle.procs, gt_sat_mul((int64_t)s->procs, ns));
	s->waits.some_long += s->queued_ended ? ns : 0;
	if (!s->blocked) {
		gt_sat_grow(&s->idle.idle, gt_sat_mul((int64_t)idle, ns));
		gt_sat_grow(&s->idle.ready, gt_sat_mul((int64_t)ready, ns));
		s->idle.wait += ready ? ns : 0;
		s->full += idle ? 0 : ns;
		s->crowded += !idle && s->queued ? ns : 0;
	}
	if (s->blocked || !ready)
		close_worst(s);
	else if (s->worst_end == GT_NO_TIME)
		s->worst_end = s->t;
	s->t = t;
}

/* ---- waits ---- */

static void queue_in(struct gt_sweep *s, struct gt_sweep_open *o, const struct gt_sweep_active *a)
{
	int64_t since = a->full > o->full ? a->full : o->full;

	if (s->full - since > o->s.queue)
		o->s.queue = s->full - since;
}

/* Coming from later, a wait begins where it ended. */
static void enter_wait(struct gt_sweep *s, struct gt_wait w)
{
	/* One that goes on at the horizon of a damaged trace has no end that is known. */
	bool cut = s->to == gt_trace_info(s->trace)->horizon && gt_trace_beyond(s->trace, w.t1);
	struct gt_sweep_active a = { .full = s->full, .ended = w.slice != GT_NO_ROW && !cut };
	size_t i;

	a.t0 = w.t0 = w.t0 > s->from ? w.t0 : s->from;
	a.t1 = w.t1 = w.t1 < s->to ? w.t1 : s->to;
	if (w.t0 >= w.t1)
		return;
	if (gt_ginfos_get(&s->goroutines, w.g)->owner == GT_OWNER_UNKNOWN) {
		s->unnamed.waits++;
		gt_sat_grow(&s->unnamed.sum, w.t1 - w.t0);
		return;
	}
	a.is_long = w.t1 - w.t0 > s->limits.long_wait;
	GT_GROW(s->active, s->cap_active, s->nactive + 1);
	for (i = s->nactive++; i && s->active[(i - 1) / 2].t0 < a.t0; i = (i - 1) / 2)
		s->active[i] = s->active[(i - 1) / 2];
	s->active[i] = a;
	s->queued += a.is_long;
	s->queued_ended += a.is_long && a.ended;
	if (!a.ended)
		return;
	((int64_t *)s->values.data)[s->waits.n++] = w.t1 - w.t0;
	s->waits.nlong += a.is_long;
	s->waits.by_cause[w.cause] += a.is_long;
	gt_sat_grow(&s->waits.sum, w.t1 - w.t0);
	if (w.t1 - w.t0 >= s->waits.max) {
		s->waits.max = w.t1 - w.t0;
		s->waits.slice = w.slice;
	}
	if (s->on_wait)
		s->on_wait(s->arg, &w);
}

static void leave_wait(struct gt_sweep *s)
{
	struct gt_sweep_active a = pop_active(s);

	if (!a.is_long)
		return;
	assert(s->queued && (!a.ended || s->queued_ended));
	s->queued--;
	s->queued_ended -= a.ended;
	for (size_t i = 0; i < s->nopen; i++)
		queue_in(s, &s->open[i], &a);
}

/* What a goroutine did at the end of the range: it may have waited for a slice that comes later. */
static void look_at_end(struct gt_sweep *s, uint32_t row)
{
	struct gt_goroutine g;
	struct gt_slice slice;
	struct gt_wait w;
	uint32_t k;

	if (gt_ginfos_get(&s->goroutines, row)->owner > GT_OWNER_PROGRAM || !gt_goroutine_get(s->trace, row, &g) ||
	    g.create >= s->to)
		return;
	k = s->to < gt_trace_info(s->trace)->duration ? gt_goroutine_seek(s->trace, row, s->to - 1) : g.slices;
	if (k >= g.slices) {
		if (gt_wait_at_end(s->trace, &g, &w) && w.t0 < s->to)
			enter_wait(s, w);
	} else if (gt_slice_get(s->trace, gt_goroutine_slice(s->trace, row, k), &slice) && slice.t0 >= s->to &&
		   gt_wait_before(s->trace, &slice, &w) && w.t0 < s->to) {
		enter_wait(s, w);
	}
}

/* ---- slices ---- */

/* Reads the rows around k of a P. */
static bool read_ahead(struct gt_sweep *s, uint32_t proc_row, uint64_t k)
{
	struct gt_sweep_ahead *a = &s->ahead[proc_row];
	const struct {
		enum gt_slice_field field;
		uint64_t *out;
	} fields[] = {
		{ GT_SLICE_T0, a->t0 }, { GT_SLICE_T1, a->t1 }, { GT_SLICE_READY, a->ready }, { GT_SLICE_G, a->g },
		{ GT_SLICE_READY_TYPE, a->ready_type },
	};

	a->k = k - k % READ_AHEAD;
	a->id = gt_slice_of_proc(s->trace, proc_row, a->k);
	a->n = READ_AHEAD;
	for (size_t i = 0; i < GT_COUNT(fields); i++)
		a->n = gt_slices_field(s->trace, proc_row, a->k, a->n, fields[i].field, fields[i].out);
	return k - a->k < a->n;
}

/* Row k of a P; k goes down by one from call to call. */
static bool read_slice(struct gt_sweep *s, uint32_t proc_row, uint64_t k, struct gt_sweep_slice *out)
{
	const struct gt_sweep_ahead *a = &s->ahead[proc_row];
	uint64_t i = k % READ_AHEAD;
	struct gt_slice slice;

	out->proc_row = proc_row;
	if (proc_row >= s->nahead) {
		if (!gt_slice_get(s->trace, gt_slice_of_proc(s->trace, proc_row, k), &slice))
			return false;
		*out = (struct gt_sweep_slice){ .t0 = slice.t0, .t1 = slice.t1, .ready = slice.ready, .id = slice.id,
						.g = slice.g, .proc_row = proc_row, .ready_type = slice.ready_type };
		return true;
	}
	if (a->k != k - i && !read_ahead(s, proc_row, k))
		return false;
	out->id = a->id + (uint32_t)i;
	out->t0 = (int64_t)a->t0[i];
	out->t1 = (int64_t)a->t1[i];
	out->ready = (int64_t)a->ready[i];
	out->g = (uint32_t)a->g[i];
	out->ready_type = (uint8_t)a->ready_type[i];
	return true;
}

static bool sweep_is_long(const struct gt_sweep *s, const struct gt_sweep_slice *slice)
{
	return slice->t1 - slice->t0 >= s->limits.long_slice;
}

static void open_long(struct gt_sweep *s, const struct gt_sweep_slice *slice)
{
	const struct gt_ginfo *g = gt_ginfos_get(&s->goroutines, slice->g);
	struct gt_sweep_open *o;

	s->unnamed.slices += g->owner == GT_OWNER_UNKNOWN;
	if (g->owner != GT_OWNER_PROGRAM)
		return;
	GT_GROW(s->open, s->cap_open, s->nopen + 1);
	o = &s->open[s->nopen++];
	*o = (struct gt_sweep_open){ .full = s->full, .proc_row = slice->proc_row };
	o->s = (struct gt_long_slice){ .slice = slice->id, .g = slice->g, .func = g->func,
				       .ns = slice->t1 - slice->t0, .c0 = s->crowded };
}

static void close_long(struct gt_sweep *s, size_t i)
{
	struct gt_sweep_open *o = &s->open[i];

	assert(i < s->nopen);
	for (size_t k = 0; k < s->nactive; k++)
		if (s->active[k].is_long)
			queue_in(s, o, &s->active[k]);
	o->s.c1 = s->crowded;
	GT_GROW(s->longs, s->cap_longs, s->nlongs + 1);
	s->longs[s->nlongs++] = o->s;
	*o = s->open[--s->nopen];
}

/* The wait before a slice, as gt_wait_before has it. */
static bool wait_for(const struct gt_sweep *s, const struct gt_sweep_slice *slice, struct gt_wait *w)
{
	uint8_t cause = s->causes[slice->ready_type];
	struct gt_slice whole;

	if (slice->ready == GT_NO_TIME || slice->ready >= slice->t0 || cause == GT_WAIT_NONE)
		return false;
	if (cause == GT_WAIT_LOOK)
		return gt_slice_get(s->trace, slice->id, &whole) && gt_wait_before(s->trace, &whole, w);
	*w = (struct gt_wait){ .t0 = slice->ready, .t1 = slice->t0, .g = slice->g, .slice = slice->id,
			       .cause = (enum gt_wait_cause)cause };
	return true;
}

static void sweep_take(struct gt_sweep *s, const struct gt_sweep_slice *slice)
{
	s->seen++;
	if (s->on_slice)
		s->on_slice(s->arg, slice);
}

/* At its start a slice ends the wait for it. */
static void meet_slice(struct gt_sweep *s, struct gt_sweep_cursor *c)
{
	struct gt_sweep_slice slice;
	struct gt_wait w;

	if (!read_slice(s, c->proc_row, c->k, &slice))
		return;
	if (!c->inside || c->is_short)
		sweep_take(s, &slice);
	if (!c->inside) {
		c->t0 = slice.t0;
		open_long(s, &slice);
		return;
	}
	for (size_t i = 0; !c->is_short && i < s->nopen; i++) {
		if (s->open[i].proc_row == c->proc_row) {
			close_long(s, i);
			break;
		}
	}
	if (slice.t0 > s->from && gt_ginfos_get(&s->goroutines, slice.g)->owner <= GT_OWNER_PROGRAM &&
	    wait_for(s, &slice, &w))
		enter_wait(s, w);
}

/* Slices in which the range begins: their starts were not met. */
static void take_first_slices(struct gt_sweep *s)
{
	struct gt_sweep_slice slice;

	for (size_t i = 0; i < s->ncursors; i++) {
		const struct gt_sweep_cursor *c = &s->cursors[i];

		if (c->kind == ON_SLICES && c->is_short && read_slice(s, c->proc_row, c->k, &slice) &&
		    slice.t1 > s->from)
			sweep_take(s, &slice);
	}
}

/* ---- the others ---- */

/* Before the time at which a number was written, the one before it holds. */
static bool find_procs(const struct gt_sweep *s, uint64_t *k, struct gt_counter *out)
{
	while (*k > 0)
		if (gt_counter_get(s->trace, --*k, out) && out->metric == GT_METRIC_GOMAXPROCS)
			return true;
	return false;
}

static int64_t meet_procs(struct gt_sweep *s, struct gt_sweep_cursor *c)
{
	struct gt_counter before;

	if (!find_procs(s, &c->k, &before))
		return INT64_MIN;
	s->procs = before.value;
	return before.t;
}

/* ---- cursors ---- */

/* To the end of the row before, or to its start: when that is. */
static int64_t turn_to_row(struct gt_sweep *s, struct gt_sweep_cursor *c)
{
	struct gt_sweep_slice slice = { .t1 = INT64_MIN };
	struct gt_proc_binding r;
	int64_t end = INT64_MIN;

	c->inside = c->is_short = false;
	if (c->k == 0)
		return INT64_MIN;
	c->k--;
	switch ((enum cursor_kind)c->kind) {
	case ON_SLICES:
		c->inside = c->is_short = read_slice(s, c->proc_row, c->k, &slice) && !sweep_is_long(s, &slice);
		end = c->is_short ? slice.t0 : slice.t1;
		break;
	case ON_RUNS:
		end = gt_proc_binding_get(s->trace, c->proc_row, c->k, &r) ? r.t1 : INT64_MIN;
		break;
	case ON_BLOCKS:
		end = s->blocks[c->k].t1;
		break;
	case ON_PROCS:
		break;
	}
	return end < s->to ? end : s->to;
}

static void meet(struct gt_sweep *s)
{
	struct gt_sweep_turn *turn = &s->turns[0];
	struct gt_sweep_cursor *c = &s->cursors[turn->cursor];
	struct gt_proc_binding r;

	switch ((enum cursor_kind)c->kind) {
	case ON_SLICES: meet_slice(s, c); break;
	case ON_RUNS:
		if (!c->inside && gt_proc_binding_get(s->trace, c->proc_row, c->k, &r))
			c->t0 = r.t0;
		if (c->inside)
			s->held--;
		else
			s->held++;
		break;
	case ON_BLOCKS:
		c->t0 = s->blocks[c->k].t0;
		s->blocked = !c->inside;
		break;
	case ON_PROCS: turn->t = meet_procs(s, c); break;
	}
	if (c->kind != ON_PROCS) {
		if (c->inside) {
			turn->t = turn_to_row(s, c);
		} else {
			c->inside = true;
			turn->t = c->t0 < turn->t ? c->t0 : turn->t;
		}
	}
	sift_turn(s, 0);
}

static void add_cursor(struct gt_sweep *s, enum cursor_kind kind, uint32_t proc_row, uint64_t rows)
{
	struct gt_sweep_cursor *c = &s->cursors[s->ncursors];

	*c = (struct gt_sweep_cursor){ .kind = (uint8_t)kind, .proc_row = proc_row, .k = rows };
	s->turns[s->ncursors] = (struct gt_sweep_turn){ turn_to_row(s, c), s->ncursors };
	s->ncursors++;
}

/* Slices of a P that begin before `to`; in the whole trace also those that begin as it ends. */
static uint64_t slices_before(const struct gt_sweep *s, uint32_t proc_row)
{
	uint64_t k = gt_slice_seek(s->trace, proc_row, s->to);
	struct gt_slice slice;

	if (s->to >= gt_trace_info(s->trace)->duration)
		return gt_slices_of_proc(s->trace, proc_row);
	return k +
	       (gt_slice_get(s->trace, gt_slice_of_proc(s->trace, proc_row, k), &slice) && slice.t0 < s->to);
}

static void sweep_add_procs(struct gt_sweep *s)
{
	struct gt_sweep_cursor *c = &s->cursors[s->ncursors];
	struct gt_sweep_turn *turn = &s->turns[s->ncursors];
	uint64_t k = gt_counter_seek(s->trace, s->to), n = gt_trace_info(s->trace)->counters;
	struct gt_counter v;

	*c = (struct gt_sweep_cursor){ .kind = ON_PROCS, .k = k };
	*turn = (struct gt_sweep_turn){ INT64_MIN, s->ncursors++ };
	s->procs = gt_trace_info(s->trace)->procs;
	if (find_procs(s, &c->k, &v)) {
		s->procs = v.value;
		turn->t = v.t;
		return;
	}
	for (; k < n; k++) {
		if (gt_counter_get(s->trace, k, &v) && v.metric == GT_METRIC_GOMAXPROCS) {
			s->procs = v.value;
			return;
		}
	}
}

static void add_cursors(struct gt_sweep *s)
{
	uint32_t n = gt_trace_info(s->trace)->procs;

	s->cursors = gt_xcalloc(2 * (size_t)n + 2, sizeof *s->cursors);
	s->turns = gt_xcalloc(2 * (size_t)n + 2, sizeof *s->turns);
	for (uint32_t proc_row = 0; proc_row < n; proc_row++) {
		uint64_t before = slices_before(s, proc_row),
			 first = gt_slice_seek(s->trace, proc_row, s->from),
			 runs = gt_proc_binding_seek(s->trace, proc_row, s->to);
		struct gt_proc_binding r;

		runs += gt_proc_binding_get(s->trace, proc_row, runs, &r) && r.t0 < s->to;
		s->slices += before > first ? before - first : 0;
		add_cursor(s, ON_SLICES, proc_row, before);
		add_cursor(s, ON_RUNS, proc_row, runs);
	}
	add_cursor(s, ON_BLOCKS, 0, s->nblocks);
	sweep_add_procs(s);
	for (size_t i = s->ncursors; i-- > 0;)
		sift_turn(s, i);
}

/* Up to Go 1.9 several stops can go on at a time: one for each P that works in it. */
static void add_blocks(struct gt_sweep *s, const struct gt_blame_index *b)
{
	for (size_t i = 0; i < b->n && b->rows[i].t0 < s->to; i++) {
		struct gt_sweep_block *last = s->nblocks ? &s->blocks[s->nblocks - 1] : NULL;
		int64_t restart = b->rows[i].ns[GT_PAUSE_RESTART], t1 = b->rows[i].t1;

		/* When goroutines could start again. */
		t1 = t1 == GT_NO_TIME ? INT64_MAX : t1 - (restart != GT_NO_TIME ? restart : 0);
		if (last && b->rows[i].t0 <= last->t1) {
			last->t1 = t1 > last->t1 ? t1 : last->t1;
			continue;
		}
		GT_GROW(s->blocks, s->cap_blocks, s->nblocks + 1);
		s->blocks[s->nblocks++] = (struct gt_sweep_block){ b->rows[i].t0, t1 };
	}
}

/* ---- the walk ---- */

int gt_sweep_begin(struct gt_sweep *s, const struct gt_trace *t, const struct gt_blame_index *b, int64_t from,
		   int64_t to, const struct gt_sweep_limits *limits, struct gt_error *err)
{
	static const struct gt_sweep_limits defaults = GT_SWEEP_DEFAULTS;
	int64_t end = gt_trace_info(t)->horizon;
	uint32_t procs = gt_trace_info(t)->procs;
	int rc;

	*s = (struct gt_sweep){
		.trace = t, .from = from > 0 ? from : 0, .to = to < end ? to : end,
		.limits = limits ? *limits : defaults,
		.waits.slice = GT_NO_ROW, .idle.worst0 = GT_NO_TIME, .idle.worst1 = GT_NO_TIME,
		.worst_end = GT_NO_TIME };
	if (s->from >= s->to) {
		s->to = s->from;
		s->done = true;
		return 0;
	}
	s->t = s->to;
	s->nahead = procs <= READ_PROCS ? procs : 0;
	s->ahead = gt_xcalloc((size_t)s->nahead + 1, sizeof *s->ahead);
	for (uint32_t i = 0; i < s->nahead; i++)
		s->ahead[i].k = UINT64_MAX;
	gt_wait_causes_by_type(t, s->causes);
	add_blocks(s, b);
	add_cursors(s);
	rc = gt_ginfos_open(&s->goroutines, t, err);
	/* Each slice ends one wait at most, and goroutines may wait for slices that begin later. */
	return rc ? rc : gt_scratch_alloc(&s->values, s->slices + s->goroutines.n, sizeof(int64_t), err);
}

bool gt_sweep_step(struct gt_sweep *s)
{
	for (int i = 0; i < STEPS && !s->done; i++) {
		int64_t t, wait;

		if (s->next_g < s->goroutines.n) {
			look_at_end(s, s->next_g++);
			continue;
		}
		wait = s->nactive ? s->active[0].t0 : INT64_MIN;
		t = s->turns[0].t > wait ? s->turns[0].t : wait;
		if (t <= s->from) {
			take_first_slices(s);
			go_back(s, s->from);
			close_worst(s);
			while (s->nopen)
				close_long(s, s->nopen - 1);
			s->nactive = 0;
			s->done = true;
			break;
		}
		go_back(s, t);
		if (s->turns[0].t >= wait)
			meet(s);
		else
			leave_wait(s);
	}
	return s->done;
}

int64_t gt_sweep_percentile(struct gt_sweep *s, double q)
{
	return gt_percentile_pick_i64(s->values.data, s->waits.n, q);
}

void gt_sweep_release(struct gt_sweep *s)
{
	gt_ginfos_release(&s->goroutines);
	free(s->cursors);
	gt_scratch_free(&s->values);
	free(s->turns);
	free(s->ahead);
	free(s->blocks);
	free(s->active);
	free(s->open);
	free(s->longs);
	*s = (struct gt_sweep){ 0 };
}
