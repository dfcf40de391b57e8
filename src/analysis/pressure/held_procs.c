/* Ps, going back in time: who holds them, how many there are, and whether the world is stopped. */
#include "analysis/pressure/held_own.h"

#include <assert.h>
#include <stdlib.h>

#include "base/bisect.h"
#include "base/xalloc.h"
#include "index/query/tracks.h"

#define READ_BEFORE 512u      /* slices of a P: a block of the index, */
#define READ_PROCS_BEFORE 256u /* if there are no more Ps than so */

static const uint8_t held_fields[] = {
	GT_SLICE_T0, GT_SLICE_HELD, GT_SLICE_WAITED, GT_SLICE_G, GT_SLICE_LABEL, GT_SLICE_READY_TYPE,
};
enum { T0, HELD, WAITED, G, LABEL, READY_TYPE };
#define HELD_FIELDS GT_COUNT(held_fields)

GT_INLINE uint64_t held_field(const struct gt_held_worker *w, const struct gt_held_proc *p, unsigned f)
{
	return p->columns[(size_t)f * w->width + p->at];
}

/* ---- states ---- */

static void level_add(struct gt_held_worker *w, unsigned kind, int64_t n)
{
	struct gt_held_level *l = &w->levels[kind];
	int64_t d = w->hi - w->t;
	bool free = l->n > 0;

	gt_held_add(l, n, d);
	if (kind == GT_HELD_IDLE && free != (l->n > 0))
		gt_held_add(&w->levels[GT_HELD_FREE], free ? -1 : 1, d);
}

/* How many Ps are of a kind for the sums, of those that are of it by their state. */
static int64_t level_of(const struct gt_held_worker *w, unsigned kind)
{
	bool loose = kind == GT_HELD_SCHEDULER || kind == GT_HELD_IDLE;

	if (w->stills)
		return kind == GT_HELD_STILL ? (int64_t)w->n : 0;
	if (w->stops && kind == GT_HELD_STOPPED)
		return w->base[GT_HELD_SCHEDULER] + w->base[GT_HELD_IDLE];
	return w->stops && loose ? 0 : w->base[kind];
}

/* n more Ps are in a state. */
static void base_add(struct gt_held_worker *w, unsigned kind, int64_t n)
{
	bool loose = kind == GT_HELD_SCHEDULER || kind == GT_HELD_IDLE;

	w->base[kind] += n;
	if (w->splits && !w->stills)
		level_add(w, w->stops && loose ? GT_HELD_STOPPED : kind, n);
}

static void set_levels(struct gt_held_worker *w)
{
	int64_t d = w->hi - w->t, sum = 0;

	if (!w->splits)
		return;
	for (unsigned kind = 0; kind < GT_HELD_KINDS; kind++) {
		level_add(w, kind, level_of(w, kind) - w->levels[kind].n);
		sum += w->levels[kind].n;
	}
	gt_held_add(&w->levels[GT_HELD_PROCS], (int64_t)w->n - w->levels[GT_HELD_PROCS].n, d);
	assert(sum == (int64_t)w->n);
}

/* What the P did since it came into its state: whoever wants to know is told. */
static void tell_hold(struct gt_held_worker *w, const struct gt_held_proc *p)
{
	bool loose = p->state == GT_HELD_SCHEDULER || p->state == GT_HELD_IDLE;
	struct gt_held_hold hold = { .proc_row = p->proc_row, .t0 = w->t, .t1 = p->since, .g = GT_NO_ROW,
				     .kind = w->stills ? (uint8_t)GT_HELD_STILL : w->stops && loose ?
					     (uint8_t)GT_HELD_STOPPED : p->state };

	if (p->state < GT_HELD_SCHEDULER)
		hold.g = p->g;
	if (hold.t0 < hold.t1)
		w->h->args.on_hold(w->h->args.arg, &hold);
}

/* What the goroutine on a P took of the waits meanwhile, if somebody asks. */
static void charge(struct gt_held_worker *w, struct gt_held_proc *p)
{
	int64_t now = gt_held_at(&w->weight, w->hi - w->t);
	bool ran = !w->stills && p->state <= GT_HELD_UNNAMED;

	if (!w->splits)
		return;
	if (w->by_g && ran)
		w->by_g[p->g] += now - p->charged;
	if (w->each && ran && p->since > w->t)
		gt_held_ran_add(w, p);
	if (w->h->args.on_hold && p->state < GT_HELD_KINDS)
		tell_hold(w, p);
	p->charged = now;
	p->since = w->t;
}

/* Going back, a P leaves a long call, or comes into it. */
static void move_long_call(struct gt_held_worker *w, struct gt_held_proc *p, unsigned state)
{
	if (p->state == GT_HELD_SYSCALL) {
		w->long_calls--;
		gt_shortage_charge(w, p);
	} else if (state == GT_HELD_SYSCALL) {
		w->long_calls++;
		gt_shortage_enter(w, p);
	}
}

static void find_state(struct gt_held_worker *w, struct gt_held_proc *p)
{
	unsigned state = GT_HELD_KINDS;

	if (p->allowed && p->in[GT_HELD_SLICES])
		state = p->in[GT_HELD_CALLS] ? GT_HELD_SYSCALL : p->kind;
	else if (p->allowed)
		state = p->in[GT_HELD_RUNS] ? GT_HELD_SCHEDULER : GT_HELD_IDLE;
	if (state == p->state)
		return;
	charge(w, p);
	if (p->long_call)
		move_long_call(w, p, state);
	if (p->state < GT_HELD_KINDS)
		base_add(w, p->state, -1);
	if (state < GT_HELD_KINDS)
		base_add(w, state, 1);
	p->state = (uint8_t)state;
}

/* Ps that the trace does not mention are idle. */
static void set_procs(struct gt_held_worker *w, uint64_t n)
{
	uint64_t seen = 0;

	for (uint32_t i = 0; i < w->nprocs; i++) {
		w->procs[i].allowed = w->procs[i].id < n;
		find_state(w, &w->procs[i]);
		seen += w->procs[i].allowed;
	}
	w->n = n == UINT64_MAX ? seen : n;
	assert(w->n >= seen);
	base_add(w, GT_HELD_IDLE, (int64_t)(w->n - seen) - w->unseen);
	w->unseen = (int64_t)(w->n - seen);
}

void gt_held_undo(struct gt_held_worker *w, const struct gt_held_change *c)
{
	const struct gt_held_change *before = c > w->h->changes ? c - 1 : NULL;

	gt_shortage_pass(w);
	/* What a goroutine takes while the world stands still is nobody's. */
	for (uint32_t i = 0; i < w->nprocs && c->what != GT_HELD_NEW_PROCS; i++)
		charge(w, &w->procs[i]);
	switch ((enum gt_held_what)c->what) {
	case GT_HELD_STOP_BEGINS:
		w->stops--;
		break;
	case GT_HELD_STOP_ENDS:
		w->stops++;
		break;
	case GT_HELD_STILL_BEGINS:
		w->stills--;
		break;
	case GT_HELD_STILL_ENDS:
		w->stills++;
		break;
	case GT_HELD_STALL_BEGINS:
		w->stalls--;
		break;
	case GT_HELD_STALL_ENDS:
		w->stalls++;
		break;
	case GT_HELD_NEW_PROCS:
		set_procs(w, before ? before->procs : w->h->procs);
		break;
	}
	set_levels(w);
}

/* ---- rows: slices column by column, calls, runs of threads ---- */

/* The slices before those that were read, as far as they are in one block of the index. */
static bool read_block_before(struct gt_held_worker *w, struct gt_held_proc *p)
{
	uint64_t end = p->read, k = (end - 1) / w->width * w->width;
	uint32_t n;

	k = k > p->first ? k : p->first;
	n = (uint32_t)(end - k);
	p->read = k;
	p->read_id = gt_slice_of_proc(w->h->trace, p->proc_row, k);
	for (unsigned f = 0; f < HELD_FIELDS; f++)
		if (gt_slices_field(w->h->trace, p->proc_row, k, n, (enum gt_slice_field)held_fields[f],
				    p->columns + (size_t)f * w->width) != n)
			return false;
	p->at = n;
	w->seen += n;
	return true;
}

/* To the row before, if one of it lies in the part: when it ends comes next. */
static void turn_to_slice(struct gt_held_worker *w, struct gt_held_proc *p)
{
	int64_t t1;

	p->next[GT_HELD_SLICES] = INT64_MIN;
	while (p->at == 0)
		if (p->read == p->first)
			return;
		else
			read_block_before(w, p);
	p->at--;
	p->t0[GT_HELD_SLICES] = (int64_t)held_field(w, p, T0);
	t1 = (int64_t)(held_field(w, p, T0) + held_field(w, p, HELD));
	p->next[GT_HELD_SLICES] = t1 < w->t ? t1 : w->t;
}

static void turn_to_call(struct gt_held_worker *w, struct gt_held_proc *p)
{
	struct gt_syscall c;

	p->next[GT_HELD_CALLS] = INT64_MIN;
	if (p->k[GT_HELD_CALLS] == 0 || !gt_syscall_get(w->h->trace, p->proc_row, --p->k[GT_HELD_CALLS], &c))
		return;
	p->t0[GT_HELD_CALLS] = c.t0;
	p->long_call = w->shortage && c.t1 - c.t0 >= GT_SHORT_KEPT &&
		       (gt_held_class(w, c.g) & GT_HELD_CLASS) <= GT_HELD_UNNAMED;
	p->call_stack = c.stack;
	p->next[GT_HELD_CALLS] = c.t1 < w->t ? c.t1 : w->t;
}

static void turn_to_run(struct gt_held_worker *w, struct gt_held_proc *p)
{
	struct gt_proc_binding r;

	p->next[GT_HELD_RUNS] = INT64_MIN;
	if (p->k[GT_HELD_RUNS] == 0 || !gt_proc_binding_get(w->h->trace, p->proc_row, --p->k[GT_HELD_RUNS], &r))
		return;
	p->t0[GT_HELD_RUNS] = r.t0;
	p->next[GT_HELD_RUNS] = r.t1 < w->t ? r.t1 : w->t;
}

/* ---- turns ---- */

static void sift_held(struct gt_held_worker *w, uint32_t i)
{
	struct gt_held_turn turn = w->turns[i];

	for (uint32_t kid; (kid = 2 * i + 1) < w->nprocs; i = kid) {
		kid += kid + 1 < w->nprocs && w->turns[kid + 1].t > w->turns[kid].t;
		if (w->turns[kid].t <= turn.t)
			break;
		w->turns[i] = w->turns[kid];
	}
	w->turns[i] = turn;
}

GT_INLINE enum gt_held_lane lane_of(const struct gt_held_proc *p)
{
	enum gt_held_lane lane = p->next[GT_HELD_CALLS] > p->next[GT_HELD_SLICES] ? GT_HELD_CALLS : GT_HELD_SLICES;

	return p->next[GT_HELD_RUNS] > p->next[lane] ? GT_HELD_RUNS : lane;
}

static uint8_t kind_by_label(struct gt_held_worker *w, uint32_t label, uint8_t other)
{
	static const uint8_t kinds[GT_GC_WORKERS] = {
		[GT_GC_WORKER_NONE] = GT_HELD_KINDS, [GT_GC_DEDICATED] = GT_HELD_DEDICATED,
		[GT_GC_FRACTIONAL] = GT_HELD_FRACTIONAL, [GT_GC_IDLE] = GT_HELD_IDLE_MARK,
	};

	if (label != w->label) {
		w->label = label;
		w->label_kind = kinds[gt_gc_worker_of(w->h->trace, label)];
	}
	return w->label_kind < GT_HELD_KINDS ? w->label_kind : other;
}

static void enter_slice(struct gt_held_worker *w, struct gt_held_proc *p)
{
	uint32_t label = (uint32_t)held_field(w, p, LABEL);

	p->g = (uint32_t)held_field(w, p, G);
	p->long_slice = w->h->args.long_slice && (int64_t)held_field(w, p, HELD) >= w->h->args.long_slice;
	p->kind = gt_held_class(w, p->g) & GT_HELD_CLASS;
	if (p->kind <= GT_HELD_UNNAMED) {
		w->running++;
		w->running_rows += p->g;
	}
	if (GT_UNLIKELY(label))
		p->kind = kind_by_label(w, label, p->kind);
	gt_held_note(w);
}

/* The wait that the slice ended, if it begins inside of the part. */
static void meet_wait_of(struct gt_held_worker *w, const struct gt_held_proc *p)
{
	uint8_t class = gt_held_class(w, p->g), cause = w->h->causes[held_field(w, p, READY_TYPE) % GT_EVENT_TYPES];
	struct gt_wait wait = { .t0 = GT_NO_TIME, .t1 = p->t0[GT_HELD_SLICES], .g = p->g };
	uint64_t waited = held_field(w, p, WAITED);
	bool known = waited != (uint64_t)GT_NO_TIME && cause != GT_WAIT_NONE;
	struct gt_slice s;

	if ((class & GT_HELD_CLASS) != GT_HELD_PROGRAM)
		return;
	if (known)
		wait.t0 = (int64_t)(held_field(w, p, T0) - waited);
	wait.slice = p->read_id + p->at;
	wait.cause = (enum gt_wait_cause)cause;
	if (known && cause == GT_WAIT_LOOK)
		known = gt_slice_get(w->h->trace, wait.slice, &s) && gt_wait_before(w->h->trace, &s, &wait);
	if (GT_UNLIKELY(!known))
		wait.t0 = gt_held_ready(w->h, p->g, wait.slice);
	if (wait.t0 != GT_NO_TIME && wait.t0 < wait.t1)
		gt_held_enter(w, &wait, known && class & GT_HELD_WANTED, false);
}

static void leave_slice(struct gt_held_worker *w, struct gt_held_proc *p)
{
	if ((gt_held_class(w, p->g) & GT_HELD_CLASS) <= GT_HELD_UNNAMED) {
		w->running--;
		w->running_rows -= p->g;
	}
	gt_held_note(w);
	if (w->t < w->hi && !w->h->args.whole)
		meet_wait_of(w, p);
}

void gt_held_procs_meet(struct gt_held_worker *w)
{
	struct gt_held_proc *p = &w->procs[w->turns[0].proc];
	enum gt_held_lane lane = lane_of(p);

	gt_shortage_pass(w);
	if (p->in[lane]) {
		p->in[lane] = false;
		find_state(w, p);
		if (lane == GT_HELD_SLICES) {
			leave_slice(w, p);
			turn_to_slice(w, p);
		} else if (lane == GT_HELD_CALLS) {
			turn_to_call(w, p);
		} else {
			turn_to_run(w, p);
		}
	} else {
		p->in[lane] = true;
		if (lane == GT_HELD_SLICES)
			enter_slice(w, p);
		find_state(w, p);
		p->next[lane] = p->t0[lane] < w->t ? p->t0[lane] : w->t;
	}
	w->turns[0].t = p->next[lane_of(p)];
	sift_held(w, 0);
}

/* ---- all Ps ---- */

static void open_proc(struct gt_held_worker *w, uint32_t i)
{
	const struct gt_trace *t = w->h->trace;
	struct gt_held_proc *p = &w->procs[i];
	struct gt_proc_binding r;
	struct gt_proc proc;
	struct gt_slice s;
	uint64_t k;

	*p = (struct gt_held_proc){
		.proc_row = i, .id = gt_proc_get(t, i, &proc) ? proc.id : GT_NONE, .state = GT_HELD_KINDS,
		.columns = w->columns + (size_t)i * HELD_FIELDS * w->width };
	k = gt_slice_seek(t, i, w->hi);
	if (k < gt_slices_of_proc(t, i) && gt_slice_get(t, gt_slice_of_proc(t, i, k), &s) && s.t0 < w->hi)
		k++;
	p->read = k;
	p->first = gt_slice_seek(t, i, w->lo);
	p->first = p->first < k ? p->first : k;
	p->since = w->hi;
	p->k[GT_HELD_CALLS] = gt_syscall_seek(t, i, w->hi);
	k = gt_proc_binding_seek(t, i, w->hi);
	p->k[GT_HELD_RUNS] = k + (gt_proc_binding_get(t, i, k, &r) && r.t0 < w->hi);
	turn_to_slice(w, p);
	turn_to_call(w, p);
	turn_to_run(w, p);
	w->turns[i] = (struct gt_held_turn){ p->next[lane_of(p)], i };
}

int gt_held_procs_open(struct gt_held_worker *w, struct gt_error *err)
{
	uint32_t n = gt_trace_info(w->h->trace)->procs;

	w->width = READ_BEFORE;
	while (w->width > 1 && (uint64_t)n * w->width > (uint64_t)READ_BEFORE * READ_PROCS_BEFORE)
		w->width /= 2;
	w->nprocs = n;
	w->procs = gt_checked_alloc((uint64_t)n + 1, sizeof *w->procs);
	w->turns = gt_checked_alloc((uint64_t)n + 1, sizeof *w->turns);
	w->columns = gt_checked_alloc((uint64_t)n + 1, sizeof *w->columns * HELD_FIELDS * w->width);
	if (!w->procs || !w->turns || !w->columns)
		return gt_error_set(err, GT_ERR_NOMEM, GT_NO_OFFSET, "out of memory: so many processors cannot be followed");
	return 0;
}

void gt_held_procs_begin(struct gt_held_worker *w)
{
	const struct gt_held *h = w->h;
	const struct gt_held_change *c;

	w->t = w->passed = w->hi;
	w->next_change = GT_BISECT(i, 0, h->nchanges, h->changes[i].t < w->hi);
	c = w->next_change ? &h->changes[w->next_change - 1] : NULL;
	w->stops = c ? c->stops : 0;
	w->stills = c ? c->stills : 0;
	w->stalls = c ? c->stalls : 0;
	for (uint32_t i = 0; i < w->nprocs; i++)
		open_proc(w, i);
	for (uint32_t i = w->nprocs; i-- > 0;)
		sift_held(w, i);
	set_procs(w, c ? c->procs : h->procs);
	set_levels(w);
}

void gt_held_procs_flush(struct gt_held_worker *w)
{
	gt_shortage_end(w);
	for (uint32_t i = 0; i < w->nprocs; i++) {
		charge(w, &w->procs[i]);
		if (w->procs[i].long_call && w->procs[i].state == GT_HELD_SYSCALL)
			gt_shortage_charge(w, &w->procs[i]);
	}
}

void gt_held_procs_close(struct gt_held_worker *w)
{
	free(w->procs);
	free(w->turns);
	free(w->columns);
}
