/* The store: what the builder of an index fills, row by row. */
#ifndef GT_INDEX_STORE_H
#define GT_INDEX_STORE_H

#include "base/idset.h"
#include "index/store/append.h"
#include "index/store/counting.h"
#include "index/store/ids.h"
#include "index/model.h"
#include "index/store/seal.h"
#include "index/store/symtab.h"
#include "index/store/rows.h"
#include "order/replay.h"

/*
 * Everything here is called by the one thread that builds, which holds the
 * trace's lock (index/build/worker.h) while it does.  Adding never fails: when the
 * file cannot be written any more store.file.rc is set, further rows are
 * dropped, and the builder ends with that code.
 *
 * All rows are the structs of model.h: times are ns since the trace's start
 * (info.first_ts must be known before the first row).
 */
struct gt_incarnation {
	struct gt_goroutine g;
	struct gt_goroutine_v1 v1;
	uint32_t before;         /* row of the life before this one of the same id + 1; 0: none */
	uint32_t anchor;         /* row of its newest anchor + 1; 0: none */
	int64_t busy;            /* ns in slices */
	uint64_t longest_dur;    /* of the longest slice since the newest anchor */
	uint32_t longest;        /* that slice, GT_NO_ROW: none */
};

#define GT_LIVES_SHIFT 10

struct gt_store {
	struct gt_file file;
	struct gt_sealing sealing;
	struct gt_symtab names;
	struct gt_btable tables[GT_TABLES];

	uint64_t *trace_sums;    /* of the trace's pieces (wire/source.h), while the index is built */
	uint64_t ntrace_sums;
	const uint8_t *trace_sums_at;   /* the same in the file */

	struct gt_ids procs, threads;
	struct gt_counting counting;
	struct gt_open_slice {   /* by P, while the index is built */
		int64_t t0;      /* when a slice began that goes on and is no row yet, GT_NO_TIME */
		bool counts;     /* its begin is a change of the counts by state */
	} *open_slices;
	size_t open_slices_cap;
	int64_t open_ranges[GT_SORTED_RANGES]; /* the same of the first one of its kind */
	struct gt_thread_sum {   /* by thread, while the index is built */
		int64_t end;     /* of its last run */
		uint64_t busy;
	} *thread_sums;
	size_t thread_sums_cap;

	struct gt_incarnation **lives;  /* segments of 1 << GT_LIVES_SHIFT goroutines, which stay where they are */
	size_t lives_cap;
	uint32_t nlives;         /* in memory and in the file */
	struct gt_idset life_by_id;      /* the newest row of each id */

	bool sealed;             /* all is in the file: the memory above is gone */

	bool v1;                 /* the trace is: further rows for goroutines */
	/* the order: the run that is not written yet */
	uint32_t run_stream;
	uint64_t run_records;
	/* the newest checkpoint */
	uint64_t checkpoint_event;
	uint32_t checkpoint_marks;
	/* first rows of the generation whose tables are being added */
	struct gt_srow_gen next_gen;
};

/* Adds a row of a partition: GT_ADD_ROW(s, CALLS, call, part, .t0 = …); fields that are not named are 0. */
#define GT_ADD_ROW(s, id, tag, part, ...) GT_PUT_ROW(s, id, tag, part, &(struct gt_srow_##tag){ __VA_ARGS__ })
#define GT_PUT_ROW(s, id, tag, part, ...) \
	gt_put_##tag(&(s)->tables[GT_T_##id], gt_btable_place(&(s)->tables[GT_T_##id], (part)), __VA_ARGS__)

/* ---- processors, slices, calls, threads ---- */

/* Index of the P with this id, added with first = time if it is new; GT_NO_ROW if there are more than 65536. */
uint32_t gt_parts_find_or_add(struct gt_store *s, uint64_t id, int64_t time);

/*
 * Adds a finished slice to P sl->part; slices of a P come in time order and
 * do not overlap.  The caller fills all fields but id and prev; they, and the
 * goroutine's last_slice and slices, are the store's.  Returns the id.
 */
GT_INLINE uint32_t gt_slices_add(struct gt_store *s, const struct gt_slice *sl);

/* What has to be the `ready` of a slice with GT_SLICE_CUT, which has none: its row keeps `seen` there. */
GT_INLINE int64_t gt_cut_ready(int64_t t0, int64_t seen)
{
	return t0 - (seen - t0);
}

/* Adds a call to a P, in time order, inside the slice that is added next (or at its end). */
GT_INLINE void gt_syscalls_add(struct gt_store *s, uint32_t proc_row, const struct gt_syscall *c);

/* Adds a stretch of a thread holding a P, in time order. */
GT_INLINE void gt_proc_binding_add(struct gt_store *s, uint32_t proc_row, const struct gt_proc_binding *r);

/* Adds an instant of P `part` (GT_NO_ROW: of no P), in time order; g: goroutine row or GT_NO_ROW. */
GT_INLINE void gt_instant_add(struct gt_store *s, enum gt_instant kind, uint32_t proc_row, int64_t t,
			      uint32_t g);

/*
 * The row of a thread, which is added with first = time if it is new; GT_NO_ROW if there are too many.
 * A run of it: rows of a thread in time order, what overlaps the run before is cut off.
 */
uint32_t gt_threads_find_or_add(struct gt_store *s, uint64_t id, int64_t time);
void gt_thread_run_add(struct gt_store *s, uint32_t thread, const struct gt_thread_run *r, uint64_t longest_dur);

/* New Ps and threads get their places in the order of ids: before anybody else looks. */
void gt_store_sort_ids(struct gt_store *s);

/* ---- counts ---- */

/* A count goes down, another up (GT_COUNT_NONE: none does) at a time not before the last one. */
GT_INLINE void gt_count_change(struct gt_store *s, int64_t t, unsigned from, unsigned to);

/* The same, and a row of the table of changes: for changes that no other row implies. */
void gt_count_change_row(struct gt_store *s, int64_t t, unsigned from, unsigned to);

/* What the event that ends a slice makes of its goroutine: a count, or GT_COUNT_NONE. */
unsigned gt_slice_end_count(bool v1, uint8_t type);

/* The last stretch: nothing changes any more. */
void gt_counts_finish(struct gt_store *s);

/* ---- goroutines ---- */

/*
 * A new life of goroutine `id`, all fields "none"; *row is its number.  The
 * pointer stays valid until the store is finished, and the builder changes
 * fields through it at any time.
 */
struct gt_goroutine *gt_goroutine_new(struct gt_store *s, uint64_t id, uint32_t *row);

/* row < s->nlives */
GT_INLINE struct gt_incarnation *gt_life_at(const struct gt_store *s, uint32_t row)
{
	return &s->lives[row >> GT_LIVES_SHIFT][row & ((1u << GT_LIVES_SHIFT) - 1)];
}

GT_INLINE struct gt_goroutine *gt_goroutine_at(const struct gt_store *s, uint32_t row)
{
	return &gt_life_at(s, row)->g;
}

/* Row of the newest life of an id, or GT_NO_ROW.  Not after the store is sealed. */
uint32_t gt_goroutine_newest(const struct gt_store *s, uint64_t id);

/* ---- ranges, counters, annotations: rows in the order in which they are complete ---- */
uint64_t gt_range_add(struct gt_store *s, const struct gt_range_row *r);   /* its number */
/* Of STW and GC: a range by its start, in the order of starts. */
void gt_range_start_add(struct gt_store *s, enum gt_range kind, int64_t t0, uint64_t row);
void gt_counter_add(struct gt_store *s, const struct gt_counter *c);   /* in time order */
void gt_task_add(struct gt_store *s, const struct gt_task *t);
void gt_region_add(struct gt_store *s, const struct gt_region *r);
void gt_log_add(struct gt_store *s, const struct gt_log *l);           /* in time order */
void gt_note_add(struct gt_store *s, const struct gt_note *n);
void gt_silence_add(struct gt_store *s, int64_t t0, int64_t t1);        /* in time order */

/* ---- generations and their tables ---- */

/*
 * Before a generation's first event: its stacks in ascending id order with
 * the rows that gt_symtab_stack gave, its CPU samples with their stacks' rows,
 * then gt_gen_add, which takes batches, streams and string references from g,
 * then a checkpoint.  sync_time is gt_order_sync_time.
 */
void gt_gen_stack_add(struct gt_store *s, uint64_t id, uint32_t stack);
void gt_gen_sample_add(struct gt_store *s, const struct gt_v2_sample *sample, uint32_t stack);
/* v1: the events that stand elsewhere than their records, in order; and next_gen.clock_time is to be set. */
void gt_retimed_add(struct gt_store *s, const struct gt_v1_retimed *m);
void gt_gen_add(struct gt_store *s, const struct gt_v2_gen *g, int64_t sync_time, uint64_t first_event);

/* ---- the order of events ---- */

/* Records (not events: one for the parts of a GoSwitch) of a stream of the generation, or GT_STREAM_SAMPLES. */
GT_INLINE void gt_order_records(struct gt_store *s, uint32_t stream, uint32_t n);
GT_INLINE void gt_order_record(struct gt_store *s, uint32_t stream);     /* one */

/* True if a checkpoint should be made before event number `event`: about every 4096, fewer where there are many Ms. */
GT_INLINE bool gt_checkpoint_due(const struct gt_store *s, uint64_t event);

/* A place to start a replay: before event number `event`, which must be the first of its record. */
void gt_checkpoint_add(struct gt_store *s, uint64_t event, const struct gt_order_cursors *cursors);

/* ---- how it is done ---- */

#define GT_CHECKPOINT_EVENTS 4096
#define GT_CHECKPOINT_PER_MARK 64
#define GT_ANCHOR_SLICES 64

void gt_order_flush_run(struct gt_store *s);
void gt_anchor_add(struct gt_store *s, struct gt_incarnation *life, uint32_t slice, int64_t t1);   /* anchors.c */

GT_INLINE bool gt_checkpoint_due(const struct gt_store *s, uint64_t event)
{
	uint64_t since = event - s->checkpoint_event;

	return since >= GT_CHECKPOINT_EVENTS && since >= (uint64_t)GT_CHECKPOINT_PER_MARK * s->checkpoint_marks;
}

GT_INLINE void gt_order_records(struct gt_store *s, uint32_t stream, uint32_t n)
{
	if (GT_UNLIKELY(stream != s->run_stream)) {
		if (s->run_records)
			gt_order_flush_run(s);
		s->run_stream = stream;
	}
	s->run_records += n;
}

GT_INLINE void gt_order_record(struct gt_store *s, uint32_t stream)
{
	gt_order_records(s, stream, 1);
}

GT_INLINE uint32_t gt_slices_add(struct gt_store *s, const struct gt_slice *sl)
{
	struct gt_incarnation *life = gt_life_at(s, sl->g);
	struct gt_goroutine *g = &life->g;
	struct gt_btable *t = &s->tables[GT_T_SLICES];
	struct gt_part *p = gt_btable_place(t, sl->proc_row);
	uint32_t id = gt_next_id(p);
	uint64_t dur = (uint64_t)(sl->t1 - sl->t0);
	bool numbered = sl->start_n != GT_NONE;

	gt_put_slice(t, p, &(struct gt_srow_slice){
		.t0 = sl->t0, .dur = dur,
		.ready = sl->ready == GT_NO_TIME ? 0 : (uint64_t)(sl->t0 - sl->ready) + 1,
		.g = sl->g, .end_stack = sl->end_stack, .label = sl->label, .reason = sl->reason,
		.prev = g->slices ? gt_prev_distance(id, g->last_slice) : 0,
		.waker = sl->waker == GT_NO_ROW ? 0 : gt_prev_distance(sl->g, sl->waker) + 1,
		 .start_type = sl->start_type, .end_type = sl->end_type,
		.ready_type = sl->ready_type, .flags = sl->flags,
		.start_n = numbered ? sl->start_n : 0,
		.events = numbered && sl->end_n != GT_NONE ? sl->end_n - sl->start_n : 0,
		.since_ready = numbered && sl->ready_n != GT_NONE ? sl->start_n - sl->ready_n : 0 });
	life->busy += (int64_t)dur;
	if (dur > life->longest_dur || life->longest == GT_NO_ROW) {
		life->longest_dur = dur;
		life->longest = id;
	}
	if (GT_UNLIKELY(g->slices && g->slices % GT_ANCHOR_SLICES == 0))
		gt_anchor_add(s, life, id, sl->t1);
	g->last_slice = id;
	g->slices++;
	return id;
}

GT_INLINE void gt_syscalls_add(struct gt_store *s, uint32_t proc_row, const struct gt_syscall *c)
{
	GT_ADD_ROW(s, CALLS, call, proc_row,
		.t0 = c->t0, .dur = (uint64_t)(c->t1 - c->t0), .g = c->g, .stack = c->stack,
		.flags = (uint8_t)((c->lost ? GT_CALL_LOST : 0) | (c->known_start ? GT_CALL_KNOWN_START : 0)));
}

GT_INLINE void gt_proc_binding_add(struct gt_store *s, uint32_t proc_row, const struct gt_proc_binding *run)
{
	GT_ADD_ROW(s, RUNS, proc_binding, proc_row,
		.t0 = run->t0, .dur = (uint64_t)(run->t1 - run->t0), .m = run->m + 1);
}

GT_INLINE void gt_instant_add(struct gt_store *s, enum gt_instant kind, uint32_t proc_row, int64_t t,
			      uint32_t g)
{
	GT_ADD_ROW(s, INSTANTS, instant, gt_instant_part(kind, proc_row), .t = t, .g = g + 1);
}

/* The values since the last change have lasted a while: they count, or begin a new stretch. */
void gt_counts_advance(struct gt_store *s);

GT_INLINE void gt_count_change(struct gt_store *s, int64_t t, unsigned from, unsigned to)
{
	struct gt_counting *c = &s->counting;

	if (GT_LIKELY(t > c->t)) {
		if (GT_UNLIKELY(c->n >= c->due))
			gt_counts_advance(s);
		c->t = t;
	} else {
		t = c->t;
	}
	c->v[from]--;
	c->moment[from] -= (uint64_t)t;
	c->moment[to] += (uint64_t)t;
	if (GT_UNLIKELY(++c->v[to] > c->newest.max[to])) {
		c->grown |= 1u << to;
		c->due = 0;
	}
	c->n++;
}

void gt_store_init(struct gt_store *s);
/* How often a second the trace's clock ticks.  Before the first row: blocks are packed by other threads, too. */
void gt_store_set_clock(struct gt_store *s, uint64_t freq);

/*
 * While chores are there, full blocks are packed and parts of the file written by whoever runs them.  Whoever
 * takes the trace from the builder settles the store before it reads: then all rows are where readers look.
 * With NULL all is done at once, as it is in the beginning.
 */
void gt_store_set_chores(struct gt_store *s, struct gt_chores *chores);
void gt_store_settle(struct gt_store *s);
void gt_store_drop_memory(struct gt_store *s);
void gt_store_release(struct gt_store *s);

#endif
