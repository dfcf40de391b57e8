/* Locks that goroutines waited for. */
#include "analysis/findings/findkind.h"

#include "analysis/locks/locklook.h"
#include "analysis/stacks/where.h"

bool gt_finding_locks_step(struct gt_findings *f)
{
	if (!f->locks)
		f->locks = gt_lock_look_new(f->trace, f->from, f->to, f->limits.sweep.long_wait,
					    f->threads);
	return gt_lock_look_step(f->locks, &f->fault) > 0;
}

/*
 * Most of the time in which somebody waited, the holder waited, too: that is the cause, and it is told of the function
 * in which it did so longest, if that is a good part of it.
 */
static void prove_over(struct gt_finding *x, const struct gt_lock_cost *c)
{
	if (c->overs * 2 <= c->looked || c->over * 4 <= c->looked || c->hold * 2 <= c->some)
		return;
	x->where = c->over_stack;
	x->reason = c->over_what;
	gt_finding_prove(x, "over_ns", c->over);
	gt_finding_prove(x, "looked_ns", c->looked);
}

static void add_lock(struct gt_findings *f, unsigned kind, const struct gt_lock_cost *c)
{
	struct gt_finding *x = gt_finding_add(f, kind, c->heavy);

	x->count = c->nheavy;
	x->of = c->n;
	x->max = c->max;
	gt_finding_at_goroutine(f, x, c->g);
	x->t0 = c->t0;
	x->t1 = c->t1;
	x->func = c->func;
	x->holder = c->holder;
	gt_finding_prove(x, "lock", (int64_t)c->number);
	gt_finding_prove(x, "line", (int64_t)(uint32_t)c->line);
	gt_finding_prove(x, "waits", (int64_t)c->n);
	gt_finding_prove(x, "wait_ns", c->wait);
	gt_finding_prove(x, "sched_ns", c->sched);
	gt_finding_prove(x, "some_ns", c->some);
	gt_finding_prove(x, "max_ns", c->max);
	gt_finding_prove(x, "hold_min_ns", c->hold);
	gt_finding_prove(x, "hold_max_ns", c->hold_max);
	gt_finding_prove(x, "convoys", (int64_t)c->convoys);
	gt_finding_prove(x, "convoy_max", (int64_t)c->convoy_max);
	prove_over(x, c);
}

static void list_locks(struct gt_findings *f, unsigned kind)
{
	size_t n = 0;
	const struct gt_lock_cost *costs = f->locks ? gt_lock_look_costs(f->locks, &n) : NULL;

	for (size_t i = 0; i < n; i++)
		if (gt_finding_matters(f, costs[i].heavy))
			add_lock(f, kind, &costs[i]);
}

/* "main.refresh held the lock that main.get:30 takes while it waited for the network in main.fetch:12; ..." */
static void text_held_over(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	const char *did = gt_lock_over_name(f->reason);
	struct gt_buf where = { 0 };

	if (f->reason == GT_STR_NETWORK && gt_where_is_file(fs->trace, f->where))
		did = "waited for a pipe or a file";
	gt_where_text(&where, fs->trace, f->where);
	gt_say(out, "{} held the lock that {}:{} takes while it {}", gt_as_func(fs->trace, f->holder),
	       gt_as_func(fs->trace, f->func), gt_as_evidence(f, "line"), gt_as_text(did ? did : "was in a call"));
	if (!did)
		gt_say(out, " ({})", gt_as_string(fs->trace, f->reason, "unknown"));
	gt_say(out, " in {}, {} of the time; {} for it took {}, at most {}", gt_as_text(gt_buf_str(&where)),
	       gt_as_part(gt_finding_evidence(f, "over_ns"), gt_finding_evidence(f, "looked_ns")),
	       gt_as_many(f->of, "wait"), gt_as_evidence(f, "wait_ns"), gt_as_dur(f->max));
	gt_buf_release(&where);
}

static void text_lock(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	if (gt_finding_evidence(f, "over_ns") > 0) {
		text_held_over(out, fs, f);
		return;
	}
	gt_say(out, "{} of waiting for the lock taken in {}:{}, {}; max {}", gt_as_evidence(f, "wait_ns"),
	       gt_as_func(fs->trace, f->func), gt_as_evidence(f, "line"), gt_as_many(f->of, "wait"), gt_as_dur(f->max));
	if (gt_finding_evidence(f, "hold_min_ns") > 0)
		gt_say(out, "; held for at least {}, mostly by {}", gt_as_evidence(f, "hold_min_ns"),
		       gt_as_func(fs->trace, f->holder));
	if (gt_finding_evidence(f, "convoys"))
		gt_say(out, "; handed on up to {} times without a gap", gt_as_evidence(f, "convoy_max"));
}

static void report_locks(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	(void)fs;
	gt_say(out, "--report=locks --filter='lock={} && !system'", gt_as_evidence(f, "lock"));
}

const struct gt_finding_ops gt_finding_locks = {
	.name = "locks",
	.subject = GT_FINDING_OF_STATE,
	.list = list_locks,
	.text = text_lock,
	.report = report_locks,
	.advice = "Goroutines queued for one sync.Mutex or sync.RWMutex. Do less while it is held (no input or output, no "
		  "waiting), or divide what it guards; Locks in the view of profiles shows who held it.",
};
