/* The view of waits and profiles: what a mode of it is. */
#ifndef GT_UI_PROFILES_H
#define GT_UI_PROFILES_H

#include "ui/detail/detail.h"
#include "ui/table/pane_table.h"

/* What the view shows: the place of a mode in gt_profile_modes. */
enum gt_profile_mode {
	GT_PROFILE_WAITS,     /* report waits */
	GT_PROFILE_MODES
};

/*
 * One of them: a table with a line above it.  Members that are NULL: nothing special.  Their table is
 * pt->owner's, a struct gt_profiles.
 */
struct gt_profile_mode_ops {
	const char *name;     /* `show NAME` */
	const char *title;    /* in the menu */
	const char *help;
	const struct gt_pane_table_spec *spec;
	struct gt_table_args args;        /* what the table is opened with */
	/* The line about all rows. */
	void (*head)(struct gt_pane_table *pt, struct gt_buf *out);
	/* About the row under the cursor, of which there is one. */
	void (*detail)(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);
	/* Actions of its own; false: the usual. */
	bool (*handle)(struct gt_pane *pane, const struct gt_act *act);
};

extern const struct gt_profile_mode_ops gt_profile_modes[GT_PROFILE_MODES];

/* The pane's own: what modes read and change. */
struct gt_profiles {
	enum gt_profile_mode mode;
	struct gt_pane_table tables[GT_PROFILE_MODES];
	struct gt_detail detail;
};

void gt_profiles_show(struct gt_pane *pane, enum gt_profile_mode mode);

#endif
