/* Lists ordered events in a short notation, for tests. */
#ifndef GT_TEST_ORDER_LIST_H
#define GT_TEST_ORDER_LIST_H

#include "base/buf.h"
#include "order/order.h"

/*
 * Orders a binary trace in memory to its end and appends one word per event to out:
 *	Name(m,p,g)             where it happened, - for none
 *	Name(m,p,g G5 r>R)      … and what happened to goroutine 5
 *	Name(m,p,g P0 i>R)      … or to P 0
 * States: u undetermined, n not existing, r runnable, R running, w waiting, s syscall, i idle.
 * With times: "@ns" after the name.  What is left of a v2 generation after an event that contradicts those before is
 * not listed.  Returns the code of the last call, 0 at a clean end.
 */
int gt_list_order(const void *trace, size_t n, bool times, struct gt_buf *out, struct gt_error *err);

#endif
