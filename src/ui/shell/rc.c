/* The config file. */
#include "ui/shell/rc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/guess.h"
#include "ui/kit/words.h"
#include "ui/shell/dispatch.h"

/* What else a line could say needs a trace on the screen. */
static int rc_run_line(struct gt_app *app, const char *line, struct gt_error *err)
{
	struct gt_guess g;
	struct gt_words w;
	int r = gt_words_split(&w, line, err);

	if (r == 0 && w.n > 0 && strcmp(w.v[0], "bind") != 0 && strcmp(w.v[0], "set") != 0 &&
	    strcmp(w.v[0], "color") != 0 && strcmp(w.v[0], "preset") != 0)
		r = gt_error_usage(err, "not bind, set, color or preset: %s%s", w.v[0],
				   gt_guess_among(&g, w.v[0], "bind set color preset"));
	else if (r == 0 && w.n == 1)
		r = gt_error_usage(err, "%s what?", w.v[0]);
	else if (r == 0 && w.n > 1)
		r = gt_app_command(app, line, err);
	gt_words_release(&w);
	return r;
}

int gt_rc_read(struct gt_app *app, FILE *in, const char *name, gt_rc_report_fn report, void *arg)
{
	char *line = NULL;
	size_t cap = 0, number = 0;
	ssize_t n;
	struct gt_error err;
	int errors = 0;

	while ((n = getline(&line, &cap, in)) >= 0) {
		number++;
		while (n > 0 && (line[n - 1] == '\n' || line[n - 1] == '\r'))
			line[--n] = 0;
		if (rc_run_line(app, line, &err) < 0) {
			gt_error_context(&err, "%s:%zu", name, number);
			report(arg, err.text);
			errors++;
		}
	}
	if (!feof(in)) {
		gt_error_errno(&err, errno, "%s", name);
		report(arg, err.text);
		errors++;
	}
	free(line);
	return errors;
}

bool gt_rc_path(struct gt_buf *out)
{
	const char *base = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");

	/* The XDG rules: a relative path is to be ignored. */
	if (base && *base == '/')
		gt_buf_puts(out, base);
	else if (home && *home)
		gt_buf_printf(out, "%s/.config", home);
	else
		return false;
	gt_buf_puts(out, "/gtrace-tui/config");
	return true;
}
