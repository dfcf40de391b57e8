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

int gt_cmd_run(const struct gt_cli *c)
{
	bool profile = c->given[GT_OPT_PPROF] || c->given[GT_OPT_FOLDED];
	bool names = c->list != GT_OPTIONS;
	bool listing = c->given[GT_OPT_DIAGREEDY] || c->given[GT_OPT_DUMP] || c->given[GT_OPT_EXPORT];

	if (c->jobs)
		limit_processors(c->jobs);
	if (c->given[GT_OPT_HELP])
		return gt_cmd_help(c);
	if (c->given[GT_OPT_VERSION])
		return gt_cmd_version(c);
	if (c->given[GT_OPT_PRINT_CONFIG])
		return gt_cmd_print_config();
	if (c->given[GT_OPT_CHECK_CONFIG])
		return gt_cmd_check_config(c);
	if (c->debug || listing || profile || c->report || c->fail_if || names)
		gt_confine_report(c);
	if (names)
		return gt_cmd_report(c);
	if (c->debug)
		return gt_cmd_debug(c);
	if (listing)
		return gt_cmd_listing(c);
	if (profile)
		return gt_cmd_profile(c);
	if (c->report || c->fail_if)
		return gt_cmd_report(c);
	return gt_cmd_ui(c);
}
