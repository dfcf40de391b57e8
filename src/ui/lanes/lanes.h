/* Which lanes the timeline has, and in which order. */
#ifndef GT_UI_TIMELINE_LANES_H
#define GT_UI_TIMELINE_LANES_H

#include "base/compiler.h"

/* Lanes that belong together: switched on, folded and unfolded together. */
enum gt_lane_section_id {
	GT_SECTION_RUNTIME,
	GT_SECTION_PROCS,
	GT_SECTION_THREADS,
	GT_SECTION_GOROUTINES,
	GT_SECTION_BUSIEST,          /* goroutines that the timeline chose itself, in rows to spare */
	GT_SECTION_CHARTS,
	GT_SECTIONS
};

/* True if it has one lane of each of its kinds, not one for each row of the index. */
GT_INLINE bool gt_lane_section_of_kinds(enum gt_lane_section_id id)
{
	return id == GT_SECTION_RUNTIME || id == GT_SECTION_CHARTS;
}

/* What commands call a section, its header on the screen, and what that says. */
struct gt_lane_section_info {
	const char *name, *title, *about;
};
extern const struct gt_lane_section_info gt_lane_sections[GT_SECTIONS];

enum gt_lane_kind {
	GT_LANE_HEADER,      /* of a section: row is which one */
#define GT_LANE(id, section, ...) GT_LANE_##id,
#include "ui/lanes/lane.def"
#undef GT_LANE
	GT_LANE_KINDS
};

/* Which lane, not where it is: a value. */
struct gt_lane {
	uint8_t kind;        /* enum gt_lane_kind */
	bool pinned;         /* stays at the top while the others scroll */
	uint32_t row;        /* of what: P, thread, goroutine (rows in the index); 0: a kind with one lane */
};

struct gt_lane_list {
	struct gt_lane *v;
	size_t n, cap;
};

struct gt_lane_section {
	bool on;             /* wanted on the screen */
	bool folded;         /* one row stands for all */
	bool head;           /* has a row of its own among those that scroll */
	struct gt_lane_list shown;   /* those that are neither hidden nor pinned, in order */
	struct gt_lane_list hidden;
	size_t pinned;       /* how many of it are in pins */
};

/*
 * All lanes.  A place is a number among those on the screen if it were high
 * enough: first what is pinned, then the sections one after the other.
 * There can be hundreds of thousands: what is done for every frame must not
 * depend on how many.
 */
struct gt_lanes {
	struct gt_lane_section section[GT_SECTIONS];
	struct gt_lane_list pins;    /* as pinned */
	struct gt_lane_list fixed;   /* as shown: one header for all pinned ones of a folded section */
	size_t count;                /* places */
	size_t cursor;               /* a place */
	bool chosen;                 /* the user moved it; false: it stands where it was put at first */
	bool filling;                /* more lanes are to come: frames show what there is at top, and leave top */
	size_t top;                  /* of those that scroll the first on the screen */

	/* By what a section is sorted, and the rows that a lane takes. */
	uint64_t (*order)(const void *ctx, const struct gt_lane *lane);
	int (*height)(const void *ctx, const struct gt_lane *lane);
	const void *ctx;
	struct gt_lane at;           /* between begin and end of an update: where the cursor is */
	bool has_at;
};

/* One lane on the screen. */
struct gt_lane_row {
	struct gt_lane lane;
	size_t place;
	int y, rows;                 /* from the first row of lanes; cut off at the lower end */
};

void gt_lanes_init(struct gt_lanes *l);
void gt_lanes_release(struct gt_lanes *l);

/*
 * Between these two, lanes may be added, taken away and put elsewhere; the
 * cursor stays with its lane.  The functions below that arrange do it themselves.
 */
void gt_lanes_begin(struct gt_lanes *l);
void gt_lanes_end(struct gt_lanes *l);

/* A lane, before the first one of its section with a larger order; cheap at the end.  Nothing if it is pinned. */
void gt_lanes_add(struct gt_lanes *l, uint8_t kind, uint32_t row, bool pinned);
/* Takes all lanes of a section away, hidden ones too; those that are pinned stay. */
void gt_lanes_clear(struct gt_lanes *l, enum gt_lane_section_id section);

enum gt_lane_section_id gt_lane_section_of(const struct gt_lane *lane);
bool gt_lanes_get(const struct gt_lanes *l, size_t place, struct gt_lane *out);
bool gt_lanes_current(const struct gt_lanes *l, struct gt_lane *out);   /* false: there is none */
bool gt_lanes_are(const struct gt_lane *a, const struct gt_lane *b);    /* the same lane */

/* The place of a lane, SIZE_MAX: not on the screen.  O(lanes of the section). */
size_t gt_lanes_find(const struct gt_lanes *l, uint8_t kind, uint32_t row);
/* The cursor to a lane; shows it if it is hidden, folded or off.  False: there is no such lane. */
bool gt_lanes_goto(struct gt_lanes *l, uint8_t kind, uint32_t row);
void gt_lanes_goto_place(struct gt_lanes *l, size_t place);

size_t gt_lanes_shown(const struct gt_lanes *l, enum gt_lane_section_id section);   /* folded or not */
size_t gt_lanes_hidden(const struct gt_lanes *l);

/* The cursor over the lanes; false: nothing moved. */
bool gt_lanes_move(struct gt_lanes *l, int64_t delta);

void gt_lanes_pin(struct gt_lanes *l);
void gt_lanes_hide(struct gt_lanes *l);                              /* the last one stays */
bool gt_lanes_is_hidden(const struct gt_lanes *l, const struct gt_lane *lane);
/* Shows (its section too) or hides a lane that there is. */
void gt_lanes_show(struct gt_lanes *l, uint8_t kind, uint32_t row, bool shown);
size_t gt_lanes_show_all(struct gt_lanes *l);                        /* how many were hidden */
bool gt_lanes_shift(struct gt_lanes *l, int dir);                    /* the cursor's lane goes up or down */
void gt_lanes_fold(struct gt_lanes *l, enum gt_lane_section_id section, bool folded);
void gt_lanes_set_on(struct gt_lanes *l, enum gt_lane_section_id section, bool on);

/* ---- lanes_view.c ---- */

/*
 * The lanes on a screen of `rows`: pinned ones, then from top on.  When pinned
 * ones would leave fewer than three rows they scroll as well.  Moves top so that
 * the cursor's lane is on the screen; while lanes are filling only for this view, so
 * that the last one does not depend on how many there were in those before.  out has room for `rows`; returns how many.
 */
size_t gt_lanes_view(struct gt_lanes *l, int rows, struct gt_lane_row *out);

/* Rows that all lanes take, but no more than `most`. */
int gt_lanes_rows(const struct gt_lanes *l, int most);

#endif
