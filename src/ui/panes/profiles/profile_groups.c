/* Modes of the view of waits that list groups of waits, and the waits of one group. */
#include <string.h>

#include "analysis/table/celltext.h"
#include "analysis/table/reports.h"
#include "analysis/waitlist/waitgroups.h"
#include "analysis/waits/waitkeys.h"
#include "base/sat.h"
#include "ui/panes/profiles/profiles.h"
#include "ui/panes/rows.h"

/* ---- rows ---- */

/* A group stands for its longest wait: jumps lead there. */
static bool group_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	struct gt_interval iv;
	uint32_t g;

	return gt_waitgroup_longest(pt->table, row, &g, &iv) &&
	       gt_rows_span_sel(sel, pt, g, GT_NO_ROW, iv.t0, iv.t1);
}

static gt_style wait_group_style(const struct gt_pane_table *pt, uint64_t row, int col)
{
	struct gt_cell c;

	if (col != GT_WG_NAME)
		return GT_ROLE_NORMAL;
	gt_table_cell(pt->table, row, GT_WG_SYSTEM, &c);
	return !c.null && c.b ? GT_ROLE_RUNTIME : GT_ROLE_NORMAL;
}

/* Of rows that are sums of waits: how many, how long, and the same of those that are open. */
enum { SUM_N, SUM_NS, SUM_OPEN, SUM_OPEN_NS, SUMS };

void gt_profile_sums_opened(struct gt_pane_table *pt)
{
	static const char *const keys[SUMS][2] = {
		{ "count", "waits" }, { "total_ns", "wait_ns" }, { "open", "open" }, { "open_ns", "open_ns" },
	};
	const struct gt_report *r = pt->spec->report;
	int64_t sums[SUMS] = { 0 };
	struct gt_cell c;

	for (int k = 0; k < SUMS; k++) {
		const char *key = keys[k][gt_report_column(r, keys[k][0], strlen(keys[k][0])) == GT_NO_COLUMN];
		unsigned col = (unsigned)gt_report_column(r, key, strlen(key));

		for (uint64_t i = 0; pt->view && i < gt_view_count(pt->view); i++) {
			gt_table_cell(pt->table, gt_view_row(pt->view, i), col, &c);
			gt_sat_grow(&sums[k], c.null ? 0 : c.i);
		}
	}
	pt->measure = (struct gt_measure){ .n = (uint64_t)sums[SUM_N], .sum = sums[SUM_NS],
					   .napart = (uint64_t)sums[SUM_OPEN], .apart = sums[SUM_OPEN_NS] };
}

void gt_profile_sums_text(struct gt_buf *out, const struct gt_pane_table *pt, struct gt_word in)
{
	const struct gt_measure *m = &pt->measure;

	if (!pt->view)
		return;
	gt_say(out, "{} {}, {}", gt_as_many(m->n, "wait"), in, gt_as_dur(m->sum));
	if (m->napart)
		gt_say(out, "; {} open, {}", gt_as_count(m->napart), gt_as_dur(m->apart));
}

static const char group_columns[] = "group count total p50/3 p90/8 p99/2 p999/7 max/1 when/4 open/5 system/5 kind/6";

static const char stack_columns[] =
	"group top/7 count total p50/3 p90/8 p99/2 p999/7 max/1 when/4 open/5 system/5 kind/6";

#define GROUPS(of, its_columns, hides, none) { \
	.report = &gt_report_##of, .columns = its_columns, \
	.what = "groups", .owners = hides, GT_PROFILE_SUMS, .select = group_select, .style = wait_group_style, \
	.nothing = none }

const struct gt_pane_table_spec gt_profile_groups_spec = GROUPS(waitgroups, group_columns, true, GT_NO_WAITS);
const struct gt_pane_table_spec gt_profile_schedgroups_spec = GROUPS(schedgroups, group_columns, false,
								       GT_NO_SCHED_WAITS);
const struct gt_pane_table_spec gt_profile_stackgroups_spec = GROUPS(waitgroups, stack_columns, true, GT_NO_WAITS);

void gt_profile_groups_line(struct gt_buf *out, const struct gt_pane_table *pt)
{
	gt_profile_sums_text(out, pt, gt_as_said("in {}", gt_as_many(pt->list.rows, "group")));
}

void gt_profile_group_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	struct gt_interval iv;
	uint32_t g;

	if (!gt_pane_table_says(pt, GT_WG_NAME)) {
		gt_table_text(&d->value, pt->table, row, GT_WG_NAME);
		gt_detail_put(d, "Group");
	}
	gt_rows_numbers(d, pt, "count total p50 p90 p99 p999 max open open_ns");
	if (!gt_waitgroup_longest(pt->table, row, &g, &iv))
		return;
	gt_detail_add(d, GT_ROLE_LABEL, "The longest of them");
	gt_goroutine_title(&d->value, pt->prog->trace, g);
	gt_detail_put(d, "Goroutine");
	gt_detail_interval(d, pt->prog, g, &iv);
}

/* ---- the waits of one group ---- */

static enum gt_wait_group group_of(const struct gt_pane *pane, struct gt_mode_part part)
{
	return (enum gt_wait_group)pane->modes->spec->v[gt_mode_of_group(part)].args.group;
}

/* Rows of the report sched by what they show. */
bool gt_profile_filter_sched(struct gt_pane *pane, struct gt_mode_part part, struct gt_mode_filter *f)
{
	struct gt_waitkey key = gt_waitkey_of_number(part.key);
	enum gt_wait_group by = group_of(pane, part);
	struct gt_buf name = { 0 };
	bool named = gt_waitkey_text(&name, gt_program_of(pane)->trace, by, &key);

	gt_mode_filter_is(f, by == GT_WAITS_BY_CAUSE ? "cause" : "func", gt_buf_str(&name), named ? name.len : 0);
	gt_buf_printf(&f->of, "of %s", gt_buf_str(&name));
	gt_buf_release(&name);
	return true;
}

enum gt_narrowed gt_profile_narrow_waits(struct gt_pane *pane, struct gt_pane_table *pt, struct gt_mode_part part)
{
	struct gt_table_args *a = &pt->args;
	enum gt_wait_group by = part.what ? group_of(pane, part) : GT_WAITS_BY_REASON;

	if (a->has_key == !!part.what && (!part.what || (a->key == part.key && a->group == by)))
		return GT_NARROWED;
	a->has_key = part.what;
	a->key = part.key;
	a->group = by;
	gt_list_goto(&pt->list, 0, false);
	return GT_NARROWED_REOPEN;
}

void gt_profile_group_status(struct gt_pane *pane, struct gt_buf *out)
{
	struct gt_mode_part part = pane->modes->part;
	struct gt_waitkey key = gt_waitkey_of_number(part.key);

	if (!part.what)
		return;
	gt_buf_puts(out, "of ");
	gt_waitkey_text(out, gt_program_of(pane)->trace, group_of(pane, part), &key);
	gt_buf_putc(out, ' ');
}
