/* Where a stack is: its frame of the program, and how it is there. */
#include "analysis/stacks/where.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "index/store/packages.h"

/* What stands between a program and everything that it waits for. */
static bool is_between_all(struct gt_package p)
{
	static const char *const packages[] = {
		"runtime", "sync", "syscall", "time", "os", "net", "io", "bufio",
	};

	for (size_t i = 0; i < GT_COUNT(packages); i++)
		if (gt_package_is(p, packages[i]))
			return true;
	return !p.n || gt_package_is_internal(p);
}

bool gt_func_is_library(const struct gt_trace *t, uint32_t func)
{
	size_t n;
	const char *s = gt_trace_string(t, func, &n);
	struct gt_package p = gt_package_of(s, n);

	return !p.n || gt_package_is_standard(p);
}

/* ---- where one stack is ---- */

/* The runtime's own ways of leaving the processor: how, and not where. */
static bool is_leaving(const char *s, size_t n)
{
	static const char *const funcs[] = {
		"runtime.gopark", "runtime.goparkunlock", "runtime.park_m", "runtime.mcall", "runtime.systemstack",
		"runtime.Gosched", "runtime.goschedguarded", "runtime.goschedIfBusy", "runtime.gosched_m",
		"runtime.goyield", "runtime.chanrecv1", "runtime.chanrecv2", "runtime.chansend1", "runtime.selectgo",
		"runtime.block", "runtime.semacquire", "runtime.semacquire1", "runtime.notetsleepg",
	};

	for (size_t i = 0; i < GT_COUNT(funcs); i++)
		if (strlen(funcs[i]) == n && !memcmp(funcs[i], s, n))
			return true;
	return false;
}

/* The innermost frame of a stack that has none but those between. */
static uint32_t innermost(const struct gt_trace *t, uint32_t stack)
{
	uint32_t first = gt_stack_preempt_frames(t, stack);
	struct gt_frame f;

	for (uint32_t i = first; gt_stack_frame(t, stack, i, &f); i++) {
		size_t n;
		const char *s = gt_trace_string(t, f.func, &n);

		if (!is_leaving(s, n))
			return i;
	}
	return first;
}

bool gt_func_is_c_stub(const char *s, size_t n)
{
	return memmem(s, n, "._Cfunc_", strlen("._Cfunc_")) != NULL;
}

uint32_t gt_where_frame(const struct gt_trace *t, uint32_t stack)
{
	uint32_t outside = UINT32_MAX;
	struct gt_frame f;

	if (!stack)
		return 0;
	for (uint32_t i = 0; gt_stack_frame(t, stack, i, &f); i++) {
		size_t n;
		const char *s = gt_trace_string(t, f.func, &n);
		struct gt_package p = gt_package_of(s, n);

		if (p.n && !gt_package_is_standard(p) && !gt_func_is_c_stub(s, n))
			return i;
		if (outside == UINT32_MAX && !is_between_all(p))
			outside = i;
	}
	return outside != UINT32_MAX ? outside : innermost(t, stack);
}

uint32_t gt_where_func(const struct gt_trace *t, uint32_t stack)
{
	struct gt_frame f;

	return stack && gt_stack_frame(t, stack, gt_where_frame(t, stack), &f) ? f.func : 0;
}

bool gt_where_is_network(const struct gt_trace *t, uint32_t stack)
{
	uint32_t end = gt_where_frame(t, stack);
	struct gt_frame f;

	for (uint32_t i = 0; i < end && gt_stack_frame(t, stack, i, &f); i++) {
		size_t n;
		const char *s = gt_trace_string(t, f.func, &n);
		struct gt_package p = gt_package_of(s, n);

		if (gt_package_is(p, "net") || (p.n > strlen("net/") && !memcmp(p.path, "net/", strlen("net/"))))
			return true;
	}
	return false;
}

bool gt_where_is_file(const struct gt_trace *t, uint32_t stack)
{
	uint32_t end = gt_where_frame(t, stack);
	struct gt_frame f;

	for (uint32_t i = 0; i < end && gt_stack_frame(t, stack, i, &f); i++) {
		size_t n;
		const char *s = gt_trace_string(t, f.func, &n);

		if (n > strlen("os.(*File).") && !memcmp(s, "os.(*File).", strlen("os.(*File).")))
			return true;
	}
	return false;
}

bool gt_where_text(struct gt_buf *out, const struct gt_trace *t, uint32_t stack)
{
	struct gt_frame f;

	return stack && gt_stack_frame(t, stack, gt_where_frame(t, stack), &f) && gt_frame_short_text(out, t, &f);
}

/* ---- distinguishing stacks at one place ---- */

struct place {
	struct gt_frame f;       /* at the offset that is looked at; of a frame that is not there all is 0 */
	uint32_t stack, where, i;
};

static int compare_places(const void *a, const void *b)
{
	const struct place *x = a, *y = b;
	uint64_t xs[] = { x->f.func, x->f.line, x->f.func ? 0 : x->f.pc, x->i };
	uint64_t ys[] = { y->f.func, y->f.line, y->f.func ? 0 : y->f.pc, y->i };

	for (size_t k = 0; k < GT_COUNT(xs); k++)
		if (xs[k] != ys[k])
			return xs[k] < ys[k] ? -1 : 1;
	return 0;
}

static bool is_same_place(const struct place *x, const struct place *y)
{
	return x->f.func == y->f.func && x->f.line == y->f.line && (x->f.func || x->f.pc == y->f.pc);
}

/* Sets the frames at an offset from where each is, outwards if positive; true: not all are the same. */
static bool look_at_offset(const struct gt_trace *t, struct place *v, size_t n, int64_t offset)
{
	bool differ = false;

	for (size_t k = 0; k < n; k++) {
		int64_t at = (int64_t)v[k].where + offset;

		if (!v[k].stack || at < 0 || !gt_stack_frame(t, v[k].stack, (uint32_t)at, &v[k].f))
			v[k].f = (struct gt_frame){ 0 };
		differ |= !is_same_place(&v[k], &v[0]);
	}
	return differ;
}

/* 1, -1, 2, -2 ...: what is near the place comes first. */
static int64_t offset_of(uint32_t step)
{
	int64_t n = step / 2 + 1;

	return step % 2 ? -n : n;
}

static void put_apart(struct gt_wheres *w, const struct place *p, bool is_caller)
{
	struct gt_buf text = { 0 };

	if (w->apart[p->i])
		gt_buf_puts(&text, w->apart[p->i]);
	gt_buf_puts(&text, is_caller ? " from " : " to ");
	if (gt_frame_short_text(&text, w->t, &p->f)) {
		free(w->apart[p->i]);
		w->apart[p->i] = gt_xstrdup(gt_buf_str(&text));
	}
	gt_buf_release(&text);
}

/* The places v are alike so far: goes on with the nearest frames in which they differ. */
static void tell_apart(struct gt_wheres *w, struct place *v, size_t n, uint32_t step)
{
	uint32_t deepest = 0, steps;

	for (size_t k = 0; k < n; k++) {
		uint32_t depth = v[k].stack ? gt_stack_depth(w->t, v[k].stack) : 0;

		deepest = depth > deepest ? depth : deepest;
	}
	steps = 2 * deepest;
	while (step < steps && !look_at_offset(w->t, v, n, offset_of(step)))
		step++;
	if (step >= steps)
		return;
	qsort(v, n, sizeof *v, compare_places);
	for (size_t k = 0, run; k < n; k += run) {
		for (run = 0; k + run < n && is_same_place(&v[k + run], &v[k]); run++)
			put_apart(w, &v[k + run], step % 2 == 0);
		if (run > 1)
			tell_apart(w, v + k, run, step + 1);
	}
}

void gt_wheres_make(struct gt_wheres *w, const struct gt_trace *t, const uint32_t *stacks, size_t n)
{
	struct place *v = gt_xcalloc(n + 1, sizeof *v);

	*w = (struct gt_wheres){ .t = t, .n = n, .apart = gt_xcalloc(n + 1, sizeof *w->apart) };
	for (size_t k = 0; k < n; k++)
		v[k] = (struct place){ .stack = stacks[k], .where = gt_where_frame(t, stacks[k]), .i = (uint32_t)k };
	look_at_offset(t, v, n, 0);
	if (n)
		qsort(v, n, sizeof *v, compare_places);
	for (size_t k = 0, run; k < n; k += run) {
		for (run = 1; k + run < n && is_same_place(&v[k + run], &v[k]); run++)
			;
		if (run > 1)
			tell_apart(w, v + k, run, 0);
	}
	free(v);
}

void gt_wheres_release(struct gt_wheres *w)
{
	for (size_t i = 0; i < w->n; i++)
		free(w->apart[i]);
	free(w->apart);
	*w = (struct gt_wheres){ 0 };
}

bool gt_wheres_text(struct gt_buf *out, const struct gt_wheres *w, uint64_t i, uint32_t stack)
{
	if (!gt_where_text(out, w->t, stack))
		return false;
	if (i < w->n && w->apart[i])
		gt_buf_puts(out, w->apart[i]);
	return true;
}
