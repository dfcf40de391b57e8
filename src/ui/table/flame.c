/* Flame rows: a call tree as rows of frames, as wide as their time. */
#include "ui/table/treenav.h"

#include <string.h>

#include "base/buf.h"
#include "base/human.h"
#include "base/utf8.h"

/* Rows that are drawn at most: the path to a node is kept for each. */
#define MAX_ROWS 64
/* Narrower frames below one function say nothing and are joined; of two sides their colour says something. */
#define NARROW 3
/* What a function has at least beside its share. */
#define NAME_COLS 8
#define LABEL_COLS 4

/* A walk over the nodes below the root that have a column: each with its row and its place. */
struct flame_walk {
	const struct gt_flame *f;
	int rows, cols;
	uint32_t at;                    /* the next node */
	int64_t used[MAX_ROWS + 1];     /* by row: time from the left edge that is taken */
	/* the node found; narrow ones: the first of them, what is behind the last, and how many */
	uint32_t node, end;
	int y, x0, x1;
	uint32_t joined;                /* 0: one that is not narrow */
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

/* Those after a narrow node that its parent calls and that are narrow, too; returns where the last one ends. */
static int64_t flame_join(struct flame_walk *w, int64_t stop)
{
	const struct gt_call_node *nodes = w->f->tree->nodes;
	uint32_t end = nodes[nodes[w->node].parent].end;

	for (w->joined = 1; w->end < end; w->joined++) {
		int64_t next = stop + nodes[w->end].total;

		if (flame_column(w, next) - flame_column(w, stop) >= NARROW)
			break;
		stop = next;
		w->end = nodes[w->end].end;
	}
	return stop;
}

static bool flame_next(struct flame_walk *w)
{
	const struct gt_call_node *nodes = w->f->tree->nodes, *root = &nodes[w->f->root];

	while (w->at < root->end && root->total > 0) {
		const struct gt_call_node *n = &nodes[w->at];
		int64_t start, stop;

		w->y = (int)(n->depth - root->depth);
		start = w->y ? w->used[w->y] : 0;
		stop = start + n->total;
		w->node = w->at;
		w->end = n->end;
		w->joined = 0;
		w->x0 = flame_column(w, start);
		if (w->y && !w->f->tree->diff && flame_column(w, stop) - w->x0 < NARROW)
			stop = flame_join(w, stop);
		w->x1 = flame_column(w, stop);
		w->used[w->y] = stop;
		w->used[w->y + 1] = start;
		/* What is not drawn hides what is below it. */
		w->at = !w->joined && w->x1 > w->x0 && w->y + 1 < w->rows ? w->at + 1 : w->end;
		if (w->x1 > w->x0 && w->y < w->rows)
			return true;
	}
	return false;
}

int gt_flame_depth(const struct gt_flame *f, int most, int cols)
{
	struct flame_walk w = flame_begin(f, most, cols);
	int depth = 0;

	while (depth < w.rows && flame_next(&w))
		depth = w.y >= depth ? w.y + 1 : depth;
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

/* Of a function: "internal/poll" of internal/poll.(*FD).Read.  Type arguments and receivers hold dots of their own. */
static size_t flame_package(const struct gt_buf *text)
{
	size_t n = strcspn(gt_buf_str(text), "[("), start = n, end;

	while (start > 0 && text->data[start - 1] != '/')
		start--;
	end = start;
	while (end < n && text->data[end] != '.')
		end++;
	return end;
}

static bool is_runtime_package(const char *s, size_t n)
{
	return (n >= 7 && !memcmp(s, "runtime", 7) && (n == 7 || s[7] == '/')) ||
	       (n >= 16 && !memcmp(s, "internal/runtime", 16));
}

/* Whether the search found it, or one of those that are joined. */
static bool frame_found(const struct flame_walk *w, const struct gt_buf *text)
{
	const struct gt_call_node *nodes = w->f->tree->nodes;
	struct gt_buf other = { 0 };
	bool found = flame_matches(w->f, text);

	for (uint32_t i = nodes[w->node].end; w->f->matcher && !found && i < w->end; i = nodes[i].end) {
		frame_text(w->f, i, &other);
		found = flame_matches(w->f, &other);
	}
	gt_buf_release(&other);
	return found;
}

/* A package has the same colour everywhere, the runtime none. */
static gt_style frame_style(const struct flame_walk *w, const struct gt_buf *text)
{
	static const gt_style changes[] = { GT_ROLE_BETTER, GT_ROLE_SAME, GT_ROLE_WORSE };
	const struct gt_flame *f = w->f;
	size_t n = flame_package(text);
	const char *package = gt_buf_str(text);

	if (f->cursor >= w->node && f->cursor < (w->joined ? w->end : w->node + 1))
		return GT_ROLE_CURSOR;
	if (frame_found(w, text))
		return GT_ROLE_MATCH;
	if (f->tree->diff)
		return changes[gt_call_sign(f->tree, w->node) + 1] | GT_FILL;
	if (w->joined || !f->tree->nodes[w->node].func || is_runtime_package(package, n))
		return GT_ROLE_RUNTIME | GT_FILL;
	return gt_style_package(package, n) | GT_FILL;
}

/* "main.parse 34%"; of several narrow ones how many, of a function of two sides not how large it is. */
static void frame_label(const struct flame_walk *w, const struct gt_buf *text, int cols, bool ascii,
			struct gt_buf *out)
{
	const struct gt_calltree *tree = w->f->tree;
	struct gt_human_text share = gt_share_text((double)tree->nodes[w->node].total / (double)tree->nodes[0].total);
	int left = cols - (int)strlen(share.s) - 1;

	gt_buf_reset(out);
	if (w->joined > 1)
		gt_buf_printf(out, "%s more", gt_count_text(w->joined).s);
	else if (!w->joined && (tree->diff || left < NAME_COLS))
		gt_func_fit(out, gt_buf_str(text), text->len, cols, ascii);
	else if (!w->joined) {
		gt_func_fit(out, gt_buf_str(text), text->len, left, ascii);
		gt_buf_printf(out, " %s", share.s);
	}
}

void gt_flame_draw(const struct gt_flame *f, const struct gt_canvas *c)
{
	struct flame_walk w = flame_begin(f, c->rows, c->cols);
	struct gt_buf text = { 0 }, fit = { 0 };
	bool ascii = gt_canvas_ascii(c);

	while (flame_next(&w)) {
		int cols = w.x1 - w.x0, x = w.x0 + 1;
		gt_style style;

		frame_text(f, w.node, &text);
		style = frame_style(&w, &text);
		/* A bar at its left tells frames apart where there is no colour. */
		gt_canvas_fill(c, w.y, w.x0, 1, cols, style, " ");
		gt_canvas_text(c, w.y, w.x0, style, ascii ? "|" : "▏");
		if (f->tree->diff && x < w.x1)
			gt_canvas_textn(c, w.y, x++, style, &"-=+"[gt_call_sign(f->tree, w.node) + 1], 1);
		if (w.x1 - x < LABEL_COLS)
			continue;
		frame_label(&w, &text, w.x1 - x, ascii, &fit);
		if (gt_text_width(gt_buf_str(&fit), fit.len) <= w.x1 - x)
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
