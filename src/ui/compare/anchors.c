/* What two traces can be aligned at: a time in each. */
#include "ui/compare/anchors.h"

#include "ui/timeline/clock.h"

static bool example_of(const struct gt_half *h, int64_t *time)
{
	*time = h->example.time_ns;
	return h->has;
}

static bool start_of(const struct gt_half *h, int64_t *time)
{
	(void)h;
	*time = 0;
	return true;
}

static bool marker_of(const struct gt_half *h, int64_t *time)
{
	return gt_app_marker(h->in.app, 0, time);
}

/* The beginning of 1970: the same moment for both. */
static bool wall_of(const struct gt_half *h, int64_t *time)
{
	int64_t ns;

	if (!gt_tl_wall_clock(h->prog.trace, 0, &ns))
		return false;
	*time = -ns;
	return true;
}

const struct gt_side_anchor gt_anchors[GT_ANCHORS] = {
	[GT_ANCHOR_EXAMPLES] = { "examples", "the examples", "where the longest of the row begins in each",
				 "has no example of this row", example_of },
	[GT_ANCHOR_STARTS] = { "starts", "the starts of the traces", "times since the start stand above each other", "",
			       start_of },
	[GT_ANCHOR_MARKERS] = { "markers", "the markers A", "Tab goes to the other half, A sets its marker",
				"has no marker A: A sets it in the half that has the keys", marker_of },
	[GT_ANCHOR_WALL] = { "wall-clock", "wall-clock time", "what happened at the same moment stands above each other",
			     "has no wall-clock times: these need a trace of Go 1.25 or later", wall_of },
};

/* Half a year: traces that lie further apart have nothing to show on one scale. */
#define FARTHEST (INT64_C(1) << 54)

const char *gt_anchor_find(enum gt_anchor_id id, const struct gt_half h[2], int64_t at[2], int *side)
{
	int64_t apart;

	for (*side = 0; *side < 2; ++*side)
		if (!gt_anchors[id].find(&h[*side], &at[*side]))
			return gt_anchors[id].lacks;
	*side = -1;
	if (__builtin_sub_overflow(at[0], at[1], &apart) || apart > FARTHEST || apart < -FARTHEST)
		return "these moments lie too far apart";
	/* Only what lies between them matters. */
	at[0] = apart;
	at[1] = 0;
	return NULL;
}
