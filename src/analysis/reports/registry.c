/* Reports by name and number. */
#include "analysis/reports/registry.h"

static const struct gt_report *const reports[] = {
#define REPORT(name) &gt_report_##name,
#include "analysis/table/reports.def"
#undef REPORT
};

const struct gt_report *gt_report_at(unsigned i)
{
	return i < GT_COUNT(reports) ? reports[i] : NULL;
}

const struct gt_report *gt_report_find(const char *name, size_t n)
{
	for (unsigned i = 0; i < GT_COUNT(reports); i++)
		if (strlen(reports[i]->name) == n && !memcmp(reports[i]->name, name, n))
			return reports[i];
	return NULL;
}

const struct gt_report *gt_report_grouped(const struct gt_report *r)
{
	for (unsigned i = 0; i < GT_COUNT(reports); i++)
		if (reports[i]->groups_of == r)
			return reports[i];
	return r->groups ? r : NULL;
}

uint32_t gt_report_takes(const struct gt_report *r)
{
	uint32_t all = r->takes | GT_TAKES_ALWAYS | (gt_report_grouped(r) ? GT_TAKES_GROUP : 0);

	return r->whole ? all & ~(uint32_t)GT_TAKES_RANGE : all;
}

const char *gt_report_hint(struct gt_guess *g, const char *name, size_t n, const char *otherwise)
{
	gt_guess_init(g, name, n);
	for (unsigned i = 0; i < GT_COUNT(reports); i++)
		gt_guess_offer(g, reports[i]->name, strlen(reports[i]->name));
	return gt_guess_hint(g, "", otherwise);
}
