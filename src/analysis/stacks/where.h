/* Where a stack is: its frame of the program, and how it is there. */
#ifndef GT_ANALYSIS_WHERE_H
#define GT_ANALYSIS_WHERE_H

#include "analysis/stacks/stacktext.h"

/* Whether a function, a string row, is of the standard library or of no package at all (assembly, no name). */
bool gt_func_is_library(const struct gt_trace *t, uint32_t func);

/* Whether cgo made a function of this name for a call of C: the program has not written it. */
bool gt_func_is_c_stub(const char *s, size_t n);

/*
 * Where a stack is: its innermost frame outside of the standard library and of what cgo makes; if it has none, the
 * innermost one outside of what everything goes through (runtime, internal, sync, syscall, time, os, net, io, bufio),
 * and if it has only such, the innermost one below the handler of preemption and what leaves the processor.
 * 0 = innermost; 0 without frames.
 */
uint32_t gt_where_frame(const struct gt_trace *t, uint32_t stack);
/* Its function, a string row; 0: none. */
uint32_t gt_where_func(const struct gt_trace *t, uint32_t stack);

/*
 * Whether the program called package net, or one below it (net/http), there: what waits is for the network, though the
 * goroutine may wait for another one of that package, as clients of net/http do.
 */
bool gt_where_is_network(const struct gt_trace *t, uint32_t stack);

/* Whether the program called a method of os.File there: what waits for the poller is for a pipe or a file, then. */
bool gt_where_is_file(const struct gt_trace *t, uint32_t stack);

/*
 * "func:line" of it, as the trace has the bytes (hostile); its PC, "0x48b3c0", if the frame has no function.  False,
 * and nothing appended, if the stack has no frame that says anything.
 */
bool gt_where_text(struct gt_buf *out, const struct gt_trace *t, uint32_t stack);

/*
 * Names for stacks in a list: where each is, and for those at the same place the nearest frames that tell them apart,
 * "main.f:3 from main.g:12" (callers), "main.f:3 to net.(*conn).Read:9" (what it called).
 */
struct gt_wheres {
	const struct gt_trace *t;
	char **apart;         /* by place in the list, what follows where it is; NULL: nothing */
	size_t n;
};
/*
 * { 0 } is an empty list: nothing in it is told apart.  stacks: n stack rows, 0 for none; they are no longer needed
 * afterwards.
 */
void gt_wheres_make(struct gt_wheres *w, const struct gt_trace *t, const uint32_t *stacks, size_t n);
void gt_wheres_release(struct gt_wheres *w);
/* As gt_where_text, of the i-th of the list, which is `stack`. */
bool gt_wheres_text(struct gt_buf *out, const struct gt_wheres *w, uint64_t i, uint32_t stack);

#endif
