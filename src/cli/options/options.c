/* The command line, parsed into one struct. */
#include "cli/options/options.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/reports/registry.h"
#include "analysis/table/reports.h"
#include "base/buf.h"
#include "base/human.h"
#include "base/xalloc.h"

/* No terminal is wider. */
#define MAX_WIDTH 10000

static const char *dashes(enum gt_option_id id)
{
	return gt_options[id].name[1] ? "--" : "-";
}

/* ---- values ---- */

static int options_bad_value(struct gt_error *err, enum gt_option_id id, const char *value, const char *want)
{
	return gt_error_usage(err, "%s%s takes %s, not '%.80s'", dashes(id), gt_options[id].name, want,
			      value);
}

/* The same for one of a few words, which stand in `want`. */
static int options_bad_word(struct gt_error *err, enum gt_option_id id, const char *value, const char *want)
{
	struct gt_guess g;

	gt_guess_init(&g, value, strlen(value));
	for (const char *s = want; *s;) {
		size_t n = strcspn(s, ", ");

		if (n != strlen("or") || memcmp(s, "or", n) != 0)
			gt_guess_offer(&g, s, n);
		s += n + strspn(s + n, ", ");
	}
	return gt_error_usage(err, "%s%s takes %s, not '%.80s'%s", dashes(id), gt_options[id].name, want, value,
			      gt_guess_hint(&g, "", ""));
}

static int take_count(uint64_t *out, enum gt_option_id id, const char *value, struct gt_error *err)
{
	if (gt_parse_u64(value, out) || !*out)
		return options_bad_value(err, id, value, "a number from 1 on");
	return 0;
}

static int take_debug(struct gt_cli *c, const char *value, struct gt_error *err)
{
	static const struct {
		const char *name;
		enum gt_debug mode;
	} modes[] = {
		{ "wire", GT_DEBUG_WIRE },
		{ "1", GT_DEBUG_WIRE },
		{ "parsed", GT_DEBUG_PARSED },
		{ "2", GT_DEBUG_PARSED },
		{ "footprint", GT_DEBUG_FOOTPRINT },
	};

	for (size_t i = 0; i < GT_COUNT(modes); i++) {
		if (!strcmp(modes[i].name, value)) {
			c->debug = modes[i].mode;
			return 0;
		}
	}
	return options_bad_word(err, GT_OPT_DEBUG, value, "wire, parsed or footprint");
}

/* ---- values of options that reports know ---- */

/* Some report has such groups: whether this one does is looked at when all options are known. */
static int take_group(const char *value, struct gt_error *err)
{
	struct gt_cli_words all = { .n = 0 };
	struct gt_buf text = { 0 };
	const struct gt_report *r;
	int rc;

	for (unsigned i = 0; (r = gt_report_at(i)) != NULL; i++) {
		for (const struct gt_group_word *w = r->groups; w && w->word; w++) {
			if (!strcmp(w->word, value))
				return 0;
			gt_cli_words_add(&all, w->word);
		}
	}
	gt_cli_words_text(&text, &all);
	rc = options_bad_word(err, GT_OPT_GROUP, value, gt_buf_str(&text));
	gt_buf_release(&text);
	return rc;
}

/* What is wrong with a value is said by the family of reports that take the option. */
static int take_for_report(enum gt_option_id id, const char *value, struct gt_error *err)
{
	struct gt_table_args args = { .limited = false };
	enum gt_takes option = (enum gt_takes)gt_options[id].takes;
	const struct gt_report *r;
	const char *want = NULL;

	if (id == GT_OPT_GROUP)
		return take_group(value, err);
	for (unsigned i = 0; !want && (r = gt_report_at(i)) != NULL; i++)
		if (r->take && r->takes & option)
			want = r->take(&args, option, value);
	return !want ? 0 : strstr(want, " or ") ? options_bad_word(err, id, value, want)
						: options_bad_value(err, id, value, want);
}

static int take_profile(struct gt_cli *c, enum gt_option_id id, const char *value, struct gt_error *err)
{
	c->profile = gt_profile_find(value);
	return c->profile == GT_PROFILES
		       ? options_bad_word(err, id, value, "net, sync, syscall, sched, cpu, offcpu or critpath") : 0;
}

/* Options that take one of the words that their argument in the table names: "raw|safe". */
static int take_word(enum gt_option_id id, const char *value, struct gt_error *err)
{
	struct gt_buf want = { 0 };
	bool known = false;
	int rc;

	for (const char *s = gt_options[id].arg; *s;) {
		size_t n = strcspn(s, "|");

		known |= strlen(value) == n && !memcmp(value, s, n);
		gt_buf_puts(&want, !want.len ? "" : s[n] ? ", " : " or ");
		gt_buf_add(&want, s, n);
		s += n + (s[n] == '|');
	}
	rc = known ? 0 : options_bad_word(err, id, value, gt_buf_str(&want));
	gt_buf_release(&want);
	return rc;
}

/*
 * A file, or all that a pattern matches: no shell expands it behind --compare=, which --compare=old/NAME also has of
 * names with blanks.
 */
static void take_olds(struct gt_cli *c, const char *value)
{
	glob_t found = { .gl_pathc = 0 };
	bool any = access(value, F_OK) != 0 && !glob(value, 0, NULL, &found);
	size_t n = any ? found.gl_pathc : 1;

	GT_GROW(c->olds, c->olds_cap, c->nolds + n + 1);
	for (size_t i = 0; i < n; i++)
		c->olds[c->nolds++] = gt_xstrdup(any ? found.gl_pathv[i] : value);
	c->olds[c->nolds] = NULL;
	if (any)
		globfree(&found);
}

/* One more of a list that ends with NULL. */
static void add_value(const char ***list, size_t *cap, size_t *n, const char *value)
{
	GT_GROW(*list, *cap, *n + 2);
	(*list)[(*n)++] = value;
	(*list)[*n] = NULL;
}

/* Whether =list prints the words that the option takes. */
static bool has_list(enum gt_option_id id)
{
	return id == GT_OPT_REPORT || id == GT_OPT_COLUMNS || id == GT_OPT_GROUP || id == GT_OPT_FORMAT ||
	       id == GT_OPT_PPROF || id == GT_OPT_FOLDED || id == GT_OPT_PROFILE;
}

/* "1.26", of a format that --as may name. */
static bool take_version(int *minor, const char *value)
{
	*minor = !strncmp(value, "1.2", 3) && value[3] && !value[4] ? 20 + (value[3] - '0') : 0;
	return gt_header_format(*minor) == GT_FORMAT_V2;
}

/* Options whose value is kept as it is: where; NULL: the value is something else. */
static const char **place_of_text(struct gt_cli *c, enum gt_option_id id)
{
	switch (id) {
	case GT_OPT_REPORT: return &c->report;
	case GT_OPT_FORMAT: return &c->format;
	case GT_OPT_COLUMNS: return &c->columns;
	case GT_OPT_SORT: return &c->sort;
	case GT_OPT_FROM: return &c->from;
	case GT_OPT_TO: return &c->to;
	case GT_OPT_FILTER: return &c->filter;
	case GT_OPT_VALUES: return &c->values;
	case GT_OPT_AT: return &c->at;
	case GT_OPT_FAIL_IF: return &c->fail_if;
	case GT_OPT_OUTPUT: return &c->output;
	case GT_OPT_SESSION: return &c->session;
	case GT_OPT_SCRIPT: return &c->script;
	case GT_OPT_INDEX: return &c->index;
	default: return NULL;
	}
}

/* What was given twice: the last one counts, except commands, paths to map and traces to compare with. */
static int options_take(struct gt_cli *c, enum gt_option_id id, const char *value, struct gt_error *err)
{
	const char *want = NULL, **text = place_of_text(c, id);
	uint64_t width = 0;
	int end = 0;

	c->given[id] = true;
	c->value[id] = value;
	if (value && has_list(id) && !strcmp(value, "list")) {
		c->list = id;
		c->report = id == GT_OPT_REPORT ? value : c->report;
		return 0;
	}
	c->list = c->list == id ? GT_OPTIONS : c->list;
	if (text) {
		*text = value;
		return 0;
	}
	switch (id) {
	case GT_OPT_COMPARE: take_olds(c, value); break;
	case GT_OPT_WIDTH:
		if (gt_parse_u64(value, &width) || width > MAX_WIDTH)
			want = "a number of columns";
		c->width = (size_t)width;
		break;
	case GT_OPT_LIMIT: return take_count(&c->limit, id, value, err);
	case GT_OPT_GOROUTINE:
		want = gt_parse_u64(value, &c->goroutine) ? "the number of a goroutine" : NULL;
		break;
	case GT_OPT_TASK_ID:
		want = gt_parse_u64(value, &c->task_id) ? "the number of a task" : NULL;
		break;
	case GT_OPT_CSV:
		c->csv_raw = !strcmp(value, "raw");
		return take_word(id, value, err);
	case GT_OPT_PPROF:
	case GT_OPT_FOLDED: return take_profile(c, id, value, err);
	case GT_OPT_DIAGREEDY: return take_count(&c->diagreedy, id, value, err);
	case GT_OPT_JOBS:
		if (gt_parse_u64(value, &c->jobs))
			want = "a number of processors, or 0 for all of them";
		break;
	case GT_OPT_UNPACK:
		if (!strcmp(value, "none"))
			c->how.limit = UINT64_MAX;
		else if (gt_parse_bytes(value, &c->how.limit) || !c->how.limit)
			want = "a size like 500M or 20G, or none";
		break;
	case GT_OPT_AS:
		want = take_version(&c->how.as, value) ? NULL : "1.22, 1.23, 1.25 or 1.26";
		break;
	case GT_OPT_PART:
		want = !gt_parse_u64(value, &c->how.part) && c->how.part ? NULL : "the number of a trace in the file, from 1";
		break;
	case GT_OPT_DEBUG: return take_debug(c, value, err);
	case GT_OPT_COMMAND:
		add_value(&c->commands, &c->commands_cap, &c->ncommands, value);
		break;
	case GT_OPT_MAP_PATH:
		if (*value == '=' || !strchr(value, '='))
			want = "OLD=NEW";
		add_value(&c->map_paths, &c->map_paths_cap, &c->nmap_paths, value);
		break;
	case GT_OPT_EXPORT:
		c->tables = !strcmp(value, "tables");
		return take_word(id, value, err);
	case GT_OPT_SIZE:
		if (sscanf(value, "%4ux%4u%n", &c->rows, &c->cols, &end) != 2 || value[end] || !c->rows || !c->cols)
			want = "a size like 24x80";
		break;
	default: /* of others given[] says it all */
		return gt_option_has_words(id) ? take_word(id, value, err) : take_for_report(id, value, err);
	}
	return want ? options_bad_value(err, id, value, want) : 0;
}

/* ---- arguments ---- */

static int unknown_option(const char *arg, const char *name, size_t n, struct gt_error *err)
{
	struct gt_guess g;

	gt_guess_init(&g, name, n);
	for (enum gt_option_id id = 0; id < GT_OPTIONS; id++)
		gt_guess_offer(&g, gt_options[id].name, strlen(gt_options[id].name));
	return gt_error_usage(err, "unknown option '%.80s'%s", arg, gt_guess_hint(&g, "--", "; see --help"));
}

/* Several options begin with what was given: all of them are named. */
static int ambiguous_option(const char *arg, const char *name, size_t n, struct gt_error *err)
{
	struct gt_buf text = { 0 };
	struct gt_cli_words words = { .n = 0 };
	int rc;

	for (enum gt_option_id id = 0; id < GT_OPTIONS; id++)
		if (gt_options[id].name[1] && !strncmp(gt_options[id].name, name, n))
			gt_cli_words_add(&words, gt_options[id].name);
	gt_cli_words_text(&text, &words);
	rc = gt_error_usage(err, "'%.*s' is the beginning of several options: %s", (int)(name - arg + (ptrdiff_t)n), arg,
			    gt_buf_str(&text));
	gt_buf_release(&text);
	return rc;
}

/* The option with this name, or the only one that begins so; GT_OPTIONS: *err says that there is none, or several. */
static enum gt_option_id find_option(const char *arg, const char *name, size_t n, struct gt_error *err)
{
	bool one_dash = name == arg + 1;
	enum gt_option_id begun = GT_OPTIONS;
	unsigned several = 0;

	for (enum gt_option_id id = 0; id < GT_OPTIONS; id++) {
		const char *full = gt_options[id].name, *alias = gt_options[id].alias;

		if ((strlen(full) == n && !memcmp(full, name, n) && (one_dash || n > 1)) ||
		    (one_dash && alias && strlen(alias) == n && !memcmp(alias, name, n)))
			return id;
		/* A letter behind one dash is a name of its own. */
		if (n > one_dash && full[1] && !strncmp(full, name, n)) {
			begun = id;
			several++;
		}
	}
	if (several == 1)
		return begun;
	if (several)
		ambiguous_option(arg, name, n, err);
	else
		unknown_option(arg, name, n, err);
	return GT_OPTIONS;
}

/* The option at argv[*i] and, where it takes one, its value behind '=' or in the next argument. */
static int parse_option(struct gt_cli *c, int argc, char **argv, int *i, struct gt_error *err)
{
	const char *arg = argv[*i], *name = arg + 1 + (arg[1] == '-'), *equal = strchr(name, '=');
	size_t n = equal ? (size_t)(equal - name) : strlen(name);
	const char *value = equal ? equal + 1 : NULL;
	enum gt_option_id id = find_option(arg, name, n, err);

	if (id == GT_OPTIONS)
		return err->code;
	if (!gt_options[id].arg) {
		if (value)
			return gt_error_usage(err, "%s%s takes no value", dashes(id),
					      gt_options[id].name);
		return options_take(c, id, NULL, err);
	}
	if ((!value || !*value) && !strncmp(gt_options[id].arg, "[=", 2))
		return options_take(c, id, NULL, err);
	if (!value && *i + 1 < argc)
		value = argv[++*i];
	if (!value || !*value)
		return gt_error_usage(err, "%s%s needs a value: %s", dashes(id),
				      gt_options[id].name, gt_options[id].arg);
	return options_take(c, id, value, err);
}

const char *gt_cli_no_screen(void)
{
	const char *term = getenv("TERM");

	if (!isatty(STDOUT_FILENO))
		return "standard output is not a terminal";
	if (!term || !*term)
		return "TERM is not set, so nothing is known of this terminal: try TERM=xterm-256color";
	if (!strcmp(term, "dumb"))
		return "this terminal cannot show a screen: TERM is dumb";
	return NULL;
}

/* Two traces on the screen: there is one, and nothing is said of how a report is to look. */
static bool shows_comparison(const struct gt_cli *c)
{
	static const enum gt_option_id of_reports[] = {
		GT_OPT_FORMAT, GT_OPT_COLUMNS, GT_OPT_WIDTH, GT_OPT_SORT, GT_OPT_LIMIT, GT_OPT_FILTER, GT_OPT_FAIL_IF,
		GT_OPT_CSV,
	};

	for (size_t i = 0; i < GT_COUNT(of_reports); i++)
		if (c->given[of_reports[i]])
			return false;
	return !gt_cli_no_screen();
}

/*
 * Without a file the trace comes through standard input, if that is a pipe or a file: /dev/null, as services have
 * it, is none.
 */
static void take_stdin(struct gt_cli *c)
{
	struct stat st;

	/* With --script=- standard input is the script, and a configuration has a name. */
	if (c->ntraces || c->given[GT_OPT_CHECK_CONFIG] || c->given[GT_OPT_BATCH])
		return;
	if ((c->script && !strcmp(c->script, "-")) || fstat(STDIN_FILENO, &st))
		return;
	if (S_ISFIFO(st.st_mode) || S_ISREG(st.st_mode) || S_ISSOCK(st.st_mode))
		c->traces[c->ntraces++] = "-";
}

int gt_cli_parse(struct gt_cli *c, int argc, char **argv, struct gt_error *err)
{
	bool options = true;
	int rc = 0;

	*c = (struct gt_cli) {
		.argc = argc, .argv = argv, .list = GT_OPTIONS,
		.traces = gt_xcalloc((size_t)argc + 1, sizeof *c->traces),
	};
	for (int i = 1; i < argc && !rc; i++) {
		if (options && !strcmp(argv[i], "--"))
			options = false;
		else if (options && argv[i][0] == '-' && argv[i][1])
			rc = parse_option(c, argc, argv, &i, err);
		else
			c->traces[c->ntraces++] = argv[i];
		if (c->given[GT_OPT_BATCH] && !c->batch_at)
			c->batch_at = i;
	}
	take_stdin(c);
	/* Without a terminal, or with what only reports have, two traces are compared for the report. */
	if (c->nolds && !c->given[GT_OPT_REPORT] && !gt_cli_lists(c) && !shows_comparison(c)) {
		c->given[GT_OPT_REPORT] = true;
		c->report = gt_report_compare.name;
	}
	return rc ? rc : gt_cli_check(c, err);
}

void gt_cli_release(struct gt_cli *c)
{
	for (size_t i = 0; i < c->nolds; i++)
		free(c->olds[i]);
	free(c->olds);
	free(c->commands);
	free(c->map_paths);
	free(c->traces);
}

int gt_point_parse(const char *s, int64_t duration, int64_t *ns)
{
	size_t n = strlen(s);
	char *end;
	double percent;

	if (!n || s[n - 1] != '%')
		return gt_parse_dur(s, ns);
	percent = strtod(s, &end);
	if (end != s + n - 1 || end == s || !(percent >= 0 && percent <= 100))
		return -1;
	*ns = (int64_t)((double)duration * percent / 100);
	return 0;
}
