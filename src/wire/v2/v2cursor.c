/* A cursor over the timed events of one M in one generation. */
#include "wire/v2/v2cursor.h"

#include <float.h>

const uint8_t gt_v2_timed_args[256] = {
#define V2_EVENT(num, name, since, flags, nargs, stack, args) [num] = ((flags) & GT_V2_TIMED) != 0 ? (nargs) : 0,
#include "wire/v2/v2events.def"
#undef V2_EVENT
};

/* Larger factors would lose exactness in double before units reach 2^46. */
#define WHOLE_MAX 128.0

void gt_v2_cursor_init(struct gt_v2_cursor *c, struct gt_source *src, const struct gt_v2_batch *batches,
		       double ns_per_unit, uint32_t first, uint8_t *win, uint32_t size)
{
	bool fits = ns_per_unit >= 1.0 && ns_per_unit <= WHOLE_MAX;
	uint64_t whole = fits && !(ns_per_unit - (double)(uint64_t)ns_per_unit > 0.0) ? (uint64_t)ns_per_unit : 0;

	/*
	 * Frequency 0: every time would be infinite.  In Go's reader the events then all come to time 0, by way of
	 * sums that overflow.
	 */
	*c = (struct gt_v2_cursor){
		.in = { .p = win, .end = win, .win = win, .size = size, .src = src },
		.batches = { .v = batches, .at = UINT32_MAX, .next = first },
		.ns_per_unit = ns_per_unit <= DBL_MAX ? ns_per_unit : 0.0,
		.whole_ns = whole,
	};
}

void gt_v2_cursor_resume(struct gt_v2_cursor *c, uint32_t batch, uint64_t off, int64_t time)
{
	gt_batches_seek(&c->batches, &c->in, batch, off);
	c->time = time;
}

void gt_v2_cursor_skip(struct gt_v2_cursor *c)
{
	c->in.p = c->in.end;
	c->in.left = 0;
}

static int bad_record(const struct gt_v2_cursor *c, struct gt_error *err)
{
	const struct gt_v2_spec *spec = gt_v2_spec(c->type);

	if (gt_v2_timed_args[c->type] == 0)
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

	/* Goes to the next batch that is not empty. */
	while (c->in.p == c->in.end && c->in.left == 0) {
		const struct gt_v2_batch *b = gt_batches_next(&c->batches, &c->in);

		if (!b)
			return 0;
		c->time = gt_v2_cursor_ns(c, b->time);
	}
	/* Where a record that cannot be read begins, and the time before it, are known, too. */
	c->off = gt_reader_off(&c->in, c->in.p);
	c->prev_time = c->time;
	if (c->in.left != 0 && c->in.end - c->in.p < GT_V2_RECORD_MAX) {
		int rc = gt_reader_fill(&c->in, err);

		if (rc < 0)
			return rc;
	}
	p = c->in.p;
	end = c->in.end;
	c->type = *p++;
	n = gt_v2_timed_args[c->type];
	if (n == 0)
		return bad_record(c, err);
	p = gt_varint(p, end, &dt);
	for (unsigned i = 1; p && i < n; i++)
		p = gt_varint(p, end, &c->args[i - 1]);
	if (!p)
		return bad_record(c, err);
	c->in.p = p;
	/* Wraps like Go's sum, where corrupt times make it. */
	c->time = (int64_t)((uint64_t)c->time + (uint64_t)gt_v2_cursor_ns(c, dt));
	return 1;
}
