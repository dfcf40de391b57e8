/* Queues: waits for a channel in small traces written by hand, and what kind of queue who ended them makes of it. */
#include "analysis/queues/queueing.h"
#include "analysis/queues/queuelook.h"
#include "analysis/table/reports.h"
#include "handmade.h"
#include "tap/tap.h"

/* As HANDMADE_TABLES, but string 1 is "chan send", 5 "sleep". */
#define TABLES \
	"b1,none,5[08 u1000000000]" \
	" b1,none,5[02 03 01 01 10 02 04 05 03 02 01 20 03 04 07]" \
	" b1,none,5[04 05 01 09 63 68 61 6e 20 73 65 6e 64 05 02 06 6d 61 69 6e 2e 66 05 03 06 6d 61 69 6e 2e 67" \
	" 05 04 04 78 2e 67 6f 05 05 05 73 6c 65 65 70] "

/* Goroutine 1 has what the two others want, and sleeps. */
#define BEGIN TABLES \
	"b1,1,10[" \
	"0d 01 00 01 "           /*   6 ProcStatus p=0 running */ \
	"19 01 01 01 02 "        /*   7 GoStatus g=1 m=1 running */ \
	"0e 08 05 02 01 "        /*  15 GoCreate g=5 */ \
	"0e 01 06 02 01 "        /*  16 GoCreate g=6 */ \
	"14 09 05 02 "           /*  25 GoBlock sleep */ \
	"10 05 05 01 "           /*  30 GoStart g=5 */ \
	"14 05 01 01 "           /*  35 GoBlock chan send, main.f */ \
	"10 05 06 01 "           /*  40 GoStart g=6 */ \
	"14 05 01 01 "           /*  45 GoBlock chan send, main.f */ \
	"15 32 01 01 00 "        /*  95 GoUnblock g=1, by a timer */ \
	"10 05 01 02 "           /* 100 GoStart g=1 */

/* Each gives it to one that waits, and the first one wants it again. */
static const char handed_on[] = BEGIN
	"15 05 05 02 02 "        /* 105 GoUnblock g=5, main.g */
	"14 05 01 01 "           /* 110 GoBlock chan send, main.f */
	"10 05 05 03 "           /* 115 GoStart g=5 */
	"15 14 06 02 02 "        /* 135 GoUnblock g=6, main.g */
	"11 05 "                 /* 140 GoDestroy */
	"10 05 06 03 "           /* 145 GoStart g=6 */
	"15 0a 01 03 02 "        /* 155 GoUnblock g=1, main.g */
	"11 05 "                 /* 160 GoDestroy */
	"10 05 01 04 "           /* 165 GoStart g=1 */
	"11 05]";                /* 170 GoDestroy */

/* Goroutine 1 makes room for both and goes. */
static const char taken[] = BEGIN
	"15 05 05 02 02 "        /* 105 GoUnblock g=5, main.g */
	"15 05 06 02 02 "        /* 110 GoUnblock g=6, main.g */
	"11 05 "                 /* 115 GoDestroy */
	"10 05 05 03 "           /* 120 GoStart g=5 */
	"11 05]";                /* 125 GoDestroy */

/* ... but waits there itself: for all that it had, it gave two. */
static const char gave_two[] = BEGIN
	"15 05 05 02 02 "        /* 105 GoUnblock g=5, main.g */
	"15 05 06 02 02 "        /* 110 GoUnblock g=6, main.g */
	"14 05 01 01 "           /* 115 GoBlock chan send, main.f */
	"10 05 05 03 "           /* 120 GoStart g=5 */
	"11 05]";                /* 125 GoDestroy */

struct made {
	struct gt_trace *t;
	struct gt_queueing q;
};

static struct made make_queues(const char *spec, int64_t from, int64_t to)
{
	struct made m = { .t = handmade_open_spec(spec) };
	struct gt_table_args args = { .limited = true, .from = from, .to = to };
	struct gt_error err;

	if (gt_queueing_make(&m.q, m.t, &args, &err))
		tap_bail("%s", err.text);
	return m;
}

static void end_queues(struct made *m)
{
	gt_queueing_release(&m->q);
	gt_trace_close(m->t);
}

/* What goroutines hand on to each other is a limit. */
TAP_TEST(limit)
{
	struct made m = make_queues(handed_on, 0, INT64_MAX);
	const struct gt_queue *k = m.q.v;
	const struct gt_queue_site *at, *wakes;

	tap_is_int(m.q.n, 1, "one place");
	at = gt_queue_site_at(&m.q, k->site);
	wakes = gt_queue_site_at(&m.q, k->wakes);
	tap_ok(at && at->line == 5 && wakes && wakes->line == 7, "where they wait, where they are woken");
	tap_is_int(k->kind, GT_QUEUE_LIMIT, "its kind");
	tap_is_int(k->nequal, 3, "all by those who wait there, too");
	tap_is_int(k->n, 3, "waits");
	tap_is_int(k->wait, 70 + 90 + 45, "their time");
	tap_is_int(k->max, 90, "the longest");
	tap_is_int(k->p50, 70, "their median");
	tap_is_int(k->some, 155 - 35, "at least one waits");
	tap_is_int(k->waiters, 2, "most at a time");
	tap_is_int(k->holders, 1, "one holds it");
	tap_is_int(k->hold, 155 - 35, "all the time");
	tap_is_int(k->did[GT_SPENT_BLOCK], 60, "asleep");
	tap_is_int(k->did[GT_SPENT_EXEC], 5 + 20 + 10, "running");
	tap_is_int(k->did[GT_SPENT_SCHED], 5 + 10 + 10, "runnable");
	/* 35 - 40, 45 - 100, 110 - 115, 140 - 145 */
	tap_is_int(k->harm, 70, "while nothing ran");
	end_queues(&m);
}

/* What of it lies in a range. */
TAP_TEST(range)
{
	struct made m = make_queues(handed_on, 50, 120);
	const struct gt_queue *k = m.q.v;

	tap_is_int(k->n, 3, "all that touch it");
	tap_is_int(k->wait, (105 - 50) + (120 - 50) + (120 - 110), "their parts in it");
	tap_is_int(k->some, 120 - 50, "at least one waits");
	end_queues(&m);
}

/* Who only makes room is no equal. */
TAP_TEST(room)
{
	struct made m = make_queues(taken, 0, INT64_MAX);
	const struct gt_queue *k = m.q.v;

	tap_is_int(k->kind, GT_QUEUE_ROOM, "senders wait for room");
	tap_is_int(k->nother, 2, "woken by another");
	tap_is_int(k->wait, 70 + 65, "their time");
	end_queues(&m);
}

/* Nobody gives back more than it took. */
TAP_TEST(more)
{
	struct made m = make_queues(gave_two, 0, INT64_MAX);
	const struct gt_queue *k = m.q.v;

	tap_is_int(k->nequal, 2, "it waits there, too");
	tap_is_int(k->nmore, 1, "the second was none to give");
	tap_is_int(k->kind, GT_QUEUE_UNKNOWN, "no limit");
	tap_is_int(k->harm, 0, "no harm");
	end_queues(&m);
}

/* The same in steps: waits that are longer than a limit count. */
TAP_TEST(look)
{
	struct gt_trace *t = handmade_open_spec(handed_on);
	struct gt_queue_look *k = gt_queue_look_new(t, 0, INT64_MAX, 69, 0);
	const struct gt_queue_cost *c;
	struct gt_error err;
	size_t n;

	while (gt_queue_look_step(k, &err) > 0)
		;
	c = gt_queue_look_costs(k, &n);
	tap_is_int(n, 1, "one costs something");
	tap_is_int(c->nlong, 2, "long waits");
	tap_is_int(c->n, 3, "of all");
	/* Between 35 and 135. */
	tap_is_int(c->harm, 65, "while nothing ran");
	tap_is_int(c->held, 120, "held");
	tap_is_int(c->asleep, 60, "asleep");
	tap_is_int(c->line, 5, "where");
	tap_is_int(c->waker_line, 7, "where they were woken");
	gt_queue_look_free(k);
	gt_trace_close(t);
}

/* Start, and the queue, of each row of what led up to the end of goroutine 6. */
static void test_queues_of_path(struct gt_trace *t, const struct gt_report *report, const char *want)
{
	const struct gt_table_args args = { .has_g = true, .g = gt_goroutine_find(t, 6, INT64_MAX), .has_time = true,
					    .time = 160, .limited = true, .from = 20, .to = 160 };
	struct gt_table *table;
	struct gt_buf text = { 0 };
	struct gt_error err;
	struct gt_cell c;

	if (gt_table_open(&table, report, t, &args, &err))
		tap_bail("%s", err.text);
	for (uint64_t row = 0; row < table->rows; row++) {
		gt_table_cell(table, row, gt_report_column(report, "start_ns", 8), &c);
		gt_buf_printf(&text, " %d", (int)c.i);
		gt_table_cell(table, row, gt_report_column(report, "queue", 5), &c);
		if (!c.null)
			gt_buf_printf(&text, " %.*s", (int)c.n, c.s);
	}
	tap_is_str(gt_buf_str(&text), want, "%s", report->name);
	gt_buf_release(&text);
	gt_table_close(table);
}

/* A step that wakes another names the queue that this had waited in; one that sleeps names none. */
TAP_TEST(paths)
{
	struct gt_trace *t = handmade_open_spec(handed_on);

	test_queues_of_path(t, &gt_report_path, " 145 135 115 main.f:5 105 100 main.f:5 95 45");
	/* Goroutine 5 has waited since 35, but 6 only since 45: then that goes on, before its wait. */
	test_queues_of_path(t, &gt_report_critpath, " 145 135 115 main.f:5 105 100 main.f:5 95 45 40 20");
	gt_trace_close(t);
}
