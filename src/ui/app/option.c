/* Options that `set` changes. */
#include "ui/app/option.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/guess.h"
#include "base/human.h"
#include "base/xalloc.h"

#define FIELD(member) offsetof(struct gt_ui_options, member)

const struct gt_option gt_ui_option_table[] = {
	{ .name = "theme", .kind = GT_OPT_CHOICE, .offset = FIELD(theme), .value = "auto",
	  .choices = "auto dark light safe",
	  .help = "colours for a dark or a light screen; auto: as the terminal is; safe: for red-green colour blindness" },
	{ .name = "colors", .kind = GT_OPT_CHOICE, .offset = FIELD(colors), .value = "auto",
	  .choices = "auto mono 8 256 true", .help = "number of colours; auto: as the terminal and NO_COLOR say" },
	{ .name = "ascii", .kind = GT_OPT_BOOL, .offset = FIELD(ascii), .value = "no",
	  .help = "draw with ASCII characters only" },
	{ .name = "mouse", .kind = GT_OPT_BOOL, .offset = FIELD(mouse), .value = "no",
	  .help = "use the mouse: clicks and the wheel" },
	{ .name = "hints", .kind = GT_OPT_BOOL, .offset = FIELD(hints), .value = "yes",
	  .help = "show the line of keys at the bottom" },
	{ .name = "split", .kind = GT_OPT_CHOICE, .offset = FIELD(split), .value = "auto", .choices = "auto below right",
	  .help = "where the detail pane is; auto: right of a list where the screen is wide" },
	{ .name = "detail-size", .kind = GT_OPT_INT, .offset = FIELD(detail_size), .value = "35", .min = 10, .max = 90,
	  .help = "the most that the detail pane takes of the screen, in percent" },
	{ .name = "editor", .kind = GT_OPT_STRING, .offset = FIELD(editor), .value = "",
	  .help = "the program that opens source files; empty: $VISUAL, $EDITOR or vi" },
	{ .name = "session", .kind = GT_OPT_BOOL, .offset = FIELD(session), .value = "yes",
	  .help = "keep marks, filters, orders and the place in a trace until it is opened again" },
	{ .name = "title", .kind = GT_OPT_BOOL, .offset = FIELD(title), .value = "yes",
	  .help = "the terminal's window is named after the trace, from the start of the program to its end" },
	{ .name = "path-map", .kind = GT_OPT_STRING, .offset = FIELD(path_map), .value = "",
	  .help = "FROM=TO: where source files are on this machine, separated by blanks; quotes keep blanks" },
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

/* The place of s among words that are separated by blanks, or -1. */
static int place_of(const char *words, const char *s)
{
	for (int i = 0; *words; i++) {
		size_t n = strcspn(words, " ");

		if (strlen(s) == n && strncmp(words, s, n) == 0)
			return i;
		words += n + (words[n] == ' ');
	}
	return -1;
}

static int unknown_choice(const struct gt_option *o, const char *value, struct gt_error *err)
{
	struct gt_guess g;

	return gt_error_usage(err, "%s: not %s, but one of: %s%s", o->name, value, o->choices,
			      gt_guess_among(&g, value, o->choices));
}

int gt_options_assign(const struct gt_option_set *set, const struct gt_option *o, const char *value,
		      struct gt_error *err)
{
	void *p = option_field(set, o);
	char *copy;
	int64_t ns;
	uint64_t u;
	int i;

	switch (o->kind) {
	case GT_OPT_BOOL:
		i = *value ? place_of("yes on true 1 no off false 0", value) : 0;
		if (i < 0)
			return gt_error_usage(err, "%s: yes or no, not %s", o->name, value);
		*(bool *)p = i < 4;
		return 0;
	case GT_OPT_CHOICE:
		i = place_of(o->choices, value);
		if (i < 0)
			return unknown_choice(o, value, err);
		*(int *)p = i;
		return 0;
	case GT_OPT_INT:
		if (gt_parse_u64(value, &u) < 0 || u > INT64_MAX || (int64_t)u < o->min || (int64_t)u > o->max)
			return gt_error_usage(err, "%s: not %s, but %lld to %lld", o->name, value, (long long)o->min,
					      (long long)o->max);
		*(int64_t *)p = (int64_t)u;
		return 0;
	case GT_OPT_DUR:
		if (gt_parse_dur(value, &ns) < 0 || ns < o->min || ns > o->max)
			return gt_error_usage(err, "%s: not a duration, or out of range: %s", o->name, value);
		*(int64_t *)p = ns;
		return 0;
	case GT_OPT_STRING:
		copy = gt_xstrdup(value);
		free(*(char **)p);
		*(char **)p = copy;
		break;
	}
	return 0;
}

void gt_options_show(const struct gt_option_set *set, const struct gt_option *o, struct gt_buf *out)
{
	const void *p = option_field(set, o);
	const char *s = o->choices;
	int64_t ns;

	switch (o->kind) {
	case GT_OPT_BOOL:
		gt_buf_puts(out, *(const bool *)p ? "yes" : "no");
		break;
	case GT_OPT_INT:
		gt_buf_i64(out, *(const int64_t *)p);
		break;
	case GT_OPT_DUR:
		/* Sessions have this, so it is exact. */
		if (gt_parse_dur(gt_dur_text(*(const int64_t *)p).s, &ns) == 0 && ns == *(const int64_t *)p)
			gt_human_dur(out, ns);
		else
			gt_buf_printf(out, "%" PRId64 "ns", *(const int64_t *)p);
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
