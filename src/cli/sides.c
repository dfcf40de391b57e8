/* The traces of --compare and those that they are compared with, open together. */
#include "cli/sides.h"

#include <stdlib.h>

#include "base/xalloc.h"
#include "cli/cmd.h"
#include "cli/session.h"

/* The part of a side that counts: --from and --to, by the length of its first trace. */
static int take_side(struct gt_cli_sides *x, const struct gt_cli *c, enum gt_cmp_side side, struct gt_error *err)
{
	struct gt_cli_window w;
	int rc;

	x->sides.n[side] = side == GT_CMP_OLD ? c->nolds : c->ntraces;
	x->sides.v[side] = x->t + (side == GT_CMP_OLD ? 0 : c->nolds);
	rc = gt_cmd_window(c, x->sides.v[side][0], &w, err);
	x->sides.from[side] = w.from;
	x->sides.to[side] = w.to;
	return rc;
}

/* Once for both: of the new side it is said where its table is opened (gt_cmd_table_args). */
static void say_past_end(const struct gt_cli_sides *x, const struct gt_cli *c)
{
	const struct gt_sides *s = &x->sides;

	if (s->from[GT_CMP_NEW] <= gt_trace_info(s->v[GT_CMP_NEW][0])->duration)
		gt_cmd_say_past_end(c, s->v[GT_CMP_OLD][0], s->from[GT_CMP_OLD]);
}

int gt_sides_open(struct gt_cli_sides *x, const struct gt_cli *c)
{
	struct gt_error err = { .offset = GT_NO_OFFSET };
	size_t all = c->nolds + c->ntraces;
	int status = 0, rc = 0;

	*x = (struct gt_cli_sides){ .t = gt_xcalloc(all, sizeof *x->t) };
	for (; x->n < all && !status; x->n += !status)
		status = gt_session_open(&x->t[x->n], c, x->n < c->nolds ? c->olds[x->n] : c->traces[x->n - c->nolds]);
	for (enum gt_cmp_side side = 0; side < GT_CMP_SIDES && !status && !rc; side++)
		rc = take_side(x, c, side, &err);
	if (!status && !rc)
		say_past_end(x, c);
	return rc ? gt_say_error(NULL, &err) : status;
}

int gt_sides_close(struct gt_cli_sides *x, int status)
{
	while (x->n)
		status = gt_exit_worse(status, gt_session_close(x->t[--x->n]));
	free(x->t);
	return status;
}
