/* A profile as a call tree. */
#include "analysis/profiles/calltree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/sat.h"
#include "base/strtab.h"
#include "base/xalloc.h"

#define SAME_PART 0.1           /* a change of less is none */

#define NO_NODE UINT32_MAX

/* While it is made nodes are in the order in which they are met. */
struct grower {
	const struct gt_trace *t;
	struct gt_call_node *nodes;
	uint32_t *next;               /* of each node the sibling that was met before it */
	uint32_t *first;              /* ... and its last child */
	size_t n, cap, cap_next, cap_first;
	struct gt_map by_path;        /* parent, function */
	struct gt_map by_pc;          /* functions without a name, counted */
	bool cut;
	/* Of two sides: what each node was before; names of functions, and of one trace the row of each. */
	bool joins, old;
	struct gt_call_diff *diff;
	size_t cap_diff;
	struct gt_strtab names;
	struct gt_map by_row;
	/* GT_CALLTREE_FLAT: by node the last stack, counted from 1, that met it. */
	size_t *met, nmet, cap_met, stacks;
};

static uint32_t grow_node(struct grower *g, struct gt_call_node node)
{
	GT_GROW(g->nodes, g->cap, g->n + 1);
	GT_GROW(g->next, g->cap_next, g->n + 1);
	GT_GROW(g->first, g->cap_first, g->n + 1);
	if (g->joins) {
		GT_GROW(g->diff, g->cap_diff, g->n + 1);
		g->diff[g->n] = (struct gt_call_diff){ .t = g->t };
	}
	g->nodes[g->n] = node;
	g->first[g->n] = NO_NODE;
	g->next[g->n] = NO_NODE;
	return (uint32_t)g->n++;
}

/* The same number for the same name in all traces. */
static uint32_t tree_name(struct grower *g, uint32_t func)
{
	uint32_t id = gt_map_get(&g->by_row, func);
	const char *s;
	size_t n;

	if (id != GT_MAP_NONE)
		return id;
	s = gt_trace_string(g->t, func, &n);
	id = gt_strtab_add(&g->names, s, n);
	gt_map_put(&g->by_row, func, id);
	return id;
}

/* Functions by name, those without one by their PC: string rows are below 2^31, and so are these numbers. */
static uint32_t tree_function(struct grower *g, const struct gt_frame *f)
{
	if (f->func)
		return (g->joins ? tree_name(g, f->func) : f->func) & INT32_MAX;
	return UINT32_C(1) << 31 | gt_map_get_or_put(&g->by_pc, f->pc, (uint32_t)g->by_pc.count & INT32_MAX, NULL);
}

/* The child of a node that has that key; the node itself if there is no room for more. */
static uint32_t grow_child(struct grower *g, uint32_t parent, uint32_t which, struct gt_call_node node)
{
	uint64_t key = (uint64_t)parent << 32 | which;
	uint32_t at = gt_map_get(&g->by_path, key);

	if (at != GT_MAP_NONE) {
		g->nodes[at].lines |= g->nodes[at].line != node.line;
		return at;
	}
	if (g->n >= GT_CALLTREE_NODES) {
		g->cut = true;
		return parent;
	}
	node.parent = parent;
	node.depth = g->nodes[parent].depth + 1;
	at = grow_node(g, node);
	gt_map_put(&g->by_path, key, at);
	g->next[at] = g->first[parent];
	g->first[parent] = at;
	return at;
}

static uint32_t tree_step(struct grower *g, uint32_t parent, const struct gt_frame *f, uint32_t stack)
{
	return grow_child(g, parent, tree_function(g, f), (struct gt_call_node){
		.func = f->func, .file = f->file, .pc = f->pc, .line = f->line, .stack = stack });
}

static void tree_weigh(struct grower *g, uint32_t node, const struct gt_profile_stack *s)
{
	*(g->old ? &g->diff[node].count : &g->nodes[node].count) += s->count;
	gt_sat_grow(g->old ? &g->diff[node].total : &g->nodes[node].total, s->ns);
}

/* Whether the stack that is added meets this function for the first time. */
static bool tree_meets_first(struct grower *g, uint32_t node)
{
	GT_GROW(g->met, g->cap_met, g->n);
	while (g->nmet < g->n)
		g->met[g->nmet++] = 0;
	if (g->met[node] == g->stacks)
		return false;
	g->met[node] = g->stacks;
	return true;
}

/* Of critpath a kind of segments lies between the root and its stacks, in either direction. */
static uint32_t tree_kind(struct grower *g, const struct gt_profile_stack *s)
{
	struct gt_call_node node = { .kind = s->kind, .stack = s->stack };
	uint32_t at = grow_child(g, 0, UINT32_MAX - s->kind, node);

	if (at)
		tree_weigh(g, at, s);
	return at;
}

static void tree_add(struct grower *g, const struct gt_profile_stack *s, enum gt_calltree_form form)
{
	uint32_t depth = s->stack ? gt_stack_depth(g->t, s->stack) : 0, at = 0;
	struct gt_frame f = { .func = 0 };

	tree_weigh(g, 0, s);
	g->stacks++;
	if (s->kind && form != GT_CALLTREE_FLAT)
		at = tree_kind(g, s);
	for (uint32_t i = 0; i < (depth ? depth : 1); i++) {
		uint32_t child;

		if (depth && !gt_stack_frame(g->t, s->stack, form == GT_CALLTREE_UP ? i : depth - 1 - i, &f))
			continue;
		child = tree_step(g, form == GT_CALLTREE_FLAT ? 0 : at, &f, s->stack);
		if (form == GT_CALLTREE_FLAT ? child && tree_meets_first(g, child) : child != at)
			tree_weigh(g, child, s);
		at = child;
	}
	gt_sat_grow(g->old ? &g->diff[at].self : &g->nodes[at].self, s->ns);
}

/* ---- the order of the nodes ---- */

struct child {
	int64_t size;
	uint32_t node;
};

/* The smallest first, as they are taken from the end of a stack; of equal ones the one met last. */
static int tree_by_size(const void *a, const void *b)
{
	const struct child *x = a, *y = b;

	return GT_ASC(x, y, size) ?: GT_DESC(x, y, node);
}

/* Of what moved per second a thousandth of a ns makes a difference. */
static int64_t tree_size(const struct grower *g, uint32_t node)
{
	return g->joins ? gt_sat_of_double(g->diff[node].moved * 1000) : g->nodes[node].total;
}

/* Nodes in the order of the tree: an explicit stack, as stacks of a file may be deep. */
static void tree_order(const struct grower *g, struct gt_calltree *c)
{
	struct child *todo = NULL;
	size_t n = 0, cap = 0;

	c->nodes = gt_xcalloc(g->n, sizeof *c->nodes);
	c->diff = g->joins ? gt_xcalloc(g->n, sizeof *c->diff) : NULL;
	GT_GROW(todo, cap, 1);
	todo[n++] = (struct child){ .node = 0 };
	while (n) {
		uint32_t from = todo[--n].node, at = c->n++;
		size_t start = n;

		c->nodes[at] = g->nodes[from];
		c->nodes[at].end = 1;
		if (c->diff)
			c->diff[at] = g->diff[from];
		for (uint32_t k = g->first[from]; k != NO_NODE; k = g->next[k]) {
			GT_GROW(todo, cap, n + 1);
			todo[n++] = (struct child){ tree_size(g, k), k };
			g->nodes[k].parent = at;
		}
		if (n > start + 1)
			qsort(todo + start, n - start, sizeof *todo, tree_by_size);
	}
	free(todo);
	/* `end` is a number of nodes until here. */
	for (uint32_t i = c->n; i-- > 1;)
		c->nodes[c->nodes[i].parent].end += c->nodes[i].end;
	for (uint32_t i = 0; i < c->n; i++)
		c->nodes[i].end += i;
}

/* ---- two sides ---- */

/* What an amount before and one now differ by, per second. */
static double tree_change(const double *seconds, int64_t before, int64_t now)
{
	return seconds[0] > 0 && seconds[1] > 0 ? (double)now / seconds[1] - (double)before / seconds[0] : 0;
}

/* A function of a flat tree moves as a whole; else nodes were met after the one that they are below. */
static void tree_move(struct grower *g, const double *seconds, enum gt_calltree_form form)
{
	for (size_t i = 0; i < g->n; i++) {
		const struct gt_call_node *n = &g->nodes[i];
		struct gt_call_diff *d = &g->diff[i];

		d->moved = form == GT_CALLTREE_FLAT && i ? fabs(tree_change(seconds, d->total, n->total))
							 : fabs(tree_change(seconds, d->self, n->self));
	}
	for (size_t i = g->n; i-- > 1 && form != GT_CALLTREE_FLAT;)
		g->diff[g->nodes[i].parent].moved += g->diff[i].moved;
}

double gt_call_per_second(const struct gt_calltree *c, uint32_t node, unsigned side)
{
	double total = (double)(side ? c->nodes[node].total : c->diff[node].total);

	return c->seconds[side] > 0 ? total / c->seconds[side] : 0;
}

double gt_call_change(const struct gt_calltree *c, uint32_t node)
{
	return tree_change(c->seconds, c->diff[node].total, c->nodes[node].total);
}

int gt_call_sign(const struct gt_calltree *c, uint32_t node)
{
	double a = gt_call_per_second(c, node, 0), b = gt_call_per_second(c, node, 1), change = gt_call_change(c, node);

	if (fabs(change) <= SAME_PART * (a > b ? a : b))
		return 0;
	return change > 0 ? 1 : -1;
}

/* ---- the whole ---- */

static void grow_part(struct grower *g, const struct gt_profiled *part, enum gt_calltree_form form)
{
	g->t = part->t;
	g->old = part->old;
	if (!g->n)
		grow_node(g, (struct gt_call_node){ .func = 0 });
	gt_map_init(&g->by_row);
	for (size_t i = 0; i < part->p->n; i++)
		tree_add(g, &part->p->stacks[i], form);
	gt_map_release(&g->by_row);
}

static void tree_make(struct gt_calltree *c, const struct gt_profiled *parts, size_t n, const double *seconds,
		      enum gt_calltree_form form)
{
	struct grower g = { .joins = seconds != NULL };

	gt_map_init(&g.by_path);
	gt_map_init(&g.by_pc);
	gt_strtab_init(&g.names);
	*c = (struct gt_calltree){ .n = 0 };
	for (size_t i = 0; i < n; i++)
		grow_part(&g, &parts[i], form);
	if (seconds) {
		memcpy(c->seconds, seconds, sizeof c->seconds);
		tree_move(&g, seconds, form);
	}
	tree_order(&g, c);
	c->cut = g.cut;
	gt_map_release(&g.by_path);
	gt_map_release(&g.by_pc);
	gt_strtab_release(&g.names);
	free(g.nodes);
	free(g.diff);
	free(g.next);
	free(g.first);
	free(g.met);
}

void gt_calltree_make(struct gt_calltree *c, const struct gt_trace *t, const struct gt_profile *p,
		      enum gt_calltree_form form)
{
	const struct gt_profiled part = { .t = t, .p = p };

	tree_make(c, &part, 1, NULL, form);
}

void gt_calltree_join(struct gt_calltree *c, const struct gt_profiled *parts, size_t n, const double *seconds,
		      enum gt_calltree_form form)
{
	tree_make(c, parts, n, seconds, form);
}

/* Whether a node is a function of t: of two sides by its name, as its row may be one of another trace. */
static bool tree_is(const struct gt_calltree *c, uint32_t node, const struct gt_trace *t, const struct gt_frame *f)
{
	const struct gt_call_node *n = &c->nodes[node];
	size_t a, b;
	const char *x, *y;

	if (!n->func || !f->func)
		return n->func == f->func && n->pc == f->pc;
	if (!c->diff || c->diff[node].t == t)
		return n->func == f->func;
	x = gt_trace_string(c->diff[node].t, n->func, &a);
	y = gt_trace_string(t, f->func, &b);
	return a == b && !memcmp(x, y, a);
}

/* The child of a node, GT_NO_ROW if there is none: the tree was cut. */
static uint32_t tree_child(const struct gt_calltree *c, uint32_t node, const struct gt_trace *t,
			   const struct gt_frame *f)
{
	for (uint32_t k = node + 1; k < c->nodes[node].end; k = c->nodes[k].end)
		if (tree_is(c, k, t, f))
			return k;
	return GT_NO_ROW;
}

bool gt_calltree_shows(const struct gt_calltree *c, const struct gt_trace *t, uint32_t stack,
		       enum gt_calltree_form form, uint32_t root, const uint8_t *wanted)
{
	uint32_t depth = stack ? gt_stack_depth(t, stack) : 0, node = 0;
	bool inside = !root, found = inside && (!wanted || wanted[0]);
	struct gt_frame f = { .func = 0 };

	for (uint32_t i = 0; !found && i < (depth ? depth : 1); i++) {
		if (depth && !gt_stack_frame(t, stack, form == GT_CALLTREE_UP ? i : depth - 1 - i, &f))
			continue;
		node = tree_child(c, form == GT_CALLTREE_FLAT ? 0 : node, t, &f);
		if (node == GT_NO_ROW)
			return false;
		inside |= node == root;
		found = inside && (!wanted || wanted[node]);
	}
	return found;
}

void gt_calltree_release(struct gt_calltree *c)
{
	free(c->nodes);
	free(c->diff);
	*c = (struct gt_calltree){ .n = 0 };
}
