/* Errors: filling a struct gt_error and adding context to it. */
#include "base/err.h"

#include <string.h>

/*
 * Cuts text that filled its array before a UTF-8 character that lost its end:
 * the sentence is shown to people as it is.
 */
static void trim_partial_utf8(char *text)
{
	size_t len = strlen(text), at = len, need;
	unsigned char lead;

	while (at > 0 && len - at < 4 && ((unsigned char)text[at - 1] & 0xc0) == 0x80)
		at--;
	if (at == 0)
		return;
	lead = (unsigned char)text[at - 1];
	need = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
	if (len - (at - 1) < need)
		text[at - 1] = '\0';
}

static GT_PRINTF(2, 0) void set_text(struct gt_error *err, const char *fmt, va_list ap)
{
	int n = vsnprintf(err->text, sizeof err->text, fmt, ap);

	if (n < 0)
		err->text[0] = '\0';
	else if ((size_t)n >= sizeof err->text)
		trim_partial_utf8(err->text);
}

int gt_error_set(struct gt_error *err, int code, uint64_t offset, const char *fmt, ...)
{
	va_list ap;

	if (!err)
		return code;
	err->code = code;
	err->offset = offset;
	va_start(ap, fmt);
	set_text(err, fmt, ap);
	va_end(ap);
	return code;
}

int gt_error_usage(struct gt_error *err, const char *fmt, ...)
{
	va_list ap;

	if (!err)
		return GT_ERR_USAGE;
	err->code = GT_ERR_USAGE;
	err->offset = GT_NO_OFFSET;
	va_start(ap, fmt);
	set_text(err, fmt, ap);
	va_end(ap);
	return GT_ERR_USAGE;
}

/* strerror_r gives the text in glibc, and 0 or an error elsewhere (musl, BSD, macOS): the text is in `why` then. */
GT_INLINE const char *text_of_gnu(const char *text, const char *why)
{
	(void)why;
	return text;
}

GT_INLINE const char *text_of_posix(int failed, const char *why)
{
	return failed ? "unknown error" : why;
}

#define TEXT_OF(result, why) _Generic((result), char *: text_of_gnu, int: text_of_posix)((result), (why))

int gt_error_errno(struct gt_error *err, int errnum, const char *fmt, ...)
{
	char what[sizeof err->text], why[128];
	va_list ap;

	if (!err)
		return GT_ERR_IO;
	va_start(ap, fmt);
	if (vsnprintf(what, sizeof what, fmt, ap) < 0)
		what[0] = '\0';
	va_end(ap);
	return gt_error_set(err, GT_ERR_IO, GT_NO_OFFSET, "%s: %s", what,
			    TEXT_OF(strerror_r(errnum, why, sizeof why), why));
}

int gt_error_context(struct gt_error *err, const char *fmt, ...)
{
	char prefix[sizeof err->text], text[sizeof err->text];
	va_list ap;

	if (!err)
		return GT_OK;
	va_start(ap, fmt);
	if (vsnprintf(prefix, sizeof prefix, fmt, ap) < 0)
		prefix[0] = '\0';
	va_end(ap);
	memcpy(text, err->text, sizeof text);
	return gt_error_set(err, err->code, err->offset, "%s: %s", prefix, text);
}

const char *gt_err_name(int code)
{
	static const char *const names[] = {
		[-GT_OK] = "ok",
		[-GT_ERR_IO] = "io",
		[-GT_ERR_NOT_TRACE] = "not-trace",
		[-GT_ERR_VERSION] = "version",
		[-GT_ERR_CORRUPT] = "corrupt",
		[-GT_ERR_CUT] = "cut",
		[-GT_ERR_ORDER] = "order",
		[-GT_ERR_LIMIT] = "limit",
		[-GT_ERR_NOMEM] = "no-memory",
		[-GT_ERR_USAGE] = "usage",
		[-GT_ERR_CANCELLED] = "cancelled",
		[-GT_ERR_STALE] = "stale",
	};

	_Static_assert(GT_COUNT(names) == -GT_ERR_STALE + 1, "a name for each code");
	if (code > 0 || code <= -(int)GT_COUNT(names))
		return "unknown";
	return names[-code];
}

enum gt_exit gt_error_exit(int code)
{
	switch (code) {
	case GT_OK:
	case GT_ERR_CANCELLED: return GT_EXIT_OK;
	case GT_ERR_NOT_TRACE:
	case GT_ERR_VERSION: return GT_EXIT_NOT_TRACE;
	case GT_ERR_CORRUPT:
	case GT_ERR_CUT:
	case GT_ERR_ORDER:
	case GT_ERR_LIMIT: return GT_EXIT_DAMAGED;
	default: return GT_EXIT_ERROR;
	}
}
