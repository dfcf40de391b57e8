/* From a decoded record to an event: shared by ordering and replay (private to the order layer). */
#ifndef GT_ORDER_V2DECODE_H
#define GT_ORDER_V2DECODE_H

#include "order/meaning.h"
#include "order/replay.h"
#include "wire/v2/v2cursor.h"

/*
 * gstatus and pstatus as the format numbers them (format/v2.md 6), and the states that they stand for.  LOST is ours:
 * a part of the trace is missing, and the next status or event says what it is in.
 */
enum { GS_BAD, GS_RUNNABLE, GS_RUNNING, GS_SYSCALL, GS_WAITING, GS_STATUSES, GS_LOST = GS_STATUSES };
enum { PS_BAD, PS_RUNNING, PS_IDLE, PS_SYSCALL = GT_PROC_IN_CALL, PS_ABANDONED, PS_STATUSES, PS_LOST = PS_STATUSES };
uint8_t v2_g_state(uint64_t status);
uint8_t v2_p_state(uint64_t status);

/*
 * Fills in everything that the record and its context tell: m, p, g and gen are there already.  The state machine
 * adds slots, the state before a status, and the kind of a stop that ends.
 */
void v2_decode_event(struct gt_event *e, const struct gt_v2_cursor *c);

/*
 * The same, and the further events of the record; returns their number.  GoSwitch: the next goroutine is unblocked,
 * the current one leaves, the next one starts.  GoDestroySyscall: a P that still hangs on the thread is stolen first.
 */
int v2_decode_record(struct gt_event *ev, const struct gt_v2_cursor *c);
void v2_decode_sample(struct gt_event *e, const struct gt_v2_sample *sample, uint64_t gen);

/* A stack that a record names, one with a time, is not in its generation's table: it counts as none. */
bool v2_lacks_stack(uint8_t type, const uint64_t *args, const struct gt_v2_gen *gen);

/* The next ns.  Only corrupt times, which end the trace, come to where Go's clock would wrap. */
GT_INLINE int64_t v2_after(int64_t time)
{
	return time + (time < INT64_MAX);
}

#endif
