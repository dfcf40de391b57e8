/* Which rows of the index have their lanes. */
#ifndef GT_UI_TIMELINE_MEMBERS_H
#define GT_UI_TIMELINE_MEMBERS_H

#include "ui/lanes/view.h"
#include "ui/timeline/related.h"

/* How far the rows have been looked at; which goroutines are wanted stands in gt_lane_view.goroutines. */
struct gt_tl_members {
	bool has[GT_LANE_KINDS]; /* of the kinds with one lane: it is there */
	bool asked[GT_LANE_KINDS]; /* on_demand, folded: it was chosen */
	uint32_t procs, threads;
	bool complete;           /* all there are so far have been looked at */
	uint32_t want;           /* the cursor goes to this one's lane as soon as there is one; GT_NO_ROW */
	uint32_t seen;           /* goroutine rows (RELATED: of related.v) that were looked at */
	struct gt_tl_related related;
	int widest[GT_SECTIONS]; /* columns of the longest name */
};

struct gt_timeline;

void gt_tl_members_init(struct gt_timeline *tl);
void gt_tl_members_release(struct gt_timeline *tl);
/* A lane of its section, between gt_lanes_begin and gt_lanes_end. */
void gt_tl_members_add(struct gt_timeline *tl, uint8_t kind, uint32_t row);
/* New rows of the index get lanes, a bounded number at a time; false: there are more. */
bool gt_tl_members_update(struct gt_timeline *tl);
/* Shows or hides the lane of a kind with one. */
void gt_tl_show_kind(struct gt_timeline *tl, uint8_t kind, bool shown);
bool gt_tl_shows_kind(const struct gt_timeline *tl, uint8_t kind);
/* Charts: the few that say most, or all but those on demand. */
void gt_tl_fold_charts(struct gt_timeline *tl, bool folded);
bool gt_tl_charts_folded(const struct gt_timeline *tl);
/* Other goroutines get the lanes; anchor: see struct gt_lane_goroutines. */
void gt_tl_show_goroutines(struct gt_timeline *tl, enum gt_tl_gset set, uint32_t anchor);
void gt_tl_order_goroutines(struct gt_timeline *tl, bool by_id);
/* The cursor to a lane, at once or as soon as it is there; false: there will not be one. */
bool gt_tl_goto_lane(struct gt_timeline *tl, uint8_t kind, uint32_t row);

#endif
