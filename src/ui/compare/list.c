/* The view of what differs from another trace: differences, worst first. */
#include "ui/compare/list_own.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/cmpkept.h"
#include "analysis/compare/comparereport.h"
#include "analysis/profiles/profile.h"
#include "analysis/table/reports.h"
#include "base/human.h"
#include "base/xalloc.h"
#include "ui/app/others.h"
#include "ui/compare/names.h"
#include "ui/panes/panes.h"
#include "ui/panes/rows.h"

/* Which rows are listed: some of those of one table, or of the table of a call tree each. */
enum cmpview_mode { MODE_SURE, MODE_UNSURE, MODE_SAME, MODE_EVERY, MODE_TREES };

struct cmpview {
	struct gt_cmp_kept kept;
	struct gt_sides sides;         /* once all traces are open; v points to `traces` */
	struct gt_trace **traces;      /* the old side, the trace on the screen, further new ones */
	struct gt_buf why;             /* why nothing is listed yet */
};

/* NULL: nothing was compared yet. */
static const struct gt_comparison *cmpview_comparison(const struct gt_pane *pane)
{
	const struct gt_table *differences = gt_mode_table(pane, MODE_SURE)->table;

	return differences ? gt_comparison_of(differences) : NULL;
}

static const struct gt_difference *cmpview_row(const struct gt_pane_table *pt, uint64_t row)
{
	return &gt_comparison_of(pt->table)->d[row];
}

/* ---- what is told before any difference ---- */

#define LIST_ROWS 6           /* what is told leaves the list that many */
#define LEAST_NAME 16         /* columns of a trace's name */

static void told_counts(struct gt_buf *out, const struct gt_comparison *of)
{
	gt_buf_printf(out, "%zu worse, %zu better, ", of->count[GT_CMP_WORSE], of->count[GT_CMP_BETTER]);
	if (of->count[GT_CMP_CHANGED])
		gt_buf_printf(out, "%zu changed, ", of->count[GT_CMP_CHANGED]);
	gt_buf_printf(out, "%zu unsure, %zu the same", of->count[GT_CMP_UNSURE], of->count[GT_CMP_SAME]);
}

static void told_put_name(struct gt_buf *out, const struct gt_comparison *of, enum gt_cmp_side side, int cols)
{
	gt_buf_puts(out, side == GT_CMP_OLD ? "before " : "after  ");
	gt_side_name(out, gt_trace_info(of->v[side][0].t)->file, gt_trace_info(of->v[!side][0].t)->file, cols);
}

static void told_put_facts(struct gt_buf *out, const struct gt_comparison *of, enum gt_cmp_side side)
{
	const struct gt_collected *c = &of->v[side][0];
	const struct gt_trace_info *info = gt_trace_info(c->t);

	if (of->n[side] > 1)
		gt_buf_printf(out, " and %zu more", of->n[side] - 1);
	gt_buf_printf(out, ", %s, %s, ", info->version, gt_dur_text(c->to - c->from).s);
	gt_human_many(out, gt_info_procs(info), "processor");
	if (!info->complete)
		gt_buf_puts(out, ", damaged");
}

static void told_side(struct gt_buf *out, const struct gt_comparison *of, enum gt_cmp_side side)
{
	told_put_name(out, of, side, INT_MAX);
	told_put_facts(out, of, side);
}

/* The name is fitted, the rest as far as there is room. */
static void told_draw_side(const struct gt_canvas *c, int y, const struct gt_comparison *of, enum gt_cmp_side side)
{
	struct gt_buf text = { 0 };
	int x;

	told_put_name(&text, of, side, c->cols / 2 > LEAST_NAME ? c->cols / 2 : LEAST_NAME);
	x = gt_canvas_textn(c, y, 0, GT_ROLE_DIM, gt_buf_str(&text), text.len);
	gt_buf_reset(&text);
	told_put_facts(&text, of, side);
	gt_canvas_phrases(c, y, x, c->cols - x, GT_ROLE_DIM, gt_buf_str(&text), text.len);
	gt_buf_release(&text);
}

static void told_draw_counts(const struct gt_canvas *c, int y, const struct gt_comparison *of)
{
	struct gt_buf text = { 0 };

	told_counts(&text, of);
	gt_buf_printf(&text, ", %zu tests, corrected p at most %g", of->tests, GT_CMP_ALPHA);
	gt_canvas_phrases(c, y, 0, c->cols, GT_ROLE_VALUE, gt_buf_str(&text), text.len);
	gt_buf_release(&text);
}

/* The facts that make the sides unlike, a line each, in at most so many rows; the last says how many are left out. */
static int told_draw_facts(const struct gt_canvas *c, int y, int most, const struct gt_comparison *of)
{
	struct gt_buf facts = { 0 }, line = { 0 };
	int n = 0, drawn = 0;

	gt_comparison_facts(&facts, of);
	for (const char *s = gt_buf_str(&facts); *s; s++)
		n += *s == '\n';
	for (const char *s = gt_buf_str(&facts); *s && drawn < most; s += strcspn(s, "\n") + 1, drawn++) {
		gt_buf_reset(&line);
		if (drawn == most - 1 && n > most)
			gt_buf_printf(&line, "and %d more notes, in the detail of the first row", n - drawn);
		else
			gt_buf_add(&line, s, strcspn(s, "\n"));
		gt_canvas_phrases(c, y + drawn, 0, c->cols, GT_ROLE_WARNING, gt_buf_str(&line), line.len);
	}
	gt_buf_release(&facts);
	gt_buf_release(&line);
	return drawn;
}

static int told_draw(const struct gt_canvas *c, const struct gt_comparison *of)
{
	int room = c->rows - LIST_ROWS, y = 0;

	if (room > 0)
		told_draw_counts(c, y++, of);
	/* Where there is little room, notes count for more than what the traces are called. */
	for (unsigned side = 0; side < GT_CMP_SIDES && y < room && room > 4; side++)
		told_draw_side(c, y++, of, (enum gt_cmp_side)side);
	return y < room ? y + told_draw_facts(c, y, room - y, of) : y;
}

/* ---- rows ---- */

static bool difference_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	return gt_difference_example(sel, pt->prog, gt_comparison_of(pt->table), GT_CMP_NEW, cmpview_row(pt, row));
}

static gt_style difference_style(const struct gt_pane_table *pt, uint64_t row, int col)
{
	static const gt_style styles[GT_CMP_VERDICTS] = {
		[GT_CMP_WORSE] = GT_ROLE_WORSE, [GT_CMP_BETTER] = GT_ROLE_BETTER, [GT_CMP_UNSURE] = GT_ROLE_DIM,
		[GT_CMP_SAME] = GT_ROLE_DIM,
	};
	int verdict = gt_report_column(&gt_report_compare, "verdict", strlen("verdict"));
	int change = gt_report_column(&gt_report_compare, "change", strlen("change"));

	return col == verdict || col == change ? styles[cmpview_row(pt, row)->verdict] : GT_ROLE_NORMAL;
}

static const char *cmpview_why_empty(const struct gt_pane_table *pt)
{
	struct cmpview *v = pt->owner;
	const struct gt_comparison *c = cmpview_comparison(pt->pane);

	if (!v->traces)
		return gt_buf_str(&v->why);
	gt_buf_reset(&v->why);
	if (!c || !c->nd)
		return "there is nothing in these traces that could be compared";
	if (pt->pane->modes->now == MODE_SURE)
		gt_buf_puts(&v->why, "no difference that is more than chance: ");
	told_counts(&v->why, c);
	gt_buf_puts(&v->why, "; b chooses what is listed\n\n");
	for (unsigned side = 0; side < GT_CMP_SIDES; side++) {
		told_side(&v->why, c, (enum gt_cmp_side)side);
		gt_buf_putc(&v->why, '\n');
	}
	gt_buf_putc(&v->why, '\n');
	gt_comparison_facts(&v->why, c);
	return gt_buf_str(&v->why);
}

/* Whatever the number of rows is, traces are read: in a thread. */
static uint64_t difference_rows_cost(const struct gt_pane_table *pt)
{
	(void)pt;
	return UINT64_MAX;
}

static bool cmpview_ready(const struct gt_pane_table *pt)
{
	return pt->args.sides;
}

static const struct gt_pane_table_spec difference_spec = {
	.report = &gt_report_compare,
	.columns = "verdict change kind/3 key:26 aspect/5 p50_a/4 p50_b/4 p99_a/1 p99_b/1 max_a/2 max_b/2 rate_a/6 "
		   "rate_b/6 share_a/7 share_b/7 p/8",
	.what = "differences",
	.doing = "comparing",
	.cost = difference_rows_cost,
	.unsorted = true,
	.select = difference_select,
	.style = difference_style,
	.ready = cmpview_ready,
	.empty = cmpview_why_empty,
};

/* ---- what is shown ---- */

/* False: the traces are not all there yet; why says what they are waited for, or what is wrong. */
static bool cmpview_open(struct cmpview *v, struct gt_pane *pane)
{
	struct gt_program *prog = gt_program_of(pane);
	struct gt_others *o = prog->others;

	if (v->traces)
		return true;
	if (!prog->working && (o->state == GT_OTHERS_NONE ||
			       (o->state == GT_OTHERS_READING && !gt_app_works(pane->app))))
		gt_others_start(o, pane->app);
	gt_buf_reset(&v->why);
	if (prog->working)
		gt_buf_puts(&v->why, "differences are shown when the trace is indexed");
	else if (o->state == GT_OTHERS_FAILED)
		gt_buf_printf(&v->why, "nothing to compare with: %s", gt_buf_str(&o->why));
	else if (o->state == GT_OTHERS_STOPPED)
		gt_buf_puts(&v->why, "stopped; Enter reads what to compare with");
	else
		gt_buf_printf(&v->why, "reading %s …", o->paths[0]);
	gt_modes_table(pane)->list.empty = gt_buf_str(&v->why);
	if (o->state == GT_OTHERS_READING && gt_app_works(pane->app))
		gt_app_owe_job(pane->app);
	if (o->state != GT_OTHERS_OPEN)
		return false;
	v->traces = gt_xcalloc(o->n + 1, sizeof *v->traces);
	memcpy(v->traces, o->v, prog->nolds * sizeof *v->traces);
	v->traces[prog->nolds] = prog->trace;
	memcpy(v->traces + prog->nolds + 1, o->v + prog->nolds, (o->n - prog->nolds) * sizeof *v->traces);
	v->sides = (struct gt_sides){
		.v = { v->traces, v->traces + prog->nolds }, .n = { prog->nolds, o->n - prog->nolds + 1 },
		.as_args = true, .kept = &v->kept,
	};
	for (unsigned i = 0; i < pane->modes->spec->n; i++)
		gt_mode_table(pane, i)->args.sides = &v->sides;
	return true;
}

/* The table itself is opened by its first refresh. */
static void cmpview_refresh(struct gt_pane *pane)
{
	struct cmpview *v = pane->priv;
	bool first = !v->traces;

	if (!cmpview_open(v, pane))
		return;
	if (first)
		gt_pane_table_show(gt_modes_table(pane), true);
	gt_pane_table_refresh(gt_modes_table(pane));
}

static int told_head(struct gt_pane_table *pt, const struct gt_canvas *c)
{
	const struct gt_comparison *of = cmpview_comparison(pt->pane);

	return of ? told_draw(c, of) : 0;
}

static void difference_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	const struct gt_comparison *c = cmpview_comparison(pt->pane);
	struct gt_buf facts = { 0 };

	gt_difference_detail(d, pt->prog, c, cmpview_row(pt, row));
	gt_comparison_facts(&facts, c);
	/* Each of them ends its line. */
	for (const char *s = gt_buf_str(&facts), *end; (end = strchr(s, '\n')); s = end + 1)
		gt_detail_add(d, GT_ROLE_WARNING, "note: %.*s", (int)(end - s), s);
	gt_buf_release(&facts);
}

#define LIST .spec = &difference_spec, .head = told_head, .detail = difference_detail

/* own: the profile */
#define TREE(kind, its_name, its_help) { \
	.name = its_name, .help = its_help, .spec = &gt_cmp_tree_spec, \
	.tree = true, .own = GT_PROFILE_##kind, .head = gt_cmp_tree_head, \
	.detail = gt_cmp_tree_detail, .export_open = gt_cmp_tree_export }

static const struct gt_mode cmp_modes[] = {
	[MODE_SURE] = { .name = "differences",
			.help = "what is worse or better by more than chance",
			LIST, .within = "verdict=worse || verdict=better || verdict=changed" },
	[MODE_UNSURE] = { .name = "unsure", .help = "differences that may be chance: there are too few",
			  LIST, .within = "verdict=unsure", .shares = 1 + MODE_SURE },
	[MODE_SAME] = { .name = "same", .help = "what was compared and does not differ",
			LIST, .within = "verdict=same", .shares = 1 + MODE_SURE },
	[MODE_EVERY] = { .name = "all", .help = "differences first",
			 LIST, .within = "", .shares = 1 + MODE_SURE },
	[MODE_TREES] = TREE(OFFCPU, "offcpu", "where goroutines stand while they do not run"),
	TREE(SYNC, "sync", "where they wait for each other"),
	TREE(NET, "net", "where they wait for the network"),
	TREE(SYSCALL, "syscall", "where they are in system calls"),
	TREE(SCHED, "schedlat", "what made them runnable before they wait"),
	TREE(CPU, "samples", "where the CPU profile found them"),
};

static const struct gt_modes_spec cmpview_shows = {
	.v = cmp_modes, .n = GT_COUNT(cmp_modes),
};

/* ---- ops ---- */

static void cmpview_init(struct gt_pane *pane)
{
	struct cmpview *v = pane->priv;

	gt_cmp_kept_init(&v->kept);
	for (unsigned i = MODE_TREES; i < GT_COUNT(cmp_modes); i++)
		*gt_tree_args_in(&gt_mode_table(pane, i)->args) =
			(struct gt_tree_args){ .profile = cmp_modes[i].own, .folds = true };
}

static void cmpview_free(struct gt_pane *pane)
{
	struct cmpview *v = pane->priv;

	gt_cmp_kept_release(&v->kept);
	gt_buf_release(&v->why);
	free(v->traces);
}

static bool cmpview_handle(struct gt_pane *pane, const struct gt_act *act)
{
	const struct cmpview *v = pane->priv;
	struct gt_pane_table *pt = gt_modes_table(pane);
	struct gt_others *o = pt->prog->others;
	struct gt_sel sel;

	if (act->action == GT_ACT_OPEN && o->state == GT_OTHERS_STOPPED) {
		gt_others_start(o, pane->app);
		gt_app_data_changed(pane->app);
		return true;
	}
	if (!v->traces && act->action != GT_ACT_GROUP)
		return false;
	if (gt_modes_handle(pane, act))
		return true;
	if (gt_mode_now(pane)->tree || gt_pane_table_cursor(pt) == UINT64_MAX)
		return false;
	if (act->action == GT_ACT_OPEN && act->y < 0) {
		gt_sides_show(pane->app, cmpview_comparison(pane), cmpview_row(pt, gt_pane_table_cursor(pt)));
		return true;
	}
	return gt_pane_table_sel(pt, &sel) && gt_links_handle(pane, act, &sel);
}

const struct gt_pane_ops gt_pane_compare = {
	.name = "compare",
	.title = "Compare",
	.about = "What is worse or better than in the trace of --compare, the costliest difference first. Rates, "
		 "shares of the time and lengths are compared, by function, stack and kind; a row is worse or better "
		 "only if that is more than chance over all tests, and large enough to matter. In the call trees a "
		 "frame is as wide as its time after; a colour and a sign say whether that was more or less before. "
		 "Enter shows both timelines of a row above each other, t the longest of it in the new one. With A "
		 "and B set the same range of both traces is compared. Of several new traces the screen shows the "
		 "first; this view compares all of them.",
	GT_TABLE_PANE_OPS,
	GT_ROWS_PANE_OPS(struct cmpview, cmpview_shows),
	.acts = GT_ACTIONS(GT_ACT_GROUP, GT_ACT_INVERT, GT_ACT_FLAT, GT_ACT_UNFOLD, GT_ACT_FOLD,
		GT_ACT_UNFOLD_ALL),
	.hints = GT_ACTIONS(GT_ACT_GROUP),
	.init = cmpview_init,
	.free = cmpview_free,
	.handle = cmpview_handle,
	.refresh = cmpview_refresh,
};
