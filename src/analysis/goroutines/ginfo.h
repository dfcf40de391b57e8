/* A cache of what walks over slices need of each goroutine: id, start function, owner. */
#ifndef GT_ANALYSIS_GINFO_H
#define GT_ANALYSIS_GINFO_H

#include "analysis/goroutines/owner.h"
#include "analysis/table/scratch.h"

struct gt_ginfo {
	uint64_t id;
	uint32_t func;        /* string row, 0: unknown */
	uint8_t owner;        /* enum gt_owner */
	bool known;
};

/* Belongs to one trace and one thread. */
struct gt_ginfos {
	const struct gt_trace *t;
	struct gt_scratch items;   /* struct gt_ginfo per goroutine row */
	uint32_t n;
};

/* GT_ERR_NOMEM, GT_ERR_IO; release in any case. */
int gt_ginfos_open(struct gt_ginfos *gi, const struct gt_trace *t, struct gt_error *err);
void gt_ginfos_release(struct gt_ginfos *gi);

/* Of a goroutine row; nothing is known of one that is not there. */
const struct gt_ginfo *gt_ginfos_load(struct gt_ginfos *gi, uint32_t row);

GT_INLINE const struct gt_ginfo *gt_ginfos_get(struct gt_ginfos *gi, uint32_t row)
{
	const struct gt_ginfo *info = (const struct gt_ginfo *)gi->items.data + row;

	return row < gi->n && info->known ? info : gt_ginfos_load(gi, row);
}

#endif
