/* --export=tables: the base tables of each trace as partitions of a dataset, all of them or none. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/os/tmpfile.h"
#include "base/xalloc.h"
#include "cli/cmd.h"
#include "cli/partition.h"
#include "cli/session.h"
#include "format/tables/tables.h"

#define FILE_NAME "part.parquet"

/* The files of a trace.  They have no names, or hidden ones, until all are whole. */
struct parts {
	const struct gt_cli *c;
	const char *name;             /* of the partition */
	struct gt_tmpfile files[GT_BASE_TABLES];
	unsigned begun, named;        /* how many of them, from the first on */
};

static int make_directory(const char *path, struct gt_error *err)
{
	if (!mkdir(path, 0777) || errno == EEXIST)
		return 0;
	return gt_error_errno(err, errno, "cannot make the directory %s", path);
}

int gt_cmd_make_output(const struct gt_cli *c)
{
	struct gt_error err = { .offset = GT_NO_OFFSET };
	struct stat st;

	if (!c->tables)
		return GT_EXIT_OK;
	if (!make_directory(c->output, &err) && !stat(c->output, &st) && !S_ISDIR(st.st_mode))
		gt_error_usage(&err, "--output=%s: a file that is no directory has this name", c->output);
	return err.code ? gt_say_error(NULL, &err) : GT_EXIT_OK;
}

/* ---- paths ---- */

/* "DIR/waits", "DIR/waits/trace=NAME" and the file in that; the caller's. */
static char *table_folder(const struct parts *p, enum gt_base_id id)
{
	return gt_xasprintf("%s/%s", p->c->output, gt_base_table(id).name);
}

static char *part_folder(const struct parts *p, enum gt_base_id id)
{
	return gt_xasprintf("%s/%s/trace=%s", p->c->output, gt_base_table(id).name, p->name);
}

static char *part_path(const struct parts *p, enum gt_base_id id)
{
	return gt_xasprintf("%s/%s/trace=%s/" FILE_NAME, p->c->output, gt_base_table(id).name, p->name);
}

/* The table of traces gets its part last: a trace without one there is not exported. */
static int check_is_new(const struct parts *p, struct gt_error *err)
{
	char *path = part_path(p, GT_BASE_traces);
	int rc = access(path, F_OK) ? 0
		 : gt_error_usage(err, "%s has a trace=%s: remove %s/*/trace=%s, or name another directory",
				  p->c->output, p->name, p->c->output, p->name);

	free(path);
	return rc;
}

/* ---- files ---- */

static int begin_part(struct parts *p, enum gt_base_id id, struct gt_error *err)
{
	char *table = table_folder(p, id), *folder = part_folder(p, id), *path = part_path(p, id);
	int rc = make_directory(table, err);

	if (!rc)
		rc = make_directory(folder, err);
	if (!rc && gt_tmpfile_replace(&p->files[id], path, 0666, err))
		rc = gt_error_context(err, "cannot write");
	p->begun += !rc;
	free(table);
	free(folder);
	free(path);
	return rc;
}

static int write_part(struct parts *p, enum gt_base_id id, struct gt_trace *t, struct gt_error *err)
{
	struct gt_base_table b = gt_base_table(id);
	struct gt_error full = { .offset = GT_NO_OFFSET };
	struct gt_table_args args = { .limited = false };
	char *path = part_path(p, id);
	struct gt_out out;
	int rc = b.report ? gt_cmd_table_args(p->c, b.report, t, &args, err) : 0;

	gt_out_init(&out, p->files[id].fd, path);
	if (!rc)
		rc = gt_base_write(&b, t, &args, &out, err);
	if (gt_out_finish(&out, &full) && !rc) {
		*err = full;
		rc = full.code;
	}
	free(path);
	return rc;
}

/* What was named stays away, too: a trace is there with all of its tables or not at all. */
static void drop_parts(struct parts *p)
{
	for (unsigned id = 0; id < GT_BASE_TABLES; id++) {
		char *path = part_path(p, id), *folder = part_folder(p, id);

		if (id < p->named)
			unlink(path);
		else if (id < p->begun)
			gt_tmpfile_cancel(&p->files[id]);
		/* If somebody else has something there, it stays. */
		rmdir(folder);
		free(path);
		free(folder);
	}
}

static int name_parts(struct parts *p, struct gt_error *err)
{
	int rc = 0;

	while (p->named < p->begun && !rc) {
		if (gt_tmpfile_commit(&p->files[p->named], err))
			rc = gt_error_context(err, "cannot write");
		p->named += !rc;
	}
	return rc;
}

/* ---- traces ---- */

static int write_parts(struct parts *p, struct gt_trace *t, struct gt_error *err)
{
	int rc = 0;

	for (unsigned id = 0; id < GT_BASE_TABLES && !rc; id++) {
		rc = begin_part(p, id, err);
		if (!rc)
			rc = write_part(p, id, t, err);
	}
	/* What was read may be wrong: gt_session_close says why. */
	if (!rc && gt_trace_unreliable(t, err))
		rc = err->code;
	return rc ? rc : name_parts(p, err);
}

static int export_trace(const struct gt_cli *c, const char *file, const char *name)
{
	struct parts p = { .c = c, .name = name };
	struct gt_error err = { .offset = GT_NO_OFFSET };
	struct gt_trace *t;
	int status;

	if (check_is_new(&p, &err))
		return gt_say_error(file, &err);
	status = gt_session_open(&t, c, file);
	if (status)
		return status;
	if (write_parts(&p, t, &err)) {
		drop_parts(&p);
		status = gt_say_error(file, &err);
	}
	return gt_exit_worse(status, gt_session_close(t));
}

int gt_cmd_tables(const struct gt_cli *c)
{
	char **names = gt_partition_names(c->traces, c->ntraces);
	int status = GT_EXIT_OK;

	for (size_t i = 0; i < c->ntraces; i++)
		status = gt_exit_worse(status, export_trace(c, c->traces[i], names[i]));
	gt_partition_free(names);
	return status;
}
