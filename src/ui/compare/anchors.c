/* What two traces can be aligned at: a time in each. */
#include "ui/compare/anchors.h"

#include <string.h>

#include "base/guess.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "index/query/walltime.h"

static bool example_of(const struct gt_half *h, int64_t *time)
{
	*time = h->example.time_ns;
	return h->has;
}

static bool start_of(const struct gt_half *h, int64_t *time)
{
	(void)h;
	*time = 0;
	return true;
}

static bool marker_of(const struct gt_half *h, int64_t *time)
{
	return gt_app_marker(h->in.app, 0, time);
}

/* The beginning of 1970: the same moment for both. */
static bool wall_of(const struct gt_half *h, int64_t *time)
{
	int64_t ns;

	if (!gt_wall_clock(h->prog.trace, 0, &ns))
		return false;
	*time = -ns;
	return true;
}

/* What began before the trace did not begin at its start. */
static bool row_is(bool there, uint32_t its_name, int64_t its_time, uint32_t *name, int64_t *time)
{
	if (there) {
		*name = its_time == GT_NO_TIME ? 0 : its_name;
		*time = its_time;
	}
	return there;
}

static bool region_row(const struct gt_trace *t, uint64_t i, uint32_t *name, int64_t *time)
{
	struct gt_region r = { 0 };
	bool there = gt_region_get(t, i, &r);

	return row_is(there, r.name, r.t0, name, time);
}

static bool task_row(const struct gt_trace *t, uint64_t i, uint32_t *name, int64_t *time)
{
	struct gt_task r = { 0 };
	bool there = gt_task_get(t, i, &r);

	return row_is(there, r.name, r.t0, name, time);
}

static bool log_row(const struct gt_trace *t, uint64_t i, uint32_t *name, int64_t *time)
{
	struct gt_log r = { 0 };
	bool there = gt_log_get(t, i, &r);

	return row_is(there, r.category, r.t, name, time);
}

const struct gt_side_anchor gt_anchors[GT_ANCHORS] = {
	[GT_ANCHOR_EXAMPLES] = { "examples", "the examples", "where the longest of the row begins in each",
				 "has no example of this row", example_of, NULL },
	[GT_ANCHOR_STARTS] = { "starts", "the starts of the traces", "times since the start stand above each other", "",
			       start_of, NULL },
	[GT_ANCHOR_MARKERS] = { "markers", "the markers A", "the marker A of each half: Tab goes to the other, A sets one",
				"has no marker A: A sets it in the half that has the keys", marker_of, NULL },
	[GT_ANCHOR_WALL] = { "wall-clock", "wall-clock time",
			     "the same moment, which traces of Go 1.25 and later tell",
			     "has no wall-clock times: these need a trace of Go 1.25 or later", wall_of, NULL },
	[GT_ANCHOR_REGION] = { "region", "a region", "where the first region of a name begins in each", "has no region",
			       NULL, region_row },
	[GT_ANCHOR_TASK] = { "task", "a task", "where the first task of a type begins in each", "has no task", NULL,
			     task_row },
	[GT_ANCHOR_LOG] = { "log", "a log message", "the first log message of a category in each", "has no log message",
			    NULL, log_row },
};

/* ---- names ---- */

/* The different names of a trace, by their first rows: string rows. */
static size_t names_of(enum gt_anchor_id id, const struct gt_trace *t, uint32_t names[GT_ANCHOR_NAMES])
{
	struct gt_map seen;
	uint32_t name = 0;
	int64_t time;
	size_t n = 0;

	gt_map_init(&seen);
	for (uint64_t i = 0; n < GT_ANCHOR_NAMES && gt_anchors[id].row(t, i, &name, &time); i++)
		if (name && gt_map_get(&seen, name) == GT_MAP_NONE) {
			gt_map_put(&seen, name, 1);
			names[n++] = name;
		}
	gt_map_release(&seen);
	return n;
}

static bool has_name(const struct gt_trace *t, uint32_t row, const char *name, size_t n)
{
	size_t len;
	const char *s = gt_trace_string(t, row, &len);

	return len == n && memcmp(s, name, n) == 0;
}

/*
 * When the first of that name begins, and its string row; 0: there is none.  Regions are in the order of their ends,
 * so all are looked at.
 */
static uint32_t first_named(enum gt_anchor_id id, const struct gt_trace *t, const char *name, size_t n, int64_t *time)
{
	uint32_t row = 0, last = 0, found = 0;
	bool same = false;
	int64_t at = 0;

	for (uint64_t i = 0; gt_anchors[id].row(t, i, &row, &at); i++) {
		same = row == last ? same : row && has_name(t, row, name, n);
		last = row;
		if (!same)
			continue;
		*time = found && *time < at ? *time : at;
		found = row;
	}
	return found;
}

size_t gt_anchor_names(enum gt_anchor_id id, const struct gt_half h[2], uint32_t names[GT_ANCHOR_NAMES])
{
	uint32_t olds[GT_ANCHOR_NAMES];
	size_t nolds = names_of(id, h[0].prog.trace, olds), n = names_of(id, h[1].prog.trace, names), both = 0;

	for (size_t i = 0; i < n; i++) {
		size_t len, k = 0;
		const char *s = gt_trace_string(h[1].prog.trace, names[i], &len);

		while (k < nolds && !has_name(h[0].prog.trace, olds[k], s, len))
			k++;
		if (k < nolds)
			names[both++] = names[i];
	}
	return both;
}

/* Why a half has none of that name, and what may have been meant. */
static int named_lacks(enum gt_anchor_id id, const char *name, size_t n, const struct gt_half *h, const char *half,
		       struct gt_error *err)
{
	uint32_t names[GT_ANCHOR_NAMES];
	size_t count = names_of(id, h->prog.trace, names);
	struct gt_buf text = { 0 }, safe = { 0 };
	struct gt_guess g;

	gt_guess_init(&g, name, n);
	for (size_t i = 0; i < count; i++) {
		size_t len;
		const char *s = gt_trace_string(h->prog.trace, names[i], &len);

		gt_guess_offer(&g, s, len);
	}
	gt_buf_printf(&text, "%s %s '%.*s'%s", half, gt_anchors[id].lacks, (int)n, name, gt_guess_hint(&g, "", ""));
	gt_text_escape(&safe, gt_buf_str(&text), text.len);
	gt_error_usage(err, "%s", gt_buf_str(&safe));
	gt_buf_release(&text);
	gt_buf_release(&safe);
	return GT_ERR_USAGE;
}

/* ---- both halves ---- */

/* Half a year: traces that lie further apart have nothing to show on one scale. */
#define FARTHEST (INT64_C(1) << 54)

int gt_anchor_find(enum gt_anchor_id id, const char *name, size_t n, const struct gt_half h[2],
		   struct gt_anchored *out, struct gt_error *err)
{
	static const char *const halves[] = { "the trace before", "the trace after" };
	const struct gt_side_anchor *a = &gt_anchors[id];
	struct gt_anchored found = { .id = id };
	int64_t apart;

	for (int i = 0; i < 2; i++) {
		if (a->find && !a->find(&h[i], &found.at[i]))
			return gt_error_usage(err, "%s %s", halves[i], a->lacks);
		if (!a->find)
			found.name = first_named(id, h[i].prog.trace, name, n, &found.at[i]);
		if (!a->find && !found.name)
			return named_lacks(id, name, n, &h[i], halves[i], err);
	}
	if (__builtin_sub_overflow(found.at[0], found.at[1], &apart) || apart > FARTHEST || apart < -FARTHEST)
		return gt_error_usage(err, "these moments lie too far apart");
	*out = found;
	return 0;
}

/* ---- the command ---- */

static int anchor_unknown(const char *word, struct gt_error *err)
{
	struct gt_buf names = { 0 };
	struct gt_guess g;

	gt_guess_init(&g, word, strlen(word));
	gt_buf_puts(&names, ": use ");
	for (int i = 0; i < GT_ANCHORS; i++) {
		gt_buf_printf(&names, "%s%s%s", !i ? "" : i < GT_ANCHORS - 1 ? ", " : " or ", gt_anchors[i].name,
			      gt_anchors[i].find ? "" : " NAME");
		gt_guess_offer(&g, gt_anchors[i].name, strlen(gt_anchors[i].name));
	}
	gt_error_usage(err, "nothing is aligned at '%.40s'%s", word, gt_guess_hint(&g, "", gt_buf_str(&names)));
	gt_buf_release(&names);
	return GT_ERR_USAGE;
}

int gt_anchor_parse(const char *const *w, size_t n, enum gt_anchor_id *id, struct gt_error *err)
{
	int i = 0;

	while (i < GT_ANCHORS && strcmp(gt_anchors[i].name, w[0]) != 0)
		i++;
	if (i == GT_ANCHORS)
		return anchor_unknown(w[0], err);
	if (gt_anchors[i].find && n > 1)
		return gt_error_usage(err, "align %s: nothing follows it, not %.40s", w[0], w[1]);
	if (n > 2)
		return gt_error_usage(err, "align %s: one name; quote one that has blanks", w[0]);
	*id = (enum gt_anchor_id)i;
	return 0;
}

/* ---- the menus ---- */

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
