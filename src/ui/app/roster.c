/* The list of traces that the screen shows instead of one: read in a thread, beside the keys. */
#include "ui/app/roster.h"

#include <stdlib.h>

void gt_roster_init(struct gt_roster *r, const struct gt_open_options *opt)
{
	gt_fleet_init(&r->fleet, opt);
}

static int roster_run(void *arg)
{
	gt_fleet_run(&((struct gt_roster *)arg)->fleet);
	return 0;
}

void gt_roster_start(struct gt_roster *r, void (*notify)(void *arg), void *arg)
{
	r->fleet.tell = notify;
	r->fleet.tell_arg = arg;
	r->running = !gt_thread_start(&r->thread, roster_run, r, NULL);
	/* No thread is to be had: now, however long it takes. */
	if (!r->running)
		roster_run(r);
}

bool gt_roster_look(struct gt_roster *r)
{
	size_t made;
	bool done, changed;

	gt_mutex_lock(&r->fleet.lock);
	made = r->fleet.made;
	done = r->fleet.done;
	gt_mutex_unlock(&r->fleet.lock);
	changed = made != r->made || done != r->done;
	r->made = made;
	r->done = done;
	return changed;
}

void gt_roster_wait(struct gt_roster *r)
{
	if (r->running)
		gt_thread_join(&r->thread);
	r->running = false;
	gt_roster_look(r);
}

void gt_roster_stop(struct gt_roster *r)
{
	gt_cancel_set(&r->fleet.cancel);
	gt_roster_wait(r);
}

void gt_roster_release(struct gt_roster *r)
{
	gt_roster_stop(r);
	gt_fleet_release(&r->fleet);
	free(r->chosen);
}
