/* --export=trace: a part of a trace as a trace. */
#include <unistd.h>

#include "base/human.h"
#include "base/say.h"
#include "cli/cmd.h"
#include "cli/session.h"
#include "format/cut/cut.h"

/* "part.trace: 48.2 KiB of 1.3 MiB, 5,210 events from 1 s to 1.2 s", on standard error. */
static void tell_size(const struct gt_cli *c, const struct gt_trace *t, const struct gt_cut *cut, uint64_t bytes)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	struct gt_cut_facts f = gt_cut_facts(cut);
	struct gt_buf text = { 0 };

	gt_human_bytes(&text, bytes);
	gt_buf_puts(&text, " of ");
	gt_human_bytes(&text, info->bytes);
	gt_buf_printf(&text, ", %s event%s from %s to %s", gt_count_text(f.events).s, f.events == 1 ? "" : "s",
		      gt_time_text(f.from).s, gt_time_text(f.to < info->duration ? f.to : info->duration).s);
	if (f.shortened)
		gt_buf_puts(&text, ", where the trace is whole no more");
	gt_tell_user(c->value[GT_OPT_OUTPUT], &text);
	gt_buf_release(&text);
}

static int write_cut(struct gt_cut *cut, struct gt_out *out, uint64_t *bytes, struct gt_error *err)
{
	struct gt_buf some = { 0 };
	bool goes_on = true;
	int rc = 1;

	while (rc > 0 && goes_on) {
		rc = gt_cut_step(cut, &some, err);
		gt_buf_add(&out->buf, some.data, some.len);
		*bytes += some.len;
		gt_buf_reset(&some);
		goes_on = gt_out_step(out);
	}
	gt_buf_release(&some);
	return rc < 0 ? rc : 0;
}

static int cut_trace(const struct gt_cli *c, struct gt_trace *t, struct gt_out *out, struct gt_error *err)
{
	struct gt_cli_window w;
	uint64_t bytes = 0;
	struct gt_cut *cut;
	int rc = gt_cmd_window(c, t, &w, err);

	if (!rc)
		rc = gt_cut_open(&cut, t, w.limited ? w.from : 0, w.limited ? w.to : INT64_MAX, err);
	if (rc)
		return rc;
	rc = write_cut(cut, out, &bytes, err);
	if (!rc && !out->errnum)
		tell_size(c, t, cut, bytes);
	gt_cut_close(cut);
	return rc;
}

int gt_cmd_cut(const struct gt_cli *c)
{
	struct gt_error err = { .offset = GT_NO_OFFSET };
	struct gt_cli_window w;
	struct gt_trace *t;
	struct gt_out out;
	int status, rc;

	if (gt_cmd_window(c, NULL, &w, &err))
		return gt_say_error(NULL, &err);
	if (isatty(STDOUT_FILENO)) {
		gt_error_usage(&err, "a trace is binary: write it to a file, as with --export=trace --output=FILE");
		return gt_say_error(NULL, &err);
	}
	status = gt_session_open(&t, c, c->traces[0]);
	if (status)
		return status;
	gt_out_init(&out, STDOUT_FILENO, c->value[GT_OPT_OUTPUT] ? c->value[GT_OPT_OUTPUT] : "standard output");
	rc = cut_trace(c, t, &out, &err);
	status = gt_session_finish(&out);
	if (rc)
		status = gt_exit_worse(status, gt_say_error(c->traces[0], &err));
	return gt_exit_worse(status, gt_session_close(t));
}
