/* Styles by role; themes turn them into what the terminal can do. */
#ifndef GT_UI_STYLE_H
#define GT_UI_STYLE_H

#include "base/err.h"

#define GT_GCOLORS 16 /* goroutine colours */

enum gt_role {
#define GT_ROLE(id, name, help) GT_ROLE_##id,
#include "ui/kit/role.def"
#undef GT_ROLE
	GT_ROLE_G0,                                     /* goroutine colour 0 ... */
	GT_ROLE_COUNT = GT_ROLE_G0 + GT_GCOLORS,
};

/*
 * The style of a cell: a role, if wanted a role whose ground it stands on, and
 * attributes.  A plain enum gt_role is a valid style.
 */
typedef uint32_t gt_style;

enum gt_style_attr {
	GT_BOLD = 1 << 16,
	GT_FAINT = 1 << 17,
	GT_UNDERLINE = 1 << 18,
	GT_REVERSE = 1 << 19,
	/* The role's colour fills the cell and text on it is black or white: a slice with its label. */
	GT_FILL = 1 << 20,
};

/*
 * Ink of `role` on the ground of `under`: the cursor row, or a cell of which a
 * half belongs to each of two goroutines.  The ground of a role is its
 * background if the theme gives it one, else its ink.
 */
#define GT_ON(role, under) ((gt_style)(role) | (gt_style)(under) << 8)

GT_INLINE enum gt_role gt_style_role(gt_style s) { return (enum gt_role)(s & 0xff); }
GT_INLINE enum gt_role gt_style_under(gt_style s) { return (enum gt_role)(s >> 8 & 0xff); }

/*
 * The colour of a goroutine: the same in every pane and every run, and different
 * for ids that are close to each other.  Goroutines of the runtime are to be
 * drawn in GT_ROLE_RUNTIME instead.
 */
gt_style gt_style_goroutine(uint64_t id);

/* The colour of a start function's goroutines where single ones are not told apart: the same in every run. */
gt_style gt_style_function(const char *name, size_t n);
/* A goroutine's colour for a package. */
gt_style gt_style_package(const char *name, size_t n);

const char *gt_role_name(enum gt_role role);              /* "cursor", "g3" */
const char *gt_role_help(enum gt_role role);
int gt_role_find(const char *name, enum gt_role *role);   /* 0, or -1: no such role */

/* ---- themes: read by the terminal and by rc only ---- */

enum gt_depth {
	GT_DEPTH_MONO,   /* NO_COLOR, vt100: attributes only */
	GT_DEPTH_8,
	GT_DEPTH_256,
	GT_DEPTH_TRUE,
};

#define GT_COLOR_DEFAULT (-1)  /* the terminal's own */
#define GT_COLOR_SAME (-2)     /* not given: that of GT_ROLE_NORMAL */

/* How a theme draws a role.  rgb: 0xrrggbb or GT_COLOR_*; c8: 0..7 or GT_COLOR_*. */
struct gt_paint {
	int32_t fg, bg;
	int8_t fg8, bg8;
	uint32_t attrs;  /* GT_BOLD ... on a terminal with colours */
	uint32_t mono;   /* instead of them on one without */
};

struct gt_theme {
	const char *name;
	struct gt_paint paint[GT_ROLE_COUNT];
};

/* What a terminal needs for a cell.  Colours: an index at 8 and 256 colours, 0xrrggbb at true colour, or default. */
struct gt_ink {
	int32_t fg, bg;
	uint32_t attrs;  /* GT_BOLD, GT_FAINT, GT_UNDERLINE, GT_REVERSE */
};

int gt_theme_load(struct gt_theme *theme, const char *name);          /* a built-in one; 0 or -1 */

/*
 * Changes a role: words "FG [BG] [bold|faint|underline|reverse]..." with colours
 * as "#rrggbb", 0..255, "default", or one of the 8 names.
 */
int gt_theme_set(struct gt_theme *theme, const char *role, const char *const *words, size_t n, struct gt_error *err);

struct gt_ink gt_theme_ink(const struct gt_theme *theme, enum gt_depth depth, gt_style style);

#endif
