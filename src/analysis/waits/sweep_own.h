/* What the files of the walk share: sweep.c, sweepscan.c, sweepstate.c. */
#ifndef GT_ANALYSIS_SWEEP_OWN_H
#define GT_ANALYSIS_SWEEP_OWN_H

#include "analysis/table/lengths.h"
#include "analysis/waits/sweep.h"
#include "base/thread.h"

enum gt_sweep_phase { GT_SWEEP_AT_END, GT_SWEEP_BEGIN, GT_SWEEP_SCAN, GT_SWEEP_WALK };

struct gt_sweep_span {
	int64_t t0, t1;
};

/* An ended wait that the walk has to meet, and the slice after it. */
struct gt_sweep_item {
	int64_t t0, t1;       /* cut */
	uint32_t slice;
	uint8_t late;         /* enum gt_sweep_late, of a long one */
};

/* The slices of a P. */
struct gt_sweep_proc {
	uint64_t first, end;  /* those that touch the range */
	uint64_t left;        /* [first, left) are not met yet */
};

/* Slices of a P that one thread looks at, and those of their waits that the walk has to meet. */
struct gt_sweep_unit {
	uint64_t k0, k1;
	uint32_t proc_row, worker;
	size_t first, n;      /* items of that worker, the last first */
};

/* The longest wait: the slice after it, k in its P, and its end. */
struct gt_sweep_most {
	int64_t end;
	uint64_t k;
	uint32_t proc_row, slice;
};

/* What one of the threads found. */
struct gt_sweep_worker {
	struct gt_sweep_waits waits;
	struct gt_sweep_most most;
	struct gt_sweep_unnamed unnamed;
	uint64_t seen;
	struct gt_lengths *lengths;
	struct gt_sweep_item *items;
	size_t nitems, cap_items;
	struct gt_sweep_open *met;
	size_t nmet, cap_met;
	struct gt_wait_block *block;
	GT_APART;
};

struct gt_sweep_open {
	struct gt_long_slice s;
	int64_t t0, t1;
	int64_t full;         /* s->full at its end */
};

/* Waits of a P's units, [pos, n) of the unit and the units after it. */
struct gt_sweep_front {
	int64_t t;            /* the end of the next wait */
	size_t unit, end, pos;
};

struct gt_sweep_turn {
	int64_t t;            /* what the cursor comes to next */
	size_t cursor;
};

/* ---- sweepstate.c ---- */

/* Blocks of time, cursors, and what holds at s->to. */
void gt_sweep_states_open(struct gt_sweep *s, const struct gt_blame_index *b);
/* Fills s->states and s->loose, of (s->lo, s->hi]. */
void gt_sweep_states_fill(struct gt_sweep *s);
/* How many rows of these end in (t, s->hi]. */
uint64_t gt_sweep_states_count(const struct gt_sweep *s, int64_t t);

/* ---- sweepscan.c ---- */

/* GT_ERR_NOMEM, GT_ERR_IO. */
int gt_sweep_scan_open(struct gt_sweep *s, struct gt_error *err);
/* Makes s->units and what else the slab needs. */
void gt_sweep_scan_begin(struct gt_sweep *s);
/* True when all is looked at: then units, and s->met are complete. */
bool gt_sweep_scan_step(struct gt_sweep *s);
/* Adds up what the threads found. */
void gt_sweep_scan_finish(struct gt_sweep *s);
/* Counts an ended wait that was going on at s->to. */
void gt_sweep_scan_at_end(struct gt_sweep *s, const struct gt_wait *w);

/* ---- sweep.c ---- */

/* Walks what was recalled: somebody wants to know more. */
void gt_sweep_walk_again(struct gt_sweep *s);

GT_INLINE const struct gt_sweep_item *gt_sweep_front_item(const struct gt_sweep *s, const struct gt_sweep_front *f)
{
	const struct gt_sweep_unit *u = &s->units[f->unit];

	return &s->workers[u->worker].items[u->first + f->pos];
}

#endif
