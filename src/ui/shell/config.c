/* The configuration without a screen: checked, and a sample of all that can be in it. */
#include "ui/shell/config.h"

#include <string.h>

#include "ui/app/app_state.h"
#include "ui/app/option.h"
#include "ui/app/program.h"
#include "ui/kit/action.h"
#include "ui/kit/keymap.h"
#include "ui/kit/style.h"
#include "ui/shell/dispatch.h"
#include "ui/shell/preset.h"

/* ---- checking ---- */

int gt_config_check(FILE *in, const char *name, gt_rc_report_fn report, void *arg)
{
	static const struct gt_app_ops nothing = { 0 };
	struct gt_program prog = { 0 };
	const struct gt_option_set set = { gt_program_option_table, gt_program_option_count(), &prog };
	struct gt_app *app = gt_app_new(&nothing, &prog);
	int errors;

	gt_app_add_options(app, &set);
	errors = gt_rc_read(app, in, name, report, arg);
	gt_app_free(app);
	return errors;
}

/* ---- the sample ---- */

/* A word as gt_words_split reads it. */
static void sample_word(struct gt_buf *out, const char *s)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:/";

	if (*s && !s[strspn(s, plain)]) {
		gt_buf_puts(out, s);
		return;
	}
	gt_buf_putc(out, '"');
	for (; *s; s++) {
		if (*s == '"' || *s == '\\')
			gt_buf_putc(out, '\\');
		gt_buf_putc(out, *s);
	}
	gt_buf_putc(out, '"');
}

static void sample_options(struct gt_buf *out, const struct gt_option *table, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct gt_option *o = &table[i];

		gt_buf_printf(out, "\n# %s", o->help);
		if (o->kind == GT_OPT_CHOICE)
			gt_buf_printf(out, " (%s)", o->choices);
		else if (o->kind == GT_OPT_BOOL)
			gt_buf_puts(out, " (yes no)");
		gt_buf_printf(out, "\n#set %s ", o->name);
		sample_word(out, o->value);
		gt_buf_putc(out, '\n');
	}
}

static void sample_action(struct gt_buf *out, const struct gt_action_info *info)
{
	struct gt_buf key = { 0 };

	gt_buf_printf(out, "\n# %s\n", info->help);
	if (!*info->keys)
		gt_buf_printf(out, "# (no key) bind KEY %s\n", info->name);
	for (const char *s = info->keys; *s;) {
		size_t n = strcspn(s, " ");

		gt_buf_reset(&key);
		gt_buf_add(&key, s, n);
		gt_buf_puts(out, "#bind ");
		if (info->where != GT_WHERE_GLOBAL)
			gt_buf_printf(out, "%s ", gt_where_name(info->where));
		sample_word(out, gt_buf_str(&key));
		gt_buf_printf(out, " %s\n", info->name);
		s += n + (s[n] == ' ');
	}
	gt_buf_release(&key);
}

static void sample_presets(struct gt_buf *out)
{
	gt_buf_puts(out, "\n# ---- keys as other programs have them ----\n");
	for (const char *s = gt_preset_names; *s;) {
		size_t n = strcspn(s, " ");

		gt_buf_printf(out, "#preset %.*s\n", (int)n, s);
		s += n + (s[n] == ' ');
	}
}

static void sample_keys(struct gt_buf *out)
{
	for (int g = 0; g < GT_GROUP_COUNT; g++) {
		gt_buf_printf(out, "\n# ---- keys: %s ----\n", gt_group_title((enum gt_action_group)g));
		for (int a = GT_ACT_NONE + 1; a < GT_ACT_COUNT; a++)
			if (gt_action_info((enum gt_action)a)->group == g)
				sample_action(out, gt_action_info((enum gt_action)a));
	}
}

static void sample_color(struct gt_buf *out, int32_t rgb)
{
	if (rgb < 0)
		gt_buf_puts(out, " default");
	else
		gt_buf_printf(out, " #%06x", (unsigned)rgb & 0xffffff);
}

static void sample_colors(struct gt_buf *out)
{
	struct gt_theme theme;

	gt_theme_load(&theme, "dark");
	gt_buf_puts(out, "\n# ---- colours: those of the theme dark ----\n");
	for (int r = 0; r < GT_ROLE_COUNT; r++) {
		const struct gt_paint *p = &theme.paint[r];

		if (r < GT_ROLE_G0)
			gt_buf_printf(out, "\n# %s\n", gt_role_help((enum gt_role)r));
		else if (r == GT_ROLE_G0)
			gt_buf_puts(out, "\n# goroutines\n");
		gt_buf_printf(out, "#color %s", gt_role_name((enum gt_role)r));
		sample_color(out, p->fg);
		if (p->bg != GT_COLOR_SAME)
			sample_color(out, p->bg);
		gt_buf_puts(out, p->attrs & GT_BOLD ? " bold" : "");
		gt_buf_puts(out, p->attrs & GT_FAINT ? " faint" : "");
		gt_buf_puts(out, p->attrs & GT_UNDERLINE ? " underline" : "");
		gt_buf_puts(out, p->attrs & GT_REVERSE ? " reverse" : "");
		gt_buf_putc(out, '\n');
	}
}

void gt_config_sample(struct gt_buf *out)
{
	gt_buf_puts(out, "# Configuration of gtrace-tui: $XDG_CONFIG_HOME/gtrace-tui/config or ~/.config/gtrace-tui/config.\n"
			 "# gtrace-tuirc(5) describes it; gtrace-tui --check-config says what is wrong with it.\n"
			 "# Lines that begin with # do nothing.  Those of commands show the defaults: to change one,\n"
			 "# remove its # and edit the value.\n"
			 "\n# ---- options ----\n");
	sample_options(out, gt_ui_option_table, gt_ui_option_count());
	sample_options(out, gt_program_option_table, gt_program_option_count());
	gt_buf_puts(out, "\n# ---- statements of SQL, for --sql=@NAME and --fail-if=sql:NAME ----\n"
			 "#sql long \"Slices of more than 10 ms\" SELECT g, func, dur_ns FROM greedy WHERE dur_ns > ns('10ms')\n");
	sample_presets(out);
	sample_keys(out);
	sample_colors(out);
}
