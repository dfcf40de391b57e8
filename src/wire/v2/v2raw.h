/* A v2 trace as a plain sequence of records, structural ones included; no rule is checked. */
#ifndef GT_WIRE_V2RAW_H
#define GT_WIRE_V2RAW_H

#include "wire/reader.h"
#include "wire/v2/v2events.h"

/* One record; everything it points to is valid until the next call. */
struct gt_v2_raw {
	const struct gt_v2_spec *spec;
	uint64_t off;                    /* of the type byte */
	uint32_t size;                   /* bytes in the file */
	uint8_t type;                    /* enum gt_v2_type */
	uint64_t args[GT_V2_MAX_ARGS];   /* spec->nargs of them */
	const uint64_t *frames;          /* Stack: nframes times pc, func, file, line */
	uint32_t nframes;
	uint32_t data_len;               /* types with GT_V2_DATA */
	const uint8_t *data;
};

/* Reads through a window, so that memory stays constant. */
struct gt_v2_raw_reader {
	struct gt_reader in;
	int minor;
	uint64_t *frames;
	size_t frames_cap;
};

/* Starts after the header.  Release with gt_v2_raw_release. */
void gt_v2_raw_open(struct gt_v2_raw_reader *r, struct gt_source *src, int minor);
void gt_v2_raw_release(struct gt_v2_raw_reader *r);

/*
 * The next record: 1, 0 at the end of the file, or negative: a type that the
 * trace's version does not have, a malformed number, or a cut.
 */
int gt_v2_raw_next(struct gt_v2_raw_reader *r, struct gt_v2_raw *rec, struct gt_error *err);

#endif
