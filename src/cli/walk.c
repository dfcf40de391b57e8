/* The files in the directories of a command line. */
#include "cli/walk.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/xalloc.h"
#include "cli/session.h"

/* Deeper than that is a mistake, and so are more files. */
#define MOST_DEPTH 64
#define MOST_FILES 100000

/* The directories that the present one is in, and itself. */
struct walk_above {
	const struct walk_above *up;
	dev_t dev;
	ino_t ino;
	unsigned depth;
};

static void walk_say(const char *path, const char *what)
{
	struct gt_buf text = { 0 };

	gt_buf_puts(&text, what);
	gt_tell_user(path, &text);
	gt_buf_release(&text);
}

/* errnum 0: the sentence alone. */
static void walk_leave_out(struct gt_walk *w, const char *path, const char *why, int errnum)
{
	struct gt_error err;

	if (errnum)
		gt_error_errno(&err, errnum, "%s", why);
	walk_say(path, errnum ? err.text : why);
	w->status = GT_EXIT_DAMAGED;
}

static void walk_take(struct gt_walk *w, const char *path, size_t inside)
{
	GT_GROW(w->v, w->cap, w->n + 2);
	GT_GROW(w->inside, w->cap_inside, w->n + 2);
	w->inside[w->n] = inside;
	w->v[w->n++] = gt_xstrdup(path);
	w->v[w->n] = NULL;
}

static int walk_by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_entry(const struct dirent *e)
{
	return strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
}

static void walk_directory(struct gt_walk *w, const char *path, const struct stat *st, const struct walk_above *up);

/* What is in a directory: a directory, a file, or something that nobody can read a trace from. */
static void walk_entry(struct gt_walk *w, const char *path, const struct walk_above *up)
{
	struct stat st;

	if (stat(path, &st))
		walk_leave_out(w, path, "left out", errno);
	else if (S_ISDIR(st.st_mode))
		walk_directory(w, path, &st, up);
	else if (S_ISREG(st.st_mode))
		walk_take(w, path, w->base);
}

static bool is_above(const struct walk_above *up, const struct stat *st)
{
	for (; up; up = up->up)
		if (up->dev == st->st_dev && up->ino == st->st_ino)
			return true;
	return false;
}

static void walk_directory(struct gt_walk *w, const char *path, const struct stat *st, const struct walk_above *up)
{
	const struct walk_above here = { up, st->st_dev, st->st_ino, up ? up->depth + 1 : 0 };
	const char *slash = path[strlen(path) - 1] == '/' ? "" : "/";
	struct dirent **entries;
	int n;

	if (is_above(up, st)) {
		walk_leave_out(w, path, "left out: the link leads back to a directory that it is in", 0);
		return;
	}
	if (here.depth > MOST_DEPTH) {
		walk_leave_out(w, path, "left out: too many directories in each other", 0);
		return;
	}
	n = scandir(path, &entries, is_entry, walk_by_name);
	if (n < 0) {
		walk_leave_out(w, path, "left out", errno);
		return;
	}
	for (int i = 0; i < n; i++) {
		char *name = gt_xasprintf("%s%s%s", path, slash, entries[i]->d_name);

		if (w->n < MOST_FILES)
			walk_entry(w, name, &here);
		free(name);
		free(entries[i]);
	}
	free(entries);
	if (w->n >= MOST_FILES && !up)
		walk_leave_out(w, path, "too many files: give a directory with fewer", 0);
}

int gt_walk(struct gt_walk *w, const char *const *names, size_t n)
{
	struct stat st;

	*w = (struct gt_walk){ .status = GT_EXIT_OK };
	GT_GROW(w->v, w->cap, 1);
	for (size_t i = 0; i < n; i++) {
		size_t before = w->n;

		if (strcmp(names[i], "-") == 0 || stat(names[i], &st) || !S_ISDIR(st.st_mode)) {
			walk_take(w, names[i], 0);
			continue;
		}
		w->base = strlen(names[i]) + (names[i][strlen(names[i]) - 1] != '/');
		walk_directory(w, names[i], &st, NULL);
		if (w->n == before)
			walk_say(names[i], "there is no file in this directory");
	}
	return w->status;
}

void gt_walk_release(struct gt_walk *w)
{
	for (size_t i = 0; i < w->n; i++)
		free(w->v[i]);
	free(w->v);
	free(w->inside);
}
