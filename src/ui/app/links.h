/* From one thing in the trace to another: selections and where they lead. */
#ifndef GT_UI_LINKS_H
#define GT_UI_LINKS_H

#include "ui/app/program.h"
#include "ui/app/select.h"

/* Fill *sel with all that is known about a slice, a goroutine, an event.  False: there is no such thing. */
bool gt_sel_slice(struct gt_sel *sel, const struct gt_program *prog, uint32_t slice);
bool gt_sel_goroutine(struct gt_sel *sel, const struct gt_program *prog, uint32_t g_row);
bool gt_sel_event(struct gt_sel *sel, const struct gt_program *prog, uint64_t n);

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

/*
 * The jumps that every view has in common: show-timeline, show-goroutine,
 * show-event, path,
 * unblocker, unblocked, creator, prev-slice, next-slice, prev-run, next-run.  To be called by a pane's handle with its
 * selection; false: another action.
 */
bool gt_links_handle(struct gt_pane *pane, const struct gt_act *act, const struct gt_sel *sel);

#endif
