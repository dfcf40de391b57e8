/* Every number of a binary trace, and another one in its place. */
#ifndef GT_TEST_WIRE_NUMBERS_H
#define GT_TEST_WIRE_NUMBERS_H

#include "base/buf.h"
#include "wire/header.h"
#include "wire/source.h"

/* Around every bound that a program may have: 0, 1, 2^7 … 2^64 - 1. */
#define EXTREMES 10
extern const uint64_t number_extremes[EXTREMES];

/* One number, and the size of what it lies in, which changes with it (size_off 0: nothing has one). */
struct number {
	size_t off, len;
	size_t size_off;
	unsigned type, arg;      /* of the record (enum gt_v1_type or gt_v2_type); its place there */
};

struct numbers {
	struct number *v;
	size_t n, cap;
};

/* All numbers of a trace, as far as its records have the right form; bytes: what src reads.  The caller frees v. */
void numbers_find(struct numbers *to, struct gt_source *src, const struct gt_header *h, const uint8_t *bytes);

uint64_t number_read(const uint8_t *bytes, size_t n, const struct number *at);

/* The trace with v in the place of a number; out is emptied first. */
void number_change(struct gt_buf *out, const uint8_t *bytes, size_t n, const struct number *at, uint64_t v);

#endif
