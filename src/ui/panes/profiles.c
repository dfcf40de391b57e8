/* The view of waits and profiles: modes of gt_profile_modes, one at a time. */
#include "ui/panes/profiles.h"

#include <stdlib.h>

#include "analysis/waits/waitkeys.h"
#include "base/xalloc.h"
#include "ui/detail/links.h"
#include "ui/detail/profileof.h"
#include "ui/panes/panes.h"
#include "ui/panes/profile_trees.h"
#include "ui/panes/rows.h"
#include "ui/table/tree_export.h"

#define HEAD_MIN_ROWS 8       /* a canvas with fewer has no room for the line about all */

static const struct gt_profile_mode_ops *mode_of(const struct gt_pane *pane)
{
	return &gt_profile_modes[((const struct gt_profiles *)pane->priv)->mode];
}

static struct gt_pane_table *profiles_table_of(struct gt_pane *pane)
{
	struct gt_profiles *v = pane->priv;

	return &v->tables[v->mode];
}

/* ---- modes ---- */

static bool is_tree(enum gt_profile_mode mode)
{
	return mode >= GT_PROFILE_NET_TREE;
}

/* The tree of the mode is to be of v->of. */
static void profiles_take_of(struct gt_profiles *v)
{
	int kind = (int)v->mode - GT_PROFILE_NET_TREE;
	struct gt_pane_table *pt = &v->tables[v->mode];

	if (v->made_of[kind].what == v->of.what && v->made_of[kind].id == v->of.id) {
		gt_pane_table_show(pt, false);
		return;
	}
	/* A job may be reading the old name. */
	gt_pane_table_stop(pt);
	v->made_of[kind] = v->of;
	gt_profile_of_args(&pt->args, &v->names[kind], pt->prog->trace, v->of);
	pt->args.tree.root = 0;
	pt->args.tree.ntoggled = 0;
	gt_list_goto(&pt->list, 0, false);
	gt_pane_table_show(pt, true);
}

void gt_profiles_show(struct gt_pane *pane, enum gt_profile_mode mode, enum gt_profile_mode by, uint64_t key)
{
	struct gt_profiles *v = pane->priv;

	if ((v->mode == mode && v->by == by && v->key == key) || mode >= GT_PROFILE_MODES || by >= GT_PROFILE_MODES)
		return;
	v->mode = mode;
	v->by = by;
	v->key = key;
	if (is_tree(mode))
		profiles_take_of(v);
	else
		gt_profiles_narrow(v, mode);
	gt_app_dirty(pane->app, GT_DIRTY_RECALC);
}

void gt_profiles_show_of(struct gt_pane *pane, enum gt_profile_mode mode, struct gt_profile_part of)
{
	struct gt_profiles *v = pane->priv;

	v->of = of;
	if (v->mode == mode && is_tree(mode)) {
		profiles_take_of(v);
		gt_app_dirty(pane->app, GT_DIRTY_RECALC);
	}
	gt_profiles_show(pane, mode, GT_PROFILE_WAITS, 0);
}

static enum gt_profile_mode tree_of(int kind)
{
	return (enum gt_profile_mode)(GT_PROFILE_NET_TREE + kind);
}

/* What another view asked for (gt_profile_of_ask). */
static void profiles_open_of(struct gt_pane *pane, const struct gt_sel *sel)
{
	const struct gt_program *prog = gt_program_of(pane);

	if (gt_app_jump(pane->app, GT_VIEW_PROFILES, sel))
		gt_profiles_show_of(pane, tree_of(prog->profile_of.kind), prog->profile_of.part);
}

/* The rows of the group under the cursor. */
static void profiles_open_group(struct gt_pane *pane)
{
	struct gt_pane_table *pt = profiles_table_of(pane);
	uint64_t row = gt_pane_table_cursor(pt);

	if (row == UINT64_MAX)
		return;
	gt_app_record(pane->app);
	gt_pane_table_sort_like(&((struct gt_profiles *)pane->priv)->tables[mode_of(pane)->members], pt);
	gt_profiles_show(pane, mode_of(pane)->members, ((struct gt_profiles *)pane->priv)->mode,
			 mode_of(pane)->key(pt->table, row));
}

/* A tree is of the same as the one before it, a list of all. */
static void profiles_choose(struct gt_pane *pane, enum gt_profile_mode mode)
{
	const struct gt_profiles *v = pane->priv;

	gt_profiles_show_of(pane, mode, is_tree(mode) && is_tree(v->mode) ? v->of : (struct gt_profile_part){ 0 });
}

static void profiles_chosen(struct gt_app *app, void *arg, size_t item, bool checked)
{
	(void)checked;
	gt_app_record(app);
	profiles_choose(arg, (enum gt_profile_mode)item);
}

static void profiles_ask(struct gt_pane *pane)
{
	struct gt_menu_item items[GT_PROFILE_MODES];

	for (int i = 0; i < GT_PROFILE_MODES; i++)
		items[i] = (struct gt_menu_item){ .text = gt_profile_modes[i].title, .help = gt_profile_modes[i].help };
	gt_app_menu(pane->app, &(struct gt_menu_spec){
		.title = "Show", .items = items, .n = GT_PROFILE_MODES, .chosen = profiles_chosen, .arg = pane,
		.current = ((struct gt_profiles *)pane->priv)->mode });
}

/* ---- ops ---- */

static int profiles_init(struct gt_pane *pane, struct gt_error *err)
{
	struct gt_profiles *v = gt_xcalloc(1, sizeof *v);

	(void)err;
	pane->priv = v;
	pane->detail = &v->detail;
	for (int i = 0; i < GT_PROFILE_MODES; i++) {
		gt_pane_table_init(&v->tables[i], gt_profile_modes[i].spec, pane, v);
		v->tables[i].args = gt_profile_modes[i].args;
	}
	for (int i = 0; i < GT_PROFILES; i++) {
		gt_lastkept_init(&v->kept[i]);
		v->tables[tree_of(i)].args.tree.kept = &v->kept[i];
	}
	return 0;
}

static void profiles_free_pane(struct gt_pane *pane)
{
	struct gt_profiles *v = pane->priv;

	for (int i = 0; i < GT_PROFILE_MODES; i++)
		gt_pane_table_release(&v->tables[i]);
	for (int i = 0; i < GT_PROFILES; i++) {
		gt_lastkept_release(&v->kept[i]);
		gt_profile_names_release(&v->names[i]);
	}
	gt_detail_release(&v->detail);
	free(v);
}

static void profiles_draw(struct gt_pane *pane, const struct gt_canvas *c)
{
	struct gt_pane_table *pt = profiles_table_of(pane);
	const struct gt_profile_mode_ops *m = mode_of(pane);

	gt_canvas_clear(c);
	((struct gt_profiles *)pane->priv)->flame.rows = 0;
	gt_rows_draw_list(pane, c, m->head && pt->list.rows && c->rows >= HEAD_MIN_ROWS ? m->head(pt, c) : 0);
}

static void profiles_fill_detail(struct gt_pane *pane, struct gt_detail *d)
{
	struct gt_pane_table *pt = profiles_table_of(pane);
	uint64_t row = gt_pane_table_cursor(pt);

	if (row == UINT64_MAX)
		gt_detail_add(d, GT_ROLE_DIM, "nothing is selected");
	else if (mode_of(pane)->detail)
		mode_of(pane)->detail(pt, row, d);
	else
		gt_detail_columns(d, &pt->list, NULL);
}

/* P: of a group of goroutines or of waits, or of what the tree is of already. */
static bool profiles_profile(struct gt_pane *pane)
{
	const struct gt_profiles *v = pane->priv;
	struct gt_pane_table *pt = profiles_table_of(pane);
	uint64_t row = gt_pane_table_cursor(pt), key;

	if (is_tree(v->mode)) {
		gt_profile_of_ask(pane->app, v->of.what, v->of.id);
		return true;
	}
	if (row == UINT64_MAX || !mode_of(pane)->key || mode_of(pane)->part == GT_PROFILE_OF_ALL)
		return false;
	key = mode_of(pane)->key(pt->table, row);
	if (mode_of(pane)->part == GT_PROFILE_OF_FUNC)
		key = gt_waitkey_of_number(key).row;
	gt_profile_of_ask(pane->app, mode_of(pane)->part, key);
	return true;
}

/* Esc: of all again. */
static bool profiles_cancel(struct gt_pane *pane)
{
	const struct gt_profiles *v = pane->priv;

	if (!is_tree(v->mode) || v->of.what == GT_PROFILE_OF_ALL || gt_app_works(pane->app))
		return false;
	gt_app_record(pane->app);
	gt_profiles_show_of(pane, v->mode, (struct gt_profile_part){ 0 });
	return true;
}

static bool profiles_handle(struct gt_pane *pane, const struct gt_act *act)
{
	struct gt_pane_table *pt = profiles_table_of(pane);
	struct gt_sel sel;

	if (act->action == GT_ACT_GROUP) {
		profiles_ask(pane);
		return true;
	}
	if ((act->action == GT_ACT_PROFILE_OF && profiles_profile(pane)) ||
	    (act->action == GT_ACT_CANCEL && profiles_cancel(pane)))
		return true;
	if (act->action == GT_ACT_OPEN && act->y < 0 && mode_of(pane)->key) {
		profiles_open_group(pane);
		return true;
	}
	if ((mode_of(pane)->handle && mode_of(pane)->handle(pane, act)) || gt_pane_table_handle(pt, act))
		return true;
	return gt_pane_table_sel(pt, &sel) && gt_links_handle(pane, act, &sel);
}

static void profiles_status(struct gt_pane *pane, struct gt_buf *out)
{
	gt_buf_printf(out, "%s ", mode_of(pane)->name);
	gt_profiles_group_text(out, pane->priv);
	gt_pane_table_hint_runtime(profiles_table_of(pane), out);
	gt_pane_table_status(profiles_table_of(pane), out);
}

static const char *profiles_name(int mode)
{
	return mode < GT_PROFILE_MODES ? gt_profile_modes[mode].name : NULL;
}

static int profiles_command(struct gt_pane *pane, const char *const *w, size_t n, struct gt_error *err)
{
	int mode, rc = gt_rows_show(w, n, profiles_name, &mode, err);

	if (!rc) {
		gt_app_record(pane->app);
		profiles_choose(pane, (enum gt_profile_mode)mode);
	}
	return rc;
}

static void profiles_resume(struct gt_pane *pane, struct gt_buf *out)
{
	gt_buf_printf(out, "show %s\n", mode_of(pane)->name);
}

static void profiles_complete(struct gt_pane *pane, const char *const *w, size_t n, struct gt_buf *out)
{
	(void)pane;
	gt_rows_show_words(w, n, profiles_name, out);
}

enum { OWN_MODE, OWN_BY, OWN_KEY, OWN_TREE, OWN_OF, OWN_OF_ID };

static void profiles_save(struct gt_pane *pane, struct gt_place *place)
{
	const struct gt_profiles *v = pane->priv;

	place->own[OWN_MODE] = v->mode;
	place->own[OWN_BY] = v->by;
	place->own[OWN_KEY] = v->key;
	place->own[OWN_TREE] = gt_tree_place(&v->tables[v->mode]);
	place->own[OWN_OF] = v->of.what;
	place->own[OWN_OF_ID] = v->of.id;
}

static void profiles_restore(struct gt_pane *pane, const struct gt_place *place)
{
	struct gt_profiles *v = pane->priv;
	enum gt_profile_mode mode = (enum gt_profile_mode)place->own[OWN_MODE];

	if (place->own[OWN_MODE] >= GT_PROFILE_MODES)
		return;
	if (!is_tree(mode)) {
		gt_profiles_show(pane, mode, (enum gt_profile_mode)place->own[OWN_BY], place->own[OWN_KEY]);
		return;
	}
	gt_profiles_show_of(pane, mode, (struct gt_profile_part){ (enum gt_profile_of)place->own[OWN_OF],
								  place->own[OWN_OF_ID] });
	gt_tree_go(&v->tables[mode], place->own[OWN_TREE]);
}

static const char *const *profiles_formats(const struct gt_pane *pane)
{
	return is_tree(((const struct gt_profiles *)pane->priv)->mode) ? gt_tree_formats : gt_table_formats;
}

static const char *const commands[] = { "show", NULL };
static const enum gt_action acts[] = {
	GT_ACT_GROUP, GT_ACT_INVERT, GT_ACT_FLAT, GT_ACT_UNFOLD, GT_ACT_FOLD, GT_ACT_UNFOLD_ALL, GT_ACT_RUNTIME,
	GT_ACT_NONE,
};
static const enum gt_action hints[] = { GT_ACT_GROUP, GT_ACT_NONE };

const struct gt_pane_ops gt_pane_profiles = {
	.name = "profiles",
	.title = "Profiles",
	.about = "Every wait of every goroutine, longest first: waiting for something, runnable without a processor, "
		 "or in a system call without one; what ended it, and where. The head has the sum and the percentiles of "
		 "the rows that are shown, and when they were; waits that did not end (») are apart. Enter shows the wait "
		 "in the timeline, r the goroutine, v the events, W what led up to its end, u the goroutine that ended it. "
		 "b shows groups instead, by reason, stack, start function or waker, with a line of bars for when they "
		 "were; Enter lists the waits of a group, and jumps lead to its longest. Scheduling has the waits of "
		 "the program's goroutines for a processor, also by cause and function. Locks are pairs of places "
		 "that take and give back a sync.Mutex or sync.RWMutex; Enter lists the waits for one, with who held it. "
		 "The key . hides the "
		 "runtime's goroutines. Profiles are call trees with flame rows above: a frame is as wide as its time, "
		 "Enter shows only what is below a function, Backspace leads out, + and - unfold and fold, i turns the "
		 "tree over, f makes it a table of functions, / lights functions up and says their share. P shows "
		 "a profile of one goroutine, group, task or region, from where it is listed; of a group of waits, of "
		 "these alone; Esc shows that of all again.",
	.klass = GT_WHERE_LIST,
	.list = gt_table_pane_list,
	.rows_pending = gt_table_pane_rows_pending,
	.moved = gt_table_pane_moved,
	.sort_changed = gt_table_pane_sort_changed,
	.filter_changed = gt_table_pane_filter_changed,
	.export_open = gt_profile_tree_export,
	.formats_now = profiles_formats,
	.acts = acts,
	.hints = hints,
	.init = profiles_init,
	.free = profiles_free_pane,
	.table = profiles_table_of,
	.open = profiles_open_of,
	.draw = profiles_draw,
	GT_DETAIL_OPS,
	.fill_detail = profiles_fill_detail,
	.handle = profiles_handle,
	.select_changed = gt_table_pane_select_changed,
	.refresh = gt_table_pane_refresh,
	.status = profiles_status,
	.command = profiles_command,
	.resume = profiles_resume,
	.complete = profiles_complete,
	.commands = commands,
	.save = profiles_save,
	.restore = profiles_restore,
};
