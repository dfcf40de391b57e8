/* What stands out in a trace: the kinds, and their findings in one list. */
#include <assert.h>

#include "analysis/findings/findkind.h"

static const struct gt_finding_ops *const kinds[GT_FINDING_KINDS] = {
#define GT_FINDING(id, ops) [GT_FINDING_##id] = &gt_finding_##ops,
#include "analysis/findings/findkinds.def"
#undef GT_FINDING
};

const struct gt_finding_ops *gt_finding_kind(unsigned kind)
{
	assert(kind < GT_FINDING_KINDS);
	return kinds[kind];
}

const char *gt_severity_name(unsigned severity)
{
	static const char *const names[] = {
		[GT_SEVERITY_NONE] = "none", [GT_SEVERITY_LOW] = "low", [GT_SEVERITY_MEDIUM] = "medium",
		[GT_SEVERITY_HIGH] = "high",
	};

	_Static_assert(GT_COUNT(names) == GT_SEVERITY_HIGH + 1, "a word for each severity");
	assert(severity < GT_COUNT(names));
	return names[severity];
}

/* Of waits that are a line of their own: how much of them is left without a cause, and who ran meanwhile. */
static void put_unexplained(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	if (f->explained_ns)
		gt_say(out, "; other findings explain {} of it", gt_as_part(f->explained_ns, f->long_ns));
	else
		gt_buf_puts(out, "; no other finding explains it");
	if (f->rest_ns >= f->long_ns / 5 && f->rest)
		gt_say(out, ", and Ps ran {} for {} of it", gt_as_func(fs->trace, f->rest),
		       gt_as_part(f->rest_ns, f->long_ns));
}

void gt_finding_text(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_finding_kind(f->kind)->text(out, fs, f);
	if (f->because == GT_NO_ROW && f->long_ns > 0)
		put_unexplained(out, fs, f);
}

void gt_findings_put_range(struct gt_buf *out, const struct gt_findings *fs)
{
	if (fs->limited)
		gt_say(out, " --from={} --to={}", gt_as_i64(fs->from), gt_as_i64(fs->to));
}

void gt_finding_report(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	const struct gt_finding_ops *ops = gt_finding_kind(f->kind);
	size_t was = out->len;

	if (ops->report)
		ops->report(out, fs, f);
	if (out->len > was)
		gt_findings_put_range(out, fs);
}

void gt_findings_list(struct gt_findings *f)
{
	f->n = 0;
	for (unsigned i = 0; i < GT_FINDING_KINDS; i++)
		if (f->complete || kinds[i]->early)
			kinds[i]->list(f, i);
	gt_findings_order(f);
}
