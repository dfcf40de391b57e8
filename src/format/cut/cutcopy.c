/* Events of the source as records of the cut: its own ids, and numbers that count from the start. */
#include "format/cut/cutown.h"
#include "order/replay.h"
#include "wire/v2/v2cursor.h"

/* The first generation of the cut, which begins with what the records of status say. */
static bool in_first(const struct gt_cut *c)
{
	return c->gens_written == 1 && c->nmade > 0;
}

/* ---- what is left out ---- */

/*
 * In the generation in which the cut begins its status events say again what the cut's own have said.  What goes on
 * is confirmed in later generations only: in the first one it would begin a second time.
 */
static bool cut_leaves_out(struct gt_cut *c, const struct gt_event *e)
{
	bool again = in_first(c) && c->gens_read > 1;

	switch (e->type) {
	case GT_V2_GoStatus:
	case GT_V2_GoStatusStack:
		return in_first(c) && cut_g(c, e->args[0]);
	case GT_V2_ProcStatus:
		return in_first(c) && cut_p(c, e->args[0]);
	case GT_V2_GCActive:
		c->gc_left_out += again;
		return again;
	case GT_V2_GCSweepActive:
	case GT_V2_GCMarkAssistActive:
		return again;
	default:
		return false;
	}
}

/* ---- numbers ---- */

static void count_g(struct gt_cut *c, uint64_t id, uint64_t *seq)
{
	const struct gt_order_g *g = cut_g(c, id);

	*seq -= g ? g->seq : 0;
}

static void count_p(struct gt_cut *c, uint64_t id, uint64_t *seq)
{
	const struct gt_order_p *p = cut_p(c, id);

	*seq -= p ? p->seq : 0;
}

/* The numbers of a goroutine and a P count from their status on, those of the GC through all of the cut. */
static void renumber(struct gt_cut *c, const struct gt_event *e, uint64_t *args)
{
	struct gt_order_g *g;

	switch (e->type) {
	case GT_V2_GCActive:
	case GT_V2_GCBegin:
	case GT_V2_GCEnd:
		args[0] -= c->gc_left_out;
		break;
	case GT_V2_GoStart:
	case GT_V2_GoUnblock:
	case GT_V2_GoSwitch:
	case GT_V2_GoSwitchDestroy:
		if (in_first(c))
			count_g(c, e->args[0], &args[1]);
		break;
	case GT_V2_ProcStart:
	case GT_V2_ProcSteal:
		if (in_first(c))
			count_p(c, e->args[0], &args[1]);
		break;
	case GT_V2_GoSyscallBegin:
		if (in_first(c))
			count_p(c, e->p, &args[0]);
		break;
	case GT_V2_GoCreate:
	case GT_V2_GoCreateBlocked:
	case GT_V2_GoCreateSyscall:
		/* Another life of the id: it counts from 0. */
		g = in_first(c) ? cut_g(c, e->args[0]) : NULL;
		if (g)
			g->seq = 0;
		break;
	default:
		break;
	}
}

/* ---- ids ---- */

static void translate(struct gt_cut *c, const struct gt_v2_spec *spec, uint64_t *args)
{
	for (int i = 1; i < spec->nargs; i++) {
		if (spec->string_args >> i & 1)
			args[i - 1] = cut_string(c, args[i - 1]);
		else if (i == spec->stack_arg || i == spec->stack2_arg)
			args[i - 1] = cut_stack(c, args[i - 1]);
	}
}

/* ---- records ---- */

/* What the record leaves on its thread: whether that is a place for what waits. */
static void note_place(struct gt_cut *c, const struct gt_event *e)
{
	switch (e->type) {
	case GT_V2_GoStart:
	case GT_V2_GoSwitch:
	case GT_V2_GoSwitchDestroy:
		c->place = (struct cut_place){ .there = e->p != GT_NONE, .m = e->m, .g = e->args[0] };
		break;
	case GT_V2_GoSyscallEnd:
		c->place = (struct cut_place){ .there = e->p != GT_NONE, .m = e->m, .g = e->g };
		break;
	case GT_V2_UserRegionBegin:
	case GT_V2_UserRegionEnd:
	case GT_V2_GoDestroy:
	case GT_V2_GoDestroySyscall:
		cut_drop_regions(c, e->g);
		break;
	default:
		break;
	}
}

static void write_event(struct gt_cut *c, const struct gt_event *e, int64_t time)
{
	uint64_t args[GT_EVENT_ARGS], m = gt_order_gen(c->order)->streams[e->stream].m;

	memcpy(args, e->args, sizeof args);
	if (e->kind == GT_EV_TASK_BEGIN && args[1] == GT_NONE)
		args[1] = 0;
	renumber(c, e, args);
	translate(c, gt_v2_spec(e->type), args);
	gt_v2_write_event(&c->w, m, (uint64_t)time, e->type, args);
}

void cut_copy(struct gt_cut *c, const struct gt_event *e, int64_t time)
{
	if (e->kind == GT_EV_SAMPLE)
		gt_v2_write_sample(&c->w, (uint64_t)time, e->m, e->p, e->g, cut_stack(c, e->stack));
	else if (e->kind != GT_EV_DROPPED && !cut_leaves_out(c, e))
		write_event(c, e, time);
	note_place(c, e);
}

void cut_copy_late(struct gt_cut *c, const struct gt_event *e)
{
	bool status = (e->kind == GT_EV_G_STATE && e->from == GT_G_UNDETERMINED) ||
		      (e->kind == GT_EV_P_STATE && e->from == GT_P_UNDETERMINED);

	if (status || e->kind == GT_EV_RANGE_ACTIVE)
		write_event(c, e, ++c->time);
}
