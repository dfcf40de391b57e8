/* From events to instants: who is woken where, creations, preemptions, logs, samples. */
#include "index/build/builder.h"

#include <assert.h>
#include <string.h>

void gt_builder_intern_reasons(struct gt_builder *w)
{
	static const char *const known[GT_STR_COUNT] = {
		[GT_STR_NONE] = "", [GT_STR_FOREVER] = "forever", [GT_STR_PREEMPTED] = "preempted",
		[GT_STR_NETWORK] = "network", [GT_STR_SLEEP] = "sleep", [GT_STR_SELECT] = "select",
		[GT_STR_CHAN_RECEIVE] = "chan receive", [GT_STR_CHAN_SEND] = "chan send", [GT_STR_SYNC] = "sync",
		[GT_STR_COND] = "sync.(*Cond).Wait", [GT_STR_SYSTEM] = "system goroutine wait",
		[GT_STR_NO_CASES] = "select (no cases)",
	};

	for (uint32_t i = 1; i < GT_STR_COUNT; i++) {
		uint32_t row = gt_symtab_string(w->names, known[i], strlen(known[i]));

		assert(row == i);
		(void)row;
	}
	w->forever = GT_STR_FOREVER;
	w->preempted = GT_STR_PREEMPTED;
	w->network = GT_STR_NETWORK;
	for (uint32_t i = 0; i < GT_COUNT(w->timed); i++)
		w->timed[i] = GT_STR_SLEEP + i;
}

bool gt_builder_instant(struct gt_builder *w, enum gt_instant kind, uint64_t p, int64_t t, uint32_t g)
{
	uint32_t proc_row = gt_builder_proc_row(w, p, t);

	if (proc_row != GT_NO_ROW)
		gt_instant_add(w->store, kind, proc_row, t, g);
	return proc_row != GT_NO_ROW;
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

/*
 * If no goroutine did it, what g waited for decides between the poller, a timer and the scheduler.
 * Timers run on a P, if not on that of their own goroutine; without one it was the system monitor, which
 * ends the scavenger's sleep, too.
 *
 * The poller wakes a goroutine that waits for the network although the event names another:
 * startTheWorldWithSema (runtime/proc.go) polls the network before the stop's end is written, and
 * the events carry the goroutine that stopped the world.  Who that is traces up to 1.9 do not show.
 */
enum gt_instant gt_builder_wakes(const struct gt_builder *w, const struct gt_goroutine *g, const struct gt_event *e)
{
	bool network = g->end_reason == w->network;

	if (w->v1 && e->p == GT_NONE && e->range == GT_V1_BY_TIMERS)
		return GT_INSTANT_TIMER;
	if (network && (e->gslot == GT_NO_SLOT || (w->v1 && w->v1->layout.minor < 10)))
		return GT_INSTANT_NETWORK;
	for (size_t i = 0; e->gslot == GT_NO_SLOT && e->p < GT_P_OUTSIDE && i < GT_COUNT(w->timed); i++)
		if (g->end_reason == w->timed[i])
			return GT_INSTANT_TIMER;
	for (size_t i = 0; network && i < w->nstws; i++)
		if (w->stws[i].stopper == e->gslot)
			return GT_INSTANT_NETWORK;
	return GT_INSTANT_UNBLOCK;
}

void gt_builder_wake(struct gt_builder *w, const struct gt_goroutine *g, const struct gt_event *e, int64_t t)
{
	enum gt_instant kind = gt_builder_wakes(w, g, e);
	uint32_t proc_row = GT_NO_ROW;

	if (kind == GT_INSTANT_UNBLOCK) {
		/* v1 takes the P away from what ends a wait for the network; the goroutine that did it was on one. */
		if (e->p == GT_NONE && e->gslot < w->ngs && w->gs[e->gslot].on)
			proc_row = w->gs[e->gslot].proc_row;
		else
			proc_row = gt_builder_proc_row(w, e->p, t);
		if (proc_row == GT_NO_ROW)
			return;
	}
	gt_instant_add(w->store, kind, proc_row, t, g->row);
	gt_builder_show(w, GT_COUNT_WAITING, GT_COUNT_RUNNABLE);
}

/* A sample has only the id of its goroutine. */
void gt_builder_sample(struct gt_builder *w, const struct gt_event *e, int64_t t)
{
	uint32_t g = e->g == GT_NONE ? GT_NO_ROW : gt_goroutine_newest(w->store, e->g);

	gt_builder_instant(w, GT_INSTANT_SAMPLE, e->p, t, g);
}
