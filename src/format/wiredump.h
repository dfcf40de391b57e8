/* -d=wire and -d=footprint: what their files share. */
#ifndef GT_FORMAT_WIREDUMP_H
#define GT_FORMAT_WIREDUMP_H

#include "format/out.h"
#include "wire/source.h"

/* Bytes and number of the records of a type. */
struct gt_footprint {
	const char *name;
	uint64_t bytes, count;
};

/* wiredump_v1.c: 0, or the fault that ends the listing. */
int gt_wire_v1(struct gt_out *out, struct gt_source *src, int minor, struct gt_error *err);
int gt_count_v1(struct gt_source *src, int minor, struct gt_footprint *types, struct gt_error *err);

#endif
