/* Statements of SQL over reports, by SQLite: what they may do, running one, what was wrong with it. */
#include "format/sql/sql.h"

#include <inttypes.h>
#include <stdlib.h>

#include "analysis/reports/registry.h"
#include "base/xalloc.h"
#include "format/sql/functions.h"
#include "format/sql/result.h"
#include "format/sql/virtual.h"

/* Instructions of SQLite between two calls of progress. */
#define STEPS 20000

struct gt_sql {
	sqlite3 *db;
	sqlite3_stmt *stmt;
	struct gt_sql_world world;
	struct gt_sql_module *modules;
	struct gt_sql_result *result;
};

/* ---- what is wrong ---- */

/* The rest of SQLite's message if that begins so, with its length; NULL: it does not. */
static const char *message_about(const char *message, const char *begin, size_t *n)
{
	size_t len = strlen(begin);

	if (strncmp(message, begin, len) != 0)
		return NULL;
	*n = strlen(message + len);
	return message + len;
}

/* Whether the statement names the report, as a word. */
static bool statement_names(const char *statement, const char *name)
{
	size_t n = strlen(name);

	for (const char *s = statement; *s; s++) {
		size_t word = strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");

		if (word == n && !sqlite3_strnicmp(s, name, (int)n))
			return true;
		s += word;
		if (!*s)
			break;
	}
	return false;
}

static const char *column_hint(struct gt_guess *g, const char *statement, const char *name, size_t n)
{
	const char *dot = memchr(name, '.', n);
	const struct gt_report *r;

	if (dot) {
		n -= (size_t)(dot + 1 - name);
		name = dot + 1;
	}
	gt_guess_init(g, name, n);
	for (unsigned i = 0; (r = gt_report_at(i)) != NULL; i++)
		for (unsigned k = 0; statement_names(statement, r->name) && k < r->ncolumns; k++)
			gt_guess_offer_column(g, r->columns[k].key, r->columns[k].title);
	return gt_guess_hint(g, "", ": --sql='.schema TABLE' lists those of a table");
}

static int sql_wrong(const struct gt_sql *sql, const char *statement, struct gt_error *err)
{
	const char *message = sqlite3_errmsg(sql->db), *name;
	int offset = sqlite3_error_offset(sql->db);
	struct gt_guess g;
	size_t n;

	if (sql->world.err.code) {
		if (err)
			*err = sql->world.err;
		return sql->world.err.code;
	}
	name = message_about(message, "no such table: ", &n);
	if (name)
		return gt_error_usage(err, "--sql: %.80s%s", message,
				      gt_report_hint(&g, name, n, ": --sql=.tables names them"));
	name = message_about(message, "no such column: ", &n);
	if (name)
		return gt_error_usage(err, "--sql: %.80s%s", message, column_hint(&g, statement, name, n));
	if (offset >= 0)
		return gt_error_usage(err, "--sql: %.160s, at character %d of the statement", message, offset + 1);
	return gt_error_usage(err, "--sql: %.160s", message);
}

/* The statement stopped while it was running. */
static int sql_stopped(const struct gt_sql *sql, int rc, const char *statement, struct gt_error *err)
{
	switch (sql->world.err.code ? SQLITE_ERROR : rc & 255) {
	case SQLITE_INTERRUPT:
		return gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "the statement was stopped");
	case SQLITE_NOMEM:
		return gt_error_usage(err, "--sql: sorting, grouping or a value takes more than %" PRId64 " MiB: "
				      "select fewer rows or columns", GT_SQL_HEAP >> 20);
	case SQLITE_TOOBIG:
		return gt_error_usage(err, "--sql: a text or blob is larger than %d MiB", GT_SQL_VALUE >> 20);
	default: return sql_wrong(sql, statement, err);
	}
}

/* ---- what is allowed ---- */

/* Reading, and nothing else.  Pragmas, attached files and triggers are no part of a question. */
static int authorize(void *arg, int action, const char *a, const char *b, const char *db, const char *trigger)
{
	const struct gt_sql_world *world = arg;

	(void)a, (void)db, (void)trigger;
	/* A report's own CREATE TABLE is parsed, though nothing is made. */
	if (world->declaring)
		return SQLITE_OK;
	switch (action) {
	case SQLITE_SELECT:
	case SQLITE_READ:
	case SQLITE_RECURSIVE: return SQLITE_OK;
	case SQLITE_FUNCTION: return b && !sqlite3_stricmp(b, "load_extension") ? SQLITE_DENY : SQLITE_OK;
	default: return SQLITE_DENY;
	}
}

static void restrict_database(sqlite3 *db, struct gt_sql_world *world)
{
	static const struct {
		int id, most;
	} limits[] = {
		{ SQLITE_LIMIT_LENGTH, GT_SQL_VALUE }, { SQLITE_LIMIT_ATTACHED, 0 }, { SQLITE_LIMIT_TRIGGER_DEPTH, 0 },
		{ SQLITE_LIMIT_WORKER_THREADS, 0 }, { SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000 },
	};

	for (unsigned i = 0; i < GT_COUNT(limits); i++)
		sqlite3_limit(db, limits[i].id, limits[i].most);
	sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_hard_heap_limit64(GT_SQL_HEAP);
	/* What is sorted stays in memory: the sandbox lets nobody write elsewhere. */
	sqlite3_exec(db, "PRAGMA temp_store = MEMORY", NULL, NULL, NULL);
	/* Stacks are JSON: SQLite's own tables of that are made when they are first used, which is now. */
	sqlite3_exec(db, "SELECT 1 FROM json_each('1'), json_tree('1')", NULL, NULL, NULL);
	sqlite3_set_authorizer(db, authorize, world);
}

/* ---- opening ---- */

static unsigned count_reports(void)
{
	unsigned n = 0;

	while (gt_report_at(n))
		n++;
	return n;
}

static int open_database(struct gt_sql *sql, struct gt_error *err)
{
	unsigned n = count_reports();
	int how = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX;
	int rc = sqlite3_open_v2(":memory:", &sql->db, how, NULL);

	if (rc == SQLITE_OK)
		rc = gt_sql_add_functions(sql->db);
	sql->modules = gt_xcalloc(n, sizeof *sql->modules);
	for (unsigned i = 0; i < n && rc == SQLITE_OK; i++) {
		sql->modules[i] = (struct gt_sql_module){ &sql->world, gt_report_at(i) };
		rc = gt_sql_add_table(sql->db, &sql->modules[i]);
	}
	if (rc != SQLITE_OK)
		return gt_error_set(err, GT_ERR_NOMEM, GT_NO_OFFSET, "SQLite cannot start: %.160s", sqlite3_errstr(rc));
	restrict_database(sql->db, &sql->world);
	return 0;
}

static int sql_prepare(struct gt_sql *sql, const char *statement, struct gt_error *err)
{
	sqlite3_stmt *second = NULL;
	const char *rest = statement;
	int rc;

	if (sqlite3_prepare_v3(sql->db, statement, -1, 0, &sql->stmt, &rest) != SQLITE_OK) {
		if (sqlite3_errcode(sql->db) == SQLITE_AUTH)
			return gt_error_usage(err, "--sql: only statements that select are run");
		return sql_wrong(sql, statement, err);
	}
	if (!sql->stmt)
		return gt_error_usage(err, "--sql: there is no statement");
	/* What follows may be blanks and comments. */
	rc = sqlite3_prepare_v3(sql->db, rest, -1, 0, &second, NULL);
	sqlite3_finalize(second);
	if (rc != SQLITE_OK || second)
		return gt_error_usage(err, "--sql: one statement at a time; another begins at character %zu",
				      (size_t)(rest - statement) + strspn(rest, " \t\r\n") + 1);
	if (!sqlite3_column_count(sql->stmt))
		return gt_error_usage(err, "--sql: only statements that select are run");
	if (sqlite3_bind_parameter_count(sql->stmt))
		return gt_error_usage(err, "--sql: a parameter has no value here: write the value in its place");
	return 0;
}

int gt_sql_open(struct gt_sql **out, const char *statement, struct gt_error *err)
{
	struct gt_sql *sql = gt_xcalloc(1, sizeof *sql);
	int rc = open_database(sql, err);

	if (!rc)
		rc = sql_prepare(sql, statement, err);
	if (rc) {
		gt_sql_close(sql);
		return rc;
	}
	sql->result = gt_sql_result_new(sql->stmt);
	*out = sql;
	return 0;
}

void gt_sql_close(struct gt_sql *sql)
{
	if (!sql)
		return;
	sqlite3_finalize(sql->stmt);
	sqlite3_close(sql->db);
	gt_sql_result_free(sql->result);
	free(sql->modules);
	free(sql);
}

const struct gt_report *gt_sql_report(const struct gt_sql *sql)
{
	return gt_sql_result_report(sql->result);
}

/* ---- running ---- */

static int sql_progress(void *arg)
{
	const struct gt_sql_source *from = arg;

	return !from->progress(from->arg);
}

static int run_statement(struct gt_sql *sql, struct gt_error *err)
{
	int step, rc = 0;

	while (!rc && (step = sqlite3_step(sql->stmt)) != SQLITE_DONE)
		rc = step == SQLITE_ROW ? gt_sql_result_add(sql->result, sql->stmt, err)
					: sql_stopped(sql, step, sqlite3_sql(sql->stmt), err);
	/* Closes the tables, which tell what they could not read. */
	sqlite3_reset(sql->stmt);
	return rc;
}

int gt_sql_run(struct gt_sql *sql, struct gt_trace *t, const struct gt_sql_source *from, struct gt_table **out,
	       struct gt_error *err)
{
	int rc;

	sql->world = (struct gt_sql_world){ .trace = t, .from = from };
	if (from->progress)
		sqlite3_progress_handler(sql->db, STEPS, sql_progress, (void *)(uintptr_t)from);
	gt_sql_result_reset(sql->result);
	rc = run_statement(sql, err);
	gt_sql_result_end(sql->result, sql->world.by_owner);
	if (!rc)
		rc = gt_sql_result_table(out, sql->result, t, err);
	if (!rc)
		(*out)->fault = sql->world.fault;
	return rc;
}

const char *gt_sql_version(void)
{
	return "sqlite " SQLITE_VERSION;
}
