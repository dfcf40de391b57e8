/* The critical path of a window, as the view of paths shows it: segment by segment. */
#ifndef GT_UI_PATH_WINDOW_H
#define GT_UI_PATH_WINDOW_H

#include "analysis/paths/path.h"
#include "ui/detail/detail.h"
#include "ui/table/pane_table.h"

extern const struct gt_pane_table_spec gt_path_window_spec;

/* As spec->ready, of both tables of the view: a goroutine was chosen. */
bool gt_path_is_asked(const struct gt_pane_table *pt);

/* The sums of the window's segments by kind above the list; returns its rows. */
int gt_path_window_head(const struct gt_pane_table *pt, const struct gt_canvas *c);
void gt_path_window_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);
/* "Queue": what that column has of a row of either table of paths, if it has something. */
void gt_path_put_queue(struct gt_detail *d, struct gt_table *t, uint64_t row, int col);

/* "2 of 43 of the critical path of G5 main.f": where a chain's hop is in the window shown last; nothing: nowhere. */
void gt_path_window_put_place(struct gt_buf *out, const struct gt_pane_table *pt, const struct gt_hop *hop);

/*
 * The window of a selection of goroutine row *g: its span, of a slice from the end of the one before; without a
 * span the goroutine's life up to its time.  Of a task its begin to its end, and *g becomes who ended it.
 */
void gt_path_window_of(const struct gt_sel *sel, const struct gt_program *prog, uint32_t *g, int64_t *from,
		       int64_t *to);

#endif
