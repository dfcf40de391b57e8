/* The command line: one table of options, parsed into one struct. */
#include "cli/options.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/gc/mmutable.h"
#include "analysis/gc/gcpaygroups.h"
#include "analysis/paths/crittable.h"
#include "analysis/reports/registry.h"
#include "analysis/slices/greedygroups.h"
#include "analysis/waits/waitkeys.h"
#include "analysis/table/reports.h"
#include "base/buf.h"
#include "base/human.h"
#include "base/xalloc.h"

const struct gt_cli_option gt_options[GT_OPTIONS] = {
#define GT_OPTION(id, name, alias, arg, group, help) [GT_OPT_##id] = { name, alias, arg, GT_GROUP_##group, help },
#include "cli/options.def"
#undef GT_OPTION
};

const char *gt_option_group_name(enum gt_option_group group)
{
	static const char *const names[] = {
		[GT_GROUP_REPORTS] = "Reports",
		[GT_GROUP_LISTINGS] = "Listings",
		[GT_GROUP_SCREEN] = "Screen",
		[GT_GROUP_INDEX] = "Index",
		[GT_GROUP_GENERAL] = "General",
	};

	return names[group];
}

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

/* What slices are grouped by, waits, regions, or several of them: which one the report says. */
static int take_group(struct gt_cli *c, const char *value)
{
	c->group_name = value;
	for (c->group = 0; c->group < GT_SLICES_BY_COUNT; c->group++)
		if (!strcmp(gt_slice_group_name(c->group), value))
			break;
	for (c->wait_group = 0; c->wait_group < GT_WAITS_BY_COUNT; c->wait_group++)
		if (!strcmp(gt_wait_group_name(c->wait_group), value))
			break;
	for (c->crit_group = 0; c->crit_group < GT_CRIT_BY_COUNT; c->crit_group++)
		if (!strcmp(gt_crit_group_name(c->crit_group), value))
			break;
	for (c->payer_group = 0; c->payer_group < GT_PAYERS_BY_COUNT; c->payer_group++)
		if (!strcmp(gt_payer_group_name(c->payer_group), value))
			break;
	c->by_name = !strcmp(value, "name");
	return c->group == GT_SLICES_BY_COUNT && c->wait_group == GT_WAITS_BY_COUNT &&
	       c->crit_group == GT_CRIT_BY_COUNT && c->payer_group == GT_PAYERS_BY_COUNT && !c->by_name &&
	       strcmp(value, "site") != 0 ? GT_ERR_USAGE : 0;
}

/* Options that take one of a few words. */
static int take_word(struct gt_cli *c, enum gt_option_id id, const char *value, struct gt_error *err)
{
	const char *want = NULL;

	switch (id) {
	case GT_OPT_CSV:
		c->csv_raw = !strcmp(value, "raw");
		if (!c->csv_raw && strcmp(value, "safe") != 0)
			want = "raw or safe";
		break;
	case GT_OPT_GROUP:
		if (take_group(c, value))
			want = "func, stack, g, reason, waker, cause, kind, name, site or alloc";
		break;
	case GT_OPT_PPROF:
	case GT_OPT_FOLDED:
	case GT_OPT_PROFILE:
		c->profile = gt_profile_find(value);
		if (c->profile == GT_PROFILES)
			want = "net, sync, syscall, sched, cpu, offcpu or critpath";
		break;
	default:
		if (strcmp(value, "chrome") != 0)
			want = "chrome";
		break;
	}
	return want ? options_bad_word(err, id, value, want) : 0;
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

/* What was given twice: the last one counts, except commands, paths to map and traces to compare with. */
static int options_take(struct gt_cli *c, enum gt_option_id id, const char *value, struct gt_error *err)
{
	const char *want = NULL;
	uint64_t width = 0;
	int end = 0;

	c->given[id] = true;
	switch (id) {
	case GT_OPT_REPORT: c->report = value; break;
	case GT_OPT_COMPARE: take_olds(c, value); break;
	case GT_OPT_FORMAT: c->format = value; break;
	case GT_OPT_COLUMNS: c->columns = value; break;
	case GT_OPT_WIDTH:
		if (gt_parse_u64(value, &width) || width > MAX_WIDTH)
			want = "a number of columns";
		c->width = (size_t)width;
		break;
	case GT_OPT_SORT: c->sort = value; break;
	case GT_OPT_LIMIT: return take_count(&c->limit, id, value, err);
	case GT_OPT_FROM: c->from = value; break;
	case GT_OPT_TO: c->to = value; break;
	case GT_OPT_FILTER: c->filter = value; break;
	case GT_OPT_VALUES: c->values = value; break;
	case GT_OPT_MMU:
		if (gt_mmu_parse(value, &c->mmu_parts, &c->mmu_window))
			want = "stw, background, assist, sweep, all, perp and one time, between commas";
		break;
	case GT_OPT_BUCKETS: return take_count(&c->buckets, id, value, err);
	case GT_OPT_GOROUTINE:
		if (gt_parse_u64(value, &c->goroutine))
			want = "the number of a goroutine";
		break;
	case GT_OPT_AT: c->at = value; break;
	case GT_OPT_FUNC: c->func = value; break;
	case GT_OPT_REGION: c->region = value; break;
	case GT_OPT_SITE: c->site = value; break;
	case GT_OPT_TASK: c->task = value; break;
	case GT_OPT_TASK_ID:
		if (gt_parse_u64(value, &c->task_id))
			want = "the number of a task";
		break;
	case GT_OPT_FAIL_IF: c->fail_if = value; break;
	case GT_OPT_CSV:
	case GT_OPT_GROUP:
	case GT_OPT_PPROF:
	case GT_OPT_FOLDED:
	case GT_OPT_PROFILE:
	case GT_OPT_EXPORT: return take_word(c, id, value, err);
	case GT_OPT_DIAGREEDY: return take_count(&c->diagreedy, id, value, err);
	case GT_OPT_JOBS:
		if (gt_parse_u64(value, &c->jobs))
			want = "a number of processors, or 0 for all of them";
		break;
	case GT_OPT_UNPACK:
		if (!strcmp(value, "none"))
			c->unpack_limit = UINT64_MAX;
		else if (gt_parse_bytes(value, &c->unpack_limit) || !c->unpack_limit)
			want = "a size like 500M or 20G, or none";
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
	case GT_OPT_SESSION: c->session = value; break;
	case GT_OPT_SCRIPT: c->script = value; break;
	case GT_OPT_SIZE:
		if (sscanf(value, "%4ux%4u%n", &c->rows, &c->cols, &end) != 2 || value[end] || !c->rows || !c->cols)
			want = "a size like 24x80";
		break;
	case GT_OPT_INDEX: c->index = value; break;
	default: break; /* given[] says it all */
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

/* The option at argv[*i] and, where it takes one, its value behind '=' or in the next argument. */
static int parse_option(struct gt_cli *c, int argc, char **argv, int *i, struct gt_error *err)
{
	const char *arg = argv[*i], *name = arg + 1 + (arg[1] == '-'), *equal = strchr(name, '=');
	size_t n = equal ? (size_t)(equal - name) : strlen(name);
	const char *value = equal ? equal + 1 : NULL;
	bool one_dash = name == arg + 1;
	enum gt_option_id id = 0;

	for (; id < GT_OPTIONS; id++) {
		const char *full = gt_options[id].name, *alias = gt_options[id].alias;

		if ((strlen(full) == n && !memcmp(full, name, n) && (one_dash || n > 1)) ||
		    (one_dash && alias && strlen(alias) == n && !memcmp(alias, name, n)))
			break;
	}
	if (id == GT_OPTIONS)
		return unknown_option(arg, name, n, err);
	if (!gt_options[id].arg) {
		if (value)
			return gt_error_usage(err, "%s%s takes no value", dashes(id),
					      gt_options[id].name);
		return options_take(c, id, NULL, err);
	}
	if (!value && *i + 1 < argc)
		value = argv[++*i];
	if (!value || !*value)
		return gt_error_usage(err, "%s%s needs a value: %s", dashes(id),
				      gt_options[id].name, gt_options[id].arg);
	return options_take(c, id, value, err);
}

/* ---- what goes together ---- */

struct rule {
	enum gt_option_id id;
	enum gt_option_id with[7];   /* one of these must be there; unused places repeat the first */
	const char *need;
	const char *reports;         /* of --report only these, between blanks; NULL: all */
};

/* Those that are profiles: analysis/profiles. */
#define PROFILES "net sync syscall schedlat offcpu samples "
#define DIFFTREE "difftree "
#define CRITICAL "critpath critgroups "
#define BY_STACK GT_OPT_PPROF, GT_OPT_FOLDED

static const struct rule rules[] = {
	{ .id = GT_OPT_COMPARE, .with = { GT_OPT_REPORT, GT_OPT_SCRIPT, BY_STACK }, .reports = " compare difftree ",
	  .need = "--report=compare or difftree, --pprof, --folded or the screen" },
	{ .id = GT_OPT_PROFILE, .with = { GT_OPT_REPORT }, .reports = " difftree ", .need = "--report=difftree" },
	{ .id = GT_OPT_FORMAT, .with = { GT_OPT_REPORT }, .need = "--report" },
	{ .id = GT_OPT_COLUMNS, .with = { GT_OPT_REPORT }, .need = "--report" },
	{ .id = GT_OPT_WIDTH, .with = { GT_OPT_REPORT, GT_OPT_HELP }, .need = "--report" },
	{ .id = GT_OPT_SORT, .with = { GT_OPT_REPORT }, .need = "--report" },
	{ .id = GT_OPT_LIMIT, .with = { GT_OPT_REPORT }, .need = "--report" },
	{ .id = GT_OPT_FILTER, .with = { GT_OPT_REPORT }, .need = "--report" },
	{ .id = GT_OPT_VALUES, .with = { GT_OPT_REPORT }, .need = "--report" },
	{ .id = GT_OPT_SPLIT, .with = { GT_OPT_REPORT, GT_OPT_FAIL_IF }, .reports = " greedy greedygroups ",
	  .need = "--report=greedy, greedygroups or --fail-if" },
	{ .id = GT_OPT_GROUP, .with = { GT_OPT_REPORT, GT_OPT_FAIL_IF },
	  .reports = " greedygroups waits waitgroups sched schedgroups instead critpath critgroups regiontypes "
		     "gccost gccostgroups difftree ",
	  .need = "--report=greedygroups, waits, sched, instead, critpath, regiontypes, gccost, difftree or "
		  "--fail-if" },
	{ .id = GT_OPT_MMU, .with = { GT_OPT_REPORT, GT_OPT_FAIL_IF }, .reports = " mmu mmuworst ",
	  .need = "--report=mmu, mmuworst or --fail-if" },
	{ .id = GT_OPT_BUCKETS, .with = { GT_OPT_REPORT, GT_OPT_FAIL_IF }, .reports = " series seriesstats ",
	  .need = "--report=series, seriesstats or --fail-if" },
	{ .id = GT_OPT_GOROUTINE, .with = { GT_OPT_REPORT, GT_OPT_EXPORT, BY_STACK },
	  .reports = " path states greedy waits instead " CRITICAL PROFILES,
	  .need = "--report=path, critpath, states, greedy, waits, instead, a profile or --export" },
	{ .id = GT_OPT_FUNC, .with = { GT_OPT_REPORT, BY_STACK }, .reports = " instead " CRITICAL PROFILES DIFFTREE,
	  .need = "--pprof, --folded, --report=instead, critpath or the report of a profile" },
	{ .id = GT_OPT_REGION, .with = { GT_OPT_REPORT, BY_STACK }, .reports = " " CRITICAL PROFILES DIFFTREE,
	  .need = "--pprof, --folded, --report=critpath or the report of a profile" },
	{ .id = GT_OPT_SITE, .with = { GT_OPT_REPORT, BY_STACK }, .reports = " " CRITICAL PROFILES DIFFTREE,
	  .need = "--pprof, --folded, --report=critpath or the report of a profile" },
	{ .id = GT_OPT_TASK_ID, .with = { GT_OPT_REPORT, BY_STACK }, .reports = " taskevents " CRITICAL PROFILES,
	  .need = "--pprof, --folded, --report=taskevents, critpath or the report of a profile" },
	{ .id = GT_OPT_TASK, .with = { GT_OPT_REPORT, BY_STACK }, .reports = " " CRITICAL PROFILES DIFFTREE,
	  .need = "--pprof, --folded, --report=critpath or the report of a profile" },
	{ .id = GT_OPT_WAKERS, .with = { GT_OPT_REPORT, BY_STACK }, .reports = " offcpu ",
	  .need = "--report=offcpu, --pprof=offcpu or --folded=offcpu" },
	{ .id = GT_OPT_AT, .with = { GT_OPT_REPORT, BY_STACK },
	  .reports = " path states greedy waits instead " CRITICAL PROFILES,
	  .need = "--report=path, critpath, states, greedy, waits, instead or a profile" },
	{ .id = GT_OPT_AT, .with = { GT_OPT_REPORT, GT_OPT_GOROUTINE }, .reports = " path states ",
	  .need = "--goroutine with --report=greedy" },
	{ .id = GT_OPT_SIZE, .with = { GT_OPT_SCRIPT }, .need = "--script" },
};

static bool lists_or_shows(const struct gt_cli *c)
{
	return c->given[GT_OPT_DIAGREEDY] || c->given[GT_OPT_DUMP] || c->given[GT_OPT_DEBUG] ||
	       c->given[GT_OPT_EXPORT] || c->given[GT_OPT_SCRIPT] || c->given[GT_OPT_PPROF] || c->given[GT_OPT_FOLDED];
}

static bool rule_holds(const struct gt_cli *c, const struct rule *r)
{
	struct gt_buf word = { 0 };
	bool for_report = true;

	if (!c->given[r->id])
		return true;
	/* The screen compares, too. */
	if (r->id == GT_OPT_COMPARE && !c->report && !lists_or_shows(c))
		return true;
	/* What is wrong with the name of a report is said elsewhere. */
	if (r->reports && c->report && gt_report_find(c->report, strlen(c->report))) {
		gt_buf_printf(&word, " %s ", c->report);
		for_report = strstr(r->reports, gt_buf_str(&word)) != NULL;
		gt_buf_release(&word);
	}
	for (size_t i = 0; i < GT_COUNT(r->with); i++)
		if ((i == 0 || r->with[i]) && c->given[r->with[i]] && (r->with[i] != GT_OPT_REPORT || for_report))
			return true;
	return false;
}

/* What each report can be grouped by; what --fail-if measures takes what it knows. */
static int check_group(const struct gt_cli *c, struct gt_error *err)
{
	static const struct {
		const char *report, *groups;
	} known[] = {
		{ "greedygroups", " func stack g " },
		{ "waits", " reason stack func waker " }, { "waitgroups", " reason stack func waker " },
		{ "critpath", " kind func stack g " },    { "critgroups", " kind func stack g " },
		{ "sched", " cause func " },              { "schedgroups", " cause func " },
		{ "instead", " cause func " },            { "regiontypes", " name site " },
		{ "gccost", " func alloc " },             { "gccostgroups", " func alloc " },
		{ "difftree", " func stack " },
	};
	struct gt_buf word = { 0 };
	int rc = 0;

	gt_buf_printf(&word, " %s ", c->group_name);
	for (size_t i = 0; i < GT_COUNT(known); i++)
		if (!strcmp(known[i].report, c->report) && !strstr(known[i].groups, gt_buf_str(&word)))
			rc = gt_error_usage(err, "what --report=%s can be grouped by:%s", c->report, known[i].groups);
	gt_buf_release(&word);
	return rc;
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

static int check(const struct gt_cli *c, struct gt_error *err)
{
	bool lists = c->report && (!strcmp(c->report, "list") || (c->columns && !strcmp(c->columns, "list")));
	unsigned actions = (unsigned)c->given[GT_OPT_REPORT] + c->given[GT_OPT_DIAGREEDY] + c->given[GT_OPT_DUMP] +
			   c->given[GT_OPT_DEBUG] + c->given[GT_OPT_EXPORT] + c->given[GT_OPT_SCRIPT] +
			   c->given[GT_OPT_PPROF] + c->given[GT_OPT_FOLDED];
	bool config = c->given[GT_OPT_CHECK_CONFIG] || c->given[GT_OPT_PRINT_CONFIG];
	bool wants_trace = !c->given[GT_OPT_HELP] && !c->given[GT_OPT_VERSION] && !lists && !config;

	for (size_t i = 0; i < GT_COUNT(rules); i++)
		if (!rule_holds(c, &rules[i]))
			return gt_error_usage(err, "--%s needs %s", gt_options[rules[i].id].name,
					      rules[i].need);
	if (c->given[GT_OPT_GROUP] && c->report && check_group(c, err))
		return err->code;
	if (c->given[GT_OPT_DEBUG] && (c->from || c->to))
		return gt_error_usage(err, "--%s needs a report, another listing or the screen: -d lists the whole file",
				      c->from ? "from" : "to");
	if (c->given[GT_OPT_CSV] && (!c->format || strcmp(c->format, "csv") != 0))
		return gt_error_usage(err, "--csv needs --format=csv");
	if (actions > 1)
		return gt_error_usage(err, "only one of --report, --diagreedy, --dump, --export, --pprof, --folded, "
					   "-d and --script at a time");
	if (c->given[GT_OPT_WAKERS] && !c->report && c->profile != GT_PROFILE_OFFCPU)
		return gt_error_usage(err, "only offcpu has --wakers, not %s", gt_profile_name(c->profile));
	if (wants_trace && !c->ntraces)
		return gt_error_usage(err, "no trace given, and none comes through standard input; see --help");
	if (c->nolds && (c->given[GT_OPT_GOROUTINE] || c->given[GT_OPT_TASK_ID] || c->at))
		return gt_error_usage(err, "--%s means one trace, and --compare has several",
				      gt_options[c->at ? GT_OPT_AT : c->given[GT_OPT_TASK_ID] ? GT_OPT_TASK_ID :
											 GT_OPT_GOROUTINE].name);
	if (c->ntraces > 1 && !c->report && !c->fail_if && !c->nolds)
		return gt_error_usage(err, "only reports take more than one trace");
	if (c->ntraces + c->nolds > 1 && c->index && strcmp(c->index, "none") != 0)
		return gt_error_usage(err, "one --index=FILE cannot serve several traces");
	return 0;
}

/*
 * Without a file the trace comes through standard input, if that is a pipe or a file: /dev/null, as services have
 * it, is none.
 */
static void take_stdin(struct gt_cli *c)
{
	struct stat st;

	/* With --script=- standard input is the script, and a configuration has a name. */
	if (c->ntraces || c->given[GT_OPT_CHECK_CONFIG])
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

	*c = (struct gt_cli) { .traces = gt_xcalloc((size_t)argc + 1, sizeof *c->traces) };
	for (int i = 1; i < argc && !rc; i++) {
		if (options && !strcmp(argv[i], "--"))
			options = false;
		else if (options && argv[i][0] == '-' && argv[i][1])
			rc = parse_option(c, argc, argv, &i, err);
		else
			c->traces[c->ntraces++] = argv[i];
	}
	take_stdin(c);
	/* Without a terminal, or with what only reports have, two traces are compared for the report. */
	if (c->nolds && !c->given[GT_OPT_REPORT] && !lists_or_shows(c) && !shows_comparison(c)) {
		c->given[GT_OPT_REPORT] = true;
		c->report = gt_report_compare.name;
	}
	return rc ? rc : check(c, err);
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
