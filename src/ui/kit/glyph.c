/* ASCII in place of lines, blocks and other characters. */
#include "ui/kit/glyph.h"

/* First and last code point, and what to draw. */
static const struct {
	uint16_t first, last;
	char ascii;
} replacements[] = {
	{ 0x00a0, 0x00a0, ' ' }, { 0x00b5, 0x00b5, 'u' }, { 0x00b7, 0x00b7, '.' }, { 0x00d7, 0x00d7, 'x' },
	{ 0x03bc, 0x03bc, 'u' }, { 0x2010, 0x2015, '-' }, { 0x2018, 0x2019, '\'' }, { 0x201c, 0x201d, '"' },
	{ 0x2022, 0x2022, '*' }, { 0x2026, 0x2026, '.' }, { 0x2190, 0x2190, '<' }, { 0x2191, 0x2191, '^' },
	{ 0x2192, 0x2192, '>' }, { 0x2193, 0x2193, 'v' }, { 0x2264, 0x2264, '<' }, { 0x2265, 0x2265, '>' },
	{ 0x2500, 0x2500, '-' }, { 0x2501, 0x2501, '=' }, { 0x2502, 0x2502, '|' }, { 0x2503, 0x2503, '#' },
	{ 0x2504, 0x2505, '-' }, { 0x2506, 0x2507, '|' },
	{ 0x2508, 0x2509, '-' }, { 0x250a, 0x250b, '|' }, { 0x250c, 0x254b, '+' }, { 0x254c, 0x254d, '-' },
	{ 0x254e, 0x254f, '|' }, { 0x2550, 0x2550, '=' }, { 0x2551, 0x2551, '|' }, { 0x2552, 0x2570, '+' },
	{ 0x2571, 0x2571, '/' }, { 0x2572, 0x2572, '\\' }, { 0x2573, 0x2573, 'X' }, { 0x2574, 0x2574, '-' },
	{ 0x2575, 0x2575, '|' }, { 0x2576, 0x2576, '-' }, { 0x2577, 0x2577, '|' }, { 0x2578, 0x2578, '-' },
	{ 0x2579, 0x2579, '|' }, { 0x257a, 0x257a, '-' }, { 0x257b, 0x257b, '|' }, { 0x2580, 0x2580, '"' },
	{ 0x2588, 0x258b, '#' }, { 0x258c, 0x258c, '#' }, { 0x258d, 0x258e, '-' }, { 0x258f, 0x258f, '|' },
	{ 0x2590, 0x2590, '#' }, { 0x2591, 0x2591, '.' }, { 0x2592, 0x2592, ':' }, { 0x2593, 0x2593, '#' },
	{ 0x2594, 0x2594, '"' }, { 0x2595, 0x2595, '|' }, { 0x25a0, 0x25ab, '#' }, { 0x25b2, 0x25b5, '^' },
	{ 0x25b6, 0x25bb, '>' }, { 0x25bc, 0x25bf, 'v' }, { 0x25c0, 0x25c5, '<' }, { 0x25c6, 0x25c9, '*' },
	{ 0x25cb, 0x25cb, 'o' }, { 0x25cf, 0x25cf, '*' }, { 0x26a0, 0x26a0, '!' }, { 0x2713, 0x2714, 'x' },
};

static const char levels[9] = { ' ', '.', ':', '-', '=', '+', '*', '%', '#' };

char gt_glyph_level(unsigned eighths)
{
	return levels[eighths > 8 ? 8 : eighths];
}

/* The first character of a clean cluster; 0 beyond U+FFFF, where nothing has a replacement. */
static unsigned first_char(const char *s, size_t n)
{
	const unsigned char *u = (const unsigned char *)s;

	if (n >= 2 && (u[0] & 0xe0) == 0xc0)
		return (unsigned)(u[0] & 0x1f) << 6 | (u[1] & 0x3f);
	if (n >= 3 && (u[0] & 0xf0) == 0xe0)
		return (unsigned)(u[0] & 0x0f) << 12 | (unsigned)(u[1] & 0x3f) << 6 | (u[2] & 0x3f);
	return n && u[0] < 0x80 ? u[0] : 0;
}

char gt_glyph_ascii(const char *s, size_t n)
{
	unsigned ch = first_char(s, n);
	size_t low = 0, high = GT_COUNT(replacements);

	if (ch >= 0x2581 && ch <= 0x2587)
		return gt_glyph_level(ch - 0x2580);
	if (ch >= 0x2800 && ch <= 0x28ff)
		return gt_glyph_level((unsigned)__builtin_popcount(ch & 0xff));
	while (low < high) {
		size_t mid = (low + high) / 2;

		if (ch > replacements[mid].last)
			low = mid + 1;
		else if (ch < replacements[mid].first)
			high = mid;
		else
			return replacements[mid].ascii;
	}
	return '?';
}
