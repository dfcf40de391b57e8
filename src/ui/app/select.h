/* The one selection that all panes share. */
#ifndef GT_UI_SELECT_H
#define GT_UI_SELECT_H

#include "base/compiler.h"

/*
 * What the user points at.  `has` says which members mean something; a pane
 * that moves the selection fills every member it knows (a greedy row knows the
 * time, P, G, M and slice) and leaves the others out, so that the panes shown
 * later can stand at the same place.  Plain data: copied, never freed.
 */
enum gt_sel_has {
	GT_SEL_TIME = 1 << 0,   /* time_ns */
	GT_SEL_SPAN = 1 << 1,   /* time_ns .. end_ns: what `f` fits */
	GT_SEL_P = 1 << 2,
	GT_SEL_G = 1 << 3,
	GT_SEL_M = 1 << 4,
	GT_SEL_SLICE = 1 << 5,
	GT_SEL_EVENT = 1 << 6,
	GT_SEL_TASK = 1 << 7,
	GT_SEL_RANGE = 1 << 8,  /* range: a pause that holds the span; or what lies in a slice */
	GT_SEL_STATE = 1 << 9,  /* the span is a state of the goroutine, which only its own lane shows */
};

struct gt_sel {
	unsigned has;      /* bits of enum gt_sel_has */
	uint32_t g_row;    /* row of the goroutine in the index */
	int64_t time_ns;   /* since the trace's first event */
	int64_t end_ns;    /* end of the span, GT_SEL_SPAN only */
	uint64_t p;        /* processor id */
	uint64_t g;        /* goroutine id as the program knows it */
	uint64_t m;        /* thread id */
	uint64_t slice;    /* number of the slice in the index */
	uint64_t event;    /* number of the event in the total order */
	uint64_t task;     /* id of the user task */
	uint32_t range;    /* row of gt_range_get */
};

/* Two selections are the same if they have the same members with the same values. */
bool gt_sel_equal(const struct gt_sel *a, const struct gt_sel *b);

/* ---- from one thing in the trace to another (select.c) ---- */

struct gt_program;
struct gt_trace;

/* Fill *sel with all that is known about a slice, a goroutine, an event.  False: there is no such thing. */
bool gt_sel_slice(struct gt_sel *sel, const struct gt_program *prog, uint32_t slice);
bool gt_sel_goroutine(struct gt_sel *sel, const struct gt_program *prog, uint32_t g_row);
bool gt_sel_event(struct gt_sel *sel, const struct gt_program *prog, uint64_t n);
/* Adds a goroutine, if there is one in the row. */
void gt_sel_add_goroutine(struct gt_sel *sel, const struct gt_trace *t, uint32_t g_row);

/*
 * The slice that a selection means: its own, else that of its goroutine at or
 * before the time, else that of its P then.  GT_NO_ROW: none.
 */
uint32_t gt_sel_find_slice(const struct gt_sel *sel, const struct gt_program *prog);

/* The goroutine row that a selection means, GT_NO_ROW: none. */
uint32_t gt_sel_find_goroutine(const struct gt_sel *sel, const struct gt_program *prog);

/* The number of the event that a selection means: its own, else the first at its time.  GT_NONE: none. */
uint64_t gt_sel_find_event(const struct gt_sel *sel, const struct gt_program *prog);

/*
 * Who made the selection's goroutine runnable before its slice, and who created
 * it: the slice (or event) in which that was done.  False with a reason that
 * fits the status line.
 */
bool gt_sel_unblocker(struct gt_sel *to, const struct gt_sel *from, const struct gt_program *prog,
		      const char **why);
bool gt_sel_creator(struct gt_sel *to, const struct gt_sel *from, const struct gt_program *prog,
		    const char **why);

/* The previous (dir -1) or next (1) slice of the selection's goroutine. */
bool gt_sel_neighbour(struct gt_sel *to, const struct gt_sel *from, const struct gt_program *prog, int dir);

#endif
