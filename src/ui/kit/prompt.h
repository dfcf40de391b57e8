/* The line being typed: editing, history, completion. */
#ifndef GT_UI_PROMPT_H
#define GT_UI_PROMPT_H

#include "base/buf.h"
#include "ui/kit/action.h"
#include "ui/kit/canvas.h"
#include "ui/kit/key.h"

/* Lines typed before, oldest first.  Owned by the caller, one for each kind of line. */
struct gt_history {
	char **v;
	size_t n, cap;
};
#define GT_HISTORY_MAX 200
void gt_history_add(struct gt_history *h, const char *line);   /* skips empty lines and repeats */
void gt_history_release(struct gt_history *h);

/*
 * Completion: calls add(out, word) for each word that could stand in place of
 * line[*start .. cursor); sets *start.  Offered in the order they are added.
 */
struct gt_completions {
	char **v;
	size_t n, cap;
};
void gt_completions_add(struct gt_completions *c, const char *word);
/* Adds word if it starts with the n bytes at stem. */
void gt_completions_offer(struct gt_completions *c, const char *stem, size_t n, const char *word);
typedef void (*gt_complete_fn)(void *arg, const char *line, size_t cursor, size_t *start, struct gt_completions *out);

struct gt_prompt {
	char *label;                     /* "/", "Export to: " */
	struct gt_buf text;
	size_t cursor;                   /* byte offset, on a grapheme boundary */
	struct gt_history *history;      /* borrowed, may be NULL */
	size_t hist_pos;                 /* history->n: the line being typed */
	char *typed;                     /* that line while older ones are shown */
	gt_complete_fn complete;
	void *complete_arg;
	struct gt_completions offers;    /* of the last Tab */
	size_t offer, offer_start;       /* which one is shown, and where it starts */
	bool offering;
};

enum gt_prompt_result {
	GT_PROMPT_EDITING,
	GT_PROMPT_CHANGED,               /* text differs: incremental search */
	GT_PROMPT_ACCEPTED,              /* text is in the history now */
	GT_PROMPT_CANCELLED,
};

void gt_prompt_init(struct gt_prompt *p, const char *label, const char *initial, struct gt_history *history,
		    gt_complete_fn complete, void *arg);
void gt_prompt_release(struct gt_prompt *p);
enum gt_prompt_result gt_prompt_act(struct gt_prompt *p, enum gt_action action);   /* GT_ACT_P_* */
enum gt_prompt_result gt_prompt_insert(struct gt_prompt *p, gt_key ch);            /* a character */
const char *gt_prompt_text(const struct gt_prompt *p);

/* Draws label, text and offers in row y of c, scrolled so that the cursor shows; returns the cursor's column. */
int gt_prompt_draw(const struct gt_prompt *p, const struct gt_canvas *c, int y);

/* The column in which byte `at` of the text was drawn, or would have been. */
int gt_prompt_column(const struct gt_prompt *p, const struct gt_canvas *c, int y, size_t at);

#endif
