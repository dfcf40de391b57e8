/* All stop-the-world pauses of a trace, and the sums over them. */
#include "analysis/stw/blame_index.h"

#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/sat.h"
#include "base/xalloc.h"

/* ---- stops ---- */

void gt_blame_index_release(struct gt_blame_index *b)
{
	free(b->rows);
	free(b->asks);
	free(b->delays);
	gt_map_release(&b->by_slice);
	gt_map_release(&b->asked_by);
	gt_blame_release(&b->work);
	*b = (struct gt_blame_index){ 0 };
}

static struct gt_slice_delay *blame_index_delay_of(struct gt_blame_index *b, uint32_t slice, uint32_t g)
{
	bool added = false;
	uint32_t i = gt_map_get_or_put(&b->by_slice, slice, (uint32_t)b->ndelays, &added);

	if (added) {
		GT_GROW(b->delays, b->cap_delays, b->ndelays + 1);
		b->delays[b->ndelays++] =
			(struct gt_slice_delay){ .slice = slice, .g = g, .worst = GT_NO_ROW };
	}
	return &b->delays[i];
}

/* delay: GT_NO_TIME if it was not the last one. */
static void add_ask(struct gt_blame_index *b, uint32_t range, uint32_t slice, uint32_t g, int64_t delay)
{
	struct gt_slice_delay *d = blame_index_delay_of(b, slice, g);

	GT_GROW(b->asks, b->cap_asks, b->nasks + 1);
	b->asks[b->nasks++] = (struct gt_blame_ask){
		.t0 = b->work.range.t0, .delay = delay, .range = range, .slice = slice, .g = g,
		.again = gt_map_get(&b->asked_by, g) == range };
	gt_map_put(&b->asked_by, g, range);
	d->asked++;
	if (delay == GT_NO_TIME)
		return;
	d->last++;
	gt_sat_grow(&d->sum, delay);
	if (d->worst == GT_NO_ROW || delay > d->max) {
		d->max = delay;
		d->worst = range;
	}
}

/* The slice found on a P was asked; so was the one that followed it before the P stopped. */
static void add_asks(struct gt_blame_index *b, const struct gt_trace *t, const struct gt_blame_row *row)
{
	struct gt_slice s;

	for (uint32_t i = 0; i < b->work.nprocs; i++) {
		const struct gt_blame_proc *p = &b->work.procs[i];

		if (!gt_stop_cause_was_asked(p->how))
			continue;
		if (p->found != GT_NO_ROW && p->found != p->slice && gt_slice_get(t, p->found, &s))
			add_ask(b, row->range, p->found, s.g, GT_NO_TIME);
		if (p->slice != GT_NO_ROW)
			add_ask(b, row->range, p->slice, p->g,
				(int)i == b->work.last ? row->delay : GT_NO_TIME);
	}
}

static struct gt_blame_row blame_index_row_of(const struct gt_blame *w, uint64_t range)
{
	struct gt_blame_row row = {.t0 = w->range.t0,
				   .t1 = w->range.t1,
				   .late = gt_blame_late_ns(w),
				   .yield = GT_NO_TIME,
				   .delay = GT_NO_TIME,
				   .range = (uint32_t)range,
				   .requester = w->requester,
				   .proc_row = GT_NO_ROW,
				   .slice = GT_NO_ROW,
				   .g = GT_NO_ROW,
				   .how = GT_STOPPED_IDLE,
				   .known = (uint8_t)w->known};
	const struct gt_blame_proc *p = w->last >= 0 ? &w->procs[w->last] : NULL;

	for (unsigned i = 0; i < GT_PAUSE_PARTS; i++)
		row.ns[i] = gt_blame_ns(w, (enum gt_pause_part)i);
	if (!p)
		return row;
	row.how = (uint8_t)p->how;
	row.proc_row = p->proc_row;
	row.yield = p->yield;
	row.slice = p->slice;
	row.g = p->g;
	row.stack = p->stack;
	row.delay = (p->yield == GT_NO_TIME ? w->end : p->yield) - w->range.t0;
	return row;
}

bool gt_blame_index_update(struct gt_blame_index *b, const struct gt_trace *t, uint64_t budget)
{
	uint64_t n = gt_ranges_of_kind(t, GT_RANGE_STW), end;

	if (gt_trace_info(t)->done && !b->final) {
		b->n = b->nasks = b->ndelays = 0;
		b->seen = 0;
		gt_map_clear(&b->by_slice);
		gt_map_clear(&b->asked_by);
		b->final = true;
	}
	b->work.brief = true;
	end = budget && n - b->seen > budget ? b->seen + budget : n;
	for (; b->seen < end; b->seen++) {
		uint32_t range = gt_range_of_kind(t, GT_RANGE_STW, b->seen);

		if (!gt_blame_find(&b->work, t, range))
			continue;
		GT_GROW(b->rows, b->cap, b->n + 1);
		b->rows[b->n] = blame_index_row_of(&b->work, range);
		add_asks(b, t, &b->rows[b->n++]);
	}
	return b->seen == n;
}

/* ---- questions ---- */

const struct gt_slice_delay *gt_blame_index_slice(const struct gt_blame_index *b, uint32_t slice)
{
	uint32_t i = gt_map_get(&b->by_slice, slice);

	return i == GT_MAP_NONE ? NULL : &b->delays[i];
}

size_t gt_blame_index_seek(const struct gt_blame_index *b, int64_t time)
{
	return GT_BISECT(i, 0, b->n, b->rows[i].t0 < time);
}

const struct gt_blame_row *gt_blame_index_of_range(const struct gt_blame_index *b, const struct gt_trace *t,
						   uint32_t range)
{
	struct gt_range_row r;

	if (!gt_range_get(t, range, &r))
		return NULL;
	for (size_t i = gt_blame_index_seek(b, r.t0); i < b->n && b->rows[i].t0 == r.t0; i++)
		if (b->rows[i].range == range)
			return &b->rows[i];
	return NULL;
}

/* ---- totals ---- */

struct totals {
	const struct gt_trace *t;
	struct gt_blame_total *v;
	size_t n, cap;
	struct gt_map by_key;           /* function or goroutine -> index */
	struct gt_map seen;             /* goroutines that were last already */
	bool by_g;
};

static struct gt_blame_total *total_of(struct totals *all, uint32_t g)
{
	struct gt_goroutine gor = { .func = 0 };
	bool added = false;
	uint32_t i;

	gt_goroutine_get(all->t, g, &gor);
	i = gt_map_get_or_put(&all->by_key, all->by_g ? g : gor.func, (uint32_t)all->n, &added);
	if (added) {
		GT_GROW(all->v, all->cap, all->n + 1);
		all->v[all->n++] = (struct gt_blame_total){
			.func = gor.func, .g = all->by_g ? g : GT_NO_ROW, .worst = GT_NO_ROW };
	}
	return &all->v[i];
}

static void add_to_total(struct totals *all, const struct gt_blame_ask *ask)
{
	struct gt_blame_total *v = total_of(all, ask->g);
	bool added = false;

	v->asked += !ask->again;
	if (ask->delay == GT_NO_TIME)
		return;
	v->count++;
	gt_sat_grow(&v->sum, ask->delay);
	gt_map_get_or_put(&all->seen, ask->g, 0, &added);
	v->goroutines += added;
	if (v->worst == GT_NO_ROW || ask->delay > v->max) {
		v->max = ask->delay;
		v->worst = ask->range;
	}
}

static int by_sum(const void *a, const void *b)
{
	const struct gt_blame_total *x = a, *y = b;

	return GT_DESC(x, y, sum) ?: GT_DESC(x, y, count) ?: GT_DESC(x, y, asked) ?:
	       GT_ASC(x, y, func) ?: GT_ASC(x, y, g);
}

struct gt_pause_sum gt_blame_index_sum(const struct gt_blame_index *b, int64_t from, int64_t to)
{
	struct gt_pause_sum sum = { .late = 0 };

	for (size_t i = gt_blame_index_seek(b, from); i < b->n && b->rows[i].t0 < to; i++) {
		const struct gt_blame_row *row = &b->rows[i];

		for (unsigned k = 0; k < GT_PAUSE_PARTS; k++) {
			if (row->ns[k] == GT_NO_TIME)
				continue;
			sum.n[k]++;
			gt_sat_grow(&sum.ns[k], row->ns[k]);
			sum.max[k] = row->ns[k] > sum.max[k] ? row->ns[k] : sum.max[k];
		}
		gt_sat_grow(&sum.late, row->late == GT_NO_TIME ? 0 : row->late);
	}
	return sum;
}

struct gt_blame_total gt_blame_index_nobody(const struct gt_blame_index *b, int64_t from, int64_t to)
{
	struct gt_blame_total v = { .g = GT_NO_ROW, .worst = GT_NO_ROW };

	for (size_t i = gt_blame_index_seek(b, from); i < b->n && b->rows[i].t0 < to; i++) {
		int64_t ns = b->rows[i].ns[GT_PAUSE_STOP];

		if (b->rows[i].g != GT_NO_ROW || b->rows[i].known == GT_BLAME_LOST)
			continue;
		v.count++;
		if (ns == GT_NO_TIME)
			continue;
		gt_sat_grow(&v.sum, ns);
		if (v.worst == GT_NO_ROW || ns > v.max) {
			v.max = ns;
			v.worst = b->rows[i].range;
		}
	}
	return v;
}

struct gt_blame_total *gt_blame_index_total(const struct gt_blame_index *b, const struct gt_trace *t,
					    bool by_g, int64_t from, int64_t to, size_t *n)
{
	struct totals all = { .t = t, .by_g = by_g };

	for (size_t i = 0; i < b->nasks; i++)
		if (b->asks[i].t0 >= from && b->asks[i].t0 < to)
			add_to_total(&all, &b->asks[i]);
	gt_map_release(&all.by_key);
	gt_map_release(&all.seen);
	if (all.n)
		qsort(all.v, all.n, sizeof *all.v, by_sum);
	*n = all.n;
	return all.v;
}
