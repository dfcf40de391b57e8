/* Menus: what a click means on every cell of the screen, moves, items that do not fit. */
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "tap/tap.h"
#include "ui/kit/menu.h"

#define ROWS 14
#define COLS 40

static void open_menu(struct gt_menu *m, size_t n, size_t current, bool checks)
{
	struct gt_menu_item items[40] = { 0 };
	char texts[40][16];

	for (size_t i = 0; i < n; i++) {
		snprintf(texts[i], sizeof texts[i], "item %zu", i);
		items[i] = (struct gt_menu_item){ .text = texts[i], .help = i % 2 ? "odd" : NULL, .checked = i == 3 };
	}
	gt_menu_open(m, "Title", items, n, current, checks);
}

static void draw(struct gt_menu *m, int rows, int cols, struct gt_buf *out)
{
	struct gt_grid *g = gt_grid_new(rows, cols);
	const struct gt_canvas c = gt_grid_canvas(g);

	gt_menu_draw(m, &c);
	gt_buf_reset(out);
	gt_grid_dump(g, out);
	gt_grid_free(g);
}

static void is_drawn(struct gt_menu *m, int rows, int cols, const char *want, const char *name)
{
	struct gt_buf out = { 0 };

	draw(m, rows, cols, &out);
	tap_is_str(gt_buf_str(&out), want, "%s", name);
	gt_buf_release(&out);
}

static bool act(struct gt_menu *m, enum gt_action action, uint64_t count, size_t *item)
{
	const struct gt_act a = { .action = action, .count = count, .y = -1, .x = -1 };
	size_t other;

	return gt_menu_handle(m, &a, item ? item : &other);
}

/* ---- clicks ---- */

/* The box of n items in the middle of the screen: a click inside chooses the item drawn there, any other closes. */
static void check_clicks(size_t n, size_t current, size_t top, int y0, int x0, int rows, int cols)
{
	unsigned bad = 0, inside = 0;
	struct gt_buf out = { 0 };

	for (int y = 0; y < ROWS; y++) {
		for (int x = 0; x < COLS; x++) {
			const struct gt_act a = { .action = GT_ACT_CLICK, .y = y, .x = x };
			bool in = y > y0 && y < y0 + rows - 1 && x > x0 && x < x0 + cols - 1;
			struct gt_menu m = { 0 };
			size_t item = 99;

			open_menu(&m, n, current, false);
			draw(&m, ROWS, COLS, &out);
			inside += in;
			bad += gt_menu_handle(&m, &a, &item) != in || m.open;
			bad += in && item != top + (size_t)(y - y0 - 1);
			gt_menu_close(&m);
		}
	}
	tap_is_u64(bad, 0, "%zu items: %u clicks choose what is there, others close the menu", n, inside);
	gt_buf_release(&out);
}

TAP_TEST(drawing)
{
	struct gt_menu m = { 0 };

	open_menu(&m, 3, 1, false);
	is_drawn(&m, 7, 20,
		 "\n"
		 "  ┌─ Title ─────┐\n"
		 "  │ item 0      │\n"
		 "  │ item 1  odd │\n"
		 "  │ item 2      │\n"
		 "  └─────────────┘\n"
		 "\n", "a box in the middle");
	gt_menu_close(&m);
}

/* ---- moves ---- */

static void is_at(const struct gt_menu *m, size_t want, const char *name)
{
	tap_is_u64(m->cursor, want, "%s", name);
}

TAP_TEST(moves)
{
	struct gt_menu m = { 0 };
	struct gt_buf out = { 0 };
	size_t item = 99;

	open_menu(&m, 30, 40, false);
	is_at(&m, 0, "no such item: the first");
	draw(&m, ROWS, COLS, &out);
	act(&m, GT_ACT_DOWN, 0, NULL);
	is_at(&m, 1, "down");
	act(&m, GT_ACT_PAGE_DOWN, 0, NULL);
	is_at(&m, 13, "a page");
	draw(&m, ROWS, COLS, &out);
	tap_is_u64(m.top, 12, "and what is shown moves by it");
	act(&m, GT_ACT_DOWN, 16, NULL);
	is_at(&m, 29, "to the last");
	act(&m, GT_ACT_DOWN, 1, NULL);
	is_at(&m, 29, "no further");
	act(&m, GT_ACT_UP, 5, NULL);
	is_at(&m, 24, "up");
	act(&m, GT_ACT_PAGE_UP, 0, NULL);
	is_at(&m, 12, "a page");
	act(&m, GT_ACT_UP, 12, NULL);
	is_at(&m, 0, "to the first");
	act(&m, GT_ACT_UP, 1, NULL);
	is_at(&m, 0, "no further");
	draw(&m, ROWS, COLS, &out);
	tap_is_u64(m.top, 0, "which is seen");
	act(&m, GT_ACT_LAST, 0, NULL);
	is_at(&m, 29, "the last");
	act(&m, GT_ACT_FIRST, 0, NULL);
	is_at(&m, 0, "the first");
	act(&m, GT_ACT_DOWN, 7, NULL);
	tap_ok(act(&m, GT_ACT_OPEN, 0, &item) && item == 7 && !m.open, "chosen: it closes");
	gt_buf_release(&out);
}

/* ---- letters ---- */

static void type(struct gt_menu *m, const char *text)
{
	for (; *text; text++)
		gt_menu_type(m, (gt_key)*text, *text == 'j' || *text == 'q');
}

TAP_TEST(letters)
{
	static const struct gt_menu_item items[] = {
		{ .text = "Waits" }, { .text = "Network profile" }, { .text = "System call profile" },
		{ .text = "CPU samples" }, { .text = "Off-CPU profile" }, { .text = "Job" },
	};
	struct gt_menu m = { 0 };
	size_t item = 99;

	gt_menu_open(&m, "Show", items, GT_COUNT(items), 0, false);
	type(&m, "s");
	is_at(&m, 2, "the item that begins with it");
	type(&m, "am");
	is_at(&m, 3, "no item begins so: one of which a word does");
	tap_is_str(gt_buf_str(&m.typed), "sam", "what was typed");
	type(&m, "x");
	tap_is_str(gt_buf_str(&m.typed), "sam", "a letter that leads nowhere is not taken");
	is_drawn(&m, 8, 27,
		 "  ┌─ Show: sam_ ────────┐\n"
		 "  │ Waits               │\n"
		 "  │ Network profile     │\n"
		 "  │ System call profile │\n"
		 "  │ CPU samples         │\n"
		 "  │ Off-CPU profile     │\n"
		 "  │ Job                 │\n"
		 "  └─────────────────────┘\n", "the title shows it");
	gt_menu_type(&m, GT_KEY_BACKSPACE, true);
	tap_is_str(gt_buf_str(&m.typed), "sa", "Backspace takes one back");
	tap_ok(gt_menu_type(&m, GT_KEY_ESC, true) && !m.typing && m.open, "Esc all of them, and the menu stays");
	tap_ok(!gt_menu_type(&m, GT_KEY_ESC, true), "then it is the menu's");
	type(&m, "j");
	is_at(&m, 3, "j moves: it is not taken");
	type(&m, "/j");
	is_at(&m, 5, "but after a slash");
	gt_menu_type(&m, GT_KEY_BACKSPACE, true);
	type(&m, "PROF");
	is_at(&m, 1, "capitals or not");
	tap_ok(!gt_menu_type(&m, GT_KEY_ENTER, true), "Enter is the menu's");
	tap_ok(act(&m, GT_ACT_OPEN, 0, &item) && item == 1, "which chooses it");
}

TAP_TEST(checks)
{
	struct gt_menu m = { 0 };
	size_t item = 99;

	open_menu(&m, 5, 3, true);
	tap_ok(act(&m, GT_ACT_TAG, 0, &item) && item == 3 && m.open && !m.items[3].checked, "off");
	tap_ok(act(&m, GT_ACT_OPEN, 0, &item) && m.open && m.items[3].checked, "on again, and open");
	tap_ok(!act(&m, GT_ACT_CLOSE, 0, &item) && !m.open, "closed");
	open_menu(&m, 0, 0, true);
	act(&m, GT_ACT_DOWN, 0, NULL);
	act(&m, GT_ACT_LAST, 0, NULL);
	tap_ok(!act(&m, GT_ACT_OPEN, 0, &item) && m.cursor == 0, "nothing to choose in an empty one");
	gt_menu_close(&m);
}

/* On every screen the cursor's item is seen, in a box that is closed. */
TAP_TEST(sizes)
{
	unsigned bad = 0;
	struct gt_buf out = { 0 };

	for (int rows = 3; rows < 16; rows++) {
		for (int cols = 12; cols < 50; cols++) {
			for (size_t current = 0; current < 12; current++) {
				struct gt_menu m = { 0 };
				char text[16];

				open_menu(&m, 12, current, false);
				draw(&m, rows, cols, &out);
				snprintf(text, sizeof text, "│ item %zu ", current);
				bad += !strstr(gt_buf_str(&out), text) || !strstr(gt_buf_str(&out), "┌") ||
				       !strstr(gt_buf_str(&out), "┐") || !strstr(gt_buf_str(&out), "┘");
				bad += m.rows != (rows < 14 ? rows - 2 : 12) || m.top + (size_t)m.rows > 12 ||
				       (rows >= 14 && m.top);
				gt_menu_close(&m);
			}
		}
	}
	tap_is_u64(bad, 0, "whatever the screen, the item under the cursor is seen");
	gt_buf_release(&out);
}

TAP_TEST(clicks)
{
	check_clicks(3, 1, 0, 4, 12, 5, 15);
	check_clicks(30, 20, 9, 0, 12, 14, 16);
}
