/* Compression of what is written whole: profiles, pages of tables. */
#ifndef GT_FORMAT_PARQUET_PACK_H
#define GT_FORMAT_PARQUET_PACK_H

#include "base/buf.h"
#include "base/err.h"

/* Appends n bytes as a gzip file.  GT_ERR_NOMEM: there is no room for that; what was appended is of no use then. */
int gt_pack_gzip(struct gt_buf *out, const char *s, size_t n, struct gt_error *err);

#endif
