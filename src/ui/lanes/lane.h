/*
 * What a lane of the timeline can do: a const table per kind of lane.
 *
 * To add a lane: a file timeline_lane_NAME.c that defines
 *
 *	const struct gt_lane_ops gt_lane_NAME = { .name = "NAME", ... };
 *
 * and a line GT_LANE(NAME, SECTION, NAME) in lane.def, at the place
 * where it belongs on the screen.  Lanes of the sections CHARTS and RUNTIME
 * are there once their `exists` says so; the other sections have a lane per
 * row, which members.c adds.  Nothing else has to know it.
 *
 * A lane must not cost more as the trace grows: O(columns * log n) for a frame.
 */
#ifndef GT_UI_TIMELINE_LANE_H
#define GT_UI_TIMELINE_LANE_H

#include "base/buf.h"
#include "ui/kit/canvas.h"
#include "ui/detail/detail.h"
#include "ui/kit/search.h"
#include "ui/app/select.h"
#include "ui/lanes/lanes.h"
#include "ui/timeline/track.h"

struct gt_timeline;

/* Only name, title and draw are required; NULL means: nothing special. */
struct gt_lane_ops {
	const char *name;          /* of the kind: "proc" */
	const char *help;          /* what it shows, for the menu and the manual */
	bool pinned;               /* at first */

	/* Sections CHARTS and RUNTIME: whether the trace has anything to show on it.  NULL: always. */
	bool (*exists)(const struct gt_timeline *tl);

	/* Rows that it takes; the same for all lanes of a kind.  NULL: one. */
	int (*height)(const struct gt_timeline *tl);

	/* Appends the name: "P12", "GC". */
	void (*title)(const struct gt_timeline *tl, const struct gt_lane *lane, struct gt_buf *out);

	/* Appends what is beside the name, at most 5 columns: busy share in the window, largest heap. */
	void (*value)(struct gt_timeline *tl, const struct gt_lane *lane, struct gt_buf *out);

	/* c has the lane's rows (fewer if it is cut off below) and the columns of time. */
	void (*draw)(struct gt_timeline *tl, const struct gt_lane *lane, const struct gt_canvas *c);

	/*
	 * While the trace is read: until when the lane is known, INT64_MAX if as far as it was read.  What
	 * goes on has no row yet, and would look as if nothing were.  NULL: always as far.
	 */
	int64_t (*known)(const struct gt_timeline *tl, const struct gt_lane *lane);

	/*
	 * A lane of slices: which ones.  Searching, stepping and picking them is
	 * done for it (track.c); pick is asked where there is no slice,
	 * step never.
	 */
	const struct gt_track_ops *track;
	/* The row of the lane of this kind that has the slice; GT_NO_ROW: none. */
	uint32_t (*home)(const struct gt_timeline *tl, const struct gt_slice *s);
	/* The same for what another pane selected. */
	uint32_t (*meant)(const struct gt_timeline *tl, const struct gt_sel *sel);

	/*
	 * What is under the cursor, of which [a, b) is the column: sets
	 * tl->slice, tl->range or tl->state_interval; all are empty before.
	 */
	void (*pick)(struct gt_timeline *tl, const struct gt_lane *lane, int64_t a, int64_t b);

	/* To the n-th next (dir 1) or previous item; says so if there is none. */
	void (*step)(struct gt_timeline *tl, const struct gt_lane *lane, int dir, int64_t n);

	/* Adds to a selection what the lane itself is about: its P, thread, goroutine. */
	void (*select)(const struct gt_timeline *tl, const struct gt_lane *lane, struct gt_sel *sel);

	/* The detail pane when nothing is picked; the name, then `idle`, and the time come before. */
	const char *idle;          /* " is idle here" */
	void (*detail)(struct gt_timeline *tl, const struct gt_lane *lane, struct gt_detail *d);
};

const struct gt_lane_ops *gt_lane_ops_of(const struct gt_lane *lane);
const struct gt_lane_ops *gt_lane_ops_by_kind(uint8_t kind);

#define GT_LANE(id, section, ops) extern const struct gt_lane_ops gt_lane_##ops;
#include "ui/lanes/lane.def"
#undef GT_LANE
extern const struct gt_lane_ops gt_lane_header;

/* ---- lane.c: for those that draw lanes ---- */

/* Appends the lane's name, escaped. */
void gt_lane_title(const struct gt_timeline *tl, const struct gt_lane *lane, struct gt_buf *out);
/* The window, as far as the trace is whole there: b == a if it is nowhere. */
void gt_lane_whole(const struct gt_timeline *tl, int64_t *a, int64_t *b);
/* Appends "12%", "<1%"; "-" if whole is 0. */
void gt_lane_put_percent(struct gt_buf *out, int64_t proc_row, int64_t whole);
/* Appends "12M": four columns are all there is. */
void gt_lane_put_bytes(struct gt_buf *out, uint64_t v);
/* v of max as eighths of a cell; something is never nothing. */
unsigned gt_lane_level(uint64_t v, uint64_t max);
/* The column the cursor is in, as an interval. */
void gt_lane_cursor_cell(const struct gt_timeline *tl, int64_t *a, int64_t *b);

/* Where a lane or chart says nothing yet; '/' in ASCII. */
#define GT_LANE_UNREAD "╱"
/* A time of the index that may be GT_NO_TIME, for known(). */
GT_INLINE int64_t gt_lane_known(int64_t open) { return open == GT_NO_TIME ? INT64_MAX : open; }

/* ---- slices.c: lanes of slices ---- */

/* What the label of a slice begins with: whose it is, or where it runs, or both. */
enum gt_lane_label { GT_LABEL_GOROUTINE, GT_LABEL_PROC, GT_LABEL_BOTH };

/* What draws them needs at hand. */
struct gt_lane_pen {
	struct gt_timeline *tl;
	const struct gt_canvas *row;
	bool ascii;
	uint32_t g;          /* the goroutine whose colour this is: neighbours often have the same */
	gt_style style;
	enum gt_lane_label label;
};
struct gt_lane_pen gt_lane_pen(struct gt_timeline *tl, const struct gt_canvas *row);

/* Columns [x, x + n) of an idle stretch; cells are those of the whole row. */
typedef void gt_lane_idle_fn(struct gt_lane_pen *pen, const struct gt_lane *lane, int x, int n,
			     const struct gt_tl_cell *cells);

/* The cells of a lane of slices; NULL for idle: dots. */
void gt_lane_draw_cells(struct gt_lane_pen *pen, const struct gt_lane *lane, const struct gt_tl_cell *cells,
			gt_lane_idle_fn *idle);

/*
 * Over them: a sign where a slice of the P, or of the goroutine row (GT_NO_ROW: any), that made a
 * pause last at least prog->stw_ns longer yielded (blame.c).
 */
void gt_lane_draw_blamed(const struct gt_lane_pen *pen, uint32_t proc_row, uint32_t g);
gt_style gt_lane_goroutine_style(struct gt_lane_pen *pen, uint32_t g_row);
/* A glyph, and what stands for it in ASCII. */
void gt_lane_put(const struct gt_lane_pen *pen, int x, gt_style style, const char *glyph, const char *ascii);
/* The body of one cell of a slice or a range. */
void gt_lane_draw_body(const struct gt_lane_pen *pen, int x, gt_style style, const struct gt_tl_cell *cell,
		       bool selected);
/* Columns from x on that belong to the same item. */
int gt_lane_run_length(const struct gt_tl_cell *cells, int x, int cols);

/* Rows of a lane of slices: the second one, if wanted, has what is nested in them. */
int gt_lane_nested_height(const struct gt_timeline *tl);
/* Draws that row, if it is wanted and c has it; g_row: see gt_tl_nested_draw. */
void gt_lane_draw_nested(struct gt_timeline *tl, const struct gt_tl_cell *cells, uint32_t g_row,
			 const struct gt_canvas *c);

/* ---- cache.c ---- */

/* The cells of a lane in the window, `source` asked only if they are not known; valid until the next call. */
const struct gt_tl_cell *gt_lane_cells(struct gt_timeline *tl, const struct gt_lane *lane,
				       const struct gt_tl_source *source, int cols);

#endif
