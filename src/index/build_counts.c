/* From changes of state to counts. */
#include "index/builder.h"

static const uint8_t count_of[] = {
	[GT_G_UNDETERMINED] = GT_COUNT_NONE,
	[GT_G_NOT_EXIST] = GT_COUNT_NONE,
	[GT_G_RUNNABLE] = GT_COUNT_RUNNABLE,
	[GT_G_RUNNING] = GT_COUNT_RUNNING,
	[GT_G_WAITING] = GT_COUNT_WAITING,
	[GT_G_SYSCALL] = GT_COUNT_SYSCALL,
};

void gt_builder_count_base(struct gt_builder *w, enum gt_count count, int by)
{
	w->store->counting.base[count] += by;
}

/* What the row does not say is said by rows of the table of changes. */
static void count_slowly(struct gt_builder *w, int64_t t, uint8_t from, uint8_t to)
{
	unsigned at = count_of[from], end = count_of[to];
	bool shown = w->shown_from != w->shown_to;

	if (from == GT_G_UNDETERMINED) {
		at = shown ? w->shown_from : end;
		if (at != GT_COUNT_NONE)
			gt_builder_count_base(w, (enum gt_count)at, 1);
	}
	if (shown) {
		if (at != w->shown_from)
			gt_count_change_row(w->store, t, at, w->shown_from);
		gt_count_change(w->store, t, w->shown_from, w->shown_to);
		at = w->shown_to;
	}
	if (at != end)
		gt_count_change_row(w->store, t, at, end);
}

void gt_builder_count_state(struct gt_builder *w, int64_t t, uint8_t from, uint8_t to)
{
	if (GT_LIKELY(w->shown_from == count_of[from] && w->shown_to == count_of[to] && from != GT_G_UNDETERMINED))
		gt_count_change(w->store, t, w->shown_from, w->shown_to);
	else
		count_slowly(w, t, from, to);
	w->shown_from = w->shown_to = GT_COUNT_NONE;
}
