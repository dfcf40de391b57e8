/* The page of one goroutine: its life as a bar, in numbers, and state by state. */
#ifndef GT_UI_GOROUTINE_PAGE_H
#define GT_UI_GOROUTINE_PAGE_H

#include "ui/detail.h"
#include "ui/goroutine_stats.h"
#include "ui/listview.h"
#include "ui/program.h"

/* Rows are found by this many slices at a time. */
#define GT_PAGE_SLICES 64

struct gt_gpage {
	struct gt_pane *pane;
	struct gt_program *prog;
	struct gt_listview list;
	bool open;
	uint32_t g_row;
	struct gt_goroutine g;       /* as it was when it was read */

	/* starts[i]: the first row of part i; parts are read in order, by a job if there are many. */
	uint64_t *starts;
	size_t parts, cap;           /* parts read; starts has one more */
	struct gt_gstats stats;
	bool complete, reading;
	uint64_t seen_events;

	/* The part whose rows are known. */
	size_t part;
	struct gt_interval *rows;
	size_t nrows, rows_cap;
};

void gt_gpage_init(struct gt_gpage *pg, struct gt_pane *pane);
void gt_gpage_release(struct gt_gpage *pg);

/* False: there is no such goroutine. */
bool gt_gpage_open(struct gt_gpage *pg, uint32_t g_row);
void gt_gpage_close(struct gt_gpage *pg);

/* The index grew. */
void gt_gpage_refresh(struct gt_gpage *pg);

/* The cursor goes to the state at a time. */
void gt_gpage_seek(struct gt_gpage *pg, int64_t time);

/* The state under the cursor, and as a selection. */
bool gt_gpage_current(struct gt_gpage *pg, struct gt_interval *iv);
bool gt_gpage_sel(struct gt_gpage *pg, struct gt_sel *sel);

void gt_gpage_draw(struct gt_gpage *pg, const struct gt_canvas *c);
void gt_gpage_detail(struct gt_gpage *pg, struct gt_detail *d);

#endif
