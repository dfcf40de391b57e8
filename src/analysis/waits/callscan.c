/* System calls one by one. */
#include "analysis/waits/callscan.h"

#include <string.h>

#include "analysis/stacks/where.h"
#include "analysis/waits/schedwait.h"
#include "index/query/tracks.h"

/* When a call that lost its P at row->t1 had ended; GT_NO_TIME: never, or nobody knows. */
static int64_t find_end(const struct gt_trace *t, const struct gt_syscall *row)
{
	struct gt_goroutine g;
	struct gt_slice s;
	struct gt_wait w;
	uint32_t k;

	if (!gt_goroutine_get(t, row->g, &g))
		return GT_NO_TIME;
	/* After the slice that ended there; of several (of no length) the last one. */
	k = gt_goroutine_seek(t, row->g, row->t1);
	if (k < g.slices) {
		if (!gt_slice_get(t, gt_goroutine_slice(t, row->g, k), &s) || s.t0 < row->t1)
			return GT_NO_TIME;
		return gt_wait_before(t, &s, &w) && w.cause == GT_WAIT_SYSCALL ? w.t0 : s.t0;
	}
	return g.state == GT_G_RUNNABLE && g.end == GT_NO_TIME && g.since >= row->t1 ? g.since : GT_NO_TIME;
}

bool gt_call_get(const struct gt_trace *t, const struct gt_call_place *at, struct gt_call *c)
{
	struct gt_syscall row;

	if (!gt_syscall_get(t, at->proc_row, at->k, &row) || !row.known_start ||
	    (!row.lost && gt_trace_info(t)->header.format == GT_FORMAT_V1))
		return false;
	*c = (struct gt_call){ .t0 = row.t0, .t1 = row.t1, .lost = row.t1, .g = row.g, .stack = row.stack };
	if (row.lost)
		c->t1 = find_end(t, &row);
	return c->t1 != GT_NO_TIME && !gt_trace_beyond(t, c->t1);
}

int gt_callscan_next(struct gt_callscan *s, unsigned most, struct gt_call *c, struct gt_call_place *at)
{
	uint32_t procs = gt_trace_info(s->trace)->procs;

	for (; s->at.proc_row < procs; s->at.proc_row++, s->at.k = 0) {
		uint64_t n = gt_syscalls_of_proc(s->trace, s->at.proc_row);

		while (s->at.k < n) {
			if (!most--)
				return 0;
			*at = s->at;
			s->at.k++;
			if (!gt_call_get(s->trace, at, c))
				continue;
			if (c->t0 >= s->to)
				break;
			c->t0 = c->t0 > s->from ? c->t0 : s->from;
			c->t1 = c->t1 < s->to ? c->t1 : s->to;
			if (c->t1 - c->t0 > s->least)
				return 1;
		}
	}
	return -1;
}

/* Functions of these packages make a call for the one above them. */
static bool is_between(const char *name, size_t n)
{
	static const char *const packages[] = {
		"syscall.", "internal/runtime/syscall", "golang.org/x/sys/", "runtime.cgocall", "os.ignoringEINTR",
		"os.(*Process).",
	};

	for (size_t i = 0; i < GT_COUNT(packages); i++)
		if (n >= strlen(packages[i]) && !memcmp(name, packages[i], strlen(packages[i])))
			return true;
	return false;
}

uint32_t gt_call_function(const struct gt_trace *t, uint32_t stack)
{
	struct gt_frame frame;
	uint32_t func = 0;

	for (uint32_t i = 0; gt_stack_frame(t, stack, i, &frame); i++) {
		size_t n;
		const char *name = gt_trace_string(t, frame.func, &n);
		bool stub = gt_func_is_c_stub(name, n);

		if (i && !stub && !is_between(name, n))
			break;
		func = frame.func;
		if (stub || (!i && !is_between(name, n)))
			break;
	}
	return func;
}
