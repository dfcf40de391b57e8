/* What the tables of panes say. */
#include "ui/app/pane.h"

#include <string.h>

const struct gt_content_ops *gt_pane_content(const struct gt_pane *pane)
{
	static const struct gt_content_ops nothing = { 0 };

	return pane && pane->ops->content ? pane->ops->content : &nothing;
}

struct gt_listview *gt_pane_list(struct gt_pane *pane)
{
	const struct gt_content_ops *content = gt_pane_content(pane);

	return content->list ? content->list(pane) : NULL;
}

const char *const *gt_pane_formats(const struct gt_pane *pane)
{
	static const char *const of_list[] = { "text", "csv", NULL }, *const none[] = { NULL };
	const struct gt_content_ops *content = gt_pane_content(pane);

	if (content->formats_now)
		return content->formats_now(pane);
	if (content->formats)
		return content->formats;
	return content->list ? of_list : none;
}

bool gt_pane_offers(const struct gt_pane *pane, enum gt_action action)
{
	const enum gt_action *a = pane->ops->acts;
	bool named;

	while (a && *a != GT_ACT_NONE && *a != action)
		a++;
	named = a && *a == action;
	switch (action) {
	case GT_ACT_FOCUS_NEXT:
	case GT_ACT_FOCUS_PREV:
		return named || pane->ops->draw_detail;
	case GT_ACT_MODE_NEXT:
	case GT_ACT_MODE_PREV:
		return pane->modes;
	case GT_ACT_MAXIMISE:
		return pane->ops->draw_detail;
	case GT_ACT_FILTER:
	case GT_ACT_FILTERS:
		return gt_pane_content(pane)->filter_changed;
	case GT_ACT_SORT:
	case GT_ACT_SORT_REVERSE:
		return gt_pane_content(pane)->sort_changed;
	default:
		return named || !(gt_action_info(action)->flags & GT_ACTF_SOME);
	}
}

static bool pane_offers(const void *pane, enum gt_action action)
{
	return gt_pane_offers(pane, action);
}

struct gt_context gt_pane_context(const struct gt_pane *pane)
{
	struct gt_context ctx = gt_context_view(pane->view, (int)pane->ops->klass);

	ctx.offers = pane_offers;
	ctx.arg = pane;
	return ctx;
}

bool gt_pane_everywhere(const struct gt_pane *pane, const char *name)
{
	const char *const *c = pane ? pane->ops->everywhere : NULL;

	while (c && *c && strcmp(*c, name) != 0)
		c++;
	return c && *c;
}
