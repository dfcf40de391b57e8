/* The command line, points in time, and --fail-if on a trace written by hand. */
#include "cli/options/options.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "analysis/reports/registry.h"
#include "cli/options/completion.h"
#include "cli/failif.h"
#include "tap/tap.h"
#include "unit/analysis/handmade.h"

/* ---- options ---- */

#define ARGS 12

static int parse(struct gt_cli *c, struct gt_error *err, const char *const *words)
{
	char *argv[ARGS + 2] = { (char *)"gtrace-tui" };
	int argc = 1;

	while (argc <= ARGS && words[argc - 1]) {
		argv[argc] = (char *)words[argc - 1];
		argc++;
	}
	return gt_cli_parse(c, argc, argv, err);
}

#define PARSE(c, err, ...) parse(c, err, (const char *const[]) { __VA_ARGS__, NULL })

TAP_TEST(table)
{
	unsigned wrong = 0;

	for (int i = 0; i < GT_OPTIONS; i++)
		for (int k = 0; k < i; k++)
			wrong += !strcmp(gt_options[i].name, gt_options[k].name) ||
				 gt_options[i].group < gt_options[k].group;
	tap_is_u64(wrong, 0, "names are distinct, groups together");
	tap_ok(gt_options[GT_OPTIONS - 1].help, "the last one has a line of its own");
}

/* Who adds an option says what a shell completes behind it, or that there is nothing. */
TAP_TEST(completion)
{
	struct gt_value v;

	for (enum gt_option_id id = 0; id < GT_OPTIONS; id++) {
		bool known = gt_value_of(&v, id);

		gt_buf_release(&v.words);
		tap_ok(known && (v.kind != GT_VALUE_NONE) == (gt_options[id].arg != NULL),
		       "completion.c knows the argument of --%s", gt_options[id].name);
	}
}

TAP_TEST(values)
{
	struct gt_cli c;
	struct gt_error err;

	tap_is_int(PARSE(&c, &err, "--report=greedy", "--format", "csv", "-limit=7", "a.trace", "--sort=-dur", "b"), 0,
		   "values behind '=' and in the next argument, one dash or two");
	tap_is_str(c.report, "greedy", "report");
	tap_is_str(c.format, "csv", "format");
	tap_is_str(c.sort, "-dur", "a value may begin with a dash");
	tap_is_u64(c.limit, 7, "limit");
	tap_is_u64(c.ntraces, 2, "traces");
	tap_is_str(c.traces[1], "b", "the second one");
	gt_cli_release(&c);

	tap_is_int(PARSE(&c, &err, "-c", "goto 1s", "--command=quit", "-c=x", "t"), 0, "commands repeat");
	tap_ok(c.ncommands == 3 && !strcmp(c.commands[1], "quit") && !c.commands[3], "all of them are kept");
	gt_cli_release(&c);

	tap_is_int(PARSE(&c, &err, "-d=wire", "--", "-d"), 0, "-- ends the options");
	tap_ok(c.debug == GT_DEBUG_WIRE && c.ntraces == 1 && !strcmp(c.traces[0], "-d"), "what follows is a trace");
	gt_cli_release(&c);

	tap_is_int(PARSE(&c, &err, "--report=events", "-"), 0, "- is a trace");
	tap_is_str(c.traces[0], "-", "standard input");
	gt_cli_release(&c);

	tap_is_int(PARSE(&c, &err, "--script=f", "--size=30x100", "t"), 0, "a size");
	tap_ok(c.rows == 30 && c.cols == 100, "30 rows of 100 columns");
	gt_cli_release(&c);
}

/* A pipe is the trace if none is named, unless it is the script. */
TAP_TEST(stdin)
{
	int saved = dup(STDIN_FILENO), ends[2];
	struct gt_error err = { 0 };
	struct gt_cli c;

	if (saved < 0 || pipe(ends) || dup2(ends[0], STDIN_FILENO) < 0)
		tap_bail("no pipe");
	tap_is_int(PARSE(&c, &err, "--report=events"), 0, "a pipe without -");
	tap_ok(c.ntraces == 1 && !strcmp(c.traces[0], "-"), "it is the trace");
	gt_cli_release(&c);
	tap_is_int(PARSE(&c, &err, "--report=events", "t"), 0, "a pipe and a file");
	tap_ok(c.ntraces == 1 && !strcmp(c.traces[0], "t"), "the file is the trace");
	gt_cli_release(&c);
	tap_is_int(PARSE(&c, &err, "--script=-"), GT_ERR_USAGE, "a pipe is the script: no trace");
	gt_cli_release(&c);
	tap_is_int(PARSE(&c, &err, "--script=f"), 0, "a script in a file and the trace in a pipe");
	gt_cli_release(&c);
	dup2(saved, STDIN_FILENO);
	close(saved);
	close(ends[0]);
	close(ends[1]);
}

/* Each beginning of each option that no other has is that option, behind one dash or two; no other beginning is one. */
TAP_TEST(beginnings)
{
	unsigned wrong = 0, unique = 0;
	struct gt_error err;
	struct gt_cli c;

	for (enum gt_option_id id = 0; id < GT_OPTIONS; id++) {
		const char *name = gt_options[id].name;

		for (size_t n = 2; n < strlen(name); n++) {
			unsigned same = 0;

			for (enum gt_option_id other = 0; other < GT_OPTIONS; other++)
				same += !strncmp(gt_options[other].name, name, n);
			for (int dashes = 1; dashes <= 2; dashes++) {
				char word[80];

				snprintf(word, sizeof word, "%.*s%.*s", dashes, "--", (int)n, name);
				PARSE(&c, &err, word, "list", "t");
				/* A beginning can be the whole name of another one: that goes first. */
				wrong += same == 1 && !c.given[id];
				wrong += same > 1 && c.given[id];
				gt_cli_release(&c);
			}
			unique += same == 1;
		}
	}
	tap_is_u64(wrong, 0, "beginnings");
	tap_ok(unique > 200, "%u of them belong to one option", unique);
	tap_is_int(PARSE(&c, &err, "--rep=gc", "-lim", "3", "--fro=1ms", "t"), 0, "values behind them");
	tap_ok(!strcmp(c.report, "gc") && c.limit == 3 && !strcmp(c.from, "1ms"), "are taken");
	gt_cli_release(&c);
	tap_is_int(PARSE(&c, &err, "--task=x", "--report=net", "t"), 0, "a name that others begin with");
	tap_ok(c.given[GT_OPT_TASK] && !c.given[GT_OPT_TASK_ID], "is itself");
	gt_cli_release(&c);
}

static void refused(const char *says, const char *const *words)
{
	struct gt_cli c;
	struct gt_error err = { 0 };

	tap_is_int(parse(&c, &err, words), GT_ERR_USAGE, "refused: %s", words[0]);
	if (!tap_ok(strstr(err.text, says), "says '%s'", says))
		tap_diag("%s", err.text);
	gt_cli_release(&c);
}

#define REFUSED(says, ...) refused(says, (const char *const[]) { __VA_ARGS__, NULL })

TAP_TEST(refused)
{
	REFUSED("unknown option '--x'; see --help", "--x", "t");
	REFUSED("'--d' is the beginning of several options: diagreedy or dump", "--d=wire", "t");
	REFUSED("'--c' is the beginning of several options: compare, csv, columns, ", "--c", "x", "t");
	REFUSED("'-re' is the beginning of several options: report, region or reindex", "-re=gc", "t");
	REFUSED("unknown option '-r=gc'", "-r=gc", "t");
	REFUSED("unknown option '--=gc'", "--=gc", "t");
	REFUSED("--verify takes no value", "--veri=yes", "t");
	REFUSED("unknown option '-='", "-=", "t");
	REFUSED("--report needs a value: NAME", "--report");
	REFUSED("--report needs a value", "--report=", "t");
	REFUSED("--verify takes no value", "--verify=yes", "t");
	REFUSED("--limit takes a number", "--report=greedy", "--limit=99999999999999999999", "t");
	REFUSED("--size takes a size", "--script=f", "--size=30x100x2", "t");
	REFUSED("--size takes a size", "--script=f", "--size=0x80", "t");
	REFUSED("no trace given", "--report=greedy");
}

/* What a report takes is refused without one, in a sentence that is made from the reports and not cut. */
TAP_TEST(takers)
{
	static const char *const values[GT_OPTIONS] = {
		[GT_OPT_PROFILE] = "=net", [GT_OPT_ALL] = "", [GT_OPT_SPLIT] = "", [GT_OPT_WAKERS] = "",
		[GT_OPT_GROUP] = "=func", [GT_OPT_MMU] = "=stw", [GT_OPT_HOST] = "=a*",
	};

	for (int i = 0; i < GT_OPTIONS; i++) {
		const struct gt_cli_option *o = &gt_options[i];
		struct gt_error err = { 0 };
		struct gt_buf word = { 0 };
		struct gt_cli c;

		if (!(o->takes & ~(uint32_t)(GT_TAKES_RANGE | GT_TAKES_CSV)))
			continue;
		/* The screen would take --compare, a listing does not. */
		gt_buf_printf(&word, "--%s%s", o->name, values[i] ? values[i] : "=1");
		tap_is_int(PARSE(&c, &err, "--dump", gt_buf_str(&word), "t"), GT_ERR_USAGE, "refused: %s", o->name);
		tap_ok(strstr(err.text, " needs --report") && strlen(err.text) < 160, "says '%s'", err.text);
		gt_cli_release(&c);
		gt_buf_release(&word);
	}
}

/* Words of a report's groups are known, and none stands twice. */
TAP_TEST(groups)
{
	const struct gt_report *r;
	unsigned wrong = 0, groups = 0;

	for (unsigned i = 0; (r = gt_report_at(i)) != NULL; i++) {
		const struct gt_report *g = gt_report_grouped(r);

		wrong += !g != !(gt_report_takes(r) & GT_TAKES_GROUP) || (r->groups_of && !r->groups);
		for (const struct gt_group_word *w = g ? g->groups : NULL; w && w->word; w++, groups++)
			for (const struct gt_group_word *x = g->groups; x != w; x++)
				wrong += !strcmp(x->word, w->word) || x->group == w->group || !w->help;
	}
	tap_ok(!wrong && groups > 20, "each report that can be grouped says by what");
}

/* ---- points in time ---- */

TAP_TEST(points)
{
	static const struct {
		const char *s;
		int64_t want;     /* -1: refused */
	} cases[] = {
		{ "0", 0 }, { "17", 17 }, { "1.5s", 1500000000 }, { "20ms", 20000000 }, { "0%", 0 },
		{ "50%", 500000 }, { "100%", 1000000 }, { "12.5%", 125000 },
		{ "", -1 }, { "%", -1 }, { "101%", -1 }, { "-1%", -1 }, { "nan%", -1 }, { "5%%", -1 }, { "x", -1 },
		{ "1s ", -1 },
	};

	for (size_t i = 0; i < GT_COUNT(cases); i++) {
		int64_t ns = -1;

		if (gt_point_parse(cases[i].s, 1000000, &ns))
			ns = -1;
		tap_is_int(ns, cases[i].want, "a point: '%s'", cases[i].s);
	}
}

/* ---- thresholds ---- */

/* why NULL: whatever */
static void try_failif(struct gt_trace *t, const char *expr, bool want, const char *want_why)
{
	struct gt_buf why = { 0 };
	struct gt_failif *f;
	struct gt_error err = { 0 };
	bool exceeded = false;
	int rc = gt_failif_parse(&f, expr, &err);

	if (!rc)
		rc = gt_failif_test(f, NULL, t, NULL, &exceeded, &why, &err);
	tap_ok(!rc && exceeded == want, "%s: %s", expr, rc ? err.text : "evaluated");
	if (want_why)
		tap_is_str(gt_buf_str(&why), want_why, "and why");
	gt_failif_free(f);
	gt_buf_release(&why);
}

static void test_failif(struct gt_trace *t)
{
	static const struct {
		const char *expr;
		bool exceeded;
		const char *why;
	} cases[] = {
		{ "greedy.max>27", true, "greedy.max is 28ns, > 27ns (at 0.000000007s, G1 main.f at main.f:5)" },
		{ "greedy.max>28", false, "" },
		{ "greedy.max>=28ns", true, "greedy.max is 28ns, >= 28ns (at 0.000000007s, G1 main.f at main.f:5)" },
		{ "greedy.min<11", true, "greedy.min is 10ns, < 11ns (at 0.000000115s, G5 main.g)" },
		{ "greedy.sum==78", true,
		  "greedy.sum is 78ns, = 78ns (largest 28ns: at 0.000000007s, G1 main.f at main.f:5)" },
		{ "greedy.mean!=19ns", false, "" },
		{ "greedy.count>3", true, "greedy.count is 4, > 3" },
		{ "greedy.p50<=20", true, "greedy.p50 is 20ns, <= 20ns (smallest 10ns: at 0.000000115s, G5 main.g)" },
		{ "greedy.run_max.max>20", false, "" },
		{ "greedy.wait.max>49", true, "greedy.wait.max is 50ns, > 49ns (at 0.000000115s, G5 main.g)" },
		{ "goroutines.sched_wait.max>79ns", true,
		  "goroutines.sched_wait.max is 80ns, > 79ns (at 0.000000045s, G5 main.g)" },
		{ "summary.goroutines>1", true, "summary.goroutines is 2, > 1" },
		{ "stw.max>=0", false, "" },       /* there is none */
		{ "stw.count=0", true, "stw.count is 0, = 0" },
		{ "traces.outlier>=0", false, "" },        /* nor others to compare with */
		{ "traces.share.max>1.5", false, "" },
		{ "traces.pressure.max>=0", true, NULL },
		{ "greedy.max>1s && greedy.count>0", false, "greedy.count is 4, > 0" },
		{ "greedy.max>1s || greedy.count>0", true, "greedy.count is 4, > 0" },
		{ "greedy.count>0 && greedy.max>0 || greedy.max>1s", true, NULL },
	};

	for (size_t i = 0; i < GT_COUNT(cases); i++)
		try_failif(t, cases[i].expr, cases[i].exceeded, cases[i].why);
}

/* Three times as much memory as there are numbers. */
TAP_TEST(failif_large)
{
	struct gt_trace *t = handmade_open_spec(HANDMADE_TABLES "b1,1,10[0d 01 00 01 25 01 u9223372036854775807"
						" 25 01 u9223372036854775807 25 01 u9223372036854775807]");

	try_failif(t, "counters.value.sum>=9223372036854775807", true, NULL);
	try_failif(t, "counters.value.mean>=9223372036854775807", true, NULL);
	gt_trace_close(t);
}

TAP_TEST(failif_refused)
{
	static const char *const cases[][2] = {
		{ "", "a report is missing" },
		{ "greedy", "what to compute is missing" },
		{ "greedi.max>1", "no such report" },
		{ "greedy.maxx>1", "no such column" },
		{ "greedy.dur>1", "must follow the column" },
		{ "greedy.dur.maxx>1", "must follow the column" },
		{ "greedy.func.max>1", "no numbers" },
		{ "events.max>1", "has no duration" },
		{ "greedy.max", "a comparison is missing" },
		{ "greedy.max~1", "a comparison is missing" },
		{ "greedy.max>1parsec", "not a duration" },
		{ "greedy.count>1ms", "not a number" },
		{ "greedy.p101>1", "no such column" },
		{ "traces.outlier>much", "not a number, like 10 or 0.1" },
		{ "traces.outlier.max>1", "the column holds no numbers" },
		{ "greedy.max>1 greedy.min>1", "&& or || is missing" },
		{ "greedy.max>1 &&", "a report is missing" },
	};

	for (size_t i = 0; i < GT_COUNT(cases); i++) {
		struct gt_failif *f;
		struct gt_error err = { 0 };

		tap_ok(gt_failif_parse(&f, cases[i][0], &err), "refused: %s", cases[i][0]);
		if (!tap_ok(strstr(err.text, cases[i][1]), "says '%s'", cases[i][1]))
			tap_diag("%s", err.text);
		gt_failif_free(f);
	}
}

TAP_TEST(fail_if)
{
	struct gt_trace *t = handmade_open();

	test_failif(t);
	gt_trace_close(t);
}
