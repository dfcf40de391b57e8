/* Tables of the manuals, from the tables of the program. */
#include "unit/ui/manual.h"

#include <ctype.h>
#include <string.h>

#include "analysis/table/table.h"
#include "format/tables/tables.h"
#include "ui/kit/action.h"
#include "ui/app/option.h"
#include "ui/app/program.h"
#include "ui/compare/anchors.h"
#include "ui/kit/style.h"
#include "ui/shell/preset.h"

/* n bytes of text that mdoc and roff must not take for anything else. */
static void manual_put_text(struct gt_buf *out, const char *s, size_t n)
{
	static const struct {
		char c;
		const char *roff;
	} escapes[] = {
		{ '\\', "\\e" },   { '-', "\\-" },    { '\'', "\\(aq" }, { '`', "\\(ga" },
		{ '^', "\\(ha" }, { '~', "\\(ti" }, { '"', "\\(dq" },
	};

	/* At the start of a word punctuation means something to mdoc. */
	if (n && !isalnum((unsigned char)*s))
		gt_buf_puts(out, "\\&");
	for (size_t i = 0; i < n; i++) {
		const char *roff = NULL;

		for (size_t e = 0; e < GT_COUNT(escapes); e++) {
			if (escapes[e].c == s[i])
				roff = escapes[e].roff;
		}
		if (roff)
			gt_buf_puts(out, roff);
		else
			gt_buf_putc(out, s[i]);
	}
}

static void manual_put_line(struct gt_buf *out, const char *s)
{
	manual_put_text(out, s, strlen(s));
}

/* ---- actions ---- */

/* " Cm j , Cm Down": in parentheses behind the name. */
static void put_keys(struct gt_buf *out, const char *keys)
{
	gt_buf_puts(out, " Pq");
	while (*keys) {
		size_t n = strcspn(keys, " ");

		gt_buf_puts(out, " Cm ");
		manual_put_text(out, keys, n);
		keys += n + (keys[n] == ' ');
		if (*keys)
			gt_buf_puts(out, " ,");
	}
}

static void put_action(struct gt_buf *out, const struct gt_action_info *info)
{
	gt_buf_puts(out, ".It Ic ");
	manual_put_line(out, info->name);
	if (*info->keys)
		put_keys(out, info->keys);
	gt_buf_putc(out, '\n');
	manual_put_line(out, info->help);
	if (info->where == GT_WHERE_LIST)
		gt_buf_puts(out, " (tables)");
	else if (info->where == GT_WHERE_TIMELINE)
		gt_buf_puts(out, " (timeline)");
	gt_buf_putc(out, '\n');
}

void gt_manual_actions(struct gt_buf *out)
{
	for (int g = 0; g < GT_GROUP_COUNT; g++) {
		gt_buf_printf(out, ".Ss %s\n.Bl -tag -width Ds -compact\n",
			      gt_group_title((enum gt_action_group)g));
		for (int a = GT_ACT_NONE + 1; a < GT_ACT_COUNT; a++) {
			const struct gt_action_info *info = gt_action_info((enum gt_action)a);

			if (info->group == g)
				put_action(out, info);
		}
		gt_buf_puts(out, ".El\n");
	}
}

/* ---- roles ---- */

void gt_manual_roles(struct gt_buf *out)
{
	gt_buf_puts(out, ".Bl -tag -width tab-current -compact\n");
	for (int r = 0; r < GT_ROLE_G0; r++) {
		gt_buf_puts(out, ".It Cm ");
		manual_put_line(out, gt_role_name((enum gt_role)r));
		gt_buf_putc(out, '\n');
		manual_put_line(out, gt_role_help((enum gt_role)r));
		gt_buf_putc(out, '\n');
	}
	gt_buf_printf(out, ".It Cm g0 No to Cm g%d\ngoroutines\n.El\n", GT_GCOLORS - 1);
}

/* ---- options ---- */

static void manual_put_values(struct gt_buf *out, const struct gt_option *o)
{
	const char *p = o->choices;

	switch (o->kind) {
	case GT_OPT_BOOL:
		gt_buf_puts(out, " Cm yes | no");
		break;
	case GT_OPT_INT:
	case GT_OPT_DUR:
		gt_buf_puts(out, o->kind == GT_OPT_INT ? " Ar number" : " Ar duration");
		break;
	case GT_OPT_STRING:
		gt_buf_puts(out, " Ar text");
		break;
	case GT_OPT_CHOICE:
		while (*p) {
			size_t n = strcspn(p, " ");

			gt_buf_puts(out, p == o->choices ? " Cm " : " | ");
			manual_put_text(out, p, n);
			p += n + (p[n] == ' ');
		}
		break;
	}
}

static void put_option(struct gt_buf *out, const struct gt_option *o)
{
	gt_buf_puts(out, ".It Cm ");
	manual_put_line(out, o->name);
	manual_put_values(out, o);
	gt_buf_putc(out, '\n');
	manual_put_line(out, o->help);
	if (*o->value) {
		gt_buf_puts(out, " (");
		manual_put_line(out, o->value);
		gt_buf_puts(out, ")");
	}
	gt_buf_putc(out, '\n');
}

void gt_manual_options(struct gt_buf *out)
{
	gt_buf_puts(out, ".Bl -tag -width Ds -compact\n");
	for (size_t i = 0; i < gt_ui_option_count(); i++)
		put_option(out, &gt_ui_option_table[i]);
	for (size_t i = 0; i < gt_program_option_count(); i++)
		put_option(out, &gt_program_option_table[i]);
	gt_buf_puts(out, ".El\n");
}

/* ---- presets ---- */

void gt_manual_presets(struct gt_buf *out)
{
	const char *last = "";

	for (size_t i = 0; i < gt_preset_key_count; i++) {
		const struct gt_preset_key *k = &gt_preset_keys[i];

		if (strcmp(k->preset, last) != 0)
			gt_buf_printf(out, "%s.Ss %s\n.Bl -column \"Ctrl-w Ctrl-w\" \"half-page-down\" -compact\n",
				      *last ? ".El\n" : "", k->preset);
		last = k->preset;
		gt_buf_puts(out, ".It Cm ");
		for (const char *s = k->keys; *s; s += strcspn(s, " "), s += *s == ' ') {
			manual_put_text(out, s, strcspn(s, " "));
			gt_buf_putc(out, ' ');
		}
		gt_buf_puts(out, "Ta Ic ");
		manual_put_line(out, k->action);
		if (strcmp(k->where, "global") != 0)
			gt_buf_printf(out, " Ta (%s)", strcmp(k->where, "list") == 0 ? "tables" : k->where);
		gt_buf_putc(out, '\n');
	}
	gt_buf_puts(out, ".El\n");
}

/* ---- what two timelines are aligned at ---- */

void gt_manual_anchors(struct gt_buf *out)
{
	gt_buf_puts(out, ".Bl -tag -width Ds -compact\n");
	for (int i = 0; i < GT_ANCHORS; i++) {
		gt_buf_puts(out, ".It Cm ");
		manual_put_line(out, gt_anchors[i].name);
		gt_buf_puts(out, gt_anchors[i].find ? "\n" : " Ar name\n");
		manual_put_line(out, gt_anchors[i].help);
		gt_buf_putc(out, '\n');
	}
	gt_buf_puts(out, ".El\n");
}

/* ---- the columns of a report ---- */

void gt_manual_columns(struct gt_buf *out, const struct gt_report *r)
{
	gt_buf_puts(out, ".Bl -tag -width \"sched_wait_p50_ns\" -compact\n");
	for (unsigned i = 0; i < r->ncolumns; i++) {
		gt_buf_printf(out, ".It Va %s\n", r->columns[i].key);
		manual_put_line(out, r->columns[i].help);
		gt_buf_puts(out, r->columns[i].flags & GT_COL_ASKED ? "\n.Pq only with Fl \\-columns\n" : "\n");
	}
	gt_buf_puts(out, ".El\n");
}

/* ---- base tables ---- */

/* The type behind the name; the report's column where it has another name. */
static void put_base_column(struct gt_buf *out, const struct gt_base_column *c)
{
	gt_buf_printf(out, ".It Va %s Pq ", c->name);
	manual_put_line(out, gt_base_type_name(c->type));
	gt_buf_putc(out, '\n');
	manual_put_line(out, c->meaning);
	gt_buf_putc(out, '\n');
}

void gt_manual_base_table(struct gt_buf *out, unsigned id)
{
	struct gt_base_table b = gt_base_table(id);

	gt_buf_printf(out, ".Ss %s\nA row is ", b.name);
	manual_put_line(out, b.row);
	gt_buf_puts(out, ".\n");
	if (b.report && strcmp(b.report->name, b.name) != 0)
		gt_buf_printf(out, "These are the rows of the report\n.Cm %s .\n", b.report->name);
	gt_buf_puts(out, ".Bl -tag -width \"syscall_block_ns\"\n");
	for (unsigned i = 0; i < b.ncolumns; i++)
		put_base_column(out, &b.columns[i]);
	gt_buf_puts(out, ".El\n");
}

void gt_manual_base_version(struct gt_buf *out)
{
	gt_buf_printf(out, "%d.\n", GT_TABLES_SCHEMA);
}
