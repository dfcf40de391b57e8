/* The view of profiles: call trees. */
#include "ui/panes/profiles/profiles.h"

#include <stdlib.h>

#include "ui/detail/profileof.h"
#include "ui/panes/panes.h"
#include "ui/panes/rows.h"

#define HEAD_MIN_ROWS 8       /* a canvas with fewer has no room for the line about all */

/* ---- what it lists ---- */

#define TREE(kind, of, its_name, its_help) [GT_PROFILE_##kind] = { \
	.name = its_name, .help = its_help, .spec = &gt_profile_##of##_spec, \
	.tree = true, .keeps_part = true, .narrow = gt_profile_narrow_tree, .status = gt_profile_tree_status, \
	.head = gt_profile_tree_head, .detail = gt_profile_tree_detail, .next = "Enter shows only what is below it", \
	 .export_open = gt_profile_tree_export }

static const struct gt_mode profiles_modes[] = {
	TREE(NET, tree, "net", "where goroutines wait for the network"),
	TREE(SYNC, tree, "sync", "where they wait for each other"),
	TREE(SYSCALL, tree, "syscall", "where they are in system calls"),
	TREE(SCHED, tree, "schedlat", "what made them runnable before they wait"),
	TREE(CPU, samples, "samples", "where the CPU profile found them"),
	TREE(OFFCPU, tree, "offcpu", "where they stand while they do not run"),
	TREE(CRITPATH, tree, "critpath", "its time, and that of those it waited for"),
};

static const struct gt_modes_spec profiles_shows = {
	.v = profiles_modes, .n = GT_COUNT(profiles_modes), .first = GT_PROFILE_OFFCPU, .head_rows = HEAD_MIN_ROWS,
};

/* What another view asked for (gt_profile_of_ask). */
static void profiles_open_of(struct gt_pane *pane, const struct gt_sel *sel)
{
	const struct gt_program *prog = gt_program_of(pane);
	struct gt_mode_part part = { prog->profile_of.part.what, prog->profile_of.part.id };

	if (gt_app_jump(pane->app, GT_VIEW_PROFILES, sel))
		gt_modes_show(pane, (unsigned)prog->profile_of.kind, part);
}

/* ---- ops ---- */

static void profiles_init(struct gt_pane *pane)
{
	struct gt_profiles *v = pane->priv;

	for (unsigned i = 0; i < GT_PROFILES; i++) {
		gt_lastkept_init(&v->kept[i]);
		*gt_tree_args_in(&gt_mode_table(pane, i)->args) =
			(struct gt_tree_args){ .profile = (uint8_t)i, .kept = &v->kept[i] };
	}
}

static void profiles_free_pane(struct gt_pane *pane)
{
	struct gt_profiles *v = pane->priv;

	for (int i = 0; i < GT_PROFILES; i++) {
		gt_lastkept_release(&v->kept[i]);
		gt_profile_names_release(&v->names[i]);
	}
}

/* Esc: of all again. */
static bool profiles_cancel(struct gt_pane *pane)
{
	if (!pane->modes->part.what || gt_app_works(pane->app))
		return false;
	gt_app_record(pane->app);
	return gt_modes_show(pane, pane->modes->now, (struct gt_mode_part){ 0 });
}

static bool profiles_handle(struct gt_pane *pane, const struct gt_act *act)
{
	/* Another profile of the same. */
	if (act->action == GT_ACT_PROFILE_OF) {
		gt_profile_of_ask(pane->app, (enum gt_profile_of)pane->modes->part.what, pane->modes->part.key);
		return true;
	}
	return (act->action == GT_ACT_CANCEL && profiles_cancel(pane)) || gt_rows_handle(pane, act);
}

const struct gt_pane_ops gt_pane_profiles = {
	.name = "profiles",
	.title = "Profiles",
	.about = "Call trees with flame rows above: a frame is as wide as its time, a package has one colour, narrow "
		 "frames are joined. / lights functions up and says their share. P, where a goroutine, group, task "
		 "or region is listed, shows a profile of that alone, of a group of waits, of these; Esc shows that "
		 "of all again.",
	GT_TABLE_PANE_OPS,
	GT_ROWS_PANE_OPS(struct gt_profiles, profiles_shows),
	.acts = GT_ACTIONS(GT_ACT_GROUP, GT_ACT_INVERT, GT_ACT_FLAT, GT_ACT_UNFOLD, GT_ACT_FOLD,
		GT_ACT_UNFOLD_ALL, GT_ACT_RUNTIME),
	.hints = GT_ACTIONS(GT_ACT_GROUP),
	.init = profiles_init,
	.free = profiles_free_pane,
	.open = profiles_open_of,
	.handle = profiles_handle,
	.refresh = gt_table_pane_refresh,
};
