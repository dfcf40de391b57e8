/* Filter expressions: what they match, and what is said about bad ones. */
#include "analysis/table/filter.h"

#include <string.h>

#include "analysis/table/lexer.h"
#include "analysis/table/percentile.h"
#include "base/buf.h"
#include "fake.h"
#include "tap/tap.h"

#define NONE GT_NO_TIME

static const struct fake_row rows[] = {
	/* n, dur, name, on, start, end, tag, sync */
	{ 5, 20000000, "main.work", true, 0, 300, "GoStart", 10 },
	{ 3, 5, "runtime.main", false, 50, 60, NULL, NONE },
	{ GT_NONE, NONE, NULL, true, 400, NONE, "GoBlock", 2000000 },
	{ 12, 20000001, "net/http.(*conn).serve", false, 0, 0, NULL, 0 },
};

static const struct {
	const char *expr, *want;   /* rows that match, as digits */
} good[] = {
	{ "n=5", "0" },
	{ "n==5", "0" },
	{ "n!=5", "123" },         /* an absent value is not 5 */
	{ "n>3", "03" },
	{ "n>=3", "013" },
	{ "n<5", "1" },
	{ "n<=5", "01" },
	{ "n", "013" },            /* is there */
	{ "!n", "2" },
	{ "dur>20ms", "3" },
	{ "dur_ns>=20ms", "03" },
	{ "dur<=5ns", "1" },
	{ "dur=5", "1" },
	{ "dur > 1us && n < 10", "0" },
	{ "dur>1us || name~runtime", "013" },
	{ "n=3 || n=5 && on", "01" },
	{ "(n=3 || n=5) && on", "0" },
	{ "!(n=3 || n=5)", "23" },
	{ "!!on", "02" },
	{ "on", "02" },
	{ "on=false", "13" },
	{ "on!=true", "13" },
	{ "name~main", "01" },
	{ "name~MAIN", "" },       /* capitals ask for them */
	{ "name~'(*conn)'", "3" },
	{ "name!~main", "23" },
	{ "name~'^main'", "0" },   /* of the cell */
	{ "name~main$", "1" },
	{ "name~'work|serve$'", "03" },
	{ "name~'\\bma\\w+'", "01" },
	{ "name~'\\d'", "" },
	{ "tags~'o[pb]|lock$'", "2" },
	{ "name~'(*conn).s[a-e]'", "3" },   /* a receiver is no group */
	{ "\"NAME\"~work", "0" },  /* a title, in any case */
	{ "name=\"main.work\"", "0" },
	{ "name>n", "13" },
	{ "start<=50ns && end>=60ns", "01" },
	{ "end", "013" },
	{ "tags~block", "2" },
	{ "tags", "02" },
	{ "tags=GoStart", "0" },
	{ "tags!=GoStart", "123" },
	{ "sums.sync>1ms", "2" },
	{ "sums_ns.sync", "023" },
	{ "sums.'sync'<=10ns", "03" },
	{ "sums.none>0", "" },
	{ "sums~sync", "023" },
	{ "'main'", "01" },        /* anywhere */
	{ "'goblock'", "2" },
	{ "!'main' && dur", "3" },
};

static const struct {
	const char *expr, *says;
} bad[] = {
	{ "", "a column name is missing, at the end" },
	{ "nn=5", "no column 'nn' in fake; there are: n dur_ns name on start_ns end_ns tags sums_ns" },
	{ "n=", "a value is missing, at the end" },
	{ "n=&&", "a value is missing, at '&&'" },
	{ "n=five", "not a number or duration that fits the column, at 'five'" },
	{ "n=-1", "not a number" },
	{ "dur>5parsecs", "not a number or duration that fits the column, at '5parsecs'" },
	{ "n~5", "~ looks into text, this column holds none" },
	{ "n=5 && name~'(main'", "no regular expression: " },
	{ "tags>5", "this column has no order: use ~" },
	{ "n=5 on", "&& or || is missing, at 'on'" },
	{ "(n=5", "')' is missing, at the end" },
	{ "n=5)", "&& or || is missing, at ')'" },
	{ "n=5 &&", "a column name is missing" },
	{ "&& n", "a column name is missing, at '&& n'" },
	{ "'open", "a column name is missing, at ''open'" },
	{ "n & 5", "&& or || is missing, at '& 5'" },
	{ "name.x=5", "no column 'name.x'" },
};

static void test_good(struct gt_table *t)
{
	struct gt_buf got = { 0 };
	struct gt_error err;

	for (size_t i = 0; i < GT_COUNT(good); i++) {
		struct gt_filter *f;

		if (gt_filter_parse(&f, &fake_report, good[i].expr, &err)) {
			tap_fail("%s: %s", good[i].expr, err.text);
			continue;
		}
		gt_buf_reset(&got);
		for (uint64_t row = 0; row < t->rows; row++)
			if (gt_filter_match(f, t, row))
				gt_buf_u64(&got, row);
		tap_is_str(gt_buf_str(&got), good[i].want, "%s", good[i].expr);
		gt_filter_free(f);
	}
	gt_buf_release(&got);
}

TAP_TEST(bad)
{
	char deep[3000];

	for (size_t i = 0; i < GT_COUNT(bad); i++) {
		struct gt_error err = { 0 };
		struct gt_filter *f;
		int rc = gt_filter_parse(&f, &fake_report, bad[i].expr, &err);

		tap_ok(rc == GT_ERR_USAGE && !f, "refused: %s", bad[i].expr);
		if (!tap_ok(strstr(err.text, bad[i].says), "and why"))
			tap_diag("%s", err.text);
		if (strstr(bad[i].expr, "(main"))
			tap_is_u64(err.offset, 12, "and where");
	}
	memset(deep, '(', sizeof deep - 1);
	deep[sizeof deep - 1] = '\0';
	for (int i = 0; i < 2; i++) {
		struct gt_error err = { 0 };
		struct gt_filter *f;

		tap_is_int(gt_filter_parse(&f, &fake_report, deep, &err), GT_ERR_USAGE, "3000 nested levels");
		memset(deep, '!', sizeof deep - 1);
	}
}

TAP_TEST(percentiles)
{
	int64_t v[100], one = 7;

	for (int i = 0; i < 100; i++)
		v[i] = 100 - i;
	gt_sort_i64(v, 100);
	tap_is_int(gt_percentile_i64(v, 100, 0.5), 50, "median of 1 to 100");
	tap_is_int(gt_percentile_i64(v, 100, 0.99), 99, "p99");
	tap_is_int(gt_percentile_i64(v, 100, 0.991), 100, "p99.1");
	tap_is_int(gt_percentile_i64(v, 100, 1), 100, "p100");
	tap_is_int(gt_percentile_i64(v, 100, 0), 1, "p0");
	tap_is_int(gt_percentile_i64(&one, 1, 0.01), 7, "of one value");
	tap_is_int(gt_percentile_i64(NULL, 0, 0.5), 0, "of none");
}

TAP_TEST(matches)
{
	struct gt_table *t = fake_open(rows, GT_COUNT(rows));

	test_good(t);
	gt_table_close(t);
}
