/* "reading standard input: 12.3 MiB", or what is waited for, on the terminal, while a trace comes through a pipe or is unpacked. */
#ifndef GT_CLI_READING_H
#define GT_CLI_READING_H

#include "ui/app/quitkey.h"
#include "wire/stream.h"

/*
 * One line on standard error, if that is a terminal; wiped when all has been read.  Before a screen q and Esc
 * end the reading (GT_ERR_CANCELLED); Ctrl-C ends the program.
 */
#define GT_READING_UNKNOWN UINT64_MAX
struct gt_reading {
	struct gt_watch watch;    /* what to open the trace with */
	struct gt_quitkey *keys;  /* NULL: none is waited for */
	bool screen;              /* it is a screen that begins afterwards */
	const char *path;
	bool terminal;
	int64_t begun, drawn;     /* gt_clock_now(); drawn: 0 before the first line */
	size_t width;             /* of the line that stands there */
	int64_t second;           /* when the second began that is measured; 0: none yet */
	uint64_t then, got;       /* bytes taken by then, and in the second before it; GT_READING_UNKNOWN: none was */
};

/* *r must stay where it is while a trace is opened with its watch.  how: limit, part and as of that. */
void gt_reading_init(struct gt_reading *r, const char *path, const struct gt_watch *how);

#endif
