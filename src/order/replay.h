/* Replay: decodes a stretch of the known total order again, from a mark, without validating. */
#ifndef GT_ORDER_REPLAY_H
#define GT_ORDER_REPLAY_H

#include "order/order.h"

/*
 * The index remembers the order as runs of (stream, count of records) and a
 * set of marks every few thousand events.  A replay starts at a mark and is
 * told which stream's record comes next; it follows the contexts (M, P, G)
 * and the strictly increasing clock and yields the same struct gt_event that the
 * orderer yielded, except: from/to are filled for status-less transitions only, slots are GT_NO_SLOT.
 */
struct gt_replay;

/* What the replay needs to know of a generation: where its batches are. */
struct gt_replay_gen {
	uint64_t gen;
	double ns_per_unit;
	const struct gt_v2_batch *batches;       /* borrowed */
	size_t nbatches;
	const struct gt_v2_stream *streams;      /* borrowed */
	size_t nstreams;
	const struct gt_v2_sample *samples;      /* borrowed */
	size_t nsamples;
};

/* The stream number that stands for the CPU samples of a generation. */
#define GT_STREAM_SAMPLES UINT32_MAX

int gt_replay_open(struct gt_replay **out, struct gt_source *src, const struct gt_replay_gen *gen,
		   const struct gt_order_marks *marks, struct gt_error *err);
void gt_replay_close(struct gt_replay *r);

/* Decodes the next record of `stream` into 1 to 3 events at ev (room for 3); the count or a negative code. */
int gt_replay_record(struct gt_replay *r, uint32_t stream, struct gt_event *ev, struct gt_error *err);

#endif
