/* The row of a report behind a number that --fail-if found too large. */
#include "cli/fail/culprit.h"

#include <string.h>

#include "analysis/table/celltext.h"

#define ALTERNATIVES 3

/* Columns that say what a row is about: of each list the first one that the report has. */
struct words {
	const char *report;              /* NULL: any other one */
	const char *cols[ALTERNATIVES];  /* only if one of these is measured; none: whichever */
	const char *before, *nobody;     /* before the goroutine; instead of it, if it is absent */
	const char *g[ALTERNATIVES], *func[ALTERNATIVES], *top[ALTERNATIVES];
	const char *all[ALTERNATIVES];   /* says all of it */
};

/* The first that fits. */
static const struct words all_words[] = {
	/* The goroutine that yielded last answers for the time to stop, the one that requested it for the rest. */
	{ .report = "stw", .cols = { "dur_ns", "stop_ns", "last_yield_ns" }, .before = "last ",
	  .nobody = "nobody to blame", .g = { "last_g" }, .func = { "last_func" }, .top = { "last_where" } },
	{ .report = "stw", .before = "requested by ", .g = { "g" }, .func = { "func" } },
	{ .report = "findings", .all = { "finding" } },
	{ .report = "traces", .func = { "path" } },
	{ .before = "", .g = { "g", "p" }, .func = { "func", "name" }, .top = { "end_where", "worst_where", "where" } },
};

static const char *const what_cols[ALTERNATIVES] = { "reason", "worst_reason", "outlier" };
static const char *const time_cols[ALTERNATIVES] = { "worst_start_ns", "max_start_ns", "start_ns" };
static const char *const more_cols[ALTERNATIVES] = { "difference" };

/* The first of some columns that the report has; false if its cell is absent, or there is none. */
static bool culprit_find(struct gt_table *t, uint64_t row, const char *const *keys, struct gt_cell *c,
			 const char **key)
{
	for (unsigned i = 0; i < ALTERNATIVES && keys[i]; i++) {
		int col = gt_report_column(t->report, keys[i], strlen(keys[i]));

		if (col == GT_NO_COLUMN)
			continue;
		gt_table_cell(t, row, (unsigned)col, c);
		*key = keys[i];
		return !c->null;
	}
	return false;
}

static bool culprit_put(struct gt_buf *out, struct gt_table *t, uint64_t row, const char *before,
			const char *const *keys)
{
	const char *key;
	struct gt_cell c;

	if (!culprit_find(t, row, keys, &c, &key))
		return false;
	gt_buf_puts(out, before);
	gt_cell_text(out, t, &c);
	return true;
}

static const struct words *words_of(const struct gt_report *r, int col)
{
	const struct words *w = all_words;

	for (;; w++) {
		bool fits = !w->cols[0];

		if (!w->report)
			return w;
		for (unsigned i = 0; i < ALTERNATIVES && w->cols[i] && col != GT_NO_COLUMN; i++)
			fits |= strcmp(w->cols[i], r->columns[col].key) == 0;
		if (fits && strcmp(w->report, r->name) == 0)
			return w;
	}
}

/* out is empty. */
static void put_who(struct gt_buf *out, struct gt_table *t, uint64_t row, const struct words *w)
{
	const char *key;
	struct gt_cell c;

	if (culprit_find(t, row, w->g, &c, &key)) {
		gt_buf_printf(out, "%s%c", w->before, strcmp(key, "p") == 0 ? 'P' : 'G');
		gt_cell_text(out, t, &c);
	}
	culprit_put(out, t, row, out->len ? " " : "", w->func);
	if (out->len)
		culprit_put(out, t, row, " at ", w->top);
	else if (w->nobody)
		gt_buf_puts(out, w->nobody);
}

void gt_culprit_text(struct gt_buf *out, struct gt_table *t, uint64_t row, int col)
{
	const struct words *w = words_of(t->report, col);
	struct gt_buf when = { 0 }, who = { 0 };

	if (culprit_put(out, t, row, "", w->all))
		return;
	culprit_put(&when, t, row, "", what_cols);
	culprit_put(&when, t, row, when.len ? " at " : "at ", time_cols);
	put_who(&who, t, row, w);
	gt_buf_printf(out, "%s%s%s", gt_buf_str(&when), when.len && who.len ? ", " : "", gt_buf_str(&who));
	culprit_put(out, t, row, ": ", more_cols);
	gt_buf_release(&when);
	gt_buf_release(&who);
}
