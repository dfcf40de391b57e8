/* The text form to binary (format/v2.md 19, 20). */
#include "wire/v2/v2text.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/varint.h"
#include "wire/goquote.h"
#include "wire/header.h"
#include "wire/textscan.h"

struct parser {
	struct gt_textscan scan;
	struct gt_buf *out;
	struct gt_error *err;
	int minor;                     /* 0: none is said */
	int needed;                    /* the first version that has all types of the text */
	bool padded;                   /* sizes have 10 bytes, as Go's runtime writes them */
	uint8_t by_name[GT_V2_TYPES];  /* types sorted by name */
	size_t ntypes;
};

/* The versions of the header that the text's types may belong to. */
enum { OLDEST = 22, NEWEST = 26 };

static const char *const frame_args[] = { "pc", "func", "file", "line" };

static int bad_line(struct parser *p, int code, const char *what, struct gt_text_span token)
{
	return gt_textscan_bad(&p->scan, p->err, code, what, token);
}

static void v2text_put_number(struct parser *p, uint64_t v)
{
	uint8_t bytes[GT_VARINT_MAX];
	size_t n = gt_varint_put(bytes, v);

	gt_buf_add(p->out, bytes, n);
}

/* A size that is written when it is known. */
static void v2text_put_size(struct parser *p, uint64_t v)
{
	uint8_t bytes[GT_VARINT_MAX];
	size_t n = p->padded ? gt_varint_put_padded(bytes, v) : gt_varint_put(bytes, v);

	gt_buf_add(p->out, bytes, n);
}

static int parse_arg(struct parser *p, struct gt_text_span *line, const char *name, uint64_t *value)
{
	struct gt_text_span token = gt_text_token(line), key = token, number;
	const char *eq = token.n ? memchr(token.p, '=', token.n) : NULL;

	if (!token.n)
		return bad_line(p, GT_ERR_CORRUPT, "missing argument",
				(struct gt_text_span){ name, strlen(name) });
	if (!eq)
		return bad_line(p, GT_ERR_CORRUPT, "malformed argument", token);
	key.n = (size_t)(eq - token.p);
	number = (struct gt_text_span){ .p = eq + 1, .n = token.n - key.n - 1 };
	if (!gt_text_number(number, value))
		return bad_line(p, GT_ERR_CORRUPT, "invalid value of the argument", token);
	if (!gt_text_span_is(key, name))
		return bad_line(p, GT_ERR_CORRUPT, "unexpected argument", token);
	return 0;
}

/* Arguments and then nothing; written as they come. */
static int parse_args(struct parser *p, struct gt_text_span line, const char *const *names, unsigned n,
		      uint64_t *values)
{
	for (unsigned i = 0; i < n; i++) {
		int rc = parse_arg(p, &line, names[i], &values[i]);

		if (rc < 0)
			return rc;
	}
	line = gt_text_trim(line);
	if (line.n)
		return bad_line(p, GT_ERR_CORRUPT, "unexpected text at the end of an event:", line);
	for (unsigned i = 0; i < n; i++)
		v2text_put_number(p, values[i]);
	return 0;
}

static int parse_frames(struct parser *p, uint64_t n)
{
	struct gt_text_span line;
	uint64_t values[4];

	while (n--) {
		int rc;

		if (!gt_textscan_content(&p->scan, &line))
			return gt_error_set(p->err, GT_ERR_CUT, p->scan.end, "the text ends inside a stack, after line %" PRIu64,
					    p->scan.lineno);
		rc = parse_args(p, line, frame_args, 4, values);
		if (rc < 0)
			return rc;
	}
	return 0;
}

/* The data line that belongs to the event just read: false, and nothing is taken, if there is none. */
static bool next_data(struct parser *p, struct gt_text_span *literal)
{
	struct gt_textscan ahead = p->scan;
	struct gt_text_span line, key;
	const char *eq;

	if (!gt_textscan_content(&ahead, &line))
		return false;
	key = line;
	eq = memchr(line.p, '=', line.n);
	if (!eq)
		return false;
	key.n = (size_t)(eq - line.p);
	if (!gt_text_span_is(gt_text_trim(key), "data"))
		return false;
	*literal = gt_text_trim((struct gt_text_span){ .p = eq + 1, .n = line.n - key.n - 1 });
	p->scan = ahead;
	return true;
}

/* Go's own printer leaves the line out if the data is empty (though its reader then refuses the text). */
static int parse_data(struct parser *p, unsigned type)
{
	struct gt_buf bytes = { 0 };
	struct gt_text_span literal;
	int rc = 0;

	if (next_data(p, &literal) && !gt_go_unquote(&bytes, literal.p, literal.n)) {
		rc = bad_line(p, GT_ERR_CORRUPT, "not a Go string literal:", literal);
	} else if (type == GT_V2_ExperimentalBatch) {
		v2text_put_size(p, bytes.len);
		gt_buf_add(p->out, bytes.data, bytes.len);
	} else {
		v2text_put_number(p, bytes.len);
		gt_buf_add(p->out, bytes.data, bytes.len);
	}
	gt_buf_release(&bytes);
	return rc;
}

static int parse_event(struct parser *p, struct gt_text_span line, unsigned type)
{
	const struct gt_v2_spec *spec = gt_v2_spec(type);
	size_t mark = p->out->len;
	uint64_t values[GT_V2_MAX_ARGS] = { 0 };
	uint8_t bytes[GT_VARINT_MAX];
	int rc;

	gt_buf_putc(p->out, (char)type);
	rc = parse_args(p, line, spec->args, spec->nargs, values);
	if (rc >= 0 && type == GT_V2_EventBatch && p->padded) {
		p->out->len -= gt_varint_put(bytes, values[3]);
		v2text_put_size(p, values[3]);
	}
	if (rc >= 0 && type == GT_V2_Stack)
		rc = parse_frames(p, values[1]);
	if (rc >= 0 && spec->flags & GT_V2_DATA)
		rc = parse_data(p, type);
	if (rc < 0)
		p->out->len = mark;
	else if (spec->since > p->needed)
		p->needed = spec->since;
	return rc;
}

static int compare_types(const void *a, const void *b)
{
	return strcmp(gt_v2_spec(*(const uint8_t *)a)->name, gt_v2_spec(*(const uint8_t *)b)->name);
}

/* The type of that name, or 0. */
static unsigned find_type(const struct parser *p, struct gt_text_span name)
{
	size_t lo = 0, hi = p->ntypes;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		const char *have = gt_v2_spec(p->by_name[mid])->name;
		size_t len = strlen(have);
		int cmp = memcmp(have, name.p, len < name.n ? len : name.n);

		if (cmp == 0 && len == name.n)
			return p->by_name[mid];
		if (cmp < 0 || (cmp == 0 && len < name.n))
			lo = mid + 1;
		else
			hi = mid;
	}
	return 0;
}

static int v2text_parse_version(struct parser *p, struct gt_text_span token)
{
	static const char prefix[] = "Go1.";
	size_t skip = strlen(prefix);
	char what[120];
	uint64_t minor;

	if (token.n <= skip || memcmp(token.p, prefix, skip) != 0 ||
	    !gt_text_number((struct gt_text_span){ token.p + skip, token.n - skip }, &minor))
		return bad_line(p, GT_ERR_NOT_TRACE, "expected a version like Go1.22, found", token);
	if (minor <= INT_MAX && gt_header_format((int)minor) == GT_FORMAT_V2)
		return (int)minor;
	snprintf(what, sizeof what, "in text form this program reads the formats %s, not", gt_header_text_versions);
	return bad_line(p, GT_ERR_VERSION, what, token);
}

static void put_header(struct gt_buf *out, int minor)
{
	gt_buf_printf(out, "go 1.%d trace", minor);
	gt_buf_fill(out, '\0', 3);
}

/* The line of the version, which what -d=wire prints does not have. */
static int parse_header(struct parser *p)
{
	struct gt_text_span line = { .p = "" }, token;
	struct gt_textscan before = p->scan;

	if (!gt_textscan_content(&p->scan, &line))
		return gt_error_set(p->err, GT_ERR_NOT_TRACE, p->scan.end, "the text of the trace is empty");
	token = gt_text_token(&line);
	if (!gt_text_span_is(token, "Trace") && p->padded) {
		p->scan = before;
		put_header(p->out, p->minor ? p->minor : NEWEST);
		return 0;
	}
	if (!gt_text_span_is(token, "Trace"))
		return bad_line(p, GT_ERR_NOT_TRACE, "expected \"Trace Go1.NN\", found", token);
	p->minor = v2text_parse_version(p, gt_text_token(&line));
	if (p->minor < 0)
		return p->minor;
	line = gt_text_trim(line);
	if (line.n)
		return bad_line(p, GT_ERR_CORRUPT, "unexpected text at the end of the header:", line);
	put_header(p->out, p->minor);
	return 0;
}

static int parse_trace(struct parser *p)
{
	struct gt_text_span line, name;
	int rc = parse_header(p);

	if (rc < 0)
		return rc;
	for (unsigned i = 0; i < GT_V2_TYPES; i++)
		if (gt_v2_spec(i) && (!p->minor || gt_v2_spec(i)->since <= p->minor))
			p->by_name[p->ntypes++] = (uint8_t)i;
	qsort(p->by_name, p->ntypes, sizeof *p->by_name, compare_types);
	while (rc >= 0 && gt_textscan_content(&p->scan, &line)) {
		unsigned type;

		name = gt_text_token(&line);
		type = find_type(p, name);
		rc = type ? parse_event(p, line, type) : bad_line(p, GT_ERR_CORRUPT, "no such event:", name);
	}
	return rc;
}

/* Leaves s at the content of the trace member, ending where the next member begins. */
static bool find_member(struct gt_textscan *s)
{
	struct gt_text_span line, name;
	struct gt_textscan ahead;

	do {
		if (!gt_textscan_line(s, &line))
			return false;
	} while (!gt_textscan_marker(line, &name) || !gt_text_span_is(name, "trace"));
	for (ahead = *s; gt_textscan_line(&ahead, &line);) {
		if (!gt_textscan_marker(line, &name))
			continue;
		s->end = ahead.line_off;
		break;
	}
	return true;
}

/* The content, or that of the trace member of an archive. */
static int parse_text(struct parser *p)
{
	const char *text = p->scan.text;
	size_t n = p->scan.end;

	if (!gt_textscan_is_text(text, n) && gt_textscan_is_archive(text, n) && !find_member(&p->scan))
		return gt_error_set(p->err, GT_ERR_NOT_TRACE, n, "the archive has no member named trace");
	return parse_trace(p);
}

int gt_v2_text_parse(const char *text, size_t n, struct gt_buf *out, struct gt_error *err)
{
	struct parser p = { .scan = { .text = text, .end = n }, .out = out, .err = err };

	return parse_text(&p);
}

int gt_v2_text_assemble(const char *text, size_t n, int minor, struct gt_buf *out, struct gt_error *err)
{
	struct parser p = {
		.scan = { .text = text, .end = n }, .out = out, .err = err, .minor = minor, .padded = true,
	};
	size_t header = out->len;
	int rc = parse_text(&p);

	/* The second digit of the version. */
	if (rc >= 0 && !p.minor)
		out->data[header + strlen("go 1.2")] = (char)('0' + (p.needed > OLDEST ? p.needed : OLDEST) % 10);
	return rc;
}
