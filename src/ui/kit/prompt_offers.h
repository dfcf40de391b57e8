/* History and completion of a prompt: between prompt.c and prompt_offers.c. */
#ifndef GT_UI_PROMPT_OFFERS_H
#define GT_UI_PROMPT_OFFERS_H

#include "ui/kit/prompt.h"

void gt_prompt_replace(struct gt_prompt *p, size_t from, size_t to, const char *s, size_t n);
void gt_prompt_offers_clear(struct gt_prompt *p);
enum gt_prompt_result gt_prompt_complete(struct gt_prompt *p, int dir);
enum gt_prompt_result gt_prompt_recall(struct gt_prompt *p, int dir);

#endif
