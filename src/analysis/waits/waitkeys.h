/* What waits have in common: reason, stack, function, waker. */
#ifndef GT_ANALYSIS_WAITKEYS_H
#define GT_ANALYSIS_WAITKEYS_H

#include "analysis/goroutines/ginfo.h"
#include "analysis/stacks/stackset.h"
#include "analysis/waits/wakers.h"

/* What rows of waitgroups, schedgroups and instead are, by gt_table_args.group. */
enum gt_wait_group {
	GT_WAITS_BY_REASON, GT_WAITS_BY_STACK, GT_WAITS_BY_FUNC, GT_WAITS_BY_WAKER,
	GT_WAITS_BY_CAUSE,    /* of waits for a P only */
	GT_WAITS_BY_QUEUE,    /* ... of instead only: the queue that the goroutine was woken from */
	GT_WAITS_BY_COUNT
};
/* What --group takes of reports about waits for a P. */
extern const struct gt_group_word gt_sched_groups[];

/*
 * Waits of the program's, the runtime's and unnamed goroutines are never in one group, so that hiding the
 * runtime's groups leaves true sums.
 */
struct gt_waitkeys {
	const struct gt_trace *t;
	enum gt_wait_group by;
	struct gt_ginfos goroutines;
	struct gt_stackset stacks;
	uint8_t causes[GT_EVENT_TYPES]; /* gt_wait_causes_by_type */
};

/* Two waits are in one group if all of this is the same. */
struct gt_waitkey {
	uint8_t owner;        /* enum gt_owner */
	uint8_t what;         /* enum gt_spent; GT_SPENT_EXEC: any */
	uint8_t waker;        /* enum gt_waker_kind, if grouped by waker or cause */
	uint32_t row;         /* string row of the reason or function; stack row that stands for the stack */
};

GT_INLINE bool gt_waitkey_same(const struct gt_waitkey *a, const struct gt_waitkey *b)
{
	return a->owner == b->owner && a->what == b->what && a->waker == b->waker && a->row == b->row;
}
GT_INLINE uint64_t gt_waitkey_number(const struct gt_waitkey *k)
{
	return (uint64_t)k->row | (uint64_t)k->waker << 32 | (uint64_t)k->what << 40 | (uint64_t)k->owner << 48;
}
GT_INLINE struct gt_waitkey gt_waitkey_of_number(uint64_t n)
{
	return (struct gt_waitkey){ .row = (uint32_t)n, .waker = (uint8_t)(n >> 32), .what = (uint8_t)(n >> 40),
				    .owner = (uint8_t)(n >> 48) };
}

/* GT_ERR_NOMEM, GT_ERR_IO; release in any case. */
int gt_waitkeys_open(struct gt_waitkeys *k, const struct gt_trace *t, enum gt_wait_group by, struct gt_error *err);
void gt_waitkeys_release(struct gt_waitkeys *k);

/* Of equal stacks the first one that is asked for stands for all. */
struct gt_waitkey gt_waitkey_of(struct gt_waitkeys *k, const struct gt_waited *w);

/*
 * What people call the group: "chan receive", "main.worker", "timer"; false: it has no name, and the text says why.
 * A frame, or bytes of the trace: hostile.
 */
bool gt_waitkey_text(struct gt_buf *out, const struct gt_trace *t, enum gt_wait_group by, const struct gt_waitkey *key);

/* Who ended it, or why it was runnable: as gt_waker_kind_of, quicker. */
enum gt_waker_kind gt_waitkeys_cause(const struct gt_waitkeys *k, const struct gt_waited *w);

#endif
