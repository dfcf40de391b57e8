/* What goroutines did between two times, for many such stretches of time. */
#include "analysis/tasks/splits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/xalloc.h"

#define STEP 128u                /* sums are kept at every so many slices; at fewer where there are many reasons */

/* The sums of a goroutine up to the end of the slice before k0. */
struct mark {
	uint32_t k0, n;          /* n reasons, from `first` in the pool */
	size_t first;
	int64_t ns[GT_SPENT_KINDS];
};

struct marked {
	struct mark *v;
	size_t n, cap;
};

/* What a goroutine did from one mark to the next. */
struct part {
	uint32_t g, k0, k1;
	bool known;
	struct gt_interval *v;
	size_t n, cap;
	const struct gt_trace *t;
};

struct gt_splits {
	const struct gt_trace *t;
	struct gt_map by_g;      /* goroutine row: place in gs */
	struct marked *gs;
	size_t n, cap;
	struct gt_reason_ns *pool;
	size_t npool, poolcap;
	struct part near[2];     /* around the begin and the end of the last stretch: the next one is often near */
	struct gt_gsums cum;     /* while marks are made */
};

struct gt_splits *gt_splits_open(const struct gt_trace *t)
{
	struct gt_splits *s = gt_xcalloc(1, sizeof *s);

	s->t = s->near[0].t = s->near[1].t = t;
	return s;
}

void gt_splits_close(struct gt_splits *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->n; i++)
		free(s->gs[i].v);
	for (int i = 0; i < 2; i++)
		free(s->near[i].v);
	gt_map_release(&s->by_g);
	gt_gsums_release(&s->cum);
	free(s->gs);
	free(s->pool);
	free(s);
}

/* ---- parts of a goroutine ---- */

static bool keep_interval(void *arg, const struct gt_interval *iv)
{
	struct part *p = arg;

	if (!gt_interval_known(p->t, iv))
		return true;
	GT_GROW(p->v, p->cap, p->n + 1);
	p->v[p->n++] = *iv;
	return true;
}

static void load(struct part *p, uint32_t g, uint32_t k0, uint32_t k1)
{
	if (p->known && p->g == g && p->k0 == k0 && p->k1 == k1)
		return;
	p->known = true;
	p->g = g;
	p->k0 = k0;
	p->k1 = k1;
	p->n = 0;
	gt_goroutine_walk_part(p->t, g, k0, k1, keep_interval, p);
}

static void add_ns(struct gt_gsums *sums, const struct gt_interval *iv, int64_t ns)
{
	sums->ns[iv->what] += ns;
	if (iv->what == GT_SPENT_BLOCK)
		gt_gsums_add_blocks(sums, &(struct gt_reason_ns){ iv->reason, ns }, 1);
}

/* Adds what the part has in [t0, t1), or takes it away. */
static void splits_add_part(const struct part *p, int64_t t0, int64_t t1, int sign, struct gt_gsums *sums)
{
	for (size_t i = GT_BISECT(k, 0, p->n, p->v[k].t1 <= t0); i < p->n && p->v[i].t0 < t1; i++) {
		const struct gt_interval *iv = &p->v[i];
		int64_t a = iv->t0 > t0 ? iv->t0 : t0, b = iv->t1 < t1 ? iv->t1 : t1;

		if (b > a)
			add_ns(sums, iv, sign * (b - a));
	}
}

/* ---- marks ---- */

struct marking {
	const struct gt_trace *t;
	struct gt_gsums *cum;
};

static bool cumulate(void *arg, const struct gt_interval *iv)
{
	struct marking *m = arg;

	if (gt_interval_known(m->t, iv))
		add_ns(m->cum, iv, iv->t1 - iv->t0);
	return true;
}

static void splits_make_marks(struct gt_splits *s, struct marked *m, uint32_t g, uint32_t slices)
{
	struct marking marking = { s->t, &s->cum };
	uint32_t step;

	gt_splits_begin(&s->cum);
	for (uint64_t k = 0; k < slices || !k; k += step) {
		struct mark *mark;
		size_t n = s->cum.nblock;

		GT_GROW(m->v, m->cap, m->n + 1);
		mark = &m->v[m->n++];
		*mark = (struct mark) { .k0 = (uint32_t)k, .n = (uint32_t)n, .first = s->npool };
		memcpy(mark->ns, s->cum.ns, sizeof mark->ns);
		GT_GROW(s->pool, s->poolcap, s->npool + n);
		if (n)
			memcpy(s->pool + s->npool, s->cum.block, n * sizeof *s->pool);
		s->npool += n;
		step = n > STEP ? (uint32_t)n : STEP;
		if (k + step < slices)
			gt_goroutine_walk_part(s->t, g, (uint32_t)k, (uint32_t)(k + step), cumulate, &marking);
	}
}

static const struct marked *splits_marks_of(struct gt_splits *s, uint32_t g, uint32_t slices)
{
	bool added = false;
	uint32_t i = gt_map_get_or_put(&s->by_g, g, (uint32_t)s->n, &added);

	if (added) {
		GT_GROW(s->gs, s->cap, s->n + 1);
		s->gs[s->n++] = (struct marked) { 0 };
		splits_make_marks(s, &s->gs[i], g, slices);
	}
	return &s->gs[i];
}

/* The part of the goroutine that a time lies in, and the mark before it. */
static const struct mark *part_at(struct gt_splits *s, struct part *p, const struct marked *m, uint32_t g,
				  uint32_t slices, int64_t time)
{
	uint32_t k = gt_goroutine_seek(s->t, g, time);
	size_t i = GT_BISECT(j, 0, m->n, m->v[j].k0 <= k);

	assert(i > 0);
	load(p, g, m->v[i - 1].k0, i < m->n ? m->v[i].k0 : slices);
	return &m->v[i - 1];
}

static void splits_add_mark(const struct gt_splits *s, const struct mark *mark, int sign, struct gt_gsums *sums)
{
	for (int i = 0; i < GT_SPENT_KINDS; i++)
		sums->ns[i] += sign * mark->ns[i];
	for (uint32_t i = 0; i < mark->n; i++) {
		struct gt_reason_ns r = s->pool[mark->first + i];

		r.ns *= sign;
		gt_gsums_add_blocks(sums, &r, 1);
	}
}

void gt_splits_add(struct gt_splits *s, uint32_t g, int64_t t0, int64_t t1, struct gt_gsums *sums)
{
	struct gt_goroutine gr;
	const struct mark *from, *to;
	const struct marked *m;

	assert(t0 <= t1);
	if (t0 == t1 || !gt_goroutine_get(s->t, g, &gr))
		return;
	sums->total += t1 - t0;
	m = splits_marks_of(s, g, gr.slices);
	from = part_at(s, &s->near[0], m, g, gr.slices, t0);
	to = part_at(s, &s->near[1], m, g, gr.slices, t1);
	if (from == to) {
		splits_add_part(&s->near[0], t0, t1, 1, sums);
		return;
	}
	splits_add_mark(s, to, 1, sums);
	splits_add_part(&s->near[1], INT64_MIN, t1, 1, sums);
	splits_add_mark(s, from, -1, sums);
	splits_add_part(&s->near[0], INT64_MIN, t0, -1, sums);
}

void gt_splits_begin(struct gt_gsums *sums)
{
	memset(sums->ns, 0, sizeof sums->ns);
	sums->total = 0;
	gt_gsums_forget_blocks(sums);
}

void gt_splits_finish(struct gt_gsums *sums)
{
	size_t n = 0;

	for (size_t i = 0; i < sums->nblock; i++)
		if (sums->block[i].ns)
			sums->block[n++] = sums->block[i];
	sums->nblock = n;
	gt_gsums_sort(sums);
}

/* ---- rows of tables ---- */

#define QUICK_SLICES 1000        /* a row of a screen may look at so many */

/* Slices that are looked at for one stretch of a goroutine. */
static uint64_t cost_of(const struct gt_splits *s, uint32_t g)
{
	struct gt_goroutine gr;

	if (gt_map_get(&s->by_g, g) != GT_MAP_NONE || !gt_goroutine_get(s->t, g, &gr))
		return 0;
	return gr.slices;
}

void gt_span_sums_fill(struct gt_span_sums *s, const struct gt_trace *t)
{
	uint64_t cost = 0;

	if (!s->splits)
		s->splits = gt_splits_open(t);
	for (size_t i = 0; s->quick && i < s->spans.n && cost <= QUICK_SLICES; i++)
		cost += cost_of(s->splits, s->spans.v[i].g);
	s->unknown = cost > QUICK_SLICES;
	gt_splits_begin(&s->sums);
	for (size_t i = 0; !s->unknown && i < s->spans.n; i++)
		gt_splits_add(s->splits, s->spans.v[i].g, s->spans.v[i].t0, s->spans.v[i].t1, &s->sums);
	gt_splits_finish(&s->sums);
}

int gt_span_sums_prepare(struct gt_span_sums *s, const struct gt_trace *t, const struct gt_table_args *args,
			 struct gt_error *err)
{
	uint64_t n = gt_trace_info(t)->regions;
	struct gt_region r;

	if (!s->splits)
		s->splits = gt_splits_open(t);
	for (uint64_t i = 0; i < n; i++) {
		if (i % 4096 == 0 && args->progress && !args->progress(args->progress_arg, i, n))
			return gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "reading was cancelled");
		if (gt_region_get(t, i, &r) && cost_of(s->splits, r.g) > STEP)
			splits_marks_of(s->splits, r.g, (uint32_t)cost_of(s->splits, r.g));
	}
	return 0;
}

void gt_span_sums_release(struct gt_span_sums *s)
{
	gt_splits_close(s->splits);
	gt_gspans_release(&s->spans);
	gt_gsums_release(&s->sums);
	free(s->items);
	*s = (struct gt_span_sums) { 0 };
}

void gt_span_sums_cell(const struct gt_span_sums *s, unsigned what, struct gt_cell *out)
{
	assert(what <= GT_SPENT_KINDS);
	if (!s->unknown)
		gt_cell_i(out, what == GT_SPENT_KINDS ? s->sums.total : s->sums.ns[what]);
}

void gt_span_sums_block(struct gt_span_sums *s, const struct gt_trace *t, struct gt_cell *out)
{
	if (s->unknown)
		return;
	GT_GROW(s->items, s->cap, s->sums.nblock);
	for (size_t i = 0; i < s->sums.nblock; i++) {
		struct gt_item *item = &s->items[i];

		item->key = gt_trace_string(t, s->sums.block[i].reason, &item->nkey);
		item->value = (struct gt_cell) { .kind = GT_KIND_DUR };
		gt_cell_i(&item->value, s->sums.block[i].ns);
	}
	gt_cell_items(out, s->items, s->sums.nblock);
}
