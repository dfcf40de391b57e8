/* The program's screen over a sample. */
#include "fuzz/screen.h"

#include <fcntl.h>
#include <string.h>

#include "base/os/tmpfile.h"
#include "base/xalloc.h"
#include "ui/app/app_state.h"
#include "ui/shell/dispatch.h"
#include "ui/kit/canvas.h"
#include "ui/shell/resume.h"
#include "ui/shell/run.h"
#include "ui/shell/script.h"

#define ROWS 24
#define COLS 80

int __wrap_gt_tmpfile_begin(struct gt_tmpfile *t, const char *target, mode_t mode, struct gt_error *err);

/* The linker puts this in the place of the real one (local.mk): what is exported goes nowhere. */
int __wrap_gt_tmpfile_begin(struct gt_tmpfile *t, const char *target, mode_t mode, struct gt_error *err)
{
	(void)mode, (void)err;
	*t = (struct gt_tmpfile){ .target = gt_xstrdup(target), .special = true };
	t->fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
	return 0;
}

void screen_open(struct gt_program *prog, struct sample *s)
{
	*prog = (struct gt_program){ .wake = { -1, -1 }, .trace = &s->t, .events = gt_events_open(&s->t) };
	gt_program_start(prog);
}

void screen_close(struct gt_program *prog)
{
	gt_app_free(prog->app);
	gt_events_close(prog->events);
	gt_blame_index_release(&prog->blames);
}

static void check_screen(struct gt_term *term)
{
	struct gt_buf text = { 0 };

	gt_grid_dump(gt_term_mem_grid(term), &text);
	for (size_t i = 0; i < text.len; i++)
		MUST(text.data[i] == '\n' || (unsigned char)text.data[i] >= ' ');
	gt_buf_release(&text);
}

void screen_run(struct gt_program *prog, const char *script, size_t n)
{
	struct gt_term *term = gt_term_mem_open(ROWS, COLS);
	FILE *in = fmemopen((void *)(uintptr_t)script, n, "r"), *out = fopen("/dev/null", "we");

	MUST(in && out);
	while (!feof(in) && !prog->app->quitting) {
		struct gt_error err = { 0 };
		int rc = gt_script_run(prog->app, term, in, "script", out, false, &err);

		if (rc)
			fuzz_check_refusal(rc, &err);
	}
	check_screen(term);
	fclose(in);
	fclose(out);
	term->ops->close(term);
}

void screen_reopen(struct gt_program *prog, struct sample *s)
{
	static const char back[] = "key Backspace\nkey Backspace\n";
	struct gt_buf session = { 0 };
	struct gt_error err;

	gt_session_write(prog, 0, &session);
	screen_close(prog);
	screen_open(prog, s);
	MUST(gt_session_parse(prog, session.data, session.len, true, &err) == 0);
	screen_run(prog, back, strlen(back));
	gt_buf_release(&session);
}
