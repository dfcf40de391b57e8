/* A profile as a call tree. */
#include "analysis/profiles/calltree.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/sat.h"
#include "base/xalloc.h"

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
	/* GT_CALLTREE_FLAT: by node the last stack, counted from 1, that met it. */
	size_t *met, nmet, cap_met, stacks;
};

static uint32_t grow_node(struct grower *g, struct gt_call_node node)
{
	GT_GROW(g->nodes, g->cap, g->n + 1);
	GT_GROW(g->next, g->cap_next, g->n + 1);
	GT_GROW(g->first, g->cap_first, g->n + 1);
	g->nodes[g->n] = node;
	g->first[g->n] = NO_NODE;
	g->next[g->n] = NO_NODE;
	return (uint32_t)g->n++;
}

/* Functions by name, those without one by their PC: string rows are below 2^31, and so are these numbers. */
static uint32_t tree_function(struct grower *g, const struct gt_frame *f)
{
	if (f->func)
		return f->func & INT32_MAX;
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

static void tree_weigh(struct gt_call_node *n, const struct gt_profile_stack *s)
{
	n->count += s->count;
	gt_sat_grow(&n->total, s->ns);
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
		tree_weigh(&g->nodes[at], s);
	return at;
}

static void tree_add(struct grower *g, const struct gt_profile_stack *s, enum gt_calltree_form form)
{
	uint32_t depth = s->stack ? gt_stack_depth(g->t, s->stack) : 0, at = 0;
	struct gt_frame f = { .func = 0 };

	tree_weigh(&g->nodes[0], s);
	g->stacks++;
	if (s->kind && form != GT_CALLTREE_FLAT)
		at = tree_kind(g, s);
	for (uint32_t i = 0; i < (depth ? depth : 1); i++) {
		uint32_t child;

		if (depth && !gt_stack_frame(g->t, s->stack, form == GT_CALLTREE_UP ? i : depth - 1 - i, &f))
			continue;
		child = tree_step(g, form == GT_CALLTREE_FLAT ? 0 : at, &f, s->stack);
		if (form == GT_CALLTREE_FLAT ? child && tree_meets_first(g, child) : child != at)
			tree_weigh(&g->nodes[child], s);
		at = child;
	}
	gt_sat_grow(&g->nodes[at].self, s->ns);
}

/* ---- the order of the nodes ---- */

struct child {
	int64_t total;
	uint32_t node;
};

/* The smallest first, as they are taken from the end of a stack; of equal ones the one met last. */
static int tree_by_total(const void *a, const void *b)
{
	const struct child *x = a, *y = b;

	if (x->total != y->total)
		return x->total < y->total ? -1 : 1;
	return x->node > y->node ? -1 : 1;
}

/* Nodes in the order of the tree: an explicit stack, as stacks of a file may be deep. */
static void tree_order(const struct grower *g, struct gt_calltree *c)
{
	struct child *todo = NULL;
	size_t n = 0, cap = 0;

	c->nodes = gt_xcalloc(g->n, sizeof *c->nodes);
	GT_GROW(todo, cap, 1);
	todo[n++] = (struct child){ .node = 0 };
	while (n) {
		uint32_t from = todo[--n].node, at = c->n++;
		size_t start = n;

		c->nodes[at] = g->nodes[from];
		c->nodes[at].end = 1;
		for (uint32_t k = g->first[from]; k != NO_NODE; k = g->next[k]) {
			GT_GROW(todo, cap, n + 1);
			todo[n++] = (struct child){ g->nodes[k].total, k };
			g->nodes[k].parent = at;
		}
		if (n > start + 1)
			qsort(todo + start, n - start, sizeof *todo, tree_by_total);
	}
	free(todo);
	/* `end` is a number of nodes until here. */
	for (uint32_t i = c->n; i-- > 1;)
		c->nodes[c->nodes[i].parent].end += c->nodes[i].end;
	for (uint32_t i = 0; i < c->n; i++)
		c->nodes[i].end += i;
}

void gt_calltree_make(struct gt_calltree *c, const struct gt_trace *t, const struct gt_profile *p,
		      enum gt_calltree_form form)
{
	struct grower g = { .t = t };

	gt_map_init(&g.by_path);
	gt_map_init(&g.by_pc);
	*c = (struct gt_calltree){ .n = 0 };
	grow_node(&g, (struct gt_call_node){ .func = 0 });
	for (size_t i = 0; i < p->n; i++)
		tree_add(&g, &p->stacks[i], form);
	tree_order(&g, c);
	c->cut = g.cut;
	gt_map_release(&g.by_path);
	gt_map_release(&g.by_pc);
	free(g.nodes);
	free(g.next);
	free(g.first);
	free(g.met);
}

/* The child of a node, GT_NO_ROW if there is none: the tree was cut. */
static uint32_t tree_child(const struct gt_calltree *c, uint32_t node, const struct gt_frame *f)
{
	for (uint32_t k = node + 1; k < c->nodes[node].end; k = c->nodes[k].end)
		if (c->nodes[k].func == f->func && (f->func || c->nodes[k].pc == f->pc))
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
		node = tree_child(c, form == GT_CALLTREE_FLAT ? 0 : node, &f);
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
	*c = (struct gt_calltree){ .n = 0 };
}
