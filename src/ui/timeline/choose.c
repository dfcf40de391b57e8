/* Choosing the lanes: folding, the menu, the command `lanes`. */
#include <string.h>

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
	gt_lanes_fold(&tl->view.lanes, section, !tl->view.lanes.section[section].folded);
	gt_tl_pick(tl);
}

/* ---- which goroutines ---- */

static const char *const gset_names[GT_GSETS] = {
	[GT_GSET_NONE] = "none",
	[GT_GSET_ALL] = "all",
	[GT_GSET_RELATED] = "related",
	[GT_GSET_GROUP] = "group",
};

/* The one selected, else the one that the lanes are about now. */
static uint32_t goroutine_meant(const struct gt_timeline *tl)
{
	uint32_t row = gt_sel_find_goroutine(gt_app_sel(tl->pane->app), tl->view.prog);

	return row == GT_NO_ROW && tl->view.goroutines.set == GT_GSET_RELATED ? tl->view.goroutines.anchor : row;
}

/* What a set is about if nothing else is said: the goroutine selected or its start function; false: none. */
static bool anchor_of(const struct gt_timeline *tl, enum gt_tl_gset set, uint32_t *anchor)
{
	uint32_t row = goroutine_meant(tl);
	struct gt_goroutine g;

	*anchor = GT_NO_ROW;
	if (set != GT_GSET_RELATED && set != GT_GSET_GROUP)
		return true;
	if (!gt_goroutine_get(tl->view.trace, row, &g))
		return false;
	*anchor = set == GT_GSET_GROUP ? g.func : row;
	return true;
}

/* What was asked for is to be seen, not only its first lane. */
static void scroll_to_goroutines(struct gt_timeline *tl)
{
	const struct gt_lane_section *s = &tl->view.lanes.section[GT_SECTION_GOROUTINES];
	size_t place = gt_lanes_find(&tl->view.lanes, GT_LANE_HEADER, GT_SECTION_GOROUTINES);

	if (place == SIZE_MAX && s->n)
		place = gt_lanes_find(&tl->view.lanes, GT_LANE_GOROUTINE, s->v[0]);
	if (place != SIZE_MAX && place >= tl->view.lanes.nfixed)
		tl->view.lanes.top = place - tl->view.lanes.nfixed;
}

static bool show_goroutines(struct gt_timeline *tl, enum gt_tl_gset set)
{
	uint32_t anchor, row = goroutine_meant(tl);

	if (!anchor_of(tl, set, &anchor)) {
		gt_app_message(tl->pane->app, "no goroutine is selected");
		return false;
	}
	gt_tl_show_goroutines(tl, set, anchor);
	scroll_to_goroutines(tl);
	if (set != GT_GSET_NONE && row == GT_NO_ROW && tl->view.lanes.section[GT_SECTION_GOROUTINES].n)
		row = tl->view.lanes.section[GT_SECTION_GOROUTINES].v[0];
	if (set != GT_GSET_NONE && row != GT_NO_ROW)
		gt_tl_goto_lane(tl, GT_LANE_GOROUTINE, row);
	gt_tl_pick(tl);
	return true;
}

/* ---- the menu ---- */

enum { ITEM_KIND, ITEM_SECTION, ITEM_GSET, ITEM_ORDER, ITEM_NESTED, ITEM_INSTANTS };

struct choice {
	uint8_t what, value;
};

#define MAX_CHOICES (GT_LANE_KINDS + GT_SECTIONS + GT_GSETS + 3)

struct choices {
	struct choice v[MAX_CHOICES];
	size_t n;
};

static void list_choices(const struct gt_timeline *tl, struct choices *c)
{
	c->n = 0;
	for (uint8_t kind = 1; kind < GT_LANE_KINDS; kind++) {
		if (tl->members.has[kind])
			c->v[c->n++] = (struct choice){ ITEM_KIND, kind };
	}
	c->v[c->n++] = (struct choice){ ITEM_SECTION, GT_SECTION_PROCS };
	c->v[c->n++] = (struct choice){ ITEM_SECTION, GT_SECTION_THREADS };
	for (uint8_t set = GT_GSET_NONE + 1; set < GT_GSETS; set++)
		c->v[c->n++] = (struct choice){ ITEM_GSET, set };
	c->v[c->n++] = (struct choice){ ITEM_ORDER, 0 };
	c->v[c->n++] = (struct choice){ ITEM_NESTED, 0 };
	c->v[c->n++] = (struct choice){ ITEM_INSTANTS, 0 };
}

static bool is_chosen(const struct gt_timeline *tl, const struct choice *c)
{
	const struct gt_lane lane = { .kind = c->value };

	switch (c->what) {
	case ITEM_KIND:
		return tl->view.lanes.section[gt_lane_section_of(&lane)].on &&
		       !gt_lanes_is_hidden(&tl->view.lanes, &lane);
	case ITEM_SECTION:
		return tl->view.lanes.section[c->value].on;
	case ITEM_GSET:
		return tl->view.goroutines.set == c->value && tl->view.lanes.section[GT_SECTION_GOROUTINES].on;
	case ITEM_NESTED:
		return tl->view.shows_nested;
	case ITEM_INSTANTS:
		return tl->view.shows_instants;
	default:
		return tl->view.goroutines.by_id;
	}
}

static void put_choice(const struct gt_timeline *tl, const struct choice *c, struct gt_buf *name,
		       const char **help)
{
	static const char *const gset_help[GT_GSETS] = {
		[GT_GSET_ALL] = "a lane for every goroutine",
		[GT_GSET_RELATED] = "the selected one, its wakers, those it woke",
		[GT_GSET_GROUP] = "those with the selected one's start function",
	};

	switch (c->what) {
	case ITEM_KIND:
		gt_buf_puts(name, gt_lane_ops_by_kind(c->value)->name);
		*help = gt_lane_ops_by_kind(c->value)->help;
		break;
	case ITEM_SECTION:
		gt_buf_puts(name, gt_lane_sections[c->value].name);
		gt_buf_printf(name, " (%zu)", gt_lanes_shown(&tl->view.lanes, (enum gt_lane_section_id)c->value));
		*help = gt_lane_ops_by_kind(tl->view.lanes.section[c->value].kind)->help;
		break;
	case ITEM_GSET:
		gt_buf_printf(name, "goroutines: %s", gset_names[c->value]);
		*help = gset_help[c->value];
		break;
	case ITEM_NESTED:
		gt_buf_puts(name, "nested");
		*help = "under lanes: regions, mark assists, sweeps, calls";
		break;
	case ITEM_INSTANTS:
		gt_buf_puts(name, "instants");
		*help = "under processors: unblocks, creations, logs, ...";
		break;
	default:
		gt_buf_puts(name, "goroutines by number");
		*help = "otherwise in order of appearance";
	}
}

static void set_choice(struct gt_timeline *tl, const struct choice *c, bool on)
{
	switch (c->what) {
	case ITEM_KIND:
		gt_lanes_show(&tl->view.lanes, c->value, 0, on);
		break;
	case ITEM_SECTION:
		gt_lanes_set_on(&tl->view.lanes, (enum gt_lane_section_id)c->value, on);
		break;
	case ITEM_GSET:
		show_goroutines(tl, on ? (enum gt_tl_gset)c->value : GT_GSET_NONE);
		break;
	case ITEM_NESTED:
		tl->view.shows_nested = on;
		break;
	case ITEM_INSTANTS:
		tl->view.shows_instants = on;
		break;
	default:
		gt_tl_order_goroutines(tl, on);
	}
	gt_tl_pick(tl);
	gt_app_dirty(tl->pane->app, GT_DIRTY_RECALC);
}

/* One choice can undo another: all checks are looked at again. */
static void choose_chosen(struct gt_app *app, void *arg, size_t item, bool checked)
{
	struct gt_timeline *tl = arg;
	struct choices c;

	list_choices(tl, &c);
	if (item >= c.n)
		return;
	set_choice(tl, &c.v[item], checked);
	for (size_t i = 0; i < c.n; i++)
		gt_app_menu_check(app, i, is_chosen(tl, &c.v[i]));
}

void gt_tl_choose(struct gt_timeline *tl)
{
	struct gt_menu_item items[MAX_CHOICES];
	struct gt_menu_spec spec = {
		.title = "Lanes", .items = items, .checks = true, .chosen = choose_chosen, .arg = tl,
	};
	struct gt_buf names[MAX_CHOICES];
	struct choices c;

	list_choices(tl, &c);
	memset(names, 0, sizeof names);
	for (; spec.n < c.n; spec.n++) {
		put_choice(tl, &c.v[spec.n], &names[spec.n], &items[spec.n].help);
		items[spec.n].text = gt_buf_str(&names[spec.n]);
		items[spec.n].checked = is_chosen(tl, &c.v[spec.n]);
	}
	gt_app_menu(tl->pane->app, &spec);
	for (size_t i = 0; i < c.n; i++)
		gt_buf_release(&names[i]);
}

/* ---- the command ---- */

static bool find_section(const char *name, enum gt_lane_section_id *section)
{
	for (int i = 0; i < GT_SECTIONS; i++) {
		*section = (enum gt_lane_section_id)i;
		if (strcmp(gt_lane_sections[i].name, name) == 0)
			return true;
	}
	return false;
}

static bool find_kind(const struct gt_timeline *tl, const char *name, uint8_t *kind)
{
	for (*kind = 1; *kind < GT_LANE_KINDS; ++*kind) {
		if (tl->members.has[*kind] && strcmp(gt_lane_ops_by_kind(*kind)->name, name) == 0)
			return true;
	}
	return false;
}

/* lanes goroutines all|none|related|group [G|FUNCTION] */
static int command_goroutines(struct gt_timeline *tl, const char *what, const char *about,
			      struct gt_error *err)
{
	const struct gt_trace *t = tl->view.trace;
	int set = GT_GSET_NONE;
	uint32_t row = GT_NO_ROW;
	struct gt_goroutine g;
	uint64_t id;

	while (set < GT_GSETS && strcmp(gset_names[set], what) != 0)
		set++;
	if (set == GT_GSETS)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET,
				    "lanes goroutines: all, related, group or none, not %s", what);
	if (!about)
		return show_goroutines(tl, (enum gt_tl_gset)set) ? 0
			       : gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "no goroutine is selected");
	if (gt_parse_u64(about + (*about == 'G'), &id) == 0)
		row = gt_goroutine_find(t, id, tl->view.cursor);
	if (!gt_goroutine_get(t, row, &g))
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "there is no goroutine %s", about);
	gt_tl_show_goroutines(tl, (enum gt_tl_gset)set, set == GT_GSET_GROUP ? g.func : row);
	scroll_to_goroutines(tl);
	gt_tl_goto_lane(tl, GT_LANE_GOROUTINE, row);
	gt_tl_pick(tl);
	return 0;
}

/* lanes NAME on|off|fold|unfold */
static int command_lane(struct gt_timeline *tl, const char *name, const char *how, struct gt_error *err)
{
	bool on = strcmp(how, "on") == 0, off = strcmp(how, "off") == 0, fold = strcmp(how, "fold") == 0;
	enum gt_lane_section_id section;
	uint8_t kind;

	if (!on && !off && !fold && strcmp(how, "unfold") != 0)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "lanes: on, off, fold or unfold, not %s",
				    how);
	if (find_section(name, &section)) {
		if (section == GT_SECTION_GOROUTINES && (on || off))
			return command_goroutines(tl, on ? "all" : "none", NULL, err);
		if (on || off)
			gt_lanes_set_on(&tl->view.lanes, section, on);
		else
			gt_lanes_fold(&tl->view.lanes, section, fold);
	} else if (find_kind(tl, name, &kind)) {
		gt_lanes_show(&tl->view.lanes, kind, 0, !off);
	} else {
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "there are no lanes called %s", name);
	}
	gt_tl_pick(tl);
	return 0;
}

static int command_order(struct gt_timeline *tl, const char *by, struct gt_error *err)
{
	bool id = strcmp(by, "id") == 0;

	if (!id && strcmp(by, "time") != 0)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "lanes order: id or time, not %s", by);
	gt_tl_order_goroutines(tl, id);
	return 0;
}

int gt_tl_command(struct gt_pane *pane, const char *const *w, size_t n, struct gt_error *err)
{
	struct gt_timeline *tl = gt_timeline_of(pane);

	/* Alone it is the action: the menu. */
	if (strcmp(w[0], "lanes") != 0 || n == 1)
		return 1;
	if (n > 4)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "usage: lanes NAME on|off|fold|unfold");
	if (strcmp(w[1], "order") == 0)
		return command_order(tl, n > 2 ? w[2] : "", err);
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
		for (int i = 0; i < GT_SECTIONS; i++)
			gt_buf_printf(out, "%s ", gt_lane_sections[i].name);
		for (uint8_t kind = 1; kind < GT_LANE_KINDS; kind++) {
			if (tl->members.has[kind])
				gt_buf_printf(out, "%s ", gt_lane_ops_by_kind(kind)->name);
		}
		gt_buf_puts(out, "order");
	} else if (n == 2 && strcmp(w[1], "order") == 0) {
		gt_buf_puts(out, "id time");
	} else if (n == 2 && strcmp(w[1], "goroutines") == 0) {
		gt_buf_puts(out, "all related group none fold unfold");
	} else if (n == 2) {
		gt_buf_puts(out, "on off fold unfold");
	}
}
