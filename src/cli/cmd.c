/* Chooses what to do. */
#include "cli/cmd.h"

#include <sched.h>

#include "cli/session.h"
#include "cli/walk.h"

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

/* What prints something and ends; NULL: the screen. */
static gt_cmd_print_fn *printer(const struct gt_cli *c)
{
	if (c->list != GT_OPTIONS)
		return gt_cmd_report;
	if (c->given[GT_OPT_INDEX_ONLY])
		return gt_cmd_index_only;
	if (c->debug)
		return gt_cmd_debug;
	if (c->tables)
		return gt_cmd_tables;
	if (c->given[GT_OPT_ASSEMBLE])
		return gt_cmd_assemble;
	if (gt_cli_cuts(c))
		return gt_cmd_cut;
	if (c->given[GT_OPT_DIAGREEDY] || c->given[GT_OPT_DUMP] || c->given[GT_OPT_EXPORT])
		return gt_cmd_listing;
	if (c->given[GT_OPT_PPROF] || c->given[GT_OPT_FOLDED])
		return gt_cmd_profile;
	return c->report || c->fail_if || gt_cli_selects(c) ? gt_cmd_report : NULL;
}

/* Directories are read before the sandbox, which then lets their files be opened, and nothing else. */
static int run_walked(const struct gt_cli *c, gt_cmd_print_fn *run)
{
	struct gt_cli all = *c;
	struct gt_walk w = { 0 };
	int rc;

	all.walked = gt_walk(&w, c->traces, c->ntraces);
	all.traces = (const char **)w.v;
	all.ntraces = w.n;
	all.many = true;
	all.inside = w.inside;
	rc = run(&all);
	gt_walk_release(&w);
	return rc;
}

/* A question of a batch, in its sandbox. */
static int answer(const struct gt_cli *q)
{
	struct gt_error err = { .offset = GT_NO_OFFSET };
	gt_cmd_print_fn *run = printer(q);

	if (!run) {
		gt_error_usage(&err, "a question needs --report, --fail-if or a listing");
		return gt_say_error(NULL, &err);
	}
	return gt_cli_is_of_many(q) ? run_walked(q, run) : run(q);
}

static int run_traces(const struct gt_cli *c)
{
	gt_cmd_print_fn *run = printer(c);
	int own, rc;

	if (!run && !c->given[GT_OPT_BATCH])
		return gt_cmd_ui(c);
	rc = gt_cmd_make_output(c);
	if (rc)
		return rc;
	own = gt_confine_report(c);
	rc = c->given[GT_OPT_BATCH] ? gt_cmd_batch(c, answer) : run(c);
	gt_confined_end(own);
	return rc;
}

int gt_cmd_run(const struct gt_cli *c)
{
	if (c->jobs)
		limit_processors(c->jobs);
	if (c->given[GT_OPT_HELP])
		return gt_cmd_help(c);
	if (c->given[GT_OPT_VERSION])
		return gt_cmd_version(c);
	if (c->given[GT_OPT_COMPLETION])
		return gt_cmd_completion(c);
	if (c->given[GT_OPT_PRINT_CONFIG])
		return gt_cmd_print_config();
	if (c->given[GT_OPT_CHECK_CONFIG])
		return gt_cmd_check_config(c);
	return gt_cli_is_of_many(c) ? run_walked(c, run_traces) : run_traces(c);
}
