/* What the pane does with keys, commands and selections: its operations (ui/app/pane.h), a file each. */
#ifndef GT_UI_TIMELINE_ACT_H
#define GT_UI_TIMELINE_ACT_H

#include "ui/timeline/timeline.h"

/* ---- move.c ---- */
bool gt_tl_handle(struct gt_pane *pane, const struct gt_act *act);

/* ---- go.c: the selection of another pane ---- */
void gt_tl_go(struct gt_pane *pane, const struct gt_sel *sel);
/* To what the first finding of the Overview is about, unless somebody selected something or went anywhere. */
void gt_tl_stand_on_worst(struct gt_timeline *tl);

/* ---- anomaly.c ---- */
/* To the n-th next (dir 1) or previous stop-the-world pause, long slice or long wait; now, or soon in a job. */
void gt_tl_go_anomaly(struct gt_timeline *tl, int dir, int64_t n);

/* ---- find.c ---- */
/*
 * The next (dir 1) or previous slice of the cursor's lane whose goroutine, function or label matches; from
 * a goroutine's lane the next one whose goroutine does.
 */
bool gt_tl_find(struct gt_pane *pane, const struct gt_matcher *m, int dir);

/* ---- choose.c ---- */
/* Folds or unfolds the section that the cursor is in. */
void gt_tl_fold(struct gt_timeline *tl);
/* The menu of lanes. */
void gt_tl_choose(struct gt_timeline *tl);
void gt_tl_resume(struct gt_pane *pane, struct gt_buf *out);
/* `lanes ...`, `window FROM TO`; and the words that can follow w[0] .. w[n - 1], separated by blanks. */
int gt_tl_command(struct gt_pane *pane, const char *const *w, size_t n, struct gt_error *err);
void gt_tl_complete(struct gt_pane *pane, const char *const *w, size_t n, struct gt_buf *out);

/* ---- detail.c ---- */
int gt_tl_draw_detail(struct gt_pane *pane, const struct gt_canvas *c);
void gt_tl_status(struct gt_pane *pane, struct gt_buf *out);

/* ---- export.c ---- */
extern const char *const gt_tl_formats[];
int gt_tl_export_open(struct gt_pane *pane, const char *format, bool all, struct gt_exporting **out,
		      struct gt_error *err);

/* ---- follow.c ---- */
/* Whether the window is at the newest end of a trace that grows, and goes on with it: until somebody moves it. */
bool gt_tl_follows(const struct gt_timeline *tl);
/* It goes there, as wide as it is. */
void gt_tl_follow(struct gt_timeline *tl);

#endif
