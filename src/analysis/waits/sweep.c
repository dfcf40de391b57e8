/* One walk back through time: slabs, and what is met in them. */
#include "analysis/waits/sweep_own.h"

#include <assert.h>
#include <stdlib.h>

#include "base/sat.h"
#include "base/xalloc.h"

#define STEPS 4096            /* moments, or goroutines, of one step */

static const struct gt_sweep_waits no_waits = {
	.slice = GT_NO_ROW, .late = { { .slice = GT_NO_ROW }, { .slice = GT_NO_ROW } },
};

struct gt_sweep_active {
	int64_t t0, t1;       /* cut */
	int64_t full;         /* s->full at t1 */
	bool is_long, ended;
	uint8_t late;         /* enum gt_sweep_late, if it is long and ended */
};

/* ---- heaps ---- */

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

static void push_active(struct gt_sweep *s, const struct gt_sweep_active *a)
{
	size_t i;

	GT_GROW(s->active, s->cap_active, s->nactive + 1);
	for (i = s->nactive++; i && s->active[(i - 1) / 2].t0 < a->t0; i = (i - 1) / 2)
		s->active[i] = s->active[(i - 1) / 2];
	s->active[i] = *a;
}

static void sift_front(struct gt_sweep *s, size_t i)
{
	struct gt_sweep_front front = s->fronts[i];

	for (size_t kid; (kid = 2 * i + 1) < s->nfronts; i = kid) {
		kid += kid + 1 < s->nfronts && s->fronts[kid + 1].t > s->fronts[kid].t;
		if (s->fronts[kid].t <= front.t)
			break;
		s->fronts[i] = s->fronts[kid];
	}
	s->fronts[i] = front;
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
	const struct gt_sweep_state *now = &s->now;
	int64_t ns = s->t - t;
	uint64_t idle = now->procs > now->held ? now->procs - now->held : 0;
	uint64_t ready = s->nactive < idle ? s->nactive : idle;

	if (ns <= 0)
		return;
	gt_sat_grow(&s->idle.procs, gt_sat_mul((int64_t)now->procs, ns));
	s->waits.some_long += s->queued_ended && !now->stalled ? ns : 0;
	for (unsigned i = 0; i < GT_SWEEP_LATE_KINDS; i++)
		s->waits.late[i].some += s->queued_late[i] && !now->stalled ? ns : 0;
	if (!now->blocked && !now->stalled) {
		gt_sat_grow(&s->idle.idle, gt_sat_mul((int64_t)idle, ns));
		gt_sat_grow(&s->idle.ready, gt_sat_mul((int64_t)ready, ns));
		s->idle.wait += ready ? ns : 0;
		s->idle.wait_long += idle && s->queued ? ns : 0;
		s->full += idle ? 0 : ns;
		s->crowded += !idle && s->queued ? ns : 0;
	}
	if (now->blocked || now->stalled || !ready)
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

static void count_late(struct gt_sweep *s, const struct gt_sweep_item *w)
{
	struct gt_sweep_lates *l = &s->waits.late[w->late];
	int64_t ns = w->t1 - w->t0;

	l->n++;
	gt_sat_grow(&l->sum, ns);
	if (l->slice != GT_NO_ROW && (ns != l->max ? ns < l->max : w->t1 != l->end ? w->t1 > l->end
									       : w->slice > l->slice))
		return;
	l->max = ns;
	l->end = w->t1;
	l->slice = w->slice;
}

/* Coming from later, a wait begins where it ended. */
static void enter_wait(struct gt_sweep *s, const struct gt_sweep_item *w, bool ended)
{
	struct gt_sweep_active a = { .t0 = w->t0, .t1 = w->t1, .full = s->full, .ended = ended };

	a.is_long = w->t1 - w->t0 - gt_stalls_in(&s->stalls, w->t0, w->t1) > s->limits.long_wait;
	a.late = a.is_long && ended ? w->late : GT_SWEEP_NOT_LATE;
	push_active(s, &a);
	s->queued += a.is_long;
	s->queued_ended += a.is_long && a.ended;
	s->queued_late[a.late]++;
	if (ended && w->late < GT_SWEEP_LATE_KINDS)
		count_late(s, w);
}

static void leave_wait(struct gt_sweep *s)
{
	struct gt_sweep_active a = pop_active(s);

	s->queued_late[a.late]--;
	if (!a.is_long)
		return;
	assert(s->queued && (!a.ended || s->queued_ended));
	s->queued--;
	s->queued_ended -= a.ended;
	for (size_t i = 0; i < s->nopen; i++)
		queue_in(s, &s->open[i], &a);
}

/* A wait that goes on at `to`. */
static void take_wait_at_end(struct gt_sweep *s, struct gt_wait w)
{
	/* One that goes on at the horizon of a damaged trace has no end that is known. */
	bool cut = s->to == gt_trace_info(s->trace)->horizon && gt_trace_beyond(s->trace, w.t1), ended;
	struct gt_sweep_item item;

	w.t0 = w.t0 > s->from ? w.t0 : s->from;
	w.t1 = w.t1 < s->to ? w.t1 : s->to;
	if (w.t0 >= w.t1)
		return;
	if (gt_ginfos_get(&s->goroutines, w.g)->owner == GT_OWNER_UNKNOWN) {
		s->unnamed.waits++;
		gt_sat_grow(&s->unnamed.sum, w.t1 - w.t0);
		return;
	}
	ended = w.slice != GT_NO_ROW && !cut;
	item = (struct gt_sweep_item){ .t0 = w.t0, .t1 = w.t1, .slice = w.slice, .late = GT_SWEEP_NOT_LATE };
	if (ended && w.t1 - w.t0 > s->limits.long_wait)
		item.late = (uint8_t)gt_sweep_late_of(s, w.slice);
	enter_wait(s, &item, ended);
	if (ended)
		gt_sweep_scan_at_end(s, &w);
}

/* What a goroutine did at the end of the range: it may have waited for a slice that comes later. */
static void look_at_end(struct gt_sweep *s, uint32_t row)
{
	const struct gt_ginfo *info = gt_ginfos_get(&s->goroutines, row);
	struct gt_goroutine g;
	struct gt_slice slice;
	struct gt_wait w;
	uint32_t k;

	((uint8_t *)s->owners.data)[row] = info->owner;
	if (info->owner > GT_OWNER_PROGRAM || !gt_goroutine_get(s->trace, row, &g) || g.create >= s->to)
		return;
	k = s->to < gt_trace_info(s->trace)->duration ? gt_goroutine_seek(s->trace, row, s->to - 1) : g.slices;
	if (k >= g.slices) {
		if (gt_wait_at_end(s->trace, &g, &w) && w.t0 < s->to)
			take_wait_at_end(s, w);
	} else if (gt_slice_get(s->trace, gt_goroutine_slice(s->trace, row, k), &slice) && slice.t0 >= s->to &&
		   gt_wait_before(s->trace, &slice, &w) && w.t0 < s->to) {
		take_wait_at_end(s, w);
	}
}

/* ---- long slices ---- */

static void find_next_close(struct gt_sweep *s)
{
	s->next_close = INT64_MIN;
	for (size_t i = 0; i < s->nopen; i++)
		s->next_close = s->open[i].t0 > s->next_close ? s->open[i].t0 : s->next_close;
}

static void open_long(struct gt_sweep *s, const struct gt_sweep_open *met)
{
	struct gt_sweep_open *o;

	GT_GROW(s->open, s->cap_open, s->nopen + 1);
	o = &s->open[s->nopen++];
	*o = *met;
	o->full = s->full;
	o->s.c0 = s->crowded;
	find_next_close(s);
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

static void close_longs(struct gt_sweep *s, int64_t t)
{
	for (size_t i = s->nopen; i-- > 0;)
		if (s->open[i].t0 >= t)
			close_long(s, i);
	find_next_close(s);
}

/* ---- the walk through a slab ---- */

/* The next wait of a P: in the unit, or in the ones after it. */
static bool front_find(const struct gt_sweep *s, struct gt_sweep_front *f)
{
	while (f->unit < f->end && f->pos == s->units[f->unit].n) {
		f->unit++;
		f->pos = 0;
	}
	f->t = f->unit < f->end ? gt_sweep_front_item(s, f)->t1 : INT64_MIN;
	return f->unit < f->end;
}

static void walk_begin(struct gt_sweep *s)
{
	s->nfronts = 0;
	for (size_t i = 0, end; i < s->nunits; i = end) {
		struct gt_sweep_front f = { .unit = i };

		for (end = i; end < s->nunits && s->units[end].proc_row == s->units[i].proc_row; end++)
			;
		f.end = end;
		if (front_find(s, &f))
			s->fronts[s->nfronts++] = f;
	}
	for (size_t i = s->nfronts; i-- > 0;)
		sift_front(s, i);
}

static void meet_wait(struct gt_sweep *s)
{
	struct gt_sweep_front *f = &s->fronts[0];
	enter_wait(s, gt_sweep_front_item(s, f), true);
	f->pos++;
	if (!front_find(s, f))
		*f = s->fronts[--s->nfronts];
	if (s->nfronts)
		sift_front(s, 0);
}

static int64_t later(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* Goes back to the next moment and meets what is there; false: the slab ends before. */
static bool walk_step(struct gt_sweep *s)
{
	int64_t state = s->next_state < s->nstates ? s->states[s->next_state].t : INT64_MIN;
	int64_t wait = s->nfronts ? s->fronts[0].t : INT64_MIN;
	int64_t begin = s->nactive ? s->active[0].t0 : INT64_MIN;
	int64_t slice = s->next_met < s->nmet ? s->met[s->next_met].t1 : INT64_MIN;
	int64_t t = later(later(state, wait), later(begin, later(slice, s->next_close)));

	if (t <= s->lo)
		return false;
	go_back(s, t);
	if (t == begin)
		leave_wait(s);
	else if (t == wait)
		meet_wait(s);
	else if (t == state)
		s->now = s->states[s->next_state++];
	else if (t == slice)
		open_long(s, &s->met[s->next_met++]);
	else
		close_longs(s, t);
	return true;
}

/* At the beginning of the range. */
static void sweep_end(struct gt_sweep *s)
{
	go_back(s, s->from);
	close_worst(s);
	while (s->nopen)
		close_long(s, s->nopen - 1);
	s->nactive = 0;
	if (s->nworkers)
		gt_sweep_scan_finish(s);
	s->done = true;
}

/* ---- all of it ---- */

int gt_sweep_begin(struct gt_sweep *s, const struct gt_trace *t, const struct gt_blame_index *b, int64_t from,
		   int64_t to, const struct gt_sweep_limits *limits, struct gt_error *err)
{
	static const struct gt_sweep_limits defaults = GT_SWEEP_DEFAULTS;
	int64_t end = gt_trace_info(t)->horizon;
	int rc;

	*s = (struct gt_sweep){
		.trace = t, .from = from > 0 ? from : 0, .to = to < end ? to : end,
		.limits = limits ? *limits : defaults, .nprocs = gt_trace_info(t)->procs,
		.waits = no_waits, .idle.worst0 = GT_NO_TIME, .idle.worst1 = GT_NO_TIME,
		.worst_end = GT_NO_TIME, .next_close = INT64_MIN };
	if (s->from >= s->to) {
		s->to = s->from;
		s->done = true;
		return 0;
	}
	s->t = s->lo = s->to;
	gt_sweep_states_open(s, b);
	rc = gt_ginfos_open(&s->goroutines, t, err);
	return rc ? rc : gt_sweep_scan_open(s, err);
}

bool gt_sweep_step(struct gt_sweep *s)
{
	if (s->done)
		return true;
	switch ((enum gt_sweep_phase)s->phase) {
	case GT_SWEEP_AT_END:
		for (int i = 0; i < STEPS && s->next_g < s->goroutines.n; i++)
			look_at_end(s, s->next_g++);
		if (s->next_g == s->goroutines.n)
			s->phase = GT_SWEEP_BEGIN;
		break;
	case GT_SWEEP_BEGIN:
		s->hi = s->lo;
		gt_sweep_scan_begin(s);
		gt_sweep_states_fill(s);
		s->phase = GT_SWEEP_SCAN;
		break;
	case GT_SWEEP_SCAN:
		if (!gt_sweep_scan_step(s))
			break;
		walk_begin(s);
		s->phase = GT_SWEEP_WALK;
		break;
	case GT_SWEEP_WALK:
		for (int i = 0; i < STEPS; i++) {
			if (walk_step(s))
				continue;
			s->phase = GT_SWEEP_BEGIN;
			if (s->lo == s->from)
				sweep_end(s);
			break;
		}
		break;
	}
	return s->done;
}

void gt_sweep_walk_again(struct gt_sweep *s)
{
	if (!s->recalled)
		return;
	s->recalled = s->ranked = s->done = false;
	s->waits = no_waits;
	s->idle = (struct gt_sweep_idle){ .worst0 = GT_NO_TIME, .worst1 = GT_NO_TIME };
	s->unnamed = (struct gt_sweep_unnamed){ 0 };
	s->nlongs = 0;
	while (!gt_sweep_step(s))
		;
}

void gt_sweep_release(struct gt_sweep *s)
{
	for (unsigned i = 0; i < s->nworkers; i++) {
		free(s->workers[i].lengths);
		free(s->workers[i].items);
		free(s->workers[i].met);
		free(s->workers[i].block);
	}
	gt_ginfos_release(&s->goroutines);
	gt_stalls_release(&s->stalls);
	gt_scratch_free(&s->owners);
	free(s->at_end);
	free(s->procs);
	free(s->workers);
	free(s->units);
	free(s->met);
	free(s->states);
	free(s->loose);
	free(s->fronts);
	free(s->cursors);
	free(s->turns);
	free(s->blocks);
	free(s->active);
	free(s->open);
	free(s->longs);
	*s = (struct gt_sweep){ 0 };
}
