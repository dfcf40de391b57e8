/* The nodes of a call tree as a table: what the pane of profiles lists. */
#include <inttypes.h>
#include <stdlib.h>

#include "analysis/paths/critical.h"
#include "analysis/profiles/kept.h"
#include "analysis/stacks/stacktext.h"
#include "base/bisect.h"
#include "base/xalloc.h"

/* Nodes with a smaller part of the whole than one in so many are folded at first. */
#define SMALL 50
/* Names are not pushed further to the right. */
#define MAX_INDENT 24

struct tree_table {
	struct gt_tree_table of;
	struct gt_kept_profile *profile;
};

void gt_call_node_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_call_node *n)
{
	struct gt_frame f = { .func = n->func, .pc = n->pc };
	size_t len;
	const char *s = gt_trace_string(t, n->func, &len);

	if (!n->depth)
		gt_buf_puts(out, "all");
	else if (n->kind)
		gt_buf_puts(out, gt_seg_name((enum gt_seg_kind)(n->kind - 1)));
	else if (len)
		gt_buf_add(out, s, len);
	else if (n->pc)
		gt_frame_pc_text(out, &f);
	else
		gt_buf_puts(out, "no stack recorded");
}

static const void *node_at(struct gt_table *t)
{
	return &gt_calltree_of(t)->nodes[*(const uint32_t *)t->at];
}

static void node_share(struct gt_table *t, struct gt_cell *out)
{
	int64_t all = gt_calltree_of(t)->nodes[0].total;

	if (all > 0)
		gt_cell_r(out, (double)((const struct gt_call_node *)t->at)->total / (double)all);
}

static void node_func(struct gt_table *t, struct gt_buf *out)
{
	const struct gt_call_node *n = t->at;

	gt_buf_fill(out, ' ', n->depth < MAX_INDENT ? n->depth : MAX_INDENT);
	gt_call_node_text(out, t->trace, n);
}

void gt_call_node_place(struct gt_buf *out, const struct gt_trace *t, const struct gt_call_node *n)
{
	size_t len;
	const char *s = gt_trace_string(t, n->file, &len);

	if (!n->file)
		return;
	gt_buf_add(out, s, len);
	if (!n->lines)
		gt_buf_printf(out, ":%" PRIu64, n->line);
}

static void node_place(struct gt_table *t, struct gt_buf *out)
{
	gt_call_node_place(out, t->trace, t->at);
}

/* ---- rows ---- */

/* Of two sides what moved: what is gone weighs nothing any more. */
static bool weighs_little(const struct gt_calltree *c, uint32_t node)
{
	if (c->diff)
		return c->diff[node].moved < c->diff[0].moved / SMALL;
	return c->nodes[node].total < c->nodes[0].total / SMALL;
}

static bool is_folded(const struct gt_calltree *c, const struct gt_tree_args *a, bool small, uint32_t node)
{
	const struct gt_call_node *n = &c->nodes[node];
	bool folded = small && !a->unfolded && n->depth && weighs_little(c, node);

	for (unsigned i = 0; i < a->ntoggled; i++)
		folded ^= a->toggled[i] == node;
	return folded && n->end > node + 1;
}

uint32_t gt_calltree_root(const struct gt_calltree *c, const struct gt_tree_args *args)
{
	return args->root < c->n ? args->root : 0;
}

void gt_tree_table_fill(struct gt_tree_table *t, const struct gt_table_args *args, bool small)
{
	const struct gt_tree_args *own = gt_tree_args_of(args);
	const struct gt_calltree *c = t->tree;
	uint32_t root = gt_calltree_root(c, own), end = c->nodes[root].end;

	t->rows = gt_xcalloc(end - root, sizeof *t->rows);
	t->folded = gt_xcalloc(end - root, 1);
	for (uint32_t i = root; i < end;) {
		bool folded = !args->filtered && i != root && is_folded(c, own, small, i);

		t->rows[t->head.rows] = i;
		t->folded[t->head.rows++] = folded;
		i = folded ? c->nodes[i].end : i + 1;
	}
}

void gt_tree_table_release(struct gt_tree_table *t)
{
	free(t->rows);
	free(t->folded);
}

/* ---- the table of one profile ---- */

static int tree_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct tree_table *tt = (struct tree_table *)t;
	const struct gt_tree_args *own = gt_tree_args_of(args);
	struct gt_profile_args a = gt_profile_args_of(args, (enum gt_profile_kind)own->profile);
	int rc = gt_kept_get(own->kept, &tt->profile, t->trace, &a, err);

	if (rc)
		return rc;
	tt->of.tree = gt_kept_tree(tt->profile, t->trace, gt_calltree_form_of(own));
	if (tt->of.tree->n)
		gt_tree_table_fill(&tt->of, args, true);
	return 0;
}

static const void *tree_row(struct gt_table *t, uint64_t row)
{
	return &((struct gt_tree_table *)t)->rows[row];
}

static void tree_close(struct gt_table *t)
{
	struct tree_table *tt = (struct tree_table *)t;

	gt_shared_put(tt->profile);
	gt_tree_table_release(&tt->of);
}

const struct gt_calltree *gt_calltree_of(const struct gt_table *t)
{
	return ((const struct gt_tree_table *)t)->tree;
}

struct gt_kept_profile *gt_calltree_kept(const struct gt_table *t)
{
	return gt_shared_ref(((const struct tree_table *)t)->profile);
}

uint32_t gt_calltree_node(const struct gt_table *t, uint64_t row)
{
	return ((const struct gt_tree_table *)t)->rows[row];
}

uint64_t gt_calltree_row(const struct gt_table *t, uint32_t node)
{
	const uint32_t *rows = ((const struct gt_tree_table *)t)->rows;
	uint64_t lo = 0, hi = t->rows;

	lo = GT_BISECT(i, lo, hi, rows[i] <= node);
	return lo ? lo - 1 : 0;
}

bool gt_calltree_folded(const struct gt_table *t, uint64_t row)
{
	return ((const struct gt_tree_table *)t)->folded[row];
}

void gt_calltree_unfinished(const struct gt_table *t, uint64_t *count, int64_t *ns)
{
	const struct gt_profile *p = &((const struct tree_table *)t)->profile->profile;

	*count = p->unfinished;
	*ns = p->unfinished_ns;
}

#define NODE(member) GT_FIELD(struct gt_call_node, member), .of = node_at
#define SHARE { "share", "Share", GT_KIND_SHARE, GT_COL_DESC, 6, "of all that the profile has", \
		.cell = node_share, .of = node_at }
#define FUNC { "func", "Function", GT_KIND_STRING, 0, 48, "the function, below the one that called it", \
	.text = node_func, .of = node_at }
#define PLACE { "place", "Place", GT_KIND_STRING, GT_COL_MORE, 36, "its file and, if it is one, its line", \
	.text = node_place, .of = node_at }
#define OPS { .size = sizeof(struct tree_table), .open = tree_open, .row = tree_row, .close = tree_close }

static const struct gt_column tree_columns[] = {
	{ "total_ns", "Total", GT_KIND_DUR, GT_COL_DESC, 9, "waits in it and in what it called", NODE(total) },
	SHARE,
	{ "self_ns", "Self", GT_KIND_DUR, GT_COL_DESC, 9, "waits in it", NODE(self) },
	{ "count", "Count", GT_KIND_COUNT, GT_COL_DESC, 7, "how many waits", NODE(count) },
	FUNC,
	PLACE,
};

static const struct gt_column sample_columns[] = {
	{ "total", "Total", GT_KIND_COUNT, GT_COL_DESC, 9, "samples in it and in what it called", NODE(count) },
	SHARE,
	{ "self", "Self", GT_KIND_COUNT, GT_COL_DESC, 9, "samples in it", NODE(self) },
	FUNC,
	PLACE,
};

const struct gt_report gt_report_calltree = {
	.name = "calltree", .row = "a function below those that called it", GT_REPORT_COLUMNS(tree_columns), .ops = OPS,
};

const struct gt_report gt_report_sampletree = {
	.name = "sampletree", .row = "a function below those that called it", GT_REPORT_COLUMNS(sample_columns),
	.ops = OPS,
};
