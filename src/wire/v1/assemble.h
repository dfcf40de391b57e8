/* The text form of a trace of either format, as -d=wire prints it, to binary. */
#ifndef GT_WIRE_ASSEMBLE_H
#define GT_WIRE_ASSEMBLE_H

#include "base/buf.h"
#include "base/err.h"

/*
 * Appends the trace that the text is of: the bytes that Go's runtime writes for these events.
 *
 *	Trace Go1.21
 *	16 Batch 0 126121117518
 *	24 ProcStart dt=6 thread=2
 *	38 String 9 "main.main"
 *
 * v1: the numbers in front, places in the file, may be missing, and count for nothing.  v2: as gt_v2_text_assemble.
 * minor: of a text without its first line; 0: not known.  A bad line is GT_ERR_CORRUPT with "line N: …" and the byte
 * offset of the line; what came before it stays in out.
 */
int gt_text_assemble(const char *text, size_t n, int minor, struct gt_buf *out, struct gt_error *err);

#endif
