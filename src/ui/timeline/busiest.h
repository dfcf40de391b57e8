/*
 * Rows of the timeline that are left have lanes of the goroutines that ran most in the window, the busiest first; who
 * they are is approximate where the window has many slices (gt_trace_busiest says when and how), and of a window that
 * is rounded, so that small moves change nothing.
 */
#ifndef GT_UI_TIMELINE_BUSIEST_H
#define GT_UI_TIMELINE_BUSIEST_H

#include "ui/lanes/window.h"

#define GT_TL_BUSIEST 64

/* What they were chosen for, and who they are. */
struct gt_tl_busiest {
	struct gt_window part;   /* of the trace */
	size_t room;             /* how many there was room for */
	size_t pinned, hidden;   /* lanes of goroutines, which have no second one */
	uint32_t kept;           /* the cursor is on its lane; GT_NO_ROW: on no lane of these */
	bool hides_runtime;
	uint32_t v[GT_TL_BUSIEST];
	size_t n;
};

struct gt_timeline;

/* Rows that their lanes take now. */
int gt_tl_busiest_rows(const struct gt_timeline *tl);
/* For fewer rows there are no lanes of them; 0: more rows may change nothing. */
int gt_tl_busiest_least(const struct gt_timeline *tl);
/* So many rows are theirs: chooses again if that, the window or the trace has changed by much. */
void gt_tl_busiest_fill(struct gt_timeline *tl, int rows);
/* Where a goroutine stands among them. */
GT_INLINE size_t gt_tl_busiest_place(const struct gt_tl_busiest *b, uint32_t g)
{
	size_t i = 0;

	while (i < b->n && b->v[i] != g)
		i++;
	return i;
}
/* The cursor's lane stays for good, as that of a goroutine that was pinned. */
void gt_tl_busiest_pin(struct gt_timeline *tl);
/* A lane like that was unpinned: it has no place among others, as no goroutines were chosen. */
void gt_tl_busiest_unpin(struct gt_timeline *tl);

#endif
