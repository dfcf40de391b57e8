/* The screen as a picture: runs of text, shapes, colours, names that are hostile in XML. */
#include <string.h>

#include "tap/tap.h"
#include "ui/kit/picture.h"

/* The picture of what `draw` draws on one row, without its frame: a line for each element. */
static void is_picture(const char *theme, void (*draw)(const struct gt_canvas *c), const char *want, const char *name)
{
	struct gt_grid *g = gt_grid_new(1, 10);
	struct gt_canvas c = gt_grid_canvas(g);
	struct gt_buf out = { 0 };
	struct gt_theme t;
	char *begin, *end;

	tap_is_int(gt_theme_load(&t, theme), 0, "the theme %s", theme);
	gt_canvas_clear(&c);
	draw(&c);
	gt_grid_picture(g, &t, &out);
	begin = strstr(gt_buf_str(&out), "crispEdges\">\n");
	end = strstr(gt_buf_str(&out), "</g>\n</svg>\n");
	tap_ok(begin && end, "%s: a frame", name);
	if (begin && end) {
		*end = 0;
		tap_is_str(begin + strlen("crispEdges\">\n"), want, "%s", name);
	}
	gt_buf_release(&out);
	gt_grid_free(g);
}

static void draw_nothing(const struct gt_canvas *c)
{
	(void)c;
}

static void draw_words(const struct gt_canvas *c)
{
	gt_canvas_text(c, 0, 0, GT_ROLE_NORMAL, "a <b&c>  d");
}

static void draw_shapes(const struct gt_canvas *c)
{
	gt_canvas_text(c, 0, 0, GT_ROLE_NORMAL, "\u2584\u2584\u258c\u2502\u2500\u2500\u2591\u2588x");
}

static void draw_wide(const struct gt_canvas *c)
{
	gt_canvas_text(c, 0, 1, GT_ROLE_NORMAL | GT_BOLD, "\u4e16\u754ce\u0301");
}

TAP_TEST(pictures)
{
	is_picture("dark", draw_nothing, "", "blanks are not drawn");
	is_picture("dark", draw_words,
		   "<text x=\"0\" y=\"13\" textLength=\"58.8\" fill=\"#d0d4da\">a &lt;b&amp;c&gt;</text>\n"
		   "<text x=\"75.6\" y=\"13\" textLength=\"8.4\" fill=\"#d0d4da\">d</text>\n",
		   "text in one piece up to two blanks, without markup");
	is_picture("light", draw_shapes,
		   "<rect x=\"0\" y=\"8.5\" width=\"16.8\" height=\"8.5\" fill=\"#24292f\"/>\n"
		   "<rect x=\"16.8\" y=\"0\" width=\"4.2\" height=\"17\" fill=\"#24292f\"/>\n"
		   "<rect x=\"29.4\" y=\"0\" width=\"1\" height=\"17\" fill=\"#24292f\"/>\n"
		   "<rect x=\"33.6\" y=\"8.5\" width=\"16.8\" height=\"1\" fill=\"#24292f\"/>\n"
		   "<rect x=\"50.4\" y=\"0\" width=\"8.4\" height=\"17\" fill=\"#24292f\" fill-opacity=\"0.25\"/>\n"
		   "<rect x=\"58.8\" y=\"0\" width=\"8.4\" height=\"17\" fill=\"#24292f\"/>\n"
		   "<text x=\"67.2\" y=\"13\" textLength=\"8.4\" fill=\"#24292f\">x</text>\n",
		   "blocks and lines are shapes, equal ones beside each other one");
	is_picture("dark", draw_wide,
		   "<text x=\"8.4\" y=\"13\" textLength=\"42\" fill=\"#d0d4da\" font-weight=\"bold\">"
		   "\u4e16\u754ce\u0301</text>\n", "wide and combined characters");
}
