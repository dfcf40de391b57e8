/* The list view: moves, viewport, columns, tags, export. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "tap/tap.h"
#include "ui/kit/listview.h"

static const struct gt_list_column columns[] = {
	{ "n", "N", "number", 3, 6, 0, GT_LIST_COL_RIGHT },
	{ "name", "Name", "name", 6, 0, 0, 0 },
	{ "low", "Low", "the first to go", 8, 8, 2, 0 },
	{ "mid", "Mid", "the next to go", 8, 8, 1, GT_LIST_COL_DESC },
	{ "hid", "Hidden", "not shown", 4, 4, 0, GT_LIST_COL_HIDDEN },
};

static void cell(void *ctx, uint64_t row, unsigned col, struct gt_buf *out)
{
	(void)ctx;
	if (col == 0)
		gt_buf_u64(out, row);
	else
		gt_buf_printf(out, "%s%" PRIu64, columns[col].key, row);
}

static const struct gt_list_ops ops = { .cell = cell };

static void act(struct gt_listview *lv, enum gt_action action, uint64_t count)
{
	const struct gt_act a = { .action = action, .count = count, .y = -1, .x = -1 };

	if (!gt_list_handle(lv, &a))
		tap_fail("%s is not for lists", gt_action_info(action)->name);
}

static char *draw(struct gt_listview *lv, int rows, int cols, const struct gt_matcher *m, bool styles)
{
	struct gt_grid *g = gt_grid_new(rows, cols);
	struct gt_canvas c = gt_grid_canvas(g);
	struct gt_buf out = { 0 };

	gt_list_draw(lv, &c, m);
	if (styles)
		gt_grid_dump_styles(g, &out);
	else
		gt_grid_dump(g, &out);
	gt_grid_free(g);
	return gt_buf_steal(&out);
}

static void is_drawn(struct gt_listview *lv, int rows, int cols, const char *want, const char *name)
{
	char *got = draw(lv, rows, cols, NULL, false);

	tap_is_str(got, want, "%s", name);
	free(got);
}

static void is_at(const struct gt_listview *lv, uint64_t top, uint64_t cursor, const char *name)
{
	char got[64], want[64];

	snprintf(got, sizeof got, "top %" PRIu64 " cursor %" PRIu64, lv->top, lv->cursor);
	snprintf(want, sizeof want, "top %" PRIu64 " cursor %" PRIu64, top, cursor);
	tap_is_str(got, want, "%s", name);
}

TAP_TEST(moves)
{
	struct gt_listview lv;

	gt_list_init(&lv, &ops, NULL, columns, GT_COUNT(columns));
	gt_list_set_rows(&lv, 100, true);
	free(draw(&lv, 11, 40, NULL, false));
	act(&lv, GT_ACT_DOWN, 0);
	is_at(&lv, 0, 1, "down");
	act(&lv, GT_ACT_DOWN, 9);
	is_at(&lv, 1, 10, "down nine: the screen follows");
	act(&lv, GT_ACT_PAGE_DOWN, 0);
	is_at(&lv, 11, 20, "a page down");
	act(&lv, GT_ACT_HALF_UP, 0);
	is_at(&lv, 6, 15, "half a page up");
	act(&lv, GT_ACT_LAST, 0);
	is_at(&lv, 90, 99, "the last row");
	act(&lv, GT_ACT_PAGE_DOWN, 3);
	is_at(&lv, 90, 99, "no further");
	act(&lv, GT_ACT_UP, UINT64_MAX);
	is_at(&lv, 0, 0, "up as far as it goes");
	act(&lv, GT_ACT_LAST, 50);
	is_at(&lv, 44, 49, "row 50, in the middle");
	act(&lv, GT_ACT_FIRST, 48);
	is_at(&lv, 44, 47, "a visible row does not scroll");
	act(&lv, GT_ACT_DOWN, UINT64_MAX);
	is_at(&lv, 90, 99, "down as far as it goes");
	act(&lv, GT_ACT_WHEEL_UP, 0);
	is_at(&lv, 87, 96, "the wheel moves the screen, the cursor stays on it");
	act(&lv, GT_ACT_WHEEL_DOWN, 0);
	is_at(&lv, 90, 96, "and back");
	act(&lv, GT_ACT_FIRST, 0);
	act(&lv, GT_ACT_WHEEL_UP, 5);
	is_at(&lv, 0, 0, "the wheel at the top");
	gt_list_release(&lv);
}

/* Formatting a cell can mean to read a stack or to sum a goroutine up. */
static void counted_cell(void *ctx, uint64_t row, unsigned col, struct gt_buf *out)
{
	++*(unsigned *)ctx;
	cell(NULL, row, col, out);
}

TAP_TEST(once)
{
	static const struct gt_list_ops counted = { .cell = counted_cell };
	struct gt_listview lv;
	unsigned n = 0;

	gt_list_init(&lv, &counted, &n, columns, GT_COUNT(columns));
	gt_list_set_rows(&lv, 100, true);
	free(draw(&lv, 11, 40, NULL, false));
	tap_is_int(n, 10 * 4, "a frame formats each cell of the columns that are shown once");
	n = 0;
	free(draw(&lv, 11, 8, NULL, false));
	tap_is_int(n, 10 * 4, "also of those that do not fit, whose widths count");
	n = 0;
	act(&lv, GT_ACT_LAST, 0);
	gt_list_set_rows(&lv, 95, false);
	free(draw(&lv, 11, 40, NULL, false));
	tap_is_int(n, 10 * 4, "at the end, too");
	gt_list_release(&lv);
}

TAP_TEST(changes)
{
	struct gt_listview lv;

	gt_list_init(&lv, &ops, NULL, columns, GT_COUNT(columns));
	act(&lv, GT_ACT_DOWN, 0);
	act(&lv, GT_ACT_PAGE_DOWN, 0);
	act(&lv, GT_ACT_LAST, 0);
	act(&lv, GT_ACT_TAG, 0);
	is_at(&lv, 0, 0, "moves in an empty list");
	lv.empty = "nothing was recorded";
	is_drawn(&lv, 3, 30, "  N Name     Low      Mid\nnothing was recorded\n\n", "an empty list says why");
	gt_list_set_rows(&lv, UINT64_MAX, true);
	act(&lv, GT_ACT_LAST, 0);
	is_at(&lv, UINT64_MAX - 2, UINT64_MAX - 1, "2^64 - 1 rows");
	act(&lv, GT_ACT_PAGE_UP, UINT64_MAX);
	is_at(&lv, 0, 0, "and back");
	gt_list_set_rows(&lv, 50, true);
	act(&lv, GT_ACT_LAST, 0);
	gt_list_set_rows(&lv, 10, true);
	is_at(&lv, 8, 9, "fewer rows: the cursor is on the last");
	gt_list_set_rows(&lv, 1000, false);
	act(&lv, GT_ACT_LAST, 500);
	free(draw(&lv, 41, 30, NULL, false));
	tap_ok(lv.cursor == 499 && lv.cursor >= lv.top && lv.cursor < lv.top + 40, "a larger screen shows the cursor");
	free(draw(&lv, 4, 30, NULL, false));
	tap_ok(lv.cursor == 499 && lv.cursor >= lv.top && lv.cursor < lv.top + 3, "a smaller screen, too");
	free(draw(&lv, 1, 1, NULL, false));
	tap_ok(lv.cursor == 499 && lv.top == 499, "a screen of one cell");
	gt_list_release(&lv);
}

TAP_TEST(columns)
{
	struct gt_listview lv;

	gt_list_init(&lv, &ops, NULL, columns, GT_COUNT(columns));
	gt_list_set_rows(&lv, 3, true);
	is_drawn(&lv, 4, 40,
		 "  N Name               Low      Mid\n"
		 "  0 name0              low0     mid0\n"
		 "  1 name1              low1     mid1\n"
		 "  2 name2              low2     mid2\n", "all columns");
	is_drawn(&lv, 2, 24, "  N Name        Mid\n  0 name0       mid0\n", "narrow: the least important goes");
	is_drawn(&lv, 2, 12, "  N Name\n  0 name0\n", "narrower");
	is_drawn(&lv, 2, 7, "  N Na…\n  0 na…\n", "columns that must stay are cut");
	act(&lv, GT_ACT_RIGHT, 0);
	is_drawn(&lv, 2, 24, "  N Low      Mid\n  0 low0     mid0\n", "scrolled: the first column stays");
	act(&lv, GT_ACT_RIGHT, 100);
	is_drawn(&lv, 2, 24, "  N\n  0\n", "as far as it goes");
	act(&lv, GT_ACT_LEFT, 100);
	lv.sort = 3;
	lv.desc = true;
	lv.shown |= 1 << 4;
	is_drawn(&lv, 2, 40, "  N Name          Low      Mid▼     Hid…\n  0 name0         low0     mid0     hid0\n",
		 "a column more, and the sorted one");
	lv.shown = 2;
	act(&lv, GT_ACT_RIGHT, 0);
	is_drawn(&lv, 2, 40, "Name\n\n", "a single column is scrolled by its text");
	gt_list_release(&lv);
}

static const struct gt_list_column spans[] = {
	{ "span", "Span", "how long", 3, 12, 0, GT_LIST_COL_RIGHT },
	{ "why", "Why", "a text that has a place, unless there is more room", 3, 6, 0, 0 },
	{ "where", "Where", "the rest", 5, 0, 1, 0 },
};

static void span_cell(void *ctx, uint64_t row, unsigned col, struct gt_buf *out)
{
	static const char *const cells[][GT_COUNT(spans)] = {
		{ "1.392ms", "network", "here" }, { "45.27ms", "sleep", "there" }, { "1.39ms", "select", "" },
		{ "530.2us", "", "" }, { "341us", "", "" }, { "0", "", "" }, { "-", "", "" },
	};

	(void)ctx;
	gt_buf_puts(out, cells[row][col]);
}

static const struct gt_list_ops span_ops = { .cell = span_cell };

TAP_TEST(points)
{
	struct gt_listview lv;

	gt_list_init(&lv, &span_ops, NULL, spans, GT_COUNT(spans));
	gt_list_set_rows(&lv, 7, true);
	is_drawn(&lv, 8, 22,
		 "    Span Why     Where\n"
		 " 1.392ms network here\n"
		 "45.27ms  sleep   there\n"
		 " 1.39ms  select\n"
		 " 530.2us\n"
		 " 341us\n"
		 "       0\n"
		 "       -\n",
		 "points of one unit stand below each other; room goes to text that would be cut");
	is_drawn(&lv, 8, 20,
		 "   Span Why    Where\n"
		 "1.392ms netwo… here\n"
		 "45.27ms sleep  there\n"
		 "1.39ms  select\n"
		 "530.2us\n"
		 "341us\n"
		 "      0\n"
		 "      -\n",
		 "no column goes for the sake of points");
	gt_list_release(&lv);
}

static const struct gt_list_column barred_spans[] = {
	{ "span", "Span", "how long", 3, 12, 0, GT_LIST_COL_RIGHT | GT_LIST_COL_DUR | GT_LIST_COL_BAR },
	{ "why", "Why", "a text", 3, 8, 0, 0 },
	{ "where", "Where", "the rest", 5, 0, 1, 0 },
};

TAP_TEST(bars)
{
	struct gt_listview lv;

	gt_list_init(&lv, &span_ops, NULL, barred_spans, GT_COUNT(barred_spans));
	gt_list_set_rows(&lv, 7, true);
	is_drawn(&lv, 8, 30,
		 "           Span Why     Where\n"
		 "        1.392ms network here\n"
		 "━━━━━━ 45.27ms  sleep   there\n"
		 "        1.39ms  select\n"
		 "        530.2us\n"
		 "        341us\n"
		 "              0\n"
		 "              -\n",
		 "a bar says how durations of several units compare");
	lv.top = lv.cursor = 2;
	is_drawn(&lv, 4, 30,
		 "           Span Why     Where\n"
		 "━━━━━━  1.39ms  select\n"
		 "━━╸     530.2us\n"
		 "━╸      341us\n",
		 "with the longest on the screen");
	lv.top = lv.cursor = 0;
	is_drawn(&lv, 2, 22,
		 "   Span Why     Where\n"
		 "1.392ms network here\n",
		 "no bar where there is no room");
	gt_list_release(&lv);
}

static const struct gt_list_column places[] = {
	{ "n", "N", "number", 1, 6, 0, GT_LIST_COL_RIGHT },
	{ "func", "Function", "flexible", 16, 0, 0, GT_LIST_COL_FUNC },
	{ "why", "Why", "a text", 3, 8, 0, 0 },
	{ "in", "In", "has a place", 4, 14, 0, GT_LIST_COL_FUNC },
	{ "at", "At", "flexible, too", 10, 0, 0, GT_LIST_COL_FUNC },
};

static const char *const place_texts[][GT_COUNT(places)] = {
	{ "1", "net/http.(*conn).serve", "network", "internal/poll.(*FD).Read", "example.com/store.(*DB).get:102" },
	{ "2", "main.main", "system goroutine wait", "runtime.gopark", "main.main:7" },
	{ "3", "net/http.(*persistConn).readLoop", "", "", "runtime.selectgo:351" },
};

static void place_cell(void *ctx, uint64_t row, unsigned col, struct gt_buf *out)
{
	(void)ctx;
	gt_buf_puts(out, place_texts[row][col]);
}

static const struct gt_list_ops place_ops = { .cell = place_cell };

/* How many columns from x on are the same column for the mouse. */
static int columns_at(const struct gt_listview *lv, int x, unsigned col)
{
	uint64_t row;
	int at, n = 0;

	while (!gt_list_hit(lv, 0, x + n, &row, &at) && at == (int)col)
		n++;
	return n;
}

/* What a cell shows in cols columns, and in *more how wide it would be if it were cut less (0: it is not cut). */
static int shown_of(const char *text, unsigned col, int cols, int *more)
{
	int width = (int)strlen(text);
	size_t begin[GT_FUNC_FORMS];
	unsigned k = 0, forms = 1;

	*more = 0;
	if (places[col].flags & GT_LIST_COL_FUNC)
		forms = gt_func_forms(text, strlen(text), begin);
	for (k = 0; k < forms; k++) {
		width = (int)strlen(text) - (k ? (int)begin[k] : 0);
		if (width <= cols)
			return width;
		*more = width;
	}
	/* Cut to what there is: each column more shows another letter. */
	*more = cols + 1;
	return cols;
}

/* The screen of width columns: how many are blank though a text beside them could have used them. */
static int wasted(struct gt_listview *lv, int width)
{
	int x = 0, blank = 0, needs = width, more;

	free(draw(lv, 4, width, NULL, false));
	for (unsigned col = 0; col < GT_COUNT(places); col++) {
		int cols = columns_at(lv, x, col), most = (int)strlen(places[col].title);

		for (size_t row = 0; row < GT_COUNT(place_texts); row++) {
			int seen = shown_of(place_texts[row][col], col, cols, &more);

			most = seen > most ? seen : most;
			if (more && more - cols < needs)
				needs = more - cols;
		}
		blank += cols > most ? cols - most : 0;
		x += cols + 1;
	}
	return blank >= needs ? blank : 0;
}

TAP_TEST(room)
{
	struct gt_listview lv;

	gt_list_init(&lv, &place_ops, NULL, places, GT_COUNT(places));
	gt_list_set_rows(&lv, GT_COUNT(place_texts), true);
	is_drawn(&lv, 4, 64,
		 "N Function                Why       In             At\n"
		 "1 net/http.(*conn).serve  network   (*FD).Read     (*DB).get:102\n"
		 "2 main.main               system g… runtime.gopark main.main:7\n"
		 "3 (*persistConn).readLoop                          selectgo:351\n",
		 "others get what shorter forms of functions leave");
	for (int width = 44; width <= 130; width++) {
		int blank = wasted(&lv, width);

		if (blank)
			tap_fail("%d columns: %d are blank beside a text that is cut", width, blank);
	}
	tap_pass("no column is cut beside blank ones");
	gt_list_release(&lv);
}

TAP_TEST(sort)
{
	struct gt_listview lv;

	gt_list_init(&lv, &ops, NULL, columns, GT_COUNT(columns));
	gt_list_sort_by(&lv, 3);
	tap_ok(lv.sort == 3 && lv.desc, "some columns begin with the largest");
	gt_list_sort_by(&lv, 3);
	tap_ok(lv.sort == 3 && !lv.desc, "again: the other way round");
	gt_list_sort_by(&lv, 0);
	tap_ok(lv.sort == 0 && !lv.desc, "others with the smallest");
	tap_is_int(gt_list_find_column(&lv, "mid"), 3, "a column by its key");
	tap_is_int(gt_list_find_column(&lv, "mid_ns"), 3, "or by that of a report");
	tap_is_int(gt_list_find_column(&lv, "mi_ns"), -1, "not by a part of it");
	tap_is_int(gt_list_find_column(&lv, "nope"), -1, "no such column");
	gt_list_release(&lv);
}

TAP_TEST(tags)
{
	struct gt_listview lv;
	bool right = true;

	gt_list_init(&lv, &ops, NULL, columns, GT_COUNT(columns));
	gt_list_set_rows(&lv, 100000, true);
	for (uint64_t i = 0; i < 100000; i += 3)
		gt_list_tag(&lv, i, true);
	for (uint64_t i = 0; i < 100000; i += 6)
		gt_list_tag(&lv, i, false);
	for (uint64_t i = 0; i < 100000; i++)
		right &= gt_list_tagged(&lv, i) == (i % 3 == 0 && i % 6 != 0);
	tap_ok(right, "tags set and taken away");
	tap_is_u64(lv.tags.n, 16667, "and counted");
	act(&lv, GT_ACT_UNTAG, 0);
	tap_ok(lv.tags.n == 0 && !gt_list_tagged(&lv, 3), "all forgotten");
	act(&lv, GT_ACT_TAG, 3);
	tap_ok(lv.tags.n == 3 && lv.cursor == 3, "a count tags rows and moves on");
	lv.cursor = 1;
	act(&lv, GT_ACT_TAG, 0);
	tap_ok(!gt_list_tagged(&lv, 1) && lv.tags.n == 2, "once more takes it away");
	lv.rows = GT_LIST_MAX_TAGS + 2;
	for (uint64_t i = 0; i < lv.rows; i++)
		gt_list_tag(&lv, i, true);
	tap_ok(lv.tags.n == GT_LIST_MAX_TAGS && gt_list_tagged(&lv, GT_LIST_MAX_TAGS - 1) &&
	       !gt_list_tagged(&lv, GT_LIST_MAX_TAGS), "there is an end to tags");
	gt_list_release(&lv);
}

TAP_TEST(styles)
{
	struct gt_listview lv;
	struct gt_matcher *m = gt_matcher_new("ame1", NULL);
	char *got;

	gt_list_init(&lv, &ops, NULL, columns, 2);
	gt_list_set_rows(&lv, 3, true);
	gt_list_tag(&lv, 2, true);
	lv.cursor = 1;
	got = draw(&lv, 4, 10, m, true);
	tap_is_str(got, "0: 0+10 header\n2: 0+5 normal/cursor 5+4 match/cursor 9+1 normal/cursor\n3: 0+10 tagged\n",
		   "cursor row, match, tag");
	free(got);
	gt_matcher_free(m);
	gt_list_release(&lv);
}

static void function_cell(void *ctx, uint64_t row, unsigned col, struct gt_buf *out)
{
	(void)ctx, (void)col;
	gt_buf_puts(out, row ? "main" : "net/http.(*conn).serve");
}

TAP_TEST(packages)
{
	static const struct gt_list_column func = { "func", "Function", "flexible", 8, 0, 0, GT_LIST_COL_FUNC };
	static const struct gt_list_ops func_ops = { .cell = function_cell };
	struct gt_listview lv;
	char *got;

	gt_list_init(&lv, &func_ops, NULL, &func, 1);
	gt_list_set_rows(&lv, 2, true);
	lv.cursor = 1;
	got = draw(&lv, 3, 24, NULL, true);
	tap_is_str(got, "0: 0+24 header\n1: 0+9 dim\n2: 0+24 normal/cursor\n", "the package is grey");
	free(got);
	got = draw(&lv, 3, 10, NULL, true);
	tap_is_str(got, "0: 0+10 header\n2: 0+10 normal/cursor\n", "a name that was cut has none");
	free(got);
	gt_list_release(&lv);
}

TAP_TEST(hit)
{
	struct gt_listview lv;
	uint64_t row = 77;
	int col;

	gt_list_init(&lv, &ops, NULL, columns, GT_COUNT(columns));
	gt_list_set_rows(&lv, 5, true);
	free(draw(&lv, 10, 40, NULL, false));
	tap_ok(gt_list_hit(&lv, 1, 0, &row, &col) && row == 0, "the first row is below the header");
	tap_ok(!gt_list_hit(&lv, 6, 0, &row, &col), "there is no sixth row");
	tap_ok(!gt_list_hit(&lv, 0, 5, &row, &col) && col == 1, "a title");
	tap_ok(!gt_list_hit(&lv, 0, 3, &row, &col) && col == -1, "between titles");
	gt_list_release(&lv);
}

static void hostile_cell(void *ctx, uint64_t row, unsigned col, struct gt_buf *out)
{
	static const char *const texts[] = { "=1+2", "a,b", "say \"x\"", "-5", "-x", "a\nb", "日本" };

	(void)ctx;
	(void)col;
	gt_buf_puts(out, texts[row]);
}

static void export_chosen(const struct gt_listview *lv, struct gt_buf *out, const char *format)
{
	struct gt_exporting *e;

	tap_is_int(gt_list_export_open(&e, lv, format, false, NULL), 0, "the rows can be exported as %s", format);
	tap_ok(e->ops->step(e, out), "all of them at once");
	e->ops->close(e);
}

TAP_TEST(export)
{
	static const struct gt_list_ops hostile = { .cell = hostile_cell };
	struct gt_listview lv;
	struct gt_buf out = { 0 };

	gt_list_init(&lv, &ops, NULL, columns, 3);
	gt_list_set_rows(&lv, 20, true);
	gt_list_tag(&lv, 9, true);
	gt_list_tag(&lv, 11, true);
	gt_list_tag(&lv, 2, true);
	export_chosen(&lv, &out, "text");
	tap_is_str(gt_buf_str(&out), " N  Name    Low\n 2  name2   low2\n 9  name9   low9\n11  name11  low11\n",
		   "tagged rows as text");
	gt_list_release(&lv);
	gt_buf_reset(&out);
	gt_list_init(&lv, &span_ops, NULL, spans, GT_COUNT(spans));
	gt_list_set_rows(&lv, 7, true);
	for (uint64_t row = 0; row < 4; row++)
		gt_list_tag(&lv, row, true);
	export_chosen(&lv, &out, "text");
	tap_is_str(gt_buf_str(&out),
		   "    Span  Why      Where\n 1.392ms  network  here\n45.27ms   sleep    there\n"
		   " 1.39ms   select\n 530.2us\n",
		   "points of numbers stand below each other");
	gt_list_release(&lv);
	gt_buf_reset(&out);
	gt_list_init(&lv, &hostile, NULL, columns + 1, 1);
	gt_list_set_rows(&lv, 7, true);
	for (uint64_t row = 0; row < 7; row++)
		gt_list_tag(&lv, row, true);
	export_chosen(&lv, &out, "csv");
	tap_is_str(gt_buf_str(&out), "name\r\n'=1+2\r\n\"a,b\"\r\n\"say \"\"x\"\"\"\r\n-5\r\n'-x\r\na\\nb\r\n日本\r\n",
		   "CSV, nothing hostile gets through");
	gt_buf_release(&out);
	gt_list_release(&lv);
}
