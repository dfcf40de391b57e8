/* Lanes of wake-ups that no goroutine made: by the network, by timers, by the ends of system calls. */
#include <stdlib.h>

#include "base/human.h"
#include "base/xalloc.h"
#include "ui/timeline/timeline.h"
#include "ui/lanes/instants.h"

static const struct {
	uint8_t lane;
	enum gt_instant kind;
	const char *title;
} wakes[] = {
	{ GT_LANE_NETWORK, GT_INSTANT_NETWORK, "net" },
	{ GT_LANE_TIMER, GT_INSTANT_TIMER, "timer" },
	{ GT_LANE_CALL_ENDS, GT_INSTANT_SYSCALL, "return" },
};

static size_t lane_wakes_which(const struct gt_lane *lane)
{
	size_t i = 0;

	while (i + 1 < GT_COUNT(wakes) && wakes[i].lane != lane->kind)
		i++;
	return i;
}

static enum gt_instant lane_wakes_kind_of(const struct gt_lane *lane)
{
	return wakes[lane_wakes_which(lane)].kind;
}

static bool has_network(const struct gt_timeline *tl)
{
	return gt_instants(tl->prog->trace, GT_INSTANT_NETWORK, GT_NO_ROW) > 0;
}

static bool has_timers(const struct gt_timeline *tl)
{
	return gt_instants(tl->prog->trace, GT_INSTANT_TIMER, GT_NO_ROW) > 0;
}

static bool has_calls(const struct gt_timeline *tl)
{
	return gt_instants(tl->prog->trace, GT_INSTANT_SYSCALL, GT_NO_ROW) > 0;
}

static void lane_wakes_title(const struct gt_timeline *tl, const struct gt_lane *lane, struct gt_buf *out)
{
	(void)tl;
	gt_buf_puts(out, wakes[lane_wakes_which(lane)].title);
}

/* How many there are in [a, b). */
static uint64_t lane_wakes_count(const struct gt_timeline *tl, const struct gt_lane *lane, int64_t a,
				 int64_t b)
{
	const struct gt_trace *t = tl->prog->trace;

	return gt_instant_seek(t, lane_wakes_kind_of(lane), GT_NO_ROW, b) -
	       gt_instant_seek(t, lane_wakes_kind_of(lane), GT_NO_ROW, a);
}

static void lane_wakes_value(struct gt_timeline *tl, const struct gt_lane *lane, struct gt_buf *out)
{
	gt_human_count(out, lane_wakes_count(tl, lane, tl->win.t0, tl->win.t0 + tl->win.span));
}

/* Where no column has more than one: lines.  Else how many, the fullest column being full. */
static void lane_wakes_draw(struct gt_timeline *tl, const struct gt_lane *lane, const struct gt_canvas *c)
{
	uint32_t *counts = gt_xcalloc((size_t)c->cols + 1, sizeof *counts), most = 0;
	enum gt_role role = gt_tl_instant_kinds[lane_wakes_kind_of(lane)].role;

	gt_tl_instants_count(tl->prog->trace, lane_wakes_kind_of(lane), GT_NO_ROW, &tl->win, c->cols, counts);
	for (int x = 0; x < c->cols; x++)
		most = counts[x] > most ? counts[x] : most;
	for (int x = 0; x < c->cols; x++) {
		if (counts[x] && most == 1)
			gt_canvas_text(c, 0, x, role, gt_canvas_ascii(c) ? "'" : "╹");
		else if (counts[x])
			gt_canvas_vblock(c, 0, x, role, gt_lane_level(counts[x], most));
	}
	free(counts);
}

/* The instant in the cursor's column. */
static bool at_cursor(const struct gt_timeline *tl, const struct gt_lane *lane, struct gt_instant_row *r)
{
	const struct gt_trace *t = tl->prog->trace;
	int64_t a, b;

	gt_lane_cursor_cell(tl, &a, &b);
	if (tl->cursor > a)
		a = tl->cursor;
	return gt_instant_get(t, lane_wakes_kind_of(lane), GT_NO_ROW,
			      gt_instant_seek(t, lane_wakes_kind_of(lane), GT_NO_ROW, a), r) &&
	       r->t < b;
}

static void select_woken(const struct gt_timeline *tl, const struct gt_lane *lane, struct gt_sel *sel)
{
	struct gt_instant_row r;
	struct gt_goroutine g;

	if (!at_cursor(tl, lane, &r) || !gt_goroutine_get(tl->prog->trace, r.g, &g))
		return;
	sel->has |= GT_SEL_G;
	sel->g = g.id;
	sel->g_row = r.g;
}

static void lane_wakes_step(struct gt_timeline *tl, const struct gt_lane *lane, int dir, int64_t n)
{
	const struct gt_trace *t = tl->prog->trace;
	int64_t all = (int64_t)gt_instants(t, lane_wakes_kind_of(lane), GT_NO_ROW), k;
	struct gt_instant_row r;

	k = (int64_t)gt_instant_seek(t, lane_wakes_kind_of(lane), GT_NO_ROW,
				     dir > 0 ? tl->cursor + 1 : tl->cursor);
	k += dir > 0 ? n - 1 : -n;
	if (k < 0 || k >= all) {
		gt_app_message(tl->pane->app, "no %s one on this lane", dir > 0 ? "later" : "earlier");
		k = k < 0 ? 0 : all - 1;
	}
	if (!gt_instant_get(t, lane_wakes_kind_of(lane), GT_NO_ROW, (uint64_t)k, &r))
		return;
	gt_tl_set_cursor(tl, r.t);
	gt_tl_pick(tl);
}

static void lane_wakes_detail(struct gt_timeline *tl, const struct gt_lane *lane, struct gt_detail *d)
{
	int64_t a, b;

	gt_lane_cursor_cell(tl, &a, &b);
	gt_tl_instants_tell_kind(tl->prog->trace, lane_wakes_kind_of(lane), GT_NO_ROW, a, b, d);
}

const struct gt_lane_ops gt_lane_network = {
	.name = "network",
	.help = "goroutines woken by the network poller",
	.exists = has_network,
	.title = lane_wakes_title,
	.value = lane_wakes_value,
	.draw = lane_wakes_draw,
	.select = select_woken,
	.step = lane_wakes_step,
	.detail = lane_wakes_detail,
};

const struct gt_lane_ops gt_lane_timer = {
	.name = "timers",
	.help = "goroutines woken by timers",
	.exists = has_timers,
	.title = lane_wakes_title,
	.value = lane_wakes_value,
	.draw = lane_wakes_draw,
	.select = select_woken,
	.step = lane_wakes_step,
	.detail = lane_wakes_detail,
};

const struct gt_lane_ops gt_lane_call_ends = {
	.name = "returns",
	.help = "goroutines back from a call without a processor",
	.exists = has_calls,
	.title = lane_wakes_title,
	.value = lane_wakes_value,
	.draw = lane_wakes_draw,
	.select = select_woken,
	.step = lane_wakes_step,
	.detail = lane_wakes_detail,
};
