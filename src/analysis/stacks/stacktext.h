/* Stacks and frames as bytes and as text. */
#ifndef GT_ANALYSIS_STACKTEXT_H
#define GT_ANALYSIS_STACKTEXT_H

#include "base/buf.h"
#include "base/say.h"
#include "index/trace.h"

/*
 * Appends `before` and a string of the trace, as the trace has the bytes (hostile).  If it is empty: `none`
 * alone, or nothing where that is NULL; and returns false.
 */
bool gt_put_string(struct gt_buf *out, const struct gt_trace *t, const char *before, uint32_t row, const char *none);

/* What stands in a sentence for a function without a name. */
#define GT_NAMELESS "a function without a name"

/* A string of the trace as a word of gt_say (hostile), `none` if it is empty. */
struct gt_word gt_as_string(const struct gt_trace *t, uint32_t row, const char *none);
/* The same of a function's name; runtime.main, where the main goroutine starts before Go 1.22, is main.main. */
struct gt_word gt_as_func(const struct gt_trace *t, uint32_t row);

/*
 * "func:line" of the innermost frame, as the trace has the bytes (hostile).
 * False, and nothing appended, if the stack has no frame.
 */
bool gt_stack_top(struct gt_buf *out, const struct gt_trace *t, uint32_t stack);

/*
 * The same for people: its PC, "0x48b3c0", if the frame has no function, and nothing if it has neither.  Of a
 * goroutine that was preempted in the middle of its work it is the frame that was interrupted, not the runtime's
 * handler above it.
 */
bool gt_stack_leaf(struct gt_buf *out, const struct gt_trace *t, uint32_t stack);

/* How many innermost frames belong to the handler of asynchronous preemption. */
uint32_t gt_stack_preempt_frames(const struct gt_trace *t, uint32_t stack);

/* A frame, escaped: "pc func file line" as --diagreedy and --dump print it. */
void gt_frame_dump_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_frame *f);

/* What stands for the function of a frame that has no name: "0x48b3c0"; "not recorded" if it has no PC, either. */
void gt_frame_pc_text(struct gt_buf *out, const struct gt_frame *f);

/* A frame, escaped, for panes: "func file:line"; without names its PC. */
void gt_frame_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_frame *f);

/* A frame as "func:line", hostile; its PC if it has no function; false, and nothing, if it has neither. */
bool gt_frame_short_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_frame *f);

/* True if two stacks show the same functions (or PCs, where these have no names), files and lines. */
bool gt_stack_same_text(const struct gt_trace *t, uint32_t a, uint32_t b);

#endif
