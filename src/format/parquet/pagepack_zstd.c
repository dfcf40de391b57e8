/* Pages in zstd, a frame each. */
#include "format/parquet/pagepack.h"

#include <zstd.h>

/* The library's own choice: higher levels cost more time than they save room. */
#define LEVEL 3

enum gt_pagepack_codec gt_pagepack_codec(void)
{
	return GT_PAGEPACK_ZSTD;
}

int gt_pagepack(struct gt_pagepack *p, struct gt_buf *out, const char *s, size_t n, struct gt_error *err)
{
	size_t room = ZSTD_compressBound(n), size;

	if (!p->context)
		p->context = ZSTD_createCCtx();
	if (!p->context)
		return gt_error_set(err, GT_ERR_NOMEM, GT_NO_OFFSET, "no memory to compress");
	gt_buf_reserve(out, room);
	size = ZSTD_compressCCtx(p->context, out->data + out->len, room, s, n, LEVEL);
	if (ZSTD_isError(size))
		return gt_error_set(err, GT_ERR_NOMEM, GT_NO_OFFSET, "cannot compress: %s", ZSTD_getErrorName(size));
	out->len += size;
	return 0;
}

void gt_pagepack_release(struct gt_pagepack *p)
{
	ZSTD_freeCCtx(p->context);
	p->context = NULL;
}
