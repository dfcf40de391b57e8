/* Questions about ranges, counters, annotations, samples, clocks and names: row by row. */
#include "index/store/state.h"

#include "base/bisect.h"
#include "index/query/span.h"

/* ---- annotations ---- */

/* The second of two optional times; known: enum gt_known. */
static int64_t query_rows_second_time(unsigned known, int64_t t0, uint64_t v)
{
	if (!(known & GT_KNOWN_T1))
		return GT_NO_TIME;
	return known & GT_KNOWN_T0 ? (int64_t)((uint64_t)t0 + v - 1) : (int64_t)v;
}

bool gt_range_get(const struct gt_trace *t, uint64_t i, struct gt_range_row *r)
{
	struct gt_srow_range s;

	if (!gt_btable_row(gt_trace_table(t, GT_T_RANGES), i, &s))
		return false;
	*r = (struct gt_range_row){
		.t0 = s.t0, .t1 = s.dur ? (int64_t)((uint64_t)s.t0 + s.dur - 1) : GT_NO_TIME, .g = s.g - 1,
		.proc_row = s.proc_row - 1, .name = s.name, .stack = s.stack, .value = s.value,
		.value2 = s.value2, .kind = s.kind, .active = s.active };
	return true;
}

/* The partition of a kind, or one that does not exist. */
static uint32_t sorted(enum gt_range kind)
{
	return (unsigned)kind < GT_SORTED_RANGES ? (uint32_t)kind : GT_NO_ROW;
}

uint64_t gt_ranges_of_kind(const struct gt_trace *t, enum gt_range kind)
{
	return gt_btable_rows(gt_trace_table(t, GT_T_RANGE_STARTS), sorted(kind));
}

uint32_t gt_range_of_kind(const struct gt_trace *t, enum gt_range kind, uint64_t k)
{
	struct gt_srow_range_start r;

	return gt_part_row(gt_trace_table(t, GT_T_RANGE_STARTS), sorted(kind), k, &r) ? r.row : GT_NO_ROW;
}

uint64_t gt_range_seek(const struct gt_trace *t, enum gt_range kind, int64_t time)
{
	return gt_btable_seek_time(gt_trace_table(t, GT_T_RANGE_STARTS), sorted(kind), time);
}

int64_t gt_range_open(const struct gt_trace *t, enum gt_range kind)
{
	return t->store.sealed || kind >= GT_SORTED_RANGES ? GT_NO_TIME : t->store.open_ranges[kind];
}

bool gt_counter_get(const struct gt_trace *t, uint64_t i, struct gt_counter *c)
{
	struct gt_srow_counter s;

	if (!gt_btable_row(gt_trace_table(t, GT_T_COUNTERS), i, &s))
		return false;
	*c = (struct gt_counter){ .t = s.t, .value = s.value, .metric = s.metric };
	if (c->metric == GT_METRIC_HEAP_GOAL && (c->value == 0 || c->value > GT_HEAP_GOAL_MAX))
		c->value = GT_NONE;
	return true;
}

bool gt_task_get(const struct gt_trace *t, uint64_t i, struct gt_task *r)
{
	struct gt_srow_task s;

	if (!gt_btable_row(gt_trace_table(t, GT_T_TASKS), i, &s))
		return false;
	*r = (struct gt_task){
		.id = s.id, .parent = s.parent - 1, .t0 = s.known & GT_KNOWN_T0 ? s.t0 : GT_NO_TIME,
		.t1 = query_rows_second_time(s.known, s.t0, s.t1), .name = s.name, .g0 = s.g0 - 1, .g1 = s.g1 - 1 };
	return true;
}

bool gt_region_get(const struct gt_trace *t, uint64_t i, struct gt_region *r)
{
	struct gt_srow_region s;

	if (!gt_btable_row(gt_trace_table(t, GT_T_REGIONS), i, &s))
		return false;
	*r = (struct gt_region){
		.t0 = s.known & GT_KNOWN_T0 ? s.t0 : GT_NO_TIME, .t1 = query_rows_second_time(s.known, s.t0, s.t1),
		.task = s.task, .name = s.name, .g = s.g - 1, .stack = s.stack };
	return true;
}

bool gt_note_get(const struct gt_trace *t, uint64_t i, struct gt_note *r)
{
	struct gt_srow_note s;

	if (!gt_btable_row(gt_trace_table(t, GT_T_NOTES), i, &s))
		return false;
	*r = (struct gt_note){
		.n = s.n, .t = s.t, .ns = s.ns, .task = s.task, .name = s.name, .g = s.g - 1, .stack = s.stack,
		.kind = s.kind };
	return true;
}

bool gt_log_get(const struct gt_trace *t, uint64_t i, struct gt_log *r)
{
	struct gt_srow_log s;

	if (!gt_btable_row(gt_trace_table(t, GT_T_LOGS), i, &s))
		return false;
	*r = (struct gt_log){
		.t = s.t, .task = s.task, .g = s.g - 1, .category = s.category, .stack = s.stack,
		.msg_off = s.msg_off, .msg_len = s.msg_len,
	};
	return true;
}

bool gt_sample_get(const struct gt_trace *t, uint64_t i, struct gt_sample *r)
{
	struct gt_srow_sample s;

	if (!gt_btable_row(gt_trace_table(t, GT_T_SAMPLES), i, &s))
		return false;
	*r = (struct gt_sample){
		.t = (int64_t)((uint64_t)s.time - (uint64_t)t->info.first_ts), .m = s.m - 1, .p = s.p - 1,
		.g = s.g - 1, .stack = s.stack,
	};
	return true;
}

uint64_t gt_counter_seek(const struct gt_trace *t, int64_t time)
{
	return gt_btable_seek_time(gt_trace_table(t, GT_T_COUNTERS), 0, time);
}

bool gt_silence_get(const struct gt_trace *t, uint64_t i, struct gt_silence *r)
{
	struct gt_srow_silence s;

	if (!gt_btable_row(gt_trace_table(t, GT_T_SILENCES), i, &s))
		return false;
	*r = (struct gt_silence){ .t0 = s.t0, .t1 = s.t0 + (int64_t)s.dur };
	return true;
}

uint64_t gt_log_seek(const struct gt_trace *t, int64_t time)
{
	return gt_btable_seek_time(gt_trace_table(t, GT_T_LOGS), 0, time);
}

/* ---- clocks ---- */

bool gt_clock_get(const struct gt_trace *t, int64_t time, struct gt_clock *c)
{
	const struct gt_btable *gens = gt_trace_table(t, GT_T_GENS);
	uint64_t lo = 0, hi = gt_btable_rows(gens, 0), first = (uint64_t)t->info.first_ts;
	struct gt_srow_gen g;

	lo = GT_BISECT(i, lo, hi, gt_btable_row(gens, i, &g) && (int64_t)((uint64_t)g.sync_time - first) <= time);
	if (!gt_btable_row(gens, lo ? lo - 1 : 0, &g) || !g.has_clock)
		return false;
	*c = (struct gt_clock){
		.t = (int64_t)((uint64_t)gt_v2_units_ns(gt_ns_per_unit(g.freq), g.clock_time) - first),
		.mono = g.clock_mono, .sec = g.clock_sec, .nsec = g.clock_nsec,
	};
	return true;
}

/* ---- names ---- */

const char *gt_trace_string(const struct gt_trace *t, uint32_t row, size_t *len)
{
	return gt_symtab_text(&t->store.names, row, len);
}

uint32_t gt_stack_depth(const struct gt_trace *t, uint32_t stack)
{
	return gt_symtab_depth(&t->store.names, stack);
}

bool gt_stack_frame(const struct gt_trace *t, uint32_t stack, uint32_t i, struct gt_frame *f)
{
	return gt_symtab_stack_frame(&t->store.names, stack, i, f);
}

uint32_t gt_trace_stacks(const struct gt_trace *t)
{
	return gt_symtab_stacks(&t->store.names);
}

uint32_t gt_trace_frames(const struct gt_trace *t)
{
	return gt_symtab_frames(&t->store.names);
}

uint32_t gt_stack_frame_row(const struct gt_trace *t, uint32_t stack, uint32_t i)
{
	return gt_symtab_frame_row(&t->store.names, stack, i);
}

bool gt_frame_get(const struct gt_trace *t, uint32_t row, struct gt_frame *f)
{
	return gt_symtab_frame_get(&t->store.names, row, f);
}
