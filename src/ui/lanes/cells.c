/* What each cell of a lane shows. */
#include "ui/lanes/cells.h"

#include <assert.h>

/* So many items are stepped over before a search is cheaper. */
#define STEPS 4

/* So many columns are searched at once for anything long: mostly there is nothing. */
#define GROUP 16

/* Where we are: the first item that ends after the current column's start. */
struct walk {
	const struct gt_tl_source *s;
	const struct gt_window *w;
	int cols;
	int64_t long_ns;
	uint64_t k;
	struct gt_tl_item item;   /* the k-th; id GT_NO_ITEM: there is none */
	int none_long;            /* columns before this one have nothing long in them */
	int single;               /* columns before this one are searched one by one */
	uint32_t marked;          /* the hidden item that was marked last: it may touch two columns */
};

unsigned gt_tl_eighths(int64_t part, int64_t whole)
{
	int64_t n;

	if (part <= 0)
		return 0;
	if (part >= whole)
		return 8;
	n = gt_mul_div(part, 16, whole);
	n = (n + 1) / 2;
	return n < 1 ? 1 : (unsigned)n;
}

uint8_t gt_tl_long_class(int64_t ns, int64_t long_ns)
{
	uint8_t class = 0;

	if (ns < long_ns)
		return 0;
	for (class = 1; class < 64 && ns / 2 >= long_ns; class = (uint8_t)(class + 2))
		ns /= 2;
	return (uint8_t)(class + (ns - long_ns >= long_ns / 2));
}

static void cells_load(struct walk *walk)
{
	if (!walk->s->ops->get(walk->s->src, walk->k, &walk->item))
		walk->item = (struct gt_tl_item){ .id = GT_NO_ITEM };
}

static uint64_t next_place(const struct walk *walk)
{
	return walk->s->ops->next ? walk->s->ops->next(walk->s->src, walk->k) : walk->k + 1;
}

static void cells_advance(struct walk *walk, int64_t time)
{
	for (int i = 0; i < STEPS; i++) {
		if (walk->item.id == GT_NO_ITEM || walk->item.t1 > time)
			return;
		walk->k = next_place(walk);
		cells_load(walk);
	}
	if (walk->item.id != GT_NO_ITEM && walk->item.t1 <= time) {
		walk->k = walk->s->ops->seek(walk->s->src, time);
		cells_load(walk);
	}
}

/* The first column from x on that ends after `time`, so that [x, it) lie before. */
static int columns_until(const struct walk *walk, int x, int64_t time)
{
	int col = gt_window_column(walk->w, walk->cols, time);

	if (col < x)
		return x;
	while (col > x && gt_window_end(walk->w, walk->cols, col - 1) > time)
		col--;
	return col;
}

/* Columns [x, it) lie inside the item. */
static int fill_idle(const struct walk *walk, int x, struct gt_tl_cell *out)
{
	int end = walk->cols, from = x;

	if (walk->item.id != GT_NO_ITEM)
		end = columns_until(walk, x, walk->item.t0);
	/* The column at x is idle as a whole: the caller looked. */
	if (end <= x)
		end = x + 1;
	for (; x < end; x++)
		out[x] = (struct gt_tl_cell){ .kind = GT_TL_IDLE, .item = GT_NO_ITEM, .who = GT_NO_ITEM };
	if (walk->s->ops->between)
		walk->s->ops->between(walk->s->src, walk->w, walk->cols, from, end - from, walk->item.id,
				      out);
	return x;
}

static int fill_full(const struct walk *walk, int x, struct gt_tl_cell *out)
{
	const struct gt_tl_item *item = &walk->item;
	bool nested = item->inner && walk->s->ops->inside;

	for (; x < walk->cols; x++) {
		int64_t a = gt_window_start(walk->w, walk->cols, x);
		int64_t b = gt_window_end(walk->w, walk->cols, x);

		if (b > item->t1)
			break;
		out[x] = (struct gt_tl_cell){ .kind = GT_TL_FULL, .item = item->id, .who = item->who };
		if (nested)
			out[x].inside = walk->s->ops->inside(walk->s->src, item, a, b);
	}
	return x;
}

/* True if the item fills a column of the window alone. */
static bool fills_a_column(const struct walk *walk, const struct gt_tl_item *item)
{
	int x = 0;

	if (item->t0 > walk->w->t0) {
		x = gt_window_column(walk->w, walk->cols, item->t0);
		if (x < walk->cols && gt_window_start(walk->w, walk->cols, x) < item->t0)
			x++;
	}
	return x < walk->cols && item->t1 >= gt_window_end(walk->w, walk->cols, x);
}

/* True if the item is long, and has no cell of its own to be seen in. */
static bool is_hidden(const struct walk *walk, const struct gt_tl_item *item)
{
	return item->t1 - item->t0 >= walk->long_ns && !fills_a_column(walk, item);
}

/* The end of the item at hand and the start of the next one, nothing else, and no gap that can be seen. */
static bool try_edge(const struct walk *walk, int64_t a, int64_t b, struct gt_tl_cell *out)
{
	const struct gt_tl_item *left = &walk->item;
	struct gt_tl_item right;
	int64_t eighths;

	if (left->t0 > a || !walk->s->ops->get(walk->s->src, next_place(walk), &right))
		return false;
	if (right.t0 >= b || right.t1 < b || right.t0 - left->t1 > (b - a) / 8)
		return false;
	/* An edge has no mark. */
	if (is_hidden(walk, left) || is_hidden(walk, &right))
		return false;
	eighths = gt_mul_div(left->t1 - a, 8, b - a);
	*out = (struct gt_tl_cell){
		.kind = GT_TL_EDGE, .eighths = (uint8_t)(eighths < 1 ? 1 : eighths > 7 ? 7 : eighths),
		.item = left->id, .who = left->who, .who2 = right.who,
	};
	return true;
}

static bool find_long(const struct walk *walk, int64_t a, int64_t b, struct gt_tl_item *out)
{
	return walk->s->ops->longest(walk->s->src, a, b, walk->long_ns, out) && out->t1 - out->t0 >= walk->long_ns;
}

/* True if column x and those after it may have something long in them. */
static bool may_have_long(struct walk *walk, int x, int64_t a)
{
	int end = x + GROUP < walk->cols ? x + GROUP : walk->cols;
	struct gt_tl_item item;

	if (x < walk->none_long)
		return false;
	if (x < walk->single)
		return true;
	walk->single = end;
	if (find_long(walk, a, gt_window_end(walk->w, walk->cols, end - 1), &item))
		return true;
	walk->none_long = end;
	return false;
}

/*
 * [a, b) is column x.  Those that reach into it from either side can be seen
 * elsewhere; then it is what lies between them that counts.
 */
static void look_for_long(struct walk *walk, int x, int64_t a, int64_t b, struct gt_tl_cell *cell)
{
	struct gt_tl_item item;

	if (!walk->s->ops->longest)
		return;
	/* What is longer than two columns fills at least one, unless it reaches in from outside. */
	if ((b - a) * 2 <= walk->long_ns && x > 0 && x + 1 < walk->cols)
		return;
	if (!may_have_long(walk, x, a))
		return;
	while (a < b && find_long(walk, a, b, &item)) {
		if (item.id != walk->marked && is_hidden(walk, &item)) {
			cell->hides = gt_tl_long_class(item.t1 - item.t0, walk->long_ns);
			cell->item = walk->marked = item.id;
			return;
		}
		if (item.t0 <= a)
			a = item.t1;
		else
			b = item.t0;
	}
}

void gt_tl_cells(const struct gt_tl_source *s, const struct gt_window *w, int cols, int64_t long_ns,
		 struct gt_tl_cell *out)
{
	struct walk walk = { .s = s, .w = w, .cols = cols, .long_ns = long_ns, .marked = GT_NO_ITEM };

	walk.k = s->ops->seek(s->src, w->t0);
	cells_load(&walk);
	for (int x = 0; x < cols;) {
		int64_t a = gt_window_start(w, cols, x), b = gt_window_end(w, cols, x);

		cells_advance(&walk, a);
		if (walk.item.id == GT_NO_ITEM || walk.item.t0 >= b) {
			x = fill_idle(&walk, x, out);
		} else if (walk.item.t0 <= a && walk.item.t1 >= b) {
			x = fill_full(&walk, x, out);
		} else {
			if (!try_edge(&walk, a, b, &out[x])) {
				int64_t busy = s->ops->busy(s->src, a, b), most = busy < b - a ? busy : b - a;

				out[x] = (struct gt_tl_cell){
					.kind = GT_TL_SHARE, .item = GT_NO_ITEM, .who2 = GT_NO_ITEM,
					.eighths = (uint8_t)gt_tl_eighths(busy, b - a),
					.fine = (uint8_t)((gt_mul_div(most, 2 * GT_TL_FINE, b - a) + 1) / 2),
					.who = s->ops->dominant(s->src, a, b),
				};
				look_for_long(&walk, x, a, b, &out[x]);
			}
			x++;
		}
		assert(x <= cols);
	}
}
