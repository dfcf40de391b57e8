/* Options and colours: set, kept, applied to the terminal. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/guess.h"
#include "base/xalloc.h"
#include "ui/app/app_state.h"

void gt_app_add_options(struct gt_app *app, const struct gt_option_set *set)
{
	assert(app->settings.nsets < GT_OPTION_SETS);
	app->settings.sets[app->settings.nsets++] = *set;
	gt_options_defaults(set);
}

const struct gt_option *gt_app_find_option(struct gt_app *app, const char *name, struct gt_option_set **set)
{
	for (size_t i = 0; i < app->settings.nsets; i++) {
		const struct gt_option *o = gt_options_find(&app->settings.sets[i], name);

		if (o) {
			*set = &app->settings.sets[i];
			return o;
		}
	}
	return NULL;
}

/* ---- colours ---- */

void gt_colors_release(struct gt_app *app)
{
	for (size_t i = 0; i < app->settings.ncolors; i++) {
		struct gt_color_line *c = &app->settings.colors[i];

		for (size_t k = 0; k < c->n; k++)
			free(c->words[k]);
		free(c->words);
		free(c->role);
	}
	free(app->settings.colors);
}

int gt_app_color(struct gt_app *app, const char *role, const char *const *words, size_t n, struct gt_error *err)
{
	struct gt_color_line *c;
	int r = gt_theme_set(&app->settings.theme, role, words, n, err);

	if (r < 0)
		return r;
	GT_GROW(app->settings.colors, app->settings.colors_cap, app->settings.ncolors + 1);
	c = &app->settings.colors[app->settings.ncolors++];
	*c = (struct gt_color_line){ .role = gt_xstrdup(role), .words = gt_xcalloc(n, sizeof *c->words), .n = n };
	for (size_t i = 0; i < n; i++)
		c->words[i] = gt_xstrdup(words[i]);
	gt_app_apply_options(app);
	return 0;
}

/* ---- applying ---- */

void gt_app_apply_options(struct gt_app *app)
{
	struct gt_settings *s = &app->settings;
	struct gt_buf name = { 0 };

	gt_options_show(&s->sets[0], gt_options_find(&s->sets[0], "theme"), &name);
	if (gt_theme_load(&s->theme, gt_buf_str(&name)) < 0)
		gt_theme_load(&s->theme, app->term && app->term->ground == GT_GROUND_LIGHT ? "light" : "dark");
	gt_buf_release(&name);
	for (size_t i = 0; i < s->ncolors; i++) {
		const struct gt_color_line *c = &s->colors[i];

		gt_theme_set(&s->theme, c->role, (const char *const *)c->words, c->n, NULL);
	}
	app->screen.wants_redraw = true;
	gt_app_dirty(app, GT_DIRTY_ALL);
	if (!app->term)
		return;
	app->term->config.theme = &s->theme;
	app->term->config.depth = s->options.colors - 1;
	if (app->term->config.mouse != s->options.mouse) {
		app->term->config.mouse = s->options.mouse;
		app->term->ops->mouse(app->term, s->options.mouse);
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
	term->ops->size(term, &app->screen.rows, &app->screen.cols);
	if (term->ops->real(term) && !gt_term_utf8()) {
		app->screen.no_locale = !app->settings.options.ascii && gt_term_lacks_locale();
		app->settings.options.ascii = true;
	}
	gt_app_apply_options(app);
}

static int unknown_setting(const struct gt_app *app, const char *name, struct gt_error *err)
{
	struct gt_guess g;

	gt_guess_init(&g, name, strlen(name));
	for (size_t i = 0; i < app->settings.nsets; i++)
		for (size_t k = 0; k < app->settings.sets[i].n; k++)
			gt_guess_offer_words(&g, app->settings.sets[i].table[k].name);
	return gt_error_usage(err, "no such option: %s%s", name, gt_guess_hint(&g, "", ""));
}

int gt_app_set(struct gt_app *app, const char *name, const char *value, struct gt_error *err)
{
	struct gt_option_set *set;
	const struct gt_option *o = gt_app_find_option(app, name, &set);
	int r;

	if (!o)
		return unknown_setting(app, name, err);
	r = gt_options_assign(set, o, value, err);
	if (r == 0)
		gt_app_apply_options(app);
	/* An option of a pane may change its rows. */
	if (r == 0 && set != &app->settings.sets[0])
		gt_app_data_changed(app);
	return r;
}

/* ---- the menu of options: choosing one begins a `:set` line ---- */

static const struct gt_option *nth_option(struct gt_app *app, size_t i, struct gt_option_set **set)
{
	for (size_t s = 0; s < app->settings.nsets; s++) {
		*set = &app->settings.sets[s];
		if (i < app->settings.sets[s].n)
			return &app->settings.sets[s].table[i];
		i -= app->settings.sets[s].n;
	}
	return NULL;
}

static void option_chosen(struct gt_app *app, void *arg, size_t item, bool checked)
{
	struct gt_option_set *set;
	const struct gt_option *o = nth_option(app, item, &set);
	struct gt_buf line = { 0 };

	(void)arg, (void)checked;
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
