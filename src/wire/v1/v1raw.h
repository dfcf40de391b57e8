/* A v1 trace as a plain sequence of records, structural ones included; no rule but their form is checked. */
#ifndef GT_WIRE_V1RAW_H
#define GT_WIRE_V1RAW_H

#include "wire/reader.h"
#include "wire/v1/v1scan.h"

/* One record; everything it points to is valid until the next call. */
struct gt_v1_raw {
	const struct gt_v1_spec *spec;
	uint64_t off;                /* of the type byte */
	uint32_t size;               /* bytes in the file */
	uint8_t type;                /* enum gt_v1_type */
	const uint64_t *values;      /* all of them: the time prefix, arguments, stack id */
	uint32_t nvalues;
	const uint8_t *text;         /* String, UserLog */
	uint32_t text_len;
};

/* Reads through a window, so that memory stays constant. */
struct gt_v1_raw_reader {
	struct gt_reader in;
	struct gt_v1_layout layout;
	uint64_t *values;
};

/*
 * How value i of a record of that type is called: "dseq" and "dt" before the arguments, "stk" behind them.  NULL: it
 * has no name, as in records without a time.
 */
const char *gt_v1_value_name(const struct gt_v1_layout *l, unsigned type, uint32_t i);

/* Starts after the header.  Release with gt_v1_raw_release. */
void gt_v1_raw_open(struct gt_v1_raw_reader *r, struct gt_source *src, int minor);
void gt_v1_raw_release(struct gt_v1_raw_reader *r);

/*
 * The next record: 1, 0 at the end of the file, or negative: a type that the
 * version does not have, a wrong form, or a cut.
 */
int gt_v1_raw_next(struct gt_v1_raw_reader *r, struct gt_v1_raw *rec, struct gt_error *err);

#endif
