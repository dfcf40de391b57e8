/* A trace opened for a report: messages and exit codes. */
#include "cli/session.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "analysis/table/celltext.h"
#include "base/buf.h"
#include "base/say.h"
#include "base/utf8.h"
#include "cli/reading.h"

static void session_put_file(struct gt_buf *out, const char *file)
{
	gt_buf_puts(out, "gtrace-tui: ");
	if (!file)
		return;
	gt_text_escape(out, file, strlen(file));
	gt_buf_puts(out, ": ");
}

void gt_tell_user(const char *file, const struct gt_buf *what)
{
	struct gt_buf text = { 0 };

	session_put_file(&text, file);
	gt_text_escape(&text, gt_buf_str(what), what->len);
	fprintf(stderr, "%s\n", gt_buf_str(&text));
	gt_buf_release(&text);
}

/* The error, after what a caller says before it. */
static int say_after(const char *file, const char *before, const struct gt_error *err)
{
	struct gt_buf text = { 0 };

	session_put_file(&text, file);
	gt_buf_puts(&text, before);
	gt_text_escape(&text, err->text, strlen(err->text));
	if (err->offset != GT_NO_OFFSET && gt_error_exit(err->code) == GT_EXIT_DAMAGED)
		gt_buf_printf(&text, " (at byte %" PRIu64 ")", err->offset);
	fprintf(stderr, "%s\n", gt_buf_str(&text));
	gt_buf_release(&text);
	return gt_error_exit(err->code);
}

int gt_say_error(const char *file, const struct gt_error *err)
{
	return say_after(file, "", err);
}

int gt_session_open(struct gt_trace **out, const struct gt_cli *c, const char *path)
{
	struct gt_reading reading;
	struct gt_open_options opt = {
		.index = c->index, .reindex = c->given[GT_OPT_REINDEX], .verify = c->given[GT_OPT_VERIFY],
		.align = c->given[GT_OPT_ALIGN], .jobs = c->jobs, .watch = &reading.watch,
	};
	struct gt_error err = { .offset = GT_NO_OFFSET };
	const struct gt_trace_info *info;

	gt_reading_init(&reading, path, &c->how);
	if (gt_trace_open(out, path, &opt, &err))
		return gt_say_error(path, &err);
	if (gt_trace_opening_note(*out))
		gt_say_error(path, gt_trace_opening_note(*out));
	if (gt_trace_cache_fault(*out))
		gt_say_error(NULL, gt_trace_cache_fault(*out));
	info = gt_trace_info(*out);
	if (info->complete || gt_error_exit(info->damage.code) != GT_EXIT_NOT_TRACE)
		return GT_EXIT_OK;
	/* Nothing of it can be read: there is no report to make. */
	err = info->damage;
	gt_trace_close(*out);
	return gt_say_error(path, &err);
}

/* "damaged, 18 events could be read, whole up to 1.2s of 1.9s (not in the trace: 39 names): ", before what is wrong. */
static void what_is_left(struct gt_buf *out, const struct gt_trace *t)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	struct gt_buf more = { 0 };

	gt_say(out, "{}, {} events could be read",
	       gt_as_text(gt_error_exit(info->damage.code) == GT_EXIT_ERROR ? "incomplete" : "damaged"),
	       gt_as_count(info->events));
	if (gt_horizon_text(&more, t))
		gt_buf_printf(out, ", %s", gt_buf_str(&more));
	gt_lost_text(out, ", ", "", t);
	gt_buf_reset(&more);
	if (gt_unknown_ids_text(&more, t))
		gt_buf_printf(out, " (%s)", gt_buf_str(&more));
	gt_buf_puts(out, ": ");
	gt_buf_release(&more);
}

/* Its own line where nothing else is wrong. */
static void tell_unknown_ids(const struct gt_trace *t)
{
	struct gt_buf text = { 0 };

	if (gt_unknown_ids_text(&text, t))
		gt_tell_user(gt_trace_info(t)->file, &text);
	gt_buf_release(&text);
}

int gt_session_close(struct gt_trace *t)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	struct gt_error err;
	int rc = GT_EXIT_OK;

	if (gt_trace_unreliable(t, &err)) {
		gt_error_context(&err, "the output is unreliable, run it again");
		rc = gt_say_error(info->file, &err);
		gt_trace_close(t);
		return rc;
	}
	if (!info->complete) {
		struct gt_buf left = { 0 };

		what_is_left(&left, t);
		/* A disk that cannot be read is no damage of the trace's. */
		rc = say_after(info->file, gt_buf_str(&left), &info->damage) == GT_EXIT_ERROR ? GT_EXIT_ERROR
											       : GT_EXIT_DAMAGED;
		gt_buf_release(&left);
	} else {
		tell_unknown_ids(t);
	}
	gt_trace_close(t);
	return rc;
}

int gt_exit_worse(int a, int b)
{
	static const int rank[] = {
		[GT_EXIT_OK] = 0, [GT_EXIT_DAMAGED] = 1, [GT_EXIT_EXCEEDED] = 2, [GT_EXIT_NOT_TRACE] = 3,
		[GT_EXIT_ERROR] = 4,
	};

	assert(a >= 0 && a < (int)GT_COUNT(rank) && b >= 0 && b < (int)GT_COUNT(rank));
	return rank[b] > rank[a] ? b : a;
}

int gt_session_finish(struct gt_out *out)
{
	struct gt_error err;

	return gt_out_finish(out, &err) ? gt_say_error(NULL, &err) : GT_EXIT_OK;
}
