/* What happened to a file on its way, by what is where its trace is damaged. */
#ifndef GT_WIRE_HINT_H
#define GT_WIRE_HINT_H

#include "wire/source.h"

/* Whether a byte is of text that a program prints. */
GT_INLINE bool gt_is_printed(uint8_t c)
{
	return (c >= ' ' && c < 0x7f) || c == '\n' || c == '\t';
}

/* Shorter runs of it may be chance. */
#define GT_TEXT_RUN 12

/*
 * Where a damage says less than can be seen around its place (another trace begins there, text was printed, there
 * are only zeros) or all over the file (it was changed as text), the sentence is replaced by one that says what to do.
 */
void gt_hint_explain(struct gt_source *s, struct gt_error *damage);

#endif
