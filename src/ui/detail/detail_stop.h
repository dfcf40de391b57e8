/* A stop-the-world pause in the detail pane: who delayed it, its parts, and how each processor stopped. */
#ifndef GT_UI_DETAIL_STOP_H
#define GT_UI_DETAIL_STOP_H

#include "analysis/stw/blame.h"
#include "ui/detail/detail.h"

/* "G22 main.loop delayed it by 282ms", or why nobody did: one sentence without its full stop; hostile. */
void gt_stop_sentence(struct gt_buf *out, const struct gt_trace *t, const struct gt_blame *b);

/* "to stop 60ns, standstill 30ns, restart 10ns, total 100ns"; out is empty. */
void gt_stop_times(struct gt_buf *out, const struct gt_blame *b);

/* All about a stop (row of gt_range_get) as lines of text, for copies and files; nothing hostile. */
void gt_stop_text(struct gt_buf *out, const struct gt_trace *t, uint32_t range);

/* The same on the screen, with a picture, after what the owner has put into head. */
struct gt_stop_view {
	struct gt_detail head, tail;
	struct gt_blame blame;
	int tail_at;          /* row of the tail */
	const char *meaning;  /* stands below the picture; NULL: nothing */
};

/* Empties it, for the owner to fill the head. */
void gt_stop_view_begin(struct gt_stop_view *v);
/* range: row of the stop, GT_NO_ROW: only the head.  Returns the rows, as gt_pane_ops.draw_detail wants them. */
int gt_stop_view_draw(struct gt_stop_view *v, const struct gt_trace *t, uint32_t range, const struct gt_canvas *c);
bool gt_stop_view_source(const struct gt_stop_view *v, const struct gt_trace *t, int line, struct gt_buf *file,
			 uint64_t *lineno);
void gt_stop_view_release(struct gt_stop_view *v);

#endif
