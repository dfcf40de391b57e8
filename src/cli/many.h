/* The traces of a command line that is about all of them together. */
#ifndef GT_CLI_MANY_H
#define GT_CLI_MANY_H

#include "analysis/fleet/fleet.h"
#include "cli/options/options.h"

struct gt_many {
	struct gt_fleet fleet;
	const struct gt_cli *c;
	int64_t begun, drawn;    /* gt_clock_now(), 0: never */
	bool terminal;           /* a line says how far it is */
	struct gt_mutex lock;    /* of that line */
};

/* Looks at c->traces, which are files (walk.h); on a terminal a line says how far it is. */
void gt_many_run(struct gt_many *m, const struct gt_cli *c, bool index_only);
/* Says what is wrong with each; the worst status.  GT_EXIT_NOT_TRACE: there is none. */
int gt_many_end(struct gt_many *m);

/* How the traces of c are opened; watch may be NULL. */
struct gt_open_options gt_many_options(const struct gt_cli *c);
/* Names them all. */
void gt_many_add(struct gt_fleet *f, const struct gt_cli *c);

#endif
