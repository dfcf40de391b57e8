/* Call trees: paths of functions, what they weigh, which rows are shown. */
#include <inttypes.h>

#include "analysis/profiles/kept.h"
#include "handmade.h"
#include "tap/tap.h"

/*
 * Goroutine 1 waits (sync) 3 ns in main.f, 4 in main.g, which main.f called, and 5 in main.f, which main.f called,
 * which main.g called; another wait does not end.
 */
static const char scene[] =
	"b1,none,5[08 u1000000000]"
	" b1,none,5[02 03 01 01 10 02 04 05"                           /* main.f:5 */
	" 03 02 02 20 03 04 07 10 02 04 05"                           /* main.g:7, main.f:5 */
	" 03 03 03 11 02 04 06 10 02 04 05 20 03 04 07]"               /* main.f:6, main.f:5, main.g:7 */
	" b1,none,5[04 05 01 04 73 79 6e 63 05 02 06 6d 61 69 6e 2e 66 05 03 06 6d 61 69 6e 2e 67"
	" 05 04 04 78 2e 67 6f] "
	"b1,1,10["
	"0d 01 00 01 "           /* ProcStatus p=0 running */
	"19 01 01 01 02 "        /* GoStatus g=1 m=1 running */
	"14 01 01 01 15 03 01 01 00 10 01 01 02 "
	"14 01 01 02 15 04 01 03 00 10 01 01 04 "
	"14 01 01 03 15 05 01 05 00 10 01 01 06 "
	"14 01 01 01 0b 02]";

static void put_nodes(struct gt_buf *out, const struct gt_trace *t, const struct gt_calltree *c)
{
	for (uint32_t i = 0; i < c->n; i++) {
		const struct gt_call_node *n = &c->nodes[i];

		gt_buf_printf(out, "%s%" PRIu32 " ", i ? ", " : "", n->depth);
		gt_call_node_text(out, t, n);
		gt_buf_printf(out, " %" PRId64 "/%" PRId64 "%s", n->total, n->self, n->lines ? " lines" : "");
	}
}

static void test_tree(struct gt_trace *t, enum gt_calltree_form form, const char *want)
{
	const struct gt_profile_args args = {
		.kind = GT_PROFILE_SYNC, .scope = { .from = INT64_MIN, .to = INT64_MAX } };
	struct gt_buf text = { 0 };
	struct gt_calltree c;
	struct gt_profile p;

	tap_is_int(gt_profile_make(&p, t, &args, NULL), 0, "the profile is made");
	tap_is_u64(p.unfinished, 1, "one wait is open");
	gt_calltree_make(&c, t, &p, form);
	put_nodes(&text, t, &c);
	tap_is_str(gt_buf_str(&text), want, "form %d", form);
	gt_calltree_release(&c);
	gt_profile_release(&p);
	gt_buf_release(&text);
}

static void test_rows(struct gt_trace *t, const struct gt_tree_args *tree, const char *want, const char *name)
{
	struct gt_table_args args = { .limited = false };
	struct gt_buf text = { 0 };
	struct gt_table *table;

	*gt_tree_args_in(&args) = *tree;
	gt_tree_args_in(&args)->profile = GT_PROFILE_SYNC;
	if (gt_table_open(&table, &gt_report_calltree, t, &args, NULL))
		tap_bail("no table");
	for (uint64_t row = 0; row < table->rows; row++)
		gt_buf_printf(&text, "%s%" PRIu32 "%s", row ? " " : "", gt_calltree_node(table, row),
			      gt_calltree_folded(table, row) ? "+" : "");
	tap_is_str(gt_buf_str(&text), want, "%s", name);
	gt_table_close(table);
	gt_buf_release(&text);
}

static void test_kept(struct gt_trace *t)
{
	struct gt_profile_args args = {
		.kind = GT_PROFILE_SYNC, .scope = { .from = INT64_MIN, .to = INT64_MAX, .func = "main.f" } };
	struct gt_kept_profile *a, *b;
	char same[] = "main.f";
	struct gt_lastkept kept;

	gt_lastkept_init(&kept);
	tap_ok(!gt_kept_has(&kept, t, &args, GT_CALLTREE_UP), "nothing is kept yet");
	tap_is_int(gt_kept_get(&kept, &a, t, &args, NULL), 0, "a profile is made");
	tap_ok(!gt_kept_has(&kept, t, &args, GT_CALLTREE_UP), "its tree is not");
	gt_kept_tree(a, t, GT_CALLTREE_UP);
	args.scope.func = same;
	tap_ok(gt_kept_has(&kept, t, &args, GT_CALLTREE_UP), "it is kept, by the text of a name");
	tap_is_int(gt_kept_get(&kept, &b, t, &args, NULL), 0, "it is had again");
	tap_ok(a == b, "and is the same one");
	gt_shared_put(b);
	args.scope.to = 5;
	tap_is_int(gt_kept_get(&kept, &b, t, &args, NULL), 0, "another range");
	tap_ok(a != b, "is another one");
	gt_shared_put(a);
	gt_shared_put(b);
	gt_lastkept_release(&kept);
}

/* ---- two sides ---- */

/*
 * The same names in other rows of another trace: goroutine 1 waits 6 ns in main.f, 4 in main.h, which main.f called,
 * and 5 in main.f, which main.f called, which main.g called.
 */
static const char other[] =
	"b1,none,5[08 u1000000000]"
	" b1,none,5[02 03 01 01 10 01 04 05"
	" 03 02 02 20 03 04 07 10 01 04 05"
	" 03 03 03 11 01 04 06 10 01 04 05 21 02 04 07]"
	" b1,none,5[04 05 05 04 73 79 6e 63 05 01 06 6d 61 69 6e 2e 66 05 02 06 6d 61 69 6e 2e 67"
	" 05 03 06 6d 61 69 6e 2e 68 05 04 04 78 2e 67 6f] "
	"b1,1,10["
	"0d 01 00 01 "
	"19 01 01 01 02 "
	"14 01 05 01 15 06 01 01 00 10 01 01 02 "
	"14 01 05 02 15 04 01 03 00 10 01 01 04 "
	"14 01 05 03 15 05 01 05 00 10 01 01 06 "
	"14 01 05 01 0b 02]";

static void put_diffs(struct gt_buf *out, const struct gt_calltree *c)
{
	for (uint32_t i = 0; i < c->n; i++) {
		const struct gt_call_node *n = &c->nodes[i];
		const struct gt_call_diff *d = &c->diff[i];

		gt_buf_printf(out, "%s%" PRIu32 " ", i ? ", " : "", n->depth);
		gt_call_node_text(out, d->t, n);
		gt_buf_printf(out, " %" PRId64 "/%" PRId64 " to %" PRId64 "/%" PRId64, d->total, d->self, n->total,
			      n->self);
		gt_buf_printf(out, " moved %g %+d", d->moved, gt_call_sign(c, i));
	}
}

static void join(struct gt_calltree *c, struct gt_trace *const *traces, size_t nold, size_t n, const double *seconds,
		 enum gt_calltree_form form)
{
	const struct gt_profile_args args = {
		.kind = GT_PROFILE_SYNC, .scope = { .from = INT64_MIN, .to = INT64_MAX } };
	struct gt_profiled parts[4];
	struct gt_profile made[4];

	for (size_t i = 0; i < n; i++) {
		if (gt_profile_make(&made[i], traces[i], &args, NULL))
			tap_bail("no profile");
		parts[i] = (struct gt_profiled){ .t = traces[i], .p = &made[i], .old = i < nold };
	}
	gt_calltree_join(c, parts, n, seconds, form);
	for (size_t i = 0; i < n; i++)
		gt_profile_release(&made[i]);
}

static void test_join(struct gt_trace *const *traces, size_t nold, size_t n, const double *seconds,
		      enum gt_calltree_form form, const char *want, const char *name)
{
	struct gt_buf text = { 0 };
	struct gt_calltree c;

	join(&c, traces, nold, n, seconds, form);
	put_diffs(&text, &c);
	tap_is_str(gt_buf_str(&text), want, "%s", name);
	gt_calltree_release(&c);
	gt_buf_release(&text);
}

static void test_joins(struct gt_trace *t)
{
	struct gt_trace *u = handmade_open_spec(other);

	test_join((struct gt_trace *[]){ t, u }, 1, 2, (const double[]){ 1, 1 }, GT_CALLTREE_DOWN,
		  "0 all 12/0 to 15/0 moved 11 +1, "
		  "1 main.f 7/3 to 10/6 moved 11 +1, 2 main.g 4/4 to 0/0 moved 4 -1, 2 main.h 0/0 to 4/4 moved 4 +1, "
		  "1 main.g 5/0 to 5/0 moved 0 +0, 2 main.f 5/0 to 5/0 moved 0 +0, 3 main.f 5/5 to 5/5 moved 0 +0",
		  "two sides by names, what moved most first");
	test_join((struct gt_trace *[]){ t, u }, 1, 2, (const double[]){ 1, 1 }, GT_CALLTREE_FLAT,
		  "0 all 12/0 to 15/0 moved 0 +1, 1 main.g 9/4 to 5/0 moved 4 -1, 1 main.h 0/0 to 4/4 moved 4 +1, "
		  "1 main.f 12/8 to 15/11 moved 3 +1", "by function");
	test_join((struct gt_trace *[]){ t, t, t }, 1, 3, (const double[]){ 1, 2 }, GT_CALLTREE_DOWN,
		  "0 all 12/0 to 24/0 moved 0 +0, 1 main.f 7/3 to 14/6 moved 0 +0, 2 main.g 4/4 to 8/8 moved 0 +0, "
		  "1 main.g 5/0 to 10/0 moved 0 +0, 2 main.f 5/0 to 10/0 moved 0 +0, 3 main.f 5/5 to 10/10 moved 0 +0",
		  "two traces of twice the time, and one");
	gt_trace_close(u);
}

TAP_TEST(signs)
{
	static const struct { int64_t a, b; int sign; } cases[] = {
		{ 100, 111, 0 }, { 100, 112, 1 }, { 111, 100, 0 }, { 112, 100, -1 },
		{ 0, 0, 0 }, { 0, 1, 1 }, { 1, 0, -1 },
		{ 0, INT64_MAX, 1 }, { INT64_MAX, INT64_MAX, 0 },
	};
	struct gt_call_node node = { .func = 0 };
	struct gt_call_diff diff = { .count = 0 };
	struct gt_calltree c = { .nodes = &node, .diff = &diff, .seconds = { 1, 1 }, .n = 1 };

	for (size_t i = 0; i < GT_COUNT(cases); i++) {
		diff.total = cases[i].a;
		node.total = cases[i].b;
		tap_is_int(gt_call_sign(&c, 0), cases[i].sign, "from %" PRId64 " to %" PRId64, cases[i].a, cases[i].b);
	}
	diff.total = 100;
	node.total = 300;
	c.seconds[1] = 3;
	tap_is_int(gt_call_sign(&c, 0), 0, "three times as much in three times the time");
	c.seconds[0] = 0;
	tap_is_int(gt_call_sign(&c, 0), 0, "against no time at all");
}

TAP_TEST(trees)
{
	struct gt_trace *t = handmade_open_spec(scene);

	test_tree(t, GT_CALLTREE_DOWN, "0 all 12/0, 1 main.f 7/3, 2 main.g 4/4, 1 main.g 5/0, 2 main.f 5/0, 3 main.f 5/5");
	test_tree(t, GT_CALLTREE_UP, "0 all 12/0, 1 main.f 8/3 lines, 2 main.f 5/0, 3 main.g 5/5, 1 main.g 4/0, 2 main.f 4/4");
	/* A function that calls itself counts once. */
	test_tree(t, GT_CALLTREE_FLAT, "0 all 12/0, 1 main.f 12/8 lines, 1 main.g 9/4");
	test_joins(t);
	test_kept(t);
	test_rows(t, &(struct gt_tree_args){ .root = 0 }, "0 1 2 3 4 5", "all rows");
	test_rows(t, &(struct gt_tree_args){ .ntoggled = 1, .toggled = { 1 } }, "0 1+ 3 4 5", "one is folded");
	test_rows(t, &(struct gt_tree_args){ .ntoggled = 1, .toggled = { 5 } }, "0 1 2 3 4 5",
		  "what has nothing below it cannot be folded");
	test_rows(t, &(struct gt_tree_args){ .root = 3 }, "3 4 5", "a part");
	test_rows(t, &(struct gt_tree_args){ .root = 99 }, "0 1 2 3 4 5", "a part that is not there");
	gt_trace_close(t);
}
