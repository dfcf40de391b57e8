/* Sums of all goroutines at once: one walk over the slices, P by P. */
#include "analysis/goroutines/gscan.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/table/types.h"
#include "base/xalloc.h"
#include "index/query/tracks.h"

#define CHUNK 512
#define FOLLOWED 0x80u               /* of a slice's code: the next one of its goroutine is in the range */
#define MOST_SUMS (UINT64_C(1) << 25)
#define SPARE_CODES 8                /* reasons of slices before the range */

enum { CODE_NONE /* not in the range */, CODE_CALL, CODE_REASONS };

/* Slices of one P in a row, as columns. */
struct chunk {
	uint32_t n, id, proc_row;       /* id: of the first */
	uint64_t k;
	uint64_t t0[CHUNK], held[CHUNK], ready[CHUNK], g[CHUNK], prev[CHUNK];
};

static struct gt_gscan_sum *sum_of(const struct gt_gscan *s, uint32_t g)
{
	return (struct gt_gscan_sum *)s->sums.data + g;
}

static int64_t *waits_of(const struct gt_gscan *s, uint32_t g)
{
	return (int64_t *)s->waits.data + (size_t)g * s->width;
}

/* Calls fn for all slices in the range, up to 512 at a time, but for their columns. */
static void each_chunk(struct gt_gscan *s, struct chunk *c, void (*fn)(struct gt_gscan *s, struct chunk *c))
{
	for (uint32_t p = 0; p < gt_trace_info(s->t)->procs; p++) {
		uint64_t first, n = gt_slices_within(s->t, p, s->from, s->to, &first);

		c->proc_row = p;
		for (uint64_t k = first; k < first + n && !s->failed; k += c->n) {
			uint64_t in_block = CHUNK - k % CHUNK, left = first + n - k;

			c->k = k;
			c->n = (uint32_t)(left < in_block ? left : in_block);
			c->id = gt_slice_of_proc(s->t, p, k);
			fn(s, c);
		}
	}
}

static bool read_field(struct gt_gscan *s, const struct chunk *c, enum gt_slice_field f, uint64_t *out)
{
	if (gt_slices_field(s->t, c->proc_row, c->k, c->n, f, out) == c->n)
		return true;
	s->failed = true;
	return false;
}

/* ---- what comes after each slice ---- */

static unsigned code_for(struct gt_gscan *s, uint32_t reason)
{
	size_t old = s->ncode_of;
	size_t n;

	if (reason < s->ncode_of && s->code_of[reason])
		return s->code_of[reason];
	/* A number that is no string row has no text. */
	if (s->ncodes == s->width || (reason && (!gt_trace_string(s->t, reason, &n) || !n))) {
		s->failed = true;
		return CODE_CALL;
	}
	GT_GROW(s->code_of, s->ncode_of, (size_t)reason + 1);
	memset(s->code_of + old, 0, s->ncode_of - old);
	s->reasons[s->ncodes] = reason;
	return s->code_of[reason] = (uint8_t)s->ncodes++;
}

static void code_chunk(struct gt_gscan *s, struct chunk *c)
{
	uint8_t *codes = (uint8_t *)s->codes.data + c->id;
	uint64_t *flags = c->held, *reasons = c->ready;

	if (c->id + (uint64_t)c->n > s->ids) {
		s->failed = true;
		return;
	}
	if (!read_field(s, c, GT_SLICE_FLAGS, flags) || !read_field(s, c, GT_SLICE_REASON, reasons))
		return;
	for (uint32_t i = 0; i < c->n; i++) {
		uint32_t reason = (uint32_t)reasons[i];

		if (flags[i] & GT_SLICE_LOST_P)
			codes[i] = CODE_CALL;
		else
			codes[i] = (uint8_t)(reason < s->ncode_of && s->code_of[reason] ? s->code_of[reason]
											: code_for(s, reason));
	}
}

static void find_ids(struct gt_gscan *s, struct chunk *c)
{
	s->failed |= c->id == GT_NO_ROW;
	s->ids = c->id + (uint64_t)c->n > s->ids ? c->id + (uint64_t)c->n : s->ids;
}

/* ---- sums ---- */

struct gap {
	struct gt_gscan *s;
	uint32_t g;
};

/* A state that is not between two slices of the range: as gsums.c adds it. */
static bool gscan_add(void *arg, const struct gt_interval *iv)
{
	struct gap *gap = arg;
	struct gt_gscan *s = gap->s;
	struct gt_gscan_sum *sum = sum_of(s, gap->g);
	int64_t t0 = iv->t0 > s->from ? iv->t0 : s->from, t1 = iv->t1 < s->to ? iv->t1 : s->to;

	if (t1 <= t0)
		return true;
	switch (iv->what) {
	case GT_SPENT_EXEC: sum->exec += t1 - t0; break;
	case GT_SPENT_SCHED: sum->sched += t1 - t0; break;
	case GT_SPENT_SYSCALL: sum->syscall += t1 - t0; break;
	case GT_SPENT_SYSCALL_BLOCK: waits_of(s, gap->g)[CODE_CALL] += t1 - t0; break;
	default: waits_of(s, gap->g)[code_for(s, iv->reason)] += t1 - t0; break;
	}
	return true;
}

/* The slice before this one is not in the range, or there is none. */
static void begin_outside(struct gt_gscan *s, uint32_t g, uint32_t id)
{
	gt_goroutine_walk_gap(s->t, g, id, gscan_add, &(struct gap){ s, g });
}

static void add_slice(struct gt_gscan *s, const struct chunk *c, uint32_t i)
{
	uint8_t *codes = s->codes.data;
	uint32_t g = (uint32_t)c->g[i], prev = (uint32_t)c->prev[i];
	int64_t a = (int64_t)c->t0[i], b = (int64_t)(c->t0[i] + c->held[i]), ready = (int64_t)c->ready[i];
	struct gt_gscan_sum *sum;
	int64_t *waits, *before, end;

	if (g >= s->n) {
		s->failed = true;
		return;
	}
	sum = sum_of(s, g);
	waits = waits_of(s, g);
	sum->touched = true;
	sum->exec += (b < s->to ? b : s->to) - (a > s->from ? a : s->from);
	if (b < s->to)
		waits[codes[c->id + i] & ~FOLLOWED] -= b;
	if (a <= s->from && prev != GT_NO_ROW)
		return;
	if (prev >= s->ids || !codes[prev]) {
		begin_outside(s, g, c->id + i);
		return;
	}
	before = &waits[codes[prev] & ~FOLLOWED];
	codes[prev] |= FOLLOWED;
	end = ready == GT_NO_TIME ? a : ready;
	sum->sched += a - (end > s->from ? end : s->from);
	*before += end > s->from ? end : s->from;
}

static void add_chunk_of(struct gt_gscan *s, struct chunk *c)
{
	if (!read_field(s, c, GT_SLICE_T0, c->t0) || !read_field(s, c, GT_SLICE_HELD, c->held) ||
	    !read_field(s, c, GT_SLICE_READY, c->ready) || !read_field(s, c, GT_SLICE_G, c->g) ||
	    !read_field(s, c, GT_SLICE_PREV, c->prev))
		return;
	for (uint32_t i = 0; i < c->n; i++)
		add_slice(s, c, i);
}

/* What follows the last slice of each goroutine. */
static void end_chunk(struct gt_gscan *s, struct chunk *c)
{
	const uint8_t *codes = (const uint8_t *)s->codes.data + c->id;
	struct gt_goroutine g;
	struct gt_slice slice;

	for (uint32_t i = 0; i < c->n; i++) {
		if (codes[i] & FOLLOWED || !gt_slice_get(s->t, c->id + i, &slice) || slice.t1 >= s->to ||
		    !gt_goroutine_get(s->t, slice.g, &g))
			continue;
		waits_of(s, slice.g)[codes[i]] += slice.t1;
		begin_outside(s, slice.g, g.last_slice == slice.id ? GT_NO_ROW : gt_slice_next_of_g(s->t, slice.id));
	}
}

void gt_gscan_calls(const struct gt_trace *t, int64_t from, int64_t to, int64_t *ns)
{
	uint32_t goroutines = gt_trace_info(t)->goroutines;

	for (uint32_t p = 0; p < gt_trace_info(t)->procs && !gt_types_of(t)->call_is_exec; p++) {
		uint64_t n = gt_syscalls_of_proc(t, p), k = gt_syscall_seek(t, p, from);
		struct gt_syscall c;

		/* One that began before the range may reach into it. */
		for (k -= k > 0; k < n && gt_syscall_get(t, p, k, &c) && c.t0 < to; k++) {
			int64_t t0 = c.t0 > from ? c.t0 : from, t1 = c.t1 < to ? c.t1 : to;

			if (c.g < goroutines && t1 > t0)
				ns[c.g] += t1 - t0;
		}
	}
}

static void take_calls(struct gt_gscan *s)
{
	int64_t *ns = s->calls.data;

	gt_gscan_calls(s->t, s->from, s->to, ns);
	for (uint32_t g = 0; g < s->n; g++) {
		sum_of(s, g)->syscall += ns[g];
		sum_of(s, g)->exec -= ns[g];
	}
}

/* ---- all of it ---- */

/* Room for codes and sums; the reasons of the range's slices have their codes then. */
static bool gscan_prepare(struct gt_gscan *s, struct chunk *c)
{
	uint64_t waits;

	each_chunk(s, c, find_ids);
	if (s->failed || gt_scratch_alloc(&s->codes, s->ids, 1, NULL))
		return false;
	s->width = (unsigned)GT_COUNT(s->reasons) - SPARE_CODES;
	s->ncodes = CODE_REASONS;
	code_for(s, 0);
	each_chunk(s, c, code_chunk);
	s->width = s->ncodes + SPARE_CODES;
	waits = (uint64_t)s->n * s->width;
	return !s->failed && waits <= MOST_SUMS && !gt_scratch_alloc(&s->waits, waits, sizeof(int64_t), NULL) &&
	       !gt_scratch_alloc(&s->calls, s->n, sizeof(int64_t), NULL) &&
	       !gt_scratch_alloc(&s->sums, s->n, sizeof(struct gt_gscan_sum), NULL);
}

bool gt_gscan_fill(struct gt_gscan *s, const struct gt_trace *t, int64_t from, int64_t to)
{
	struct chunk *c;

	*s = (struct gt_gscan){ .t = t, .from = from, .to = to, .n = gt_trace_info(t)->goroutines };
	/* Beyond a horizon some states count, others do not: gsums.c. */
	if (gt_trace_beyond(t, GT_NO_TIME))
		return false;
	c = gt_xcalloc(1, sizeof *c);
	if (gscan_prepare(s, c)) {
		each_chunk(s, c, add_chunk_of);
		if (!s->failed)
			each_chunk(s, c, end_chunk);
		take_calls(s);
	} else {
		s->failed = true;
	}
	free(c);
	gt_scratch_free(&s->codes);
	gt_scratch_free(&s->calls);
	if (s->failed)
		gt_gscan_release(s);
	return !s->failed;
}

void gt_gscan_release(struct gt_gscan *s)
{
	gt_scratch_free(&s->sums);
	gt_scratch_free(&s->waits);
	free(s->code_of);
	*s = (struct gt_gscan){ .failed = s->failed };
}

uint64_t gt_gscan_slices(const struct gt_trace *t, int64_t from, int64_t to)
{
	uint64_t n = 0;

	for (uint32_t p = 0; p < gt_trace_info(t)->procs; p++)
		n += gt_slices_within(t, p, from, to, NULL);
	return n;
}

void gt_gscan_sums(const struct gt_gscan *s, uint32_t row, struct gt_gsums *sums)
{
	const struct gt_gscan_sum *sum = sum_of(s, row);
	const int64_t *waits = waits_of(s, row);

	sums->ns[GT_SPENT_EXEC] = sum->exec;
	sums->ns[GT_SPENT_SCHED] = sum->sched;
	sums->ns[GT_SPENT_SYSCALL] = sum->syscall;
	sums->ns[GT_SPENT_SYSCALL_BLOCK] = waits[CODE_CALL];
	sums->ns[GT_SPENT_BLOCK] = 0;
	gt_gsums_forget_blocks(sums);
	for (unsigned i = CODE_REASONS; i < s->ncodes; i++) {
		sums->ns[GT_SPENT_BLOCK] += waits[i];
		if (waits[i])
			gt_gsums_add_blocks(sums, &(struct gt_reason_ns){ s->reasons[i], waits[i] }, 1);
	}
	gt_gsums_sort(sums);
}
