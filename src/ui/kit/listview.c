/* A table of rows: viewport, moves, tags. */
#include "ui/kit/listview.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/xalloc.h"

#define WHEEL_ROWS 3

void gt_list_init(struct gt_listview *lv, const struct gt_list_ops *ops, void *ctx,
		  const struct gt_list_column *columns, unsigned ncolumns)
{
	assert(ncolumns <= GT_LIST_MAX_COLUMNS);
	*lv = (struct gt_listview){
		.ops = ops,
		.ctx = ctx,
		.columns = columns,
		.ncolumns = ncolumns,
		.sort = GT_NO_SORT,
		.page = 1,
	};
	for (unsigned i = 0; i < lv->ncolumns; i++) {
		if (!(columns[i].flags & GT_LIST_COL_HIDDEN))
			lv->shown |= UINT64_C(1) << i;
	}
}

void gt_list_release(struct gt_listview *lv)
{
	free(lv->tags.v);
	*lv = (struct gt_listview){ 0 };
}

/* ---- the viewport ---- */

static uint64_t last_top(const struct gt_listview *lv)
{
	uint64_t page = lv->page > 0 ? (uint64_t)lv->page : 1;

	return lv->rows > page ? lv->rows - page : 0;
}

/* The cursor is a row, the screen is full if it can be, and the cursor is on it. */
static void listview_settle(struct gt_listview *lv)
{
	uint64_t page = lv->page > 0 ? (uint64_t)lv->page : 1;

	if (lv->cursor >= lv->rows)
		lv->cursor = lv->rows ? lv->rows - 1 : 0;
	if (lv->top > last_top(lv))
		lv->top = last_top(lv);
	if (lv->cursor < lv->top)
		lv->top = lv->cursor;
	else if (lv->cursor - lv->top >= page)
		lv->top = lv->cursor - page + 1;
}

static void forget_widths(struct gt_listview *lv)
{
	memset(lv->wide, 0, sizeof lv->wide);
	memset(lv->points, 0, sizeof lv->points);
	memset(lv->forms, 0, sizeof lv->forms);
	memset(lv->shortest, 0, sizeof lv->shortest);
}

void gt_list_set_page(struct gt_listview *lv, int page, int width)
{
	if (width != lv->width)
		forget_widths(lv);
	lv->page = page > 0 ? page : 1;
	lv->width = width;
	listview_settle(lv);
}

void gt_list_set_rows(struct gt_listview *lv, uint64_t rows, bool reset)
{
	lv->rows = rows;
	if (reset)
		forget_widths(lv);
	listview_settle(lv);
}

void gt_list_goto(struct gt_listview *lv, uint64_t row, bool centre)
{
	uint64_t page = (uint64_t)lv->page;

	lv->cursor = row;
	if (centre && (row < lv->top || row - lv->top >= page))
		lv->top = row > page / 2 ? row - page / 2 : 0;
	listview_settle(lv);
}

/* ---- moves ---- */

static uint64_t mul(uint64_t a, uint64_t b)
{
	uint64_t r;

	return __builtin_mul_overflow(a, b, &r) ? UINT64_MAX : r;
}

static void move_up(struct gt_listview *lv, uint64_t n)
{
	lv->cursor = lv->cursor > n ? lv->cursor - n : 0;
	listview_settle(lv);
}

static void move_down(struct gt_listview *lv, uint64_t n)
{
	lv->cursor = n > UINT64_MAX - lv->cursor ? UINT64_MAX : lv->cursor + n;
	listview_settle(lv);
}

/* Pages move the screen and the cursor alike, so that the cursor keeps its place on the screen. */
static void page_up(struct gt_listview *lv, uint64_t n)
{
	lv->top = lv->top > n ? lv->top - n : 0;
	move_up(lv, n);
}

static void page_down(struct gt_listview *lv, uint64_t n)
{
	lv->top = n > UINT64_MAX - lv->top ? UINT64_MAX : lv->top + n;
	if (lv->top > last_top(lv))
		lv->top = last_top(lv);
	move_down(lv, n);
}

/* The wheel moves the screen; the cursor only as far as it must to stay on it. */
static void wheel(struct gt_listview *lv, uint64_t n, bool down)
{
	if (down) {
		lv->top = last_top(lv) - lv->top > n ? lv->top + n : last_top(lv);
		if (lv->cursor < lv->top)
			lv->cursor = lv->top;
	} else {
		lv->top = lv->top > n ? lv->top - n : 0;
		if (lv->cursor - lv->top >= (uint64_t)lv->page)
			lv->cursor = lv->top + (uint64_t)lv->page - 1;
	}
	listview_settle(lv);
}

static void scroll_columns(struct gt_listview *lv, uint64_t n, bool right)
{
	unsigned max = (unsigned)__builtin_popcountll(lv->shown);

	/* A single column is scrolled by its text: far enough for any line. */
	if (max <= 1)
		max = 512;
	if (right)
		lv->hscroll = n >= max - lv->hscroll ? max - 1 : lv->hscroll + (unsigned)n;
	else
		lv->hscroll = lv->hscroll > n ? lv->hscroll - (unsigned)n : 0;
}

static void to_row(struct gt_listview *lv, uint64_t count, uint64_t otherwise)
{
	gt_list_goto(lv, count ? count - 1 : otherwise, true);
}

static void to_share(struct gt_listview *lv, uint64_t percent)
{
	uint64_t n = percent < 100 ? lv->rows / 100 * percent + lv->rows % 100 * percent / 100 : lv->rows;

	to_row(lv, n ? n : 1, 0);
}

bool gt_list_handle(struct gt_listview *lv, const struct gt_act *call)
{
	uint64_t n = gt_act_times(call), page = (uint64_t)lv->page;
	bool on;

	switch (call->action) {
	case GT_ACT_UP:
		move_up(lv, n);
		return true;
	case GT_ACT_DOWN:
		move_down(lv, n);
		return true;
	case GT_ACT_PAGE_UP:
		page_up(lv, mul(n, page));
		return true;
	case GT_ACT_PAGE_DOWN:
		page_down(lv, mul(n, page));
		return true;
	case GT_ACT_HALF_UP:
		page_up(lv, mul(n, page / 2 ? page / 2 : 1));
		return true;
	case GT_ACT_HALF_DOWN:
		page_down(lv, mul(n, page / 2 ? page / 2 : 1));
		return true;
	case GT_ACT_FIRST:
		to_row(lv, call->count, 0);
		return true;
	case GT_ACT_LAST:
		to_row(lv, call->count, UINT64_MAX);
		return true;
	case GT_ACT_SHARE:
		if (call->count)
			to_share(lv, call->count);
		return call->count;
	case GT_ACT_WHEEL_UP:
	case GT_ACT_WHEEL_DOWN:
		wheel(lv, mul(n, WHEEL_ROWS), call->action == GT_ACT_WHEEL_DOWN);
		return true;
	case GT_ACT_LEFT:
	case GT_ACT_RIGHT:
		scroll_columns(lv, n, call->action == GT_ACT_RIGHT);
		return true;
	case GT_ACT_TAG:
		on = lv->rows && !gt_list_tagged(lv, lv->cursor);
		for (; lv->rows && n > 0 && (!on || lv->tags.n < GT_LIST_MAX_TAGS); n--) {
			gt_list_tag(lv, lv->cursor, on);
			if (lv->cursor + 1 >= lv->rows)
				break;
			move_down(lv, 1);
		}
		return true;
	case GT_ACT_UNTAG:
		lv->tags.n = 0;
		if (lv->tags.cap)
			memset(lv->tags.v, 0, lv->tags.cap * sizeof *lv->tags.v);
		return true;
	default:
		return false;
	}
}

/* ---- tags: a set of ids; 0 means a free place, so an id is kept as id + 1 ---- */

static uint64_t list_id(const struct gt_listview *lv, uint64_t row)
{
	return lv->ops->id ? lv->ops->id(lv->ctx, row) : row;
}

static size_t tag_slot(const struct gt_tags *t, uint64_t key)
{
	size_t mask = t->cap - 1;
	size_t i = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 20) & mask;

	while (t->v[i] && t->v[i] != key)
		i = (i + 1) & mask;
	return i;
}

bool gt_list_tagged(const struct gt_listview *lv, uint64_t row)
{
	uint64_t key;

	if (lv->tags.n == 0)
		return false;
	key = list_id(lv, row) + 1;
	return lv->tags.v[tag_slot(&lv->tags, key)] == key;
}

void gt_list_tag(struct gt_listview *lv, uint64_t row, bool on)
{
	gt_list_tag_id(lv, list_id(lv, row), on);
}

void gt_list_tag_id(struct gt_listview *lv, uint64_t id, bool on)
{
	struct gt_tags *t = &lv->tags, old = *t;
	uint64_t key = id + 1;
	size_t i;

	if (key == 0)
		return;
	if ((t->n + 1) * 4 > t->cap * 3) {
		t->cap = old.cap ? old.cap * 2 : 16;
		t->v = gt_xcalloc(t->cap, sizeof *t->v);
		for (i = 0; i < old.cap; i++) {
			if (old.v[i])
				t->v[tag_slot(t, old.v[i])] = old.v[i];
		}
		free(old.v);
	}
	assert(t->n < t->cap && (t->cap & (t->cap - 1)) == 0);
	i = tag_slot(t, key);
	if (on && !t->v[i] && t->n < GT_LIST_MAX_TAGS) {
		t->v[i] = key;
		t->n++;
	} else if (!on && t->v[i]) {
		/* Those that were pushed behind it are put in again. */
		t->v[i] = 0;
		t->n--;
		for (i = (i + 1) & (t->cap - 1); t->v[i]; i = (i + 1) & (t->cap - 1)) {
			key = t->v[i];
			t->v[i] = 0;
			t->v[tag_slot(t, key)] = key;
		}
	}
}

/* ---- sorting and searching ---- */

void gt_list_sort_by(struct gt_listview *lv, unsigned col)
{
	if (lv->sort == col)
		lv->desc = !lv->desc;
	else
		lv->desc = lv->columns[col].flags & GT_LIST_COL_DESC;
	lv->sort = col;
}

int gt_list_find_column(const struct gt_listview *lv, const char *key)
{
	size_t n = strlen(key);

	/* The name that reports have for it is taken, too: "dur_ns". */
	if (n > 3 && strcmp(key + n - 3, "_ns") == 0)
		n -= 3;
	for (unsigned i = 0; i < lv->ncolumns; i++) {
		const char *own = lv->columns[i].key;

		if (strcmp(own, key) == 0 || (strlen(own) == n && strncmp(own, key, n) == 0))
			return (int)i;
	}
	for (unsigned i = 0; i < lv->ncolumns; i++) {
		if (gt_text_is_title(lv->columns[i].title, key, strlen(key)))
			return (int)i;
	}
	return -1;
}

bool gt_list_matches(const struct gt_listview *lv, uint64_t row, const struct gt_matcher *m)
{
	struct gt_buf cell = { 0 };
	bool found = false;

	if (lv->ops->matches)
		return lv->ops->matches(lv->ctx, row, m);
	for (unsigned i = 0; i < lv->ncolumns && !found; i++) {
		gt_buf_reset(&cell);
		lv->ops->cell(lv->ctx, row, i, &cell);
		found = gt_matcher_match(m, gt_buf_str(&cell), cell.len);
	}
	gt_buf_release(&cell);
	return found;
}
