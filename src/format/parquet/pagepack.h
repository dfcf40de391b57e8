/* Compression of the pages of Parquet files: zstd where it is there, else gzip. */
#ifndef GT_FORMAT_PARQUET_PAGEPACK_H
#define GT_FORMAT_PARQUET_PAGEPACK_H

#include "base/buf.h"
#include "base/err.h"

/* Numbers of parquet.thrift. */
enum gt_pagepack_codec { GT_PAGEPACK_GZIP = 2, GT_PAGEPACK_ZSTD = 6 };

/* What all pages of this build have. */
enum gt_pagepack_codec gt_pagepack_codec(void);

/* What pages of one file share; all 0 at first. */
struct gt_pagepack {
	void *context;
};

/* Appends n bytes as a page.  GT_ERR_NOMEM: there is no room for that; what was appended is of no use then. */
int gt_pagepack(struct gt_pagepack *p, struct gt_buf *out, const char *s, size_t n, struct gt_error *err);
void gt_pagepack_release(struct gt_pagepack *p);

#endif
