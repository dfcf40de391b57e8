/* Filters of the events: expressions over their columns, plain text, and G42, P3, M7. */
#ifndef GT_UI_EVFILTER_H
#define GT_UI_EVFILTER_H

#include "analysis/table/filter.h"
#include "ui/app/pane.h"
#include "ui/table/rowset.h"

struct gt_evfilter_test;

/* Events that pass, found from the first one on. */
struct gt_evfilter {
	struct gt_trace *trace;
	struct gt_events *events;        /* borrowed */
	struct gt_evfilter_test *tests;  /* all must pass; none: no filter, and found is not in use */
	size_t n, cap;
	struct gt_table *table;          /* of the report, for expressions; NULL until needed */
	uint64_t next;                   /* first event not tried yet */
	struct gt_rowset found;
};

void gt_evfilter_init(struct gt_evfilter *f, struct gt_trace *t, struct gt_events *events);
void gt_evfilter_release(struct gt_evfilter *f);

/* The filters changed: those that make no sense are marked; the first one's error is returned. */
int gt_evfilter_set(struct gt_evfilter *f, struct gt_pane_filters *filters, struct gt_error *err);

/* Tries the next event; false: there are no more for now. */
bool gt_evfilter_step(struct gt_evfilter *f);

/* All tests as one expression of the report of events; false: one of them is none ("G42"). */
bool gt_evfilter_expression(const struct gt_pane_filters *filters, struct gt_buf *out);

#endif
