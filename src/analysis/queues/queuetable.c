/* The reports "queues" and "queuewaits". */
#include "analysis/goroutines/owner.h"
#include "analysis/queues/queueing.h"
#include "analysis/stacks/stacktext.h"
#include "analysis/table/reports.h"
#include "base/sat.h"
#include "base/xalloc.h"

struct queuetable {
	struct gt_table head;
	struct gt_queueing queues;
	struct gt_item totals[8], *did;
	size_t cap;
};

static int queuetable_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct queuetable *qt = (struct queuetable *)t;
	int rc = gt_queueing_make(&qt->queues, t->trace, args, err);

	if (!rc)
		t->rows = t->report == &gt_report_queues ? qt->queues.n : qt->queues.nwaits;
	return rc;
}

static void queuetable_close(struct gt_table *t)
{
	struct queuetable *qt = (struct queuetable *)t;

	gt_queueing_release(&qt->queues);
	free(qt->did);
}

const struct gt_queueing *gt_queueing_of(const struct gt_table *t)
{
	return &((const struct queuetable *)t)->queues;
}

/* Both: the same sums. */
static size_t queuetable_totals(struct gt_table *t, const struct gt_item **items)
{
	struct queuetable *qt = (struct queuetable *)t;
	uint64_t n = 0, open = 0;
	int64_t wait = 0, open_ns = 0;
	size_t m = 0;

	for (size_t i = 0; i < qt->queues.n; i++) {
		n += qt->queues.v[i].n;
		open += qt->queues.v[i].nopen;
		gt_sat_grow(&wait, qt->queues.v[i].wait);
		gt_sat_grow(&open_ns, qt->queues.v[i].open);
	}
	gt_item_u(&qt->totals[m++], "waits", n);
	gt_item_ns(&qt->totals[m++], "wait_ns", wait);
	gt_item_u(&qt->totals[m++], "open_waits", open);
	gt_item_ns(&qt->totals[m++], "open_ns", open_ns);
	gt_item_ns(&qt->totals[m++], "from_ns", qt->queues.from);
	gt_item_ns(&qt->totals[m++], "to_ns", qt->queues.until);
	*items = qt->totals;
	return m;
}

static const char no_waker[] = "not known";

static void cell_queue_site(struct gt_table *t, struct gt_cell *out, uint32_t site)
{
	gt_cell_queue(out, t, gt_queue_site_at(gt_queueing_of(t), site));
}

/* Of a queue, and of the one that a wait is in. */
static void queue_where(struct gt_table *t, struct gt_cell *out)
{
	cell_queue_site(t, out, ((const struct gt_queue *)t->at)->site);
}

static const void *queue_site(struct gt_table *t)
{
	return gt_queue_site_at(gt_queueing_of(t), ((const struct gt_queue *)t->at)->site);
}

static const void *queue_waking_site(struct gt_table *t)
{
	return gt_queue_site_at(gt_queueing_of(t), ((const struct gt_queue *)t->at)->wakes);
}

static void queue_leaf(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_queue_site *at = queue_site(t);

	if (at)
		gt_cell_string(out, t->trace, at->leaf);
}

static void queue_reason(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_reason(out, t->trace, ((const struct gt_queue *)t->at)->reason);
}

static void queue_kind(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_word(out, gt_queue_kind_name((enum gt_queue_kind)((const struct gt_queue *)t->at)->kind));
}

/* ---- queues ---- */

static const void *queues_row(struct gt_table *t, uint64_t row)
{
	return &gt_queueing_of(t)->v[row];
}

static void queue_wakes(struct gt_table *t, struct gt_cell *out)
{
	cell_queue_site(t, out, ((const struct gt_queue *)t->at)->wakes);
	out->absent = no_waker;
}

static void queue_mean(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_queue *k = t->at;

	if (k->some > 0)
		gt_cell_r(out, (double)k->wait / (double)k->some);
}

static void queue_did_most(struct gt_table *t, struct gt_cell *out)
{
	double share;
	size_t n = 0;
	const char *s = gt_queue_did_most(gt_queueing_of(t), t->at, &share, &n);

	gt_cell_s(out, s, n);
}

static void queue_did_share(struct gt_table *t, struct gt_cell *out)
{
	double share;
	size_t n = 0;

	if (gt_queue_did_most(gt_queueing_of(t), t->at, &share, &n))
		gt_cell_r(out, share);
}

static void put_did(struct queuetable *qt, size_t i, const char *key, size_t n, int64_t ns)
{
	GT_GROW(qt->did, qt->cap, i + 1);
	qt->did[i] = (struct gt_item){ .key = key, .nkey = n, .value = { .kind = GT_KIND_DUR, .i = ns } };
}

/* The states, and waits by reason. */
static void queue_did(struct gt_table *t, struct gt_cell *out)
{
	struct queuetable *qt = (struct queuetable *)t;
	const struct gt_queue *k = t->at;
	size_t n = 0, len;

	for (int s = 0; s < GT_SPENT_KINDS; s++) {
		const char *name = gt_spent_name((enum gt_spent)s);

		if (s != GT_SPENT_BLOCK && k->did[s])
			put_did(qt, n++, name, strlen(name), k->did[s]);
	}
	for (size_t i = 0; i < k->nblocks; i++) {
		const char *name = gt_trace_string(t->trace, k->blocks[i].reason, &len);

		put_did(qt, n++, name, len, k->blocks[i].ns);
	}
	if (n)
		gt_cell_items(out, qt->did, n);
}

static void queue_confidence(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_word(out, gt_queue_confidence(t->at));
}

static void queue_max_g(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_queue *k = t->at;

	gt_cell_goroutine(out, t->trace, gt_queue_wait_at(gt_queueing_of(t), k->longest)->g);
}

static void queue_max_start(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_queueing *q = gt_queueing_of(t);

	gt_cell_i(out, gt_queue_clip(q, gt_queue_wait_at(q, ((const struct gt_queue *)t->at)->longest)->begin));
}

#define QUEUE(member) GT_FIELD(struct gt_queue, member)

static const struct gt_column queues_columns[] = {
	{ "where", "Queue", GT_KIND_STRING, GT_COL_FUNC, 28,
		"where goroutines waited: the innermost frame outside of the standard library and golang.org/x/sync",
		.cell = queue_where },
	{ GT_COLUMN_LEAF("leaf", GT_COL_MORE), .cell = queue_leaf },
	{ "reason", "For", GT_KIND_STRING, 0, 12, "what they waited for", .cell = queue_reason },
	{ "kind", "Kind", GT_KIND_STRING, 0, 7,
		"a guess: limit: who wakes has waited there, too; room: senders waited for room; work: receivers waited for work",
		.cell = queue_kind },
	{ "waits", "Waits", GT_KIND_COUNT, GT_COL_DESC, 7, "how many ended", QUEUE(n) },
	{ "wait_ns", "Total", GT_KIND_DUR, GT_COL_DESC, 9, "how long these lasted together", QUEUE(wait) },
	{ "p50_ns", "p50", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9, "median of those that ended", QUEUE(p50) },
	{ "p99_ns", "p99", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9, "99th percentile", QUEUE(p99) },
	{ "max_ns", "Longest", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9, "the longest that ended", QUEUE(max) },
	{ "some_ns", "Some", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"time in which at least one of those that ended was waiting", QUEUE(some) },
	{ "harm_ns", "Harm", GT_KIND_DUR, GT_COL_DESC, 9,
		"of that, if it is a limit or for room: while a processor had nothing to run", QUEUE(harm) },
	{ "waiters_mean", "Waiters", GT_KIND_REAL, GT_COL_DESC | GT_COL_MORE, 7,
		"how many waited while some did, on average", .cell = queue_mean },
	{ "waiters_max", "Most waiters", GT_KIND_COUNT, GT_COL_DESC, 7, "the most at a time", QUEUE(waiters) },
	{ "waker_site", "Woken at", GT_KIND_STRING, GT_COL_FUNC, 28,
		"where those stood who ended most of this time", .cell = queue_wakes },
	{ "holders_max", "Holders", GT_KIND_COUNT, GT_COL_DESC, 7,
		"most goroutines at a time that had passed and not yet ended a wait: the observed size of a limit", QUEUE(holders) },
	{ "did_most", "Did", GT_KIND_STRING, 0, 12,
		"what those did most of the time who ended waits, since they had passed, or had ended another, and somebody waited",
		.cell = queue_did_most },
	{ "did_share", "Of it", GT_KIND_SHARE, GT_COL_DESC | GT_COL_MORE, 6, "for how much of that time",
		.cell = queue_did_share },
	{ "did_ns", "All they did", GT_KIND_MAP, GT_COL_MORE, 28,
		"their states and waits in that time, of 1024 waits at most, evenly chosen", .cell = queue_did },
	{ "hold_ns", "Held", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9, "that time, of all", QUEUE(hold) },
	{ "hold_max_ns", "Longest held", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9, "the longest of one", QUEUE(hold_max) },
	{ "holder_func", "Holder's function", GT_KIND_STRING, GT_COL_FUNC | GT_COL_MORE, 28,
		"start function of those with most of it", GT_FIELD_AS(gt_cell_field_func, struct gt_queue, holder) },
	{ "equals", "By equals", GT_KIND_COUNT, GT_COL_DESC | GT_COL_MORE, 7,
		"waits that a goroutine ended that waited there itself, or that such a one had created", QUEUE(nequal) },
	{ "others", "By others", GT_KIND_COUNT, GT_COL_DESC | GT_COL_MORE, 7, "waits that other goroutines ended",
		QUEUE(nother) },
	{ "confidence", "Confidence", GT_KIND_STRING, 0, 10,
		"of the kind; low: less than 3 waits, or unknown; high: 10 at least, nine tenths of their time agree; else medium",
		.cell = queue_confidence },
	{ "open", "Open", GT_KIND_COUNT, GT_COL_DESC, 5, "how many did not end", QUEUE(nopen) },
	{ "open_ns", "Open for", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9, "how long these lasted together", QUEUE(open) },
	{ "waker_sites", "Waking sites", GT_KIND_COUNT, GT_COL_DESC | GT_COL_MORE, 7, "from how many sites they were woken",
		QUEUE(nwakes) },
	{ "system", "System", GT_KIND_BOOL, 0, 6,
		"waits of the runtime's goroutines, which are rows of their own; absent if unknown",
		GT_FIELD_AS(gt_cell_field_owner, struct gt_queue, owner) },
	{ "stack", "Stack", GT_KIND_STACK, GT_COL_MORE, 28, "a stack with that site",
		GT_FIELD(struct gt_queue_site, stack), .of = queue_site },
	{ "waker_stack", "Waker's stack", GT_KIND_STACK, GT_COL_MORE, 28, "one of those who ended most of the time",
		GT_FIELD(struct gt_queue_site, stack), .of = queue_waking_site },
	{ "max_g", "Longest G", GT_KIND_ID, GT_COL_MORE, 9,
		"goroutine of the longest wait (open ones only if none ended)", .cell = queue_max_g },
	{ "max_start_ns", "Longest at", GT_KIND_TIME, GT_COL_MORE, 12, "when that began", .cell = queue_max_start },
};

const struct gt_report gt_report_queues = {
	.name = "queues",
	.row = "a place where goroutines wait for a channel or a condition, and who wakes them",
	GT_REPORT_COLUMNS(queues_columns),
	.order = { "harm_ns", "wait_ns", "where", "reason" },
	.by_owner = true,
	.ops = { .size = sizeof(struct queuetable), .open = queuetable_open, .row = queues_row,
		 .close = queuetable_close, .totals = queuetable_totals },
};

/* ---- queuewaits ---- */

static const void *queuewaits_row(struct gt_table *t, uint64_t row)
{
	return gt_queue_wait_at(gt_queueing_of(t), (uint32_t)row);
}

static const void *queue_of(struct gt_table *t)
{
	return &gt_queueing_of(t)->v[((const struct gt_queue_wait *)t->at)->queue];
}

static void queuewait_start(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_i(out, gt_queue_clip(gt_queueing_of(t), ((const struct gt_queue_wait *)t->at)->begin));
}

static void queuewait_end(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_queue_wait *w = t->at;

	if (w->ended || !gt_trace_beyond(t->trace, GT_NO_TIME))
		gt_cell_i(out, gt_queue_clip(gt_queueing_of(t), w->end));
}

static void queuewait_dur(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_i(out, gt_queue_wait_ns(gt_queueing_of(t), t->at));
}

static void queuewait_open(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_b(out, !((const struct gt_queue_wait *)t->at)->ended);
}

static void queuewait_equal(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_queue_wait *w = t->at;

	if (w->ended && w->waker != GT_NO_ROW)
		gt_cell_b(out, w->equal);
}

#define WAIT(member) GT_FIELD(struct gt_queue_wait, member)

static const struct gt_column queuewaits_columns[] = {
	{ "g", "G", GT_KIND_ID, 0, 6, "goroutine", GT_FIELD_AS(gt_cell_field_g, struct gt_queue_wait, g) },
	{ GT_COLUMN_LIFE, GT_FIELD_AS(gt_cell_field_life, struct gt_queue_wait, g) },
	{ "func", "Function", GT_KIND_STRING, GT_COL_FUNC, 28, "its start function",
		GT_FIELD_AS(gt_cell_field_g_func, struct gt_queue_wait, g) },
	{ "start_ns", "Start", GT_KIND_TIME, GT_COL_BEGIN, 12, "when it began to wait (not before --from)",
		.cell = queuewait_start },
	{ "dur_ns", "Duration", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9, "how long it waited in the range",
		.cell = queuewait_dur },
	{ "end_ns", "End", GT_KIND_TIME, GT_COL_MORE | GT_COL_END, 12,
		"when it was woken (not after --to); until then it is still open", .cell = queuewait_end },
	{ "where", "Queue", GT_KIND_STRING, GT_COL_FUNC, 28, "where it waited", .cell = queue_where, .of = queue_of },
	{ "reason", "For", GT_KIND_STRING, 0, 12, "what it waited for", .cell = queue_reason, .of = queue_of },
	{ "kind", "Kind", GT_KIND_STRING, 0, 7, "of the queue, as in queues", .cell = queue_kind, .of = queue_of },
	{ "waker_g", "Waker", GT_KIND_ID, 0, 6, "goroutine that woke it",
		GT_FIELD_AS(gt_cell_field_g, struct gt_queue_wait, waker) },
	{ "waker_func", "Waker's function", GT_KIND_STRING, GT_COL_FUNC, 28, "its start function",
		GT_FIELD_AS(gt_cell_field_g_func, struct gt_queue_wait, waker) },
	{ "waker_where", "Woken at", GT_KIND_STRING, GT_COL_FUNC, 28, "where that one was",
		GT_FIELD_AS(gt_cell_field_where, struct gt_queue_wait, waking) },
	{ "equal", "Equal", GT_KIND_BOOL, GT_COL_MORE, 5,
		"that one waited there itself, or one that did so had created it", .cell = queuewait_equal },
	{ "open", "Open", GT_KIND_BOOL, GT_COL_MORE, 5, "it did not end", .cell = queuewait_open },
	{ "system", "System", GT_KIND_BOOL, GT_COL_MORE, 6, "the runtime's goroutine; absent if unknown",
		GT_FIELD_AS(gt_cell_field_owner, struct gt_queue_wait, owner) },
	{ "stack", "Stack", GT_KIND_STACK, GT_COL_MORE, 28, "where it waited", WAIT(stack) },
	{ "waker_stack", "Waker's stack", GT_KIND_STACK, GT_COL_MORE, 28, "where the goroutine that ended it was",
		WAIT(waking) },
};

const struct gt_report gt_report_queuewaits = {
	.name = "queuewaits",
	.row = "a wait in a queue",
	GT_REPORT_COLUMNS(queuewaits_columns),
	.order = { "dur_ns", "start_ns", "g" },
	.by_owner = true,
	.ops = { .size = sizeof(struct queuetable), .open = queuetable_open, .row = queuewaits_row,
		 .close = queuetable_close, .totals = queuetable_totals },
};
