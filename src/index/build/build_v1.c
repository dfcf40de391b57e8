/* From v1 events to rows (format/semantics.md 2, 9-12): what differs from v2 is here. */
#include "index/build/builder.h"

#include <stdlib.h>
#include <string.h>

#include "wire/v1/v1events.h"

/*
 * A slice is a GoStart and the event that Go links it with.  The end of a
 * call that kept its P is not recorded: such a call is a row without length,
 * at its begin.  A goroutine has its name from its creation on: the event
 * holds the stack of the start function.  Those that are older than the trace
 * have such an event, too, written by the goroutine that started the trace,
 * whose stack it is: it says nothing about them.
 */

/* ---- goroutines ---- */

/* Why a goroutine waits, as Go's converter to v2 says it (format/semantics.md 5). */
static const char *const reason_names[GT_V1_TYPES] = {
	[GT_V1_GoStop] = "forever",
	[GT_V1_GoSched] = "runtime.Gosched",
	[GT_V1_GoPreempt] = "preempted",
	[GT_V1_GoSleep] = "sleep",
	[GT_V1_GoBlock] = "unspecified",
	[GT_V1_GoBlockSend] = "chan send",
	[GT_V1_GoBlockRecv] = "chan receive",
	[GT_V1_GoBlockSelect] = "select",
	[GT_V1_GoBlockSync] = "sync",
	[GT_V1_GoBlockCond] = "sync.(*Cond).Wait",
	[GT_V1_GoBlockNet] = "network",
	[GT_V1_GoBlockGC] = "GC mark assist wait for work",
};

static void set_state(struct gt_builder *w, struct gt_build_g *bg, const struct gt_event *e, int64_t t,
		      uint8_t state)
{
	gt_builder_count_state(w, t, bg->g->state, state);
	bg->g->state = state;
	bg->g->since = t;
	bg->g->last_type = e->type;
	bg->g->forever = e->type == GT_V1_GoStop;
	gt_life_at(w->store, bg->row)->v1.last_n = w->event_n;
	bg->g->mid = GT_NO_TIME;
	bg->g->end_stack = 0;
	bg->g->end_reason = 0;
}

static void become_ready(struct gt_builder *w, struct gt_build_g *bg, const struct gt_event *e, int64_t t)
{
	bg->ready = t;
	bg->ready_type = e->type;
	bg->ready_n = w->event_n;
	bg->g->waker = gt_builder_waker(w, bg->g, e);
	set_state(w, bg, e, t, GT_G_RUNNABLE);
}

void gt_builder_v1_flush_call(struct gt_builder *w, struct gt_build_g *bg)
{
	if (bg->call_t0 != GT_NO_TIME)
		gt_builder_end_call(w, bg, bg->call_t0, false);
}

/* Broken traces only: the goroutine does what it cannot do on its P, so it must have left. */
static void lose_end(struct gt_builder *w, struct gt_build_g *bg, int64_t t)
{
	if (!bg->on)
		return;
	gt_builder_v1_flush_call(w, bg);
	gt_builder_close_slice(w, bg, &(struct gt_slice_end){
		.t = t, .n = w->event_n, .flags = GT_SLICE_INEXACT });
}

/* Of a start function Go 1.5 recorded only the PC. */
static uint32_t stack_of_pc(struct gt_builder *w, uint64_t pc)
{
	uint32_t frame = gt_symtab_frame(w->names, pc, 0, 0, 0);

	return gt_symtab_stack(w->names, &frame, 1);
}

/*
 * Made for a thread of C that calls back: the runtime gives it no function to start with (traceGoCreate with pc 0,
 * plus the quantum of at most 4 bytes), and a GoInSyscall follows.  It is in a call from its creation on.
 */
static bool for_c_thread(const struct gt_builder *w, uint32_t start)
{
	struct gt_frame f;

	return gt_symtab_stack_frame(w->names, start, 0, &f) && f.pc <= 4;
}

static void go_create(struct gt_builder *w, const struct gt_event *e, int64_t t)
{
	struct gt_build_g *bg = gt_builder_slot_at(w, e->sslot);
	const struct gt_build_g *from;
	struct gt_goroutine *g;
	uint64_t task;

	if (bg->g) {
		lose_end(w, bg, t);
		gt_builder_count_state(w, t, bg->g->state, GT_G_NOT_EXIST);
		gt_builder_end_life(w, bg, t);
	}
	g = gt_builder_start_life(w, bg, e, t);
	g->create = t;
	g->first_stack = w->v1->layout.seq ? stack_of_pc(w, e->args[1] + 1) : gt_builder_stack(w, e->args[1]);
	if (g->first_stack)
		gt_builder_name_goroutine(w, g, g->first_stack);
	gt_life_at(w->store, bg->row)->v1.first_stack_id = w->v1->layout.seq ? 0 : e->args[1];
	if (e->from == GT_G_NOT_EXIST)
		gt_builder_created(w, bg->g, e, t);
	if (e->from == GT_G_NOT_EXIST && for_c_thread(w, g->first_stack))
		set_state(w, bg, e, t, GT_G_SYSCALL);
	else
		become_ready(w, bg, e, t);
	/* A new goroutine inside a region of a task is in a nameless region of it from the start. */
	from = e->gslot < w->ngs ? &w->gs[e->gslot] : NULL;
	if (from && from->g && gt_builder_region_task(w, from, &task) && task != 0)
		gt_builder_inherit_region(w, bg, from, t);
}

/* A goroutine that was waiting, or in a call without a P, when the trace began. */
static void v1_go_waiting(struct gt_builder *w, struct gt_build_g *bg, const struct gt_event *e,
				int64_t t)
{
	/* It has been in this state from the start. */
	if (bg->g->predates_trace && bg->g->last_type == GT_V1_GoCreate) {
		gt_builder_count_base(w, GT_COUNT_RUNNABLE, -1);
		bg->g->state = GT_G_UNDETERMINED;
	}
	bg->g->first_state = e->to;
	bg->ready = GT_NO_TIME;
	bg->ready_type = 0;
	bg->ready_n = GT_NONE;
	bg->g->waker = GT_NO_ROW;
	set_state(w, bg, e, t, e->to);
}

/* The goroutine leaves its P of its own accord or is preempted. */
static void go_leave(struct gt_builder *w, struct gt_build_g *bg, const struct gt_event *e, int64_t t)
{
	uint32_t stack = gt_builder_stack(w, e->stack), reason = w->reasons[e->type];

	if (bg->on) {
		gt_builder_v1_flush_call(w, bg);
		gt_builder_close_slice(w, bg, &(struct gt_slice_end){
			.t = t, .n = w->event_n, .stack = stack, .reason = reason, .type = e->type });
	}
	if (e->type == GT_V1_GoPreempt)
		gt_builder_instant(w, GT_INSTANT_PREEMPT, e->p, t, bg->row);
	if (e->to == GT_G_RUNNABLE)
		become_ready(w, bg, e, t);
	else
		set_state(w, bg, e, t, e->to);
	bg->g->end_stack = stack;
	bg->g->end_reason = reason;
	if (e->type == GT_V1_GoEnd)
		gt_builder_end_life(w, bg, t);
}

static void go_lose_p(struct gt_builder *w, struct gt_build_g *bg, const struct gt_event *e, int64_t t)
{
	uint32_t stack = bg->call_t0 != GT_NO_TIME ? bg->call_stack : 0;

	gt_builder_end_call(w, bg, t, true);
	if (bg->on)
		gt_builder_close_slice(w, bg, &(struct gt_slice_end){
			.t = t, .n = w->event_n, .stack = stack, .type = e->type, .flags = GT_SLICE_LOST_P });
	set_state(w, bg, e, t, GT_G_SYSCALL);
	bg->g->end_stack = stack;
}

/*
 * A goroutine without a GoCreate: those from before the trace have one at its start, so its creation is lost.  It
 * has not waited since then.
 */
static void lost_creation(struct gt_goroutine *g, int64_t t)
{
	g->create = t;
	g->predates_trace = false;
	g->state = GT_G_NOT_EXIST;
}

/* But one that waited in a C thread to be called back has none, and was in a call (order/v1unlisted.c). */
static void since_start(struct gt_builder *w, struct gt_goroutine *g)
{
	gt_builder_count_base(w, GT_COUNT_SYSCALL, 1);
	g->first_state = g->state = GT_G_SYSCALL;
	g->since = 0;
}

/* A goroutine starts that was in a call; the end of the call was not written (order/v1unlisted.c). */
static void end_unwritten_call(struct gt_builder *w, struct gt_build_g *bg, struct gt_event *start, int64_t t)
{
	gt_builder_returned(w, bg->g, t);
	become_ready(w, bg, start, t);
	bg->ready_type = GT_V1_GoSysExit;
	start->from = GT_G_RUNNABLE;
}

void gt_builder_v1_g_state(struct gt_builder *w, const struct gt_event *e, int64_t t)
{
	struct gt_build_g *bg = gt_builder_slot_at(w, e->sslot);
	struct gt_goroutine *g;
	struct gt_event start;

	if (e->type == GT_V1_GoCreate) {
		go_create(w, e, t);
		return;
	}
	if (!bg->g) {
		if (!e->fresh)
			return;
		g = gt_builder_start_life(w, bg, e, t);
		if (e->from == GT_G_SYSCALL)
			since_start(w, g);
		else
			lost_creation(g, t);
	}
	switch (e->type) {
	case GT_V1_GoWaiting:
	case GT_V1_GoInSyscall:
		v1_go_waiting(w, bg, e, t);
		break;
	case GT_V1_GoStart:
	case GT_V1_GoStartLabel:
		lose_end(w, bg, t);
		start = *e;
		if (bg->g->state == GT_G_SYSCALL)
			end_unwritten_call(w, bg, &start, t);
		bg->call_t0 = GT_NO_TIME;
		bg->start_n = w->event_n;
		gt_builder_open_slice(w, bg, e->sslot, &start, t);
		if (e->type == GT_V1_GoStartLabel) {
			bg->label = gt_builder_string(w, e->str);
			gt_builder_instant(w, GT_INSTANT_LABEL, e->p, t, bg->row);
		}
		set_state(w, bg, e, t, GT_G_RUNNING);
		break;
	case GT_V1_GoUnblock:
		/* How it waited before the slice that is open is known, and stays. */
		lose_end(w, bg, t);
		gt_builder_wake(w, bg->g, e, t);
		become_ready(w, bg, e, t);
		break;
	case GT_V1_GoSysExit:
		lose_end(w, bg, t);
		gt_builder_returned(w, bg->g, t);
		become_ready(w, bg, e, t);
		break;
	case GT_V1_GoSysCall:
		if (!bg->on)
			break;
		gt_builder_v1_flush_call(w, bg);
		bg->call_t0 = t;
		bg->call_known = true;
		bg->call_stack = gt_builder_stack(w, e->stack);
		break;
	case GT_V1_GoSysBlock:
		go_lose_p(w, bg, e, t);
		break;
	default:
		go_leave(w, bg, e, t);
		break;
	}
}

/* ---- the rest ---- */

/* Before Go 1.10 every P has its own; since then there is one at a time, whoever made it. */
void gt_builder_v1_range(struct gt_builder *w, const struct gt_event *e, int64_t t)
{
	uint32_t proc_row = gt_builder_proc_row(w, e->p, t), slot = w->v1->layout.minor < 10 ? proc_row : 0;
	const char *name = gt_v1_stw_name(e->args[0], w->v1->layout.minor);

	if (e->range != GT_RANGE_STW) {
		gt_builder_range(w, e, t);
		return;
	}
	if (e->kind == GT_EV_RANGE_BEGIN) {
		name = name ? name : "unknown";
		gt_builder_begin_stw(w, &(struct gt_open_stw){
			.t0 = t, .slot = slot, .row = GT_NO_ROW, .proc_row = proc_row,
			.stopper = proc_row == GT_NO_ROW ? GT_NO_SLOT : w->ps[proc_row].slot,
			.name = gt_symtab_string(w->names, name, strlen(name)) });
		return;
	}
	for (size_t i = 0; i < w->nstws; i++) {
		struct gt_open_stw *s = &w->stws[i];

		if (s->slot != slot)
			continue;
		gt_builder_end_stw(w, i, t, s->proc_row);
		return;
	}
}

/* Before the only generation's tables: the moved events, and the texts that v1 has no strings for. */
void gt_builder_v1_start(struct gt_builder *w, const struct gt_v1_file *f, int64_t first_ticks)
{
	w->v1 = f;
	w->store->v1 = true;
	w->store->next_gen.clock_time = (uint64_t)first_ticks;
	w->reasons = gt_xcalloc(GT_V1_TYPES, sizeof *w->reasons);
	for (unsigned i = 0; i < GT_V1_TYPES; i++)
		if (reason_names[i])
			w->reasons[i] = gt_symtab_string(w->names, reason_names[i], strlen(reason_names[i]));
	for (size_t i = 0; i < f->nretimed; i++)
		gt_retimed_add(w->store, &f->retimed[i]);
}

void gt_builder_v1_finish(struct gt_builder *w)
{
	for (size_t i = 0; w->v1 && i < w->ngs; i++)
		if (w->gs[i].g && w->gs[i].on)
			gt_builder_v1_flush_call(w, &w->gs[i]);
	free(w->reasons);
}
