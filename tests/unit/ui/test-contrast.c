/* Themes can be read: contrast of ink and ground at each depth; and roles that are told apart by colour differ. */
#include <math.h>
#include <string.h>

#include "tap/tap.h"
#include "ui/kit/style.h"

#define LEAST 3.0    /* of WCAG 2, for large text and for parts of pictures */
#define MARK 1.4     /* marks of what is absent, and grounds: seen, not read */
#define APART 40.0   /* between two colours: channels of 0..255 as coordinates */

/* The screens that a theme is for: pure ones, and those that terminals offer as softer ones. */
static const struct theme_case {
	const char *name;
	int32_t grounds[2], ink;   /* ink: what the terminal writes in by itself */
	bool color_blind;
} cases[] = {
	{ "dark", { 0x000000, 0x1e1e1e }, 0xe5e5e5, false },
	{ "light", { 0xffffff, 0xf5f5f5 }, 0x000000, false },
	{ "safe", { 0x000000, 0x1e1e1e }, 0xe5e5e5, true },
};

static const char *const depths[] = { "no colours", "8 colours", "256 colours", "true colour" };

/* ---- colours ---- */

/* As xterm has them. */
static int32_t xterm_rgb(int i)
{
	static const int32_t first[8] = {
		0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
	};
	static const int levels[6] = { 0, 95, 135, 175, 215, 255 };

	if (i < 16)
		return first[i % 8];
	if (i >= 232)
		return (8 + 10 * (i - 232)) * 0x010101;
	i -= 16;
	return levels[i / 36] << 16 | levels[i / 6 % 6] << 8 | levels[i % 6];
}

/* Red, green, blue: linear light from 0 to 1. */
static void linear_rgb(int32_t rgb, double out[3])
{
	for (int i = 0; i < 3; i++) {
		double c = (rgb >> (16 - 8 * i) & 255) / 255.0;

		out[i] = c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
	}
}

static double contrast_ratio(int32_t a, int32_t b)
{
	double rgb[3], l[2];

	for (int i = 0; i < 2; i++) {
		linear_rgb(i ? b : a, rgb);
		l[i] = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
	}
	return (fmax(l[0], l[1]) + 0.05) / (fmin(l[0], l[1]) + 0.05);
}

/* How an eye without one kind of cones sees rgb (Machado, Oliveira, Fernandes 2009), as 0..255. */
static void seen_by(int eye, int32_t rgb, double out[3])
{
	static const double missing[3][3][3] = {
		{ { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
		{ { 0.152286, 1.052583, -0.204868 }, { 0.114503, 0.786281, 0.099216 },
		  { -0.003882, -0.048116, 1.051998 } },
		{ { 0.367322, 0.860646, -0.227968 }, { 0.280085, 0.672501, 0.047413 },
		  { -0.011820, 0.042940, 0.968881 } },
	};
	double in[3];

	linear_rgb(rgb, in);
	for (int i = 0; i < 3; i++) {
		double v = 0;

		for (int j = 0; j < 3; j++)
			v += missing[eye][i][j] * in[j];
		v = fmin(fmax(v, 0), 1);
		out[i] = 255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * pow(v, 1 / 2.4) - 0.055);
	}
}

static bool colors_apart(int32_t a, int32_t b, bool color_blind)
{
	for (int eye = 0; eye < (color_blind ? 3 : 1); eye++) {
		double x[3], y[3];

		seen_by(eye, a, x);
		seen_by(eye, b, y);
		if (hypot(hypot(x[0] - y[0], x[1] - y[1]), x[2] - y[2]) < APART)
			return false;
	}
	return true;
}

/* ---- what a terminal shows ---- */

struct shown {
	int32_t fg, bg;
	uint32_t attrs;
};

static struct shown shown_as(const struct theme_case *c, enum gt_depth depth, gt_style style, int ground)
{
	struct gt_theme theme;
	struct gt_ink ink;
	struct shown s;

	gt_theme_load(&theme, c->name);
	ink = gt_theme_ink(&theme, depth, style);
	s.fg = ink.fg < 0 ? c->ink : depth == GT_DEPTH_TRUE ? ink.fg : xterm_rgb(ink.fg);
	s.bg = ink.bg < 0 ? c->grounds[ground] : depth == GT_DEPTH_TRUE ? ink.bg : xterm_rgb(ink.bg);
	s.attrs = ink.attrs;
	return s;
}

/* ---- ink on its ground ---- */

/* Lines, and where nothing is: not text. */
static bool is_mark(int role)
{
	return role == GT_ROLE_RULE || role == GT_ROLE_IDLE || role == GT_ROLE_UNREAD;
}

/* What is written or drawn on a ground.  Anything can be in a list's row and at the time cursor. */
static bool stands_on(int role, int under)
{
	if (under == GT_ROLE_MENU)
		return role == GT_ROLE_TITLE || role == GT_ROLE_DIM || role == GT_ROLE_KEY || role == GT_ROLE_MATCH;
	if (under == GT_ROLE_RANGE)
		return role == GT_ROLE_AXIS || role == GT_ROLE_VALUE || role == GT_ROLE_MARKER;
	if (under == GT_ROLE_WINDOW)
		return role == GT_ROLE_AXIS || role == GT_ROLE_RUNNING;
	return !under || (role != GT_ROLE_TAB_CURRENT && role != GT_ROLE_RULE_FOCUS && !is_mark(role));
}

/* 8 colours are those of old terminals, which are black or white. */
static int grounds_of(enum gt_depth depth)
{
	return depth == GT_DEPTH_8 ? 1 : 2;
}

static bool readable(const struct theme_case *c, enum gt_depth depth, gt_style style)
{
	int role = gt_style_role(style);
	double least = is_mark(role) ? MARK : LEAST;
	bool all = true;

	for (int g = 0; g < grounds_of(depth); g++) {
		struct shown s = shown_as(c, depth, style, g);
		double ratio = contrast_ratio(s.fg, s.bg);

		if (ratio >= least)
			continue;
		all = false;
		tap_diag("%s, %s: %s%s%s%s: %06x on %06x is %.2f", c->name, depths[depth],
			 gt_role_name((enum gt_role)role), style & GT_FILL ? "+fill" : "",
			 gt_style_under(style) ? " on " : "",
			 gt_style_under(style) ? gt_role_name(gt_style_under(style)) : "",
			 (unsigned)s.fg, (unsigned)s.bg, ratio);
	}
	return all;
}

static void test_readable(const struct theme_case *c, enum gt_depth depth)
{
	static const int grounds[] = {
		GT_ROLE_NORMAL, GT_ROLE_CURSOR, GT_ROLE_SELECTED, GT_ROLE_MENU, GT_ROLE_RANGE, GT_ROLE_WINDOW,
	};
	bool all = true, filled = true;

	for (int role = 0; role < GT_ROLE_COUNT; role++) {
		for (size_t u = 0; u < GT_COUNT(grounds); u++)
			if (stands_on(role, grounds[u]))
				all &= readable(c, depth, GT_ON(role, grounds[u]));
		filled &= readable(c, depth, (gt_style)role | GT_FILL);
	}
	tap_ok(all, "%s, %s: everything can be read", c->name, depths[depth]);
	tap_ok(filled, "%s, %s: text on filled cells can be read", c->name, depths[depth]);
}

/* ---- roles that are told apart ---- */

/* Each from each other of its row.  Row by row: what stands in one chart, list or line. */
static const struct {
	enum gt_role roles[6];
	size_t n;
	bool mono;         /* without colours, too: no glyph tells */
} groups[] = {
	{ { GT_ROLE_WORSE, GT_ROLE_BETTER, GT_ROLE_SAME }, 3, true },
	{ { GT_ROLE_RUNNING, GT_ROLE_RUNNABLE, GT_ROLE_BLOCKED, GT_ROLE_SYSCALL }, 4, false },
	{ { GT_ROLE_FUNC1, GT_ROLE_GC, GT_ROLE_RUNTIME, GT_ROLE_SYSCALL, GT_ROLE_STW }, 5, false },
	{ { GT_ROLE_CHART1, GT_ROLE_CHART2, GT_ROLE_CHART3 }, 3, false },
	{ { GT_ROLE_NORMAL, GT_ROLE_ERROR, GT_ROLE_WARNING }, 3, false },
	{ { GT_ROLE_NORMAL, GT_ROLE_GREEDY }, 2, true },
	{ { GT_ROLE_NORMAL, GT_ROLE_TAGGED, GT_ROLE_MATCH }, 3, true },
	{ { GT_ROLE_NORMAL, GT_ROLE_CURSOR, GT_ROLE_SELECTED }, 3, true },
	{ { GT_ROLE_HEADER, GT_ROLE_SORTED }, 2, true },
	{ { GT_ROLE_TAB, GT_ROLE_TAB_CURRENT }, 2, true },
	{ { GT_ROLE_RULE, GT_ROLE_RULE_FOCUS }, 2, true },
	{ { GT_ROLE_KEY, GT_ROLE_HINT }, 2, true },
	{ { GT_ROLE_STATUS, GT_ROLE_MESSAGE }, 2, true },
	{ { GT_ROLE_MARKER, GT_ROLE_AXIS }, 2, true },
};

static bool told_apart(const struct theme_case *c, enum gt_depth depth, enum gt_role a, enum gt_role b)
{
	/* CURSOR and SELECTED are grounds only. */
	bool ground = b == GT_ROLE_CURSOR || b == GT_ROLE_SELECTED;
	struct shown x = shown_as(c, depth, a == GT_ROLE_CURSOR ? GT_ON(0, a) : (gt_style)a, 0);
	struct shown y = shown_as(c, depth, ground ? GT_ON(0, b) : (gt_style)b, 0);

	if (x.attrs != y.attrs || colors_apart(x.fg, y.fg, c->color_blind) ||
	    (ground ? contrast_ratio(x.bg, y.bg) >= 1.1 : colors_apart(x.bg, y.bg, c->color_blind)))
		return true;
	tap_diag("%s, %s: %s and %s: %06x on %06x, %06x on %06x", c->name, depths[depth], gt_role_name(a),
		 gt_role_name(b), (unsigned)x.fg, (unsigned)x.bg, (unsigned)y.fg, (unsigned)y.bg);
	return false;
}

static void test_apart(const struct theme_case *c, enum gt_depth depth)
{
	bool all = true;

	for (size_t g = 0; g < GT_COUNT(groups); g++) {
		if (depth == GT_DEPTH_MONO && !groups[g].mono)
			continue;
		for (size_t i = 0; i < groups[g].n; i++)
			for (size_t j = i + 1; j < groups[g].n; j++)
				all &= told_apart(c, depth, groups[g].roles[i], groups[g].roles[j]);
	}
	tap_ok(all, "%s, %s: neighbours are told apart", c->name, depths[depth]);
}

/* Those of goroutines with ids next to each other, which are 6, 7, 9 or 10 places apart. */
static void test_goroutine_colors(const struct theme_case *c, enum gt_depth depth)
{
	bool all = true;

	for (unsigned i = 0; i < GT_GCOLORS; i++) {
		for (unsigned step = 9; step <= 10; step++)
			all &= told_apart(c, depth, GT_ROLE_G0 + i, GT_ROLE_G0 + (i + step) % GT_GCOLORS);
	}
	tap_ok(all, "%s, %s: goroutines next to each other are told apart", c->name, depths[depth]);
}

/* None of them can be taken for what an alarm looks like, nor, where colours suffice, the GC, a call, a queue, … */
static void test_goroutine_roles(const struct theme_case *c, enum gt_depth depth)
{
	static const enum gt_role roles[] = {
		GT_ROLE_STW, GT_ROLE_GREEDY, GT_ROLE_GC, GT_ROLE_SYSCALL, GT_ROLE_RUNNABLE, GT_ROLE_RUNTIME,
	};
	size_t n = depth > GT_DEPTH_8 ? GT_COUNT(roles) : 2;
	bool all = true;

	for (unsigned i = 0; i < GT_GCOLORS; i++)
		for (size_t r = 0; r < n; r++)
			all &= colors_apart(shown_as(c, depth, GT_ROLE_G0 + i, 0).fg,
					    shown_as(c, depth, roles[r], 0).fg, c->color_blind);
	tap_ok(all, "%s, %s: no goroutine has the colour of a role", c->name, depths[depth]);
}

/* Known values: black on white is 21, and a grey of the standard's examples. */
TAP_TEST(ratio)
{
	tap_ok(fabs(contrast_ratio(0x000000, 0xffffff) - 21) < 0.001, "the largest contrast");
	tap_ok(fabs(contrast_ratio(0x767676, 0xffffff) - 4.54) < 0.01, "the grey that is just enough for text");
}

TAP_TEST(themes)
{
	for (size_t i = 0; i < GT_COUNT(cases); i++) {
		for (int depth = GT_DEPTH_MONO; depth <= GT_DEPTH_TRUE; depth++) {
			test_apart(&cases[i], (enum gt_depth)depth);
			if (depth == GT_DEPTH_MONO)
				continue;
			test_readable(&cases[i], (enum gt_depth)depth);
			test_goroutine_colors(&cases[i], (enum gt_depth)depth);
			test_goroutine_roles(&cases[i], (enum gt_depth)depth);
		}
	}
}
