/* Which lanes are on the screen. */
#include <assert.h>

#include "ui/lanes/lanes.h"

/* Rows that pinned lanes leave to the others. */
#define ROWS_TO_SCROLL 3

static int height_at(const struct gt_lanes *l, size_t place)
{
	struct gt_lane lane;
	int h = l->height && gt_lanes_get(l, place, &lane) ? l->height(l->ctx, &lane) : 1;

	return h > 0 ? h : 1;
}

/* Rows of lanes from a place on, but no more than `most`: so many are looked at. */
static int rows_from(const struct gt_lanes *l, size_t place, size_t end, int most)
{
	int rows = 0;

	for (; place < end && rows < most; place++)
		rows += height_at(l, place);
	return rows < most ? rows : most;
}

int gt_lanes_rows(const struct gt_lanes *l, int most)
{
	return rows_from(l, 0, l->count, most);
}

/* The first of the lanes that end with `place` and fit on `rows`; at least that one. */
static size_t first_fitting(const struct gt_lanes *l, size_t base, size_t place, int rows)
{
	int left = rows - height_at(l, place);

	while (place > base && left >= height_at(l, place - 1))
		left -= height_at(l, --place);
	return place;
}

/* Lanes from base on share `rows`: where to begin, so that the cursor is among them and no row is empty. */
static size_t top_with_cursor(const struct gt_lanes *l, size_t base, int rows)
{
	size_t top = base + l->top, first;

	if (l->count <= base)
		return 0;
	if (l->cursor >= base) {
		first = first_fitting(l, base, l->cursor, rows);
		top = l->cursor < top ? l->cursor : top < first ? first : top;
	}
	first = first_fitting(l, base, l->count - 1, rows);
	return (top < first ? top : first) - base;
}

static size_t lanes_view_put_rows(const struct gt_lanes *l, size_t place, size_t end, int y, int rows,
				  struct gt_lane_row *out)
{
	size_t n = 0;

	for (; place < end && y < rows && gt_lanes_get(l, place, &out[n].lane); place++, n++) {
		int height = height_at(l, place);

		out[n].place = place;
		out[n].y = y;
		out[n].rows = height < rows - y ? height : rows - y;
		y += height;
	}
	return n;
}

size_t gt_lanes_view(struct gt_lanes *l, int rows, struct gt_lane_row *out)
{
	size_t base = l->fixed.n, n = 0, top;
	int fixed = rows_from(l, 0, base, rows + 1);

	if (rows <= 0)
		return 0;
	if (fixed + ROWS_TO_SCROLL > rows && rows_from(l, 0, l->count, rows + 1) > rows)
		base = 0, fixed = 0;
	top = top_with_cursor(l, base, rows > fixed ? rows - fixed : 1);
	if (!l->filling)
		l->top = top;
	n = lanes_view_put_rows(l, 0, base, 0, rows, out);
	n += lanes_view_put_rows(l, base + top, l->count, fixed, rows, out + n);
	assert(n <= (size_t)rows);
	return n;
}
