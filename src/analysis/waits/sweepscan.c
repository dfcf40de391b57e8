/* The slices of a slab, column by column, by as many threads as there are: sums, and what the walk has to meet. */
#include "analysis/waits/sweep_own.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/waits/wakers.h"
#include "base/bisect.h"
#include "base/sat.h"
#include "base/xalloc.h"

#define UNIT 8192             /* slices that a thread takes at a time: whole blocks */
#define SLAB (1u << 15)       /* about so many rows make a slab, … */
#define SLAB_SHARED (1u << 19)/* … if several threads work */
#define ROWS_PER_PROC 64      /* but more if there are many Ps: each costs a few searches */

/* ---- units ---- */

/* The last multiple of n in [k0, k1), else k0. */
static uint64_t begin_of_last(uint64_t k0, uint64_t k1, uint64_t n)
{
	uint64_t k = (k1 - 1) / n * n;

	return k > k0 ? k : k0;
}

static unsigned workers_of(const struct gt_sweep *s)
{
	return s->threads && !s->on_slice && !s->on_wait ? s->threads : 1;
}

static void open_workers(struct gt_sweep *s)
{
	unsigned n = workers_of(s);

	assert(n <= GT_WORKERS);
	for (; s->nworkers < n; s->nworkers++) {
		struct gt_sweep_worker *w = &s->workers[s->nworkers];

		*w = (struct gt_sweep_worker){ .waits.slice = GT_NO_ROW };
		w->lengths = gt_xcalloc(1, sizeof *w->lengths);
		w->block = gt_xcalloc(1, sizeof *w->block);
	}
}

/* ---- what the walk has to meet ---- */

static void meet_long(struct gt_sweep *s, struct gt_sweep_worker *w, uint32_t id, uint32_t g, int64_t t0, int64_t t1)
{
	const struct gt_ginfo *info;
	struct gt_sweep_open *o;

	/* One that reaches over the slab was met in a later one. */
	if (t1 <= s->lo || (t1 > s->hi && s->hi < s->to))
		return;
	if (t1 - t0 - gt_stalls_in(&s->stalls, t0, t1) < s->limits.long_slice)
		return;
	info = gt_ginfos_get(&s->goroutines, g);
	w->unnamed.slices += info->owner == GT_OWNER_UNKNOWN;
	if (info->owner != GT_OWNER_PROGRAM)
		return;
	GT_GROW(w->met, w->cap_met, w->nmet + 1);
	o = &w->met[w->nmet++];
	*o = (struct gt_sweep_open){ .t0 = t0, .t1 = t1 < s->to ? t1 : s->to };
	o->s = (struct gt_long_slice){ .slice = id, .g = g, .func = info->func,
					.ns = t1 - t0 - gt_stalls_in(&s->stalls, t0, t1) };
}

static void find_longs(struct gt_sweep *s, struct gt_sweep_worker *w, const struct gt_wait_block *b)
{
	uint64_t held[GT_WAIT_BLOCK], t0;
	uint32_t n;

	if (gt_slices_bound(s->trace, b->proc_row, b->k) < s->limits.long_slice)
		return;
	n = gt_slices_field(s->trace, b->proc_row, b->k, b->slices, GT_SLICE_HELD, held);
	for (uint32_t i = 0; i < n; i++)
		if ((int64_t)held[i] >= s->limits.long_slice &&
		    gt_slices_field(s->trace, b->proc_row, b->k + i, 1, GT_SLICE_T0, &t0))
			meet_long(s, w, b->id + i, (uint32_t)b->g[i], (int64_t)t0, (int64_t)(t0 + held[i]));
}

/* Of a slice that begins before the slab. */
static void find_long_before(struct gt_sweep *s, uint32_t proc_row, uint64_t k)
{
	struct gt_slice slice;

	if (gt_slice_get(s->trace, gt_slice_of_proc(s->trace, proc_row, k), &slice) &&
	    slice.t1 - slice.t0 >= s->limits.long_slice)
		meet_long(s, &s->workers[0], slice.id, slice.g, slice.t0, slice.t1);
}

/* The first of s->loose from i on that begins before t. */
static size_t loose_before(const struct gt_sweep *s, size_t i, int64_t t)
{
	return GT_BISECT(j, i, s->nloose, s->loose[j].t0 >= t);
}

/* Whether any wait of the block that is not long can matter to the walk: it ends and begins in these times. */
static bool touches_loose(const struct gt_sweep *s, const struct gt_wait_block *b)
{
	int64_t reach = b->most < s->limits.long_wait ? b->most : s->limits.long_wait, first, last;
	uint64_t t[2] = { 0, 0 };
	size_t i;

	gt_slices_field(s->trace, b->proc_row, b->k, 1, GT_SLICE_T0, &t[0]);
	gt_slices_field(s->trace, b->proc_row, b->k + b->slices - 1, 1, GT_SLICE_T0, &t[1]);
	first = (int64_t)(t[0] - (uint64_t)reach);
	last = (int64_t)t[1];
	if (first < s->lo)
		return true;
	i = loose_before(s, 0, last);
	return i < s->nloose && s->loose[i].t1 > first;
}

enum gt_sweep_late gt_sweep_late_of(const struct gt_sweep *s, uint32_t id)
{
	struct gt_slice slice;

	if (!gt_slice_get(s->trace, id, &slice) || slice.waker != GT_NO_ROW)
		return GT_SWEEP_NOT_LATE;
	switch (gt_waker_kind_before(s->trace, &slice)) {
	case GT_WAKER_NETWORK: return GT_SWEEP_NETWORK;
	case GT_WAKER_TIMER: return GT_SWEEP_TIMER;
	default: return GT_SWEEP_NOT_LATE;
	}
}

static void find_items(struct gt_sweep *s, struct gt_sweep_worker *w, struct gt_wait_block *b)
{
	bool loose = touches_loose(s, b);
	size_t at = 0;

	if (!loose && b->most <= s->limits.long_wait)
		return;
	gt_wait_block_times(&s->reader, b);
	GT_GROW(w->items, w->cap_items, w->nitems + b->n);
	for (uint32_t i = b->n; i-- > 0;) {
		int64_t t1 = (int64_t)b->t0[b->at[i]], t0 = t1 - b->ns[i];
		bool keep = b->ns[i] > s->limits.long_wait || t0 <= s->lo;

		t1 = t1 < s->to ? t1 : s->to;
		while (loose && at < s->nloose && s->loose[at].t0 >= t1)
			at = at ? at + 1 : loose_before(s, 0, t1);
		if (keep || (loose && at < s->nloose && s->loose[at].t1 > t0))
			w->items[w->nitems++] = (struct gt_sweep_item){
				.t0 = t0, .t1 = t1, .slice = b->id + b->at[i],
				.late = b->ns[i] > s->limits.long_wait ? (uint8_t)gt_sweep_late_of(s, b->id + b->at[i])
								       : GT_SWEEP_NOT_LATE };
	}
}

/* ---- sums ---- */

/* The longest wait of a worker; of equal ones the first, and of those that end at a time the one on the last P. */
static void offer_max(struct gt_sweep_worker *w, int64_t ns, const struct gt_sweep_most *m)
{
	const struct gt_sweep_most *old = &w->most;

	if (w->waits.slice != GT_NO_ROW) {
		if (ns != w->waits.max ? ns < w->waits.max
		    : m->end != old->end ? m->end > old->end
		    : m->proc_row != old->proc_row ? m->proc_row < old->proc_row : m->k > old->k)
			return;
	}
	w->waits.max = ns;
	w->waits.slice = m->slice;
	w->most = *m;
}

static void take_max(struct gt_sweep *s, struct gt_sweep_worker *w, const struct gt_wait_block *b)
{
	struct gt_sweep_most m = { .proc_row = b->proc_row };
	int64_t most = 0;
	uint32_t at = 0;

	for (uint32_t i = b->n; i-- > 0;) {
		at = b->ns[i] >= most ? i : at;
		most = b->ns[i] >= most ? b->ns[i] : most;
	}
	if (most < w->waits.max)
		return;
	m.end = gt_wait_block_end(&s->reader, b, at);
	m.slice = b->id + b->at[at];
	m.k = b->k + b->at[at];
	offer_max(w, most, &m);
}

static void take_sums(struct gt_sweep *s, struct gt_sweep_worker *w, const struct gt_wait_block *b)
{
	int64_t sum = 0;

	w->seen += b->slices;
	w->unnamed.waits += b->unnamed;
	gt_sat_grow(&w->unnamed.sum, b->unnamed_ns);
	for (uint32_t i = 0; i < b->n; i++) {
		gt_sat_grow(&sum, b->ns[i]);
		w->lengths->n[gt_lengths_place((uint64_t)b->ns[i])]++;
	}
	gt_sat_grow(&w->waits.sum, sum);
	w->waits.n += b->n;
	if (b->n && b->most >= w->waits.max)
		take_max(s, w, b);
	if (b->most <= s->limits.long_wait)
		return;
	for (uint32_t i = 0; i < b->n; i++) {
		if (b->ns[i] <= s->limits.long_wait)
			continue;
		w->waits.nlong++;
		w->waits.by_cause[gt_wait_block_cause(&s->reader, b, i)]++;
	}
}

static struct gt_wait wait_in_block(const struct gt_sweep *s, const struct gt_wait_block *b, uint32_t i)
{
	int64_t t1 = gt_wait_block_end(&s->reader, b, i);

	return (struct gt_wait){ .t0 = t1 - b->ns[i], .t1 = t1 < s->to ? t1 : s->to, .g = (uint32_t)b->g[b->at[i]],
				 .slice = b->id + b->at[i] };
}

static void call_for(struct gt_sweep *s, struct gt_wait_block *b)
{
	uint64_t held[GT_WAIT_BLOCK];
	uint32_t n;

	gt_wait_block_times(&s->reader, b);
	for (uint32_t i = b->n; s->on_wait && i-- > 0;) {
		struct gt_wait w = wait_in_block(s, b, i);

		w.cause = gt_wait_block_cause(&s->reader, b, i);
		s->on_wait(s->arg, &w);
	}
	n = s->on_slice ? gt_slices_field(s->trace, b->proc_row, b->k, b->slices, GT_SLICE_HELD, held) : 0;
	for (uint32_t i = n; i-- > 0;)
		s->on_slice(s->arg, &(struct gt_sweep_slice){
			.t0 = (int64_t)b->t0[i], .t1 = (int64_t)(b->t0[i] + held[i]), .id = b->id + i,
			.g = (uint32_t)b->g[i], .proc_row = b->proc_row });
}

static void scan_unit(struct gt_sweep *s, struct gt_sweep_unit *u, unsigned worker)
{
	struct gt_sweep_worker *w = &s->workers[worker];
	struct gt_wait_block *b = w->block;

	u->worker = worker;
	u->first = w->nitems;
	for (uint64_t k1 = u->k1, k; k1 > u->k0; k1 = k) {
		k = begin_of_last(u->k0, k1, GT_WAIT_BLOCK);
		gt_wait_block_read(&s->reader, u->proc_row, k, (uint32_t)(k1 - k), b);
		if (!b->slices)
			continue;
		take_sums(s, w, b);
		find_longs(s, w, b);
		if (b->n)
			find_items(s, w, b);
		if (s->on_slice || s->on_wait)
			call_for(s, b);
	}
	u->n = w->nitems - u->first;
}

/* ---- slabs ---- */

static uint64_t rows_after(const struct gt_sweep *s, int64_t t)
{
	uint64_t n = gt_sweep_states_count(s, t);

	for (uint32_t i = 0; i < s->nprocs; i++) {
		uint64_t k = gt_slice_seek(s->trace, i, t), left = s->procs[i].left;

		n += left > k ? left - k : 0;
	}
	return n;
}

/* Where a slab that ends at s->hi begins, so that not too many rows are in it, and not far fewer. */
static int64_t find_begin(const struct gt_sweep *s)
{
	uint64_t most = workers_of(s) > 1 ? SLAB_SHARED : SLAB, n = rows_after(s, s->from);
	int64_t a = s->from, b = s->hi, t;

	most = most > (uint64_t)s->nprocs * ROWS_PER_PROC ? most : (uint64_t)s->nprocs * ROWS_PER_PROC;
	most = s->slab ? s->slab : most;
	if (n <= most)
		return a;
	/* At first as if each ns had as many; more than `most` come after a, fewer after b. */
	t = b - (int64_t)((double)(b - a) * 0.6 * (double)most / (double)n);
	while (b - a > 1) {
		t = t > a && t < b ? t : a + (b - a) / 2;
		n = rows_after(s, t);
		if (n > most) {
			a = t;
		} else {
			b = t;
			if (n >= most / 4)
				break;
		}
		t = a;
	}
	return b < s->hi ? b : a;
}

/* Slices [kl, left) of a P belong to the slab. */
static void add_units(struct gt_sweep *s, uint32_t proc_row)
{
	struct gt_sweep_proc *p = &s->procs[proc_row];
	uint64_t kl = s->lo > s->from ? gt_slice_seek(s->trace, proc_row, s->lo) : p->first, t0;

	if (s->lo > s->from && gt_slices_field(s->trace, proc_row, kl, 1, GT_SLICE_T0, &t0) &&
	    (int64_t)t0 <= s->lo) {
		if (kl >= p->first)
			find_long_before(s, proc_row, kl);
		kl++;
	}
	kl = kl > p->first ? kl : p->first;
	while (p->left > kl) {
		uint64_t k0 = begin_of_last(kl, p->left, UNIT);

		GT_GROW(s->units, s->cap_units, s->nunits + 1);
		s->units[s->nunits++] = (struct gt_sweep_unit){ .k0 = k0, .k1 = p->left, .proc_row = proc_row };
		p->left = k0;
	}
}

void gt_sweep_scan_begin(struct gt_sweep *s)
{
	open_workers(s);
	s->lo = find_begin(s);
	s->nunits = s->next_unit = s->nmet = s->next_met = 0;
	for (unsigned i = 0; i < s->nworkers; i++)
		s->workers[i].nitems = s->workers[i].nmet = 0;
	for (uint32_t i = 0; i < s->nprocs; i++)
		add_units(s, i);
}

/* ---- threads ---- */

struct slab_pass {
	struct gt_sweep *s;
	atomic_size_t next;
};

static void scan_units(void *arg, unsigned worker)
{
	struct slab_pass *pass = arg;
	size_t i;

	while ((i = atomic_fetch_add_explicit(&pass->next, 1, memory_order_relaxed)) < pass->s->nunits)
		scan_unit(pass->s, &pass->s->units[i], worker);
}

static int by_end(const void *a, const void *b)
{
	const struct gt_sweep_open *x = a, *y = b;

	return x->t1 > y->t1 ? -1 : x->t1 < y->t1;
}

bool gt_sweep_scan_step(struct gt_sweep *s)
{
	unsigned n = workers_of(s);

	if (n > 1) {
		struct slab_pass pass = { .s = s };

		gt_work_together(n, scan_units, &pass);
		s->next_unit = s->nunits;
	} else if (s->next_unit < s->nunits) {
		scan_unit(s, &s->units[s->next_unit++], 0);
	}
	s->seen = 0;
	for (unsigned i = 0; i < s->nworkers; i++)
		s->seen += s->workers[i].seen;
	if (s->next_unit < s->nunits)
		return false;
	for (unsigned i = 0; i < s->nworkers; i++) {
		GT_GROW(s->met, s->cap_met, s->nmet + s->workers[i].nmet + 1);
		if (s->workers[i].nmet)
			memcpy(s->met + s->nmet, s->workers[i].met, s->workers[i].nmet * sizeof *s->met);
		s->nmet += s->workers[i].nmet;
	}
	qsort(s->met, s->nmet, sizeof *s->met, by_end);
	return true;
}

int gt_sweep_scan_open(struct gt_sweep *s, struct gt_error *err)
{
	s->procs = gt_xcalloc((size_t)s->nprocs + 1, sizeof *s->procs);
	s->fronts = gt_xcalloc((size_t)s->nprocs + 1, sizeof *s->fronts);
	s->workers = gt_xcalloc(GT_WORKERS, sizeof *s->workers);
	for (uint32_t i = 0; i < s->nprocs; i++) {
		struct gt_sweep_proc *p = &s->procs[i];
		struct gt_slice slice;

		/* Those that begin before `to`; in the whole trace also those that begin as it ends. */
		p->end = gt_slice_seek(s->trace, i, s->to);
		if (s->to >= gt_trace_info(s->trace)->duration)
			p->end = gt_slices_of_proc(s->trace, i);
		else if (gt_slice_get(s->trace, gt_slice_of_proc(s->trace, i, p->end), &slice) && slice.t0 < s->to)
			p->end++;
		p->first = gt_slice_seek(s->trace, i, s->from);
		p->first = p->first < p->end ? p->first : p->end;
		p->left = p->end;
		s->slices += p->end - p->first;
	}
	s->reader = (struct gt_wait_reader){ .trace = s->trace, .from = s->from, .n = s->goroutines.n };
	gt_wait_causes_by_type(s->trace, s->reader.causes);
	if (gt_scratch_alloc(&s->owners, s->goroutines.n, 1, err))
		return err ? err->code : GT_ERR_NOMEM;
	s->reader.owners = s->owners.data;
	return 0;
}

void gt_sweep_scan_at_end(struct gt_sweep *s, const struct gt_wait *wait)
{
	struct gt_sweep_worker *w;
	int64_t ns = wait->t1 - wait->t0;

	open_workers(s);
	w = &s->workers[0];
	GT_GROW(s->at_end, s->cap_at_end, s->nat_end + 1);
	s->at_end[s->nat_end++] = *wait;
	w->lengths->n[gt_lengths_place((uint64_t)ns)]++;
	w->waits.n++;
	gt_sat_grow(&w->waits.sum, ns);
	if (ns > s->limits.long_wait) {
		w->waits.nlong++;
		w->waits.by_cause[wait->cause]++;
	}
	offer_max(w, ns, &(struct gt_sweep_most){ .end = wait->t1, .k = UINT64_MAX, .slice = wait->slice });
	if (s->on_wait)
		s->on_wait(s->arg, wait);
}

void gt_sweep_scan_finish(struct gt_sweep *s)
{
	struct gt_sweep_worker *all = &s->workers[0];

	for (unsigned i = 1; i < s->nworkers; i++) {
		struct gt_sweep_worker *w = &s->workers[i];

		for (unsigned k = 0; k < GT_LENGTHS; k++)
			all->lengths->n[k] += w->lengths->n[k];
		all->waits.n += w->waits.n;
		all->waits.nlong += w->waits.nlong;
		for (unsigned k = 0; k < GT_WAIT_CAUSES; k++)
			all->waits.by_cause[k] += w->waits.by_cause[k];
		gt_sat_grow(&all->waits.sum, w->waits.sum);
		if (w->waits.slice != GT_NO_ROW)
			offer_max(all, w->waits.max, &w->most);
		all->unnamed.waits += w->unnamed.waits;
		all->unnamed.slices += w->unnamed.slices;
		gt_sat_grow(&all->unnamed.sum, w->unnamed.sum);
	}
	all->waits.some_long = s->waits.some_long;
	memcpy(all->waits.late, s->waits.late, sizeof all->waits.late);
	s->waits = all->waits;
	s->unnamed.waits += all->unnamed.waits;
	s->unnamed.slices += all->unnamed.slices;
	gt_sat_grow(&s->unnamed.sum, all->unnamed.sum);
}
