/* A cursor over the timed events of one M in one generation (format/v2.md 5, 9, 11.2). */
#ifndef GT_WIRE_V2CURSOR_H
#define GT_WIRE_V2CURSOR_H

#include "wire/v2events.h"
#include "wire/v2gen.h"

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
	const uint8_t *p, *end;    /* unread part of the window */
	uint64_t end_off;          /* file offset of `end` */
	uint32_t left;             /* bytes of the batch after `end` */
	uint32_t batch;            /* the current batch, or UINT32_MAX before the first */
	uint32_t next_batch;       /* the one after it, or UINT32_MAX */
	uint32_t win_size;
	uint8_t *win;              /* window memory, owned by the caller */
	struct gt_source *src;
	const struct gt_v2_batch *batches;
	double ns_per_unit;

	int64_t time;              /* ns, of the record just decoded */
	int64_t prev_time;         /* the clock before it: what gt_v2_cursor_resume wants */
	uint64_t off;              /* its offset in the file */
	uint64_t args[GT_V2_MAX_ARGS]; /* without dt */
	uint8_t type;
};

/*
 * Starts before the first record of the stream whose first batch is `first`
 * (UINT32_MAX: none; gt_v2_cursor_resume follows).  win: size >= GT_V2_WINDOW_MIN.
 */
void gt_v2_cursor_init(struct gt_v2_cursor *c, struct gt_source *src, const struct gt_v2_batch *batches,
		       double ns_per_unit, uint32_t first, uint8_t *win, uint32_t size);

/*
 * Continues in the middle of a batch: the next record stands at `off` (in
 * batch), the record before it had `time`.
 */
void gt_v2_cursor_resume(struct gt_v2_cursor *c, uint32_t batch, uint64_t off, int64_t time);

/*
 * Decodes the next record: 1; 0 at the end of the last batch; GT_ERR_CORRUPT
 * (type that is unknown or not timed, bad uvarint: the error names the offset)
 * or GT_ERR_CUT / GT_ERR_IO when the bytes are not there any more.
 */
int gt_v2_cursor_next(struct gt_v2_cursor *c, struct gt_error *err);

/* File offset of the next record, or 0 if none is left in this batch. */
GT_INLINE uint64_t gt_v2_cursor_offset(const struct gt_v2_cursor *c)
{
	return c->end_off - (uint64_t)(c->end - c->p);
}

#endif
