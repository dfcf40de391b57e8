/* Replay: decodes a stretch of the known total order again, from a mark, without validating. */
#ifndef GT_ORDER_REPLAY_H
#define GT_ORDER_REPLAY_H

#include "order/order.h"
#include "wire/v1/v1scan.h"

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
	const struct gt_v2_sample *samples;      /* borrowed; times in ns */
	size_t nsamples;
	/* v1 only */
	int minor;                               /* of the header; 0: v2 */
	int64_t first_ticks;                     /* of event 0 */
	bool (*retimed)(void *arg, uint64_t i, struct gt_v1_retimed *out); /* moved event number i */
	void *retimed_arg;
};

/* The stream number that stands for the CPU samples of a generation. */
#define GT_STREAM_SAMPLES UINT32_MAX

/*
 * v2, in a damaged generation: what happened to the thread before the next record.
 * Stream number `stream + how * nstreams`.
 */
enum gt_v2_how {
	GT_V2_NO_P = 1,       /* before it the thread has lost its P */
	GT_V2_NO_G = 2,       /* its goroutine */
	GT_V2_LEFT_OUT = 4,   /* no event: who it is about is not known */
	GT_V2_HOWS = 8,
};

/*
 * v1: a record's stream number says also what became of it, which its bytes do
 * not tell.  Stream number nstreams are the moved events: ends of system calls
 * whose place in the order is not that of their record (format/v1.md 11.1); a replay steps over
 * those records by itself.
 */
/* Who woke the goroutine of a GoUnblock without a P, in `range` of its event (not in a replay). */
enum { GT_V1_BY_TIMERS = 1, GT_V1_BY_NETWORK };

enum gt_v1_how {
	GT_V1_PLAIN,
	GT_V1_NO_P,           /* a wake-up by timers or the network poller: not by the P of its batch */
	GT_V1_DROPPED,        /* no event: part of a futile wake-up (format/v1.md 12) */
	GT_V1_FIRST,          /* a goroutine's first start, which gets the creation's stack: its event is `fresh` */
};
/* Arguments of a v1 UserLog beyond those it has in the file: where its message is. */
enum { GT_V1_LOG_TEXT_OFF = 2, GT_V1_LOG_TEXT_LEN = 3 };

#define GT_V1_STREAM(stream, how) ((stream) * 4 + (uint32_t)(how))

int gt_replay_open(struct gt_replay **out, struct gt_source *src, const struct gt_replay_gen *gen,
		   const struct gt_order_cursors *cursors, struct gt_error *err);
void gt_replay_close(struct gt_replay *r);

/*
 * Decodes the next record of `stream` into 1 to 3 events (v1: 0 or 1) at ev
 * (room for 3); the count or a negative code.
 */
int gt_replay_record(struct gt_replay *r, uint32_t stream, struct gt_event *ev, struct gt_error *err);

#endif
