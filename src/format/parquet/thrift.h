/* Thrift's compact protocol, as far as the metadata of Parquet files needs it: structs, lists, integers, bytes. */
#ifndef GT_FORMAT_PARQUET_THRIFT_H
#define GT_FORMAT_PARQUET_THRIFT_H

#include "base/buf.h"

/* Types of fields and of what is in lists (thrift-compact-protocol.md of Apache Thrift). */
enum gt_thrift_type {
	GT_THRIFT_TRUE = 1,
	GT_THRIFT_FALSE = 2,
	GT_THRIFT_I16 = 4,
	GT_THRIFT_I32 = 5,
	GT_THRIFT_I64 = 6,
	GT_THRIFT_BINARY = 8,
	GT_THRIFT_LIST = 9,
	GT_THRIFT_STRUCT = 12,
};

#define GT_THRIFT_DEPTH 8

/* Appends one struct to `out`, whose fields come in the order of their numbers. */
struct gt_thrift {
	struct gt_buf *out;
	int last[GT_THRIFT_DEPTH];    /* the field before, of each open struct */
	int depth;
};

/* The outermost struct; gt_thrift_end ends it. */
void gt_thrift_begin(struct gt_thrift *w, struct gt_buf *out);

/* A field of the open struct. */
void gt_thrift_int(struct gt_thrift *w, int field, enum gt_thrift_type type, int64_t v);   /* I16, I32, I64 */
void gt_thrift_bool(struct gt_thrift *w, int field, bool v);
void gt_thrift_bytes(struct gt_thrift *w, int field, const void *s, size_t n);

/* A struct as a field; as the next item of a list, with field 0. */
void gt_thrift_struct(struct gt_thrift *w, int field);
void gt_thrift_end(struct gt_thrift *w);

/* A list as a field; n items of the type follow: structs as above, others by the functions below. */
void gt_thrift_list(struct gt_thrift *w, int field, enum gt_thrift_type type, size_t n);
void gt_thrift_item_int(struct gt_thrift *w, int64_t v);
void gt_thrift_item_bool(struct gt_thrift *w, bool v);
void gt_thrift_item_bytes(struct gt_thrift *w, const void *s, size_t n);

#endif
