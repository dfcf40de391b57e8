/* From ranges, metrics and user annotations to rows (format/semantics.md 9, 10, 11). */
#include "index/build/builder.h"

#include <assert.h>
#include <string.h>

/*
 * A range of goroutine row g begins; false: one goes on already.  One that the trace finds active goes on since
 * its start, whatever the time of that event (the order accepts such events without a begin only in the first
 * generation), unless a part of the trace is lost.
 */
static bool begin_range(struct gt_builder *w, struct gt_open_range *r, const struct gt_event *e, int64_t t, uint32_t g)
{
	bool active = e->kind == GT_EV_RANGE_ACTIVE;

	if (r->t0 != GT_NO_TIME)
		return false;
	*r = (struct gt_open_range){
		.t0 = active && !w->torn ? 0 : t, .g = g, .stack = gt_builder_stack(w, e->stack), .active = active };
	return true;
}

/* Adds the row of a range that goes on: `row` and the fields that its begin set.  Returns its number. */
static uint64_t end_range(struct gt_builder *w, struct gt_open_range *r, struct gt_range_row row)
{
	row.t0 = r->t0;
	row.stack = r->stack;
	row.active = r->active;
	r->t0 = GT_NO_TIME;
	return gt_range_add(w->store, &row);
}

/* ---- stop-the-world: few at a time (GT_MAX_OPEN_STWS), so a list is enough ---- */

/* The list has changed: the first one's begin is known. */
static void note_stw(struct gt_builder *w)
{
	w->store->open_ranges[GT_RANGE_STW] = w->nstws ? w->stws[0].t0 : GT_NO_TIME;
}

void gt_builder_end_stw(struct gt_builder *w, size_t i, int64_t t1, uint32_t proc_row)
{
	struct gt_open_stw s = w->stws[i];
	uint64_t row = gt_range_add(w->store, &(struct gt_range_row){
		.t0 = s.t0, .t1 = t1, .g = s.row, .proc_row = proc_row, .name = s.name, .stack = s.stack,
		.kind = GT_RANGE_STW });
	size_t at = w->nended, n = 0;

	assert(i < w->nstws);
	for (w->nstws--; i < w->nstws; i++)
		w->stws[i] = w->stws[i + 1];
	GT_GROW(w->ended, w->ended_cap, w->nended + 1);
	for (; at && w->ended[at - 1].t0 > s.t0; at--)
		w->ended[at] = w->ended[at - 1];
	w->ended[at] = (struct gt_ended_stw){ s.t0, row };
	w->nended++;
	/* Those of which none that began before goes on can be listed. */
	for (; n < w->nended && (!w->nstws || w->ended[n].t0 <= w->stws[0].t0); n++)
		gt_range_start_add(w->store, GT_RANGE_STW, w->ended[n].t0, w->ended[n].row);
	w->nended -= n;
	memmove(w->ended, w->ended + n, w->nended * sizeof *w->ended);
	note_stw(w);
}

void gt_builder_begin_stw(struct gt_builder *w, const struct gt_open_stw *s)
{
	if (w->nstws == GT_MAX_OPEN_STWS) {
		gt_builder_too_many(w, "stops of the world at a time", GT_MAX_OPEN_STWS, s->t0);
		return;
	}
	GT_GROW(w->stws, w->stws_cap, w->nstws + 1);
	w->stws[w->nstws++] = *s;
	note_stw(w);
}

static void build_notes_stw(struct gt_builder *w, const struct gt_event *e, int64_t t)
{
	if (e->kind != GT_EV_RANGE_END) {
		gt_builder_begin_stw(w, &(struct gt_open_stw){
			.t0 = t, .slot = e->sslot, .stopper = e->sslot, .row = gt_builder_row(w, e->sslot),
			.name = gt_builder_string(w, e->str), .stack = gt_builder_stack(w, e->stack) });
		return;
	}
	for (size_t i = 0; i < w->nstws; i++) {
		struct gt_open_stw *s = &w->stws[i];

		if (s->slot != e->sslot)
			continue;
		gt_builder_end_stw(w, i, t, gt_builder_proc_row(w, e->p, t));
		return;
	}
}

static void end_gc(struct gt_builder *w, int64_t t1)
{
	int64_t t0 = w->gc.t0;

	gt_range_start_add(w->store, GT_RANGE_GC, t0, end_range(w, &w->gc, (struct gt_range_row){
		.t1 = t1, .g = w->gc.g, .proc_row = GT_NO_ROW, .kind = GT_RANGE_GC }));
	w->store->open_ranges[GT_RANGE_GC] = GT_NO_TIME;
}

static void gc(struct gt_builder *w, const struct gt_event *e, int64_t t)
{
	if (e->kind != GT_EV_RANGE_END) {
		begin_range(w, &w->gc, e, t, gt_builder_row(w, e->gslot));
		w->store->open_ranges[GT_RANGE_GC] = w->gc.t0;
	} else if (w->gc.t0 != GT_NO_TIME) {
		end_gc(w, t);
	}
}

/* A sweep belongs to the goroutine that began it, if the same one ends it (format/semantics.md 6). */
static void sweep(struct gt_builder *w, const struct gt_event *e, int64_t t)
{
	uint32_t proc_row = gt_builder_proc_row(w, e->subject, t), g = gt_builder_row(w, e->gslot);
	struct gt_open_range *r;

	if (proc_row == GT_NO_ROW)
		return;
	r = &w->ps[proc_row].sweep;
	if (e->kind != GT_EV_RANGE_END)
		begin_range(w, r, e, t, g);
	else if (r->t0 != GT_NO_TIME)
		end_range(w, r, (struct gt_range_row){
			.t1 = t, .g = r->g == g ? g : GT_NO_ROW, .proc_row = proc_row, .value = e->args[0],
			.value2 = e->args[1], .kind = GT_RANGE_SWEEP });
}

/* ---- what goroutines are in ---- */

struct gt_bg_open *gt_builder_open_of(struct gt_build_g *bg)
{
	if (!bg->open) {
		bg->open = gt_xcalloc(1, sizeof *bg->open);
		bg->open->assist.t0 = GT_NO_TIME;
		bg->open->region = UINT32_MAX;
	}
	return bg->open;
}

void gt_builder_release_open(struct gt_build_g *bg)
{
	free(bg->open);
	bg->open = NULL;
}

/* The row of the mark assist that the goroutine is in, if it is in one. */
static void end_assist(struct gt_builder *w, struct gt_build_g *bg, int64_t t1)
{
	if (bg->open && bg->open->assist.t0 != GT_NO_TIME)
		end_range(w, &bg->open->assist, (struct gt_range_row){
			.t1 = t1, .g = bg->row, .proc_row = GT_NO_ROW, .kind = GT_RANGE_ASSIST });
}

static void assist(struct gt_builder *w, const struct gt_event *e, int64_t t)
{
	struct gt_build_g *bg = e->sslot < w->ngs ? &w->gs[e->sslot] : NULL;

	if (!bg || !bg->g)
		return;
	if (e->kind == GT_EV_RANGE_END)
		end_assist(w, bg, t);
	else if (begin_range(w, &gt_builder_open_of(bg)->assist, e, t, bg->row) && !bg->open->assist.active)
		gt_builder_instant(w, GT_INSTANT_ASSIST, e->p, t, bg->row);
}

void gt_builder_flush_assist(struct gt_builder *w, struct gt_build_g *bg)
{
	end_assist(w, bg, GT_NO_TIME);
}

void gt_builder_range(struct gt_builder *w, const struct gt_event *e, int64_t t)
{
	static void (*const by_kind[])(struct gt_builder *, const struct gt_event *, int64_t) = {
		[GT_RANGE_STW] = build_notes_stw,
		[GT_RANGE_GC] = gc,
		[GT_RANGE_SWEEP] = sweep,
		[GT_RANGE_ASSIST] = assist,
	};

	by_kind[e->range](w, e, t);
}

void gt_builder_metric(struct gt_builder *w, const struct gt_event *e, int64_t t)
{
	uint64_t value = e->args[0];

	if (e->range == GT_METRIC_GOMAXPROCS && value > GT_MAX_PROCS) {
		gt_builder_too_many(w, "Ps", GT_MAX_PROCS, t);
		value = GT_MAX_PROCS;
	}
	if (e->range == GT_METRIC_GOMAXPROCS && value > w->b->info->gomaxprocs)
		w->b->info->gomaxprocs = value;
	gt_counter_add(w->store, &(struct gt_counter){ .t = t, .value = value, .metric = e->range });
}

/* ---- annotations ---- */

void gt_builder_note(struct gt_builder *w, enum gt_note_kind kind, const struct gt_event *e, int64_t t)
{
	struct gt_note *note = &w->notes[kind];

	if (!note->n++)
		*note = (struct gt_note){
			.kind = (uint8_t)kind, .n = 1, .t = t, .task = e->subject, .g = gt_builder_row(w, e->gslot),
			.name = e->str ? gt_builder_string(w, e->str) : 0, .stack = gt_builder_stack(w, e->stack) };
}

static bool task_ended(const struct gt_builder *w, uint64_t id)
{
	uint32_t i = gt_map_get(&w->ended_words, id / 64);

	return i != GT_MAP_NONE && w->ended_tasks[i] >> id % 64 & 1;
}

/* Ids are counted, so a bit for each of 64 neighbours. */
static void note_task_ended(struct gt_builder *w, uint64_t id)
{
	bool added;
	uint32_t i = gt_map_get_or_put(&w->ended_words, id / 64, (uint32_t)w->nended_tasks, &added);

	if (added) {
		GT_GROW(w->ended_tasks, w->ended_tasks_cap, w->nended_tasks + 1);
		w->ended_tasks[w->nended_tasks++] = 0;
	}
	w->ended_tasks[i] |= UINT64_C(1) << id % 64;
}

/* The second end of a task is a row with no more than that: who lists tasks takes the later time (tasklist.h). */
void gt_builder_task(struct gt_builder *w, const struct gt_event *e, int64_t t)
{
	bool begin = e->kind == GT_EV_TASK_BEGIN;
	uint32_t i = begin ? w->free_task : gt_map_get(&w->task_by_id, e->subject), g = gt_builder_row(w, e->gslot);
	struct gt_task task = {
		.id = e->subject, .parent = GT_NONE, .t0 = GT_NO_TIME, .t1 = t, .g0 = GT_NO_ROW, .g1 = g };

	if (begin) {
		if (i == UINT32_MAX) {
			GT_GROW(w->tasks, w->tasks_cap, w->ntasks + 1);
			i = (uint32_t)w->ntasks++;
		} else {
			w->free_task = w->tasks[i].next_free;
		}
		w->tasks[i] = (struct gt_open_task){
			.id = e->subject, .parent = e->args[1], .t0 = t, .name = gt_builder_string(w, e->str), .g = g };
		gt_map_put(&w->task_by_id, e->subject, i);
		return;
	}
	if (i != GT_MAP_NONE) {
		task.parent = w->tasks[i].parent;
		task.name = w->tasks[i].name;
		task.t0 = w->tasks[i].t0;
		task.g0 = w->tasks[i].g;
		gt_map_remove(&w->task_by_id, e->subject);
		w->tasks[i].next_free = w->free_task;
		w->free_task = i;
	} else if (task_ended(w, e->subject)) {
		gt_builder_note(w, GT_NOTE_TASK_END, e, t);
	}
	note_task_ended(w, e->subject);
	gt_task_add(w->store, &task);
}

void gt_builder_log(struct gt_builder *w, const struct gt_event *e, int64_t t)
{
	struct gt_log row = {
		.t = t, .task = e->subject, .g = gt_builder_row(w, e->gslot), .category = gt_builder_string(w, e->str),
		.stack = gt_builder_stack(w, e->stack) };
	struct gt_v2_ref ref;

	if (w->v1) {            /* the message stands in the record itself */
		row.msg_off = e->args[GT_V1_LOG_TEXT_OFF];
		row.msg_len = (uint32_t)e->args[GT_V1_LOG_TEXT_LEN];
	} else if (e->str2 != 0 && gt_v2_table_get(&gt_order_gen(w->order)->strings, e->str2, &ref)) {
		row.msg_off = ref.off;
		row.msg_len = ref.len;
	}
	gt_log_add(w->store, &row);
	gt_builder_instant(w, GT_INSTANT_LOG, e->p, t, gt_builder_row(w, e->gslot));
}

static void note_clock(struct gt_builder *w, enum gt_note_kind kind, uint64_t n, int64_t ns, int64_t t)
{
	w->notes[kind] = (struct gt_note){ .kind = (uint8_t)kind, .n = n, .t = t, .ns = ns, .g = GT_NO_ROW };
}

/* A clock snapshot: how much the wall clock has moved against the other since the last. */
void gt_builder_wall_clock(struct gt_builder *w, int64_t t, uint64_t mono, uint64_t sec, uint32_t nsec)
{
	struct gt_note *note = &w->notes[GT_NOTE_WALL_CLOCK];
	int64_t offset = (int64_t)(sec * 1000000000 + nsec - mono);
	int64_t by = (int64_t)((uint64_t)offset - (uint64_t)w->wall_offset);
	uint64_t size = by < 0 ? 0 - (uint64_t)by : (uint64_t)by;

	/* The system may let it run faster or slower by half a thousandth. */
	if (w->has_wall && mono >= w->wall_mono && size > GT_CLOCK_BOUND + (mono - w->wall_mono) / 1000) {
		uint64_t n = note->n + 1;

		if (n == 1 || size > (uint64_t)(note->ns < 0 ? -note->ns : note->ns))
			note_clock(w, GT_NOTE_WALL_CLOCK, n, by == INT64_MIN ? INT64_MAX : by, t);
		note->n = n;
	}
	w->has_wall = true;
	w->wall_mono = mono;
	w->wall_offset = offset;
}

void gt_builder_text(struct gt_builder *w, const struct gt_v2_gen *gen)
{
	struct gt_note *note = &w->notes[GT_NOTE_TEXT];

	if (!gen->texts)
		return;
	if (!note->n) {
		note_clock(w, GT_NOTE_TEXT, 0, 0, 0);
		note->task = gen->text_off;
	}
	note->n += gen->texts;
	note->ns += (int64_t)gen->text_bytes;
}

/* What is worth telling, by order/order.h. */
static void note_clocks(struct gt_builder *w)
{
	const struct gt_order_clock *c = gt_order_clock(w->order);

	if (gt_clocks_differ(c, w->events))
		note_clock(w, GT_NOTE_CLOCKS, c->moved, c->most, w->v1 ? c->at : c->at - w->base);
	for (size_t i = 0; w->b->shifts && i < w->b->shifts->n; i++)
		note_clock(w, GT_NOTE_CLOCKS_MOVED, i + 1, w->b->shifts->v[i].ns, 0);
	if (c->backs)
		note_clock(w, GT_NOTE_CLOCK_BACK, c->backs, c->back, c->back_at - w->base);
}

void gt_builder_end_ranges(struct gt_builder *w, int64_t t1)
{
	while (w->nstws)
		gt_builder_end_stw(w, 0, t1, w->v1 ? w->stws[0].proc_row : GT_NO_ROW);
	if (w->gc.t0 != GT_NO_TIME)
		end_gc(w, t1);
	for (uint32_t i = 0; i < w->nps; i++)
		if (w->ps[i].sweep.t0 != GT_NO_TIME)
			end_range(w, &w->ps[i].sweep, (struct gt_range_row){
				.t1 = t1, .g = w->ps[i].sweep.g, .proc_row = i, .kind = GT_RANGE_SWEEP });
	for (size_t i = 0; i < w->ngs; i++)
		if (w->gs[i].g)
			end_assist(w, &w->gs[i], t1);
}

/* Everything that has not ended when the trace does. */
void gt_builder_finish_notes(struct gt_builder *w)
{
	gt_builder_end_ranges(w, GT_NO_TIME);
	for (size_t i = 0; i < w->ntasks; i++) {
		const struct gt_open_task *task = &w->tasks[i];

		if (gt_map_get(&w->task_by_id, task->id) == i)
			gt_task_add(w->store, &(struct gt_task){
				.id = task->id, .parent = task->parent, .t0 = task->t0, .t1 = GT_NO_TIME,
				.name = task->name, .g0 = task->g, .g1 = GT_NO_ROW });
	}
	note_clocks(w);
	for (unsigned i = 0; i < GT_NOTES; i++)
		if (w->notes[i].n)
			gt_note_add(w->store, &w->notes[i]);
}
