/* The reports "locks" and "lockwaits". */
#include "analysis/goroutines/owner.h"
#include "analysis/locks/locks.h"
#include "analysis/table/reports.h"
#include "base/sat.h"

struct locktable {
	struct gt_table head;
	struct gt_locks locks;
	struct gt_item totals[8];
};

static int locktable_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct locktable *lt = (struct locktable *)t;
	int rc = gt_locks_make(&lt->locks, t->trace, args, err);

	if (!rc)
		t->rows = t->report == &gt_report_locks ? lt->locks.n : lt->locks.nwaits;
	return rc;
}

static void locktable_close(struct gt_table *t)
{
	gt_locks_release(&((struct locktable *)t)->locks);
}

const struct gt_locks *gt_locks_of(const struct gt_table *t)
{
	return &((const struct locktable *)t)->locks;
}

const struct gt_lock *gt_lock_row(const struct gt_table *t, uint64_t row)
{
	return &gt_locks_of(t)->v[row];
}

const struct gt_lock_wait *gt_lock_wait_row(const struct gt_table *t, uint64_t row)
{
	return gt_lock_wait_at(gt_locks_of(t), (uint32_t)row);
}

/* Both: the same sums. */
static size_t locktable_totals(struct gt_table *t, const struct gt_item **items)
{
	struct locktable *lt = (struct locktable *)t;
	uint64_t n = 0, open = 0;
	int64_t wait = 0, open_ns = 0;
	size_t m = 0;

	for (size_t i = 0; i < lt->locks.n; i++) {
		n += lt->locks.v[i].n;
		open += lt->locks.v[i].nopen;
		gt_sat_grow(&wait, lt->locks.v[i].wait);
		gt_sat_grow(&open_ns, lt->locks.v[i].open);
	}
	gt_item_u(&lt->totals[m++], "waits", n);
	gt_item_ns(&lt->totals[m++], "wait_ns", wait);
	gt_item_u(&lt->totals[m++], "open_waits", open);
	gt_item_ns(&lt->totals[m++], "open_ns", open_ns);
	gt_item_ns(&lt->totals[m++], "from_ns", lt->locks.from);
	gt_item_ns(&lt->totals[m++], "to_ns", lt->locks.until);
	*items = lt->totals;
	return m;
}

static void cell_site(struct gt_table *t, struct gt_cell *out, uint32_t site)
{
	const struct gt_lock_site *at = gt_lock_site_at(gt_locks_of(t), site);

	if (!at)
		return;
	gt_lock_site_text(&t->text, t->trace, at);
	gt_cell_s(out, t->text.data, t->text.len);
}

static const void *site_of_taking(struct gt_table *t)
{
	return gt_lock_site_at(gt_locks_of(t), ((const struct gt_lock *)t->at)->takes);
}

static const void *site_of_giving(struct gt_table *t)
{
	return gt_lock_site_at(gt_locks_of(t), ((const struct gt_lock *)t->at)->gives);
}

static const char no_giver[] = "not known";

/* ---- locks ---- */

static const void *locks_row(struct gt_table *t, uint64_t row)
{
	return gt_lock_row(t, row);
}

static void lock_takes(struct gt_table *t, struct gt_cell *out)
{
	cell_site(t, out, ((const struct gt_lock *)t->at)->takes);
}

static void lock_gives(struct gt_table *t, struct gt_cell *out)
{
	cell_site(t, out, ((const struct gt_lock *)t->at)->gives);
	out->absent = no_giver;
}

static void lock_confidence(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_word(out, gt_lock_confidence_name(gt_lock_confidence(t->at)));
}

static void lock_max_g(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_goroutine(out, t->trace,
			  gt_lock_wait_at(gt_locks_of(t), ((const struct gt_lock *)t->at)->longest)->g);
}

static void lock_max_start(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_locks *l = gt_locks_of(t);

	gt_cell_i(out, gt_lock_clip(l, gt_lock_wait_at(l, ((const struct gt_lock *)t->at)->longest)->begin));
}

static void lock_convoy_start(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_lock *k = t->at;

	if (k->convoys)
		gt_cell_i(out, gt_lock_wait_at(gt_locks_of(t), k->convoy_at)->end);
}

#define LOCK(member) GT_FIELD(struct gt_lock, member)

static const struct gt_column locks_columns[] = {
	[GT_LOCKS_SITE] = { "lock_site", "Lock", GT_KIND_STRING, GT_COL_FUNC, 28,
		"where goroutines waited for it", .cell = lock_takes },
	[GT_LOCKS_UNLOCK] = { "unlock_site", "Unlock", GT_KIND_STRING, GT_COL_FUNC, 28,
		"where those who ended these waits gave it back", .cell = lock_gives },
	[GT_LOCKS_WAITS] = { "waits", "Waits", GT_KIND_COUNT, GT_COL_DESC, 7,
		"how many ended", LOCK(n) },
	[GT_LOCKS_WAIT] = { "wait_ns", "Total", GT_KIND_DUR, GT_COL_DESC, 9,
		"how long these lasted together", LOCK(wait) },
	[GT_LOCKS_P50] = { "p50_ns", "p50", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"median of those that ended", LOCK(p50) },
	[GT_LOCKS_P99] = { "p99_ns", "p99", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"99th percentile", LOCK(p99) },
	[GT_LOCKS_MAX] = { "max_ns", "Longest", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9,
		"the longest that ended", LOCK(max) },
	[GT_LOCKS_SOME] = { "some_ns", "Some", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"time in which at least one of those that ended was waiting", LOCK(some) },
	[GT_LOCKS_SCHED] = { "sched_ns", "For a P", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"how long their goroutines then waited for a processor", LOCK(sched) },
	[GT_LOCKS_HOLD] = { "hold_min_ns", "Held", GT_KIND_DUR, GT_COL_DESC, 9,
		"how long it was held at least, meanwhile", LOCK(hold) },
	[GT_LOCKS_HOLD_MAX] = { "hold_max_ns", "Longest held", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"the longest that one goroutine held it, at least", LOCK(hold_max) },
	[GT_LOCKS_CONVOYS] = { "convoys", "Convoys", GT_KIND_COUNT, GT_COL_DESC, 7,
		"how often 3 goroutines or more handed it on to each other, each while the next one was waiting",
		LOCK(convoys) },
	[GT_LOCKS_CONVOY_MAX] = { "convoy_max", "Longest convoy", GT_KIND_COUNT, GT_COL_DESC | GT_COL_MORE, 7,
		"waits of the longest of these", LOCK(convoy_max) },
	[GT_LOCKS_CONVOY_NS] = { "convoy_ns", "In convoys", GT_KIND_DUR, GT_COL_DESC, 9,
		"how long these lasted, each from its first wake-up to its last", LOCK(convoy) },
	[GT_LOCKS_CONFIDENCE] = { "confidence", "Confidence", GT_KIND_STRING, 0, 10,
		"low: less than 3 waits, or no site of giving it back; high: 10 at least, and no other sites; else medium",
		.cell = lock_confidence },
	[GT_LOCKS_OPEN] = { "open", "Open", GT_KIND_COUNT, GT_COL_DESC, 5,
		"how many did not end", LOCK(nopen) },
	[GT_LOCKS_OPEN_NS] = { "open_ns", "Open for", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"how long these lasted together", LOCK(open) },
	[GT_LOCKS_LOCK] = { "lock", "Number", GT_KIND_ID, GT_COL_MORE, 5,
		"rows with the same number share sites, or are readers and writers of the same functions: they may be one lock",
		LOCK(number) },
	[GT_LOCKS_SYSTEM] = { "system", "System", GT_KIND_BOOL, 0, 6,
		"waits of the runtime's goroutines, which are rows of their own; absent if unknown",
		GT_FIELD_AS(gt_cell_field_owner, struct gt_lock, owner) },
	[GT_LOCKS_STACK] = { "lock_stack", "Lock stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"a stack with that site", GT_FIELD(struct gt_lock_site, stack), .of = site_of_taking },
	[GT_LOCKS_UNLOCK_STACK] = { "unlock_stack", "Unlock stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"a stack with the site of giving it back",
		GT_FIELD(struct gt_lock_site, stack), .of = site_of_giving },
	{ "unlock_sites", "Unlock sites", GT_KIND_COUNT, GT_COL_DESC | GT_COL_MORE, 5,
		"how many sites of giving a lock back ended waits at its site", LOCK(ngives) },
	{ "lock_sites", "Lock sites", GT_KIND_COUNT, GT_COL_DESC | GT_COL_MORE, 5,
		"how many sites had waits that its site of giving it back ended", LOCK(ntakes) },
	{ "convoy_max_ns", "Longest convoy lasted", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"from its first wake-up to its last", LOCK(convoy_max_ns) },
	{ "convoy_start_ns", "Longest convoy at", GT_KIND_TIME, GT_COL_MORE, 12,
		"the first of these", .cell = lock_convoy_start },
	{ "max_g", "Longest G", GT_KIND_ID, GT_COL_MORE, 9,
		"goroutine of the longest wait (open ones only if none ended)", .cell = lock_max_g },
	{ "max_start_ns", "Longest at", GT_KIND_TIME, GT_COL_MORE, 12,
		"when that began", .cell = lock_max_start },
};

const struct gt_report gt_report_locks = {
	.name = "locks",
	.row = "a lock, as far as the stacks of those who took it and gave it back tell",
	GT_REPORT_COLUMNS(locks_columns),
	.order = { "wait_ns", "open_ns", "lock_site", "unlock_site" },
	.by_owner = true,
	.ops = { .size = sizeof(struct locktable), .open = locktable_open, .row = locks_row,
		 .close = locktable_close, .totals = locktable_totals },
};

/* ---- lockwaits ---- */

static const void *lockwaits_row(struct gt_table *t, uint64_t row)
{
	return gt_lock_wait_row(t, row);
}

static const void *lock_of(struct gt_table *t)
{
	return &gt_locks_of(t)->v[((const struct gt_lock_wait *)t->at)->lock];
}

static const void *handed_back(struct gt_table *t)
{
	return ((const struct gt_lock_wait *)t->at)->gives ? t->at : NULL;
}

/* GT_CELL_ARG: which of the times it is. */
static void lockwait_time(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_locks *l = gt_locks_of(t);
	const struct gt_lock_wait *w = t->at;
	int64_t begin = gt_lock_clip(l, w->begin), end = gt_lock_clip(l, w->end);

	switch (t->column->at) {
	case GT_LOCKWAITS_START: gt_cell_i(out, begin); break;
	case GT_LOCKWAITS_END:
		gt_cell_i(out, !w->ended && gt_trace_beyond(t->trace, GT_NO_TIME) ? GT_NO_TIME : end);
		break;
	case GT_LOCKWAITS_DUR: gt_cell_i(out, end - begin); break;
	case GT_LOCKWAITS_HELD: gt_cell_i(out, w->held); break;
	case GT_LOCKWAITS_HOLD:
		gt_cell_i(out, w->held == GT_NO_TIME ? GT_NO_TIME : end - gt_lock_clip(l, w->held));
		break;
	default:
		if (w->ended)
			gt_cell_i(out, (w->ran == GT_NO_TIME ? l->until : gt_lock_clip(l, w->ran)) - end);
	}
}

/* Chains are told apart by when the first of their waits ended. */
static void lockwait_chain(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_lock_wait *w = t->at;

	if (w->handed || w->nth > 1)
		gt_cell_i(out, gt_lock_clip(gt_locks_of(t), gt_lock_wait_at(gt_locks_of(t), w->first)->end));
}

static void lockwait_open(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_b(out, !((const struct gt_lock_wait *)t->at)->ended);
}

#define WAIT(member) GT_FIELD(struct gt_lock_wait, member)

static const struct gt_column lockwaits_columns[] = {
	[GT_LOCKWAITS_G] = { "g", "G", GT_KIND_ID, 0, 6, "goroutine",
		GT_FIELD_AS(gt_cell_field_g, struct gt_lock_wait, g) },
	[GT_LOCKWAITS_LIFE] = { GT_COLUMN_LIFE, GT_FIELD_AS(gt_cell_field_life, struct gt_lock_wait, g) },
	[GT_LOCKWAITS_FUNC] = { "func", "Function", GT_KIND_STRING, GT_COL_FUNC, 28, "its start function",
		GT_FIELD_AS(gt_cell_field_g_func, struct gt_lock_wait, g) },
	[GT_LOCKWAITS_START] = { "start_ns", "Start", GT_KIND_TIME, GT_COL_BEGIN, 12,
		"when it began to wait (not before --from)", GT_CELL_ARG(lockwait_time, GT_LOCKWAITS_START) },
	[GT_LOCKWAITS_DUR] = { "dur_ns", "Duration", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9,
		"how long it waited in the range", GT_CELL_ARG(lockwait_time, GT_LOCKWAITS_DUR) },
	[GT_LOCKWAITS_END] = { "end_ns", "End", GT_KIND_TIME, GT_COL_MORE | GT_COL_END, 12,
		"when the lock was given back (not after --to); until then it is still open",
		GT_CELL_ARG(lockwait_time, GT_LOCKWAITS_END) },
	[GT_LOCKWAITS_SITE] = { "lock_site", "Lock", GT_KIND_STRING, GT_COL_FUNC, 28,
		"where it waited", .cell = lock_takes, .of = lock_of },
	[GT_LOCKWAITS_UNLOCK] = { "unlock_site", "Unlock", GT_KIND_STRING, GT_COL_FUNC, 28,
		"where the lock was given back", .cell = lock_gives, .of = lock_of },
	[GT_LOCKWAITS_HOLDER] = { "holder_g", "Holder", GT_KIND_ID, 0, 6,
		"goroutine that gave it back",
		GT_FIELD_AS(gt_cell_field_g, struct gt_lock_wait, waker), .of = handed_back },
	[GT_LOCKWAITS_HOLDER_FUNC] = { "holder_func", "Holder's function", GT_KIND_STRING, GT_COL_FUNC | GT_COL_MORE,
		28, "its start function",
		GT_FIELD_AS(gt_cell_field_g_func, struct gt_lock_wait, waker), .of = handed_back },
	[GT_LOCKWAITS_HELD] = { "held_since_ns", "Held since", GT_KIND_TIME, GT_COL_MORE, 12,
		"since when that goroutine held it at the latest",
		GT_CELL_ARG(lockwait_time, GT_LOCKWAITS_HELD) },
	[GT_LOCKWAITS_HOLD] = { "hold_min_ns", "Held", GT_KIND_DUR, GT_COL_DESC, 9,
		"how long it held it at least, in the range", GT_CELL_ARG(lockwait_time, GT_LOCKWAITS_HOLD) },
	[GT_LOCKWAITS_SCHED] = { "sched_ns", "For a P", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"how long the goroutine then waited for a processor",
		GT_CELL_ARG(lockwait_time, GT_LOCKWAITS_SCHED) },
	[GT_LOCKWAITS_CHAIN] = { "chain_ns", "Chain", GT_KIND_TIME, GT_COL_MORE, 12,
		"when the first wait of its chain ended; absent if it is in none", .cell = lockwait_chain },
	[GT_LOCKWAITS_NTH] = { "nth", "In chain", GT_KIND_COUNT, 0, 5,
		"its position, from 1, in the chain of goroutines that passed the lock on", WAIT(nth) },
	[GT_LOCKWAITS_OPEN] = { "open", "Open", GT_KIND_BOOL, GT_COL_MORE, 5,
		"it did not end", .cell = lockwait_open },
	{ "system", "System", GT_KIND_BOOL, GT_COL_MORE, 6,
		"the runtime's goroutine; absent if unknown",
		GT_FIELD_AS(gt_cell_field_owner, struct gt_lock_wait, owner) },
	{ "stack", "Stack", GT_KIND_STACK, GT_COL_MORE, 28, "where it waited", WAIT(stack) },
	{ "waker_stack", "Woken at", GT_KIND_STACK, GT_COL_MORE, 28, "where the goroutine that ended it was",
		WAIT(waking) },
};

const struct gt_report gt_report_lockwaits = {
	.name = "lockwaits",
	.row = "a wait for a lock",
	GT_REPORT_COLUMNS(lockwaits_columns),
	.order = { "dur_ns", "start_ns", "g" },
	.by_owner = true,
	.ops = { .size = sizeof(struct locktable), .open = locktable_open, .row = lockwaits_row,
		 .close = locktable_close, .totals = locktable_totals },
};
