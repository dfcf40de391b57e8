/* A cursor over the timed events of one M in one generation. */
#include "wire/v2/v2cursor.h"

#include <errno.h>
#include <float.h>
#include <string.h>

const uint8_t gt_v2_extra_args[256] = {
	[0] = GT_V2_NOT_TIMED,
	[53 ... 127] = GT_V2_NOT_TIMED,
	[GT_V2_TYPES ... 255] = GT_V2_NOT_TIMED,
#define V2_EVENT(num, name, since, flags, nargs, stack, args) \
	[num] = ((flags) & GT_V2_TIMED) != 0 ? (uint8_t)((nargs) - 1) : GT_V2_NOT_TIMED,
#include "wire/v2/v2events.def"
#undef V2_EVENT
};

/* Larger factors would lose exactness in double before units reach 2^46. */
#define WHOLE_MAX 128.0

static bool is_whole(double ns_per_unit)
{
	return ns_per_unit >= 1.0 && ns_per_unit <= WHOLE_MAX && !(ns_per_unit - (double)(uint64_t)ns_per_unit > 0.0);
}

/*
 * Frequency 0: every time would be infinite.  In Go's reader the events then all come to time 0, by way of sums
 * that overflow.
 */
static double finite_factor(double ns_per_unit)
{
	return ns_per_unit <= DBL_MAX ? ns_per_unit : 0.0;
}

void gt_v2_cursor_init(struct gt_v2_cursor *c, struct gt_source *src, const struct gt_v2_batch *batches,
		       double ns_per_unit, uint32_t first, uint8_t *win, uint32_t size)
{
	*c = (struct gt_v2_cursor){
		.p = win,
		.end = win,
		.batch = UINT32_MAX,
		.next_batch = first,
		.win = win,
		.win_size = size,
		.src = src,
		.batches = batches,
		.ns_per_unit = finite_factor(ns_per_unit),
		.whole_ns = is_whole(ns_per_unit) ? (uint64_t)ns_per_unit : 0,
	};
}

void gt_v2_cursor_resume(struct gt_v2_cursor *c, uint32_t batch, uint64_t off, int64_t time)
{
	const struct gt_v2_batch *b = &c->batches[batch];

	c->p = c->end = c->win;
	c->batch = batch;
	c->next_batch = b->next;
	c->end_off = off;
	c->left = (uint32_t)(b->off + b->size - off);
	c->time = time;
}

/* Moves what is unread to the front of the window and fills it up from the batch. */
static int v2cursor_refill(struct gt_v2_cursor *c, struct gt_error *err)
{
	size_t have = (size_t)(c->end - c->p);
	size_t want = c->win_size - have;
	int64_t got;

	if (want > c->left)
		want = c->left;
	memmove(c->win, c->p, have);
	got = gt_source_read(c->src, c->end_off, c->win + have, want);
	if (got < 0)
		return gt_error_errno(err, errno, "cannot read the trace");
	if ((size_t)got < want)
		return gt_error_set(err, GT_ERR_CUT, c->end_off + (uint64_t)got,
				    "the file became shorter while it was read");
	c->p = c->win;
	c->end = c->win + have + want;
	c->end_off += want;
	c->left -= (uint32_t)want;
	return 0;
}

/* Goes to the next batch that is not empty: 1, or 0 at the end. */
static int v2cursor_enter_batch(struct gt_v2_cursor *c)
{
	while (c->next_batch != UINT32_MAX) {
		const struct gt_v2_batch *b = &c->batches[c->next_batch];

		c->batch = c->next_batch;
		c->next_batch = b->next;
		c->p = c->end = c->win;
		c->end_off = b->off;
		c->left = b->size;
		c->time = gt_v2_cursor_ns(c, b->time);
		if (b->size != 0)
			return 1;
	}
	return 0;
}

static int bad_record(const struct gt_v2_cursor *c, struct gt_error *err)
{
	const struct gt_v2_spec *spec = gt_v2_spec(c->type);

	if (gt_v2_extra_args[c->type] == GT_V2_NOT_TIMED)
		return gt_error_set(err, GT_ERR_CORRUPT, c->off,
				    "expected a timed event in an event batch, found type %u%s%s%s", c->type,
				    spec ? " (" : "", spec ? spec->name : "", spec ? ")" : "");
	return gt_error_set(err, GT_ERR_CORRUPT, c->off, "expected the arguments of %s, found a broken uvarint",
			    spec ? spec->name : "an event");
}

int gt_v2_cursor_next_slow(struct gt_v2_cursor *c, struct gt_error *err)
{
	const uint8_t *p, *end;
	uint64_t dt;
	unsigned n;

	if (c->p == c->end && c->left == 0 && !v2cursor_enter_batch(c))
		return 0;
	if (c->left != 0 && c->end - c->p < GT_V2_RECORD_MAX) {
		int rc = v2cursor_refill(c, err);

		if (rc < 0)
			return rc;
	}
	p = c->p;
	end = c->end;
	c->off = c->end_off - (uint64_t)(end - p);
	c->type = *p++;
	n = gt_v2_extra_args[c->type];
	if (n == GT_V2_NOT_TIMED)
		return bad_record(c, err);
	p = gt_varint(p, end, &dt);
	for (unsigned i = 0; p && i < n; i++)
		p = gt_varint(p, end, &c->args[i]);
	if (!p)
		return bad_record(c, err);
	c->p = p;
	c->prev_time = c->time;
	/* Wraps like Go's sum, where corrupt times make it. */
	c->time = (int64_t)((uint64_t)c->time + (uint64_t)gt_v2_cursor_ns(c, dt));
	return 1;
}
