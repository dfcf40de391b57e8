/* The first 16 bytes of a trace: which format and version it is. */
#ifndef GT_WIRE_HEADER_H
#define GT_WIRE_HEADER_H

#include "base/err.h"

#define GT_HEADER_SIZE 16

enum gt_format { GT_FORMAT_V1 = 1, GT_FORMAT_V2 = 2 };

struct gt_header {
	enum gt_format format;
	int minor;            /* 5 … 21 for v1; 22, 23, 25, 26 for v2 */
	bool text;            /* the source was in the text form and has been converted */
};

/*
 * Reads and checks the header in the first n bytes of a file (format/v1.md 2, format/v2.md 2).
 * Not a trace (empty, PNG, other shape): GT_ERR_NOT_TRACE; a trace of a version
 * that nobody has defined: GT_ERR_VERSION.  Text says what was found.
 */
int gt_header_parse(struct gt_header *h, const uint8_t *head, size_t n, struct gt_error *err);

/* How much of a file is looked at to find out what it is. */
#define GT_DETECT_SIZE (16 * 1024)

/* Whether content that begins with these bytes (GT_DETECT_SIZE of them, or all) is worth being read on.  newer: also
 * of a version that is not known. */
bool gt_header_may_be_trace(const void *head, size_t n, bool newer);

/*
 * The place of a header in the first bytes of a file that begins with something else, as the head of an HTTP
 * response or printed text; 0: there is none.  A header's 16 bytes are nothing else by chance.
 */
size_t gt_header_find(const void *head, size_t n);

/* "go 1.22" etc., as Go's reader names the version. */
const char *gt_header_version(const struct gt_header *h, char buf[16]);

/* The format that a version of the header stands for; 0: no Go release has written it. */
enum gt_format gt_header_format(int minor);

/* The versions of v2, in the words of the text form. */
extern const char gt_header_text_versions[];

#endif
