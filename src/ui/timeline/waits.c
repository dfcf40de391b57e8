/* The nearest slice before which its goroutine was runnable for long. */
#include "ui/timeline/waits.h"

#include <assert.h>
#include <stdlib.h>

#include "base/xalloc.h"

#define CHUNK 256
#define CHUNKS_PER_STEP 16
#define FIRST_STRIDE INT64_C(100000)

/* The place of the P's first slice that begins after the time / of the last one before it, plus 1. */
static uint64_t first_place(const struct gt_tl_waits *w, uint32_t proc_row)
{
	uint64_t k = gt_slice_seek(w->trace, proc_row, w->from);
	struct gt_slice s;

	if (gt_slice_get(w->trace, gt_slice_of_proc(w->trace, proc_row, k), &s) &&
	    (w->dir > 0 ? s.t0 <= w->from : s.t0 < w->from))
		k++;
	return k;
}

void gt_tl_waits_begin(struct gt_tl_waits *w, const struct gt_trace *t, int64_t from, int dir, int64_t limit,
		       int64_t wait_ns)
{
	*w = (struct gt_tl_waits){
		.trace = t, .dir = dir, .limit = limit, .wait_ns = wait_ns, .slice = GT_NO_ROW, .from = from,
		.reach = from + dir * FIRST_STRIDE, .stride = FIRST_STRIDE, .procs = gt_trace_info(t)->procs,
	};
	assert(dir == 1 || dir == -1);
	w->next = gt_xcalloc(w->procs + 1, sizeof *w->next);
	for (uint32_t i = 0; i < w->procs; i++)
		w->next[i] = first_place(w, i);
	w->done = w->procs == 0;
}

void gt_tl_waits_release(struct gt_tl_waits *w)
{
	free(w->next);
	w->next = NULL;
}

/* True if time a is nearer to where the search began than b. */
static bool is_nearer(const struct gt_tl_waits *w, int64_t a, int64_t b)
{
	return w->dir > 0 ? a < b : a > b;
}

/* False: it and those behind it are too far away, for now or at all. */
static bool waits_look_at(struct gt_tl_waits *w, const struct gt_slice *s)
{
	if (is_nearer(w, w->reach, s->t0) || !is_nearer(w, s->t0, w->limit))
		return false;
	if (w->slice != GT_NO_ROW && !is_nearer(w, s->t0, w->t0))
		return false;
	if (s->ready != GT_NO_TIME && s->t0 - s->ready >= w->wait_ns && !gt_trace_beyond(w->trace, s->t0)) {
		w->slice = s->id;
		w->t0 = s->t0;
	}
	return true;
}

/* Some slices of the P at hand; false: it is done with, as far as the search reaches now. */
static bool look_forward(struct gt_tl_waits *w)
{
	struct gt_slice s[CHUNK];
	uint32_t n = gt_slices_read(w->trace, w->proc_row, w->next[w->proc_row], CHUNK, s);

	for (uint32_t i = 0; i < n; i++, w->next[w->proc_row]++) {
		if (!waits_look_at(w, &s[i]))
			return false;
	}
	return n > 0;
}

static bool look_back(struct gt_tl_waits *w)
{
	uint64_t to = w->next[w->proc_row], k = to > CHUNK ? to - CHUNK : 0;
	struct gt_slice s[CHUNK];
	uint32_t n = 0, got = 1;

	/* All of [k, to). */
	for (; k + n < to && got > 0; n += got)
		got = gt_slices_read(w->trace, w->proc_row, k + n, (uint32_t)(to - k - n), s + n);
	for (; n > 0; n--, w->next[w->proc_row]--) {
		if (!waits_look_at(w, &s[n - 1]))
			return false;
	}
	return k > 0;
}

/* All Ps have been looked at up to w->reach. */
static void reach_further(struct gt_tl_waits *w)
{
	w->proc_row = 0;
	if (w->slice != GT_NO_ROW || !is_nearer(w, w->reach, w->limit)) {
		w->done = true;
		return;
	}
	w->stride = w->stride > INT64_MAX / 4 ? w->stride : w->stride * 2;
	if (__builtin_add_overflow(w->reach, w->dir * w->stride, &w->reach))
		w->reach = w->limit;
}

bool gt_tl_waits_step(struct gt_tl_waits *w)
{
	for (int i = 0; i < CHUNKS_PER_STEP && !w->done; i++) {
		if (w->dir > 0 ? look_forward(w) : look_back(w))
			continue;
		if (++w->proc_row == w->procs)
			reach_further(w);
	}
	return w->done;
}
