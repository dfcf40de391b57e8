/* The view of profiles: call trees. */
#include "ui/panes/profiles/profiles.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/human.h"
#include "index/caps.h"
#include "ui/detail/profileof.h"
#include "ui/panes/panes.h"
#include "ui/panes/rows.h"
#include "ui/table/treenav.h"

#define HEAD_MIN_ROWS 8       /* a canvas with fewer has no room for the line about all */

/* The pane's own. */
struct profiles {
	struct gt_lastkept kept[GT_PROFILES];
	/* What a tree's table was opened for last, and what its arguments point to. */
	struct gt_profile_part made_of[GT_PROFILES];
	struct gt_profile_names names[GT_PROFILES];
};

/* ---- of what it is ---- */

static enum gt_profile_kind kind_of_tree(const struct gt_pane_table *pt)
{
	return (enum gt_profile_kind)gt_tree_args_of(&pt->args)->profile;
}

static struct gt_profile_part made_of(const struct gt_pane_table *pt)
{
	return ((const struct profiles *)pt->owner)->made_of[kind_of_tree(pt)];
}

static enum gt_narrowed narrow_tree(struct gt_pane *pane, struct gt_pane_table *pt, struct gt_mode_part part)
{
	const struct gt_profile_part of = { (enum gt_profile_of)part.what, part.key }, was = made_of(pt);
	struct profiles *v = pane->priv;
	enum gt_profile_kind kind = kind_of_tree(pt);

	if (was.what == of.what && was.id == of.id)
		return GT_NARROWED;
	/* A job may be reading the old name. */
	gt_pane_table_stop(pt);
	v->made_of[kind] = of;
	gt_profile_of_args(&pt->args, &v->names[kind], pt->prog->trace, of);
	gt_tree_forget(&pt->args);
	gt_list_goto(&pt->list, 0, false);
	return GT_NARROWED_REOPEN;
}

static void profile_tree_status(struct gt_pane *pane, struct gt_buf *out)
{
	const struct gt_pane_table *pt = gt_modes_table(pane);

	if (made_of(pt).what == GT_PROFILE_OF_ALL)
		return;
	gt_buf_puts(out, "of ");
	gt_profile_of_text(out, pt->prog->trace, made_of(pt));
	gt_buf_putc(out, ' ');
}

/* ---- rows ---- */

static gt_style tree_style(const struct gt_pane_table *pt, uint64_t row, int col)
{
	if (col == GT_PANE_MARK)
		return GT_ROLE_DIM;
	return gt_tree_node_at(pt, row)->func ? GT_ROLE_NORMAL : GT_ROLE_DIM;
}

/* What somebody asked for is shown, and a path goes through whom it goes. */
static bool is_of_program(const struct gt_pane_table *pt)
{
	return made_of(pt).what == GT_PROFILE_OF_ALL && kind_of_tree(pt) != GT_PROFILE_CRITPATH;
}

static const char *no_profile(const struct gt_pane_table *pt)
{
	static const char *const none[GT_PROFILES] = {
		[GT_PROFILE_NET] = "no goroutine waited for the network here, or these waits did not end",
		[GT_PROFILE_SYNC] = "no goroutine waited for another here, or these waits did not end",
		[GT_PROFILE_SYSCALL] = "no goroutine was in a system call here, or its end is not recorded",
		[GT_PROFILE_SCHED] = "no goroutine waited for a processor here",
		[GT_PROFILE_CPU] = "the CPU profile has no samples here",
		[GT_PROFILE_OFFCPU] = "no goroutine waited here, or these waits did not end",
		[GT_PROFILE_CRITPATH] = "nothing went on here that a critical path could go through",
	};
	enum gt_profile_kind kind = kind_of_tree(pt);

	if (made_of(pt).what >= GT_PROFILE_OF_REASON && !gt_profile_of_waits(kind))
		return "this profile is not one of waits; b chooses one that is";
	if (kind == GT_PROFILE_CPU && !gt_trace_info(pt->prog->trace)->samples)
		return gt_trace_caps(pt->prog->trace).cpu_samples
			? "no CPU samples: the CPU profile was off (pprof.StartCPUProfile) while the trace was recorded"
			: "no CPU samples: traces have them since Go 1.19";
	return none[kind];
}

/* ---- the head ---- */

static void put_amount(struct gt_buf *out, const struct gt_pane_table *pt, int64_t ns)
{
	if (kind_of_tree(pt) == GT_PROFILE_CPU)
		gt_human_many(out, (uint64_t)ns, "sample");
	else
		gt_buf_puts(out, gt_dur_text(ns).s);
}

static void head_text(struct gt_buf *out, const struct gt_pane_table *pt, const struct gt_flame *f)
{
	const struct gt_call_node *root = &f->tree->nodes[f->root];
	int64_t ns, matched = gt_flame_matched(f);
	bool all = made_of(pt).what == GT_PROFILE_OF_ALL;
	uint64_t n;

	gt_profile_of_text(out, pt->prog->trace, made_of(pt));
	gt_buf_puts(out, all ? "" : ": ");
	put_amount(out, pt, root->total);
	if (kind_of_tree(pt) != GT_PROFILE_CPU) {
		gt_buf_puts(out, " in ");
		gt_human_many(out, root->count, kind_of_tree(pt) == GT_PROFILE_CRITPATH ? "segment" : "wait");
	}
	if (f->matcher && root->total > 0) {
		gt_buf_puts(out, "; found: ");
		put_amount(out, pt, matched);
		gt_say(out, " ({})", gt_as_part(matched, root->total));
	}
	gt_calltree_unfinished(pt->table, &n, &ns);
	if (n)
		gt_buf_printf(out, "; %s open, %s", gt_count_text(n).s, gt_dur_text(ns).s);
	gt_tree_put_turned(out, pt, f);
	if (!all)
		gt_buf_puts(out, "; Esc shows those of all");
	if (f->tree->cut)
		gt_buf_puts(out, "; too many stacks: the deepest are cut");
}

static int profile_tree_head(struct gt_pane_table *pt, const struct gt_canvas *c)
{
	struct gt_buf text = { 0 };
	struct gt_flame f;

	if (!pt->table || !gt_calltree_of(pt->table)->n)
		return 0;
	f = gt_tree_flame(pt);
	head_text(&text, pt, &f);
	gt_rows_head_line(c, &text);
	return gt_tree_draw(pt, &f, c, &pt->pane->modes->flame);
}

static void profile_tree_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	const struct gt_call_node *n = gt_tree_node_at(pt, row);

	gt_detail_columns(d, &pt->list, NULL);
	if (n->stack)
		gt_detail_stack_at(d, GT_DETAIL_FULL, "One of its stacks", pt->prog->trace, n->stack,
				   "no stack recorded");
}

/* ---- files ---- */

static int profile_tree_export(struct gt_pane *pane, const char *format, bool all, struct gt_exporting **out,
			   struct gt_error *err)
{
	struct gt_pane_table *pt = pane->ops->table(pane);
	struct gt_kept_profile *kept;
	struct gt_profiled part = { .t = pt->prog->trace };
	int rc;

	if (!gt_is_tree_format(format))
		return gt_table_pane_export_open(pane, format, all, out, err);
	kept = pt->table ? gt_calltree_kept(pt->table) : NULL;
	part.p = kept ? &kept->profile : NULL;
	rc = gt_tree_export_open(out, pt, &part, 1, false, format, err);
	gt_shared_put(kept);
	return rc;
}

/* ---- the tables ---- */

/* Looking a tree up costs as much as its stacks; making it, as reading the slices of the range. */
static uint64_t profile_tree_cost(const struct gt_pane_table *pt)
{
	const struct gt_tree_args *own = gt_tree_args_of(&pt->args);
	struct gt_table_args a = pt->args;
	struct gt_profile_args args;

	if (!a.limited) {
		a.from = INT64_MIN;
		a.to = INT64_MAX;
	}
	a.progress = NULL;
	args = gt_profile_args_of(&a, (enum gt_profile_kind)own->profile);
	if (gt_kept_has(own->kept, pt->prog->trace, &args, gt_calltree_form_of(own)))
		return 0;
	return gt_rows_slices_cost(pt) + gt_trace_info(pt->prog->trace)->goroutines;
}

static const char tree_cols[] = "total share/3 self/2 count/4 mark/1 func:20 place/5";

static const char sample_cols[] = "total share/3 self/2 mark/1 func:20 place/5";

#define SPEC(its_report, its_columns) { \
	.report = &gt_report_##its_report, .columns = its_columns, GT_TREE_SPEC, .cost = profile_tree_cost, \
	.program = is_of_program, .style = tree_style, .empty = no_profile }

static const struct gt_pane_table_spec tree_spec = SPEC(calltree, tree_cols);
static const struct gt_pane_table_spec samples_spec = SPEC(sampletree, sample_cols);

/* ---- what it lists ---- */

#define TREE(kind, of, its_name, its_help) [GT_PROFILE_##kind] = { \
	.name = its_name, .help = its_help, .spec = &of##_spec, \
	.tree = true, .keeps_part = true, .narrow = narrow_tree, .status = profile_tree_status, \
	.head = profile_tree_head, .detail = profile_tree_detail, .next = "Enter shows only what is below it", \
	 .export_open = profile_tree_export }

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
	struct profiles *v = pane->priv;

	for (unsigned i = 0; i < GT_PROFILES; i++) {
		gt_lastkept_init(&v->kept[i]);
		*gt_tree_args_in(&gt_mode_table(pane, i)->args) =
			(struct gt_tree_args){ .profile = (uint8_t)i, .kept = &v->kept[i] };
	}
}

static void profiles_free_pane(struct gt_pane *pane)
{
	struct profiles *v = pane->priv;

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
	GT_ROWS_PANE_OPS(struct profiles, profiles_shows),
	.acts = GT_ACTIONS(GT_ACT_GROUP, GT_ACT_INVERT, GT_ACT_FLAT, GT_ACT_UNFOLD, GT_ACT_FOLD,
		GT_ACT_UNFOLD_ALL, GT_ACT_RUNTIME),
	.hints = GT_ACTIONS(GT_ACT_GROUP),
	.init = profiles_init,
	.free = profiles_free_pane,
	.open = profiles_open_of,
	.handle = profiles_handle,
	.refresh = gt_table_pane_refresh,
};
