/* The report "instead": what the processors did while goroutines of the program waited for one. */
#include <stdlib.h>
#include <string.h>

#include "analysis/pressure/held.h"
#include "analysis/stacks/queuesites.h"
#include "analysis/table/reports.h"
#include "analysis/waits/waitkeys.h"
#include "base/sat.h"
#include "base/thread.h"
#include "base/xalloc.h"

struct instead_row {
	uint32_t group;       /* enum gt_wait_cause, string row of the function that waited, or site; GT_NO_ROW: none */
	uint8_t kind;         /* enum gt_held_kind */
	uint32_t func;        /* string row, of GT_HELD_PROGRAM and GT_HELD_UNNAMED */
	uint64_t goroutines;  /* of these kinds: how many there were, else GT_NONE */
	int64_t ns;
};

/* Waits with a cause, of goroutines with a start function, or after a wait in a queue. */
struct instead_group {
	uint32_t key;
	struct gt_held_split split;
};

/* Those that one thread met. */
struct instead_groups {
	struct instead_group *v;
	uint32_t n;
	size_t cap;
	struct gt_map by_key;
	struct gt_queue_sites queues;   /* QUEUE: what its keys are numbers of */
};

struct instead {
	struct gt_table head;
	enum gt_wait_group by;          /* CAUSE, FUNC or QUEUE; else all waits together */
	struct instead_groups groups[GT_WORKERS];
	struct gt_held h;
	struct instead_row *rows;
	size_t cap;
	struct gt_item totals[8];
};

static struct instead_row *add_instead(struct instead *in, enum gt_held_kind kind, uint32_t func, uint64_t goroutines)
{
	GT_GROW(in->rows, in->cap, in->head.rows + 1);
	in->rows[in->head.rows] = (struct instead_row){ .kind = (uint8_t)kind, .func = func, .goroutines = goroutines };
	return &in->rows[in->head.rows++];
}

/* Goroutines of the program by their start functions; those without a name are one row. */
static void add_funcs(struct instead *in)
{
	const int64_t *by_g = in->h.by_g.data;
	struct gt_map rows;
	bool added;

	gt_map_init(&rows);
	for (uint32_t g = 0; g < in->h.goroutines.n; g++) {
		const struct gt_ginfo *info = gt_ginfos_get(&in->h.goroutines, g);
		bool unnamed = info->owner == GT_OWNER_UNKNOWN;
		uint32_t i;

		if (by_g[g] <= 0)
			continue;
		added = false;
		i = gt_map_get_or_put(&rows, (uint64_t)unnamed << 32 | info->func, (uint32_t)in->head.rows, &added);
		if (added)
			add_instead(in, unnamed ? GT_HELD_UNNAMED : GT_HELD_PROGRAM, info->func, 0);
		in->rows[i].goroutines++;
		gt_sat_grow(&in->rows[i].ns, by_g[g]);
	}
	gt_map_release(&rows);
}

/* ---- in groups: by kinds only ---- */

static void add_to_group(struct instead_groups *gs, uint32_t key, const struct gt_held_split *split)
{
	bool added = false;
	uint32_t i = gt_map_get_or_put(&gs->by_key, key, gs->n, &added);

	if (added) {
		GT_GROW(gs->v, gs->cap, gs->n + 1);
		gs->v[gs->n++] = (struct instead_group){ .key = key };
	}
	for (unsigned k = 0; k < GT_HELD_LEVELS; k++)
		gt_sat_grow(&gs->v[i].split.ns[k], split->ns[k]);
}

/* The last wait before one for a P. */
static bool take_wait_before(void *arg, const struct gt_interval *iv)
{
	if (iv->what == GT_SPENT_BLOCK)
		*(struct gt_interval *)arg = *iv;
	return true;
}

/* Where it was woken from: the site of a queue, GT_NO_ROW if that was none. */
static uint32_t queue_before(struct gt_queue_sites *sites, const struct gt_wait *w)
{
	struct gt_interval iv = { .what = GT_SPENT_EXEC };
	const struct gt_queue_site *site = NULL;

	if (w->cause == GT_WAIT_UNBLOCKED)
		gt_goroutine_walk_gap(sites->t, w->g, w->slice, take_wait_before, &iv);
	if (iv.what == GT_SPENT_BLOCK)
		site = gt_queue_sites_of_wait(sites, iv.reason, iv.stack);
	return site ? (uint32_t)(site - sites->v) : GT_NO_ROW;
}

/* Goroutines were all looked at before the walk began, so that threads may ask for them. */
static void group_split(void *arg, unsigned worker, const struct gt_wait *w, const struct gt_held_split *split)
{
	struct instead *in = arg;
	const struct gt_ginfo *g = (const struct gt_ginfo *)in->h.goroutines.items.data + w->g;
	struct instead_groups *gs = &in->groups[worker];

	add_to_group(gs, in->by == GT_WAITS_BY_QUEUE ? queue_before(&gs->queues, w) :
			 in->by == GT_WAITS_BY_CAUSE ? (uint32_t)w->cause : g->func, split);
}

/* Each thread numbers the sites that it met. */
static uint32_t key_of_first(const struct instead *in, struct instead_groups *first, const struct instead_groups *gs,
			     uint32_t key)
{
	enum gt_queue_act act;

	if (in->by != GT_WAITS_BY_QUEUE || key == GT_NO_ROW)
		return key;
	return gt_queue_sites_find(&first->queues, gs->queues.v[key].stack, &act);
}

static void add_groups(struct instead *in)
{
	struct instead_groups *all = &in->groups[0];

	for (unsigned i = 1; i < GT_WORKERS; i++)
		for (uint32_t k = 0; k < in->groups[i].n; k++)
			add_to_group(all, key_of_first(in, all, &in->groups[i], in->groups[i].v[k].key),
				     &in->groups[i].v[k].split);
	for (uint32_t k = 0; k < all->n; k++) {
		const struct instead_group *g = &all->v[k];

		for (int kind = 0; kind < GT_HELD_KINDS; kind++) {
			struct instead_row *r;

			if (!g->split.ns[kind])
				continue;
			r = add_instead(in, kind, 0, GT_NONE);
			r->group = g->key;
			r->ns = g->split.ns[kind];
		}
	}
}

static void instead_group(struct gt_table *t, struct gt_cell *out)
{
	const struct instead *in = (const struct instead *)t;
	const struct instead_row *r = t->at;

	if (in->by == GT_WAITS_BY_QUEUE) {
		gt_cell_queue(out, t, r->group < in->groups[0].queues.n ? &in->groups[0].queues.v[r->group] : NULL);
		out->absent = "woken from no queue";
	} else if (in->by == GT_WAITS_BY_CAUSE)
		gt_cell_word(out, gt_wait_cause_name((enum gt_wait_cause)r->group));
	else if (in->by == GT_WAITS_BY_FUNC)
		gt_cell_func(out, t->trace, r->group);
	else
		gt_cell_word(out, "all");
}

/* ---- the report ---- */

static void instead_share(struct gt_table *t, struct gt_cell *out)
{
	const struct instead *in = (const struct instead *)t;
	const struct instead_row *r = t->at;
	int64_t all = in->h.split.ns[GT_HELD_PROCS];

	if (all > 0)
		gt_cell_r(out, (double)r->ns / (double)all);
}

static void instead_kind(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_word(out, gt_held_name(((const struct instead_row *)t->at)->kind));
}

static void instead_func(struct gt_table *t, struct gt_cell *out)
{
	const struct instead_row *r = t->at;

	bool grouped = ((const struct instead *)t)->by < GT_WAITS_BY_COUNT;

	if (!grouped && (r->kind == GT_HELD_PROGRAM || r->kind == GT_HELD_UNNAMED))
		gt_cell_func(out, t->trace, r->func);
	else
		out->absent = gt_held_text(r->kind);
}

static size_t instead_totals(struct gt_table *t, const struct gt_item **items)
{
	struct instead *in = (struct instead *)t;
	size_t n = 0;

	gt_item_u(&in->totals[n++], "waits", in->h.waits);
	gt_item_ns(&in->totals[n++], "sum_ns", in->h.sum);
	gt_item_ns(&in->totals[n++], "procs_ns", in->h.split.ns[GT_HELD_PROCS]);
	gt_item_ns(&in->totals[n++], "idle_ns", in->h.split.ns[GT_HELD_IDLE]);
	gt_item_ns(&in->totals[n++], "free_ns", in->h.split.ns[GT_HELD_FREE]);
	gt_item_ns(&in->totals[n++], "still_ns", in->h.split.ns[GT_HELD_STILL]);
	*items = in->totals;
	return n;
}

static int instead_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct instead *in = (struct instead *)t;
	bool grouped = args->group == GT_WAITS_BY_CAUSE || args->group == GT_WAITS_BY_FUNC ||
		       args->group == GT_WAITS_BY_QUEUE;
	const struct gt_held_args a = {
		.from = args->from, .to = args->to, .threads = gt_workers(), .always_known = grouped, .by_g = !grouped,
		.on_wait = grouped ? group_split : NULL, .arg = in, .has_g = args->has_g, .lives = args->lives,
		.g = args->g, .func = args->func };
	int rc;

	in->by = grouped ? args->group : GT_WAITS_BY_COUNT;
	for (unsigned i = 0; i < GT_WORKERS; i++) {
		gt_map_init(&in->groups[i].by_key);
		gt_queue_sites_init(&in->groups[i].queues, t->trace);
	}
	rc = gt_held_run(&in->h, t->trace, &a, args->progress, args->progress_arg, err);

	if (rc)
		return rc;
	if (grouped) {
		add_groups(in);
		return 0;
	}
	if (in->h.by_g.data)
		add_funcs(in);
	for (int kind = 0; kind < GT_HELD_KINDS; kind++)
		if (kind > GT_HELD_UNNAMED && in->h.split.ns[kind] > 0)
			add_instead(in, kind, 0, GT_NONE)->ns = in->h.split.ns[kind];
	return 0;
}

static void instead_close(struct gt_table *t)
{
	struct instead *in = (struct instead *)t;

	gt_held_release(&in->h);
	free(in->rows);
	for (unsigned i = 0; i < GT_WORKERS; i++) {
		free(in->groups[i].v);
		gt_map_release(&in->groups[i].by_key);
		gt_queue_sites_release(&in->groups[i].queues);
	}
}

#define FIELD(member) GT_FIELD(struct instead_row, member)

static const struct gt_column columns[] = {
	{ "group", "Waits", GT_KIND_STRING, GT_COL_FUNC, 10,
		"which waits: all, or by --group of a cause, a start function or a queue (named as in queues)", .cell = instead_group },
	{ "kind", "Kind", GT_KIND_STRING, 0, 13,
		"who held the processors: program, unnamed (no name recorded), gc dedicated, gc fractional, gc idle "
		"(mark workers by mode), runtime, syscall (in a system call), scheduler (a thread without a goroutine), "
		"idle (nobody), stopped (for a stop of the world), still (the world stood still)",
		.cell = instead_kind },
	{ "func", "Function", GT_KIND_STRING, GT_COL_FUNC, 40,
		"start function of the program's goroutines that did", .cell = instead_func },
	{ "goroutines", "Goroutines", GT_KIND_COUNT, GT_COL_DESC, 10,
		"how many of these did", FIELD(goroutines) },
	{ "ns", "P time", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9,
		"how long, of all processors and waits together", FIELD(ns) },
	{ "share", "Share", GT_KIND_SHARE, GT_COL_DESC, 7,
		"what part of the time of all processors during the waits", .cell = instead_share },
};

static const struct gt_group_word instead_by[] = {
	{ "cause", GT_WAITS_BY_CAUSE, "by why the goroutine was runnable" },
	{ "func", GT_WAITS_BY_FUNC, "by the start function of the goroutine" },
	{ "queue", GT_WAITS_BY_QUEUE, "by the queue that the goroutine was woken from" },
	{ NULL, 0, NULL },
};

const struct gt_report gt_report_instead = {
	.name = "instead",
	.row = "who held the processors while others waited for one",
	GT_REPORT_COLUMNS(columns),
	.order = { "ns", "kind", "func", "group" },
	.by_owner = true,
	.takes = GT_TAKES_GOROUTINE | GT_TAKES_AT | GT_TAKES_FUNC,
	.groups = instead_by,
	.ops = { .size = sizeof(struct instead), .open = instead_open, GT_ROWS(struct instead, rows),
		 .close = instead_close,
		 .totals = instead_totals },
};
