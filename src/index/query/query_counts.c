/* Questions about goroutines and threads by state: at a time, and over an interval. */
#include "index/query/collect.h"

#include "index/query/span.h"
#include "index/query/tracks.h"

/* ---- stretches ---- */

/* While the index is built there is one more than rows. */
static bool counts_grows(const struct gt_trace *t)
{
	return !t->store.sealed && !t->store.counting.finished;
}

bool gt_count_block_get(const struct gt_trace *t, uint64_t k, struct gt_count_block *st)
{
	struct gt_srow_counts r;

	if (counts_grows(t) && k == gt_btable_rows(gt_trace_table(t, GT_T_COUNTS), 0)) {
		*st = t->store.counting.newest;
		return true;
	}
	if (!gt_btable_row(gt_trace_table(t, GT_T_COUNTS), k, &r))
		return false;
	st->t = r.t;
	for (int i = 0; i < GT_COUNTS; i++) {
		st->v[i] = (int64_t)r.v[i] - (int64_t)GT_COUNT_BIAS;
		st->ns[i] = (int64_t)(r.ns[i] - GT_COUNT_NS_BIAS);
		st->max[i] = (int64_t)r.max[i] - (int64_t)GT_COUNT_BIAS;
	}
	return true;
}

/* The last stretch that begins at or before `time`, which is not before 0. */
static uint64_t counts_stretch_at(const struct gt_trace *t, int64_t time)
{
	uint64_t k = time == INT64_MAX ? gt_btable_rows(gt_trace_table(t, GT_T_COUNTS), 0)
				       : gt_btable_seek_time(gt_trace_table(t, GT_T_COUNTS), 0, time + 1);

	if (counts_grows(t) && k == gt_btable_rows(gt_trace_table(t, GT_T_COUNTS), 0) &&
	    t->store.counting.newest.t <= time)
		k++;
	return k ? k - 1 : 0;
}

/* ---- one stretch ---- */

struct sum {
	int64_t v[GT_COUNTS + 1];        /* at the time in question; the extra element is a write-only sink */
	uint64_t ns[GT_COUNTS + 1];      /* until then */
};

/* The values and integrals at a time in the stretch, whose sorted changes are c. */
static void sum_up(const struct gt_count_block *st, const struct gt_changes *c, int64_t time, struct sum *sum)
{
	*sum = (struct sum){ .v = { 0 } };
	for (int i = 0; i < GT_COUNTS; i++) {
		sum->v[i] = st->v[i];
		sum->ns[i] = (uint64_t)st->ns[i] + (uint64_t)st->v[i] * ((uint64_t)time - (uint64_t)st->t);
	}
	for (size_t i = 0; i < c->n && c->v[i].t <= time; i++) {
		uint64_t left = (uint64_t)time - (uint64_t)c->v[i].t;

		sum->v[c->v[i].from]--;
		sum->v[c->v[i].to]++;
		sum->ns[c->v[i].from] -= left;
		sum->ns[c->v[i].to] += left;
	}
}

static void counts_raise(int64_t *max, const int64_t *v)
{
	for (int i = 0; i < GT_COUNTS; i++)
		max[i] = v[i] > max[i] ? v[i] : max[i];
}

/* The largest values in [a, b): v at a, and what the sorted changes make of it. */
static void find_max(const struct gt_changes *c, const int64_t *at_a, int64_t a, int64_t b, int64_t *max)
{
	int64_t v[GT_COUNTS + 1];

	if (a >= b)
		return;
	memcpy(v, at_a, sizeof v);
	counts_raise(max, v);
	for (size_t i = 0; i < c->n && c->v[i].t < b; i++) {
		if (c->v[i].t <= a)
			continue;
		v[c->v[i].from]--;
		v[c->v[i].to]++;
		/* Only the last of the changes at one time counts. */
		if (i + 1 == c->n || c->v[i + 1].t > c->v[i].t)
			counts_raise(max, v);
	}
}

/* The stretch that was read last: neighbouring intervals need it again. */
struct reader {
	const struct gt_trace *t;
	bool have;
	uint64_t k;
	struct gt_count_block st;
	int64_t end;
	struct gt_changes c;
};

static void reader_release(struct reader *r)
{
	if (r->have)
		gt_changes_release(&r->c);
	r->have = false;
}

static bool read_stretch(struct reader *r, uint64_t k)
{
	struct gt_count_block next;

	if (r->have && r->k == k)
		return true;
	reader_release(r);
	if (!gt_count_block_get(r->t, k, &r->st))
		return false;
	r->k = k;
	r->end = gt_count_block_get(r->t, k + 1, &next) ? next.t : r->t->info.duration;
	gt_changes_collect(r->t, r->st.t, r->end, &r->c);
	gt_changes_sort(&r->c);
	r->have = true;
	return true;
}

/* ---- many ---- */

static bool get_maxima(const struct gt_trace *t, int level, uint64_t k, int64_t max[GT_COUNTS])
{
	struct gt_srow_maxima r;
	struct gt_count_block st;

	if (!level && !gt_count_block_get(t, k, &st))
		return false;
	if (level && !gt_part_row(&t->store.tables[GT_T_COUNT_MAXIMA], (uint32_t)level - 1, k, &r))
		return false;
	for (int i = 0; i < GT_COUNTS; i++)
		max[i] = level ? (int64_t)r.max[i] - (int64_t)GT_COUNT_BIAS : st.max[i];
	return true;
}

/* The largest values of stretches [from, to). */
static void max_of_stretches(const struct gt_trace *t, uint64_t from, uint64_t to, int64_t *max)
{
	while (from < to) {
		int level = GT_MAX_LEVELS;
		int64_t v[GT_COUNTS];
		uint64_t n = 1;

		for (; level > 0; level--) {
			n = UINT64_C(1) << (GT_LEVEL_SHIFT * level);
			if (from % n == 0 && to - from >= n && get_maxima(t, level, from / n, v))
				break;
		}
		if (!level) {
			n = 1;
			if (!get_maxima(t, 0, from, v))
				return;
		}
		counts_raise(max, v);
		from += n;
	}
}

/* ---- answers ---- */

/* v1: every call that is known has no P. */
static int counts_source_of(const struct gt_trace *t, int count)
{
	return count == GT_COUNT_THREADS_SYSCALL && t->header.format == GT_FORMAT_V1 ? GT_COUNT_SYSCALL : count;
}

static uint64_t no_less(int64_t v)
{
	return v > 0 ? (uint64_t)v : 0;
}

static void counts_shown(const struct gt_trace *t, const int64_t *sum, uint64_t v[GT_COUNTS])
{
	for (int i = 0; i < GT_COUNTS; i++) {
		int from = counts_source_of(t, i);

		v[i] = no_less((int64_t)((uint64_t)sum[from] + (uint64_t)t->store.counting.base[from]));
	}
}

void gt_counts_at(const struct gt_trace *t, int64_t time, uint64_t v[GT_COUNTS])
{
	struct reader r = { .t = t };
	struct sum sum;

	memset(v, 0, GT_COUNTS * sizeof *v);
	if (time < 0 || time > t->info.duration || !read_stretch(&r, counts_stretch_at(t, time)))
		return;
	sum_up(&r.st, &r.c, time, &sum);
	reader_release(&r);
	counts_shown(t, sum.v, v);
}

/* What the sorted changes of one stretch make of its values at `time`, from there to `end`; false: fn had enough. */
static bool walk_stretch(struct reader *r, int64_t time, int64_t end, gt_counts_fn *fn, void *arg)
{
	uint64_t shown[GT_COUNTS];
	struct sum sum;
	size_t i = 0;

	sum_up(&r->st, &r->c, time, &sum);
	while (i < r->c.n && r->c.v[i].t <= time)
		i++;
	for (;;) {
		counts_shown(r->t, sum.v, shown);
		if (!fn(arg, time, shown))
			return false;
		if (i == r->c.n || r->c.v[i].t >= end)
			return true;
		for (time = r->c.v[i].t; i < r->c.n && r->c.v[i].t == time; i++) {
			sum.v[r->c.v[i].from]--;
			sum.v[r->c.v[i].to]++;
		}
	}
}

void gt_counts_walk(const struct gt_trace *t, int64_t a, int64_t b, gt_counts_fn *fn, void *arg)
{
	struct reader r = { .t = t };
	uint64_t k;

	a = a > 0 ? a : 0;
	b = b < t->info.duration ? b : t->info.duration;
	for (k = counts_stretch_at(t, a); a < b && read_stretch(&r, k); k++, a = r.end)
		if (a < r.end && !walk_stretch(&r, a, b < r.end ? b : r.end, fn, arg))
			break;
	reader_release(&r);
}

static void count_over(struct reader *r, int64_t a, int64_t b, struct gt_counts *c)
{
	const struct gt_trace *t = r->t;
	int64_t max[GT_COUNTS], at_start[GT_COUNTS + 1] = { 0 };
	struct sum at_a, at_b;
	uint64_t ka, kb;

	*c = (struct gt_counts){ .ns = { 0 } };
	a = a > 0 ? a : 0;
	b = b < t->info.duration ? b : t->info.duration;
	if (a >= b)
		return;
	for (int i = 0; i < GT_COUNTS; i++)
		max[i] = INT64_MIN;
	ka = counts_stretch_at(t, a);
	kb = counts_stretch_at(t, b);
	if (!read_stretch(r, ka))
		return;
	sum_up(&r->st, &r->c, a, &at_a);
	find_max(&r->c, at_a.v, a, ka == kb ? b : r->end, max);
	if (ka != kb) {
		max_of_stretches(t, ka + 1, kb, max);
		if (!read_stretch(r, kb))
			return;
		memcpy(at_start, r->st.v, sizeof r->st.v);
		find_max(&r->c, at_start, r->st.t, b, max);
	}
	sum_up(&r->st, &r->c, b, &at_b);
	for (int i = 0; i < GT_COUNTS; i++) {
		int from = counts_source_of(t, i);
		uint64_t base = (uint64_t)t->store.counting.base[from];

		c->ns[i] = (int64_t)(at_b.ns[from] - at_a.ns[from] + base * (uint64_t)(b - a));
		c->max[i] = no_less((int64_t)((uint64_t)max[from] + base));
	}
}

void gt_counts_over(const struct gt_trace *t, int64_t a, int64_t b, struct gt_counts *c)
{
	struct reader r = { .t = t };

	count_over(&r, a, b, c);
	reader_release(&r);
}

void gt_counts_columns(const struct gt_trace *t, const int64_t *edges, size_t n, struct gt_counts *c)
{
	struct reader r = { .t = t };

	for (size_t i = 0; i < n; i++)
		count_over(&r, edges[i], edges[i + 1], &c[i]);
	reader_release(&r);
}
