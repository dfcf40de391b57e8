/* Replays an ordered trace from every mark and compares, for tests. */
#ifndef GT_TEST_ORDER_AGAIN_H
#define GT_TEST_ORDER_AGAIN_H

#include "base/buf.h"
#include "order/replay.h"

/*
 * Orders a binary trace with a mark every `step` events and replays each
 * generation from each of its marks.  Returns how many events were compared;
 * the first difference is described in why.
 */
uint64_t gt_replay_again(struct gt_source *src, const struct gt_header *h, unsigned step, struct gt_buf *why);

/*
 * Orders a trace twice, by gt_order_next and by gt_order_fill, which must give the same events, positions between
 * them, faults and horizons.  Returns how many events came in short.
 */
uint64_t gt_fill_again(struct gt_source *src, const struct gt_header *h, struct gt_buf *why);

#endif
