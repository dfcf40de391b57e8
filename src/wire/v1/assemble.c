/* Text to binary: which format it is of, and the records of v1 (format/v1.md 3, 4). */
#include "wire/v1/assemble.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/varint.h"
#include "wire/goquote.h"
#include "wire/header.h"
#include "wire/textscan.h"
#include "wire/v1/v1raw.h"
#include "wire/v2/v2text.h"

struct assembler {
	struct gt_textscan scan;
	struct gt_v1_layout layout;
	struct gt_buf *out;
	struct gt_buf values, text;      /* of a record: its numbers as they are written, its text */
	bool has_text;
	struct gt_error *err;
};

static int assemble_bad(struct assembler *a, const char *what, struct gt_text_span token)
{
	return gt_textscan_bad(&a->scan, a->err, GT_ERR_CORRUPT, what, token);
}

static void assemble_number(struct gt_buf *out, uint64_t v, bool padded)
{
	uint8_t bytes[GT_VARINT_MAX];

	gt_buf_add(out, bytes, padded ? gt_varint_put_padded(bytes, v) : gt_varint_put(bytes, v));
}

/* ---- values ---- */

/* "dt=-5", "stk=3", or "3" where the value has no name. */
static int take_value(struct assembler *a, unsigned type, uint32_t i, struct gt_text_span token)
{
	const char *name = gt_v1_value_name(&a->layout, type, i);
	struct gt_text_span number = token, key = token;
	const char *equal = memchr(token.p, '=', token.n);
	bool negative;
	uint64_t v;

	if (equal) {
		key.n = (size_t)(equal - token.p);
		number = (struct gt_text_span){ .p = equal + 1, .n = token.n - key.n - 1 };
	}
	if (name ? !equal || !gt_text_span_is(key, name) : equal != NULL)
		return assemble_bad(a, "unexpected value", token);
	negative = number.n > 0 && *number.p == '-';
	number.p += negative;
	number.n -= negative;
	if (!gt_text_number(number, &v))
		return assemble_bad(a, "invalid number", token);
	assemble_number(&a->values, negative ? -v : v, false);
	return 0;
}

static bool begins_text(struct gt_text_span line)
{
	line = gt_text_trim(line);
	return line.n > 0 && (*line.p == '"' || *line.p == '`');
}

/* What follows the name of a record: numbers, then perhaps a text.  *n: how many numbers. */
static int assemble_values(struct assembler *a, unsigned type, struct gt_text_span line, uint32_t *n)
{
	struct gt_text_span token;
	int rc = 0;

	gt_buf_reset(&a->values);
	gt_buf_reset(&a->text);
	a->has_text = false;
	for (*n = 0; rc >= 0 && !begins_text(line); ++*n) {
		token = gt_text_token(&line);
		if (!token.n)
			break;
		rc = take_value(a, type, *n, token);
	}
	line = gt_text_trim(line);
	if (rc < 0 || !line.n)
		return rc;
	a->has_text = true;
	return gt_go_unquote(&a->text, line.p, line.n) ? 0 : assemble_bad(a, "not a Go string literal:", line);
}

/* ---- records ---- */

static void assemble_text(struct assembler *a)
{
	assemble_number(a->out, a->text.len, false);
	gt_buf_add(a->out, a->text.data, a->text.len);
}

/* Up to two values behind the time (1.5: number and time) are counted; more have their length before them. */
static void assemble_put(struct assembler *a, unsigned type, uint32_t n)
{
	uint32_t counted = n - (a->layout.seq ? 2 : 1);
	bool has_length = type == GT_V1_Stack || counted > 2;

	gt_buf_putc(a->out, (char)(type | (has_length ? 3 : counted) << 6));
	if (has_length)
		/* From 1.21 on a stack is written before its length is known. */
		assemble_number(a->out, a->values.len, type == GT_V1_Stack && a->layout.minor >= 21);
	gt_buf_add(a->out, a->values.data, a->values.len);
	if (type == GT_V1_UserLog)
		assemble_text(a);
}

static int assemble_record(struct assembler *a, unsigned type, struct gt_text_span line)
{
	/* The form with a length, which each type has. */
	struct gt_v1_form form = a->layout.form[type | 3 << 6];
	struct gt_text_span name = { .p = gt_v1_spec(type)->name, .n = strlen(gt_v1_spec(type)->name) };
	uint32_t n, want = type == GT_V1_String ? 1 : form.n;
	int rc = assemble_values(a, type, line, &n);

	if (rc < 0)
		return rc;
	if (type == GT_V1_Stack ? n < 2 : n != want)
		return assemble_bad(a, "wrong number of values of", name);
	if (a->has_text != (type == GT_V1_String || type == GT_V1_UserLog))
		return assemble_bad(a, a->has_text ? "no text belongs to"
						   : "a text like \"main.main\" is missing from", name);
	if (type != GT_V1_String) {
		assemble_put(a, type, n);
		return 0;
	}
	gt_buf_putc(a->out, (char)type);
	gt_buf_add(a->out, a->values.data, a->values.len);
	assemble_text(a);
	return 0;
}

/* The type of that name in the version, or 0. */
static unsigned assemble_type(const struct assembler *a, struct gt_text_span name)
{
	for (unsigned type = 1; type < GT_V1_TYPES; type++)
		if (gt_v1_spec(type) && gt_v1_spec(type)->since <= a->layout.minor &&
		    gt_text_span_is(name, gt_v1_spec(type)->name))
			return type;
	return 0;
}

static int assemble_v1(struct assembler *a, int minor)
{
	struct gt_text_span line, name;
	uint64_t place;
	int rc = 0;

	gt_v1_layout_init(&a->layout, minor);
	gt_buf_printf(a->out, "go 1.%d trace", minor);
	gt_buf_fill(a->out, '\0', minor < 10 ? 4 : 3);
	while (rc >= 0 && gt_textscan_content(&a->scan, &line)) {
		unsigned type;

		name = gt_text_token(&line);
		if (gt_text_number(name, &place))
			name = gt_text_token(&line);
		type = assemble_type(a, name);
		rc = type ? assemble_record(a, type, line) : assemble_bad(a, "no such event:", name);
	}
	return rc;
}

/* ---- which format ---- */

/* "Trace Go1.21" of v1: its number; 0: the line says something else. */
static int v1_version(struct gt_text_span line)
{
	static const char prefix[] = "Go1.";
	struct gt_text_span token = gt_text_token(&line);
	uint64_t minor;

	if (!gt_text_span_is(token, "Trace"))
		return 0;
	token = gt_text_token(&line);
	if (token.n < sizeof prefix || memcmp(token.p, prefix, strlen(prefix)) != 0)
		return 0;
	token.p += strlen(prefix);
	token.n -= strlen(prefix);
	if (!gt_text_number(token, &minor) || minor > INT_MAX)
		return 0;
	return gt_header_format((int)minor) == GT_FORMAT_V1 ? (int)minor : 0;
}

int gt_text_assemble(const char *text, size_t n, int minor, struct gt_buf *out, struct gt_error *err)
{
	struct assembler a = { .scan = { .text = text, .end = n }, .out = out, .err = err };
	struct gt_text_span line = { .p = "" }, token;
	uint64_t place;
	int rc, v1;

	gt_textscan_content(&a.scan, &line);
	v1 = v1_version(line);
	token = gt_text_token(&line);
	if (!v1 && gt_text_number(token, &place))
		return assemble_bad(&a, "no version is known, a line like Trace Go1.21 is missing before", token);
	if (!v1)
		return gt_v2_text_assemble(text, n, minor, out, err);
	rc = assemble_v1(&a, v1);
	gt_buf_release(&a.values);
	gt_buf_release(&a.text);
	return rc;
}
