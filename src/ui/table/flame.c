/* Flame rows: a call tree as rows of frames, as wide as their time. */
#include "ui/table/flame.h"

#include "base/buf.h"
#include "base/utf8.h"

/* Rows that are drawn at most: the path to a node is kept for each. */
#define MAX_ROWS 64

/* A walk over the nodes below the root that have a column: each with its row and its place. */
struct flame_walk {
	const struct gt_flame *f;
	int rows, cols;
	uint32_t at;                    /* the next node */
	int64_t used[MAX_ROWS + 1];     /* by row: time from the left edge that is taken */
	/* the node found */
	uint32_t node;
	int y, x0, x1;
};

static struct flame_walk flame_begin(const struct gt_flame *f, int rows, int cols)
{
	return (struct flame_walk){ .f = f, .rows = rows < MAX_ROWS ? rows : MAX_ROWS, .cols = cols, .at = f->root };
}

static int flame_column(const struct flame_walk *w, int64_t ns)
{
	double share = (double)ns / (double)w->f->tree->nodes[w->f->root].total;

	return share < 1 ? (int)(share * w->cols) : w->cols;
}

static bool flame_next(struct flame_walk *w)
{
	const struct gt_call_node *nodes = w->f->tree->nodes, *root = &nodes[w->f->root];

	while (w->at < root->end && root->total > 0) {
		const struct gt_call_node *n = &nodes[w->at];
		int64_t start;

		w->y = (int)(n->depth - root->depth);
		start = w->y ? w->used[w->y] : 0;
		w->node = w->at;
		w->x0 = flame_column(w, start);
		w->x1 = flame_column(w, start + n->total);
		w->used[w->y] = start + n->total;
		w->used[w->y + 1] = start;
		/* What is not drawn hides what is below it. */
		w->at = w->x1 > w->x0 && w->y + 1 < w->rows ? w->at + 1 : n->end;
		if (w->x1 > w->x0 && w->y < w->rows)
			return true;
	}
	return false;
}

int gt_flame_depth(const struct gt_flame *f, int most)
{
	const struct gt_call_node *nodes = f->tree->nodes;
	int depth = 0;

	for (uint32_t i = f->root; i < nodes[f->root].end && depth < most; i++)
		if (nodes[i].total > 0 && (int)(nodes[i].depth - nodes[f->root].depth) >= depth)
			depth = (int)(nodes[i].depth - nodes[f->root].depth) + 1;
	return depth;
}

static bool flame_matches(const struct gt_flame *f, const struct gt_buf *text)
{
	return f->matcher && gt_matcher_match(f->matcher, gt_buf_str(text), text->len);
}

static void frame_text(const struct gt_flame *f, uint32_t node, struct gt_buf *out)
{
	gt_buf_reset(out);
	gt_call_node_text(out, f->tree->diff ? f->tree->diff[node].t : f->t, &f->tree->nodes[node]);
}

/* Neighbours have different colours, and a function has the same one everywhere. */
static gt_style frame_style(const struct gt_flame *f, uint32_t node, const struct gt_buf *text)
{
	static const gt_style changes[] = { GT_ROLE_BETTER, GT_ROLE_SAME, GT_ROLE_WORSE };
	const struct gt_call_node *n = &f->tree->nodes[node];

	if (node == f->cursor)
		return GT_ROLE_CURSOR;
	if (flame_matches(f, text))
		return GT_ROLE_MATCH;
	if (f->tree->diff)
		return changes[gt_call_sign(f->tree, node) + 1] | GT_FILL;
	if (!n->func)
		return GT_ROLE_RUNTIME | GT_FILL;
	return gt_style_goroutine(n->func) | GT_FILL;
}

void gt_flame_draw(const struct gt_flame *f, const struct gt_canvas *c)
{
	struct flame_walk w = flame_begin(f, c->rows, c->cols);
	struct gt_buf text = { 0 }, fit = { 0 };

	while (flame_next(&w)) {
		int cols = w.x1 - w.x0, x = w.x0 + 1;
		gt_style style;

		gt_buf_reset(&fit);
		frame_text(f, w.node, &text);
		style = frame_style(f, w.node, &text);
		/* A bar at its left tells frames apart where there is no colour. */
		gt_canvas_fill(c, w.y, w.x0, 1, cols, style, " ");
		gt_canvas_text(c, w.y, w.x0, style, gt_canvas_ascii(c) ? "|" : "▏");
		if (f->tree->diff && x < w.x1)
			gt_canvas_textn(c, w.y, x++, style, &"-=+"[gt_call_sign(f->tree, w.node) + 1], 1);
		if (cols < 3 || x >= w.x1)
			continue;
		gt_func_fit(&fit, gt_buf_str(&text), text.len, w.x1 - x, gt_canvas_ascii(c));
		gt_canvas_textn(c, w.y, x, style, gt_buf_str(&fit), fit.len);
	}
	gt_buf_release(&text);
	gt_buf_release(&fit);
}

uint32_t gt_flame_hit(const struct gt_flame *f, int rows, int cols, int y, int x)
{
	struct flame_walk w = flame_begin(f, rows, cols);

	while (flame_next(&w))
		if (w.y == y && x >= w.x0 && x < w.x1)
			return w.node;
	return GT_NO_ROW;
}

int64_t gt_flame_matched(const struct gt_flame *f)
{
	const struct gt_call_node *nodes = f->tree->nodes;
	struct gt_buf text = { 0 };
	int64_t ns = 0;

	for (uint32_t i = f->root + 1; f->matcher && i < nodes[f->root].end;) {
		bool found;

		frame_text(f, i, &text);
		found = flame_matches(f, &text);
		ns += found ? nodes[i].total : 0;
		i = found ? nodes[i].end : i + 1;
	}
	gt_buf_release(&text);
	return ns;
}
