/* The detail pane as lines: names with values, stacks whose frames `E` can open. */
#ifndef GT_UI_DETAIL_H
#define GT_UI_DETAIL_H

#include "analysis/goroutines/goroutines.h"
#include "base/buf.h"
#include "ui/kit/canvas.h"
#include "ui/app/program.h"

/* Where a line goes: lines of the two sides are drawn beside each other where there is room. */
enum gt_detail_side { GT_DETAIL_FULL, GT_DETAIL_LEFT, GT_DETAIL_RIGHT };

struct gt_detail_line {
	size_t at, len;        /* its bytes in the buffer, as they are in the trace */
	size_t head;           /* so many of them are drawn in the style, the rest in `tail` */
	gt_style style, tail;
	uint8_t side;          /* enum gt_detail_side */
	uint8_t indent;        /* columns */
	uint8_t tab;           /* the rest begins at this column at least */
	bool func;             /* the head is a function's name */
	uint32_t file;         /* string row of a frame's file; 0: no frame */
	uint64_t lineno;
	int y, y1;             /* where it was drawn last: y .. y1 - 1 */
};

/* { 0 } is empty.  Filled, drawn, asked, released by the pane that owns it. */
struct gt_detail {
	struct gt_buf text;
	struct gt_detail_line *lines;
	size_t n, cap;
	enum gt_detail_side side;  /* of lines that are added now */
	bool noted;                /* why frames have no names has been said */
};

void gt_detail_reset(struct gt_detail *d);
void gt_detail_release(struct gt_detail *d);
void gt_detail_turn(struct gt_detail *d, enum gt_detail_side side);

/* One line; text may be hostile. */
void gt_detail_add(struct gt_detail *d, gt_style style, const char *fmt, ...) GT_PRINTF(3, 4);
/* A name and its value. */
void gt_detail_pair(struct gt_detail *d, const char *name, const char *fmt, ...) GT_PRINTF(3, 4);
/* The same; `value` are bytes of the trace. */
void gt_detail_pair_buf(struct gt_detail *d, const char *name, const struct gt_buf *value);

/* The frames of a stack row, or `none` where there are none; without names their PCs, and once the reason. */
void gt_detail_stack(struct gt_detail *d, const struct gt_trace *t, uint32_t stack, const char *none);

/* Draws; returns the number of lines, as gt_pane_ops.draw_detail wants it. */
int gt_detail_draw(struct gt_detail *d, const struct gt_canvas *c);

/* The frame at or after a line as drawn last (line -1: the first one). */
bool gt_detail_source(const struct gt_detail *d, const struct gt_trace *t, int line, struct gt_buf *file,
		      uint64_t *lineno);

/* "G42 main.worker": what panes call a goroutine. */
void gt_goroutine_title(struct gt_buf *out, const struct gt_trace *t, uint32_t g_row);

/* Its state at the end is the one it had before the trace began.  `since` is only when the trace said so. */
bool gt_goroutine_stayed(const struct gt_goroutine *g);

/* What is known about a slice: start, history chain, end, stacks (detail_slice.c). */
void gt_detail_slice(struct gt_detail *d, struct gt_program *prog, uint32_t slice);
/* About an event (detail_event.c). */
void gt_detail_event(struct gt_detail *d, struct gt_program *prog, uint64_t n);
/* About a state of a goroutine between its slices (detail_goroutine.c). */
void gt_detail_interval(struct gt_detail *d, const struct gt_program *prog, uint32_t g_row,
			const struct gt_interval *iv);
/* About a goroutine (detail_goroutine.c). */
void gt_detail_goroutine(struct gt_detail *d, const struct gt_program *prog, uint32_t g_row);

#endif
