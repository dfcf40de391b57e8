/* An opened trace: its index and the queries that panes and reports ask. */
#ifndef GT_INDEX_TRACE_H
#define GT_INDEX_TRACE_H

#include "base/err.h"
#include "index/model.h"
#include "wire/header.h"

/*
 * Opening looks for a valid index, or builds one, in this thread
 * (gt_trace_open) or in a worker (gt_trace_open_async).  While a worker runs,
 * every query must be made between gt_trace_lock and gt_trace_unlock, held
 * for a frame at most; what it sees grows between locks: row counts never shrink, rows never
 * change except a goroutine's last fields.
 * After the end the lock costs nothing.  Queries never fail: a row that does not exist gives false / 0.
 */
struct gt_trace;
struct gt_shifts;

struct gt_open_options {
	const char *index;        /* file to use for the index; NULL: the cache; "none": an unlinked temporary file */
	bool reindex;             /* do not use an existing index */
	bool verify;              /* check every checksum and row of an existing index */
	uint64_t check_max;       /* bytes of an index up to which all checksums are compared at once; 0: 64 MiB */
	uint64_t answers_limit;   /* bytes of index/file/answers.h, of any trace; 0: what is said there */
	bool align;               /* clocks that differ are set right (order/align.h); then no index is kept or used */
	uint64_t jobs;            /* threads that make an index; 0: as many as there are processors */
	bool live;                /* the trace is shown while it grows: a pipe; with `follow` a file, too */
	bool follow;
	const char *save;         /* as gt_watch.save */
	const struct gt_watch *watch; /* progress of reading a pipe or packed trace; only while opening; or NULL */
	void (*notify)(void *arg);/* called from the worker about 20 times a second and at its end; may be NULL */
	void *notify_arg;
};

/* Blocks until the index is there.  Damage in the trace is not an error: see gt_trace_info.damage. */
int gt_trace_open(struct gt_trace **out, const char *path, const struct gt_open_options *opt, struct gt_error *err);

/* Returns as soon as the trace is known to be one; the worker goes on. */
int gt_trace_open_async(struct gt_trace **out, const char *path, const struct gt_open_options *opt,
			struct gt_error *err);

/*
 * A trace without a name and without anything in it, complete: what tables have that are about several traces.
 * Needs no file.
 */
int gt_trace_open_none(struct gt_trace **out, struct gt_error *err);
/* Whether it is one of those. */
bool gt_trace_is_none(const struct gt_trace *t);

/*
 * Where indexes are kept: gtrace-tui in $XDG_CACHE_HOME, else in ~/.cache; it need not exist.  NULL: there
 * is neither.  The caller's, from malloc.
 */
char *gt_cache_dir(void);

/* Stops the worker if any (what is there stays), waits for it.  gt_trace_close does both and frees. */
void gt_trace_cancel(struct gt_trace *t);
void gt_trace_close(struct gt_trace *t);

/*
 * Checks every checksum, reference and order in a finished index: 0, or GT_ERR_STALE and the first flaw.
 * (opt.verify does this at open, where a flaw means that the index is rebuilt.)
 */
int gt_trace_verify(struct gt_trace *t, struct gt_error *err);

/*
 * True if the trace's file was written to since it was opened.  The index goes on answering for what
 * was there; events, strings and stacks are read from the file and may be others, or no more there.
 */
bool gt_trace_changed(const struct gt_trace *t);

/*
 * NULL, or why answers of this index are wrong: its file was cut since it was opened, a checksum did not
 * fit where it was read (each is compared at its first use), or there was no memory to map it into.  What
 * cannot be read reads as nothing.
 */
const char *gt_trace_index_fault(const struct gt_trace *t);

/*
 * 0, or a code and why what was read from the trace's file is not what is in it (gt_source_fault).  If that
 * happened while the index was built the index is not complete, and this is its damage.
 */
int gt_trace_read_fault(const struct gt_trace *t, struct gt_error *err);

/*
 * At the end: 0, or GT_ERR_IO and why something of what was answered may be wrong though the trace is whole (the
 * two faults above).  An index with a fault is removed from the disk, so that the next opening rebuilds it.
 */
int gt_trace_unreliable(struct gt_trace *t, struct gt_error *err);

/*
 * A trace that grows (gt_open_options.live): its worker waits for each generation until all of it is there.  Of an old
 * trace (v1) nothing is known before its end.
 */
struct gt_growing {
	uint64_t bytes;           /* that have come */
	int64_t came_ns;          /* when the newest of them came, as gt_clock_now */
};
/* False: nothing more will come (the worker may still be at work). */
bool gt_trace_grows(const struct gt_trace *t, struct gt_growing *out);
/* What is there is all of it: the worker makes the index of it. */
void gt_trace_stop_growing(struct gt_trace *t);
/* NULL, or why the file of gt_open_options.save does not have all of the trace; known when it is over. */
const struct gt_error *gt_trace_unsaved(const struct gt_trace *t);

/* NULL, or why the index of a file is not kept though the user did not ask for that. */
const struct gt_error *gt_trace_cache_fault(const struct gt_trace *t);
/* What stood before the trace in its file and is not shown; NULL: nothing did.  No error. */
const struct gt_error *gt_trace_opening_note(const struct gt_trace *t);

void gt_trace_lock(struct gt_trace *t);
void gt_trace_unlock(struct gt_trace *t);

struct gt_trace_info {
	const char *file;         /* as given */
	uint64_t part;            /* which trace of it this is, as gt_watch.part */
	uint64_t bytes;           /* of the unpacked trace */
	struct gt_header header;
	char version[16];         /* "go 1.22" */
	uint64_t events;          /* ordered events so far, Syncs not counted */
	int64_t first_ts;         /* start on the trace's own clock, ns */
	int64_t duration;         /* ns from the start to the last Sync */
	uint64_t gomaxprocs;      /* largest value seen */
	uint32_t goroutines;      /* rows (lives) */
	uint64_t goroutine_ids;   /* distinct ids */
	uint64_t goroutines_max;  /* most alive at a time */
	uint32_t procs;
	uint64_t threads;         /* distinct Ms */
	uint64_t slices, calls, ranges, counters, tasks, regions, logs, samples, generations;
	bool done;                /* the index is complete (or cancelled, or stopped at a fault) */
	bool cancelled;
	bool complete;            /* the whole trace was readable */
	struct gt_error damage;   /* if done && !complete: what is wrong, where */
	/*
	 * Up to here every stream of the trace is whole (gt_order_horizon), ns; the
	 * duration if nothing is missing, and while the index is built.
	 * What lies beyond is shown, marked, and no sum reaches there.
	 */
	int64_t horizon;
	/* What is known to be lost (gt_order_loss), and what is named and not there. */
	int64_t lost_ns;
	uint64_t lost_bytes, lost_events, no_stack, no_string;
	uint64_t bytes_done;      /* progress */
	int64_t elapsed_ns;       /* of the indexing */
	bool from_cache;
	bool repaired;            /* the index that was there had wrong checksums and was rebuilt */
};

/* How many Ps the program had: the largest GOMAXPROCS; if the trace has none, the Ps in it. */
GT_INLINE uint64_t gt_info_procs(const struct gt_trace_info *info)
{
	return info->gomaxprocs ? info->gomaxprocs : info->procs;
}

const struct gt_trace_info *gt_trace_info(const struct gt_trace *t);

/* Whether something is beyond the horizon that ended at t1; GT_NO_TIME: it has no end in the trace. */
GT_INLINE bool gt_trace_beyond(const struct gt_trace *t, int64_t t1)
{
	const struct gt_trace_info *info = gt_trace_info(t);

	return info->horizon < info->duration && (t1 == GT_NO_TIME || t1 > info->horizon);
}

/* Where a sum up to `to` ends: at the horizon if that is earlier. */
GT_INLINE int64_t gt_trace_until(const struct gt_trace *t, int64_t to)
{
	int64_t horizon = gt_trace_info(t)->horizon;

	return gt_trace_beyond(t, GT_NO_TIME) && horizon < to ? horizon : to;
}

/*
 * What tells one trace from another: a checksum of size, time and content of its file, as in the key of its index.
 * Of a trace that came through a pipe it is that of nothing.
 */
uint64_t gt_trace_identity(const struct gt_trace *t);

/* How often each event type occurs: counts[type], GT_EVENT_TYPES of them. */
#define GT_EVENT_TYPES 256
const uint64_t *gt_trace_event_counts(const struct gt_trace *t);
/* The format's name of an event type ("GoStart"), or "?"; argument names follow, NULL beyond the last. */
const char *gt_event_type_name(const struct gt_trace *t, unsigned type);
const char *gt_event_arg_name(const struct gt_trace *t, unsigned type, unsigned arg);

/* Why frames have no function: a sentence for people, or NULL if the trace's format has names. */
const char *gt_trace_names_note(const struct gt_trace *t);

/* ---- strings and stacks ---- */
/* Raw bytes as the trace has them (hostile!), not NUL-terminated in general; row 0 is "". */
const char *gt_trace_string(const struct gt_trace *t, uint32_t row, size_t *len);
uint32_t gt_stack_depth(const struct gt_trace *t, uint32_t stack);
bool gt_stack_frame(const struct gt_trace *t, uint32_t stack, uint32_t i, struct gt_frame *f); /* 0 = innermost */
/* How many rows of stacks and of frames there are, with row 0 of each, the empty one. */
uint32_t gt_trace_stacks(const struct gt_trace *t);
uint32_t gt_trace_frames(const struct gt_trace *t);
/* The frame row at place i of a stack, GT_NO_ROW beyond its end.  Equal frames are one row. */
uint32_t gt_stack_frame_row(const struct gt_trace *t, uint32_t stack, uint32_t i);
bool gt_frame_get(const struct gt_trace *t, uint32_t row, struct gt_frame *f);

/* ---- processors and slices ---- */
bool gt_proc_get(const struct gt_trace *t, uint32_t proc_row, struct gt_proc *p);
uint32_t gt_proc_find(const struct gt_trace *t, uint64_t id);        /* part, or GT_NO_ROW */
/* Ps in ascending order of their ids: the part at place i. */
uint32_t gt_proc_by_order(const struct gt_trace *t, uint32_t i);

bool gt_slice_get(const struct gt_trace *t, uint32_t id, struct gt_slice *s);
uint64_t gt_slices_of_proc(const struct gt_trace *t, uint32_t proc_row);
uint32_t gt_slice_of_proc(const struct gt_trace *t, uint32_t proc_row, uint64_t k); /* k-th in time order -> id */
/* Slices k, k + 1 … of a P into out: at least one and at most n, faster than one by one; 0 beyond the last. */
uint32_t gt_slices_read(const struct gt_trace *t, uint32_t proc_row, uint64_t k, uint32_t n,
			struct gt_slice *out);
/* One field of these slices, by far the fastest: signed ones as their two's complement.  n is at most 512. */
enum gt_slice_field {
	GT_SLICE_T0, GT_SLICE_T1, GT_SLICE_SEEN, GT_SLICE_READY, GT_SLICE_G, GT_SLICE_PREV, GT_SLICE_END_STACK,
	GT_SLICE_LABEL, GT_SLICE_REASON, GT_SLICE_WAKER, GT_SLICE_START_TYPE, GT_SLICE_END_TYPE,
	GT_SLICE_READY_TYPE, GT_SLICE_FLAGS,
	GT_SLICE_HELD,        /* t1 - t0 */
	GT_SLICE_SHOWN,       /* t1 - seen */
	GT_SLICE_WAITED       /* t0 - ready; GT_NO_TIME: unknown */
};
uint32_t gt_slices_field(const struct gt_trace *t, uint32_t proc_row, uint64_t k, uint32_t n,
			 enum gt_slice_field f, uint64_t *out);
/* No slice around k, up to the ends of its 512, is longer: by the summary; INT64_MAX: there is none (yet). */
int64_t gt_slices_bound(const struct gt_trace *t, uint32_t proc_row, uint64_t k);
uint64_t gt_slice_place(const struct gt_trace *t, uint32_t id);                  /* inverse: k within its P */
/* The k of the first slice of the P with t1 > time (== count if none): O(log n). */
uint64_t gt_slice_seek(const struct gt_trace *t, uint32_t proc_row, int64_t time);
/*
 * How many slices of the P touch [a, b), that is end after a and start before b; the k of the first of them
 * in *first, unless NULL.  O(log n).
 */
uint64_t gt_slices_within(const struct gt_trace *t, uint32_t proc_row, int64_t a, int64_t b, uint64_t *first);
/* Exact ns of [a, b) covered by slices of the P: O(log n). */
int64_t gt_slices_busy(const struct gt_trace *t, uint32_t proc_row, int64_t a, int64_t b);
/* The same before a time: for neighbouring intervals the difference is a third of the work. */
int64_t gt_slices_busy_until(const struct gt_trace *t, uint32_t proc_row, int64_t time);
/* Id of the longest slice that overlaps [a, b), GT_NO_ROW if none: whole blocks by their summary. */
uint32_t gt_slices_longest(const struct gt_trace *t, uint32_t proc_row, int64_t a, int64_t b);
/* The same, GT_NO_ROW if it is shorter than least_ns: blocks in which none is as long are not read. */
uint32_t gt_slices_long(const struct gt_trace *t, uint32_t proc_row, int64_t a, int64_t b, int64_t least_ns);
/*
 * The goroutine row with most time in [a, b) of the P: exact when the interval
 * covers no whole block of slices, else by the blocks' summaries.  GT_NO_ROW if idle.
 */
uint32_t gt_slices_dominant(const struct gt_trace *t, uint32_t proc_row, int64_t a, int64_t b);

/*
 * The goroutines that ran most in [a, b), on any P, and for how long: at most `most`, the busiest first, of equal
 * ones the smaller row.  Exact if [a, b) has at most 2048 slices or the trace at most 128 goroutines.  Otherwise
 * the times are exact, but only those are found that ran most in some block of slices, not who was second in each.
 * O(slices) of few, else O(Ps * log n).
 */
struct gt_busy_g { uint32_t g; int64_t ns; };
size_t gt_trace_busiest(const struct gt_trace *t, int64_t a, int64_t b, struct gt_busy_g *out, size_t most);

/* The next slice of the same goroutine after `id`, GT_NO_ROW if none. */
uint32_t gt_slice_next_of_g(const struct gt_trace *t, uint32_t id);

/* While the index is built: since when a slice of the P goes on, which is no row yet; GT_NO_TIME: none does. */
int64_t gt_proc_open_slice(const struct gt_trace *t, uint32_t proc_row);

/* Calls inside a slice: number, and the i-th in time order. */
uint32_t gt_slice_calls(const struct gt_trace *t, const struct gt_slice *s);
bool gt_slice_call(const struct gt_trace *t, const struct gt_slice *s, uint32_t i, struct gt_syscall *c);
/* Whether it begins with a call that was going on when the trace began. */
bool gt_slice_began_in_call(const struct gt_trace *t, const struct gt_slice *s);

/* The thread that held the P at a time, GT_NONE if none. */
uint64_t gt_proc_thread(const struct gt_trace *t, uint32_t proc_row, int64_t time);
/*
 * Runs of threads on the P, from the event that starts it to the one that
 * stops or steals it: the k of the first with t1 > time (their number if
 * none), the k-th in time order.  One that goes on while the index is built is missing.
 */
uint64_t gt_proc_binding_seek(const struct gt_trace *t, uint32_t proc_row, int64_t time);
bool gt_proc_binding_get(const struct gt_trace *t, uint32_t proc_row, uint64_t k, struct gt_proc_binding *r);

/* ---- goroutines ---- */
bool gt_goroutine_get(const struct gt_trace *t, uint32_t row, struct gt_goroutine *g);
/* False for v2. */
bool gt_goroutine_get_v1(const struct gt_trace *t, uint32_t row, struct gt_goroutine_v1 *g);
/* The life of goroutine `id` at a time (the last one that began before it), GT_NO_ROW if never mentioned. */
uint32_t gt_goroutine_find(const struct gt_trace *t, uint64_t id, int64_t time);
/*
 * The lives of an id, the oldest first: how many, the row of the k-th (from 0; GT_NO_ROW: none), and which of
 * its id's a row is.  Few ids have several: those of C threads that call Go.  O(log n), O(lives) while the
 * index is built.
 */
uint32_t gt_goroutine_lives(const struct gt_trace *t, uint64_t id);
uint32_t gt_goroutine_life(const struct gt_trace *t, uint64_t id, uint32_t k);
uint32_t gt_goroutine_which_life(const struct gt_trace *t, uint32_t row);
/* k-th slice of a goroutine in time order (k < slices): O(64). */
uint32_t gt_goroutine_slice(const struct gt_trace *t, uint32_t row, uint32_t k);
/* The k of the goroutine's first slice with t1 > time. */
uint32_t gt_goroutine_seek(const struct gt_trace *t, uint32_t row, int64_t time);
/* How many of its slices touch [a, b), as gt_slices_within. */
uint32_t gt_goroutine_slices_within(const struct gt_trace *t, uint32_t row, int64_t a, int64_t b, uint32_t *first);
/* Exact ns of [a, b) in its slices; id of its longest slice that overlaps [a, b), GT_NO_ROW: none.  O(log n + 64). */
int64_t gt_goroutine_busy(const struct gt_trace *t, uint32_t row, int64_t a, int64_t b);
uint32_t gt_goroutine_longest(const struct gt_trace *t, uint32_t row, int64_t a, int64_t b);

/*
 * Its slices around a time, many at once, for callers that visit all.  Those of
 * a stretch follow each other, and stretches cover all of a goroutine.
 */
#define GT_STRETCH_SLICES 65
struct gt_goroutine_stretch {
	int64_t from;         /* the slice before the stretch ends here; INT64_MIN: there is none */
	int64_t busy;         /* ns in the slices before the stretch */
	uint32_t k0, n;       /* which of its slices: k0 .. k0 + n - 1; n is 0 only where none is left */
	bool last;            /* no slices come after these */
	struct {
		uint32_t id;
		int64_t t0, t1;
	} v[GT_STRETCH_SLICES];
};
/* The stretch with the first slice with t1 > time, else the last one; false: it has no slices.  O(log n + 64). */
bool gt_goroutine_stretch(const struct gt_trace *t, uint32_t row, int64_t time, struct gt_goroutine_stretch *out);

/* ---- ranges, counters, annotations, samples: rows in the order in which they were completed ---- */
bool gt_range_get(const struct gt_trace *t, uint64_t i, struct gt_range_row *r);
/*
 * Ranges of one kind sorted by their start, STW and GC only (of the other
 * kinds there are 0): number, row number of the k-th (GT_NO_ROW if there is none), the
 * place of the first that begins at or after `time`.  Like the rows, those that have not ended are missing
 * while the index is built.
 */
uint64_t gt_ranges_of_kind(const struct gt_trace *t, enum gt_range kind);
uint32_t gt_range_of_kind(const struct gt_trace *t, enum gt_range kind, uint64_t k);
uint64_t gt_range_seek(const struct gt_trace *t, enum gt_range kind, int64_t time);
/* The begin of the first of those that are missing, GT_NO_TIME: none is. */
int64_t gt_range_open(const struct gt_trace *t, enum gt_range kind);
bool gt_counter_get(const struct gt_trace *t, uint64_t i, struct gt_counter *c);   /* time order */
bool gt_task_get(const struct gt_trace *t, uint64_t i, struct gt_task *r);
bool gt_region_get(const struct gt_trace *t, uint64_t i, struct gt_region *r);
/* By how much clocks were moved (order/align.h); NULL: the trace was not opened like that. */
const struct gt_shifts *gt_trace_shifts(const struct gt_trace *t);
bool gt_note_get(const struct gt_trace *t, uint64_t i, struct gt_note *r);   /* when the index is complete */
bool gt_log_get(const struct gt_trace *t, uint64_t i, struct gt_log *r);           /* time order */
bool gt_sample_get(const struct gt_trace *t, uint64_t i, struct gt_sample *r);
bool gt_silence_get(const struct gt_trace *t, uint64_t i, struct gt_silence *r);   /* time order */
/* First i whose row has a time >= time (counters, logs, samples are in time order). */
uint64_t gt_counter_seek(const struct gt_trace *t, int64_t time);
uint64_t gt_log_seek(const struct gt_trace *t, int64_t time);
bool gt_clock_get(const struct gt_trace *t, int64_t time, struct gt_clock *c);     /* of the generation at a time */

/* The trace's own bytes, for who reads them again; they are the trace's. */
struct gt_source *gt_trace_source(const struct gt_trace *t);

/* Bytes of the trace itself (log messages): up to n into buf; the count read. */
size_t gt_trace_read(const struct gt_trace *t, uint64_t off, void *buf, size_t n);

#endif
