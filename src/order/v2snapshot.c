/* A copy of the v2 machine's state for those who go on from it. */
#include "order/v2state.h"

#include <stdlib.h>

/* All three begin with their id. */
static int snapshot_by_id(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

_Static_assert(offsetof(struct gt_order_g, id) == 0 && offsetof(struct gt_order_p, id) == 0 &&
	       offsetof(struct gt_order_m, id) == 0, "they are sorted by their first word");

static uint64_t seq_here(const struct v2_order *o, struct v2_seq seq)
{
	return seq.gen == o->gen.gen ? seq.n : 0;
}

static struct gt_order_g copy_g(const struct v2_order *o, const struct v2_g *g)
{
	struct gt_order_g out = { .id = g->id, .seq = seq_here(o, g->seq), .status = g->status };

	for (uint32_t i = 0; g->open && i < g->open->ranges.n; i++) {
		const struct v2_range *r = &g->open->ranges.v[i];

		out.assist |= r->begin == GT_V2_GCMarkAssistBegin;
		if (r->begin != GT_V2_STWBegin || out.stw)
			continue;
		out.stw = true;
		out.stw_kind = r->kind;
	}
	return out;
}

void v2_get_state(const struct gt_order *base, struct gt_order_state *s)
{
	static const enum gt_order_gc gcs[] = {
		[GC_UNKNOWN] = GT_ORDER_GC_UNKNOWN, [GC_OFF] = GT_ORDER_GC_OFF, [GC_ON] = GT_ORDER_GC_ON,
	};
	const struct v2_order *o = (const struct v2_order *)base;

	GT_GROW(s->gs, s->gs_cap, o->ngs + 1);
	GT_GROW(s->ps, s->ps_cap, o->nps + 1);
	GT_GROW(s->ms, s->ms_cap, o->nms + 1);
	s->ngs = s->nps = s->nms = 0;
	for (size_t i = 0; i < o->ngs; i++)
		if (o->gs[i].id != GT_NONE && o->gs[i].status != GS_LOST)
			s->gs[s->ngs++] = copy_g(o, &o->gs[i]);
	for (size_t i = 0; i < o->nps; i++) {
		const struct v2_p *p = &o->ps[i];

		if (p->status != PS_LOST)
			s->ps[s->nps++] = (struct gt_order_p){
				.id = p->id, .seq = seq_here(o, p->seq), .status = p->status,
				.sweep = v2_range_open(&p->ranges, GT_V2_GCSweepBegin, 0),
			};
	}
	for (size_t i = 0; i < o->nms; i++)
		if (o->ms[i].p != GT_NONE || o->ms[i].g != GT_NONE)
			s->ms[s->nms++] = (struct gt_order_m){ .id = o->ms[i].m, .p = o->ms[i].p, .g = o->ms[i].g };
	qsort(s->gs, s->ngs, sizeof *s->gs, snapshot_by_id);
	qsort(s->ps, s->nps, sizeof *s->ps, snapshot_by_id);
	qsort(s->ms, s->nms, sizeof *s->ms, snapshot_by_id);
	s->gc = gcs[o->gc];
	s->gc_seq = o->gc_seq;
}
