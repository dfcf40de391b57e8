/* --fail-if on a comparison. */
#include "cli/fail/failcompare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/comparereport.h"
#include "analysis/stacks/stacktext.h"
#include "base/human.h"

#define FRAMES 6              /* of the culprit's stack */

static const char *const changes[GT_FAIL_CHANGES] = {
	[GT_FAIL_P50] = "p50", [GT_FAIL_P99] = "p99", [GT_FAIL_MAX] = "max", [GT_FAIL_RATE] = "rate",
	[GT_FAIL_SHARE] = "share",
};

static const char prefix[] = "compare.";

bool gt_failcompare_words(struct gt_failcompare *f, const char *words)
{
	const char *s = words + strlen(prefix), *dot;

	if (strncmp(words, prefix, strlen(prefix)) != 0)
		return false;
	f->what = GT_FAIL_COUNT;
	for (f->verdict = 0; f->verdict < GT_CMP_VERDICTS; f->verdict++)
		if (!strcmp(gt_cmp_verdict_name(f->verdict), s))
			return true;
	dot = strchr(s, '.');
	for (f->kind = 0; dot && f->kind < GT_CMP_KINDS; f->kind++) {
		const char *name = gt_cmp_kinds[f->kind].name;

		if (strlen(name) != (size_t)(dot - s) || memcmp(name, s, (size_t)(dot - s)) != 0)
			continue;
		for (f->what = GT_FAIL_P50; f->what < GT_FAIL_CHANGES; f->what++)
			if (!strcmp(changes[f->what], dot + 1))
				return true;
	}
	return false;
}

bool gt_failcompare_value(struct gt_failcompare *f, const char *text)
{
	bool change = f->what != GT_FAIL_COUNT;
	const char *digits = text + (change && (*text == '+' || *text == '-'));
	char *end;

	f->value = strtod(digits, &end);
	if (end == digits || strspn(digits, "0123456789.") != (size_t)(end - digits) || !(f->value < 1e9))
		return false;
	if (change && *end == '%') {
		f->value /= 100;
		end++;
	}
	if (*text == '-')
		f->value = -f->value;
	return *end == 0;
}

static bool holds_for(enum gt_op op, double a, double b)
{
	switch (op) {
	case GT_OP_EQ: return a >= b && a <= b;
	case GT_OP_NE: return a < b || a > b;
	case GT_OP_LT: return a < b;
	case GT_OP_LE: return a <= b;
	case GT_OP_GT: return a > b;
	case GT_OP_GE: return a >= b;
	default: return false;
	}
}

/* By what share of it a number rose; from nothing to something without end.  False: there is none on a side. */
static bool rise(double a, double b, double *out)
{
	if (!(a >= 0 && b >= 0) || (a <= 0 && b <= 0))
		return false;
	*out = a > 0 ? b / a - 1 : INFINITY;
	return true;
}

static bool rise_of(const struct gt_failcompare *f, const struct gt_difference *d, double *out)
{
	const struct gt_cmp_sum *a = &d->sums[GT_CMP_OLD], *b = &d->sums[GT_CMP_NEW];

	switch (f->what) {
	case GT_FAIL_P50: return rise((double)a->p50, (double)b->p50, out);
	case GT_FAIL_P99: return rise((double)a->p99, (double)b->p99, out);
	case GT_FAIL_MAX: return rise((double)a->max, (double)b->max, out);
	case GT_FAIL_RATE: return rise(a->rate, b->rate, out);
	default: return rise(a->share, b->share, out);
	}
}

/* " (slices: main.f in main.g: length 10ms -> 11ms, +10%, p 1e-06; at main.g < main.f)" */
static void put_culprit(struct gt_buf *out, const struct gt_difference *d)
{
	const struct gt_trace *t = d->of->t;
	struct gt_frame frame;
	uint32_t first = gt_keyed_frame(t, d->key->stack);

	gt_buf_printf(out, " (%s: ", gt_cmp_kinds[d->kind].what);
	gt_buf_add(out, d->text, d->ntext);
	gt_buf_printf(out, ": %s ", gt_cmp_aspect_name(d->aspect));
	gt_cmp_value_text(out, d, d->a);
	gt_buf_puts(out, " -> ");
	gt_cmp_value_text(out, d, d->b);
	gt_buf_puts(out, ", ");
	gt_cmp_change_text(out, d);
	if (d->p >= 0)
		gt_buf_printf(out, ", p %.2g", d->p);
	for (uint32_t i = first; i < first + FRAMES && gt_stack_frame(t, d->key->stack, i, &frame); i++)
		gt_put_string(out, t, i == first ? "; at " : " < ", frame.func, NULL);
	gt_buf_putc(out, ')');
}

static void failcompare_explain(struct gt_buf *why, const char *words, enum gt_op op, const char *is, const char *limit)
{
	static const char *const ops[] = {
		[GT_OP_EQ] = "=", [GT_OP_NE] = "!=", [GT_OP_LT] = "<", [GT_OP_LE] = "<=", [GT_OP_GT] = ">",
		[GT_OP_GE] = ">=",
	};

	gt_buf_printf(why, "%s%s is %s, %s %s", why->len ? "; " : "", words, is, ops[op], limit);
}

/* Of all that rose, or fell where that is asked for, the one that did so most; NULL: none is sure. */
static const struct gt_difference *most_changed(const struct gt_failcompare *f, bool falls,
						const struct gt_comparison *c, double *most)
{
	/* Lengths that rose in some places only show in how long all lasted. */
	enum { length = 1 << GT_CMP_LENGTH, share = 1 << GT_CMP_SHARE, rate = 1 << GT_CMP_RATE };
	static const unsigned aspects[GT_FAIL_CHANGES] = {
		[GT_FAIL_P50] = length, [GT_FAIL_P99] = length | share, [GT_FAIL_MAX] = length | share,
		[GT_FAIL_RATE] = rate, [GT_FAIL_SHARE] = share,
	};
	const struct gt_difference *found = NULL;
	double v;

	for (size_t i = 0; i < c->nd; i++) {
		const struct gt_difference *d = &c->d[i];

		if (d->kind != f->kind || !(d->sure & aspects[f->what]) || !rise_of(f, d, &v))
			continue;
		if (found && (falls ? v >= *most : v <= *most))
			continue;
		found = d;
		*most = v;
	}
	return found;
}

static void failcompare_put_change(struct gt_buf *out, double v)
{
	if (v >= 0)
		gt_buf_putc(out, '+');
	gt_human_share(out, v);
}

bool gt_failcompare_test(const struct gt_failcompare *f, enum gt_op op, const struct gt_table *table, const char *words,
			 struct gt_buf *why)
{
	const struct gt_comparison *c = gt_comparison_of(table);
	const struct gt_difference *d = NULL;
	struct gt_buf is = { 0 }, limit = { 0 };
	double v = 0;
	bool holds;

	if (f->what == GT_FAIL_COUNT) {
		v = (double)c->count[f->verdict];
		for (size_t i = c->nd; i-- > 0;)
			if (c->d[i].verdict == f->verdict)
				d = &c->d[i];
		gt_buf_printf(&is, "%.0f", v);
		gt_buf_printf(&limit, "%g", f->value);
		holds = holds_for(op, v, f->value);
	} else {
		d = most_changed(f, op == GT_OP_LT || op == GT_OP_LE, c, &v);
		if (v <= 1e9)
			failcompare_put_change(&is, v);
		else
			gt_buf_puts(&is, "new");
		failcompare_put_change(&limit, f->value);
		holds = d && holds_for(op, v, f->value);
	}
	if (holds) {
		failcompare_explain(why, words, op, gt_buf_str(&is), gt_buf_str(&limit));
		if (d)
			put_culprit(why, d);
	}
	gt_buf_release(&is);
	gt_buf_release(&limit);
	return holds;
}
