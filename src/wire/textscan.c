/* Lines and tokens of the text form. */
#include "wire/textscan.h"

#include <inttypes.h>
#include <string.h>
#include <unistr.h>

#include "base/buf.h"
#include "base/utf8.h"

/* Unicode's White_Space, as Go's unicode.IsSpace has it. */
static bool textscan_is_space(ucs4_t c)
{
	switch (c) {
	case '\t': case '\n': case '\v': case '\f': case '\r': case ' ':
	case 0x85: case 0xa0: case 0x1680: case 0x2028: case 0x2029: case 0x202f: case 0x205f: case 0x3000:
		return true;
	default:
		return c >= 0x2000 && c <= 0x200a;
	}
}

/* Length of the white space character at the front of s, or 0. */
static size_t space_at(const char *p, size_t n)
{
	ucs4_t c;
	int len;

	if ((unsigned char)*p < 0x80)
		return textscan_is_space((unsigned char)*p);
	len = u8_mbtoucr(&c, (const uint8_t *)p, n);
	return len > 0 && textscan_is_space(c) ? (size_t)len : 0;
}

static void textscan_skip(struct gt_text_span *s, size_t n)
{
	s->p += n;
	s->n -= n;
}

static void skip_space(struct gt_text_span *s)
{
	size_t n;

	while (s->n && (n = space_at(s->p, s->n)) > 0)
		textscan_skip(s, n);
}

struct gt_text_span gt_text_token(struct gt_text_span *line)
{
	struct gt_text_span token;

	skip_space(line);
	token = (struct gt_text_span){ .p = line->p };
	while (line->n && *line->p != '#' && !space_at(line->p, line->n))
		textscan_skip(line, 1);
	token.n = (size_t)(line->p - token.p);
	return token;
}

struct gt_text_span gt_text_trim(struct gt_text_span s)
{
	struct gt_text_span rest, last = { .p = s.p };

	skip_space(&s);
	last.p = s.p;
	rest = s;
	/* White space of several bytes can be told from the front only. */
	while (rest.n) {
		size_t n = space_at(rest.p, rest.n);

		textscan_skip(&rest, n ? n : 1);
		if (!n)
			last.n = (size_t)(rest.p - last.p);
	}
	return last;
}

bool gt_text_span_is(struct gt_text_span s, const char *text)
{
	return s.n == strlen(text) && !memcmp(s.p, text, s.n);
}

bool gt_text_number(struct gt_text_span s, uint64_t *v)
{
	*v = 0;
	if (!s.n)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] < '0' || s.p[i] > '9' || __builtin_mul_overflow(*v, 10, v) ||
		    __builtin_add_overflow(*v, (uint64_t)(s.p[i] - '0'), v))
			return false;
	}
	return true;
}

int gt_textscan_bad(const struct gt_textscan *s, struct gt_error *err, int code, const char *what,
		    struct gt_text_span token)
{
	struct gt_buf shown = { 0 };

	gt_text_escape(&shown, token.p, token.n < 60 ? token.n : 60);
	gt_error_set(err, code, s->line_off, "line %" PRIu64 ": %s \"%s\"", s->lineno, what, gt_buf_str(&shown));
	gt_buf_release(&shown);
	return code;
}

bool gt_textscan_line(struct gt_textscan *s, struct gt_text_span *line)
{
	const char *nl;

	if (s->pos >= s->end)
		return false;
	line->p = s->text + s->pos;
	nl = memchr(line->p, '\n', s->end - s->pos);
	line->n = nl ? (size_t)(nl - line->p) : s->end - s->pos;
	s->line_off = s->pos;
	s->lineno++;
	s->pos += line->n + (nl ? 1 : 0);
	if (line->n && line->p[line->n - 1] == '\r')
		line->n--;
	return true;
}

bool gt_textscan_content(struct gt_textscan *s, struct gt_text_span *line)
{
	while (gt_textscan_line(s, line)) {
		struct gt_text_span rest = *line;

		if (gt_text_token(&rest).n)
			return true;
	}
	return false;
}

bool gt_textscan_marker(struct gt_text_span line, struct gt_text_span *name)
{
	if (line.n < 7 || memcmp(line.p, "-- ", 3) != 0 || memcmp(line.p + line.n - 3, " --", 3) != 0)
		return false;
	*name = gt_text_trim((struct gt_text_span){ .p = line.p + 3, .n = line.n - 6 });
	return name->n > 0;
}

bool gt_textscan_is_text(const void *head, size_t n)
{
	struct gt_textscan s = { .text = head, .end = n };
	struct gt_text_span line, token;

	if (!gt_textscan_content(&s, &line) || !gt_text_span_is(gt_text_token(&line), "Trace"))
		return false;
	token = gt_text_token(&line);
	return token.n > 4 && !memcmp(token.p, "Go1.", 4);
}

bool gt_textscan_is_archive(const void *head, size_t n)
{
	struct gt_textscan s = { .text = head, .end = strnlen(head, n) };
	struct gt_text_span line, name;

	while (gt_textscan_line(&s, &line))
		if (gt_textscan_marker(line, &name))
			return gt_text_span_is(name, "expect") || gt_text_span_is(name, "trace");
	return false;
}

bool gt_textscan_is_trace(const void *head, size_t n)
{
	return n > 0 && (gt_textscan_is_text(head, n) || gt_textscan_is_archive(head, n));
}
