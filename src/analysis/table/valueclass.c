/* Classes of numbers: which one a number is of, and how it is called. */
#include "analysis/table/valueclass.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/human.h"

#define STEPS_OF_TIME 20
#define FIRST_DUR INT64_C(100)       /* ns: what is shorter is one class */
#define SMALL 10u                    /* counts below it are classes of their own */
#define BELOW_0 INT64_MIN            /* class of numbers with decimals */
#define ZERO (INT64_MIN + 1)

/* ---- which class ---- */

/* 1, 2 or 5 times a power of ten. */
void gt_value_steps_init(struct gt_value_steps *s, enum gt_kind kind, int64_t from, int64_t to)
{
	static const int64_t parts[] = { 1, 2, 5 };
	int64_t least = from < to ? (to - from) / STEPS_OF_TIME : 0, ten = 1;
	size_t i = 0;

	*s = (struct gt_value_steps){ .kind = kind };
	while (ten * parts[i] < least) {
		i = (i + 1) % GT_COUNT(parts);
		ten *= i ? 1 : 10;
	}
	s->step = ten * parts[i];
}

static int64_t class_of_dur(int64_t ns)
{
	int64_t n = 0;

	for (int64_t bound = FIRST_DUR; ns >= bound; bound *= 10) {
		n++;
		if (bound > INT64_MAX / 10)
			break;
	}
	return n;
}

static int64_t class_of_count(uint64_t v)
{
	int64_t n = SMALL;

	if (v < SMALL)
		return (int64_t)v;
	for (v /= SMALL; v >= 10; v /= 10)
		n++;
	return n;
}

static int64_t class_of_bytes(uint64_t v)
{
	return v ? 1 + (63 - __builtin_clzll(v)) / 2 : 0;
}

/* Class 3 e + i of numbers from 10^e times 1, 2 or 5 on. */
static double class_least(int64_t n)
{
	static const char *const parts[] = { "1", "2", "5" };
	int64_t e = n >= 0 ? n / 3 : -((2 - n) / 3);
	char text[32];

	/* As a filter reads it. */
	snprintf(text, sizeof text, "%se%" PRId64, parts[n - 3 * e], e);
	return strtod(text, NULL);
}

static int64_t class_of_real(double r)
{
	int64_t n;

	if (!(r > 0))
		return r < 0 ? BELOW_0 : ZERO;
	n = 3 * (int64_t)floor(log10(r < 1e300 ? r : 1e300));
	while (class_least(n) > r)
		n--;
	while (n < 900 && class_least(n + 1) <= r)
		n++;
	return n;
}

static int64_t class_of_time(const struct gt_value_steps *s, int64_t ns)
{
	return ns < 0 ? -1 : ns / s->step;
}

int64_t gt_value_class_key(const struct gt_value_steps *s, uint64_t key)
{
	switch (s->kind) {
	case GT_KIND_DUR: return class_of_dur((int64_t)key);
	case GT_KIND_TIME: return class_of_time(s, (int64_t)key);
	case GT_KIND_COUNT: return class_of_count(key);
	case GT_KIND_BYTES: return class_of_bytes(key);
	default: return (int64_t)key;
	}
}

int64_t gt_value_class(const struct gt_value_steps *s, const struct gt_cell *c)
{
	if (gt_kind_is_real(s->kind))
		return class_of_real(c->r);
	return gt_value_class_key(s, s->kind == GT_KIND_BOOL ? (uint64_t)c->b : c->u);
}

/* ---- how it is called ---- */

static uint64_t least_count(int64_t n)
{
	uint64_t v = n < (int64_t)SMALL ? (uint64_t)n : SMALL;

	for (int64_t i = SMALL; i < n; i++)
		v *= 10;
	return v;
}

/* The least number of a class; false: it is one number. */
static bool class_bound(const struct gt_value_steps *s, int64_t n, struct gt_buf *out)
{
	uint64_t v = s->kind == GT_KIND_DUR ? (uint64_t)FIRST_DUR / 10 : 1;

	switch (s->kind) {
	case GT_KIND_DUR:
		for (int64_t i = 0; i < n; i++)
			v *= 10;
		break;
	case GT_KIND_TIME: v = (uint64_t)n * (uint64_t)s->step; break;
	case GT_KIND_COUNT: v = least_count(n); break;
	case GT_KIND_BYTES: v = n > 0 ? UINT64_C(1) << 2 * (n - 1) : 0; break;
	case GT_KIND_REAL:
	case GT_KIND_SHARE:
		gt_buf_printf(out, "%g", n == ZERO || n == BELOW_0 ? 0 : class_least(n));
		return n != ZERO;
	default: gt_buf_u64(out, (uint64_t)n); return false;
	}
	if (s->kind == GT_KIND_DUR || s->kind == GT_KIND_TIME) {
		static const struct {
			int64_t ns;
			const char *name;
		} units[] = { { 1000000000, "s" }, { 1000000, "ms" }, { 1000, "us" }, { 1, "ns" } };
		size_t u = 0;

		while ((int64_t)v % units[u].ns)
			u++;
		gt_buf_printf(out, "%" PRId64 "%s", (int64_t)v / units[u].ns, v ? units[u].name : "s");
		return true;
	}
	gt_buf_u64(out, v);
	return s->kind == GT_KIND_COUNT ? n >= (int64_t)SMALL : n > 0;
}

/* What has no class below it, or none above that can be written. */
static bool is_lowest(const struct gt_value_steps *s, int64_t n)
{
	return s->kind == GT_KIND_DUR ? n == 0 : s->kind == GT_KIND_TIME ? n < 0 : n == BELOW_0;
}

static bool is_highest(const struct gt_value_steps *s, int64_t n)
{
	switch (s->kind) {
	case GT_KIND_DUR: return n >= 17;
	case GT_KIND_COUNT: return n >= 28;
	case GT_KIND_BYTES: return n >= 32;
	case GT_KIND_REAL:
	case GT_KIND_SHARE: return n >= 900;
	default: return false;
	}
}

/* As people read them; filters take other spellings of sizes, counts and shares. */
static void put_bound(struct gt_buf *out, const struct gt_value_steps *s, int64_t n)
{
	if (s->kind == GT_KIND_BYTES)
		gt_human_bytes(out, n > 0 ? UINT64_C(1) << 2 * (n - 1) : 0);
	else if (s->kind == GT_KIND_COUNT)
		gt_human_count(out, least_count(n));
	else if (s->kind == GT_KIND_SHARE)
		gt_human_share(out, n == ZERO || n == BELOW_0 ? 0 : class_least(n));
	else
		class_bound(s, n, out);
}

/* Up to the next class, or of counts to the last number before it. */
static void class_put_end(struct gt_buf *out, const struct gt_value_steps *s, int64_t n)
{
	if (s->kind == GT_KIND_COUNT)
		gt_human_count(out, least_count(n + 1) - 1);
	else
		put_bound(out, s, n + 1);
}

void gt_value_class_text(struct gt_buf *out, const struct gt_value_steps *s, int64_t n)
{
	struct gt_buf from = { 0 };
	bool wide = class_bound(s, n, &from);

	if (s->kind == GT_KIND_BOOL) {
		gt_buf_puts(out, n ? "yes" : "no");
	} else if (s->kind == GT_KIND_ID && (uint64_t)n == GT_P_OUTSIDE) {
		gt_buf_puts(out, "-1");
	} else if (is_lowest(s, n)) {
		gt_buf_puts(out, "below ");
		put_bound(out, s, gt_kind_is_real(s->kind) ? ZERO : n + 1);
	} else if (is_highest(s, n)) {
		put_bound(out, s, n);
		gt_buf_puts(out, " and more");
	} else if (wide) {
		put_bound(out, s, n);
		gt_buf_puts(out, " to ");
		class_put_end(out, s, n);
	} else {
		put_bound(out, s, n);
	}
	gt_buf_release(&from);
}

void gt_value_class_filter(struct gt_buf *out, const struct gt_value_steps *s, const char *column, int64_t n)
{
	struct gt_buf from = { 0 };
	bool wide = class_bound(s, n, &from);

	if (s->kind == GT_KIND_BOOL) {
		gt_buf_printf(out, "%s=%s", column, n ? "true" : "false");
	} else if (is_lowest(s, n)) {
		gt_buf_printf(out, "%s<", column);
		class_bound(s, gt_kind_is_real(s->kind) ? ZERO : n + 1, out);
	} else if (!wide) {
		gt_buf_printf(out, "%s=%s", column, gt_buf_str(&from));
	} else {
		gt_buf_printf(out, "%s>=%s", column, gt_buf_str(&from));
		if (!is_highest(s, n)) {
			gt_buf_printf(out, " && %s<", column);
			class_bound(s, n + 1, out);
		}
	}
	gt_buf_release(&from);
}
