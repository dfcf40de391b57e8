/* Which files are traces, and what is said of the others. */
#include <string.h>

#include "tap/tap.h"
#include "wire/header.h"
#include "wire/v2/open.h"

#define H(text, nuls) text nuls, sizeof(text nuls) - 1

static const struct {
	const char *bytes;
	size_t n;
	int minor;
	enum gt_format format;
} known[] = {
	{ H("go 1.5 trace", "\0\0\0\0"), 5, GT_FORMAT_V1 },
	{ H("go 1.7 trace", "\0\0\0\0"), 7, GT_FORMAT_V1 },
	{ H("go 1.8 trace", "\0\0\0\0"), 8, GT_FORMAT_V1 },
	{ H("go 1.9 trace", "\0\0\0\0"), 9, GT_FORMAT_V1 },
	{ H("go 1.10 trace", "\0\0\0"), 10, GT_FORMAT_V1 },
	{ H("go 1.11 trace", "\0\0\0"), 11, GT_FORMAT_V1 },
	{ H("go 1.19 trace", "\0\0\0"), 19, GT_FORMAT_V1 },
	{ H("go 1.21 trace", "\0\0\0"), 21, GT_FORMAT_V1 },
	{ H("go 1.22 trace", "\0\0\0more"), 22, GT_FORMAT_V2 },
	{ H("go 1.23 trace", "\0\0\0"), 23, GT_FORMAT_V2 },
	{ H("go 1.25 trace", "\0\0\0"), 25, GT_FORMAT_V2 },
	{ H("go 1.26 trace", "\0\0\0"), 26, GT_FORMAT_V2 },
};

static const struct {
	const char *bytes;
	size_t n;
	int code;
	uint64_t offset;
	const char *text;
} refused[] = {
	{ H("", ""), GT_ERR_NOT_TRACE, 0, "not a Go execution trace: the file is empty" },
	{ H("go", ""), GT_ERR_NOT_TRACE, 2, "the file ends inside the header, after 2 of 16 bytes" },
	{ H("go 1.22 trace", "\0\0"), GT_ERR_NOT_TRACE, 15, "after 15 of 16 bytes" },
	{ H("hello", ""), GT_ERR_NOT_TRACE, 0, "it begins with \"hello\"" },
	{ H("\x89PNG\r\n\x1a\n", ""), GT_ERR_NOT_TRACE, 0, "looks like a PNG image" },
	{ H("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "1234"), GT_ERR_NOT_TRACE, 0, "looks like a PNG image" },
	{ H("\x7f" "ELF\2\1\1\0\0\0\0\0\0\0\0\0", "x"), GT_ERR_NOT_TRACE, 0, "looks like an ELF program" },
	{ H("\x1f\x8b\x08\0", ""), GT_ERR_NOT_TRACE, 0, "looks like gzip data inside gzip data: unpack it once" },
	{ H("{\"traceEvents\": []}", ""), GT_ERR_NOT_TRACE, 0, "looks like JSON" },
	{ H("goroutine profile: total 7\n", ""), GT_ERR_NOT_TRACE, 0, "looks like a goroutine profile" },
	{ H("go 1.22 trace", "\0\0\1"), GT_ERR_NOT_TRACE, 0, "it begins with \"go 1.22 trace\\x00\\x00\\x01" },
	{ H("go 1.022 trace", "\0\0"), GT_ERR_NOT_TRACE, 0, "not a Go execution trace" },
	{ H("go 1. trace", "\0\0\0\0\0"), GT_ERR_NOT_TRACE, 0, "not a Go execution trace" },
	{ H("go 1.2222 trace", "\0"), GT_ERR_NOT_TRACE, 0, "not a Go execution trace" },
	{ H("go 2.22 trace", "\0\0\0"), GT_ERR_VERSION, 0, "go 2.22 is newer than this program" },
	{ H("go 0.22 trace", "\0\0\0"), GT_ERR_NOT_TRACE, 0, "not a Go execution trace" },
	{ H("go 1x22 trace", "\0\0\0"), GT_ERR_NOT_TRACE, 0, "not a Go execution trace" },
	{ H("go 1.22 tracE", "\0\0\0"), GT_ERR_NOT_TRACE, 0, "not a Go execution trace" },
	{ H("go 1.24 trace", "\0\0\0"), GT_ERR_VERSION, 0, "format go 1.24 is unknown to this program, which reads go 1.5," },
	{ H("go 1.6 trace", "\0\0\0\0"), GT_ERR_VERSION, 0, "format go 1.6 is unknown to this program" },
	{ H("go 1.27 trace", "\0\0\0"), GT_ERR_VERSION, 0, "format go 1.27 is newer than this program, which reads go 1.5," },
	{ H("go 1.999 trace", "\0\0"), GT_ERR_VERSION, 0, "format go 1.999 is newer" },
	{ H("\033[31mred\033[m and more", ""), GT_ERR_NOT_TRACE, 0, "begins with \"\\x1b[31mred" },
};

TAP_TEST(known)
{
	for (size_t i = 0; i < GT_COUNT(known); i++) {
		struct gt_header h = { 0 };
		struct gt_source *s;
		char version[16];

		gt_source_open_mem(&s, known[i].bytes, known[i].n, "test");
		tap_is_int(gt_header_read(s, &h, NULL), 0, "1.%d is a trace", known[i].minor);
		tap_is_int(h.minor, known[i].minor, "1.%d: version", known[i].minor);
		tap_is_int(h.format, known[i].format, "1.%d: format", known[i].minor);
		gt_header_version(&h, version);
		tap_ok(!strncmp(version, known[i].bytes, strlen(version)), "1.%d: name", known[i].minor);
		gt_source_close(s);
	}
}

TAP_TEST(refused)
{
	for (size_t i = 0; i < GT_COUNT(refused); i++) {
		struct gt_error err = { 0 };
		struct gt_header h;
		struct gt_source *s;

		gt_source_open_mem(&s, refused[i].bytes, refused[i].n, "test");
		tap_is_int(gt_header_read(s, &h, &err), refused[i].code, "%s: refused", refused[i].text);
		tap_is_u64(err.offset, refused[i].offset, "%s: offset", refused[i].text);
		if (!tap_ok(strstr(err.text, refused[i].text), "%s: text", refused[i].text))
			tap_diag("%s", err.text);
		gt_source_close(s);
	}
}
