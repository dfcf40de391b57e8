/* How values stand in the pages of a Parquet file (Encodings.md of parquet-format). */
#ifndef GT_FORMAT_PARQUET_ENCODE_H
#define GT_FORMAT_PARQUET_ENCODE_H

#include "base/buf.h"

/* LEB128; and what it is short for: numbers near 0, whatever their sign. */
void gt_pq_put_varint(struct gt_buf *out, uint64_t v);
uint64_t gt_pq_zigzag(int64_t v);

/* Bits that the number needs; 0 of 0. */
unsigned gt_pq_bits(uint64_t v);

/* Writes n numbers of `bits` bits (1 to 32): repeated ones as runs, others packed in groups of eight (RLE, 3). */
void gt_pq_put_runs(struct gt_buf *out, const uint32_t *v, size_t n, unsigned bits);

/* n numbers as differences in blocks of 128, each with as few bits as they need (DELTA_BINARY_PACKED, 5). */
void gt_pq_put_deltas(struct gt_buf *out, const int64_t *v, size_t n);
/* About how many bytes that will be. */
size_t gt_pq_deltas_size(const int64_t *v, size_t n);

/* PLAIN, 0: 8 bytes each, low ones first; bits; bytes behind their length. */
void gt_pq_put_i64(struct gt_buf *out, const int64_t *v, size_t n);
void gt_pq_put_bools(struct gt_buf *out, const int64_t *v, size_t n);
void gt_pq_put_bytes(struct gt_buf *out, const char *s, size_t n);
void gt_pq_put_u32(struct gt_buf *out, uint32_t v);

#endif
