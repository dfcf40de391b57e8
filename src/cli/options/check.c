/* What of a command line goes together: which options a report takes, and what else takes them. */
#include <string.h>
#include <sys/stat.h>

#include "analysis/reports/registry.h"
#include "cli/options/options.h"

bool gt_cli_has_no_terminal(const struct gt_cli *c)
{
	return c->script || c->given[GT_OPT_PICTURE];
}

bool gt_cli_cuts(const struct gt_cli *c)
{
	return c->given[GT_OPT_EXPORT] && c->value[GT_OPT_EXPORT] && !strcmp(c->value[GT_OPT_EXPORT], "trace");
}

bool gt_cli_selects(const struct gt_cli *c)
{
	return c->given[GT_OPT_SQL] || c->given[GT_OPT_SQL_FILE];
}

bool gt_cli_sql_word(const struct gt_cli *c)
{
	return c->given[GT_OPT_SQL] && *c->value[GT_OPT_SQL] == '.';
}

bool gt_cli_names_statement(const struct gt_cli *c)
{
	return (c->given[GT_OPT_SQL] && *c->value[GT_OPT_SQL] == '@') || (c->fail_if && strstr(c->fail_if, "sql:"));
}

bool gt_cli_lists(const struct gt_cli *c)
{
	return c->given[GT_OPT_ASSEMBLE] || c->given[GT_OPT_DIAGREEDY] || c->given[GT_OPT_DUMP] ||
	       c->given[GT_OPT_DEBUG] || c->given[GT_OPT_EXPORT] || gt_cli_has_no_terminal(c) ||
	       c->given[GT_OPT_PPROF] || c->given[GT_OPT_FOLDED] || gt_cli_selects(c);
}

/* ---- what is about many traces ---- */

static bool names_directory(const struct gt_cli *c)
{
	struct stat st;

	for (size_t i = 0; i < c->ntraces; i++)
		if (strcmp(c->traces[i], "-") != 0 && !stat(c->traces[i], &st) && S_ISDIR(st.st_mode))
			return true;
	return false;
}

bool gt_cli_is_of_many(const struct gt_cli *c)
{
	if (c->list != GT_OPTIONS || c->nolds)
		return false;
	if (c->many || c->given[GT_OPT_INDEX_ONLY])
		return true;
	if (c->report)
		return !strcmp(c->report, gt_report_traces.name);
	if (c->fail_if)
		return strstr(c->fail_if, "traces.") != NULL;
	return (!gt_cli_lists(c) || gt_cli_has_no_terminal(c)) &&
	       (c->ntraces > 1 || names_directory(c));
}

/* ---- who takes an option ---- */

/* Options that choose what a report is about, as opposed to how its rows are made. */
#define ABOUT (GT_TAKES_GOROUTINE | GT_TAKES_AT | GT_TAKES_PART | GT_TAKES_TASK_ID | GT_TAKES_COMPARE | \
	       GT_TAKES_PROFILE | GT_TAKES_WAKERS)

/* How rows are shown, whatever they are: also those of a statement. */
#define OF_ROWS (GT_TAKES_FORMAT | GT_TAKES_CSV | GT_TAKES_WIDTH | GT_TAKES_COLUMNS | GT_TAKES_SORT | GT_TAKES_LIMIT | \
		 GT_TAKES_RANGE | GT_TAKES_FILTER)

/* Other options that accept options of reports. */
static const struct taker {
	enum gt_option_id id;
	const char *name;     /* as error messages call it; NULL: they do not mention it */
	uint32_t takes;
	bool profile;         /* and what the report of the profile takes */
} takers[] = {
	{ GT_OPT_SQL, "--sql", OF_ROWS, false },
	{ GT_OPT_SQL_FILE, NULL, OF_ROWS, false },
	{ GT_OPT_EXPORT, "--export", GT_TAKES_GOROUTINE, false },
	{ GT_OPT_PPROF, "--pprof", GT_TAKES_COMPARE, true },
	{ GT_OPT_FOLDED, "--folded", GT_TAKES_COMPARE, true },
	{ GT_OPT_FAIL_IF, "--fail-if", ~(uint32_t)(ABOUT | GT_TAKES_ALWAYS), false },
	{ GT_OPT_SCRIPT, "the screen", GT_TAKES_COMPARE, false },
	{ GT_OPT_PICTURE, NULL, GT_TAKES_COMPARE, false },
	{ GT_OPT_HELP, NULL, GT_TAKES_WIDTH, false },
};

static bool profile_takes(int kind, uint32_t option)
{
	return gt_profile_report((enum gt_profile_kind)kind)->takes & option;
}

/* Whether all reports of profiles take it.  That of critical paths is another one. */
static bool profiles_take(uint32_t option)
{
	int kind = 0;

	while (kind < GT_PROFILE_CRITPATH && profile_takes(kind, option))
		kind++;
	return kind == GT_PROFILE_CRITPATH;
}

static bool is_of_profile(const struct gt_report *r)
{
	int kind = 0;

	while (kind < GT_PROFILE_CRITPATH && gt_profile_report((enum gt_profile_kind)kind) != r)
		kind++;
	return kind < GT_PROFILE_CRITPATH;
}

static bool is_taken(const struct gt_cli *c, uint32_t option)
{
	const struct gt_report *r = c->report ? gt_report_find(c->report, strlen(c->report)) : NULL;

	/* What is wrong with the name of a report is said elsewhere. */
	if (c->report && (!r || gt_report_takes(r) & option))
		return true;
	/* The screen compares, and lists traces, too. */
	if (option == GT_TAKES_COMPARE && !c->report && !gt_cli_lists(c))
		return true;
	if (option == GT_TAKES_HOST && gt_cli_is_of_many(c))
		return true;
	for (size_t i = 0; i < GT_COUNT(takers); i++)
		if (c->given[takers[i].id] && (takers[i].takes & option ||
					       (takers[i].profile && profile_takes((int)c->profile, option))))
			return true;
	return false;
}

/* "--report=waits, sched or --fail-if": what takes the option; some: a profile does. */
static void put_takers(struct gt_buf *out, uint32_t option, bool some)
{
	bool profiles = profiles_take(option);
	struct gt_cli_words words = { .n = 0 };
	const struct gt_report *r;

	for (unsigned i = 0; !(option & GT_TAKES_ALWAYS) && (r = gt_report_at(i)) != NULL; i++)
		if (gt_report_takes(r) & option && !(profiles && is_of_profile(r)) &&
		    !(r->groups_of && gt_report_takes(r->groups_of) & option))
			gt_cli_words_add(&words, r->name);
	if (profiles)
		gt_cli_words_add(&words, "the report of a profile");
	gt_buf_puts(out, words.n ? "--report=" : "");
	if (!words.n)
		gt_cli_words_add(&words, "--report");
	for (size_t i = 0; i < GT_COUNT(takers); i++)
		if (takers[i].name && (takers[i].takes & option || (takers[i].profile && some)))
			gt_cli_words_add(&words, takers[i].name);
	gt_cli_words_text(out, &words);
}

static int not_taken(const struct gt_cli *c, const struct gt_cli_option *o, struct gt_error *err)
{
	bool profile = c->given[GT_OPT_PPROF] || c->given[GT_OPT_FOLDED];
	struct gt_cli_words kinds = { .n = 0 };
	struct gt_buf text = { 0 };
	int rc;

	for (int kind = 0; kind < GT_PROFILES; kind++)
		if (profile_takes(kind, o->takes))
			gt_cli_words_add(&kinds, gt_profile_name((enum gt_profile_kind)kind));
	if (profile && kinds.n) {
		gt_cli_words_text(&text, &kinds);
		rc = gt_error_usage(err, "only %s has --%s, not %s", gt_buf_str(&text), o->name,
				    gt_profile_name(c->profile));
	} else {
		put_takers(&text, o->takes, kinds.n);
		rc = gt_error_usage(err, "--%s needs %s", o->name, gt_buf_str(&text));
	}
	gt_buf_release(&text);
	return rc;
}

/* ---- what needs something else ---- */

/* What --fail-if measures takes those groups that it knows. */
static int check_group(const struct gt_cli *c, const struct gt_report *r, struct gt_error *err)
{
	const char *word = c->value[GT_OPT_GROUP];
	struct gt_buf text = { 0 };
	int rc;

	for (const struct gt_group_word *w = gt_report_grouped(r)->groups; w->word; w++) {
		if (!strcmp(w->word, word)) {
			gt_buf_release(&text);
			return 0;
		}
		gt_buf_printf(&text, " %s", w->word);
	}
	rc = gt_error_usage(err, "what --report=%s can be grouped by:%s", c->report, gt_buf_str(&text));
	gt_buf_release(&text);
	return rc;
}

/* Whether something is printed and then ends. */
static bool prints(const struct gt_cli *c)
{
	return c->report || c->fail_if || gt_cli_lists(c) || c->list != GT_OPTIONS || c->given[GT_OPT_HELP] ||
	       c->given[GT_OPT_VERSION] || c->given[GT_OPT_PRINT_CONFIG] || c->given[GT_OPT_CHECK_CONFIG];
}

static int check_options(const struct gt_cli *c, struct gt_error *err)
{
	static const enum gt_option_id of_screen[] = { GT_OPT_FOLLOW, GT_OPT_SAVE };
	const struct gt_report *r = c->report ? gt_report_find(c->report, strlen(c->report)) : NULL;
	bool one = c->report && (!r || r->about != GT_ABOUT_ALL);

	if (c->list == GT_OPT_GROUP && !c->report)
		return gt_error_usage(err, "--group=list needs --report");
	for (enum gt_option_id id = 0; id < GT_OPTIONS; id++) {
		/* The range is taken by listings and the screen, too; what --csv needs is another option. */
		uint32_t option = gt_options[id].takes & ~(uint32_t)(GT_TAKES_RANGE | GT_TAKES_CSV);

		if (c->given[id] && option && !is_taken(c, option))
			return not_taken(c, &gt_options[id], err);
	}
	if (c->given[GT_OPT_GROUP] && c->list != GT_OPT_GROUP && r && check_group(c, r, err))
		return err->code;
	if (c->at && !c->given[GT_OPT_GOROUTINE] && !one)
		return gt_error_usage(err, "--at needs --goroutine with --%s%s",
				      r ? "report=" : "pprof or --folded", r ? r->name : "");
	if (c->given[GT_OPT_SIZE] && !gt_cli_has_no_terminal(c))
		return gt_error_usage(err, "--size needs --script or --picture");
	for (size_t i = 0; i < GT_COUNT(of_screen); i++)
		if (c->given[of_screen[i]] && (c->report || c->fail_if || (gt_cli_lists(c) && !c->script)))
			return gt_error_usage(err, "--%s needs the screen: reports read a trace to its end",
					      gt_options[of_screen[i]].name);
	if (c->given[GT_OPT_FOLLOW] && (c->given[GT_OPT_ALIGN] || c->given[GT_OPT_PART] || c->nolds))
		return gt_error_usage(err, "--%s needs a trace that is whole: it cannot be used with --follow",
				      c->nolds ? "compare" : c->given[GT_OPT_ALIGN] ? "align-clocks" : "part");
	if (c->fail_if && gt_cli_lists(c) && !gt_cli_selects(c) && !gt_cli_has_no_terminal(c) && !c->tables)
		return gt_error_usage(err, "--fail-if is tested beside a report or alone, not beside a listing");
	if (c->given[GT_OPT_DEBUG] && (c->from || c->to))
		return gt_error_usage(err, "--%s needs a report, another listing or the screen: -d lists the whole file",
				      c->from ? "from" : "to");
	if (c->given[GT_OPT_ASSEMBLE] && (c->from || c->to))
		return gt_error_usage(err, "--%s needs a report, another listing or the screen: --assemble takes all",
				      c->from ? "from" : "to");
	if (gt_cli_cuts(c) && c->given[GT_OPT_GOROUTINE])
		return gt_error_usage(err, "--goroutine needs --export=chrome: a trace has all its goroutines");
	if (c->output && !prints(c))
		return gt_error_usage(err, "--output needs a report or a listing: the screen writes files with its command w");
	if (c->tables && !c->output)
		return gt_error_usage(err, "--export=tables needs --output=DIR, the directory for its files");
	if (c->tables && (c->from || c->to || c->given[GT_OPT_GOROUTINE] || c->fail_if))
		return gt_error_usage(err, "--export=tables writes whole traces, without --%s",
				      c->from ? "from" : c->to ? "to" : c->fail_if ? "fail-if" : "goroutine");
	if (c->given[GT_OPT_CSV] && (!c->format || strcmp(c->format, "csv") != 0))
		return gt_error_usage(err, "--csv needs --format=csv");
	return 0;
}

static int check_traces(const struct gt_cli *c, struct gt_error *err)
{
	bool config = c->given[GT_OPT_CHECK_CONFIG] || c->given[GT_OPT_PRINT_CONFIG] || c->given[GT_OPT_COMPLETION];
	enum gt_option_id one_trace = c->at ? GT_OPT_AT : c->given[GT_OPT_TASK_ID] ? GT_OPT_TASK_ID
				      : c->given[GT_OPT_GOROUTINE] ? GT_OPT_GOROUTINE : GT_OPTIONS;
	bool wants_trace = !gt_cli_sql_word(c) &&
			   !c->given[GT_OPT_HELP] && !c->given[GT_OPT_VERSION] && c->list == GT_OPTIONS && !config;

	if (wants_trace && !c->ntraces)
		return gt_error_usage(err, "no trace given, and none comes through standard input; see --help");
	if (c->nolds && one_trace != GT_OPTIONS)
		return gt_error_usage(err, "--%s means one trace, and --compare has several",
				      gt_options[one_trace].name);
	if (c->ntraces > 1 && !c->report && !c->fail_if && !c->nolds && !c->tables && gt_cli_lists(c) &&
	    !gt_cli_has_no_terminal(c) && !gt_cli_selects(c))
		return gt_error_usage(err, "only reports, --sql, --export=tables and the screen take more than one trace, and "
				      "no program is needed beside one");
	if (c->ntraces + c->nolds > 1 && c->index && strcmp(c->index, "none") != 0)
		return gt_error_usage(err, "one --index=FILE cannot serve several traces");
	if (gt_cli_is_of_many(c) && names_directory(c) && c->index && strcmp(c->index, "none") != 0)
		return gt_error_usage(err, "one --index=FILE cannot serve a directory");
	if (c->given[GT_OPT_INDEX_ONLY] && c->index && !strcmp(c->index, "none"))
		return gt_error_usage(err, "--index-only makes indexes: --index=none keeps none");
	if (c->given[GT_OPT_ALIGN] && c->index && strcmp(c->index, "none") != 0)
		return gt_error_usage(err, "an index has the times as they were recorded: --align-clocks keeps none");
	if (c->given[GT_OPT_PART] && c->index && strcmp(c->index, "none") != 0)
		return gt_error_usage(err, "an index is of a file that holds one trace: --part keeps none");
	return 0;
}

int gt_cli_check(const struct gt_cli *c, struct gt_error *err)
{
	unsigned actions = (unsigned)c->given[GT_OPT_REPORT] + c->given[GT_OPT_DIAGREEDY] + c->given[GT_OPT_DUMP] +
			   c->given[GT_OPT_DEBUG] + c->given[GT_OPT_EXPORT] + c->given[GT_OPT_ASSEMBLE] +
			   gt_cli_has_no_terminal(c) + c->given[GT_OPT_PPROF] + c->given[GT_OPT_FOLDED] +
			   c->given[GT_OPT_INDEX_ONLY] + c->given[GT_OPT_SQL] + c->given[GT_OPT_SQL_FILE];
	/* These words are the same whatever they are for. */
	bool words = c->list == GT_OPT_FORMAT || c->list == GT_OPT_PROFILE || c->list == GT_OPT_PPROF ||
		     c->list == GT_OPT_FOLDED;
	int rc = words || c->given[GT_OPT_BATCH] ? 0 : check_options(c, err);

	if (!rc && actions && c->given[GT_OPT_BATCH])
		rc = gt_error_usage(err, "--batch reads from standard input what is asked for: no report or listing is named beside it");
	if (!rc && actions > 1)
		rc = gt_error_usage(err, "only one of --report, --sql, --sql-file, --diagreedy, --dump, --export, --assemble, "
					 "--pprof, --folded, --index-only, -d and --script or --picture at a time");
	return rc ? rc : check_traces(c, err);
}
