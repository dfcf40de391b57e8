/* How long slices last: histogram, long ones, the sum of the longest. */
#include <stdlib.h>
#include <string.h>

#include "analysis/slices/greedy.h"
#include "base/sat.h"
#include "base/xalloc.h"

#define MS INT64_C(1000000)

struct facts {
	int64_t *top;         /* a heap of the longest durations, the shortest of them first */
	size_t n, max;
};

static void add_top(struct facts *fs, int64_t dur)
{
	size_t i = 0;

	if (fs->n < fs->max) {
		for (i = fs->n++; i && fs->top[(i - 1) / 2] > dur; i = (i - 1) / 2)
			fs->top[i] = fs->top[(i - 1) / 2];
		fs->top[i] = dur;
	} else if (fs->n && dur > fs->top[0]) {
		/* The shortest of the longest makes room. */
		for (size_t kid; (kid = 2 * i + 1) < fs->n; i = kid) {
			kid += kid + 1 < fs->n && fs->top[kid + 1] < fs->top[kid];
			if (fs->top[kid] >= dur)
				break;
			fs->top[i] = fs->top[kid];
		}
		fs->top[i] = dur;
	}
}

void gt_greedy_facts_fill(struct gt_greedy_facts *f, const struct gt_table *t)
{
	struct gt_greedy_chunk *some = gt_xcalloc(1, sizeof *some);
	uint64_t procs = gt_trace_info(t->trace)->gomaxprocs;
	struct facts fs = { .max = (size_t)(procs < t->rows ? procs : t->rows) };

	*f = (struct gt_greedy_facts) { .tmax.n = procs };
	fs.top = gt_xcalloc(fs.max + 1, sizeof *fs.top);
	for (uint64_t row = 0; row < t->rows; row += some->n) {
		gt_greedy_chunk_read(t, row, false, some);
		for (uint32_t i = 0; i < some->n; i++) {
			int64_t dur = some->dur[i];

			if (dur == GT_NO_TIME)
				continue;
			dur = dur > 0 ? dur : 0;
			f->histogram[dur < 2 ? 0 : 63 - __builtin_clzll((uint64_t)dur)]++;
			f->over10 += dur >= 10 * MS;
			f->over20 += dur >= 20 * MS;
			add_top(&fs, dur);
		}
	}
	for (size_t i = 0; i < fs.n; i++) {
		f->tmax.max = fs.top[i] > f->tmax.max ? fs.top[i] : f->tmax.max;
		gt_sat_grow(&f->tmax.sum, fs.top[i]);
	}
	free(fs.top);
	free(some);
}
