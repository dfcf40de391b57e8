/* --export=chrome: a trace as trace-event JSON, for Perfetto and chrome://tracing. */
#ifndef GT_FORMAT_CHROME_H
#define GT_FORMAT_CHROME_H

#include "analysis/table/table.h"
#include "format/out.h"

/*
 * Writes what touches [from, to) of args, clipped to it; the states of goroutines only of args->g if args->has_g
 * (and of all lives of its id with args->lives).  Rows of the index are walked track by track, so memory does
 * not grow with the trace.  What lies beyond the horizon is there, with `beyond` in its args, and otherData says
 * up to where sums hold.  The error of the output is gt_out_finish's.
 *
 * https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU: what the members mean.
 */
void gt_chrome_write(struct gt_out *out, const struct gt_trace *t, const struct gt_table_args *args);

#endif
