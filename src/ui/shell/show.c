/* The command show: what any view can list, by its name or that of the report. */
#include "ui/shell/dispatch.h"

#include <string.h>

#include "analysis/reports/registry.h"
#include "base/guess.h"
#include "ui/app/app_state.h"
#include "ui/table/modes.h"

/* Reports whose rows a view without modes shows. */
static const struct { const char *report; enum gt_view_id view; } other_views[] = {
	{ "summary", GT_VIEW_OVERVIEW }, { "findings", GT_VIEW_OVERVIEW }, { "brief", GT_VIEW_OVERVIEW },
	{ "events", GT_VIEW_EVENTS },
};

static bool show_mode(struct gt_app *app, int view, const char *name, bool report)
{
	struct gt_pane *pane = gt_app_pane(app, view);
	const struct gt_mode *mode = pane && pane->modes ? gt_modes_find(pane, name, report) : NULL;

	if (!mode || mode->numbered)
		return false;
	if (view != app->view)
		gt_app_jump(app, view, NULL);
	else
		gt_app_record(app);
	gt_app_sync(app);
	return gt_modes_show(pane, (unsigned)(mode - pane->modes->spec->v), (struct gt_mode_part){ 0 });
}

/* Why a mode of this name cannot be shown; NULL: there is none. */
static const char *lacks_of(const struct gt_pane *pane, const char *name)
{
	const struct gt_modes_spec *s = pane && pane->modes ? pane->modes->spec : NULL;

	for (unsigned i = 0; s && i < s->n; i++)
		if (s->v[i].name && strcmp(s->v[i].name, name) == 0)
			return s->v[i].lacks;
	return NULL;
}

void gt_show_names(struct gt_app *app, struct gt_buf *out)
{
	for (int i = -1; i < GT_VIEW_COUNT; i++) {
		const struct gt_pane *pane = gt_app_pane(app, i < 0 ? app->view : i);
		const struct gt_modes_spec *s = pane && pane->modes && i != app->view ? pane->modes->spec : NULL;

		for (unsigned m = 0; s && m < s->n; m++)
			if (s->v[m].name && gt_modes_find(pane, s->v[m].name, false))
				gt_buf_printf(out, "%s ", s->v[m].name);
	}
	for (unsigned i = 0; gt_report_at(i); i++)
		gt_buf_printf(out, "%s ", gt_report_at(i)->name);
}

int gt_show(struct gt_app *app, const char *name, struct gt_error *err)
{
	struct gt_buf names = { 0 };
	struct gt_guess g;

	for (int view = 0; view < GT_VIEW_COUNT; view++)
		if (show_mode(app, view, name, false))
			return 0;
	for (int view = 0; view < GT_VIEW_COUNT; view++)
		if (show_mode(app, view, name, true))
			return 0;
	for (size_t i = 0; i < GT_COUNT(other_views); i++)
		if (strcmp(other_views[i].report, name) == 0)
			return gt_app_jump(app, (int)other_views[i].view, NULL), 0;
	for (int view = 0; view < GT_VIEW_COUNT; view++)
		if (lacks_of(app->panes[view], name))
			return gt_error_usage(err, "%s", lacks_of(app->panes[view], name));
	if (gt_report_find(name, strlen(name)))
		return gt_error_usage(err, "no view lists the report %s: gtrace-tui --report=%s TRACE prints it", name,
				      name);
	gt_show_names(app, &names);
	gt_guess_init(&g, name, strlen(name));
	gt_guess_offer_words(&g, gt_buf_str(&names));
	gt_buf_release(&names);
	return gt_error_usage(err, "nothing to show is called %s%s", name,
			      gt_guess_hint(&g, "", ": the names are below the tabs, Tab completes them"));
}
