/* Modes of the view of profiles that are call trees: flame rows above, the tree below. */
#include "ui/panes/profiles/profiles.h"

#include <inttypes.h>

#include "base/human.h"
#include "index/caps.h"
#include "ui/detail/profileof.h"
#include "ui/panes/rows.h"
#include "ui/table/treenav.h"

/* ---- of what it is ---- */

static enum gt_profile_kind kind_of_tree(const struct gt_pane_table *pt)
{
	return (enum gt_profile_kind)gt_tree_args_of(&pt->args)->profile;
}

static struct gt_profile_part made_of(const struct gt_pane_table *pt)
{
	return ((const struct gt_profiles *)pt->owner)->made_of[kind_of_tree(pt)];
}

enum gt_narrowed gt_profile_narrow_tree(struct gt_pane *pane, struct gt_pane_table *pt, struct gt_mode_part part)
{
	const struct gt_profile_part of = { (enum gt_profile_of)part.what, part.key }, was = made_of(pt);
	struct gt_profiles *v = pane->priv;
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

void gt_profile_tree_status(struct gt_pane *pane, struct gt_buf *out)
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

int gt_profile_tree_head(struct gt_pane_table *pt, const struct gt_canvas *c)
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

void gt_profile_tree_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	const struct gt_call_node *n = gt_tree_node_at(pt, row);

	gt_detail_columns(d, &pt->list, NULL);
	if (n->stack)
		gt_detail_stack_at(d, GT_DETAIL_FULL, "One of its stacks", pt->prog->trace, n->stack,
				   "no stack recorded");
}

/* ---- files ---- */

int gt_profile_tree_export(struct gt_pane *pane, const char *format, bool all, struct gt_exporting **out,
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

#define TREE(its_report, its_columns) { \
	.report = &gt_report_##its_report, .columns = its_columns, GT_TREE_SPEC, .cost = profile_tree_cost, \
	.program = is_of_program, .style = tree_style, .empty = no_profile }

const struct gt_pane_table_spec gt_profile_tree_spec = TREE(calltree, tree_cols);
const struct gt_pane_table_spec gt_profile_samples_spec = TREE(sampletree, sample_cols);
