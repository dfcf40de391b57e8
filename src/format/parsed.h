/* -d=parsed: what its files share. */
#ifndef GT_FORMAT_PARSED_H
#define GT_FORMAT_PARSED_H

#include "format/out.h"
#include "wire/header.h"
#include "wire/source.h"

/* parsed_v1.c: lists a v1 trace: 0, or the fault after which (or in spite of which) it ended. */
int gt_parsed_v1(struct gt_out *out, struct gt_source *src, const struct gt_header *h, struct gt_error *err);

#endif
