/* Choosing what to do, and what all kinds of work share. */
#include "cli/cmd.h"

#include <sched.h>

#include "base/human.h"
#include "cli/confine.h"
#include "cli/point.h"
#include "cli/session.h"

/* However many threads there are, they share the first n of the processors that the program may use. */
static void limit_processors(uint64_t n)
{
#ifdef __linux__
	cpu_set_t all, few;

	if (sched_getaffinity(0, sizeof all, &all))
		return;
	CPU_ZERO(&few);
	for (int i = 0; i < CPU_SETSIZE && n; i++) {
		if (!CPU_ISSET(i, &all))
			continue;
		CPU_SET(i, &few);
		n--;
	}
	sched_setaffinity(0, sizeof few, &few);
#else
	(void)n;
#endif
}

int gt_cmd_run(const struct gt_cli *c)
{
	if (c->jobs)
		limit_processors(c->jobs);
	if (c->given[GT_OPT_HELP])
		return gt_cmd_help();
	if (c->given[GT_OPT_VERSION])
		return gt_cmd_version(c);
	if (c->debug || c->given[GT_OPT_DIAGREEDY] || c->given[GT_OPT_DUMP] || c->report || c->fail_if)
		gt_confine_report(c);
	if (c->debug)
		return gt_cmd_debug(c);
	if (c->given[GT_OPT_DIAGREEDY] || c->given[GT_OPT_DUMP])
		return gt_cmd_listing(c);
	if (c->report || c->fail_if)
		return gt_cmd_report(c);
	return gt_cmd_ui(c);
}

int gt_cmd_finish(struct gt_out *out)
{
	struct gt_error err;

	return gt_out_finish(out, &err) ? gt_say_error(NULL, &err) : GT_EXIT_OK;
}

static int take_point(const char *name, const char *s, int64_t duration, int64_t *ns, struct gt_error *err)
{
	if (s && gt_point_parse(s, duration, ns))
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET,
				    "--%s takes a time like 1.5s, 20ms or 50%%, not '%.60s'", name, s);
	return 0;
}

/* Nothing will be shown: the reader of an empty report should know why. */
static void say_past_the_end(const struct gt_cli *c, const struct gt_trace *t)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	struct gt_error note = { .code = GT_OK, .offset = GT_NO_OFFSET };
	struct gt_buf end = { 0 };

	gt_human_time(&end, info->duration);
	gt_error_set(&note, GT_OK, GT_NO_OFFSET, "--from=%.40s is past its end at %s", c->from, gt_buf_str(&end));
	gt_say_error(info->file, &note);
	gt_buf_release(&end);
}

int gt_cmd_window(const struct gt_cli *c, const struct gt_trace *t, struct gt_cli_window *w,
		  struct gt_error *err)
{
	int64_t duration = t ? gt_trace_info(t)->duration : 0;
	int rc;

	*w = (struct gt_cli_window) { c->from || c->to, INT64_MIN, INT64_MAX };
	rc = take_point("from", c->from, duration, &w->from, err);
	if (!rc)
		rc = take_point("to", c->to, duration, &w->to, err);
	if (!rc && t && w->from > w->to)
		rc = gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "--from is after --to");
	else if (!rc && t && w->from > duration)
		say_past_the_end(c, t);
	return rc;
}

int gt_cmd_table_args(const struct gt_cli *c, const struct gt_trace *t, struct gt_table_args *args,
		      struct gt_error *err)
{
	struct gt_cli_window w;
	int rc = gt_cmd_window(c, t, &w, err);

	*args = (struct gt_table_args) {
		.split_syscalls = c->given[GT_OPT_SPLIT], .limited = w.limited, .from = w.from, .to = w.to,
		.group = c->group,
	};
	if (!rc)
		rc = take_point("at", c->at, t ? gt_trace_info(t)->duration : 0, &args->time, err);
	return rc || !t ? rc : gt_cmd_whom(c, t, args, err);
}
