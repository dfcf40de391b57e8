/* Ordering rules of ranges, metrics and user annotations; the table of all rules (format/v2.md 12, 15). */
#include "order/v2state.h"

typedef unsigned long long ull;

/* ---- ranges on goroutines: stop-the-world and mark assist ---- */

static int begin_g_range(struct v2_step *s, uint64_t kind)
{
	struct v2_g *g = v2_check(s, NEED_USER) < 0 ? NULL : v2_known_g(s);

	if (!g)
		return GT_ERR_ORDER;
	if (v2_range_open(&v2_open_of(g)->ranges, s->c->type, kind))
		return v2_broken(s, "goroutine %llu has this range open already", (ull)g->id);
	v2_range_add(&g->open->ranges, s->c->type, kind);
	v2_emit_g(s, s->cur.slot);
	return 1;
}

static int end_g_range(struct v2_step *s, uint8_t begin)
{
	struct v2_g *g = v2_check(s, NEED_USER) < 0 ? NULL : v2_known_g(s);
	uint64_t kind;

	if (!g)
		return GT_ERR_ORDER;
	if (!g->open || !v2_range_remove(&g->open->ranges, begin, &kind))
		return v2_broken(s, "goroutine %llu has no such range open", (ull)g->id);
	v2_emit_g(s, s->cur.slot)->str = kind;
	return 1;
}

int v2_stw_begin(struct v2_step *s)
{
	int rc = begin_g_range(s, s->c->args[0]);

	if (rc > 0 && s->o->open_stws++ == GT_MAX_OPEN_STWS_V2)
		return gt_error_set(s->err, GT_ERR_LIMIT, s->c->off, "more than %d stops of the world at a time",
				    GT_MAX_OPEN_STWS_V2);
	return rc;
}

/* Those of a goroutine that ends meanwhile never do. */
int v2_stw_end(struct v2_step *s)
{
	int rc = end_g_range(s, GT_V2_STWBegin);

	s->o->open_stws -= rc > 0;
	return rc;
}

int v2_assist_begin(struct v2_step *s)
{
	return begin_g_range(s, 0);
}

int v2_assist_end(struct v2_step *s)
{
	return end_g_range(s, GT_V2_GCMarkAssistBegin);
}

/* A range that is going on at a generation's start: opened in the first generation, confirmed later. */
static int activate(struct v2_step *s, struct v2_ranges *r, uint8_t begin)
{
	bool open = v2_range_open(r, begin, 0);

	if (s->o->initial && open)
		return v2_broken(s, "the range is open already in the first generation");
	if (!s->o->initial && !open)
		return v2_broken(s, "the range is not open");
	if (!open)
		v2_range_add(r, begin, 0);
	return 1;
}

int v2_assist_active(struct v2_step *s)
{
	uint32_t slot;
	struct v2_g *g = v2_find_g(s->o, s->c->args[0], &slot);
	int rc;

	if (!g)
		return v2_broken(s, "goroutine %llu is not known", (ull)s->c->args[0]);
	if ((rc = activate(s, &v2_open_of(g)->ranges, GT_V2_GCMarkAssistBegin)) < 0)
		return rc;
	v2_emit_g(s, slot);
	return 1;
}

/* ---- sweeping, on Ps ---- */

int v2_sweep_begin(struct v2_step *s)
{
	struct v2_p *p = v2_check(s, NEED_M | NEED_P) < 0 ? NULL : v2_known_p(s);

	if (!p)
		return GT_ERR_ORDER;
	if (v2_range_open(&p->ranges, GT_V2_GCSweepBegin, 0))
		return v2_broken(s, "P %llu is sweeping already", (ull)p->id);
	v2_range_add(&p->ranges, GT_V2_GCSweepBegin, 0);
	v2_emit(s);
	return 1;
}

int v2_sweep_end(struct v2_step *s)
{
	struct v2_p *p = v2_check(s, NEED_M | NEED_P) < 0 ? NULL : v2_known_p(s);
	uint64_t kind;

	if (!p)
		return GT_ERR_ORDER;
	if (!v2_range_remove(&p->ranges, GT_V2_GCSweepBegin, &kind))
		return v2_broken(s, "P %llu is not sweeping", (ull)p->id);
	v2_emit(s);
	return 1;
}

int v2_sweep_active(struct v2_step *s)
{
	struct v2_p *p = v2_find_p(s->o, s->c->args[0], NULL);
	int rc;

	if (!p)
		return v2_broken(s, "P %llu is not known", (ull)s->c->args[0]);
	if ((rc = activate(s, &p->ranges, GT_V2_GCSweepBegin)) < 0)
		return rc;
	v2_emit(s);
	return 1;
}

/* ---- the GC mark phase ---- */

int v2_gc_active(struct v2_step *s)
{
	struct v2_order *o = s->o;
	uint64_t seq = s->c->args[0];
	int rc;

	if (o->initial) {
		if (o->gc != GC_UNKNOWN)
			return v2_broken(s, "it is not the first GC event of the first generation");
		o->gc_seq = seq;
		o->gc = GC_ON;
		v2_emit(s);
		return 1;
	}
	if (seq != o->gc_seq + 1)
		return 0;
	if (o->gc != GC_ON)
		return v2_broken(s, "no GC cycle is going on");
	if ((rc = v2_check(s, NEED_USER)) < 0)
		return rc;
	o->gc_seq = seq;
	v2_emit(s);
	return 1;
}

int v2_gc_begin(struct v2_step *s)
{
	struct v2_order *o = s->o;
	uint64_t seq = s->c->args[0];
	int rc;

	if (o->gc != GC_UNKNOWN) {
		if (seq != o->gc_seq + 1)
			return 0;
		if (o->gc == GC_ON)
			return v2_broken(s, "a GC cycle is going on already");
		if ((rc = v2_check(s, NEED_USER)) < 0)
			return rc;
	}
	o->gc_seq = seq;
	o->gc = GC_ON;
	v2_emit(s);
	return 1;
}

int v2_gc_end(struct v2_step *s)
{
	struct v2_order *o = s->o;
	int rc;

	if (s->c->args[0] != o->gc_seq + 1)
		return 0;
	if (o->gc != GC_ON)
		return v2_broken(s, o->gc == GC_OFF ? "no GC cycle is going on" :
						      "it comes before any begin of a GC cycle");
	if ((rc = v2_check(s, NEED_USER)) < 0)
		return rc;
	o->gc_seq++;
	o->gc = GC_OFF;
	v2_emit(s);
	return 1;
}

/* ---- metrics and annotations ---- */

/* Events that change no state of the machine need their context only. */
static int emit_in(struct v2_step *s, unsigned needs)
{
	int rc = v2_check(s, needs);

	if (rc < 0)
		return rc;
	v2_emit(s);
	return 1;
}

int v2_user_event(struct v2_step *s)
{
	return emit_in(s, NEED_USER);
}

int v2_proc_event(struct v2_step *s)
{
	return emit_in(s, NEED_M | NEED_P);
}

int v2_thread_event(struct v2_step *s)
{
	return emit_in(s, NEED_M);
}

int v2_task_begin(struct v2_step *s)
{
	uint64_t id = s->c->args[0];
	int rc;

	if (gt_map_get(&s->o->tasks, id) != GT_MAP_NONE)
		return v2_broken(s, "task %llu is open already", (ull)id);
	if ((rc = v2_check(s, NEED_USER)) < 0)
		return rc;
	gt_map_put(&s->o->tasks, id, 1);
	v2_emit(s);
	return 1;
}

int v2_task_end(struct v2_step *s)
{
	int rc = emit_in(s, NEED_USER);

	if (rc > 0)
		gt_map_remove(&s->o->tasks, s->c->args[0]);
	return rc;
}

/*
 * Begin or end of a region.  Which begin an end belongs to, and whether there is one, is the program's business:
 * it says nothing about scheduling, so no order is wrong because of it (index/build/build_regions.c pairs them).
 */
int v2_region_event(struct v2_step *s)
{
	if (v2_check(s, NEED_USER) < 0)
		return GT_ERR_ORDER;
	if (!v2_known_g(s))
		return GT_ERR_ORDER;
	v2_emit(s);
	return 1;
}

/* Of a sync batch: it may not stand among events. */
int v2_bad_type(struct v2_step *s)
{
	return v2_broken(s, "bad event type %u in an event batch", s->c->type);
}

v2_rule *const v2_rules[GT_V2_TYPES] = {
#define V2_MEANING(type, rule, what, subject, str, str2, stack2) [GT_V2_##type] = v2_##rule,
#include "order/meaning.def"
};
