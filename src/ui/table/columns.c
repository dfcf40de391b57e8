/* The columns of a pane's list: those that its spec names, then the report's others. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/table/celltext.h"
#include "base/xalloc.h"
#include "ui/table/table_own.h"

/* What columns of a kind have at least; max 0: they take what is left. */
static const struct widths {
	int16_t min, max;
} kind_widths[] = {
	[GT_KIND_COUNT] = { 3, 24 }, [GT_KIND_ID] = { 1, 24 }, [GT_KIND_BYTES] = { 6, 24 },
	[GT_KIND_INT] = { 3, 24 }, [GT_KIND_REAL] = { 5, 24 }, [GT_KIND_SHARE] = { 6, 24 }, [GT_KIND_DUR] = { 7, 24 },
	[GT_KIND_TIME] = { 6, 24 }, [GT_KIND_BOOL] = { 3, 8 }, [GT_KIND_STRING] = { 14, 0 },
	[GT_KIND_STACK] = { 14, 0 }, [GT_KIND_LIST] = { 14, 0 }, [GT_KIND_MAP] = { 14, 0 },
};
#define A_WORD 28             /* text that suits fewer columns is a word of a few: it needs no more */

static struct widths suitable(const struct gt_column *c)
{
	if (c->flags & GT_COL_SPARK)
		return (struct widths){ c->width, c->width };
	if (c->kind == GT_KIND_STRING && !(c->flags & GT_COL_FUNC) && c->width < A_WORD)
		return (struct widths){ 4, (int16_t)(c->width * 3 / 2) };
	return kind_widths[c->kind];
}

/* Of a spec's columns: as the comment on them in pane_table.h says. */
struct named_column {
	int col;
	struct widths widths;    /* all 0: what suits the column */
	uint8_t prio;
	bool hidden;
};

static struct gt_list_column report_column(const struct gt_column *c, const struct named_column *named,
					   const char *key)
{
	struct widths w = named->widths.min ? named->widths : suitable(c);

	return (struct gt_list_column){
		.key = key,
		.title = c->title,
		.help = c->help,
		.min = w.min,
		.max = w.max,
		.prio = named->prio,
		.flags = (uint8_t)((gt_kind_is_number(c->kind) ? GT_LIST_COL_RIGHT : 0) |
				   (c->kind == GT_KIND_DUR ? GT_LIST_COL_DUR : 0) |
				   (c->flags & GT_COL_MEASURE ? GT_LIST_COL_BAR : 0) |
				   (c->flags & GT_COL_DESC ? GT_LIST_COL_DESC : 0) |
				   (c->flags & GT_COL_FUNC ? GT_LIST_COL_FUNC : 0) |
				   (gt_kind_has_order(c->kind) ? 0 : GT_LIST_COL_NOSORT) |
				   (named->hidden ? GT_LIST_COL_HIDDEN : 0)),
	};
}

static const struct gt_list_column own_columns[] = {
	[-GT_PANE_MARK] = { .key = "mark", .title = "", .help = "marks", .min = 1, .max = 4,
			    .flags = GT_LIST_COL_NOSORT },
	[-GT_PANE_SPENT] = { .key = "states", .title = "States",
			     .help = "running, runnable, syscall, waiting: their shares as a bar", .min = 10, .max = 24,
			     .flags = GT_LIST_COL_NOSORT },
};

static int number_of_column(const struct gt_report *r, const char *key, size_t n)
{
	int col = gt_report_column(r, key, n);

	for (size_t i = 1; col < 0 && i < GT_COUNT(own_columns); i++)
		if (strlen(own_columns[i].key) == n && memcmp(own_columns[i].key, key, n) == 0)
			return -(int)i;
	assert(col >= 0);
	return col;
}

/* Reads one; returns what follows it. */
static const char *read_named_column(const char *s, const struct gt_report *r, struct named_column *out)
{
	size_t n = strcspn(s, ":/ ");
	char *end = (char *)s + n;

	*out = (struct named_column){ .col = number_of_column(r, s, n) };
	if (*end == ':')
		out->widths.min = (int16_t)strtol(end + 1, &end, 10);
	if (*end == '-')
		out->widths.max = (int16_t)strtol(end + 1, &end, 10);
	if (*end == '/')
		out->prio = (uint8_t)strtol(end + 1, &end, 10);
	assert(*end == ' ' || !*end);
	return end + (*end == ' ');
}

/* key: room for the column's key, "dur_ns" is "dur" on the command line.  Returns the room behind it. */
static char *add_column(struct gt_pane_table *pt, const struct named_column *named, char *key)
{
	struct gt_list_column *out = &pt->columns[pt->ncolumns];
	const struct gt_column *c;
	size_t n;

	pt->cols[pt->ncolumns++] = named->col;
	if (named->col < 0) {
		*out = own_columns[-named->col];
		out->prio = named->prio;
		return key;
	}
	c = &pt->spec->report->columns[named->col];
	n = strlen(c->key);
	if (n > 3 && strcmp(c->key + n - 3, "_ns") == 0)
		n -= 3;
	memcpy(key, c->key, n);
	*out = report_column(c, named, key);
	return key + n + 1;
}

void gt_pane_table_columns(struct gt_pane_table *pt)
{
	const char *s = pt->spec->columns ? pt->spec->columns : "";
	const struct gt_report *r = pt->spec->report;
	size_t most = r->ncolumns + GT_COUNT(own_columns), room = 0;
	bool *seen = gt_xcalloc(r->ncolumns, sizeof *seen);
	struct named_column named;
	char *key;

	for (unsigned i = 0; i < r->ncolumns; i++)
		room += strlen(r->columns[i].key) + 1;
	pt->columns = gt_xcalloc(most, sizeof *pt->columns);
	pt->cols = gt_xcalloc(most, sizeof *pt->cols);
	key = pt->keys = gt_xcalloc(room, 1);
	while (*s) {
		s = read_named_column(s, r, &named);
		if (named.col >= 0)
			seen[named.col] = true;
		key = add_column(pt, &named, key);
	}
	for (unsigned i = 0; i < r->ncolumns; i++) {
		named = (struct named_column){
			.col = (int)i,
			.prio = r->columns[i].flags & GT_COL_FUNC ? 0 : (uint8_t)(i < 200 ? i + 1 : 200),
			.hidden = pt->spec->columns || r->columns[i].flags & (GT_COL_MORE | GT_COL_LIFE),
		};
		if (!seen[i])
			key = add_column(pt, &named, key);
	}
	free(seen);
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
