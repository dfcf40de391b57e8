/* Instants on the timeline: what happened at one moment, on a P or in the runtime. */
#ifndef GT_UI_TIMELINE_INSTANTS_H
#define GT_UI_TIMELINE_INSTANTS_H

#include "index/query/tracks.h"
#include "ui/kit/canvas.h"
#include "ui/detail/detail.h"
#include "ui/lanes/window.h"

/* Kinds: those of the index, and calls, which the index has with their ends. */
enum { GT_TL_CALL = GT_INSTANTS, GT_TL_INSTANTS };

struct gt_tl_instant_kind {
	char sign;
	enum gt_role role;
	const char *brief;       /* for the legend */
	const char *one, *many;  /* "unblock", "unblocks" */
	const char *about;       /* before the goroutine's name: "woke" */
	bool of_proc;            /* of a P, else of none */
};
/* Where several meet in a cell the first of these has its sign there: the rarer, the earlier. */
extern const struct gt_tl_instant_kind gt_tl_instant_kinds[GT_TL_INSTANTS];
extern const uint8_t gt_tl_instant_order[];
extern const size_t gt_tl_instant_ordered;

/* How many of a kind each column of the window has: counts[cols], added to what is there. */
void gt_tl_instants_count(const struct gt_trace *t, unsigned kind, uint32_t proc_row,
			  const struct gt_window *w, int cols, uint32_t *counts);

/*
 * The line under a P: a letter where something happened, a capital where several things did.  close: with the
 * goroutine where there is room, and where a slice begins who woke it; then there may be few slices in the window only.
 */
void gt_tl_instants_draw(const struct gt_trace *t, uint32_t proc_row, const struct gt_window *w,
			 const struct gt_canvas *row, bool close);
/* Lines about what happened on the P in [a, b). */
void gt_tl_instants_tell(const struct gt_trace *t, uint32_t proc_row, int64_t a, int64_t b,
			 struct gt_detail *d);
/* The same about one kind. */
void gt_tl_instants_tell_kind(const struct gt_trace *t, unsigned kind, uint32_t proc_row, int64_t a,
			      int64_t b, struct gt_detail *d);
/* Appends what the letters mean; close: as for gt_tl_instants_draw. */
void gt_tl_instants_legend(struct gt_buf *out, bool close);

#endif
