/* The view of waits and profiles: modes of gt_profile_modes, one at a time. */
#include "ui/panes/profiles.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "ui/detail/links.h"
#include "ui/panes/panes.h"
#include "ui/panes/rows.h"

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

void gt_profiles_show(struct gt_pane *pane, enum gt_profile_mode mode, enum gt_profile_mode by, uint64_t key)
{
	struct gt_profiles *v = pane->priv;

	if ((v->mode == mode && v->by == by && v->key == key) || mode >= GT_PROFILE_MODES || by >= GT_PROFILE_MODES)
		return;
	v->mode = mode;
	v->by = by;
	v->key = key;
	gt_profiles_narrow(v, mode);
	gt_app_dirty(pane->app, GT_DIRTY_RECALC);
}

/* The rows of the group under the cursor. */
static void profiles_open_group(struct gt_pane *pane)
{
	struct gt_pane_table *pt = profiles_table_of(pane);
	uint64_t row = gt_pane_table_cursor(pt);

	if (row == UINT64_MAX)
		return;
	gt_app_record(pane->app);
	gt_profiles_show(pane, mode_of(pane)->members, ((struct gt_profiles *)pane->priv)->mode,
			 mode_of(pane)->key(pt->table, row));
}

static void profiles_chosen(struct gt_app *app, void *arg, size_t item, bool checked)
{
	(void)checked;
	gt_app_record(app);
	gt_profiles_show(arg, (enum gt_profile_mode)item, GT_PROFILE_WAITS, 0);
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
	return 0;
}

static void profiles_free_pane(struct gt_pane *pane)
{
	struct gt_profiles *v = pane->priv;

	for (int i = 0; i < GT_PROFILE_MODES; i++)
		gt_pane_table_release(&v->tables[i]);
	gt_detail_release(&v->detail);
	free(v);
}

static void profiles_draw(struct gt_pane *pane, const struct gt_canvas *c)
{
	struct gt_pane_table *pt = profiles_table_of(pane);
	const struct gt_profile_mode_ops *m = mode_of(pane);

	gt_canvas_clear(c);
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

static bool profiles_handle(struct gt_pane *pane, const struct gt_act *act)
{
	struct gt_pane_table *pt = profiles_table_of(pane);
	struct gt_sel sel;

	if (act->action == GT_ACT_GROUP) {
		profiles_ask(pane);
		return true;
	}
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

/* show waits, … */
static int profiles_command(struct gt_pane *pane, const char *const *w, size_t n, struct gt_error *err)
{
	struct gt_buf names = { 0 };

	if (strcmp(w[0], "show") != 0 || n != 2)
		return 1;
	for (int i = 0; i < GT_PROFILE_MODES; i++) {
		if (strcmp(gt_profile_modes[i].name, w[1]) == 0) {
			gt_app_record(pane->app);
			gt_profiles_show(pane, (enum gt_profile_mode)i, GT_PROFILE_WAITS, 0);
			gt_buf_release(&names);
			return 0;
		}
		gt_buf_printf(&names, "%s%s", i ? ", " : "", gt_profile_modes[i].name);
	}
	gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "this view shows %s", gt_buf_str(&names));
	gt_buf_release(&names);
	return GT_ERR_USAGE;
}

static void profiles_complete(struct gt_pane *pane, const char *const *w, size_t n, struct gt_buf *out)
{
	(void)pane;
	for (int i = 0; n == 1 && strcmp(w[0], "show") == 0 && i < GT_PROFILE_MODES; i++)
		gt_buf_printf(out, "%s ", gt_profile_modes[i].name);
}

enum { OWN_MODE, OWN_BY, OWN_KEY, OWN_TREE };

static void profiles_save(struct gt_pane *pane, struct gt_place *place)
{
	const struct gt_profiles *v = pane->priv;
	const struct gt_tree_args *tree = &v->tables[v->mode].args.tree;

	place->own[OWN_MODE] = v->mode;
	place->own[OWN_BY] = v->by;
	place->own[OWN_KEY] = v->key;
	place->own[OWN_TREE] = (uint64_t)tree->root << 1 | tree->bottom_up;
}

/* Of a call tree: how it was turned, and what of it was shown. */
static void restore_tree(struct gt_pane_table *pt, uint64_t kept)
{
	struct gt_tree_args *a = &pt->args.tree;

	if (a->root == kept >> 1 && a->bottom_up == (kept & 1))
		return;
	if (a->bottom_up != (kept & 1))
		a->ntoggled = 0;
	a->root = (uint32_t)(kept >> 1);
	a->bottom_up = kept & 1;
	gt_pane_table_show(pt, true);
}

static void profiles_restore(struct gt_pane *pane, const struct gt_place *place)
{
	struct gt_profiles *v = pane->priv;

	if (place->own[OWN_MODE] < GT_PROFILE_MODES)
		restore_tree(&v->tables[place->own[OWN_MODE]], place->own[OWN_TREE]);
	gt_profiles_show(pane, (enum gt_profile_mode)place->own[OWN_MODE], (enum gt_profile_mode)place->own[OWN_BY],
			 place->own[OWN_KEY]);
}

static const char *const commands[] = { "show", NULL };
static const enum gt_action acts[] = {
	GT_ACT_GROUP, GT_ACT_INVERT, GT_ACT_UNFOLD, GT_ACT_FOLD, GT_ACT_RUNTIME, GT_ACT_NONE,
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
		 "the program's goroutines for a processor, also by cause and function. The key . hides the "
		 "runtime's goroutines. Profiles are call trees with flame rows above: a frame is as wide as its time, "
		 "Enter shows only what is below a function, Backspace leads out, + and - unfold and fold, i turns the "
		 "tree over, / lights functions up and says their share.",
	GT_TABLE_PANE_OPS,
	.acts = acts,
	.hints = hints,
	.init = profiles_init,
	.free = profiles_free_pane,
	.table = profiles_table_of,
	.draw = profiles_draw,
	GT_DETAIL_OPS,
	.fill_detail = profiles_fill_detail,
	.handle = profiles_handle,
	.select_changed = gt_table_pane_select_changed,
	.refresh = gt_table_pane_refresh,
	.status = profiles_status,
	.command = profiles_command,
	.complete = profiles_complete,
	.commands = commands,
	.save = profiles_save,
	.restore = profiles_restore,
};
