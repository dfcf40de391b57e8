/* What happened to a file on its way: what stands before its trace, or where that is broken. */
#ifndef GT_WIRE_HINT_H
#define GT_WIRE_HINT_H

#include "wire/source.h"

/*
 * The place of a header (wire/header.h) in the first bytes of a file that begins with something else, as the head of
 * an HTTP response or printed text; 0: there is none.  A header's 16 bytes are nothing else by chance.
 */
size_t gt_hint_find_header(const void *head, size_t n);

/*
 * Where a damage says less than can be seen around its place (another trace begins there, text was printed, there
 * are only zeros) or all over the file (it was changed as text), the sentence is replaced by one that says what to do.
 */
void gt_hint_explain(struct gt_source *s, struct gt_error *damage);

#endif
