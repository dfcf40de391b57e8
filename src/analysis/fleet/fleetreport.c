/* The report "traces": a row per trace. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/findings/findings.h"
#include "analysis/fleet/fleet.h"
#include "analysis/table/reports.h"
#include "base/human.h"
#include "base/say.h"
#include "base/xalloc.h"

#define SECOND_NS INT64_C(1000000000)

GT_OWN_ARGS(gt_traces_args)

struct traces {
	struct gt_table head;
	struct gt_fleet *fleet;               /* NULL: of the trace itself */
	struct gt_fleet_row self;
	const struct gt_fleet_row **rows;
	struct gt_fleet_verdict *verdicts;
	const char *host;                     /* pattern, NULL: none */
	const struct gt_fleet_row *worst;     /* NULL: none */
	struct gt_buf why;
	struct gt_item totals[5];
};

const struct gt_fleet_row *gt_traces_row(const struct gt_table *t, uint64_t row)
{
	return ((const struct traces *)t)->rows[row];
}

void gt_fleet_args_host(struct gt_table_args *args, const char *host)
{
	gt_traces_args_in(args)->host = host;
}

static const void *traces_row(struct gt_table *t, uint64_t row)
{
	return gt_traces_row(t, row);
}

/* ---- cells ---- */

static void traces_path(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_word(out, ((const struct gt_fleet_row *)t->at)->path);
}

const char *gt_fleet_row_name(const struct gt_fleet_row *r)
{
	const char *slash = strrchr(r->path, '/');

	return r->inside ? r->path + r->inside : slash && slash[1] ? slash + 1 : r->path;
}

static void traces_name(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_word(out, gt_fleet_row_name(t->at));
}

static void traces_host(struct gt_table *t, struct gt_cell *out)
{
	const char *pattern = ((const struct traces *)t)->host, *host;
	size_t n = 0;

	host = pattern ? gt_fleet_host(pattern, ((const struct gt_fleet_row *)t->at)->path, &n) : NULL;
	gt_cell_s(out, host, n);
}

static void put_moment(struct gt_buf *out, int64_t ns, unsigned digits)
{
	if (ns != GT_NO_TIME && ns >= 0)
		gt_human_wall(out, (uint64_t)(ns / SECOND_NS), (uint32_t)(ns % SECOND_NS), digits);
}

static void traces_when(struct gt_table *t, struct gt_buf *out)
{
	const struct gt_fleet_row *r = t->at;

	put_moment(out, r->start_ns != GT_NO_TIME ? r->start_ns : r->modified_ns, 0);
}

static void traces_start(struct gt_table *t, struct gt_buf *out)
{
	put_moment(out, ((const struct gt_fleet_row *)t->at)->start_ns, 3);
}

static void traces_modified(struct gt_table *t, struct gt_buf *out)
{
	put_moment(out, ((const struct gt_fleet_row *)t->at)->modified_ns, 3);
}

static void traces_version(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_word(out, ((const struct gt_fleet_row *)t->at)->info.version);
}

static void traces_gomaxprocs(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_fleet_row *r = t->at;

	gt_cell_u(out, r->info.gomaxprocs ? r->info.gomaxprocs : GT_NONE);
}

static void traces_severity(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_fleet_row *r = t->at;

	gt_cell_word(out, r->finding ? gt_severity_name(r->severity) : NULL);
}

static void traces_kind(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_word(out, ((const struct gt_fleet_row *)t->at)->kind);
}

static void traces_func(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_word(out, ((const struct gt_fleet_row *)t->at)->func);
}

static void traces_finding(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_word(out, ((const struct gt_fleet_row *)t->at)->finding);
}

/* A metric in the unit of its column. */
static void traces_metric(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_fleet_row *r = t->at;
	double v = r->metric[t->column->at];

	if (isnan(v) || (t->column->at == GT_FLEET_COST && r->cost == GT_NO_TIME))
		return;
	if (t->column->kind == GT_KIND_DUR)
		gt_cell_i(out, (int64_t)v);
	else if (t->column->kind == GT_KIND_COUNT)
		gt_cell_u(out, (uint64_t)v);
	else
		gt_cell_r(out, v);
}

static void traces_damage(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_fleet_row *r = t->at;

	gt_cell_word(out, r->err.code ? r->err.text : NULL);
}

static void traces_outlier(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_fleet_verdict *v = &((const struct traces *)t)->verdicts[t->row];

	gt_cell_word(out, gt_fleet_metric_name(v->metric));
}

static void traces_z(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_fleet_verdict *v = &((const struct traces *)t)->verdicts[t->row];

	if (v->metric != GT_FLEET_NO_METRIC)
		gt_cell_r(out, v->z);
}

static void traces_difference(struct gt_table *t, struct gt_cell *out)
{
	const struct traces *ts = (const struct traces *)t;

	if (ts->worst == t->at && ts->why.len)
		gt_cell_s(out, ts->why.data, ts->why.len);
}

/* ---- the table ---- */

bool gt_traces_apart(const struct gt_table *t, uint64_t row)
{
	const struct gt_fleet_verdict *v = &((const struct traces *)t)->verdicts[row];

	return v->metric != GT_FLEET_NO_METRIC && v->z >= GT_FLEET_APART;
}

uint64_t gt_traces_count_apart(const struct gt_table *t)
{
	uint64_t n = 0;

	for (uint64_t row = 0; row < t->rows; row++)
		n += gt_traces_apart(t, row);
	return n;
}

const struct gt_fleet_row *gt_traces_worst(const struct gt_table *t, const char **why)
{
	const struct traces *ts = (const struct traces *)t;

	*why = ts->why.len ? gt_buf_str(&ts->why) : NULL;
	return ts->worst;
}

static size_t traces_totals(struct gt_table *t, const struct gt_item **items)
{
	struct traces *ts = (struct traces *)t;
	uint64_t damaged = 0, bytes = 0;

	for (size_t i = 0; i < t->rows; i++) {
		damaged += ts->rows[i]->err.code != 0;
		bytes += ts->rows[i]->info.bytes;
	}
	gt_item_u(&ts->totals[0], "traces", t->rows);
	gt_item_u(&ts->totals[1], "all_bytes", bytes);
	gt_item_u(&ts->totals[2], "damaged", damaged);
	gt_item_u(&ts->totals[3], "outliers", gt_traces_count_apart(t));
	*items = ts->totals;
	return 4;
}

static void traces_headline(struct gt_table *t, struct gt_buf *out)
{
	const struct traces *ts = (const struct traces *)t;

	if (!ts->worst)
		return;
	gt_say(out, "{} apart from the others; most: {}\n", gt_as_many(gt_traces_count_apart(t), "trace"),
	       gt_as_text(ts->worst->path));
	if (ts->why.len)
		gt_say(out, "against usual ones: {}\n", gt_as_text(gt_buf_str(&ts->why)));
}

static void traces_close(struct gt_table *t)
{
	struct traces *ts = (struct traces *)t;

	gt_fleet_row_release(&ts->self);
	gt_buf_release(&ts->why);
	free(ts->rows);
	free(ts->verdicts);
}

/* The rows that are there now. */
static void traces_take_fleet(struct traces *ts, struct gt_fleet *f)
{
	ts->rows = gt_xcalloc(f->n + 1, sizeof *ts->rows);
	ts->head.rows = gt_fleet_listed(f, ts->rows);
	gt_mutex_lock(&f->lock);
	if (f->worst != SIZE_MAX) {
		ts->worst = &f->rows[f->worst];
		gt_buf_add(&ts->why, f->why.data, f->why.len);
	}
	gt_mutex_unlock(&f->lock);
}

static void traces_take_self(struct traces *ts)
{
	const struct gt_trace_info *info = gt_trace_info(ts->head.trace);

	ts->self.path = gt_xstrdup(info->file);
	if (info->done && !info->complete)
		ts->self.err = info->damage;
	gt_fleet_row_fill(&ts->self, ts->head.trace, gt_workers(), NULL);
	ts->rows = gt_xcalloc(1, sizeof *ts->rows);
	ts->rows[0] = &ts->self;
	ts->head.rows = 1;
}

static int traces_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct traces *ts = (struct traces *)t;

	if (args->limited)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET,
				    "a list of traces is about all of each: --from and --to do not apply to it");
	ts->host = gt_traces_args_of(args)->host;
	if (args->fleet)
		traces_take_fleet(ts, args->fleet);
	else
		traces_take_self(ts);
	ts->verdicts = gt_xcalloc(t->rows + 1, sizeof *ts->verdicts);
	gt_fleet_judge(ts->rows, t->rows, ts->verdicts);
	return 0;
}

static const char *traces_take(struct gt_table_args *args, enum gt_takes option, const char *value)
{
	struct gt_traces_args *own = gt_traces_args_in(args);
	const char *fault;

	if (option != GT_TAKES_HOST)
		return NULL;
	fault = gt_fleet_host_fault(value);
	if (!fault)
		own->host = value;
	return fault;
}

#define FIELD(member) GT_FIELD(struct gt_fleet_row, member)
#define METRIC(which) GT_CELL_ARG(traces_metric, GT_FLEET_##which)

static const struct gt_column columns[] = {
	{ "path", "Path", GT_KIND_STRING, GT_COL_MORE, 40,
		"the file, as it was named or found", .cell = traces_path },
	{ "name", "Name", GT_KIND_STRING, 0, 24,
		"the last part of the path, or the path inside the directory that was named", .cell = traces_name },
	{ "host", "Host", GT_KIND_STRING, 0, 12,
		"what the * of --host stands for in the path", .cell = traces_host },
	{ "when", "When", GT_KIND_STRING, GT_COL_DESC, 20,
		"when the trace began; where it does not say so, when the file was written (UTC)", .text = traces_when },
	{ "start", "Start", GT_KIND_STRING, GT_COL_DESC | GT_COL_MORE, 24,
		"when the trace began by the wall clock, UTC; absent: it does not say so (before Go 1.25)",
		.text = traces_start },
	{ "modified", "Written", GT_KIND_STRING, GT_COL_DESC | GT_COL_MORE, 24,
		"when the file was written, UTC", .text = traces_modified },
	{ "duration_ns", "Duration", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9,
		"from the first to the last moment", FIELD(info.duration) },
	{ "bytes", "Size", GT_KIND_BYTES, GT_COL_DESC, 9,
		"size of the trace, unpacked", FIELD(info.bytes) },
	{ "version", "Version", GT_KIND_STRING, GT_COL_MORE, 8,
		"the header's version", .cell = traces_version },
	{ "events", "Events", GT_KIND_COUNT, GT_COL_DESC, 9,
		"how many events", FIELD(info.events) },
	{ "events_per_s", "Events/s", GT_KIND_REAL, GT_COL_DESC | GT_COL_MORE, 9,
		"how many a second; absent: the trace is shorter than 1 ms", METRIC(RATE) },
	{ "gomaxprocs", "GOMAXPROCS", GT_KIND_COUNT, GT_COL_DESC | GT_COL_MORE, 6,
		"largest value", .cell = traces_gomaxprocs },
	{ "goroutines_max", "Goroutines", GT_KIND_COUNT, GT_COL_DESC, 9,
		"most that existed at a time", METRIC(GOROUTINES) },
	{ "severity", "Severity", GT_KIND_STRING, 0, 8,
		"of the first finding, as the report findings has it", .cell = traces_severity },
	{ "kind", "Worst", GT_KIND_STRING, 0, 18,
		"what the first finding is about", .cell = traces_kind },
	{ "cost_ns", "Cost", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"time in which it cost something", FIELD(cost) },
	{ "share", "Of trace", GT_KIND_SHARE, GT_COL_DESC, 8,
		"cost as a share of the length of the trace", METRIC(COST) },
	{ "func", "Function", GT_KIND_STRING, GT_COL_FUNC | GT_COL_MORE, 28,
		"the function that it names", .cell = traces_func },
	{ "finding", "Finding", GT_KIND_STRING, GT_COL_MORE, 60,
		"the first finding in words", .cell = traces_finding },
	{ "sched_p99_ns", "Wait p99", GT_KIND_DUR, GT_COL_DESC, 9,
		"99th percentile of the waits for a processor, as in the report sched", METRIC(P99) },
	{ "stw_count", "Pauses", GT_KIND_COUNT, GT_COL_DESC, 7,
		"stop-the-world pauses", FIELD(stw_count) },
	{ "stw_max_ns", "Longest", GT_KIND_DUR, GT_COL_DESC, 9,
		"the longest of them", FIELD(stw_max) },
	{ "stw_total_ns", "All pauses", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 10,
		"all of them together", FIELD(stw_total) },
	{ "stw_share", "Paused", GT_KIND_SHARE, GT_COL_DESC | GT_COL_MORE, 8,
		"that as a share of the length of the trace", METRIC(STW_SHARE) },
	{ "pressure", "Pressure", GT_KIND_SHARE, GT_COL_DESC, 8,
		"in what share of the time a goroutine of the program waited for a processor", METRIC(PRESSURE) },
	{ "gc_share", "GC", GT_KIND_SHARE, GT_COL_DESC, 8,
		"what the garbage collector took of the processors, as procs_share of the report gccost",
		METRIC(GC_SHARE) },
	{ "damage", "Damage", GT_KIND_STRING, 0, 20,
		"what is wrong with the trace", .cell = traces_damage },
	{ "outlier", "Apart by", GT_KIND_STRING, 0, 14,
		"the column in which it stands apart from the other traces most; absent: there are fewer than four",
		.cell = traces_outlier },
	{ "z", "z", GT_KIND_REAL, GT_COL_DESC, 7,
		"by how many deviations (of medians) it does: from 3.5 on it is an outlier", .cell = traces_z },
	{ "difference", "Difference", GT_KIND_STRING, GT_COL_MORE, 40,
		"of the worst outlier: what differs most from usual traces, as the report compare has it",
		.cell = traces_difference },
};

const struct gt_report gt_report_traces = {
	.name = "traces",
	.row = "a trace of those that are named and found in directories",
	GT_REPORT_COLUMNS(columns),
	.whole = true,
	.takes = GT_TAKES_HOST,
	.take = traces_take,
	.ops = { .size = sizeof(struct traces), .open = traces_open, .row = traces_row, .close = traces_close,
		 .totals = traces_totals, .headline = traces_headline },
};
