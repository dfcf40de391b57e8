/* The first 16 bytes of a trace: which format and version it is. */
#ifndef GT_WIRE_HEADER_H
#define GT_WIRE_HEADER_H

#include "wire/source.h"

#define GT_HEADER_SIZE 16

enum gt_format { GT_FORMAT_V1 = 1, GT_FORMAT_V2 = 2 };

struct gt_header {
	enum gt_format format;
	int minor;            /* 5 … 21 for v1; 22, 23, 25, 26 for v2 */
	bool text;            /* the source was in the text form and has been converted */
};

/*
 * Reads and checks the header (format/v1.md 2, format/v2.md 2).
 * Not a trace (empty, PNG, other shape): GT_ERR_NOT_TRACE; a trace of a version
 * that nobody has defined: GT_ERR_VERSION.  Text says what was found.
 */
int gt_header_read(struct gt_source *s, struct gt_header *h, struct gt_error *err);

/* How much of a file is looked at to find out what it is. */
#define GT_DETECT_SIZE (16 * 1024)

/* Whether content that begins with these bytes (GT_DETECT_SIZE of them, or all) is worth being read on. */
bool gt_header_may_be_trace(const void *head, size_t n);

/* "go 1.22" etc., as Go's reader names the version. */
const char *gt_header_version(const struct gt_header *h, char buf[16]);

/*
 * Opens a trace of any form: source + text form converted to binary
 * (wire/v2/v2text.h) + header.  On success *src is owned by the caller; *err is set
 * if gt_source_damage says that it is not the whole.
 */
int gt_trace_source_open(struct gt_source **src, struct gt_header *h, const char *path, struct gt_error *err);

/* Same; `watch` as in gt_source_open_watched. */
int gt_trace_source_open_watched(struct gt_source **src, struct gt_header *h, const char *path,
				 const struct gt_watch *watch, struct gt_error *err);

#endif
