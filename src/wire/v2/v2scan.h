/* Inside of the generation reader: batch headers and the contents of structural batches. */
#ifndef GT_WIRE_V2SCAN_H
#define GT_WIRE_V2SCAN_H

#include "base/idset.h"
#include "wire/v2/v2gen.h"

/* A batch header and what decides the batch's kind (format/v2.md 4). */
struct gt_v2_head {
	uint64_t off;            /* of the type byte */
	uint64_t content;        /* of the first content byte */
	uint64_t end;            /* of the byte after the batch */
	uint64_t gen, m, time;
	uint32_t size;           /* content bytes */
	uint8_t exp;             /* 0: not experimental */
	uint8_t first;           /* first content byte; 0 (no type) if there is none */
	bool end_of_gen;         /* a bare EndOfGeneration byte; only off and end are set besides */
};

/*
 * Reads the batch header at off with one small read: 1, 0 at a clean end of the
 * file, or negative.
 */
int gt_v2_head_read(struct gt_source *src, uint64_t off, struct gt_v2_head *h, struct gt_error *err);

/* What is collected besides struct gt_v2_gen while a generation is read. */
struct gt_v2_scan {
	struct gt_idset ms;      /* streams by their M */
	bool has_freq;
};

/*
 * Take in a structural batch whose content is data (h->size bytes).  They fill
 * err and return negative where Go's reader fails.
 */
int gt_v2_add_strings(struct gt_v2_gen *g, const struct gt_v2_head *h, const uint8_t *data, struct gt_error *err);
int gt_v2_add_stacks(struct gt_v2_gen *g, const struct gt_v2_head *h, const uint8_t *data, struct gt_error *err);
int gt_v2_add_samples(struct gt_v2_gen *g, const struct gt_v2_head *h, const uint8_t *data, struct gt_error *err);
int gt_v2_add_sync(struct gt_v2_gen *g, struct gt_v2_scan *sc, int minor, const struct gt_v2_head *h,
		   const uint8_t *data, struct gt_error *err);

#endif
