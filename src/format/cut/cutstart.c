/* What is going on where a cut begins, as records of status. */
#include <stdlib.h>

#include "base/xalloc.h"
#include "format/cut/cutown.h"
#include "order/v2decode.h"

bool cut_take_state(struct gt_cut *c)
{
	gt_order_get_state(c->order, &c->state);
	return c->state.ngs || c->state.nps;
}

static int cutstart_by_id(const void *key, const void *item)
{
	uint64_t x = *(const uint64_t *)key, y = *(const uint64_t *)item;

	return x < y ? -1 : x > y;
}

struct gt_order_g *cut_g(struct gt_cut *c, uint64_t id)
{
	return c->state.ngs ? bsearch(&id, c->state.gs, c->state.ngs, sizeof *c->state.gs, cutstart_by_id) : NULL;
}

struct gt_order_p *cut_p(struct gt_cut *c, uint64_t id)
{
	return c->state.nps ? bsearch(&id, c->state.ps, c->state.nps, sizeof *c->state.ps, cutstart_by_id) : NULL;
}

/* ---- goroutines ---- */

/* The life that goroutine `id` has at the start, and its first slice that ends later. */
static uint32_t life_at_start(const struct gt_cut *c, uint64_t id, uint32_t *slice)
{
	int64_t from = c->from - c->first_ts;
	uint32_t row = gt_goroutine_find(c->t, id, from);

	*slice = row == GT_NO_ROW ? 0 : gt_goroutine_seek(c->t, row, from);
	return row;
}

/* Where it was when its state changed last, which also gives it its name. */
static uint64_t stack_at_start(struct gt_cut *c, uint64_t id)
{
	struct gt_goroutine g;
	struct gt_slice s;
	uint32_t k, row = life_at_start(c, id, &k);

	if (row == GT_NO_ROW || !gt_goroutine_get(c->t, row, &g))
		return 0;
	if (k > 0 && gt_slice_get(c->t, gt_goroutine_slice(c->t, row, k - 1), &s) && s.end_stack)
		return cut_stack_of_row(c, s.end_stack);
	return cut_stack_of_row(c, g.first_stack);
}

/* on: the thread that says it; of: the thread that has it. */
static void add_g(struct gt_cut *c, uint64_t on, uint64_t of, const struct gt_order_g *g)
{
	uint64_t stack = c->w.minor >= 23 ? stack_at_start(c, g->id) : 0;

	cut_add(c, (struct cut_record){ .m = on, .type = stack ? GT_V2_GoStatusStack : GT_V2_GoStatus,
					.args = { g->id, of, g->status, stack } });
	if (g->assist)
		cut_add(c, (struct cut_record){ .m = on, .type = GT_V2_GCMarkAssistActive, .args = { g->id } });
}

static void add_p(struct gt_cut *c, uint64_t on, const struct gt_order_p *p)
{
	cut_add(c, (struct cut_record){ .m = on, .type = GT_V2_ProcStatus, .args = { p->id, p->status } });
	if (p->sweep)
		cut_add(c, (struct cut_record){ .m = on, .type = GT_V2_GCSweepActive, .args = { p->id } });
}

/* ---- what a goroutine on a P is in ---- */

static void add_label(struct gt_cut *c, uint64_t m, uint64_t g)
{
	struct gt_slice s;
	uint32_t k, row = life_at_start(c, g, &k);

	if (row != GT_NO_ROW && gt_slice_get(c->t, gt_goroutine_slice(c->t, row, k), &s) && s.label &&
	    s.t0 < c->from - c->first_ts)
		cut_add(c, (struct cut_record){ .m = m, .type = GT_V2_GoLabel,
						.args = { cut_string_of_row(c, s.label) } });
}

static void add_doing(struct gt_cut *c, const struct gt_order_m *m)
{
	const struct gt_order_g *g = cut_g(c, m->g);

	add_label(c, m->id, m->g);
	if (g && g->stw)
		cut_add(c, (struct cut_record){ .m = m->id, .type = GT_V2_STWBegin,
						.args = { cut_string(c, g->stw_kind), 0 } });
	cut_make_there(c, m->id, m->g);
}

/* ---- all of it ---- */

/* What threads with a P say of themselves; held and shown: which Ps and goroutines that are. */
static void add_threads(struct gt_cut *c, bool *held, bool *shown)
{
	for (size_t i = 0; i < c->state.nms; i++) {
		const struct gt_order_m *m = &c->state.ms[i];
		struct gt_order_p *p = cut_p(c, m->p);
		struct gt_order_g *g = cut_g(c, m->g);

		if (p) {
			add_p(c, m->id, p);
			held[p - c->state.ps] = true;
		}
		if (g && (p || g->status == GS_RUNNING)) {
			add_g(c, m->id, m->id, g);
			shown[g - c->state.gs] = true;
		}
	}
}

static uint64_t thread_in_call(const struct gt_cut *c, const struct gt_order_g *g)
{
	for (size_t i = 0; g->status == GS_SYSCALL && i < c->state.nms; i++)
		if (c->state.ms[i].g == g->id)
			return c->state.ms[i].id;
	return GT_NONE;
}

void cut_make_start(struct gt_cut *c)
{
	bool *held = gt_xcalloc(c->state.nps + 1, sizeof *held), *shown = gt_xcalloc(c->state.ngs + 1, sizeof *shown);

	cut_make_waiting(c);
	add_threads(c, held, shown);
	for (size_t i = 0; i < c->state.nps; i++)
		if (!held[i])
			add_p(c, GT_V2_NONE, &c->state.ps[i]);
	for (size_t i = 0; i < c->state.ngs; i++)
		if (!shown[i])
			add_g(c, GT_V2_NONE, thread_in_call(c, &c->state.gs[i]), &c->state.gs[i]);
	if (c->state.gc == GT_ORDER_GC_ON)
		cut_add(c, (struct cut_record){ .m = GT_V2_NONE, .type = GT_V2_GCActive, .args = { c->state.gc_seq } });
	for (size_t i = 0; i < c->state.nms; i++)
		if (c->state.ms[i].p != GT_NONE && c->state.ms[i].g != GT_NONE)
			add_doing(c, &c->state.ms[i]);
	free(held);
	free(shown);
}
