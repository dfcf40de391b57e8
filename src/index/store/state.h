/* What is behind struct gt_trace; only the index layer's own files know. */
#ifndef GT_INDEX_STATE_H
#define GT_INDEX_STATE_H

#include "base/thread.h"
#include "base/os/tmpfile.h"
#include "index/store/chunk.h"
#include "index/store/store.h"
#include "index/trace.h"
#include "order/align.h"
#include "wire/source.h"

struct gt_trace {
	char *path;
	struct gt_source *src;
	struct gt_header header;
	struct gt_source_id id;
	struct gt_store store;
	struct gt_trace_info info;
	uint64_t counts[GT_EVENT_TYPES];

	/* where the index is written; path NULL: an unnamed file */
	char *index_path;
	bool named;              /* by the user */
	uint64_t check_max;      /* as in gt_open_options */
	uint64_t jobs;
	uint64_t part;                   /* as in gt_trace_info */
	struct gt_shifts *shifts;        /* what clocks are moved by; NULL: they are left as they are */
	struct gt_answers *answers;      /* NULL: the index is not in the cache */
	uint64_t answers_limit;          /* as in gt_open_options */
	struct gt_error opening_note;    /* code != 0: what was done to open it */
	struct gt_error cache_fault;     /* code != 0: why there is no cache */
	struct gt_tmpfile tmp;

	/*
	 * Readers take gate and then lock, and so does the worker when it goes on
	 * after a tick: whoever waits for the lock holds the gate, so the worker
	 * cannot overtake a waiting reader.
	 */
	struct gt_mutex gate, lock;
	struct gt_thread worker;
	struct gt_mutex begins_lock;
	struct gt_begins *begins[3];     /* query/begins.h; NULL: not asked for yet */
	struct gt_cancel cancel;
	bool live;               /* it was opened while it grew */
	bool async, closing;
	int64_t began, last_notify;
	void (*notify)(void *arg);
	void *notify_arg;
};

GT_INLINE const struct gt_btable *gt_trace_table(const struct gt_trace *t, enum gt_table_id id)
{
	return &t->store.tables[id];
}

/* Nanoseconds of one unit of a generation's clock (format/v2.md 9), as its reader calculates it. */
GT_INLINE double gt_ns_per_unit(uint64_t freq)
{
	return 1.0 / ((double)freq / 1e9);
}

/* ---- state.c ---- */

/* The trace's lock, in turn: for readers (gt_trace_lock) and, when it goes on after a pause, the worker. */
void gt_trace_take(struct gt_trace *t);

/* Brings the counts of info up to those of the store. */
void gt_info_refresh(struct gt_trace_info *info, const struct gt_store *s);

/* ---- query/begins.c ---- */

void gt_begins_release(struct gt_trace *t);

/* ---- cache.c: where the index of a trace is ---- */

/*
 * The file for the index of the trace at `path`, made from its real path, in
 * the cache directory, which is created.  NULL if there is no such place; *err then says why, but for a
 * trace without a name.
 */
char *gt_cache_path(const char *path, struct gt_error *err);

/* Removes what a killed program left unfinished beside the file at `path` more than an hour ago. */
void gt_cache_sweep(const char *path);

/* ---- open.c: the file of an index ---- */

/*
 * Attaches t to the index file at `path`: 0, or GT_ERR_STALE / GT_ERR_IO and t->store is empty.  In the
 * cache only a file of this user counts, and not through a symbolic link.
 */
int gt_index_load(struct gt_trace *t, const char *path, struct gt_error *err);

/* An empty store with a file to write to: beside `path`, or without a name. */
int gt_index_create(struct gt_trace *t, const char *path, struct gt_error *err);

/* Gives a complete index its name, or drops it; t goes on using it. */
int gt_index_commit(struct gt_trace *t, struct gt_error *err);
void gt_index_drop(struct gt_trace *t);

/* True if a file is there that is not an index and must not be replaced by one. */
bool gt_index_foreign(const char *path);

#endif
