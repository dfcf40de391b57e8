/* User regions: each end with its begin, whatever order the program ends them in, and what it does wrong. */
#include "index/build/builder.h"

#include "wire/v1/v1events.h"

/*
 * All open regions are in one array, those of a goroutine in a list.  An end belongs to the innermost open one of its
 * goroutine with the same task and name, which need not be the innermost of all: a map leads there, so that a program
 * that leaves a million of them open costs no more than others.
 */
#define NO_REGION UINT32_MAX

static uint64_t region_key(const struct gt_builder *w, uint32_t slot, uint64_t task, uint32_t name)
{
	struct gt_hash_key k = w->region_hash;

	return gt_hash64(k, task ^ gt_hash64(k, (uint64_t)slot << 32 | name));
}

static uint64_t key_of(const struct gt_builder *w, const struct gt_open_region *r)
{
	return region_key(w, r->slot, r->task, r->name);
}

static void push_region(struct gt_builder *w, uint32_t slot, struct gt_open_region r)
{
	struct gt_bg_open *open = gt_builder_open_of(&w->gs[slot]);
	uint32_t i = w->free_region;

	if (i == NO_REGION) {
		GT_GROW(w->regions, w->regions_cap, w->nregions + 1);
		i = (uint32_t)w->nregions++;
	} else {
		w->free_region = w->regions[i].outer;
	}
	r.slot = slot;
	r.outer = open->region;
	r.inner = NO_REGION;
	r.same = gt_map_get(&w->region_by_key, key_of(w, &r));
	if (r.outer != NO_REGION)
		w->regions[r.outer].inner = i;
	w->regions[i] = r;
	open->region = i;
	gt_map_put(&w->region_by_key, key_of(w, &r), i);
}

/* The innermost open one that an end can mean, or NO_REGION. */
static uint32_t find_region(const struct gt_builder *w, uint32_t slot, uint64_t task, uint32_t name)
{
	uint32_t i = gt_map_get(&w->region_by_key, region_key(w, slot, task, name));

	while (i != NO_REGION) {
		const struct gt_open_region *r = &w->regions[i];

		if (r->slot == slot && r->task == task && r->name == name)
			break;
		i = r->same;
	}
	return i;
}

/* Takes an open region out of everything: what it was. */
static struct gt_open_region build_take_region(struct gt_builder *w, uint32_t i)
{
	struct gt_open_region r = w->regions[i];
	uint32_t first = gt_map_get(&w->region_by_key, key_of(w, &r)), k = first;

	if (r.inner != NO_REGION)
		w->regions[r.inner].outer = r.outer;
	else
		w->gs[r.slot].open->region = r.outer;
	if (r.outer != NO_REGION)
		w->regions[r.outer].inner = r.inner;
	while (k != i && w->regions[k].same != i)
		k = w->regions[k].same;
	if (k != i)
		w->regions[k].same = r.same;
	else if (r.same != NO_REGION)
		gt_map_put(&w->region_by_key, key_of(w, &r), r.same);
	else
		gt_map_remove(&w->region_by_key, key_of(w, &r));
	w->regions[i].outer = w->free_region;
	w->free_region = i;
	return r;
}

bool gt_builder_region_task(const struct gt_builder *w, const struct gt_build_g *bg, uint64_t *task)
{
	if (!bg->open || bg->open->region == NO_REGION)
		return false;
	*task = w->regions[bg->open->region].task;
	return true;
}

/* A goroutine created inside a region is in a nameless region of the same task from the start. */
void gt_builder_inherit_region(struct gt_builder *w, const struct gt_build_g *bg, const struct gt_build_g *creator,
			       int64_t t)
{
	uint64_t task;

	if (creator->g && gt_builder_region_task(w, creator, &task))
		push_region(w, (uint32_t)(bg - w->gs), (struct gt_open_region){ .task = task, .t0 = t });
}

/*
 * A region whose begin is not there may have begun before the trace, or where a part of it is lost: unless that is
 * later than the goroutine's creation, that of the task (which is open), or the begin of a region that it is in.
 */
static bool may_be_older(const struct gt_builder *w, const struct gt_build_g *bg, uint64_t task)
{
	bool created = !bg->g->predates_trace && (!w->v1 || bg->g->first_type == GT_V1_GoCreate);

	return !created && (!bg->open || bg->open->region == NO_REGION) &&
	       gt_map_get(&w->task_by_id, task) == GT_MAP_NONE;
}

void gt_builder_region(struct gt_builder *w, const struct gt_event *e, int64_t t)
{
	struct gt_build_g *bg = e->gslot < w->ngs ? &w->gs[e->gslot] : NULL;
	struct gt_region r = { .t0 = GT_NO_TIME, .t1 = t, .task = e->subject };
	struct gt_open_region begun;
	uint32_t i;

	if (!bg || !bg->g)
		return;
	r.g = bg->row;
	r.name = gt_builder_string(w, e->str);
	if (e->kind == GT_EV_REGION_BEGIN) {
		push_region(w, e->gslot, (struct gt_open_region){
			.task = r.task, .t0 = t, .name = r.name, .stack = gt_builder_stack(w, e->stack) });
		return;
	}
	i = find_region(w, e->gslot, r.task, r.name);
	if (i == NO_REGION && !may_be_older(w, bg, r.task)) {
		gt_builder_note(w, GT_NOTE_REGION_END, e, t);
		return;
	}
	if (i != NO_REGION) {
		if (w->regions[i].inner != NO_REGION)
			gt_builder_note(w, GT_NOTE_REGION_ORDER, e, t);
		begun = build_take_region(w, i);
		r.t0 = begun.t0;
		r.stack = begun.stack;
	}
	gt_region_add(w->store, &r);
}

/*
 * Regions that are still open when their goroutine (t1) or the trace
 * (GT_NO_TIME) ends.  Those of the runtime's goroutines are only inherited by
 * accident, when a GC begins inside a region (format/semantics.md 10).
 */
void gt_builder_flush_regions(struct gt_builder *w, struct gt_build_g *bg, int64_t t1)
{
	while (bg->open && bg->open->region != NO_REGION) {
		struct gt_open_region r = build_take_region(w, bg->open->region);

		if (!bg->g->system)
			gt_region_add(w->store, &(struct gt_region){
				.t0 = r.t0, .t1 = t1, .task = r.task, .name = r.name, .g = bg->row, .stack = r.stack });
	}
}

void gt_builder_finish_regions(struct gt_builder *w)
{
	for (size_t i = 0; i < w->ngs; i++)
		if (w->gs[i].g)
			gt_builder_flush_regions(w, &w->gs[i], GT_NO_TIME);
}
