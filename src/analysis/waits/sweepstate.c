/* When Ps were held, how many there were, and when nothing could start: runs of threads, counters, stops. */
#include "analysis/waits/sweep_own.h"

#include "base/xalloc.h"
#include "index/query/procs.h"

enum cursor_kind { ON_RUNS, ON_BLOCKS, ON_STALLS, ON_PROCS };

/* Rows of one kind, the latest first; each is met at its end, then at its start. */
struct gt_sweep_cursor {
	int64_t t0;           /* of the row that it is in */
	uint64_t k;           /* rows before that one */
	uint8_t kind;         /* enum cursor_kind */
	bool inside;          /* the row's end was met, its start comes next */
};

static void sift_turn(struct gt_sweep *s, size_t i)
{
	struct gt_sweep_turn turn = s->turns[i];

	for (size_t kid; (kid = 2 * i + 1) < s->ncursors; i = kid) {
		kid += kid + 1 < s->ncursors && s->turns[kid + 1].t > s->turns[kid].t;
		if (s->turns[kid].t <= turn.t)
			break;
		s->turns[i] = s->turns[kid];
	}
	s->turns[i] = turn;
}

/* To the row before: when that ends.  Cursor i is that of P i. */
static int64_t turn_to_row(struct gt_sweep *s, size_t i)
{
	struct gt_sweep_cursor *c = &s->cursors[i];
	struct gt_proc_binding r;
	int64_t end;

	c->inside = false;
	if (c->k == 0)
		return INT64_MIN;
	c->k--;
	if (c->kind == ON_BLOCKS) {
		c->t0 = s->blocks[c->k].t0;
		end = s->blocks[c->k].t1;
	} else if (c->kind == ON_STALLS) {
		c->t0 = s->stalls.v[c->k].t0;
		end = s->stalls.v[c->k].t1;
	} else {
		if (!gt_proc_binding_get(s->trace, (uint32_t)i, c->k, &r))
			return INT64_MIN;
		c->t0 = r.t0;
		end = r.t1;
	}
	return end < s->to ? end : s->to;
}

static void meet(struct gt_sweep *s)
{
	struct gt_sweep_turn *turn = &s->turns[0];
	struct gt_sweep_cursor *c = &s->cursors[turn->cursor];

	if (c->kind == ON_PROCS) {
		/* Before the time at which a number was written, the one before it holds. */
		s->ahead.procs = gt_procs_at(s->trace, turn->t - 1, &turn->t);
	} else {
		if (c->kind == ON_BLOCKS)
			s->ahead.blocked = !c->inside;
		else if (c->kind == ON_STALLS)
			s->ahead.stalled = !c->inside;
		else if (c->inside)
			s->ahead.held--;
		else
			s->ahead.held++;
		if (c->inside) {
			turn->t = turn_to_row(s, turn->cursor);
		} else {
			c->inside = true;
			turn->t = c->t0 < turn->t ? c->t0 : turn->t;
		}
	}
	sift_turn(s, 0);
}

static void add_cursor(struct gt_sweep *s, enum cursor_kind kind, uint64_t rows)
{
	s->cursors[s->ncursors] = (struct gt_sweep_cursor){ .kind = (uint8_t)kind, .k = rows };
	s->turns[s->ncursors] = (struct gt_sweep_turn){ turn_to_row(s, s->ncursors), s->ncursors };
	s->ncursors++;
}

static void sweep_add_procs(struct gt_sweep *s)
{
	struct gt_sweep_turn *turn = &s->turns[s->ncursors];

	s->cursors[s->ncursors] = (struct gt_sweep_cursor){ .kind = ON_PROCS };
	turn->cursor = s->ncursors++;
	s->ahead.procs = gt_procs_at(s->trace, s->to - 1, &turn->t);
}

/* Up to Go 1.9 several stops can go on at a time: one for each P that works in it. */
static void add_blocks(struct gt_sweep *s, const struct gt_blame_index *b)
{
	for (size_t i = 0; i < b->n && b->rows[i].t0 < s->to; i++) {
		struct gt_sweep_span *last = s->nblocks ? &s->blocks[s->nblocks - 1] : NULL;
		int64_t restart = b->rows[i].ns[GT_PAUSE_RESTART], t1 = b->rows[i].t1;

		/* When goroutines could start again. */
		t1 = t1 == GT_NO_TIME ? INT64_MAX : t1 - (restart != GT_NO_TIME ? restart : 0);
		if (last && b->rows[i].t0 <= last->t1) {
			last->t1 = t1 > last->t1 ? t1 : last->t1;
			continue;
		}
		GT_GROW(s->blocks, s->cap_blocks, s->nblocks + 1);
		s->blocks[s->nblocks++] = (struct gt_sweep_span){ b->rows[i].t0, t1 };
	}
}

void gt_sweep_states_open(struct gt_sweep *s, const struct gt_blame_index *b)
{
	s->cursors = gt_xcalloc((size_t)s->nprocs + 3, sizeof *s->cursors);
	s->turns = gt_xcalloc((size_t)s->nprocs + 3, sizeof *s->turns);
	gt_stalls_find(&s->stalls, s->trace, s->from, s->to);
	add_blocks(s, b);
	for (uint32_t proc_row = 0; proc_row < s->nprocs; proc_row++) {
		uint64_t runs = gt_proc_binding_seek(s->trace, proc_row, s->to);
		struct gt_proc_binding r;

		runs += gt_proc_binding_get(s->trace, proc_row, runs, &r) && r.t0 < s->to;
		add_cursor(s, ON_RUNS, runs);
	}
	add_cursor(s, ON_BLOCKS, s->nblocks);
	add_cursor(s, ON_STALLS, s->stalls.n);
	sweep_add_procs(s);
	for (size_t i = s->ncursors; i-- > 0;)
		sift_turn(s, i);
	s->now = s->ahead;
}

static bool is_loose(const struct gt_sweep_state *now)
{
	return !now->blocked && !now->stalled && now->procs > now->held;
}

/* From t0 to t1, which is where the last one begins or earlier. */
static void add_loose(struct gt_sweep *s, int64_t t0, int64_t t1)
{
	if (t0 >= t1)
		return;
	if (s->nloose && s->loose[s->nloose - 1].t0 == t1) {
		s->loose[s->nloose - 1].t0 = t0;
		return;
	}
	GT_GROW(s->loose, s->cap_loose, s->nloose + 1);
	s->loose[s->nloose++] = (struct gt_sweep_span){ t0, t1 };
}

void gt_sweep_states_fill(struct gt_sweep *s)
{
	int64_t t1 = s->hi;

	s->nstates = s->next_state = s->nloose = 0;
	while (s->turns[0].t > s->lo) {
		int64_t t = s->turns[0].t;

		if (is_loose(&s->ahead))
			add_loose(s, t, t1);
		t1 = t < t1 ? t : t1;
		meet(s);
		if (!s->nstates || s->states[s->nstates - 1].t != t) {
			GT_GROW(s->states, s->cap_states, s->nstates + 1);
			s->nstates++;
		}
		s->states[s->nstates - 1] = s->ahead;
		s->states[s->nstates - 1].t = t;
	}
	if (is_loose(&s->ahead))
		add_loose(s, s->lo, t1);
}

uint64_t gt_sweep_states_count(const struct gt_sweep *s, int64_t t)
{
	uint64_t n = 0;

	for (uint32_t proc_row = 0; proc_row < s->nprocs; proc_row++) {
		uint64_t k = gt_proc_binding_seek(s->trace, proc_row, t), left = s->cursors[proc_row].k + 1;

		n += left > k ? left - k : 0;
	}
	return n;
}
