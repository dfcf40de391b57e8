/* The config file. */
#include "ui/shell/rc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/guess.h"
#include "base/xalloc.h"
#include "format/sql/sql.h"
#include "ui/kit/words.h"
#include "ui/shell/dispatch.h"

/* ---- statements of SQL ---- */

/* "sql NAME "TITLE" STATEMENT": what the program does with it is for those who ask for the name. */
static int rc_check_statement(const struct gt_words *w, struct gt_error *err)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";

	if (w->n < 4)
		return gt_error_usage(err, "sql: a name, a title in quotes and a statement must follow");
	if (w->v[1][strspn(w->v[1], plain)])
		return gt_error_usage(err, "sql: a name has only letters, digits, - and _, not '%.40s'", w->v[1]);
	return 0;
}

/* Also whether it is one, as far as that can be said without a trace. */
static int rc_try_statement(const struct gt_words *w, const char *line, struct gt_error *err)
{
	struct gt_sql *sql;
	int rc = rc_check_statement(w, err);

	if (rc || !gt_sql_version())
		return rc;
	rc = gt_sql_open(&sql, gt_words_rest(line, 3), err);
	if (!rc)
		gt_sql_close(sql);
	return rc;
}

static int rc_take_statement(const char *line, const char *name, struct gt_guess *g, char **title, char **statement,
			     struct gt_error *err)
{
	struct gt_words w;
	int rc = gt_words_split(&w, line, err);
	bool is = !rc && w.n > 0 && !strcmp(w.v[0], "sql");

	/* Other lines are looked at by gt_rc_read. */
	rc = is && w.n > 1 && !strcmp(w.v[1], name) ? rc_check_statement(&w, err) : 0;
	if (is && w.n > 1)
		gt_guess_offer(g, w.v[1], strlen(w.v[1]));
	if (is && !rc && w.n > 3 && !strcmp(w.v[1], name)) {
		free(*title);
		free(*statement);
		*title = gt_xstrdup(w.v[2]);
		*statement = gt_xstrdup(gt_words_rest(line, 3));
	}
	gt_words_release(&w);
	return rc;
}

int gt_rc_statement(FILE *in, const char *file, const char *name, char **title, char **statement, struct gt_error *err)
{
	struct gt_guess g;
	char *line = NULL;
	size_t cap = 0, number = 0;
	int rc = 0;

	*title = *statement = NULL;
	gt_guess_init(&g, name, strlen(name));
	while (!rc && getline(&line, &cap, in) >= 0) {
		number++;
		line[strcspn(line, "\r\n")] = 0;
		rc = rc_take_statement(line, name, &g, title, statement, err);
	}
	free(line);
	if (rc) {
		free(*title);
		free(*statement);
		gt_error_context(err, "%s:%zu", file, number);
		return rc;
	}
	if (!*statement)
		rc = gt_error_usage(err, "no statement is called %.40s in %.100s%s", name, file, gt_guess_hint(&g, "", ""));
	return rc;
}

/* ---- lines ---- */

/* What else a line could say needs a trace on the screen. */
static int rc_run_line(struct gt_app *app, const char *line, struct gt_error *err)
{
	struct gt_guess g;
	struct gt_words w;
	int r = gt_words_split(&w, line, err);

	if (r == 0 && w.n > 0 && !strcmp(w.v[0], "sql"))
		r = rc_try_statement(&w, line, err);
	else if (r == 0 && w.n > 0 && strcmp(w.v[0], "bind") != 0 && strcmp(w.v[0], "set") != 0 &&
	    strcmp(w.v[0], "color") != 0 && strcmp(w.v[0], "preset") != 0)
		r = gt_error_usage(err, "not bind, set, color, preset or sql: %s%s", w.v[0],
				   gt_guess_among(&g, w.v[0], "bind set color preset sql"));
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
