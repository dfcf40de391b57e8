/* zstd by its library, frame after frame. */
#include <string.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "wire/unpack.h"
#include "wire/zstdhead.h"

/* The largest window, as zstd itself has it without --long: 128 MiB.  It is what unpacking takes of memory. */
#define WINDOW_LOG 27

struct unzstd {
	struct gt_unpacker u;
	ZSTD_DStream *z;
	ZSTD_inBuffer in;
	bool inside;          /* a frame has begun and is not over */
	size_t wanted;        /* ... bytes that the library asks for next */
};

static int unzstd_open(struct gt_unpacker *u, size_t n, struct gt_error *err)
{
	struct unzstd *x = (struct unzstd *)u;

	x->z = ZSTD_createDStream();
	if (!x->z || ZSTD_isError(ZSTD_DCtx_setParameter(x->z, ZSTD_d_windowLogMax, WINDOW_LOG))) {
		ZSTD_freeDStream(x->z);
		return gt_unpack_no_memory(u, err);
	}
	x->in = (ZSTD_inBuffer){ .src = u->in_buf, .size = n };
	x->inside = true;
	x->wanted = 1;
	return 0;
}

static void unzstd_close(struct gt_unpacker *u)
{
	ZSTD_freeDStream(((struct unzstd *)u)->z);
}

static uint64_t unzstd_taken(const struct gt_unpacker *u)
{
	const struct unzstd *x = (const struct unzstd *)u;

	return u->consumed - (x->in.size - x->in.pos);
}

/* Makes at least one input byte available, unless the input is over. */
static int unzstd_fill(struct unzstd *x, struct gt_error *err)
{
	ssize_t n;

	if (x->in.pos < x->in.size)
		return 0;
	n = gt_unpack_fill(&x->u, err);
	if (n < 0)
		return (int)n;
	x->in = (ZSTD_inBuffer){ .src = x->u.in_buf, .size = (size_t)n };
	return 0;
}

/* After a frame: as after a member of gzip. */
static int next_frame(struct unzstd *x, struct gt_error *damage, struct gt_error *err)
{
	const uint8_t *bytes = x->u.in_buf;

	for (;;) {
		int rc = unzstd_fill(x, err);

		if (rc < 0)
			return rc;
		x->u.done = x->in.pos == x->in.size;
		if (x->u.done)
			return 0;
		if (bytes[x->in.pos])
			break;
		x->in.pos++;
	}
	x->inside = gt_zstd_may_begin(bytes[x->in.pos]);
	x->wanted = 1;
	if (!x->inside)
		gt_unpack_other_data(&x->u, damage);
	return 0;
}

/*
 * What comes out of a call that ends with an error is lost.  So the library gets what it asks for and no more: a block,
 * or the checksum behind it; and of a frame the first byte alone, or it would unpack a whole one at once.
 */
static size_t unzstd_some(struct unzstd *x, ZSTD_outBuffer *out)
{
	ZSTD_inBuffer some = x->in;
	size_t z;

	if (some.size - some.pos > x->wanted)
		some.size = some.pos + x->wanted;
	z = ZSTD_decompressStream(x->z, out, &some);
	x->in.pos = some.pos;
	x->wanted = ZSTD_isError(z) || !z ? 1 : z;
	return z;
}

/* Some bytes more: 0, or damage->code is set, or negative. */
static int unzstd_step(struct unzstd *x, ZSTD_outBuffer *out, struct gt_error *damage, struct gt_error *err)
{
	size_t before = out->pos, z;
	int rc = unzstd_fill(x, err);
	bool over = x->in.pos == x->in.size;

	if (rc < 0)
		return rc;
	if (!x->inside)
		return next_frame(x, damage, err);
	z = unzstd_some(x, out);
	if (!ZSTD_isError(z)) {
		x->inside = z != 0;
		/* What the library holds back comes without further input, too. */
		if (over && x->inside && out->pos == before)
			gt_unpack_cut(&x->u, damage);
	} else if (ZSTD_getErrorCode(z) == ZSTD_error_memory_allocation) {
		return gt_unpack_no_memory(&x->u, err);
	} else if (ZSTD_getErrorCode(z) == ZSTD_error_frameParameter_windowTooLarge) {
		gt_unpack_corrupt(&x->u, "its window is over 128 MiB: unpack it with zstd -d --long=31", damage);
	} else {
		gt_unpack_corrupt(&x->u, ZSTD_getErrorName(z), damage);
	}
	return 0;
}

static ssize_t unzstd_read(struct gt_unpacker *u, void *bytes, size_t n, struct gt_error *damage, struct gt_error *err)
{
	struct unzstd *x = (struct unzstd *)u;
	ZSTD_outBuffer out = { .dst = bytes, .size = n };

	while (!u->done && out.pos < n) {
		int rc = unzstd_step(x, &out, damage, err);

		if (rc < 0)
			return rc;
		u->done |= damage->code != 0;
	}
	return (ssize_t)out.pos;
}

void gt_zstd_version(struct gt_buf *out)
{
	gt_buf_printf(out, "zstd %s", ZSTD_versionString());
}

const struct gt_packing gt_packing_zstd = {
	.name = "zstd",
	.size = sizeof(struct unzstd),
	.detect = gt_zstd_detect,
	.open = unzstd_open,
	.close = unzstd_close,
	.read = unzstd_read,
	.taken = unzstd_taken,
};
