/* Who ran instead, as a cell. */
#include "analysis/pressure/ranby.h"

#include <stdlib.h>
#include <string.h>

#include "base/varint.h"
#include "base/xalloc.h"

#define TOLD (UINT32_C(1) << 24)      /* bytes of a scratch */

static bool ranby_begin(struct gt_ranby *r, struct gt_table *t)
{
	const struct gt_held_args a = { .from = INT64_MIN, .to = INT64_MAX, .whole = true };
	struct gt_blame_index blames = { 0 };

	if (!r->begun) {
		r->begun = true;
		r->row = UINT64_MAX;
		gt_blame_index_update(&blames, t->trace, 0);
		gt_held_begin(&r->held, t->trace, &blames, &a, &t->fault);
		gt_blame_index_release(&blames);
	}
	return !t->fault.code;
}

/* ---- all rows ---- */

struct ran_time {
	struct gt_held_span time;
	uint64_t row;
};

struct ran_all {
	struct gt_ranby *r;
	const struct ran_time *times;
	const struct gt_table_args *args;       /* whose progress is told, or NULL */
	uint64_t told, rows;
	bool failed, cancelled;
};

#define TELL_EVERY 1024
#define BUCKETS 1024u         /* of time: so many parts are sorted one after the other */

/* So much of all is done; false: it is to end. */
static bool tell_all(struct ran_all *all, uint64_t done, uint64_t total)
{
	const struct gt_table_args *a = all->args;

	all->cancelled = all->cancelled || (a && a->progress && !a->progress(a->progress_arg, done, total));
	return !all->cancelled;
}

/* A row: time in which a P was free, number of parts, and of each what it is and ns. */
static void tell_row(void *arg, size_t i, const struct gt_held *h)
{
	struct ran_all *all = arg;
	struct gt_ranby *r = all->r;
	size_t most = (2 * h->nparts + 2) * GT_VARINT_MAX;
	uint8_t *p;

	/* Half of it was to sort. */
	if (all->told++ % TELL_EVERY == 0)
		tell_all(all, all->rows + all->told, 2 * all->rows);
	r->held.stop = all->cancelled || all->failed;
	if (r->held.stop)
		return;
	if (!r->ntold || r->used + most > r->told[r->ntold - 1].bytes) {
		GT_GROW(r->told, r->cap_told, r->ntold + 1);
		r->used = 0;
		all->failed = gt_scratch_alloc(&r->told[r->ntold], most > TOLD ? most : TOLD, 1, NULL);
		r->ntold += !all->failed;
	}
	if (all->failed)
		return;
	((uint64_t *)r->places.data)[all->times[i].row] = (uint64_t)r->ntold << 32 | r->used;
	p = (uint8_t *)r->told[r->ntold - 1].data + r->used;
	p += gt_varint_put(p, (uint64_t)h->split.ns[GT_HELD_FREE]);
	p += gt_varint_put(p, h->nparts);
	for (size_t k = 0; k < h->nparts; k++) {
		p += gt_varint_put(p, (uint64_t)h->parts[k].func << 8 | h->parts[k].kind);
		p += gt_varint_put(p, (uint64_t)h->parts[k].ns);
	}
	r->used = (size_t)(p - (uint8_t *)r->told[r->ntold - 1].data);
}

static void recall_row(struct gt_ranby *r, uint64_t row)
{
	uint64_t place = ((const uint64_t *)r->places.data)[row], v = 0, n = 0;
	const struct gt_scratch *s = place ? &r->told[(place >> 32) - 1] : NULL;
	const uint8_t *p = s ? (const uint8_t *)s->data + (uint32_t)place : NULL, *end;
	struct gt_held *h = &r->held;

	h->split = (struct gt_held_split){ { 0 } };
	h->nparts = 0;
	if (!s)
		return;
	end = (const uint8_t *)s->data + s->bytes;
	p = gt_varint(p, end, &v);
	h->split.ns[GT_HELD_FREE] = (int64_t)v;
	p = gt_varint(p, end, &n);
	GT_GROW(h->parts, h->cap_parts, n + 1);
	while (h->nparts < n) {
		struct gt_held_part *part = &h->parts[h->nparts++];

		p = gt_varint(p, end, &v);
		part->func = (uint32_t)(v >> 8);
		part->kind = (uint8_t)v;
		p = gt_varint(p, end, &v);
		part->ns = (int64_t)v;
		h->split.ns[part->kind] += part->ns;
		h->split.ns[GT_HELD_PROCS] += part->ns;
	}
}

static int time_later(const void *pa, const void *pb)
{
	const struct ran_time *a = pa, *b = pb;

	return GT_DESC(a, b, time.t1) ?: GT_ASC(a, b, row);
}

static unsigned ends_in_bucket(const struct gt_held_span *time, int64_t length)
{
	int64_t t = time->t1 < 0 ? 0 : time->t1 < length ? time->t1 : length - 1;

	return BUCKETS - 1 - (unsigned)((unsigned __int128)t * BUCKETS / (uint64_t)length);
}

/* The latest ends first.  By parts of the time, so that it can be stopped; false: it was. */
static bool order_times(struct ran_all *all, struct ran_time *v, struct gt_table *t, gt_ranby_time_fn *time)
{
	int64_t length = gt_trace_info(t->trace)->duration + 1;
	uint64_t ends[BUCKETS + 1] = { 0 };

	for (uint64_t i = 0; i < t->rows; i++) {
		struct gt_held_span span = time(t, i);

		ends[ends_in_bucket(&span, length) + 1]++;
	}
	for (unsigned i = 0; i < BUCKETS; i++)
		ends[i + 1] += ends[i];
	/* ends[i] is where bucket i begins, and in the end where it ends. */
	for (uint64_t i = 0; i < t->rows; i++) {
		struct gt_held_span span = time(t, i);

		v[ends[ends_in_bucket(&span, length)]++] = (struct ran_time){ span, i };
	}
	for (unsigned i = 0; i < BUCKETS; i++) {
		uint64_t from = i ? ends[i - 1] : 0;

		if (ends[i] > from)
			qsort(v + from, ends[i] - from, sizeof *v, time_later);
		if (!tell_all(all, ends[i], 2 * t->rows))
			return false;
	}
	return true;
}

static void release_told(struct gt_ranby *r)
{
	for (size_t i = 0; i < r->ntold; i++)
		gt_scratch_free(&r->told[i]);
	free(r->told);
	r->told = NULL;
	r->ntold = r->cap_told = 0;
	gt_scratch_free(&r->places);
}

int gt_ranby_look_at_all(struct gt_ranby *r, struct gt_table *t, gt_ranby_time_fn *time,
			 const struct gt_table_args *args)
{
	struct ran_all all = { .r = r, .args = args, .rows = t->rows };
	struct gt_scratch order, times = { 0 };
	struct ran_time *v;
	bool ok = t->rows <= UINT32_MAX && ranby_begin(r, t) &&
		  !gt_scratch_alloc(&order, t->rows, sizeof *v, NULL);

	if (!ok)
		return GT_ERR_NOMEM;
	ok = !gt_scratch_alloc(&times, t->rows, sizeof v->time, NULL);
	if (ok && !gt_scratch_alloc(&r->places, t->rows, sizeof(uint64_t), NULL)) {
		all.times = v = order.data;
		ok = order_times(&all, v, t, time);
		for (uint64_t i = 0; ok && i < t->rows; i++)
			((struct gt_held_span *)times.data)[i] = v[i].time;
		if (ok)
			gt_held_each(&r->held, times.data, t->rows, tell_row, &all);
		r->row = UINT64_MAX;
	}
	gt_scratch_free(&times);
	gt_scratch_free(&order);
	ok = r->places.data && !all.failed && !all.cancelled;
	if (!ok)
		release_told(r);
	return ok ? 0 : all.cancelled ? GT_ERR_CANCELLED : GT_ERR_NOMEM;
}

/* ---- one row ---- */

const struct gt_held_split *gt_ranby_look(struct gt_ranby *r, struct gt_table *t, int64_t t0, int64_t t1)
{
	if (!ranby_begin(r, t))
		return NULL;
	if (r->row != t->row && r->places.data) {
		recall_row(r, t->row);
	} else if (r->row != t->row) {
		gt_held_one(&r->held, t0, t1);
		r->asked++;
	}
	r->row = t->row;
	return &r->held.split;
}

void gt_ranby_parts(struct gt_ranby *r, const struct gt_trace *t, const struct gt_held_part *parts, size_t n,
		    struct gt_cell *out)
{
	GT_GROW(r->items, r->cap_items, n + 1);
	for (size_t i = 0; i < n; i++) {
		const char *name = gt_held_name(parts[i].kind);
		size_t len = strlen(name);

		if (parts[i].kind <= GT_HELD_UNNAMED && parts[i].func)
			name = gt_trace_string(t, parts[i].func, &len);
		r->items[i] = (struct gt_item){ .key = name, .nkey = len, .value = { .kind = GT_KIND_DUR } };
		gt_cell_i(&r->items[i].value, parts[i].ns);
	}
	gt_cell_items(out, r->items, n);
}

void gt_ranby_cell(struct gt_ranby *r, struct gt_table *t, int64_t t0, int64_t t1, struct gt_cell *out)
{
	if (gt_ranby_look(r, t, t0, t1))
		gt_ranby_parts(r, t->trace, r->held.parts, r->held.nparts, out);
}

void gt_ranby_release(struct gt_ranby *r)
{
	if (r->begun)
		gt_held_release(&r->held);
	release_told(r);
	free(r->items);
	*r = (struct gt_ranby){ .row = 0 };
}
