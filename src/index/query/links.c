/* The links of events one after the other: see links.h. */
#include "index/query/links.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "index/caps.h"
#include "wire/v1/v1events.h"
#include "wire/v2/v2events.h"

/* How far ahead events are decoded at most: the links of so many are kept.  What waits longer is rare. */
#define AHEAD (UINT64_C(1) << 20)
/* After a jump: so far ahead, and this many times the events asked for since. */
#define AHEAD_FIRST 256
#define AHEAD_GROWS 4
/* Goroutines whose latest event is known, by the last bits of their ids. */
#define LATEST (1u << 15)

/* What the ring says of an event besides the distance to its link. */
enum { UNSEEN, NO_LINK = UINT32_MAX - 1, ASK_INDEX = UINT32_MAX };

struct gt_links {
	bool v1;
	struct gt_events *ahead, *index;        /* cursors: the events to come; for questions to the index */
	uint64_t from, end;                     /* of the events from `from` on, after a jump, `end` is the next one */
	uint32_t ring[AHEAD];
	struct latest {
		uint64_t g, n;                  /* the goroutine's event number n - 1; 0: none */
		uint8_t to, type;
	} latest[LATEST];
};

struct gt_links *gt_links_open(struct gt_trace *t)
{
	struct gt_links *l = gt_xcalloc(1, sizeof *l);

	l->v1 = gt_trace_caps(t).old_events;
	l->ahead = gt_events_open(t);
	l->index = gt_events_open(t);
	return l;
}

void gt_links_close(struct gt_links *l)
{
	if (!l)
		return;
	gt_events_close(l->ahead);
	gt_events_close(l->index);
	free(l);
}

/* What is to be said of an event before others were seen. */
static uint32_t link_of_alone(const struct gt_links *l, const struct gt_event *ev)
{
	switch (ev->kind) {
	case GT_EV_G_STATE:
		if (l->v1 && (ev->type == GT_V1_GoStop || ev->type == GT_V1_GoSysCall))
			return ASK_INDEX;
		return ev->to == GT_G_NOT_EXIST || ev->to == GT_G_UNDETERMINED ? NO_LINK : UNSEEN;
	case GT_EV_P_STATE:
	case GT_EV_RANGE_BEGIN:
	case GT_EV_REGION_BEGIN:
	case GT_EV_TASK_BEGIN:
		return ASK_INDEX;
	default:
		return NO_LINK;
	}
}

/* v2: the goroutine's next event, if it is the one that ends this state or the call. */
static bool follows_v2(const struct latest *a, const struct gt_event *b)
{
	switch (b->type) {
	case GT_V2_GoStop:
	case GT_V2_GoBlock:
	case GT_V2_GoDestroy:
		return a->to == GT_G_RUNNING;
	case GT_V2_GoStart:
		return a->to == GT_G_RUNNABLE;
	case GT_V2_GoUnblock:
	case GT_V2_GoSwitch:
	case GT_V2_GoSwitchDestroy:
		return a->to == GT_G_WAITING;
	case GT_V2_GoSyscallEnd:
		return a->type == GT_V2_GoSyscallBegin;
	default:
		return false;
	}
}

/* v1: the same; a call is part of a slice unless it loses the P. */
static bool follows_v1(const struct latest *a, const struct gt_event *b)
{
	if (b->from == GT_G_RUNNING && b->to != GT_G_SYSCALL)
		return a->to == GT_G_RUNNING;
	if (b->to == GT_G_RUNNING)
		return a->to == GT_G_RUNNABLE;
	return b->type == GT_V1_GoUnblock && a->to == GT_G_WAITING;
}

/* Takes the event that the cursor is at. */
static void links_see(struct gt_links *l, const struct gt_event *ev, uint64_t n)
{
	struct latest *a;

	l->ring[n % AHEAD] = link_of_alone(l, ev);
	if (ev->kind != GT_EV_G_STATE || (l->v1 && ev->type == GT_V1_GoSysCall))
		return;
	a = &l->latest[ev->subject % LATEST];
	if (a->n && a->g == ev->subject && n - (a->n - 1) < AHEAD && l->ring[(a->n - 1) % AHEAD] == UNSEEN)
		l->ring[(a->n - 1) % AHEAD] =
			(l->v1 ? follows_v1(a, ev) : follows_v2(a, ev)) ? (uint32_t)(n - (a->n - 1)) : ASK_INDEX;
	*a = (struct latest){ .g = ev->subject, .n = n + 1, .to = ev->to, .type = ev->type };
}

/* Forgets everything: the next event asked for is n. */
static void links_jump(struct gt_links *l, uint64_t n)
{
	l->from = l->end = n;
	memset(l->latest, 0, sizeof l->latest);
}

/* Decodes up to event `to`, as far as the trace goes and can be read. */
static void look_ahead(struct gt_links *l, uint64_t to)
{
	const struct gt_event *ev;

	for (; l->end < to && !gt_events_get(l->ahead, l->end, &ev, NULL); l->end++)
		links_see(l, ev, l->end);
}

uint64_t gt_links_get(struct gt_links *l, uint64_t n, const struct gt_event *ev)
{
	uint64_t reach;
	uint32_t link;

	if (n < l->from || n > l->end || l->end - n > AHEAD)
		links_jump(l, n);
	reach = AHEAD_FIRST + AHEAD_GROWS * (n - l->from);
	look_ahead(l, n + (reach < AHEAD ? reach : AHEAD));
	link = n < l->end ? l->ring[n % AHEAD] : ASK_INDEX;
	if (link == NO_LINK)
		return GT_NONE;
	return link == UNSEEN || link == ASK_INDEX ? gt_event_link_of(l->index, n, ev) : n + link;
}
