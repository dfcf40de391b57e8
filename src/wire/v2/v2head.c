/* Batch headers: one small read each. */
#include <errno.h>
#include <inttypes.h>

#include "base/varint.h"
#include "wire/v2/v2events.h"
#include "wire/v2/v2scan.h"

/* Type, experiment, four numbers, first content byte. */
#define HEAD_MAX (2 + 4 * GT_VARINT_MAX + 1)

struct window {
	uint8_t bytes[HEAD_MAX];
	const uint8_t *p, *end;
	uint64_t off;            /* of bytes[0] */
};

static uint64_t at(const struct window *w)
{
	return w->off + (uint64_t)(w->p - w->bytes);
}

static int v2head_number(struct window *w, const char *what, uint64_t *v, struct gt_error *err)
{
	const uint8_t *p = gt_varint(w->p, w->end, v);

	if (GT_LIKELY(p)) {
		w->p = p;
		return 0;
	}
	/* The window ends early only where the file does. */
	if (w->end - w->p < GT_VARINT_MAX)
		return gt_error_set(err, GT_ERR_CUT, at(w), "the file ends inside a batch header, in its %s", what);
	return gt_error_set(err, GT_ERR_CORRUPT, at(w), "%s of a batch is not a valid number", what);
}

static int v2head_numbers(struct window *w, struct gt_v2_head *h, struct gt_error *err)
{
	uint64_t start, size;
	int rc;

	if ((rc = v2head_number(w, "generation", &h->gen, err)) < 0 ||
	    (rc = v2head_number(w, "thread", &h->m, err)) < 0 ||
	    (rc = v2head_number(w, "time", &h->time, err)) < 0)
		return rc;
	start = at(w);
	rc = v2head_number(w, "size", &size, err);
	if (rc < 0)
		return rc;
	if (size > GT_V2_MAX_BATCH)
		return gt_error_set(err, GT_ERR_CORRUPT, start, "invalid batch size %" PRIu64 ", maximum is %d", size,
				    GT_V2_MAX_BATCH);
	h->size = (uint32_t)size;
	h->content = at(w);
	h->end = h->content + size;
	h->first = size && w->p < w->end ? *w->p : 0;
	return 0;
}

/*
 * What is there of the head of a batch.  *need: 0, or the size that the source must have for more to be known; then
 * what is returned holds if it never gets that far.
 */
static int look_at_head(struct gt_source *src, uint64_t off, struct gt_v2_head *h, uint64_t *need, struct gt_error *err)
{
	struct window w = { .off = off };
	int64_t n = gt_source_read(src, off, w.bytes, sizeof w.bytes);
	uint64_t there;
	int rc;

	*need = 0;
	if (n < 0)
		return gt_error_errno(err, errno, "cannot read the trace at offset %" PRIu64, off);
	if (n < (int64_t)sizeof w.bytes)
		*need = off + (uint64_t)n + 1;
	if (n == 0)
		return 0;
	w.p = w.bytes;
	w.end = w.bytes + n;
	*h = (struct gt_v2_head){ .off = off };
	switch (*w.p++) {
	case GT_V2_EndOfGeneration:
		h->end_of_gen = true;
		h->end = off + 1;
		*need = 0;
		return 1;
	case GT_V2_EventBatch:
		break;
	case GT_V2_ExperimentalBatch:
		/* A file that ends here counts as complete (format/pitfalls.md 72). */
		if (w.p == w.end)
			return 0;
		h->exp = *w.p++;
		break;
	default:
		*need = 0;
		return gt_error_set(err, GT_ERR_CORRUPT, off, "expected a batch, found a byte %d", w.bytes[0]);
	}
	rc = v2head_numbers(&w, h, err);
	if (rc < 0) {
		*need = rc == GT_ERR_CUT ? *need : 0;
		return rc;
	}
	there = gt_source_size(src);
	*need = h->size && w.p == w.end ? h->end : 0;
	if (h->end <= there)
		return 1;
	*need = h->end;
	there -= h->content < there ? h->content : there;
	return gt_error_set(err, GT_ERR_CUT, h->off,
			    "the file ends inside a batch of generation %" PRIu64 ": %" PRIu64 " of its %" PRIu32 " bytes are there",
			    h->gen, there, h->size);
}

int gt_v2_head_read(struct gt_source *src, uint64_t off, struct gt_v2_head *h, struct gt_error *err)
{
	for (;;) {
		bool grows = gt_source_grows(src);
		uint64_t need;
		int rc = look_at_head(src, off, h, &need, err);

		if (!need || !grows)
			return rc;
		/* If it is over before that, what came last has not been looked at. */
		gt_source_await(src, need);
	}
}
