/* Calls of others that a goroutine made one after the other: what a stack says of them. */
#include <string.h>

#include "analysis/requests/inarow_own.h"
#include "analysis/stacks/reasons.h"
#include "analysis/stacks/where.h"
#include "base/xalloc.h"
#include "index/store/packages.h"

/* Functions of the standard library that wait for the answer of a call, or for a connection before one. */
static const struct {
	const char *func;
	enum inarow_stack what;
} inarow_funcs[] = {
	{ "net/http.(*Transport).getConn", INAROW_BEFORE },
	{ "net/http.(*Transport).roundTrip", INAROW_CALLS },
	{ "net/rpc.(*Client).Call", INAROW_CALLS },
	{ "net.(*netFD).connect", INAROW_CALLS },
};

/* Methods of a connection, whatever it is of, by how their names begin. */
static const struct {
	const char *begin;
	enum inarow_stack what;
} inarow_methods[] = {
	{ "net.(*netFD).Read", INAROW_READS },
	{ "net.(*netFD).read", INAROW_READS },
	{ "net.(*netFD).Write", INAROW_WRITES },
	{ "net.(*netFD).write", INAROW_WRITES },
};

bool gt_inarow_is_func(const struct gt_trace *t, uint32_t func, const char *name)
{
	size_t n;
	const char *s = gt_trace_string(t, func, &n);

	return n == strlen(name) && !memcmp(s, name, n);
}

/* What a frame below that of the program says. */
static enum inarow_stack read_inarow_frame(const struct gt_trace *t, uint32_t func)
{
	size_t n;
	const char *s = gt_trace_string(t, func, &n);

	for (size_t k = 0; k < GT_COUNT(inarow_funcs); k++)
		if (gt_inarow_is_func(t, func, inarow_funcs[k].func))
			return inarow_funcs[k].what;
	for (size_t k = 0; k < GT_COUNT(inarow_methods); k++) {
		size_t len = strlen(inarow_methods[k].begin);

		if (n >= len && !memcmp(s, inarow_methods[k].begin, len))
			return inarow_methods[k].what;
	}
	return INAROW_OTHER;
}

static enum inarow_stack read_inarow_stack(const struct gt_trace *t, uint32_t stack)
{
	uint32_t end = gt_where_frame(t, stack);
	enum inarow_stack raw = INAROW_OTHER;
	uint32_t reason = gt_stack_reason(t, stack);
	bool http = false;
	struct gt_frame f;

	if (reason == GT_STR_SLEEP)
		return INAROW_SLEEPS;
	/* net/http waits for locks and in mark assists, too. */
	if (reason == GT_STR_SYNC)
		return INAROW_OTHER;
	for (uint32_t i = 0; i < end && gt_stack_frame(t, stack, i, &f); i++) {
		enum inarow_stack what = read_inarow_frame(t, f.func);
		size_t n;
		const char *s = gt_trace_string(t, f.func, &n);

		if (gt_inarow_is_func(t, f.func, "runtime.gcAssistAlloc"))
			return INAROW_OTHER;
		http |= gt_package_is(gt_package_of(s, n), "net/http");
		if (what == INAROW_CALLS || what == INAROW_BEFORE)
			return what;
		if (what != INAROW_OTHER)
			raw = what;
	}
	/* What net/http reads and writes is the body of an answer, or what the server does for the handler. */
	if (raw != INAROW_OTHER && !http && gt_stack_frame(t, stack, end, &f) && !gt_func_is_library(t, f.func))
		return raw;
	return gt_where_is_network(t, stack) ? INAROW_AFTER : INAROW_OTHER;
}

enum inarow_stack gt_inarow_stack(struct gt_inarow *r, uint32_t stack)
{
	size_t known = r->cap_stacks;
	struct gt_frame f;

	if (stack >= known) {
		if (!gt_stack_frame(r->t, stack, 0, &f))
			return INAROW_OTHER;
		GT_GROW(r->stacks, r->cap_stacks, (size_t)stack + 1);
		memset(r->stacks + known, INAROW_UNKNOWN, r->cap_stacks - known);
	}
	if (r->stacks[stack] == INAROW_UNKNOWN)
		r->stacks[stack] = (uint8_t)(stack ? read_inarow_stack(r->t, stack) : INAROW_OTHER);
	return (enum inarow_stack)r->stacks[stack];
}

uint32_t gt_inarow_frame(const struct gt_trace *t, uint32_t stack)
{
	uint32_t at = gt_where_frame(t, stack);
	bool sql = false;
	struct gt_frame f;

	for (uint32_t i = at; gt_stack_frame(t, stack, i, &f); i++) {
		size_t n;
		const char *s = gt_trace_string(t, f.func, &n);

		if (gt_package_is(gt_package_of(s, n), "database/sql"))
			sql = true;
		else if (sql && !gt_func_is_library(t, f.func))
			return i;
	}
	return at;
}

uint32_t gt_inarow_depth(const struct gt_trace *t, uint32_t stack)
{
	struct gt_frame f;
	uint32_t n = 0;

	while (gt_stack_frame(t, stack, n, &f))
		n++;
	return n;
}

uint32_t gt_inarow_common(const struct gt_trace *t, uint32_t a, uint32_t b)
{
	uint32_t na = gt_inarow_depth(t, a), nb = gt_inarow_depth(t, b), n = 0;
	struct gt_frame x, y;

	while (n < na && n < nb && gt_stack_frame(t, a, na - 1 - n, &x) && gt_stack_frame(t, b, nb - 1 - n, &y) &&
	       x.func == y.func) {
		n++;
		if (x.line != y.line)
			break;
	}
	return n;
}

bool gt_inarow_answers(const struct gt_trace *t, uint32_t write, uint32_t read)
{
	uint32_t n = write && read ? gt_inarow_common(t, write, read) : 0;
	struct gt_frame x, y;

	return n && gt_stack_frame(t, write, gt_inarow_depth(t, write) - n, &x) &&
	       gt_stack_frame(t, read, gt_inarow_depth(t, read) - n, &y) && !gt_func_is_library(t, x.func) &&
	       x.line <= y.line;
}
