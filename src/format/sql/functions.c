/* Functions that statements have beside those of SQLite. */
#include "format/sql/functions.h"

#include "analysis/table/matcher.h"
#include "base/buf.h"
#include "base/human.h"

static void sql_ns(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
	const char *text = (const char *)sqlite3_value_text(argv[0]);
	char *why;
	int64_t ns;

	(void)argc;
	if (!text)
		return;
	if (!gt_parse_dur(text, &ns)) {
		sqlite3_result_int64(ctx, ns);
		return;
	}
	why = sqlite3_mprintf("ns() takes a time like '1.5s' or '20ms', not '%.40s'", text);
	sqlite3_result_error(ctx, why ? why : "ns() takes a time", -1);
	sqlite3_free(why);
}

static void sql_dur(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
	struct gt_buf text = { 0 };

	(void)argc;
	if (sqlite3_value_type(argv[0]) == SQLITE_NULL)
		return;
	gt_human_dur(&text, sqlite3_value_int64(argv[0]));
	sqlite3_result_text64(ctx, gt_buf_str(&text), text.len, SQLITE_TRANSIENT, SQLITE_UTF8);
	gt_buf_release(&text);
}

static void release_matcher(void *m)
{
	gt_matcher_free(m);
}

/* X REGEXP Y is regexp(Y, X); a pattern that stays the same is read once. */
static void sql_regexp(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
	struct gt_matcher *m = sqlite3_get_auxdata(ctx, 0);
	const char *pattern = (const char *)sqlite3_value_text(argv[0]);
	const char *text = (const char *)sqlite3_value_text(argv[1]);

	(void)argc;
	if (!pattern || !text)
		return;
	if (!m) {
		m = gt_matcher_new(pattern, NULL);
		sqlite3_set_auxdata(ctx, 0, m, release_matcher);
		/* It may be released at once where it cannot be kept. */
		m = sqlite3_get_auxdata(ctx, 0);
	}
	sqlite3_result_int(ctx, !*pattern || (m && gt_matcher_match(m, text, (size_t)sqlite3_value_bytes(argv[1]))));
}

int gt_sql_add_functions(sqlite3 *db)
{
	static const struct {
		const char *name;
		int nargs;
		void (*call)(sqlite3_context *ctx, int argc, sqlite3_value **argv);
	} all[] = { { "ns", 1, sql_ns }, { "dur", 1, sql_dur }, { "regexp", 2, sql_regexp } };
	int how = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, rc = SQLITE_OK;

	for (unsigned i = 0; i < GT_COUNT(all) && rc == SQLITE_OK; i++)
		rc = sqlite3_create_function_v2(db, all[i].name, all[i].nargs, how, NULL, all[i].call,
						NULL, NULL, NULL);
	return rc;
}
