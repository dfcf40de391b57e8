/* Why the program was short of processors: what held the Ps meanwhile, how many there are, and a machine that stood. */
#include "analysis/findings/findkind.h"

#define MOST_OF_THE_TIME 0.8  /* a load that comes in bursts, or a loop on the only P, is not yet too few Ps */
#define MANY_SHARE 0.1        /* of the time: that a thread comes late now and then is no sign of too many Ps, */
#define MANY_HELD 1.5         /* nor that it does while next to nobody else runs */
#define MANY_PIECES 5
#define FEW_CALLS 5
#define SURE_NS INT64_C(10000000)       /* shorter traces say nothing about how many Ps there should be */

static struct gt_finding *add_short(struct gt_findings *f, unsigned kind, enum gt_short_kind which)
{
	const struct gt_short_sum *s = &f->shortage.sums[which];
	struct gt_finding *x = gt_finding_add(f, kind, s->ns);

	x->count = s->n;
	x->max = s->t1 - s->t0;
	x->t0 = s->t0;
	x->t1 = s->t1;
	gt_finding_prove(x, gt_short_name(which), s->ns);
	return x;
}

/* When all is known of a walk that had room. */
static int64_t short_ns(const struct gt_findings *f, enum gt_short_kind which)
{
	return f->pressed ? f->shortage.sums[which].ns : 0;
}

static void list_marks(struct gt_findings *f, unsigned kind)
{
	struct gt_finding *x;

	if (!gt_finding_matters(f, short_ns(f, GT_SHORT_MARK)))
		return;
	x = add_short(f, kind, GT_SHORT_MARK);
	gt_finding_prove(x, "max_ns", x->max);
}

static void list_keepers(struct gt_findings *f, unsigned kind)
{
	const struct gt_short_calls *most;
	struct gt_finding *x;
	uint64_t calls;
	int64_t all;

	if (!gt_finding_matters(f, short_ns(f, GT_SHORT_CALL)))
		return;
	most = gt_shortage_calls(&f->shortage, &calls, &all);
	if (calls < FEW_CALLS)
		return;
	x = add_short(f, kind, GT_SHORT_CALL);
	x->count = most->n;
	x->max = most->max;
	x->func = most->func;
	x->where = most->stack;
	x->reason = most->top;
	x->g = most->g;
	x->t0 = most->t0;
	x->t1 = most->t1;
	gt_finding_prove(x, "calls", (int64_t)calls);
	gt_finding_prove(x, "kept_ns", all);
	gt_finding_prove(x, "most_ns", most->ns);
	gt_finding_prove(x, "most_calls", (int64_t)most->n);
	gt_finding_prove(x, "max_ns", most->max);
}

static void list_few(struct gt_findings *f, unsigned kind)
{
	int64_t ns = short_ns(f, GT_SHORT_PROGRAM);

	if (ns >= SURE_NS && (double)ns >= MOST_OF_THE_TIME * (double)(f->to - f->from))
		add_short(f, kind, GT_SHORT_PROGRAM);
}

int64_t gt_finding_many_ns(const struct gt_findings *f)
{
	int64_t ns = short_ns(f, GT_SHORT_LATE);

	if (ns < SURE_NS || (double)ns < MANY_SHARE * (double)(f->to - f->from) ||
	    (double)f->shortage.late_held < MANY_HELD * (double)ns || f->shortage.sums[GT_SHORT_LATE].n < MANY_PIECES)
		return 0;
	return ns;
}

static void list_many(struct gt_findings *f, unsigned kind)
{
	struct gt_finding *x;

	if (!gt_finding_many_ns(f))
		return;
	x = add_short(f, kind, GT_SHORT_LATE);
	gt_finding_prove(x, "late_held_ns", f->shortage.late_held);
}

/* A stall is felt, whatever its share. */
static void list_stalls(struct gt_findings *f, unsigned kind)
{
	const struct gt_stalls *s = &f->sweep.stalls;
	const struct gt_silence *longest = f->begun ? gt_stalls_longest(s) : NULL;
	int64_t ns = gt_stalls_in(s, f->from, f->to);
	struct gt_finding *x;

	if (!longest)
		return;
	x = gt_finding_add(f, kind, ns);
	x->count = s->n;
	x->max = longest->t1 - longest->t0;
	x->t0 = longest->t0;
	x->t1 = longest->t1;
	gt_finding_judge_max(f, x);
	gt_finding_prove(x, "silences", (int64_t)x->count);
	gt_finding_prove(x, "silent_ns", ns);
	gt_finding_prove(x, "max_ns", x->max);
}

static void text_marks(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	(void)fs;
	gt_say(out, "idle-mode GC workers held Ps for {} while a goroutine was runnable and no P was idle; at most {} at a time",
	       gt_as_dur(f->cost), gt_as_dur(f->max));
}

static void text_keepers(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_say(out, "calls kept Ps for {} while a goroutine was runnable and no P was idle; {} by {} in {} of {}, max {}",
	       gt_as_dur(f->cost), gt_as_part(gt_finding_evidence(f, "most_ns"), gt_finding_evidence(f, "kept_ns")),
	       gt_as_doer(fs, f), gt_as_many(f->count, "call"),
	       gt_as_string(fs->trace, f->reason, "an unknown function"), gt_as_dur(f->max));
}

static void text_few(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_say(out, "for {} of the time every P ran goroutines of the program and another one was runnable",
	       gt_as_part(f->cost, fs->to - fs->from));
}

static void text_many(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	double held = (double)gt_finding_evidence(f, "late_held_ns") / (double)f->cost;

	gt_say(out, "waits of over {} for a P went on for {} while a P was idle and {} others were held",
	       gt_as_dur(fs->limits.sweep.long_wait), gt_as_dur(f->cost), gt_as_real(held));
}

static void text_stalls(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_say(out, "the machine, a CPU limit or a debugger stopped the program: {}, {} of {}; max {}",
	       gt_as_many(f->count, "gap"), gt_as_dur(f->cost), gt_as_dur(fs->to - fs->from), gt_as_dur(f->max));
}

static void report_short(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	(void)fs;
	(void)f;
	gt_buf_puts(out, "--report=pressure --limit=5");
}

const struct gt_finding_ops gt_finding_marks = {
	.name = "idle marking",
	.subject = GT_FINDING_OF_TIME,
	.list = list_marks,
	.text = text_marks,
	.report = report_short,
	.advice = "Idle-mode workers take Ps that nobody wants, but give way late: they do not see what queues at "
		  "another P. Allocate less, or raise GOGC or GOMEMLIMIT, so that the GC marks less of the time.",
};

const struct gt_finding_ops gt_finding_keepers = {
	.name = "calls with a P",
	.subject = GT_FINDING_OF_STATE,
	.list = list_keepers,
	.text = text_keepers,
	.report = report_short,
	.advice = "A goroutine in a system call or in C keeps its P until the runtime's monitor takes it, which is 20us to "
		  "20ms later. Make fewer and shorter such calls, or more Ps if the machine has the cores.",
};

const struct gt_finding_ops gt_finding_few = {
	.name = "too few Ps",
	.subject = GT_FINDING_OF_TIME,
	.list = list_few,
	.text = text_few,
	.report = report_short,
	.advice = "More goroutines want to run than there are Ps. The trace does not say how many cores the machine has: if "
		  "it has more than GOMAXPROCS, raise that; if not, the program has to compute less.",
};

const struct gt_finding_ops gt_finding_many = {
	.name = "too many Ps",
	.subject = GT_FINDING_OF_TIME,
	.list = list_many,
	.text = text_many,
	.report = report_short,
	.advice = "The runtime had a P for the goroutine, but the system did not run the thread for it. If GOMAXPROCS is above "
		  "the cores, or the CPU limit, that the program has, lower it; else others use the machine. The trace "
		  "does not say which.",
};

const struct gt_finding_ops gt_finding_stalls = {
	.name = "stalls",
	.subject = GT_FINDING_OF_TIME,
	.list = list_stalls,
	.text = text_stalls,
	.report = report_short,
	.advice = "No thread did anything, though there was work, and no code of the program causes that. The process "
		  "was stopped, or its machine or container paused or throttled by a CPU quota; the trace does not say "
		  "which. "
		  "Look at cpu.stat (nr_throttled) and at steal time. No other finding counts these gaps.",
};
