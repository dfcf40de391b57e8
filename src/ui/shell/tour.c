/* The tour: a few steps through the views, each a sentence and the key to press. */
#include "ui/shell/dispatch.h"

#include <string.h>

#include "ui/app/app_state.h"

struct step {
	enum gt_action press;
	int of;                /* the view that must have something for the step, or GT_NO_VIEW */
	const char *text;      /* what the key is pressed for: "press KEY to ..." */
};

/* In the order of a first look; `at.tour` is the place here, from 1. */
static const struct step steps[] = {
	{ GT_ACT_VIEW_TIMELINE, GT_VIEW_TIMELINE, "see the timeline, at what stands out most" },
	{ GT_ACT_ZOOM_IN, GT_VIEW_TIMELINE, "zoom in at the cursor; each lane is a processor" },
	{ GT_ACT_NEXT_ANOMALY, GT_VIEW_TIMELINE, "go to the next pause, long slice or long wait" },
	{ GT_ACT_VIEW_GREEDY, GT_VIEW_GREEDY, "list who had a processor longest without a break" },
	{ GT_ACT_SHOW_GOROUTINE, GT_VIEW_GREEDY, "see the life of the goroutine in this row" },
	{ GT_ACT_BACK, GT_VIEW_GREEDY, "go back to where you were, step by step" },
	{ GT_ACT_VIEW_WAITS, GT_VIEW_WAITS, "see what goroutines waited for, and how long" },
	{ GT_ACT_VIEW_GC, GT_VIEW_GC, "see the pauses: who requested them, who delayed them" },
	{ GT_ACT_VIEW_REQUESTS, GT_VIEW_REQUESTS, "see its requests, tasks, regions and logs" },
	{ GT_ACT_HELP, GT_NO_VIEW, "list the keys of this view; it works in every view" },
};

#define STEPS GT_COUNT(steps)

static bool step_applies(struct gt_app *app, const struct step *s)
{
	return s->of == GT_NO_VIEW ||
	       (app->panes[s->of] && (!app->ops->has || app->ops->has(app->ctx, s->of)));
}

/* From step i on, the first that applies. */
static void tour_go(struct gt_app *app, size_t i)
{
	while (i < STEPS && !step_applies(app, &steps[i]))
		i++;
	app->at.tour = i < STEPS ? (unsigned)i + 1 : 0;
	if (!app->at.tour)
		gt_app_message(app, "that was the tour; ? lists the keys, Q quits");
}

void gt_tour_begin(struct gt_app *app)
{
	if (gt_app_pane(app, GT_VIEW_OVERVIEW) && app->view != GT_VIEW_OVERVIEW)
		gt_app_jump(app, GT_VIEW_OVERVIEW, NULL);
	tour_go(app, 0);
}

void gt_tour_did(struct gt_app *app, enum gt_action action)
{
	if (app->at.tour && action == steps[app->at.tour - 1].press)
		tour_go(app, app->at.tour);
}

bool gt_tour_leave(struct gt_app *app)
{
	bool was = app->at.tour > 0;

	app->at.tour = 0;
	if (was)
		gt_app_message(app, "tour ended; :tour starts it again");
	return was;
}

bool gt_tour_text(struct gt_app *app, struct gt_buf *out)
{
	struct gt_pane *pane = gt_app_current(app);
	const struct step *s;
	struct gt_context ctx;
	struct gt_buf keys = { 0 };
	size_t n = 0;

	if (!app->at.tour || !pane)
		return false;
	s = &steps[app->at.tour - 1];
	ctx = gt_pane_context(pane);
	gt_keymap_keys(&app->in.keymap, &ctx, s->press, &keys);
	n = strcspn(gt_buf_str(&keys), " ");
	gt_buf_printf(out, "Tour %u of %zu: ", app->at.tour, STEPS);
	if (n)
		gt_buf_printf(out, "press %.*s to ", (int)n, gt_buf_str(&keys));
	else
		gt_buf_printf(out, "go back with Backspace, then %s to ", gt_action_info(s->press)->name);
	gt_buf_printf(out, "%s (Esc leaves)", s->text);
	gt_buf_release(&keys);
	return true;
}
