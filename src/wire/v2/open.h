/* Opening a trace of any form. */
#ifndef GT_WIRE_OPEN_H
#define GT_WIRE_OPEN_H

#include "wire/header.h"
#include "wire/source.h"

/* The header of an open source, as gt_header_parse. */
int gt_header_read(struct gt_source *s, struct gt_header *h, struct gt_error *err);

/* All of a text, to be freed; it is as large as memory may have of it, at most. */
int gt_text_load(struct gt_source *s, char **text, size_t *n, struct gt_error *err);

/*
 * Opens a trace: source + text form converted to binary (wire/v2/v2text.h) + header.  On success *src is owned by
 * the caller; *err is set if gt_source_damage says that it is not the whole.  `watch` as in gt_source_open_watched.
 */
int gt_trace_source_open(struct gt_source **src, struct gt_header *h, const char *path, const struct gt_watch *watch,
			 struct gt_error *err);

#endif
