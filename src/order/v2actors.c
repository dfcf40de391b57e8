/* The state of the v2 ordering machine: lookups, changes, checks of contexts. */
#include "order/v2state.h"

#include "base/buf.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- by id ---- */

static uint64_t id_of_g(const void *gs, uint32_t slot)
{
	return ((const struct v2_g *)gs)[slot].id;
}

static uint64_t id_of_p(const void *ps, uint32_t i)
{
	return ((const struct v2_p *)ps)[i].id;
}

static uint64_t id_of_m(const void *ms, uint32_t i)
{
	return ((const struct v2_ctx *)ms)[i].m;
}

uint32_t v2_slot_of(const struct v2_order *o, uint64_t id)
{
	return gt_idset_get(&o->gs_by_id, id, id_of_g, o->gs);
}

uint32_t v2_place_of_m(const struct v2_order *o, uint64_t id)
{
	return gt_idset_get(&o->ms_by_id, id, id_of_m, o->ms);
}

struct v2_g *v2_find_g(struct v2_order *o, uint64_t id, uint32_t *slot)
{
	uint32_t s = v2_slot_of(o, id);

	if (slot)
		*slot = s;
	return s == GT_MAP_NONE ? NULL : &o->gs[s];
}

struct v2_p *v2_find_p(struct v2_order *o, uint64_t id, uint32_t *pidx)
{
	uint32_t i = gt_idset_get(&o->ps_by_id, id, id_of_p, o->ps);

	if (pidx)
		*pidx = i;
	return i == GT_MAP_NONE ? NULL : &o->ps[i];
}

struct v2_ctx *v2_find_m(struct v2_order *o, uint64_t id)
{
	uint32_t i = v2_place_of_m(o, id);

	return i == GT_MAP_NONE ? NULL : &o->ms[i];
}

uint32_t v2_add_g(struct v2_order *o, uint64_t id, uint8_t status)
{
	uint32_t slot;

	if (o->nfree > 0) {
		slot = o->free_slots[--o->nfree];
	} else {
		GT_GROW(o->gs, o->gs_cap, o->ngs + 1);
		slot = (uint32_t)o->ngs++;
	}
	o->gs[slot] = (struct v2_g){ .id = id, .status = status, .seq = { o->gen.gen, 0 } };
	gt_idset_put(&o->gs_by_id, slot, id_of_g, o->gs);
	return slot;
}

uint32_t v2_add_p(struct v2_order *o, uint64_t id, uint8_t status)
{
	uint32_t i = (uint32_t)o->nps;

	GT_GROW(o->ps, o->ps_cap, o->nps + 1);
	o->ps[o->nps++] = (struct v2_p){ .id = id, .status = status, .seq = { o->gen.gen, 0 } };
	gt_idset_put(&o->ps_by_id, i, id_of_p, o->ps);
	return i;
}

uint32_t v2_add_m(struct v2_order *o, uint64_t id)
{
	uint32_t i = (uint32_t)o->nms;

	GT_GROW(o->ms, o->ms_cap, o->nms + 1);
	o->ms[o->nms++] = (struct v2_ctx){
		.m = id, .g = GT_NONE, .p = GT_NONE, .slot = GT_NO_SLOT, .pidx = GT_MAP_NONE,
	};
	gt_idset_put(&o->ms_by_id, i, id_of_m, o->ms);
	return i;
}

void v2_forget_g(struct v2_order *o, uint32_t slot)
{
	struct v2_g *g = &o->gs[slot];

	assert(slot < o->ngs && g->id != GT_NONE);
	gt_idset_remove(&o->gs_by_id, g->id, id_of_g, o->gs);
	v2_release_open(g);
	*g = (struct v2_g){ .id = GT_NONE };          /* of a free slot */
	GT_GROW(o->free_slots, o->free_cap, o->nfree + 1);
	o->free_slots[o->nfree++] = slot;
}

struct v2_open *v2_open_of(struct v2_g *g)
{
	if (!g->open)
		g->open = gt_xcalloc(1, sizeof *g->open);
	return g->open;
}

void v2_release_open(struct v2_g *g)
{
	if (g->open)
		free(g->open->ranges.v);
	free(g->open);
	g->open = NULL;
}

bool v2_range_open(const struct v2_ranges *r, uint8_t begin, uint64_t kind)
{
	for (uint32_t i = 0; i < r->n; i++)
		if (r->v[i].begin == begin && r->v[i].kind == kind)
			return true;
	return false;
}

void v2_range_add(struct v2_ranges *r, uint8_t begin, uint64_t kind)
{
	GT_GROW_FROM_ONE(r->v, r->cap, r->n);
	r->v[r->n++] = (struct v2_range){ .begin = begin, .kind = kind };
}

bool v2_range_remove(struct v2_ranges *r, uint8_t begin, uint64_t *kind)
{
	for (uint32_t i = 0; i < r->n; i++) {
		if (r->v[i].begin != begin)
			continue;
		*kind = r->v[i].kind;
		r->v[i] = r->v[--r->n];
		return true;
	}
	return false;
}

/* The innermost frame of a stack that is not the runtime's, or the outermost one; nothing if it is not there. */
static void put_frame(struct v2_order *o, uint64_t stack, struct gt_buf *out)
{
	struct gt_v2_frame frames[GT_V2_MAX_FRAMES];
	struct gt_buf name = { 0 };
	struct gt_v2_ref ref;
	int n = stack && gt_v2_table_get(&o->gen.stacks, stack, &ref) ? gt_v2_read_stack(o->src, ref, frames) : 0;

	for (int i = 0; i < n && out->len == 0; i++)
		if (gt_v2_gen_string(o->src, &o->gen, frames[i].func, &name) > 0 &&
		    (i == n - 1 || (strncmp(gt_buf_str(&name), "runtime.", 8) && strncmp(gt_buf_str(&name), "runtime/", 8))))
			gt_buf_printf(out, "%s:%" PRIu64, gt_buf_str(&name), frames[i].line);
	gt_buf_release(&name);
}

void v2_add_place(struct v2_order *o, const struct gt_v2_cursor *c, uint64_t m, uint64_t g, struct gt_error *err)
{
	struct gt_event e = { 0 };
	struct gt_buf frame = { 0 }, who = { 0 };
	char was[sizeof err->text];

	if (!err)
		return;
	v2_decode_event(&e, c);
	put_frame(o, e.stack, &frame);
	if (g != GT_NONE)
		gt_buf_printf(&who, "goroutine %" PRIu64, g);
	else
		gt_buf_printf(&who, "thread %" PRId64, (int64_t)m);
	memcpy(was, err->text, sizeof was);
	gt_error_set(err, err->code, err->offset, "%s (%s%s%s, at %.4f s)", was, gt_buf_str(&who),
		     frame.len ? " in " : "", gt_buf_str(&frame), (double)(c->time - o->start) / 1e9);
	gt_buf_release(&frame);
	gt_buf_release(&who);
}

int v2_broken(struct v2_step *s, const char *fmt, ...)
{
	const struct gt_v2_spec *spec = gt_v2_spec(s->c->type);
	char text[200];
	va_list ap;

	/* Nobody is told of it, and there may be one for each event. */
	if (s->o->salvage)
		return GT_ERR_ORDER;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	gt_error_set(s->err, GT_ERR_ORDER, s->c->off, "%s: %s", spec ? spec->name : "event", text);
	v2_add_place(s->o, s->c, s->cur.m, s->cur.g, s->err);
	return GT_ERR_ORDER;
}

int v2_check_new(struct v2_step *s)
{
	return s->c->args[0] == GT_NONE ? v2_broken(s, "an id of 2^64 - 1, which stands for none") : 0;
}

/* The two phrases are matched by Go's own test files (format/v2.md 17). */
int v2_context_broken(struct v2_step *s, unsigned needs)
{
	if ((needs & NEED_M) && s->cur.m == GT_NONE)
		return v2_broken(s, "expected a thread but didn't have one");
	if ((needs & NEED_P) && s->cur.p == GT_NONE)
		return v2_broken(s, "expected a proc but didn't have one");
	if ((needs & NO_P) && s->cur.p != GT_NONE)
		return v2_broken(s, "expected no proc but had one");
	if ((needs & NEED_G) && s->cur.g == GT_NONE)
		return v2_broken(s, "expected a goroutine but didn't have one");
	return v2_broken(s, "expected no goroutine but had one");
}

struct v2_g *v2_known_g(struct v2_step *s)
{
	struct v2_g *g = v2_cur_g(s);

	if (!g)
		v2_broken(s, "goroutine %llu is not known", (unsigned long long)s->cur.g);
	return g;
}

struct v2_p *v2_known_p(struct v2_step *s)
{
	struct v2_p *p = v2_cur_p(s);

	if (!p)
		v2_broken(s, "P %llu is not known", (unsigned long long)s->cur.p);
	return p;
}

struct gt_event *v2_emit(struct v2_step *s)
{
	struct gt_event *e = &s->out[s->n++];

	v2_in_context(s, e);
	v2_decode_event(e, s->c);
	e->gslot = s->cur.slot;
	return e;
}
