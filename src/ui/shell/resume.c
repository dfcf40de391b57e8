/* Sessions: written, and the files that they are in. */
#include "ui/shell/resume.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/checksum.h"
#include "base/os/mapfile.h"
#include "base/os/tmpfile.h"
#include "base/xalloc.h"
#include "ui/app/app_state.h"

#define FILE_MAX 65536
#define BACK_MAX 20           /* places of the way back */
#define LINES_MAX 20          /* typed lines of each kind */
#define LINE_MAX 500
#define TAGS_MAX 500
#define HALVES 10             /* none of these are left then */

/* ---- writing ---- */

static void put_sel(struct gt_buf *out, const struct gt_sel *s)
{
	if (s->has & (GT_SEL_TIME | GT_SEL_SPAN))
		gt_buf_printf(out, " time=%" PRId64, s->time_ns);
	if (s->has & GT_SEL_SPAN)
		gt_buf_printf(out, " end=%" PRId64, s->end_ns);
	if (s->has & GT_SEL_P)
		gt_buf_printf(out, " p=%" PRIu64, s->p);
	if (s->has & GT_SEL_G)
		gt_buf_printf(out, " g=%" PRIu32, s->g_row);
	if (s->has & GT_SEL_M)
		gt_buf_printf(out, " m=%" PRIu64, s->m);
	if (s->has & GT_SEL_SLICE)
		gt_buf_printf(out, " slice=%" PRIu64, s->slice);
	if (s->has & GT_SEL_EVENT)
		gt_buf_printf(out, " event=%" PRIu64, s->event);
	if (s->has & GT_SEL_TASK)
		gt_buf_printf(out, " task=%" PRIu64, s->task);
	gt_buf_putc(out, '\n');
}

static void put_place(struct gt_buf *out, const struct gt_app *app, const char *what, const struct gt_place *p)
{
	int view = gt_app_place_view(app, p);

	if (view == GT_NO_VIEW)
		return;
	gt_buf_printf(out, "%s %s", what, app->panes[view]->ops->name);
	put_sel(out, &p->sel);
}

static void put_whereabouts(struct gt_buf *out, const struct gt_app *app, size_t most)
{
	const struct gt_whereabouts *at = &app->at;
	size_t n = at->jumps.back.n;
	struct gt_place here;
	char name[16];

	gt_app_place_in(app, app->view == GT_VIEW_HELP ? app->below : app->view, &here);

	put_place(out, app, "at", &here);
	for (int i = 0; i < 2; i++)
		if (at->has_marker[i])
			gt_buf_printf(out, "marker %c %" PRId64 "\n", 'a' + i, at->marker[i]);
	if (at->lifted)
		gt_buf_puts(out, "lifted\n");
	for (int c = '!'; c < GT_BOOKMARKS; c++) {
		/* A quote or a '#' alone would be more than a word. */
		snprintf(name, sizeof name, strchr("\"'#", c) ? "mark \"\\%c\"" : "mark %c", c);
		if (at->has_bookmark[c])
			put_place(out, app, name, &at->bookmarks[c]);
	}
	for (size_t i = n > most ? n - most : 0; i < n; i++)
		put_place(out, app, "back", &at->jumps.back.v[i]);
}

static void put_lines(struct gt_buf *out, const struct gt_app *app, size_t most)
{
	for (int k = 0; k < GT_ASK_KINDS; k++) {
		const struct gt_history *h = &app->dialog.histories[k];

		for (size_t i = h->n > most ? h->n - most : 0; i < h->n; i++)
			if (strlen(h->v[i]) <= LINE_MAX && !strpbrk(h->v[i], "\r\n"))
				gt_buf_printf(out, "line %d %s\n", k, h->v[i]);
	}
}

static void put_list(struct gt_buf *out, const struct gt_listview *lv, size_t most)
{
	uint64_t usual = 0;
	size_t tags = 0;

	for (unsigned i = 0; i < lv->ncolumns; i++)
		usual |= lv->columns[i].flags & GT_LIST_COL_HIDDEN ? 0 : UINT64_C(1) << i;
	if (lv->sort < lv->ncolumns)
		gt_buf_printf(out, "sort %s %s\n", lv->columns[lv->sort].key, lv->desc ? "desc" : "asc");
	if (lv->shown != usual) {
		gt_buf_puts(out, "columns");
		for (unsigned i = 0; i < lv->ncolumns; i++)
			if (gt_list_shows(lv, i))
				gt_buf_printf(out, " %s", lv->columns[i].key);
		gt_buf_putc(out, '\n');
	}
	for (size_t i = 0; i < lv->tags.cap && tags < most; i++)
		if (lv->tags.v[i])
			gt_buf_printf(out, "%s%" PRIu64, tags++ ? " " : "tags ", lv->tags.v[i] - 1);
	if (tags)
		gt_buf_putc(out, '\n');
}

/* Of a view that was not shown this is what the last session said of it. */
static void put_pane(struct gt_buf *out, struct gt_pane *pane, size_t tags)
{
	struct gt_listview *lv = gt_pane_list(pane);
	size_t head;

	if (pane->ops->origin)
		return;
	gt_buf_printf(out, "view %s\n", pane->ops->name);
	head = out->len;
	if (pane->pending) {
		gt_buf_puts(out, pane->pending);
	} else if (pane->seen_data) {
		if (pane->ops->resume)
			pane->ops->resume(pane, out);
		for (size_t i = 0; i < pane->filters.n; i++)
			if (!strpbrk(pane->filters.v[i].text, "\r\n"))
				gt_buf_printf(out, "%s %s\n", pane->filters.v[i].on ? "filter" : "filter-off",
					      pane->filters.v[i].text);
		if (lv)
			put_list(out, lv, tags);
	}
	if (out->len == head)
		out->len = head - strlen("view \n") - strlen(pane->ops->name);
}

void gt_session_write(const struct gt_program *prog, unsigned halves, struct gt_buf *out)
{
	const struct gt_app *app = prog->app;

	gt_buf_printf(out, GT_SESSION_HEAD "%d\ntrace %016" PRIx64 "\n", GT_SESSION_VERSION,
		      gt_trace_identity(prog->trace));
	put_whereabouts(out, app, BACK_MAX >> halves);
	gt_buf_puts(out, prog->hide_runtime ? "runtime hidden\n" : "runtime shown\n");
	put_lines(out, app, LINES_MAX >> halves);
	for (int v = 0; v < GT_VIEW_HELP; v++)
		if (app->panes[v])
			put_pane(out, app->panes[v], TAGS_MAX >> halves);
	gt_buf_printf(out, "end %016" PRIx64 "\n", gt_checksum(gt_buf_str(out), out->len, 0));
}

/* ---- files ---- */

bool gt_session_path(const char *trace, struct gt_buf *out)
{
	const char *base = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
	char *real = strcmp(trace, "-") != 0 ? realpath(trace, NULL) : NULL;
	bool known = real;

	/* The XDG rules: a relative path is to be ignored. */
	if (base && *base == '/')
		gt_buf_puts(out, base);
	else if (home && *home == '/')
		gt_buf_printf(out, "%s/.local/state", home);
	else
		known = false;
	if (known)
		gt_buf_printf(out, "/gtrace-tui/%016" PRIx64 ".session", gt_checksum(real, strlen(real), 0));
	free(real);
	return known;
}

static int write_session(const char *path, const struct gt_buf *text, struct gt_error *err)
{
	struct gt_tmpfile t;
	int r = gt_tmpfile_replace(&t, path, 0600, err);

	if (r < 0)
		return r;
	if (gt_write_full(t.fd, text->data, text->len) == 0)
		return gt_tmpfile_commit(&t, err);
	gt_error_errno(err, errno, "%s", path);
	gt_tmpfile_cancel(&t);
	return GT_ERR_IO;
}

enum found {
	FOUND_NONE,
	FOUND_SESSION,        /* by its first words; nothing else is known of it */
	FOUND_OTHER,
};

/* Reads the file into text (FILE_MAX + 1 bytes, all 0) until that is full; *n is its length there, or -1. */
static enum found find_session(const char *path, char *text, ssize_t *n, struct stat *st)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY);

	*n = -1;
	if (fd < 0)
		return errno == ENOENT ? FOUND_NONE : FOUND_OTHER;
	if (fstat(fd, st) == 0 && S_ISREG(st->st_mode)) {
		do
			*n = read(fd, text, FILE_MAX);
		while (*n < 0 && errno == EINTR);
	}
	close(fd);
	/* There is nothing to lose in an empty one. */
	return *n == 0 || strncmp(text, GT_SESSION_HEAD, strlen(GT_SESSION_HEAD)) == 0 ? FOUND_SESSION : FOUND_OTHER;
}

static int refuse_other(const char *path, struct gt_error *err)
{
	return gt_error_usage(err, "the session is not kept: %s is no session of this program, so it is not overwritten",
			      path);
}

/* Renames a session that this run did not load, and refuses to replace any other file: see gt_session_save. */
static int set_aside(const struct gt_program *prog, struct gt_error *err)
{
	char *text = gt_xcalloc(FILE_MAX + 1, 1), *aside = gt_xasprintf("%s~", prog->session);
	struct stat st;
	ssize_t n, naside;
	enum found found = find_session(prog->session, text, &n, &st);
	int r = found == FOUND_OTHER ? refuse_other(prog->session, err) : 0;

	if (found == FOUND_SESSION && n > 0 && gt_checksum(text, (size_t)n, 0) != prog->session_sum) {
		memset(text, 0, FILE_MAX);
		if (find_session(aside, text, &naside, &st) == FOUND_OTHER)
			r = refuse_other(aside, err);
		else if (rename(prog->session, aside) < 0)
			r = gt_error_errno(err, errno, "%s", aside);
	}
	free(aside);
	free(text);
	return r;
}

int gt_session_save(const struct gt_program *prog, struct gt_error *err)
{
	struct gt_buf text = { 0 };
	char *slash, *dir;
	int r = 0;

	if (!prog->session || prog->working || !gt_trace_info(prog->trace)->done)
		return 0;
	/* One that is too large would not be read again: the newest of it is kept. */
	for (unsigned halves = 0; halves <= HALVES && (halves == 0 || text.len > FILE_MAX); halves++) {
		gt_buf_reset(&text);
		gt_session_write(prog, halves, &text);
	}
	dir = gt_xstrdup(prog->session);
	slash = strrchr(dir, '/');
	if (slash && slash > dir) {
		*slash = 0;
		r = gt_mkdir_parents(dir, err);
	}
	if (r == 0 && text.len > FILE_MAX)
		r = gt_error_set(err, GT_ERR_LIMIT, GT_NO_OFFSET, "the session is not kept: it is larger than 64 KiB");
	if (r == 0)
		r = set_aside(prog, err);
	if (r == 0)
		r = write_session(prog->session, &text, err);
	free(dir);
	gt_buf_release(&text);
	return r;
}

/* Why the session is not used, or NULL. */
static const char *take_over(struct gt_program *prog, char *text, size_t n, const struct stat *st, struct gt_error *err)
{
	bool place = !prog->app->in.used && !(prog->commands && *prog->commands);
	uint64_t sum = gt_checksum(text, n, 0);

	if (!gt_is_private(st) || st->st_size > FILE_MAX)
		return "it is not a private file of this user";
	if (gt_session_parse(prog, text, n, place, err) < 0)
		return err->text;
	prog->session_sum = sum;
	return NULL;
}

/* The message at the first start with a trace. */
static void greet(struct gt_app *app)
{
	if (app->screen.message.len)
		return;
	if (app->screen.no_locale)
		gt_app_message(app, "drawn in ASCII: no locale is set, LC_ALL=C.UTF-8 draws finer; press ? for the keys");
	else
		gt_app_message(app, "new here? press ? for the keys, or type :tour to be shown around");
}

void gt_session_load(struct gt_program *prog)
{
	struct gt_app *app = prog->app;
	struct gt_error err;
	const char *why;
	struct stat st;
	char *text;
	ssize_t n;

	if (!prog->session)
		return;
	text = gt_xcalloc(FILE_MAX + 1, 1);
	switch (find_session(prog->session, text, &n, &st)) {
	case FOUND_NONE:
		if (!app->in.used && !(prog->commands && *prog->commands))
			greet(app);
		break;
	case FOUND_OTHER:
		refuse_other(prog->session, &err);
		gt_app_error(app, "%s", err.text);
		break;
	case FOUND_SESSION:
		why = take_over(prog, text, (size_t)n, &st, &err);
		if (why)
			gt_app_error(app, "the last session is not used: %s", why);
		else if (!app->screen.message.len)
			gt_app_message(app, "last session restored; --no-session starts afresh");
	}
	free(text);
}
