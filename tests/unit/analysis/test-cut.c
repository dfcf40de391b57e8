/*
 * A cut v1 trace invents nothing: what it says up to its horizon is what the whole
 * trace says there.  With arguments: of these traces, and not of those in testdata.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/goroutines/goroutines.h"
#include "analysis/reports/registry.h"
#include "analysis/table/reports.h"
#include "analysis/reports/summary.h"
#include "base/os/mapfile.h"
#include "tap/tap.h"
#include "wire/v1/v1scan.h"

/* Without its end a trace lacks the frequency of its clock: its ticks are taken to be so long. */
#define TICK (1e9 / GT_V1_GUESSED_FREQ)
/* Both traces round to ns. */
#define NEAR 3

struct pair {
	struct gt_trace *whole, *cut;
	double scale;         /* ns of the whole trace per ns of the cut one */
	int64_t to;           /* the horizon, in the whole trace */
	unsigned rows;        /* rows that were compared */
	const char *name;
	unsigned percent;
};

static bool is_near(const struct pair *p, int64_t cut, int64_t whole, uint64_t n)
{
	double d = (double)cut * p->scale - (double)whole;

	return d <= NEAR * (double)n && d >= -NEAR * (double)n;
}

static bool is_at_most(const struct pair *p, int64_t cut, int64_t whole, uint64_t n)
{
	return (double)cut * p->scale <= (double)whole + NEAR * (double)n;
}

static struct gt_table *open_table(struct gt_trace *t, const char *name, const struct gt_table_args *args)
{
	const struct gt_report *r = gt_report_find(name, strlen(name));
	struct gt_table *table;
	struct gt_error err;

	if (!r || gt_table_open(&table, r, t, args, &err))
		tap_bail("no table %s", name);
	return table;
}

static struct gt_cell cell(struct gt_table *t, uint64_t row, int col)
{
	struct gt_cell c;

	gt_table_cell(t, row, (unsigned)col, &c);
	return c;
}

static int column(const struct gt_table *t, const char *key)
{
	return gt_report_column(t->report, key, strlen(key));
}

/* ---- rows ---- */

/* The first column in which two rows differ, or GT_NO_COLUMN; what the cut trace leaves open is no difference. */
static int differs(const struct pair *p, struct gt_table *a, uint64_t i, struct gt_table *b, uint64_t k)
{
	for (unsigned col = 0; col < a->report->ncolumns; col++) {
		enum gt_kind kind = a->report->columns[col].kind;
		struct gt_cell x = cell(a, i, (int)col), y = cell(b, k, (int)col);

		if (x.null || (kind != GT_KIND_DUR && kind != GT_KIND_TIME && kind != GT_KIND_ID))
			continue;
		if (y.null || (kind == GT_KIND_ID ? x.u != y.u : !is_near(p, x.i, y.i, 2)))
			return (int)col;
	}
	return GT_NO_COLUMN;
}

/*
 * Whether the whole trace has the row; *col is a column that differs in a similar one.  *hint is
 * where the search begins: the rows of both come in the same order.
 */
static bool has_row(const struct pair *p, struct gt_table *cut, uint64_t i, struct gt_table *whole, uint64_t *hint,
		    int *col)
{
	int begin = gt_report_flagged(cut->report, GT_COL_BEGIN);
	struct gt_cell start = cell(cut, i, begin), at;

	*col = begin;
	for (uint64_t n = 0; n < whole->rows; n++) {
		uint64_t k = (*hint + n) % whole->rows;
		int first;

		at = cell(whole, k, begin);
		if (at.null != start.null || (!at.null && !is_near(p, start.i, at.i, 1)))
			continue;
		first = differs(p, cut, i, whole, k);
		if (first == GT_NO_COLUMN) {
			*hint = k + 1;
			return true;
		}
		*col = first;
	}
	return false;
}

static void compare_rows(struct pair *p, const char *report)
{
	struct gt_table *cut = open_table(p->cut, report, NULL), *whole = open_table(p->whole, report, NULL);
	unsigned bad = 0;
	uint64_t hint = 0;
	int col;

	for (uint64_t i = 0; i < cut->rows; i++) {
		if (gt_table_beyond(cut, i))
			continue;
		p->rows++;
		if (has_row(p, cut, i, whole, &hint, &col) || bad++)
			continue;
		tap_diag("row %llu of %s at %lld: %s", (unsigned long long)i, report,
			 (long long)cell(cut, i, gt_report_flagged(cut->report, GT_COL_BEGIN)).i,
			 cut->report->columns[col].key);
	}
	tap_is_u64(bad, 0, "%s at %u%%: rows of %s that the whole trace does not have", p->name, p->percent, report);
	gt_table_close(cut);
	gt_table_close(whole);
}

/* ---- sums ---- */

/* Sums of a row are what the whole trace says of the time before the horizon. */
static void compare_sums(struct pair *p, const char *report, const char *id, const char *const *columns)
{
	const struct gt_table_args args = { .limited = true, .from = INT64_MIN, .to = p->to };
	struct gt_table *cut = open_table(p->cut, report, NULL), *whole = open_table(p->whole, report, &args);
	int key = column(cut, id);
	unsigned bad = 0;

	for (uint64_t i = 0; i < cut->rows; i++) {
		uint64_t k = 0;

		while (k < whole->rows && cell(whole, k, key).u != cell(cut, i, key).u)
			k++;
		for (const char *const *c = columns; *c; c++) {
			int64_t got = cell(cut, i, column(cut, *c)).i;

			if (got && (k == whole->rows || !is_at_most(p, got, cell(whole, k, column(cut, *c)).i,
								    1000)))
				bad++;
		}
	}
	tap_is_u64(bad, 0, "%s at %u%%: sums of %s that are larger than the whole trace's", p->name, p->percent,
		   report);
	gt_table_close(cut);
	gt_table_close(whole);
}

static void compare_summary(struct pair *p)
{
	static const char *const columns[] = {
		"stw_total_ns", "stw_max_ns", "busy_ns", "slices_total_ns", "tmax_stw_max_ns", "tmax_stw_sum_ns",
	};
	struct gt_table *cut = open_table(p->cut, "summary", NULL), *whole = open_table(p->whole, "summary", NULL);
	unsigned bad = 0;

	for (size_t i = 0; i < GT_COUNT(columns); i++) {
		struct gt_cell x = cell(cut, 0, column(cut, columns[i])), y = cell(whole, 0, column(cut, columns[i]));

		bad += !x.null && (y.null || !is_at_most(p, x.i, y.i, gt_trace_info(p->whole)->slices + 1));
	}
	bad += gt_trace_info(p->cut)->goroutines_max > gt_trace_info(p->whole)->goroutines_max;
	tap_is_u64(bad, 0, "%s at %u%%: the summary's sums are not larger", p->name, p->percent);
	gt_table_close(cut);
	gt_table_close(whole);
}

/* ---- findings ---- */

static void compare_findings(struct pair *p)
{
	struct gt_table *cut = open_table(p->cut, "findings", NULL), *whole = open_table(p->whole, "findings", NULL);
	int kind = column(cut, "kind"), max = column(cut, "cost_ns"), words = column(cut, "finding");
	int severity = column(cut, "severity");
	unsigned bad = 0;

	for (uint64_t i = 0; i < cut->rows; i++) {
		struct gt_cell name = cell(cut, i, kind), x = cell(cut, i, max);
		struct gt_cell harm = cell(cut, i, severity);
		bool found = harm.n == 4 && !memcmp(harm.s, "none", 4);

		for (uint64_t k = 0; k < whole->rows && !found; k++) {
			struct gt_cell n = cell(whole, k, kind), y = cell(whole, k, max);

			found = n.n == name.n && !memcmp(n.s, name.s, n.n) && (x.null || is_at_most(p, x.i, y.i, 1));
		}
		if (!found && !bad++)
			tap_diag("%.*s", (int)cell(cut, i, words).n, cell(cut, i, words).s);
	}
	tap_is_u64(bad, 0, "%s at %u%%: findings that the whole trace does not have", p->name, p->percent);
	gt_table_close(cut);
	gt_table_close(whole);
}

/* ---- traces ---- */

static struct gt_trace *open_bytes(const void *data, size_t n)
{
	static const struct gt_open_options opt = { .index = "none" };
	char path[] = "cut.XXXXXX";
	struct gt_trace *t = NULL;
	struct gt_error err;
	int fd = mkstemp(path);

	if (fd < 0 || gt_write_full(fd, data, n))
		tap_bail("cannot write %s", path);
	close(fd);
	if (gt_trace_open(&t, path, &opt, &err))
		t = NULL;
	unlink(path);
	return t;
}

static double ns_per_tick(const struct gt_mapfile *m, const struct gt_header *h)
{
	struct gt_v1_file f;
	struct gt_source *src;
	double ns;

	gt_v1_file_init(&f);
	gt_source_open_mem(&src, m->data, m->size, "whole");
	gt_v1_scan(src, h->minor, NULL, &f, NULL);
	ns = f.gen.ns_per_unit;
	gt_v1_file_release(&f);
	gt_source_close(src);
	return ns;
}

static void compare(struct pair *p)
{
	static const char *const of_goroutines[] = { "exec_ns", "sched_wait_ns", "syscall_block_ns", NULL };
	static const char *const of_procs[] = { "busy_ns", NULL };
	static const char *const of_stops[] = { "delay_ns", "max_ns", NULL };

	compare_rows(p, "stw");
	compare_rows(p, "ranges");
	compare_rows(p, "regions");
	compare_rows(p, "greedy");
	compare_rows(p, "waits");
	compare_sums(p, "goroutines", "g", of_goroutines);
	compare_sums(p, "procs", "p", of_procs);
	compare_sums(p, "stwgoroutines", "g", of_stops);
	compare_summary(p);
	compare_findings(p);
}

/* Rows that were compared in all cuts; *horizons: how many had a horizon that is neither the start nor the end. */
static unsigned cut_all(const char *path, unsigned *horizons)
{
	static const unsigned percents[] = { 15, 25, 30, 45, 60, 75, 90 };
	struct pair p = { .name = strrchr(path, '/') ? strrchr(path, '/') - 6 : path };
	struct gt_mapfile m;
	double tick;

	if (gt_mapfile_open(&m, path, NULL))
		tap_bail("cannot read %s", path);
	p.whole = open_bytes(m.data, m.size);
	if (!p.whole)
		tap_bail("cannot open %s", path);
	/* Of a trace that is not whole before it is cut there is nothing to compare with. */
	if (gt_trace_info(p.whole)->horizon < gt_trace_info(p.whole)->duration)
		tap_diag("%s is damaged", path);
	tick = ns_per_tick(&m, &gt_trace_info(p.whole)->header);
	for (size_t i = 0; i < GT_COUNT(percents); i++) {
		const struct gt_trace_info *info;

		p.percent = percents[i];
		p.cut = open_bytes(m.data, m.size * p.percent / 100);
		if (!p.cut)
			continue;
		info = gt_trace_info(p.cut);
		/* Tables that are cut behind the frequency leave nothing to ask about times. */
		p.scale = strstr(info->damage.text, "estimates") ? tick / TICK : 1;
		p.to = (int64_t)((double)info->horizon * p.scale);
		*horizons += info->horizon > 0 && info->horizon < info->duration;
		if (info->horizon < info->duration && gt_trace_info(p.whole)->complete)
			compare(&p);
		gt_trace_close(p.cut);
	}
	gt_trace_close(p.whole);
	gt_mapfile_close(&m);
	return p.rows;
}

TAP_TEST(recorded)
{
	static const char *const traces[] = {
		"traces/go1.19/annotations.trace", "traces/go1.19/calls.trace", "traces/go1.19/gc.trace",
		"traces/go1.19/greedy.trace", "traces/go1.19/locks.trace", "traces/go1.21/annotations.trace",
		"traces/go1.21/calls.trace", "traces/go1.21/gc.trace", "traces/go1.21/greedy.trace",
		"traces/go1.21/locks.trace", NULL,
	};
	unsigned rows = 0, horizons = 0;

	for (char *const *file = tap_files(traces); *file; file++)
		rows += cut_all(*file, &horizons);
	tap_ok(tap_args()[0] || (rows > 1000 && horizons > 10), "%u rows of %u horizons were compared", rows, horizons);
}
