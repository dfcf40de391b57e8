/* What makes the difference of an outlier: it is compared with traces that are as usual. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/comparereport.h"
#include "analysis/fleet/fleet.h"
#include "base/xalloc.h"

/* How many usual traces it is compared with. */
#define USUAL 3

/* How far a trace is from being one to compare with; INFINITY: it is none. */
static double strangeness(const struct gt_fleet_row *r, const struct gt_fleet_row *than,
			  const struct gt_fleet_verdict *verdict)
{
	if (r == than || r->err.code || verdict->metric == GT_FLEET_NO_METRIC || !r->info.duration)
		return INFINITY;
	/* What was recorded in another way cannot be compared as well. */
	return fabs(verdict->z) + (strcmp(r->info.version, than->info.version) ? GT_FLEET_APART : 0);
}

/* The most usual ones, of these the first; how many. */
static size_t usual_ones(size_t *out, const struct gt_fleet_row *const *rows, size_t n, size_t worst,
			 const struct gt_fleet_verdict *verdicts)
{
	double of[USUAL];
	size_t k = 0;

	for (size_t i = 0; i < n; i++) {
		double s = strangeness(rows[i], rows[worst], &verdicts[i]);
		size_t at = k;

		while (at > 0 && s < of[at - 1])
			at--;
		if (isinf(s) || at == USUAL)
			continue;
		k += k < USUAL;
		memmove(of + at + 1, of + at, (k - at - 1) * sizeof *of);
		memmove(out + at + 1, out + at, (k - at - 1) * sizeof *out);
		of[at] = s;
		out[at] = i;
	}
	return k;
}

/* The first that is worse; if nothing is, what changed with the work, or may be chance. */
static const struct gt_difference *telling_one(const struct gt_comparison *c)
{
	static const enum gt_cmp_verdict wanted[] = { GT_CMP_WORSE, GT_CMP_CHANGED, GT_CMP_BETTER, GT_CMP_UNSURE };

	for (size_t w = 0; w < GT_COUNT(wanted); w++)
		for (size_t i = 0; i < c->nd; i++)
			if (c->d[i].verdict == wanted[w])
				return &c->d[i];
	return NULL;
}

static void why_put_difference(struct gt_buf *out, const struct gt_difference *d)
{
	gt_buf_printf(out, "%s: %s: ", gt_cmp_verdict_name(d->verdict), gt_cmp_kinds[d->kind].what);
	gt_buf_add(out, d->text, d->ntext);
	gt_buf_printf(out, ": %s ", gt_cmp_aspect_name(d->aspect));
	gt_cmp_value_text(out, d, d->a);
	gt_buf_puts(out, " -> ");
	gt_cmp_value_text(out, d, d->b);
	gt_buf_puts(out, ", ");
	gt_cmp_change_text(out, d);
}

void gt_fleet_why(struct gt_buf *out, const struct gt_fleet_row *const *rows, size_t n, size_t worst,
		  const struct gt_fleet_verdict *verdicts, const struct gt_open_options *opt)
{
	size_t usual[USUAL], k = usual_ones(usual, rows, n, worst, verdicts), open = 0;
	struct gt_trace *t[USUAL + 1] = { NULL };
	struct gt_comparison c = { .nd = 0 };
	const struct gt_difference *d;
	struct gt_sides sides = {
		.v = { t + 1, t }, .n = { k, 1 }, .to = { INT64_MAX, INT64_MAX },
	};
	int rc = k ? gt_trace_open(&t[0], rows[worst]->path, opt, NULL) : GT_ERR_USAGE;

	for (; open < k && !rc; open++)
		rc = gt_trace_open(&t[1 + open], rows[usual[open]]->path, opt, NULL);
	if (!rc) {
		rc = gt_compare(&c, &sides, NULL, NULL);
		d = rc ? NULL : telling_one(&c);
		if (d)
			why_put_difference(out, d);
		gt_comparison_release(&c);
	}
	for (size_t i = 0; i < GT_COUNT(t); i++)
		gt_trace_close(t[i]);
}
