/* The one dialect of CSV: RFC 4180, lines end with GT_CSV_END. */
#ifndef GT_FORMAT_CSV_H
#define GT_FORMAT_CSV_H

#include "base/buf.h"

#define GT_CSV_END "\r\n"

/*
 * Appends n bytes of escaped text as a field: in quotes, with doubled quotes, if it holds a
 * quote, comma or line break.  A spreadsheet runs what begins with = + - @, a
 * tab or a carriage return: unless that is a plain number, or with raw, a ' is put
 * before it (https://owasp.org/www-community/attacks/CSV_Injection).
 */
void gt_csv_field(struct gt_buf *out, const char *s, size_t n, bool raw);

#endif
