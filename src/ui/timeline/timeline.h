/* The timeline pane from inside: for its own files only. */
#ifndef GT_UI_TIMELINE_H
#define GT_UI_TIMELINE_H

#include "analysis/goroutines/goroutines.h"
#include "analysis/gc/heapgoals.h"
#include "analysis/findings/rangesum.h"
#include "ui/detail/detail.h"
#include "ui/app/pane.h"
#include "ui/app/program.h"
#include "ui/timeline/axis.h"
#include "ui/lanes/cells.h"
#include "ui/lanes/counts.h"
#include "ui/lanes/lane.h"
#include "ui/lanes/lanes.h"
#include "ui/lanes/nested.h"
#include "ui/timeline/related.h"
#include "ui/lanes/spans.h"
#include "ui/lanes/window.h"

/* Where things were drawn last, on the pane's canvas: for the mouse and for moves by columns. */
struct gt_tl_frame {
	int rows, cols;      /* of the pane */
	int left;            /* columns of names and values; the time begins there */
	int names;           /* of those the names' */
	int width;           /* columns of time, at least 1 */
	int axis, map;       /* rows, -1: not shown */
	int first;           /* row of the first lane */
	struct gt_lane_row *row;  /* lanes on the screen */
	size_t lanes, row_cap;
	int used;                 /* rows they take */
};

/* The whole trace on one row: kept, because all Ps count for each cell. */
struct gt_tl_map {
	uint8_t *eighths;
	size_t cap;
	int cols, next;      /* columns from `next` on are of an older state */
	int64_t extent;
	int64_t known;       /* until then all slices of all Ps had rows when it was begun */
	uint64_t slices;     /* rows in the index when it was begun */
};

/* A lane of slices as it was computed last (cache.c). */
#define GT_TL_KEPT 512
struct gt_tl_kept {
	struct gt_tl_cell *cells;
	size_t cap;
	struct gt_lane lane;
	int cols;
	struct gt_window win;
	uint64_t slices;     /* rows in the index then */
	uint64_t used;       /* the last frame that asked for it */
	int64_t long_ns;
};

/*
 * A frame computes lanes for so long; those that are left follow in the next
 * frames.  With tens of Ps and millions of slices all of them would take two.
 */
#define GT_TL_LANES_NS INT64_C(6000000)
struct gt_tl_pace {
	uint64_t frame;      /* number of this frame */
	int64_t begun;
	unsigned lanes;      /* computed in this frame */
	bool left;           /* some are not what they should be yet */
	bool all;            /* however long it takes */
};

/* What is between A and B (measure.c). */
struct gt_tl_measure {
	int64_t from, to;     /* A and B; the sum ends at the horizon of a damaged trace */
	struct gt_rangesum sum;
	uint64_t events;
	bool has;            /* there is something to measure, and sum is about it */
	bool shown;          /* the detail pane tells of it, not of what is selected */
	bool complete;       /* the trace had been read to its end */
	bool at_work, stopped; /* the job: runs; was cancelled */
};

/* Which goroutines have a lane. */
enum gt_tl_gset {
	GT_GSET_NONE,
	GT_GSET_ALL,
	GT_GSET_RELATED,     /* one, those it woke and those that woke it */
	GT_GSET_GROUP,       /* those of one start function */
	GT_GSETS
};

/* Which rows of the index have their lanes, and how far they have been looked at (members.c). */
struct gt_tl_members {
	bool has[GT_LANE_KINDS]; /* of the kinds with one lane: it is there */
	uint32_t procs, threads;
	enum gt_tl_gset set;
	uint32_t anchor;         /* RELATED: the goroutine's row; GROUP: the function's string row */
	bool by_id;              /* goroutines by their number, not by when they come up */
	bool hides_runtime;
	bool complete;           /* all there are so far have been looked at */
	uint32_t want;           /* the cursor goes to this one's lane as soon as there is one; GT_NO_ROW */
	uint32_t seen;           /* goroutine rows (RELATED: of related.v) that were looked at */
	struct gt_tl_related related;
	int widest[GT_SECTIONS]; /* columns of the longest name */
};

/* What the mouse holds while it is dragged (mouse.c). */
enum gt_tl_hold_kind { GT_TL_HOLD_NOTHING, GT_TL_HOLD_TIME, GT_TL_HOLD_RANGE, GT_TL_HOLD_MAP };
struct gt_tl_hold {
	uint8_t what;        /* enum gt_tl_hold_kind */
	int64_t time;        /* under the mouse when the button went down */
};

struct gt_timeline {
	struct gt_pane *pane;
	struct gt_program *prog;

	int64_t extent;      /* ns there are to show */
	struct gt_window win;
	bool whole;          /* the window grows with the trace */
	bool keep_window;    /* restored: the next select_changed must not move it */
	bool keep_zoom;      /* a link was followed: it must not zoom */

	int64_t cursor;      /* the time cursor, always in the window */
	uint32_t slice;      /* the slice selected, GT_NO_ROW */
	uint32_t range;      /* or the range (GC, STW), GT_NO_ROW */
	struct gt_interval state_interval; /* or what the lane's goroutine does between slices */
	bool has_state_interval;

	bool shows_nested;   /* lanes of slices have a line of regions, assists, sweeps and calls */
	struct gt_tl_nested nested;
	bool instants;       /* P lanes have a line of instants under them */
	struct gt_lanes lanes;
	struct gt_tl_members members;
	struct gt_tl_ranges ranges;
	struct gt_tl_frame frame;
	struct gt_tl_map map;
	struct gt_tl_cell *cells;
	size_t cells_cap;
	struct gt_tl_kept kept[GT_TL_KEPT];
	uint64_t kept_key[GT_TL_KEPT];
	struct gt_tl_pace pace;

	struct gt_tl_measure measure;
	struct gt_heap_goals goals;
	struct gt_tl_counts counts;
	struct gt_tl_hold hold;
	struct gt_detail detail;
};

GT_INLINE struct gt_timeline *gt_timeline_of(struct gt_pane *pane) { return pane->priv; }

/* ---- draw.c ---- */
void gt_tl_draw(struct gt_timeline *tl, const struct gt_canvas *c);
/* A line through a cell of a lane; a letter of a label and the height of a block stay to be seen. */
void gt_tl_draw_line_cell(const struct gt_canvas *c, int y, int x, const char *glyph, gt_style style);
/* Appends what the signs mean, a line without its end. */
void gt_tl_legend(const struct gt_timeline *tl, bool ascii, struct gt_buf *out);

/* ---- slices.c ---- */
/* "G9 main.f", escaped, in at most `cols` columns. */
void gt_tl_slice_label(const struct gt_timeline *tl, const struct gt_slice *s, int cols, bool ascii,
		       struct gt_buf *out);

/* ---- cache.c ---- */
/* A frame begins. */
void gt_tl_pace_begin(struct gt_timeline *tl);
void gt_tl_kept_release(struct gt_timeline *tl);

/* ---- members.c ---- */
void gt_tl_members_init(struct gt_timeline *tl);
void gt_tl_members_release(struct gt_timeline *tl);
/* New rows of the index get lanes, a bounded number at a time; false: there are more. */
bool gt_tl_members_update(struct gt_timeline *tl);
/* Other goroutines get the lanes; anchor: see struct gt_tl_members. */
void gt_tl_show_goroutines(struct gt_timeline *tl, enum gt_tl_gset set, uint32_t anchor);
void gt_tl_order_goroutines(struct gt_timeline *tl, bool by_id);
/* The cursor to a lane, at once or as soon as it is there; false: there will not be one. */
bool gt_tl_goto_lane(struct gt_timeline *tl, uint8_t kind, uint32_t row);

/* ---- choose.c ---- */
/* Folds or unfolds the section that the cursor is in. */
void gt_tl_fold(struct gt_timeline *tl);
/* Goroutines of the runtime itself have lanes, or not. */
void gt_tl_toggle_runtime(struct gt_timeline *tl);
/* The line of what is nested under lanes of slices. */
void gt_tl_toggle_nested(struct gt_timeline *tl);
/* The menu of lanes. */
void gt_tl_choose(struct gt_timeline *tl);
/* `lanes ...`, as gt_pane_ops.command; and the words that can follow w[0] .. w[n - 1], separated by blanks. */
int gt_tl_command(struct gt_timeline *tl, const char *const *w, size_t n, struct gt_error *err);
void gt_tl_complete(struct gt_timeline *tl, const char *const *w, size_t n, struct gt_buf *out);
const char *gt_tl_gset_name(enum gt_tl_gset set);

/* ---- lane_header.c ---- */
/* What sections are called by commands. */
const char *gt_lane_section_name(enum gt_lane_section_id section);

/* ---- map.c ---- */
void gt_tl_map_draw(struct gt_timeline *tl, const struct gt_canvas *row);

/* ---- clock.c ---- */
void gt_tl_axis(const struct gt_timeline *tl, struct gt_axis *axis);
/* A time exactly, as the option "clock" wants it; date: of wall-clock time the date and zone, too. */
void gt_tl_put_time(const struct gt_timeline *tl, int64_t time, bool date, struct gt_buf *out);
/* The next one of the three clocks, and says so. */
void gt_tl_next_clock(struct gt_timeline *tl);

/* ---- pick.c: what is selected ---- */
/* The ranges of a lane, NULL for others (lane_ranges.c). */
struct gt_tl_spans *gt_tl_lane_spans(struct gt_timeline *tl, const struct gt_lane *lane);
/* Nothing is selected any more; the other panes are not told. */
void gt_tl_pick_nothing(struct gt_timeline *tl);
/* What is under the cursor becomes the selection. */
/* The slice that a lane of slices has at the cursor's time, GT_NO_ROW: none, or another kind of lane. */
uint32_t gt_tl_slice_at_cursor(const struct gt_timeline *tl, const struct gt_lane *lane);
void gt_tl_pick(struct gt_timeline *tl);
/* A slice (of a lane that exists) becomes the selection, the cursor goes to its start. */
void gt_tl_pick_slice(struct gt_timeline *tl, uint32_t slice);
void gt_tl_pick_range(struct gt_timeline *tl, uint8_t kind, size_t place);
/* The interval of what is selected; false: nothing that has one. */
bool gt_tl_picked_span(const struct gt_timeline *tl, int64_t *a, int64_t *b);
/* The selection of another pane: go there. */
void gt_tl_go(struct gt_timeline *tl, const struct gt_sel *sel);
/* What the lane has at the cursor's time: a slice, or a wait of the goroutine whose lane it is. */
void gt_tl_look_at_time(struct gt_timeline *tl);

/* ---- move.c ---- */
bool gt_tl_handle(struct gt_timeline *tl, const struct gt_act *act);
/* The cursor to a time, the window after it. */
void gt_tl_set_cursor(struct gt_timeline *tl, int64_t time);

/* ---- flow.c ---- */
/* Lines from those that woke the slice selected, and to those that it woke, where both ends are to be seen. */
void gt_tl_draw_flows(const struct gt_timeline *tl, const struct gt_canvas *c);

/* ---- mouse.c ---- */
/* Selects what is there; true if it was on a lane. */
bool gt_tl_click(struct gt_timeline *tl, const struct gt_act *act);
/* A button went down / the mouse moved since. */
void gt_tl_hold(struct gt_timeline *tl, const struct gt_act *act);
void gt_tl_drag(struct gt_timeline *tl, const struct gt_act *act);

/* ---- anomaly.c ---- */
/* To the n-th next (dir 1) or previous stop-the-world pause, long slice or long wait; now, or soon in a job. */
void gt_tl_go_anomaly(struct gt_timeline *tl, int dir, int64_t n);

/* ---- find.c ---- */
/*
 * The next (dir 1) or previous slice of the cursor's lane whose goroutine, function or label matches; from
 * a goroutine's lane the next one whose goroutine does.
 */
bool gt_tl_find(struct gt_timeline *tl, const struct gt_matcher *m, int dir);

/* ---- measure.c: what is between A and B ---- */
/* Measures anew what is not known; to be called before a frame is drawn. */
void gt_tl_measure_update(struct gt_timeline *tl);
void gt_tl_measure_toggle(struct gt_timeline *tl);
/* Puts it into tl->detail. */
void gt_tl_measure_tell(struct gt_timeline *tl);
void gt_tl_measure_release(struct gt_tl_measure *m);

/* ---- detail.c ---- */
int gt_tl_draw_detail(struct gt_timeline *tl, const struct gt_canvas *c);
void gt_tl_status(struct gt_timeline *tl, struct gt_buf *out);

/* ---- export.c ---- */
extern const char *const gt_tl_formats[];
int gt_tl_export_open(struct gt_timeline *tl, const char *format, struct gt_exporting **out, struct gt_error *err);

#endif
