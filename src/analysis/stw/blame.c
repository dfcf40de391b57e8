/* One stop-the-world pause: its parts, and who delayed it. */
#include "analysis/stw/blame.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "index/caps.h"
#include "index/query/procs.h"

const char *gt_stop_cause_text(enum gt_stop_cause how)
{
	static const char *const texts[] = {
		[GT_STOPPED_STOPPER] = "requested it",
		[GT_STOPPED_IDLE] = "idle",
		[GT_STOPPED_SYSCALL] = "in a syscall",
		[GT_STOPPED_PREEMPTED] = "preempted",
		[GT_STOPPED_LEFT] = "let go",
		[GT_STOPPED_CALLED] = "made a syscall",
		[GT_STOPPED_SCHEDULER] = "no goroutine",
		[GT_STOPPED_LATE] = "taken late by a thread",
		[GT_STOPPED_NEVER] = "never stopped",
		[GT_STOPPED_UNKNOWN] = "unknown",
	};

	_Static_assert(GT_COUNT(texts) == GT_STOPPED_UNKNOWN + 1, "a text for each cause");
	return texts[how];
}

static bool is_string(const struct gt_trace *t, uint32_t row, const char *want)
{
	size_t n;
	const char *s = gt_trace_string(t, row, &n);

	return n == strlen(want) && !memcmp(s, want, n);
}

/* ---- the stop as a whole ---- */

/* The slice of a P that covers a time. */
static bool blame_slice_at(const struct gt_trace *t, uint32_t proc_row, int64_t time, struct gt_slice *s)
{
	uint64_t k = gt_slice_seek(t, proc_row, time);

	return k < gt_slices_of_proc(t, proc_row) && gt_slice_get(t, gt_slice_of_proc(t, proc_row, k), s) &&
	       s->t0 <= time;
}

/*
 * Where the stopper ran: v2 names the goroutine and the P of the end, v1 only
 * the P.  While the index is built that slice may be missing.
 */
static void find_stopper(struct gt_blame *b, const struct gt_trace *t)
{
	const struct gt_range_row *r = &b->range;
	struct gt_goroutine g;
	struct gt_slice s;
	uint32_t k;

	b->requester = r->g;
	b->stopper = r->proc_row;
	if (r->g == GT_NO_ROW) {
		if (r->proc_row != GT_NO_ROW && blame_slice_at(t, r->proc_row, r->t0, &s))
			b->requester = s.g;
		return;
	}
	k = gt_goroutine_seek(t, r->g, r->t0);
	if (gt_goroutine_get(t, r->g, &g) && k < g.slices &&
	    gt_slice_get(t, gt_goroutine_slice(t, r->g, k), &s) && s.t0 <= r->t0)
		b->stopper = s.proc_row;
}

static bool blame_is_marker(const struct gt_counter *c)
{
	return c->metric == GT_METRIC_GOMAXPROCS;
}

/* The number of Ps that procresize writes: close to the end of a range that has one. */
static int64_t find_restart(const struct gt_blame *b, const struct gt_trace *t)
{
	uint64_t n = gt_trace_info(t)->counters, i;
	struct gt_counter c;

	if (b->range.t1 != GT_NO_TIME) {
		for (i = gt_counter_seek(t, b->range.t1 + 1); i-- > 0 && gt_counter_get(t, i, &c);)
			if (c.t < b->range.t0 || blame_is_marker(&c))
				return c.t < b->range.t0 ? GT_NO_TIME : c.t;
		return GT_NO_TIME;
	}
	for (i = gt_counter_seek(t, b->range.t0); i < n && gt_counter_get(t, i, &c); i++)
		if (blame_is_marker(&c))
			return c.t;
	return GT_NO_TIME;
}

/* ---- one processor ---- */

/*
 * The thread that held the P last before the restart; from the request on.
 * False: none did.  *next is when one took it again.
 */
static bool last_run(const struct gt_blame *b, const struct gt_trace *t, uint32_t proc_row,
		     struct gt_proc_binding *run, int64_t *next)
{
	/* Without a sign of the restart, only what was there at the request is sure. */
	int64_t limit = b->restart != GT_NO_TIME      ? b->restart
			: b->range.t1 == GT_NO_TIME ? INT64_MAX
						    : b->range.t0;
	uint64_t k = gt_proc_binding_seek(t, proc_row, b->range.t0);
	bool found = false;
	struct gt_proc_binding r;

	*next = GT_NO_TIME;
	for (; gt_proc_binding_get(t, proc_row, k, &r); k++) {
		if (r.t0 > b->range.t0 && r.t0 >= limit) {
			*next = r.t0;
			break;
		}
		*run = r;
		found = true;
	}
	return found;
}

/* Whether the call in which a slice lost its P had begun before the request. */
static bool was_in_call(const struct gt_blame *b, const struct gt_trace *t, const struct gt_slice *s)
{
	uint32_t n = gt_slice_calls(t, s);
	struct gt_syscall c;

	return n && gt_slice_call(t, s, n - 1, &c) && c.t0 <= b->range.t0;
}

static enum gt_stop_cause how_it_left(const struct gt_blame *b, const struct gt_trace *t,
				      const struct gt_slice *s)
{
	if (s->flags & GT_SLICE_LOST_P)
		return was_in_call(b, t, s) ? GT_STOPPED_SYSCALL : GT_STOPPED_CALLED;
	return is_string(t, s->reason, "preempted") ? GT_STOPPED_PREEMPTED : GT_STOPPED_LEFT;
}

static void take_slice(struct gt_blame_proc *p, const struct gt_slice *s)
{
	p->slice = s->id;
	p->g = s->g;
	p->stack = s->end_stack;
	p->yield_n = s->end_n;
}

/* The run does not end where it should: the slice that was there at the request must do. */
static void blame_guess(const struct gt_blame *b, const struct gt_trace *t, struct gt_blame_proc *p)
{
	struct gt_slice s;

	p->how = b->range.t1 == GT_NO_TIME ? GT_STOPPED_NEVER : GT_STOPPED_UNKNOWN;
	p->stop = p->yield = GT_NO_TIME;
	if (!blame_slice_at(t, p->proc_row, b->range.t0, &s) &&
	    !(p->how == GT_STOPPED_NEVER && blame_slice_at(t, p->proc_row, b->end - 1, &s)))
		return;
	take_slice(p, &s);
	if (!(s.flags & GT_SLICE_OPEN) && s.t1 <= (b->restart != GT_NO_TIME ? b->restart : b->end)) {
		p->how = how_it_left(b, t, &s);
		p->stop = p->yield = s.t1;
	} else {
		p->stack = 0;
	}
}

static void blame_look_at(const struct gt_blame *b, const struct gt_trace *t, struct gt_blame_proc *p)
{
	struct gt_proc_binding run = { 0 };
	struct gt_slice s;
	uint64_t k;

	p->how = p->proc_row == b->stopper ? GT_STOPPED_STOPPER : GT_STOPPED_IDLE;
	if (!last_run(b, t, p->proc_row, &run, &p->restart) || p->proc_row == b->stopper)
		return;
	if (blame_slice_at(t, p->proc_row, b->range.t0, &s) &&
	    !(s.flags & GT_SLICE_LOST_P && was_in_call(b, t, &s)))
		p->found = s.id;
	if (b->range.t1 == GT_NO_TIME ? run.t1 >= b->end
				      : run.t1 > (b->restart != GT_NO_TIME ? b->restart : b->range.t1)) {
		blame_guess(b, t, p);
		return;
	}
	p->stop = p->yield = run.t1;
	/* The last slice of the run that ended after the request. */
	k = gt_slice_seek(t, p->proc_row, run.t1);
	if (!k || !gt_slice_get(t, gt_slice_of_proc(t, p->proc_row, k - 1), &s) || s.t1 <= b->range.t0 ||
	    s.t0 < run.t0) {
		p->how = run.t0 > b->range.t0 ? GT_STOPPED_LATE : GT_STOPPED_SCHEDULER;
		return;
	}
	take_slice(p, &s);
	p->yield = s.t1;
	p->how = how_it_left(b, t, &s);
}

/* ---- all processors ---- */

/* The last P that stopped; unknown as soon as one of them is. */
static void find_stopped(struct gt_blame *b)
{
	b->slow = -1;
	b->stopped = b->ran_on ? GT_NO_TIME : b->range.t0;
	if (b->ran_on)
		return;
	for (uint32_t i = 0; i < b->nprocs; i++) {
		const struct gt_blame_proc *p = &b->procs[i];

		if (p->how == GT_STOPPED_STOPPER || p->how == GT_STOPPED_IDLE)
			continue;
		if (p->stop == GT_NO_TIME) {
			b->stopped = GT_NO_TIME;
			b->slow = -1;
			return;
		}
		if (b->slow < 0 || p->stop > b->stopped) {
			b->stopped = p->stop;
			b->slow = (int)i;
		}
	}
}

/* Of two that yield at once: by the number of the event (v1), else the one whose P stopped later. */
static bool is_later(const struct gt_blame_proc *p, const struct gt_blame_proc *than)
{
	if (p->yield != than->yield)
		return p->yield > than->yield;
	if (p->yield_n != than->yield_n && p->yield_n != GT_NONE && than->yield_n != GT_NONE)
		return p->yield_n > than->yield_n;
	return p->stop > than->stop;
}

/*
 * The goroutine with the latest yield.  Where a yield is unknown it could be that one,
 * so that nobody is charged; but one that never yields is later than all others.
 */
static void find_last(struct gt_blame *b)
{
	bool unknown = b->ran_on > 0;
	int never = -1;

	b->last = -1;
	for (uint32_t i = 0; i < b->nprocs; i++) {
		const struct gt_blame_proc *p = &b->procs[i];

		if (!gt_stop_cause_was_asked(p->how))
			continue;
		if (p->how == GT_STOPPED_NEVER && p->slice != GT_NO_ROW && never < 0)
			never = (int)i;
		else if (p->yield == GT_NO_TIME)
			unknown = true;
		else if (p->slice != GT_NO_ROW && (b->last < 0 || is_later(p, &b->procs[b->last])))
			b->last = (int)i;
	}
	if (never >= 0 || unknown)
		b->last = never;
}

/* What is the same for all Ps of a pause. */
struct blame_all {
	const struct gt_trace *t;
	uint64_t procs;         /* GOMAXPROCS */
	bool known;             /* from the trace */
};

/* Adds a P, if it exists: mentioned before or not, GOMAXPROCS allows for it or a thread holds it. */
static void add_blame_proc(struct gt_blame *b, const struct blame_all *all, uint32_t proc_row)
{
	const struct gt_trace *t = all->t;
	struct gt_blame_proc *p = &b->procs[b->nprocs];
	struct gt_proc proc;
	struct gt_proc_binding r;
	bool held;

	if (!gt_proc_get(t, proc_row, &proc))
		return;
	held = gt_proc_binding_get(t, proc_row, gt_proc_binding_seek(t, proc_row, b->range.t0), &r) &&
	       r.t0 <= b->end;
	if (all->known ? proc.id >= all->procs && !held : proc.first > b->end)
		return;
	*p = (struct gt_blame_proc){
		.proc_row = proc_row, .stop = b->range.t0, .yield = b->range.t0, .yield_n = GT_NONE,
		.restart = GT_NO_TIME, .found = GT_NO_ROW, .slice = GT_NO_ROW, .g = GT_NO_ROW };
	blame_look_at(b, t, p);
	b->nprocs++;
}

/* ---- Ps that stay as they are ---- */

#define TOGETHER 256u   /* Ps for which one comparison says whether any of them changes */

/* The time in which nothing of a P, or of several, changes; ran: the number that threads hold all the time. */
struct quiet {
	int64_t from, until;
	uint32_t ran;
};

struct gt_blame_quiet {
	uint32_t nprocs;
	uint32_t *order;        /* of each P, by its row */
	struct quiet *one, *several;
};

static const struct quiet no_quiet = { .from = INT64_MAX, .until = INT64_MIN };

/* While the trace is indexed all may change. */
static void ready_quiet(struct gt_blame *b, const struct gt_trace *t)
{
	uint32_t n = gt_trace_info(t)->procs;
	struct gt_blame_quiet *q;

	if (b->quiet || !b->brief || !n || !gt_trace_info(t)->done)
		return;
	q = b->quiet = gt_xcalloc(1, sizeof *q);
	q->nprocs = n;
	q->order = gt_xcalloc(n, sizeof *q->order);
	q->one = gt_xcalloc(n, sizeof *q->one);
	q->several = gt_xcalloc(n / TOGETHER + 1, sizeof *q->several);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t row = gt_proc_by_order(t, i);

		q->one[i] = no_quiet;
		q->several[i / TOGETHER] = no_quiet;
		if (row < n)
			q->order[row] = i;
	}
}

static bool is_quiet(const struct gt_blame *b, const struct quiet *q)
{
	return b->range.t1 != GT_NO_TIME && q->from <= b->range.t0 && q->until > b->end;
}

static void quiet_within(struct quiet *q, int64_t from, int64_t until)
{
	q->from = from > q->from ? from : q->from;
	q->until = until < q->until ? until : q->until;
}

/* The time around the request in which neither thread nor goroutine comes to the P or leaves it. */
static struct quiet quiet_around(const struct gt_blame *b, const struct gt_trace *t, uint32_t proc_row)
{
	int64_t time = b->range.t0;
	uint64_t k = gt_proc_binding_seek(t, proc_row, time), n = gt_slice_seek(t, proc_row, time);
	struct quiet q = { .from = INT64_MIN, .until = INT64_MAX };
	struct gt_proc_binding r;
	struct gt_slice s;

	if (k && gt_proc_binding_get(t, proc_row, k - 1, &r))
		quiet_within(&q, r.t1, INT64_MAX);
	if (!gt_proc_binding_get(t, proc_row, k, &r))
		return q;
	if (r.t0 > time) {
		quiet_within(&q, INT64_MIN, r.t0);
		return q;
	}
	q.ran = 1;
	quiet_within(&q, r.t0, r.t1);
	if (n && gt_slice_get(t, gt_slice_of_proc(t, proc_row, n - 1), &s))
		quiet_within(&q, s.t1, INT64_MAX);
	if (n < gt_slices_of_proc(t, proc_row) && gt_slice_get(t, gt_slice_of_proc(t, proc_row, n), &s)) {
		bool there = s.t0 <= time;

		quiet_within(&q, there ? s.t0 : INT64_MIN, there ? s.t1 : s.t0);
	}
	return q;
}

/* As add_blame_proc, unless the P stays as it is. */
static void add_changing(struct gt_blame *b, const struct blame_all *all, uint32_t order)
{
	uint32_t proc_row = gt_proc_by_order(all->t, order), n = b->nprocs;
	struct quiet *q = &b->quiet->one[order];
	enum gt_stop_cause how;

	if (is_quiet(b, q) && proc_row != b->stopper) {
		b->ran_on += q->ran;
		return;
	}
	add_blame_proc(b, all, proc_row);
	how = b->nprocs > n ? b->procs[n].how : GT_STOPPED_IDLE;
	if (how != GT_STOPPED_IDLE && how != GT_STOPPED_UNKNOWN)
		return;
	*q = quiet_around(b, all->t, proc_row);
	if (how == GT_STOPPED_IDLE || is_quiet(b, q))
		b->nprocs = n;
	if (how == GT_STOPPED_UNKNOWN && is_quiet(b, q))
		b->ran_on++;
}

/* The Ps that changed, and how many of the others ran. */
static void look_at_changing(struct gt_blame *b, const struct blame_all *all)
{
	struct gt_blame_quiet *quiet = b->quiet;
	uint32_t stopper = b->stopper < quiet->nprocs ? quiet->order[b->stopper] : UINT32_MAX, end;

	for (uint32_t i = 0; i < quiet->nprocs; i = end) {
		struct quiet *several = &quiet->several[i / TOGETHER];

		end = quiet->nprocs - i > TOGETHER ? i + TOGETHER : quiet->nprocs;
		if (is_quiet(b, several) && !(stopper >= i && stopper < end)) {
			b->ran_on += several->ran;
			continue;
		}
		*several = (struct quiet){ .from = INT64_MIN, .until = INT64_MAX };
		for (uint32_t k = i; k < end; k++) {
			add_changing(b, all, k);
			quiet_within(several, quiet->one[k].from, quiet->one[k].until);
			several->ran += quiet->one[k].ran;
		}
	}
}

static void look_at_all(struct gt_blame *b, const struct gt_trace *t)
{
	uint32_t n = gt_trace_info(t)->procs;
	uint64_t procs = gt_procs_at(t, b->range.t0, NULL), after = gt_procs_at(t, b->end, NULL);
	const struct blame_all all = { t, procs > after ? procs : after, gt_trace_info(t)->gomaxprocs > 0 };

	GT_GROW(b->procs, b->cap, n);
	ready_quiet(b, t);
	if (b->quiet)
		look_at_changing(b, &all);
	for (uint32_t i = 0; !b->quiet && i < n; i++)
		add_blame_proc(b, &all, gt_proc_by_order(t, i));
}

bool gt_blame_find(struct gt_blame *b, const struct gt_trace *t, uint64_t range)
{
	if (!gt_range_get(t, range, &b->range) || b->range.kind != GT_RANGE_STW)
		return false;
	if (gt_trace_beyond(t, b->range.t1))
		b->known = GT_BLAME_LOST;
	else if (!gt_trace_caps(t).stop_requests)
		b->known = GT_BLAME_PER_P;
	else
		b->known = is_string(t, b->range.name, "start trace") ? GT_BLAME_NO_REQUEST : GT_BLAME_FULL;
	b->end = b->range.t1 != GT_NO_TIME ? b->range.t1 : gt_trace_info(t)->duration;
	b->nprocs = b->ran_on = 0;
	find_stopper(b, t);
	b->restart = b->known == GT_BLAME_PER_P ? GT_NO_TIME : find_restart(b, t);
	if (b->known == GT_BLAME_FULL)
		look_at_all(b, t);
	find_last(b);
	find_stopped(b);
	if (b->known == GT_BLAME_PER_P || b->known == GT_BLAME_LOST)
		b->stopped = b->restart = GT_NO_TIME;
	return true;
}

void gt_blame_release(struct gt_blame *b)
{
	free(b->procs);
	if (b->quiet) {
		free(b->quiet->order);
		free(b->quiet->one);
		free(b->quiet->several);
	}
	free(b->quiet);
	*b = (struct gt_blame){ 0 };
}

int64_t gt_blame_ns(const struct gt_blame *b, enum gt_pause_part part)
{
	int64_t t0 = b->range.t0, t1 = b->known == GT_BLAME_LOST ? GT_NO_TIME : b->range.t1;
	const int64_t ends[GT_PAUSE_PARTS][2] = {
		[GT_PAUSE_STOP] = { b->known == GT_BLAME_FULL ? t0 : GT_NO_TIME, b->stopped },
		[GT_PAUSE_STILL] = { b->stopped, b->restart },
		[GT_PAUSE_RESTART] = { b->restart, t1 },
		[GT_PAUSE_ALL] = { t0, t1 },
	};

	assert((unsigned)part < GT_PAUSE_PARTS);
	if (ends[part][0] == GT_NO_TIME || ends[part][1] == GT_NO_TIME)
		return GT_NO_TIME;
	return ends[part][1] - ends[part][0];
}

int64_t gt_blame_late_ns(const struct gt_blame *b)
{
	int64_t yield = b->last >= 0 ? b->procs[b->last].yield : GT_NO_TIME;

	return yield == GT_NO_TIME || b->stopped == GT_NO_TIME ? GT_NO_TIME : b->stopped - yield;
}

enum gt_blamed gt_blame_largest(const struct gt_blame *b)
{
	int64_t stop = gt_blame_ns(b, GT_PAUSE_STOP), late = gt_blame_late_ns(b);
	const struct {
		int64_t ns;
		enum gt_blamed who;
	} parts[] = {
		{ stop == GT_NO_TIME || b->last < 0 || late == GT_NO_TIME ? GT_NO_TIME : stop - late,
		  GT_BLAMED_GOROUTINE },
		{ b->last < 0 ? stop : late, GT_BLAMED_THREAD },
		{ gt_blame_ns(b, GT_PAUSE_STILL), GT_BLAMED_STILL },
		{ gt_blame_ns(b, GT_PAUSE_RESTART), GT_BLAMED_RESTART },
	};
	enum gt_blamed who = GT_BLAMED_UNKNOWN;
	int64_t most = 0;

	if (b->known != GT_BLAME_FULL || stop == GT_NO_TIME)
		return b->last >= 0 ? GT_BLAMED_GOROUTINE : GT_BLAMED_UNKNOWN;
	for (size_t i = 0; i < GT_COUNT(parts); i++) {
		/* What delays the stop comes first: it is what a program can do something about. */
		if (parts[i].ns == GT_NO_TIME || (who != GT_BLAMED_UNKNOWN && parts[i].ns <= most + GT_BLAME_SLOW))
			continue;
		if (parts[i].who <= GT_BLAMED_THREAD && b->slow < 0)
			continue;
		most = parts[i].ns;
		who = parts[i].who;
	}
	return who;
}

int gt_blame_restarted(const struct gt_blame *b)
{
	int last = -1;

	for (uint32_t i = 0; i < b->nprocs && b->restart != GT_NO_TIME; i++) {
		int64_t t = b->procs[i].restart;

		if (t != GT_NO_TIME && t >= b->restart && t <= b->end && (last < 0 || t > b->procs[last].restart))
			last = (int)i;
	}
	return last;
}
