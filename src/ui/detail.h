/* The detail pane as lines: names with values, stacks whose frames `E` can open. */
#ifndef GT_UI_DETAIL_H
#define GT_UI_DETAIL_H

#include "base/buf.h"
#include "ui/canvas.h"
#include "ui/program.h"

struct gt_detail_line {
	size_t text, len;      /* in the buffer: bytes as they are in the trace */
	gt_style style;
	uint16_t label;        /* so many bytes at its start are a label */
	uint16_t indent;       /* columns */
	uint32_t file;         /* string row of a frame's file; 0: no frame */
	uint64_t lineno;
};

/* { 0 } is empty.  Filled, drawn, asked, released by the pane that owns it. */
struct gt_detail {
	struct gt_buf text;
	struct gt_detail_line *lines;
	size_t n, cap;
};

void gt_detail_reset(struct gt_detail *d);
void gt_detail_release(struct gt_detail *d);

/* One line; text may be hostile. */
void gt_detail_add(struct gt_detail *d, gt_style style, unsigned indent, const char *fmt, ...) GT_PRINTF(4, 5);
void gt_detail_pair(struct gt_detail *d, const char *name, const char *fmt, ...) GT_PRINTF(3, 4);
void gt_detail_blank(struct gt_detail *d);

/* A title, and the frames of a stack row under it, or `none` where there are none. */
void gt_detail_stack(struct gt_detail *d, const struct gt_trace *t, const char *title, uint32_t stack,
		     const char *none);

/* Draws; returns the number of lines, as gt_pane_ops.draw_detail wants it. */
int gt_detail_draw(const struct gt_detail *d, const struct gt_canvas *c);

/* Two of them side by side if the canvas is wide enough for both, else one below the other. */
int gt_detail_draw_pair(const struct gt_detail *a, const struct gt_detail *b, const struct gt_canvas *c);

/* The frame of a line as drawn by gt_detail_draw (the first frame from there on; line -1: the very first). */
bool gt_detail_source(const struct gt_detail *d, const struct gt_trace *t, int line, struct gt_buf *file,
		      uint64_t *lineno);

/* What is known about a slice: start, history chain, end, stacks (detail_slice.c). */
void gt_detail_slice(struct gt_detail *d, const struct gt_program *prog, uint32_t slice);
/* About an event (detail_event.c). */
void gt_detail_event(struct gt_detail *d, struct gt_program *prog, uint64_t n);
/* About a goroutine (detail_goroutine.c). */
void gt_detail_goroutine(struct gt_detail *d, const struct gt_program *prog, uint32_t g_row);

#endif
