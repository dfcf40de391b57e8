/* Styles: roles, goroutine colours, themes at every depth. */
#include <string.h>

#include "tap/tap.h"
#include "ui/kit/style.h"

TAP_TEST(roles)
{
	enum gt_role r;
	bool all = true;

	for (int i = 0; i < GT_ROLE_COUNT; i++)
		all &= gt_role_find(gt_role_name((enum gt_role)i), &r) == 0 && (int)r == i;
	tap_ok(all, "every role is found by its name");
	tap_is_int(gt_role_find("nonsense", &r), -1, "no such role");
}

TAP_TEST(goroutines)
{
	bool distinct = true;
	unsigned used = 0;

	for (uint64_t id = 1; id < 5000; id++) {
		for (uint64_t d = 1; d <= 7; d++)
			distinct &= gt_style_goroutine(id) != gt_style_goroutine(id + d);
		used |= 1u << (gt_style_goroutine(id) - GT_ROLE_G0);
	}
	tap_ok(distinct, "ids close to each other have different colours");
	tap_is_int(used, 0xffff, "all colours are used");
	tap_ok(gt_style_goroutine(UINT64_MAX) < GT_ROLE_COUNT, "any id has a colour");
}

TAP_TEST(functions)
{
	static const char *const names[] = { "main.main", "main.work", "net/http.(*conn).serve", "main.a", "main.b" };
	unsigned used = 0;

	for (size_t i = 0; i < GT_COUNT(names); i++)
		used |= 1u << (gt_style_function(names[i], strlen(names[i])) - GT_ROLE_FUNC1);
	tap_ok(used < 1u << 5 && used & (used - 1), "functions have their five colours");
	tap_is_int(gt_style_function("main.main", 9), gt_style_function("main.mainly", 9), "by name alone");
}

TAP_TEST(ink)
{
	struct gt_theme t;
	struct gt_ink ink;

	tap_is_int(gt_theme_load(&t, "nonsense"), -1, "no such theme");
	tap_is_int(gt_theme_load(&t, "dark"), 0, "a theme");
	ink = gt_theme_ink(&t, GT_DEPTH_TRUE, GT_ROLE_NORMAL);
	tap_ok(ink.fg == GT_COLOR_DEFAULT && ink.bg == GT_COLOR_DEFAULT, "normal is the terminal's own");
	ink = gt_theme_ink(&t, GT_DEPTH_TRUE, GT_ON(GT_ROLE_G0, GT_ROLE_CURSOR));
	tap_ok(ink.fg == t.paint[GT_ROLE_G0].fg && ink.bg == t.paint[GT_ROLE_CURSOR].bg, "ink on another ground");
	ink = gt_theme_ink(&t, GT_DEPTH_TRUE, GT_ON(GT_ROLE_G0, GT_ROLE_G0 + 5));
	tap_ok(ink.bg == t.paint[GT_ROLE_G0 + 5].fg, "the ground of a role without one is its ink");
	ink = gt_theme_ink(&t, GT_DEPTH_TRUE, GT_ON(GT_ROLE_MATCH, GT_ROLE_CURSOR));
	tap_is_int(ink.bg, t.paint[GT_ROLE_MATCH].bg, "a match keeps its ground");
	ink = gt_theme_ink(&t, GT_DEPTH_TRUE, (GT_ROLE_G0 + 3) | GT_FILL);
	tap_ok(ink.bg == t.paint[GT_ROLE_G0 + 3].fg && ink.fg == 0, "filled: black on a light colour");
	ink = gt_theme_ink(&t, GT_DEPTH_8, GT_ROLE_STW | GT_FILL);
	tap_ok(ink.bg == 1 && ink.fg == 7, "filled: white on red");
	ink = gt_theme_ink(&t, GT_DEPTH_8, GT_ROLE_RUNNING | GT_FILL);
	tap_ok(ink.bg == 2 && ink.fg == 0, "filled: black on green");
	ink = gt_theme_ink(&t, GT_DEPTH_8, GT_ON(GT_ROLE_G0, GT_ROLE_CURSOR));
	tap_ok(ink.attrs & GT_REVERSE && ink.bg == GT_COLOR_DEFAULT, "the cursor row is reversed on 8 colours");
	ink = gt_theme_ink(&t, GT_DEPTH_256, GT_ROLE_G0);
	tap_ok(ink.fg >= 16 && ink.fg < 256, "256 colours are numbers");
	ink = gt_theme_ink(&t, GT_DEPTH_MONO, GT_ROLE_STW | GT_BOLD);
	tap_ok(ink.fg == GT_COLOR_DEFAULT && ink.attrs == (GT_REVERSE | GT_BOLD), "no colours: attributes");
	ink = gt_theme_ink(&t, GT_DEPTH_MONO, GT_ROLE_G0 | GT_FILL);
	tap_is_int(ink.attrs, GT_REVERSE, "no colours: filled is reversed");
}

TAP_TEST(nothing_lost)
{
	const char *const names[] = { "dark", "light", "safe" };

	for (size_t i = 0; i < GT_COUNT(names); i++) {
		struct gt_theme t;
		bool complete = true;

		memset(&t, 0, sizeof t);
		gt_theme_load(&t, names[i]);
		/* A role that was forgotten is black on black. */
		for (int r = 0; r < GT_ROLE_COUNT; r++)
			complete &= t.paint[r].fg != 0 || t.paint[r].bg != 0;
		tap_ok(complete, "%s has every role", names[i]);
	}
}

TAP_TEST(set)
{
	const char *const good[] = { "#102030", "5", "bold" }, *const bad[] = { "purplish" };
	const char *const more[] = { "red", "blue", "green" };
	struct gt_theme t;
	struct gt_error err;
	struct gt_ink ink;

	gt_theme_load(&t, "dark");
	tap_is_int(gt_theme_set(&t, "gc", good, 3, &err), 0, "a colour is set");
	ink = gt_theme_ink(&t, GT_DEPTH_TRUE, GT_ROLE_GC);
	tap_ok(ink.fg == 0x102030 && ink.bg == 0xcd00cd && ink.attrs == GT_BOLD, "at true colour");
	ink = gt_theme_ink(&t, GT_DEPTH_256, GT_ROLE_GC);
	tap_is_int(ink.bg, 5, "a number stays a number");
	tap_is_int(gt_theme_set(&t, "gc", bad, 1, &err), GT_ERR_USAGE, "not a colour");
	tap_is_str(err.text, "not a colour: purplish", "says so");
	tap_is_int(gt_theme_set(&t, "nonsense", good, 1, &err), GT_ERR_USAGE, "not a role");
	tap_is_int(gt_theme_set(&t, "gc", more, 3, &err), GT_ERR_USAGE, "a third colour");
	tap_is_int(gt_theme_set(&t, "gc", good, 0, &err), GT_ERR_USAGE, "no colour");
}
