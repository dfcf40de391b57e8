/* Chooses what to do. */
#include "cli/cmd.h"

#include <sched.h>

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
	if (c->debug)
		return gt_cmd_debug;
	if (c->given[GT_OPT_DIAGREEDY] || c->given[GT_OPT_DUMP] || c->given[GT_OPT_EXPORT])
		return gt_cmd_listing;
	if (c->given[GT_OPT_PPROF] || c->given[GT_OPT_FOLDED])
		return gt_cmd_profile;
	return c->report || c->fail_if ? gt_cmd_report : NULL;
}

int gt_cmd_run(const struct gt_cli *c)
{
	gt_cmd_print_fn *run;
	int own, rc;

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
	run = printer(c);
	if (!run && !c->given[GT_OPT_BATCH])
		return gt_cmd_ui(c);
	own = gt_confine_report(c);
	rc = c->given[GT_OPT_BATCH] ? gt_cmd_batch(c, printer) : run(c);
	gt_confined_end(own);
	return rc;
}
