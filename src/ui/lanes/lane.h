/*
 * What a lane of the timeline can do: a const table for kinds of lanes that are alike.
 *
 * To add a lane with charts or about the runtime: a line in lane.def, at the place where it belongs on the
 * screen, and unless it is like another one a file lane_NAME.c here (named in src/ui/local.mk, as any source)
 * that defines gt_lane_NAME.  It is
 * there once its `exists` says so; the menu, the command `lanes`, its completion and the exports know it.
 * Other sections have one kind each, with a lane per row of the index; which rows timeline/members.c decides.
 *
 * What a lane keeps from one frame to the next is a struct in its file.  Where .data of its ops says how large
 * that is and what is done with it when (struct gt_lane_data), view->data[GT_LANE_ID] points to it.
 *
 * A lane must not cost more as the trace grows: O(columns * log n) for a frame.
 */
#ifndef GT_UI_LANES_LANE_H
#define GT_UI_LANES_LANE_H

#include "ui/app/select.h"
#include "ui/detail/detail.h"
#include "ui/lanes/nested.h"
#include "ui/lanes/spans.h"
#include "ui/lanes/track.h"
#include "ui/lanes/view.h"

/* On a lane something that is no slice: a garbage collection, a wake-up. */
struct gt_lane_item {
	int64_t time;        /* when it begins */
	uint32_t range;      /* its row if it is a range, else GT_NO_ROW */
};

/* What a kind of lanes, or several in common, keep from one frame to the next.  A function may be NULL. */
struct gt_lane_data {
	size_t size;               /* all zeros at first */
	/*
	 * The trace or the program changed: takes that in.  False: it would take longer than a frame may,
	 * so it must be called again for the next one.
	 */
	bool (*update)(struct gt_lane_view *view, void *data);
	/* Before a frame: true if the lanes cannot be drawn until `update` was called. */
	bool (*stale)(const struct gt_lane_view *view, const void *data);
	/* Another pane selected something.  True: `update` and `exists` may say something else now. */
	bool (*selected)(struct gt_lane_view *view, void *data, const struct gt_sel *sel);
	/* All lanes of a frame were drawn. */
	void (*drawn)(struct gt_lane_view *view, void *data);
	void (*release)(void *data);
};

/* Only draw is required; NULL means: nothing special. */
struct gt_lane_ops {
	/* What it keeps in view->data[KIND]; kinds with the same table share that.  NULL: nothing. */
	const struct gt_lane_data *data;

	/* Appends its name on the screen, "P12".  NULL: the title of its kind. */
	void (*put_title)(const struct gt_lane_view *view, const struct gt_lane *lane, struct gt_buf *out);

	/* Sections CHARTS and RUNTIME: whether the trace has anything to show on it.  NULL: always. */
	bool (*exists)(const struct gt_lane_view *view, const struct gt_lane *lane);

	/* Rows that it takes; the same for all lanes of a kind.  NULL: one. */
	int (*height)(const struct gt_lane_view *view);

	/*
	 * Appends what is beside the name, at most 5 columns.  NULL: of a lane of slices
	 * the busy share of the window.
	 */
	void (*value)(struct gt_lane_view *view, const struct gt_lane *lane, struct gt_buf *out);
	/* Instead: the value at the cursor and the largest, after the name, in so many columns. */
	void (*level)(struct gt_lane_view *view, const struct gt_lane *lane, int cols, struct gt_buf *out);

	/* c has the lane's rows (fewer if it is cut off below) and the columns of time. */
	void (*draw)(struct gt_lane_view *view, const struct gt_lane *lane, const struct gt_canvas *c);

	/*
	 * While the trace is read: until when the lane is known, INT64_MAX if as far as it was read.  What
	 * goes on has no row yet, and would look as if nothing were.  NULL: always as far.
	 */
	int64_t (*known)(const struct gt_lane_view *view, const struct gt_lane *lane);

	/*
	 * A lane of slices: which ones.  Searching, stepping and picking are done with
	 * it; `pick` is called where there is no slice.
	 */
	const struct gt_track_ops *track;
	/* The row of the lane of this kind that has the slice; GT_NO_ROW: none. */
	uint32_t (*home)(const struct gt_lane_view *view, const struct gt_slice *s);
	/* The same for what another pane selected. */
	uint32_t (*meant)(const struct gt_lane_view *view, const struct gt_sel *sel);

	/*
	 * A lane of other items, in order of time: how many begin before a time (INT64_MAX: all), and the
	 * k-th; false: it cannot be read.
	 */
	uint64_t (*items_before)(const struct gt_lane_view *view, const struct gt_lane *lane, int64_t time);
	bool (*item)(const struct gt_lane_view *view, const struct gt_lane *lane, uint64_t k,
		     struct gt_lane_item *out);

	/*
	 * What is under the cursor, of which [a, b) is the column: sets
	 * view->slice, range or state_interval; all are empty before.
	 */
	void (*pick)(struct gt_lane_view *view, const struct gt_lane *lane, int64_t a, int64_t b);

	/* Adds to a selection what the lane itself is about: its P, thread, goroutine. */
	void (*select)(const struct gt_lane_view *view, const struct gt_lane *lane, struct gt_sel *sel);

	/* The detail pane when nothing is picked; the name, then `idle`, and the time come before. */
	const char *idle;          /* " is idle here" */
	void (*detail)(struct gt_lane_view *view, const struct gt_lane *lane, struct gt_detail *d);
};

#define GT_LANE(id, section, ops, ...) extern const struct gt_lane_ops gt_lane_##ops;
#include "ui/lanes/lane.def"
#undef GT_LANE
extern const struct gt_lane_ops gt_lane_header;

enum gt_lane_flag {
	GT_LANE_PINNED = 1,        /* at first */
	GT_LANE_ON_DEMAND = 2,     /* of CHARTS and RUNTIME: not on the screen before it is chosen */
	GT_LANE_FOLDED = 4,        /* of CHARTS: not before that or until the section is unfolded */
};

struct gt_lane_info {
	const char *name;          /* of the kind: "proc" */
	const char *title;         /* on the screen, "GC"; NULL: put_title */
	const char *help;          /* what it shows, for the menu and the manual */
	unsigned flags;            /* enum gt_lane_flag */
};

const struct gt_lane_info *gt_lane_info(uint8_t kind);

/* ---- lane_kinds.c: the functions of all kinds, for the timeline ---- */

const struct gt_lane_ops *gt_lane_ops_by_kind(uint8_t kind);
GT_INLINE const struct gt_lane_ops *gt_lane_ops_of(const struct gt_lane *lane)
{
	return gt_lane_ops_by_kind(lane->kind);
}

/*
 * What lanes keep: `open` before the first frame, `release` at the end.  The others call that function of
 * struct gt_lane_data for all kinds, and return whether all are done (update) or any said yes.
 */
void gt_lane_data_open(struct gt_lane_view *view);
bool gt_lane_data_update(struct gt_lane_view *view);
bool gt_lane_data_stale(const struct gt_lane_view *view);
bool gt_lane_data_selected(struct gt_lane_view *view, const struct gt_sel *sel);
void gt_lane_data_drawn(struct gt_lane_view *view);
void gt_lane_data_release(struct gt_lane_view *view);

/* Appends the lane's name, escaped; what is beside it. */
void gt_lane_put_title(const struct gt_lane_view *view, const struct gt_lane *lane, struct gt_buf *out);
void gt_lane_put_value(struct gt_lane_view *view, const struct gt_lane *lane, struct gt_buf *out);

/* ---- lane_common.c: for those that draw lanes ---- */

struct gt_lane_pen;

/* The window, as far as the trace is whole there: b == a if it is nowhere. */
void gt_lane_whole(const struct gt_lane_view *view, int64_t *a, int64_t *b);
/* Appends "12%", "<1%"; "-" if whole is 0. */
void gt_lane_put_percent(struct gt_buf *out, int64_t part, int64_t whole);
/* Appends " 12M, most 14M": what there is at the cursor, and the most, if that fits in so many columns. */
void gt_lane_put_level(struct gt_buf *out, const char *now, const char *most, int cols);
/* The column the cursor is in, as an interval. */
void gt_lane_cursor_cell(const struct gt_lane_view *view, int64_t *a, int64_t *b);

/* Charts: one column from below; share 0..1 of the canvas's height.  Something is never nothing. */
void gt_lane_chart_bar(const struct gt_canvas *c, int x, enum gt_role role, double share);
/* A line at that height, where no bar is. */
void gt_lane_chart_line(const struct gt_canvas *c, int x, enum gt_role role, double share);

/*
 * Spans of one colour to scale, as cells; whole() draws the columns [x, x + n) of one that fills them, and puts its
 * name there with gt_lane_draw_name, where it has the room.
 */
typedef void gt_lane_span_fn(const struct gt_lane_pen *pen, int x, int n, const struct gt_tl_span *span,
			     const struct gt_tl_cell *cell);
void gt_lane_draw_spans(const struct gt_lane_pen *pen, const struct gt_tl_spans *spans, enum gt_role role,
			gt_lane_span_fn *whole);
void gt_lane_draw_name(const struct gt_lane_pen *pen, int x, int n, gt_style style, const char *name, size_t len);

/* Where a lane or chart says nothing yet; '/' in ASCII. */
#define GT_LANE_UNREAD "╱"
/* A time of the index that may be GT_NO_TIME, for known(). */
GT_INLINE int64_t gt_lane_known(int64_t open) { return open == GT_NO_TIME ? INT64_MAX : open; }

/* ---- lane_ranges.c ---- */

/* Of GT_LANE_GC the garbage collections, of GT_LANE_STW the pauses; no other kind has any. */
const struct gt_tl_spans *gt_lane_ranges(const struct gt_lane_view *view, enum gt_lane_kind kind);

/* ---- slices.c: lanes of slices ---- */

/* What goroutines are inside of: .data of all kinds of lanes of slices. */
extern const struct gt_lane_data gt_lane_nested_data;
/* That of one of them, NULL: nothing. */
const struct gt_tl_nest *gt_lane_nest_of(const struct gt_lane_view *view, uint32_t g_row);

/* "G9 main.f", escaped, in at most `cols` columns. */
void gt_tl_slice_label(const struct gt_trace *t, const struct gt_slice *s, int cols, bool ascii,
		       struct gt_buf *out);

/* What the label of a slice begins with: whose it is, or where it runs, or both. */
enum gt_lane_label { GT_LABEL_GOROUTINE, GT_LABEL_PROC, GT_LABEL_BOTH };

/* What draws them needs at hand. */
struct gt_lane_pen {
	struct gt_lane_view *view;
	const struct gt_canvas *row;
	bool ascii;
	enum gt_lane_label label;
	int body;            /* rows that slices take */
	int nested;          /* the row of what is nested in them, 0: none */
	uint8_t rare;        /* slices of this class of length and longer ones are marked, */
	int every, seen;     /* every so many of them, of those seen yet */
};
struct gt_lane_pen gt_lane_pen(struct gt_lane_view *view, const struct gt_canvas *row);

/* Columns [x, x + n) of an idle stretch; cells are those of the whole row. */
typedef void gt_lane_idle_fn(struct gt_lane_pen *pen, const struct gt_lane *lane, int x, int n,
			     const struct gt_tl_cell *cells);

/*
 * A lane of slices, and on the second row, if there is one, what is nested in them: of the goroutine
 * row g, GT_NO_ROW: of those that run.  idle NULL: dots.
 */
void gt_lane_draw_slices(struct gt_lane_pen *pen, const struct gt_lane *lane, const struct gt_tl_source *source,
			 gt_lane_idle_fn *idle, uint32_t g);
/* Rows of a lane of slices: the second one, if wanted, has what is nested in them. */
int gt_lane_nested_height(const struct gt_lane_view *view);

/*
 * Over them: a sign where a slice of the P, or of the goroutine row (GT_NO_ROW: any), that made a
 * pause last at least prog->stw_ns longer yielded.
 */
void gt_lane_draw_blamed(const struct gt_lane_pen *pen, uint32_t proc_row, uint32_t g);
/* A glyph, and what stands for it in ASCII. */
void gt_lane_put(const struct gt_lane_pen *pen, int x, gt_style style, const char *glyph, const char *ascii);
/* The body of one cell of a slice or a range. */
void gt_lane_draw_body(const struct gt_lane_pen *pen, int x, gt_style style, const struct gt_tl_cell *cell,
		       bool selected);
/* Columns from x on that belong to the same item. */
int gt_lane_run_length(const struct gt_tl_cell *cells, int x, int cols);

#endif
