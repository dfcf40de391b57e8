/* Findings in words. */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "analysis/findings/findings.h"
#include "base/human.h"

const char *gt_finding_name(unsigned kind)
{
	static const char *const names[GT_FINDING_KINDS] = {
		[GT_FINDING_STW] = "stop-the-world",   [GT_FINDING_PAUSE] = "standstills",
		[GT_FINDING_RESTART] = "restarts",     [GT_FINDING_LONG] = "long slices",
		[GT_FINDING_SCHED] = "scheduling",     [GT_FINDING_IDLE] = "idle processors",
		[GT_FINDING_GC] = "garbage collection", [GT_FINDING_ASSIST] = "mark assists",
		[GT_FINDING_LEAK] = "leaks",           [GT_FINDING_FOREVER] = "stuck",
		[GT_FINDING_UNJUDGED] = "not judged",  [GT_FINDING_NOTHING] = "nothing",
	};

	assert(kind < GT_FINDING_KINDS && names[kind]);
	return names[kind];
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

/* ---- words ---- */

static void findtext_put_string(struct gt_buf *out, const struct gt_findings *fs, uint32_t row,
				const char *none)
{
	size_t n;
	const char *s = gt_trace_string(fs->trace, row, &n);

	if (n)
		gt_buf_add(out, s, n);
	else
		gt_buf_puts(out, none);
}

static void put_func(struct gt_buf *out, const struct gt_findings *fs, uint32_t func)
{
	findtext_put_string(out, fs, func, GT_NAMELESS);
}

static void findtext_put_dur(struct gt_buf *out, const char *before, int64_t ns)
{
	gt_buf_puts(out, before);
	gt_human_dur(out, ns);
}

static void findtext_put_count(struct gt_buf *out, uint64_t n, const char *what)
{
	gt_buf_printf(out, "%" PRIu64 " %s%s", n, what, n == 1 ? "" : "s");
}

static void put_percent(struct gt_buf *out, int64_t part, int64_t whole)
{
	double p = whole > 0 ? 100 * (double)part / (double)whole : 0;

	gt_buf_printf(out, p < 9.95 ? "%.1f%%" : "%.0f%%", p);
}

static int64_t evidence(const struct gt_finding *f, const char *name)
{
	for (unsigned i = 0; i < f->nevidence; i++)
		if (!strcmp(f->evidence[i].name, name))
			return f->evidence[i].value;
	return 0;
}

static void text_stw(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	put_func(out, fs, f->func);
	gt_buf_puts(out, " delayed ");
	findtext_put_count(out, f->count, "STW pause");
	findtext_put_dur(out, " by ", f->cost);
	if (f->count > 1) {
		findtext_put_dur(out, " in total (max ", f->max);
		gt_buf_putc(out, ')');
	}
}

static void put_longest_reason(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	if (f->count > 1)
		findtext_put_dur(out, " in total, longest ", f->max);
	gt_buf_puts(out, " (");
	findtext_put_string(out, fs, f->reason, "unknown");
	gt_buf_putc(out, ')');
}

static void text_pause(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	findtext_put_dur(out, f->count == 1 ? "an STW standstill of " : "STW standstills of ", f->cost);
	put_longest_reason(out, fs, f);
}

static void text_restart(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	findtext_put_dur(out, f->count == 1 ? "an STW restart took " : "STW restarts took ", f->cost);
	put_longest_reason(out, fs, f);
}

static void text_long(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	put_func(out, fs, f->func);
	findtext_put_dur(out, " held a P for up to ", f->max);
	gt_buf_printf(out, "; %" PRIu64 " of ", f->count);
	findtext_put_count(out, f->of, "slice");
	findtext_put_dur(out, " of ", fs->limits.sweep.long_slice);
	gt_buf_puts(out, " or more made others wait");
}

static void text_sched(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_buf_printf(out, "%" PRIu64 " of ", f->count);
	findtext_put_count(out, f->of, "wait");
	findtext_put_dur(out, " for a P lasted over ", fs->limits.sweep.long_wait);
	findtext_put_dur(out, "; max ", f->max);
	gt_buf_puts(out, " (");
	put_func(out, fs, f->func);
	findtext_put_dur(out, "), p99 ", evidence(f, "p99_ns"));
	findtext_put_dur(out, ", median ", evidence(f, "median_ns"));
}

static void text_idle(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	(void)fs;
	findtext_put_dur(out, "a P was idle for ", f->cost);
	gt_buf_puts(out, " while a goroutine was runnable; ");
	put_percent(out, evidence(f, "idle_ready_ns"), evidence(f, "procs_ns"));
	gt_buf_puts(out, " of all P time");
}

static void text_gc(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	int64_t workers = evidence(f, "dedicated_ns") + evidence(f, "fractional_ns");
	int64_t taken = workers + evidence(f, "assist_ns");

	gt_buf_puts(out, "the GC took ");
	put_percent(out, taken, evidence(f, "busy_ns"));
	findtext_put_dur(out, " of the busy time: workers ", workers);
	findtext_put_dur(out, ", mark assists ", evidence(f, "assist_ns"));
	gt_buf_puts(out, "; ");
	findtext_put_count(out, f->count, "cycle");
	gt_buf_printf(out, ", %.3g/s", fs->to > fs->from ? (double)f->count * 1e9 / (double)(fs->to - fs->from) : 0);
}

static void text_assist(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	findtext_put_count(out, f->count, "mark assist");
	findtext_put_dur(out, f->count == 1 ? " held up its goroutine for " : " held up goroutines for ",
			 evidence(f, "assist_wall_ns"));
	findtext_put_dur(out, f->count == 1 ? ", " : " in total, ", evidence(f, "assist_ns"));
	findtext_put_dur(out, " of it on Ps; max ", f->max);
	gt_buf_puts(out, " (");
	put_func(out, fs, f->func);
	gt_buf_putc(out, ')');
}

static void text_leak(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_buf_printf(out, "%" PRIu64 " of ", f->count);
	findtext_put_count(out, f->of, "new goroutine");
	gt_buf_puts(out, " of ");
	put_func(out, fs, f->func);
	gt_buf_puts(out, " are still waiting at the end, some from each quarter of the time");
}

static void text_forever(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	findtext_put_count(out, f->count, "goroutine");
	gt_buf_puts(out, " of ");
	put_func(out, fs, f->func);
	gt_buf_puts(out, f->count == 1 ? " is" : " are");
	gt_buf_puts(out, " blocked forever: on a nil channel, or in a select without cases");
}

static void text_no_range(struct gt_buf *out, const struct gt_findings *fs)
{
	const struct gt_trace_info *info = gt_trace_info(fs->trace);

	gt_buf_puts(out, "nothing could be judged: ");
	if (fs->until > info->horizon && gt_trace_beyond(fs->trace, GT_NO_TIME)) {
		gt_buf_puts(out, "parts of the damaged trace are missing from ");
		gt_human_time(out, info->horizon);
		gt_buf_puts(out, " on");
	} else {
		gt_buf_puts(out, fs->limited ? "the trace has nothing in this range" : "the trace has no events");
	}
}

static void text_unjudged(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	if (!f->nevidence) {
		text_no_range(out, fs);
		return;
	}
	gt_unnamed_text(out, f->count);
	gt_buf_puts(out, f->count == 1 ? "; it has " : "; they have ");
	findtext_put_count(out, (uint64_t)evidence(f, "unnamed_waits"), "wait");
	findtext_put_dur(out, " for a P, ", evidence(f, "unnamed_ns"));
	gt_buf_puts(out, " in total");
	if (evidence(f, "unnamed_slices")) {
		gt_buf_puts(out, ", and ");
		findtext_put_count(out, (uint64_t)evidence(f, "unnamed_slices"), "slice");
		findtext_put_dur(out, " of ", fs->limits.sweep.long_slice);
		gt_buf_puts(out, " or more");
	}
}

static void text_nothing(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	(void)f;
	gt_buf_puts(out, "nothing stands out");
	if (!gt_trace_beyond(fs->trace, GT_NO_TIME))
		return;
	gt_buf_puts(out, " before ");
	gt_human_time(out, gt_trace_info(fs->trace)->horizon);
	gt_buf_puts(out, "; from there on parts of the damaged trace are missing");
}

void gt_finding_text(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	static void (*const texts[GT_FINDING_KINDS])(struct gt_buf *, const struct gt_findings *,
						     const struct gt_finding *) = {
		[GT_FINDING_STW] = text_stw,         [GT_FINDING_PAUSE] = text_pause,
		[GT_FINDING_RESTART] = text_restart, [GT_FINDING_LONG] = text_long,
		[GT_FINDING_SCHED] = text_sched,     [GT_FINDING_IDLE] = text_idle,
		[GT_FINDING_GC] = text_gc,           [GT_FINDING_ASSIST] = text_assist,
		[GT_FINDING_LEAK] = text_leak,       [GT_FINDING_FOREVER] = text_forever,
		[GT_FINDING_UNJUDGED] = text_unjudged, [GT_FINDING_NOTHING] = text_nothing,
	};

	texts[f->kind](out, fs, f);
}

/* ---- the report that repeats it ---- */

/* func="main.f"; a name that neither the filter nor a shell can quote is left out of it. */
static void put_func_test(struct gt_buf *out, const struct gt_findings *fs, uint32_t func)
{
	size_t n;
	const char *s = gt_trace_string(fs->trace, func, &n);

	if (!n) {
		gt_buf_puts(out, "!func");
		return;
	}
	if (memchr(s, '"', n) || memchr(s, '\'', n)) {
		gt_buf_puts(out, "func");
		return;
	}
	gt_buf_puts(out, "func=\"");
	gt_buf_add(out, s, n);
	gt_buf_putc(out, '"');
}

static void put_filter(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f,
		       const char *more)
{
	gt_buf_puts(out, " --filter='");
	put_func_test(out, fs, f->func);
	gt_buf_printf(out, "%s'", more);
}

static void report_long(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_buf_puts(out, "--report=greedy --columns=held,start,p,g,queued,stw_delay --filter='");
	put_func_test(out, fs, f->func);
	gt_buf_printf(out, " && held>=%" PRId64 "'", fs->limits.sweep.long_slice);
}

void gt_finding_report(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	switch ((enum gt_finding_kind)f->kind) {
	case GT_FINDING_STW:
		gt_buf_puts(out, "--report=stwfuncs");
		put_filter(out, fs, f, "");
		break;
	case GT_FINDING_PAUSE:
	case GT_FINDING_RESTART:
		gt_buf_puts(out, "--report=stw --format=json");
		break;
	case GT_FINDING_LONG:
		report_long(out, fs, f);
		break;
	case GT_FINDING_UNJUDGED:
		if (!f->nevidence)
			return;
		gt_buf_puts(out, "--report=sched --format=json --limit=1");
		break;
	case GT_FINDING_SCHED:
	case GT_FINDING_IDLE:
		gt_buf_puts(out, "--report=sched --format=json --limit=1");
		break;
	case GT_FINDING_GC:
	case GT_FINDING_ASSIST:
		gt_buf_puts(out, "--report=gccost --format=json");
		break;
	case GT_FINDING_LEAK:
		gt_buf_puts(out, "--report=goroutines");
		put_filter(out, fs, f, " && state=waiting && !older && !forever");
		break;
	case GT_FINDING_FOREVER:
		gt_buf_puts(out, "--report=goroutines");
		put_filter(out, fs, f, " && forever");
		break;
	case GT_FINDING_NOTHING:
	case GT_FINDING_KINDS:
		return;
	}
	if (fs->limited)
		gt_buf_printf(out, " --from=%" PRId64 " --to=%" PRId64, fs->from, fs->to);
}
