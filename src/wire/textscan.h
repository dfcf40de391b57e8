/* Lines and tokens of the text form, with Go's notion of white space. */
#ifndef GT_WIRE_TEXTSCAN_H
#define GT_WIRE_TEXTSCAN_H

#include "base/err.h"

struct gt_text_span {
	const char *p;
	size_t n;
};

/* The text, and the line that was read last. */
struct gt_textscan {
	const char *text;
	size_t pos, end;         /* next byte to read, end of the text */
	uint64_t lineno;         /* of the last line, counted from 1 */
	uint64_t line_off;       /* byte offset of its start */
};

/* The next line without its end (\n or \r\n).  False: no more. */
bool gt_textscan_line(struct gt_textscan *s, struct gt_text_span *line);

/* The next line that has a token, skipping empty lines and comments. */
bool gt_textscan_content(struct gt_textscan *s, struct gt_text_span *line);

/*
 * Takes the next token off the front of *line: up to white space or a '#'.  It is
 * empty at the end of the line and where a comment begins.
 */
struct gt_text_span gt_text_token(struct gt_text_span *line);

/* The text without white space at both ends. */
struct gt_text_span gt_text_trim(struct gt_text_span s);

bool gt_text_span_is(struct gt_text_span s, const char *text);

/* Decimal digits only, as in Go's ParseUint with base 10. */
bool gt_text_number(struct gt_text_span s, uint64_t *v);

/* An error in the last line: "line N: WHAT "TOKEN"", with the offset of the line.  Returns code. */
int gt_textscan_bad(const struct gt_textscan *s, struct gt_error *err, int code, const char *what,
		    struct gt_text_span token);

/* A line that begins a member of a txtar archive, "-- NAME --": true, and the name. */
bool gt_textscan_marker(struct gt_text_span line, struct gt_text_span *name);

/* True if the bytes begin like the text form ("Trace Go1."). */
bool gt_textscan_is_text(const void *head, size_t n);

/* True for a txtar archive with "-- expect --" and "-- trace --" (format/v2.md 20). */
bool gt_textscan_is_archive(const void *head, size_t n);

/* True for either of these. */
bool gt_textscan_is_trace(const void *head, size_t n);

#endif
