/* Both sides of a difference: the timeline of the old trace above that of the new one, on one time scale. */
#include "ui/compare/sides.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/compare/comparereport.h"
#include "base/human.h"
#include "base/xalloc.h"
#include "ui/app/others.h"
#include "ui/compare/align.h"
#include "ui/compare/anchormenu.h"
#include "ui/compare/example.h"
#include "ui/compare/names.h"
#include "ui/compare/pane.h"
#include "ui/detail/links.h"
#include "ui/timeline/act.h"
#include "ui/timeline/beside.h"
#include "ui/timeline/pane.h"

#define TOP_ROWS 12          /* with so many rows the first one says what is compared */
#define DETAIL_ROWS 36       /* screens with fewer are for the lanes */

struct sides {
	struct gt_pane *pane;
	struct gt_half half[GT_CMP_SIDES];
	enum gt_cmp_side focus;          /* the half that has the keys */
	struct gt_anchored anchor;
	struct gt_anchor_menu menu;
	struct gt_align align;
	struct gt_buf what;              /* the row; hostile */
	bool bytes;                      /* its examples are not long, but large */
	bool keep;                       /* the next select_changed is about what is shown already */
	int rows, cols;                  /* of the frame before */
};

static bool sides_are_open(const struct sides *s)
{
	return s->half[GT_CMP_NEW].in.app;
}

static struct gt_half *half_with_keys(struct sides *s)
{
	return &s->half[s->focus];
}

/* ---- following ---- */

/* The window of a half; the other one shows the same time of its trace. */
static void sides_show(struct sides *s, enum gt_cmp_side lead, struct gt_window w)
{
	const struct gt_window all[] = { gt_align_all(&s->align, GT_CMP_OLD), gt_align_all(&s->align, GT_CMP_NEW) };
	enum gt_cmp_side other = lead == GT_CMP_OLD ? GT_CMP_NEW : GT_CMP_OLD;

	gt_window_clamp(&w, &all[lead]);
	gt_tl_show_beside(s->half[lead].in.pane, &all[lead], &w);
	w = gt_align_window(&s->align, lead, &w);
	gt_tl_show_beside(s->half[other].in.pane, &all[other], &w);
}

static void sides_follow(struct sides *s, enum gt_cmp_side lead)
{
	sides_show(s, lead, *gt_tl_window(s->half[lead].in.pane));
}

/* The options that the screen has; and what a key in a half changed of them. */
static void sides_take_options(struct sides *s)
{
	const struct gt_program *from = gt_program_of(s->pane);

	for (int i = 0; i < GT_CMP_SIDES; i++) {
		struct gt_program *to = &s->half[i].prog;

		to->greedy_ns = from->greedy_ns;
		to->wait_ns = from->wait_ns;
		to->clock = from->clock;
		to->stw_ns = from->stw_ns;
		to->findings = from->findings;
		to->hide_runtime = from->hide_runtime;
	}
	s->half[GT_CMP_NEW].prog.critical = from->critical;
}

static void sides_give_options(struct sides *s)
{
	struct gt_program *to = gt_program_of(s->pane);
	const struct gt_program *from = &half_with_keys(s)->prog;

	to->clock = from->clock;
	if (to->hide_runtime == from->hide_runtime)
		return;
	to->hide_runtime = from->hide_runtime;
	gt_app_data_changed(s->pane->app);
}

/* The half with the keys did something: the other one follows, and the other views if it is of their trace. */
static void sides_did(struct sides *s)
{
	struct gt_half *h = half_with_keys(s);
	const struct gt_sel *sel = gt_app_sel(h->in.app);

	gt_inner_settle(&h->in);
	sides_give_options(s);
	sides_follow(s, s->focus);
	if (s->focus == GT_CMP_NEW && sel->has)
		gt_app_select(s->pane->app, sel);
}

static void sides_focus(struct sides *s, enum gt_cmp_side side)
{
	int64_t time = gt_align_time(&s->align, s->focus, gt_tl_cursor(half_with_keys(s)->in.pane));

	if (s->focus == side)
		return;
	s->focus = side;
	gt_tl_look_in(half_with_keys(s)->in.pane, time);
	sides_did(s);
}

/* ---- opening ---- */

static int sides_open_half(struct sides *s, enum gt_cmp_side side, struct gt_trace *t, struct gt_error *err)
{
	struct gt_half *h = &s->half[side];
	int64_t extent = gt_trace_info(t)->duration;

	if (h->in.app)
		return 0;
	h->prog = (struct gt_program){ .trace = t, .events = gt_events_open(t), .wake = { -1, -1 } };
	s->align.extent[side] = extent > 0 ? extent : 1;
	sides_take_options(s);
	return gt_inner_open(&h->in, s->pane->app, &h->prog, GT_VIEW_TIMELINE, &gt_pane_timeline, err);
}

/* An error: this cannot be aligned, and all stays as it was. */
static int sides_align(struct sides *s, enum gt_anchor_id id, const char *name, size_t n, struct gt_error *err)
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
	struct sides *s = arg;
	struct gt_window w;
	struct gt_error err;

	if (sides_align(s, id, name, n, &err)) {
		gt_app_message(s->pane->app, "%s", err.text);
		return;
	}
	w = *gt_tl_window(half_with_keys(s)->in.pane);
	for (int i = 0; i < GT_CMP_SIDES && s->anchor.name; i++)
		gt_inner_show(&s->half[i].in, &(struct gt_sel){ .has = GT_SEL_TIME, .time_ns = s->anchor.at[i] });
	if (s->anchor.name)
		w.t0 = s->anchor.at[s->focus] - w.span / 2;
	sides_show(s, s->focus, w);
}

/* "main.f, worse: share 1.2% -> 24%, x20, greedygroups" */
static void sides_name(struct sides *s, const struct gt_difference *d)
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
static void sides_go_to_examples(struct sides *s)
{
	struct gt_window w = { 0, 1 }, all;
	int64_t length = 1, at = half_with_keys(s)->example.time_ns;

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
	struct sides *s = pane->priv;
	struct gt_trace *const traces[] = { gt_program_of(pane)->others->v[0], gt_program_of(pane)->trace };
	struct gt_error err;
	bool both;

	for (unsigned i = 0; i < GT_CMP_SIDES; i++) {
		struct gt_half *h = &s->half[i];

		if (sides_open_half(s, (enum gt_cmp_side)i, traces[i], &err) < 0) {
			gt_app_error(app, "%s", err.text);
			return;
		}
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

/* ---- drawing ---- */

/* "> before old.trace, longest 12ms, at 1.2s" */
static void sides_draw_head(struct sides *s, enum gt_cmp_side side, const struct gt_canvas *c)
{
	const struct gt_half *h = &s->half[side], *other = &s->half[!side];
	bool keys = side == s->focus;
	gt_style style = keys ? GT_ON(GT_ROLE_VALUE, GT_ROLE_CURSOR) : GT_ROLE_DIM;
	struct gt_buf text = { 0 };
	int x;

	gt_canvas_fill(c, 0, 0, 1, c->cols, style, " ");
	gt_buf_printf(&text, "%s%s ", keys ? "> " : "  ", side == GT_CMP_OLD ? "before" : "after ");
	gt_side_name(&text, gt_trace_info(h->prog.trace)->file, gt_trace_info(other->prog.trace)->file,
		     c->cols / 2);
	x = gt_canvas_textn(c, 0, 0, keys ? style | GT_BOLD : style, gt_buf_str(&text), text.len);
	gt_buf_reset(&text);
	if (h->has && s->bytes)
		gt_buf_printf(&text, ", most at %s", gt_dur_text(h->example.time_ns).s);
	else if (h->has)
		gt_buf_printf(&text, ", longest %s, at %s",
			      gt_dur_text(h->example.end_ns - h->example.time_ns).s, gt_dur_text(h->example.time_ns).s);
	else
		gt_buf_puts(&text, ", none of it here");
	gt_canvas_phrases(c, 0, x, c->cols - x, style, gt_buf_str(&text), text.len);
	gt_buf_release(&text);
}

static void sides_draw_top(const struct sides *s, const struct gt_canvas *c)
{
	const struct gt_side_anchor *a = &gt_anchors[s->anchor.id];
	struct gt_buf text = { 0 };
	size_t n;
	const char *name = gt_trace_string(s->half[GT_CMP_NEW].prog.trace, s->anchor.name, &n);

	gt_buf_printf(&text, "Aligned at %s%s", s->anchor.name ? a->name : a->title, s->anchor.name ? " " : "");
	gt_buf_add(&text, name, n);
	gt_buf_puts(&text, ": ");
	gt_buf_add(&text, gt_buf_str(&s->what), s->what.len);
	gt_canvas_phrases(c, 0, 0, c->cols, GT_ROLE_VALUE, gt_buf_str(&text), text.len);
	gt_buf_release(&text);
}

static void sides_draw(struct gt_pane *pane, const struct gt_canvas *c)
{
	struct sides *s = pane->priv;
	int y = c->rows >= TOP_ROWS, rest = c->rows - y, left = 0;

	gt_canvas_clear(c);
	if (!sides_are_open(s)) {
		gt_canvas_wrap(c, 0, 1, c->cols - 2, GT_ROLE_DIM,
			       "Enter on a difference (9 lists them) shows both sides of it here.");
		return;
	}
	sides_take_options(s);
	if (y)
		sides_draw_top(s, c);
	for (int i = 0; i < GT_CMP_SIDES; i++) {
		int needs = gt_tl_left(s->half[i].in.pane, c->cols);

		left = needs > left ? needs : left;
		if (s->rows != c->rows || s->cols != c->cols)
			gt_tl_begin_with_lane(s->half[i].in.pane);
	}
	s->rows = c->rows;
	s->cols = c->cols;
	for (int i = 0; i < GT_CMP_SIDES; i++) {
		struct gt_half *h = &s->half[i];
		struct gt_canvas sub;

		h->y = y;
		h->rows = i == GT_CMP_OLD ? rest / 2 : rest - rest / 2;
		y += h->rows;
		sub = gt_canvas_sub(c, h->y, 0, h->rows, c->cols);
		sides_draw_head(s, (enum gt_cmp_side)i, &sub);
		sub = gt_canvas_sub(c, h->y + 1, 0, h->rows - 1, c->cols);
		gt_tl_set_left(h->in.pane, left);
		gt_inner_draw(&h->in, &sub);
	}
}

/* What is under the cursor of the half with the keys, as the timeline says it. */
static int sides_draw_detail(struct gt_pane *pane, const struct gt_canvas *c)
{
	struct sides *s = pane->priv;
	struct gt_half *h = half_with_keys(s);
	int rows;

	if (!sides_are_open(s))
		return 0;
	h->in.pane->detail_cursor = pane->detail_cursor;
	rows = gt_pane_timeline.draw_detail(h->in.pane, c);
	gt_inner_settle(&h->in);
	return rows;
}

static bool sides_source(struct gt_pane *pane, int line, struct gt_buf *file, uint64_t *lineno)
{
	struct sides *s = pane->priv;

	return sides_are_open(s) && gt_pane_timeline.source(half_with_keys(s)->in.pane, line, file, lineno);
}

/* ---- keys and the mouse ---- */

/* A marker of the half with the keys: those of the other views restrict what is compared. */
static void sides_mark(struct sides *s, int which)
{
	struct gt_app *app = half_with_keys(s)->in.app;
	int64_t at = gt_tl_cursor(half_with_keys(s)->in.pane), before;

	if (gt_app_marker(app, which, &before) && before == at)
		gt_app_clear_marker(app, which);
	else
		gt_app_set_marker(app, which, at);
	if (s->anchor.id == GT_ANCHOR_MARKERS && which == 0)
		sides_align_at(s, GT_ANCHOR_MARKERS, "", 0);
}

/* What leads to another view: these show the new trace. */
static bool sides_leave(struct sides *s, const struct gt_act *act)
{
	static const enum gt_action leaving[] = {
		GT_ACT_SHOW_TIMELINE, GT_ACT_SHOW_GOROUTINE, GT_ACT_SHOW_EVENT, GT_ACT_PATH, GT_ACT_CRITICAL,
		GT_ACT_PROFILE_OF, GT_ACT_OPEN,
	};
	const struct gt_sel *sel = gt_app_sel(half_with_keys(s)->in.app);
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
static bool sides_take_mouse(struct sides *s, struct gt_act *act)
{
	bool holds = act->action == GT_ACT_DRAG || act->action == GT_ACT_MEASURE_TO;
	int y = act->y;

	for (int i = 0; i < GT_CMP_SIDES && y >= 0 && !holds; i++)
		if (y >= s->half[i].y && y < s->half[i].y + s->half[i].rows)
			sides_focus(s, (enum gt_cmp_side)i);
	act->y -= half_with_keys(s)->y + 1;
	return holds || act->y >= 0;
}

static bool sides_in_half(struct sides *s, const struct gt_act *act);

/* What was clicked twice is opened where Enter opens it: the half has no other views. */
static bool sides_double_click(struct sides *s, const struct gt_act *act)
{
	struct gt_act click = *act, open = { .action = GT_ACT_OPEN, .y = -1, .x = -1 };

	click.action = GT_ACT_CLICK;
	return sides_in_half(s, &click) && sides_in_half(s, &open);
}

static bool sides_in_half(struct sides *s, const struct gt_act *act)
{
	struct gt_half *h = half_with_keys(s);
	bool folds = act->action == GT_ACT_OPEN && !(gt_app_sel(h->in.app)->has & GT_SEL_G);
	bool done;

	if (act->action == GT_ACT_OPEN && act->y >= 0)
		return sides_double_click(s, act);
	if (act->y < 0 && !folds && sides_leave(s, act))
		return true;
	done = gt_inner_handle(&h->in, act);
	if (done)
		sides_did(s);
	return done;
}

static bool sides_handle(struct gt_pane *pane, const struct gt_act *act)
{
	struct sides *s = pane->priv;
	struct gt_act inner = *act;

	if (!sides_are_open(s))
		return false;
	sides_take_options(s);
	if ((act->y >= 0 || act->has_mouse) && !sides_take_mouse(s, &inner))
		return true;
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
	struct sides *s = pane->priv;
	bool found = sides_are_open(s) && gt_tl_find(half_with_keys(s)->in.pane, m, dir);

	if (found)
		sides_did(s);
	return found;
}

static int sides_export_open(struct gt_pane *pane, const char *format, bool all, struct gt_exporting **out,
			     struct gt_error *err)
{
	struct sides *s = pane->priv;

	if (!sides_are_open(s))
		return gt_error_usage(err, "nothing is shown here");
	return gt_tl_export_open(half_with_keys(s)->in.pane, format, all, out, err);
}

static void sides_copy(struct gt_pane *pane, struct gt_buf *out)
{
	struct sides *s = pane->priv;

	if (sides_are_open(s))
		gt_pane_timeline.copy(half_with_keys(s)->in.pane, out);
}

static void sides_status(struct gt_pane *pane, struct gt_buf *out)
{
	struct sides *s = pane->priv;
	struct gt_buf label = { 0 };

	if (!sides_are_open(s))
		return;
	gt_buf_puts(out, s->focus == GT_CMP_OLD ? "before " : "after ");
	gt_tl_status(half_with_keys(s)->in.pane, out);
	sides_copy(pane, &label);
	gt_buf_puts(out, label.len ? ", " : "");
	gt_buf_add(out, gt_buf_str(&label), label.len);
	gt_buf_release(&label);
}

/* `align starts`, `align region encode`; else a command of the timeline. */
static int sides_command(struct gt_pane *pane, const char *const *w, size_t n, struct gt_error *err)
{
	struct sides *s = pane->priv;
	enum gt_anchor_id id;
	int rc;

	if (!sides_are_open(s))
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
	rc = gt_tl_command(half_with_keys(s)->in.pane, w, n, err);
	if (rc == 0)
		sides_did(s);
	return rc;
}

static void sides_complete(struct gt_pane *pane, const char *const *w, size_t n, struct gt_buf *out)
{
	struct sides *s = pane->priv;

	if (!sides_are_open(s))
		return;
	if (strcmp(w[0], "align") == 0)
		gt_anchor_words(s->half, w, n, out);
	else
		gt_tl_complete(half_with_keys(s)->in.pane, w, n, out);
}

/* ---- ops ---- */

static int sides_init(struct gt_pane *pane, struct gt_error *err)
{
	struct sides *s = gt_xcalloc(1, sizeof *s);

	(void)err;
	s->pane = pane;
	s->menu = (struct gt_anchor_menu){ .half = s->half, .chosen = sides_align_at, .arg = s };
	pane->priv = s;
	return 0;
}

static void sides_free(struct gt_pane *pane)
{
	struct sides *s = pane->priv;

	for (int i = 0; i < GT_CMP_SIDES; i++) {
		gt_inner_close(&s->half[i].in);
		gt_events_close(s->half[i].prog.events);
		gt_blame_index_release(&s->half[i].prog.blames);
	}
	gt_buf_release(&s->what);
	free(s);
}

static void sides_refresh(struct gt_pane *pane)
{
	struct sides *s = pane->priv;

	for (int i = 0; i < GT_CMP_SIDES && sides_are_open(s); i++)
		gt_app_data_changed(s->half[i].in.app);
}

/* Another view selected something of the new trace. */
static void sides_select_changed(struct gt_pane *pane, const struct gt_sel *sel)
{
	struct sides *s = pane->priv;
	bool keep = s->keep;

	s->keep = false;
	if (!sides_are_open(s) || keep)
		return;
	gt_inner_show(&s->half[GT_CMP_NEW].in, sel);
	sides_follow(s, GT_CMP_NEW);
}

enum { OWN_START, OWN_SPAN, OWN_FOCUS, OWN_ANCHOR, OWN_NAME, OWN_APART };

static void sides_save(struct gt_pane *pane, struct gt_place *place)
{
	const struct sides *s = pane->priv;
	const struct gt_window *w;

	if (!sides_are_open(s))
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
	struct sides *s = pane->priv;

	if (!sides_are_open(s) || !place->own[OWN_SPAN])
		return;
	s->focus = (enum gt_cmp_side)place->own[OWN_FOCUS];
	s->anchor = (struct gt_anchored){ .id = (enum gt_anchor_id)place->own[OWN_ANCHOR],
					  .name = (uint32_t)place->own[OWN_NAME] };
	s->align.at[GT_CMP_OLD] = (int64_t)place->own[OWN_APART];
	sides_show(s, GT_CMP_NEW,
		   (struct gt_window){ (int64_t)place->own[OWN_START], (int64_t)place->own[OWN_SPAN] });
	s->keep = true;
}

static const char *const commands[] = { "align", NULL };
static const enum gt_action acts[] = {
	GT_ACT_FOCUS_NEXT, GT_ACT_FOCUS_PREV, GT_ACT_ALIGN, GT_ACT_PREV_ANOMALY, GT_ACT_NEXT_ANOMALY, GT_ACT_RUNTIME,
	GT_ACT_CLOCK, GT_ACT_DRAG, GT_ACT_MEASURE, GT_ACT_MEASURE_TO, GT_ACT_NONE,
};
static const enum gt_action hints[] = { GT_ACT_ALIGN, GT_ACT_LANE_KIND, GT_ACT_NONE };

const struct gt_pane_ops gt_pane_sides = {
	.name = "sides",
	.title = "Both sides",
	.about = "The timelines of both traces of a row of the list of differences, the old one above the new one, on one "
		 "time scale: at first the longest of the row begins in the same column of each. What scrolls or zooms one of them "
		 "does the same to the other. Keys go to the half whose line is marked; Tab goes to the other. T "
		 "chooses what stands above each other: these examples, the starts of the traces, the markers A "
		 "of the halves, the same wall-clock time, or the first region, task or log message of a name. A and "
		 "B set markers of a half, and do not restrict other views. The detail, where the screen has room "
		 "for it, is of the half with the keys. Enter and other jumps lead to views of the new trace. Esc "
		 "goes back to the list.",
	.klass = GT_WHERE_TIMELINE,
	.formats = gt_tl_formats,
	.acts = acts,
	.hints = hints,
	.init = sides_init,
	.free = sides_free,
	.draw = sides_draw,
	.draw_detail = sides_draw_detail,
	.detail_from = DETAIL_ROWS,
	.source = sides_source,
	.handle = sides_handle,
	.select_changed = sides_select_changed,
	.refresh = sides_refresh,
	.find = sides_find,
	.export_open = sides_export_open,
	.exports = "slices of the window of the half with the keys, or of its A to B",
	.copy = sides_copy,
	.status = sides_status,
	.command = sides_command,
	.commands = commands,
	.complete = sides_complete,
	.save = sides_save,
	.restore = sides_restore,
};
