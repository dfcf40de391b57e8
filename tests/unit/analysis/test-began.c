/* What went on when a trace began has gone on since its start: on Ps, in sums and in the tables. */
#include <string.h>

#include "analysis/goroutines/goroutines.h"
#include "analysis/slices/greedy.h"
#include "analysis/table/reports.h"
#include "analysis/findings/rangesum.h"
#include "analysis/reports/summary.h"
#include "base/buf.h"
#include "handmade.h"
#include "tap/tap.h"

/*
 * Three Ps from the start, a fourth from 33 on, which is mentioned at 70.  The goroutines are in the states
 * that these tell since the trace's start.
 */
static const char spec[] = HANDMADE_TABLES
	"b1,1,5["
	"0d 06 00 01 "        /*  6 ProcStatus p=0 running */
	"19 01 01 01 02 "     /*  7 GoStatus g=1 m=1 running */
	"09 02 03 00 "        /*  9 ProcsChange 3 */
	"09 18 04 00 "        /* 33 ProcsChange 4 */
	"14 02 01 01 "        /* 35 GoBlock */
	"0c 05 02 01 03 "     /* 40 ProcSteal p=2 m=3 */
	"0b 05 "              /* 45 ProcStop */
	"0d 19 03 02 "        /* 70 ProcStatus p=3 idle */
	"0d 0a 04 02] "       /* 80 ProcStatus p=4 idle */
	"b1,2,5["
	"0d 13 01 03 "        /* 19 ProcStatus p=1 syscall */
	"19 01 02 02 03 "     /* 20 GoStatus g=2 m=2 syscall */
	"17 0a "              /* 30 GoSyscallEnd */
	"14 14 01 01 "        /* 50 GoBlock */
	"0b 0a] "             /* 60 ProcStop */
	"b1,3,5["
	"0d 15 02 03 "        /* 21 ProcStatus p=2 syscall */
	"19 01 03 03 03 "     /* 22 GoStatus g=3 m=3 syscall */
	"18 21]";             /* 55 GoSyscallEndBlocked */
#define END 81

static uint32_t row_of(const struct gt_trace *t, uint64_t g)
{
	return gt_goroutine_find(t, g, 0);
}

/* The rows of a table, columns one by one. */
static void put_rows(struct gt_trace *t, const struct gt_report *r, struct gt_table_args *args, const unsigned *cols,
		     size_t n, struct gt_buf *out)
{
	struct gt_table *table;
	struct gt_error err;
	struct gt_cell c;

	if (gt_table_open(&table, r, t, args, &err))
		tap_bail("%s", err.text);
	for (uint64_t row = 0; row < table->rows; row++) {
		for (size_t i = 0; i < n; i++) {
			gt_table_cell(table, row, cols[i], &c);
			if (c.null)
				gt_buf_puts(out, "-");
			else if (c.kind == GT_KIND_STRING)
				gt_buf_printf(out, "%.*s", (int)c.n, c.s);
			else
				gt_buf_printf(out, "%lld", (long long)c.i);
			gt_buf_putc(out, i + 1 < n ? ' ' : '\n');
		}
	}
	gt_table_close(table);
}

static void test_greedy(struct gt_trace *t)
{
	static const unsigned cols[] = { GT_GREEDY_G, GT_GREEDY_START, GT_GREEDY_DUR, GT_GREEDY_BEFORE,
					 GT_GREEDY_HELD, GT_GREEDY_START_EVENT, GT_GREEDY_RUN_MAX,
					 GT_GREEDY_SYSCALL };
	static const char *const whole = "1 7 28 7 35 GoStatus 28 0\n"
					 "2 30 20 30 50 GoSyscallEnd 20 0\n"
					 "3 40 0 40 40 GoStatus 0 0\n";
	struct gt_table_args args = { .limited = false }, early = { .limited = true, .to = 7 };
	struct gt_buf out = { 0 };

	gt_greedy_args_in(&args)->split = true;
	put_rows(t, &gt_report_greedy, NULL, cols, GT_COUNT(cols), &out);
	tap_is_str(gt_buf_str(&out), whole, "greedy: from where Go's reader sees them run");
	gt_buf_reset(&out);
	put_rows(t, &gt_report_greedy, &args, cols, 3, &out);
	tap_is_str(gt_buf_str(&out), "1 7 28\n2 30 20\n", "parts: none before a call that went on");
	gt_buf_reset(&out);
	put_rows(t, &gt_report_greedy, &early, cols, 3, &out);
	tap_is_str(gt_buf_str(&out), "", "and none before that");
	gt_buf_release(&out);
}

static void test_procs(struct gt_trace *t)
{
	static const unsigned cols[] = { 0, 1, 2, 3, 4 };
	struct gt_table_args early = { .limited = true, .to = 10 }, late = { .limited = true, .from = 30, .to = 40 };
	struct gt_buf out = { 0 };

	put_rows(t, &gt_report_procs, NULL, cols, GT_COUNT(cols), &out);
	tap_is_str(gt_buf_str(&out), "0 6 35 46 1\n1 19 50 31 1\n2 21 40 41 1\n3 70 0 48 0\n4 80 0 0 0\n",
		   "a P is busy or idle while GOMAXPROCS allows for it");
	gt_buf_reset(&out);
	put_rows(t, &gt_report_procs, &early, cols, GT_COUNT(cols), &out);
	tap_is_str(gt_buf_str(&out), "0 6 10 0 1\n1 19 10 0 1\n2 21 10 0 1\n3 70 0 0 0\n4 80 0 0 0\n",
		   "before all of their events");
	gt_buf_reset(&out);
	put_rows(t, &gt_report_procs, &late, cols, GT_COUNT(cols), &out);
	tap_is_str(gt_buf_str(&out), "0 6 5 5 1\n1 19 10 0 1\n2 21 10 0 1\n3 70 0 7 0\n4 80 0 0 0\n",
		   "while one is added");
	gt_buf_release(&out);
}

/* The same sums wherever they are asked for. */
static void test_sums(struct gt_trace *t, int64_t from, int64_t to)
{
	static const enum gt_spent held[] = { GT_SPENT_EXEC, GT_SPENT_SYSCALL };
	int64_t lives = 0, lanes = 0, busy = 0;
	struct gt_rangesum sum;
	struct gt_blame_index b = { 0 };

	for (uint64_t g = 1; g <= 3; g++) {
		struct gt_gsums s = { 0 };

		gt_goroutine_sums(t, row_of(t, g), from, to, &s);
		for (size_t i = 0; i < GT_COUNT(held); i++)
			lives += s.ns[held[i]];
		lanes += gt_goroutine_busy(t, row_of(t, g), from, to);
		gt_gsums_release(&s);
	}
	for (uint32_t proc_row = 0; proc_row < gt_trace_info(t)->procs; proc_row++)
		busy += gt_slices_busy(t, proc_row, from, to);
	gt_blame_index_update(&b, t, 0);
	gt_rangesum_begin(&sum, t, &b, from, to);
	while (!gt_rangesum_step(&sum))
		;
	tap_is_int(lives, busy, "%d to %d: states of goroutines", (int)from, (int)to);
	tap_is_int(lanes, busy, "%d to %d: their lanes", (int)from, (int)to);
	tap_is_int(sum.busy, busy, "%d to %d: the sum of the range", (int)from, (int)to);
	tap_is_int(sum.sweep.idle.procs - sum.sweep.idle.idle >= busy, 1, "%d to %d: who is busy is not idle",
		   (int)from, (int)to);
	gt_rangesum_release(&sum);
	gt_blame_index_release(&b);
}

static void test_states(const struct gt_trace *t)
{
	struct gt_gsums s = { 0 };

	gt_goroutine_sums(t, row_of(t, 2), 0, END, &s);
	tap_ok(s.ns[GT_SPENT_SYSCALL] == 30 && s.ns[GT_SPENT_EXEC] == 20, "in the call since the start");
	gt_goroutine_sums(t, row_of(t, 3), 0, END, &s);
	tap_ok(s.ns[GT_SPENT_SYSCALL] == 40 && s.ns[GT_SPENT_SYSCALL_BLOCK] == 15, "up to the loss of its P");
	gt_gsums_release(&s);
}

/* The thread of a call that has lost its P may have another one when the trace begins: nobody runs there. */
TAP_TEST(other_proc)
{
	struct gt_trace *t = handmade_open_spec(HANDMADE_TABLES
						"b1,1,5["
						"0d 06 01 01 "        /*  6 ProcStatus p=1 running */
						"19 0d 01 01 03 "     /* 19 GoStatus g=1 m=1 syscall */
						"18 05]");            /* 24 GoSyscallEndBlocked */
	struct gt_gsums s = { 0 };

	tap_is_u64(gt_trace_info(t)->slices, 0, "a P that its thread has from elsewhere: no slice");
	gt_goroutine_sums(t, row_of(t, 1), 0, END, &s);
	tap_ok(s.ns[GT_SPENT_SYSCALL] == 0 && s.ns[GT_SPENT_SYSCALL_BLOCK] == 24, "the call has no P");
	gt_gsums_release(&s);
	gt_trace_close(t);
}

TAP_TEST(began)
{
	struct gt_trace *t = handmade_open_spec(spec);
	struct gt_summary s;
	struct gt_error err;

	tap_is_int(gt_trace_info(t)->duration, END, "the trace's end");
	tap_is_int(gt_trace_verify(t, &err), 0, "the index is sound");
	test_greedy(t);
	test_procs(t);
	test_states(t);
	test_sums(t, 0, END);
	test_sums(t, 0, 7);
	test_sums(t, 3, 25);
	test_sums(t, 25, 45);
	gt_summary_fill(&s, t);
	tap_is_int(s.busy, 125, "busy");
	tap_is_int(s.slices_total, 48, "of that, as greedy has it");
	gt_trace_close(t);
}
