/* Choosing the lanes: folding, the menu, the command `lanes`. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/guess.h"
#include "base/human.h"
#include "ui/timeline/act.h"
#include "ui/timeline/pick.h"

/* ---- folding ---- */

void gt_tl_fold(struct gt_timeline *tl)
{
	enum gt_lane_section_id section;
	struct gt_lane lane;

	if (!gt_lanes_current(&tl->view.lanes, &lane))
		return;
	section = gt_lane_section_of(&lane);
	if (section == GT_SECTION_CHARTS)
		gt_tl_fold_charts(tl, !gt_tl_charts_folded(tl));
	else
		gt_lanes_fold(&tl->view.lanes, section, !tl->view.lanes.section[section].folded);
	gt_tl_pick(tl);
}

/* ---- which goroutines ---- */

static const struct {
	const char *name, *help;
} gsets[GT_GSETS] = {
	[GT_GSET_NONE] = { "none", "" },
	[GT_GSET_ALL] = { "all", "a lane for every goroutine" },
	[GT_GSET_RELATED] = { "related", "the selected one, its wakers, those it woke" },
	[GT_GSET_GROUP] = { "group", "those with the selected one's start function" },
};

/* Scrolls so that the section is on the screen, not only its first lane. */
static void scroll_to_goroutines(struct gt_timeline *tl)
{
	struct gt_lanes *l = &tl->view.lanes;
	const struct gt_lane_list *shown = &l->section[GT_SECTION_GOROUTINES].shown;
	size_t place = gt_lanes_find(l, GT_LANE_HEADER, GT_SECTION_GOROUTINES);

	if (place == SIZE_MAX && shown->n)
		place = gt_lanes_find(l, GT_LANE_GOROUTINE, shown->v[0].row);
	if (place != SIZE_MAX && place >= l->fixed.n)
		l->top = place - l->fixed.n;
}

/* The set about the goroutine selected or its start function; false: there is none. */
static bool show_goroutines(struct gt_timeline *tl, enum gt_tl_gset set)
{
	const struct gt_lane_list *shown = &tl->view.lanes.section[GT_SECTION_GOROUTINES].shown;
	uint32_t row = gt_sel_find_goroutine(gt_app_sel(tl->pane->app), tl->view.prog), anchor = GT_NO_ROW;
	struct gt_goroutine g;

	/* The one selected, else the one that the lanes are about now. */
	if (row == GT_NO_ROW && tl->view.goroutines.set == GT_GSET_RELATED)
		row = tl->view.goroutines.anchor;
	if (set == GT_GSET_RELATED || set == GT_GSET_GROUP) {
		if (!gt_goroutine_get(tl->view.trace, row, &g)) {
			gt_app_message(tl->pane->app, "no goroutine is selected");
			return false;
		}
		anchor = set == GT_GSET_GROUP ? g.func : row;
	}
	gt_tl_show_goroutines(tl, set, anchor);
	scroll_to_goroutines(tl);
	if (row == GT_NO_ROW && shown->n)
		row = shown->v[0].row;
	if (set != GT_GSET_NONE && row != GT_NO_ROW)
		gt_tl_goto_lane(tl, GT_LANE_GOROUTINE, row);
	gt_tl_pick(tl);
	return true;
}

/* ---- what can be switched on and off ---- */

enum { ITEM_KIND, ITEM_SECTION, ITEM_GSET, ITEM_ORDER, ITEM_NESTED, ITEM_INSTANTS, ITEM_BUSIEST };

/* Switches without a value: their names for `lanes NAME on|off`, too. */
static const struct {
	const char *name, *help;
} toggles[] = {
	[ITEM_ORDER] = { "goroutines by number", "otherwise in order of appearance" },
	[ITEM_NESTED] = { "nested", "under lanes: regions, mark assists, sweeps, calls" },
	[ITEM_INSTANTS] = { "instants", "under processors: unblocks, creations, logs, ..." },
	[ITEM_BUSIEST] = { "busiest goroutines", "lanes in rows that are left, if none are chosen above" },
};

static bool item_is_on(const struct gt_timeline *tl, int what, uint8_t value)
{
	const struct gt_lane_view *v = &tl->view;

	switch (what) {
	case ITEM_KIND: return gt_tl_shows_kind(tl, value);
	case ITEM_SECTION: return v->lanes.section[value].on;
	case ITEM_GSET: return v->goroutines.set == value && v->lanes.section[GT_SECTION_GOROUTINES].on;
	case ITEM_ORDER: return v->goroutines.by_id;
	case ITEM_NESTED: return v->shows_nested;
	case ITEM_INSTANTS: return v->shows_instants;
	default: return v->prog->busiest_lanes;
	}
}

static void choose_item(struct gt_timeline *tl, int what, uint8_t value, bool on)
{
	switch (what) {
	case ITEM_KIND: gt_tl_show_kind(tl, value, on); break;
	case ITEM_SECTION: gt_lanes_set_on(&tl->view.lanes, (enum gt_lane_section_id)value, on); break;
	case ITEM_GSET: show_goroutines(tl, on ? (enum gt_tl_gset)value : GT_GSET_NONE); break;
	case ITEM_ORDER: gt_tl_order_goroutines(tl, on); break;
	case ITEM_NESTED: tl->view.shows_nested = on; break;
	case ITEM_INSTANTS: tl->view.shows_instants = on; break;
	default: tl->view.prog->busiest_lanes = on;
	}
	gt_tl_pick(tl);
	gt_app_dirty(tl->pane->app, GT_DIRTY_RECALC);
}

/* ---- the menu ---- */

struct choice {
	uint8_t what, value;
	char name[48];
	const char *help;
};

#define MAX_CHOICES (GT_LANE_KINDS + GT_SECTIONS + GT_GSETS + 4)

struct choices {
	struct choice v[MAX_CHOICES];
	size_t n;
};

static void GT_PRINTF(5, 6) add_choice(struct choices *c, int what, uint8_t value, const char *help,
				       const char *fmt, ...)
{
	struct choice *new = &c->v[c->n++];
	va_list args;

	assert(c->n <= MAX_CHOICES);
	*new = (struct choice){ .what = (uint8_t)what, .value = value, .help = help };
	va_start(args, fmt);
	vsnprintf(new->name, sizeof new->name, fmt, args);
	va_end(args);
}

static void list_choices(const struct gt_timeline *tl, struct choices *c)
{
	static const uint8_t rows[] = { GT_LANE_PROC, GT_LANE_THREAD };

	c->n = 0;
	for (uint8_t kind = 1; kind < GT_LANE_KINDS; kind++) {
		if (tl->members.has[kind])
			add_choice(c, ITEM_KIND, kind, gt_lane_info(kind)->help, "%s", gt_lane_info(kind)->name);
	}
	for (size_t i = 0; i < GT_COUNT(rows); i++) {
		const struct gt_lane lane = { .kind = rows[i] };
		enum gt_lane_section_id id = gt_lane_section_of(&lane);

		add_choice(c, ITEM_SECTION, (uint8_t)id, gt_lane_info(rows[i])->help, "%s (%zu)",
			   gt_lane_sections[id].name, gt_lanes_shown(&tl->view.lanes, id));
	}
	for (uint8_t set = GT_GSET_NONE + 1; set < GT_GSETS; set++)
		add_choice(c, ITEM_GSET, set, gsets[set].help, "goroutines: %s", gsets[set].name);
	for (int what = ITEM_ORDER; what <= (tl->beside.on ? ITEM_INSTANTS : ITEM_BUSIEST); what++)
		add_choice(c, what, 0, toggles[what].help, "%s", toggles[what].name);
}

/* One choice can undo another: all checks are set again. */
static void choose_chosen(struct gt_app *app, void *arg, size_t item, bool on)
{
	struct gt_timeline *tl = arg;
	struct choices c;

	list_choices(tl, &c);
	if (item >= c.n)
		return;
	choose_item(tl, c.v[item].what, c.v[item].value, on);
	list_choices(tl, &c);
	for (size_t i = 0; i < c.n; i++)
		gt_app_menu_check(app, i, item_is_on(tl, c.v[i].what, c.v[i].value));
}

void gt_tl_choose(struct gt_timeline *tl)
{
	struct gt_menu_item items[MAX_CHOICES];
	struct gt_menu_spec spec = {
		.title = "Lanes", .items = items, .checks = true, .chosen = choose_chosen, .arg = tl,
	};
	struct choices c;

	list_choices(tl, &c);
	for (; spec.n < c.n; spec.n++)
		items[spec.n] = (struct gt_menu_item){
			.text = c.v[spec.n].name, .help = c.v[spec.n].help,
			.checked = item_is_on(tl, c.v[spec.n].what, c.v[spec.n].value),
		};
	gt_app_menu(tl->pane->app, &spec);
}

/* ---- the command ---- */

/* lanes goroutines all|none|related|group [G|FUNCTION] */
static int command_goroutines(struct gt_timeline *tl, const char *what, const char *about,
			      struct gt_error *err)
{
	const struct gt_trace *t = tl->view.trace;
	int set = GT_GSET_NONE;
	uint32_t row = GT_NO_ROW;
	struct gt_guess guess;
	struct gt_goroutine g;
	uint64_t id;

	while (set < GT_GSETS && strcmp(gsets[set].name, what) != 0)
		set++;
	if (set == GT_GSETS)
		return gt_error_usage(err, "lanes goroutines: all, related, group or none, not %s%s", what,
				      gt_guess_among(&guess, what, "all related group none"));
	if (!about)
		return show_goroutines(tl, (enum gt_tl_gset)set) ? 0 : gt_error_usage(err, "no goroutine is selected");
	if (gt_parse_u64(about + (*about == 'G'), &id) == 0)
		row = gt_goroutine_find(t, id, tl->view.cursor);
	if (!gt_goroutine_get(t, row, &g))
		return gt_error_usage(err, "there is no goroutine %s", about);
	gt_tl_show_goroutines(tl, (enum gt_tl_gset)set, set == GT_GSET_GROUP ? g.func : row);
	scroll_to_goroutines(tl);
	gt_tl_goto_lane(tl, GT_LANE_GOROUTINE, row);
	gt_tl_pick(tl);
	return 0;
}

/* What `lanes NAME` can name, separated by blanks. */
static void put_lane_names(const struct gt_timeline *tl, struct gt_buf *out)
{
	for (int i = 0; i < GT_SECTIONS; i++)
		gt_buf_printf(out, "%s ", gt_lane_sections[i].name);
	for (uint8_t kind = 1; kind < GT_LANE_KINDS; kind++)
		if (tl->members.has[kind])
			gt_buf_printf(out, "%s ", gt_lane_info(kind)->name);
	gt_buf_printf(out, "%s %s", toggles[ITEM_NESTED].name, toggles[ITEM_INSTANTS].name);
}

static int unknown_lanes(const struct gt_timeline *tl, const char *name, struct gt_error *err)
{
	struct gt_buf names = { 0 };
	struct gt_guess g;
	int r;

	put_lane_names(tl, &names);
	r = gt_error_usage(err, "there are no lanes called %s%s", name, gt_guess_among(&g, name, gt_buf_str(&names)));
	gt_buf_release(&names);
	return r;
}

/* What else than a section has the name; -1: nothing. */
static int item_named(const struct gt_timeline *tl, const char *name, uint8_t *value)
{
	*value = 0;
	for (int what = ITEM_NESTED; what <= ITEM_INSTANTS; what++)
		if (strcmp(toggles[what].name, name) == 0)
			return what;
	for (uint8_t kind = 1; kind < GT_LANE_KINDS; kind++)
		if (tl->members.has[kind] && strcmp(gt_lane_info(kind)->name, name) == 0) {
			*value = kind;
			return ITEM_KIND;
		}
	return -1;
}

/* lanes NAME on|off|fold|unfold */
static int command_lane(struct gt_timeline *tl, const char *name, const char *how, struct gt_error *err)
{
	bool on = strcmp(how, "on") == 0, off = strcmp(how, "off") == 0, fold = strcmp(how, "fold") == 0;
	uint8_t section = 0, value;
	int item = item_named(tl, name, &value);
	struct gt_guess guess;

	while (section < GT_SECTIONS && strcmp(gt_lane_sections[section].name, name) != 0)
		section++;
	if (section == GT_SECTIONS && item < 0)
		return unknown_lanes(tl, name, err);
	if (!on && !off && !fold && strcmp(how, "unfold") != 0)
		return gt_error_usage(err, "lanes: on, off, fold or unfold, not %s%s", how,
				      gt_guess_among(&guess, how, "on off fold unfold"));
	if (section == GT_SECTION_GOROUTINES && (on || off))
		return command_goroutines(tl, on ? "all" : "none", NULL, err);
	if (section == GT_SECTIONS)
		choose_item(tl, item, value, !off);
	else if (on || off)
		choose_item(tl, section == GT_SECTION_BUSIEST ? ITEM_BUSIEST : ITEM_SECTION, section, on);
	else if (section == GT_SECTION_CHARTS)
		gt_tl_fold_charts(tl, fold);
	else
		gt_lanes_fold(&tl->view.lanes, (enum gt_lane_section_id)section, fold);
	gt_tl_pick(tl);
	return 0;
}

/* window FROM TO */
static int command_window(struct gt_timeline *tl, const char *from, const char *to, struct gt_error *err)
{
	struct gt_lane_view *v = &tl->view;
	int64_t a, b;

	if (gt_parse_dur(from, &a) < 0 || gt_parse_dur(to, &b) < 0 || a >= b || a >= v->extent)
		return gt_error_usage(err, "window: two times in the trace, like 10ms 20ms");
	gt_window_fit(&v->win, &v->all, a, b, 1);
	tl->whole = v->win.span >= v->all.span;
	if (!gt_window_shows(&v->win, v->cursor))
		gt_tl_set_cursor(tl, v->win.t0);
	gt_tl_pick(tl);
	return 0;
}

void gt_tl_resume(struct gt_pane *pane, struct gt_buf *out)
{
	const struct gt_timeline *tl = gt_timeline_of(pane);
	const struct gt_window *w = &tl->view.win;

	if (!tl->whole)
		gt_buf_printf(out, "window %lldns %lldns\n", (long long)w->t0, (long long)(w->t0 + w->span));
}

int gt_tl_command(struct gt_pane *pane, const char *const *w, size_t n, struct gt_error *err)
{
	struct gt_timeline *tl = gt_timeline_of(pane);

	if (strcmp(w[0], "window") == 0)
		return n == 3 ? command_window(tl, w[1], w[2], err)
			      : gt_error_usage(err, "usage: window FROM TO");
	if (strcmp(w[0], "lanes") != 0)
		return 1;
	if (n == 1 && gt_app_view(pane->app) == pane->view) {
		gt_tl_choose(tl);
		return 0;
	}
	if (n == 1 || n > 4)
		return gt_error_usage(err, "usage: lanes NAME on|off|fold|unfold");
	if (strcmp(w[1], "order") == 0) {
		if (n < 3 || (strcmp(w[2], "id") != 0 && strcmp(w[2], "time") != 0))
			return gt_error_usage(err, "lanes order: id or time, not %s", n > 2 ? w[2] : "");
		gt_tl_order_goroutines(tl, strcmp(w[2], "id") == 0);
		return 0;
	}
	if (strcmp(w[1], "goroutines") == 0 && n > 2 && strcmp(w[2], "fold") != 0 &&
	    strcmp(w[2], "unfold") != 0)
		return command_goroutines(tl, w[2], n > 3 ? w[3] : NULL, err);
	return command_lane(tl, w[1], n > 2 ? w[2] : "on", err);
}

void gt_tl_complete(struct gt_pane *pane, const char *const *w, size_t n, struct gt_buf *out)
{
	const struct gt_timeline *tl = gt_timeline_of(pane);

	if (n == 0 || strcmp(w[0], "lanes") != 0)
		return;
	if (n == 1) {
		put_lane_names(tl, out);
		gt_buf_puts(out, " order");
	} else if (n == 2 && strcmp(w[1], "order") == 0) {
		gt_buf_puts(out, "id time");
	} else if (n == 2 && strcmp(w[1], "goroutines") == 0) {
		gt_buf_puts(out, "all related group none fold unfold");
	} else if (n == 2) {
		gt_buf_puts(out, "on off fold unfold");
	}
}
