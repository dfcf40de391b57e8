/* Walks the records of a v2 trace in file order. */
#include "wire/v2/v2raw.h"

#include "base/varint.h"
#include "base/xalloc.h"
#include "wire/header.h"

/* A batch has at most 64 KiB, so no record of a valid trace comes near this. */
#define WINDOW_SIZE (256 * 1024)

void gt_v2_raw_open(struct gt_v2_raw_reader *r, struct gt_source *src, int minor)
{
	*r = (struct gt_v2_raw_reader){ .minor = minor };
	gt_reader_open(&r->in, src, GT_HEADER_SIZE, gt_xmalloc(WINDOW_SIZE), WINDOW_SIZE);
}

void gt_v2_raw_release(struct gt_v2_raw_reader *r)
{
	free(r->in.win);
	free(r->frames);
	*r = (struct gt_v2_raw_reader){ 0 };
}

enum decoded { DECODED, NEED_MORE, BAD_NUMBER, NO_MEMORY };

struct cursor {
	const uint8_t *p, *end;
};

static enum decoded v2raw_number(struct cursor *c, uint64_t *v)
{
	const uint8_t *p = gt_varint(c->p, c->end, v);

	if (GT_UNLIKELY(!p))
		return c->end - c->p < GT_VARINT_MAX ? NEED_MORE : BAD_NUMBER;
	c->p = p;
	return DECODED;
}

static enum decoded v2raw_numbers(struct cursor *c, uint64_t *v, uint64_t n)
{
	enum decoded rc = DECODED;

	for (uint64_t i = 0; i < n && rc == DECODED; i++)
		rc = v2raw_number(c, &v[i]);
	return rc;
}

static enum decoded frames(struct gt_v2_raw_reader *r, struct cursor *c, struct gt_v2_raw *rec)
{
	uint64_t n = rec->args[1];

	if (n > (uint64_t)(c->end - c->p) / 4)
		return NEED_MORE;
	if (!GT_TRY_GROW(r->frames, r->frames_cap, (size_t)n * 4))
		return NO_MEMORY;
	rec->frames = r->frames;
	rec->nframes = (uint32_t)n;
	return v2raw_numbers(c, r->frames, n * 4);
}

static enum decoded data(struct cursor *c, struct gt_v2_raw *rec)
{
	uint64_t n;
	enum decoded rc = v2raw_number(c, &n);

	if (rc != DECODED)
		return rc;
	if (n > (uint64_t)(c->end - c->p))
		return NEED_MORE;
	rec->data = c->p;
	rec->data_len = (uint32_t)n;
	c->p += n;
	return DECODED;
}

static enum decoded v2raw_decode(struct gt_v2_raw_reader *r, struct gt_v2_raw *rec)
{
	struct cursor c = { .p = r->in.p + 1, .end = r->in.end };
	enum decoded rc = v2raw_numbers(&c, rec->args, rec->spec->nargs);

	if (rc == DECODED && rec->type == GT_V2_Stack)
		rc = frames(r, &c, rec);
	if (rc == DECODED && rec->spec->flags & GT_V2_DATA)
		rc = data(&c, rec);
	rec->size = (uint32_t)(c.p - r->in.p);
	return rc;
}

int gt_v2_raw_next(struct gt_v2_raw_reader *r, struct gt_v2_raw *rec, struct gt_error *err)
{
	enum decoded why;
	int rc = r->in.p == r->in.end ? gt_reader_fill(&r->in, err) : 0;

	if (rc < 0 || r->in.p == r->in.end)
		return rc;
	*rec = (struct gt_v2_raw){ .off = gt_reader_off(&r->in, r->in.p), .type = *r->in.p };
	rec->spec = gt_v2_spec(rec->type);
	if (GT_UNLIKELY(!rec->spec || rec->spec->since > r->minor))
		return gt_error_set(err, GT_ERR_CORRUPT, rec->off, "invalid event type %d in a go 1.%d trace", rec->type,
				    r->minor);
	why = v2raw_decode(r, rec);
	if (GT_UNLIKELY(why == NEED_MORE)) {
		rc = gt_reader_fill(&r->in, err);
		if (rc < 0)
			return rc;
		why = v2raw_decode(r, rec);
	}
	switch (why) {
	case DECODED:
		r->in.p += rec->size;
		return 1;
	case NO_MEMORY:
		return gt_error_set(err, GT_ERR_NOMEM, rec->off, "not enough memory for the frames of a stack");
	case BAD_NUMBER:
		return gt_error_set(err, GT_ERR_CORRUPT, rec->off, "a %s event has a number that is not valid",
				    rec->spec->name);
	default:
		return gt_error_set(err, r->in.left ? GT_ERR_CORRUPT : GT_ERR_CUT, rec->off, r->in.left ?
				    "a %s event is larger than any batch" : "the file ends inside a %s event",
				    rec->spec->name);
	}
}
