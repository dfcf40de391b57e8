/* The view of waits and profiles: what a mode of it is. */
#ifndef GT_UI_PROFILES_H
#define GT_UI_PROFILES_H

#include "analysis/profiles/kept.h"
#include "ui/app/program.h"
#include "ui/detail/detail.h"
#include "ui/detail/profileof.h"
#include "ui/table/treenav.h"

#define GT_NO_WAITS "no goroutine waited in this trace"
#define GT_NO_SCHED_WAITS "no goroutine of the program waited for a processor in this trace"

/* What the view shows: the place of a mode in gt_profile_modes. */
enum gt_profile_mode {
	GT_PROFILE_WAITS,     /* report waits, of all or of one group */
	GT_PROFILE_REASONS,   /* waitgroups */
	GT_PROFILE_STACKS,
	GT_PROFILE_FUNCS,
	GT_PROFILE_WAKERS,
	GT_PROFILE_SCHED_WAITS,     /* sched, of all or of one group */
	GT_PROFILE_CAUSES,    /* schedgroups */
	GT_PROFILE_SCHED_FUNCS,
	GT_PROFILE_LOCKS,     /* locks, lockwaits: of all or of one lock */
	GT_PROFILE_LOCK_WAITS,
	GT_PROFILE_NET_TREE,  /* call trees: of the profiles in the order of enum gt_profile_kind */
	GT_PROFILE_SYNC_TREE,
	GT_PROFILE_SYSCALL_TREE,
	GT_PROFILE_SCHED_TREE,
	GT_PROFILE_CPU_TREE,
	GT_PROFILE_OFFCPU_TREE,
	GT_PROFILE_CRITPATH_TREE,
	GT_PROFILE_MODES
};

/* One of them: a table with a head above it.  Members that are NULL: nothing special. */
struct gt_profile_mode_ops {
	const char *name;     /* `show NAME` */
	const char *title;    /* in the menu */
	const char *help;
	const struct gt_pane_table_spec *spec;
	struct gt_table_args args;        /* what the table is opened with */
	/* Draws the head at the top of the canvas; returns its rows. */
	int (*head)(struct gt_pane_table *pt, const struct gt_canvas *c);
	/* About the row under the cursor, of which there is one. */
	void (*detail)(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);
	/* Actions of its own; false: the usual. */
	bool (*handle)(struct gt_pane *pane, const struct gt_act *act);
	/* Rows of a group: Enter lists those of the mode `members`, with key() in their place. */
	enum gt_profile_mode members;
	enum gt_profile_of part;          /* what a profile of such a group is of; ALL: there is none */
	uint64_t (*key)(const struct gt_table *t, uint64_t row);
};

extern const struct gt_profile_mode_ops gt_profile_modes[GT_PROFILE_MODES];

/* The pane's own: what modes read and change. */
struct gt_profiles {
	enum gt_profile_mode mode;
	struct gt_pane_table tables[GT_PROFILE_MODES];
	struct gt_detail detail;
	/* WAITS, SCHED_WAITS, LOCK_WAITS: of a group only, a row of the mode `by`; none if it is GT_PROFILE_WAITS. */
	enum gt_profile_mode by;
	uint64_t key;
	struct gt_profile_part of;      /* call trees: only of this */
	struct gt_tree_drawn flame;     /* of a call tree */
	struct gt_lastkept kept[GT_PROFILES];
	/* What a tree's table was opened for last, and what its arguments point to. */
	struct gt_profile_part made_of[GT_PROFILES];
	struct gt_profile_names names[GT_PROFILES];
};

/* Another mode; rows of a group only if key is not NULL: those of a group of the mode `by`. */
void gt_profiles_show(struct gt_pane *pane, enum gt_profile_mode mode, enum gt_profile_mode by, uint64_t key);
/* Lists the waits of a group (profile_groups.c): sets what the tables of members are opened with. */
void gt_profiles_narrow(struct gt_profiles *v, enum gt_profile_mode mode);
/* Call trees: of all, or of a part of the program. */
void gt_profiles_show_of(struct gt_pane *pane, enum gt_profile_mode mode, struct gt_profile_part of);
/* "of chan receive ", if only rows of a group are listed, or of what a call tree is. */
void gt_profiles_group_text(struct gt_buf *out, const struct gt_profiles *v);

/* The table specifications (profile_waits.c, profile_groups.c). */
extern const struct gt_pane_table_spec gt_profile_waits_spec, gt_profile_sched_spec, gt_profile_groups_spec,
	gt_profile_schedgroups_spec;
int gt_profile_waits_head(struct gt_pane_table *pt, const struct gt_canvas *c);
int gt_profile_groups_head(struct gt_pane_table *pt, const struct gt_canvas *c);
void gt_profile_wait_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);
void gt_profile_sched_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);
void gt_profile_group_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);
bool gt_profile_wait_handle(struct gt_pane *pane, const struct gt_act *act);

#endif
