/* --pprof and --folded. */
#include <unistd.h>

#include "analysis/compare/difftree.h"
#include "cli/cmd.h"
#include "cli/session.h"
#include "cli/sides.h"
#include "format/profile.h"

static int run_profile(const struct gt_cli *c, struct gt_trace *t, struct gt_out *out, struct gt_error *err)
{
	struct gt_profile_args profile;
	struct gt_table_args args;
	struct gt_profile p;
	int rc = gt_cmd_table_args(c, gt_profile_report(c->profile), t, &args, err);

	if (rc)
		return rc;
	if (!args.limited) {
		args.from = INT64_MIN;
		args.to = INT64_MAX;
	}
	profile = gt_profile_args_of(&args, c->profile);
	rc = gt_profile_make(&p, t, &profile, err);
	if (!rc && c->given[GT_OPT_PPROF])
		rc = gt_profile_pprof(&out->buf, t, &p, err);
	for (size_t i = 0; !rc && !c->given[GT_OPT_PPROF] && i < p.n && gt_out_step(out); i++)
		gt_profile_folded(&out->buf, t, &p.stacks[i], 1);
	gt_profile_release(&p);
	return rc;
}

/* What two sides differ by. */
static int run_difference(const struct gt_cli *c, const struct gt_cli_sides *x, struct gt_out *out,
			  struct gt_error *err)
{
	struct gt_table_args args;
	struct gt_side_profiles p;
	int rc = gt_cmd_table_args(c, gt_profile_report(c->profile), x->t[c->nolds], &args, err);

	if (rc)
		return rc;
	rc = gt_side_profiles_make(&p, &x->sides, &args, c->profile, err);
	if (!rc && c->given[GT_OPT_PPROF])
		rc = gt_profile_pprof_both(&out->buf, p.v, p.n, err);
	else if (!rc)
		gt_profile_folded_both(&out->buf, p.v, p.n);
	gt_side_profiles_release(&p);
	return rc;
}

static int profile_both(const struct gt_cli *c)
{
	struct gt_error err = { .offset = GT_NO_OFFSET };
	struct gt_cli_sides x;
	struct gt_out out;
	int status = gt_sides_open(&x, c), rc;

	if (status)
		return gt_sides_close(&x, status);
	gt_out_init(&out, STDOUT_FILENO, "standard output");
	rc = run_difference(c, &x, &out, &err);
	status = gt_session_finish(&out);
	if (rc)
		status = gt_exit_worse(status, gt_say_error(NULL, &err));
	return gt_sides_close(&x, status);
}

int gt_cmd_profile(const struct gt_cli *c)
{
	struct gt_error err = { .offset = GT_NO_OFFSET };
	struct gt_table_args args;
	struct gt_trace *t;
	struct gt_out out;
	int status, rc;

	if (gt_cmd_table_args(c, gt_profile_report(c->profile), NULL, &args, &err))
		return gt_say_error(NULL, &err);
	if (c->given[GT_OPT_PPROF] && isatty(STDOUT_FILENO)) {
		gt_error_usage(&err, "a profile for pprof is binary: write it to a file, as with --pprof=%s ... >FILE",
			       gt_profile_name(c->profile));
		return gt_say_error(NULL, &err);
	}
	if (c->nolds)
		return profile_both(c);
	status = gt_session_open(&t, c, c->traces[0]);
	if (status)
		return status;
	gt_out_init(&out, STDOUT_FILENO, "standard output");
	rc = run_profile(c, t, &out, &err);
	status = gt_session_finish(&out);
	if (rc)
		status = gt_exit_worse(status, gt_say_error(c->traces[0], &err));
	return gt_exit_worse(status, gt_session_close(t));
}
