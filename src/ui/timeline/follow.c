/* The window of a trace that grows, at its newest end. */
#include "ui/timeline/act.h"

/* A trace that grows is shown whole up to this length, then its newest part. */
#define FOLLOWED_NS INT64_C(10000000000)

bool gt_tl_follows(const struct gt_timeline *tl)
{
	const struct gt_window *w = &tl->view.win, *f = &tl->followed;
	struct gt_growing g;

	return tl->follows && tl->view.cursor == tl->followed_cursor && w->t0 == f->t0 && w->span == f->span &&
	       gt_trace_grows(tl->view.trace, &g);
}

void gt_tl_follow(struct gt_timeline *tl)
{
	struct gt_lane_view *v = &tl->view;

	tl->follows = true;
	if (tl->whole && v->extent > FOLLOWED_NS)
		v->win.span = FOLLOWED_NS;
	if (tl->whole && v->extent <= FOLLOWED_NS)
		gt_window_whole(&v->win, &v->all);
	else
		v->win.t0 = v->extent - v->win.span;
	tl->whole &= v->extent <= FOLLOWED_NS;
	gt_window_clamp(&v->win, &v->all);
	tl->followed = v->win;
	/* Nothing is selected by that. */
	if (!gt_window_shows(&v->win, v->cursor))
		v->cursor = gt_window_start(&v->win, v->width, v->width - 1);
	tl->followed_cursor = v->cursor;
}
