/* Searching along a lane. */
#include <stdlib.h>

#include "base/xalloc.h"
#include "ui/search.h"
#include "ui/timeline.h"

/* So many slices are looked at for one key; then it says so, and the next key goes on from there. */
#define SLICES 500000

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

static bool matches(struct finder *f, const struct gt_slice *s)
{
	struct known *k = &f->known[(s->g ^ s->label) % KNOWN];

	if (k->g != s->g + 1 || k->label != s->label) {
		gt_buf_reset(&f->text);
		gt_tl_slice_label(f->tl, s, 1000, false, &f->text);
		*k = (struct known){
			.g = s->g + 1, .label = s->label,
			.matches = gt_matcher_match(f->m, gt_buf_str(&f->text), f->text.len),
		};
	}
	return k->matches;
}

/* Where to begin: beside the slice selected, or at the cursor. */
static int64_t first_place(const struct gt_timeline *tl, uint32_t part, int dir)
{
	const struct gt_trace *t = tl->prog->trace;
	struct gt_slice s;

	if (gt_slice_get(t, tl->slice, &s) && s.part == part)
		return (int64_t)gt_slice_place(t, tl->slice) + dir;
	return (int64_t)gt_slice_seek(t, part, tl->cursor) - (dir < 0);
}

/* True if it went somewhere: to a match, or to where it gave up. */
static bool walk(struct finder *f, uint32_t part, int dir)
{
	const struct gt_trace *t = f->tl->prog->trace;
	int64_t k = first_place(f->tl, part, dir), count = (int64_t)gt_slices_of_proc(t, part);
	uint32_t id = GT_NO_ROW;
	struct gt_slice s;

	for (int64_t n = 0; n < SLICES && k >= 0 && k < count; n++, k += dir) {
		id = gt_slice_of_proc(t, part, (uint64_t)k);
		if (gt_slice_get(t, id, &s) && matches(f, &s)) {
			gt_tl_pick_slice(f->tl, id);
			return true;
		}
	}
	if (k < 0 || k >= count)
		return false;
	gt_tl_pick_slice(f->tl, id);
	gt_app_message(f->tl->pane->app, "not in the %d slices up to here; once more to go on", SLICES);
	return true;
}

bool gt_tl_find(struct gt_timeline *tl, const struct gt_matcher *m, int dir)
{
	const struct gt_lane *lane = gt_lanes_current(&tl->lanes);
	struct finder *f;
	bool found;

	if (!lane || lane->kind != GT_LANE_PROC)
		return false;
	f = gt_xcalloc(1, sizeof *f);
	f->tl = tl;
	f->m = m;
	found = walk(f, lane->part, dir);
	gt_buf_release(&f->text);
	free(f);
	return found;
}
