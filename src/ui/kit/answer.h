/* What a terminal answers to questions: told apart from keys, character by character. */
#ifndef GT_UI_ANSWER_H
#define GT_UI_ANSWER_H

#include "ui/kit/term.h"

/* The background (OSC 11), whether it holds frames back until they are complete (mode 2026), what it is (DA 1). */
#define GT_ANSWER_ASK "\033]11;?\033\\\033[?2026$p\033[c"
#define GT_ANSWER_MAX 64

struct gt_answer {
	char text[GT_ANSWER_MAX + 1];   /* as far as it came, from its Esc on */
	unsigned n;
};

enum gt_answer_is {
	GT_ANSWER_NONE,       /* no answer: these are keys */
	GT_ANSWER_BEGINS,     /* more is needed */
	GT_ANSWER_COMPLETE,
};

/* One more character; { 0 } is empty. */
enum gt_answer_is gt_answer_add(struct gt_answer *a, uint32_t ch);

/* Of one that is complete: the background that it tells, GT_GROUND_UNKNOWN: it is about something else. */
enum gt_ground gt_answer_ground(const struct gt_answer *a);
bool gt_answer_can_hold(const struct gt_answer *a);   /* it knows mode 2026 */
bool gt_answer_is_last(const struct gt_answer *a);    /* to the last question: every terminal answers that */

/* From the variable COLORFGBG ("15;0", "15;default;0"), NULL: it is not set. */
enum gt_ground gt_answer_ground_of(const char *colorfgbg);

#endif
