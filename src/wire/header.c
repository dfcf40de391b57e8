/* Recognises traces by their first bytes, and says what else a file may be. */
#include "wire/header.h"

#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/utf8.h"
#include "wire/textscan.h"

/* Header versions that Go releases have written (format/v1.md 2, format/v2.md 2). */
static const struct {
	int minor;
	enum gt_format format;
} versions[] = {
	{ 5, GT_FORMAT_V1 },  { 7, GT_FORMAT_V1 },  { 8, GT_FORMAT_V1 },  { 9, GT_FORMAT_V1 },
	{ 10, GT_FORMAT_V1 }, { 11, GT_FORMAT_V1 }, { 19, GT_FORMAT_V1 }, { 21, GT_FORMAT_V1 },
	{ 22, GT_FORMAT_V2 }, { 23, GT_FORMAT_V2 }, { 25, GT_FORMAT_V2 }, { 26, GT_FORMAT_V2 },
};

#define VERSIONS "go 1.5, 1.7 to 1.11, 1.19, 1.21 to 1.23, 1.25 and 1.26: those that Go 1.5 to 1.27 write"
const char gt_header_text_versions[] = "Go1.22, Go1.23, Go1.25 and Go1.26";

enum gt_format gt_header_format(int minor)
{
	for (size_t i = 0; i < GT_COUNT(versions); i++)
		if (versions[i].minor == minor)
			return versions[i].format;
	return 0;
}

#define PPROF "a profile, which go tool pprof reads: a trace comes from runtime/trace, go test -trace or /debug/pprof/trace"

/* What people take for a trace by mistake: by at most GT_HEADER_SIZE bytes. */
static const struct {
	const char *magic;
	size_t len;
	const char *what;
} others[] = {
	{ "\x89PNG\r\n", 6, "a PNG image" },
	{ "\xff\xd8\xff", 3, "a JPEG image" },
	{ "GIF8", 4, "a GIF image" },
	{ "\x7f" "ELF", 4, "an ELF program" },
	{ "PK\x03\x04", 4, "a zip archive" },
	{ "\x1f\x8b\x08", 3, "gzip data inside gzip data: unpack it once" },
	{ "\x1f\x8b", 2, "gzip data" },
	{ "(\xb5/\xfd", 4, "zstd data" },
	{ "\xfd" "7zXZ", 5, "xz data" },
	{ "BZh", 3, "bzip2 data" },
	{ "%PDF", 4, "a PDF document" },
	{ "SQLite format 3", 15, "an SQLite database" },
	{ "goroutine profil", 16, "a goroutine profile" },
	{ "goroutine ", 10, "a goroutine dump" },
	{ "heap profile:", 13, "a heap profile" },
	{ "mode: ", 6, "a coverage profile" },
	{ "<!DOCTYPE", 9, "an HTML document" },
	{ "<html", 5, "an HTML document" },
	{ "\xff\xfeg\0o\0 \0" "1\0", 10, "a trace that the > of PowerShell made UTF-16 text of, which cannot be undone: "
		"write it with curl.exe -o FILE, Invoke-WebRequest -OutFile FILE or cmd /c" },
	{ "\xff\xfe", 2, "UTF-16 text" },
	{ "\x0a\x04\x08", 3, PPROF },
	{ "{", 1, "JSON text" },
	{ "#!", 2, "a script" },
	{ "package ", 8, "Go source text" },
};

/* Those that Go writes begin with their time: ns since 1970 in nine bytes, from 2006 to 2043. */
static bool is_pprof(const uint8_t *head, size_t n)
{
	const uint64_t more = UINT64_C(0x8080808080808080);

	return n >= 10 && head[0] == 0x48 && (gt_get64(head + 1) & more) == more && head[9] >= 0x10 && head[9] < 0x20;
}

static int not_a_trace(const uint8_t *head, size_t n, struct gt_error *err)
{
	struct gt_buf shown = { 0 };

	for (size_t i = 0; i < GT_COUNT(others); i++)
		if (n >= others[i].len && !memcmp(head, others[i].magic, others[i].len))
			return gt_error_set(err, GT_ERR_NOT_TRACE, 0, "not a Go execution trace: this looks like %s",
					    others[i].what);
	if (is_pprof(head, n))
		return gt_error_set(err, GT_ERR_NOT_TRACE, 0, "not a Go execution trace: this looks like " PPROF);
	gt_text_escape(&shown, (const char *)head, n);
	gt_error_set(err, GT_ERR_NOT_TRACE, 0, "not a Go execution trace: it begins with \"%s\"", gt_buf_str(&shown));
	gt_buf_release(&shown);
	return GT_ERR_NOT_TRACE;
}

static const char prefix[] = "go 1.";

/* A number of at most three digits at *i, or -1. */
static int header_take_number(const uint8_t *head, size_t *i)
{
	size_t first = *i;
	int v = 0;

	for (; head[*i] >= '0' && head[*i] <= '9' && *i < first + 3; ++*i)
		v = v * 10 + (head[*i] - '0');
	return *i == first || head[first] == '0' ? -1 : v;
}

/* The versions of a well-formed header: false if it is none. */
static bool header_parse_version(const uint8_t *head, int *major, int *minor)
{
	static const char suffix[] = " trace";
	size_t i = 3;

	if (memcmp(head, prefix, i) != 0)
		return false;
	*major = header_take_number(head, &i);
	if (*major < 0 || head[i++] != '.')
		return false;
	*minor = header_take_number(head, &i);
	if (*minor < 0 || memcmp(head + i, suffix, strlen(suffix)) != 0)
		return false;
	for (i += strlen(suffix); i < GT_HEADER_SIZE; i++)
		if (head[i])
			return false;
	return true;
}

int gt_header_parse(struct gt_header *h, const uint8_t *head, size_t n, struct gt_error *err)
{
	int last = versions[GT_COUNT(versions) - 1].minor, major, minor;

	if (n == 0)
		return gt_error_set(err, GT_ERR_NOT_TRACE, 0, "not a Go execution trace: the file is empty");
	if (n < GT_HEADER_SIZE && !memcmp(head, prefix, n < strlen(prefix) ? n : strlen(prefix)))
		return gt_error_set(err, GT_ERR_NOT_TRACE, n, "not a Go execution trace: the file ends inside the header, "
				    "after %zu of %d bytes", n, GT_HEADER_SIZE);
	if (n < GT_HEADER_SIZE || !header_parse_version(head, &major, &minor))
		return not_a_trace(head, n < GT_HEADER_SIZE ? n : GT_HEADER_SIZE, err);
	*h = (struct gt_header){ .format = major == 1 ? gt_header_format(minor) : 0, .minor = minor };
	if (h->format)
		return 0;
	return gt_error_set(err, GT_ERR_VERSION, 0, "the trace format go %d.%d is %s this program, which reads " VERSIONS
			    "%s", major, minor, major > 1 || minor > last ? "newer than" : "unknown to",
			    minor > last ? "; --as=1.26 tries" : "");
}

bool gt_header_may_be_trace(const void *head, size_t n, bool newer)
{
	struct gt_header h;
	int rc = gt_header_parse(&h, head, n, NULL);

	return rc == 0 || (rc == GT_ERR_VERSION && newer) || gt_textscan_is_trace(head, n);
}

size_t gt_header_find(const void *head, size_t n)
{
	const char *p = head, *end = p + n, *at = p;
	struct gt_header h;

	while (n >= GT_HEADER_SIZE && (at = memmem(at + 1, (size_t)(end - at) - 1, prefix, strlen(prefix))) != NULL) {
		if ((size_t)(end - at) < GT_HEADER_SIZE)
			return 0;
		if (!gt_header_parse(&h, (const uint8_t *)at, GT_HEADER_SIZE, NULL))
			return (size_t)(at - p);
	}
	return 0;
}

const char *gt_header_version(const struct gt_header *h, char buf[16])
{
	snprintf(buf, 16, "go 1.%d", h->minor);
	return buf;
}
