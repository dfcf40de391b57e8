/* --check-config and --print-config. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "cli/session.h"
#include "ui/shell/config.h"

int gt_cmd_print_config(void)
{
	struct gt_out out;

	gt_out_init(&out, STDOUT_FILENO, "standard output");
	gt_config_sample(&out.buf);
	return gt_session_finish(&out);
}

static void config_error(void *arg, const char *text)
{
	struct gt_buf what = { 0 };

	(void)arg;
	gt_buf_puts(&what, text);
	gt_tell_user(NULL, &what);
	gt_buf_release(&what);
}

/* The user's own file need not be there. */
static int no_config(const char *path, bool named)
{
	struct gt_error err;
	struct gt_buf what = { 0 };

	if (named || errno != ENOENT) {
		gt_error_errno(&err, errno, "cannot open the configuration");
		return gt_say_error(path, &err);
	}
	gt_buf_printf(&what, "there is no %s", path);
	gt_tell_user(NULL, &what);
	gt_buf_release(&what);
	return GT_EXIT_OK;
}

int gt_cmd_check_config(const struct gt_cli *c)
{
	const char *name = c->ntraces ? c->traces[0] : NULL;
	bool standard = name && !strcmp(name, "-");
	struct gt_buf path = { 0 };
	int status = GT_EXIT_OK;
	FILE *in;

	if (name)
		gt_buf_puts(&path, name);
	else if (!gt_rc_path(&path))
		gt_buf_puts(&path, "configuration without XDG_CONFIG_HOME or HOME");
	in = standard ? stdin : fopen(gt_buf_str(&path), "re");
	if (!in)
		status = no_config(gt_buf_str(&path), name != NULL);
	else if (gt_config_check(in, standard ? "standard input" : gt_buf_str(&path), config_error, NULL))
		status = GT_EXIT_ERROR;
	if (in && !standard)
		fclose(in);
	gt_buf_release(&path);
	return status;
}
