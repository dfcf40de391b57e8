/* Styles by role; themes turn them into what the terminal can do. */
#include "ui/kit/style.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/guess.h"

#define INDEX_BIT 0x1000000 /* a colour given by its number among 256: kept as such */

static const struct {
	const char *name, *help;
} role_names[] = {
#define GT_ROLE(id, name, help) [GT_ROLE_##id] = { name, help },
#include "ui/kit/role.def"
#undef GT_ROLE
};

_Static_assert(GT_COUNT(role_names) == GT_ROLE_G0, "the colours of goroutines follow the roles");

static const char *const gcolor_names[GT_GCOLORS] = {
	"g0", "g1", "g2", "g3", "g4", "g5", "g6", "g7", "g8", "g9", "g10", "g11", "g12", "g13", "g14", "g15",
};

const char *gt_role_name(enum gt_role role)
{
	return role < GT_ROLE_G0 ? role_names[role].name : gcolor_names[(role - GT_ROLE_G0) % GT_GCOLORS];
}

const char *gt_role_help(enum gt_role role)
{
	return role < GT_ROLE_G0 ? role_names[role].help : "a goroutine's colour";
}

int gt_role_find(const char *name, enum gt_role *role)
{
	for (int r = 0; r < GT_ROLE_COUNT; r++) {
		if (strcmp(gt_role_name((enum gt_role)r), name) == 0) {
			*role = (enum gt_role)r;
			return 0;
		}
	}
	return -1;
}

/*
 * Multiplying by 2^64 divided by the golden ratio and keeping the upper bits
 * puts consecutive ids 0.382 of the circle apart, so that ids which differ by
 * up to 7 never share a colour.
 */
gt_style gt_style_goroutine(uint64_t id)
{
	uint64_t spread = id * UINT64_C(0x9e3779b97f4a7c15);

	return (gt_style)(GT_ROLE_G0 + (spread >> 32) * GT_GCOLORS / (UINT64_C(1) << 32));
}

/* FNV-1a: a name, not a number of this trace. */
static uint32_t style_hash(const char *name, size_t n)
{
	uint32_t hash = 2166136261u;

	for (size_t i = 0; i < n; i++)
		hash = (hash ^ (uint8_t)name[i]) * 16777619u;
	return hash;
}

gt_style gt_style_function(const char *name, size_t n)
{
	return GT_ROLE_FUNC1 + (style_hash(name, n) >> 8) % (GT_ROLE_FUNC5 - GT_ROLE_FUNC1 + 1);
}

gt_style gt_style_package(const char *name, size_t n)
{
	return GT_ROLE_G0 + (style_hash(name, n) >> 24) % GT_GCOLORS;
}

/* ---- colours ---- */

static const int32_t basic_rgb[16] = {
	0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
	0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
};

static const char *const basic_names[8] = {
	"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
};

static int cube_level(int i)
{
	return i == 0 ? 0 : 55 + 40 * i;
}

static int32_t index_rgb(int i)
{
	if (i < 16)
		return basic_rgb[i];
	if (i >= 232)
		return (8 + 10 * (i - 232)) * 0x010101;
	i -= 16;
	return cube_level(i / 36) << 16 | cube_level(i / 6 % 6) << 8 | cube_level(i % 6);
}

static int distance(int32_t a, int32_t b)
{
	int dr = (a >> 16 & 255) - (b >> 16 & 255);
	int dg = (a >> 8 & 255) - (b >> 8 & 255);
	int db = (a & 255) - (b & 255);

	return 3 * dr * dr + 4 * dg * dg + 2 * db * db;
}

static int nearest_color(int32_t rgb, int first, int end)
{
	int best = first;

	for (int i = first + 1; i < end; i++) {
		if (distance(rgb, index_rgb(i)) < distance(rgb, index_rgb(best)))
			best = i;
	}
	return best;
}

static int32_t color_rgb(int32_t color)
{
	return color & INDEX_BIT ? index_rgb(color & 255) : color;
}

/* Black or white, whichever reads better on rgb. */
static int32_t contrast(int32_t rgb)
{
	int luma = 299 * (rgb >> 16 & 255) + 587 * (rgb >> 8 & 255) + 114 * (rgb & 255);

	return luma > 105 * 1000 ? 0x000000 : 0xffffff;
}

/* ---- from a style to ink ---- */

struct pair {
	int32_t fg, bg; /* GT_COLOR_*, rgb or INDEX_BIT; at 8 colours 0..7 */
};

static struct pair paint_pair(const struct gt_paint *p, enum gt_depth depth)
{
	return depth == GT_DEPTH_8 ? (struct pair){ p->fg8, p->bg8 } : (struct pair){ p->fg, p->bg };
}

static int32_t ground(const struct gt_paint *p, enum gt_depth depth)
{
	struct pair pair = paint_pair(p, depth);

	return pair.bg != GT_COLOR_SAME ? pair.bg : pair.fg;
}

static int32_t style_resolve(int32_t color, int32_t normal, enum gt_depth depth)
{
	if (color == GT_COLOR_SAME)
		color = normal;
	if (color < 0 || depth == GT_DEPTH_8)
		return color < 0 ? GT_COLOR_DEFAULT : color;
	if (depth == GT_DEPTH_TRUE)
		return color_rgb(color);
	/* The first 16 are the user's: only of the others every terminal agrees on what they look like. */
	return color & INDEX_BIT ? color & 255 : nearest_color(color, 16, 256);
}

struct gt_ink gt_theme_ink(const struct gt_theme *theme, enum gt_depth depth, gt_style style)
{
	const struct gt_paint *paint = &theme->paint[gt_style_role(style)];
	const struct gt_paint *under = &theme->paint[gt_style_under(style)];
	struct pair normal = paint_pair(&theme->paint[GT_ROLE_NORMAL], depth);
	struct pair pair = paint_pair(paint, depth);
	struct gt_ink ink = { .attrs = (style & (GT_BOLD | GT_FAINT | GT_UNDERLINE | GT_REVERSE)) | paint->attrs };

	if (depth == GT_DEPTH_MONO) {
		ink.attrs = (style & (GT_BOLD | GT_FAINT | GT_UNDERLINE | GT_REVERSE)) | paint->mono;
		ink.attrs |= gt_style_under(style) ? under->mono : 0;
		ink.attrs |= style & GT_FILL ? GT_REVERSE : 0;
		ink.fg = ink.bg = GT_COLOR_DEFAULT;
		return ink;
	}
	if (gt_style_under(style)) {
		int32_t g = ground(under, depth);

		/*
		 * A ground without a colour at this depth shows by its attribute: the cursor row on 8 colours.
		 * A match keeps its own ground, which its ink is for.
		 */
		if (g == GT_COLOR_SAME)
			ink.attrs |= under->mono;
		else if (gt_style_role(style) != GT_ROLE_MATCH)
			pair.bg = g;
		ink.attrs |= under->attrs;
	}
	if (style & GT_FILL) {
		pair.bg = ground(paint, depth);
		if (pair.bg < 0)
			pair.fg = GT_COLOR_SAME;
		else if (depth == GT_DEPTH_8)
			pair.fg = contrast(basic_rgb[pair.bg & 7]) ? 7 : 0;
		else
			pair.fg = contrast(color_rgb(pair.bg));
		if (pair.bg == GT_COLOR_SAME)
			ink.attrs |= GT_REVERSE;
	}
	ink.fg = style_resolve(pair.fg, normal.fg, depth);
	ink.bg = style_resolve(pair.bg, normal.bg, depth);
	return ink;
}

/* ---- colours from the config file ---- */

static int parse_color(const char *word, int32_t *color, int8_t *c8)
{
	char *end;
	long n;

	if (strcasecmp(word, "default") == 0) {
		*color = GT_COLOR_DEFAULT;
		*c8 = GT_COLOR_DEFAULT;
		return 0;
	}
	for (int i = 0; i < 8; i++) {
		if (strcasecmp(word, basic_names[i]) == 0) {
			*color = INDEX_BIT | i;
			*c8 = (int8_t)i;
			return 0;
		}
	}
	if (*word == '#') {
		if (strlen(word) != 7 || strspn(word + 1, "0123456789abcdefABCDEF") != 6)
			return -1;
		*color = (int32_t)strtol(word + 1, NULL, 16);
		*c8 = (int8_t)nearest_color(*color, 0, 8);
		return 0;
	}
	n = strtol(word, &end, 10);
	if (*word < '0' || *word > '9' || *end || n < 0 || n > 255)
		return -1;
	*color = INDEX_BIT | (int32_t)n;
	*c8 = n < 8 ? (int8_t)n : (int8_t)nearest_color(index_rgb((int)n), 0, 8);
	return 0;
}

static int unknown_role(const char *name, struct gt_error *err)
{
	struct gt_guess g;

	gt_guess_init(&g, name, strlen(name));
	for (int r = 0; r < GT_ROLE_COUNT; r++)
		gt_guess_offer_words(&g, gt_role_name((enum gt_role)r));
	return gt_error_usage(err, "no such colour role: %s%s", name, gt_guess_hint(&g, "", ""));
}

static int unknown_color(const char *word, struct gt_error *err)
{
	struct gt_guess g;

	gt_guess_init(&g, word, strlen(word));
	gt_guess_offer_words(&g, "default bold faint underline reverse");
	for (int i = 0; i < 8; i++)
		gt_guess_offer(&g, basic_names[i], strlen(basic_names[i]));
	return gt_error_usage(err, "not a colour: %s%s", word, gt_guess_hint(&g, "", ""));
}

int gt_theme_set(struct gt_theme *theme, const char *role, const char *const *words, size_t n, struct gt_error *err)
{
	static const struct {
		const char *name;
		uint32_t bit;
	} attrs[] = {
		{ "bold", GT_BOLD }, { "faint", GT_FAINT }, { "underline", GT_UNDERLINE }, { "reverse", GT_REVERSE },
	};
	struct gt_paint paint = { GT_COLOR_SAME, GT_COLOR_SAME, GT_COLOR_SAME, GT_COLOR_SAME, 0, 0 };
	enum gt_role r;
	size_t colors = 0;

	if (gt_role_find(role, &r) < 0)
		return unknown_role(role, err);
	if (n == 0)
		return gt_error_usage(err, "which colour for %s?", role);
	for (size_t i = 0; i < n; i++) {
		bool is_fg = colors == 0;
		size_t a = 0;

		while (a < GT_COUNT(attrs) && strcasecmp(words[i], attrs[a].name) != 0)
			a++;
		if (a < GT_COUNT(attrs)) {
			paint.attrs |= attrs[a].bit;
			continue;
		}
		if (colors++ == 2 || parse_color(words[i], is_fg ? &paint.fg : &paint.bg,
						 is_fg ? &paint.fg8 : &paint.bg8) < 0)
			return unknown_color(words[i], err);
	}
	paint.mono = paint.attrs ? paint.attrs : theme->paint[r].mono;
	theme->paint[r] = paint;
	return 0;
}
