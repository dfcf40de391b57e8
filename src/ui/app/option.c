/* Options that `set` changes. */
#include "ui/app/option.h"

#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "base/xalloc.h"

#define FIELD(member) offsetof(struct gt_ui_options, member)

const struct gt_option gt_ui_option_table[] = {
	{ "theme", GT_OPT_CHOICE, FIELD(theme), "dark", "dark light safe", 0, 0,
	  "colours for a dark or a light screen, or safe for red-green colour blindness" },
	{ "colors", GT_OPT_CHOICE, FIELD(colors), "auto", "auto mono 8 256 true", 0, 0,
	  "number of colours; auto: as the terminal and NO_COLOR say" },
	{ "ascii", GT_OPT_BOOL, FIELD(ascii), "no", NULL, 0, 0, "draw with ASCII characters only" },
	{ "mouse", GT_OPT_BOOL, FIELD(mouse), "no", NULL, 0, 0, "use the mouse: clicks and the wheel" },
	{ "hints", GT_OPT_BOOL, FIELD(hints), "yes", NULL, 0, 0, "show the line of keys at the bottom" },
	{ "split", GT_OPT_CHOICE, FIELD(split), "below", "below right", 0, 0, "where the detail pane is" },
	{ "detail-size", GT_OPT_INT, FIELD(detail_size), "35", NULL, 10, 90,
	  "the detail pane's share of the screen in percent" },
	{ "editor", GT_OPT_STRING, FIELD(editor), "", NULL, 0, 0,
	  "the program that opens source files; empty: $VISUAL, $EDITOR or vi" },
	{ "path-map", GT_OPT_STRING, FIELD(path_map), "", NULL, 0, 0,
	  "FROM=TO: where source files are on this machine, separated by blanks" },
};

size_t gt_ui_option_count(void)
{
	return GT_COUNT(gt_ui_option_table);
}

static void *option_field(const struct gt_option_set *set, const struct gt_option *o)
{
	return (char *)set->base + o->offset;
}

/* ---- values ---- */

static int parse_bool(const char *s, bool *v)
{
	static const char *const yes[] = { "yes", "on", "true", "1", "" }, *const no[] = { "no", "off", "false", "0" };

	for (size_t i = 0; i < GT_COUNT(yes); i++) {
		if (strcmp(s, yes[i]) == 0) {
			*v = true;
			return 0;
		}
	}
	for (size_t i = 0; i < GT_COUNT(no); i++) {
		if (strcmp(s, no[i]) == 0) {
			*v = false;
			return 0;
		}
	}
	return -1;
}

static int parse_choice(const char *choices, const char *s, int *v)
{
	int i = 0;

	for (; *choices; i++) {
		size_t n = strcspn(choices, " ");

		if (strlen(s) == n && strncmp(choices, s, n) == 0) {
			*v = i;
			return 0;
		}
		choices += n + (choices[n] == ' ');
	}
	return -1;
}

static int option_parse_number(const struct gt_option *o, const char *s, int64_t *v)
{
	uint64_t u;

	if (o->kind == GT_OPT_DUR)
		return gt_parse_dur(s, v) < 0 || *v < o->min || *v > o->max ? -1 : 0;
	if (gt_parse_u64(s, &u) < 0 || u > INT64_MAX)
		return -1;
	*v = (int64_t)u;
	return *v < o->min || *v > o->max ? -1 : 0;
}

static void set_string(char **p, const char *value)
{
	char *copy = gt_xstrdup(value);

	free(*p);
	*p = copy;
}

static int option_bad_value(const struct gt_option *o, const char *value, struct gt_error *err)
{
	switch (o->kind) {
	case GT_OPT_CHOICE:
		return gt_error_usage(err, "%s: not %s, but one of: %s", o->name, value, o->choices);
	case GT_OPT_INT:
		return gt_error_usage(err, "%s: not %s, but %lld to %lld", o->name, value, (long long)o->min,
				      (long long)o->max);
	case GT_OPT_DUR:
		return gt_error_usage(err, "%s: not a duration, or out of range: %s", o->name, value);
	default:
		return gt_error_usage(err, "%s: yes or no, not %s", o->name, value);
	}
}

int gt_options_assign(const struct gt_option_set *set, const struct gt_option *o, const char *value,
		      struct gt_error *err)
{
	void *p = option_field(set, o);
	int64_t number;
	int result = 0;

	switch (o->kind) {
	case GT_OPT_BOOL:
		result = parse_bool(value, p);
		break;
	case GT_OPT_CHOICE:
		result = parse_choice(o->choices, value, p);
		break;
	case GT_OPT_INT:
	case GT_OPT_DUR:
		result = option_parse_number(o, value, &number);
		if (result == 0)
			*(int64_t *)p = number;
		break;
	case GT_OPT_STRING:
		set_string(p, value);
		break;
	}
	return result < 0 ? option_bad_value(o, value, err) : 0;
}

void gt_options_show(const struct gt_option_set *set, const struct gt_option *o, struct gt_buf *out)
{
	const void *p = option_field(set, o);
	const char *s = o->choices;

	switch (o->kind) {
	case GT_OPT_BOOL:
		gt_buf_puts(out, *(const bool *)p ? "yes" : "no");
		break;
	case GT_OPT_INT:
		gt_buf_i64(out, *(const int64_t *)p);
		break;
	case GT_OPT_DUR:
		gt_human_dur(out, *(const int64_t *)p);
		break;
	case GT_OPT_CHOICE:
		for (int i = *(const int *)p; i > 0; i--)
			s += strcspn(s, " ") + 1;
		gt_buf_add(out, s, strcspn(s, " "));
		break;
	case GT_OPT_STRING:
		gt_buf_puts(out, *(char *const *)p ? *(char *const *)p : "");
		break;
	}
}

/* ---- sets ---- */

void gt_options_defaults(const struct gt_option_set *set)
{
	for (size_t i = 0; i < set->n; i++) {
		if (set->table[i].kind == GT_OPT_STRING)
			*(char **)option_field(set, &set->table[i]) = NULL;
		gt_options_assign(set, &set->table[i], set->table[i].value, NULL);
	}
}

void gt_options_release(const struct gt_option_set *set)
{
	for (size_t i = 0; i < set->n; i++) {
		char **p = option_field(set, &set->table[i]);

		if (set->table[i].kind != GT_OPT_STRING)
			continue;
		free(*p);
		*p = NULL;
	}
}

const struct gt_option *gt_options_find(const struct gt_option_set *set, const char *name)
{
	for (size_t i = 0; i < set->n; i++) {
		if (strcmp(set->table[i].name, name) == 0)
			return &set->table[i];
	}
	return NULL;
}
