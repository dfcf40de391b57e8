/* The menus of what two timelines are aligned at, and what completes the command. */
#include "ui/compare/anchormenu.h"

#include <string.h>

#include "base/utf8.h"

static const char *menu_name(const struct gt_anchor_menu *m, size_t item, size_t *n)
{
	return gt_trace_string(m->half[1].prog.trace, m->names[item], n);
}

static void name_chosen(struct gt_app *app, void *arg, size_t item, bool checked)
{
	struct gt_anchor_menu *m = arg;
	size_t n;
	const char *name = menu_name(m, item, &n);

	(void)app;
	(void)checked;
	m->chosen(m->arg, m->id, name, n);
}

void gt_anchor_ask_name(struct gt_anchor_menu *m, struct gt_app *app, enum gt_anchor_id id)
{
	size_t n = gt_anchor_names(id, m->half, m->names);
	struct gt_menu_item items[GT_ANCHOR_NAMES];
	struct gt_buf texts[GT_ANCHOR_NAMES] = { { 0 } };

	if (!n) {
		gt_app_message(app, "no %s of the one trace has the name of one of the other", gt_anchors[id].name);
		return;
	}
	m->id = id;
	for (size_t i = 0; i < n; i++) {
		size_t len;
		const char *name = menu_name(m, i, &len);

		gt_text_escape(&texts[i], name, len);
		items[i] = (struct gt_menu_item){ .text = gt_buf_str(&texts[i]) };
	}
	gt_app_menu(app, &(struct gt_menu_spec){ .title = gt_anchors[id].help, .items = items, .n = n,
						 .chosen = name_chosen, .arg = m });
	for (size_t i = 0; i < n; i++)
		gt_buf_release(&texts[i]);
}

static void anchor_chosen(struct gt_app *app, void *arg, size_t item, bool checked)
{
	struct gt_anchor_menu *m = arg;

	(void)checked;
	if (gt_anchors[item].find)
		m->chosen(m->arg, (enum gt_anchor_id)item, "", 0);
	else
		gt_anchor_ask_name(m, app, (enum gt_anchor_id)item);
}

void gt_anchor_ask(struct gt_anchor_menu *m, struct gt_app *app, enum gt_anchor_id current)
{
	struct gt_menu_item items[GT_ANCHORS];

	for (int i = 0; i < GT_ANCHORS; i++)
		items[i] = (struct gt_menu_item){ .text = gt_anchors[i].title, .help = gt_anchors[i].help };
	gt_app_menu(app, &(struct gt_menu_spec){ .title = "Align at", .items = items, .n = GT_ANCHORS,
						 .chosen = anchor_chosen, .arg = m, .current = current });
}

/* ---- the command line ---- */

static void anchor_words_named(const struct gt_half half[2], enum gt_anchor_id id, struct gt_buf *out)
{
	uint32_t names[GT_ANCHOR_NAMES];
	size_t count = gt_anchor_names(id, half, names);

	for (size_t i = 0; i < count; i++) {
		size_t n;
		const char *s = gt_trace_string(half[1].prog.trace, names[i], &n);

		if (!memchr(s, ' ', n) && !memchr(s, '#', n) && !memchr(s, '\'', n) && !memchr(s, '"', n) &&
		    gt_text_is_clean(s, n))
			gt_buf_printf(out, "%.*s ", (int)n, s);
	}
}

void gt_anchor_words(const struct gt_half half[2], const char *const *w, size_t n, struct gt_buf *out)
{
	enum gt_anchor_id id;

	if (n == 1)
		for (int i = 0; i < GT_ANCHORS; i++)
			gt_buf_printf(out, "%s ", gt_anchors[i].name);
	else if (n == 2 && gt_anchor_parse(w + 1, 1, &id, NULL) == 0 && !gt_anchors[id].find)
		anchor_words_named(half, id, out);
}
