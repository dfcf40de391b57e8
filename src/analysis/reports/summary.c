/* The report "summary": the facts of a trace in one row. */
#include "analysis/reports/summary.h"

#include <string.h>

#include "analysis/tasks/tasklist.h"
#include "analysis/reports/notetext.h"
#include "analysis/table/reports.h"
#include "base/human.h"
#include "base/sat.h"

struct summary {
	struct gt_table head;
	struct gt_trace_info info;
	struct gt_summary facts;
	struct gt_item items[GT_EVENT_TYPES];
	struct gt_buf wall;
	struct gt_buf notes[GT_NOTES];
};

/* ---- the facts ---- */

static void add_ranges(struct gt_summary *s, const struct gt_trace *t)
{
	uint64_t n = gt_trace_info(t)->ranges;
	struct gt_range_row r;

	s->stw_max = GT_NO_TIME;
	for (uint64_t i = 0; i < n; i++) {
		if (!gt_range_get(t, i, &r))
			continue;
		s->gc_count += r.kind == GT_RANGE_GC;
		if (r.kind != GT_RANGE_STW || gt_trace_beyond(t, r.t1))
			continue;
		s->stw_count++;
		if (r.t1 == GT_NO_TIME)
			continue;
		gt_sat_grow(&s->stw_total, r.t1 - r.t0);
		if (r.t1 - r.t0 > s->stw_max)
			s->stw_max = r.t1 - r.t0;
	}
}

static void keep_max(uint64_t *max, uint64_t v)
{
	if (*max == GT_NONE || v > *max)
		*max = v;
}

static void add_counters(struct gt_summary *s, const struct gt_trace *t)
{
	uint64_t n = gt_trace_info(t)->counters;
	struct gt_counter c;

	s->heap_alloc_max = s->heap_goal_max = GT_NONE;
	for (uint64_t i = 0; i < n; i++) {
		if (!gt_counter_get(t, i, &c))
			continue;
		if (c.metric == GT_METRIC_HEAP_ALLOC)
			keep_max(&s->heap_alloc_max, c.value);
		else if (c.metric == GT_METRIC_HEAP_GOAL && c.value != GT_NONE)
			keep_max(&s->heap_goal_max, c.value);
	}
}

uint64_t gt_summary_slices(const struct gt_trace *t)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	uint64_t n = 0, k;
	struct gt_slice s;

	if (!gt_trace_beyond(t, GT_NO_TIME))
		return info->slices;
	for (uint32_t i = 0; i < info->procs; i++) {
		k = gt_slice_seek(t, i, info->horizon);
		n += k + (gt_slice_get(t, gt_slice_of_proc(t, i, k), &s) && s.t0 < info->horizon);
	}
	return n;
}

/* What the P's slices leave out: the report greedy has them begin where the trace first shows them. */
static int64_t before_seen(const struct gt_trace *t, uint32_t proc_row)
{
	struct gt_slice s;
	int64_t seen;

	/* Only the first can have begun before. */
	if (!gt_slice_get(t, gt_slice_of_proc(t, proc_row, 0), &s))
		return 0;
	seen = gt_trace_until(t, s.seen);
	return seen > s.t0 ? seen - s.t0 : 0;
}

void gt_summary_fill(struct gt_summary *s, const struct gt_trace *t)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	struct gt_task_list tasks = { 0 };

	memset(s, 0, sizeof *s);
	add_ranges(s, t);
	add_counters(s, t);
	for (uint32_t i = 0; i < info->procs; i++) {
		int64_t busy = gt_slices_busy(t, i, INT64_MIN, gt_trace_until(t, INT64_MAX));

		gt_sat_grow(&s->busy, busy);
		gt_sat_grow(&s->slices_total, busy - before_seen(t, i));
	}
	s->slices = gt_summary_slices(t);
	gt_task_list_fill(&tasks, t);
	s->tasks = tasks.n;
	s->regions = info->regions;
	gt_task_list_release(&tasks);
	gt_greedy_tmax(t, &s->tmax);
}

/* ---- the report ---- */

static void summary_put(struct summary *su, size_t i, const char *key, enum gt_kind kind)
{
	su->items[i] = (struct gt_item) { key, strlen(key), { .kind = kind, .null = true } };
}

static void event_counts(struct gt_table *t, struct gt_cell *out)
{
	struct summary *su = (struct summary *)t;
	const uint64_t *counts = gt_trace_event_counts(t->trace);
	size_t n = 0;

	for (unsigned type = 0; type < GT_EVENT_TYPES; type++) {
		if (!counts[type])
			continue;
		summary_put(su, n, gt_event_type_name(t->trace, type), GT_KIND_COUNT);
		gt_cell_u(&su->items[n++].value, counts[type]);
	}
	gt_cell_items(out, su->items, n);
}

static void clock_moment(struct gt_table *t, struct gt_cell *out)
{
	struct summary *su = (struct summary *)t;
	struct gt_clock c;

	if (!gt_clock_get(t->trace, 0, &c))
		return;
	summary_put(su, 0, "trace", GT_KIND_TIME);
	gt_cell_i(&su->items[0].value, (int64_t)((uint64_t)su->info.first_ts + (uint64_t)c.t));
	summary_put(su, 1, "mono", GT_KIND_ID);
	gt_cell_u(&su->items[1].value, c.mono);
	summary_put(su, 2, "wall", GT_KIND_STRING);
	gt_buf_reset(&su->wall);
	gt_human_wall(&su->wall, c.sec, c.nsec, 9);
	if (su->wall.len)
		gt_cell_s(&su->items[2].value, su->wall.data, su->wall.len);
	gt_cell_items(out, su->items, 3);
}

static void notes_told(struct gt_table *t, struct gt_cell *out)
{
	struct summary *su = (struct summary *)t;
	struct gt_note note;
	size_t n = 0;

	for (; n < GT_NOTES && gt_note_get(t->trace, n, &note); n++) {
		gt_buf_reset(&su->notes[n]);
		gt_note_text(&su->notes[n], t->trace, &note);
		summary_put(su, n, gt_note_name(note.kind), GT_KIND_STRING);
		gt_cell_s(&su->items[n].value, gt_buf_str(&su->notes[n]), su->notes[n].len);
	}
	if (n)
		gt_cell_items(out, su->items, n);
}

static void format_name(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_word(out, gt_trace_info(t->trace)->header.format == GT_FORMAT_V1 ? "v1" : "v2");
}

static void version_name(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_word(out, gt_trace_info(t->trace)->version);
}

static void most_goroutines(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_trace_info *info = gt_trace_info(t->trace);

	gt_cell_u(out, info->goroutines_max || !info->goroutine_ids ? info->goroutines_max : GT_NONE);
}

static void largest_gomaxprocs(struct gt_table *t, struct gt_cell *out)
{
	uint64_t n = gt_trace_info(t->trace)->gomaxprocs;

	gt_cell_u(out, n ? n : GT_NONE);
}

static const void *summary_row(struct gt_table *t, uint64_t row)
{
	(void)row;
	return t;
}

static void summary_close(struct gt_table *t)
{
	struct summary *su = (struct summary *)t;

	for (size_t i = 0; i < GT_NOTES; i++)
		gt_buf_release(&su->notes[i]);
	gt_buf_release(&su->wall);
}

static int summary_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct summary *su = (struct summary *)t;

	if (args->limited)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET,
				    "the summary is about the whole trace: --from and --to do not apply to it");
	t->rows = 1;
	su->info = *gt_trace_info(t->trace);
	gt_summary_fill(&su->facts, t->trace);
	return 0;
}

#define INFO(member) GT_FIELD(struct summary, info.member)
#define FACT(member) GT_FIELD(struct summary, facts.member)

static const struct gt_column columns[] = {
	{ "format", "Format", GT_KIND_STRING, 0, 6,
		"v1 (up to Go 1.21) or v2", .cell = format_name },
	{ "version", "Version", GT_KIND_STRING, 0, 8,
		"the header's version", .cell = version_name },
	{ "duration_ns", "Duration", GT_KIND_DUR, 0, 9,
		"from the first to the last moment", INFO(duration) },
	{ "horizon_ns", "Whole up to", GT_KIND_TIME, 0, 9,
		"up to here every part of the trace is there, and sums reach; the duration if nothing is missing",
		INFO(horizon) },
	{ "events", "Events", GT_KIND_COUNT, 0, 9,
		"how many events", INFO(events) },
	{ "event_counts", "Event counts", GT_KIND_MAP, 0, 40,
		"how many of each type", .cell = event_counts },
	{ "goroutines", "Goroutines", GT_KIND_COUNT, 0, 9,
		"distinct goroutines", INFO(goroutine_ids) },
	{ "goroutines_max", "Most goroutines", GT_KIND_COUNT, 0, 9,
		"most that existed at a time, before the horizon", .cell = most_goroutines },
	{ "gomaxprocs", "GOMAXPROCS", GT_KIND_COUNT, 0, 6,
		"largest value", .cell = largest_gomaxprocs },
	{ "procs", "Processors", GT_KIND_COUNT, 0, 6,
		"processors (P) seen", INFO(procs) },
	{ "threads", "Threads", GT_KIND_COUNT, 0, 6,
		"threads (M) seen", INFO(threads) },
	{ "heap_alloc_max", "Largest heap", GT_KIND_BYTES, 0, 9,
		"largest heap in use", FACT(heap_alloc_max) },
	{ "heap_goal_max", "Largest heap goal", GT_KIND_BYTES, 0, 9,
		"largest heap goal", FACT(heap_goal_max) },
	{ "gc_count", "GC cycles", GT_KIND_COUNT, 0, 6,
		"GC cycles", FACT(gc_count) },
	{ "stw_count", "STW pauses", GT_KIND_COUNT, 0, 6,
		"stop-the-world pauses; of a damaged trace those before the horizon, as in their sum",
		FACT(stw_count) },
	{ "stw_total_ns", "STW time", GT_KIND_DUR, 0, 9,
		"all stop-the-world pauses together", FACT(stw_total) },
	{ "stw_max_ns", "Longest STW", GT_KIND_DUR, 0, 9,
		"longest stop-the-world pause", FACT(stw_max) },
	{ "busy_ns", "Busy", GT_KIND_DUR, 0, 9,
		"time that processors were held by goroutines", FACT(busy) },
	{ "cpu_samples", "CPU samples", GT_KIND_COUNT, 0, 7,
		"CPU profile samples", INFO(samples) },
	{ "tasks", "Tasks", GT_KIND_COUNT, 0, 7,
		"user tasks", FACT(tasks) },
	{ "regions", "Regions", GT_KIND_COUNT, 0, 7,
		"user regions", FACT(regions) },
	{ "logs", "Logs", GT_KIND_COUNT, 0, 7,
		"user log messages", INFO(logs) },
	{ "slices", "Slices", GT_KIND_COUNT, 0, 9,
		"on-processor slices; of a damaged trace those that begin before the horizon, as in their sum",
		FACT(slices) },
	{ "slices_total_ns", "Slice time", GT_KIND_DUR, 0, 9,
		"all slices together, those that were running when the trace began from the event that shows them",
		FACT(slices_total) },
	{ "tmax_stw_n", "Tmax_stw N", GT_KIND_COUNT, 0, 6,
		"how many of the longest slices Tmax_stw takes: the largest GOMAXPROCS", FACT(tmax.n) },
	{ "tmax_stw_max_ns", "Tmax_stw max", GT_KIND_DUR, 0, 9,
		"the longest slice", FACT(tmax.max) },
	{ "tmax_stw_sum_ns", "Tmax_stw sum", GT_KIND_DUR, 0, 9,
		"the N longest slices together", FACT(tmax.sum) },
	{ "clock", "Clock", GT_KIND_MAP, 0, 30,
		"one moment on the trace's clock, the monotonic and the wall clock", .cell = clock_moment },
	{ "generations", "Generations", GT_KIND_COUNT, 0, 6,
		"parts that the trace is written in; v1 knows only one", INFO(generations) },
	{ "notes", "Notes", GT_KIND_MAP, 0, 40,
		"what is wrong in the program's annotations, which touches nothing else, and in its clocks, by kind", .cell = notes_told },
};

const struct gt_report gt_report_summary = {
	.name = "summary",
	.row = "the facts of the trace, in one row",
	GT_REPORT_COLUMNS(columns),
	.whole = true,
	.ops = { .size = sizeof(struct summary), .open = summary_open, .row = summary_row,
		.close = summary_close },
};
