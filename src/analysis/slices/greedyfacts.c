/* How long slices last: histogram, long ones, the sum of the longest. */
#include <stdlib.h>
#include <string.h>

#include "analysis/slices/greedy.h"
#include "base/sat.h"
#include "base/thread.h"
#include "base/xalloc.h"

#define MS INT64_C(1000000)

/* Of the part of the rows that a thread looks at. */
struct facts {
	struct gt_greedy_facts f;
	int64_t *top;         /* a heap of the longest durations, the shortest of them first */
	size_t n, max;
	struct gt_greedy_chunk chunk;
	GT_APART;
};

struct walk {
	const struct gt_table *t;
	const uint8_t *shown; /* by row; NULL: all are */
	struct facts *of;
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

static void count_slice(struct facts *fs, int64_t dur)
{
	if (dur == GT_NO_TIME)
		return;
	dur = dur > 0 ? dur : 0;
	fs->f.histogram[dur < 2 ? 0 : 63 - __builtin_clzll((uint64_t)dur)]++;
	fs->f.over10 += dur >= 10 * MS;
	fs->f.over20 += dur >= 20 * MS;
	add_top(fs, dur);
}

static void count_piece(void *arg, unsigned worker, uint64_t from, uint64_t to)
{
	struct walk *w = arg;
	struct facts *fs = &w->of[worker];

	for (uint64_t row = from; row < to; row += fs->chunk.n) {
		gt_greedy_chunk_read(w->t, row, false, &fs->chunk);
		for (uint32_t i = 0; i < fs->chunk.n && i < to - row; i++)
			if (!w->shown || w->shown[row + i])
				count_slice(fs, fs->chunk.dur[i]);
	}
}

static void add_facts(struct facts *to, const struct facts *from)
{
	for (size_t i = 0; i < GT_COUNT(to->f.histogram); i++)
		to->f.histogram[i] += from->f.histogram[i];
	to->f.over10 += from->f.over10;
	to->f.over20 += from->f.over20;
	for (size_t i = 0; i < from->n; i++)
		add_top(to, from->top[i]);
}

/* By row, whether a view shows it; NULL: all are shown. */
static uint8_t *rows_shown(const struct gt_table *t, const struct gt_view *v)
{
	uint8_t *shown;

	if (!v || gt_view_count(v) == t->rows)
		return NULL;
	shown = gt_xcalloc(t->rows + 1, sizeof *shown);
	for (uint64_t i = 0; i < gt_view_count(v); i++)
		shown[gt_view_row(v, i)] = 1;
	return shown;
}

void gt_greedy_facts_fill(struct gt_greedy_facts *f, const struct gt_table *t, const struct gt_view *v)
{
	struct gt_team team = { .n = gt_team_size(t->rows) };
	uint8_t *shown = rows_shown(t, v);
	struct walk w = { .t = t, .shown = shown, .of = gt_xcalloc(team.n, sizeof *w.of) };
	uint64_t procs = gt_trace_info(t->trace)->gomaxprocs;
	struct facts *all = &w.of[0];

	for (unsigned i = 0; i < team.n; i++) {
		w.of[i].max = (size_t)(procs < t->rows ? procs : t->rows);
		w.of[i].top = gt_xcalloc(w.of[i].max + 1, sizeof *w.of[i].top);
	}
	gt_team_each(&team, t->rows, count_piece, &w);
	for (unsigned i = 1; i < team.n; i++) {
		add_facts(all, &w.of[i]);
		free(w.of[i].top);
	}
	*f = all->f;
	f->tmax.n = procs;
	for (size_t i = 0; i < all->n; i++) {
		f->tmax.max = all->top[i] > f->tmax.max ? all->top[i] : f->tmax.max;
		gt_sat_grow(&f->tmax.sum, all->top[i]);
	}
	free(all->top);
	free(w.of);
	free(shown);
}
