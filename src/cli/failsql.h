/* --fail-if=sql:NAME: a statement of the configuration that should select nothing. */
#ifndef GT_CLI_FAILSQL_H
#define GT_CLI_FAILSQL_H

#include "base/buf.h"
#include "cli/options/options.h"
#include "index/trace.h"

struct gt_failsql;

/* The statement with a name; GT_ERR_USAGE: there is none, or it is wrong.  The caller owns *out. */
int gt_failsql_open(struct gt_failsql **out, const struct gt_cli *c, const char *name, struct gt_error *err);
/* f may be NULL. */
void gt_failsql_free(struct gt_failsql *f);

/* Sets *holds if it selects a row, and appends its title, how many rows there are, and the first of them. */
int gt_failsql_test(const struct gt_failsql *f, const struct gt_cli *c, struct gt_trace *t, bool *holds,
		    struct gt_buf *why, struct gt_error *err);

#endif
