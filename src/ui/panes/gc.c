/* The view of stop-the-world pauses and GC cycles: parts and blame, one by one and in all. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/gc/gcpaygroups.h"
#include "analysis/gc/mutil.h"
#include "analysis/stw/stw.h"
#include "analysis/table/stacktext.h"
#include "base/human.h"
#include "base/xalloc.h"
#include "ui/detail/detail.h"
#include "ui/detail/links.h"
#include "ui/panes/gc_cost.h"
#include "ui/panes/gc_mmu.h"
#include "ui/panes/gc_tables.h"
#include "ui/panes/panes.h"
#include "ui/panes/rows.h"

#define HEAD_MIN_ROWS 8       /* a canvas with fewer has no room for the line about all */

struct gcview {
	enum gt_gc_mode mode;
	struct gt_pane_table tables[GT_GC_MODES];
	struct gt_detail detail;
	char *func;                    /* only the pauses that this function delayed are listed; NULL: all */
};

static struct gt_pane_table *gc_table_of(struct gt_pane *pane)
{
	struct gcview *v = pane->priv;

	return &v->tables[v->mode];
}

/* ---- what is listed ---- */

/* payers: what goroutines are listed that pay (gt_table_args.payer_of), by which groups. */
static void gc_set_mode(struct gt_pane *pane, enum gt_gc_mode mode, enum gt_payer_group by, uint32_t payers)
{
	struct gcview *v = pane->priv;
	struct gt_table_args *args = &v->tables[GT_GC_PAYERS].args;
	bool others = mode == GT_GC_PAYERS && (args->payer_of != payers || args->payer_group != by);

	assert(mode < GT_GC_MODES);
	if (v->mode == mode && !others)
		return;
	if (others) {
		args->payer_group = by;
		args->payer_of = payers;
		gt_list_goto(&v->tables[GT_GC_PAYERS].list, 0, false);
	}
	v->mode = mode;
	gt_pane_table_show(gc_table_of(pane), others);
}

/* Only the pauses that a function delayed ("": one without a name), or GT_STWTOTAL_NOBODY; NULL: all. */
static bool set_func(struct gt_pane *pane, const char *func)
{
	struct gcview *v = pane->priv;
	struct gt_buf expr = { 0 };
	char *copy = func ? gt_xstrdup(func) : NULL;

	if (func && strcmp(func, GT_STWTOTAL_NOBODY) == 0) {
		gt_buf_puts(&expr, "!last_g");
	} else if (func && !*func) {
		gt_buf_puts(&expr, "last_g && !last_func");
	} else if (func && !gt_filter_equals(&expr, "last_func", func)) {
		gt_app_error(pane->app, "cannot filter by this function: its name contains both kinds of quotes");
		free(copy);
		return false;
	}
	free(v->func);
	v->func = copy;
	gt_pane_table_within(&v->tables[GT_GC_STOPS], func ? gt_buf_str(&expr) : NULL);
	gt_pane_table_refresh(&v->tables[GT_GC_STOPS]);
	gt_buf_release(&expr);
	return true;
}

static const struct {
	const char *name;              /* of the command show */
	struct gt_menu_item item;
} modes[GT_GC_MODES] = {
	[GT_GC_STOPS] = { "pauses",
		{ .text = "Pauses", .help = "each stop-the-world pause, and who delayed it" } },
	[GT_GC_CYCLES] = { "cycles", { .text = "GC cycles", .help = "how often, the heap, what each cost" } },
	[GT_GC_FUNCS] = { "by-function", { .text = "By function", .help = "how long each delayed the pauses" } },
	[GT_GC_GOROUTINES] = { "by-goroutine", { .text = "By goroutine", .help = "the same by goroutine" } },
	[GT_GC_MMU] = { "mmu", { .text = "MMU", .help = "the least that the GC leaves the program" } },
	[GT_GC_MMU_PER_P] = { "mmu-p", { .text = "MMU by P", .help = "the same of the worst processor" } },
	[GT_GC_MMU_WORST] = { "worst", { .text = "Worst windows", .help = "when the GC left the program least" } },
	[GT_GC_COST] = { "cost", { .text = "GC cost", .help = "workers, assists, sweeps, pauses" } },
	[GT_GC_PAYERS] = { "payers", { .text = "Who pays", .help = "goroutines that assist and sweep" } },
	[GT_GC_PAYERS_FUNC] = { "payers-by-function",
		{ .text = "Payers by function", .help = "the same by start function" } },
	[GT_GC_PAYERS_ALLOC] = { "payers-by-allocation",
		{ .text = "Payers by allocation", .help = "by the function that allocated" } },
	[GT_GC_SERIES] = { "series", { .text = "Over time", .help = "heap, states, GC shares, rates" } },
};

static void choose_mode(struct gt_pane *pane, int mode)
{
	gt_app_record(pane->app);
	set_func(pane, NULL);
	gc_set_mode(pane, (enum gt_gc_mode)mode, GT_PAYERS_BY_FUNC, 0);
	gt_app_dirty(pane->app, GT_DIRTY_RECALC);
}

static void chosen_mode(struct gt_app *app, void *arg, size_t item, bool checked)
{
	(void)app;
	(void)checked;
	choose_mode(arg, (int)item);
}

static void ask_mode(struct gt_pane *pane)
{
	struct gt_menu_item items[GT_GC_MODES];

	for (size_t i = 0; i < GT_GC_MODES; i++)
		items[i] = modes[i].item;
	gt_app_menu(pane->app, &(struct gt_menu_spec){
		.title = "Show", .items = items, .n = GT_GC_MODES, .current = ((struct gcview *)pane->priv)->mode,
		.chosen = chosen_mode, .arg = pane });
}

static const char *gc_mode_name(int mode)
{
	return mode < GT_GC_MODES ? modes[mode].name : NULL;
}

static int gc_command(struct gt_pane *pane, const char *const *w, size_t n, struct gt_error *err)
{
	int mode, rc = gt_rows_show(w, n, gc_mode_name, &mode, err);

	if (!rc)
		choose_mode(pane, mode);
	return rc;
}

static void gc_resume(struct gt_pane *pane, struct gt_buf *out)
{
	const struct gcview *v = pane->priv;

	gt_buf_printf(out, "show %s\n", gc_mode_name(v->mode));
}

static void gc_complete(struct gt_pane *pane, const char *const *w, size_t n, struct gt_buf *out)
{
	(void)pane;
	gt_rows_show_words(w, n, gc_mode_name, out);
}

/* ---- drawing ---- */

static void put_sum(struct gt_buf *out, const char *name, int64_t ns)
{
	gt_buf_puts(out, name);
	gt_human_dur(out, ns);
}

/* One line about all: how many, their parts, the longest, who delayed most. */
static void gc_put_facts(struct gt_buf *out, struct gt_program *prog)
{
	const struct gt_blame_index *b = gt_program_blame_index(prog);
	int64_t from = INT64_MIN, to = INT64_MAX;
	bool limited = gt_app_restricted(prog->app, &from, &to);
	size_t n, all = limited ? gt_blame_index_seek(b, to) - gt_blame_index_seek(b, from) : b->n;
	struct gt_pause_sum sum = gt_blame_index_sum(b, from, to);
	struct gt_blame_total *v = gt_blame_index_total(b, prog->trace, false, from, to, &n);

	/* Those that did not end, or ended beyond the horizon of a damaged trace, are in no sum. */
	if (limited)
		gt_buf_puts(out, "begun in A-B: ");
	if (sum.n[GT_PAUSE_ALL] < all)
		gt_buf_printf(out, "%" PRIu64 " of ", (uint64_t)sum.n[GT_PAUSE_ALL]);
	gt_human_many(out, all, "pause");
	gt_buf_putc(out, ',');
	put_sum(out, " ", sum.ns[GT_PAUSE_ALL]);
	if (sum.n[GT_PAUSE_STOP])
		put_sum(out, ": to stop ", sum.ns[GT_PAUSE_STOP]);
	if (sum.late) {
		put_sum(out, " (thread late ", sum.late);
		gt_buf_putc(out, ')');
	}
	if (sum.n[GT_PAUSE_STILL])
		put_sum(out, sum.n[GT_PAUSE_STOP] ? ", standstill " : ": standstill ", sum.ns[GT_PAUSE_STILL]);
	if (sum.n[GT_PAUSE_RESTART])
		put_sum(out, ", restart ", sum.ns[GT_PAUSE_RESTART]);
	put_sum(out, "; longest ", sum.max[GT_PAUSE_ALL]);
	if (n && v[0].count) {
		gt_buf_puts(out, "; ");
		gt_put_string(out, prog->trace, "", v[0].func, GT_NAMELESS);
		gt_buf_printf(out, " delayed %" PRIu64 " by ", v[0].count);
		gt_human_dur(out, v[0].sum);
	}
	free(v);
}

static bool is_mmu(const struct gt_pane_table *pt)
{
	return pt->spec == &gt_gc_mmu_spec;
}

/* Its rows say all: there is no line about them, and the detail pane has the row. */
static bool is_plain(enum gt_gc_mode mode)
{
	return mode >= GT_GC_MMU_WORST;
}

static void gc_draw(struct gt_pane *pane, const struct gt_canvas *c)
{
	struct gt_pane_table *pt = gc_table_of(pane);
	const struct gcview *v = pane->priv;
	int head = pt->list.rows && c->rows >= HEAD_MIN_ROWS && !is_plain(v->mode), curve = 0;
	struct gt_buf text = { 0 };
	struct gt_canvas sub;

	gt_canvas_clear(c);
	if (head && is_mmu(pt)) {
		gt_gc_mmu_facts(&text, pt);
		curve = gt_gc_mmu_rows(pt, c->rows);
		sub = gt_canvas_sub(c, 1, 0, curve, c->cols);
		gt_gc_mmu_draw(pt, &sub);
	} else if (head && v->mode == GT_GC_CYCLES) {
		gt_gc_heap_facts(&text, pt);
		curve = gt_gc_heap_rows(pt, c->rows);
		sub = gt_canvas_sub(c, 1, 0, curve, c->cols);
		if (curve)
			gt_gc_heap_draw(pt, &sub);
	} else if (head) {
		gc_put_facts(&text, pt->prog);
	}
	if (head) {
		gt_canvas_phrases(c, 0, 0, c->cols, GT_ROLE_VALUE, gt_buf_str(&text), text.len);
		gt_buf_release(&text);
	}
	gt_rows_draw_list(pane, c, head + curve);
}

/* The range behind a row: the stop, or the worst one of a total; GT_NO_ROW: none. */
static uint32_t stop_of_row(struct gcview *v, uint64_t row)
{
	const struct gt_pane_table *pt = &v->tables[v->mode];

	if (row == UINT64_MAX || v->mode == GT_GC_CYCLES || v->mode >= GT_GC_MMU)
		return GT_NO_ROW;
	return v->mode == GT_GC_STOPS ? gt_stw_range(pt->table, row) : gt_stwtotal_worst(pt->table, row);
}

/* Not in the detail pane: the place in the list, and the worst pause, which is shown whole. */
static bool is_elsewhere(const char *key)
{
	return strcmp(key, "rank") == 0 || strncmp(key, "worst", 5) == 0;
}

/*
 * "main.loop delayed 4 of the 9 pauses that found it on a processor, by 1.117s in total, at most by 282ms"; of
 * those that no goroutine is charged with their number, and the time until all processors had stopped.
 */
static void add_total(struct gt_detail *d, struct gt_table *t, uint64_t row)
{
	struct gt_buf *out = &d->value;
	struct gt_cell c[GT_STWTOTAL_ASKED + 1];

	for (unsigned i = 0; i <= GT_STWTOTAL_ASKED; i++)
		gt_table_cell(t, row, i, &c[i]);
	if (gt_stwtotal_is_nobody(t, row)) {
		gt_buf_printf(out, "no goroutine can be charged with %" PRIu64 " pause%s", c[GT_STWTOTAL_COUNT].u,
			      c[GT_STWTOTAL_COUNT].u == 1 ? "" : "s");
		if (!c[GT_STWTOTAL_DELAY].null) {
			put_sum(out, ", which took ", c[GT_STWTOTAL_DELAY].i);
			gt_buf_puts(out, " to stop");
		}
	} else {
		if (c[GT_STWTOTAL_FUNC].null)
			gt_buf_puts(out, GT_NAMELESS);
		else
			gt_buf_add(out, c[GT_STWTOTAL_FUNC].s, c[GT_STWTOTAL_FUNC].n);
		gt_buf_printf(out, " delayed %" PRIu64 " of the %" PRIu64 " pauses that found it on a processor",
			      c[GT_STWTOTAL_COUNT].u, c[GT_STWTOTAL_ASKED].u);
		if (c[GT_STWTOTAL_COUNT].u) {
			put_sum(out, ", by ", c[GT_STWTOTAL_DELAY].i);
			put_sum(out, " in total, at most by ", c[GT_STWTOTAL_MAX].i);
		}
	}
	gt_detail_put(d, "Total");
	if (gt_stwtotal_worst(t, row) != GT_NO_ROW)
		gt_detail_add(d, GT_ROLE_LABEL, "Worst pause");
}

static void gc_fill_detail(struct gt_pane *pane, struct gt_detail *d)
{
	struct gcview *v = pane->priv;
	struct gt_pane_table *pt = gc_table_of(pane);
	uint64_t row = gt_pane_table_cursor(pt);

	if (row == UINT64_MAX)
		gt_detail_add(d, GT_ROLE_DIM, "nothing is selected");
	else if (is_mmu(pt))
		gt_gc_mmu_detail(d, pt, row);
	else if (v->mode == GT_GC_CYCLES || is_plain(v->mode))
		gt_detail_columns(d, &pt->list, is_elsewhere);
	else if (v->mode != GT_GC_STOPS)
		add_total(d, pt->table, row);
	gt_detail_stop(d, pt->prog->trace, stop_of_row(v, row), NULL);
}

/* ---- ops ---- */

static const struct gt_pane_table_spec *spec_of(enum gt_gc_mode mode)
{
	if (mode < GT_GC_MMU)
		return &gt_gc_specs[mode];
	switch (mode) {
	case GT_GC_MMU_WORST: return &gt_gc_mmuworst_spec;
	case GT_GC_COST: return &gt_gc_parts_spec;
	case GT_GC_PAYERS: return &gt_gc_payers_spec;
	case GT_GC_PAYERS_FUNC:
	case GT_GC_PAYERS_ALLOC: return &gt_gc_paygroups_spec;
	case GT_GC_SERIES: return &gt_gc_series_spec;
	default: return &gt_gc_mmu_spec;
	}
}

static int gc_init(struct gt_pane *pane, struct gt_error *err)
{
	struct gcview *v = gt_xcalloc(1, sizeof *v);

	(void)err;
	pane->priv = v;
	pane->detail = &v->detail;
	for (int i = 0; i < GT_GC_MODES; i++)
		gt_pane_table_init(&v->tables[i], spec_of((enum gt_gc_mode)i), pane, v);
	v->tables[GT_GC_MMU_PER_P].args.mmu_parts = GT_MUTIL_PER_P;
	v->tables[GT_GC_PAYERS_ALLOC].args.payer_group = GT_PAYERS_BY_ALLOC;
	return 0;
}

static void gc_free_pane(struct gt_pane *pane)
{
	struct gcview *v = pane->priv;

	for (int i = 0; i < GT_GC_MODES; i++)
		gt_pane_table_release(&v->tables[i]);
	gt_detail_release(&v->detail);
	free(v->func);
	free(v);
}

/* The pauses of a function, the goroutines of a group of those that pay; false: the row is no group. */
static bool open_group(struct gt_pane *pane)
{
	struct gcview *v = pane->priv;
	struct gt_pane_table *pt = gc_table_of(pane);
	bool pauses = v->mode == GT_GC_FUNCS;
	enum gt_gc_mode members = pauses ? GT_GC_STOPS : GT_GC_PAYERS;
	uint64_t row = gt_pane_table_cursor(pt);
	char *func;

	if (!pauses && v->mode != GT_GC_PAYERS_FUNC && v->mode != GT_GC_PAYERS_ALLOC)
		return false;
	if (row == UINT64_MAX)
		return true;
	gt_app_record(pane->app);
	gt_pane_table_sort_like(&v->tables[members], pt);
	if (!pauses) {
		gc_set_mode(pane, members, pt->args.payer_group, gt_gcpaygroup_func(pt->table, row) + 1);
		return true;
	}
	func = gt_rows_name(pt->table, row, GT_STWTOTAL_FUNC);
	if (set_func(pane, func))
		gc_set_mode(pane, members, GT_PAYERS_BY_FUNC, 0);
	free(func);
	return true;
}

static bool gc_handle(struct gt_pane *pane, const struct gt_act *act)
{
	struct gcview *v = pane->priv;
	struct gt_pane_table *pt = gc_table_of(pane);
	struct gt_sel sel;
	uint32_t stop;

	if (act->action == GT_ACT_GROUP) {
		ask_mode(pane);
		return true;
	}
	if (act->action == GT_ACT_OPEN && act->y < 0 && open_group(pane))
		return true;
	if (!gt_pane_table_sel(pt, &sel))
		return false;
	stop = stop_of_row(v, gt_pane_table_cursor(pt));
	if (act->action == GT_ACT_PATH && stop != GT_NO_ROW) {
		gt_path_open_stop(pane->app, stop);
		return true;
	}
	if (act->action == GT_ACT_SHOW_GOROUTINE && !(sel.has & GT_SEL_G) && v->mode < GT_GC_MMU) {
		gt_app_message(pane->app, "no goroutine is charged with this pause");
		return true;
	}
	return gt_links_handle(pane, act, &sel);
}

static void gc_status(struct gt_pane *pane, struct gt_buf *out)
{
	struct gcview *v = pane->priv;
	const struct gt_pane_table *pt = gc_table_of(pane);

	if (v->mode == GT_GC_PAYERS && pt->args.payer_of)
		gt_put_string(out, pt->prog->trace, pt->args.payer_group == GT_PAYERS_BY_ALLOC ?
			      "allocating in " : "started as ", pt->args.payer_of - 1, GT_NAMELESS);
	if (v->mode == GT_GC_PAYERS && pt->args.payer_of)
		gt_buf_putc(out, ' ');
	if (v->mode == GT_GC_STOPS && v->func && strcmp(v->func, GT_STWTOTAL_NOBODY) == 0)
		gt_buf_puts(out, GT_STWTOTAL_NOBODY " ");
	else if (v->mode == GT_GC_STOPS && v->func)
		gt_buf_printf(out, "delayed by %s ", *v->func ? v->func : GT_NAMELESS);
	gt_pane_table_status(gc_table_of(pane), out);
}

/* ---- places: the mode, a slice of the function whose stops are listed, what goroutines that pay ---- */

enum { OWN_MODE, OWN_FUNC, OWN_PAYERS };

/* A function is kept as its row in the table of functions, which has the same ones once the index is there. */
static void gc_save(struct gt_pane *pane, struct gt_place *place)
{
	struct gcview *v = pane->priv;

	place->own[OWN_MODE] = v->mode;
	place->own[OWN_FUNC] = v->func ? gt_pane_table_cursor(&v->tables[GT_GC_FUNCS]) + 1 : 0;
	place->own[OWN_PAYERS] = v->tables[GT_GC_PAYERS].args.payer_of |
		(uint64_t)v->tables[GT_GC_PAYERS].args.payer_group << 32;
}

static void gc_restore(struct gt_pane *pane, const struct gt_place *place)
{
	struct gcview *v = pane->priv;
	const struct gt_pane_table *funcs = &v->tables[GT_GC_FUNCS];
	uint64_t row = place->own[OWN_FUNC] - 1;
	char *func;

	if (place->own[OWN_FUNC] && funcs->table && row < funcs->table->rows) {
		func = gt_rows_name(funcs->table, row, GT_STWTOTAL_FUNC);
		set_func(pane, func);
		free(func);
	} else {
		set_func(pane, NULL);
	}
	gc_set_mode(pane,
		    place->own[OWN_MODE] < GT_GC_MODES ? (enum gt_gc_mode)place->own[OWN_MODE] : GT_GC_STOPS,
		    (enum gt_payer_group)(place->own[OWN_PAYERS] >> 32), (uint32_t)place->own[OWN_PAYERS]);
}

static const char *const commands[] = { "show", NULL };
static const enum gt_action acts[] = { GT_ACT_GROUP, GT_ACT_NONE };
static const enum gt_action hints[] = { GT_ACT_GROUP, GT_ACT_NONE };

const struct gt_pane_ops gt_pane_gc = {
	.name = "gc",
	.title = "GC/STW",
	.about = "Every stop-the-world pause in its parts: from the request until all processors have stopped "
		 "(To stop), the standstill (Standstill), and from then to the end, while processors start "
		 "and goroutines run again (Restart). The goroutine that yields its processor last is charged "
		 "with the time until then. The picture shows each processor from the request on: what ran "
		 "until it yielded, a texture until its thread had stopped, a line while it is stopped. > and the "
		 "colour of pauses mark the last goroutine. b chooses pauses, GC cycles, or totals by function "
		 "and goroutine, with a row for the pauses that no goroutine is charged with. Enter shows the pause "
		 "in the timeline, r the goroutine that delayed it, v the events, W what led up to its yield. Enter on "
		 "a function lists the pauses that it delayed. Above GC cycles is the heap over time: up to "
		 "the least value of a column in one colour, up to the largest in another, and the goal as a line. "
		 "MMU is the least that the GC leaves the program of "
		 "the processors in any stretch of time so long: pauses, mark workers (not the idle ones) and assists "
		 "are the GC's. Enter on a length shows the worst stretch; by P the curve is the worst processor's. GC cost has workers, assists and sweeps as shares of the "
		 "processors' time, and Enter shows the longest of a row; Who pays lists the goroutines that assist "
		 "and sweep, by function and by the function that allocated, too, where Enter lists those of a "
		 "function; Over time has counters, states, shares and rates, and Enter shows where one is largest.",
	GT_TABLE_PANE_OPS,
	.acts = acts,
	.hints = hints,
	.init = gc_init,
	.free = gc_free_pane,
	.table = gc_table_of,
	.draw = gc_draw,
	GT_DETAIL_OPS,
	.fill_detail = gc_fill_detail,
	.handle = gc_handle,
	.select_changed = gt_table_pane_select_changed,
	.refresh = gt_table_pane_refresh,
	.status = gc_status,
	.command = gc_command,
	.resume = gc_resume,
	.complete = gc_complete,
	.commands = commands,
	.save = gc_save,
	.restore = gc_restore,
};
