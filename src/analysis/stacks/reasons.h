/* What a goroutine waits for, read from its stack. */
#ifndef GT_ANALYSIS_REASONS_H
#define GT_ANALYSIS_REASONS_H

#include "index/trace.h"

/*
 * A wait that began before the trace has no recorded reason, but perhaps a stack: its innermost frames of the runtime
 * say what it waits for.  The string row of the reason as the runtime records it; 0: they do not say.
 */
uint32_t gt_stack_reason(const struct gt_trace *t, uint32_t stack);

/* The same of a goroutine that does nothing else, by its start function: those of the runtime wait for work. */
uint32_t gt_func_reason(const struct gt_trace *t, uint32_t func);

#endif
