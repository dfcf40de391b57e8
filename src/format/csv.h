/* A field of a CSV file. */
#ifndef GT_FORMAT_CSV_H
#define GT_FORMAT_CSV_H

#include "base/buf.h"

/* Appends n bytes as a field: in quotes, with doubled quotes, if it holds a quote, comma or line break. */
void gt_csv_field(struct gt_buf *out, const char *s, size_t n);

#endif
