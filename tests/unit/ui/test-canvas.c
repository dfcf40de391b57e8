/* The canvas: clipping, wide, combining and hostile text, bars, ASCII. */
#include <stdlib.h>
#include <string.h>

#include "tap/tap.h"
#include "ui/kit/canvas.h"

static void is_dump(struct gt_grid *g, const char *want, const char *name)
{
	struct gt_buf out = { 0 };

	gt_grid_dump(g, &out);
	tap_is_str(gt_buf_str(&out), want, "%s", name);
	gt_buf_release(&out);
}

static void is_styles(struct gt_grid *g, const char *want, const char *name)
{
	struct gt_buf out = { 0 };

	gt_grid_dump_styles(g, &out);
	tap_is_str(gt_buf_str(&out), want, "%s", name);
	gt_buf_release(&out);
}

/* Every row is as wide as the grid, and every wide character has both halves. */
static bool intact(const struct gt_grid *g)
{
	for (int y = 0; y < gt_grid_rows(g); y++) {
		int cols = 0;

		for (int x = 0; x < gt_grid_cols(g); x++) {
			const struct gt_screen_cell *cell = gt_grid_cell(g, y, x);

			cols += cell->width;
			if (cell->width == 2 &&
			    (x + 1 >= gt_grid_cols(g) || gt_grid_cell(g, y, x + 1)->width != 0))
				return false;
			if (cell->width == 0 && (x == 0 || gt_grid_cell(g, y, x - 1)->width != 2))
				return false;
		}
		if (cols != gt_grid_cols(g))
			return false;
	}
	return true;
}

TAP_TEST(text)
{
	struct gt_grid *g = gt_grid_new(3, 10);
	struct gt_canvas c = gt_grid_canvas(g);

	tap_is_int(gt_canvas_text(&c, 0, 0, GT_ROLE_NORMAL, "hello"), 5, "columns of ASCII");
	tap_is_int(gt_canvas_text(&c, 1, 6, GT_ROLE_NORMAL, "clipped"), 7, "columns of clipped text");
	gt_canvas_text(&c, 2, -3, GT_ROLE_NORMAL, "abcdef");
	gt_canvas_text(&c, 3, 0, GT_ROLE_NORMAL, "below");
	gt_canvas_text(&c, -1, 0, GT_ROLE_NORMAL, "above");
	gt_canvas_text(&c, 0, 1000000, GT_ROLE_NORMAL, "far");
	is_dump(g, "hello\n      clip\ndef\n", "text is clipped on all sides");
	gt_grid_free(g);
}

TAP_TEST(wide)
{
	struct gt_grid *g = gt_grid_new(4, 6);
	struct gt_canvas c = gt_grid_canvas(g);

	tap_is_int(gt_canvas_text(&c, 0, 0, GT_ROLE_NORMAL, "日本語"), 6, "columns of wide text");
	is_dump(g, "日本語\n\n\n\n", "wide text");
	gt_canvas_text(&c, 0, 1, GT_ROLE_NORMAL, "x");
	is_dump(g, " x本語\n\n\n\n", "writing over a right half takes the left half away");
	gt_canvas_text(&c, 0, 2, GT_ROLE_NORMAL, "y");
	is_dump(g, " xy 語\n\n\n\n", "writing over a left half takes the right half away");
	gt_canvas_text(&c, 1, 5, GT_ROLE_NORMAL, "日");
	gt_canvas_text(&c, 2, -1, GT_ROLE_NORMAL, "日本");
	is_dump(g, " xy 語\n\n 本\n\n", "half a wide character at an edge is blank");
	gt_canvas_text(&c, 3, 0, GT_ROLE_NORMAL, "日本語");
	gt_canvas_text(&c, 3, 1, GT_ROLE_NORMAL, "本日");
	is_dump(g, " xy 語\n\n 本\n 本日\n", "wide over wide, shifted by one");
	tap_ok(intact(g), "the grid is intact");
	gt_grid_free(g);
}

TAP_TEST(combining)
{
	struct gt_grid *g = gt_grid_new(3, 8);
	struct gt_canvas c = gt_grid_canvas(g);
	struct gt_buf zalgo = { 0 };

	tap_is_int(gt_canvas_text(&c, 0, 0, GT_ROLE_NORMAL, "e\u0301a\u0308o"), 3, "combining marks take no columns");
	tap_is_int(gt_grid_cell(g, 0, 0)->len, 3, "a cell holds the whole cluster");
	is_dump(g, "e\u0301a\u0308o\n\n\n", "combining text");
	gt_buf_puts(&zalgo, "z");
	for (int i = 0; i < 100; i++)
		gt_buf_puts(&zalgo, "\u0301");
	gt_buf_puts(&zalgo, "!");
	tap_is_int(gt_canvas_text(&c, 1, 0, GT_ROLE_NORMAL, gt_buf_str(&zalgo)), 1 + 92 * 6 + 1,
		   "eight of a hundred marks take no columns, the others are told");
	tap_is_int(gt_grid_cell(g, 1, 0)->len, 1 + 8 * 2, "a cell holds a letter and eight marks");
	tap_is_mem(gt_grid_cell(g, 1, 1)->text, "\\", 1, "the next cell begins what was escaped");
	tap_is_int(gt_canvas_text(&c, 2, 0, GT_ROLE_NORMAL, "👩‍👩‍👧a"), 3, "a joined emoji is one cluster of two columns");
	tap_ok(intact(g), "the grid is intact");
	gt_buf_release(&zalgo);
	gt_grid_free(g);
}

TAP_TEST(hostile)
{
	struct gt_grid *g = gt_grid_new(6, 24);
	struct gt_canvas c = gt_grid_canvas(g);

	gt_canvas_text(&c, 0, 0, GT_ROLE_NORMAL, "a\033[31mb");
	gt_canvas_textn(&c, 1, 0, GT_ROLE_NORMAL, "a\0b", 3);
	gt_canvas_text(&c, 2, 0, GT_ROLE_NORMAL, "\xff\xfe!");
	gt_canvas_text(&c, 3, 0, GT_ROLE_NORMAL, "a\u202eb");
	gt_canvas_text(&c, 4, 0, GT_ROLE_NORMAL, "tab\tnl\n");
	for (int y = 0; y < 6; y++) {
		for (int x = 0; x < 24; x++) {
			const struct gt_screen_cell *cell = gt_grid_cell(g, y, x);

			for (int i = 0; i < cell->len; i++) {
				if ((unsigned char)cell->text[i] < ' ' || cell->text[i] == 0x7f)
					tap_fail("control character at %d,%d", y, x);
			}
		}
	}
	is_dump(g, "a\\x1b[31mb\na\\x00b\n\\xff\\xfe!\na\\u202eb\ntab\\tnl\\n\n\n", "nothing hostile gets through");
	gt_grid_free(g);
}

TAP_TEST(sub)
{
	struct gt_grid *g = gt_grid_new(4, 10);
	struct gt_canvas c = gt_grid_canvas(g), s, t;

	gt_canvas_fill(&c, 0, 0, 4, 10, GT_ROLE_NORMAL, ".");
	s = gt_canvas_sub(&c, 1, 2, 2, 5);
	gt_canvas_text(&s, 0, 0, GT_ROLE_NORMAL, "abcdefghij");
	gt_canvas_text(&s, 2, 0, GT_ROLE_NORMAL, "no");
	t = gt_canvas_sub(&s, 1, 3, 5, 50);
	tap_is_int(t.cols, 50, "a sub-canvas has the size it was asked for");
	gt_canvas_text(&t, 0, 0, GT_ROLE_NORMAL, "uvwxyz");
	gt_canvas_text(&t, 0, -2, GT_ROLE_NORMAL, "!");
	is_dump(g, "..........\n..abcde...\n.....uv...\n..........\n", "rectangles clip");
	s = gt_canvas_sub(&c, 100, 100, 5, 5);
	gt_canvas_fill(&s, 0, 0, 5, 5, GT_ROLE_NORMAL, "#");
	gt_canvas_fill(&c, -5, -5, 3, 3, GT_ROLE_NORMAL, "#");
	gt_canvas_fill(&c, 3, 9, INT32_MAX, INT32_MAX, GT_ROLE_NORMAL, "#");
	is_dump(g, "..........\n..abcde...\n.....uv...\n.........#\n", "fills clip");
	gt_grid_free(g);
}

TAP_TEST(fit)
{
	struct gt_grid *g = gt_grid_new(6, 12);
	struct gt_canvas c = gt_grid_canvas(g);

	gt_canvas_fit(&c, 0, 0, 6, GT_ROLE_NORMAL, "ab", 2, true);
	gt_canvas_text(&c, 0, 6, GT_ROLE_NORMAL, "|");
	gt_canvas_fit(&c, 1, 0, 6, GT_ROLE_NORMAL, "abcdefgh", 8, false);
	gt_canvas_text(&c, 1, 6, GT_ROLE_NORMAL, "|");
	gt_canvas_fit(&c, 2, 0, 6, GT_ROLE_NORMAL, "日本語語", 12, false);
	gt_canvas_text(&c, 2, 6, GT_ROLE_NORMAL, "|");
	tap_is_int(gt_canvas_wrap(&c, 3, 0, 6, GT_ROLE_NORMAL, "one two\nabcdefgh"), 4, "rows of wrapped text");
	is_dump(g, "    ab|\nabcde…|\n日本… |\none\ntwo\nabcdef\n", "fitted and wrapped");
	gt_grid_free(g);
}

TAP_TEST(shapes)
{
	struct gt_grid *g = gt_grid_new(5, 8);
	struct gt_canvas c = gt_grid_canvas(g);

	gt_canvas_hbar(&c, 0, 0, 4, GT_ROLE_RUNNING, 0.5 + 1.0 / 32);
	gt_canvas_hbar(&c, 1, 0, 4, GT_ROLE_RUNNING, 1e-9);
	gt_canvas_hbar(&c, 2, 0, 4, GT_ROLE_RUNNING, 7);
	for (unsigned i = 0; i <= 8; i++)
		gt_canvas_vblock(&c, 3, (int)i - 1, GT_ROLE_RUNNING, i);
	gt_canvas_hline(&c, 4, 3, 2, GT_ROLE_RULE);
	is_dump(g, "██▏\n▏\n████\n▁▂▃▄▅▆▇█\n   ──\n", "bars and blocks");
	gt_grid_clear(g);
	gt_grid_set_ascii(g, true);
	gt_canvas_hbar(&c, 0, 0, 4, GT_ROLE_RUNNING, 0.5);
	for (unsigned i = 0; i < 8; i++)
		gt_canvas_vblock(&c, 1, (int)i, GT_ROLE_RUNNING, i + 1);
	gt_canvas_text(&c, 2, 0, GT_ROLE_NORMAL, "a→b日é…");
	gt_canvas_hline(&c, 3, 0, 3, GT_ROLE_RULE);
	gt_canvas_fit(&c, 4, 0, 5, GT_ROLE_NORMAL, "abcdefgh", 8, false);
	is_dump(g, "##\n.:-=+*%#\na>b???.\n---\nabcd.\n", "all of it in ASCII");
	gt_grid_free(g);
}

TAP_TEST(styles)
{
	struct gt_grid *g = gt_grid_new(3, 10);
	struct gt_canvas c = gt_grid_canvas(g);

	gt_canvas_text(&c, 0, 0, GT_ROLE_TITLE, "abc");
	gt_canvas_text(&c, 0, 5, GT_ROLE_G0 + 3, "日");
	gt_canvas_text(&c, 1, 0, GT_ON(GT_ROLE_DIM, GT_ROLE_CURSOR) | GT_BOLD, "x");
	gt_canvas_under(&c, 0, 1, 1, 5, GT_ROLE_CURSOR);
	gt_canvas_attr(&c, 1, 0, 1, 2, GT_FILL);
	gt_canvas_style(&c, 2, 8, 1, 100, GT_ROLE_GC);
	is_styles(g,
		  "0: 0+1 title 1+2 title/cursor 3+2 normal/cursor 5+1 g3/cursor 6+1 g3\n"
		  "1: 0+1 dim/cursor+bold+fill 1+1 normal+fill\n"
		  "2: 8+2 gc\n",
		  "styles of runs");
	gt_grid_free(g);
}

/* Marks share the cell of what they stand on, as many as it holds; a character is never cut. */
TAP_TEST(marks)
{
	static const char *const mark = "\U0001d167", *const vowel = "\u1161";
	struct gt_grid *g = gt_grid_new(1, 10);
	struct gt_canvas c = gt_grid_canvas(g);
	struct gt_buf text = { 0 }, want = { 0 };

	gt_buf_puts(&text, "a");
	for (int i = 0; i < 8; i++)
		gt_buf_puts(&text, mark);
	gt_buf_puts(&text, "b");
	tap_is_int(gt_canvas_text(&c, 0, 0, GT_ROLE_NORMAL, gt_buf_str(&text)), 2, "eight marks take no column");
	/* 30 bytes: a letter and 7 marks of four bytes. */
	gt_buf_puts(&want, "a");
	for (int i = 0; i < 7; i++)
		gt_buf_puts(&want, mark);
	gt_buf_puts(&want, "b\n");
	is_dump(g, gt_buf_str(&want), "a cell holds 7 of them");
	gt_canvas_clear(&c);
	/* A vowel of Hangul without its consonant has no width either, and is no mark. */
	gt_buf_reset(&text);
	gt_buf_reset(&want);
	gt_buf_printf(&text, "x%s日%s%sy", vowel, vowel, vowel);
	tap_is_int(gt_canvas_text(&c, 0, 1, GT_ROLE_NORMAL, gt_buf_str(&text)), 4, "vowels take none");
	gt_buf_printf(&want, " %s\n", gt_buf_str(&text));
	is_dump(g, gt_buf_str(&want), "but stay where they are");
	gt_canvas_clear(&c);
	gt_buf_reset(&text);
	gt_buf_puts(&text, "x");
	for (int i = 0; i < 20; i++)
		gt_buf_puts(&text, vowel);
	gt_canvas_text(&c, 0, 0, GT_ROLE_NORMAL, gt_buf_str(&text));
	is_dump(g, "x\n", "together they have no room");
	tap_ok(intact(g), "each row is as wide as the grid");
	gt_buf_release(&text);
	gt_buf_release(&want);
	gt_grid_free(g);
}
