/* What is asked of the waits once the walk is done: percentiles, and those of some length. */
#include "analysis/waits/sweep_own.h"

#include <assert.h>
#include <stdlib.h>

#include "analysis/table/ranks.h"
#include "base/xalloc.h"

#define UNIT 16384u           /* slices that a thread takes at a time */
#define MANY (UINT64_C(1) << 20) /* of so many, several threads read */

struct list_pass {
	const struct gt_sweep *s;
	int64_t least, most;
	atomic_uint_fast64_t next;      /* slices that were taken, of all Ps one after the other */
	gt_sweep_wait_fn *fn;           /* NULL: only lengths matter, to ranks */
	void *arg;
	struct gt_ranks ranks;          /* of one group */
};

static void list_wait(struct list_pass *pass, unsigned worker, const struct gt_wait *w)
{
	int64_t ns = w->t1 - w->t0;

	if (ns < pass->least || ns > pass->most)
		return;
	if (pass->fn)
		pass->fn(pass->arg, worker, w);
	else
		gt_ranks_add(&pass->ranks, worker, 0, ns);
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

	assert(s->done && !s->recalled);
	for (size_t i = 0; i < s->nat_end; i++)
		list_wait(pass, 0, &s->at_end[i]);
	gt_work_together(n, list_units, pass);
}

void gt_sweep_list(struct gt_sweep *s, int64_t least, int64_t most, bool ordered, gt_sweep_wait_fn *fn, void *arg)
{
	struct list_pass pass = { .s = s, .least = least, .most = most, .fn = fn, .arg = arg };

	gt_sweep_walk_again(s);
	list_pass(&pass, ordered);
}

const struct gt_lengths *gt_sweep_lengths(struct gt_sweep *s)
{
	gt_sweep_walk_again(s);
	return s->nworkers ? s->workers[0].lengths : NULL;
}

/* ---- percentiles ---- */

const double gt_sweep_ranks[GT_SWEEP_RANKS] = { 0.5, 0.9, 0.99, 0.999 };

static void find_ranks(struct gt_sweep *s)
{
	struct list_pass pass = { .s = s };
	struct gt_numbers waits = { .n = s->waits.n };

	/* The walk counted them. */
	gt_sweep_walk_again(s);
	waits.lengths = s->workers[0].lengths;
	gt_ranks_find(&pass.ranks, 0, &waits, gt_sweep_ranks, GT_SWEEP_RANKS, s->at);
	while (gt_ranks_begin(&pass.ranks, 1)) {
		atomic_store_explicit(&pass.next, 0, memory_order_relaxed);
		pass.least = pass.ranks.least;
		pass.most = pass.ranks.most;
		list_pass(&pass, false);
		gt_ranks_end(&pass.ranks);
	}
	gt_ranks_release(&pass.ranks);
}

int64_t gt_sweep_percentile(struct gt_sweep *s, double q)
{
	unsigned i = 0;

	if (!s->waits.n)
		return 0;
	if (!s->ranked)
		find_ranks(s);
	s->ranked = true;
	while (i < GT_SWEEP_RANKS - 1 && gt_sweep_ranks[i] < q)
		i++;
	return s->at[i];
}
