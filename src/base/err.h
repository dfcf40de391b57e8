/* Errors: a code, where in the file, and one clear sentence. */
#ifndef GT_BASE_ERR_H
#define GT_BASE_ERR_H

#include <stdarg.h>
#include <stdint.h>

#include "base/compiler.h"

/*
 * Library functions return 0 or one of these (always negative) and fill an
 * optional struct gt_error.  Nothing below cli/ and ui/shell/loop.c exits.
 */
enum gt_err {
	GT_OK = 0,
	GT_ERR_IO = -1,          /* the system said no: open, read, write, disk full */
	GT_ERR_NOT_TRACE = -2,   /* the bytes are not a Go execution trace */
	GT_ERR_VERSION = -3,     /* a trace, of a version that is not supported */
	GT_ERR_CORRUPT = -4,     /* a rule of the format is broken at `offset` */
	GT_ERR_CUT = -5,         /* the file ends inside something */
	GT_ERR_ORDER = -6,       /* well-formed events that contradict each other */
	GT_ERR_LIMIT = -7,       /* a size from the file is larger than can be handled */
	GT_ERR_NOMEM = -8,       /* a file-sized allocation failed */
	GT_ERR_USAGE = -9,       /* the caller's (user's) words are wrong */
	GT_ERR_CANCELLED = -10,  /* asked to stop; what is there stays usable */
	GT_ERR_STALE = -11,      /* an index that does not fit its trace or is damaged */
};

/* Offset of an error that has none. */
#define GT_NO_OFFSET UINT64_MAX

struct gt_error {
	int code;            /* enum gt_err */
	uint64_t offset;     /* byte offset in the trace (or index), or GT_NO_OFFSET */
	char text[256];      /* one sentence without a newline, printable ASCII/UTF-8, no final dot */
};

/*
 * Fills *err (which may be NULL) and returns code, so that callers can write
 * `return gt_error_set(err, GT_ERR_CUT, off, "…")`.  Text is cut to fit.
 */
int gt_error_set(struct gt_error *err, int code, uint64_t offset, const char *fmt, ...)
	GT_PRINTF(4, 5);

/* As gt_error_set with GT_ERR_USAGE and no offset. */
int gt_error_usage(struct gt_error *err, const char *fmt, ...) GT_PRINTF(2, 3);

/* As gt_error_set with strerror(errnum) appended: "TEXT: No such file …". */
int gt_error_errno(struct gt_error *err, int errnum, const char *fmt, ...) GT_PRINTF(3, 4);

/* Puts "PREFIX: " before the text of a set error: context on the way up.  Returns err->code. */
int gt_error_context(struct gt_error *err, const char *fmt, ...) GT_PRINTF(2, 3);

/* What the program exits with (design.md 5). */
enum gt_exit {
	GT_EXIT_OK = 0,
	GT_EXIT_ERROR = 1,      /* usage, input, output, the environment */
	GT_EXIT_NOT_TRACE = 2,  /* not a trace, or of a version that is not supported */
	GT_EXIT_DAMAGED = 3,    /* the readable part was shown */
	GT_EXIT_EXCEEDED = 4,   /* a --fail-if threshold */
};

/* The exit status of an error. */
enum gt_exit gt_error_exit(int code);

/* A short lower-case name of a code ("cut", "corrupt", "order" …), as the JSON `damage.kind` has it. */
const char *gt_err_name(int code);

#endif
