/* What gzip and zstd streams have in common: packed bytes as they come, and what is said of damage. */
#include "wire/unpack.h"

#include <assert.h>
#include <inttypes.h>
#include <limits.h>
#include <string.h>

#include "base/xalloc.h"

#define IN_SIZE (64 * 1024)

int gt_unpack_open(struct gt_unpacker **out, const struct gt_packing *of, struct gt_stream *in, const void *head,
		   size_t n, struct gt_error *err)
{
	struct gt_unpacker *u = gt_xcalloc(1, of->size);
	int rc;

	u->of = of;
	u->in = in;
	u->consumed = n;
	u->in_buf = gt_xmalloc(IN_SIZE > n ? IN_SIZE : n);
	memcpy(u->in_buf, head, n);
	rc = of->open(u, n, err);
	if (rc < 0) {
		free(u->in_buf);
		free(u);
		return rc;
	}
	*out = u;
	return 0;
}

void gt_unpack_close(struct gt_unpacker *u)
{
	if (!u)
		return;
	u->of->close(u);
	free(u->in_buf);
	free(u);
}

ssize_t gt_unpack_read(struct gt_unpacker *u, void *out, size_t n, struct gt_error *damage, struct gt_error *err)
{
	assert(n <= UINT_MAX);
	return u->of->read(u, out, n, damage, err);
}

uint64_t gt_unpack_taken(const struct gt_unpacker *u)
{
	return u->of->taken(u);
}

ssize_t gt_unpack_fill(struct gt_unpacker *u, struct gt_error *err)
{
	ssize_t n = u->eof ? 0 : gt_stream_read(u->in, u->in_buf, IN_SIZE);
	char what[64];

	if (n < 0) {
		snprintf(what, sizeof what, "cannot read the %s data", u->of->name);
		return gt_stream_error(what, err);
	}
	u->eof |= n < IN_SIZE;
	u->consumed += (uint64_t)n;
	return n;
}

void gt_unpack_cut(const struct gt_unpacker *u, struct gt_error *damage)
{
	gt_error_set(damage, GT_ERR_CUT, GT_NO_OFFSET, "the %s data ends early, after %" PRIu64 " bytes", u->of->name,
		     u->consumed);
}

void gt_unpack_corrupt(const struct gt_unpacker *u, const char *why, struct gt_error *damage)
{
	gt_error_set(damage, GT_ERR_CORRUPT, GT_NO_OFFSET, "the %s data is corrupt near byte %" PRIu64 ": %s", u->of->name,
		     gt_unpack_taken(u), why);
}

void gt_unpack_other_data(const struct gt_unpacker *u, struct gt_error *damage)
{
	gt_error_set(damage, GT_ERR_CORRUPT, GT_NO_OFFSET, "other data follows the %s data at byte %" PRIu64, u->of->name,
		     gt_unpack_taken(u));
}

int gt_unpack_no_memory(const struct gt_unpacker *u, struct gt_error *err)
{
	return gt_error_set(err, GT_ERR_NOMEM, GT_NO_OFFSET, "not enough memory to unpack %s data", u->of->name);
}
