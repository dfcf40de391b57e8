/* gzip by zlib, member after member. */
#include "wire/gunzip.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <zlib.h>

#include "base/mapfile.h"
#include "base/xalloc.h"

#define IN_SIZE (64 * 1024)
#define OUT_SIZE (256 * 1024)

/* 15: the largest window; 16: a gzip header is expected. */
#define WINDOW_BITS (15 + 16)

struct gunzip {
	z_stream z;
	struct gt_stream *in;
	int out;
	uint64_t consumed;       /* packed bytes read from in so far */
	uint64_t written;
	bool eof;
	uint8_t *in_buf, *out_buf;
	struct gt_error *err;
};

bool gt_gunzip_detect(const void *head, size_t n)
{
	/* The third byte is the method; 8 is the only one that exists. */
	return n >= 3 && !memcmp(head, "\x1f\x8b\x08", 3);
}

/* Offset in the packed file of the next byte that zlib wants. */
static uint64_t position(const struct gunzip *u)
{
	return u->consumed - u->z.avail_in;
}

/* Makes at least one input byte available, unless the input is over. */
static int fill(struct gunzip *u)
{
	ssize_t n;

	if (u->z.avail_in || u->eof)
		return 0;
	n = gt_stream_read(u->in, u->in_buf, IN_SIZE);
	if (n < 0)
		return gt_error_errno(u->err, errno, "cannot read the gzip data");
	u->eof = n < IN_SIZE;
	u->consumed += (uint64_t)n;
	u->z.next_in = u->in_buf;
	u->z.avail_in = (uInt)n;
	return 0;
}

static int flush(struct gunzip *u)
{
	size_t n = OUT_SIZE - u->z.avail_out;

	if (n && gt_write_full(u->out, u->out_buf, n))
		return gt_error_errno(u->err, errno, "cannot write the unpacked trace to a temporary file");
	u->written += n;
	u->z.next_out = u->out_buf;
	u->z.avail_out = OUT_SIZE;
	return 0;
}

/* Unpacks one member: 0 (all right, or damage->code is set), or negative. */
static int member(struct gunzip *u, struct gt_error *damage)
{
	int rc, z;

	do {
		rc = fill(u);
		if (rc < 0)
			return rc;
		z = inflate(&u->z, Z_NO_FLUSH);
		if (z == Z_BUF_ERROR && u->eof && !u->z.avail_in) {
			gt_error_set(damage, GT_ERR_CUT, GT_NO_OFFSET,
				     "the gzip data ends early, after %" PRIu64 " bytes", u->consumed);
		} else if (z == Z_MEM_ERROR) {
			return gt_error_set(u->err, GT_ERR_NOMEM, GT_NO_OFFSET, "not enough memory to unpack gzip data");
		} else if (z != Z_OK && z != Z_STREAM_END && z != Z_BUF_ERROR) {
			gt_error_set(damage, GT_ERR_CORRUPT, GT_NO_OFFSET,
				     "the gzip data is corrupt near byte %" PRIu64 ": %s", position(u),
				     u->z.msg ? u->z.msg : "unexpected data");
		}
		rc = flush(u);
		if (rc < 0)
			return rc;
	} while (z != Z_STREAM_END && !damage->code);
	return 0;
}

/*
 * After a member: true if another one begins.  Zeros up to the end are padding
 * (tapes, block devices) and are skipped; anything else is damage.
 */
static int next_member(struct gunzip *u, bool *more, struct gt_error *damage)
{
	*more = false;
	for (;;) {
		int rc = fill(u);

		if (rc < 0 || !u->z.avail_in)
			return rc;
		if (*u->z.next_in)
			break;
		u->z.next_in++;
		u->z.avail_in--;
	}
	if (*u->z.next_in != 0x1f) {
		gt_error_set(damage, GT_ERR_CORRUPT, GT_NO_OFFSET, "other data follows the gzip data at byte %" PRIu64,
			     position(u));
		return 0;
	}
	*more = true;
	return 0;
}

static int run(struct gunzip *u, struct gt_error *damage)
{
	bool more = true;
	int rc = 0;

	while (more && !damage->code) {
		rc = member(u, damage);
		if (rc < 0 || damage->code)
			break;
		rc = next_member(u, &more, damage);
		if (rc < 0)
			break;
		inflateReset(&u->z);
	}
	return rc;
}

int gt_gunzip(struct gt_stream *in, const void *head, size_t head_len, int out, uint64_t *size,
	      struct gt_error *damage, struct gt_error *err)
{
	struct gunzip u = { .in = in, .out = out, .consumed = head_len, .err = err };
	int rc;

	*damage = (struct gt_error){ 0 };
	*size = 0;
	if (inflateInit2(&u.z, WINDOW_BITS) != Z_OK)
		return gt_error_set(err, GT_ERR_NOMEM, GT_NO_OFFSET, "not enough memory to unpack gzip data");
	u.in_buf = gt_xmalloc(IN_SIZE > head_len ? IN_SIZE : head_len);
	u.out_buf = gt_xmalloc(OUT_SIZE);
	memcpy(u.in_buf, head, head_len);
	u.z.next_in = u.in_buf;
	u.z.avail_in = (uInt)head_len;
	u.z.next_out = u.out_buf;
	u.z.avail_out = OUT_SIZE;
	rc = run(&u, damage);
	inflateEnd(&u.z);
	free(u.in_buf);
	free(u.out_buf);
	*size = u.written;
	if (rc >= 0 && damage->code && !u.written)
		return gt_error_set(err, damage->code, GT_NO_OFFSET, "%s", damage->text);
	return rc;
}
