/* Which cells of a text report stand out: the limits are those that the screen and the findings have. */
#include "format/ink.h"

#include <string.h>

#include "analysis/findings/findings.h"
#include "analysis/table/reports.h"

/* Columns that are measured against a limit of the findings. */
static const struct limit {
	const struct gt_report *report;
	const char *columns;          /* between blanks */
	const int64_t *limit;
	bool from;                    /* what is as long as the limit is over it */
} limits[] = {
	{ &gt_report_greedy, " dur_ns ", &gt_finding_defaults.sweep.long_slice, true },
	{ &gt_report_greedygroups, " max_ns p99_ns ", &gt_finding_defaults.sweep.long_slice, true },
	{ &gt_report_stw, " dur_ns stop_ns ", &gt_finding_defaults.stop, true },
	{ &gt_report_stwfuncs, " delay_ns max_ns ", &gt_finding_defaults.stop, true },
	{ &gt_report_stwgoroutines, " delay_ns max_ns ", &gt_finding_defaults.stop, true },
	{ &gt_report_sched, " dur_ns ", &gt_finding_defaults.sweep.long_wait, false },
	{ &gt_report_schedgroups, " max_ns p99_ns ", &gt_finding_defaults.sweep.long_wait, false },
};

void gt_ink_begin(struct gt_buf *out, const struct gt_inks *inks, enum gt_ink_kind kind)
{
	if (inks)
		gt_buf_puts(out, inks->begin[kind]);
}

void gt_ink_end(struct gt_buf *out, const struct gt_inks *inks, enum gt_ink_kind kind)
{
	if (inks && *inks->begin[kind])
		gt_buf_puts(out, "\033[0m");
}

void gt_ink_put(struct gt_buf *out, const struct gt_inks *inks, enum gt_ink_kind kind, const char *s, size_t n)
{
	/* Ink of nothing would keep a line from losing its last blanks. */
	inks = n ? inks : NULL;
	gt_ink_begin(out, inks, kind);
	gt_buf_add(out, s, n);
	gt_ink_end(out, inks, kind);
}

static bool ink_has_word(const char *words, const char *word)
{
	size_t n = strlen(word);
	const char *at = strstr(words, word);

	while (at && (at[-1] != ' ' || at[n] != ' '))
		at = strstr(at + 1, word);
	return at != NULL;
}

struct gt_ink_rule gt_ink_rule_of(const struct gt_report *r, unsigned col)
{
	const struct gt_column *c = &r->columns[col];
	int system = gt_report_column(r, "system", strlen("system"));
	struct gt_ink_rule rule = { .by = GT_INK_BY_NOTHING, .system = system };

	for (size_t i = 0; i < GT_COUNT(limits); i++) {
		if (limits[i].report == r && ink_has_word(limits[i].columns, c->key)) {
			rule.by = GT_INK_BY_LIMIT;
			rule.limit = *limits[i].limit;
			rule.from = limits[i].from;
		}
	}
	if ((r == &gt_report_findings && !strcmp(c->key, "severity")) ||
	    (r == &gt_report_compare && !strcmp(c->key, "verdict")))
		rule.by = GT_INK_BY_WORD;
	if (c->flags & GT_COL_FUNC && !strcmp(c->key, "func") && rule.system != GT_NO_COLUMN)
		rule.by = GT_INK_BY_OWNER;
	return rule;
}

enum gt_ink_kind gt_ink_of_word(const char *word, size_t n)
{
	static const struct {
		const char *word;
		enum gt_ink_kind kind;
	} words[] = {
		{ "high", GT_INK_OVER }, { "medium", GT_INK_WARNING },
		{ "worse", GT_INK_OVER }, { "better", GT_INK_BETTER },
	};

	for (size_t i = 0; i < GT_COUNT(words); i++)
		if (strlen(words[i].word) == n && !memcmp(words[i].word, word, n))
			return words[i].kind;
	return GT_INK_PLAIN;
}

enum gt_ink_kind gt_ink_of(const struct gt_ink_rule *rule, struct gt_table *t, uint64_t row, unsigned col)
{
	struct gt_cell c, system = { .null = true };

	if (rule->by == GT_INK_BY_NOTHING)
		return GT_INK_PLAIN;
	if (rule->system != GT_NO_COLUMN)
		gt_table_cell(t, row, (unsigned)rule->system, &system);
	if (rule->by == GT_INK_BY_OWNER)
		return system.null ? GT_INK_PLAIN : system.b ? GT_INK_RUNTIME : GT_INK_OWN;
	gt_table_cell(t, row, col, &c);
	if (c.null)
		return GT_INK_PLAIN;
	if (rule->by == GT_INK_BY_WORD)
		return gt_ink_of_word(c.s, c.n);
	/* The runtime's own slices keep nobody from anything that its goroutines would not do. */
	if (!system.null && system.b)
		return GT_INK_PLAIN;
	return c.i > rule->limit || (rule->from && c.i == rule->limit) ? GT_INK_OVER : GT_INK_PLAIN;
}
