/* A cursor over the timed events of one P (format/v1.md 3, 7, 9). */
#ifndef GT_WIRE_V1CURSOR_H
#define GT_WIRE_V1CURSOR_H

#include "base/varint.h"
#include "wire/v1/v1scan.h"
#include "wire/v2/batches.h"

/*
 * Reads the batches of a stream through a window of a few KiB.  After
 * gt_v1_cursor_next the fields type … off describe the event just decoded.
 * Tables between events and CPU samples are stepped over; the samples move the clock.
 */
#define GT_V1_RECORD_MAX 96     /* more than any record without a text has: 1 + 10 + 6 * 10 */
#define GT_V1_WINDOW_MIN 256

struct gt_v1_cursor {
	struct gt_reader in;       /* the rest of the batch; window memory owned by the caller */
	struct gt_batches batches;
	const struct gt_v1_layout *layout;
	const uint64_t *seqs;      /* sequence bases of the batches in 1.5; NULL: not wanted */

	int64_t shift;             /* ticks that were added to the times of its batches */
	int64_t ticks, seq;        /* of the event just decoded */
	int64_t prev_ticks;        /* the clock before it: what gt_v1_cursor_resume wants */
	uint64_t off;              /* of its record */
	uint64_t args[GT_V1_MAX_ARGS]; /* what a version lacks is 0 */
	uint64_t stack;            /* id, 0: none */
	uint64_t text_off;         /* UserLog: the message */
	uint32_t text_len;
	uint8_t type;
};

/* Starts before the first event of the stream whose first batch is `first` (UINT32_MAX: resume follows). */
void gt_v1_cursor_init(struct gt_v1_cursor *c, struct gt_source *src, const struct gt_v1_layout *layout,
		       const struct gt_v2_batch *batches, uint32_t first, uint8_t *win, uint32_t size);

/* Continues in the middle of a batch: the next record stands at `off`, the clock before it was `ticks`. */
void gt_v1_cursor_resume(struct gt_v1_cursor *c, uint32_t batch, uint64_t off, int64_t ticks);

/* The part of gt_v1_cursor_next that goes to other batches, reads bytes, checks all bounds, tells errors. */
int gt_v1_cursor_next_slow(struct gt_v1_cursor *c, struct gt_error *err);

/* A uvarint of which all bytes are known to be there; NULL: it is longer than a number may be. */
GT_INLINE const uint8_t *gt_v1_cursor_number(const uint8_t *p, uint64_t *v)
{
	return gt_varint_whole(p, v, gt_v1_varint_slow);
}

/* Takes over a decoded record of this type, whose arguments are there: the end of it and its clock. */
GT_INLINE void gt_v1_cursor_take(struct gt_v1_cursor *c, const uint8_t *p, uint64_t dt)
{
	c->off = gt_reader_off(&c->in, c->in.p);
	c->type = *c->in.p & 63;
	c->prev_ticks = c->ticks;
	c->ticks = (int64_t)((uint64_t)c->ticks + dt);
	c->in.p = p;
}

/*
 * Decodes the next event: 1; 0 at the end of the last batch; GT_ERR_CORRUPT
 * (not what the scan saw) or GT_ERR_CUT / GT_ERR_IO when the bytes are not there any more.
 */
GT_INLINE int gt_v1_cursor_next(struct gt_v1_cursor *c, struct gt_error *err)
{
	const uint8_t *p = c->in.p, *stop = NULL;
	struct gt_v1_form form;
	uint64_t dt;

	if (GT_UNLIKELY(c->in.end - p < GT_V1_RECORD_MAX))
		return gt_v1_cursor_next_slow(c, err);
	form = c->layout->form[*p++];
	if (form.kind == GT_V1_LONG) {
		if (GT_UNLIKELY(*p >= GT_V1_RECORD_MAX - 2))
			return gt_v1_cursor_next_slow(c, err);
		stop = p + 1 + *p;
		p++;
	}
	if (GT_UNLIKELY(form.kind > GT_V1_LONG || c->layout->seq))
		return gt_v1_cursor_next_slow(c, err);
	p = gt_v1_cursor_number(p, &dt);
	c->args[0] = c->args[1] = c->args[2] = 0;
	c->stack = 0;
	for (unsigned i = 0; p && i < form.nargs; i++)
		p = gt_v1_cursor_number(p, &c->args[i]);
	if (p && form.stack)
		p = gt_v1_cursor_number(p, &c->stack);
	if (GT_UNLIKELY(!p || (stop && p != stop)))
		return gt_v1_cursor_next_slow(c, err);
	gt_v1_cursor_take(c, p, dt);
	return 1;
}

#endif
