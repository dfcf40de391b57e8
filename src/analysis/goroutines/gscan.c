/* Sums of all goroutines at once: one walk over the slices, P by P. */
#include "analysis/goroutines/gscan.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/table/types.h"
#include "base/thread.h"
#include "base/xalloc.h"
#include "index/query/tracks.h"

#define CHUNK 512
#define UNIT (16 * CHUNK)            /* slices that a thread takes at a time */
#define MANY (UINT64_C(1) << 15)     /* of so many, several threads read */
#define SHARED_SUMS (UINT64_C(1) << 21) /* numbers that each of them may have */
#define FOLLOWED 0x80u               /* of a slice's code: the next one of its goroutine is in the range */
#define MOST_SUMS (UINT64_C(1) << 25)
#define SPARE_CODES 8                /* reasons of slices before the range */
#define USUAL 4096u                  /* string rows whose codes a thread remembers */

enum { CODE_NONE /* not in the range */, CODE_CALL, CODE_REASONS };

/* Slices of one P in a row, as columns. */
struct chunk {
	uint32_t n, id, proc_row;       /* id: of the first */
	uint64_t k;
	uint64_t t0[CHUNK], held[CHUNK], waited[CHUNK], g[CHUNK], prev[CHUNK];
};

/* What a thread adds up: it is all in the end. */
struct gscan_worker {
	struct gt_gscan *s;
	struct gt_scratch own_sums, own_waits;   /* those of the scan, or for each thread but the first its own */
	struct gt_gscan_sum *sums;
	int64_t *waits;
	bool failed;
	uint8_t usual[USUAL];           /* as code_of, 0: ask */
	struct chunk c;
};

struct gscan_unit {
	uint64_t k, end;
	uint32_t proc_row;
};

/* A scan at work.  Codes of slices need no lock: each is written by one thread before the others read it. */
struct gscan {
	struct gt_gscan *s;
	struct gscan_unit *units;
	size_t n, cap;
	unsigned nworkers;
	struct gscan_worker *workers;
	struct gt_mutex lock;           /* of the list of codes */
	atomic_size_t next;
	void (*fn)(struct gscan *scan, struct gscan_worker *w);
};

static int64_t *waits_of(const struct gscan_worker *w, uint32_t g)
{
	return w->waits + (size_t)g * w->s->width;
}

/* ---- threads ---- */

static void list_units_of(struct gscan *scan)
{
	const struct gt_gscan *s = scan->s;

	for (uint32_t p = 0; p < gt_trace_info(s->t)->procs; p++) {
		uint64_t k, n = gt_slices_within(s->t, p, s->from, s->to, &k), end = k + n;

		while (k < end) {
			uint64_t next = (k / UNIT + 1) * UNIT;

			next = next < end ? next : end;
			GT_GROW(scan->units, scan->cap, scan->n + 1);
			scan->units[scan->n++] = (struct gscan_unit){ k, next, p };
			k = next;
		}
	}
}

static void gscan_work(void *arg, unsigned worker)
{
	struct gscan *scan = arg;
	struct gscan_worker *w = &scan->workers[worker];
	size_t i;

	while (!w->failed && (i = atomic_fetch_add_explicit(&scan->next, 1, memory_order_relaxed)) < scan->n) {
		const struct gscan_unit *u = &scan->units[i];

		w->c.proc_row = u->proc_row;
		for (uint64_t k = u->k; k < u->end && !w->failed; k += w->c.n) {
			uint64_t in_block = CHUNK - k % CHUNK, left = u->end - k;

			w->c.k = k;
			w->c.n = (uint32_t)(left < in_block ? left : in_block);
			w->c.id = gt_slice_of_proc(scan->s->t, u->proc_row, k);
			scan->fn(scan, w);
		}
	}
}

/* Calls fn for all slices in the range, up to 512 at a time, but for their columns. */
static void each_chunk(struct gscan *scan, void (*fn)(struct gscan *scan, struct gscan_worker *w))
{
	scan->fn = fn;
	atomic_store_explicit(&scan->next, 0, memory_order_relaxed);
	gt_work_together(scan->nworkers, gscan_work, scan);
	for (unsigned i = 0; i < scan->nworkers; i++)
		scan->s->failed |= scan->workers[i].failed;
}

static bool read_field(struct gscan_worker *w, enum gt_slice_field f, uint64_t *out)
{
	const struct chunk *c = &w->c;

	if (gt_slices_field(w->s->t, c->proc_row, c->k, c->n, f, out) == c->n)
		return true;
	w->failed = true;
	return false;
}

/* ---- what comes after each slice ---- */

static unsigned add_code(struct gt_gscan *s, uint32_t reason, bool *failed)
{
	size_t old = s->ncode_of;
	size_t n;

	if (reason < s->ncode_of && s->code_of[reason])
		return s->code_of[reason];
	/* A number that is no string row has no text. */
	if (s->ncodes == s->width || (reason && (!gt_trace_string(s->t, reason, &n) || !n))) {
		*failed = true;
		return CODE_CALL;
	}
	GT_GROW(s->code_of, s->ncode_of, (size_t)reason + 1);
	memset(s->code_of + old, 0, s->ncode_of - old);
	s->reasons[s->ncodes] = reason;
	return s->code_of[reason] = (uint8_t)s->ncodes++;
}

static unsigned code_for(struct gscan *scan, struct gscan_worker *w, uint32_t reason)
{
	unsigned code;

	if (reason < USUAL && w->usual[reason])
		return w->usual[reason];
	gt_mutex_lock(&scan->lock);
	code = add_code(scan->s, reason, &w->failed);
	gt_mutex_unlock(&scan->lock);
	if (reason < USUAL)
		w->usual[reason] = (uint8_t)code;
	return code;
}

static void code_chunk(struct gscan *scan, struct gscan_worker *w)
{
	struct chunk *c = &w->c;
	uint8_t *codes = (uint8_t *)scan->s->codes.data + c->id;
	uint64_t *flags = c->held, *reasons = c->waited;

	if (c->id + (uint64_t)c->n > scan->s->ids) {
		w->failed = true;
		return;
	}
	if (!read_field(w, GT_SLICE_FLAGS, flags) || !read_field(w, GT_SLICE_REASON, reasons))
		return;
	for (uint32_t i = 0; i < c->n; i++) {
		uint32_t reason = (uint32_t)reasons[i];

		if (flags[i] & GT_SLICE_LOST_P)
			codes[i] = CODE_CALL;
		else
			codes[i] = (uint8_t)(reason < USUAL && w->usual[reason] ? w->usual[reason]
										: code_for(scan, w, reason));
	}
}

static void find_ids(struct gscan *scan)
{
	struct gt_gscan *s = scan->s;

	for (size_t i = 0; i < scan->n; i++) {
		const struct gscan_unit *u = &scan->units[i];

		for (uint64_t k = u->k; k < u->end; k = (k / CHUNK + 1) * CHUNK) {
			uint64_t left = u->end - k, n = CHUNK - k % CHUNK;
			uint32_t id = gt_slice_of_proc(s->t, u->proc_row, k);

			n = n < left ? n : left;
			s->failed |= id == GT_NO_ROW;
			s->ids = id + n > s->ids ? id + n : s->ids;
		}
	}
}

/* ---- sums ---- */

struct gap {
	struct gscan *scan;
	struct gscan_worker *w;
	uint32_t g;
};

/* A state that is not between two slices of the range: as gsums.c adds it. */
static bool gscan_add(void *arg, const struct gt_interval *iv)
{
	struct gap *gap = arg;
	struct gt_gscan *s = gap->scan->s;
	struct gt_gscan_sum *sum = gap->w->sums + gap->g;
	int64_t t0 = iv->t0 > s->from ? iv->t0 : s->from, t1 = iv->t1 < s->to ? iv->t1 : s->to;

	if (t1 <= t0)
		return true;
	switch (iv->what) {
	case GT_SPENT_EXEC: sum->exec += t1 - t0; break;
	case GT_SPENT_SCHED: sum->sched += t1 - t0; break;
	case GT_SPENT_SYSCALL: sum->syscall += t1 - t0; break;
	case GT_SPENT_SYSCALL_BLOCK: waits_of(gap->w, gap->g)[CODE_CALL] += t1 - t0; break;
	default: waits_of(gap->w, gap->g)[code_for(gap->scan, gap->w, iv->reason)] += t1 - t0; break;
	}
	return true;
}

/* The slice before this one is not in the range, or there is none. */
static void begin_outside(struct gscan *scan, struct gscan_worker *w, uint32_t g, uint32_t id)
{
	gt_goroutine_walk_gap(scan->s->t, g, id, gscan_add, &(struct gap){ scan, w, g });
}

/* Of a sound index only one slice follows another, so only one thread marks it. */
static uint8_t follow(uint8_t *code)
{
	uint8_t old = __atomic_load_n(code, __ATOMIC_RELAXED);

	if (old)
		__atomic_store_n(code, old | FOLLOWED, __ATOMIC_RELAXED);
	return old & (uint8_t)~FOLLOWED;
}

static void add_slice(struct gscan *scan, struct gscan_worker *w, uint32_t i)
{
	struct gt_gscan *s = scan->s;
	const struct chunk *c = &w->c;
	uint8_t *codes = s->codes.data, before;
	uint32_t g = (uint32_t)c->g[i], prev = (uint32_t)c->prev[i];
	int64_t a = (int64_t)c->t0[i], b = (int64_t)(c->t0[i] + c->held[i]), waited = (int64_t)c->waited[i];
	struct gt_gscan_sum *sum;
	int64_t *waits, end;

	if (g >= s->n) {
		w->failed = true;
		return;
	}
	sum = w->sums + g;
	waits = waits_of(w, g);
	sum->touched = true;
	sum->exec += (b < s->to ? b : s->to) - (a > s->from ? a : s->from);
	if (b < s->to)
		waits[__atomic_load_n(&codes[c->id + i], __ATOMIC_RELAXED) & ~FOLLOWED] -= b;
	if (a <= s->from && prev != GT_NO_ROW)
		return;
	before = prev < s->ids ? follow(&codes[prev]) : 0;
	if (!before) {
		begin_outside(scan, w, g, c->id + i);
		return;
	}
	end = waited == GT_NO_TIME ? a : (int64_t)((uint64_t)a - (uint64_t)waited);
	sum->sched += a - (end > s->from ? end : s->from);
	waits[before] += end > s->from ? end : s->from;
}

static void add_chunk_of(struct gscan *scan, struct gscan_worker *w)
{
	struct chunk *c = &w->c;

	if (!read_field(w, GT_SLICE_T0, c->t0) || !read_field(w, GT_SLICE_HELD, c->held) ||
	    !read_field(w, GT_SLICE_WAITED, c->waited) || !read_field(w, GT_SLICE_G, c->g) ||
	    !read_field(w, GT_SLICE_PREV, c->prev))
		return;
	for (uint32_t i = 0; i < c->n; i++)
		add_slice(scan, w, i);
}

/* What follows the last slice of each goroutine. */
static void end_chunk(struct gscan *scan, struct gscan_worker *w)
{
	const struct gt_gscan *s = scan->s;
	const struct chunk *c = &w->c;
	const uint8_t *codes = (const uint8_t *)s->codes.data + c->id;
	struct gt_goroutine g;
	struct gt_slice slice;

	for (uint32_t i = 0; i < c->n; i++) {
		if (codes[i] & FOLLOWED || !gt_slice_get(s->t, c->id + i, &slice) || slice.t1 >= s->to ||
		    !gt_goroutine_get(s->t, slice.g, &g))
			continue;
		waits_of(w, slice.g)[codes[i]] += slice.t1;
		begin_outside(scan, w, slice.g,
			      g.last_slice == slice.id ? GT_NO_ROW : gt_slice_next_of_g(s->t, slice.id));
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
	struct gt_gscan_sum *sums = s->sums.data;
	int64_t *ns = s->calls.data;

	gt_gscan_calls(s->t, s->from, s->to, ns);
	for (uint32_t g = 0; g < s->n; g++) {
		sums[g].syscall += ns[g];
		sums[g].exec -= ns[g];
	}
}

/* ---- all of it ---- */

static bool alloc_sums(const struct gt_gscan *s, struct gt_scratch *sums, struct gt_scratch *waits)
{
	return !gt_scratch_alloc(waits, (uint64_t)s->n * s->width, sizeof(int64_t), NULL) &&
	       !gt_scratch_alloc(sums, s->n, sizeof(struct gt_gscan_sum), NULL);
}

/* Room for codes and sums; the reasons of the range's slices have their codes then. */
static bool gscan_prepare(struct gscan *scan)
{
	struct gt_gscan *s = scan->s;
	uint64_t waits;

	list_units_of(scan);
	find_ids(scan);
	if (s->failed || gt_scratch_alloc(&s->codes, s->ids, 1, NULL))
		return false;
	s->width = (unsigned)GT_COUNT(s->reasons) - SPARE_CODES;
	s->ncodes = CODE_REASONS;
	code_for(scan, &scan->workers[0], 0);
	each_chunk(scan, code_chunk);
	s->width = s->ncodes + SPARE_CODES;
	waits = (uint64_t)s->n * s->width;
	if (s->failed || waits > MOST_SUMS || gt_scratch_alloc(&s->calls, s->n, sizeof(int64_t), NULL) ||
	    !alloc_sums(s, &s->sums, &s->waits))
		return false;
	scan->workers[0].sums = s->sums.data;
	scan->workers[0].waits = s->waits.data;
	if (waits > SHARED_SUMS)
		scan->nworkers = 1;
	for (unsigned i = 1; i < scan->nworkers; i++) {
		struct gscan_worker *w = &scan->workers[i];

		if (!alloc_sums(s, &w->own_sums, &w->own_waits))
			return false;
		w->sums = w->own_sums.data;
		w->waits = w->own_waits.data;
	}
	return true;
}

/* Sums of the other threads to those of the first. */
static void join_sums(struct gscan *scan)
{
	struct gt_gscan_sum *sums = scan->workers[0].sums;
	int64_t *waits = scan->workers[0].waits;
	uint32_t n = scan->s->n;

	for (unsigned i = 1; i < scan->nworkers; i++) {
		const struct gscan_worker *w = &scan->workers[i];

		for (uint32_t g = 0; g < n; g++) {
			sums[g].exec += w->sums[g].exec;
			sums[g].sched += w->sums[g].sched;
			sums[g].syscall += w->sums[g].syscall;
			sums[g].touched |= w->sums[g].touched;
		}
		for (size_t k = 0; k < (size_t)n * scan->s->width; k++)
			waits[k] += w->waits[k];
	}
}

static void scan_range(struct gscan *scan)
{
	struct gt_gscan *s = scan->s;

	if (!gscan_prepare(scan)) {
		s->failed = true;
		return;
	}
	each_chunk(scan, add_chunk_of);
	if (!s->failed)
		each_chunk(scan, end_chunk);
	join_sums(scan);
	take_calls(s);
}

bool gt_gscan_fill(struct gt_gscan *s, const struct gt_trace *t, int64_t from, int64_t to)
{
	struct gscan scan = { .s = s, .nworkers = 1 };
	unsigned nworkers;

	*s = (struct gt_gscan){ .t = t, .from = from, .to = to, .n = gt_trace_info(t)->goroutines };
	/* Beyond a horizon some states count, others do not: gsums.c. */
	if (gt_trace_beyond(t, GT_NO_TIME))
		return false;
	if (gt_gscan_slices(t, from, to) >= MANY)
		scan.nworkers = gt_workers();
	nworkers = scan.nworkers;
	scan.workers = gt_xcalloc(nworkers, sizeof *scan.workers);
	for (unsigned i = 0; i < nworkers; i++)
		scan.workers[i].s = s;
	gt_mutex_init(&scan.lock);
	scan_range(&scan);
	gt_mutex_release(&scan.lock);
	for (unsigned i = 0; i < nworkers; i++) {
		gt_scratch_free(&scan.workers[i].own_sums);
		gt_scratch_free(&scan.workers[i].own_waits);
	}
	free(scan.workers);
	free(scan.units);
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
	const struct gt_gscan_sum *sum = (const struct gt_gscan_sum *)s->sums.data + row;
	const int64_t *waits = (const int64_t *)s->waits.data + (size_t)row * s->width;

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
