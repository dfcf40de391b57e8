/* Times single frames: keys go in, each is handled and drawn into a screen in memory. */
#include <errno.h>
#include <inttypes.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/xalloc.h"
#include "ui/app/app_state.h"
#include "ui/shell/dispatch.h"
#include "ui/shell/frame.h"
#include "ui/shell/run.h"

/*
 *	frames INDEX TRACE KEYS [SLOW]
 *
 * prints, as a line of JSON, p50, p99 and the slowest of all frames in ms, whose key it was, and the most that the
 * frames of one key took together until the screen was complete ("whole"); before that, each frame of SLOW
 * ms and more.  For each command also the time in ms until all that it set going is done and shown
 * ("sort_start_asc_ms").  KEYS is a file of keys as in `bind`, separated by blanks; KEY*N stands for N of
 * them, a line that begins with '#' for nothing, one that begins with ':' for a command.  A
 * frame's time is the CPU time that a user waits for after a key or a command: handling it and
 * drawing all of a 200x60 screen, but not sending it to a terminal.
 */
enum { ROWS = 60, COLS = 200, SETTLE = 100 };

struct bench {
	struct gt_program prog;
	struct gt_term *term;
	struct gt_grid *grid;
	int64_t *ns;
	size_t n, cap;
	int64_t worst, slow;
	char worst_key[32];
	int64_t whole, worst_whole;     /* what a key's frames took together: until its screen is complete */
	struct gt_buf commands;         /* their times, members of the line */
};

static GT_NORETURN void fail(const char *what)
{
	fprintf(stderr, "frames: %s\n", what);
	exit(1);
}

/* Of this thread, in ns: other programs on the machine do not count. */
static int64_t cpu_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* As the loop draws. */
static void draw(struct bench *b)
{
	int cy, cx;

	gt_frame_draw(b->prog.app, b->grid, &cy, &cx);
	b->term->ops->draw(b->term, b->grid, cy, cx);
}

static void record(struct bench *b, const char *word, int64_t ns)
{
	if (b->n == b->cap) {
		b->cap = b->cap ? 2 * b->cap : 1024;
		b->ns = gt_xrealloc(b->ns, b->cap, sizeof *b->ns);
	}
	b->ns[b->n++] = ns;
	b->whole += ns;
	if (b->slow && ns >= b->slow)
		printf("%.2f %s\n", (double)ns / 1e6, word);
	if (ns > b->worst) {
		b->worst = ns;
		snprintf(b->worst_key, sizeof b->worst_key, "%s", word);
	}
}

/*
 * What the key set going (a sort) runs in slices between frames and is no part of one; what a
 * frame has left for the next ones is.
 */
static void settle(struct bench *b)
{
	gt_app_settle_view(b->prog.app);
	gt_keys_idle(&b->prog.app->in.keys);
	while (gt_app_run_job(b->prog.app, INT64_C(1000000000)))
		;
	for (int i = 0; i < SETTLE && b->prog.app->screen.dirty; i++) {
		int64_t start = cpu_now();

		draw(b);
		record(b, "(the frame after)", cpu_now() - start);
	}
	if (b->whole > b->worst_whole)
		b->worst_whole = b->whole;
	b->whole = 0;
}

static void press(struct bench *b, const char *word, gt_key key)
{
	int64_t start = cpu_now();

	gt_app_type(b->prog.app, key);
	draw(b);
	record(b, word, cpu_now() - start);
	settle(b);
}

static void record_command(struct bench *b, const char *line, int64_t ns)
{
	gt_buf_puts(&b->commands, "\"");
	for (; *line; line++)
		gt_buf_putc(&b->commands, *line == ':' || *line == ' ' ? '_' : *line);
	gt_buf_printf(&b->commands, "_ms\":%.2f,", (double)ns / 1e6);
}

static void type_command(struct bench *b, const char *line)
{
	int64_t start = cpu_now(), began = gt_clock_now();
	struct gt_error err = { 0 };

	if (gt_app_command(b->prog.app, line, &err) < 0)
		fail(err.text);
	draw(b);
	record(b, line, cpu_now() - start);
	settle(b);
	record_command(b, line + (*line == ':'), gt_clock_now() - began);
}

/* One word: KEY or KEY*N. */
static void press_word(struct bench *b, char *word)
{
	char *star = strrchr(word, '*');
	long times = 1;
	gt_key key;

	if (star && star != word && star[1]) {
		times = strtol(star + 1, NULL, 10);
		*star = 0;
	}
	if (gt_key_parse(word, &key) < 0)
		fail(word);
	for (long i = 0; i < times; i++)
		press(b, word, key);
}

static void press_file(struct bench *b, const char *name)
{
	FILE *in = fopen(name, "r");
	char *line = NULL, *save = NULL;
	size_t cap = 0;

	if (!in)
		fail(strerror(errno));
	while (getline(&line, &cap, in) >= 0) {
		if (line[0] == '#')
			continue;
		if (line[0] == ':') {
			line[strcspn(line, "\n")] = 0;
			type_command(b, line);
			continue;
		}
		for (char *w = strtok_r(line, " \t\n", &save); w; w = strtok_r(NULL, " \t\n", &save))
			press_word(b, w);
	}
	free(line);
	fclose(in);
}

static int compare(const void *x, const void *y)
{
	int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;

	return a < b ? -1 : a > b;
}

static double percentile(const struct bench *b, size_t percent)
{
	return (double)b->ns[(b->n - 1) * percent / 100] / 1e6;
}

static void open_screen(struct bench *b, const char *index, const char *trace)
{
	struct gt_ui_args args = { .path = trace, .index = index, .rows = ROWS, .cols = COLS, .no_config = true };
	struct gt_error err = { 0 };

	if (gt_program_open(&b->prog, &args, &err) < 0)
		fail(err.text);
	gt_program_start(&b->prog);
	if (gt_program_ops.wait(&b->prog, &err) < 0)
		fail(err.text);
	gt_program_ops.woken(&b->prog);
	b->term = gt_term_mem_open(ROWS, COLS);
	gt_app_set_term(b->prog.app, b->term);
	b->grid = gt_grid_new(ROWS, COLS);
	gt_app_data_changed(b->prog.app);
	draw(b);
}

int main(int argc, char **argv)
{
	struct bench b = { 0 };

	if (argc != 4 && argc != 5)
		fail("usage: frames INDEX TRACE KEYS [SLOW]");
	if (argc == 5)
		b.slow = strtol(argv[4], NULL, 10) * 1000000;
	setlocale(LC_ALL, "");
	open_screen(&b, argv[1], argv[2]);
	press_file(&b, argv[3]);
	if (b.n == 0)
		fail("no keys");
	qsort(b.ns, b.n, sizeof *b.ns, compare);
	printf("{%s\"p50_ms\":%.2f,\"p99_ms\":%.2f,\"max_ms\":%.2f,\"whole_ms\":%.2f,\"slowest\":\"%s\"}\n",
	       gt_buf_str(&b.commands), percentile(&b, 50), percentile(&b, 99), percentile(&b, 100),
	       (double)b.worst_whole / 1e6, b.worst_key);
	gt_app_set_term(b.prog.app, NULL);
	gt_grid_free(b.grid);
	gt_program_close(&b.prog);
	gt_buf_release(&b.commands);
	free(b.ns);
	return 0;
}
