/* The traces of --compare and those that they are compared with, open together. */
#ifndef GT_CLI_SIDES_H
#define GT_CLI_SIDES_H

#include "analysis/compare/compare.h"
#include "cli/options/options.h"

struct gt_cli_sides {
	struct gt_trace **t;         /* the old ones, then the new ones */
	size_t n;
	struct gt_sides sides;       /* --from and --to as the length of each side's first trace has them */
};

/* GT_EXIT_OK, or says what is wrong; to be closed in either case. */
int gt_sides_open(struct gt_cli_sides *x, const struct gt_cli *c);
/* Says what is missing of each; returns the worst of these and `status`. */
int gt_sides_close(struct gt_cli_sides *x, int status);

#endif
