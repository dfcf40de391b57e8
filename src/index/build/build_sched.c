/* From goroutine and P transitions to slices, calls, lives and threads (format/semantics.md 2, 12). */
#include "index/build/builder.h"

#include <assert.h>
#include <string.h>

#include "index/store/block.h"
#include "index/store/packages.h"
#include "wire/v2/v2events.h"

/* ---- lives ---- */

/* The function of a frame that is the program's and no wrapper, a string row; 0: it is another one. */
static uint32_t func_of_program(const struct gt_builder *w, uint32_t stack, uint32_t i)
{
	struct gt_package p;
	struct gt_frame f;
	const char *s;
	size_t n;

	if (!gt_symtab_stack_frame(w->names, stack, i, &f))
		return 0;
	s = gt_symtab_text(w->names, f.func, &n);
	p = gt_package_of(s, n);
	return p.n && !gt_package_is_standard(p) && !gt_name_is_wrapper(s, n) ? f.func : 0;
}

/*
 * A goroutine is named by the root function of the first of its stacks that has one (format/semantics.md 4).  Of a
 * wrapper the first stack with a frame of the program says what it runs; until there is one, func is 0.
 */
void gt_builder_name_goroutine(struct gt_builder *w, struct gt_goroutine *g, uint32_t stack)
{
	uint32_t depth = gt_symtab_depth(w->names, stack);
	struct gt_frame f;
	const char *name;
	size_t len;

	if (depth == 0 || !gt_symtab_stack_frame(w->names, stack, depth - 1, &f) || f.func == 0)
		return;
	if (!g->wrapper) {
		name = gt_symtab_text(w->names, f.func, &len);
		g->system = len >= 8 && !memcmp(name, "runtime.", 8) && !(len == 12 && !memcmp(name, "runtime.main", 12));
		if (!gt_name_is_wrapper(name, len)) {
			g->func = f.func;
			return;
		}
		g->wrapper = f.func;
	}
	for (uint32_t i = depth - 1; i-- > 0 && !g->func;)
		g->func = func_of_program(w, stack, i);
}

/* What no stack of a goroutine said: "errgroup.(*Group).Go.func1 from main.fetch", where the wrapper was called. */
static void settle_name(struct gt_builder *w, struct gt_goroutine *g)
{
	uint32_t depth = gt_symtab_depth(w->names, g->create_stack), creator = 0;
	struct gt_buf text = { 0 };

	if (g->func || !g->wrapper)
		return;
	for (uint32_t i = 0; i < depth && !creator; i++)
		creator = func_of_program(w, g->create_stack, i);
	for (int i = 0; i < (creator ? 2 : 1); i++) {
		size_t n;
		const char *s = gt_symtab_text(w->names, i ? creator : g->wrapper, &n);

		gt_buf_puts(&text, i ? " from " : "");
		gt_buf_add(&text, s, n);
	}
	g->func = gt_symtab_string(w->names, gt_buf_str(&text), text.len);
	if (g->func == g->wrapper)
		g->wrapper = 0;
	gt_buf_release(&text);
}

static void count_alive(struct gt_builder *w)
{
	if (++w->alive > w->b->info->goroutines_max)
		w->b->info->goroutines_max = w->alive;
}

struct gt_goroutine *gt_builder_start_life(struct gt_builder *w, struct gt_build_g *bg,
					   const struct gt_event *e, int64_t t)
{
	bool created = e->from == GT_G_NOT_EXIST, since_start = e->from == GT_G_UNDETERMINED && !w->torn;
	struct gt_goroutine *g;
	uint32_t row, creator = created ? gt_builder_row(w, e->gslot) : GT_NO_ROW;

	g = gt_goroutine_new(w->store, e->subject, &row);
	w->b->info->goroutine_ids = w->store->life_by_id.count;
	*bg = (struct gt_build_g){
		.g = g, .row = row, .proc_row = GT_NO_ROW, .call_proc_row = GT_NO_ROW, .ready = GT_NO_TIME,
		.call_t0 = GT_NO_TIME, .start_n = GT_NONE, .ready_n = GT_NONE };
	/* The creation of a goroutine that appears in the middle of a damaged trace is not known. */
	g->create = created || (!w->v1 && !since_start) ? t : 0;
	g->predates_trace = !created && (w->v1 || since_start);
	g->first_seen = t;
	g->system = !w->v1 || !w->v1->layout.seq;        /* 1.5 has no names: not known */
	g->creator = creator;
	g->create_stack = created ? gt_builder_stack(w, e->stack) : 0;
	g->first_type = e->type;
	g->first_state = e->to;
	g->state = e->from;
	count_alive(w);
	return g;
}

void gt_builder_end_life(struct gt_builder *w, struct gt_build_g *bg, int64_t t)
{
	assert(w->alive > 0);
	bg->g->end = t;
	settle_name(w, bg->g);
	w->alive--;
	gt_builder_flush_regions(w, bg, t);
	gt_builder_flush_assist(w, bg);
	gt_builder_release_open(bg);
	*bg = (struct gt_build_g){ .g = NULL };
}

/* ---- slices ---- */

void gt_builder_close_slice(struct gt_builder *w, struct gt_build_g *bg, const struct gt_slice_end *end)
{
	assert(bg->on && w->ps[bg->proc_row].slot != GT_NO_SLOT);
	/* A goroutine that was on a P when the trace began is first shown running when it "started". */
	if (GT_UNLIKELY(bg->slice_flags & GT_SLICE_CUT)) {
		int64_t seen = bg->g->start == GT_NO_TIME || bg->g->start > end->t ? end->t : bg->g->start;

		bg->ready = gt_cut_ready(bg->t0, seen > bg->t0 ? seen : bg->t0);
	}

	struct gt_slice sl = {
		.t0 = bg->t0, .t1 = end->t, .proc_row = bg->proc_row, .g = bg->row, .end_stack = end->stack,
		.label = bg->label, .reason = end->reason, .ready = bg->ready, .waker = bg->g->waker,
		.start_type = bg->start_type,
		.end_type = end->type, .ready_type = bg->ready_type,
		.flags = (uint8_t)(bg->slice_flags | end->flags), .start_n = bg->start_n,
		.end_n = end->n > bg->start_n ? end->n : GT_NONE,
		.ready_n = bg->ready_n };

	gt_builder_end_slice(w, bg, &sl);
	if (!(sl.flags & GT_SLICE_NO_END))
		gt_builder_show(w, GT_COUNT_RUNNING, gt_slice_end_count(w->v1 != NULL, sl.end_type));
}

void gt_builder_open_slice(struct gt_builder *w, struct gt_build_g *bg, uint32_t slot,
			   const struct gt_event *e, int64_t t)
{
	uint32_t proc_row = gt_builder_proc_row(w, e->p, t);
	struct gt_build_p *p;

	if (proc_row == GT_NO_ROW)
		return;
	p = &w->ps[proc_row];
	/* Two goroutines on one P: only a trace with lost information has that; the first one must have left. */
	if (p->slot != GT_NO_SLOT)
		gt_builder_close_slice(w, &w->gs[p->slot], &(struct gt_slice_end){
			.t = t, .flags = GT_SLICE_INEXACT });
	if (bg->g->start == GT_NO_TIME && e->to == GT_G_RUNNING)
		bg->g->start = t;
	bg->slice_flags = 0;
	if (GT_UNLIKELY(e->from != GT_G_RUNNABLE)) {
		bg->slice_flags = GT_SLICE_CUT;
		/*
		 * The state in the first status of a goroutine on a P holds since the trace began, as the thread
		 * has had the P since then.  Only unusual traces have another slice before.
		 */
		if (e->from == GT_G_UNDETERMINED && p->run_m != GT_NONE &&
		    !gt_btable_rows(&w->store->tables[GT_T_SLICES], proc_row))
			t = p->run_t0;
	}
	bg->on = true;
	bg->t0 = t;
	bg->proc_row = proc_row;
	bg->label = 0;
	bg->start_type = e->type;
	p->slot = slot;
	w->store->open_slices[proc_row] = (struct gt_open_slice){ t, !(bg->slice_flags & GT_SLICE_NO_START) };
	if (!(bg->slice_flags & GT_SLICE_NO_START))
		gt_builder_show(w, GT_COUNT_RUNNABLE, GT_COUNT_RUNNING);
}

/* ---- calls ---- */

/* A call without a P: since the trace began if `from` is undetermined. */
static void call_without_p(struct gt_builder *w, struct gt_build_g *bg, uint8_t from, int64_t t)
{
	bg->without_p = true;
	if (from == GT_G_UNDETERMINED && !w->torn)
		gt_builder_count_base(w, GT_COUNT_THREADS_SYSCALL, 1);
	else
		gt_count_change_row(w->store, t, GT_COUNT_NONE, GT_COUNT_THREADS_SYSCALL);
}

static void begin_call(struct gt_builder *w, struct gt_build_g *bg, uint32_t slot, const struct gt_event *e,
		       int64_t t, uint32_t stack)
{
	uint32_t proc_row = gt_builder_proc_row(w, e->p, t);

	if (e->from == GT_G_UNDETERMINED && proc_row != GT_NO_ROW) {
		if (w->ps[proc_row].in_call && w->ps[proc_row].run_m == e->m) {
			gt_builder_open_slice(w, bg, slot, e, t);
			t = bg->t0;
		} else {
			proc_row = GT_NO_ROW;       /* it lost its P long ago; its thread has taken this one since */
		}
	}
	bg->call_t0 = t;
	bg->call_stack = stack;
	bg->call_known = e->from == GT_G_RUNNING;
	bg->call_proc_row = proc_row;
	if (proc_row != GT_NO_ROW)
		w->ps[proc_row].caller = slot;
	else
		call_without_p(w, bg, e->from, t);
}

void gt_builder_end_call(struct gt_builder *w, struct gt_build_g *bg, int64_t t, bool lost)
{
	if (bg->on && bg->call_t0 != GT_NO_TIME) {
		struct gt_syscall c = {
			.t0 = bg->call_t0, .t1 = t, .g = bg->row, .stack = bg->call_stack, .lost = lost,
			.known_start = bg->call_known };

		gt_syscalls_add(w->store, bg->proc_row, &c);
		bg->slice_flags |= GT_SLICE_CALLS;
	}
	bg->call_t0 = GT_NO_TIME;
}

/* ---- transitions ---- */

static void leave_state(struct gt_builder *w, struct gt_build_g *bg, uint32_t slot, const struct gt_event *e,
			int64_t t, uint32_t stack2, uint32_t reason)
{
	bool executing = e->to == GT_G_RUNNING || e->to == GT_G_SYSCALL;

	if (e->from == GT_G_SYSCALL) {
		gt_builder_end_call(w, bg, t, !executing);
		if (bg->without_p)
			gt_count_change_row(w->store, t, GT_COUNT_THREADS_SYSCALL, GT_COUNT_NONE);
		bg->without_p = false;
		if (bg->call_proc_row != GT_NO_ROW && w->ps[bg->call_proc_row].caller == slot)
			w->ps[bg->call_proc_row].caller = GT_NO_SLOT;
		bg->call_proc_row = GT_NO_ROW;
	}
	if (bg->on && !executing)
		gt_builder_close_slice(w, bg, &(struct gt_slice_end){
			.t = t, .stack = stack2, .reason = reason, .type = e->type,
			.flags = e->from == GT_G_SYSCALL ? GT_SLICE_INEXACT : 0 });
}

static void enter_state(struct gt_builder *w, struct gt_build_g *bg, uint32_t slot, const struct gt_event *e,
			int64_t t, uint32_t stack2, uint32_t reason)
{
	if (e->from == GT_G_NOT_EXIST)
		gt_builder_created(w, bg->g, e, t);
	switch (e->to) {
	case GT_G_RUNNING:
		if (!bg->on) {
			gt_builder_open_slice(w, bg, slot, e, t);
		} else if (bg->g->start == GT_NO_TIME) {
			/* It was in a call since before the trace. */
			bg->g->start = t;
			bg->start_type = e->type;
		}
		break;
	case GT_G_SYSCALL:
		begin_call(w, bg, slot, e, t, stack2);
		break;
	case GT_G_RUNNABLE:
		bg->ready = t;
		bg->ready_type = e->type;
		bg->g->waker = gt_builder_waker(w, bg->g, e);
		if (e->from == GT_G_WAITING)
			gt_builder_wake(w, bg->g, e, t);
		else if (e->from == GT_G_SYSCALL)
			gt_builder_returned(w, bg->g, t);
		else if (e->from == GT_G_RUNNING && reason == w->preempted)
			gt_builder_instant(w, GT_INSTANT_PREEMPT, e->p, t, bg->row);
		break;
	default:
		break;
	}
}

void gt_builder_g_state(struct gt_builder *w, const struct gt_event *e, int64_t t)
{
	struct gt_build_g *bg = gt_builder_slot_at(w, e->sslot);
	uint32_t stack2, reason;
	struct gt_goroutine *g;

	/*
	 * A status in a later generation changes nothing; the status "bad" starts no life, but counts as
	 * one more goroutine alive.
	 */
	if (e->from == e->to) {
		if (e->fresh)
			count_alive(w);
		return;
	}
	stack2 = gt_builder_stack(w, e->stack2);
	reason = gt_builder_string(w, e->str);
	if (GT_UNLIKELY(bg->g && (e->fresh || bg->g->state != e->from)))
		gt_builder_lose_state(w, bg, e->sslot, t);
	if (e->fresh) {
		if (GT_UNLIKELY(bg->g))
			gt_builder_end_life(w, bg, t);
		gt_builder_start_life(w, bg, e, t)->first_stack = stack2;
		if (e->from == GT_G_NOT_EXIST && e->gslot < w->ngs)
			gt_builder_inherit_region(w, bg, &w->gs[e->gslot], t);
	} else if (!bg->g) {
		return;
	}
	g = bg->g;
	leave_state(w, bg, e->sslot, e, t, stack2, reason);
	if (g->func == 0 && stack2 != 0)
		gt_builder_name_goroutine(w, g, stack2);
	g->mid = GT_NO_TIME;
	enter_state(w, bg, e->sslot, e, t, stack2, reason);
	gt_builder_count_state(w, t, g->state, e->to);
	g->state = e->to;
	g->since = t;
	g->last_type = e->type;
	g->end_stack = stack2;
	g->end_reason = reason;
	if (e->to == GT_G_NOT_EXIST) {
		gt_builder_end_life(w, bg, t);
		return;
	}
	g->forever = e->to == GT_G_WAITING && reason != 0 && reason == w->forever;
}

void gt_builder_lose_state(struct gt_builder *w, struct gt_build_g *bg, uint32_t slot, int64_t t)
{
	struct gt_event lost = { .from = bg->g->state, .to = GT_G_UNDETERMINED };

	w->torn = true;
	/* Nothing keeps that it became runnable: only the slice after it would, and that is lost. */
	if (bg->g->state == GT_G_RUNNABLE && bg->g->since - 1 < w->known_to)
		w->known_to = bg->g->since > 0 ? bg->g->since - 1 : 0;
	leave_state(w, bg, slot, &lost, t, 0, 0);
	gt_builder_count_state(w, t, bg->g->state, GT_G_UNDETERMINED);
	bg->lost_state = bg->g->state;
	bg->lost_since = bg->g->since;
	bg->lost_mid = bg->g->mid;
	bg->g->state = GT_G_UNDETERMINED;
	bg->g->since = t;
	bg->g->mid = GT_NO_TIME;
}

/* ---- threads ---- */

static void end_thread_run(struct gt_builder *w, uint32_t proc_row, int64_t t)
{
	struct gt_build_p *p = &w->ps[proc_row];

	if (p->run_thread == GT_NO_ROW)
		return;
	/* A slice goes on only if the thread has left it behind. */
	if (p->slot != GT_NO_SLOT)
		p->run_busy += t - (w->gs[p->slot].t0 > p->run_t0 ? w->gs[p->slot].t0 : p->run_t0);
	gt_thread_run_add(w->store, p->run_thread, &(struct gt_thread_run){
		.t0 = p->run_t0, .t1 = t, .proc_row = proc_row, .busy = p->run_busy, .who = p->run_who,
		.longest = p->run_longest }, p->run_longest_dur);
	w->held[p->run_thread] = 0;
	p->run_thread = GT_NO_ROW;
}

static void begin_run(struct gt_builder *w, uint32_t proc_row, const struct gt_event *e, int64_t t)
{
	struct gt_build_p *p = &w->ps[proc_row];

	p->run_m = e->m;
	p->run_t0 = e->from == GT_P_UNDETERMINED ? 0 : t;
	p->in_call = e->type == GT_V2_ProcStatus && !w->v1 && e->args[1] == GT_PROC_IN_CALL;
	p->run_busy = 0;
	p->run_longest_dur = 0;
	p->run_longest = p->run_who = GT_NO_ROW;
	p->run_thread = e->m == GT_NONE ? GT_NO_ROW : gt_threads_find_or_add(w->store, e->m, t);
	if (p->run_thread == GT_NO_ROW)
		return;
	/*
	 * A thread that has come back from a call can have another P before the event of v1 that takes its old
	 * one away: it does not hold both.  What it did on the old one ends here, even if the slice there does not.
	 */
	GT_GROW(w->held, w->held_cap, (size_t)p->run_thread + 1);
	for (; w->nheld <= p->run_thread; w->nheld++)
		w->held[w->nheld] = 0;
	if (w->held[p->run_thread])
		end_thread_run(w, w->held[p->run_thread] - 1, t);
	w->held[p->run_thread] = proc_row + 1;
}

static void end_run(struct gt_builder *w, uint32_t proc_row, int64_t t)
{
	struct gt_build_p *p = &w->ps[proc_row];

	if (p->run_m == GT_NONE)
		return;
	gt_proc_binding_add(w->store, proc_row, &(struct gt_proc_binding){ .t0 = p->run_t0, .t1 = t, .m = p->run_m });
	end_thread_run(w, proc_row, t);
	p->run_m = GT_NONE;
}

/* The P goes away from a goroutine in a call: its slice ends here, wherever the call ends. */
static void lose_proc(struct gt_builder *w, struct gt_build_p *p, uint8_t type, int64_t t)
{
	struct gt_build_g *bg = &w->gs[p->caller];
	uint32_t stack = bg->call_stack;

	p->caller = GT_NO_SLOT;
	bg->g->mid = t;
	call_without_p(w, bg, GT_G_SYSCALL, t);
	if (!bg->on)
		return;
	gt_builder_end_call(w, bg, t, true);
	gt_builder_close_slice(w, bg, &(struct gt_slice_end){
		.t = t, .stack = stack, .type = type, .flags = GT_SLICE_LOST_P });
}

static void stop_proc(struct gt_builder *w, uint32_t proc_row, uint8_t type, int64_t t)
{
	struct gt_build_p *p = &w->ps[proc_row];

	if (p->caller != GT_NO_SLOT)
		lose_proc(w, p, type, t);
	if (p->run_m != GT_NONE)
		gt_count_change_row(w->store, t, GT_COUNT_THREADS, GT_COUNT_NONE);
	end_run(w, proc_row, t);
}

void gt_builder_p_state(struct gt_builder *w, const struct gt_event *e, int64_t t)
{
	uint32_t proc_row = gt_builder_proc_row(w, e->subject, t);
	struct gt_build_p *p;

	if (proc_row == GT_NO_ROW || e->from == e->to)
		return;
	p = &w->ps[proc_row];
	/* That it stopped may be lost. */
	if (e->to == GT_P_IDLE || (e->from == GT_P_IDLE && p->run_m != GT_NONE && !w->v1))
		stop_proc(w, proc_row, e->type, t);
	if (e->to == GT_P_RUNNING && p->run_m == GT_NONE) {
		begin_run(w, proc_row, e, t);
		if (e->m == GT_NONE)
			return;
		if (e->from == GT_P_UNDETERMINED)
			gt_builder_count_base(w, GT_COUNT_THREADS, 1);
		else
			gt_count_change_row(w->store, t, GT_COUNT_NONE, GT_COUNT_THREADS);
	}
}

void gt_builder_tear(struct gt_builder *w)
{
	w->torn = true;
	for (uint32_t slot = 0; slot < w->ngs; slot++)
		if (w->gs[slot].g && w->gs[slot].g->state != GT_G_UNDETERMINED)
			gt_builder_lose_state(w, &w->gs[slot], slot, w->now);
	for (uint32_t i = 0; i < w->nps; i++)
		stop_proc(w, i, 0, w->now);
}

void gt_builder_label(struct gt_builder *w, const struct gt_event *e, int64_t t)
{
	struct gt_build_g *bg = e->gslot < w->ngs ? &w->gs[e->gslot] : NULL;

	if (!bg || !bg->g || !bg->on)
		return;
	bg->label = gt_builder_string(w, e->str);
	gt_builder_instant(w, GT_INSTANT_LABEL, e->p, t, bg->row);
}

void gt_builder_finish_sched(struct gt_builder *w, int64_t end)
{
	for (uint32_t i = 0; i < w->nps; i++) {
		struct gt_build_p *p = &w->ps[i];
		struct gt_build_g *bg = p->slot == GT_NO_SLOT ? NULL : &w->gs[p->slot];

		if (bg) {
			gt_builder_end_call(w, bg, end, true);
			gt_builder_close_slice(w, bg, &(struct gt_slice_end){ .t = end, .flags = GT_SLICE_OPEN });
		}
		end_run(w, i, end);
	}
	for (size_t i = 0; i < w->ngs; i++) {
		struct gt_build_g *bg = &w->gs[i];

		/* Of what it did before, its last state is known. */
		if (w->torn && bg->g && bg->g->state == GT_G_UNDETERMINED && bg->lost_state != GT_G_UNDETERMINED) {
			bg->g->state = bg->lost_state;
			bg->g->since = bg->lost_since;
			bg->g->mid = bg->lost_mid;
		}
		if (bg->g)
			settle_name(w, bg->g);
		gt_builder_release_open(bg);
	}
}
