/* The screen as a whole: opens the trace, the terminal or a script, and puts everything back at the end. */
#include "ui/shell/main.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/table/celltext.h"
#include "base/os/sandbox.h"
#include "base/utf8.h"
#include "ui/app/app_state.h"
#include "ui/app/roster.h"
#include "ui/app/starter.h"
#include "ui/kit/signals.h"
#include "ui/shell/dispatch.h"
#include "ui/shell/listed.h"
#include "ui/shell/loop.h"
#include "ui/shell/rc.h"
#include "ui/shell/resume.h"
#include "ui/shell/run.h"
#include "ui/shell/script.h"

#define TITLE_BYTES 200 /* of a name, at most */

/* One sentence; names from the command line and the trace are as hostile as the trace. */
static int complain_that(const char *file, const char *is, const struct gt_error *err)
{
	struct gt_buf text = { 0 };

	if (file) {
		gt_text_escape(&text, file, strlen(file));
		gt_buf_printf(&text, "%s: ", is);
	}
	gt_text_escape(&text, err->text, strlen(err->text));
	fprintf(stderr, "gtrace-tui: %s\n", gt_buf_str(&text));
	gt_buf_release(&text);
	return (int)gt_error_exit(err->code);
}

static int complain(const char *file, const struct gt_error *err)
{
	return complain_that(file, "", err);
}

/* ---- the config file ---- */

struct rc_errors {
	int n;
	struct gt_buf first;
};

static void rc_error(void *arg, const char *text)
{
	struct rc_errors *e = arg;

	if (e->n++ == 0)
		gt_buf_puts(&e->first, text);
}

static void read_rc_file(struct gt_app *app, gt_rc_report_fn report, void *arg)
{
	struct gt_buf path = { 0 };
	FILE *in = gt_rc_path(&path) ? fopen(gt_buf_str(&path), "re") : NULL;

	if (in) {
		gt_rc_read(app, in, gt_buf_str(&path), report, arg);
		fclose(in);
	}
	gt_buf_release(&path);
}

/* Errors are shown in the status line and do not stop the start. */
static void read_config(struct gt_app *app)
{
	struct rc_errors e = { 0 };

	read_rc_file(app, rc_error, &e);
	if (e.n == 1)
		gt_app_error(app, "%s", gt_buf_str(&e.first));
	else if (e.n > 1)
		gt_app_error(app, "%s (and %d more)", gt_buf_str(&e.first), e.n - 1);
	gt_buf_release(&e.first);
}

/* ---- a terminal or a script ---- */

static bool is_on_terminal(const struct gt_ui_args *args)
{
	return !args->script && !args->picture;
}

/* What one program after the other is shown on. */
struct stage {
	struct gt_term *term;
	FILE *in;                      /* of a script; NULL: there is a terminal */
	const char *name;              /* of the script, for messages */
	bool picture;
};

/* A picture without a script is of the screen when all is known. */
static const char whole_screen[] = "wait-index\ndump-picture\n";

static int stage_open_script(struct stage *s, const struct gt_ui_args *args)
{
	bool standard = args->script && strcmp(args->script, "-") == 0;
	struct gt_error err;

	s->in = standard ? stdin : args->script ? fopen(args->script, "re")
		: fmemopen((char *)(uintptr_t)whole_screen, strlen(whole_screen), "r");
	if (!s->in) {
		gt_error_errno(&err, errno, "cannot open the script");
		return complain(args->script, &err);
	}
	s->name = standard ? "standard input" : args->script ? args->script : "--picture";
	s->picture = args->picture;
	s->term = gt_term_mem_open(args->rows ? args->rows : 24, args->cols ? args->cols : 80);
	return GT_EXIT_OK;
}

/* A file's name is hostile text, too. */
static void put_window_title(struct gt_buf *out, const char *file)
{
	const char *slash = strrchr(file, '/');
	const char *name = slash ? slash + 1 : file;

	gt_buf_puts(out, "gtrace-tui ");
	gt_text_escape(out, name, strnlen(name, TITLE_BYTES));
}

static int stage_open_terminal(struct stage *s, struct gt_program *prog)
{
	struct gt_term_config config = { .depth = -1, .mouse = gt_app_options(prog->app)->mouse };
	struct gt_buf title = { 0 };
	struct gt_error err;
	int r = gt_signals_install(&err);

	if (gt_app_options(prog->app)->title) {
		put_window_title(&title, gt_trace_info(prog->trace)->file);
		config.title = gt_buf_str(&title);
	}
	if (r == 0)
		r = gt_term_curses_open(&s->term, &config, &err);
	gt_buf_release(&title);
	if (r < 0) {
		gt_signals_remove();
		fprintf(stderr, "gtrace-tui: %s; --report=NAME prints a report (--report=list names them)\n",
			err.text);
		return GT_EXIT_ERROR;
	}
	if (*s->term->note)
		gt_app_message(prog->app, "%s", s->term->note);
	return GT_EXIT_OK;
}

/* An exit code; nothing is open then unless it is 0. */
static int stage_open(struct stage *s, struct gt_program *prog, const struct gt_ui_args *args)
{
	*s = (struct stage){ .term = NULL };
	return is_on_terminal(args) ? stage_open_terminal(s, prog) : stage_open_script(s, args);
}

static void stage_close(struct stage *s)
{
	assert(s->term);
	s->term->ops->close(s->term);
	if (!s->in)
		gt_signals_remove();
	else if (s->in != stdin)
		fclose(s->in);
}

/* Until the program quits, or the script ends. */
static int stage_show(struct stage *s, struct gt_program *prog)
{
	struct gt_error err;
	int r;

	if (!s->in)
		return gt_loop_run(prog->app, s->term, prog->wake[0]);
	r = gt_script_run(prog->app, s->term, s->in, s->name, stdout, s->picture, &err);
	if (r < 0)
		complain(NULL, &err);
	return r < 0 ? GT_EXIT_ERROR : GT_EXIT_OK;
}

/* Nobody sees the status line of a picture: whether a command failed. */
static int stage_outcome(const struct stage *s, const struct gt_program *prog, const struct gt_ui_args *args, int r)
{
	if (r != GT_EXIT_OK || !s->in || args->script || !prog->command.code)
		return r;
	complain(NULL, &prog->command);
	return GT_EXIT_ERROR;
}

/* A damaged trace has an exit code of its own, if nothing worse happened. */
static int outcome(struct gt_program *prog, int code)
{
	const struct gt_trace_info *info = gt_trace_info(prog->trace);
	const char *fault = gt_program_fault(prog);
	struct gt_error damage = info->damage;
	struct gt_buf whole = { 0 };

	if (code != GT_EXIT_OK)
		return code;
	if (gt_trace_unreliable(prog->trace, &damage))
		return complain_that(info->file, " was not shown correctly", &damage);
	if (!fault || info->cancelled)
		return code;
	if (gt_horizon_text(&whole, prog->trace))
		gt_error_context(&damage, "%s", gt_buf_str(&whole));
	gt_buf_release(&whole);
	return complain_that(info->file, *fault == 'd' ? " is damaged" : " is incomplete", &damage);
}

/* ---- the sandbox ---- */

/* The editor that the configuration or -c names, known before there is anything to show. */
static struct gt_starter *prepare_editor(const struct gt_ui_args *args)
{
	static const struct gt_app_ops nothing = { 0 };
	struct gt_app *app = gt_app_new(&nothing, NULL);
	struct gt_starter *starter = NULL;
	struct rc_errors e = { 0 };

	/* Errors are shown later: read_config. */
	if (!args->no_config)
		read_rc_file(app, rc_error, &e);
	gt_buf_release(&e.first);
	for (const char *const *c = args->commands; c && *c; c++)
		if (strncmp(*c, "set editor", strlen("set editor")) == 0)
			gt_app_command(app, *c, NULL);
	/* Without it the screen works, and says that no editor can be run. */
	gt_starter_open(&starter, gt_app_options(app)->editor, NULL);
	gt_app_free(app);
	return starter;
}

/* The file that the session is kept in, if it is to be; out has its name. */
static const char *session_file(struct gt_program *prog, const struct gt_ui_args *args, struct gt_buf *out)
{
	if (args->no_session || !gt_app_options(prog->app)->session)
		return NULL;
	if (args->session)
		gt_buf_puts(out, args->session);
	else if (!is_on_terminal(args) || !gt_session_path(args->path, out))
		return NULL;
	return gt_buf_str(out);
}

/* If it was asked for a file of it, its lack is an error. */
static int save_session(const struct gt_program *prog, const struct gt_ui_args *args, int code)
{
	struct gt_error err;

	if (gt_session_save(prog, &err) == 0)
		return code;
	complain_that(NULL, "", &err);
	return args->session && code == GT_EXIT_OK ? GT_EXIT_ERROR : code;
}

/* What the command line and the configuration say of any program. */
static void set_up(struct gt_program *prog, const struct gt_ui_args *args, struct gt_starter *starter)
{
	gt_app_set_starter(prog->app, starter);
	if (!args->no_config)
		read_config(prog->app);
	for (const char *const *m = args->map_paths; m && *m; m++)
		gt_app_map_path(prog->app, *m, NULL);
	if (args->ascii)
		gt_app_command(prog->app, "set ascii yes", NULL);
}

/* Why what came through a pipe is not all in the file of --save. */
static int check_saved(const struct gt_program *prog, int code)
{
	const struct gt_error *unsaved = gt_trace_unsaved(prog->trace);

	return unsaved && code == GT_EXIT_OK ? complain_that(NULL, "", unsaved) : code;
}

/* *again: the trace is to be opened again, and followed. */
static int run_program(const struct gt_ui_args *args, struct gt_starter *starter, bool *again)
{
	struct gt_program prog;
	struct gt_buf session = { 0 };
	struct gt_error err;
	struct stage stage;
	int r = gt_program_open(&prog, args, &err);

	*again = false;
	if (r == GT_ERR_CANCELLED)
		return GT_EXIT_OK;
	if (r < 0)
		return complain(args->path, &err);
	gt_program_start(&prog);
	prog.may_follow = is_on_terminal(args);
	set_up(&prog, args, starter);
	prog.session = session_file(&prog, args, &session);
	gt_program_run_commands(&prog);
	r = stage_open(&stage, &prog, args);
	if (r == GT_EXIT_OK) {
		r = stage_outcome(&stage, &prog, args, stage_show(&stage, &prog));
		stage_close(&stage);
	}
	*again = prog.follow;
	if (!*again)
		r = outcome(&prog, r);
	r = check_saved(&prog, r);
	r = save_session(&prog, args, r);
	gt_program_close(&prog);
	gt_buf_release(&session);
	return r;
}

/* ---- a list of traces ---- */

/* Shows the one that was chosen in the list; true: it was closed, which leads back there.  *r: the exit code. */
static bool show_chosen(struct gt_program *list, struct stage *stage, const struct gt_ui_args *args,
			struct gt_starter *starter, int *r)
{
	struct gt_watch watch = list->roster->fleet.watch;
	struct gt_ui_args one = *args;
	struct gt_buf session = { 0 };
	struct gt_program prog;
	struct gt_error err;
	bool closed;

	one.path = list->roster->chosen;
	one.nnews = 1;
	one.commands = NULL;
	/* Nothing is told of it on a screen that is open, and who stopped the list did not stop this. */
	watch.stop = NULL;
	one.watch = &watch;
	if (gt_program_open(&prog, &one, &err) < 0) {
		gt_app_error(list->app, "%s: %s", one.path, err.text);
		return true;
	}
	gt_program_start(&prog);
	set_up(&prog, &one, starter);
	prog.app->listed = true;
	prog.session = session_file(&prog, &one, &session);
	*r = stage_show(stage, &prog);
	closed = *r == GT_EXIT_OK && prog.app->closed;
	if (gt_session_save(&prog, &err))
		gt_app_error(list->app, "%s", err.text);
	gt_program_close(&prog);
	gt_buf_release(&session);
	return closed;
}

static int show_list(struct gt_program *list, struct stage *stage, const struct gt_ui_args *args,
		     struct gt_starter *starter)
{
	int r;

	for (;;) {
		r = stage_show(stage, list);
		if (r != GT_EXIT_OK || !list->roster->chosen || !show_chosen(list, stage, args, starter, &r))
			return r;
		free(list->roster->chosen);
		list->roster->chosen = NULL;
		list->app->quitting = false;
		gt_app_data_changed(list->app);
	}
}

static int run_list(const struct gt_ui_args *args, struct gt_starter *starter)
{
	struct gt_program list;
	struct gt_error err;
	struct stage stage;
	int r = gt_listed_open(&list, args, &err);

	if (r < 0)
		return complain(NULL, &err);
	gt_listed_start(&list);
	set_up(&list, args, starter);
	gt_program_run_commands(&list);
	r = stage_open(&stage, &list, args);
	if (r == GT_EXIT_OK) {
		r = stage_outcome(&stage, &list, args, show_list(&list, &stage, args, starter));
		stage_close(&stage);
	}
	gt_listed_close(&list);
	return r;
}

int gt_ui_main(const struct gt_ui_args *args)
{
	static const char *const at_timeline[] = { "timeline", NULL };
	struct gt_starter *starter = NULL;
	const char *term = getenv("TERM");
	struct gt_ui_args followed;
	struct gt_sandbox s;
	bool again = false;
	int r;

	if (!args->no_sandbox) {
		if (is_on_terminal(args))
			starter = prepare_editor(args);
		gt_sandbox_init(&s, GT_SANDBOX_SCREEN);
		/* The mouse of Linux's own console is a service, gpm. */
		s.local_sockets = term && strncmp(term, "linux", strlen("linux")) == 0;
		gt_sandbox_enter(&s);
	}
	r = args->list ? run_list(args, starter) : run_program(args, starter, &again);
	while (!args->list && again && r == GT_EXIT_OK) {
		followed = *args;
		followed.follow = true;
		followed.commands = at_timeline;
		r = run_program(&followed, starter, &again);
	}
	gt_starter_close(starter);
	return r;
}
