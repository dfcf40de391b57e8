/* The line being typed: editing. */
#include "ui/kit/prompt.h"

#include <stdlib.h>
#include <string.h>
#include <unistr.h>

#include "base/utf8.h"
#include "base/xalloc.h"
#include "ui/kit/prompt_offers.h"

void gt_prompt_init(struct gt_prompt *p, const char *label, const char *initial, struct gt_history *history,
		    gt_complete_fn complete, void *arg)
{
	*p = (struct gt_prompt){
		.label = gt_xstrdup(label),
		.history = history,
		.hist_pos = history ? history->n : 0,
		.complete = complete,
		.complete_arg = arg,
	};
	gt_buf_puts(&p->text, initial ? initial : "");
	p->cursor = p->text.len;
}

void gt_prompt_release(struct gt_prompt *p)
{
	gt_prompt_offers_clear(p);
	gt_buf_release(&p->text);
	free(p->label);
	free(p->typed);
	*p = (struct gt_prompt){ 0 };
}

const char *gt_prompt_text(const struct gt_prompt *p)
{
	return gt_buf_str(&p->text);
}

/* ---- changing the text ---- */

void gt_prompt_replace(struct gt_prompt *p, size_t from, size_t to, const char *s, size_t n)
{
	struct gt_buf next = { 0 };

	gt_buf_add(&next, gt_buf_str(&p->text), from);
	gt_buf_add(&next, s, n);
	gt_buf_puts(&next, gt_buf_str(&p->text) + to);
	gt_buf_release(&p->text);
	p->text = next;
	p->cursor = from + n;
}

static enum gt_prompt_result erase(struct gt_prompt *p, size_t from, size_t to)
{
	if (from == to)
		return GT_PROMPT_EDITING;
	gt_prompt_replace(p, from, to, "", 0);
	return GT_PROMPT_CHANGED;
}

enum gt_prompt_result gt_prompt_insert(struct gt_prompt *p, gt_key ch)
{
	uint8_t utf8[6];
	int len = ch >= ' ' && ch != 0x7f && ch < GT_KEY_NAMED ? u8_uctomb(utf8, ch, sizeof utf8) : 0;

	gt_prompt_offers_clear(p);
	if (len <= 0)
		return GT_PROMPT_EDITING;
	gt_prompt_replace(p, p->cursor, p->cursor, (const char *)utf8, (size_t)len);
	return GT_PROMPT_CHANGED;
}

/* ---- places in the text ---- */

static size_t after(const struct gt_prompt *p, size_t at)
{
	int cols;

	return at >= p->text.len ? at : at + gt_text_next(p->text.data + at, p->text.len - at, &cols);
}

/* Clusters are found from the front: lines are short. */
static size_t prompt_before(const struct gt_prompt *p, size_t at)
{
	size_t i = 0, next;

	while (i < at && (next = after(p, i)) < at)
		i = next;
	return at == 0 ? 0 : i;
}

static bool prompt_is_word(char c)
{
	return c != ' ' && c != '/' && c != '.' && c != '=' && c != ',';
}

static size_t word_before(const struct gt_prompt *p, size_t at)
{
	while (at > 0 && !prompt_is_word(p->text.data[at - 1]))
		at--;
	while (at > 0 && prompt_is_word(p->text.data[at - 1]))
		at--;
	return at;
}

static size_t word_after(const struct gt_prompt *p, size_t at)
{
	while (at < p->text.len && !prompt_is_word(p->text.data[at]))
		at++;
	while (at < p->text.len && prompt_is_word(p->text.data[at]))
		at++;
	return at;
}

static enum gt_prompt_result move_to(struct gt_prompt *p, size_t at)
{
	p->cursor = at;
	return GT_PROMPT_EDITING;
}

/* ---- actions ---- */

static enum gt_prompt_result accept(struct gt_prompt *p)
{
	if (p->history)
		gt_history_add(p->history, gt_prompt_text(p));
	return GT_PROMPT_ACCEPTED;
}

static enum gt_prompt_result backspace(struct gt_prompt *p)
{
	if (p->text.len == 0)
		return GT_PROMPT_CANCELLED;
	return erase(p, prompt_before(p, p->cursor), p->cursor);
}

static enum gt_prompt_result edit(struct gt_prompt *p, enum gt_action action)
{
	switch (action) {
	case GT_ACT_P_BACKSPACE:
		return backspace(p);
	case GT_ACT_P_DELETE:
		return erase(p, p->cursor, after(p, p->cursor));
	case GT_ACT_P_DELETE_WORD:
		return erase(p, word_before(p, p->cursor), p->cursor);
	case GT_ACT_P_DELETE_HEAD:
		return erase(p, 0, p->cursor);
	case GT_ACT_P_DELETE_TAIL: {
		size_t cursor = p->cursor;

		return erase(p, cursor, p->text.len);
	}
	case GT_ACT_P_LEFT:
		return move_to(p, prompt_before(p, p->cursor));
	case GT_ACT_P_RIGHT:
		return move_to(p, after(p, p->cursor));
	case GT_ACT_P_WORD_LEFT:
		return move_to(p, word_before(p, p->cursor));
	case GT_ACT_P_WORD_RIGHT:
		return move_to(p, word_after(p, p->cursor));
	case GT_ACT_P_HOME:
		return move_to(p, 0);
	case GT_ACT_P_END:
		return move_to(p, p->text.len);
	default:
		return GT_PROMPT_EDITING;
	}
}

enum gt_prompt_result gt_prompt_act(struct gt_prompt *p, enum gt_action action)
{
	if (action == GT_ACT_P_COMPLETE || action == GT_ACT_P_COMPLETE_BACK)
		return gt_prompt_complete(p, action == GT_ACT_P_COMPLETE ? 1 : -1);
	gt_prompt_offers_clear(p);
	if (action == GT_ACT_P_ACCEPT)
		return accept(p);
	if (action == GT_ACT_P_CANCEL)
		return GT_PROMPT_CANCELLED;
	if (action == GT_ACT_P_OLDER || action == GT_ACT_P_NEWER)
		return gt_prompt_recall(p, action == GT_ACT_P_OLDER ? -1 : 1);
	return edit(p, action);
}

/* ---- drawing ---- */

static void draw_offers(const struct gt_prompt *p, const struct gt_canvas *c, int y, int x)
{
	for (size_t i = 0; i < p->offers.n && x < c->cols; i++) {
		gt_style style = i == p->offer && p->offering ? GT_ROLE_KEY : GT_ROLE_DIM;

		x += 2;
		x += gt_canvas_text(c, y, x, style, p->offers.v[i]);
	}
}

int gt_prompt_draw(const struct gt_prompt *p, const struct gt_canvas *c, int y)
{
	int label, head, width, x, shift;
	struct gt_canvas line;

	gt_canvas_fill(c, y, 0, 1, c->cols, GT_ROLE_PROMPT, " ");
	label = gt_canvas_text(c, y, 0, GT_ROLE_KEY, p->label);
	if (label > c->cols - 2)
		label = 0;
	/* Drawn out of sight: how far the cursor is from the start. */
	head = gt_canvas_textn(c, y, c->cols, GT_ROLE_PROMPT, gt_prompt_text(p), p->cursor);
	width = c->cols - label;
	shift = head < width ? 0 : head - width + 1;
	line = gt_canvas_sub(c, y, label, 1, width);
	x = gt_canvas_text(&line, 0, -shift, GT_ROLE_PROMPT, gt_prompt_text(p)) - shift;
	if (p->offers.n > 1)
		draw_offers(p, &line, 0, x);
	return label + head - shift;
}
