/*
 * Fuzzes what users type as conditions.  The first line of an input says what the rest is: the name of a
 * report, of which the rest is a filter; or "--fail-if"; or anything else, and the rest is a number: a point
 * in time, a duration, bytes.
 */
#include <inttypes.h>
#include <string.h>

#include "analysis/reports/registry.h"
#include "analysis/table/filter.h"
#include "base/human.h"
#include "base/xalloc.h"
#include "cli/failif.h"
#include "cli/options/options.h"
#include "fuzz/sample.h"
#include "order/order.h"

#define ROWS 16         /* of a report, to be matched */
#define REPORTS 64

static struct sample sample;
static struct gt_table *tables[REPORTS];

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	static const struct gt_table_args args;

	(void)argc, (void)argv;
	sample_open(&sample, "go1.27/annotations");
	for (unsigned i = 0; gt_report_at(i); i++) {
		MUST(i < REPORTS);
		MUST(gt_table_open(&tables[i], gt_report_at(i), &sample.t, &args, NULL) == 0);
	}
	return 0;
}

/* A filter and its opposite never agree on a row. */
static void match(struct gt_table *t, const struct gt_filter *f, const char *expr)
{
	char *opposite = gt_xasprintf("!(%s)", expr);
	struct gt_filter *not = NULL;

	/* What is nested too deeply has none. */
	gt_filter_parse(&not, t->report, opposite, NULL);
	for (uint64_t row = 0; row < t->rows && row < ROWS; row++) {
		bool yes = gt_filter_match(f, t, row);

		MUST(!not || gt_filter_match(not, t, row) != yes);
	}
	gt_filter_free(not);
	free(opposite);
}

static void filter(struct gt_table *t, const char *expr)
{
	struct gt_error err = { 0 };
	struct gt_filter *f;
	int rc = gt_filter_parse(&f, t->report, expr, &err);

	if (rc)
		fuzz_check_refusal(rc, &err);
	else
		match(t, f, expr);
	gt_filter_free(f);
}

static void fail_if(const char *expr)
{
	struct gt_table_args args = { 0 };
	struct gt_error err = { 0 };
	struct gt_buf why = { 0 };
	struct gt_failif *f;
	bool exceeded = false;
	int rc = gt_failif_parse(&f, expr, &err);

	if (rc)
		fuzz_check_refusal(rc, &err);
	else
		rc = gt_failif_test(f, NULL, &sample.t, &args, &exceeded, &why, &err);
	MUST(rc || !exceeded || why.len > 0);
	gt_buf_release(&why);
	gt_failif_free(f);
}

static void number(const char *text)
{
	struct gt_buf again = { 0 };
	int64_t ns = 0, same;
	uint64_t v;

	if (gt_point_parse(text, GT_LAST_NS, &ns) == 0 || gt_parse_dur(text, &ns) == 0) {
		MUST(ns >= 0);
		gt_buf_printf(&again, "%" PRId64 "ns", ns);
		MUST(gt_parse_dur(gt_buf_str(&again), &same) == 0 && same == ns);
		gt_human_dur(&again, ns);
		gt_human_time(&again, ns);
	}
	if (gt_parse_u64(text, &v) == 0 || gt_parse_bytes(text, &v) == 0) {
		gt_human_bytes(&again, v);
		gt_human_count(&again, v);
	}
	gt_buf_release(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	char *text = gt_xmemdup0(bytes, n), *expr = strchr(text, '\n');
	unsigned report = 0;

	if (expr) {
		*expr++ = '\0';
		while (gt_report_at(report) && strcmp(gt_report_at(report)->name, text) != 0)
			report++;
		if (gt_report_at(report))
			filter(tables[report], expr);
		else if (strcmp(text, "--fail-if") == 0)
			fail_if(expr);
		else
			number(expr);
	}
	free(text);
	return 0;
}
