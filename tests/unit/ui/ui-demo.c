/* The framework with the demo panes: `ui-demo [--script FILE] [--rc FILE]`, for scenes in a real terminal. */
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "ui/app/app_state.h"
#include "ui/shell/dispatch.h"
#include "ui/shell/loop.h"
#include "ui/shell/rc.h"
#include "ui/shell/script.h"
#include "ui/kit/signals.h"
#include "unit/ui/demo.h"

static void report(void *arg, const char *text)
{
	(void)arg;
	fprintf(stderr, "ui-demo: %s\n", text);
}

static int fail(const struct gt_error *err)
{
	report(NULL, err->text);
	return 1;
}

static int run_script(struct gt_app *app, const char *file)
{
	struct gt_term *term = gt_term_mem_open(24, 80);
	FILE *in = fopen(file, "r");
	struct gt_error err = { .text = "no such file" };
	int r = in ? gt_script_run(app, term, in, file, stdout, false, &err) : -1;

	if (in)
		fclose(in);
	term->ops->close(term);
	return r < 0 ? fail(&err) : 0;
}

static int run_terminal(struct gt_app *app)
{
	const struct gt_term_config config = { .theme = &app->settings.theme, .depth = -1 };
	struct gt_term *term;
	struct gt_error err;
	int r;

	if (gt_signals_install(&err) < 0 || gt_term_curses_open(&term, &config, &err) < 0)
		return fail(&err);
	r = gt_loop_run(app, term, -1);
	term->ops->close(term);
	gt_signals_remove();
	return r;
}

int main(int argc, char **argv)
{
	struct gt_app *app;
	const char *script = NULL;
	int r;

	setlocale(LC_ALL, "");
	app = demo_app();
	for (int i = 1; i + 1 < argc; i += 2) {
		FILE *f = strcmp(argv[i], "--rc") == 0 ? fopen(argv[i + 1], "r") : NULL;

		if (f) {
			gt_rc_read(app, f, argv[i + 1], report, NULL);
			fclose(f);
		} else {
			script = argv[i + 1];
		}
	}
	r = script ? run_script(app, script) : run_terminal(app);
	gt_app_free(app);
	return r;
}
