/* Tables: the registry of reports, and what all tables share. */
#include "analysis/table/table.h"

#include <string.h>

#include "analysis/findings/findings.h"
#include "analysis/goroutines/goroutines.h"
#include "analysis/slices/greedy.h"
#include "analysis/slices/greedygroups.h"
#include "analysis/reports/lists.h"
#include "analysis/paths/path.h"
#include "analysis/reports/procs.h"
#include "analysis/reports/samples.h"
#include "analysis/waits/sched.h"
#include "analysis/goroutines/states.h"
#include "analysis/stw/stw.h"
#include "analysis/reports/summary.h"
#include "analysis/reports/tasks.h"

/* In the order in which `--report=list` names them. */
static const struct gt_report *const reports[] = {
	&gt_report_summary, &gt_report_findings, &gt_report_greedy, &gt_report_greedygroups, &gt_report_path,
	&gt_report_states,
	&gt_report_goroutines, &gt_report_groups, &gt_report_events,
	&gt_report_procs, &gt_report_ranges, &gt_report_stw, &gt_report_stwfuncs,
	&gt_report_stwgoroutines, &gt_report_gc, &gt_report_gccost, &gt_report_sched, &gt_report_counters,
	&gt_report_tasks, &gt_report_regions, &gt_report_logs, &gt_report_samples,
};

const struct gt_report *gt_report_at(unsigned i)
{
	return i < GT_COUNT(reports) ? reports[i] : NULL;
}

static bool table_is_word(const char *word, const char *s, size_t n)
{
	return strlen(word) == n && !memcmp(word, s, n);
}

const struct gt_report *gt_report_find(const char *name, size_t n)
{
	for (unsigned i = 0; i < GT_COUNT(reports); i++)
		if (table_is_word(reports[i]->name, name, n))
			return reports[i];
	return NULL;
}

/* True if key is s, or s with "_ns" after it. */
static bool is_key(const char *key, const char *s, size_t n)
{
	size_t len = strlen(key);

	return table_is_word(key, s, n) || (len == n + 3 && !memcmp(key, s, n) && !strcmp(key + n, "_ns"));
}

int gt_report_column(const struct gt_report *r, const char *key, size_t n)
{
	for (unsigned i = 0; i < r->ncolumns; i++)
		if (is_key(r->columns[i].key, key, n))
			return (int)i;
	return GT_NO_COLUMN;
}

int gt_table_open(struct gt_table **out, const struct gt_report *r, struct gt_trace *t,
		  const struct gt_table_args *args, struct gt_error *err)
{
	static const struct gt_table_args all = { .to = INT64_MAX };
	struct gt_table_args a = args ? *args : all;
	int rc;

	if (!a.limited) {
		a.from = INT64_MIN;
		a.to = INT64_MAX;
	}
	a.until = gt_trace_until(t, a.to);
	rc = r->open(out, t, &a, err);
	if (!rc) {
		(*out)->report = r;
		(*out)->trace = t;
	}
	return rc;
}

void gt_table_close(struct gt_table *t)
{
	if (t)
		t->ops->close(t);
}

void gt_table_cell(struct gt_table *t, uint64_t row, unsigned col, struct gt_cell *out)
{
	out->kind = t->report->columns[col].kind;
	out->null = true;
	out->absent = t->report->columns[col].flags & GT_COL_TOP ? "no stack recorded" : NULL;
	out->n = 0;
	out->u = 0;
	t->ops->cell(t, row, col, out);
}

bool gt_table_has_beyond(const struct gt_table *t)
{
	return t->trace && t->report->start != GT_NO_COLUMN && gt_trace_beyond(t->trace, GT_NO_TIME);
}

bool gt_table_beyond(struct gt_table *t, uint64_t row)
{
	const struct gt_report *r = t->report;
	struct gt_cell c;

	if (!gt_table_has_beyond(t))
		return false;
	gt_table_cell(t, row, (unsigned)(r->sums ? r->start : r->end), &c);
	if (r->sums)
		return !c.null && gt_trace_beyond(t->trace, c.i);
	return gt_trace_beyond(t->trace, c.null ? GT_NO_TIME : c.i);
}

void gt_cell_string(struct gt_cell *c, const struct gt_trace *t, uint32_t row)
{
	c->null = row == 0;
	c->s = row ? gt_trace_string(t, row, &c->n) : "";
}

void gt_cell_func(struct gt_cell *c, const struct gt_trace *t, uint32_t row)
{
	gt_cell_string(c, t, row);
	c->absent = GT_NO_NAME;
}

void gt_cell_reason(struct gt_cell *c, const struct gt_trace *t, uint32_t row)
{
	gt_cell_string(c, t, row);
	c->absent = GT_NO_REASON;
}

void gt_cell_name(struct gt_cell *c, const struct gt_trace *t, uint32_t row)
{
	gt_cell_string(c, t, row);
	c->null = false;
}

void gt_item_u(struct gt_item *item, const char *key, uint64_t v)
{
	*item = (struct gt_item){ .key = key, .nkey = strlen(key), .value = { .kind = GT_KIND_COUNT } };
	gt_cell_u(&item->value, v);
}

void gt_item_ns(struct gt_item *item, const char *key, int64_t v)
{
	*item = (struct gt_item){ .key = key, .nkey = strlen(key), .value = { .kind = GT_KIND_DUR } };
	gt_cell_i(&item->value, v);
}

void gt_cell_goroutine(struct gt_cell *c, const struct gt_trace *t, uint32_t row)
{
	struct gt_goroutine g;

	if (row != GT_NO_ROW && gt_goroutine_get(t, row, &g))
		gt_cell_u(c, g.id);
}

void gt_cell_life(struct gt_cell *c, const struct gt_trace *t, uint32_t row)
{
	struct gt_goroutine g;

	if (row != GT_NO_ROW && gt_goroutine_get(t, row, &g))
		gt_cell_u(c, gt_goroutine_which_life(t, row) + 1);
}
