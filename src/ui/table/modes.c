/* What a list pane lists: one of its modes at a time, each of them a table. */
#include "ui/table/modes.h"

#include <assert.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "base/xalloc.h"
#include "ui/table/treenav.h"

/* ---- tables ---- */

static void init_table(struct gt_pane *pane, struct gt_pane_table *pt, const struct gt_mode *mode)
{
	gt_pane_table_init(pt, mode->spec, pane, pane->modes->owner);
	pt->args = mode->args;
}

static void take_within(struct gt_pane_table *pt, const struct gt_mode *mode)
{
	if (mode->within)
		gt_pane_table_within(pt, *mode->within ? mode->within : NULL);
}

void gt_modes_init(struct gt_pane *pane, const struct gt_modes_spec *spec, void *owner)
{
	struct gt_modes *m = gt_xcalloc(1, sizeof *m);

	assert(spec->n <= GT_MODES_MAX);
	*m = (struct gt_modes){
		.spec = spec, .now = spec->first, .owner = owner, .tables = gt_xcalloc(spec->n, sizeof *m->tables),
	};
	pane->modes = m;
	for (unsigned i = 0; i < spec->n; i++)
		if (!spec->v[i].shares)
			init_table(pane, &m->tables[i], &spec->v[i]);
	take_within(gt_modes_table(pane), gt_mode_now(pane));
}

void gt_modes_release(struct gt_pane *pane)
{
	struct gt_modes *m = pane->modes;

	for (unsigned i = 0; i < m->spec->n; i++)
		if (!m->spec->v[i].shares)
			gt_pane_table_release(&m->tables[i]);
	gt_buf_release(&m->of);
	free(m->tables);
	free(m);
	pane->modes = NULL;
}

void gt_modes_renew(struct gt_pane *pane, unsigned mode)
{
	struct gt_pane_table *pt = gt_mode_table(pane, mode);

	gt_pane_table_stop(pt);
	gt_pane_table_release(pt);
	init_table(pane, pt, &pane->modes->spec->v[mode]);
}

struct gt_pane_table *gt_modes_table(struct gt_pane *pane)
{
	return gt_mode_table(pane, pane->modes->now);
}

/* ---- what panes over tables have in common ---- */

const char *const *gt_modes_formats(const struct gt_pane *pane)
{
	return pane->modes && gt_mode_now(pane)->tree ? gt_tree_formats : gt_table_formats;
}

int gt_modes_export_open(struct gt_pane *pane, const char *format, bool all, struct gt_exporting **out,
			 struct gt_error *err)
{
	bool own = pane->modes && gt_mode_now(pane)->export_open;

	return (own ? gt_mode_now(pane)->export_open : gt_table_pane_export_open)(pane, format, all, out, err);
}

const struct gt_content_ops gt_table_content = {
	.list = gt_table_pane_list,
	.rows_pending = gt_table_pane_rows_pending,
	.moved = gt_table_pane_moved,
	.sort_changed = gt_table_pane_sort_changed,
	.filter_changed = gt_table_pane_filter_changed,
	.export_open = gt_modes_export_open,
	.formats_now = gt_modes_formats,
};

/* ---- what is shown ---- */

static bool same_part(struct gt_mode_part a, struct gt_mode_part b)
{
	return a.what == b.what && a.key == b.key;
}

void gt_mode_filter_is(struct gt_mode_filter *f, const char *column, const char *text, size_t n)
{
	struct gt_buf copy = { 0 };

	if (f->expr.len)
		gt_buf_puts(&f->expr, " && ");
	gt_buf_add(&copy, text, n);
	if (!n)
		gt_buf_printf(&f->expr, "(!%s || %s='')", column, column);
	else if (memchr(text, '\0', n) || !gt_filter_equals(&f->expr, column, gt_buf_str(&copy)))
		f->unsayable = true;
	gt_buf_release(&copy);
}

/* False: the mode has no such part. */
static bool modes_filter(struct gt_pane *pane, const struct gt_mode *to, struct gt_pane_table *pt,
			struct gt_mode_part part)
{
	struct gt_mode_filter f = { .unsayable = false };
	bool there = !to->filter || !part.what || to->filter(pane, part, &f);

	if (there && f.unsayable)
		gt_app_error(pane->app, "cannot filter by this name: it contains both kinds of quotes, or a NUL");
	there &= !f.unsayable;
	if (there && to->filter)
		gt_pane_table_within(pt, f.expr.len ? gt_buf_str(&f.expr) : NULL);
	if (there) {
		gt_buf_release(&pane->modes->of);
		pane->modes->of = f.of;
	} else {
		gt_buf_release(&f.of);
	}
	gt_buf_release(&f.expr);
	return there;
}

static bool modes_switch(struct gt_pane *pane, unsigned mode, struct gt_mode_part part)
{
	struct gt_modes *m = pane->modes;
	const struct gt_mode *to = &m->spec->v[mode];
	struct gt_pane_table *pt = gt_mode_table(pane, mode);
	enum gt_narrowed r = GT_NARROWED;

	if (pt->spec != to->spec)
		gt_modes_renew(pane, mode);
	if (to->narrow)
		r = to->narrow(pane, pt, part);
	if (r == GT_NARROWED_NOT || !modes_filter(pane, to, pt, part))
		return false;
	take_within(pt, to);
	m->now = mode;
	m->part = part;
	gt_pane_table_show(pt, r == GT_NARROWED_REOPEN);
	gt_app_dirty(pane->app, GT_DIRTY_RECALC);
	return true;
}

bool gt_modes_show(struct gt_pane *pane, unsigned mode, struct gt_mode_part part)
{
	const struct gt_modes *m = pane->modes;

	assert(mode < m->spec->n);
	return (m->now == mode && same_part(m->part, part)) || modes_switch(pane, mode, part);
}

bool gt_modes_again(struct gt_pane *pane)
{
	return modes_switch(pane, pane->modes->now, pane->modes->part);
}

/* The mode in the menu that stands for what is shown: of what is aside the one that leads there. */
static unsigned listed_mode(const struct gt_modes *m)
{
	const struct gt_modes_spec *s = m->spec;
	unsigned i = 0;

	if (!s->v[m->now].aside || m->part.what)
		return s->v[m->now].aside ? gt_mode_of_group(m->part) : m->now;
	while (i + 1U < s->n && (!s->v[i].key || s->v[i].members != m->now))
		i++;
	return i;
}

size_t gt_modes_list(const struct gt_pane *pane, bool minor, struct gt_mode_item *out)
{
	const struct gt_modes *m = pane->modes;
	const struct gt_mode *v = m->spec->v;
	unsigned current = listed_mode(m), set = v[current].set;
	unsigned hidden = !minor && v[current].minor ? v[current].minor - 1U : UINT_MAX;
	size_t n = 0;

	for (unsigned i = 0; i < m->spec->n; i++)
		if (!v[i].aside && v[i].set == set && i != hidden && (minor || !v[i].minor || i == current))
			out[n++] = (struct gt_mode_item){ .mode = &v[i], .shown = i == current };
	return n;
}

bool gt_modes_choose(struct gt_pane *pane, const struct gt_mode *mode)
{
	struct gt_mode_part part = { 0 };

	if (mode->keeps_part && gt_mode_now(pane)->keeps_part)
		part = pane->modes->part;
	if (mode->lacks && !part.what)
		return false;
	gt_app_record(pane->app);
	gt_modes_show(pane, (unsigned)(mode - pane->modes->spec->v), part);
	return true;
}

void gt_modes_step(struct gt_pane *pane, bool forward)
{
	struct gt_mode_item items[GT_MODES_MAX];
	size_t n = gt_modes_list(pane, false, items), at = 0;

	while (at + 1 < n && !items[at].shown)
		at++;
	gt_modes_choose(pane, items[(at + (forward ? 1 : n - 1)) % n].mode);
}

static void mode_chosen(struct gt_app *app, void *arg, size_t item, bool checked)
{
	struct gt_mode_item items[GT_MODES_MAX];

	(void)app;
	(void)checked;
	gt_modes_list(arg, true, items);
	gt_modes_choose(arg, items[item].mode);
}

void gt_mode_put_name(struct gt_buf *out, const struct gt_mode *mode)
{
	for (const char *p = mode->name; *p; p++)
		gt_buf_putc(out, *p == '-' ? ' ' : *p);
}

void gt_modes_ask(struct gt_pane *pane)
{
	struct gt_mode_item modes[GT_MODES_MAX];
	struct gt_menu_item items[GT_MODES_MAX];
	struct gt_buf names[GT_MODES_MAX] = { 0 };
	size_t n = gt_modes_list(pane, true, modes), current = 0;

	for (size_t i = 0; i < n; i++) {
		gt_mode_put_name(&names[i], modes[i].mode);
		items[i] = (struct gt_menu_item){ .text = gt_buf_str(&names[i]), .help = modes[i].mode->help };
		current = modes[i].shown ? i : current;
	}
	gt_app_menu(pane->app, &(struct gt_menu_spec){ .title = "Show", .items = items, .n = n,
						       .chosen = mode_chosen, .arg = pane, .current = current });
	for (size_t i = 0; i < n; i++)
		gt_buf_release(&names[i]);
}

bool gt_modes_open_group(struct gt_pane *pane)
{
	const struct gt_mode *mode = gt_mode_now(pane);
	struct gt_pane_table *pt = gt_modes_table(pane);
	uint64_t row = gt_pane_table_cursor(pt);
	struct gt_mode_part part;

	if (!mode->key || row == UINT64_MAX)
		return mode->key;
	part = (struct gt_mode_part){ 1 + pane->modes->now, mode->key(pt->table, row) };
	gt_app_record(pane->app);
	gt_pane_table_sort_like(gt_mode_table(pane, mode->members), pt);
	gt_modes_show(pane, mode->members, part);
	return true;
}

bool gt_modes_handle(struct gt_pane *pane, const struct gt_act *act)
{
	const struct gt_mode *mode = gt_mode_now(pane);

	if (act->action == GT_ACT_GROUP) {
		gt_modes_ask(pane);
		return true;
	}
	if (act->action == GT_ACT_OPEN && act->y < 0 && gt_modes_open_group(pane))
		return true;
	if (mode->tree)
		return gt_tree_handle(gt_modes_table(pane), act, &pane->modes->flame);
	return mode->handle && mode->handle(pane, act);
}

void gt_modes_status(struct gt_pane *pane, struct gt_buf *out)
{
	const struct gt_mode *mode = gt_mode_now(pane);

	gt_buf_add(out, gt_buf_str(&pane->modes->of), pane->modes->of.len);
	gt_buf_puts(out, pane->modes->of.len ? " " : "");
	if (mode->status)
		mode->status(pane, out);
	gt_pane_table_hint_runtime(gt_modes_table(pane), out);
	gt_pane_table_status(gt_modes_table(pane), out);
}

/* ---- the command ---- */

const struct gt_mode *gt_modes_find(const struct gt_pane *pane, const char *name, bool report)
{
	const struct gt_modes *m = pane->modes;

	for (unsigned i = 0; i < m->spec->n; i++) {
		const struct gt_mode *mode = &m->spec->v[i];
		const char *its = report && !mode->aside ? mode->spec->report->name : report ? NULL : mode->name;

		/* What has to be of something is found where something is open. */
		if (its && strcmp(its, name) == 0 && (!mode->lacks || mode->numbered || m->part.what))
			return mode;
	}
	return NULL;
}

int gt_modes_command(struct gt_pane *pane, const char *const *w, size_t n, struct gt_error *err)
{
	const struct gt_modes_spec *s = pane->modes->spec;
	const struct gt_mode *mode;
	struct gt_mode_part part;

	if (n < 2 || n > 3 || strcmp(w[0], "show") != 0)
		return 1;
	for (unsigned i = 0; n == 3 && i < s->n; i++) {
		part.what = s->v[i].numbered ? s->v[i].numbered : s->v[i].session;
		if (!part.what || strcmp(s->v[i].name, w[1]) != 0 || gt_parse_u64(w[2], &part.key) < 0)
			continue;
		gt_app_record(pane->app);
		if (gt_modes_show(pane, i, part))
			gt_pane_table_moved(gt_modes_table(pane));
		return 0;
	}
	mode = gt_modes_find(pane, w[1], false);
	if (!mode)
		mode = gt_modes_find(pane, w[1], true);
	if (n > 2 || !mode)
		return 1;
	return gt_modes_choose(pane, mode) ? 0 : gt_error_usage(err, "%s", mode->lacks);
}

/* ---- sessions and places ---- */

/* Of a part that only a row leads to, the groups that it is one of. */
void gt_modes_resume(struct gt_pane *pane, struct gt_buf *out)
{
	const struct gt_modes *m = pane->modes;
	unsigned mode = gt_mode_now(pane)->name ? m->now : listed_mode(m);

	if (mode == m->spec->first)
		return;
	gt_buf_printf(out, "show %s", m->spec->v[mode].name);
	if (m->spec->v[mode].numbered || m->spec->v[mode].session)
		gt_buf_printf(out, " %" PRIu64, m->part.key);
	gt_buf_putc(out, '\n');
}

enum { OWN_MODE, OWN_WHAT, OWN_KEY, OWN_TREE, OWN_PANE };

void gt_modes_save(struct gt_pane *pane, struct gt_place *place)
{
	const struct gt_modes *m = pane->modes;

	place->own[OWN_MODE] = m->now;
	place->own[OWN_WHAT] = m->part.what;
	place->own[OWN_KEY] = m->part.key;
	place->own[OWN_TREE] = gt_mode_now(pane)->tree ? gt_tree_place(gt_modes_table(pane)) : 0;
	place->own[OWN_PANE] = m->spec->place ? m->spec->place(pane) : 0;
}

/* A group that has gone shows the groups again. */
void gt_modes_restore(struct gt_pane *pane, const struct gt_place *place)
{
	const struct gt_modes_spec *s = pane->modes->spec;
	unsigned mode = place->own[OWN_MODE] < s->n ? (unsigned)place->own[OWN_MODE] : s->first;
	struct gt_mode_part part = { (uint32_t)place->own[OWN_WHAT], place->own[OWN_KEY] };
	bool again = s->go && s->go(pane, place->own[OWN_PANE]);

	if (again ? modes_switch(pane, mode, part) : gt_modes_show(pane, mode, part)) {
		if (s->v[mode].tree)
			gt_tree_go(gt_modes_table(pane), place->own[OWN_TREE]);
	} else {
		modes_switch(pane, s->v[mode].aside ? gt_mode_of_group(part) : mode, (struct gt_mode_part){ 0 });
	}
}
