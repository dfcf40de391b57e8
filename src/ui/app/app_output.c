/* Export, copy, and the screen as text. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/guess.h"
#include "base/os/mapfile.h"
#include "base/os/tmpfile.h"
#include "base/xalloc.h"
#include "ui/app/app_state.h"
#include "ui/kit/picture.h"

/* Terminals drop longer OSC 52 sequences; 74,994 base64 characters is xterm's limit. */
#define COPY_MAX 56000
#define COPY_NS INT64_C(300000000)   /* rows that take longer are too many for a clipboard */

/* ---- writing files ---- */

int gt_app_refuse_open(struct gt_app *app, const char *file, struct gt_error *err)
{
	struct stat st;

	if (app->ops->reads && stat(file, &st) == 0 && app->ops->reads(app->ctx, &st))
		return gt_error_usage(err, "%s is the trace that is open: it is not overwritten", file);
	return 0;
}

/* As gt_tmpfile_begin, but not for a trace that is open. */
static int begin_file(struct gt_app *app, struct gt_tmpfile *t, const char *file, struct gt_error *err)
{
	int r = gt_app_refuse_open(app, file, err);

	return r < 0 ? r : gt_tmpfile_begin(t, file, 0666, err);
}

static int write_all(int fd, const struct gt_buf *b, const char *file, struct gt_error *err)
{
	return gt_write_full(fd, b->data, b->len) < 0 ? gt_error_errno(err, errno, "%s", file) : 0;
}

/*
 * A question with "y" for an answer before a file is overwritten.  Kept with
 * what is to be done then.
 */
struct save_request {
	char *file, *format;   /* format NULL: the screen */
	bool all;              /* every row, not only those that are chosen */
};

static void free_request(struct save_request *q)
{
	free(q->file);
	free(q->format);
	free(q);
}

static int save_file(struct gt_app *app, const char *format, bool all, const char *file, struct gt_error *err)
{
	return format ? gt_app_export(app, format, all, file, err) : gt_app_save_screen(app, file, err);
}

static void overwrite_answered(struct gt_app *app, void *arg, const char *text)
{
	struct save_request *q = arg;
	struct gt_error err;

	if (!text || (*text != 'y' && *text != 'Y'))
		gt_app_message(app, "%s was not overwritten", q->file);
	else if (save_file(app, q->format, q->all, q->file, &err) < 0)
		gt_app_error(app, "%s", err.text);
	free_request(q);
}

/* True of a regular file that would be replaced; fills *st.  False of an open trace, which is refused anyway. */
static bool would_lose(struct gt_app *app, const char *file, struct stat *st)
{
	return stat(file, st) == 0 && S_ISREG(st->st_mode) && gt_app_refuse_open(app, file, NULL) == 0;
}

/* Takes the request. */
static void ask_overwrite(struct gt_app *app, struct save_request *q, const struct stat *st)
{
	bool writable = st->st_mode & (S_IWUSR | S_IWGRP | S_IWOTH);
	char *label = gt_xasprintf("%s %s? (y/n) ", q->file,
				   writable ? "exists; overwrite it" : "is read-only; overwrite it all the same");
	const struct gt_ask ask = {
		.label = label, .done = overwrite_answered, .arg = q, .kind = GT_ASK_OTHER, .one_key = true,
	};

	gt_app_ask(app, &ask);
	free(label);
}

int gt_app_save(struct gt_app *app, const char *format, bool all, const char *file, struct gt_error *err)
{
	struct save_request *q;
	struct stat st;

	if (app->in.scripted || !would_lose(app, file, &st))
		return save_file(app, format, all, file, err);
	q = gt_xcalloc(1, sizeof *q);
	q->file = gt_xstrdup(file);
	q->format = format ? gt_xstrdup(format) : NULL;
	q->all = all;
	ask_overwrite(app, q, &st);
	return 0;
}

static void file_answered(struct gt_app *app, void *arg, const char *text)
{
	struct save_request *q = arg;
	struct gt_error err;

	if (text && *text && gt_app_save(app, q->format, q->all, text, &err) < 0)
		gt_app_error(app, "%s", err.text);
	free_request(q);
}

static void ask_file(struct gt_app *app, const char *label, const char *format, bool all, const char *initial)
{
	struct save_request *q = gt_xcalloc(1, sizeof *q);
	const struct gt_ask ask = {
		.label = label, .initial = initial, .done = file_answered, .arg = q, .kind = GT_ASK_FILE,
	};

	q->format = format ? gt_xstrdup(format) : NULL;
	q->all = all;
	gt_app_ask(app, &ask);
}

/* ---- export ---- */

const char gt_app_trace_format[] = "trace";

/* Whatever the view has: A to B, or the whole trace. */
static int open_trace_export(struct gt_app *app, struct gt_exporting **e, struct gt_error *err)
{
	int64_t from = 0, to = INT64_MAX;

	gt_app_range(app, &from, &to);
	return app->ops->export_trace(app->ctx, from, to, e, err);
}

static int open_export(struct gt_pane *pane, const char *format, bool all, struct gt_exporting **e,
		       struct gt_error *err)
{
	if (gt_pane_content(pane)->export_open)
		return gt_pane_content(pane)->export_open(pane, format, all, e, err);
	return gt_list_export_open(e, gt_pane_list(pane), format, all, err);
}

/* ---- export beside the keys ---- */

#define WRITE_BYTES (1u << 20)

struct export_job {
	struct gt_exporting *e;
	struct gt_tmpfile file;
	struct gt_buf out;
	char *format, *name;
	uint64_t bytes;
	struct gt_error err;
	int rc;
};

static void free_export(struct export_job *x)
{
	if (x->e)
		x->e->ops->close(x->e);
	gt_buf_release(&x->out);
	free(x->format);
	free(x->name);
	free(x);
}

/* Some rows; true when all are written, or cannot be. */
static bool export_some(struct export_job *x)
{
	bool all = x->e->ops->step(x->e, &x->out);

	if (!all && x->out.len < WRITE_BYTES)
		return false;
	x->rc = write_all(x->file.fd, &x->out, x->name, &x->err);
	x->bytes += x->out.len;
	gt_buf_reset(&x->out);
	return all || x->rc < 0;
}

static int end_export(struct gt_app *app, struct export_job *x)
{
	struct gt_buf more = { 0 };

	if (x->rc == 0 && x->e->ops->fault)
		x->rc = x->e->ops->fault(x->e, &x->err);
	if (x->rc == 0 && app->ops->unreliable)
		x->rc = app->ops->unreliable(app->ctx, &x->err);
	if (x->rc == 0)
		x->rc = gt_tmpfile_commit(&x->file, &x->err);
	else
		gt_tmpfile_cancel(&x->file);
	if (x->rc == 0) {
		if (x->e->ops->tell)
			x->e->ops->tell(x->e, &more);
		gt_app_message(app, "%s: %s bytes of %s%s%s", x->name, gt_count_text(x->bytes).s, x->format,
			       more.len ? "; " : "", gt_buf_str(&more));
	}
	gt_buf_release(&more);
	return x->rc;
}

static bool export_step(struct gt_app *app, void *arg, struct gt_job *job)
{
	struct export_job *x = arg;

	(void)app;
	gt_job_progress(job, x->e->ops->share(x->e));
	do {
		if (export_some(x))
			return true;
	} while (!gt_job_due(job));
	return false;
}

static void export_done(struct gt_app *app, void *arg, bool cancelled)
{
	struct export_job *x = arg;

	if (cancelled) {
		gt_tmpfile_cancel(&x->file);
		gt_app_message(app, "export cancelled: %s was not written", x->name);
	} else if (end_export(app, x) < 0) {
		gt_app_error(app, "%s", x->err.text);
	}
	free_export(x);
}

static const struct gt_job_ops export_ops = { .what = "exporting", .step = export_step, .done = export_done };

static int unknown_format(const struct gt_pane *pane, const char *format, struct gt_error *err)
{
	struct gt_guess g;

	gt_guess_init(&g, format, strlen(format));
	gt_guess_offer(&g, gt_app_trace_format, strlen(gt_app_trace_format));
	for (const char *const *known = gt_pane_formats(pane); *known; known++)
		gt_guess_offer(&g, *known, strlen(*known));
	return gt_error_usage(err, "this view does not export %s%s", format, gt_guess_hint(&g, "", ""));
}

/* Little is written at once; much in a job. */
int gt_app_export(struct gt_app *app, const char *format, bool all, const char *file, struct gt_error *err)
{
	struct gt_pane *pane = gt_app_current(app);
	const char *const *known = pane ? gt_pane_formats(pane) : NULL;
	int64_t begun = gt_clock_now();
	struct export_job *x;
	bool trace = app->ops->export_trace && strcmp(format, gt_app_trace_format) == 0;
	bool done = false;
	int r;

	if (!trace && (!known || !*known))
		return gt_error_usage(err, "this view exports nothing");
	while (!trace && *known && strcmp(*known, format) != 0)
		known++;
	if (!trace && !*known)
		return unknown_format(pane, format, err);
	x = gt_xcalloc(1, sizeof *x);
	r = trace ? open_trace_export(app, &x->e, err) : open_export(pane, format, all, &x->e, err);
	if (r == 0)
		r = begin_file(app, &x->file, file, err);
	if (r < 0) {
		free_export(x);
		return r;
	}
	x->format = gt_xstrdup(format);
	x->name = gt_xstrdup(file);
	while (!done && gt_clock_now() - begun < app->settings.limits.export_ns)
		done = export_some(x);
	if (!done) {
		gt_app_start_job(app, &export_ops, x);
		return 0;
	}
	r = end_export(app, x);
	if (r < 0 && err)
		*err = x->err;
	free_export(x);
	return r;
}

/* "all 12,822 slices"; false: there is nothing. */
static bool export_what(struct gt_pane *pane, bool all, struct gt_buf *out)
{
	const struct gt_listview *lv = gt_pane_list(pane);

	if (!lv)
		gt_buf_puts(out, gt_pane_content(pane)->exports ? gt_pane_content(pane)->exports : "all");
	else if (lv->rows)
		gt_list_export_what(out, lv, all);
	return out->len > 0;
}

static void ask_export_file(struct gt_app *app, const char *format, bool all)
{
	struct gt_pane *pane = gt_app_current(app);
	struct gt_buf what = { 0 };
	char *label, *initial;

	export_what(pane, all, &what);
	label = gt_xasprintf("Export %s as %s to: ", gt_buf_str(&what), format);
	initial = gt_xasprintf("%s.%s", pane->ops->name, strcmp(format, "text") == 0 ? "txt"
			       : strcmp(format, "pprof") == 0 ? "pb.gz" : format);
	ask_file(app, label, format, all, initial);
	gt_buf_release(&what);
	free(label);
	free(initial);
}

static void ask_format(struct gt_app *app, bool all);

/* The item after the formats asks again, for all rows. */
static void format_chosen(struct gt_app *app, void *arg, size_t item, bool checked)
{
	struct gt_pane *pane = gt_app_current(app);
	const char *const *formats = pane ? gt_pane_formats(pane) : NULL;
	size_t n = 0;

	(void)checked;
	while (formats && formats[n])
		n++;
	if (item < n)
		ask_export_file(app, formats[item], arg != NULL);
	else if (n)
		ask_format(app, true);
}

static const char *format_help(const char *format)
{
	static const char *const helps[][2] = {
		{ "text", "as it is read on the screen" }, { "table", "the columns shown, aligned" },
		{ "csv", "for spreadsheets" }, { "json", "one document, all columns" },
		{ "ndjson", "a JSON object per line" }, { "folded", "stacks for flame graphs" },
		{ "pprof", "for go tool pprof" },
	};

	for (size_t i = 0; i < GT_COUNT(helps); i++)
		if (strcmp(helps[i][0], format) == 0)
			return helps[i][1];
	return NULL;
}

static void ask_format(struct gt_app *app, bool all)
{
	struct gt_pane *pane = gt_app_current(app);
	const struct gt_listview *lv = gt_pane_list(pane);
	const char *const *formats = gt_pane_formats(pane);
	struct gt_menu_item items[16] = { 0 };
	struct gt_menu_spec spec = { .items = items, .chosen = format_chosen, .arg = all ? app : NULL };
	struct gt_buf title = { 0 }, more = { 0 };

	gt_buf_puts(&title, "Export ");
	export_what(pane, all, &title);
	gt_buf_puts(&title, " as");
	spec.title = gt_buf_str(&title);
	for (; spec.n < GT_COUNT(items) - 1 && formats[spec.n]; spec.n++)
		items[spec.n] = (struct gt_menu_item){ formats[spec.n], .help = format_help(formats[spec.n]) };
	if (!all && lv && lv->rows > 1 && (lv->tags.n || !lv->whole)) {
		export_what(pane, true, &more);
		items[spec.n++].text = gt_buf_str(&more);
	}
	gt_app_menu(app, &spec);
	gt_buf_release(&title);
	gt_buf_release(&more);
}

void gt_app_ask_export(struct gt_app *app, bool all)
{
	struct gt_pane *pane = gt_app_current(app);
	const char *const *formats = pane ? gt_pane_formats(pane) : NULL;
	struct gt_buf what = { 0 };

	if (!formats || !*formats)
		gt_app_message(app, "this view exports nothing");
	else if (!export_what(pane, all, &what))
		gt_app_message(app, "there is nothing to export here");
	else
		ask_format(app, all);
	gt_buf_release(&what);
}

/* ---- copy ---- */

static void base64(struct gt_buf *out, const char *s, size_t n)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (size_t i = 0; i < n; i += 3) {
		unsigned v = (unsigned)(unsigned char)s[i] << 16;

		v |= i + 1 < n ? (unsigned)(unsigned char)s[i + 1] << 8 : 0;
		v |= i + 2 < n ? (unsigned char)s[i + 2] : 0;
		gt_buf_putc(out, digits[v >> 18]);
		gt_buf_putc(out, digits[v >> 12 & 63]);
		gt_buf_putc(out, i + 1 < n ? digits[v >> 6 & 63] : '=');
		gt_buf_putc(out, i + 2 < n ? digits[v & 63] : '=');
	}
}

/* Not all of a great many rows: as much as shows that it is too much. */
static int copy_text(struct gt_pane *pane, const char *format, struct gt_buf *out, struct gt_error *err)
{
	int64_t begun = gt_clock_now();
	struct gt_exporting *e;
	bool all = false;
	int r = open_export(pane, format, false, &e, err);

	if (r < 0)
		return r;
	while (!all && out->len <= COPY_MAX && gt_clock_now() - begun < COPY_NS)
		all = e->ops->step(e, out);
	e->ops->close(e);
	if (!all)
		r = gt_error_usage(err, "this is too much for the clipboard: export it to a file");
	return r;
}

void gt_app_copy(struct gt_app *app)
{
	struct gt_pane *pane = gt_app_current(app);
	const char *const *formats = pane ? gt_pane_formats(pane) : NULL;
	struct gt_buf text = { 0 }, osc = { 0 };
	struct gt_error err = { .text = "there is nothing to copy here" };
	int r = -1;

	if (gt_pane_content(pane)->copy) {
		gt_pane_content(pane)->copy(pane, &text);
		r = 0;
	} else if (formats && *formats) {
		r = copy_text(pane, *formats, &text, &err);
	}
	if (r < 0) {
		gt_app_error(app, "%s", err.text);
	} else if (text.len == 0) {
		gt_app_message(app, "there is nothing to copy here");
	} else if (text.len > COPY_MAX) {
		gt_app_error(app, "%zu bytes are too much for the clipboard: export it to a file", text.len);
	} else if (app->term) {
		gt_buf_puts(&osc, "\033]52;c;");
		base64(&osc, gt_buf_str(&text), text.len);
		gt_buf_puts(&osc, "\a");
		app->term->ops->write(app->term, osc.data, osc.len);
		gt_app_message(app, "%zu bytes to the clipboard, if the terminal allows it", text.len);
	}
	gt_buf_release(&osc);
	gt_buf_release(&text);
}

/* ---- the screen ---- */

/* Drawn again, without the prompt's and the message's traces; FILE.svg is a picture. */
int gt_app_save_screen(struct gt_app *app, const char *file, struct gt_error *err)
{
	struct gt_grid *g = gt_grid_new(app->screen.rows, app->screen.cols);
	struct gt_buf out = { 0 };
	size_t n = strlen(file);
	struct gt_tmpfile t;
	int cy, cx, r;

	app->dispatch->draw(app, g, &cy, &cx);
	if (n > 4 && strcmp(file + n - 4, ".svg") == 0)
		gt_grid_picture(g, &app->settings.theme, &out);
	else
		gt_grid_dump(g, &out);
	r = begin_file(app, &t, file, err);
	if (r == 0) {
		r = write_all(t.fd, &out, file, err);
		if (r < 0)
			gt_tmpfile_cancel(&t);
		else
			r = gt_tmpfile_commit(&t, err);
	}
	if (r == 0)
		gt_app_message(app, "%s: the screen as %s", file, *gt_buf_str(&out) == '<' ? "a picture" : "text");
	gt_buf_release(&out);
	gt_grid_free(g);
	return r;
}

void gt_app_ask_save_screen(struct gt_app *app)
{
	ask_file(app, "Save the screen to: ", NULL, false, "screen.txt");
}
