/* The text form of a v2 trace: to binary and back (format/v2.md 19). */
#ifndef GT_WIRE_V2TEXT_H
#define GT_WIRE_V2TEXT_H

#include "base/buf.h"
#include "wire/v2/v2raw.h"

/*
 * Converts the text form (or the trace member of an archive) to the binary
 * form, minimal uvarints.  A bad line is GT_ERR_CORRUPT with "line N: …" and
 * the byte offset of the line; what came before it stays in out.
 */
int gt_v2_text_parse(const char *text, size_t n, struct gt_buf *out, struct gt_error *err);

/*
 * The same as Go's runtime writes it: sizes of batches have 10 bytes.  A text without its first line, as -d=wire
 * prints it, is of version `minor`; 0: of the first version that has all its events.
 */
int gt_v2_text_assemble(const char *text, size_t n, int minor, struct gt_buf *out, struct gt_error *err);

/*
 * Walks every record of a binary v2 trace in file order, structural ones
 * included, and calls emit with its text form (one or more lines, no Trace
 * line): what -d=wire prints.  emit returns nonzero to stop, which is then the
 * result; otherwise 0 or negative.
 */
typedef int gt_v2_text_emit(void *arg, uint64_t off, const char *text, size_t n);
int gt_v2_text_print(struct gt_source *src, int minor, gt_v2_text_emit *emit, void *arg, struct gt_error *err);

#endif
