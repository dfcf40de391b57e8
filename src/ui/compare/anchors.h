/* What two traces can be aligned at, the halves in which that is looked for, and the menus of it. */
#ifndef GT_UI_ANCHORS_H
#define GT_UI_ANCHORS_H

#include "ui/app/inner.h"
#include "ui/app/program.h"

struct gt_half {
	struct gt_program prog;      /* of its trace; options are those of the screen's */
	struct gt_inner in;
	bool has;                    /* there is an example in it, */
	struct gt_sel example;       /* which is this */
	int y, rows;                 /* where it was drawn last, with its head */
};

enum gt_anchor_id {
	GT_ANCHOR_EXAMPLES, GT_ANCHOR_STARTS, GT_ANCHOR_MARKERS, GT_ANCHOR_WALL,
	GT_ANCHOR_REGION, GT_ANCHOR_TASK, GT_ANCHOR_LOG,
	GT_ANCHORS
};

#define GT_ANCHOR_NAMES 200          /* so many different names of a trace are offered */

struct gt_side_anchor {
	const char *name;            /* of the command */
	const char *title, *help;
	const char *lacks;           /* why a half has none */
	/* The time in a half; false: it has none.  NULL: these have names, and the first of a name counts. */
	bool (*find)(const struct gt_half *h, int64_t *time);
	/* Of those with names: row i of the trace; false: there are no more.  name 0: it has none, or no begin. */
	bool (*row)(const struct gt_trace *t, uint64_t i, uint32_t *name, int64_t *time);
};

extern const struct gt_side_anchor gt_anchors[GT_ANCHORS];

struct gt_anchored {
	enum gt_anchor_id id;
	uint32_t name;               /* string row of the new trace, of an anchor with names; else 0 */
	int64_t at[2];               /* the time in each half */
};

/*
 * name, n: of an anchor that has names (hostile), else not looked at.  GT_ERR_USAGE: one of the halves has none, and
 * which, with a name that it has instead if one is near; then *out stays as it was.
 */
int gt_anchor_find(enum gt_anchor_id id, const char *name, size_t n, const struct gt_half h[2],
		   struct gt_anchored *out, struct gt_error *err);

/* String rows of h[1], the new trace: names that both traces have, by their first rows; how many. */
size_t gt_anchor_names(enum gt_anchor_id id, const struct gt_half h[2], uint32_t names[GT_ANCHOR_NAMES]);

/* The anchor of a word of the command, which may have a name behind it or not; GT_ERR_USAGE: there is none. */
int gt_anchor_parse(const char *const *w, size_t n, enum gt_anchor_id *id, struct gt_error *err);

struct gt_anchor_menu {
	const struct gt_half *half;          /* both */
	/* name, n: of an anchor that has names, else "". */
	void (*chosen)(void *arg, enum gt_anchor_id id, const char *name, size_t n);
	void *arg;
	enum gt_anchor_id id;                /* whose names are listed, */
	uint32_t names[GT_ANCHOR_NAMES];     /* which are these */
};

void gt_anchor_ask(struct gt_anchor_menu *m, struct gt_app *app, enum gt_anchor_id current);
/* Which name of an anchor that has names; a message if the traces have none in common. */
void gt_anchor_ask_name(struct gt_anchor_menu *m, struct gt_app *app, enum gt_anchor_id id);

/* Appends what may follow `align`, separated by blanks; names with blanks or quotes in them are left out. */
void gt_anchor_words(const struct gt_half half[2], const char *const *w, size_t n, struct gt_buf *out);

#endif
