/* The lines of a source file around a frame's line. */
#ifndef GT_UI_SRCLINES_H
#define GT_UI_SRCLINES_H

#include <time.h>

#include "base/buf.h"

/* The lines that were read last; { 0 } is empty. */
struct gt_srclines {
	struct gt_buf path, text;   /* text: a line after the other, hostile, tabs expanded */
	uint64_t line, first;       /* the line asked for; that of the first in text */
	unsigned around;            /* lines before and after that were asked for */
	struct timespec changed;    /* the file, as it was then */
};

/*
 * Reads a line (from 1) of a file and `around` lines before and after it, unless they are those that were read last.
 * False: the file is not there, no plain file, none of source code by its name, or has no such line; what was read last
 * stays.
 */
bool gt_srclines_load(struct gt_srclines *s, const char *path, uint64_t line, unsigned around);
void gt_srclines_release(struct gt_srclines *s);

#endif
