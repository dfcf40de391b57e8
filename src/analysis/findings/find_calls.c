/* System calls that took long. */
#include "analysis/findings/findkind.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "analysis/stacks/where.h"
#include "base/cover.h"
#include "base/sat.h"
#include "base/xalloc.h"

#define CALLS_PER_STEP 4096

#define FEW_CALLS 5           /* fewer may have waited for what they were made for */

/*
 * What is made to wait: for a child, for a signal, for any of many descriptors; the runtime waits in calls, too.
 * Sleeping is not among these: time.Sleep does it without a thread.
 */
static const char *const waiting_packages[] = { "os.(*Process).", "os/signal.", "runtime." };
static const char *const system_packages[] = { "syscall.", "unix.", "windows." };
static const char *const waiting_calls[] = {
	"wait4", "wait6", "waitid", "select", "pselect", "pselect6", "poll", "ppoll", "epollwait", "kevent", "pause",
	"WaitForSingleObject", "WaitForMultipleObjects", "GetQueuedCompletionStatus",
};

/* How many bytes of the name one of the beginnings takes; 0: it begins with none. */
static size_t call_begins(const char *name, size_t n, const char *const *beginnings, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (n > strlen(beginnings[i]) && !memcmp(name, beginnings[i], strlen(beginnings[i])))
			return strlen(beginnings[i]);
	return 0;
}

/* A package of system calls may lie anywhere, and has a call as it exports it, or as it makes it. */
static bool is_waiting(const struct gt_trace *t, uint32_t func)
{
	size_t n, skip;
	const char *name = gt_trace_string(t, func, &n), *tail = memrchr(name, '/', n);

	if (call_begins(name, n, waiting_packages, GT_COUNT(waiting_packages)))
		return true;
	tail = tail ? tail + 1 : name;
	n -= (size_t)(tail - name);
	skip = call_begins(tail, n, system_packages, GT_COUNT(system_packages));
	for (size_t i = 0; i < GT_COUNT(waiting_calls) && skip; i++)
		if (n - skip == strlen(waiting_calls[i]) && !strncasecmp(tail + skip, waiting_calls[i], n - skip))
			return true;
	return false;
}

static void add_call(struct gt_findings *f, const struct gt_call *c)
{
	uint32_t called = gt_call_function(f->trace, c->stack);
	struct gt_goroutine g;

	if (!called || !gt_goroutine_get(f->trace, c->g, &g) || gt_owner_of(f->trace, &g) != GT_OWNER_PROGRAM ||
	    is_waiting(f->trace, called))
		return;
	GT_GROW(f->calls, f->cap_calls, f->ncalls + 1);
	f->calls[f->ncalls++] = (struct gt_long_call){
		.func = gt_where_func(f->trace, c->stack), .g = c->g, .t0 = c->t0, .t1 = c->t1,
		.top = called, .stack = c->stack };
}

bool gt_finding_calls_step(struct gt_findings *f)
{
	struct gt_call_place at;
	struct gt_call c;
	int what = 0;

	if (!f->callscan.trace)
		f->callscan = (struct gt_callscan){ .trace = f->trace, .from = f->from, .to = f->to,
						    .least = f->limits.sweep.long_wait };
	for (int i = 0; i < CALLS_PER_STEP && (what = gt_callscan_next(&f->callscan, CALLS_PER_STEP, &c, &at)) > 0; i++)
		add_call(f, &c);
	return what >= 0;
}

/* ---- judging ---- */

/* Of what a function of the program called. */
struct call_sum {
	uint32_t func, top, g, stack;   /* g, stack: of the longest */
	uint64_t n;
	int64_t sum, some, max, t0, t1;
};

static int compare_calls(const void *a, const void *b)
{
	const struct gt_long_call *x = a, *y = b;

	return GT_ASC(x, y, func) ?: GT_ASC(x, y, top) ?: GT_ASC(x, y, t0) ?: GT_ASC(x, y, g) ?:
	       GT_ASC(x, y, t1);
}

static int compare_call_sums(const void *a, const void *b)
{
	const struct call_sum *x = a, *y = b;

	return GT_DESC(x, y, some) ?: GT_ASC(x, y, func) ?: GT_ASC(x, y, top);
}

/* In the order of their begins: a union. */
static void sum_call(struct call_sum *s, const struct gt_long_call *c, int64_t *covered)
{
	s->n++;
	gt_sat_grow(&s->sum, c->t1 - c->t0);
	gt_cover_on(&s->some, covered, c->t0, c->t1);
	if (c->t1 - c->t0 > s->max) {
		s->max = c->t1 - c->t0;
		s->t0 = c->t0;
		s->t1 = c->t1;
		s->g = c->g;
		s->stack = c->stack;
	}
}

static void put_call_sum(struct gt_findings *f, unsigned kind, const struct call_sum *s)
{
	struct gt_finding *x = gt_finding_add(f, kind, s->some);

	/* Nobody but the goroutine waits: others go on. */
	gt_finding_judge_less(f, x, 0);
	x->count = s->n;
	x->max = s->max;
	x->func = s->func;
	x->where = s->stack;
	x->reason = s->top;
	x->g = s->g;
	x->t0 = s->t0;
	x->t1 = s->t1;
	gt_finding_prove(x, "calls", (int64_t)s->n);
	gt_finding_prove(x, "sum_ns", s->sum);
	gt_finding_prove(x, "max_ns", s->max);
	gt_finding_prove(x, "calls_ns", s->some);
}

static void list_calls(struct gt_findings *f, unsigned kind)
{
	struct call_sum *v = gt_xcalloc(f->ncalls + 1, sizeof *v);
	int64_t covered = 0;
	size_t n = 0;

	if (f->ncalls)
		qsort(f->calls, f->ncalls, sizeof *f->calls, compare_calls);
	for (size_t i = 0; i < f->ncalls; i++) {
		const struct gt_long_call *c = &f->calls[i];

		if (!i || c->func != c[-1].func || c->top != c[-1].top) {
			v[n++] = (struct call_sum){ .func = c->func, .top = c->top };
			covered = 0;
		}
		sum_call(&v[n - 1], c, &covered);
	}
	if (n)
		qsort(v, n, sizeof *v, compare_call_sums);
	for (size_t i = 0, told = 0; i < n && told < GT_FINDINGS_OF_A_KIND; i++)
		if (v[i].n >= FEW_CALLS && gt_finding_matters(f, v[i].some)) {
			put_call_sum(f, kind, &v[i]);
			told++;
		}
	free(v);
}

static void text_calls(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	size_t n;
	const char *name = gt_trace_string(fs->trace, f->reason, &n);
	const char *what = gt_func_is_c_stub(name, n) ? "C call" : "system call";

	gt_say(out, "{} was in {} of over {} ({}), together {}; max {}", gt_as_doer(fs, f), gt_as_many(f->count, what),
	       gt_as_dur(fs->limits.sweep.long_wait), gt_as_string(fs->trace, f->reason, "unknown"),
	       gt_as_evidence(f, "sum_ns"), gt_as_dur(f->max));
}

static void report_calls(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_say(out, "--report=calls --filter='{} && {} && dur>{}'", gt_as_test(fs, "caller", f->func),
	       gt_as_test(fs, "call", f->reason), gt_as_i64(fs->limits.sweep.long_wait));
}

const struct gt_finding_ops gt_finding_calls = {
	.name = "slow calls",
	.subject = GT_FINDING_OF_STATE,
	.list = list_calls,
	.text = text_calls,
	.report = report_calls,
	.advice = "Each such call takes a thread of the system with it, and its goroutine stands still. Find out what the "
		  "kernel waits for there (a disk, a lock, a device), and limit how many goroutines do it at a time.",
};
