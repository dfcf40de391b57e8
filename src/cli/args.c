/* The report that a command line asks for, and the arguments of its table. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "analysis/goroutines/goroutines.h"
#include "analysis/paths/path.h"
#include "analysis/reports/registry.h"
#include "analysis/slices/greedy.h"
#include "base/human.h"
#include "cli/cmd.h"
#include "cli/session.h"
#include "index/query/walltime.h"

const struct gt_report *gt_cmd_report_named(const char *name, struct gt_error *err)
{
	const struct gt_report *r = gt_report_find(name, strlen(name));
	struct gt_guess g;

	if (!r)
		gt_error_usage(err, "no report '%.40s'%s", name,
			       gt_report_hint(&g, name, strlen(name), ": --report=list names them"));
	return r;
}

/* t: NULL: only looks whether it is one. */
static int take_point(const char *name, const char *s, const struct gt_trace *t, int64_t *ns, struct gt_error *err)
{
	int64_t duration = t ? gt_trace_info(t)->duration : 0;
	char what[16];

	if (s && gt_wall_is(s)) {
		snprintf(what, sizeof what, "--%s", name);
		return gt_wall_parse(t, what, s, ns, err);
	}
	if (s && gt_point_parse(s, duration, ns))
		return gt_error_usage(err, "--%s takes a time like 1.5s, 20ms, 50%% or 10:00:00.5, not '%.60s'", name, s);
	return 0;
}

int gt_cmd_window(const struct gt_cli *c, const struct gt_trace *t, struct gt_cli_window *w,
		  struct gt_error *err)
{
	int rc;

	*w = (struct gt_cli_window) { c->from || c->to, INT64_MIN, INT64_MAX };
	rc = take_point("from", c->from, t, &w->from, err);
	if (!rc)
		rc = take_point("to", c->to, t, &w->to, err);
	if (!rc && t && c->to && w->to < 0)
		rc = gt_error_usage(err, "--to=%.40s is before its start", c->to);
	if (!rc && t && w->from > w->to)
		rc = gt_error_usage(err, "--from is after --to");
	return rc;
}

bool gt_cmd_say_past_end(const struct gt_cli *c, const struct gt_trace *t, int64_t from)
{
	struct gt_error note = { .code = GT_OK, .offset = GT_NO_OFFSET };
	struct gt_buf end = { 0 };

	if (from <= gt_trace_info(t)->duration)
		return false;
	gt_human_time(&end, gt_trace_info(t)->duration);
	gt_error_set(&note, GT_OK, GT_NO_OFFSET, "--from=%.40s is past its end at %s", c->from, gt_buf_str(&end));
	gt_say_error(gt_trace_info(t)->file, &note);
	gt_buf_release(&end);
	return true;
}

/* ---- which goroutine ---- */

/* An id with several lives: which of them are shown. */
static void say_lives(const struct gt_cli *c, const struct gt_trace *t, const struct gt_table_args *args)
{
	uint32_t n = gt_goroutine_lives(t, c->goroutine);
	struct gt_buf text = { 0 };

	if (n < 2)
		return;
	gt_buf_printf(&text, "goroutine %" PRIu64 " has %" PRIu32 " lives (C threads use ids again); ", c->goroutine, n);
	if (args->lives)
		gt_buf_puts(&text, "all are shown");
	else
		gt_buf_printf(&text, "this is the %s, number %" PRIu32, c->at ? "one at that time" : "last one",
			      gt_goroutine_which_life(t, args->g) + 1);
	if (!c->at)
		gt_buf_puts(&text, "; --at=TIME chooses one");
	gt_tell_user(gt_trace_info(t)->file, &text);
	gt_buf_release(&text);
}

/* A function that goroutines call, but none starts with: what is empty is no answer about it. */
static void say_no_start(const struct gt_trace *t, const char *func)
{
	uint32_t rows = gt_trace_info(t)->goroutines;
	struct gt_buf text = { 0 };
	struct gt_goroutine g;

	for (uint32_t row = 0; row < rows; row++) {
		size_t n;
		const char *s = gt_goroutine_get(t, row, &g) ? gt_trace_string(t, g.func, &n) : NULL;

		if (s && n == strlen(func) && !memcmp(s, func, n))
			return;
	}
	gt_buf_printf(&text, "no goroutine starts with %.200s, which is what --func asks for; --filter='stack~...' of "
		      "the reports waits and offcpu, and the report requestgroups, are about functions that are called",
		      func);
	gt_tell_user(gt_trace_info(t)->file, &text);
	gt_buf_release(&text);
}

/* There is something about the goroutine, but not at that time. */
static int not_then(const struct gt_cli *c, const char *what, int64_t time, struct gt_error *err)
{
	struct gt_buf when = { 0 };
	int rc;

	gt_human_time(&when, time);
	rc = gt_error_usage(err, "--at=%.40s: goroutine %" PRIu64 " %s %s", c->at, c->goroutine, what,
			    gt_buf_str(&when));
	gt_buf_release(&when);
	return rc;
}

static int whom_take_goroutine(const struct gt_cli *c, enum gt_about about, const struct gt_trace *t,
			       struct gt_table_args *args, struct gt_error *err)
{
	struct gt_goroutine g;

	args->g = gt_goroutine_find(t, c->goroutine, c->at ? args->time : INT64_MAX);
	if (!gt_goroutine_get(t, args->g, &g))
		return gt_error_usage(err, "there is no goroutine %" PRIu64, c->goroutine);
	if (c->at && g.create > args->time)
		return not_then(c, "is there only from", g.create, err);
	if (c->at && g.end != GT_NO_TIME && g.end < args->time)
		return not_then(c, "had ended at", g.end, err);
	args->lives = !c->at && about != GT_ABOUT_LIFE;
	say_lives(c, t, args);
	return 0;
}

/* No goroutine is named: the one with the longest slice, then or of all. */
static int take_longest(const struct gt_cli *c, enum gt_about about, const struct gt_trace *t,
			struct gt_table_args *args, struct gt_error *err)
{
	struct gt_slice_part longest;
	struct gt_slice s;

	if (!c->at) {
		args->has_g = about == GT_ABOUT_LONGEST && gt_greedy_top(t, 1, &longest);
		args->g = args->has_g ? longest.slice.g : GT_NO_ROW;
		return 0;
	}
	if (!gt_slice_get(t, gt_slice_longest_at(t, args->time), &s))
		return gt_error_usage(err, "--at=%.40s: no goroutine ran then; --goroutine says whose time is meant", c->at);
	args->has_g = true;
	args->g = s.g;
	return 0;
}

/* The rows of states do not name it. */
static void say_whose(const struct gt_trace *t, uint32_t row, bool then)
{
	struct gt_buf text = { 0 };
	struct gt_goroutine g;
	const char *func;
	size_t n;

	if (!gt_goroutine_get(t, row, &g))
		return;
	func = gt_trace_string(t, g.func, &n);
	gt_buf_printf(&text, "states of goroutine %" PRIu64 "%s%.*s", g.id, n ? " " : "", (int)n, func);
	gt_life_text(&text, t, row);
	gt_buf_printf(&text, ", which has the longest slice%s; --goroutine chooses another", then ? " then" : "");
	gt_tell_user(gt_trace_info(t)->file, &text);
	gt_buf_release(&text);
}

/* --goroutine and --at (in args->time).  A goroutine that was chosen by default is reported on standard error. */
static int take_whom(const struct gt_cli *c, enum gt_about about, const struct gt_trace *t,
		     struct gt_table_args *args, struct gt_error *err)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	int rc;

	args->has_time = c->at != NULL;
	args->has_g = c->given[GT_OPT_GOROUTINE];
	if (args->has_time && args->time < 0)
		return gt_error_usage(err, "--at=%.40s lies before its start", c->at);
	if (args->has_time && args->time > info->duration) {
		struct gt_buf end = { 0 };

		gt_human_time(&end, info->duration);
		rc = gt_error_usage(err, "--at=%.40s lies after its end at %s", c->at, gt_buf_str(&end));
		gt_buf_release(&end);
		return rc;
	}
	if (args->has_g)
		return whom_take_goroutine(c, about, t, args, err);
	rc = take_longest(c, about, t, args, err);
	if (!rc && about == GT_ABOUT_LONGEST)
		say_whose(t, args->g, args->has_time);
	return rc;
}

/* ---- all of them ---- */

void gt_cmd_take_for(const struct gt_cli *c, const struct gt_report *r, struct gt_table_args *args)
{
	const char *group = c->value[GT_OPT_GROUP];

	args->group = 0;
	args->own = (struct gt_own_args){ .of = NULL };
	for (const struct gt_group_word *w = r->groups; group && w && w->word; w++)
		if (!strcmp(w->word, group))
			args->group = w->group;
	if (!r->take)
		return;
	r->take(args, 0, NULL);
	/* What is wrong with a value was said when it was read. */
	for (int i = 0; i < GT_OPTIONS; i++)
		if (c->given[i] && r->takes & gt_options[i].takes)
			r->take(args, (enum gt_takes)gt_options[i].takes, c->value[i]);
}

int gt_cmd_table_args(const struct gt_cli *c, const struct gt_report *r, const struct gt_trace *t,
		      struct gt_table_args *args, struct gt_error *err)
{
	struct gt_cli_window w;
	int rc = gt_cmd_window(c, t, &w, err);

	if (!rc && t)
		gt_cmd_say_past_end(c, t, w.from);
	*args = (struct gt_table_args) {
		.limited = w.limited, .from = w.from, .to = w.to,
		.func = c->value[GT_OPT_FUNC], .region = c->value[GT_OPT_REGION],
		.site = c->value[GT_OPT_SITE], .task_name = c->value[GT_OPT_TASK],
		.has_task = c->given[GT_OPT_TASK_ID], .task = c->task_id,
	};
	if (r)
		gt_cmd_take_for(c, r, args);
	if (!rc)
		rc = take_point("at", c->at, t, &args->time, err);
	if (!rc && t && args->func)
		say_no_start(t, args->func);
	return rc || !t ? rc : take_whom(c, r ? r->about : GT_ABOUT_ALL, t, args, err);
}
