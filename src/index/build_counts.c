/* From changes of state to counts. */
#include "index/builder.h"

void gt_builder_count_base(struct gt_builder *w, enum gt_count count, int by)
{
	w->store->counting.base[count] += by;
}

/* What the row does not say is said by rows of the table of changes. */
void gt_builder_count_slowly(struct gt_builder *w, int64_t t, uint8_t from, uint8_t to)
{
	unsigned at = gt_count_of(from), end = gt_count_of(to);
	unsigned shown_from = w->shown / GT_CHANGE_TO, shown_to = w->shown % GT_CHANGE_TO;
	bool shown = shown_from != shown_to;

	if (from == GT_G_UNDETERMINED) {
		at = shown ? shown_from : end;
		if (at != GT_COUNT_NONE)
			gt_builder_count_base(w, (enum gt_count)at, 1);
	}
	if (shown) {
		if (at != shown_from)
			gt_count_change_row(w->store, t, at, shown_from);
		gt_count_change(w->store, t, shown_from, shown_to);
		at = shown_to;
	}
	if (at != end)
		gt_count_change_row(w->store, t, at, end);
}
