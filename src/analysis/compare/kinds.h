/* What two traces are compared by: one table. */
#ifndef GT_ANALYSIS_CMP_KINDS_H
#define GT_ANALYSIS_CMP_KINDS_H

#include "analysis/compare/keyed.h"

enum gt_cmp_kind_id {
#define GT_CMP(id, ...) GT_CMP_##id,
#include "analysis/compare/kinds.def"
#undef GT_CMP
	GT_CMP_KINDS
};

enum gt_cmp_unit { GT_CMP_NS, GT_CMP_BYTES, GT_CMP_TOP };
enum gt_cmp_aspect { GT_CMP_LENGTH, GT_CMP_SHARE, GT_CMP_RATE, GT_CMP_ASPECTS };

/* See kinds.def. */
struct gt_cmp_kind {
	const char *name;            /* as the report that has the rows is called */
	const char *what;
	int8_t worse[GT_CMP_ASPECTS];
	enum gt_cmp_unit unit;
	double worth, weight;
	unsigned (*form)(const struct gt_trace *t);
	/* GT_ERR_NOMEM, GT_ERR_IO: the trace cannot be read any more. */
	int (*feed)(struct gt_collected *c, struct gt_error *err);
};

extern const struct gt_cmp_kind gt_cmp_kinds[GT_CMP_KINDS];

/* Whether a kind has such numbers: a level is not so many a second, nor is a part of the time's longest one. */
bool gt_cmp_has(enum gt_cmp_kind_id kind, enum gt_cmp_aspect aspect);
/* "length", "share", "rate". */
const char *gt_cmp_aspect_name(enum gt_cmp_aspect aspect);

#endif
