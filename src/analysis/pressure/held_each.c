/* What every processor (P) did in each of many times, in one walk back over all of them. */
#include "analysis/pressure/held_own.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

#define GAP_MOMENTS 512u      /* between two times; of a longer gap the rest is skipped */

/* ---- parts of one time ---- */

static int compare_parts(const void *a, const void *b)
{
	const struct gt_held_part *x = a, *y = b;

	return GT_DESC(x, y, ns) ?: GT_ASC(x, y, kind) ?: GT_ASC(x, y, func) ?: GT_ASC(x, y, is_long);
}

static void held_add_part(struct gt_held *h, const struct gt_held_part *part)
{
	if (!part->ns)
		return;
	GT_GROW(h->parts, h->cap_parts, h->nparts + 1);
	h->parts[h->nparts++] = *part;
}

/* By start function what goroutines held, else by kind. */
static void held_find_parts(struct gt_held *h, const struct gt_held_each *e)
{
	h->nparts = 0;
	for (size_t i = 0; i < e->nfuncs; i++)
		held_add_part(h, &(struct gt_held_part){ e->funcs[i].ns, e->funcs[i].func, e->funcs[i].kind,
							 e->funcs[i].is_long });
	for (unsigned kind = GT_HELD_UNNAMED + 1; kind < GT_HELD_KINDS; kind++)
		held_add_part(h, &(struct gt_held_part){ .ns = h->split.ns[kind], .kind = (uint8_t)kind });
	if (h->nparts)
		qsort(h->parts, h->nparts, sizeof *h->parts, compare_parts);
}

/* ---- the walk ---- */

static void each_tell(struct gt_held_worker *w, const struct gt_held_open *o, const struct gt_held_split *split)
{
	struct gt_held *h = w->h;

	h->split = *split;
	if (h->args.on_hold)
		gt_held_procs_flush(w);
	gt_held_ran_sum(w, o);
	held_find_parts(h, w->each);
	if (h->each)
		h->each(h->each_arg, o->w.slice, h);
	gt_held_ran_drop(w);
}

/* Nothing goes on: as if the part of the range ended at t. */
static void each_begin(struct gt_held_worker *w, int64_t lo, int64_t t)
{
	const struct gt_held_worker was = *w;

	*w = (struct gt_held_worker){
		.h = was.h, .lo = lo, .hi = t, .label_kind = GT_HELD_KINDS, .some_end = GT_NO_TIME,
		.full_end = GT_NO_TIME, .procs = was.procs, .nprocs = was.nprocs, .width = was.width,
		.columns = was.columns, .turns = was.turns, .open = was.open, .heap = was.heap, .unused = was.unused,
		.cap_open = was.cap_open, .cap_heap = was.cap_heap, .cap_unused = was.cap_unused,
		.nslots = was.nslots, .nunused = was.nunused, .each = was.each,
		.next_g = was.h->goroutines.n, .splits = true, .on_leave = each_tell };
	if (!w->each)
		w->each = gt_held_each_open();
	gt_held_ran_drop(w);
	gt_held_procs_begin(w);
}

/* Back to t, meeting what lies between; false: there is too much of it while nobody asks. */
static bool each_go_back(struct gt_held_worker *w, int64_t t)
{
	for (unsigned unasked = 0; gt_held_back(w, t);) {
		unasked = w->nheap ? 0 : unasked + 1;
		if (unasked > GAP_MOMENTS)
			return false;
		if (gt_held_ran_is_due(w)) {
			gt_held_procs_flush(w);
			gt_held_ran_mark(w);
		}
	}
	return true;
}

static bool each_cut(const struct gt_held *h, const struct gt_held_span *time, struct gt_wait *wait)
{
	wait->t0 = time->t0 > h->from ? time->t0 : h->from;
	wait->t1 = time->t1 < h->to ? time->t1 : h->to;
	return wait->t0 < wait->t1;
}

void gt_held_each(struct gt_held *h, const struct gt_held_span *times, size_t n, gt_held_each_fn *told, void *arg)
{
	struct gt_held_worker *w = &h->workers[0];
	struct gt_wait wait = { .g = GT_NO_ROW };
	int64_t lo = h->to;
	bool begun = false;

	assert(h->args.whole && !h->args.by_g && n <= UINT32_MAX);
	h->each = told;
	h->each_arg = arg;
	h->stop = false;
	for (size_t i = 0; i < n; i++)
		if (each_cut(h, &times[i], &wait))
			lo = wait.t0 < lo ? wait.t0 : lo;
	for (size_t i = 0; i < n && h->nworkers && !h->stop; i++) {
		assert(!i || times[i].t1 <= times[i - 1].t1);
		if (!each_cut(h, &times[i], &wait))
			continue;
		if (!begun || !each_go_back(w, wait.t1))
			each_begin(w, lo, wait.t1);
		begun = true;
		wait.slice = (uint32_t)i;
		gt_held_ran_drop(w);
		gt_held_enter(w, &wait, true, false);
	}
	if (begun) {
		if (!h->stop)
			each_go_back(w, lo);
		gt_held_end(w);
	}
}

void gt_held_one(struct gt_held *h, int64_t t0, int64_t t1)
{
	h->split = (struct gt_held_split){ { 0 } };
	h->nparts = 0;
	gt_held_each(h, &(struct gt_held_span){ t0, t1 }, 1, NULL, NULL);
}

uint64_t gt_held_unseen(const struct gt_held *h)
{
	return h->nworkers && h->workers[0].unseen > 0 ? (uint64_t)h->workers[0].unseen : 0;
}
