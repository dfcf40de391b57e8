/* --diagreedy and --dump. */
#include <unistd.h>

#include "cli/cmd.h"
#include "cli/session.h"
#include "format/listing.h"
#include "index/query/events.h"

static int dump(const struct gt_cli *c, struct gt_out *out, struct gt_trace *t, struct gt_error *err)
{
	uint64_t from = 0, to = gt_trace_info(t)->events;
	struct gt_cli_window w;
	int rc = gt_cmd_window(c, t, &w, err);

	if (!rc && w.limited) {
		struct gt_events *events = gt_events_open(t);

		from = gt_events_seek(events, w.from);
		to = gt_events_seek(events, w.to);
		gt_events_close(events);
	}
	return rc ? rc : gt_listing_dump(out, t, from, to, err);
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
	if (c->given[GT_OPT_DUMP]) {
		rc = dump(c, &out, t, &err);
	} else {
		rc = gt_cmd_window(c, t, &w, &err);
		if (!rc)
			rc = gt_listing_diagreedy(&out, t, w.from, w.to, c->diagreedy, &err);
	}
	status = gt_cmd_finish(&out);
	if (rc)
		status = gt_exit_worse(status, gt_say_error(c->traces[0], &err));
	return gt_exit_worse(status, gt_session_close(t));
}
