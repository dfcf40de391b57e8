/* Options and colours: set, kept, applied to the terminal. */
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "ui/app/app_state.h"

void gt_app_add_options(struct gt_app *app, const struct gt_option_set *set)
{
	if (app->nsets == GT_OPTION_SETS)
		return;
	app->sets[app->nsets++] = *set;
	gt_options_defaults(set);
}

const struct gt_option *gt_app_find_option(struct gt_app *app, const char *name, struct gt_option_set **set)
{
	for (size_t i = 0; i < app->nsets; i++) {
		const struct gt_option *o = gt_options_find(&app->sets[i], name);

		if (o) {
			*set = &app->sets[i];
			return o;
		}
	}
	return NULL;
}

/* ---- colours ---- */

static void free_color(struct gt_color_line *c)
{
	for (size_t i = 0; i < c->n; i++)
		free(c->words[i]);
	free(c->words);
	free(c->role);
}

void gt_colors_release(struct gt_app *app)
{
	for (size_t i = 0; i < app->ncolors; i++)
		free_color(&app->colors[i]);
	free(app->colors);
}

int gt_app_color(struct gt_app *app, const char *role, const char *const *words, size_t n, struct gt_error *err)
{
	struct gt_color_line *c;
	int r = gt_theme_set(&app->theme, role, words, n, err);

	if (r < 0)
		return r;
	GT_GROW(app->colors, app->colors_cap, app->ncolors + 1);
	c = &app->colors[app->ncolors++];
	*c = (struct gt_color_line){ .role = gt_xstrdup(role), .words = gt_xcalloc(n, sizeof *c->words), .n = n };
	for (size_t i = 0; i < n; i++)
		c->words[i] = gt_xstrdup(words[i]);
	gt_app_apply_options(app);
	return 0;
}

static void load_theme(struct gt_app *app)
{
	struct gt_buf name = { 0 };

	gt_options_show(&app->sets[0], gt_options_find(&app->sets[0], "theme"), &name);
	gt_theme_load(&app->theme, gt_buf_str(&name));
	gt_buf_release(&name);
	for (size_t i = 0; i < app->ncolors; i++)
		gt_theme_set(&app->theme, app->colors[i].role, (const char *const *)app->colors[i].words,
			     app->colors[i].n, NULL);
}

/* ---- applying ---- */

void gt_app_apply_options(struct gt_app *app)
{
	load_theme(app);
	app->wants_redraw = true;
	gt_app_dirty(app, GT_DIRTY_ALL);
	if (!app->term)
		return;
	app->term->config.theme = &app->theme;
	app->term->config.depth = app->options.colors - 1;
	if (app->term->config.mouse != app->options.mouse) {
		app->term->config.mouse = app->options.mouse;
		app->term->ops->mouse(app->term, app->options.mouse);
	}
}

void gt_app_set_starter(struct gt_app *app, struct gt_starter *starter)
{
	app->starter = starter;
}

void gt_app_set_term(struct gt_app *app, struct gt_term *term)
{
	app->term = term;
	if (!term)
		return;
	term->ops->size(term, &app->rows, &app->cols);
	if (term->ops->real(term) && !gt_term_utf8())
		app->options.ascii = true;
	gt_app_apply_options(app);
}

int gt_app_set(struct gt_app *app, const char *name, const char *value, struct gt_error *err)
{
	struct gt_option_set *set;
	const struct gt_option *o = gt_app_find_option(app, name, &set);
	int r;

	if (!o)
		return gt_error_usage(err, "no such option: %s", name);
	r = gt_options_assign(set, o, value, err);
	if (r == 0)
		gt_app_apply_options(app);
	/* An option of a pane may change its rows. */
	if (r == 0 && set != &app->sets[0])
		gt_app_data_changed(app);
	return r;
}

/* ---- the menu of options: choosing one begins a `:set` line ---- */

static const struct gt_option *nth_option(struct gt_app *app, size_t i, struct gt_option_set **set)
{
	for (size_t s = 0; s < app->nsets; s++) {
		*set = &app->sets[s];
		if (i < app->sets[s].n)
			return &app->sets[s].table[i];
		i -= app->sets[s].n;
	}
	return NULL;
}

static void option_chosen(struct gt_app *app, void *arg, size_t item, bool checked)
{
	struct gt_option_set *set;
	const struct gt_option *o = nth_option(app, item, &set);
	struct gt_buf line = { 0 };

	(void)arg;
	(void)checked;
	if (!o)
		return;
	if (o->kind == GT_OPT_BOOL) {
		gt_app_set(app, o->name, *(const bool *)((const char *)set->base + o->offset) ? "no" : "yes", NULL);
		return;
	}
	gt_buf_printf(&line, "set %s ", o->name);
	gt_app_ask_command(app, gt_buf_str(&line));
	gt_buf_release(&line);
}

void gt_app_menu_options(struct gt_app *app)
{
	struct gt_menu_spec spec = { .title = "Options", .chosen = option_chosen };
	struct gt_menu_item *items;
	struct gt_option_set *set;
	const struct gt_option *o;
	struct gt_buf text = { 0 };
	size_t n = 0;

	while (nth_option(app, n, &set))
		n++;
	items = gt_xcalloc(n, sizeof *items);
	for (size_t i = 0; (o = nth_option(app, i, &set)); i++) {
		gt_buf_reset(&text);
		gt_buf_printf(&text, "%-12s ", o->name);
		gt_options_show(set, o, &text);
		items[i].text = gt_xstrdup(gt_buf_str(&text));
		items[i].help = o->help;
	}
	spec.items = items;
	spec.n = n;
	gt_app_menu(app, &spec);
	for (size_t i = 0; i < n; i++)
		free((char *)items[i].text);
	free(items);
	gt_buf_release(&text);
}
