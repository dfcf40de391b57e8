/* zstd without its library: what it is can be said, and how to unpack it. */
#include "wire/unpack.h"
#include "wire/zstdhead.h"

static int nozstd_open(struct gt_unpacker *u, size_t n, struct gt_error *err)
{
	(void)u;
	(void)n;
	return gt_error_set(err, GT_ERR_NOT_TRACE, GT_NO_OFFSET, "it is zstd data, and this program was built without libzstd: "
			    "unpack it with zstd -d, or build with the library (Debian: libzstd-dev)");
}

static void nozstd_close(struct gt_unpacker *u)
{
	(void)u;
}

static ssize_t nozstd_read(struct gt_unpacker *u, void *out, size_t n, struct gt_error *damage, struct gt_error *err)
{
	(void)u;
	(void)out;
	(void)n;
	(void)damage;
	(void)err;
	return 0;
}

static uint64_t nozstd_taken(const struct gt_unpacker *u)
{
	return u->consumed;
}

void gt_zstd_version(struct gt_buf *out)
{
	gt_buf_puts(out, "no zstd");
}

const struct gt_packing gt_packing_zstd = {
	.name = "zstd",
	.size = sizeof(struct gt_unpacker),
	.detect = gt_zstd_detect,
	.open = nozstd_open,
	.close = nozstd_close,
	.read = nozstd_read,
	.taken = nozstd_taken,
};
