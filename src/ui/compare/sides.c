/* Both sides of a difference: the timeline of the old trace above that of the new one, on one time scale. */
#include "ui/compare/list_own.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/compare/comparereport.h"
#include "ui/app/others.h"
#include "ui/compare/sides_own.h"
#include "ui/panes/panes.h"
#include "ui/timeline/act.h"
#include "ui/timeline/beside.h"
#include "ui/timeline/pane.h"

#define DETAIL_ROWS 36       /* screens with fewer are for the lanes */
#define DETAIL_PERCENT 65    /* of what other views have for it: two timelines need more */

/* ---- following ---- */

/* The window of a half; the other one shows the same time of its trace. */
static void sides_show(struct gt_sides_view *s, enum gt_cmp_side lead, struct gt_window w)
{
	const struct gt_window all[] = { gt_align_all(&s->align, GT_CMP_OLD), gt_align_all(&s->align, GT_CMP_NEW) };
	enum gt_cmp_side other = lead == GT_CMP_OLD ? GT_CMP_NEW : GT_CMP_OLD;

	gt_window_clamp(&w, &all[lead]);
	gt_tl_show_beside(s->half[lead].in.pane, &all[lead], &w);
	w = gt_align_window(&s->align, lead, &w);
	gt_tl_show_beside(s->half[other].in.pane, &all[other], &w);
}

static void sides_follow(struct gt_sides_view *s, enum gt_cmp_side lead)
{
	sides_show(s, lead, *gt_tl_window(s->half[lead].in.pane));
}

/* What a key in the half changed of the screen's options. */
static void sides_give_options(struct gt_sides_view *s)
{
	struct gt_program *to = gt_program_of(s->pane);
	const struct gt_program *from = &gt_sides_half(s)->prog;

	to->clock = from->clock;
	if (to->hide_runtime == from->hide_runtime)
		return;
	to->hide_runtime = from->hide_runtime;
	gt_app_data_changed(s->pane->app);
}

/* The half with the keys did something: the other one follows, and the other views if it is of their trace. */
static void sides_did(struct gt_sides_view *s)
{
	struct gt_half *h = gt_sides_half(s);
	const struct gt_sel *sel = gt_app_sel(h->in.app);

	sides_give_options(s);
	sides_follow(s, s->focus);
	if (s->focus == GT_CMP_NEW && sel->has)
		gt_app_select(s->pane->app, sel);
}

static void sides_focus(struct gt_sides_view *s, enum gt_cmp_side side)
{
	int64_t time = gt_align_time(&s->align, s->focus, gt_tl_cursor(gt_sides_half(s)->in.pane));

	if (s->focus == side)
		return;
	s->focus = side;
	gt_tl_look_in(gt_sides_half(s)->in.pane, time);
	sides_did(s);
}

/* ---- opening ---- */

static void sides_open_half(struct gt_sides_view *s, enum gt_cmp_side side, struct gt_trace *t)
{
	struct gt_half *h = &s->half[side];
	int64_t extent = gt_trace_info(t)->duration;

	if (h->in.app)
		return;
	h->prog = (struct gt_program){ .trace = t, .events = gt_events_open(t), .wake = { -1, -1 } };
	s->align.extent[side] = extent > 0 ? extent : 1;
	gt_sides_take_options(s);
	gt_inner_open(&h->in, s->pane->app, &h->prog, GT_VIEW_TIMELINE, &gt_pane_timeline);
}

/* An error: this cannot be aligned, and all stays as it was. */
static int sides_align(struct gt_sides_view *s, enum gt_anchor_id id, const char *name, size_t n, struct gt_error *err)
{
	int rc = gt_anchor_find(id, name, n, s->half, &s->anchor, err);

	/* Only what lies between them matters. */
	if (!rc)
		s->align.at[GT_CMP_OLD] = s->anchor.at[GT_CMP_OLD] - s->anchor.at[GT_CMP_NEW];
	return rc;
}

/* As sides_align, with a message instead of an error; the windows follow, and show what has a name. */
static void sides_align_at(void *arg, enum gt_anchor_id id, const char *name, size_t n)
{
	struct gt_sides_view *s = arg;
	struct gt_window w;
	struct gt_error err;

	if (sides_align(s, id, name, n, &err)) {
		gt_app_message(s->pane->app, "%s", err.text);
		return;
	}
	w = *gt_tl_window(gt_sides_half(s)->in.pane);
	for (int i = 0; i < GT_CMP_SIDES && s->anchor.name; i++)
		gt_inner_show(&s->half[i].in, &(struct gt_sel){ .has = GT_SEL_TIME, .time_ns = s->anchor.at[i] });
	if (s->anchor.name)
		w.t0 = s->anchor.at[s->focus] - w.span / 2;
	sides_show(s, s->focus, w);
}

/* "main.f, worse: share 1.2% -> 24%, x20, greedygroups" */
static void sides_name(struct gt_sides_view *s, const struct gt_difference *d)
{
	struct gt_buf *out = &s->what;

	gt_buf_reset(out);
	gt_buf_add(out, d->text, d->ntext);
	gt_buf_printf(out, ", %s: %s ", gt_cmp_verdict_name(d->verdict), gt_cmp_aspect_name(d->aspect));
	gt_cmp_value_text(out, d, d->a);
	gt_buf_puts(out, " -> ");
	gt_cmp_value_text(out, d, d->b);
	gt_buf_puts(out, ", ");
	gt_cmp_change_text(out, d);
	s->bytes = gt_cmp_kinds[d->kind].unit == GT_CMP_BYTES;
}

/* Both examples in the middle, three times as much time as the longer one takes. */
static void sides_go_to_examples(struct gt_sides_view *s)
{
	struct gt_window w = { 0, 1 }, all;
	int64_t length = 1, at = gt_sides_half(s)->example.time_ns;

	for (int i = 0; i < GT_CMP_SIDES; i++) {
		const struct gt_half *h = &s->half[i];

		if (!h->has)
			continue;
		gt_inner_show(&s->half[i].in, &h->example);
		if (h->example.end_ns - h->example.time_ns > length)
			length = h->example.end_ns - h->example.time_ns;
	}
	all = gt_align_all(&s->align, s->focus);
	gt_window_fit(&w, &all, at, at + length, 3);
	sides_show(s, s->focus, w);
	s->rows = 0;
}

void gt_sides_show(struct gt_app *app, const struct gt_comparison *c, const struct gt_difference *d)
{
	struct gt_pane *pane = gt_app_pane(app, GT_VIEW_SIDES);
	struct gt_sides_view *s = pane->priv;
	struct gt_trace *const traces[] = { gt_program_of(pane)->others->v[0], gt_program_of(pane)->trace };
	bool both;

	for (unsigned i = 0; i < GT_CMP_SIDES; i++) {
		struct gt_half *h = &s->half[i];

		sides_open_half(s, (enum gt_cmp_side)i, traces[i]);
		h->has = gt_difference_example(&h->example, &h->prog, c, (enum gt_cmp_side)i, d);
	}
	if (!s->half[GT_CMP_OLD].has && !s->half[GT_CMP_NEW].has) {
		gt_app_message(app, "neither trace has an example of it that could be shown");
		return;
	}
	sides_name(s, d);
	s->focus = s->half[GT_CMP_NEW].has ? GT_CMP_NEW : GT_CMP_OLD;
	both = s->half[GT_CMP_OLD].has && s->half[GT_CMP_NEW].has;
	sides_align(s, both ? GT_ANCHOR_EXAMPLES : GT_ANCHOR_STARTS, "", 0, NULL);
	s->keep = true;
	gt_app_jump(app, GT_VIEW_SIDES, s->focus == GT_CMP_NEW ? &s->half[GT_CMP_NEW].example : NULL);
	s->keep = false;
	sides_go_to_examples(s);
}

static bool sides_source(struct gt_pane *pane, int line, struct gt_buf *file, uint64_t *lineno)
{
	struct gt_sides_view *s = pane->priv;

	return gt_sides_are_open(s) && gt_pane_timeline.source(gt_sides_half(s)->in.pane, line, file, lineno);
}

/* ---- keys and the mouse ---- */

/* A marker of the half with the keys: those of the other views restrict what is compared. */
static void sides_mark(struct gt_sides_view *s, int which)
{
	struct gt_app *app = gt_sides_half(s)->in.app;
	int64_t at = gt_tl_cursor(gt_sides_half(s)->in.pane), before;

	if (gt_app_marker(app, which, &before) && before == at)
		gt_app_clear_marker(app, which);
	else
		gt_app_set_marker(app, which, at);
	if (s->anchor.id == GT_ANCHOR_MARKERS && which == 0)
		sides_align_at(s, GT_ANCHOR_MARKERS, "", 0);
}

/* What leads to another view: these show the new trace. */
static bool sides_leave(struct gt_sides_view *s, const struct gt_act *act)
{
	static const enum gt_action leaving[] = {
		GT_ACT_SHOW_TIMELINE, GT_ACT_SHOW_GOROUTINE, GT_ACT_SHOW_EVENT, GT_ACT_PATH, GT_ACT_CRITICAL,
		GT_ACT_PROFILE_OF, GT_ACT_OPEN,
	};
	const struct gt_sel *sel = gt_app_sel(gt_sides_half(s)->in.app);
	size_t i = 0;

	while (i < GT_COUNT(leaving) && leaving[i] != act->action)
		i++;
	if (i == GT_COUNT(leaving))
		return false;
	if (s->focus == GT_CMP_OLD)
		gt_app_message(s->pane->app, "the other views show the trace after only");
	else if (act->action == GT_ACT_OPEN)
		gt_app_open(s->pane->app, GT_VIEW_GOROUTINES, sel);
	else
		return gt_links_handle(s->pane, act, sel);
	return true;
}

/* Where the mouse is, the half has the keys; y becomes its own. */
static bool sides_take_mouse(struct gt_sides_view *s, struct gt_act *act)
{
	int y = act->y;

	for (int i = 0; i < GT_CMP_SIDES && y >= 0 && !act->drag; i++)
		if (y >= s->half[i].y && y < s->half[i].y + s->half[i].rows)
			sides_focus(s, (enum gt_cmp_side)i);
	act->y -= gt_sides_half(s)->y + 1;
	return act->drag || act->y >= 0;
}

static bool sides_in_half(struct gt_sides_view *s, const struct gt_act *act);

/* What was clicked twice is opened where Enter opens it: the half has no other views. */
static bool sides_double_click(struct gt_sides_view *s, const struct gt_act *act)
{
	struct gt_act click = *act, open = { .action = GT_ACT_OPEN, .y = -1, .x = -1 };

	click.action = GT_ACT_CLICK;
	return sides_in_half(s, &click) && sides_in_half(s, &open);
}

static bool sides_in_half(struct gt_sides_view *s, const struct gt_act *act)
{
	struct gt_half *h = gt_sides_half(s);
	bool folds = act->action == GT_ACT_OPEN && !(gt_app_sel(h->in.app)->has & GT_SEL_G);
	bool done;

	if (act->action == GT_ACT_OPEN && act->y >= 0)
		return sides_double_click(s, act);
	if (act->y < 0 && !folds && sides_leave(s, act))
		return true;
	done = gt_pane_timeline.handle(h->in.pane, act);
	if (done)
		sides_did(s);
	return done;
}

static bool sides_handle(struct gt_pane *pane, const struct gt_act *act)
{
	struct gt_sides_view *s = pane->priv;
	struct gt_act inner = *act;

	if (!gt_sides_are_open(s))
		return false;
	gt_sides_take_options(s);
	if ((act->y >= 0 || act->drag) && !sides_take_mouse(s, &inner))
		return true;
	/* To the detail and back, where in other views Tab goes, too. */
	if (act->action == GT_ACT_FOCUS_PREV && pane->detail_most.screen_rows >= DETAIL_ROWS)
		return false;
	switch (act->action) {
	case GT_ACT_FOCUS_NEXT:
	case GT_ACT_FOCUS_PREV:
		sides_focus(s, s->focus == GT_CMP_OLD ? GT_CMP_NEW : GT_CMP_OLD);
		return true;
	case GT_ACT_ALIGN:
		gt_anchor_ask(&s->menu, pane->app, s->anchor.id);
		return true;
	case GT_ACT_MARKER_A:
	case GT_ACT_MARKER_B:
		sides_mark(s, act->action == GT_ACT_MARKER_B);
		return true;
	case GT_ACT_CANCEL:
		if (gt_app_works(pane->app) || gt_app_matcher(pane->app))
			return false;
		gt_app_leave(pane->app);
		return true;
	default:
		return sides_in_half(s, &inner);
	}
}

/* ---- what the half with the keys does ---- */

static bool sides_find(struct gt_pane *pane, const struct gt_matcher *m, int dir)
{
	struct gt_sides_view *s = pane->priv;
	bool found = gt_sides_are_open(s) && gt_tl_find(gt_sides_half(s)->in.pane, m, dir);

	if (found)
		sides_did(s);
	return found;
}

static int sides_export_open(struct gt_pane *pane, const char *format, bool all, struct gt_exporting **out,
			     struct gt_error *err)
{
	struct gt_sides_view *s = pane->priv;

	if (!gt_sides_are_open(s))
		return gt_error_usage(err, "nothing is shown here");
	return gt_tl_export_open(gt_sides_half(s)->in.pane, format, all, out, err);
}

static void sides_copy(struct gt_pane *pane, struct gt_buf *out)
{
	struct gt_sides_view *s = pane->priv;

	if (gt_sides_are_open(s))
		gt_pane_timeline.content->copy(gt_sides_half(s)->in.pane, out);
}

static void sides_status(struct gt_pane *pane, struct gt_buf *out)
{
	struct gt_sides_view *s = pane->priv;
	struct gt_buf label = { 0 };

	if (!gt_sides_are_open(s))
		return;
	gt_buf_puts(out, s->focus == GT_CMP_OLD ? "before " : "after ");
	gt_tl_status(gt_sides_half(s)->in.pane, out);
	sides_copy(pane, &label);
	gt_buf_puts(out, label.len ? ", " : "");
	gt_buf_add(out, gt_buf_str(&label), label.len);
	gt_buf_release(&label);
}

/* `align starts`, `align region encode`; else a command of the timeline. */
static int sides_command(struct gt_pane *pane, const char *const *w, size_t n, struct gt_error *err)
{
	struct gt_sides_view *s = pane->priv;
	enum gt_anchor_id id;
	int rc;

	if (!gt_sides_are_open(s))
		return 1;
	if (strcmp(w[0], "align") == 0 && n > 1) {
		rc = gt_anchor_parse(w + 1, n - 1, &id, err);
		if (rc)
			return rc;
		if (n == 2 && !gt_anchors[id].find)
			gt_anchor_ask_name(&s->menu, pane->app, id);
		else
			sides_align_at(s, id, n > 2 ? w[2] : "", n > 2 ? strlen(w[2]) : 0);
		return 0;
	}
	rc = gt_tl_command(gt_sides_half(s)->in.pane, w, n, err);
	if (rc == 0)
		sides_did(s);
	return rc;
}

static void sides_complete(struct gt_pane *pane, const char *const *w, size_t n, struct gt_buf *out)
{
	struct gt_sides_view *s = pane->priv;

	if (!gt_sides_are_open(s))
		return;
	if (strcmp(w[0], "align") == 0)
		gt_anchor_words(s->half, w, n, out);
	else
		gt_tl_complete(gt_sides_half(s)->in.pane, w, n, out);
}

/* ---- ops ---- */

static void sides_init(struct gt_pane *pane)
{
	struct gt_sides_view *s = pane->priv;

	s->pane = pane;
	s->menu = (struct gt_anchor_menu){ .half = s->half, .chosen = sides_align_at, .arg = s };
}

static void sides_free(struct gt_pane *pane)
{
	struct gt_sides_view *s = pane->priv;

	for (int i = 0; i < GT_CMP_SIDES; i++) {
		gt_inner_close(&s->half[i].in);
		gt_events_close(s->half[i].prog.events);
		gt_blame_index_release(&s->half[i].prog.blames);
	}
	gt_buf_release(&s->what);
}

static void sides_refresh(struct gt_pane *pane)
{
	struct gt_sides_view *s = pane->priv;

	for (int i = 0; i < GT_CMP_SIDES && gt_sides_are_open(s); i++)
		gt_inner_refresh(&s->half[i].in);
}

/* Another view selected something of the new trace. */
static void sides_select_changed(struct gt_pane *pane, const struct gt_sel *sel)
{
	struct gt_sides_view *s = pane->priv;
	bool keep = s->keep;

	s->keep = false;
	if (!gt_sides_are_open(s) || keep)
		return;
	gt_inner_show(&s->half[GT_CMP_NEW].in, sel);
	sides_follow(s, GT_CMP_NEW);
}

enum { OWN_START, OWN_SPAN, OWN_FOCUS, OWN_ANCHOR, OWN_NAME, OWN_APART };

static void sides_save(struct gt_pane *pane, struct gt_place *place)
{
	const struct gt_sides_view *s = pane->priv;
	const struct gt_window *w;

	if (!gt_sides_are_open(s))
		return;
	w = gt_tl_window(s->half[GT_CMP_NEW].in.pane);
	place->own[OWN_START] = (uint64_t)w->t0;
	place->own[OWN_SPAN] = (uint64_t)w->span;
	place->own[OWN_FOCUS] = s->focus;
	place->own[OWN_ANCHOR] = s->anchor.id;
	place->own[OWN_NAME] = s->anchor.name;
	place->own[OWN_APART] = (uint64_t)s->align.at[GT_CMP_OLD];
}

static void sides_restore(struct gt_pane *pane, const struct gt_place *place)
{
	struct gt_sides_view *s = pane->priv;

	if (!gt_sides_are_open(s) || !place->own[OWN_SPAN])
		return;
	s->focus = (enum gt_cmp_side)place->own[OWN_FOCUS];
	s->anchor = (struct gt_anchored){ .id = (enum gt_anchor_id)place->own[OWN_ANCHOR],
					  .name = (uint32_t)place->own[OWN_NAME] };
	s->align.at[GT_CMP_OLD] = (int64_t)place->own[OWN_APART];
	sides_show(s, GT_CMP_NEW,
		   (struct gt_window){ (int64_t)place->own[OWN_START], (int64_t)place->own[OWN_SPAN] });
	s->keep = true;
}

/* Both sides are of a row of the list, which is made again: there Enter leads back to them. */
static int sides_origin(struct gt_pane *pane, const struct gt_place *place)
{
	(void)pane, (void)place;
	return GT_VIEW_COMPARE;
}

static const struct gt_content_ops sides_content = {
	.find = sides_find,
	.formats = gt_tl_formats,
	.export_open = sides_export_open,
	.exports = "slices of the window of the half with the keys, or of its A to B",
	.copy = sides_copy,
};

const struct gt_pane_ops gt_pane_sides = {
	.name = "sides",
	.title = "Both sides",
	.about = "The timelines of both traces of a row of the list of differences, the old one above the new one, "
		 "on one time scale: what scrolls or zooms one of them does the same to the other. Keys go to the "
		 "half whose line is marked; Tab goes to the other, S-Tab to the detail. T chooses what stands above "
		 "each other. A and B set markers of a half, and do not restrict other views. Jumps lead to views of "
		 "the new trace, Esc back to the list.",
	.klass = GT_WHERE_TIMELINE,
	.content = &sides_content,
	.acts = GT_ACTIONS(GT_ACT_FOCUS_NEXT, GT_ACT_FOCUS_PREV, GT_ACT_ALIGN, GT_ACT_PREV_ANOMALY,
		GT_ACT_NEXT_ANOMALY, GT_ACT_GROUP, GT_ACT_RUNTIME, GT_ACT_CLOCK, GT_ACT_MEASURE),
	.hints = GT_ACTIONS(GT_ACT_ALIGN, GT_ACT_GROUP),
	.size = sizeof(struct gt_sides_view),
	.init = sides_init,
	.free = sides_free,
	.draw = gt_sides_draw,
	.draw_detail = gt_sides_draw_detail,
	.detail_from = DETAIL_ROWS,
	.detail_percent = DETAIL_PERCENT,
	.source = sides_source,
	.handle = sides_handle,
	.select_changed = sides_select_changed,
	.refresh = sides_refresh,
	.status = sides_status,
	.command = sides_command,
	.commands = GT_COMMANDS("align"),
	.complete = sides_complete,
	.save = sides_save,
	.restore = sides_restore,
	.origin = sides_origin,
};
