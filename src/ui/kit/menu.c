/* A menu laid over the pane. */
#include "ui/kit/menu.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistr.h>

#include "base/utf8.h"
#include "base/xalloc.h"
#include "ui/kit/listview.h"

void gt_menu_open(struct gt_menu *m, const char *title, const struct gt_menu_item *items, size_t n, size_t current,
		  bool checks)
{
	gt_menu_close(m);
	*m = (struct gt_menu){
		.open = true, .title = gt_xstrdup(title), .items = gt_xcalloc(n ? n : 1, sizeof *m->items), .n = n,
		.cursor = current < n ? current : 0, .checks = checks,
	};
	for (size_t i = 0; i < n; i++) {
		m->items[i].text = gt_xstrdup(items[i].text);
		m->items[i].help = gt_xstrdup(items[i].help ? items[i].help : "");
		m->items[i].checked = items[i].checked;
		m->items[i].found = items[i].found;
	}
}

void gt_menu_close(struct gt_menu *m)
{
	for (size_t i = 0; i < m->n; i++) {
		free((char *)m->items[i].text);
		free((char *)m->items[i].help);
	}
	free(m->items);
	gt_buf_release(&m->typed);
	free(m->title);
	*m = (struct gt_menu){ 0 };
}

/* ---- actions ---- */

static bool choose(struct gt_menu *m, size_t *item)
{
	*item = m->cursor;
	if (m->cursor >= m->n)
		return false;
	if (m->checks)
		m->items[m->cursor].checked = !m->items[m->cursor].checked;
	else
		gt_menu_close(m);
	return true;
}

/* Moves are those of a list. */
static void move(struct gt_menu *m, const struct gt_act *act)
{
	struct gt_listview lv = {
		.rows = m->n, .cursor = m->cursor, .top = m->top, .page = m->rows > 0 ? m->rows : 1,
	};

	gt_list_handle(&lv, act);
	m->cursor = (size_t)lv.cursor;
	m->top = (size_t)lv.top;
}

bool gt_menu_handle(struct gt_menu *m, const struct gt_act *act, size_t *item)
{
	struct gt_act inner = *act;

	switch (act->action) {
	case GT_ACT_CLICK:
		if (act->y < m->y || act->y >= m->y + m->rows || act->x < m->x || act->x >= m->x + m->cols) {
			gt_menu_close(m);
			return false;
		}
		m->cursor = m->top + (size_t)(act->y - m->y);
		return choose(m, item);
	case GT_ACT_OPEN:
	case GT_ACT_TAG:
		return choose(m, item);
	case GT_ACT_CLOSE:
	case GT_ACT_CANCEL:
	case GT_ACT_INTERRUPT:
	case GT_ACT_BACK:
		gt_menu_close(m);
		return false;
	case GT_ACT_FOCUS_PREV:
	case GT_ACT_FOCUS_NEXT:
		inner.action = act->action == GT_ACT_FOCUS_PREV ? GT_ACT_UP : GT_ACT_DOWN;
		break;
	default:
		break;
	}
	move(m, &inner);
	return false;
}

/* ---- letters ---- */

/* How well an item matches: 3 it begins with s, 2 a word does, 1 it is somewhere, 0 nowhere. */
static int menu_match(const char *item, const char *s, size_t n)
{
	int best = 0;

	for (const char *p = item; best < 2 && strlen(p) >= n; p++) {
		if (strncasecmp(p, s, n) == 0)
			best = p == item ? 3 : p[-1] == ' ' || p[-1] == '-' ? 2 : 1;
		if (!*p)
			break;
	}
	return best;
}

static bool find_typed(struct gt_menu *m)
{
	int best = 0;

	for (size_t i = 0; i < m->n; i++) {
		int match = menu_match(m->items[i].text, gt_buf_str(&m->typed), m->typed.len);

		if (match <= best)
			continue;
		best = match;
		m->cursor = i;
	}
	return best > 0;
}

static void cut_typed(struct gt_menu *m, size_t n)
{
	m->typed.len = n;
	if (m->typed.data)
		m->typed.data[n] = 0;
	m->typing = n > 0;
}

/* The last character away. */
static void untype(struct gt_menu *m)
{
	const uint8_t *s = (const uint8_t *)gt_buf_str(&m->typed), *last;
	ucs4_t ch;

	last = u8_prev(&ch, s + m->typed.len, s);
	cut_typed(m, last ? (size_t)(last - s) : 0);
	if (m->typing)
		find_typed(m);
}

bool gt_menu_type(struct gt_menu *m, gt_key key, bool bound)
{
	size_t before = m->typed.len;
	uint8_t text[6];
	int n;

	if (key == '/' && !m->typing) {
		m->typing = true;
		return true;
	}
	if (m->typing && key == GT_KEY_BACKSPACE) {
		untype(m);
		return true;
	}
	if (m->typing && key == GT_KEY_ESC) {
		cut_typed(m, 0);
		return true;
	}
	if (key <= ' ' || key >= GT_KEY_NAMED || (!m->typing && bound))
		return false;
	n = u8_uctomb(text, key, sizeof text);
	if (n <= 0)
		return false;
	gt_buf_add(&m->typed, (const char *)text, (size_t)n);
	m->typing = true;
	/* What no item has is not typed.  Signs that none has may be bound. */
	if (find_typed(m))
		return true;
	cut_typed(m, before);
	return m->typing || key >= 0x80 || isalnum((int)key);
}

/* ---- drawing ---- */

static int min(int a, int b)
{
	return a < b ? a : b;
}

static int max(int a, int b)
{
	return a > b ? a : b;
}

/* Bytes that were found, as far as the text is shown in full; text stands at y, x in `cols` columns. */
static void mark_found(const struct gt_canvas *c, int y, int x, int cols, const struct gt_menu_item *item)
{
	size_t n = strlen(item->text);

	if (gt_text_width(item->text, n) > cols)
		cols--;
	for (size_t i = 0; i < n && i < 64; i++) {
		int at = gt_text_width(item->text, i), end = gt_text_width(item->text, i + 1);

		if (item->found >> i & 1 && end <= cols)
			gt_canvas_style(c, y, x + at, 1, end - at, GT_ROLE_MATCH);
	}
}

void gt_menu_draw(struct gt_menu *m, const struct gt_canvas *c)
{
	int text = 0, help = 0, inner, title = gt_text_width(m->title, strlen(m->title)) + 4, cols, rows;
	struct gt_canvas box, items;

	for (size_t i = 0; i < m->n; i++) {
		text = max(text, gt_text_width(m->items[i].text, strlen(m->items[i].text)));
		help = max(help, gt_text_width(m->items[i].help, strlen(m->items[i].help)));
	}
	inner = text + (help ? help + 2 : 0) + (m->checks ? 4 : 0) + 2;
	cols = min(max(inner, title) + 2, c->cols);
	rows = min((int)(m->n < 1000 ? m->n : 1000) + 2, c->rows);
	box = gt_canvas_sub(c, (c->rows - rows) / 2, (c->cols - cols) / 2, rows, cols);
	gt_canvas_fill(&box, 0, 0, box.rows, box.cols, GT_ROLE_MENU, " ");
	gt_canvas_hline(&box, 0, 0, cols, GT_ROLE_MENU);
	gt_canvas_hline(&box, rows - 1, 0, cols, GT_ROLE_MENU);
	gt_canvas_vline(&box, 0, 0, rows, GT_ROLE_MENU);
	gt_canvas_vline(&box, 0, cols - 1, rows, GT_ROLE_MENU);
	gt_canvas_text(&box, 0, 0, GT_ROLE_MENU, "┌");
	gt_canvas_text(&box, 0, cols - 1, GT_ROLE_MENU, "┐");
	gt_canvas_text(&box, rows - 1, 0, GT_ROLE_MENU, "└");
	gt_canvas_text(&box, rows - 1, cols - 1, GT_ROLE_MENU, "┘");
	if (m->typing)
		gt_canvas_printf(&box, 0, 2, GT_ON(GT_ROLE_TITLE, GT_ROLE_MENU), " %s: %s_ ", m->title,
				 gt_buf_str(&m->typed));
	else
		gt_canvas_printf(&box, 0, 2, GT_ON(GT_ROLE_TITLE, GT_ROLE_MENU), " %s ", m->title);
	items = gt_canvas_sub(&box, 1, 1, rows - 2, cols - 2);
	m->rows = items.rows;
	m->cols = items.cols;
	m->y = (c->rows - rows) / 2 + 1;
	m->x = (c->cols - cols) / 2 + 1;
	if (m->cursor < m->top)
		m->top = m->cursor;
	if (m->rows > 0 && m->cursor - m->top >= (size_t)m->rows)
		m->top = m->cursor - (size_t)m->rows + 1;
	for (int y = 0; y < m->rows && m->top + (size_t)y < m->n; y++) {
		const struct gt_menu_item *item = &m->items[m->top + (size_t)y];
		int x = 1;

		if (m->checks)
			x += gt_canvas_text(&items, y, x, GT_ROLE_MENU, item->checked ? "[x] " : "[ ] ");
		gt_canvas_fit(&items, y, x, min(text, items.cols - 1 - x), GT_ROLE_MENU, item->text,
			      strlen(item->text), false);
		mark_found(&items, y, x, min(text, items.cols - 1 - x), item);
		x += text + 2;
		gt_canvas_fit(&items, y, x, items.cols - 1 - x, GT_ON(GT_ROLE_DIM, GT_ROLE_MENU), item->help,
			      strlen(item->help), false);
		if (m->top + (size_t)y == m->cursor && !m->inert)
			gt_canvas_under(&items, y, 0, 1, items.cols, GT_ROLE_CURSOR);
	}
}
