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
};

/* Two selections are the same if they have the same members with the same values. */
bool gt_sel_equal(const struct gt_sel *a, const struct gt_sel *b);

#endif
