/* What happened to a file on its way, by what is where its trace is damaged. */
#ifndef GT_WIRE_HINT_H
#define GT_WIRE_HINT_H

#include "wire/source.h"

/*
 * Where a damage says less than can be seen around its place (another trace begins there, text was printed, there
 * are only zeros) or all over the file (it was changed as text), the sentence is replaced by one that says what to do.
 */
void gt_hint_explain(struct gt_source *s, struct gt_error *damage);

#endif
