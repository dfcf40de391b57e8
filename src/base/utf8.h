/* Text from a trace made safe and measured: escaping, display width, clipping (libunistring). */
#ifndef GT_BASE_UTF8_H
#define GT_BASE_UTF8_H

#include "base/buf.h"

/*
 * Appends n bytes of hostile text so that it can go to a terminal or a text
 * report: valid printable UTF-8 stays; C0 controls and DEL become \n, \t, \r
 * or \xNN; C1 controls, bidi controls, line/paragraph separators and other
 * format characters (general category Cc, Cf except ZWJ/ZWNJ between two
 * printable non-ASCII characters, Zl, Zp, Cs, Co, Cn) become \uNNNN, or
 * \UNNNNNNNN above U+FFFF; every byte that is not valid UTF-8 becomes \xNN.
 * A backslash stays as it is.
 */
void gt_text_escape(struct gt_buf *out, const char *s, size_t n);

/* True if s needs no escaping: gt_text_escape would append it as it is. */
bool gt_text_is_clean(const char *s, size_t n);

/* Columns that n bytes of clean (already escaped) UTF-8 take. */
int gt_text_width(const char *s, size_t n);

/*
 * The longest prefix of s, in whole grapheme clusters, that takes at most
 * `columns`: returns its length in bytes and, if used is not NULL, the columns
 * it takes.
 */
size_t gt_text_clip(const char *s, size_t n, int columns, int *used);

/* As gt_text_clip from the end: returns the byte offset where the suffix starts. */
size_t gt_text_clip_end(const char *s, size_t n, int columns, int *used);

/*
 * The next grapheme cluster of s: its length in bytes (at least 1 if n > 0)
 * and its columns (0, 1 or 2).  Used by the canvas to fill cells.
 */
size_t gt_text_next(const char *s, size_t n, int *columns);

/*
 * Appends s fitted into exactly `columns`: padded with blanks or cut with
 * '…' (or "." when ascii).  right: aligned to the right.
 */
void gt_text_fit(struct gt_buf *out, const char *s, size_t n, int columns, bool right, bool ascii);

/*
 * Shortens a Go function name from the package end, never inside a grapheme:
 * "net/http.(*conn).serve" -> "http.(*conn).serve" -> "(*conn).serve" -> "…rve".
 */
void gt_func_fit(struct gt_buf *out, const char *func, size_t n, int columns, bool ascii);

/*
 * True if needle occurs in hay, both normalised (NFC) and case-folded; with
 * capitals in needle case counts ("smart case").
 */
bool gt_text_contains(const char *hay, size_t n, const char *needle, size_t m);

#endif
