/* Pages in gzip, for builds without libzstd. */
#include "format/parquet/pagepack.h"

#include "format/parquet/pack.h"

enum gt_pagepack_codec gt_pagepack_codec(void)
{
	return GT_PAGEPACK_GZIP;
}

int gt_pagepack(struct gt_pagepack *p, struct gt_buf *out, const char *s, size_t n, struct gt_error *err)
{
	(void)p;
	return gt_pack_gzip(out, s, n, err);
}

void gt_pagepack_release(struct gt_pagepack *p)
{
	(void)p;
}
