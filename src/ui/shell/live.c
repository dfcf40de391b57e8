/* A trace that grows, on the screen: how far behind it is, holding the picture, following a file. */
#include "ui/shell/live.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/clock.h"
#include "base/human.h"
#include "base/os/mapfile.h"
#include "base/os/tmpfile.h"
#include "base/say.h"
#include "base/xalloc.h"

#define SECOND_NS INT64_C(1000000000)

/* How old the newest event that is shown is, ns; least: not less, and nobody knows more.  False: it does not grow. */
static bool live_lag(const struct gt_program *prog, int64_t *ns, bool *least)
{
	const struct gt_trace_info *info = gt_trace_info(prog->trace);
	struct gt_growing g;
	struct gt_clock c;
	struct timespec now;

	if (info->done || !gt_trace_grows(prog->trace, &g))
		return false;
	/* It is as old as we have seen it at least; a clock that says less is that of another machine. */
	*ns = gt_clock_now() - prog->newer_ns;
	*least = true;
	if (!gt_clock_get(prog->trace, info->duration, &c) || !c.sec || clock_gettime(CLOCK_REALTIME, &now))
		return true;
	/* Seconds of a trace are any number at all. */
	if (c.sec < INT64_MAX / 2000000000 && now.tv_sec < INT64_MAX / 2000000000) {
		int64_t age = (now.tv_sec - (int64_t)c.sec) * 1000000000 + now.tv_nsec - (int64_t)c.nsec -
			      (info->duration - c.t);

		*least = age < *ns;
		*ns = age > *ns ? age : *ns;
	}
	return true;
}

void gt_live_title(const struct gt_program *prog, struct gt_buf *out)
{
	const struct gt_trace_info *info = gt_trace_info(prog->trace);
	bool least;
	int64_t lag;

	if (!live_lag(prog, &lag, &least))
		return;
	if (prog->held)
		gt_buf_puts(out, "LIVE, held: C-s goes on\n");
	else if (!info->events)
		gt_buf_printf(out, "LIVE, %s\n", info->header.format == GT_FORMAT_V1 ? "shown at its end" : "nothing yet");
	else if (lag < INT64_C(100) * SECOND_NS)
		gt_buf_printf(out, "LIVE, %.1fs behind%s\n", (double)lag / SECOND_NS, least ? " at least" : "");
	else
		gt_say(out, "LIVE, {} behind\n", gt_as_dur(lag - lag % SECOND_NS));
}

bool gt_live_newest(struct gt_program *prog)
{
	const struct gt_trace_info *info = gt_trace_info(prog->trace);
	bool first = !prog->newest;

	if (info->events == prog->newest)
		return false;
	prog->newest = info->events;
	prog->newest_to = info->duration;
	prog->newer_ns = gt_clock_now();
	return first;
}

void gt_live_hold(struct gt_program *prog)
{
	struct gt_growing g;

	if (!prog->held && (!prog->working || !gt_trace_grows(prog->trace, &g))) {
		gt_app_message(prog->app, "the trace does not grow: there is nothing to hold");
		return;
	}
	prog->held = !prog->held;
	gt_app_data_changed(prog->app);
}

bool gt_live_follow(struct gt_program *prog)
{
	const char *file = gt_trace_info(prog->trace)->file;
	struct stat st;

	if (prog->working)
		gt_app_message(prog->app, "the trace is still read: its end can be followed when that is done");
	else if (!strcmp(file, "-") || stat(file, &st) || !S_ISREG(st.st_mode))
		gt_app_message(prog->app, "the stream has ended: only a file can be followed from here");
	else if (prog->others || !prog->may_follow)
		gt_app_message(prog->app, "%s", prog->others ? "traces that are compared are not followed"
			       : "a script follows a trace only from its start, with --follow");
	else
		prog->follow = true;
	return prog->follow;
}

#define KEPT_AT_ONCE (256 * 1024)

int gt_live_keep(const struct gt_program *prog, const char *file, struct gt_error *err)
{
	struct gt_tmpfile out = { .fd = -1 };
	struct gt_buf text = { 0 };
	char *buf = gt_xmalloc(KEPT_AT_ONCE);
	struct gt_growing g;
	uint64_t at = 0;
	int rc = gt_tmpfile_begin(&out, file, 0666, err);

	gt_trace_grows(prog->trace, &g);
	while (!rc && at < g.bytes) {
		size_t n = gt_trace_read(prog->trace, at, buf, KEPT_AT_ONCE);

		if (!n)
			rc = gt_error_set(err, GT_ERR_IO, GT_NO_OFFSET, "the trace cannot be read any more");
		else if (gt_write_full(out.fd, buf, n))
			rc = gt_error_errno(err, errno, "cannot write %s", file);
		at += n;
	}
	if (!rc)
		rc = gt_tmpfile_commit(&out, err);
	gt_tmpfile_cancel(&out);
	if (!rc) {
		gt_human_bytes(&text, at);
		gt_app_message(prog->app, "the trace is in %s: %s", file, gt_buf_str(&text));
	}
	gt_buf_release(&text);
	free(buf);
	return rc;
}
