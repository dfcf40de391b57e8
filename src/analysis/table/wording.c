/* Numbers that have names in JSON as people read them. */
#include "analysis/table/wording.h"

#include <string.h>

#include "analysis/table/celltext.h"
#include "base/compiler.h"
#include "base/human.h"
#include "base/utf8.h"

static const struct words {
	const char *name, *words;
	enum gt_wording_unit unit;
} all_words[] = {
#define GT_WORDING(name, words, unit) { name, words, GT_WORDING_##unit },
#include "analysis/table/wording.def"
#undef GT_WORDING
};

/* All of the name, or what follows `of` and a point. */
static bool words_are_for(const struct words *w, const char *of, const char *name)
{
	size_t n = strlen(of);

	return strcmp(w->name, name) == 0 ||
	       (!strncmp(w->name, of, n) && w->name[n] == '.' && !strcmp(w->name + n + 1, name));
}

enum gt_wording_unit gt_wording_put(struct gt_buf *out, const char *of, const char *name)
{
	size_t n = strlen(name);

	for (size_t i = 0; i < GT_COUNT(all_words); i++) {
		if (!words_are_for(&all_words[i], of, name))
			continue;
		gt_buf_puts(out, all_words[i].words);
		return all_words[i].unit;
	}
	n -= n > 3 && !strcmp(name + n - 3, "_ns") ? 3 : 0;
	for (size_t i = 0; i < n; i++)
		gt_buf_putc(out, name[i] == '_' ? ' ' : name[i]);
	return GT_WORDING_PLAIN;
}

static bool is_zero(const struct gt_cell *c)
{
	switch (c->kind) {
	case GT_KIND_COUNT:
	case GT_KIND_BYTES:
	case GT_KIND_INT:
	case GT_KIND_DUR:
		return c->u == 0;
	case GT_KIND_REAL:
	case GT_KIND_SHARE:
		return c->r == 0;
	default:
		return c->null;
	}
}

static void put_headline(struct gt_buf *out, struct gt_table *t, size_t cols)
{
	struct gt_buf lines = { 0 }, text = { 0 };
	const char *s, *end;

	t->report->ops.headline(t, &lines);
	for (s = gt_buf_str(&lines); *s; s = *end ? end + 1 : end) {
		end = strchrnul(s, '\n');
		gt_buf_reset(&text);
		gt_text_escape(&text, s, (size_t)(end - s));
		gt_text_wrap(out, gt_buf_str(&text), text.len, (int)cols, 2);
		gt_buf_putc(out, '\n');
	}
	if (lines.len)
		gt_buf_putc(out, '\n');
	gt_buf_release(&lines);
	gt_buf_release(&text);
}

void gt_totals_text(struct gt_buf *out, struct gt_table *t, size_t cols)
{
	const struct gt_item *items;
	size_t n = t->report->ops.totals ? t->report->ops.totals(t, &items) : 0, used = 0;
	struct gt_buf one = { 0 };

	if (t->report->ops.headline) {
		put_headline(out, t, cols);
		return;
	}

	for (size_t i = 0; i < n; i++) {
		size_t wide;
		enum gt_wording_unit unit;

		if (items[i].value.null || is_zero(&items[i].value))
			continue;
		gt_buf_reset(&one);
		unit = gt_wording_put(&one, t->report->name, items[i].key);
		if (!one.len)
			continue;
		gt_buf_putc(&one, ' ');
		if (unit == GT_WORDING_SHARE) {
			gt_human_share(&one, items[i].value.r);
		} else {
			gt_cell_text(&one, t, &items[i].value);
		}
		wide = (size_t)gt_text_width(one.data, one.len);
		if (used)
			gt_buf_puts(out, used + 2 + wide + 1 > cols ? ",\n" : ", ");
		used = used && used + 2 + wide + 1 <= cols ? used + 2 + wide : wide;
		gt_buf_add(out, one.data, one.len);
	}
	if (used)
		gt_buf_puts(out, "\n\n");
	gt_buf_release(&one);
}
