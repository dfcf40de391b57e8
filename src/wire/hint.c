/* Recognises what people and programs do to traces on their way. */
#include "wire/hint.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "base/xalloc.h"
#include "wire/header.h"

/* So much of a file is looked at for what was done to all of it. */
#define LOOKED_AT ((size_t)256 << 10)
/* So many line feeds or lost bytes are no chance. */
#define ENOUGH 16
#define TEXT_SHOWN 24
#define TEXT_LINE 248

/* What is there from `back` bytes before the damage on; *from: where that is. */
static size_t around(struct gt_source *s, const struct gt_error *damage, uint64_t back, uint8_t *buf, size_t n,
		     uint64_t *from)
{
	int64_t got;

	*from = damage->offset > back ? damage->offset - back : 0;
	got = gt_source_read(s, *from, buf, n);
	return got < 0 ? 0 : (size_t)got;
}

static bool hint_set(struct gt_error *damage, uint64_t at, const char *text)
{
	int code = damage->code;

	gt_error_set(damage, code, at, "%s", text);
	return true;
}

/* Two files that were joined, or two traces that a program wrote into one. */
static bool other_trace(struct gt_source *s, struct gt_error *damage)
{
	uint8_t buf[4 * GT_HEADER_SIZE];
	uint64_t from, at;
	size_t n = around(s, damage, GT_HEADER_SIZE, buf, sizeof buf, &from), place = gt_header_find(buf, n);
	char text[128];

	if (!place || from + place == 0)
		return false;
	at = gt_source_skipped(s) + from + place;
	snprintf(text, sizeof text, "another trace begins at byte %" PRIu64 ": --part=2 opens it, and --part=1 this one alone",
		 at);
	return hint_set(damage, from + place, text);
}

static bool only_zeros(struct gt_source *s, struct gt_error *damage)
{
	uint8_t buf[4096];
	uint64_t at = damage->offset;
	int64_t n;

	if (gt_source_size(s) - at < GT_HEADER_SIZE)
		return false;
	for (; (n = gt_source_read(s, at, buf, sizeof buf)) > 0; at += (uint64_t)n)
		for (int64_t i = 0; i < n; i++)
			if (buf[i])
				return false;
	return n == 0 && hint_set(damage, damage->offset, "from here on there are only zeros: the file was not written "
				  "to its end (the machine or the disk failed), or it was made larger later");
}

/* Output of the program, which went where the trace went. */
static bool printed(struct gt_source *s, struct gt_error *damage)
{
	uint8_t buf[TEXT_LINE];
	uint64_t from;
	size_t n = around(s, damage, 0, buf, sizeof buf, &from), run = 0;
	struct gt_buf shown = { 0 };
	char text[200];

	while (run < n && gt_is_printed(buf[run]))
		run++;
	/* A string of the trace, in which a damaged length may end, has no lines. */
	if (run < GT_TEXT_RUN || !memchr(buf, '\n', run))
		return false;
	gt_text_escape(&shown, (const char *)buf, run < TEXT_SHOWN ? run : TEXT_SHOWN);
	snprintf(text, sizeof text, "text stands in the trace (\"%s\"): the program prints where its trace goes, and "
		 "should print to standard error, or trace to a file", gt_buf_str(&shown));
	gt_buf_release(&shown);
	return hint_set(damage, from, text);
}

/* ---- the whole file ---- */

/* Each line feed has a carriage return before it; a byte in 256 of a trace is one, and hardly ever has. */
static bool has_crlf(const uint8_t *buf, size_t n)
{
	size_t feeds = 0;

	for (size_t i = 0; i < n; i++) {
		if (buf[i] != '\n')
			continue;
		if (!i || buf[i - 1] != '\r')
			return false;
		feeds++;
	}
	return feeds >= ENOUGH;
}

/* Bytes that were no UTF-8 became U+FFFD. */
static bool has_replacements(const uint8_t *buf, size_t n)
{
	size_t lost = 0;

	for (size_t i = 0; i + 2 < n; i++)
		lost += !memcmp(buf + i, "\xef\xbf\xbd", 3);
	return lost >= ENOUGH;
}

static bool changed_as_text(struct gt_source *s, struct gt_error *damage)
{
	uint8_t *buf = gt_xmalloc(LOOKED_AT);
	int64_t n = gt_source_read(s, 0, buf, LOOKED_AT);
	bool crlf = n > 0 && has_crlf(buf, (size_t)n), lost = n > 0 && !crlf && has_replacements(buf, (size_t)n);

	free(buf);
	if (crlf)
		return hint_set(damage, damage->offset, "the file was copied as text: each line feed has a carriage return "
				"before it (git's autocrlf, FTP in ASCII mode); copy the trace again as binary");
	return lost && hint_set(damage, damage->offset, "the file was converted as text: bytes that are no UTF-8 are lost "
				"(U+FFFD in their place); get the trace again as binary, for instance with curl -o FILE");
}

void gt_hint_explain(struct gt_source *s, struct gt_error *damage)
{
	bool placed = damage->offset != GT_NO_OFFSET && damage->offset < gt_source_size(s);

	if (damage->code != GT_ERR_CORRUPT && damage->code != GT_ERR_CUT && damage->code != GT_ERR_ORDER &&
	    damage->code != GT_ERR_VERSION)
		return;
	if (!placed || !(other_trace(s, damage) || only_zeros(s, damage) || printed(s, damage)))
		changed_as_text(s, damage);
}
