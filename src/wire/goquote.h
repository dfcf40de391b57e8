/* Go's string literals: what strconv.Quote writes and strconv.Unquote reads. */
#ifndef GT_WIRE_GOQUOTE_H
#define GT_WIRE_GOQUOTE_H

#include "base/buf.h"

/* Appends n bytes as a double-quoted literal: what Go prints and is safe (base/utf8.h) stays. */
void gt_go_quote(struct gt_buf *out, const void *bytes, size_t n);

/*
 * Appends what a whole literal ("…", `…`, or '…' of one character) stands
 * for.  False: not a literal; out may have got a part.
 */
bool gt_go_unquote(struct gt_buf *out, const char *s, size_t n);

#endif
