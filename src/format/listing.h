/* Listings of their own layout: --diagreedy, --dump and the debug forms of -d. */
#ifndef GT_FORMAT_LISTING_H
#define GT_FORMAT_LISTING_H

#include "analysis/slices/greedy.h"
#include "analysis/table/view.h"
#include "format/ink.h"
#include "format/out.h"

/* The n longest on-processor slices that touch [from, to) with their history. */
int gt_listing_diagreedy(struct gt_out *out, struct gt_trace *t, int64_t from, int64_t to, uint64_t n,
			 struct gt_error *err);

/* Some slices in the same layout, without head and end: what the screen exports. */
void gt_diagreedy_slices(struct gt_buf *out, struct gt_trace *t, const struct gt_slice_part *s, size_t n);

/* A table of the report "path": its hops with their stacks, as the view has them; and one of them. */
void gt_listing_path(struct gt_out *out, struct gt_table *table, struct gt_view *view);
void gt_path_hop_lines(struct gt_buf *out, struct gt_table *table, uint64_t row);

/*
 * A table of the report "compare" as a page: the sides, what makes them different from the start, then the
 * differences in two or three lines each, at most `most` of them, and how many other things there are.  inks: NULL
 * unless it is for a terminal with colours.
 */
void gt_listing_compare(struct gt_out *out, struct gt_table *table, struct gt_view *view, uint64_t most,
			const struct gt_inks *inks);

/* Every event from number `from` on, up to `to`. */
int gt_listing_dump(struct gt_out *out, struct gt_trace *t, uint64_t from, uint64_t to, struct gt_error *err);

/*
 * What `go tool trace -d=MODE` prints, from the file itself (no index): raw
 * records, ordered events, or bytes per type of record.  What comes before a
 * fault is printed; then the fault is returned.  `watch` as in gt_source_open_watched.
 */
int gt_listing_wire(struct gt_out *out, const char *path, const struct gt_watch *watch, struct gt_error *err);
int gt_listing_parsed(struct gt_out *out, const char *path, const struct gt_watch *watch, struct gt_error *err);
int gt_listing_footprint(struct gt_out *out, const char *path, const struct gt_watch *watch, struct gt_error *err);

#endif
