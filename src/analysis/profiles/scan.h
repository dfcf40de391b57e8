/* The parts of a profile's making that files of this room share. */
#ifndef GT_ANALYSIS_PROFILE_SCAN_H
#define GT_ANALYSIS_PROFILE_SCAN_H

#include "analysis/profiles/profile.h"
#include "index/query/events.h"

/*
 * The stacks of wakers are in the events only.  The waits that need one are listed, those of a goroutine one
 * after the other, and a pass over the events of that time fills them in.
 */
struct gt_waking {
	int64_t time;         /* of the wake-up */
	int64_t ns;           /* of the wait, in the scope */
	uint32_t stack;       /* of the waiter; what is charged besides the waker's */
	uint32_t waker;       /* the waker's, once it was found */
};

struct gt_wakings {
	struct gt_scratch items, places;   /* struct gt_waking; struct gt_waking_place by goroutine row */
	uint64_t n, room;
	uint32_t goroutines;
	bool last;            /* of wake-ups at one time: the last one counts, else the first */
	int64_t t0, t1;       /* time of the first and of the last */
	struct gt_events *events;
	uint64_t at, first, end;           /* the next event; the first and the last of the pass */
};

int gt_wakings_open(struct gt_wakings *w, const struct gt_trace *t, uint64_t room, bool last, struct gt_error *err);
void gt_wakings_close(struct gt_wakings *w);
/* Goroutine by goroutine, of each in the order of time. */
void gt_wakings_add(struct gt_wakings *w, uint32_t g, const struct gt_waking *one);
/* Looks at some thousand events: as gt_profile_step. */
int gt_wakings_step(struct gt_wakings *w, struct gt_trace *t, struct gt_error *err);

#endif
