/* Classes of values: which numbers are in one, how people read it, and that its filter has no others. */
#include "analysis/table/valueclass.h"

#include <string.h>

#include "analysis/table/filter.h"
#include "base/buf.h"
#include "fake.h"
#include "tap/tap.h"

static void has_class(const struct gt_value_steps *s, uint64_t bits, const char *text, const char *filter)
{
	struct gt_cell c = { .kind = s->kind, .u = bits };
	struct gt_buf got = { 0 };
	int64_t n = gt_value_class(s, &c);

	gt_value_class_text(&got, s, n);
	tap_is_str(gt_buf_str(&got), text, "%s", text);
	gt_buf_reset(&got);
	gt_value_class_filter(&got, s, "x", n);
	tap_is_str(gt_buf_str(&got), filter, "%s: its filter", text);
	gt_buf_release(&got);
}

static void has_real(double r, const char *text, const char *filter)
{
	struct gt_value_steps s;
	uint64_t bits;

	gt_value_steps_init(&s, GT_KIND_REAL, 0, 1);
	memcpy(&bits, &r, sizeof bits);
	has_class(&s, bits, text, filter);
}

TAP_TEST(kinds)
{
	struct gt_value_steps s;
	uint64_t share;

	gt_value_steps_init(&s, GT_KIND_DUR, 0, 1);
	has_class(&s, (uint64_t)INT64_C(-5), "below 100ns", "x<100ns");
	has_class(&s, 99, "below 100ns", "x<100ns");
	has_class(&s, 100, "100ns to 1us", "x>=100ns && x<1us");
	has_class(&s, 999999, "100us to 1ms", "x>=100us && x<1ms");
	has_class(&s, 1000000, "1ms to 10ms", "x>=1ms && x<10ms");
	has_class(&s, INT64_MAX, "1000000000s and more", "x>=1000000000s");
	gt_value_steps_init(&s, GT_KIND_COUNT, 0, 1);
	has_class(&s, 0, "0", "x=0");
	has_class(&s, 9, "9", "x=9");
	has_class(&s, 10, "10 to 99", "x>=10 && x<100");
	has_class(&s, 99999, "10,000 to 99,999", "x>=10000 && x<100000");
	has_class(&s, UINT64_MAX - 1, "10,000,000,000,000,000,000 and more", "x>=10000000000000000000");
	gt_value_steps_init(&s, GT_KIND_BYTES, 0, 1);
	has_class(&s, 0, "0 B", "x=0");
	has_class(&s, 3, "1 B to 4 B", "x>=1 && x<4");
	has_class(&s, 4096, "4.0 KiB to 16.0 KiB", "x>=4096 && x<16384");
	has_class(&s, UINT64_MAX - 1, "4.0 EiB and more", "x>=4611686018427387904");
	gt_value_steps_init(&s, GT_KIND_SHARE, 0, 1);
	memcpy(&share, &(double){ 0.07 }, sizeof share);
	has_class(&s, share, "5% to 10%", "x>=0.05 && x<0.1");
	gt_value_steps_init(&s, GT_KIND_ID, 0, 1);
	has_class(&s, 77, "77", "x=77");
	has_class(&s, GT_P_OUTSIDE, "-1", "x=18446744073709551614");
	gt_value_steps_init(&s, GT_KIND_BOOL, 0, 1);
	has_class(&s, 1, "yes", "x=true");
	has_class(&s, 0, "no", "x=false");
}

TAP_TEST(times)
{
	struct gt_value_steps s;

	/* 20 steps of 185.1 ms, rounded up to 200 ms. */
	gt_value_steps_init(&s, GT_KIND_TIME, 0, 3702218250);
	has_class(&s, 0, "0s to 200ms", "x>=0s && x<200ms");
	has_class(&s, 3702218250, "3600ms to 3800ms", "x>=3600ms && x<3800ms");
	has_class(&s, (uint64_t)INT64_C(-1), "below 0s", "x<0s");
	gt_value_steps_init(&s, GT_KIND_TIME, 5, 5);
	has_class(&s, 7, "7ns to 8ns", "x>=7ns && x<8ns");
}

TAP_TEST(reals)
{
	has_real(0, "0", "x=0");
	has_real(-0.5, "below 0", "x<0");
	has_real(0.05, "0.05 to 0.1", "x>=0.05 && x<0.1");
	has_real(0.0999999, "0.05 to 0.1", "x>=0.05 && x<0.1");
	has_real(0.1, "0.1 to 0.2", "x>=0.1 && x<0.2");
	has_real(1999, "1000 to 2000", "x>=1000 && x<2000");
	has_real(3e-300, "2e-300 to 5e-300", "x>=2e-300 && x<5e-300");
}

/* Of made-up rows: each passes the filter of its class, and no other row does. */
TAP_TEST(filters)
{
	static const struct fake_row rows[] = {
		{ .n = 1, .dur = 5 }, { .n = 10, .dur = 100 }, { .n = 9, .dur = 99 }, { .n = 99, .dur = 100000 },
		{ .n = 100, .dur = 999 }, { .n = 123456, .dur = 1000 }, { .n = 0, .dur = INT64_MAX },
		{ .n = GT_NONE, .dur = GT_NO_TIME },
	};
	struct gt_table *t = fake_open(rows, GT_COUNT(rows));
	unsigned wrong = 0;

	for (unsigned col = FAKE_N; col <= FAKE_DUR; col++) {
		for (uint64_t i = 0; i < GT_COUNT(rows) - 1; i++) {
			const struct gt_column *c = &fake_report.columns[col];
			struct gt_value_steps s;
			struct gt_cell a, b;
			struct gt_buf text = { 0 };
			struct gt_filter *f;

			gt_value_steps_init(&s, c->kind, 0, 1);
			gt_table_cell(t, i, col, &a);
			gt_value_class_filter(&text, &s, c->key, gt_value_class(&s, &a));
			if (gt_filter_parse(&f, &fake_report, gt_buf_str(&text), NULL))
				tap_bail("no filter: %s", gt_buf_str(&text));
			for (uint64_t k = 0; k < GT_COUNT(rows); k++) {
				gt_table_cell(t, k, col, &b);
				wrong += gt_filter_match(f, t, k) !=
					 (!b.null && gt_value_class(&s, &a) == gt_value_class(&s, &b));
			}
			gt_filter_free(f);
			gt_buf_release(&text);
		}
	}
	tap_is_int(wrong, 0, "the filter of a class has the rows of the class");
	gt_table_close(t);
}
