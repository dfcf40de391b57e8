/* gzip by zlib, member after member. */
#include <string.h>
#include <zlib.h>

#include "wire/unpack.h"

/* 15: the largest window; 16: a gzip header is expected. */
#define WINDOW_BITS (15 + 16)

struct gunzip {
	struct gt_unpacker u;
	z_stream z;
};

static bool gunzip_detect(const uint8_t *head, size_t n)
{
	/* The third byte is the method; 8 is the only one that exists. */
	return n >= 3 && !memcmp(head, "\x1f\x8b\x08", 3);
}

static int gunzip_open(struct gt_unpacker *u, size_t n, struct gt_error *err)
{
	struct gunzip *g = (struct gunzip *)u;

	if (inflateInit2(&g->z, WINDOW_BITS) != Z_OK)
		return gt_unpack_no_memory(u, err);
	g->z.next_in = u->in_buf;
	g->z.avail_in = (uInt)n;
	return 0;
}

static void gunzip_close(struct gt_unpacker *u)
{
	inflateEnd(&((struct gunzip *)u)->z);
}

/* Offset in the packed file of the next byte that zlib wants. */
static uint64_t gunzip_taken(const struct gt_unpacker *u)
{
	return u->consumed - ((const struct gunzip *)u)->z.avail_in;
}

/* Makes at least one input byte available, unless the input is over. */
static int gunzip_fill(struct gunzip *g, struct gt_error *err)
{
	ssize_t n;

	if (g->z.avail_in)
		return 0;
	n = gt_unpack_fill(&g->u, err);
	if (n < 0)
		return (int)n;
	g->z.next_in = g->u.in_buf;
	g->z.avail_in = (uInt)n;
	return 0;
}

/*
 * After a member: does another one begin?  Zeros up to the end are padding
 * (tapes, block devices) and are skipped; anything else is damage.
 */
static int next_member(struct gunzip *g, struct gt_error *damage, struct gt_error *err)
{
	for (;;) {
		int rc = gunzip_fill(g, err);

		if (rc < 0)
			return rc;
		g->u.done = !g->z.avail_in;
		if (g->u.done)
			return 0;
		if (*g->z.next_in)
			break;
		g->z.next_in++;
		g->z.avail_in--;
	}
	if (*g->z.next_in != 0x1f)
		gt_unpack_other_data(&g->u, damage);
	else
		inflateReset(&g->z);
	return 0;
}

/* Some bytes more: 0, or damage->code is set, or negative. */
static int gunzip_step(struct gunzip *g, struct gt_error *damage, struct gt_error *err)
{
	int rc = gunzip_fill(g, err), z;

	if (rc < 0)
		return rc;
	z = inflate(&g->z, Z_NO_FLUSH);
	if (z == Z_STREAM_END)
		return next_member(g, damage, err);
	if (z == Z_MEM_ERROR)
		return gt_unpack_no_memory(&g->u, err);
	if (z == Z_BUF_ERROR && g->u.eof && !g->z.avail_in)
		gt_unpack_cut(&g->u, damage);
	else if (z != Z_OK && z != Z_BUF_ERROR)
		gt_unpack_corrupt(&g->u, g->z.msg ? g->z.msg : "unexpected data", damage);
	return 0;
}

static ssize_t gunzip_read(struct gt_unpacker *u, void *out, size_t n, struct gt_error *damage, struct gt_error *err)
{
	struct gunzip *g = (struct gunzip *)u;

	g->z.next_out = out;
	g->z.avail_out = (uInt)n;
	while (!u->done && g->z.avail_out) {
		int rc = gunzip_step(g, damage, err);

		if (rc < 0)
			return rc;
		u->done |= damage->code != 0;
	}
	return (ssize_t)(n - g->z.avail_out);
}

const struct gt_packing gt_packing_gzip = {
	.name = "gzip",
	.size = sizeof(struct gunzip),
	.detect = gunzip_detect,
	.open = gunzip_open,
	.close = gunzip_close,
	.read = gunzip_read,
	.taken = gunzip_taken,
};
