/* What recording the trace took from the program. */
#include "analysis/findings/findkind.h"

#include <string.h>

#include "analysis/goroutines/goroutines.h"
#include "analysis/goroutines/owner.h"
#include "base/sat.h"

#define MUCH 20               /* a twentieth of the busy time */
#define TRACERS 8             /* start functions that differ: each version of Go has one or two */

/* Goroutines of a start function. */
struct tracer {
	uint32_t func, g;     /* g: the one that ran longest, a row */
	uint64_t n;
	int64_t ns, most;
};

/* What reads the buffers, writes them and ends generations. */
static bool is_tracers(const struct gt_findings *f, const struct gt_ginfo *info)
{
	static const char *const names[] = { "runtime/trace.", "runtime.(*traceAdvancerState)." };
	const char *text;
	size_t n;

	if (info->owner != GT_OWNER_RUNTIME || !info->func)
		return false;
	text = gt_trace_string(f->trace, info->func, &n);
	for (size_t i = 0; i < GT_COUNT(names); i++)
		if (n > strlen(names[i]) && !memcmp(text, names[i], strlen(names[i])))
			return true;
	return false;
}

static size_t find_tracers(struct gt_findings *f, struct tracer *v)
{
	uint32_t rows = gt_trace_info(f->trace)->goroutines;
	struct gt_gsums sums = { 0 };
	size_t n = 0;

	for (uint32_t row = 0; row < rows; row++) {
		const struct gt_ginfo *info = gt_ginfos_get(&f->sweep.goroutines, row);
		size_t k = 0;

		if (!is_tracers(f, info))
			continue;
		while (k < n && v[k].func != info->func)
			k++;
		if (k == TRACERS)
			continue;
		if (k == n)
			v[n++] = (struct tracer){ .func = info->func, .g = row };
		gt_goroutine_sums(f->trace, row, f->from, f->to, &sums);
		v[k].n++;
		gt_sat_grow(&v[k].ns, sums.ns[GT_SPENT_EXEC]);
		if (sums.ns[GT_SPENT_EXEC] > v[k].most) {
			v[k].most = sums.ns[GT_SPENT_EXEC];
			v[k].g = row;
		}
	}
	gt_gsums_release(&sums);
	return n;
}

static void list_tracer(struct gt_findings *f, unsigned kind)
{
	struct tracer v[TRACERS];
	size_t n = find_tracers(f, v);

	f->tracer = 0;
	for (size_t i = 0; i < n; i++) {
		int64_t cost = gt_finding_of_procs(f, v[i].ns);
		struct gt_finding *x;

		gt_sat_grow(&f->tracer, v[i].ns);
		if (v[i].ns < f->gc.busy / MUCH || !gt_finding_matters(f, cost))
			continue;
		x = gt_finding_add(f, kind, cost);
		/* It says how far to trust the other numbers, and not what is wrong with the program. */
		gt_finding_judge_felt(f, x, 0);
		x->func = v[i].func;
		x->count = v[i].n;
		gt_finding_at_goroutine(f, x, v[i].g);
		gt_finding_prove(x, "tracer_ns", v[i].ns);
		gt_finding_prove(x, "busy_ns", f->gc.busy);
	}
}

static void text_tracer(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_say(out, "recording this trace ({}) took {}, {} of the busy time", gt_as_func(fs->trace, f->func),
	       gt_as_evidence(f, "tracer_ns"),
	       gt_as_part(gt_finding_evidence(f, "tracer_ns"), gt_finding_evidence(f, "busy_ns")));
}

static void report_tracer(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_say(out, "--report=groups --filter='{}'", gt_as_test(fs, "func", f->func));
}

const struct gt_finding_ops gt_finding_tracer = {
	.name = "tracing",
	.subject = GT_FINDING_OF_GOROUTINE,
	.list = list_tracer,
	.text = text_tracer,
	.report = report_tracer,
	.advice = "Without tracing the program is faster, so compare its times only with those of other traces. Since Go 1.21 "
		  "tracing costs much less.",
};
