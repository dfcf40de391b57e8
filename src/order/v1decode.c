/* From a v1 record to an event: what the record alone says; shared by ordering and replay. */
#include "order/v1state.h"

const struct gt_meaning gt_v1_meanings[64] = {
#define V1_MEANING(type, rule, what, subject, str, stack2) \
	[GT_V1_##type] = GT_MEANING(subject, str, 0, stack2, what),
#include "order/meaning.def"
};

/* "Local" types exist for the merge only. */
static const uint8_t plain_type[64] = {
	[GT_V1_GoStartLocal] = GT_V1_GoStart,
	[GT_V1_GoUnblockLocal] = GT_V1_GoUnblock,
	[GT_V1_GoSysExitLocal] = GT_V1_GoSysExit,
};

void v1_decode_event(struct gt_event *e, const struct gt_v1_cursor *c, uint64_t g)
{
	uint8_t type = plain_type[c->type] ? plain_type[c->type] : c->type;

	e->off = c->off;
	e->g = g ? g : GT_NONE;
	e->args[0] = c->args[0];
	e->args[1] = c->args[1];
	e->args[2] = c->args[2];
	e->args[3] = e->args[4] = 0;
	e->stack = c->stack;
	e->gen = 0;
	e->gslot = e->sslot = GT_NO_SLOT;
	if (type == GT_V1_UserLog) {
		e->args[GT_V1_LOG_TEXT_OFF] = c->text_off;
		e->args[GT_V1_LOG_TEXT_LEN] = c->text_len;
	}
	if (type == GT_V1_ProcStart)
		e->m = e->args[0];
	else if (type == GT_V1_GCStart || type == GT_V1_GoSysExit)
		e->p = GT_NONE;
	gt_mean(e, &gt_v1_meanings[type], type, c->layout->nargs[c->type]);
	if (type == GT_V1_UserRegion && e->args[1] == 1)
		e->kind = GT_EV_REGION_END;
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
