/* The command line: one table of options, parsed into one struct. */
#include "cli/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/reports/registry.h"
#include "analysis/slices/greedygroups.h"
#include "analysis/table/table.h"
#include "base/buf.h"
#include "base/human.h"
#include "base/xalloc.h"
#include "wire/symbols.h"

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

static const char *dashes(enum gt_option_id id)
{
	return gt_options[id].name[1] ? "--" : "-";
}

/* ---- values ---- */

static int options_bad_value(struct gt_error *err, enum gt_option_id id, const char *value, const char *want)
{
	return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "%s%s takes %s, not '%.80s'", dashes(id),
			    gt_options[id].name, want, value);
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
	return options_bad_value(err, GT_OPT_DEBUG, value, "wire, parsed or footprint");
}

static int take_size(struct gt_cli *c, const char *value, struct gt_error *err)
{
	int end = 0;

	if (sscanf(value, "%4ux%4u%n", &c->rows, &c->cols, &end) != 2 || value[end] || !c->rows || !c->cols)
		return options_bad_value(err, GT_OPT_SIZE, value, "a size like 24x80");
	return 0;
}

static int take_group(struct gt_cli *c, const char *value, struct gt_error *err)
{
	for (c->group = 0; c->group < GT_SLICES_BY_COUNT; c->group++)
		if (!strcmp(gt_slice_group_name(c->group), value))
			return 0;
	return options_bad_value(err, GT_OPT_GROUP, value, "func, stack or g");
}

static int options_take_goroutine(struct gt_cli *c, const char *value, struct gt_error *err)
{
	if (gt_parse_u64(value, &c->goroutine))
		return options_bad_value(err, GT_OPT_GOROUTINE, value, "the number of a goroutine");
	return 0;
}

static int take_csv(struct gt_cli *c, const char *value, struct gt_error *err)
{
	c->csv_raw = !strcmp(value, "raw");
	if (!c->csv_raw && strcmp(value, "safe") != 0)
		return options_bad_value(err, GT_OPT_CSV, value, "raw or safe");
	return 0;
}

static int take_unpack(struct gt_cli *c, const char *value, struct gt_error *err)
{
	if (!strcmp(value, "none"))
		c->unpack_limit = UINT64_MAX;
	else if (gt_parse_bytes(value, &c->unpack_limit) || !c->unpack_limit)
		return options_bad_value(err, GT_OPT_UNPACK, value, "a size like 500M or 20G, or none");
	return 0;
}

static void add_command(struct gt_cli *c, const char *command)
{
	GT_GROW(c->commands, c->commands_cap, c->ncommands + 2);
	c->commands[c->ncommands++] = command;
	c->commands[c->ncommands] = NULL;
}

/* What was given twice: the last one counts, except commands. */
static int options_take(struct gt_cli *c, enum gt_option_id id, const char *value, struct gt_error *err)
{
	c->given[id] = true;
	switch (id) {
	case GT_OPT_REPORT: c->report = value; break;
	case GT_OPT_FORMAT: c->format = value; break;
	case GT_OPT_CSV: return take_csv(c, value, err);
	case GT_OPT_COLUMNS: c->columns = value; break;
	case GT_OPT_SORT: c->sort = value; break;
	case GT_OPT_LIMIT: return take_count(&c->limit, id, value, err);
	case GT_OPT_FROM: c->from = value; break;
	case GT_OPT_TO: c->to = value; break;
	case GT_OPT_FILTER: c->filter = value; break;
	case GT_OPT_GROUP: return take_group(c, value, err);
	case GT_OPT_GOROUTINE: return options_take_goroutine(c, value, err);
	case GT_OPT_AT: c->at = value; break;
	case GT_OPT_FAIL_IF: c->fail_if = value; break;
	case GT_OPT_DIAGREEDY: return take_count(&c->diagreedy, id, value, err);
	case GT_OPT_JOBS: return take_count(&c->jobs, id, value, err);
	case GT_OPT_UNPACK: return take_unpack(c, value, err);
	case GT_OPT_DEBUG: return take_debug(c, value, err);
	case GT_OPT_COMMAND: add_command(c, value); break;
	case GT_OPT_SCRIPT: c->script = value; break;
	case GT_OPT_SIZE: return take_size(c, value, err);
	case GT_OPT_INDEX: c->index = value; break;
	default: break; /* given[] says it all */
	}
	return 0;
}

/* ---- arguments ---- */

/* The option that s[0..n) names, -1 if none.  dashes: 1 or 2. */
static int find_option(const char *s, size_t n, int dashes)
{
	for (int i = 0; i < GT_OPTIONS; i++) {
		const struct gt_cli_option *o = &gt_options[i];

		if (strlen(o->name) == n && !memcmp(o->name, s, n) && (dashes == 1 || n > 1))
			return i;
		if (dashes == 1 && o->alias && strlen(o->alias) == n && !memcmp(o->alias, s, n))
			return i;
	}
	return -1;
}

/* The option at argv[*i] and, where it takes one, its value behind '=' or in the next argument. */
static int parse_option(struct gt_cli *c, int argc, char **argv, int *i, struct gt_error *err)
{
	const char *arg = argv[*i], *name = arg + 1 + (arg[1] == '-'), *equal = strchr(name, '=');
	size_t n = equal ? (size_t)(equal - name) : strlen(name);
	int id = find_option(name, n, (int)(name - arg));
	const char *value = equal ? equal + 1 : NULL;

	if (id < 0)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "unknown option '%.80s'; see --help", arg);
	if (!gt_options[id].arg) {
		if (value)
			return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "%s%s takes no value",
					    dashes((enum gt_option_id)id), gt_options[id].name);
		return options_take(c, (enum gt_option_id)id, NULL, err);
	}
	if (!value && *i + 1 < argc)
		value = argv[++*i];
	if (!value || !*value)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "%s%s needs a value: %s",
				    dashes((enum gt_option_id)id), gt_options[id].name, gt_options[id].arg);
	return options_take(c, (enum gt_option_id)id, value, err);
}

static void add_trace(struct gt_cli *c, const char *path)
{
	GT_GROW(c->traces, c->traces_cap, c->ntraces + 1);
	c->traces[c->ntraces++] = path;
}

/* As go tool trace had it: before its traces may stand the program that wrote them. */
static void take_program(struct gt_cli *c)
{
	if (c->ntraces < 2 || !gt_symbols_is_program(c->traces[0]))
		return;
	c->program = c->traces[0];
	memmove(c->traces, c->traces + 1, --c->ntraces * sizeof *c->traces);
}

/* ---- what goes together ---- */

struct rule {
	enum gt_option_id id;
	enum gt_option_id with[5];   /* one of these must be there; unused places repeat the first */
	const char *need;
	const char *reports;         /* of --report only these, between blanks; NULL: all */
};

static const struct rule rules[] = {
	{ GT_OPT_FORMAT, { GT_OPT_REPORT }, "--report", NULL },
	{ GT_OPT_COLUMNS, { GT_OPT_REPORT }, "--report", NULL },
	{ GT_OPT_SORT, { GT_OPT_REPORT }, "--report", NULL },
	{ GT_OPT_LIMIT, { GT_OPT_REPORT }, "--report", NULL },
	{ GT_OPT_FILTER, { GT_OPT_REPORT }, "--report", NULL },
	{ GT_OPT_FROM, { GT_OPT_REPORT, GT_OPT_FAIL_IF, GT_OPT_DUMP, GT_OPT_DIAGREEDY },
	  "--report, --fail-if, --dump or --diagreedy", NULL },
	{ GT_OPT_TO, { GT_OPT_REPORT, GT_OPT_FAIL_IF, GT_OPT_DUMP, GT_OPT_DIAGREEDY },
	  "--report, --fail-if, --dump or --diagreedy", NULL },
	{ GT_OPT_SPLIT, { GT_OPT_REPORT, GT_OPT_FAIL_IF }, "--report=greedy, greedygroups or --fail-if",
	  " greedy greedygroups " },
	{ GT_OPT_GROUP, { GT_OPT_REPORT, GT_OPT_FAIL_IF }, "--report=greedygroups or --fail-if", " greedygroups " },
	{ GT_OPT_GOROUTINE, { GT_OPT_REPORT }, "--report=path, states or greedy", " path states greedy " },
	{ GT_OPT_AT, { GT_OPT_REPORT }, "--report=path, states or greedy", " path states greedy " },
	{ GT_OPT_AT, { GT_OPT_REPORT, GT_OPT_GOROUTINE }, "--goroutine with --report=greedy", " path states " },
	{ GT_OPT_SIZE, { GT_OPT_SCRIPT }, "--script", NULL },
};

/* What is wrong with the name of a report is said elsewhere. */
static bool is_for_report(const struct gt_cli *c, const struct rule *r)
{
	struct gt_buf word = { 0 };
	bool known;

	if (!r->reports || !c->report || !strcmp(c->report, "list") || !gt_report_find(c->report, strlen(c->report)))
		return true;
	gt_buf_printf(&word, " %s ", c->report);
	known = strstr(r->reports, gt_buf_str(&word)) != NULL;
	gt_buf_release(&word);
	return known;
}

static bool rule_holds(const struct gt_cli *c, const struct rule *r)
{
	if (!c->given[r->id])
		return true;
	for (size_t i = 0; i < GT_COUNT(r->with); i++)
		if ((i == 0 || r->with[i]) && c->given[r->with[i]] &&
		    (r->with[i] != GT_OPT_REPORT || is_for_report(c, r)))
			return true;
	return false;
}

static unsigned actions(const struct gt_cli *c)
{
	return (unsigned)c->given[GT_OPT_REPORT] + c->given[GT_OPT_DIAGREEDY] + c->given[GT_OPT_DUMP] +
	       c->given[GT_OPT_DEBUG] + c->given[GT_OPT_SCRIPT];
}

static int check(const struct gt_cli *c, struct gt_error *err)
{
	bool lists = c->report && (!strcmp(c->report, "list") || (c->columns && !strcmp(c->columns, "list")));
	bool wants_trace = !c->given[GT_OPT_HELP] && !c->given[GT_OPT_VERSION] && !lists;

	for (size_t i = 0; i < GT_COUNT(rules); i++)
		if (!rule_holds(c, &rules[i]))
			return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "--%s needs %s",
					    gt_options[rules[i].id].name, rules[i].need);
	if (c->given[GT_OPT_CSV] && (!c->format || strcmp(c->format, "csv") != 0))
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "--csv needs --format=csv");
	if (actions(c) > 1)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET,
				    "only one of --report, --diagreedy, --dump, -d and --script at a time");
	if (wants_trace && !c->ntraces)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "no trace given; see --help");
	if (c->ntraces == 2 && gt_symbols_is_program(c->traces[1]))
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "the program goes before its trace: %.80s %.80s",
				    c->traces[1], c->traces[0]);
	if (c->ntraces > 1 && !c->report && !c->fail_if)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET,
				    "only reports take more than one trace, and '%.80s' is no program (ELF file)",
				    c->traces[0]);
	if (c->ntraces > 1 && c->index && strcmp(c->index, "none") != 0)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "one --index=FILE cannot serve several traces");
	return 0;
}

int gt_cli_parse(struct gt_cli *c, int argc, char **argv, struct gt_error *err)
{
	bool options = true;
	int rc = 0;

	*c = (struct gt_cli) { 0 };
	for (int i = 1; i < argc && !rc; i++) {
		if (options && !strcmp(argv[i], "--"))
			options = false;
		else if (options && argv[i][0] == '-' && argv[i][1])
			rc = parse_option(c, argc, argv, &i, err);
		else
			add_trace(c, argv[i]);
	}
	take_program(c);
	return rc ? rc : check(c, err);
}

void gt_cli_release(struct gt_cli *c)
{
	free(c->commands);
	free(c->traces);
}
