/* What a list pane lists: one of its modes at a time, each of them a table. */
#ifndef GT_UI_MODES_H
#define GT_UI_MODES_H

#include "ui/table/pane_table.h"
#include "ui/table/treenav.h"

#define GT_MODES_MAX 32

/*
 * What a mode lists a part of: the group `key` of the mode what - 1, or what only the mode itself knows (a call tree
 * may be of one goroutine).  what 0: all.
 */
struct gt_mode_part {
	uint32_t what;
	uint64_t key;
};
/* The mode that lists the group as a row. */
GT_INLINE unsigned gt_mode_of_group(struct gt_mode_part part) { return part.what - 1; }

/* Whether a table can be restricted to a part. */
enum gt_narrowed {
	GT_NARROWED,          /* yes, or it is already */
	GT_NARROWED_REOPEN,   /* yes: its args have changed, so it is opened again */
	GT_NARROWED_NOT,      /* no: the pane has said why, or the group has gone */
};

/* What rows have to pass to be of a part, and what the status line says of it: "of main.worker". */
struct gt_mode_filter {
	struct gt_buf expr, of;
	bool unsayable;       /* an expression cannot hold a name in it */
};
/* Only rows with this text in the column, n 0: with none, and what else they have to pass. */
void gt_mode_filter_is(struct gt_mode_filter *f, const char *column, const char *text, size_t n);

/* One mode.  Members that are NULL or 0: nothing special. */
struct gt_mode {
	const char *name;     /* `show NAME`; blanks for its hyphens in menus; NULL: only groups lead there */
	const char *help;
	const struct gt_pane_table_spec *spec;
	struct gt_table_args args;        /* what the table is opened with at first */
	const char *within;   /* only rows that pass this; "": all, where another mode of the same table has some */
	uint8_t shares;       /* 1 + the mode that it shares a table with; another spec makes that anew */
	uint8_t set;          /* the menu lists the modes of one set: that of the mode that is shown */
	uint8_t minor;        /* 1 + the mode in the place of which the line of modes has it, while it is shown */
	bool aside;           /* not in the menu: a row of the mode that its part is of leads there */
	bool tree;            /* a call tree: its place and its formats are those of trees */
	bool keeps_part;      /* chosen in a mode that has this, too, it is of the same part; else of all */
	const char *lacks;    /* why it cannot be chosen without a part */
	uint32_t numbered;    /* `show NAME NUMBER`: the part that this means, with the number as key, ... */
	uint32_t session;     /* ... but only for sessions */

	/* Restricts its table to a part before it is shown.  NULL: it always lists all. */
	enum gt_narrowed (*narrow)(struct gt_pane *pane, struct gt_pane_table *pt, struct gt_mode_part part);
	/* Lists a part by a filter, which is empty before; after narrow.  False: the part has gone. */
	bool (*filter)(struct gt_pane *pane, struct gt_mode_part part, struct gt_mode_filter *f);
	/* Appends to the status line what the list is of. */
	void (*status)(struct gt_pane *pane, struct gt_buf *out);
	/* Draws above the list, which has rows; returns how many rows it took.  NULL: a line, if there is one. */
	int (*head)(struct gt_pane_table *pt, const struct gt_canvas *c);
	bool page;            /* head and detail are of more than the rows: also without one (UINT64_MAX) */
	void (*line)(struct gt_buf *out, const struct gt_pane_table *pt);
	/* The detail of the row under the cursor; NULL: its columns. */
	void (*detail)(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);
	const char *next;     /* what to press on a row besides Enter on a group: "Z shows its critical path" */
	/* Actions of its own; false: the usual. */
	bool (*handle)(struct gt_pane *pane, const struct gt_act *act);
	/* As in gt_content_ops; NULL: as of all tables. */
	int (*export_open)(struct gt_pane *pane, const char *format, bool all, struct gt_exporting **out,
			   struct gt_error *err);
	/* Its rows are groups: Enter lists, in the mode `members`, what belongs to the key of the row. */
	uint64_t (*key)(const struct gt_table *t, uint64_t row);
	uint8_t members;
	uint8_t own;          /* the pane's */
};

/* All modes of a pane: its `show`, its menu and its places. */
struct gt_modes_spec {
	const struct gt_mode *v;
	uint8_t n, first;     /* first: shown at the beginning */
	uint8_t head_rows;    /* a canvas with fewer rows has no head */
	/* What a place needs to know of the pane besides; go: true if what is shown has to be made again. */
	uint64_t (*place)(const struct gt_pane *pane);
	bool (*go)(struct gt_pane *pane, uint64_t place);
};

/* pane->modes of such a pane. */
struct gt_modes {
	const struct gt_modes_spec *spec;
	unsigned now;
	struct gt_mode_part part;
	struct gt_buf of;                 /* what it is of, if its mode has a filter */
	struct gt_pane_table *tables;     /* by mode; those that share one leave theirs empty */
	struct gt_tree_drawn flame;       /* of a call tree that is shown */
	void *owner;
};

/* Sets pane->modes; owner: of the tables. */
void gt_modes_init(struct gt_pane *pane, const struct gt_modes_spec *spec, void *owner);
void gt_modes_release(struct gt_pane *pane);
/* The table of a mode as it was at first. */
void gt_modes_renew(struct gt_pane *pane, unsigned mode);

GT_INLINE const struct gt_mode *gt_mode_now(const struct gt_pane *pane)
{
	return &pane->modes->spec->v[pane->modes->now];
}
/* The table that a mode shows. */
GT_INLINE struct gt_pane_table *gt_mode_table(const struct gt_pane *pane, unsigned mode)
{
	uint8_t shares = pane->modes->spec->v[mode].shares;

	return &pane->modes->tables[shares ? shares - 1U : mode];
}

/* Shows a part of a mode; false: the mode has no such part, and nothing has changed. */
bool gt_modes_show(struct gt_pane *pane, unsigned mode, struct gt_mode_part part);
/* Shows again what is shown: what its table is made of has changed. */
bool gt_modes_again(struct gt_pane *pane);

/*
 * The modes that can be chosen one instead of the other now, in their order, with those that are minor or without; at
 * most GT_MODES_MAX, returns how many.
 */
struct gt_mode_item {
	const struct gt_mode *mode;
	bool shown;           /* it, or what is aside of it */
};
size_t gt_modes_list(const struct gt_pane *pane, bool minor, struct gt_mode_item *out);
void gt_mode_put_name(struct gt_buf *out, const struct gt_mode *mode);   /* "by reason" */
/* By name, or the first that lists this report; NULL: none that can be chosen now. */
const struct gt_mode *gt_modes_find(const struct gt_pane *pane, const char *name, bool report);
/* The menu of these. */
void gt_modes_ask(struct gt_pane *pane);
/* As a user chooses it: of all, or of what the mode that is shown is of.  False: it has to be of something. */
bool gt_modes_choose(struct gt_pane *pane, const struct gt_mode *mode);
/* The next of these, or the one before; after the last comes the first. */
void gt_modes_step(struct gt_pane *pane, bool forward);

/* Lists the members of the group under the cursor; false: there are no groups. */
bool gt_modes_open_group(struct gt_pane *pane);

/* ---- members of gt_content_ops and gt_pane_ops ---- */

/* Those of panes that may have modes or not. */
const char *const *gt_modes_formats(const struct gt_pane *pane);
int gt_modes_export_open(struct gt_pane *pane, const char *format, bool all, struct gt_exporting **out,
			 struct gt_error *err);
extern const struct gt_content_ops gt_table_content;
#define GT_TABLE_PANE_OPS .klass = GT_WHERE_LIST, .content = &gt_table_content

struct gt_pane_table *gt_modes_table(struct gt_pane *pane);
/* The menu, Enter on a group, what the mode itself does; false: another action. */
bool gt_modes_handle(struct gt_pane *pane, const struct gt_act *act);
void gt_modes_status(struct gt_pane *pane, struct gt_buf *out);
int gt_modes_command(struct gt_pane *pane, const char *const *w, size_t n, struct gt_error *err);
void gt_modes_resume(struct gt_pane *pane, struct gt_buf *out);
void gt_modes_save(struct gt_pane *pane, struct gt_place *place);
void gt_modes_restore(struct gt_pane *pane, const struct gt_place *place);

/* Those that are the same in all such panes. */
#define GT_MODES_PANE_OPS \
	.table = gt_modes_table, .status = gt_modes_status, \
	.save = gt_modes_save, .restore = gt_modes_restore

#endif
