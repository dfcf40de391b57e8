/* --diagreedy, --dump and -d. */
#include <unistd.h>

#include "cli/cmd.h"
#include "cli/reading.h"
#include "cli/session.h"
#include "format/listing.h"
#include "index/query/events.h"

int gt_cmd_listing(const struct gt_cli *c)
{
	struct gt_error err = { .offset = GT_NO_OFFSET };
	struct gt_cli_window w;
	struct gt_trace *t;
	struct gt_out out;
	int status, rc;

	if (gt_cmd_window(c, NULL, &w, &err))
		return gt_say_error(NULL, &err);
	status = gt_session_open(&t, c, c->traces[0]);
	if (status)
		return status;
	gt_out_init(&out, STDOUT_FILENO, "standard output");
	rc = gt_cmd_window(c, t, &w, &err);
	if (!rc && c->given[GT_OPT_DUMP]) {
		struct gt_events *events = gt_events_open(t);
		uint64_t from = w.limited ? gt_events_seek(events, w.from) : 0;
		uint64_t to = w.limited ? gt_events_seek(events, w.to) : gt_trace_info(t)->events;

		gt_events_close(events);
		rc = gt_listing_dump(&out, t, from, to, &err);
	} else if (!rc) {
		rc = gt_listing_diagreedy(&out, t, w.from, w.to, c->diagreedy, &err);
	}
	status = gt_session_finish(&out);
	if (rc)
		status = gt_exit_worse(status, gt_say_error(c->traces[0], &err));
	return gt_exit_worse(status, gt_session_close(t));
}

/* Needs no index. */
int gt_cmd_debug(const struct gt_cli *c)
{
	static int (*const modes[])(struct gt_out *, const char *, const struct gt_watch *, struct gt_error *) = {
		[GT_DEBUG_WIRE] = gt_listing_wire,
		[GT_DEBUG_PARSED] = gt_listing_parsed,
		[GT_DEBUG_FOOTPRINT] = gt_listing_footprint,
	};
	struct gt_error err = { .offset = GT_NO_OFFSET };
	struct gt_reading reading;
	struct gt_out out;
	int rc, status;

	gt_out_init(&out, STDOUT_FILENO, "standard output");
	gt_reading_init(&reading, c->traces[0], c->unpack_limit);
	rc = modes[c->debug](&out, c->traces[0], &reading.watch, &err);
	status = gt_session_finish(&out);
	return rc ? gt_exit_worse(status, gt_say_error(c->traces[0], &err)) : status;
}
