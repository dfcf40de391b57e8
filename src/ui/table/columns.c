/* The columns of a pane's list: those that its spec names, then the report's others. */
#include <assert.h>
#include <string.h>

#include "analysis/table/celltext.h"
#include "base/xalloc.h"
#include "ui/table/table_own.h"

static struct gt_list_column report_column(const struct gt_column *c, const struct gt_pane_column *pc,
					   const char *key)
{
	bool flexible = c->kind == GT_KIND_STRING || !gt_kind_has_order(c->kind);

	return (struct gt_list_column){
		.key = key,
		.title = c->title,
		.help = c->help,
		.min = pc->min ? pc->min : (int16_t)(flexible ? 8 : 1),
		.max = pc->max || pc->min ? pc->max : (int16_t)(flexible ? c->width : 24),
		.prio = pc->prio,
		.flags = (uint8_t)((gt_kind_is_number(c->kind) ? GT_LIST_COL_RIGHT : 0) |
				   (c->kind == GT_KIND_DUR ? GT_LIST_COL_DUR : 0) |
				   (c->flags & GT_COL_MEASURE ? GT_LIST_COL_BAR : 0) |
				   (c->flags & GT_COL_DESC ? GT_LIST_COL_DESC : 0) |
				   (c->flags & GT_COL_FUNC ? GT_LIST_COL_FUNC : 0) |
				   (gt_kind_has_order(c->kind) ? 0 : GT_LIST_COL_NOSORT) |
				   (pc->hidden ? GT_LIST_COL_HIDDEN : 0)),
	};
}

static const struct gt_list_column rank_column = {
	.key = "rank", .title = "#", .help = "position in this order", .min = 1, .max = 12,
	.flags = GT_LIST_COL_RIGHT | GT_LIST_COL_NOSORT,
};
static const struct gt_list_column mark_column = {
	.key = "mark", .title = "", .help = "marks", .min = 1, .max = 4, .flags = GT_LIST_COL_NOSORT,
};

static const struct gt_list_column spent_column = {
	.key = "states", .title = "States", .help = "running, runnable, syscall, waiting: their shares as a bar", .min = 10,
	.max = 24, .flags = GT_LIST_COL_NOSORT,
};
static const struct gt_list_column *const own_columns[] = {
	[-GT_PANE_RANK] = &rank_column, [-GT_PANE_MARK] = &mark_column, [-GT_PANE_SPENT] = &spent_column,
};

/* key: room for the column's key, "dur_ns" is "dur" on the command line.  Returns the room behind it. */
static char *add_column(struct gt_pane_table *pt, int col, const struct gt_pane_column *pc, char *key)
{
	struct gt_list_column *out = &pt->columns[pt->ncolumns];
	const struct gt_column *c;
	size_t n;

	pt->cols[pt->ncolumns++] = col;
	if (col < 0) {
		*out = *own_columns[-col];
		out->prio = pc->prio;
		return key;
	}
	c = &pt->spec->report->columns[col];
	n = strlen(c->key);
	if (n > 3 && strcmp(c->key + n - 3, "_ns") == 0)
		n -= 3;
	memcpy(key, c->key, n);
	*out = report_column(c, pc, key);
	return key + n + 1;
}

void gt_pane_table_columns(struct gt_pane_table *pt)
{
	const struct gt_pane_table_spec *spec = pt->spec;
	const struct gt_report *r = spec->report;
	bool *named = gt_xcalloc(r->ncolumns, sizeof *named);
	size_t room = 0;
	char *key;

	for (unsigned i = 0; i < r->ncolumns; i++)
		room += strlen(r->columns[i].key) + 1;
	pt->columns = gt_xcalloc(spec->ncolumns + r->ncolumns, sizeof *pt->columns);
	pt->cols = gt_xcalloc(spec->ncolumns + r->ncolumns, sizeof *pt->cols);
	key = pt->keys = gt_xcalloc(room, 1);
	for (unsigned i = 0; i < spec->ncolumns; i++) {
		const struct gt_pane_column *pc = &spec->columns[i];
		int col = pc->key ? gt_report_column(r, pc->key, strlen(pc->key)) : pc->col;

		assert(col < (int)r->ncolumns && (col >= 0 || !pc->key));
		if (col >= 0)
			named[col] = true;
		key = add_column(pt, col, pc, key);
	}
	for (unsigned i = 0; i < r->ncolumns; i++) {
		bool func = r->columns[i].flags & GT_COL_FUNC;
		const struct gt_pane_column pc = {
			.min = func ? 16 : 0,
			.prio = func ? 0 : (uint8_t)(i < 200 ? i + 1 : 200),
			/* If the spec names none, the report's default columns are shown. */
			.hidden = spec->ncolumns > 0 || r->columns[i].flags & (GT_COL_MORE | GT_COL_LIFE),
		};

		if (!named[i])
			key = add_column(pt, (int)i, &pc, key);
	}
	free(named);
}

/* ---- members in the order of their groups ---- */

/* The column of members of which a group's column shows a number, or -1. */
static int member_column(const struct gt_listview *members, const char *of_group)
{
	static const char *const numbers[] = { "total", "max", "min", "avg", "p50", "p90", "p99", "p999" };
	const char *last = strrchr(of_group, '_');
	struct gt_buf key = { 0 };
	int col = gt_list_find_column(members, of_group);

	for (size_t i = 0; col < 0 && i < GT_COUNT(numbers); i++) {
		if (strcmp(of_group, numbers[i]) == 0)
			col = gt_list_find_column(members, "dur");
		/* "exec_p99": of "exec". */
		if (last && strcmp(last + 1, numbers[i]) == 0) {
			gt_buf_add(&key, of_group, (size_t)(last - of_group));
			col = gt_list_find_column(members, gt_buf_str(&key));
		}
	}
	gt_buf_release(&key);
	return col >= 0 && members->columns[col].flags & GT_LIST_COL_NOSORT ? -1 : col;
}

void gt_pane_table_sort_like(struct gt_pane_table *members, const struct gt_pane_table *groups)
{
	unsigned by = groups->list.sort;
	int col = by < groups->list.ncolumns ? member_column(&members->list, groups->list.columns[by].key) : -1;

	if (col < 0)
		return;
	members->list.sort = (unsigned)col;
	members->list.desc = groups->list.desc;
}
