/* History and completion of a prompt. */
#include "ui/kit/prompt_offers.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/xalloc.h"

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

static enum gt_prompt_result show_line(struct gt_prompt *p, const char *line)
{
	gt_prompt_replace(p, 0, p->text.len, line, strlen(line));
	return GT_PROMPT_CHANGED;
}

/* The next line in direction dir that starts with what was typed. */
enum gt_prompt_result gt_prompt_recall(struct gt_prompt *p, int dir)
{
	struct gt_history *h = p->history;
	size_t n, i = p->hist_pos;

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
		return show_line(p, i == h->n ? p->typed : h->v[i]);
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

void gt_prompt_offers_clear(struct gt_prompt *p)
{
	for (size_t i = 0; i < p->offers.n; i++)
		free(p->offers.v[i]);
	free(p->offers.v);
	p->offers = (struct gt_completions){ 0 };
	p->offering = false;
}

/* Bytes that all offers begin with, not ending inside a character. */
static size_t common_prefix(const struct gt_completions *c)
{
	size_t n = strlen(c->v[0]);

	for (size_t i = 1; i < c->n; i++) {
		size_t k = 0;

		while (k < n && c->v[i][k] == c->v[0][k])
			k++;
		n = k;
	}
	while (n > 0 && ((unsigned char)c->v[0][n] & 0xc0) == 0x80)
		n--;
	return n;
}

static enum gt_prompt_result take_offer(struct gt_prompt *p, size_t i)
{
	p->offer = i;
	gt_prompt_replace(p, p->offer_start, p->cursor, p->offers.v[i], strlen(p->offers.v[i]));
	return GT_PROMPT_CHANGED;
}

/* First Tab: what all possibilities have in common; if that is nothing new, and from then on, one after the other. */
static enum gt_prompt_result first_offer(struct gt_prompt *p)
{
	size_t n;

	gt_prompt_offers_clear(p);
	p->offer_start = p->cursor;
	p->complete(p->complete_arg, gt_prompt_text(p), p->cursor, &p->offer_start, &p->offers);
	if (p->offers.n == 0)
		return GT_PROMPT_EDITING;
	n = common_prefix(&p->offers);
	if (p->offers.n == 1) {
		enum gt_prompt_result r = take_offer(p, 0);

		gt_prompt_offers_clear(p);
		return r;
	}
	p->offer = p->offers.n - 1;
	if (n > p->cursor - p->offer_start) {
		gt_prompt_replace(p, p->offer_start, p->cursor, p->offers.v[0], n);
		return GT_PROMPT_CHANGED;
	}
	return GT_PROMPT_EDITING;
}

enum gt_prompt_result gt_prompt_complete(struct gt_prompt *p, int dir)
{
	size_t n;

	if (!p->complete)
		return GT_PROMPT_EDITING;
	if (p->offers.n == 0)
		return first_offer(p);
	n = p->offers.n;
	if (!p->offering && dir < 0)
		p->offer = 0;
	p->offering = true;
	return take_offer(p, dir > 0 ? (p->offer + 1) % n : (p->offer + n - 1) % n);
}
