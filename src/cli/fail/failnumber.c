/* The numbers that --fail-if compares: read, written, and what they are of. */
#include "cli/fail/failnumber.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/human.h"

enum gt_fail_unit gt_fail_unit_of(enum gt_kind kind)
{
	switch (kind) {
	case GT_KIND_DUR:
	case GT_KIND_TIME: return GT_FAILS_BY_TIME;
	case GT_KIND_SHARE: return GT_FAILS_BY_SHARE;
	case GT_KIND_REAL: return GT_FAILS_BY_REAL;
	default: return GT_FAILS_BY_COUNT;
	}
}

/* "10%", "0.1" */
static bool parse_share(const char *text, int64_t *out)
{
	char *end;
	double v = strtod(text, &end);

	if (end == text || !(v >= 0 && v < 1e6) || strspn(text, "0123456789.") != (size_t)(end - text))
		return false;
	if (*end == '%') {
		v /= 100;
		end++;
	}
	*out = (int64_t)(v * GT_FAIL_ONE + 0.5);
	return *end == 0;
}

const char *gt_fail_number_parse(enum gt_fail_unit unit, const char *text, int64_t *out)
{
	uint64_t u = 0;

	switch (unit) {
	case GT_FAILS_BY_TIME: return gt_parse_dur(text, out) ? "not a duration" : NULL;
	case GT_FAILS_BY_SHARE: return parse_share(text, out) ? NULL : "not a share, like 10% or 0.1";
	case GT_FAILS_BY_REAL: return parse_share(text, out) ? NULL : "not a number, like 10 or 0.1";
	default: break;
	}
	if (gt_parse_u64(text, &u) || u > INT64_MAX)
		return "not a number";
	*out = (int64_t)u;
	return NULL;
}

void gt_fail_number_put(struct gt_buf *out, enum gt_fail_unit unit, int64_t v, bool exact)
{
	if (unit == GT_FAILS_BY_SHARE)
		gt_human_share(out, (double)v / GT_FAIL_ONE);
	else if (unit == GT_FAILS_BY_REAL)
		gt_human_real(out, (double)v / GT_FAIL_ONE);
	else if (unit == GT_FAILS_BY_TIME && !exact)
		gt_human_dur(out, v);
	else
		gt_buf_printf(out, "%" PRId64 "%s", v, unit == GT_FAILS_BY_TIME ? "ns" : "");
}
