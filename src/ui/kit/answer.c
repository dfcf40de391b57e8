/* What a terminal answers to questions: told apart from keys, character by character. */
#include "ui/kit/answer.h"

#include <stdlib.h>
#include <string.h>

#define ESC '\033'
#define BEL '\a'

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

enum gt_answer_is gt_answer_add(struct gt_answer *a, uint32_t ch)
{
	static const char color[] = "\033]11;", mode[] = "\033[?";
	unsigned i = a->n;

	if (i == GT_ANSWER_MAX || ch == 0 || ch > 126)
		return GT_ANSWER_NONE;
	a->text[a->n++] = (char)ch;
	if (i < 2 || a->text[1] == ']') {
		if (i < strlen(color))
			return ch == (uint32_t)color[i] || (i == 1 && ch == '[') ? GT_ANSWER_BEGINS : GT_ANSWER_NONE;
		if (ch == BEL || (ch == '\\' && a->text[i - 1] == ESC))
			return GT_ANSWER_COMPLETE;
		return ch >= ' ' || ch == ESC ? GT_ANSWER_BEGINS : GT_ANSWER_NONE;
	}
	if (i < strlen(mode))
		return ch == (uint32_t)mode[i] ? GT_ANSWER_BEGINS : GT_ANSWER_NONE;
	if (is_digit((char)ch) || ch == ';' || ch == '$')
		return GT_ANSWER_BEGINS;
	return ch == 'y' || ch == 'c' ? GT_ANSWER_COMPLETE : GT_ANSWER_NONE;
}

/* A part of a colour, as "f", "ff" or "ffff", of 255; -1: it is none. */
static long color_part(const char **s)
{
	char *end;
	long v = strtol(*s, &end, 16), most = 1;

	for (const char *c = *s; c < end; c++)
		most *= 16;
	if (end == *s || end - *s > 4 || v < 0)
		return -1;
	*s = *end == '/' ? end + 1 : end;
	return v * 255 / (most - 1);
}

enum gt_ground gt_answer_ground(const struct gt_answer *a)
{
	const char *s = a->n > 1 && a->text[1] == ']' ? strchr(a->text, ':') : NULL;
	long r, g, b;

	if (!s)
		return GT_GROUND_UNKNOWN;
	s++;
	r = color_part(&s);
	g = color_part(&s);
	b = color_part(&s);
	if (r < 0 || g < 0 || b < 0)
		return GT_GROUND_UNKNOWN;
	return 299 * r + 587 * g + 114 * b > 128 * 1000 ? GT_GROUND_LIGHT : GT_GROUND_DARK;
}

bool gt_answer_can_hold(const struct gt_answer *a)
{
	/* 0: not known, 4: never. */
	return strncmp(a->text, "\033[?2026;", 8) == 0 && a->text[8] >= '1' && a->text[8] <= '3';
}

bool gt_answer_is_last(const struct gt_answer *a)
{
	return a->n && a->text[a->n - 1] == 'c';
}

enum gt_ground gt_answer_ground_of(const char *colorfgbg)
{
	const char *last = colorfgbg ? strrchr(colorfgbg, ';') : NULL;
	char *end;
	long n;

	if (!last || !is_digit(last[1]))
		return GT_GROUND_UNKNOWN;
	n = strtol(last + 1, &end, 10);
	if (*end || n > 15)
		return GT_GROUND_UNKNOWN;
	return n == 7 || n > 8 ? GT_GROUND_LIGHT : GT_GROUND_DARK;
}
