/* From a v1 record to an event: what the record alone says; shared by ordering and replay. */
#include "order/v1state.h"

struct meaning {
	uint8_t kind, from, to, range;
};

#define G(before, after) { GT_EV_G_STATE, GT_G_##before, GT_G_##after, 0 }
#define RANGE(edge, what) { GT_EV_RANGE_##edge, 0, 0, GT_RANGE_##what }

static const struct meaning meanings[64] = {
	[GT_V1_Gomaxprocs] = { GT_EV_METRIC, 0, 0, GT_METRIC_GOMAXPROCS },
	[GT_V1_HeapAlloc] = { GT_EV_METRIC, 0, 0, GT_METRIC_HEAP_ALLOC },
	[GT_V1_HeapGoal] = { GT_EV_METRIC, 0, 0, GT_METRIC_HEAP_GOAL },
	[GT_V1_ProcStart] = { GT_EV_P_STATE, GT_P_IDLE, GT_P_RUNNING, 0 },
	[GT_V1_ProcStop] = { GT_EV_P_STATE, GT_P_RUNNING, GT_P_IDLE, 0 },
	[GT_V1_GCStart] = RANGE(BEGIN, GC),
	[GT_V1_GCDone] = RANGE(END, GC),
	[GT_V1_STWStart] = RANGE(BEGIN, STW),
	[GT_V1_STWDone] = RANGE(END, STW),
	[GT_V1_GCSweepStart] = RANGE(BEGIN, SWEEP),
	[GT_V1_GCSweepDone] = RANGE(END, SWEEP),
	[GT_V1_GCMarkAssistStart] = RANGE(BEGIN, ASSIST),
	[GT_V1_GCMarkAssistDone] = RANGE(END, ASSIST),
	[GT_V1_GoCreate] = G(NOT_EXIST, RUNNABLE),
	[GT_V1_GoWaiting] = G(RUNNABLE, WAITING),
	[GT_V1_GoInSyscall] = G(RUNNABLE, SYSCALL),
	[GT_V1_GoStart] = G(RUNNABLE, RUNNING),
	[GT_V1_GoStartLabel] = G(RUNNABLE, RUNNING),
	[GT_V1_GoEnd] = G(RUNNING, NOT_EXIST),
	[GT_V1_GoStop] = G(RUNNING, WAITING),
	[GT_V1_GoSched] = G(RUNNING, RUNNABLE),
	[GT_V1_GoPreempt] = G(RUNNING, RUNNABLE),
	[GT_V1_GoSleep] = G(RUNNING, WAITING),
	[GT_V1_GoBlock] = G(RUNNING, WAITING),
	[GT_V1_GoBlockSend] = G(RUNNING, WAITING),
	[GT_V1_GoBlockRecv] = G(RUNNING, WAITING),
	[GT_V1_GoBlockSelect] = G(RUNNING, WAITING),
	[GT_V1_GoBlockSync] = G(RUNNING, WAITING),
	[GT_V1_GoBlockCond] = G(RUNNING, WAITING),
	[GT_V1_GoBlockNet] = G(RUNNING, WAITING),
	[GT_V1_GoBlockGC] = G(RUNNING, WAITING),
	[GT_V1_GoUnblock] = G(WAITING, RUNNABLE),
	[GT_V1_GoSysCall] = G(RUNNING, SYSCALL),
	[GT_V1_GoSysBlock] = G(SYSCALL, SYSCALL),
	[GT_V1_GoSysExit] = G(SYSCALL, RUNNABLE),
	[GT_V1_UserTaskCreate] = { GT_EV_TASK_BEGIN, 0, 0, 0 },
	[GT_V1_UserTaskEnd] = { GT_EV_TASK_END, 0, 0, 0 },
	[GT_V1_UserRegion] = { GT_EV_REGION_BEGIN, 0, 0, 0 },
	[GT_V1_UserLog] = { GT_EV_LOG, 0, 0, 0 },
};

#undef G
#undef RANGE

/* "Local" types exist for the merge only. */
static const uint8_t plain_type[64] = {
	[GT_V1_GoStartLocal] = GT_V1_GoStart,
	[GT_V1_GoUnblockLocal] = GT_V1_GoUnblock,
	[GT_V1_GoSysExitLocal] = GT_V1_GoSysExit,
};

/* What the event is about, and its strings, by its type. */
static void v1decode_describe(struct gt_event *e)
{
	switch (e->type) {
	case GT_V1_GoCreate:
		e->stack2 = e->args[1];
		e->subject = e->args[0];
		break;
	case GT_V1_GoUnblock:
	case GT_V1_UserTaskEnd:
		e->subject = e->args[0];
		break;
	case GT_V1_ProcStart:
		e->m = e->args[0];
		e->subject = e->p;
		break;
	case GT_V1_ProcStop:
	case GT_V1_GCSweepStart:
	case GT_V1_GCSweepDone:
		e->subject = e->p;
		break;
	case GT_V1_GCStart:
		e->p = GT_NONE;
		break;
	case GT_V1_GoStartLabel:
		e->str = e->args[2];
		e->subject = e->g;
		break;
	case GT_V1_GoSysExit:
		e->p = GT_NONE;
		e->subject = e->g;
		break;
	case GT_V1_GCMarkAssistStart:
	case GT_V1_GCMarkAssistDone:
		e->subject = e->g;
		break;
	case GT_V1_UserTaskCreate:
		if (e->args[1] == 0)
			e->args[1] = GT_NONE;
		e->str = e->args[2];
		e->subject = e->args[0];
		break;
	case GT_V1_UserRegion:
		e->kind = e->args[1] == 1 ? GT_EV_REGION_END : GT_EV_REGION_BEGIN;
		e->str = e->args[2];
		e->subject = e->args[0];
		break;
	case GT_V1_UserLog:
		e->str = e->args[1];
		e->subject = e->args[0];
		break;
	default:
		if (e->kind == GT_EV_G_STATE) {
			e->subject = e->g;
			e->stack2 = e->stack;
		}
		break;
	}
}

void v1_decode_event(struct gt_event *e, const struct gt_v1_cursor *c, uint64_t g)
{
	uint8_t type = plain_type[c->type] ? plain_type[c->type] : c->type;
	const struct meaning *m = &meanings[type];

	e->off = c->off;
	e->g = g ? g : GT_NONE;
	e->args[0] = c->args[0];
	e->args[1] = c->args[1];
	e->args[2] = c->args[2];
	e->args[3] = e->args[4] = 0;
	e->subject = GT_NONE;
	e->stack = c->stack;
	e->stack2 = e->str = e->str2 = 0;
	e->gen = 0;
	e->gslot = e->sslot = GT_NO_SLOT;
	e->type = type;
	e->nargs = c->layout->nargs[c->type];
	e->kind = m->kind;
	e->from = m->from;
	e->to = m->to;
	e->range = m->range;
	e->part = e->fresh = 0;
	if (type == GT_V1_UserLog) {
		e->args[GT_V1_LOG_TEXT_OFF] = c->text_off;
		e->args[GT_V1_LOG_TEXT_LEN] = c->text_len;
	}
	v1decode_describe(e);
}

void v1_decode_retimed(struct gt_event *e, const struct gt_v1_retimed *retimed)
{
	*e = (struct gt_event){
		.off = retimed->off, .m = GT_NONE, .p = GT_NONE, .g = retimed->g, .subject = retimed->g,
		.args = { retimed->g, retimed->seq, retimed->ts }, .gslot = GT_NO_SLOT, .sslot = GT_NO_SLOT,
		.type = GT_V1_GoSysExit, .nargs = 3, .kind = GT_EV_G_STATE, .from = GT_G_SYSCALL,
		.to = GT_G_RUNNABLE };
}

void v1_decode_sample(struct gt_event *e, const struct gt_v2_sample *sample)
{
	/* Go clears the first argument, the time. */
	*e = (struct gt_event){
		.off = sample->off, .m = GT_NONE, .p = v1_p(sample->p), .g = sample->g, .subject = GT_NONE,
		.args = { 0, sample->p, sample->g == GT_NONE ? 0 : sample->g }, .stack = sample->stack,
		.gslot = GT_NO_SLOT, .sslot = GT_NO_SLOT, .stream = GT_STREAM_SAMPLES, .type = GT_V1_CPUSample,
		.nargs = 3, .kind = GT_EV_SAMPLE };
}
