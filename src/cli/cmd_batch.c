/* --batch: many questions about the same traces, answered by one process. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/os/mapfile.h"
#include "base/os/tmpfile.h"
#include "base/xalloc.h"
#include "cli/cmd.h"
#include "cli/session.h"
#include "ui/kit/words.h"

#define COPY_BYTES (64U << 10)

/* Commands write to standard output, which is a file of ours here: an answer's size stands before it. */
struct batch {
	const struct gt_cli *c;
	gt_cmd_print_fn *answer;
	int out;              /* what standard output was */
	bool closed;          /* nobody reads the answers any more */
};

/* Puts the file in the place of standard output. */
static int batch_begin(struct batch *b, struct gt_error *err)
{
	int file, rc = gt_spool_open(&file, err);

	if (rc)
		return rc;
	b->out = dup(STDOUT_FILENO);
	if (b->out < 0 || dup2(file, STDOUT_FILENO) < 0)
		rc = gt_error_errno(err, errno, "cannot keep an answer");
	close(file);
	return rc;
}

static int batch_send(struct batch *b, const void *data, size_t n, struct gt_error *err)
{
	if (!gt_write_full(b->out, data, n))
		return 0;
	b->closed = true;
	return errno == EPIPE ? 0 : gt_error_errno(err, errno, "cannot write to standard output");
}

/* "STATUS BYTES", then that many bytes: all that the command wrote. */
static int batch_answer(struct batch *b, int status, struct gt_error *err)
{
	off_t size = lseek(STDOUT_FILENO, 0, SEEK_END);
	struct gt_buf head = { 0 };
	char *piece = gt_xmalloc(COPY_BYTES);
	int rc;

	gt_buf_printf(&head, "%d %" PRId64 "\n", status, (int64_t)(size > 0 ? size : 0));
	rc = batch_send(b, head.data, head.len, err);
	for (off_t at = 0; !rc && !b->closed && at < size;) {
		ssize_t n = pread(STDOUT_FILENO, piece, COPY_BYTES, at);

		if (n <= 0)
			rc = gt_error_errno(err, n ? errno : EIO, "cannot read an answer");
		else
			rc = batch_send(b, piece, (size_t)n, err);
		at += n;
	}
	if (!rc && (lseek(STDOUT_FILENO, 0, SEEK_SET) || ftruncate(STDOUT_FILENO, 0)))
		rc = gt_error_errno(err, errno, "cannot keep an answer");
	free(piece);
	gt_buf_release(&head);
	return rc;
}

/* ---- a question ---- */

/*
 * The command line of a question: that of the batch with the question's words at its end, where the later of two
 * values holds, but before the "--" behind which all are traces.
 */
static char **batch_argv(const struct gt_cli *c, const struct gt_words *words, int *argc)
{
	char **argv = gt_xcalloc((size_t)c->argc + words->n + 1, sizeof *argv);
	int i = 0, n = 0;

	for (; i < c->argc && strcmp(c->argv[i], "--") != 0; i++)
		if (i != c->batch_at)
			argv[n++] = c->argv[i];
	for (size_t w = 0; w < words->n; w++)
		argv[n++] = words->v[w];
	for (; i < c->argc; i++)
		argv[n++] = c->argv[i];
	*argc = n;
	return argv;
}

/* A question is about the traces of the batch: only these can be opened, and the sandbox knows no others. */
static int batch_check(const struct batch *b, const struct gt_cli *q, struct gt_error *err)
{
	if (q->given[GT_OPT_BATCH])
		return gt_error_usage(err, "a question cannot be a batch");
	if (q->ntraces != b->c->ntraces)
		return gt_error_usage(err, "a question names no traces: it is about those of --batch");
	if (q->tables || q->output != b->c->output)
		return gt_error_usage(err, "a question writes no files: its answer goes to standard output");
	return 0;
}

static int batch_ask(struct batch *b, const struct gt_words *words)
{
	struct gt_error err = { .offset = GT_NO_OFFSET };
	struct gt_cli q;
	int argc, status;
	char **argv = batch_argv(b->c, words, &argc);

	if (gt_cli_parse(&q, argc, argv, &err) || batch_check(b, &q, &err))
		status = gt_say_error(NULL, &err);
	else
		status = b->answer(&q);
	gt_cli_release(&q);
	free(argv);
	return status;
}

/* An empty line and a comment are no questions and have no answer. */
static int batch_line(struct batch *b, char *line, size_t n, struct gt_error *err)
{
	struct gt_error wrong = { .offset = GT_NO_OFFSET };
	struct gt_words words = { 0 };
	int rc = 0;

	if (strlen(line) != n) {
		gt_error_usage(&wrong, "a question is no text: a byte 0 stands in it");
		return batch_answer(b, gt_say_error(NULL, &wrong), err);
	}
	if (gt_words_split(&words, line, &wrong))
		rc = batch_answer(b, gt_say_error(NULL, &wrong), err);
	else if (words.n)
		rc = batch_answer(b, batch_ask(b, &words), err);
	gt_words_release(&words);
	return rc;
}

int gt_cmd_batch(const struct gt_cli *c, gt_cmd_print_fn *answer)
{
	struct gt_error err = { .offset = GT_NO_OFFSET };
	struct batch b = { .c = c, .answer = answer, .out = -1 };
	int rc = batch_begin(&b, &err);
	char *line = NULL;
	size_t cap = 0;
	ssize_t n;

	while (!rc && !b.closed && (n = getline(&line, &cap, stdin)) >= 0) {
		if (n && line[n - 1] == '\n')
			line[--n] = '\0';
		rc = batch_line(&b, line, (size_t)n, &err);
	}
	free(line);
	if (b.out >= 0)
		close(b.out);
	return rc ? gt_say_error(NULL, &err) : GT_EXIT_OK;
}
