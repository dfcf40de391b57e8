/* The sandbox of a run: what its command line names may be opened. */
#ifndef GT_CLI_CONFINE_H
#define GT_CLI_CONFINE_H

#include "base/sandbox.h"
#include "cli/options.h"

/*
 * For reports and listings, before anything of a trace is read: the traces and their program are read, the
 * index and the temporary directory are written, nothing else is opened any more.  Not with --no-sandbox.
 */
void gt_confine_report(const struct gt_cli *c);

#endif
