/* The report "difftree": a profile of two sides as one call tree. */
#include "analysis/compare/difftree.h"

#include <math.h>

#include "analysis/compare/comparereport.h"
#include "analysis/table/reports.h"
#include "base/sat.h"

/* gt_table_args.group; a pane has gt_tree_args.flat for the same. */
enum { BY_STACK, BY_FUNC };

/* Names are not pushed further to the right. */
#define MAX_INDENT 24

struct difftree {
	struct gt_tree_table of;
	struct gt_joined *joined;
	struct gt_item totals[GT_CMP_SIDES];
	bool samples;         /* what is counted are samples, not ns */
};

/* ---- cells ---- */

static uint32_t difftree_node(const struct gt_table *t)
{
	return (uint32_t)((const struct gt_call_node *)t->at - gt_calltree_of(t)->nodes);
}

static const struct gt_call_diff *node_before(const struct gt_table *t)
{
	return &gt_calltree_of(t)->diff[difftree_node(t)];
}

static void difftree_number(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_u(out, difftree_node(t));
}

static void difftree_parent(struct gt_table *t, struct gt_cell *out)
{
	if (difftree_node(t))
		gt_cell_u(out, ((const struct gt_call_node *)t->at)->parent);
}

static void difftree_func(struct gt_table *t, struct gt_buf *out)
{
	gt_call_node_text(out, node_before(t)->t, t->at);
}

static void difftree_tree(struct gt_table *t, struct gt_buf *out)
{
	const struct gt_call_node *n = t->at;

	gt_buf_fill(out, ' ', n->depth < MAX_INDENT ? n->depth : MAX_INDENT);
	gt_call_node_text(out, node_before(t)->t, n);
}

static void difftree_place(struct gt_table *t, struct gt_buf *out)
{
	gt_call_node_place(out, node_before(t)->t, t->at);
}

/* ns, or a number of samples. */
static void difftree_put(struct gt_table *t, struct gt_cell *out, double v)
{
	if (((const struct difftree *)t)->samples) {
		out->kind = GT_KIND_REAL;
		gt_cell_r(out, v);
	} else {
		gt_cell_i(out, gt_sat_of_double(round(v)));
	}
}

/* What column->at says of; SELF alone or what it called, too; before, after, or after less before. */
enum { DIFF_A, DIFF_B, DIFF_CHANGE, DIFF_SELF = 4 };

static int64_t amount_of(const struct gt_table *t)
{
	const struct gt_call_diff *d = node_before(t);
	const struct gt_call_node *n = t->at;
	bool self = t->column->at & DIFF_SELF;
	int64_t a = self ? d->self : d->total, b = self ? n->self : n->total;
	unsigned which = t->column->at & ~(unsigned)DIFF_SELF;

	return which == DIFF_A ? a : which == DIFF_B ? b : b - a;
}

static void difftree_amount(struct gt_table *t, struct gt_cell *out)
{
	int64_t v = amount_of(t);

	if (((const struct difftree *)t)->samples)
		difftree_put(t, out, (double)v);
	else
		gt_cell_i(out, v);
}

static void difftree_rate(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_calltree *tree = gt_calltree_of(t);
	uint32_t node = difftree_node(t);

	difftree_put(t, out, t->column->at == DIFF_CHANGE ? gt_call_change(tree, node) :
							  gt_call_per_second(tree, node, t->column->at));
}

static void difftree_moved(struct gt_table *t, struct gt_cell *out)
{
	difftree_put(t, out, node_before(t)->moved);
}

static void difftree_change(struct gt_table *t, struct gt_buf *out)
{
	const struct gt_calltree *tree = gt_calltree_of(t);
	uint32_t node = difftree_node(t);

	gt_cmp_factor_text(out, gt_call_per_second(tree, node, GT_CMP_OLD),
			   gt_call_per_second(tree, node, GT_CMP_NEW));
}

static void difftree_count_a(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_u(out, node_before(t)->count);
}

/* ---- the table ---- */

struct gt_joined *gt_difftree_joined(const struct gt_table *t)
{
	return gt_shared_ref(((const struct difftree *)t)->joined);
}

static const void *difftree_row(struct gt_table *t, uint64_t row)
{
	return &gt_calltree_of(t)->nodes[gt_calltree_node(t, row)];
}

static int difftree_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct difftree *d = (struct difftree *)t;
	struct gt_tree_args own = *gt_tree_args_of(args);
	struct gt_sides sides = gt_sides_of(&t->trace, args);
	const struct gt_calltree *tree;
	int rc = gt_joined_get(&d->joined, &sides, args, err);

	if (rc)
		return rc;
	own.flat |= args->group == BY_FUNC;
	d->samples = own.profile == GT_PROFILE_CPU;
	tree = d->of.tree = gt_joined_tree(d->joined, gt_calltree_form_of(&own));
	if (tree->n && (tree->nodes->count || tree->diff->count))
		gt_tree_table_fill(&d->of, args, own.folds);
	return 0;
}

static size_t difftree_totals(struct gt_table *t, const struct gt_item **items)
{
	struct difftree *d = (struct difftree *)t;
	const double *seconds = d->of.tree->seconds;
	size_t n = 0;

	gt_item_ns(&d->totals[n++], "time_a_ns", gt_sat_of_double(seconds[GT_CMP_OLD] * 1e9));
	gt_item_ns(&d->totals[n++], "time_b_ns", gt_sat_of_double(seconds[GT_CMP_NEW] * 1e9));
	*items = d->totals;
	return n;
}

static void difftree_close(struct gt_table *t)
{
	gt_tree_table_release((struct gt_tree_table *)t);
	gt_shared_put(((struct difftree *)t)->joined);
}

#define AMOUNT(key, title, which, flags, help) \
	{ key, title, GT_KIND_DUR, GT_COL_DESC | (flags), 9, help, GT_CELL_ARG(difftree_amount, which) }
#define RATE(key, title, which, help) \
	{ key, title, GT_KIND_DUR, GT_COL_DESC, 9, help, GT_CELL_ARG(difftree_rate, which) }

static const struct gt_column columns[] = {
	RATE("rate_a", "Before/s", DIFF_A, "how long the waits in it and in what it called were before, per second"),
	RATE("rate_b", "After/s", DIFF_B, "the same after"),
	RATE("rate_diff", "Change/s", DIFF_CHANGE, "from the one to the other"),
	{ "change", "Change", GT_KIND_STRING, 0, 8,
		"the same as a percentage or a factor; or new, or gone", .text = difftree_change },
	{ "tree", "Function", GT_KIND_STRING, 0, 40,
		"the function, below the one that called it", .text = difftree_tree },
	AMOUNT("a", "Before", DIFF_A, GT_COL_MORE, "waits in it and in what it called before, as they are"),
	AMOUNT("b", "After", DIFF_B, GT_COL_MORE, "the same after"),
	AMOUNT("diff", "Difference", DIFF_CHANGE, GT_COL_MORE, "after less before, whatever the times of the traces"),
	AMOUNT("self_a", "Self before", DIFF_SELF | DIFF_A, GT_COL_MORE, "waits in it before"),
	AMOUNT("self_b", "Self after", DIFF_SELF | DIFF_B, GT_COL_MORE, "the same after"),
	AMOUNT("self_diff", "Self difference", DIFF_SELF | DIFF_CHANGE, GT_COL_MORE, "after less before"),
	{ "moved", "Moved", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"changes of it and of each function below, per second, added up whatever their signs",
		.cell = difftree_moved },
	{ "count_a", "Count before", GT_KIND_COUNT, GT_COL_DESC | GT_COL_MORE, 7,
		"how many waits before", .cell = difftree_count_a },
	{ "count_b", "Count after", GT_KIND_COUNT, GT_COL_DESC | GT_COL_MORE, 7,
		"the same after", GT_FIELD(struct gt_call_node, count) },
	{ "node", "Node", GT_KIND_ID, GT_COL_MORE, 6, "its number: those below follow it", .cell = difftree_number },
	{ "parent", "Parent", GT_KIND_ID, GT_COL_MORE, 6, "of the one that called it", .cell = difftree_parent },
	{ "depth", "Depth", GT_KIND_ID, GT_COL_MORE, 5, "how many are above it",
		GT_FIELD(struct gt_call_node, depth) },
	{ "func", "Name", GT_KIND_STRING, GT_COL_FUNC | GT_COL_MORE, 36, "the function alone",
		.text = difftree_func },
	{ "place", "Place", GT_KIND_STRING, GT_COL_MORE, 36,
		"its file and, if it is one, its line", .text = difftree_place },
};

static const struct gt_group_word groups[] = {
	{ "func", BY_FUNC, "a row for each function, wherever it was called" },
	{ "stack", BY_STACK, "a row for each path of functions" },
	{ NULL, 0, NULL },
};

static const char *difftree_take(struct gt_table_args *args, enum gt_takes option, const char *value)
{
	enum gt_profile_kind kind = option == GT_TAKES_PROFILE ? gt_profile_find(value) : GT_PROFILE_OFFCPU;

	if (kind == GT_PROFILES)
		return "net, sync, syscall, sched, cpu, offcpu or critpath";
	if (!option || option == GT_TAKES_PROFILE)
		gt_tree_args_in(args)->profile = (uint8_t)kind;
	return NULL;
}

const struct gt_report gt_report_difftree = {
	.name = "difftree",
	.row = "a function in the call tree of a profile of two traces (--profile, --compare=OLD; without: halves)",
	GT_REPORT_COLUMNS(columns),
	.takes = GT_TAKES_COMPARE | GT_TAKES_PROFILE | GT_TAKES_PART,
	.groups = groups,
	.take = difftree_take,
	.ops = { .size = sizeof(struct difftree), .open = difftree_open, .row = difftree_row, .close = difftree_close,
		 .totals = difftree_totals },
};
