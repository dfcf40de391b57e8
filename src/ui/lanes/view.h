/*
 * What lanes are drawn from: the trace, the window, what is selected, and what earlier frames have
 * computed.  The timeline owns it and moves the window and the cursor; lanes read it, keep data of their
 * own in it, and put what is under the cursor into its selection.
 */
#ifndef GT_UI_LANES_VIEW_H
#define GT_UI_LANES_VIEW_H

#include "analysis/goroutines/goroutines.h"
#include "ui/app/program.h"
#include "ui/lanes/cells.h"
#include "ui/lanes/lanes.h"
#include "ui/lanes/window.h"

/* A lane of slices as it was computed last (cache.c). */
#define GT_TL_KEPT 512
struct gt_tl_kept {
	struct gt_tl_cell *cells;
	size_t cap;
	struct gt_lane lane;
	int cols;
	struct gt_window win;
	uint64_t slices;     /* rows in the index then */
	uint64_t used;       /* number of the last frame that showed it */
	int64_t long_ns;
};

/*
 * A frame computes lanes for so long; those that are left follow in the next
 * frames.  With tens of Ps and millions of slices all of them would take two.
 */
#define GT_TL_LANES_NS INT64_C(5000000)
struct gt_tl_pace {
	uint64_t frame;      /* number of this frame */
	int64_t begun;
	unsigned lanes;      /* computed in this frame */
	bool left;           /* some are not what they should be yet: another frame is needed */
	bool all;            /* compute all, however long it takes */
};

/* Which goroutines have a lane. */
enum gt_tl_gset {
	GT_GSET_NONE,
	GT_GSET_ALL,
	GT_GSET_RELATED,     /* one, those it woke and those that woke it */
	GT_GSET_GROUP,       /* those of one start function */
	GT_GSETS
};

struct gt_lane_goroutines {
	enum gt_tl_gset set;
	uint32_t anchor;     /* RELATED: the goroutine's row; GROUP: the function's string row */
	bool by_id;          /* sorted by their number, not by when they come up */
	bool hides_runtime;
};

/* How a goroutine's slices look: asked for each cell of each frame. */
#define GT_LANE_STYLES 256    /* each goroutine at its row % this */
struct gt_lane_style {
	bool known;
	uint32_t g;
	uint64_t events;     /* in the index then */
	gt_style own, kind;  /* alone in a cell; of what shares one with others */
};

struct gt_lane_view {
	struct gt_program *prog;
	const struct gt_trace *trace;  /* prog's */
	int64_t extent;      /* ns of the trace */
	struct gt_window all; /* what there is to show: these, and beside another timeline what that has */
	struct gt_window win; /* what is shown */
	int rows;            /* of the pane */
	int width;           /* columns of time, at least 1 */
	int names;           /* columns of names */
	int tall;            /* rows of a P's slices: more than one where there is room */
	int chart;           /* rows of a chart */
	bool close;          /* few slices are in the window: the rows of a tall lane tell about each (lane_proc.c) */

	int64_t cursor;      /* the time cursor, always in the window */
	uint32_t slice;      /* the slice selected, GT_NO_ROW */
	uint32_t range;      /* or the range (GC, STW), GT_NO_ROW */
	struct gt_interval state_interval; /* or what the lane's goroutine does between slices */
	bool has_state_interval;

	bool shows_nested;   /* lanes of slices have a line of regions, assists, sweeps and calls */
	bool shows_instants; /* P lanes have a line of instants under them */

	struct gt_lanes lanes;
	struct gt_lane_goroutines goroutines;

	void *data[GT_LANE_KINDS];     /* what each kind keeps, known to its file alone; NULL: nothing */
	struct gt_tl_kept kept[GT_TL_KEPT];
	uint64_t kept_key[GT_TL_KEPT];
	struct gt_tl_cell *cells;      /* room for the lane that is being drawn */
	size_t cells_cap;
	struct gt_tl_pace pace;
	struct gt_lane_style styles[GT_LANE_STYLES];
};

/* ---- cache.c ---- */

/* A frame begins. */
void gt_lane_pace_begin(struct gt_lane_view *view);

/* The cells of a lane in the window; `source` is read only if they are not known.  Valid until the next call. */
const struct gt_tl_cell *gt_lane_cells(struct gt_lane_view *view, const struct gt_lane *lane,
				       const struct gt_tl_source *source, int cols);

/* Frees the cells; gt_lane_data_release frees what lanes keep, gt_lanes_release (lanes.h) the lanes. */
void gt_lane_view_release(struct gt_lane_view *view);

#endif
