/* A cursor over the timed events of one M in one generation (format/v2.md 5, 9, 11.2). */
#ifndef GT_WIRE_V2CURSOR_H
#define GT_WIRE_V2CURSOR_H

#include "base/varint.h"
#include "wire/v2/batches.h"
#include "wire/v2/v2events.h"

/*
 * The cursor reads its batches through a window of a few KiB, so that the
 * memory of a generation with thousands of threads stays small.  After
 * gt_v2_cursor_next the fields type … off describe the record just decoded.
 *
 * No record is longer than GT_V2_RECORD_MAX bytes: one type byte and at most
 * GT_V2_MAX_ARGS uvarints.
 */
#define GT_V2_RECORD_MAX (1 + GT_V2_MAX_ARGS * GT_VARINT_MAX)
#define GT_V2_WINDOW_MIN 256

struct gt_v2_cursor {
	struct gt_reader in;       /* the rest of the batch; window memory owned by the caller */
	struct gt_batches batches;
	double ns_per_unit;
	uint64_t whole_ns;         /* ns_per_unit if it is a small whole number (64 on most machines), else 0 */

	int64_t time;              /* ns, of the record just decoded */
	uint64_t off;              /* its offset in the file */
	uint64_t args[GT_V2_MAX_ARGS]; /* without dt */
	int64_t prev_time;         /* the clock before it: what gt_v2_cursor_resume wants */
	uint8_t type;
};

/* uvarints of a timed event, dt included, by type byte; 0 for those that may not stand in an event batch. */
extern const uint8_t gt_v2_timed_args[256];

/*
 * Starts before the first record of the stream whose first batch is `first`
 * (UINT32_MAX: none; gt_v2_cursor_resume follows).  win: size >= GT_V2_WINDOW_MIN, or that of
 * the stream's largest batch.
 */
void gt_v2_cursor_init(struct gt_v2_cursor *c, struct gt_source *src, const struct gt_v2_batch *batches,
		       double ns_per_unit, uint32_t first, uint8_t *win, uint32_t size);

/*
 * Continues in the middle of a batch: the next record stands at `off` (in
 * batch), the record before it had `time`.
 */
void gt_v2_cursor_resume(struct gt_v2_cursor *c, uint32_t batch, uint64_t off, int64_t time);

/* After a record that cannot be read: goes to the end of its batch, as no other can be found there. */
void gt_v2_cursor_skip(struct gt_v2_cursor *c);

/* The part of gt_v2_cursor_next that goes to other batches, reads bytes, checks every bound, and tells errors. */
int gt_v2_cursor_next_slow(struct gt_v2_cursor *c, struct gt_error *err);

/* A uvarint of which all bytes are known to be there. */
GT_INLINE const uint8_t *gt_v2_varint(const uint8_t *p, uint64_t *v)
{
	return gt_varint_whole(p, v, gt_varint_slow);
}

/*
 * Units to ns, each dt on its own (format/v2.md 9): multiplied in double and truncated.  A whole factor gives
 * the same in integers as long as double is exact, and that is shorter.
 */
GT_INLINE int64_t gt_v2_cursor_ns(const struct gt_v2_cursor *c, uint64_t units)
{
	if (GT_LIKELY(c->whole_ns != 0 && units < UINT64_C(1) << 46))
		return (int64_t)(units * c->whole_ns);
	return gt_v2_units_ns(c->ns_per_unit, units);
}

/*
 * Decodes the next record: 1; 0 at the end of the last batch; GT_ERR_CORRUPT
 * (type that is unknown or not timed, bad uvarint: the error names the offset)
 * or GT_ERR_CUT / GT_ERR_IO when the bytes are not there any more.
 */
GT_INLINE int gt_v2_cursor_next(struct gt_v2_cursor *c, struct gt_error *err)
{
	const uint8_t *p = c->in.p;
	uint8_t type, n;
	uint64_t dt;

	if (GT_UNLIKELY(c->in.end - p < GT_V2_RECORD_MAX))
		return gt_v2_cursor_next_slow(c, err);
	type = *p;
	n = gt_v2_timed_args[type];
	if (GT_UNLIKELY(n == 0))
		return gt_v2_cursor_next_slow(c, err);
	p = gt_v2_varint(p + 1, &dt);
	for (unsigned i = 1; p && i < n; i++)
		p = gt_v2_varint(p, &c->args[i - 1]);
	if (GT_UNLIKELY(!p))
		return gt_v2_cursor_next_slow(c, err);
	c->off = gt_reader_off(&c->in, c->in.p);
	c->type = type;
	c->in.p = p;
	c->prev_time = c->time;
	/* Wraps like Go's sum, where corrupt times make it. */
	c->time = (int64_t)((uint64_t)c->time + (uint64_t)gt_v2_cursor_ns(c, dt));
	return 1;
}

#endif
