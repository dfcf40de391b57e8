/* What the files of the reports "waitgroups" and "schedgroups" share. */
#ifndef GT_ANALYSIS_WAITGROUPS_OWN_H
#define GT_ANALYSIS_WAITGROUPS_OWN_H

#include "analysis/table/measure.h"
#include "analysis/table/scratch.h"
#include "analysis/stacks/where.h"
#include "analysis/waits/waitkeys.h"

#define GT_WGROUP_RANKS 4     /* p50, p90, p99, p99.9 */

struct gt_wgroup {
	struct gt_waitkey key;
	uint32_t n, nopen;    /* ended waits; open ones */
	uint8_t states;       /* of all of them: bits of enum gt_spent */
	int64_t total, open, max, at[GT_WGROUP_RANKS];
	struct {
		uint32_t g, next;
		int64_t t0, dur;  /* begin of all of it; in the range */
		bool ended;
	} longest;
};

struct gt_sched_instead;

struct gt_waitgroups {
	struct gt_table head;
	bool sched;                     /* only waits for a P, as the report sched has them */
	int64_t from, to;               /* the range, before the horizon */
	struct gt_waitkeys keys;
	struct gt_wgroup *groups;       /* head.rows */
	int64_t sum;                    /* of all groups */
	struct gt_scratch when;         /* int64_t, GT_PARTS of each group */
	struct gt_wheres wheres;        /* grouped by stack, made on demand: how to distinguish them */
	struct gt_item parts[GT_PARTS];
	struct gt_item totals[8];
	struct gt_sched_instead *instead; /* of the waits in schedgroups, once it is asked for */
};

/*
 * Fills groups (in the order in which a scan of all waits meets them), when, and head.rows of wg, whose other members
 * are set.  Errors of gt_waits_scan.
 */
int gt_waitgroups_scan(struct gt_waitgroups *wg, const struct gt_table_args *args, struct gt_error *err);

#endif
