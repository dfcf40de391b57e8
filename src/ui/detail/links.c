/* The jumps that every view has: who woke it, who made it, what is at the same place elsewhere. */
#include "ui/detail/detail.h"

#include "ui/app/program.h"
#include "ui/detail/profileof.h"
#include "ui/detail/wakees.h"

static void follow_neighbours(struct gt_app *app, const struct gt_sel *sel, uint64_t times, int dir)
{
	struct gt_program *prog = gt_app_ctx(app);
	struct gt_sel at = *sel, to;
	bool moved = false;

	for (; times > 0 && gt_sel_neighbour(&to, &at, prog, dir); times--) {
		at = to;
		moved = true;
	}
	if (moved)
		gt_app_jump(app, GT_NO_VIEW, &at);
	else
		gt_app_message(app, dir > 0 ? "this is the goroutine's last slice"
					    : "this is the goroutine's first slice");
}

static void links_follow(struct gt_app *app, const struct gt_sel *sel,
			 bool (*find)(struct gt_sel *, const struct gt_sel *, const struct gt_program *,
				      const char **))
{
	const char *why;
	struct gt_sel to;

	if (find(&to, sel, gt_app_ctx(app), &why))
		gt_app_jump(app, GT_NO_VIEW, &to);
	else
		gt_app_message(app, "%s", why);
}

static void links_profile(struct gt_app *app, const struct gt_sel *sel)
{
	uint32_t g = gt_sel_find_goroutine(sel, gt_app_ctx(app));

	if (g == GT_NO_ROW)
		gt_app_message(app, "no goroutine is selected");
	else
		gt_profile_of_ask(app, GT_PROFILE_OF_GOROUTINE, g);
}

/* The view of paths opens the chain, and then shows the window of the same selection. */
static void links_critical(struct gt_pane *pane, const struct gt_act *act, const struct gt_sel *sel)
{
	struct gt_pane *path = gt_app_pane(pane->app, GT_VIEW_PATH);

	gt_app_open(pane->app, GT_VIEW_PATH, sel);
	if (path && gt_app_view(pane->app) == GT_VIEW_PATH)
		path->ops->handle(path, act);
}

bool gt_links_handle(struct gt_pane *pane, const struct gt_act *act, const struct gt_sel *sel)
{
	switch (act->action) {
	case GT_ACT_OPEN:
		if (act->y >= 0)
			return false;
		gt_app_select(pane->app, sel);
		gt_app_jump(pane->app, GT_VIEW_TIMELINE, sel);
		return true;
	case GT_ACT_SHOW_TIMELINE:
		gt_app_jump(pane->app, GT_VIEW_TIMELINE, sel);
		return true;
	case GT_ACT_SHOW_GOROUTINE:
		gt_app_open(pane->app, GT_VIEW_GOROUTINES, sel);
		return true;
	case GT_ACT_SHOW_EVENT:
		gt_app_jump(pane->app, GT_VIEW_EVENTS, sel);
		return true;
	case GT_ACT_PATH:
		gt_app_open(pane->app, GT_VIEW_PATH, sel);
		return true;
	case GT_ACT_PROFILE_OF:
		links_profile(pane->app, sel);
		return true;
	case GT_ACT_CRITICAL:
		links_critical(pane, act, sel);
		return true;
	case GT_ACT_UNBLOCKER:
		links_follow(pane->app, sel, gt_sel_unblocker);
		return true;
	case GT_ACT_CREATOR:
		links_follow(pane->app, sel, gt_sel_creator);
		return true;
	case GT_ACT_UNBLOCKED:
		gt_wakees_follow(pane->app, sel);
		return true;
	case GT_ACT_PREV_SLICE:
	case GT_ACT_NEXT_SLICE:
	case GT_ACT_PREV_RUN:
	case GT_ACT_NEXT_RUN:
		follow_neighbours(pane->app, sel, gt_act_times(act),
				  act->action == GT_ACT_NEXT_SLICE || act->action == GT_ACT_NEXT_RUN ? 1 : -1);
		return true;
	default:
		return false;
	}
}
