/* An event on one line, as --diagreedy and --dump print it. */
#ifndef GT_FORMAT_EVTEXT_H
#define GT_FORMAT_EVTEXT_H

#include "base/buf.h"
#include "index/query/events.h"

/*
 * " P: 1 G: 9 StkID: 0 args0: 9 …": -1 where there is no P or no G (v1: G 0),
 * as many arguments as the event has (v1: three).
 */
void gt_event_numbers(struct gt_buf *out, const struct gt_trace *t, const struct gt_event *ev, uint64_t p,
		      uint64_t g);

/* The frames of a stack, each on a line of its own behind `indent` blanks. */
void gt_stack_lines(struct gt_buf *out, const struct gt_trace *t, uint32_t stack, size_t indent);

#endif
