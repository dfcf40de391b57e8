/* Opening traces: text forms become binary here, so that there is one decoder. */
#include "wire/v2/open.h"

#include <errno.h>
#include <inttypes.h>

#include "base/xalloc.h"
#include "wire/textscan.h"
#include "wire/v2/v2text.h"

int gt_header_read(struct gt_source *s, struct gt_header *h, struct gt_error *err)
{
	uint8_t head[GT_HEADER_SIZE];
	int64_t n = gt_source_read(s, 0, head, sizeof head);

	if (n < 0)
		return gt_error_errno(err, errno, "cannot read the trace");
	return gt_header_parse(h, head, (size_t)n, err);
}

/* A text form is converted in memory; this bounds it. */
#define TEXT_MAX (UINT64_C(256) << 20)

int gt_text_load(struct gt_source *s, char **text, size_t *n, struct gt_error *err)
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
	int rc = gt_text_load(*src, &text, &n, err);

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

#define SEARCH ((size_t)1 << 20)

/* The place of the first header from `from` on; the size of the source: there is none. */
static uint64_t next_header(struct gt_source *s, uint64_t from)
{
	uint8_t *buf = gt_xmalloc(SEARCH);
	uint64_t at = gt_source_size(s);
	struct gt_header h;
	int64_t n;

	/* One that lies across two windows is found in the second. */
	for (; (n = gt_source_read(s, from, buf, SEARCH)) >= GT_HEADER_SIZE; from += (uint64_t)n + 1 - GT_HEADER_SIZE) {
		bool first = !gt_header_parse(&h, buf, (size_t)n, NULL);
		size_t place = first ? 0 : gt_header_find(buf, (size_t)n);

		if (!first && !place)
			continue;
		at = from + place;
		break;
	}
	free(buf);
	return at;
}

/* Leaves of a file that holds several traces the one that is wanted; a file without any is left as it is. */
static int choose_part(struct gt_source *s, uint64_t part, struct gt_error *err)
{
	uint64_t size = gt_source_size(s), at = next_header(s, 0);

	for (uint64_t i = 1; i < part && at < size; i++) {
		uint64_t next = next_header(s, at + GT_HEADER_SIZE);

		if (next == size)
			return gt_error_usage(err, "--part=%" PRIu64 ": the file holds %s%" PRIu64 " trace%s", part,
					      i == 1 ? "only " : "", i, i == 1 ? "" : "s");
		at = next;
	}
	if (at == size)
		return 0;
	size = next_header(s, at + GT_HEADER_SIZE);
	gt_source_skip(s, at);
	gt_source_limit(s, size - at);
	return 0;
}

int gt_trace_source_open(struct gt_source **src, struct gt_header *h, const char *path,
			 const struct gt_watch *watch, struct gt_error *err)
{
	char *head;
	bool text;
	int64_t n;
	int rc = gt_source_open_watched(src, path, watch, err);

	if (rc < 0)
		return rc;
	head = gt_xmalloc(GT_DETECT_SIZE);
	n = gt_source_read(*src, 0, head, GT_DETECT_SIZE);
	text = n > 0 && gt_textscan_is_trace(head, (size_t)n);
	/* What is no trace may have one behind its first lines. */
	if (!text && watch && watch->part)
		rc = choose_part(*src, watch->part, err);
	else if (n > 0 && !gt_header_may_be_trace(head, (size_t)n, true))
		gt_source_skip(*src, gt_header_find(head, (size_t)n));
	free(head);
	if (text && rc >= 0)
		rc = convert(src, err);
	if (rc >= 0)
		rc = gt_header_read(*src, h, err);
	if (rc == GT_ERR_VERSION && watch && watch->as) {
		*h = (struct gt_header){ .format = GT_FORMAT_V2, .minor = watch->as };
		rc = 0;
	}
	if (rc < 0) {
		gt_source_close(*src);
		*src = NULL;
		return rc;
	}
	h->text = text;
	return 0;
}
