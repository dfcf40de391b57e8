/* Searching along a lane, or from lane to lane. */
#include <stdlib.h>

#include "analysis/table/matcher.h"
#include "base/xalloc.h"
#include "ui/timeline/act.h"
#include "ui/timeline/pick.h"

/* So many slices are looked at for one key; then it says so, and the next key goes on from there. */
#define SLICES 500000
#define LANES 200000

/* What is known about goroutines: most slices are of few of them. */
#define KNOWN 1024

struct known {
	uint32_t g, label;   /* goroutine row + 1, 0: free; string row */
	bool matches;
};

struct finder {
	struct gt_timeline *tl;
	const struct gt_matcher *m;
	struct known known[KNOWN];
	struct gt_buf text;
};

static bool find_matches(struct finder *f, const struct gt_slice *s)
{
	struct known *k = &f->known[(s->g ^ s->label) % KNOWN];

	if (k->g != s->g + 1 || k->label != s->label) {
		gt_buf_reset(&f->text);
		gt_tl_slice_label(f->tl->view.trace, s, 1000, false, &f->text);
		*k = (struct known){
			.g = s->g + 1, .label = s->label,
			.matches = gt_matcher_match(f->m, gt_buf_str(&f->text), f->text.len),
		};
	}
	return k->matches;
}

/* True if it went somewhere: to a match, or to where it gave up. */
static bool find_walk(struct finder *f, const struct gt_lane *lane, int dir)
{
	const struct gt_track_ops *track = gt_lane_ops_of(lane)->track;
	const struct gt_trace *t = f->tl->view.trace;
	uint64_t left = 1;
	uint32_t id = gt_track_step(track, t, lane->row, f->tl->view.slice, f->tl->view.cursor, dir, &left);
	uint32_t last = GT_NO_ROW;
	struct gt_slice s;
	int n = 0;

	if (left)
		return false;
	for (; n < SLICES && gt_slice_get(t, id, &s); n++) {
		uint64_t one = 1;

		last = id;
		if (find_matches(f, &s)) {
			gt_tl_pick_slice(f->tl, id);
			return true;
		}
		id = track->beside(t, lane->row, id, dir, &one);
		if (one == 0)
			return false;
	}
	if (n < SLICES)
		return false;
	gt_tl_pick_slice(f->tl, last);
	gt_app_message(f->tl->pane->app, "not found in the %d slices up to here; repeat to continue", SLICES);
	return true;
}

/* All slices of a goroutine's lane have its name: there it is the lanes that are gone through. */
static bool walk_lanes(struct finder *f, int dir)
{
	struct gt_lanes *l = &f->tl->view.lanes;
	size_t place = l->cursor;
	struct gt_lane lane;
	int n = 0;

	for (; n < LANES; n++) {
		place += (size_t)dir;
		if (!gt_lanes_get(l, place, &lane) || lane.kind != GT_LANE_GOROUTINE)
			return false;
		gt_buf_reset(&f->text);
		gt_goroutine_title(&f->text, f->tl->view.trace, lane.row);
		if (gt_matcher_match(f->m, gt_buf_str(&f->text), f->text.len))
			break;
	}
	gt_lanes_goto_place(l, place);
	gt_tl_pick(f->tl);
	if (n == LANES)
		gt_app_message(f->tl->pane->app, "not found in the %d lanes up to here; repeat to continue", LANES);
	return true;
}

bool gt_tl_find(struct gt_pane *pane, const struct gt_matcher *m, int dir)
{
	struct gt_timeline *tl = gt_timeline_of(pane);
	struct gt_lane lane;
	struct finder *f;
	bool found;

	if (!gt_lanes_current(&tl->view.lanes, &lane) || !gt_lane_ops_of(&lane)->track)
		return false;
	f = gt_xcalloc(1, sizeof *f);
	f->tl = tl;
	f->m = m;
	found = lane.kind == GT_LANE_GOROUTINE ? walk_lanes(f, dir) : find_walk(f, &lane, dir);
	gt_buf_release(&f->text);
	free(f);
	return found;
}
