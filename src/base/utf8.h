/* Text from a trace made safe and measured: escaping, display width, clipping (libunistring). */
#ifndef GT_BASE_UTF8_H
#define GT_BASE_UTF8_H

#include "base/buf.h"

/*
 * The one policy for hostile text: what the canvas, text, listings, CSV and JSON
 * escape, each in its own notation.  Safe is valid UTF-8 but
 *
 *	controls (C0, DEL, C1), line and paragraph separators
 *	format characters: bidi controls, tags, byte order marks, U+180E (category Cf)
 *	what else shows nothing: U+034F, Hangul fillers (Default_Ignorable_Code_Point)
 *	private use, surrogates, unassigned, noncharacters (Co, Cs, Cn)
 *	marks (M) after eight others, which is what a cell of the screen takes
 *
 * ZWJ and ZWNJ are safe between two safe characters that are not ASCII,
 * a variation selector after one.
 */
enum gt_text_kind {
	GT_TEXT_SAFE,          /* as many characters as are safe */
	GT_TEXT_UNSAFE,        /* one character */
	GT_TEXT_INVALID,       /* one byte that is not UTF-8 */
};

struct gt_text_piece {
	const char *s;
	size_t n;
	enum gt_text_kind kind;
	uint32_t cp;           /* of the unsafe character, or the byte */
};

/* Text on its way through the policy: set s and n only. */
struct gt_text_scan {
	const char *s;         /* what is left */
	size_t n;
	uint32_t prev;         /* the safe character before it, 0: none */
	unsigned marks;        /* that stand one after the other before it */
};

/* The next piece, in order and without gaps; false at the end. */
bool gt_text_scan(struct gt_text_scan *t, struct gt_text_piece *p);

/*
 * Appends n bytes of hostile text for a terminal or a text report: what is safe
 * stays; \n, \t, \r or \xNN for ASCII controls and invalid bytes, else \uNNNN, or
 * \UNNNNNNNN above U+FFFF.  A backslash stays as it is.
 */
void gt_text_escape(struct gt_buf *out, const char *s, size_t n);

/*
 * True if all of s is printable ASCII and neither x nor y is among it: text that no notation escapes
 * but for these two.
 */
bool gt_text_is_plain(const char *s, size_t n, char x, char y);

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

/* Appends n bytes in lines of `cols` columns, broken at blanks; those after the first are indented. */
void gt_text_wrap(struct gt_buf *out, const char *s, size_t n, int cols, size_t indent);

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
 * As gt_text_fit for sentences and lists of facts whose first part matters most: long names are shortened,
 * then whole phrases (what stands between , ; : and brackets) are left out from the end, with " …"
 * instead; words, where that would leave more than half of the room empty.  A number is never cut.
 */
void gt_text_phrases(struct gt_buf *out, const char *s, size_t n, int columns, bool ascii);

/*
 * Shortens a Go function name from the package end, never inside a grapheme:
 * "net/http.(*conn).serve" -> "http.(*conn).serve" -> "(*conn).serve" -> "…rve".  No form is another function's name
 * ("main.main.func1" keeps its package), and none closes a bracket that it does not open.  Of several frames, "a.f:1
 * from b.g:2", the first one counts most: it is the others that are cut, at their end.
 */
void gt_func_fit(struct gt_buf *out, const char *func, size_t n, int columns, bool ascii);

/* Where the forms begin that gt_func_fit takes, longest first: all of it, without the path, without the package. */
#define GT_FUNC_FORMS 3
unsigned gt_func_forms(const char *func, size_t n, size_t begin[GT_FUNC_FORMS]);   /* how many there are: 1 to 3 */

/*
 * True if needle occurs in hay, both normalised (NFC) and case-folded; with
 * capitals in needle case counts ("smart case").
 */
bool gt_text_contains(const char *hay, size_t n, const char *needle, size_t m);

/* Whether n bytes at name are a title as people copy it: any case, blanks as they are, as - or _, or left out. */
bool gt_text_is_title(const char *title, const char *name, size_t n);

#endif
