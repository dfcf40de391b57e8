/* The schemas of the tables: the stored columns, in the order of gtrace-index(5). */
#include "index/store/rows.h"

#define COL(type, field) { #field, offsetof(struct type, field), sizeof(((struct type *)NULL)->field) }
/* A block has room for the widths of GT_MAX_COLUMNS columns: more do not compile. */
#define COLUMN_COUNT(cols) (GT_COUNT(cols) * sizeof(char[GT_COUNT(cols) <= GT_MAX_COLUMNS ? 1 : -1]))
#define COLUMNS(type, cols) .columns = (cols), .ncolumns = COLUMN_COUNT(cols), .row_size = sizeof(struct type)
#define NO_SUMMARY .time = GT_NO_BCOLUMN, .dur = GT_NO_BCOLUMN, .weight = GT_NO_BCOLUMN, .who = GT_NO_BCOLUMN
#define BY_TIME .time = 0, .dur = GT_NO_BCOLUMN, .weight = GT_NO_BCOLUMN, .who = GT_NO_BCOLUMN

static const struct gt_bcolumn slice_columns[] = {
	COL(gt_srow_slice, t0), COL(gt_srow_slice, dur), COL(gt_srow_slice, ready), COL(gt_srow_slice, g),
	COL(gt_srow_slice, prev), COL(gt_srow_slice, end_type), COL(gt_srow_slice, flags),
	COL(gt_srow_slice, end_stack), COL(gt_srow_slice, label), COL(gt_srow_slice, reason),
	COL(gt_srow_slice, waker), COL(gt_srow_slice, start_type), COL(gt_srow_slice, ready_type),
	COL(gt_srow_slice, start_n), COL(gt_srow_slice, events), COL(gt_srow_slice, since_ready),
};
static const struct gt_bcolumn call_columns[] = {
	COL(gt_srow_call, t0), COL(gt_srow_call, dur), COL(gt_srow_call, g), COL(gt_srow_call, stack),
	COL(gt_srow_call, flags),
};
static const struct gt_bcolumn run_columns[] = {
	COL(gt_srow_proc_binding, t0), COL(gt_srow_proc_binding, dur), COL(gt_srow_proc_binding, m),
};
static const struct gt_bcolumn range_columns[] = {
	COL(gt_srow_range, t0),     COL(gt_srow_range, dur),   COL(gt_srow_range, value),
	COL(gt_srow_range, value2), COL(gt_srow_range, g),     COL(gt_srow_range, proc_row),
	COL(gt_srow_range, name),   COL(gt_srow_range, stack), COL(gt_srow_range, kind),
	COL(gt_srow_range, active),
};
static const struct gt_bcolumn range_start_columns[] = {
	COL(gt_srow_range_start, t0), COL(gt_srow_range_start, row),
};
static const struct gt_bcolumn counter_columns[] = {
	COL(gt_srow_counter, t), COL(gt_srow_counter, value), COL(gt_srow_counter, metric),
};
static const struct gt_bcolumn task_columns[] = {
	COL(gt_srow_task, id), COL(gt_srow_task, parent), COL(gt_srow_task, t0), COL(gt_srow_task, t1),
	COL(gt_srow_task, name), COL(gt_srow_task, g0), COL(gt_srow_task, g1), COL(gt_srow_task, known),
};
static const struct gt_bcolumn region_columns[] = {
	COL(gt_srow_region, t0), COL(gt_srow_region, t1), COL(gt_srow_region, task), COL(gt_srow_region, name),
	COL(gt_srow_region, g), COL(gt_srow_region, stack), COL(gt_srow_region, known),
};
static const struct gt_bcolumn log_columns[] = {
	COL(gt_srow_log, t), COL(gt_srow_log, task), COL(gt_srow_log, msg_off), COL(gt_srow_log, g),
	COL(gt_srow_log, category), COL(gt_srow_log, stack), COL(gt_srow_log, msg_len),
};
static const struct gt_bcolumn sample_columns[] = {
	COL(gt_srow_sample, time), COL(gt_srow_sample, m), COL(gt_srow_sample, p), COL(gt_srow_sample, g),
	COL(gt_srow_sample, stack_id), COL(gt_srow_sample, off), COL(gt_srow_sample, stack),
};
static const struct gt_bcolumn goroutine_columns[] = {
	COL(gt_srow_goroutine, id), COL(gt_srow_goroutine, create), COL(gt_srow_goroutine, first_seen),
	COL(gt_srow_goroutine, start), COL(gt_srow_goroutine, end), COL(gt_srow_goroutine, since),
	COL(gt_srow_goroutine, mid), COL(gt_srow_goroutine, creator), COL(gt_srow_goroutine, create_stack),
	COL(gt_srow_goroutine, first_stack), COL(gt_srow_goroutine, func), COL(gt_srow_goroutine, end_stack),
	COL(gt_srow_goroutine, end_reason), COL(gt_srow_goroutine, last_slice), COL(gt_srow_goroutine, slices),
	COL(gt_srow_goroutine, kinds), COL(gt_srow_goroutine, anchor),
	COL(gt_srow_goroutine, waker),
};
static const struct gt_bcolumn life_columns[] = {
	COL(gt_srow_incarnation, id), COL(gt_srow_incarnation, row),
};
static const struct gt_bcolumn anchor_columns[] = {
	COL(gt_srow_anchor, place), COL(gt_srow_anchor, jump), COL(gt_srow_anchor, jump_dur),
	COL(gt_srow_anchor, jump_longest), COL(gt_srow_anchor, before), COL(gt_srow_anchor, t1),
	COL(gt_srow_anchor, g), COL(gt_srow_anchor, slice), COL(gt_srow_anchor, busy),
	COL(gt_srow_anchor, dur), COL(gt_srow_anchor, longest),
};
static const struct gt_bcolumn gen_columns[] = {
	COL(gt_srow_gen, gen), COL(gt_srow_gen, start_off), COL(gt_srow_gen, end_off), COL(gt_srow_gen, freq),
	COL(gt_srow_gen, sync_time), COL(gt_srow_gen, first_event), COL(gt_srow_gen, batches),
	COL(gt_srow_gen, streams), COL(gt_srow_gen, samples), COL(gt_srow_gen, strings),
	COL(gt_srow_gen, stacks), COL(gt_srow_gen, clock_time), COL(gt_srow_gen, clock_mono),
	COL(gt_srow_gen, clock_sec), COL(gt_srow_gen, clock_nsec), COL(gt_srow_gen, has_clock),
};
static const struct gt_bcolumn batch_columns[] = {
	COL(gt_srow_batch, off), COL(gt_srow_batch, time), COL(gt_srow_batch, m), COL(gt_srow_batch, size),
	COL(gt_srow_batch, next),
};
static const struct gt_bcolumn stream_columns[] = {
	COL(gt_srow_stream, m), COL(gt_srow_stream, first), COL(gt_srow_stream, last),
};
static const struct gt_bcolumn gen_string_columns[] = {
	COL(gt_srow_gen_string, id), COL(gt_srow_gen_string, off), COL(gt_srow_gen_string, len),
};
static const struct gt_bcolumn gen_stack_columns[] = {
	COL(gt_srow_gen_stack, id), COL(gt_srow_gen_stack, stack),
};
static const struct gt_bcolumn checkpoint_columns[] = {
	COL(gt_srow_checkpoint, event), COL(gt_srow_checkpoint, time), COL(gt_srow_checkpoint, order),
	COL(gt_srow_checkpoint, cursors), COL(gt_srow_checkpoint, sample), COL(gt_srow_checkpoint, gen),
	COL(gt_srow_checkpoint, retimed),
};
static const struct gt_bcolumn mark_columns[] = {
	COL(gt_srow_mark, m), COL(gt_srow_mark, p), COL(gt_srow_mark, g), COL(gt_srow_mark, time),
	COL(gt_srow_mark, off), COL(gt_srow_mark, stream), COL(gt_srow_mark, batch),
};
static const struct gt_bcolumn goroutine_v1_columns[] = {
	COL(gt_srow_goroutine_v1, last_n), COL(gt_srow_goroutine_v1, first_stack_id),
};
static const struct gt_bcolumn moved_columns[] = {
	COL(gt_srow_retimed, ticks), COL(gt_srow_retimed, off), COL(gt_srow_retimed, g),
	COL(gt_srow_retimed, seq),   COL(gt_srow_retimed, ts),
};
static const struct gt_bcolumn thread_run_columns[] = {
	COL(gt_srow_thread_run, t0), COL(gt_srow_thread_run, dur), COL(gt_srow_thread_run, longest_dur),
	COL(gt_srow_thread_run, who), COL(gt_srow_thread_run, longest), COL(gt_srow_thread_run, proc_row),
	COL(gt_srow_thread_run, busy), COL(gt_srow_thread_run, before),
};
/* An element of an array in the row. */
#define COL_AT(type, field, i) { #field #i, offsetof(struct type, field[i]), sizeof(((struct type *)NULL)->field[i]) }
#define COLS_BY_COUNT(type, field) \
	COL_AT(type, field, 0), COL_AT(type, field, 1), COL_AT(type, field, 2), COL_AT(type, field, 3), \
	COL_AT(type, field, 4), COL_AT(type, field, 5)

static const struct gt_bcolumn count_columns[] = {
	COL(gt_srow_counts, t), COLS_BY_COUNT(gt_srow_counts, ns), COLS_BY_COUNT(gt_srow_counts, v),
	COLS_BY_COUNT(gt_srow_counts, max),
};
static const struct gt_bcolumn maxima_columns[] = { COLS_BY_COUNT(gt_srow_maxima, max) };
static const struct gt_bcolumn change_columns[] = {
	COL(gt_srow_change, t), COL(gt_srow_change, code),
};
static const struct gt_bcolumn instant_columns[] = {
	COL(gt_srow_instant, t), COL(gt_srow_instant, g),
};
static const struct gt_bcolumn order_columns[] = { { "bytes", 0, 1 } };

const struct gt_schema gt_schemas[GT_TABLES] = {
	[GT_T_SLICES] = { .name = "slices", COLUMNS(gt_srow_slice, slice_columns),
			  .time = 0, .dur = 1, .weight = 1, .who = GT_SLICE_COL_G, .partitioned = true },
	[GT_T_CALLS] = { .name = "calls", COLUMNS(gt_srow_call, call_columns),
			 .time = 0, .dur = 1, .weight = 1, .who = GT_NO_BCOLUMN, .partitioned = true },
	[GT_T_RUNS] = { .name = "runs", COLUMNS(gt_srow_proc_binding, run_columns),
			.time = 0, .dur = 1, .weight = 1, .who = GT_NO_BCOLUMN, .partitioned = true },
	[GT_T_RANGES] = { .name = "ranges", COLUMNS(gt_srow_range, range_columns), NO_SUMMARY },
	[GT_T_COUNTERS] = { .name = "counters", COLUMNS(gt_srow_counter, counter_columns), BY_TIME },
	[GT_T_TASKS] = { .name = "tasks", COLUMNS(gt_srow_task, task_columns), NO_SUMMARY },
	[GT_T_REGIONS] = { .name = "regions", COLUMNS(gt_srow_region, region_columns), NO_SUMMARY },
	[GT_T_LOGS] = { .name = "logs", COLUMNS(gt_srow_log, log_columns), BY_TIME },
	[GT_T_SAMPLES] = { .name = "samples", COLUMNS(gt_srow_sample, sample_columns), BY_TIME },
	[GT_T_GOROUTINES] = { .name = "goroutines", COLUMNS(gt_srow_goroutine, goroutine_columns), NO_SUMMARY },
	[GT_T_LIVES] = { .name = "lives", COLUMNS(gt_srow_incarnation, life_columns), NO_SUMMARY },
	[GT_T_ANCHORS] = { .name = "anchors", COLUMNS(gt_srow_anchor, anchor_columns), NO_SUMMARY },
	[GT_T_GENS] = { .name = "generations", COLUMNS(gt_srow_gen, gen_columns), NO_SUMMARY },
	[GT_T_BATCHES] = { .name = "batches", COLUMNS(gt_srow_batch, batch_columns), NO_SUMMARY },
	[GT_T_STREAMS] = { .name = "streams", COLUMNS(gt_srow_stream, stream_columns), NO_SUMMARY },
	[GT_T_GEN_STRINGS] = { .name = "generation strings", COLUMNS(gt_srow_gen_string, gen_string_columns),
			       NO_SUMMARY },
	[GT_T_GEN_STACKS] = { .name = "generation stacks", COLUMNS(gt_srow_gen_stack, gen_stack_columns),
			      NO_SUMMARY },
	[GT_T_CHECKPOINTS] = { .name = "checkpoints", COLUMNS(gt_srow_checkpoint, checkpoint_columns), NO_SUMMARY },
	[GT_T_MARKS] = { .name = "marks", COLUMNS(gt_srow_mark, mark_columns), NO_SUMMARY },
	[GT_T_ORDER] = { .name = "order", .columns = order_columns, .ncolumns = 1, .row_size = 1, .bytes = true,
			 NO_SUMMARY },
	[GT_T_GOROUTINES_V1] = { .name = "v1 goroutines", COLUMNS(gt_srow_goroutine_v1, goroutine_v1_columns),
				 NO_SUMMARY },
	[GT_T_THREAD_RUNS] = { .name = "runs of threads", COLUMNS(gt_srow_thread_run, thread_run_columns),
			       .time = 0, .dur = 1, .weight = GT_THREAD_RUN_COL_LONGEST_DUR,
			       .who = GT_THREAD_RUN_COL_WHO, .partitioned = true },
	[GT_T_RANGE_STARTS] = { .name = "starts of ranges", COLUMNS(gt_srow_range_start, range_start_columns), BY_TIME,
				.partitioned = true },
	[GT_T_COUNTS] = { .name = "counts", COLUMNS(gt_srow_counts, count_columns), BY_TIME },
	[GT_T_COUNT_MAXIMA] = { .name = "largest counts", COLUMNS(gt_srow_maxima, maxima_columns), NO_SUMMARY,
				.partitioned = true },
	[GT_T_CHANGES] = { .name = "changes of counts", COLUMNS(gt_srow_change, change_columns), BY_TIME },
	[GT_T_INSTANTS] = { .name = "instants", COLUMNS(gt_srow_instant, instant_columns), BY_TIME,
			    .partitioned = true },
	[GT_T_MOVED] = { .name = "moved events", COLUMNS(gt_srow_retimed, moved_columns), NO_SUMMARY },
};
