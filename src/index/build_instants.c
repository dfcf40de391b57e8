/* From events to instants: who is woken where, creations, preemptions, logs, samples. */
#include "index/builder.h"

#include <string.h>

static uint32_t intern(struct gt_builder *w, const char *reason)
{
	return gt_names_string(w->names, reason, strlen(reason));
}

void gt_builder_intern_reasons(struct gt_builder *w)
{
	static const char *const timed[GT_COUNT(w->timed)] = {
		"sleep", "select", "chan receive", "chan send", "sync" };

	w->forever = intern(w, "forever");
	w->preempted = intern(w, "preempted");
	w->network = intern(w, "network");
	for (size_t i = 0; i < GT_COUNT(timed); i++)
		w->timed[i] = intern(w, timed[i]);
}

bool gt_builder_instant(struct gt_builder *w, enum gt_instant kind, uint64_t p, int64_t t, uint32_t g)
{
	uint32_t part = gt_builder_part(w, p, t);

	if (part != GT_NO_ROW)
		gt_instant_add(w->store, kind, part, t, g);
	return part != GT_NO_ROW;
}

void gt_builder_created(struct gt_builder *w, const struct gt_goroutine *g, const struct gt_event *e, int64_t t)
{
	if (gt_builder_instant(w, GT_INSTANT_CREATE, e->p, t, g->row))
		gt_builder_show(w, GT_COUNT_NONE, GT_COUNT_RUNNABLE);
}

void gt_builder_returned(struct gt_builder *w, const struct gt_goroutine *g, int64_t t)
{
	gt_instant_add(w->store, GT_INSTANT_SYSCALL, GT_NO_ROW, t, g->row);
	gt_builder_show(w, GT_COUNT_SYSCALL, GT_COUNT_RUNNABLE);
}

/* Who wakes when no goroutine does, by what the goroutine waited for: the poller, a timer, or the scheduler. */
static enum gt_instant runtime_wake(const struct gt_builder *w, uint32_t reason)
{
	if (reason == w->network)
		return GT_INSTANT_NETWORK;
	for (size_t i = 0; i < GT_COUNT(w->timed); i++)
		if (reason == w->timed[i])
			return GT_INSTANT_TIMER;
	return GT_INSTANT_UNBLOCK;
}

/* v1 says itself which wake-ups are of no P. */
static enum gt_instant v1_wake(const struct gt_event *e)
{
	if (e->p != GT_NONE)
		return GT_INSTANT_UNBLOCK;
	return e->range == GT_V1_BY_TIMERS ? GT_INSTANT_TIMER : GT_INSTANT_NETWORK;
}

void gt_builder_wake(struct gt_builder *w, const struct gt_goroutine *g, const struct gt_event *e, int64_t t)
{
	enum gt_instant kind = GT_INSTANT_UNBLOCK;

	if (gt_builder_polled(w, g, e))
		kind = GT_INSTANT_NETWORK;
	else if (w->v1)
		kind = v1_wake(e);
	else if (e->gslot == GT_NO_SLOT)
		kind = runtime_wake(w, g->end_reason);
	if (kind != GT_INSTANT_UNBLOCK)
		gt_instant_add(w->store, kind, GT_NO_ROW, t, g->row);
	else if (!gt_builder_instant(w, kind, e->p, t, g->row))
		return;
	gt_builder_show(w, GT_COUNT_WAITING, GT_COUNT_RUNNABLE);
}

/* A sample knows its goroutine by its id only. */
void gt_builder_sample(struct gt_builder *w, const struct gt_event *e, int64_t t)
{
	uint32_t g = e->g == GT_NONE ? GT_NO_ROW : gt_goroutine_newest(w->store, e->g);

	gt_builder_instant(w, GT_INSTANT_SAMPLE, e->p, t, g);
}
