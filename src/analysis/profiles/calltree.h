/* A profile as a call tree: what each function waited for, itself and in what it called. */
#ifndef GT_ANALYSIS_CALLTREE_H
#define GT_ANALYSIS_CALLTREE_H

#include "analysis/profiles/profile.h"

/*
 * A node is a path of functions from the root, which stands for all.  Top-down the root's children are the
 * outermost functions; bottom-up they are the innermost ones, and a node's children are its callers.  A
 * function that calls itself is a path of several nodes, and a stack counts once in each of its nodes.
 */
struct gt_call_node {
	uint32_t func, file;  /* string rows; func 0: the function is pc, or no stack was recorded */
	uint32_t parent;      /* a lower number; the root's is 0 */
	uint32_t end;         /* the first node behind its children, their children … */
	uint32_t depth;       /* of the root: 0 */
	uint32_t stack;       /* stack row of the first of its stacks, 0: none */
	uint8_t kind;         /* of critpath: it stands for a kind of segments (gt_profile_stack.kind); else 0 */
	bool lines;           /* it stands for several lines; else `line` */
	uint64_t pc, line;
	uint64_t count;       /* waits */
	int64_t total, self;  /* ns (of cpu: samples): of all its stacks; of those that end here */
};

/* A node of a tree of two sides: what it was before, and by how much it moved; the node itself says what it is now. */
struct gt_call_diff {
	const struct gt_trace *t;    /* whose strings and stack the node has */
	uint64_t count;
	int64_t total, self;
	double moved;         /* per second: the changes of `self` in it and below, added up whatever their signs */
};

/*
 * The first is the root; a node's children follow it, the largest first; of two sides the one that moved most.
 */
struct gt_calltree {
	struct gt_call_node *nodes;
	struct gt_call_diff *diff;   /* of each node, in a tree of two sides; else NULL */
	double seconds[2];           /* of two sides: the time that each is of, before and now */
	uint32_t n;
	bool cut;             /* more nodes than GT_CALLTREE_NODES: what is missing is counted in their callers' self */
};

#define GT_CALLTREE_NODES (UINT32_C(1) << 20)

/* What a table of a tree is opened with: what of it is shown. */
#define GT_TREE_TOGGLES 60
struct gt_tree_args {
	uint8_t profile;      /* enum gt_profile_kind */
	uint8_t ntoggled;
	bool bottom_up;
	bool flat;            /* no tree: a node for each function, wherever it was called */
	bool folds;           /* difftree: small nodes are folded; the other trees fold theirs always */
	bool unfolded;        /* small nodes, too */
	uint32_t root;        /* only this node and those below it */
	uint32_t toggled[GT_TREE_TOGGLES]; /* nodes that are folded where they would be unfolded, or unfolded */
	struct gt_lastkept *kept; /* where the profile is, or is put when made (analysis/profiles/kept.h); NULL */
};
GT_OWN_ARGS(gt_tree_args)

/* What a tree is of. */
enum gt_calltree_form {
	GT_CALLTREE_DOWN, GT_CALLTREE_UP,
	GT_CALLTREE_FLAT,     /* all functions are children of the root: a stack counts once in each of its functions */
	GT_CALLTREE_FORMS
};
GT_INLINE enum gt_calltree_form gt_calltree_form_of(const struct gt_tree_args *a)
{
	return a->flat ? GT_CALLTREE_FLAT : a->bottom_up ? GT_CALLTREE_UP : GT_CALLTREE_DOWN;
}

void gt_calltree_make(struct gt_calltree *c, const struct gt_trace *t, const struct gt_profile *p,
		      enum gt_calltree_form form);
/* A tree of two sides: functions are the same where their names are.  seconds: the time of each side. */
void gt_calltree_join(struct gt_calltree *c, const struct gt_profiled *parts, size_t n, const double *seconds,
		      enum gt_calltree_form form);
void gt_calltree_release(struct gt_calltree *c);

/*
 * Whether a stack of the profile, which is one of t's, belongs to what is shown of its tree: its path leads through
 * the node `root`, and there or below meets a node that is wanted[] (NULL: any).
 */
bool gt_calltree_shows(const struct gt_calltree *c, const struct gt_trace *t, uint32_t stack,
		       enum gt_calltree_form form, uint32_t root, const uint8_t *wanted);

/*
 * What a table of a tree's nodes begins with: a row is a node that no folded node hides.  struct gt_tree_args
 * says which are folded and where the tree begins.
 */
struct gt_tree_table {
	struct gt_table head;
	const struct gt_calltree *tree;
	uint32_t *rows;       /* node of each row, ascending */
	uint8_t *folded;
};
/*
 * When the tree is known.  small: nodes that are a small part of the whole are folded at first.  Nothing is
 * folded if rows will be filtered.
 */
void gt_tree_table_fill(struct gt_tree_table *t, const struct gt_table_args *args, bool small);
void gt_tree_table_release(struct gt_tree_table *t);

/* Of such a table: its tree, and the node of a row. */
const struct gt_calltree *gt_calltree_of(const struct gt_table *t);
uint32_t gt_calltree_node(const struct gt_table *t, uint64_t row);
/* The row of a node, or of the one that hides it. */
uint64_t gt_calltree_row(const struct gt_table *t, uint32_t node);
bool gt_calltree_folded(const struct gt_table *t, uint64_t row);
/* Where the tree that is shown begins. */
uint32_t gt_calltree_root(const struct gt_calltree *c, const struct gt_tree_args *args);

/* Tables of the tree of a profile. */
extern const struct gt_report gt_report_calltree, gt_report_sampletree;
/* What a node weighs per second, `side` 0: before, 1: now; its change, 0 if one of the sides has no time. */
double gt_call_per_second(const struct gt_calltree *c, uint32_t node, unsigned side);
double gt_call_change(const struct gt_calltree *c, uint32_t node);
/* 1: it weighs more than before, by more than a tenth of the larger; -1: less; 0: about as much. */
int gt_call_sign(const struct gt_calltree *c, uint32_t node);
/* The function of a node, for people; in a tree of two sides t is that of gt_call_diff. */
void gt_call_node_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_call_node *n);
/* Its file and, if it is one, its line; nothing if that is not known. */
void gt_call_node_place(struct gt_buf *out, const struct gt_trace *t, const struct gt_call_node *n);
/* What of the profile did not end, of such a table. */
void gt_calltree_unfinished(const struct gt_table *t, uint64_t *count, int64_t *ns);

#endif
