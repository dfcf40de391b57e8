/* The list of traces that the screen shows instead of one: read in a thread, beside the keys. */
#ifndef GT_UI_ROSTER_H
#define GT_UI_ROSTER_H

#include "analysis/fleet/fleet.h"

struct gt_roster {
	struct gt_fleet fleet;
	const char *host;        /* --host, NULL: none */

	/* The UI's. */
	struct gt_thread thread;
	bool running;            /* started, and not joined */
	size_t made;             /* rows that were looked at, as the UI saw it last */
	bool done;               /* all is known, as the UI saw it last */
	char *chosen;            /* the trace to open; NULL: none was chosen */
};

/* r is all 0; the traces are added to r->fleet before the start.  opt: as of gt_fleet_init. */
void gt_roster_init(struct gt_roster *r, const struct gt_open_options *opt);
/* notify is called from the thread, as of struct gt_fleet. */
void gt_roster_start(struct gt_roster *r, void (*notify)(void *arg), void *arg);
/* What is known by now; true: something is new. */
bool gt_roster_look(struct gt_roster *r);
/* Waits for the end. */
void gt_roster_wait(struct gt_roster *r);
/* What is known stays; the rest is not looked at. */
void gt_roster_stop(struct gt_roster *r);
void gt_roster_release(struct gt_roster *r);

#endif
