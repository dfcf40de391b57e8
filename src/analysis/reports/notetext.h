/* What a trace has notes about, as sentences: annotations that are used wrongly, clocks that cannot be trusted. */
#ifndef GT_ANALYSIS_NOTETEXT_H
#define GT_ANALYSIS_NOTETEXT_H

#include "base/buf.h"
#include "index/trace.h"

/* A short name of a kind (enum gt_note_kind): the key in the report summary. */
const char *gt_note_name(unsigned kind);

/* Appends the sentence of a note; names in it are as the trace has the bytes (hostile). */
void gt_note_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_note *note);

#endif
