/* The report "procs": busy and idle time of each P. */
#include <stdlib.h>

#include "analysis/table/reports.h"
#include "base/xalloc.h"
#include "index/query/procs.h"

struct procs {
	struct gt_table head;
	int64_t from, to;
	struct gt_procs_walk *allowed;   /* each piece */
	size_t nallowed, cap;
	uint32_t proc_row;        /* of the row that was asked for */
	struct gt_proc p;
};

static void procs_busy(struct gt_table *t, struct gt_cell *out)
{
	const struct procs *ps = t->at;

	gt_cell_i(out, gt_slices_busy(t->trace, ps->proc_row, ps->from, ps->to));
}

static void find_allowed(struct procs *ps, const struct gt_trace *t)
{
	struct gt_procs_walk w;

	gt_procs_begin(&w, t);
	/* Without GOMAXPROCS there is one piece, and numbers do not tell what Ps there are. */
	w.procs = gt_trace_info(t)->gomaxprocs ? w.procs : UINT64_MAX;
	do {
		GT_GROW(ps->allowed, ps->cap, ps->nallowed + 1);
		ps->allowed[ps->nallowed++] = w;
	} while (gt_procs_next(&w));
}

/* While GOMAXPROCS allows for the P it is either busy or idle, mentioned or not. */
static void procs_idle(struct gt_table *t, struct gt_cell *out)
{
	const struct procs *ps = t->at;
	int64_t sum = 0;

	for (size_t i = 0; i < ps->nallowed; i++) {
		const struct gt_procs_walk *piece = &ps->allowed[i];
		int64_t a = piece->t0 > ps->from ? piece->t0 : ps->from, b = piece->t1 < ps->to ? piece->t1 : ps->to;

		if (ps->p.id < piece->procs && a < b)
			sum += b - a - gt_slices_busy(t->trace, ps->proc_row, a, b);
	}
	gt_cell_i(out, sum);
}

static void procs_slices(struct gt_table *t, struct gt_cell *out)
{
	const struct procs *ps = t->at;

	gt_cell_u(out, gt_slices_within(t->trace, ps->proc_row, ps->from, ps->to, NULL));
}

static const void *procs_row(struct gt_table *t, uint64_t row)
{
	struct procs *ps = (struct procs *)t;

	ps->proc_row = gt_proc_by_order(t->trace, (uint32_t)row);
	return gt_proc_get(t->trace, ps->proc_row, &ps->p) ? ps : NULL;
}

static int procs_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct procs *ps = (struct procs *)t;
	int64_t end = gt_trace_info(t->trace)->duration;

	(void)err;
	t->rows = gt_trace_info(t->trace)->procs;
	ps->from = args->from > 0 ? args->from : 0;
	ps->to = args->until < end ? args->until : end;
	find_allowed(ps, t->trace);
	return 0;
}

static void procs_close(struct gt_table *t)
{
	free(((struct procs *)t)->allowed);
}

static const struct gt_column columns[] = {
	{ "p", "P", GT_KIND_ID, 0, 4,
		"processor", GT_FIELD(struct procs, p.id) },
	{ "first_ns", "First seen", GT_KIND_TIME, 0, 12,
		"when the trace first mentions it", GT_FIELD(struct procs, p.first) },
	{ "busy_ns", "Busy", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9,
		"how long goroutines held it", .cell = procs_busy },
	{ "idle_ns", "Idle", GT_KIND_DUR, GT_COL_DESC, 9,
		"how long none did, while GOMAXPROCS allowed for it", .cell = procs_idle },
	{ "slices", "Slices", GT_KIND_COUNT, GT_COL_DESC, 8,
		"how many on-processor slices it had", .cell = procs_slices },
};

const struct gt_report gt_report_procs = {
	.name = "procs",
	.row = "a processor (P)",
	GT_REPORT_COLUMNS(columns),
	.ops = { .size = sizeof(struct procs), .open = procs_open, .row = procs_row,
		 .close = procs_close },
};
