/* From a decoded record to an event: shared by ordering and replay (private to the order layer). */
#ifndef GT_ORDER_V2DECODE_H
#define GT_ORDER_V2DECODE_H

#include "order/replay.h"
#include "wire/v2/v2cursor.h"

/* Fills everything that the record alone tells; the caller adds context, kind and states. */
void v2_decode_event(struct gt_event *e, const struct gt_v2_cursor *c);
void v2_decode_sample(struct gt_event *e, const struct gt_v2_sample *sample, uint64_t gen);

/* All stack and string ids of an event must be in its generation's tables (format/v2.md 12): 0 or GT_ERR_CORRUPT. */
int v2_check_ids(const struct gt_event *e, const struct gt_v2_gen *gen, struct gt_error *err);

/* The next ns.  Only corrupt times, which end the trace, come to where Go's clock would wrap. */
GT_INLINE int64_t v2_after(int64_t time)
{
	return time + (time < INT64_MAX);
}

GT_INLINE bool v2_table_has(const struct gt_v2_table *t, uint64_t id)
{
	struct gt_v2_ref ref;

	if (GT_LIKELY(id < t->dense_len))
		return id == 0 || t->dense[id].known;
	return gt_v2_table_get(t, id, &ref);
}

#endif
