/* Recognises traces by their first bytes, and says what else a file may be. */
#include "wire/header.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "base/xalloc.h"
#include "wire/v2/v2text.h"

/* Header versions that Go releases have written (format/v1.md 2, format/v2.md 2). */
static const struct {
	int minor;
	enum gt_format format;
} versions[] = {
	{ 5, GT_FORMAT_V1 },  { 7, GT_FORMAT_V1 },  { 8, GT_FORMAT_V1 },  { 9, GT_FORMAT_V1 },
	{ 10, GT_FORMAT_V1 }, { 11, GT_FORMAT_V1 }, { 19, GT_FORMAT_V1 }, { 21, GT_FORMAT_V1 },
	{ 22, GT_FORMAT_V2 }, { 23, GT_FORMAT_V2 }, { 25, GT_FORMAT_V2 }, { 26, GT_FORMAT_V2 },
};

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
	{ "{", 1, "JSON text" },
	{ "#!", 2, "a script" },
	{ "package ", 8, "Go source text" },
};

static int not_a_trace(const uint8_t *head, size_t n, struct gt_error *err)
{
	struct gt_buf shown = { 0 };

	for (size_t i = 0; i < GT_COUNT(others); i++)
		if (n >= others[i].len && !memcmp(head, others[i].magic, others[i].len))
			return gt_error_set(err, GT_ERR_NOT_TRACE, 0, "not a Go execution trace: this looks like %s",
					    others[i].what);
	gt_text_escape(&shown, (const char *)head, n);
	gt_error_set(err, GT_ERR_NOT_TRACE, 0, "not a Go execution trace: it begins with \"%s\"", gt_buf_str(&shown));
	gt_buf_release(&shown);
	return GT_ERR_NOT_TRACE;
}

static const char prefix[] = "go 1.";

static int too_short(const uint8_t *head, size_t n, struct gt_error *err)
{
	size_t same = n < strlen(prefix) ? n : strlen(prefix);

	if (n == 0)
		return gt_error_set(err, GT_ERR_NOT_TRACE, 0, "not a Go execution trace: the file is empty");
	if (memcmp(head, prefix, same) != 0)
		return not_a_trace(head, n, err);
	return gt_error_set(err, GT_ERR_NOT_TRACE, n,
			    "not a Go execution trace: the file ends inside the header, after %zu of %d bytes", n,
			    GT_HEADER_SIZE);
}

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

static int parse(struct gt_header *h, const uint8_t *head, size_t n, struct gt_error *err)
{
	int last = versions[GT_COUNT(versions) - 1].minor, major, minor;

	if (n < GT_HEADER_SIZE)
		return too_short(head, n, err);
	if (!header_parse_version(head, &major, &minor))
		return not_a_trace(head, GT_HEADER_SIZE, err);
	for (size_t i = 0; i < GT_COUNT(versions); i++) {
		if (major != 1 || versions[i].minor != minor)
			continue;
		*h = (struct gt_header){ .format = versions[i].format, .minor = minor };
		return 0;
	}
	return gt_error_set(err, GT_ERR_VERSION, 0, "the trace format go %d.%d is %s this program, which reads go 1.5, 1.7 "
			    "to 1.11, 1.19, 1.21 to 1.23, 1.25 and 1.26: those that Go 1.5 to 1.27 write",
			    major, minor, major > 1 || minor > last ? "newer than" : "unknown to");
}

int gt_header_read(struct gt_source *s, struct gt_header *h, struct gt_error *err)
{
	uint8_t head[GT_HEADER_SIZE];
	int64_t n = gt_source_read(s, 0, head, sizeof head);

	if (n < 0)
		return gt_error_errno(err, errno, "cannot read the trace");
	return parse(h, head, (size_t)n, err);
}

static bool is_text(const void *head, size_t n)
{
	return n > 0 && (gt_v2_text_detect(head, n) || gt_v2_text_is_archive(head, n));
}

bool gt_header_may_be_trace(const void *head, size_t n)
{
	struct gt_header h;

	return is_text(head, n) || parse(&h, head, n, NULL) == 0;
}

const char *gt_header_version(const struct gt_header *h, char buf[16])
{
	snprintf(buf, 16, "go 1.%d", h->minor);
	return buf;
}

static bool begins_as_text(struct gt_source *s)
{
	char *head = gt_xmalloc(GT_DETECT_SIZE);
	int64_t n = gt_source_read(s, 0, head, GT_DETECT_SIZE);
	bool text = n > 0 && is_text(head, (size_t)n);

	free(head);
	return text;
}

/* A text form is converted in memory; this bounds it. */
#define TEXT_MAX (UINT64_C(256) << 20)

static int load_text(struct gt_source *s, char **text, size_t *n, struct gt_error *err)
{
	uint64_t size = gt_source_size(s);
	int64_t got;

	if (size > TEXT_MAX)
		return gt_error_set(err, GT_ERR_LIMIT, GT_NO_OFFSET,
				    "a trace in text form of %" PRIu64 " bytes is too large, maximum is %" PRIu64, size,
				    TEXT_MAX);
	*text = gt_checked_alloc(size ? size : 1, 1);
	if (!*text)
		return gt_error_set(err, GT_ERR_NOMEM, GT_NO_OFFSET, "not enough memory for the text form");
	got = gt_source_read(s, 0, *text, (size_t)size);
	if (got < 0) {
		free(*text);
		*text = NULL;
		return gt_error_errno(err, errno, "cannot read the trace");
	}
	*n = (size_t)got;
	return 0;
}

/* Replaces a source in text form by its binary form; a bad line ends it, as damage. */
static int convert(struct gt_source **src, struct gt_error *err)
{
	struct gt_source *binary;
	struct gt_error bad = { 0 };
	struct gt_buf out = { 0 };
	char *text = NULL;
	size_t n = 0;
	int rc = load_text(*src, &text, &n, err);

	if (rc < 0)
		return rc;
	rc = gt_v2_text_parse(text, n, &out, &bad);
	free(text);
	if (rc < 0 && err)
		*err = bad;
	if (rc < 0 && out.len <= GT_HEADER_SIZE) {
		gt_buf_release(&out);
		return rc;
	}
	n = out.len;
	gt_source_open_owned(&binary, gt_buf_steal(&out), n, gt_source_name(*src));
	if (rc < 0)
		gt_source_set_damage(binary, &bad);
	gt_source_inherit(binary, *src);
	gt_source_close(*src);
	*src = binary;
	return 0;
}

int gt_trace_source_open_watched(struct gt_source **src, struct gt_header *h, const char *path,
				 const struct gt_watch *watch, struct gt_error *err)
{
	bool text;
	int rc = gt_source_open_watched(src, path, watch, err);

	if (rc < 0)
		return rc;
	text = begins_as_text(*src);
	if (text)
		rc = convert(src, err);
	if (rc >= 0)
		rc = gt_header_read(*src, h, err);
	if (rc < 0) {
		gt_source_close(*src);
		*src = NULL;
		return rc;
	}
	h->text = text;
	return 0;
}

int gt_trace_source_open(struct gt_source **src, struct gt_header *h, const char *path, struct gt_error *err)
{
	return gt_trace_source_open_watched(src, h, path, NULL, err);
}
