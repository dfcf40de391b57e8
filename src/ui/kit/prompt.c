/* The line being typed: editing, history, completion. */
#include "ui/kit/prompt.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistr.h>

#include "base/utf8.h"
#include "base/xalloc.h"

static void clear_offers(struct gt_prompt *p)
{
	for (size_t i = 0; i < p->offers.n; i++)
		free(p->offers.v[i]);
	free(p->offers.v);
	p->offers = (struct gt_completions){ 0 };
	p->offering = false;
}

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
	clear_offers(p);
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

static void prompt_replace(struct gt_prompt *p, size_t from, size_t to, const char *s, size_t n)
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
	prompt_replace(p, from, to, "", 0);
	return GT_PROMPT_CHANGED;
}

enum gt_prompt_result gt_prompt_insert(struct gt_prompt *p, gt_key ch)
{
	uint8_t utf8[6];
	int len = ch >= ' ' && ch != 0x7f && ch < GT_KEY_NAMED ? u8_uctomb(utf8, ch, sizeof utf8) : 0;

	clear_offers(p);
	if (len <= 0)
		return GT_PROMPT_EDITING;
	prompt_replace(p, p->cursor, p->cursor, (const char *)utf8, (size_t)len);
	return GT_PROMPT_CHANGED;
}

/* ---- history ---- */

void gt_history_add(struct gt_history *h, const char *line)
{
	if (!*line || (h->n && strcmp(h->v[h->n - 1], line) == 0))
		return;
	if (h->n == GT_HISTORY_MAX) {
		free(h->v[0]);
		memmove(h->v, h->v + 1, --h->n * sizeof *h->v);
	}
	GT_GROW(h->v, h->cap, h->n + 1);
	h->v[h->n++] = gt_xstrdup(line);
}

void gt_history_release(struct gt_history *h)
{
	for (size_t i = 0; i < h->n; i++)
		free(h->v[i]);
	free(h->v);
	*h = (struct gt_history){ 0 };
}

/* The next line in direction dir that starts with what was typed. */
static enum gt_prompt_result recall(struct gt_prompt *p, int dir)
{
	struct gt_history *h = p->history;
	size_t n, i = p->hist_pos;
	const char *line;

	if (!h)
		return GT_PROMPT_EDITING;
	if (i == h->n) {
		free(p->typed);
		p->typed = gt_xstrdup(gt_prompt_text(p));
	}
	n = strlen(p->typed);
	while (dir < 0 ? i > 0 : i < h->n) {
		i = dir < 0 ? i - 1 : i + 1;
		if (i < h->n && strncmp(h->v[i], p->typed, n) != 0)
			continue;
		p->hist_pos = i;
		line = i == h->n ? p->typed : h->v[i];
		prompt_replace(p, 0, p->text.len, line, strlen(line));
		return GT_PROMPT_CHANGED;
	}
	return GT_PROMPT_EDITING;
}

/* ---- completion ---- */

void gt_completions_add(struct gt_completions *c, const char *word)
{
	GT_GROW(c->v, c->cap, c->n + 1);
	c->v[c->n++] = gt_xstrdup(word);
}

void gt_completions_offer(struct gt_completions *c, const char *stem, size_t n, const char *word)
{
	if (strncmp(stem, word, n) == 0)
		gt_completions_add(c, word);
}

static enum gt_prompt_result take_offer(struct gt_prompt *p, size_t i)
{
	p->offer = i;
	prompt_replace(p, p->offer_start, p->cursor, p->offers.v[i], strlen(p->offers.v[i]));
	return GT_PROMPT_CHANGED;
}

/* First Tab: what all possibilities have in common; if that is nothing new, and from then on, one after the other. */
static enum gt_prompt_result first_offer(struct gt_prompt *p)
{
	const struct gt_completions *c = &p->offers;
	size_t n;

	p->offer_start = p->cursor;
	p->complete(p->complete_arg, gt_prompt_text(p), p->cursor, &p->offer_start, &p->offers);
	if (c->n == 0)
		return GT_PROMPT_EDITING;
	if (c->n == 1) {
		take_offer(p, 0);
		clear_offers(p);
		return GT_PROMPT_CHANGED;
	}
	p->offer = c->n - 1;
	n = strlen(c->v[0]);
	for (size_t i = 1; i < c->n; i++) {
		size_t k = 0;

		while (k < n && c->v[i][k] == c->v[0][k])
			k++;
		n = k;
	}
	/* Not a part of a character. */
	while (n > 0 && ((unsigned char)c->v[0][n] & 0xc0) == 0x80)
		n--;
	if (n <= p->cursor - p->offer_start)
		return GT_PROMPT_EDITING;
	prompt_replace(p, p->offer_start, p->cursor, c->v[0], n);
	return GT_PROMPT_CHANGED;
}

static enum gt_prompt_result complete(struct gt_prompt *p, int dir)
{
	size_t n = p->offers.n;

	if (!p->complete)
		return GT_PROMPT_EDITING;
	if (n == 0)
		return first_offer(p);
	if (!p->offering && dir < 0)
		p->offer = 0;
	p->offering = true;
	return take_offer(p, dir > 0 ? (p->offer + 1) % n : (p->offer + n - 1) % n);
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

static enum gt_prompt_result edit(struct gt_prompt *p, enum gt_action action)
{
	switch (action) {
	case GT_ACT_P_BACKSPACE:
		if (p->text.len == 0)
			return GT_PROMPT_CANCELLED;
		return erase(p, prompt_before(p, p->cursor), p->cursor);
	case GT_ACT_P_DELETE:
		return erase(p, p->cursor, after(p, p->cursor));
	case GT_ACT_P_DELETE_WORD:
		return erase(p, word_before(p, p->cursor), p->cursor);
	case GT_ACT_P_DELETE_HEAD:
		return erase(p, 0, p->cursor);
	case GT_ACT_P_DELETE_TAIL:
		return erase(p, p->cursor, p->text.len);
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
	assert(p->cursor <= p->text.len);
	if (action == GT_ACT_P_COMPLETE || action == GT_ACT_P_COMPLETE_BACK)
		return complete(p, action == GT_ACT_P_COMPLETE ? 1 : -1);
	clear_offers(p);
	if (action == GT_ACT_P_ACCEPT && p->history)
		gt_history_add(p->history, gt_prompt_text(p));
	if (action == GT_ACT_P_ACCEPT)
		return GT_PROMPT_ACCEPTED;
	if (action == GT_ACT_P_CANCEL)
		return GT_PROMPT_CANCELLED;
	if (action == GT_ACT_P_OLDER || action == GT_ACT_P_NEWER)
		return recall(p, action == GT_ACT_P_OLDER ? -1 : 1);
	return edit(p, action);
}

/* ---- drawing ---- */

static int label_width(const struct gt_prompt *p, const struct gt_canvas *c)
{
	int label = gt_text_width(p->label, strlen(p->label));

	return label > c->cols - 2 ? 0 : label;
}

/* Drawn out of sight: how far a byte of the text is from its start. */
static int typed_width(const struct gt_prompt *p, const struct gt_canvas *c, int y, size_t at)
{
	return gt_canvas_textn(c, y, c->cols, GT_ROLE_PROMPT, gt_prompt_text(p), at);
}

/* How many columns of the text are to the left of the screen. */
static int scrolled(const struct gt_prompt *p, const struct gt_canvas *c, int y)
{
	int head = typed_width(p, c, y, p->cursor), width = c->cols - label_width(p, c);

	return head < width ? 0 : head - width + 1;
}

int gt_prompt_column(const struct gt_prompt *p, const struct gt_canvas *c, int y, size_t at)
{
	return label_width(p, c) + typed_width(p, c, y, at < p->text.len ? at : p->text.len) - scrolled(p, c, y);
}

int gt_prompt_draw(const struct gt_prompt *p, const struct gt_canvas *c, int y)
{
	int label = label_width(p, c), shift, x;
	struct gt_canvas line;

	gt_canvas_fill(c, y, 0, 1, c->cols, GT_ROLE_PROMPT, " ");
	if (label)
		gt_canvas_text(c, y, 0, GT_ROLE_KEY, p->label);
	shift = scrolled(p, c, y);
	line = gt_canvas_sub(c, y, label, 1, c->cols - label);
	x = gt_canvas_text(&line, 0, -shift, GT_ROLE_PROMPT, gt_prompt_text(p)) - shift;
	for (size_t i = 0; p->offers.n > 1 && i < p->offers.n && x < line.cols; i++)
		x += 2 + gt_canvas_text(&line, 0, x + 2, i == p->offer && p->offering ? GT_ROLE_KEY : GT_ROLE_DIM,
					p->offers.v[i]);
	return gt_prompt_column(p, c, y, p->cursor);
}
