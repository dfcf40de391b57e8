/* Scripts: the whole UI driven from a file, without a terminal. */
#include "ui/shell/script.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistr.h>

#include "base/human.h"
#include "base/xalloc.h"
#include "ui/app/app_state.h"
#include "ui/kit/picture.h"
#include "ui/shell/command.h"
#include "ui/shell/dispatch.h"
#include "ui/shell/frame.h"

/* A frame leaves to the next one what would take too long; no screen takes so many. */
#define MAX_FRAMES 2000

struct script {
	struct gt_app *app;
	struct gt_term *term;
	struct gt_grid *grid;
	FILE *out;
	bool pictures;       /* dump-screen is dump-picture */
	char *actions;       /* file for their names; NULL: they are not told */
};

/* Draws into the memory terminal, as the loop would; what a frame has set going is seen in the next one. */
static void script_draw(struct script *s)
{
	int cy, cx, frames = 0;

	do {
		while (gt_app_run_job(s->app, s->app->settings.limits.slice_ns))
			;
		s->term->ops->size(s->term, &s->app->screen.rows, &s->app->screen.cols);
		gt_frame_draw(s->app, s->grid, &cy, &cx);
	} while (gt_app_works(s->app) || (s->app->screen.dirty && ++frames < MAX_FRAMES));
	s->term->ops->draw(s->term, s->grid, cy, cx);
}

/* ---- lines that only scripts have ---- */

static int run_key(struct script *s, const struct gt_line *l, struct gt_error *err)
{
	if (l->n < 2)
		return gt_error_usage(err, "usage: key KEY...");
	for (size_t i = 1; i < l->n; i++) {
		gt_key key;

		if (gt_key_parse(l->w[i], &key) < 0)
			return gt_error_usage(err, "not a key: %s", l->w[i]);
		gt_app_type(s->app, key);
	}
	/* The keys of a line are typed quickly; then time passes, unless a count is still waiting for its move. */
	gt_app_settle_view(s->app);
	gt_keys_idle(&s->app->in.keys);
	return 0;
}

/* Where the mouse is counts from the upper left corner of the screen, 0 0. */
static int run_mouse(struct script *s, const struct gt_line *l, struct gt_error *err)
{
	struct gt_input ev = { .key = GT_KEY_NONE };
	uint64_t x, y;

	if (l->n != 4 || gt_parse_u64(l->w[2], &x) < 0 || gt_parse_u64(l->w[3], &y) < 0 || x > 10000 || y > 10000)
		return gt_error_usage(err, "usage: mouse KEY COLUMN ROW");
	if (gt_key_parse(l->w[1], &ev.key) < 0)
		return gt_error_usage(err, "not a key: %s", l->w[1]);
	ev.y = (int)y;
	ev.x = (int)x;
	gt_app_event(s->app, &ev);
	return 0;
}

static int run_type(struct script *s, const struct gt_line *l, struct gt_error *err)
{
	const uint8_t *text = (const uint8_t *)gt_words_rest(l->text, 1);
	ucs4_t ch;

	(void)err;
	while ((text = u8_next(&ch, text)))
		gt_app_type(s->app, ch);
	return 0;
}

/* Small ones, so that the jobs of large traces run on small ones. */
static int run_limits(struct script *s, const struct gt_line *l, struct gt_error *err)
{
	static const struct gt_limits usual = GT_LIMITS_USUAL;
	static const struct gt_limits small = {
		.sort_rows = 10, .early_rows = 5, .lanes_ns = 4000000, .lane_rows = 256,
		.slice_ns = 1, .job_calls = 1,
	};

	if (l->n != 2 || (strcmp(l->w[1], "small") != 0 && strcmp(l->w[1], "usual") != 0))
		return gt_error_usage(err, "usage: limits small|usual");
	s->app->settings.limits = *l->w[1] == 's' ? small : usual;
	return 0;
}

static int run_resize(struct script *s, const struct gt_line *l, struct gt_error *err)
{
	unsigned rows, cols;
	int end = 0;

	if (l->n != 2 || sscanf(l->w[1], "%4ux%4u%n", &cols, &rows, &end) != 2 || l->w[1][end] || !cols || !rows ||
	    cols > 2000 || rows > 2000)
		return gt_error_usage(err, "usage: resize COLUMNSxROWS");
	gt_term_mem_resize(s->term, (int)rows, (int)cols);
	gt_app_dirty(s->app, GT_DIRTY_ALL);
	return 0;
}

static int run_wait(struct script *s, const struct gt_line *l, struct gt_error *err)
{
	int r = 0;

	(void)l;
	if (s->app->ops->wait)
		r = s->app->ops->wait(s->app->ctx, err);
	if (s->app->ops->woken)
		s->app->ops->woken(s->app->ctx);
	gt_app_data_changed(s->app);
	return r;
}

/* Of a trace that grows: until so many events are there. */
static int run_wait_events(struct script *s, const struct gt_line *l, struct gt_error *err)
{
	uint64_t n;

	if (l->n != 2 || gt_parse_u64(l->w[1], &n) < 0)
		return gt_error_usage(err, "usage: wait-events N");
	if (s->app->ops->wait_events)
		s->app->ops->wait_events(s->app->ctx, n);
	return 0;
}

static int run_dump(struct script *s, const struct gt_line *l, struct gt_error *err)
{
	struct gt_buf text = { 0 };
	const char *path = l->n == 2 ? l->w[1] : NULL;
	FILE *out = s->out;
	bool failed;

	if (l->n > 2)
		return gt_error_usage(err, "usage: %s [FILE]", l->w[0]);
	if (path && gt_app_refuse_open(s->app, path, err) < 0)
		return GT_ERR_USAGE;
	if (path)
		out = fopen(path, "w");
	if (!out)
		return gt_error_errno(err, errno, "%s", path);
	if (strcmp(l->w[0], "dump-picture") == 0 || (s->pictures && strcmp(l->w[0], "dump-screen") == 0))
		gt_grid_picture(gt_term_mem_grid(s->term), &s->app->settings.theme, &text);
	else if (strcmp(l->w[0], "dump-styles") == 0)
		gt_grid_dump_styles(gt_term_mem_grid(s->term), &text);
	else if (strcmp(l->w[0], "dump-inks") == 0)
		gt_grid_dump_inks(gt_term_mem_grid(s->term), &s->app->settings.theme, &text);
	else
		gt_grid_dump(gt_term_mem_grid(s->term), &text);
	failed = fwrite(gt_buf_str(&text), 1, text.len, out) != text.len || fflush(out) != 0;
	gt_buf_release(&text);
	if (path && fclose(out) != 0)
		failed = true;
	return failed ? gt_error_errno(err, errno, "%s", path ? path : "standard output") : 0;
}

static int run_note_actions(struct script *s, const struct gt_line *l, struct gt_error *err)
{
	if (l->n != 2)
		return gt_error_usage(err, "usage: note-actions FILE");
	free(s->actions);
	s->actions = gt_xstrdup(l->w[1]);
	return 0;
}

/* Those that keys asked for, a line each, after what the file holds. */
static int write_actions(const struct script *s, struct gt_error *err)
{
	FILE *out = fopen(s->actions, "a");
	bool failed = !out;

	for (int i = 0; !failed && i < GT_ACT_COUNT; i++)
		if (s->app->in.pressed[i])
			failed = fprintf(out, "%s\n", gt_action_info((enum gt_action)i)->name) < 0;
	if (out && fclose(out) != 0)
		failed = true;
	return failed ? gt_error_errno(err, errno, "%s", s->actions) : 0;
}

static const struct {
	const char *name;
	int (*run)(struct script *s, const struct gt_line *l, struct gt_error *err);
} verbs[] = {
	{ "mouse", run_mouse }, { "key", run_key }, { "type", run_type }, { "resize", run_resize },
	{ "limits", run_limits }, { "wait-index", run_wait },
	{ "wait-events", run_wait_events }, { "dump-screen", run_dump }, { "dump-styles", run_dump },
	{ "dump-inks", run_dump }, { "dump-picture", run_dump }, { "note-actions", run_note_actions },
};

/* ---- lines ---- */

static int script_run_line(struct script *s, const char *line, struct gt_error *err)
{
	struct gt_words w;
	size_t verb = 0;
	int r = gt_words_split(&w, line, err);

	/* "type" takes its text as it is, with quotes and all. */
	if (w.n == 0 || (r < 0 && strcmp(w.v[0], "type") != 0)) {
		gt_words_release(&w);
		return r;
	}
	while (verb < GT_COUNT(verbs) && strcmp(verbs[verb].name, w.v[0]) != 0)
		verb++;
	if (verb < GT_COUNT(verbs))
		r = verbs[verb].run(s, &(struct gt_line){ .text = line, .w = w.v, .n = w.n }, err);
	else
		r = gt_app_command_of_script(s->app, line, err);
	gt_words_release(&w);
	return r;
}

static int run_lines(struct script *s, FILE *in, const char *name, struct gt_error *err)
{
	char *line = NULL;
	size_t cap = 0, number = 0;
	ssize_t n;
	int r = 0;

	while (r == 0 && !s->app->quitting && (n = getline(&line, &cap, in)) >= 0) {
		number++;
		while (n > 0 && (line[n - 1] == '\n' || line[n - 1] == '\r'))
			line[--n] = 0;
		r = script_run_line(s, line, err);
		if (r < 0)
			gt_error_context(err, "%s:%zu", name, number);
		else
			script_draw(s);
	}
	/* No end of the file: it cannot be read, or there is no memory for the line. */
	if (r == 0 && !s->app->quitting && !feof(in))
		r = gt_error_errno(err, errno, "%s", name);
	free(line);
	return r;
}

int gt_script_run(struct gt_app *app, struct gt_term *term, FILE *in, const char *name, FILE *out, bool pictures,
		  struct gt_error *err)
{
	struct script s = { .app = app, .term = term, .out = out, .pictures = pictures };
	int r;

	gt_app_set_term(app, term);
	s.grid = gt_grid_new(app->screen.rows, app->screen.cols);
	script_draw(&s);
	r = run_lines(&s, in, name, err);
	if (s.actions && !r)
		r = write_actions(&s, err);
	free(s.actions);
	gt_app_set_term(app, NULL);
	gt_grid_free(s.grid);
	return r;
}
