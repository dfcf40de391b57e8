/* An event in words, for lists. */
#ifndef GT_UI_EVENTTEXT_H
#define GT_UI_EVENTTEXT_H

#include "base/buf.h"
#include "index/query/events.h"
#include "ui/kit/style.h"

/* "new=9 new_stack=main.work:31 stack=main.main:20": bytes are as in the trace. */
void gt_event_args_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_event *ev);

/* The value of one: a text, a number and what it means, the place of a stack. */
void gt_event_arg_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_event *ev, unsigned i);

/* "func:line" of the acting goroutine's innermost frame, else of the one whose state changes. */
void gt_event_top_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_event *ev);

/* The goroutine in whose context it happened; else, in parentheses, the one that it is about.  P likewise. */
void gt_event_g_text(struct gt_buf *out, const struct gt_event *ev);
void gt_event_p_text(struct gt_buf *out, const struct gt_event *ev);

/* The style of its name: what kind of thing happens. */
gt_style gt_event_style(const struct gt_event *ev);

#endif
