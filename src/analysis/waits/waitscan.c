/* Every wait of every goroutine: the gaps between its slices. */
#include "analysis/waits/waitscan.h"

#include <stdlib.h>

#include "analysis/goroutines/gscan.h"
#include "analysis/table/scratch.h"
#include "base/bisect.h"
#include "base/xalloc.h"

#define TELL 65536            /* slices between two calls of progress */
#define READ_AHEAD 512        /* slices of a P: a block, */
#define READ_PROCS 256        /* if there are no more Ps than so */

/* Slices of one P that were read ahead. */
struct lane {
	uint32_t proc_row, id;    /* id: of the first one in the columns */
	uint64_t k, end;          /* of the first one in the columns; behind the last one */
	uint32_t at, n;           /* the one that comes next, of how many */
	uint64_t *columns;        /* FIELDS times `width` */
};

/* What is remembered of the last slice of each goroutine so far. */
struct last {
	int64_t t1;
	uint32_t id, stack, reason;
	uint8_t end_type;
	bool any, lost_p;
};

struct gt_waitscan {
	const struct gt_trace *t;
	struct gt_waits_args args;
	int64_t from, until;
	gt_waited_fn *fn;
	void *arg;
	struct gt_waited w;
	uint64_t done, total;     /* slices and goroutines looked at, of how many */
	bool stopped, cancelled;

	/* Of all goroutines. */
	struct lane *lanes;
	uint32_t *heap;           /* of lanes with slices left, the one that starts first at [0] */
	uint32_t nlanes, nheap, width, goroutines;
	uint32_t rest;            /* the goroutine whose end is looked at next */
	uint64_t *columns;
	struct gt_scratch last;   /* struct last of each goroutine */
};

static bool waitscan_offer(void *arg, const struct gt_interval *iv)
{
	struct gt_waitscan *s = arg;
	bool beyond = gt_trace_beyond(s->t, iv->t1);
	int64_t t0 = iv->t0 > s->from ? iv->t0 : s->from, t1 = iv->t1 < s->until ? iv->t1 : s->until;

	if (t1 <= t0 || !gt_spent_is_wait(iv->what) || !gt_interval_known(s->t, iv))
		return true;
	s->w.iv = *iv;
	s->w.t0 = t0;
	s->w.t1 = t1;
	s->w.ended = !iv->open && !beyond;
	s->stopped = !s->fn(s->arg, &s->w);
	return !s->stopped;
}

static bool is_last_share(const struct gt_waitscan *s)
{
	return s->args.share + 1 >= s->args.shares;
}

/* ---- one goroutine, gap by gap ---- */

/* The waits before slice `next`, or after the last one. */
static void scan_gap(struct gt_waitscan *s, uint32_t next)
{
	s->w.next = next;
	gt_goroutine_walk_gap(s->t, s->w.g, next, waitscan_offer, s);
}

/* A slice, or a goroutine, was looked at. */
GT_INLINE void tell_progress(struct gt_waitscan *s)
{
	const struct gt_waits_args *a = &s->args;
	uint64_t parts = a->parts ? a->parts : 1;

	if (++s->done % TELL == 0 && a->progress &&
	    !a->progress(a->progress_arg, a->part * s->total + s->done, parts * s->total))
		s->stopped = s->cancelled = true;
}

/* Slices of a goroutine follow each other in time; the links of a damaged index may not. */
static void scan_goroutine(struct gt_waitscan *s, uint32_t row)
{
	int64_t last = INT64_MIN;
	struct gt_goroutine g;
	struct gt_slice slice;
	uint32_t k, id;

	if (!gt_goroutine_get(s->t, row, &g) || g.create >= s->until || (g.end != GT_NO_TIME && g.end <= s->from))
		return;
	s->w.g = row;
	k = s->from > 0 ? gt_goroutine_seek(s->t, row, s->from) : 0;
	id = k < g.slices ? gt_goroutine_slice(s->t, row, k) : GT_NO_ROW;
	for (; k < g.slices && !s->stopped; k++, id = gt_slice_next_of_g(s->t, id)) {
		if (!gt_slice_get(s->t, id, &slice) || slice.g != row || slice.t0 < last)
			break;
		scan_gap(s, id);
		tell_progress(s);
		if (slice.t0 >= s->until)
			return;
		last = slice.t1;
	}
	if (!s->stopped)
		scan_gap(s, GT_NO_ROW);
}

/* ---- all goroutines: slices of all Ps in the order of their starts, column by column ---- */

static const uint8_t fields[] = {
	GT_SLICE_T0, GT_SLICE_HELD, GT_SLICE_WAITED, GT_SLICE_G, GT_SLICE_PREV, GT_SLICE_FLAGS, GT_SLICE_START_TYPE,
	GT_SLICE_END_TYPE, GT_SLICE_READY_TYPE, GT_SLICE_REASON, GT_SLICE_END_STACK, GT_SLICE_WAKER,
};
enum { T0, HELD, WAITED, G, PREV, FLAGS, START_TYPE, END_TYPE, READY_TYPE, REASON, END_STACK, WAKER };
#define FIELDS GT_COUNT(fields)

GT_INLINE uint64_t field(const struct gt_waitscan *s, const struct lane *l, unsigned f)
{
	return l->columns[(size_t)f * s->width + l->at];
}

/* Reads the next slices; false: there are none, or they cannot be read. */
static bool lane_fill(const struct gt_waitscan *s, struct lane *l)
{
	uint64_t left;

	l->k += l->n;
	l->at = l->n = 0;
	if (l->k >= l->end)
		return false;
	left = l->end - l->k;
	l->n = gt_slices_field(s->t, l->proc_row, l->k, left < s->width ? (uint32_t)left : s->width, GT_SLICE_T0,
			       l->columns);
	l->id = gt_slice_of_proc(s->t, l->proc_row, l->k);
	for (unsigned f = 1; f < FIELDS && l->n; f++)
		if (gt_slices_field(s->t, l->proc_row, l->k, l->n, (enum gt_slice_field)fields[f],
				    l->columns + (size_t)f * s->width) != l->n)
			l->n = 0;
	return l->n > 0;
}

GT_INLINE bool lane_is_before(const struct gt_waitscan *s, uint32_t a, uint32_t b)
{
	int64_t ta = (int64_t)field(s, &s->lanes[a], T0), tb = (int64_t)field(s, &s->lanes[b], T0);

	return ta < tb || (ta == tb && a < b);
}

static void sift_lane(struct gt_waitscan *s, uint32_t i)
{
	uint32_t lane = s->heap[i];

	for (uint32_t kid; (kid = 2 * i + 1) < s->nheap; i = kid) {
		kid += kid + 1 < s->nheap && lane_is_before(s, s->heap[kid + 1], s->heap[kid]);
		if (!lane_is_before(s, s->heap[kid], lane))
			break;
		s->heap[i] = s->heap[kid];
	}
	s->heap[i] = lane;
}

/* As gt_goroutine_walk_gap, of two slices that are known. */
static void offer_gap(struct gt_waitscan *s, const struct lane *l, const struct last *p, uint32_t id)
{
	bool known = field(s, l, WAITED) != (uint64_t)GT_NO_TIME;
	int64_t t0 = (int64_t)field(s, l, T0), ready = (int64_t)(field(s, l, T0) - field(s, l, WAITED));
	struct gt_interval iv = {
		.t0 = p->t1, .t1 = known ? ready : t0, .slice = p->id, .stack = p->stack, .begin_type = p->end_type,
		.what = p->lost_p ? GT_SPENT_SYSCALL_BLOCK : GT_SPENT_BLOCK, .reason = p->lost_p ? 0 : p->reason,
		.end_type = (uint8_t)field(s, l, known ? READY_TYPE : START_TYPE), .woken = known && !p->lost_p,
		.waker = known && !p->lost_p ? (uint32_t)field(s, l, WAKER) : GT_NO_ROW,
	};

	s->w.next = id;
	if (!waitscan_offer(s, &iv) || !known)
		return;
	iv = (struct gt_interval){
		.t0 = ready, .t1 = t0, .what = GT_SPENT_SCHED, .slice = p->id, .stack = ready > p->t1 ? 0 : p->stack,
		.waker = GT_NO_ROW, .begin_type = (uint8_t)field(s, l, READY_TYPE),
		.end_type = (uint8_t)field(s, l, START_TYPE),
	};
	waitscan_offer(s, &iv);
}

/*
 * Slices that begin at one time on several Ps may come in another order than that of the goroutine: then the gap
 * is looked up, and the later one stays the last.
 */
static void merge_slice(struct gt_waitscan *s, const struct lane *l)
{
	uint32_t g = (uint32_t)field(s, l, G), id = l->id + l->at, prev = (uint32_t)field(s, l, PREV);
	struct last *p = (struct last *)s->last.data + g;
	int64_t t0 = (int64_t)field(s, l, T0), t1 = (int64_t)(field(s, l, T0) + field(s, l, HELD));
	bool follows;

	if (g >= s->goroutines)
		return;
	follows = p->any && p->id == prev;
	s->w.g = g;
	if (t0 > s->from) {
		if (follows)
			offer_gap(s, l, p, id);
		else
			scan_gap(s, id);
	}
	if (p->any && !follows && t1 <= p->t1)
		return;
	*p = (struct last){
		.t1 = t1, .id = id, .stack = (uint32_t)field(s, l, END_STACK), .reason = (uint32_t)field(s, l, REASON),
		.end_type = (uint8_t)field(s, l, END_TYPE), .any = true, .lost_p = field(s, l, FLAGS) & GT_SLICE_LOST_P,
	};
}

/* The lane at the top of the heap, as long as its slices start before those of all others. */
static void merge_lane(struct gt_waitscan *s)
{
	struct lane *l = &s->lanes[s->heap[0]];
	uint32_t other = s->nheap > 1 ? s->heap[1] : 0;
	int64_t until = INT64_MAX;

	if (s->nheap > 2 && lane_is_before(s, s->heap[2], other))
		other = s->heap[2];
	if (s->nheap > 1)
		until = (int64_t)field(s, &s->lanes[other], T0);
	do {
		merge_slice(s, l);
		l->at++;
		tell_progress(s);
	} while (!s->stopped && l->at < l->n && (int64_t)field(s, l, T0) < until);
	if (l->at == l->n && !lane_fill(s, l))
		s->heap[0] = s->heap[--s->nheap];
	if (s->nheap)
		sift_lane(s, 0);
}

/* What comes after the last slice in the range, or, of a goroutine without one there, what goes on in all of it. */
static void scan_rest(struct gt_waitscan *s, uint32_t row)
{
	const struct last *p = (const struct last *)s->last.data + row;
	struct gt_goroutine g;
	uint32_t k, first;

	if ((p->any && p->t1 >= s->until) || !gt_goroutine_get(s->t, row, &g) || g.create >= s->until ||
	    (g.end != GT_NO_TIME && g.end <= s->from))
		return;
	s->w.g = row;
	if (p->any) {
		scan_gap(s, g.last_slice == p->id ? GT_NO_ROW : gt_slice_next_of_g(s->t, p->id));
	} else {
		k = gt_goroutine_slices_within(s->t, row, s->from, s->until, &first) + first;
		scan_gap(s, k < g.slices ? gt_goroutine_slice(s->t, row, k) : GT_NO_ROW);
	}
}

/* When the slices of a share begin: each share has about as many. */
static int64_t begin_of_share(const struct gt_waitscan *s, unsigned share)
{
	uint64_t n = gt_gscan_slices(s->t, s->from, s->until) / s->args.shares * share;

	return GT_BISECT(t, s->from, s->until, gt_gscan_slices(s->t, s->from, t) < n);
}

/* Slices of a P: those that touch the range, and begin in the share. */
static void add_lanes(struct gt_waitscan *s)
{
	uint32_t procs = gt_trace_info(s->t)->procs;
	unsigned share = s->args.share;
	int64_t begin = share > 0 ? begin_of_share(s, share) : s->from;
	int64_t end = is_last_share(s) ? s->until : begin_of_share(s, share + 1);

	for (uint32_t p = 0; p < procs; p++) {
		struct lane *l = &s->lanes[s->nlanes];
		uint64_t first, n = gt_slices_within(s->t, p, s->from, end, &first);
		uint64_t skip = share > 0 ? gt_slices_within(s->t, p, s->from, begin, NULL) : 0;

		*l = (struct lane){ .proc_row = p, .k = first + skip, .end = first + n,
				    .columns = s->columns + (size_t)s->nlanes * FIELDS * s->width };
		s->total += n - skip;
		if (n > skip && lane_fill(s, l))
			s->heap[s->nheap++] = s->nlanes++;
	}
	for (uint32_t i = s->nheap; i-- > 0;)
		sift_lane(s, i);
}

static struct gt_waitscan *waitscan_new(const struct gt_trace *t, const struct gt_waits_args *args, gt_waited_fn *fn,
					void *arg)
{
	int64_t end = gt_trace_info(t)->duration;
	struct gt_waitscan *s = gt_xcalloc(1, sizeof *s);

	*s = (struct gt_waitscan){ .t = t, .args = *args, .fn = fn, .arg = arg, .from = args->from > 0 ? args->from : 0,
				   .until = gt_trace_until(t, args->to) };
	s->until = s->until < end ? s->until : end;
	return s;
}

int gt_waitscan_open(struct gt_waitscan **scan, const struct gt_trace *t, const struct gt_waits_args *args,
		     gt_waited_fn *fn, void *arg, struct gt_error *err)
{
	struct gt_waitscan *s = *scan = waitscan_new(t, args, fn, arg);
	uint32_t procs = gt_trace_info(t)->procs, n = gt_trace_info(t)->goroutines;
	int rc;

	if (s->from >= s->until)
		return 0;
	rc = gt_scratch_alloc(&s->last, n, sizeof(struct last), err);
	if (rc)
		return rc;
	s->goroutines = n;
	s->rest = is_last_share(s) ? 0 : n;
	s->total = n - s->rest;
	s->width = procs <= READ_PROCS ? READ_AHEAD : READ_AHEAD * READ_PROCS / procs;
	s->lanes = gt_xcalloc((size_t)procs + 1, sizeof *s->lanes);
	s->heap = gt_xcalloc((size_t)procs + 1, sizeof *s->heap);
	s->columns = gt_xcalloc(((size_t)procs + 1) * FIELDS * s->width, sizeof *s->columns);
	add_lanes(s);
	return 0;
}

int gt_waitscan_step(struct gt_waitscan *s, uint64_t n, struct gt_error *err)
{
	n = n < UINT64_MAX - s->done ? s->done + n : UINT64_MAX;
	while (s->nheap && !s->stopped && s->done < n)
		merge_lane(s);
	for (; !s->nheap && s->rest < s->goroutines && !s->stopped && s->done < n; s->rest++) {
		scan_rest(s, s->rest);
		tell_progress(s);
	}
	if (s->cancelled)
		return gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "it was cancelled");
	return !s->stopped && (s->nheap || s->rest < s->goroutines);
}

void gt_waitscan_free(struct gt_waitscan *s)
{
	if (!s)
		return;
	free(s->lanes);
	free(s->heap);
	free(s->columns);
	gt_scratch_free(&s->last);
	free(s);
}

/* One goroutine needs none of what is read ahead. */
static int scan_one(const struct gt_trace *t, const struct gt_waits_args *args, gt_waited_fn *fn, void *arg,
		    struct gt_error *err)
{
	struct gt_waitscan *s = waitscan_new(t, args, fn, arg);
	bool cancelled;

	s->total = gt_trace_info(t)->slices;
	if (s->from < s->until)
		scan_goroutine(s, args->g);
	cancelled = s->cancelled;
	free(s);
	return cancelled ? gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "it was cancelled") : 0;
}

int gt_waits_scan(const struct gt_trace *t, const struct gt_waits_args *args, gt_waited_fn *fn, void *arg,
		  struct gt_error *err)
{
	struct gt_waitscan *s;
	int rc;

	if (args->has_g)
		return scan_one(t, args, fn, arg, err);
	rc = gt_waitscan_open(&s, t, args, fn, arg, err);
	if (!rc)
		rc = gt_waitscan_step(s, UINT64_MAX, err);
	gt_waitscan_free(s);
	return rc;
}

struct wanted {
	int64_t time;
	struct gt_interval *iv;
	bool found;
};

static bool take_wanted(void *arg, const struct gt_interval *iv)
{
	struct wanted *w = arg;

	w->found = iv->t0 <= w->time && w->time < iv->t1 && gt_spent_is_wait(iv->what);
	if (w->found)
		*w->iv = *iv;
	return !w->found;
}

bool gt_waited_find(const struct gt_trace *t, uint32_t g, uint32_t next, int64_t time, struct gt_interval *iv)
{
	struct wanted w = { .time = time, .iv = iv };

	gt_goroutine_walk_gap(t, g, next, take_wanted, &w);
	return w.found;
}
