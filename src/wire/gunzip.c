/* gzip by zlib, member after member. */
#include "wire/gunzip.h"

#include <assert.h>
#include <inttypes.h>
#include <limits.h>
#include <string.h>
#include <zlib.h>

#include "base/xalloc.h"

#define IN_SIZE (64 * 1024)

/* 15: the largest window; 16: a gzip header is expected. */
#define WINDOW_BITS (15 + 16)

struct gt_gunzip {
	z_stream z;
	struct gt_stream *in;
	uint64_t consumed;       /* packed bytes read from in so far */
	bool eof;                /* of in */
	bool done;               /* nothing more comes out */
	uint8_t *in_buf;
};

bool gt_gunzip_detect(const void *head, size_t n)
{
	/* The third byte is the method; 8 is the only one that exists. */
	return n >= 3 && !memcmp(head, "\x1f\x8b\x08", 3);
}

int gt_gunzip_open(struct gt_gunzip **out, struct gt_stream *in, const void *head, size_t n, struct gt_error *err)
{
	struct gt_gunzip *u = gt_xcalloc(1, sizeof *u);

	if (inflateInit2(&u->z, WINDOW_BITS) != Z_OK) {
		free(u);
		return gt_error_set(err, GT_ERR_NOMEM, GT_NO_OFFSET, "not enough memory to unpack gzip data");
	}
	u->in = in;
	u->consumed = n;
	u->in_buf = gt_xmalloc(IN_SIZE > n ? IN_SIZE : n);
	memcpy(u->in_buf, head, n);
	u->z.next_in = u->in_buf;
	u->z.avail_in = (uInt)n;
	*out = u;
	return 0;
}

void gt_gunzip_close(struct gt_gunzip *u)
{
	if (!u)
		return;
	inflateEnd(&u->z);
	free(u->in_buf);
	free(u);
}

/* Offset in the packed file of the next byte that zlib wants. */
uint64_t gt_gunzip_taken(const struct gt_gunzip *u)
{
	return u->consumed - u->z.avail_in;
}

/* Makes at least one input byte available, unless the input is over. */
static int gunzip_fill(struct gt_gunzip *u, struct gt_error *err)
{
	ssize_t n;

	if (u->z.avail_in || u->eof)
		return 0;
	n = gt_stream_read(u->in, u->in_buf, IN_SIZE);
	if (n < 0)
		return gt_stream_error("cannot read the gzip data", err);
	u->eof = n < IN_SIZE;
	u->consumed += (uint64_t)n;
	u->z.next_in = u->in_buf;
	u->z.avail_in = (uInt)n;
	return 0;
}

/*
 * After a member: does another one begin?  Zeros up to the end are padding
 * (tapes, block devices) and are skipped; anything else is damage.
 */
static int next_member(struct gt_gunzip *u, struct gt_error *damage, struct gt_error *err)
{
	for (;;) {
		int rc = gunzip_fill(u, err);

		if (rc < 0)
			return rc;
		u->done = !u->z.avail_in;
		if (u->done)
			return 0;
		if (*u->z.next_in)
			break;
		u->z.next_in++;
		u->z.avail_in--;
	}
	if (*u->z.next_in != 0x1f)
		gt_error_set(damage, GT_ERR_CORRUPT, GT_NO_OFFSET, "other data follows the gzip data at byte %" PRIu64,
			     gt_gunzip_taken(u));
	else
		inflateReset(&u->z);
	return 0;
}

/* Some bytes more: 0, or damage->code is set, or negative. */
static int gunzip_step(struct gt_gunzip *u, struct gt_error *damage, struct gt_error *err)
{
	int rc = gunzip_fill(u, err), z;

	if (rc < 0)
		return rc;
	z = inflate(&u->z, Z_NO_FLUSH);
	if (z == Z_STREAM_END)
		return next_member(u, damage, err);
	if (z == Z_MEM_ERROR)
		return gt_error_set(err, GT_ERR_NOMEM, GT_NO_OFFSET, "not enough memory to unpack gzip data");
	if (z == Z_BUF_ERROR && u->eof && !u->z.avail_in)
		gt_error_set(damage, GT_ERR_CUT, GT_NO_OFFSET, "the gzip data ends early, after %" PRIu64 " bytes",
			     u->consumed);
	else if (z != Z_OK && z != Z_BUF_ERROR)
		gt_error_set(damage, GT_ERR_CORRUPT, GT_NO_OFFSET,
			     "the gzip data is corrupt near byte %" PRIu64 ": %s", gt_gunzip_taken(u),
			     u->z.msg ? u->z.msg : "unexpected data");
	return 0;
}

ssize_t gt_gunzip_read(struct gt_gunzip *u, void *out, size_t n, struct gt_error *damage, struct gt_error *err)
{
	assert(n <= UINT_MAX);
	u->z.next_out = out;
	u->z.avail_out = (uInt)n;
	while (!u->done && u->z.avail_out) {
		int rc = gunzip_step(u, damage, err);

		if (rc < 0)
			return rc;
		u->done |= damage->code != 0;
	}
	return (ssize_t)(n - u->z.avail_out);
}
