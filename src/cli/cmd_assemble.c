/* --assemble: a trace of its text. */
#include <unistd.h>

#include "cli/cmd.h"
#include "cli/reading.h"
#include "cli/session.h"
#include "wire/v1/assemble.h"
#include "wire/v2/open.h"

static int assemble_file(const struct gt_cli *c, struct gt_out *out, struct gt_error *err)
{
	struct gt_reading reading;
	struct gt_source *src;
	char *text = NULL;
	size_t n = 0;
	int rc;

	gt_reading_init(&reading, c->traces[0], &c->how);
	reading.watch.any = true;
	rc = gt_source_open_watched(&src, c->traces[0], &reading.watch, err);
	if (rc < 0)
		return rc;
	rc = gt_text_load(src, &text, &n, err);
	if (rc >= 0)
		rc = gt_text_assemble(text, n, c->how.as, &out->buf, err);
	free(text);
	gt_source_close(src);
	return rc;
}

int gt_cmd_assemble(const struct gt_cli *c)
{
	struct gt_error err = { .offset = GT_NO_OFFSET };
	struct gt_out out;
	int status, rc;

	if (isatty(STDOUT_FILENO)) {
		gt_error_usage(&err, "a trace is binary: write it to a file, as with --assemble --output=FILE");
		return gt_say_error(NULL, &err);
	}
	gt_out_init(&out, STDOUT_FILENO, c->value[GT_OPT_OUTPUT] ? c->value[GT_OPT_OUTPUT] : "standard output");
	rc = assemble_file(c, &out, &err);
	/* Of a text with a bad line nothing is written: it is to be mended, and so it is no damaged trace. */
	if (rc < 0)
		gt_buf_reset(&out.buf);
	status = gt_session_finish(&out);
	if (rc >= 0)
		return status;
	rc = gt_say_error(c->traces[0], &err);
	return gt_exit_worse(status, rc == GT_EXIT_DAMAGED ? GT_EXIT_NOT_TRACE : rc);
}
