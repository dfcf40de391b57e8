/* Parquet files: rows of typed columns, which may be absent, compressed by columns (parquet.apache.org). */
#ifndef GT_FORMAT_PARQUET_PARQUET_H
#define GT_FORMAT_PARQUET_PARQUET_H

#include "base/buf.h"
#include "base/err.h"

/* What is in a column. */
enum gt_pq_kind {
	GT_PQ_INT,            /* INT64 */
	GT_PQ_WALL,           /* INT64, ns since 1970 in UTC: TIMESTAMP */
	GT_PQ_REAL,           /* DOUBLE */
	GT_PQ_BOOL,           /* BOOLEAN */
	GT_PQ_TEXT,           /* BYTE_ARRAY, STRING: must be UTF-8 */
	GT_PQ_JSON,           /* BYTE_ARRAY, JSON */
};

struct gt_pq_column {
	const char *name;     /* the caller's, until gt_parquet_close */
	enum gt_pq_kind kind;
};

/*
 * Writes one file, into a buffer that the caller may empty after each call.  Rows are kept until a row group is full
 * (131,072 rows, or 32 MiB of texts), so memory is bounded whatever the number of rows; what is kept to the end are
 * 200 bytes for each page.  A file without its end is none: it is not to be taken for whole.
 */
struct gt_parquet;

/* A row group: more rows would need more memory, fewer compress less. */
#define GT_PQ_GROUP_ROWS (UINT32_C(1) << 17)

/* Appends the file's first bytes.  The columns' array is copied. */
struct gt_parquet *gt_parquet_open(const struct gt_pq_column *columns, unsigned n, struct gt_buf *out);

/* What the file says about itself besides its rows: "key" and a text, both copied. */
void gt_parquet_note(struct gt_parquet *w, const char *key, const char *value);

/* The next cell of the row, from the first column on; each row has one of each column. */
void gt_parquet_null(struct gt_parquet *w);
void gt_parquet_int(struct gt_parquet *w, int64_t v);          /* GT_PQ_INT, GT_PQ_WALL, GT_PQ_BOOL */
void gt_parquet_real(struct gt_parquet *w, double v);
void gt_parquet_text(struct gt_parquet *w, const char *s, size_t n);

/* Ends the row.  Errors (GT_ERR_NOMEM of the compression) are kept, and told at the end. */
void gt_parquet_row(struct gt_parquet *w, struct gt_buf *out);

/* Appends what is left and the file's end, and frees w.  0, or the first error, after which the file has no end. */
int gt_parquet_close(struct gt_parquet *w, struct gt_buf *out, struct gt_error *err);

#endif
