/* The view of several traces: a row for each, the newest first; Enter opens one. */
#include <stdlib.h>
#include <string.h>

#include "analysis/table/reports.h"
#include "base/say.h"
#include "base/xalloc.h"
#include "ui/app/roster.h"
#include "ui/detail/detail.h"
#include "ui/panes/panes.h"
#include "ui/panes/rows.h"

static struct gt_roster *roster_of(const struct gt_pane_table *pt)
{
	return pt->prog->roster;
}

/* A row keeps its place in the list of files, however many were read before it. */
static uint64_t traces_id(const struct gt_pane_table *pt, uint64_t row)
{
	return (uint64_t)(gt_traces_row(pt->table, row) - roster_of(pt)->fleet.rows);
}

static uint64_t traces_row_of_id(const struct gt_pane_table *pt, uint64_t id)
{
	for (uint64_t row = 0; row < pt->table->rows; row++)
		if (traces_id(pt, row) == id)
			return row;
	return UINT64_MAX;
}

static const char *traces_empty(const struct gt_pane_table *pt)
{
	const struct gt_roster *r = roster_of(pt);

	return !r->done ? "the first trace is being read" : r->fleet.n ? "none of these files is a trace"
								       : "there is no file in the directory";
}

static gt_style traces_style(const struct gt_pane_table *pt, uint64_t row, int col)
{
	const char *key = pt->spec->report->columns[col].key;

	if (strcmp(key, "damage") == 0)
		return GT_ROLE_WARNING;
	if (strcmp(key, "z") == 0 || strcmp(key, "outlier") == 0)
		return gt_traces_apart(pt->table, row) ? GT_ROLE_WORSE : GT_ROLE_DIM;
	return GT_ROLE_NORMAL;
}

static const struct gt_pane_table_spec traces_spec = {
	.report = &gt_report_traces,
	.columns = "when:19/3 host/8 name:16 duration/6 kind:10 share/4 sched_p99/5 stw_max/5 pressure/5 gc_share/7 "
		   "events/9 bytes/10 outlier/2 z/1 damage/11",
	.what = "traces",
	.all_times = true,
	.id = traces_id,
	.row = traces_row_of_id,
	.worst = "when",
	.style = traces_style,
	.empty = traces_empty,
};

/* Which one stands apart most, and why; names of files are not shortened as those of functions are. */
static int traces_head(struct gt_pane_table *pt, const struct gt_canvas *c)
{
	struct gt_buf text = { 0 };
	const char *why;
	const struct gt_fleet_row *worst = gt_traces_worst(pt->table, &why);

	if (!worst)
		return 0;
	gt_say(&text, "{} apart from the others, most: {}", gt_as_many(gt_traces_count_apart(pt->table), "trace"),
	       gt_as_text(gt_fleet_row_name(worst)));
	if (why)
		gt_say(&text, "; {}", gt_as_text(why));
	gt_canvas_fit(c, 0, 0, c->cols, GT_ROLE_VALUE, gt_buf_str(&text), text.len, false);
	gt_buf_release(&text);
	return 1;
}

/* What is in no column, or too long for one. */
static void traces_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	const struct gt_fleet_row *r = gt_traces_row(pt->table, row);
	const char *why;

	if (r->finding)
		gt_detail_say(d, "Finding", "{}", gt_as_text(r->finding));
	if (gt_traces_worst(pt->table, &why) == r && why)
		gt_detail_say(d, "Difference", "{}", gt_as_text(why));
	if (r->err.code)
		gt_detail_say(d, "Damage", "{}", gt_as_text(r->err.text));
	gt_detail_say(d, "Path", "{}", gt_as_text(r->path));
	gt_rows_numbers(d, pt, "start modified version duration_ns bytes events events_per_s gomaxprocs goroutines_max "
			"cost_ns sched_p99_ns stw_count stw_max_ns stw_total_ns stw_share pressure gc_share");
}

static const struct gt_mode traces_modes[] = {
	{ .name = "traces", .help = "a row per trace", .spec = &traces_spec, .head = traces_head,
	  .detail = traces_detail, .next = "Enter opens it" },
};

static const struct gt_modes_spec traces_shows = { .v = traces_modes, .n = GT_COUNT(traces_modes) };

struct traces_pane {
	bool begun;
};

static void traces_init(struct gt_pane *pane)
{
	struct gt_roster *r = gt_program_of(pane)->roster;
	struct gt_table_args *args = &gt_mode_table(pane, 0)->args;

	args->fleet = &r->fleet;
	gt_fleet_args_host(args, r->host);
}

/* The program opens it when the loop of the list has ended (ui/shell/listed.c). */
static bool traces_open_one(struct gt_pane *pane)
{
	struct gt_pane_table *pt = gt_modes_table(pane);
	uint64_t row = gt_pane_table_cursor(pt);
	struct gt_roster *r = roster_of(pt);

	if (row == UINT64_MAX)
		return false;
	free(r->chosen);
	r->chosen = gt_xstrdup(gt_traces_row(pt->table, row)->path);
	gt_app_quit(pane->app);
	return true;
}

static bool traces_handle(struct gt_pane *pane, const struct gt_act *act)
{
	if (act->action == GT_ACT_OPEN && act->y < 0)
		return traces_open_one(pane);
	return gt_rows_handle(pane, act);
}

const struct gt_pane_ops gt_pane_traces = {
	.name = "traces",
	.title = "Traces",
	.about = "The traces that were named, and those in directories, the newest first; rows appear as they are read. "
		 "Each has what is worst in it, and z: by how many deviations it stands apart from the others in the "
		 "column that is named beside it; from 3.5 on it is an outlier. Of the worst one the line above says "
		 "what makes the difference. Enter opens a trace, q goes back to the list, Q quits.",
	GT_TABLE_PANE_OPS,
	GT_ROWS_PANE_OPS(struct traces_pane, traces_shows),
	.init = traces_init,
	.handle = traces_handle,
	.refresh = gt_table_pane_refresh,
};
