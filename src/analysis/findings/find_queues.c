/* Channels and conditions that goroutines waited for: limits, and what is taken too slowly. */
#include "analysis/findings/findkind.h"

#include <string.h>

#include "analysis/queues/queuelook.h"

bool gt_finding_queues_step(struct gt_findings *f)
{
	if (!f->queues)
		f->queues = gt_queue_look_new(f->trace, f->from, f->to, f->limits.sweep.long_wait, f->threads);
	return gt_queue_look_step(f->queues, &f->fault) > 0;
}

/* The first name is that of what is to blame: the limit, or who takes too slowly. */
static void add_queue(struct gt_findings *f, unsigned kind, const struct gt_queue_cost *c)
{
	struct gt_finding *x = gt_finding_add(f, kind, c->harm);
	bool limit = c->kind == GT_QUEUE_LIMIT;

	/*
	 * Who is slow need not be too slow: somebody always is the slowest.  One goroutine that waits alone mostly
	 * deals out work, and so does who waits for any of several that compute: there may be as many as Ps can serve.
	 */
	if (!limit || c->waiters < 2)
		gt_finding_judge_less(f, x, 0);
	if (!limit && c->holders > 1 && c->running > c->held / 2)
		x->severity = GT_SEVERITY_LOW;
	x->count = c->nlong;
	x->of = c->n;
	x->max = c->max;
	gt_finding_at_goroutine(f, x, c->g);
	x->t0 = c->t0;
	x->t1 = c->t1;
	x->func = limit ? c->func : c->waker_func;
	x->holder = limit ? c->waker_func : c->func;
	x->reason = c->reason;
	gt_finding_prove(x, "line", (int64_t)(uint32_t)c->line);
	gt_finding_prove(x, "waker_line", (int64_t)(uint32_t)c->waker_line);
	gt_finding_prove(x, "waits", (int64_t)c->n);
	gt_finding_prove(x, "wait_ns", c->wait);
	gt_finding_prove(x, "some_ns", c->some);
	gt_finding_prove(x, "waiters_max", c->waiters);
	gt_finding_prove(x, "holders_max", c->holders);
	gt_finding_prove(x, "held_ns", c->held);
	gt_finding_prove(x, "running_ns", c->running);
	gt_finding_prove(x, "syscall_ns", c->syscalls);
	gt_finding_prove(x, "network_ns", c->network);
	gt_finding_prove(x, "sleep_ns", c->asleep);
	if (c->pool)
		gt_finding_prove(x, "sql", c->pool == GT_POOL_SQL);
}

static void list_queues(struct gt_findings *f, unsigned kind, enum gt_queue_kind of, bool pools)
{
	size_t n = 0;
	const struct gt_queue_cost *costs = f->queues ? gt_queue_look_costs(f->queues, &n) : NULL;

	for (size_t i = 0; i < n; i++)
		if (costs[i].kind == of && pools == (of == GT_QUEUE_LIMIT && costs[i].pool) &&
		    gt_finding_matters(f, costs[i].harm))
			add_queue(f, kind, &costs[i]);
}

static void list_limits(struct gt_findings *f, unsigned kind)
{
	list_queues(f, kind, GT_QUEUE_LIMIT, false);
}

static void list_pools(struct gt_findings *f, unsigned kind)
{
	list_queues(f, kind, GT_QUEUE_LIMIT, true);
}

static void list_full(struct gt_findings *f, unsigned kind)
{
	list_queues(f, kind, GT_QUEUE_ROOM, false);
}

/* ---- words ---- */

/* What they did most of the time who ended the waits; the rest is one more thing. */
static void put_doing(struct gt_buf *out, const struct gt_word *w)
{
	static const struct {
		const char *name, *text;
	} all[] = {
		{ "running_ns", "running" }, { "syscall_ns", "in system calls" },
		{ "network_ns", "waiting for the network" }, { "sleep_ns", "asleep" },
	};
	const struct gt_finding *f = w->of;
	int64_t held = gt_finding_evidence(f, "held_ns"), rest = held, most = 0;
	const char *text = "";

	for (size_t i = 0; i < GT_COUNT(all); i++) {
		int64_t ns = gt_finding_evidence(f, all[i].name);

		rest -= ns;
		if (ns > most) {
			most = ns;
			text = all[i].text;
		}
	}
	if (rest > most) {
		most = rest;
		text = "waiting for other goroutines";
	}
	gt_say(out, "{} of the time {}", gt_as_part(most, held), gt_as_text(text));
}

static struct gt_word as_doing(const struct gt_finding *f)
{
	return (struct gt_word){ .put = put_doing, .of = f };
}

static void text_limit(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	/* Who is woken by a condition may find that another one was faster, and then has not passed. */
	gt_say(out, "{}:{} looks like a limit of {}{}: {}, {} of waiting; max {}; those who had passed spent {}",
	       gt_as_func(fs->trace, f->func), gt_as_evidence(f, "line"),
	       gt_as_text(f->reason == GT_STR_COND ? "about " : ""), gt_as_evidence(f, "holders_max"),
	       gt_as_many(f->of, "wait"), gt_as_evidence(f, "wait_ns"), gt_as_dur(f->max), as_doing(f));
}

static void text_full(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_say(out, "{}:{} was slow to take what {}:{} sends: {}, {} of waiting; max {}; it spent {}",
	       gt_as_func(fs->trace, f->func), gt_as_evidence(f, "waker_line"), gt_as_func(fs->trace, f->holder),
	       gt_as_evidence(f, "line"), gt_as_many(f->of, "wait"), gt_as_evidence(f, "wait_ns"), gt_as_dur(f->max),
	       as_doing(f));
}

static void text_pool(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	bool sql = gt_finding_evidence(f, "sql");

	gt_say(out, "{} of {}:{} wait for a connection, because {} lets no more be opened ({} in use): {}, {} of waiting; max {}",
	       gt_as_text(sql ? "queries" : "requests"), gt_as_func(fs->trace, f->func), gt_as_evidence(f, "line"),
	       gt_as_text(sql ? "DB.SetMaxOpenConns" : "Transport.MaxConnsPerHost"), gt_as_evidence(f, "holders_max"),
	       gt_as_many(f->of, "wait"), gt_as_evidence(f, "wait_ns"), gt_as_dur(f->max));
}

/* where="main.f:33"; a name that neither the filter nor a shell can quote is left out. */
static void put_where_test(struct gt_buf *out, const struct gt_finding *f, const struct gt_findings *fs, uint32_t func)
{
	size_t n;
	const char *s = gt_trace_string(fs->trace, func, &n);

	if (n && !memchr(s, '"', n) && !memchr(s, '\'', n))
		gt_say(out, " && where=\"{}:{}\"", gt_as_string(fs->trace, func, ""), gt_as_evidence(f, "line"));
}

static void report_queue(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f,
			 uint32_t func)
{
	gt_say(out, "--report=queues --filter='!system && {}", gt_as_test(fs, "reason", f->reason));
	put_where_test(out, f, fs, func);
	gt_buf_putc(out, '\'');
}

static void report_limit(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	report_queue(out, fs, f, f->func);
}

/* In the same line requests wait for answers, too. */
static void report_pool(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_say(out, "--report=queues --filter='!system && leaf=\"{}\"", gt_as_text(
	       gt_finding_evidence(f, "sql") ? "database/sql.(*DB).conn" : "net/http.(*Transport).getConn"));
	put_where_test(out, f, fs, f->func);
	gt_buf_putc(out, '\'');
}

static void report_full(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	report_queue(out, fs, f, f->holder);
}

const struct gt_finding_ops gt_finding_limits = {
	.name = "limits",
	.subject = GT_FINDING_OF_STATE,
	.list = list_limits,
	.text = text_limit,
	.report = report_limit,
	.advice = "This channel or condition lets in a fixed number of goroutines, and others wait while processors have nothing to "
		  "run. Let in more, or hold it for less time. That it is a limit is a guess from who woke whom.",
};

const struct gt_finding_ops gt_finding_pools = {
	.name = "connection limits",
	.subject = GT_FINDING_OF_STATE,
	.list = list_pools,
	.text = text_pool,
	.report = report_pool,
	.advice = "All connections that the program allows itself are in use, while processors have nothing to run. Set "
		  "Transport.MaxConnsPerHost or DB.SetMaxOpenConns to as many as the other side can serve at a time, and hold each "
		  "for less time: read a Body to its end, close Rows and end a Tx before other work.",
};

const struct gt_finding_ops gt_finding_full = {
	.name = "full queues",
	.subject = GT_FINDING_OF_STATE,
	.list = list_full,
	.text = text_full,
	.report = report_full,
	.advice = "What is sent there is taken more slowly than it comes, while processors have nothing to run. Let more "
		  "goroutines take it, or make each do less; a larger channel only puts the waiting off.",
};
