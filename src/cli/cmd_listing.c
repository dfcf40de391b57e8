/* --diagreedy, --dump, --export and -d. */
#include <unistd.h>

#include "cli/cmd.h"
#include "cli/reading.h"
#include "cli/session.h"
#include "format/chrome.h"
#include "format/listing.h"
#include "index/query/events.h"

static int list_events(struct gt_out *out, struct gt_trace *t, const struct gt_cli_window *w, struct gt_error *err)
{
	struct gt_events *events = gt_events_open(t);
	uint64_t from = w->limited ? gt_events_seek(events, w->from) : 0;
	uint64_t to = w->limited ? gt_events_seek(events, w->to) : gt_trace_info(t)->events;

	gt_events_close(events);
	return gt_listing_dump(out, t, from, to, err);
}

static int list_trace(const struct gt_cli *c, struct gt_out *out, struct gt_trace *t, struct gt_error *err)
{
	struct gt_table_args args;
	struct gt_cli_window w;
	int rc;

	if (c->given[GT_OPT_EXPORT]) {
		rc = gt_cmd_table_args(c, NULL, t, &args, err);
		if (!rc)
			gt_chrome_write(out, t, &args);
		return rc;
	}
	rc = gt_cmd_window(c, t, &w, err);
	if (rc)
		return rc;
	gt_cmd_say_past_end(c, t, w.from);
	return c->given[GT_OPT_DUMP] ? list_events(out, t, &w, err)
				     : gt_listing_diagreedy(out, t, w.from, w.to, c->diagreedy, err);
}

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
	rc = list_trace(c, &out, t, &err);
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
	gt_reading_init(&reading, c->traces[0], &c->how);
	rc = modes[c->debug](&out, c->traces[0], &reading.watch, &err);
	status = gt_session_finish(&out);
	return rc ? gt_exit_worse(status, gt_say_error(c->traces[0], &err)) : status;
}
