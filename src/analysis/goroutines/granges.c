/* Ranges by name, and how long goroutines were inside (format/semantics.md 6: range totals). */
#include "analysis/goroutines/granges.h"

#include <stdlib.h>

#include "analysis/stacks/stacktext.h"
#include "base/bisect.h"
#include "base/sat.h"
#include "base/strtab.h"
#include "base/xalloc.h"

void gt_range_name(struct gt_buf *out, const struct gt_trace *t, const struct gt_range_row *r)
{
	switch (r->kind) {
	case GT_RANGE_STW:
		gt_put_string(out, t, "stop-the-world (", r->name, "stop-the-world (");
		gt_buf_putc(out, ')');
		break;
	case GT_RANGE_GC: gt_buf_puts(out, "GC concurrent mark phase"); break;
	case GT_RANGE_SWEEP: gt_buf_puts(out, "GC incremental sweep"); break;
	case GT_RANGE_ASSIST: gt_buf_puts(out, "GC mark assist"); break;
	}
}

struct gt_granges_names {
	struct gt_strtab text;
	struct gt_buf buf;
};

static int by_g_name(const void *a, const void *b)
{
	const struct gt_grange *x = a, *y = b;

	return GT_ASC(x, y, g) ?: GT_ASC(x, y, name);
}

static void granges_add_range(struct gt_granges *out, const struct gt_trace *t, const struct gt_range_row *r,
			      int64_t from, int64_t to)
{
	int64_t t0 = r->t0, t1 = r->t1;
	struct gt_granges_names *names = out->names;
	struct gt_goroutine g;

	/* One that has no end ends with its goroutine, or the trace. */
	if (t1 == GT_NO_TIME)
		t1 = gt_goroutine_get(t, r->g, &g) && g.end != GT_NO_TIME ? g.end : gt_trace_info(t)->duration;
	if (t0 < from)
		t0 = from;
	if (t1 > to)
		t1 = to;
	if (t1 < t0)
		return;
	gt_buf_reset(&names->buf);
	gt_range_name(&names->buf, t, r);
	GT_GROW(out->items, out->cap, out->n + 1);
	out->items[out->n++] = (struct gt_grange) {
		.g = r->g,
		.name = gt_strtab_add(&names->text, names->buf.data, names->buf.len),
		.ns = t1 - t0,
	};
}

/* Adds up neighbours of the same goroutine and name. */
static void granges_fold(struct gt_granges *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++) {
		if (n && !by_g_name(&r->items[n - 1], &r->items[i]))
			gt_sat_grow(&r->items[n - 1].ns, r->items[i].ns);
		else
			r->items[n++] = r->items[i];
	}
	r->n = n;
}

void gt_granges_fill(struct gt_granges *out, const struct gt_trace *t, int64_t from, int64_t to)
{
	uint64_t n = gt_trace_info(t)->ranges;
	size_t folded = 4096;
	struct gt_range_row r;

	*out = (struct gt_granges) { .names = gt_xcalloc(1, sizeof *out->names) };
	gt_strtab_init(&out->names->text);
	for (uint64_t i = 0; i < n; i++) {
		if (!gt_range_get(t, i, &r) || r.g == GT_NO_ROW || r.kind == GT_RANGE_GC)
			continue;
		granges_add_range(out, t, &r, from, to);
		if (out->n < 2 * folded)
			continue;
		/* Millions of sweeps are made by few goroutines: keep sums, not ranges. */
		qsort(out->items, out->n, sizeof *out->items, by_g_name);
		granges_fold(out);
		folded = out->n > 4096 ? out->n : 4096;
	}
	if (out->n)
		qsort(out->items, out->n, sizeof *out->items, by_g_name);
	granges_fold(out);
}

void gt_granges_release(struct gt_granges *r)
{
	if (r->names) {
		gt_strtab_release(&r->names->text);
		gt_buf_release(&r->names->buf);
	}
	free(r->names);
	free(r->items);
	*r = (struct gt_granges) { 0 };
}

size_t gt_granges_of(const struct gt_granges *r, uint32_t g, const struct gt_grange **first)
{
	size_t lo = GT_BISECT(i, 0, r->n, r->items[i].g < g), n = 0;

	*first = r->n ? r->items + lo : NULL;
	while (lo + n < r->n && r->items[lo + n].g == g)
		n++;
	return n;
}

const char *gt_granges_name(const struct gt_granges *r, uint32_t name, size_t *n)
{
	return gt_strtab_get(&r->names->text, name, n);
}
