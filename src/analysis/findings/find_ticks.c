/* Tickers with work that takes longer than their period. */
#include "analysis/findings/findkind.h"

#include <stdlib.h>

#include "analysis/findings/tickloops.h"
#include "analysis/stacks/where.h"

bool gt_finding_ticks_step(struct gt_findings *f)
{
	if (!f->ticks)
		f->ticks = gt_tick_look_new(f->trace, f->from, f->to);
	return gt_tick_look_step(f->ticks);
}

static void list_ticks(struct gt_findings *f, unsigned kind)
{
	size_t n = 0;
	const struct gt_tick_loop *v = f->ticks ? gt_tick_look_loops(f->ticks, &n) : NULL;

	for (size_t i = 0; i < n; i++) {
		struct gt_finding *x;

		if (!gt_finding_matters(f, v[i].ns))
			continue;
		x = gt_finding_add(f, kind, v[i].ns);
		x->count = v[i].over;
		x->of = v[i].turns;
		x->max = v[i].longest;
		x->func = v[i].func;
		x->where = v[i].work ? v[i].work : v[i].site;
		x->waits_at = v[i].site;
		x->g = v[i].g;
		x->t0 = v[i].t0;
		x->t1 = v[i].t1;
		gt_finding_prove(x, "ticks", (int64_t)v[i].ticks);
		gt_finding_prove(x, "turns", (int64_t)v[i].turns);
		gt_finding_prove(x, "over", (int64_t)v[i].over);
		gt_finding_prove(x, "missed", (int64_t)v[i].missed);
		gt_finding_prove(x, "period_ns", v[i].period);
		gt_finding_prove(x, "over_ns", v[i].ns);
		gt_finding_prove(x, "max_ns", v[i].longest);
	}
}

/* What the loop called for its work, of the stack inside it: a string row, 0: nothing of the program. */
static uint32_t called_by_loop(const struct gt_findings *fs, const struct gt_finding *f)
{
	uint32_t loop = gt_where_func(fs->trace, f->waits_at), called = 0;
	struct gt_frame frame;

	for (uint32_t i = 0; gt_stack_frame(fs->trace, f->where, i, &frame) && frame.func != loop; i++)
		called = frame.func;
	return called && !gt_func_is_library(fs->trace, called) ? called : 0;
}

static void put_tick_work(struct gt_buf *out, const struct gt_word *w)
{
	const struct gt_findings *fs = w->of;
	const struct gt_finding *f = (const struct gt_finding *)(const void *)w->text;
	uint32_t func = called_by_loop(fs, f);

	if (f->where == f->waits_at) {
		gt_say(out, "what {} does", gt_as_func(fs->trace, gt_where_func(fs->trace, f->waits_at)));
	} else if (!func || func == gt_where_func(fs->trace, f->where)) {
		gt_where_text(out, fs->trace, f->where);
	} else {
		gt_say(out, "{} (most of it in ", gt_as_func(fs->trace, func));
		gt_where_text(out, fs->trace, f->where);
		gt_buf_putc(out, ')');
	}
}

/* As people write it: 10.02ms is 10ms. */
static int64_t round_period(int64_t period)
{
	int64_t unit = 1, near;

	while (period / unit >= 100)
		unit *= 10;
	near = period - period % unit;
	near += period - near > unit / 2 ? unit : 0;
	return (near > period ? near - period : period - near) < period / 100 ? near : period;
}

static void text_ticks(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	struct gt_word work = { .put = put_tick_work, .of = fs, .text = (const char *)f };
	struct gt_buf site = { 0 };

	gt_where_text(&site, fs->trace, f->waits_at);
	gt_say(out, "{} took longer than the {} between two ticks, for which {} waits: {} of {} times, {} too long in all",
	       work, gt_as_dur(round_period(gt_finding_evidence(f, "period_ns"))), gt_as_text(gt_buf_str(&site)),
	       gt_as_count(f->count), gt_as_count(f->of), gt_as_dur(f->cost));
	gt_say(out, "; max {}; {} came late or were lost", gt_as_dur(f->max),
	       gt_as_many((uint64_t)gt_finding_evidence(f, "missed"), "tick"));
	gt_buf_release(&site);
}

static void report_ticks(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_say(out, "--report=waits --filter='{} && waker_kind=timer && start>{} && end<{}",
	       gt_as_test(fs, "func", f->func), gt_as_i64(fs->from), gt_as_i64(fs->to));
	gt_finding_put_waits_at(out, fs, f);
	gt_buf_putc(out, '\'');
}

const struct gt_finding_ops gt_finding_ticks = {
	.name = "missed ticks",
	.subject = GT_FINDING_OF_STATE,
	.list = list_ticks,
	.text = text_ticks,
	.report = report_ticks,
	.advice = "A ticker keeps one tick for a goroutine that is busy and drops the others, so what should be done at "
		  "even intervals is done late or not at all. Do less in each turn, give the work to another goroutine, "
		  "or choose a longer interval in time.NewTicker.",
};
