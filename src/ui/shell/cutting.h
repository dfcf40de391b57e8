/* A part of the trace on its way into a file (ui/kit/exporting.h). */
#ifndef GT_UI_CUTTING_H
#define GT_UI_CUTTING_H

#include "index/trace.h"
#include "ui/kit/exporting.h"

/* What [from, to) of the trace becomes as a trace of its own (format/cut/cut.h); the caller closes it. */
int gt_cutting_open(struct gt_exporting **out, struct gt_trace *t, int64_t from, int64_t to, struct gt_error *err);

#endif
