/* Call trees as files for other tools: folded stacks, and pprof's. */
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "format/profile.h"
#include "ui/panes/profile_trees.h"
#include "ui/panes/rows.h"

#define STEP_STACKS 64

const char *const gt_profile_tree_formats[] = { "text", "table", "csv", "json", "ndjson", "folded", "pprof", NULL };

/* Looking a tree up costs as much as its stacks; making it, as reading the slices of the range. */
uint64_t gt_profile_tree_cost(const struct gt_pane_table *pt)
{
	struct gt_table_args a = pt->args;
	struct gt_profile_args args;

	if (!a.limited) {
		a.from = INT64_MIN;
		a.to = INT64_MAX;
	}
	a.progress = NULL;
	args = gt_profile_args_of(&a, (enum gt_profile_kind)a.tree.profile);
	if (gt_kept_has(a.tree.kept, pt->prog->trace, &args, gt_calltree_form_of(&a.tree)))
		return 0;
	return gt_rows_slices_cost(pt) + gt_trace_info(pt->prog->trace)->goroutines;
}

struct tree_export {
	struct gt_exporting head;
	struct gt_trace *t;
	struct gt_profile part;       /* the stacks that are shown */
	size_t at;                    /* of them that are out */
	bool pprof;
};

static bool tree_export_step(struct gt_exporting *head, struct gt_buf *out)
{
	struct tree_export *e = (struct tree_export *)head;
	size_t left = e->part.n - e->at, n = left < STEP_STACKS ? left : STEP_STACKS;

	if (e->pprof) {
		/* One protobuf, packed at the end.  Without memory for that the file stays empty. */
		gt_profile_pprof(out, e->t, &e->part, NULL);
		return true;
	}
	gt_profile_folded(out, e->t, e->part.stacks + e->at, n);
	e->at += n;
	return e->at == e->part.n;
}

static double tree_export_share(const struct gt_exporting *head)
{
	const struct tree_export *e = (const struct tree_export *)head;

	return e->part.n ? (double)e->at / (double)e->part.n : 1;
}

static void tree_export_close(struct gt_exporting *head)
{
	struct tree_export *e = (struct tree_export *)head;

	gt_profile_release(&e->part);
	free(e);
}

/* By node: it is in the list, because it passes the filters; NULL: there are none. */
static uint8_t *listed_nodes(const struct gt_pane_table *pt)
{
	uint8_t *nodes;

	if (!pt->filter || !pt->view)
		return NULL;
	nodes = gt_xcalloc(gt_calltree_of(pt->table)->n + 1, 1);
	for (uint64_t i = 0; i < gt_view_count(pt->view); i++)
		nodes[gt_calltree_node(pt->table, gt_view_row(pt->view, i))] = 1;
	return nodes;
}

/* The stacks that lead through what is shown, each with all its frames. */
static void take_shown(struct tree_export *e, const struct gt_pane_table *pt, const struct gt_profile *p)
{
	const struct gt_calltree *tree = gt_calltree_of(pt->table);
	uint32_t root = pt->shown.tree.root < tree->n ? pt->shown.tree.root : 0;
	uint8_t *wanted = listed_nodes(pt);

	e->part = (struct gt_profile){ .kind = p->kind, .stacks = gt_xcalloc(p->n + 1, sizeof *p->stacks) };
	for (size_t i = 0; i < p->n; i++)
		if (gt_calltree_shows(tree, e->t, p->stacks[i].stack, gt_calltree_form_of(&pt->shown.tree),
				       root, wanted))
			e->part.stacks[e->part.n++] = p->stacks[i];
	free(wanted);
}

int gt_profile_tree_export(struct gt_pane *pane, const char *format, bool all, struct gt_exporting **out,
			   struct gt_error *err)
{
	static const struct gt_exporting_ops ops = {
		.step = tree_export_step, .share = tree_export_share, .close = tree_export_close,
	};
	struct gt_pane_table *pt = pane->ops->table(pane);
	bool pprof = strcmp(format, "pprof") == 0;
	struct gt_kept_profile *kept;
	struct tree_export *e;

	if (!pprof && strcmp(format, "folded") != 0)
		return gt_table_pane_export_open(pane, format, all, out, err);
	if (pt->list.rows == 0)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "there is nothing to export here");
	kept = gt_calltree_kept(pt->table);
	e = gt_xcalloc(1, sizeof *e);
	e->head.ops = &ops;
	e->t = pt->prog->trace;
	e->pprof = pprof;
	take_shown(e, pt, gt_kept_profile(kept));
	gt_kept_put(kept);
	*out = &e->head;
	return 0;
}
