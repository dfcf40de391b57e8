/* The page of one goroutine: rows of its states, read part by part. */
#include "ui/goroutine_page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stacktext.h"
#include "base/human.h"
#include "base/xalloc.h"
#include "ui/links.h"

#define SYNC_PARTS 300           /* so many are read at once */
#define NO_PART SIZE_MAX

enum col { COL_START, COL_DUR, COL_STATE, COL_REASON, COL_P, COL_BEGAN, COL_ENDED, COL_AT, COLS };

static const struct gt_list_column columns[COLS] = {
	[COL_START] = { "start", "Start", "when the state began", 6, 20, 2,
			GT_LIST_COL_RIGHT | GT_LIST_COL_NOSORT },
	[COL_DUR] = { "dur", "Duration", "how long it lasted", 7, 12, 0,
		      GT_LIST_COL_RIGHT | GT_LIST_COL_NOSORT },
	[COL_STATE] = { "state", "State", "what the goroutine was doing", 6, 15, 0, GT_LIST_COL_NOSORT },
	[COL_REASON] = { "reason", "Waits for", "what it waited for", 6, 24, 4, GT_LIST_COL_NOSORT },
	[COL_P] = { "p", "P", "processor", 1, 6, 3, GT_LIST_COL_RIGHT | GT_LIST_COL_NOSORT },
	[COL_BEGAN] = { "began", "Began with", "event that began it", 6, 19, 6, GT_LIST_COL_NOSORT },
	[COL_ENDED] = { "ended", "Ended with", "event that ended it", 6, 19, 5, GT_LIST_COL_NOSORT },
	[COL_AT] = { "at", "At", "innermost frame where it waits, calls, or stopped", 10, 0, 7,
		     GT_LIST_COL_NOSORT | GT_LIST_COL_FUNC },
};

/* ---- rows ---- */

static bool collect(void *arg, const struct gt_interval *iv)
{
	struct gt_gpage *pg = arg;

	GT_GROW(pg->rows, pg->rows_cap, pg->nrows + 1);
	pg->rows[pg->nrows++] = *iv;
	return true;
}

/* Slices of a part: the last one has what comes after them, too. */
static void walk_part(struct gt_gpage *pg, size_t part, gt_interval_fn *fn, void *arg)
{
	uint64_t k0 = (uint64_t)part * GT_PAGE_SLICES, k1 = k0 + GT_PAGE_SLICES;

	if (k1 > pg->g.slices)
		k1 = pg->g.slices;
	gt_goroutine_walk_part(pg->prog->trace, pg->g_row, (uint32_t)k0, (uint32_t)k1, fn, arg);
}

static void load_part(struct gt_gpage *pg, size_t part)
{
	if (pg->part == part)
		return;
	pg->part = part;
	pg->nrows = 0;
	walk_part(pg, part, collect, pg);
}

/* The part that a row is in. */
static size_t part_of(const struct gt_gpage *pg, uint64_t row)
{
	size_t lo = 0, hi = pg->parts;

	while (hi - lo > 1) {
		size_t mid = lo + (hi - lo) / 2;

		if (pg->starts[mid] <= row)
			lo = mid;
		else
			hi = mid;
	}
	return lo;
}

static const struct gt_interval *row_at(struct gt_gpage *pg, uint64_t row)
{
	size_t part;

	if (pg->parts == 0 || row >= pg->list.rows)
		return NULL;
	part = part_of(pg, row);
	load_part(pg, part);
	row -= pg->starts[part];
	return row < pg->nrows ? &pg->rows[row] : NULL;
}

static void add_type(struct gt_buf *out, const struct gt_trace *t, uint8_t type)
{
	if (type)
		gt_buf_puts(out, gt_event_type_name(t, type));
}

/* Where it waits or calls; of time on a processor, where that ended. */
static uint32_t stack_of(const struct gt_gpage *pg, const struct gt_interval *iv)
{
	struct gt_slice s;

	if (iv->what != GT_SPENT_EXEC)
		return iv->stack;
	if (iv->slice == GT_NO_ROW || !gt_slice_get(pg->prog->trace, iv->slice, &s) || s.t1 != iv->t1)
		return 0;
	return s.end_stack;
}

static bool on_processor(const struct gt_interval *iv)
{
	return iv->slice != GT_NO_ROW && (iv->what == GT_SPENT_EXEC || iv->what == GT_SPENT_SYSCALL);
}

static void put_p(struct gt_gpage *pg, const struct gt_interval *iv, struct gt_buf *out)
{
	struct gt_slice s;
	struct gt_proc p;

	if (on_processor(iv) && gt_slice_get(pg->prog->trace, iv->slice, &s) &&
	    gt_proc_get(pg->prog->trace, s.part, &p))
		gt_buf_u64(out, p.id);
}

static void cell(void *ctx, uint64_t row, unsigned col, struct gt_buf *out)
{
	struct gt_gpage *pg = ctx;
	const struct gt_trace *t = pg->prog->trace;
	const struct gt_interval *iv = row_at(pg, row);
	const char *s;
	size_t n;

	if (!iv)
		return;
	switch ((enum col)col) {
	case COL_START: gt_human_time(out, iv->t0); break;
	case COL_DUR: gt_human_dur(out, iv->t1 - iv->t0); break;
	case COL_STATE: gt_buf_printf(out, "%s%s", gt_spent_name(iv->what), iv->open ? " »" : ""); break;
	case COL_REASON:
		s = gt_trace_string(t, iv->reason, &n);
		gt_buf_add(out, s, n);
		break;
	case COL_P: put_p(pg, iv, out); break;
	case COL_BEGAN: add_type(out, t, iv->begin_type); break;
	case COL_ENDED: add_type(out, t, iv->end_type); break;
	case COL_AT: gt_stack_top_shown(out, t, stack_of(pg, iv)); break;
	case COLS: break;
	}
}

static gt_style style(void *ctx, uint64_t row, unsigned col)
{
	struct gt_gpage *pg = ctx;
	const struct gt_interval *iv = row_at(pg, row);

	if (!iv || col != COL_STATE)
		return GT_ROLE_NORMAL;
	return gt_spent_style(iv->what);
}

static const struct gt_list_ops list_ops = { .cell = cell, .style = style };

/* ---- reading ---- */

struct count {
	struct gt_gpage *pg;
	uint64_t n;
};

static bool count(void *arg, const struct gt_interval *iv)
{
	struct count *c = arg;

	c->n++;
	gt_gstats_add(&c->pg->stats, iv);
	return true;
}

static size_t all_parts(const struct gt_gpage *pg)
{
	return pg->g.slices ? (pg->g.slices + GT_PAGE_SLICES - 1) / GT_PAGE_SLICES : 1;
}

static void read_part(struct gt_gpage *pg)
{
	struct count c = { .pg = pg };

	GT_GROW(pg->starts, pg->cap, pg->parts + 2);
	walk_part(pg, pg->parts, count, &c);
	if (pg->parts == 0)
		pg->starts[0] = 0;
	pg->starts[pg->parts + 1] = pg->starts[pg->parts] + c.n;
	pg->parts++;
}

static void show_rows(struct gt_gpage *pg)
{
	gt_list_set_rows(&pg->list, pg->parts ? pg->starts[pg->parts] : 0, false);
	pg->complete = pg->parts == all_parts(pg);
}

static bool step(struct gt_app *app, void *arg, struct gt_job *job)
{
	struct gt_gpage *pg = arg;

	(void)app;
	while (pg->parts < all_parts(pg) && !gt_job_expired(job))
		read_part(pg);
	show_rows(pg);
	gt_job_progress(job, (double)pg->parts / (double)all_parts(pg));
	return pg->complete;
}

static void done(struct gt_app *app, void *arg, bool cancelled)
{
	struct gt_gpage *pg = arg;

	/* Not if another goroutine's page took its place. */
	if (cancelled && pg->reading)
		gt_app_message(app, "the page shows the goroutine's first %zu slices",
			       pg->parts * GT_PAGE_SLICES);
	pg->reading = false;
}

static const struct gt_job_ops job_ops = { .what = "reading", .step = step, .done = done };

static void read_all(struct gt_gpage *pg)
{
	pg->parts = 0;
	pg->part = NO_PART;
	pg->complete = pg->reading = false;
	pg->seen_events = gt_trace_info(pg->prog->trace)->events;
	gt_gstats_begin(&pg->stats, 0, gt_trace_info(pg->prog->trace)->duration);
	while (pg->parts < all_parts(pg) && pg->parts < SYNC_PARTS)
		read_part(pg);
	show_rows(pg);
	if (!pg->complete) {
		gt_app_start_job(pg->pane->app, &job_ops, pg);
		pg->reading = true;
	}
}

bool gt_gpage_open(struct gt_gpage *pg, uint32_t g_row)
{
	struct gt_goroutine g;

	if (g_row == GT_NO_ROW || !gt_goroutine_get(pg->prog->trace, g_row, &g))
		return false;
	if (pg->open && pg->g_row == g_row)
		return true;
	pg->open = true;
	pg->g_row = g_row;
	pg->g = g;
	pg->list.cursor = pg->list.top = 0;
	pg->list.tags.n = 0;
	gt_list_set_rows(&pg->list, 0, true);
	read_all(pg);
	return true;
}

void gt_gpage_close(struct gt_gpage *pg)
{
	pg->open = false;
}

/* Goroutines of a growing index are read again while they are short. */
void gt_gpage_refresh(struct gt_gpage *pg)
{
	struct gt_goroutine g;

	if (!pg->open || pg->reading || pg->seen_events == gt_trace_info(pg->prog->trace)->events)
		return;
	if (!gt_goroutine_get(pg->prog->trace, pg->g_row, &g) ||
	    (pg->prog->working && g.slices > SYNC_PARTS * GT_PAGE_SLICES))
		return;
	pg->g = g;
	read_all(pg);
}

void gt_gpage_init(struct gt_gpage *pg, struct gt_pane *pane)
{
	*pg = (struct gt_gpage){ .pane = pane, .prog = gt_program_of(pane), .part = NO_PART };
	gt_list_init(&pg->list, &list_ops, pg, columns, COLS);
	pg->list.empty = "this goroutine did nothing in the trace";
}

void gt_gpage_release(struct gt_gpage *pg)
{
	gt_list_release(&pg->list);
	gt_gstats_release(&pg->stats);
	free(pg->starts);
	free(pg->rows);
}

/* ---- places ---- */

void gt_gpage_seek(struct gt_gpage *pg, int64_t time)
{
	uint32_t k = gt_goroutine_seek(pg->prog->trace, pg->g_row, time);
	size_t part = k / GT_PAGE_SLICES;
	uint64_t row;

	if (pg->parts == 0)
		return;
	if (part >= pg->parts)
		part = pg->parts - 1;
	load_part(pg, part);
	row = pg->starts[part];
	for (size_t i = 0; i + 1 < pg->nrows && pg->rows[i].t1 <= time; i++)
		row++;
	gt_list_goto(&pg->list, row, true);
}

bool gt_gpage_current(struct gt_gpage *pg, struct gt_interval *iv)
{
	const struct gt_interval *row = row_at(pg, pg->list.cursor);

	if (row)
		*iv = *row;
	return row;
}

bool gt_gpage_sel(struct gt_gpage *pg, struct gt_sel *sel)
{
	struct gt_interval iv;

	if (!gt_gpage_current(pg, &iv))
		return gt_sel_goroutine(sel, pg->prog, pg->g_row);
	if (!on_processor(&iv) || !gt_sel_slice(sel, pg->prog, iv.slice))
		*sel = (struct gt_sel){ 0 };
	sel->has |= GT_SEL_TIME | GT_SEL_SPAN | GT_SEL_G;
	sel->time_ns = iv.t0;
	sel->end_ns = iv.t1;
	sel->g = pg->g.id;
	sel->g_row = pg->g_row;
	return true;
}
