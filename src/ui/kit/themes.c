/* The built-in themes: one row per role. */
#include "ui/kit/style.h"

#include <string.h>

#define NO GT_COLOR_SAME
#define DEF GT_COLOR_DEFAULT

enum { BLACK, RED, GREEN, YELLOW, BLUE, MAGENTA, CYAN, WHITE };
enum { DARK, LIGHT, SAFE, THEMES };

/*
 * What a role looks like: on 8 colours (as dark screens have it: inks8) and on
 * none; else foreground and background for dark screens, for light ones, and for
 * eyes that do not tell red from green (dark; the hues of Okabe and Ito).
 */
struct row {
	enum gt_role role;
	int8_t fg8, bg8;
	uint32_t attrs, mono;
	int32_t rgb[THEMES][2];
};

static const struct row rows[] = {
	{ GT_ROLE_NORMAL, DEF, DEF, 0, 0, { { DEF, DEF }, { DEF, DEF }, { DEF, DEF } } },
	{ GT_ROLE_TITLE, NO, NO, GT_BOLD, GT_BOLD, { { NO, NO }, { NO, NO }, { NO, NO } } },
	{ GT_ROLE_TAB, CYAN, NO, 0, 0, { { 0x9aa5b1, NO }, { 0x57606a, NO }, { 0x9aa5b1, NO } } },
	{ GT_ROLE_TAB_CURRENT, CYAN, NO, GT_BOLD, GT_REVERSE,
	  { { 0xffffff, 0x2f5d8a }, { 0xffffff, 0x0a5fb4 }, { 0xffffff, 0x0072b2 } } },
	{ GT_ROLE_RULE, NO, NO, 0, 0, { { 0x5c6370, NO }, { 0x8c959f, NO }, { 0x767676, NO } } },
	{ GT_ROLE_RULE_FOCUS, CYAN, NO, GT_BOLD, GT_BOLD, { { 0x6cb6ff, NO }, { 0x0a5fb4, NO }, { 0x56b4e9, NO } } },
	{ GT_ROLE_HEADER, NO, NO, GT_BOLD, GT_BOLD, { { 0xc8ccd4, NO }, { 0x24292f, NO }, { 0xdddddd, NO } } },
	{ GT_ROLE_SORTED, YELLOW, NO, GT_BOLD, GT_BOLD | GT_UNDERLINE,
	  { { 0xffd866, NO }, { 0x7d4e00, NO }, { 0xf0e442, NO } } },
	{ GT_ROLE_CURSOR, NO, NO, 0, GT_REVERSE, { { NO, 0x323b4d }, { NO, 0xcfe2f7 }, { NO, 0x2e2e42 } } },
	{ GT_ROLE_SELECTED, NO, NO, 0, GT_UNDERLINE, { { NO, 0x262d39 }, { NO, 0xe6edf5 }, { NO, 0x262638 } } },
	{ GT_ROLE_TAGGED, YELLOW, NO, GT_BOLD, GT_BOLD, { { 0xffd866, NO }, { 0x8a5a00, NO }, { 0xf0e442, NO } } },
	{ GT_ROLE_DIM, NO, NO, 0, GT_FAINT, { { 0x8b949e, NO }, { 0x6e7781, NO }, { 0x9a9a9a, NO } } },
	{ GT_ROLE_STATUS, NO, NO, 0, 0, { { 0xc8ccd4, NO }, { 0x24292f, NO }, { 0xdddddd, NO } } },
	{ GT_ROLE_MESSAGE, NO, NO, GT_BOLD, GT_BOLD, { { 0xffffff, NO }, { 0x000000, NO }, { 0xffffff, NO } } },
	{ GT_ROLE_ERROR, RED, NO, GT_BOLD, GT_BOLD, { { 0xff6b6b, NO }, { 0xb3262e, NO }, { 0xff8c5a, NO } } },
	{ GT_ROLE_WARNING, YELLOW, NO, 0, GT_BOLD, { { 0xffb454, NO }, { 0x9a5b00, NO }, { 0xe69f00, NO } } },
	{ GT_ROLE_KEY, CYAN, NO, GT_BOLD, GT_BOLD, { { 0x6cb6ff, NO }, { 0x0a5fb4, NO }, { 0x56b4e9, NO } } },
	{ GT_ROLE_HINT, NO, NO, 0, 0, { { 0x9aa5b1, NO }, { 0x57606a, NO }, { 0xaaaaaa, NO } } },
	{ GT_ROLE_LABEL, CYAN, NO, 0, 0, { { 0x9aa5b1, NO }, { 0x57606a, NO }, { 0xaaaaaa, NO } } },
	{ GT_ROLE_VALUE, NO, NO, 0, 0, { { NO, NO }, { NO, NO }, { NO, NO } } },
	{ GT_ROLE_AXIS, NO, NO, 0, 0, { { 0x8b949e, NO }, { 0x57606a, NO }, { 0x9a9a9a, NO } } },
	{ GT_ROLE_MARKER, MAGENTA, NO, GT_BOLD, GT_REVERSE,
	  { { 0xff8fd0, NO }, { 0x9c1f8f, NO }, { 0xcc79a7, NO } } },
	{ GT_ROLE_RANGE, NO, NO, 0, GT_UNDERLINE, { { NO, 0x3a2f45 }, { NO, 0xf3e3f1 }, { NO, 0x40304a } } },
	{ GT_ROLE_FLOW, WHITE, NO, GT_BOLD, GT_BOLD, { { 0xffffff, NO }, { 0x000000, NO }, { 0xffffff, NO } } },
	{ GT_ROLE_WINDOW, NO, BLUE, 0, GT_REVERSE, { { NO, 0x3a475c }, { NO, 0xc4d8ec }, { NO, 0x3c3c54 } } },
	{ GT_ROLE_GC, MAGENTA, NO, 0, 0, { { 0xb392f0, NO }, { 0x6f42c1, NO }, { 0xc586d8, NO } } },
	{ GT_ROLE_STW, RED, NO, GT_BOLD, GT_REVERSE, { { 0xff5555, NO }, { 0xc21f1f, NO }, { 0xd96f1a, NO } } },
	{ GT_ROLE_RUNNING, GREEN, NO, 0, 0, { { 0x7ddc8a, NO }, { 0x1a7f37, NO }, { 0x00cc96, NO } } },
	{ GT_ROLE_RUNNABLE, MAGENTA, NO, 0, 0, { { 0xffd866, NO }, { 0x7d6a00, NO }, { 0xf0e442, NO } } },
	{ GT_ROLE_BLOCKED, WHITE, NO, 0, GT_FAINT, { { 0x8b95a3, NO }, { 0x6b747e, NO }, { 0x909090, NO } } },
	{ GT_ROLE_SYSCALL, YELLOW, NO, 0, GT_UNDERLINE, { { 0xd9955b, NO }, { 0xa04a00, NO }, { 0xe69f00, NO } } },
	{ GT_ROLE_IDLE, NO, NO, 0, GT_FAINT, { { 0x4b525d, NO }, { 0xb6bec7, NO }, { 0x5a5a5a, NO } } },
	{ GT_ROLE_UNREAD, NO, NO, 0, GT_FAINT, { { 0x4b525d, NO }, { 0xb6bec7, NO }, { 0x5a5a5a, NO } } },
	{ GT_ROLE_RUNTIME, NO, NO, 0, GT_FAINT, { { 0x858d99, NO }, { 0x737b84, NO }, { 0x878787, NO } } },
	{ GT_ROLE_FUNC1, GREEN, NO, 0, 0, { { 0x8fd460, NO }, { 0x3d7d00, NO }, { 0x00cc96, NO } } },
	{ GT_ROLE_FUNC2, GREEN, NO, 0, 0, { { 0x56cf85, NO }, { 0x007f4e, NO }, { 0x8ee0c0, NO } } },
	{ GT_ROLE_FUNC3, CYAN, NO, 0, 0, { { 0x45cbc4, NO }, { 0x007a7a, NO }, { 0x7fd4d4, NO } } },
	{ GT_ROLE_FUNC4, CYAN, NO, 0, 0, { { 0x55b6ec, NO }, { 0x0070a0, NO }, { 0x56b4e9, NO } } },
	{ GT_ROLE_FUNC5, CYAN, NO, 0, 0, { { 0x7c9cff, NO }, { 0x2f54c9, NO }, { 0x4c8fe0, NO } } },
	{ GT_ROLE_GREEDY, RED, NO, GT_BOLD, GT_BOLD, { { 0xff5c5c, NO }, { 0xc21f1f, NO }, { 0xd96f1a, NO } } },
	{ GT_ROLE_WORSE, RED, NO, GT_BOLD, GT_BOLD, { { 0xff5c5c, NO }, { 0xc21f1f, NO }, { 0xd96f1a, NO } } },
	{ GT_ROLE_BETTER, GREEN, NO, 0, GT_UNDERLINE, { { 0x7ddc8a, NO }, { 0x1a7f37, NO }, { 0x56b4e9, NO } } },
	{ GT_ROLE_SAME, NO, NO, 0, GT_FAINT, { { 0x8b949e, NO }, { 0x6e7781, NO }, { 0x9a9a9a, NO } } },
	{ GT_ROLE_CHART1, CYAN, NO, 0, 0, { { 0x56c8e8, NO }, { 0x006c8f, NO }, { 0x56b4e9, NO } } },
	{ GT_ROLE_CHART2, YELLOW, NO, 0, 0, { { 0xffb454, NO }, { 0x9a5b00, NO }, { 0xe69f00, NO } } },
	{ GT_ROLE_CHART3, MAGENTA, NO, 0, 0, { { 0xc792ea, NO }, { 0x7d2fb0, NO }, { 0xcc79a7, NO } } },
	{ GT_ROLE_PROMPT, NO, NO, 0, 0, { { 0xffffff, NO }, { 0x000000, NO }, { 0xffffff, NO } } },
	{ GT_ROLE_MATCH, BLACK, YELLOW, 0, GT_REVERSE | GT_BOLD,
	  { { 0x000000, 0xffd866 }, { 0x000000, 0xffe58a }, { 0x000000, 0xf0e442 } } },
	{ GT_ROLE_MENU, NO, NO, 0, 0, { { 0xe6e6e6, 0x2b303b }, { 0x1f2328, 0xeef1f4 }, { 0xe6e6e6, 0x303030 } } },
	{ GT_ROLE_PROGRESS, GREEN, NO, 0, 0, { { 0x7ddc8a, NO }, { 0x1a7f37, NO }, { 0x56b4e9, NO } } },
};

/*
 * The goroutine colours are green to blue, light and dark: other hues are roles (violet GC, amber calls, red alarms,
 * yellow runnable, pink markers), for which they must not be taken.  In an order in which colours a step of 9 or 10
 * (gt_style_goroutine) apart differ most; in the last theme also for eyes without one kind of cones.
 */
static const int32_t gcolors[THEMES][GT_GCOLORS] = {
	[DARK] = { 0x94e6d5, 0x85abd6, 0xbac1de, 0xa7e2b7, 0xceecac, 0xb1e07b, 0x62da62, 0x81d449,
		   0x77ac53, 0x53ac6b, 0x5bcf30, 0x40bf40, 0x3d96d1, 0x628ada, 0x30b9cf, 0x56bdd7 },
	[LIGHT] = { 0x224ca0, 0x1a2d7a, 0x107093, 0x156ebc, 0x295a7a, 0x0d7762, 0x0f8526, 0x2d865c,
		    0x0c6a0c, 0x194d2b, 0x2d862d, 0x2e850f, 0x0a155c, 0x315412, 0x152bbc, 0x1225a1 },
	[SAFE] = { 0x1f76f9, 0x6a7dfb, 0x79fce1, 0x88e5fc, 0xc9f7c9, 0x798afc, 0x90d5cc, 0xcefda5,
		   0x3c9f3c, 0x47d191, 0xa1dd78, 0x90c059, 0x4ebc72, 0x54b545, 0x4cccfa, 0xc3fafd },
};

/*
 * Three are needed to tell neighbours apart.  Too few are left of 8 for the light theme and the last one: there a
 * goroutine can have the colour of a role, but not that of alarms.
 */
static const int8_t gcolors8[THEMES][GT_GCOLORS] = {
	[DARK] = { GREEN, GREEN, GREEN, GREEN, GREEN, GREEN, CYAN, CYAN,
		   CYAN, CYAN, CYAN, CYAN, WHITE, WHITE, WHITE, WHITE },
	[LIGHT] = { BLUE, BLUE, BLUE, BLUE, BLUE, BLUE, BLACK, BLACK,
		    BLACK, BLACK, BLACK, MAGENTA, MAGENTA, MAGENTA, MAGENTA, MAGENTA },
	[SAFE] = { CYAN, CYAN, CYAN, CYAN, CYAN, CYAN, WHITE, WHITE,
		   WHITE, WHITE, WHITE, GREEN, GREEN, GREEN, GREEN, GREEN },
};

/* Of 8 colours a light screen shows half of them; and red beside green is not for all eyes. */
static const int8_t inks8[THEMES][8] = {
	[DARK] = { BLACK, RED, GREEN, YELLOW, BLUE, MAGENTA, CYAN, WHITE },
	[LIGHT] = { BLACK, RED, BLUE, RED, BLUE, MAGENTA, BLUE, BLACK },
	[SAFE] = { BLACK, RED, CYAN, YELLOW, BLUE, MAGENTA, CYAN, WHITE },
};

static const char *const names[THEMES] = { "dark", "light", "safe" };

int gt_theme_load(struct gt_theme *theme, const char *name)
{
	int t;

	for (t = 0; t < THEMES && strcmp(names[t], name) != 0; t++)
		;
	if (t == THEMES)
		return -1;
	theme->name = names[t];
	for (size_t i = 0; i < GT_COUNT(rows); i++) {
		const struct row *r = &rows[i];

		theme->paint[r->role] = (struct gt_paint){
			.fg = r->rgb[t][0], .bg = r->rgb[t][1],
			.fg8 = r->fg8 < 0 ? r->fg8 : inks8[t][r->fg8],
			.bg8 = t == LIGHT && r->bg8 == BLUE ? CYAN : r->bg8,
			.attrs = r->attrs, .mono = r->mono,
		};
	}
	for (int i = 0; i < GT_GCOLORS; i++) {
		theme->paint[GT_ROLE_G0 + i] = (struct gt_paint){
			.fg = gcolors[t][i], .bg = NO, .fg8 = gcolors8[t][i], .bg8 = NO,
		};
	}
	return 0;
}
