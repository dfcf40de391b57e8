/* What v1 events do to goroutines, Ps, GC and tasks, and what must be true before (format/v1.md 13). */
#include <inttypes.h>

#include "order/v1state.h"

struct step {
	struct v1_order *o;
	struct gt_event *e;
	struct v1_g *g;              /* of the event's goroutine */
	struct v1_proc *p;           /* of its batch */
	int64_t ticks;
	uint32_t stream;
	uint32_t g_slot, arg_slot;
	uint8_t how;                 /* enum gt_v1_how */
};

typedef void rule(struct step *s);

/* The event breaks a rule: that is remembered, and from when on something is missing. */
#define FLAW(s, ...) \
	do { \
		v1_miss(&(s)->o->merge, (s)->ticks, (s)->o->merge.streams[(s)->stream].last); \
		if (!(s)->o->damage) \
			(s)->o->damage = gt_error_set(&(s)->o->damage_err, GT_ERR_ORDER, (s)->e->off, __VA_ARGS__); \
	} while (0)

static const char *v1rules_name_of(const struct step *s)
{
	return gt_v1_spec(s->e->type)->name;
}

static uint64_t v1rules_id_of(const struct step *s, uint32_t slot)
{
	return s->o->merge.gs[slot].id;
}

/* ---- goroutines ---- */

/* A goroutine that nothing has introduced (lost information) begins to be with what it does now. */
static void v1rules_introduce(struct step *s, uint32_t slot)
{
	struct v1_g *g = &s->o->merge.gs[slot];

	if (g->exists || slot == V1_SLOT_NONE)
		return;
	g->exists = true;
	s->e->fresh = 1;
	s->e->from = GT_G_UNDETERMINED;
}

static void check_running(struct step *s, bool nobody_may)
{
	if (s->g->state != V1_RUNNING)
		FLAW(s, "goroutine %" PRIu64 " is not running while %s", v1rules_id_of(s, s->g_slot),
			     v1rules_name_of(s));
	else if (s->p->g != s->g_slot)
		FLAW(s, "P %" PRId64 " is not running goroutine %" PRIu64 " while %s",
			     (int64_t)s->e->p, v1rules_id_of(s, s->g_slot), v1rules_name_of(s));
	else if (!nobody_may && s->g_slot == V1_SLOT_NONE)
		FLAW(s, "no goroutine is there to do %s", v1rules_name_of(s));
}

/* The goroutine leaves the P. */
static void leave(struct step *s, uint8_t state)
{
	check_running(s, false);
	v1rules_introduce(s, s->g_slot);
	if (s->g_slot != V1_SLOT_NONE) {
		s->g->state = state;
		s->g->last = s->e->type;
	}
	s->p->g = V1_SLOT_NONE;
	s->e->sslot = s->g_slot;
}

static void v1rules_go_create(struct step *s)
{
	struct v1_g *g = &s->o->merge.gs[s->arg_slot];

	check_running(s, true);
	if (g->exists)
		FLAW(s, "goroutine %" PRIu64 " already exists", s->e->args[0]);
	g->create_stack = s->e->args[1];
	g->state = V1_RUNNABLE;
	g->last = GT_V1_GoCreate;
	g->exists = g->unstarted = true;
	g->assist = false;
	s->e->fresh = 1;
	s->e->sslot = s->arg_slot;
	if (!s->o->started)
		s->e->from = GT_G_UNDETERMINED;
}

static void v1rules_go_waiting(struct step *s)
{
	if (s->g->state != V1_RUNNABLE)
		FLAW(s, "goroutine %" PRIu64 " is not runnable before %s",
			     v1rules_id_of(s, s->g_slot), v1rules_name_of(s));
	v1rules_introduce(s, s->g_slot);
	s->g->state = V1_WAITING;
	s->g->last = s->e->type;
	s->e->sslot = s->g_slot;
}

/* It was in a call since before the trace, and this is the first event that shows it (v1unlisted.c). */
static bool returns_unlisted(struct step *s)
{
	bool first = s->g->was_unlisted && (!s->g->exists || (s->g->state == V1_WAITING &&
							     s->g->last == GT_V1_GoInSyscall));

	if (first && !s->g->exists) {
		s->g->exists = true;
		s->e->fresh = 1;
		s->e->from = GT_G_SYSCALL;
	}
	return first;
}

static void v1rules_go_start(struct step *s)
{
	bool returns = returns_unlisted(s);

	if (!returns && s->g->state != V1_RUNNABLE)
		FLAW(s, "goroutine %" PRIu64 " is not runnable before start",
			     v1rules_id_of(s, s->g_slot));
	else if (s->p->g != V1_SLOT_NONE)
		FLAW(
			s, "P %" PRId64 " is already running goroutine %" PRIu64 " while %" PRIu64 " starts",
			(int64_t)s->e->p, v1rules_id_of(s, s->p->g), v1rules_id_of(s, s->g_slot));
	v1rules_introduce(s, s->g_slot);
	s->g->state = V1_RUNNING;
	s->g->last = 0;
	s->p->g = s->g_slot;
	s->e->sslot = s->g_slot;
	if (!s->g->unstarted)
		return;
	s->g->unstarted = false;
	s->how = GT_V1_FIRST;
	if (s->o->minor >= 7)
		s->e->stack = s->g->create_stack;
}

static void go_end(struct step *s)
{
	leave(s, V1_DEAD);
}

static void go_yield(struct step *s)
{
	leave(s, V1_RUNNABLE);
}

static void go_block(struct step *s)
{
	leave(s, V1_WAITING);
}

static void go_syscall(struct step *s)
{
	check_running(s, false);
	if (s->g_slot != V1_SLOT_NONE)
		s->g->last = GT_V1_GoSysCall;
	s->e->sslot = s->g_slot;
}

static void go_sys_block(struct step *s)
{
	uint8_t last = s->g->last;

	leave(s, V1_WAITING);
	s->g->last = last;
}

static void go_sys_exit(struct step *s)
{
	if (!returns_unlisted(s) && s->g->state != V1_WAITING)
		FLAW(s, "goroutine %" PRIu64 " is not waiting during syscall exit",
			     v1rules_id_of(s, s->g_slot));
	v1rules_introduce(s, s->g_slot);
	s->g->state = V1_RUNNABLE;
	s->g->last = GT_V1_GoSysExit;
	s->e->sslot = s->g_slot;
}

static void go_unblock(struct step *s)
{
	struct v1_g *target = &s->o->merge.gs[s->arg_slot];
	bool timer = s->o->timers.count && s->g_slot != V1_SLOT_NONE &&
		     gt_map_get(&s->o->timers, v1rules_id_of(s, s->g_slot)) != GT_MAP_NONE;

	if (s->g->state != V1_RUNNING)
		FLAW(s, "goroutine %" PRIu64 " is not running while it unblocks another",
			     v1rules_id_of(s, s->g_slot));
	else if (!timer && s->p->g != s->g_slot)
		FLAW(s,
			     "P %" PRId64 " is not running goroutine %" PRIu64 " while it unblocks another",
			     (int64_t)s->e->p, v1rules_id_of(s, s->g_slot));
	else if (target->state != V1_WAITING)
		FLAW(s, "goroutine %" PRIu64 " is not waiting before it is unblocked", s->e->args[0]);
	v1rules_introduce(s, s->arg_slot);
	if (timer || target->last == GT_V1_GoBlockNet) {
		s->how = GT_V1_NO_P;
		s->e->range = timer ? GT_V1_BY_TIMERS : GT_V1_BY_NETWORK;
		s->e->p = GT_NONE;
	}
	target->state = V1_RUNNABLE;
	target->last = GT_V1_GoUnblock;
	s->e->sslot = s->arg_slot;
}

/* ---- processors ---- */

static void proc_start(struct step *s)
{
	if (s->p->running)
		FLAW(s, "P %" PRId64 " is running before start", (int64_t)s->e->p);
	s->p->running = true;
	s->p->thread = s->e->args[0];
}

static void proc_stop(struct step *s)
{
	if (!s->p->running)
		FLAW(s, "P %" PRId64 " is not running before stop", (int64_t)s->e->p);
	else if (s->p->g != V1_SLOT_NONE)
		FLAW(s, "P %" PRId64 " is running goroutine %" PRIu64 " during stop",
			     (int64_t)s->e->p, v1rules_id_of(s, s->p->g));
	s->p->running = false;
}

/* ---- ranges ---- */

/* A range begins or ends.  A mark assist may have begun before the trace. */
static void v1rules_range(struct step *s)
{
	static const char *const names[] = {
		[GT_RANGE_STW] = "stop-the-world", [GT_RANGE_GC] = "GC", [GT_RANGE_SWEEP] = "sweep",
		[GT_RANGE_ASSIST] = "mark assist",
	};
	/* Before Go 1.10 each P has its own (format/v1.md 5.2). */
	bool *const stw = s->o->minor < 10 ? &s->p->stw : &s->o->stw;
	bool *const open[] = {
		[GT_RANGE_STW] = stw, [GT_RANGE_GC] = &s->o->gc, [GT_RANGE_SWEEP] = &s->p->sweep,
		[GT_RANGE_ASSIST] = &s->g->assist,
	};
	uint8_t range = s->e->range;
	bool begins = s->e->kind == GT_EV_RANGE_BEGIN;

	_Static_assert(GT_COUNT(names) == GT_COUNT(open), "the same ranges");
	if (begins && *open[range])
		FLAW(s, "the previous %s has not ended before a new one", names[range]);
	else if (!begins && !*open[range] && range != GT_RANGE_ASSIST)
		FLAW(s, "a %s ends that has not begun", names[range]);
	*open[range] = begins && (range != GT_RANGE_ASSIST || s->g_slot != V1_SLOT_NONE);
	if (range == GT_RANGE_ASSIST)
		s->e->sslot = s->g_slot;
}

static void gomaxprocs(struct step *s)
{
	s->o->started = true;
}

/* ---- annotations ---- */

static void task_create(struct step *s)
{
	bool added;

	gt_map_get_or_put(&s->o->tasks, s->e->args[0], 1, &added);
	if (!added)
		FLAW(s, "two open tasks have the id %" PRIu64, s->e->args[0]);
}

static void task_end(struct step *s)
{
	gt_map_remove(&s->o->tasks, s->e->args[0]);
}

/* Which begin an end belongs to is the program's business (index/build/build_regions.c). */
static void region(struct step *s)
{
	if (s->e->args[1] > 1) {
		FLAW(s, "invalid region mode %" PRIu64, s->e->args[1]);
		s->e->kind = GT_EV_OTHER;
	}
}

_Static_assert(GT_V1_TYPES <= 64, "a type has six bits");
static rule *const rules[64] = {
#define V1_MEANING(type, rule, what, subject, str, stack2) [GT_V1_##type] = rule,
#include "order/meaning.def"
};

void v1_apply(struct v1_order *o, struct gt_event *e, const struct v1_item *item)
{
	struct step s = {
		.o = o, .e = e, .g_slot = item->g_slot, .arg_slot = item->arg_slot, .p = &o->procs[item->stream],
		.ticks = item->ticks, .stream = item->stream, .how = GT_V1_PLAIN };

	s.g = &o->merge.gs[s.g_slot];
	e->gslot = s.g_slot > V1_SLOT_GC && s.g->exists ? s.g_slot : GT_NO_SLOT;
	if (rules[e->type])
		rules[e->type](&s);
	/* Only goroutines have slots for those who look at the events. */
	if (e->sslot <= V1_SLOT_GC)
		e->sslot = GT_NO_SLOT;
	if (e->sslot == GT_NO_SLOT && e->kind == GT_EV_G_STATE)
		e->kind = GT_EV_OTHER;
	e->stream = item->kind == V1_MOVED ? GT_V1_STREAM((uint32_t)o->file.gen.nstreams, s.how)
					   : GT_V1_STREAM(item->stream, s.how);
	e->fresh |= s.how == GT_V1_FIRST;
}
