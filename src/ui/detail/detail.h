/* The detail pane as lines: names with values, stacks whose frames `E` can open. */
#ifndef GT_UI_DETAIL_H
#define GT_UI_DETAIL_H

#include "analysis/goroutines/goroutines.h"
#include "analysis/stw/blame.h"
#include "base/buf.h"
#include "base/say.h"
#include "ui/kit/canvas.h"
#include "ui/kit/listview.h"
#include "ui/app/program.h"
#include "ui/detail/srclines.h"

/* Where a line goes: lines of the two sides are drawn beside each other where there is room. */
enum gt_detail_side { GT_DETAIL_FULL, GT_DETAIL_LEFT, GT_DETAIL_RIGHT };

struct gt_detail_line {
	size_t at, len;        /* its bytes in the buffer, as they are in the trace */
	size_t head;           /* this many of them are drawn in `style`, the rest in `tail` */
	gt_style style, tail;
	uint8_t side;          /* enum gt_detail_side */
	uint8_t indent;        /* columns */
	uint8_t tab;           /* the rest begins at this column at least */
	bool func;             /* the head is a function's name */
	bool picture;          /* as many rows as gt_detail.draw takes */
	uint32_t file;         /* string row of a frame's file; 0: no frame */
	uint64_t lineno;
	bool source;           /* of the source file: the frame that it belongs to stands above */
	int y, y1;             /* where it was drawn last: y .. y1 - 1 */
};

/* { 0 } is empty.  The pane that owns it fills, draws and releases it. */
struct gt_detail {
	struct gt_buf text;
	struct gt_buf value;       /* filled by the owner: what gt_detail_put puts beside a name */
	struct gt_detail_line *lines;
	size_t n, cap;
	enum gt_detail_side side;  /* of lines that are added now */
	bool noted;                /* the note why frames have no names was added */
	int (*draw)(const void *arg, const struct gt_canvas *c);   /* the picture; returns its rows */
	void (*free)(void *arg);
	void *arg;
	struct gt_srclines source;   /* of the frame at the cursor: gt_detail_pane_draw */
};

void gt_detail_reset(struct gt_detail *d);
void gt_detail_release(struct gt_detail *d);
void gt_detail_turn(struct gt_detail *d, enum gt_detail_side side);

/* One line; text may be hostile. */
void gt_detail_add(struct gt_detail *d, gt_style style, const char *fmt, ...) GT_PRINTF(3, 4);
/* A name and its value. */
void gt_detail_pair(struct gt_detail *d, const char *name, const char *fmt, ...) GT_PRINTF(3, 4);
/* The same with d->value, which are bytes of the trace and empty afterwards. */
void gt_detail_put(struct gt_detail *d, const char *name);
/* The same after a sentence (gt_say) is appended to d->value. */
#define gt_detail_say(d, name, ...) gt_detail_put_sentence(d, name, GT_SENTENCE(__VA_ARGS__))
void gt_detail_put_sentence(struct gt_detail *d, const char *name, const struct gt_sentence *s);

/* Whether a cell is empty, a zero or a no. */
bool gt_detail_says_nothing(const char *value);

/*
 * The columns of a list's row under the cursor that say something which is not seen in it, a pair each: no marks,
 * zeros and noes, and none for which skip(key) is true.
 */
void gt_detail_columns(struct gt_detail *d, const struct gt_listview *lv, bool (*skip)(const char *key));

/* Adds rows that draw() fills, once per detail.  The detail owns arg and frees it with free(). */
void gt_detail_picture(struct gt_detail *d, int (*draw)(const void *arg, const struct gt_canvas *c),
		       void (*free)(void *arg), void *arg);

/* The frames of a stack row, or `none` where there are none; without names their PCs, and once the reason. */
void gt_detail_stack(struct gt_detail *d, const struct gt_trace *t, uint32_t stack, const char *none);

/* The same below a title, on a side; lines that are added later take the whole width. */
void gt_detail_stack_at(struct gt_detail *d, enum gt_detail_side side, const char *title, const struct gt_trace *t,
			uint32_t stack, const char *none);

/* Draws; returns the number of lines, as gt_pane_ops.draw_detail wants it. */
int gt_detail_draw(struct gt_detail *d, const struct gt_canvas *c);

/*
 * The frame at a line as drawn last; where there is none (line -1: nowhere) the one whose source is shown, else the
 * first one after it.
 */
bool gt_detail_source(const struct gt_detail *d, const struct gt_trace *t, int line, struct gt_buf *file,
		      uint64_t *lineno);

/*
 * The source around the frame at or after `line`, or around the first one before if there is none, whose file is on
 * this machine: as many lines as there is room for, drawn from row y on; returns the rows that they take, at least
 * those of three lines before and after it.  After gt_detail_draw.
 */
int gt_detail_draw_source(struct gt_detail *d, struct gt_program *prog, int line, const struct gt_canvas *c, int y);

/* Members of gt_pane_ops: fill_detail fills pane->detail, which is then drawn and searched for source lines (`E`). */
int gt_detail_pane_draw(struct gt_pane *pane, const struct gt_canvas *c);
bool gt_detail_pane_source(struct gt_pane *pane, int line, struct gt_buf *file, uint64_t *lineno);
#define GT_DETAIL_OPS .draw_detail = gt_detail_pane_draw, .source = gt_detail_pane_source

/* "G42 main.worker": what panes call a goroutine. */
void gt_goroutine_title(struct gt_buf *out, const struct gt_trace *t, uint32_t g_row);
struct gt_word gt_as_goroutine(const struct gt_trace *t, uint32_t g_row);

/* ", " if something stands before it. */
void gt_put_comma(struct gt_buf *out);
/* "1.2s to 1.3s" */
#define gt_as_span(t0, t1) gt_as_said("{} to {}", gt_as_time(t0), gt_as_time(t1))

/* The colour of a goroutine row as gt_goroutine_style; GT_ROLE_NORMAL: there is no such row. */
gt_style gt_goroutine_row_style(const struct gt_trace *t, uint32_t g_row);

/* Its state at the end is the one it had before the trace began.  `since` is only when the trace said so. */
bool gt_goroutine_stayed(const struct gt_goroutine *g);

/* What is known about a slice: start, history chain, end, stacks (detail_slice.c). */
void gt_detail_slice(struct gt_detail *d, struct gt_program *prog, uint32_t slice);
/* About an event (detail_event.c). */
void gt_detail_event(struct gt_detail *d, struct gt_program *prog, uint64_t n);
/* About a state of a goroutine between its slices (detail_goroutine.c). */
void gt_detail_interval(struct gt_detail *d, struct gt_program *prog, uint32_t g_row,
			const struct gt_interval *iv);
/*
 * Who ran instead while a goroutine waited for a processor from t0 to t1: the parts of the time of all processors,
 * and a picture of what each did (detail_wait.c); of very many slices only what prints it.  Nothing while the index
 * is built.
 */
void gt_detail_instead(struct gt_detail *d, struct gt_program *prog, uint32_t g_row, int64_t t0, int64_t t1);
/* About a goroutine (detail_goroutine.c). */
void gt_detail_goroutine(struct gt_detail *d, const struct gt_program *prog, uint32_t g_row);
/*
 * About a stop-the-world pause (row of gt_range_get): who delayed it, its parts, a picture of how each
 * processor stopped (detail_stop.c).  GT_NO_ROW: nothing.  meaning stands below the picture; NULL: nothing.
 */
void gt_detail_stop(struct gt_detail *d, const struct gt_trace *t, uint32_t range, const char *meaning);

/* ---- a stop-the-world pause in words (detail_stop.c) ---- */

/* "G22 main.loop delayed it by 282ms", or why nobody did: one sentence without its full stop; hostile. */
void gt_stop_sentence(struct gt_buf *out, const struct gt_trace *t, const struct gt_blame *b);

/* "to stop 60ns, standstill 30ns, restart 10ns, total 100ns"; out is empty. */
void gt_stop_times(struct gt_buf *out, const struct gt_blame *b);

/* All about a stop (row of gt_range_get) as lines of text, for copies and files; nothing hostile. */
void gt_stop_text(struct gt_buf *out, const struct gt_trace *t, uint32_t range);

/* ---- the jumps that every view has (links.c) ---- */

/*
 * Carries out open by key (in the timeline), show-timeline, show-goroutine, show-event, path, profile-of,
 * unblocker, unblocked, creator, prev-slice, next-slice, prev-run and next-run.  To be called by a
 * pane's handle with its selection; false: another action.
 */
bool gt_links_handle(struct gt_pane *pane, const struct gt_act *act, const struct gt_sel *sel);

#endif
