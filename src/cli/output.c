/* --output: what is printed goes into a file, which is there as a whole or not at all. */
#include "cli/output.h"

#include <errno.h>
#include <unistd.h>

#include "cli/session.h"

static bool is_same_file(const char *a, const char *b)
{
	struct stat x, y;

	return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino &&
	       S_ISREG(x.st_mode);
}

/* Replacing what is being read is never meant. */
static int refuse_traces(const struct gt_cli *c, const char *file, struct gt_error *err)
{
	for (size_t i = 0; i < c->ntraces; i++)
		if (is_same_file(file, c->traces[i]))
			return gt_error_usage(err, "--output=%.200s is the trace that is read: name another file", file);
	for (size_t i = 0; i < c->nolds; i++)
		if (is_same_file(file, c->olds[i]))
			return gt_error_usage(err, "--output=%.200s is a trace that is compared: name another file",
					      file);
	return 0;
}

int gt_output_begin(struct gt_tmpfile *t, const struct gt_cli *c, struct gt_error *err)
{
	const char *file = c->output;
	int rc;

	*t = (struct gt_tmpfile){ .fd = -1 };
	/* Tables make a directory of that name. */
	if (!file || c->tables)
		return 0;
	rc = refuse_traces(c, file, err);
	if (!rc)
		rc = gt_tmpfile_begin(t, file, 0666, err);
	if (!rc && dup2(t->fd, STDOUT_FILENO) < 0) {
		rc = gt_error_errno(err, errno, "%s", file);
		gt_tmpfile_cancel(t);
	}
	return rc;
}

int gt_output_end(struct gt_tmpfile *t, int status)
{
	struct gt_error err = { .offset = GT_NO_OFFSET };

	if (t->fd < 0)
		return status;
	/* Of a damaged trace all that there is was written, and a limit that is exceeded is a result. */
	if (status != GT_EXIT_OK && status != GT_EXIT_DAMAGED && status != GT_EXIT_EXCEEDED)
		gt_tmpfile_cancel(t);
	else if (gt_tmpfile_commit(t, &err))
		return gt_exit_worse(status, gt_say_error(NULL, &err));
	return status;
}
