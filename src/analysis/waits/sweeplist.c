/* What is asked of the waits once the walk is done: percentiles, and those of some length. */
#include "analysis/waits/sweep_own.h"

#include <assert.h>
#include <stdlib.h>

#include "analysis/table/percentile.h"
#include "base/xalloc.h"

#define UNIT 16384u           /* slices that a thread takes at a time */
#define MANY (UINT64_C(1) << 20) /* of so many, several threads read */

struct list_pass {
	const struct gt_sweep *s;
	int64_t least, most;
	atomic_uint_fast64_t next;      /* slices that were taken, of all Ps one after the other */
	gt_sweep_wait_fn *fn;           /* NULL: lengths are counted, from `least` on */
	void *arg;
	struct gt_lengths *lengths[GT_WORKERS];
};

static void list_wait(struct list_pass *pass, unsigned worker, const struct gt_wait *w)
{
	int64_t ns = w->t1 - w->t0;

	if (ns < pass->least || ns > pass->most)
		return;
	if (pass->fn)
		pass->fn(pass->arg, worker, w);
	else
		pass->lengths[worker]->n[gt_lengths_place((uint64_t)(ns - pass->least))]++;
}

static void list_block_waits(struct list_pass *pass, unsigned worker, struct gt_wait_block *b)
{
	for (uint32_t i = 0; i < b->n; i++) {
		struct gt_wait w = { .t1 = b->ns[i], .g = (uint32_t)b->g[b->at[i]], .slice = b->id + b->at[i] };

		if (w.t1 < pass->least || w.t1 > pass->most)
			continue;
		if (pass->fn) {
			gt_wait_block_times(&pass->s->reader, b);
			w.t1 = (int64_t)b->t0[b->at[i]];
			w.t0 = w.t1 - b->ns[i];
		}
		list_wait(pass, worker, &w);
	}
}

/* Slices [k, end) of a P. */
static void list_slices(struct list_pass *pass, unsigned worker, struct gt_wait_block *b, uint32_t proc_row,
			uint64_t k, uint64_t end)
{
	while (k < end) {
		uint64_t left = end - k, n = GT_WAIT_BLOCK - k % GT_WAIT_BLOCK;

		n = n < left ? n : left;
		gt_wait_block_read(&pass->s->reader, proc_row, k, (uint32_t)n, b);
		list_block_waits(pass, worker, b);
		k += n;
	}
}

/* The next UNIT slices in the order of the Ps, until none are left. */
static void list_units(void *arg, unsigned worker)
{
	struct list_pass *pass = arg;
	struct gt_wait_block *b = gt_xcalloc(1, sizeof *b);
	const struct gt_sweep *s = pass->s;
	uint64_t begin = 0, a, k;
	uint32_t i = 0;

	while ((a = atomic_fetch_add_explicit(&pass->next, UNIT, memory_order_relaxed)) < s->slices) {
		for (uint64_t n; i < s->nprocs; i++, begin += n) {
			n = s->procs[i].end - s->procs[i].first;
			k = a > begin ? a - begin : 0;
			if (begin >= a + UNIT)
				break;
			if (k < n)
				list_slices(pass, worker, b, i, s->procs[i].first + k,
					    s->procs[i].first + (n < a + UNIT - begin ? n : a + UNIT - begin));
			if (begin + n > a + UNIT)
				break;
		}
	}
	free(b);
}

static void list_pass(struct list_pass *pass, bool ordered)
{
	const struct gt_sweep *s = pass->s;
	unsigned n = ordered || s->slices < MANY ? 1 : gt_workers();

	assert(s->done);
	for (unsigned i = 0; i < n && !pass->fn; i++)
		pass->lengths[i] = gt_xcalloc(1, sizeof *pass->lengths[i]);
	for (size_t i = 0; i < s->nat_end; i++)
		list_wait(pass, 0, &s->at_end[i]);
	gt_work_together(n, list_units, pass);
	for (unsigned i = 1; i < n && !pass->fn; i++) {
		for (unsigned k = 0; k < GT_LENGTHS; k++)
			pass->lengths[0]->n[k] += pass->lengths[i]->n[k];
		free(pass->lengths[i]);
	}
}

void gt_sweep_list(struct gt_sweep *s, int64_t least, int64_t most, bool ordered, gt_sweep_wait_fn *fn, void *arg)
{
	struct list_pass pass = { .s = s, .least = least, .most = most, .fn = fn, .arg = arg };

	list_pass(&pass, ordered);
}

const struct gt_lengths *gt_sweep_lengths(const struct gt_sweep *s)
{
	return s->nworkers ? s->workers[0].lengths : NULL;
}

int64_t gt_sweep_percentile(struct gt_sweep *s, double q)
{
	const struct gt_lengths *l = gt_sweep_lengths(s);
	struct list_pass pass = { .s = s };
	uint64_t rank, before, width;
	uint32_t place;

	if (!s->waits.n)
		return 0;
	rank = gt_percentile_rank((size_t)s->waits.n, q);
	for (;;) {
		place = gt_lengths_find(l, rank, &before);
		width = gt_lengths_least(place + 1) - gt_lengths_least(place);
		pass.least += (int64_t)gt_lengths_least(place);
		free(pass.lengths[0]);
		if (width <= 1)
			return pass.least;
		rank -= before;
		pass.most = pass.least + (int64_t)(width - 1);
		atomic_store_explicit(&pass.next, 0, memory_order_relaxed);
		list_pass(&pass, false);
		l = pass.lengths[0];
	}
}
