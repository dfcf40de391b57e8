/* Go string literals, both ways. */
#include <string.h>

#include "base/compiler.h"
#include "tap/tap.h"
#include "wire/goquote.h"

#define MARKS4 "\xcc\x81\xcc\x82\xcc\x83\xcc\x84"

static const struct {
	const char *name;
	const char *bytes;
	size_t n;
	const char *quoted;
} both[] = {
	{ "empty", "", 0, "\"\"" },
	{ "plain", "main.f", 6, "\"main.f\"" },
	{ "quotes", "a\"b'c`\\", 7, "\"a\\\"b'c`\\\\\"" },
	{ "letters", "\a\b\f\n\r\t\v", 7, "\"\\a\\b\\f\\n\\r\\t\\v\"" },
	{ "controls", "\0\x01\x1b\x7f", 4, "\"\\x00\\x01\\x1b\\x7f\"" },
	{ "printable UTF-8", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", 9, "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"" },
	{ "replacement character", "\xef\xbf\xbd", 3, "\"\xef\xbf\xbd\"" },
	{ "not printable", "\xc2\xa0\xc2\x85\xe2\x80\xae\xe2\x80\xa8", 10, "\"\\u00a0\\u0085\\u202e\\u2028\"" },
	{ "not printable, beyond 16 bits", "\xf3\xa0\x80\x81", 4, "\"\\U000e0001\"" },
	{ "a ninth mark", "e" MARKS4 MARKS4 "\xcc\x81", 19, "\"e" MARKS4 MARKS4 "\\u0301\"" },
	{ "a filler", "\xe3\x85\xa4", 3, "\"\\u3164\"" },
	{ "invalid bytes", "a\xff\x80z", 4, "\"a\\xff\\x80z\"" },
	{ "cut and overlong UTF-8", "\xe2\x82|\xc0\xaf|\xed\xa0\x80", 9, "\"\\xe2\\x82|\\xc0\\xaf|\\xed\\xa0\\x80\"" },
};

static const struct {
	const char *literal;
	const char *bytes;       /* NULL: refused */
} reads[] = {
	{ "\"\\x41\\101\\u0041\\U00000041\"", "AAAA" },
	{ "\"\\xff\\377\"", "\xff\xff" },
	{ "\"\\u20ac\"", "\xe2\x82\xac" },
	{ "`raw \\n \"x\"`", "raw \\n \"x\"" },
	{ "`a\rb`", "ab" },
	{ "'x'", "x" },
	{ "'\\''", "'" },
	{ "'\xe2\x82\xac'", "\xe2\x82\xac" },
	{ "\"a\xff\"", "a\xef\xbf\xbd" },
	{ "\"#\"", "#" },
	{ "''", NULL },
	{ "'xy'", NULL },
	{ "'\\\"'", NULL },
	{ "\"\\'\"", NULL },
	{ "\"a\"b\"", NULL },
	{ "\"\\400\"", NULL },
	{ "\"\\18\"", NULL },
	{ "\"\\x4\"", NULL },
	{ "\"\\ud800\"", NULL },
	{ "\"\\U00110000\"", NULL },
	{ "\"\\q\"", NULL },
	{ "\"\\\"", NULL },
	{ "\"abc", NULL },
	{ "abc", NULL },
	{ "\"", NULL },
	{ "", NULL },
	{ "`a`b`", NULL },
	{ "\"a\nb\"", NULL },
};

TAP_TEST(texts)
{
	struct gt_buf out = { 0 };

	for (size_t i = 0; i < GT_COUNT(both); i++) {
		gt_buf_reset(&out);
		gt_go_quote(&out, both[i].bytes, both[i].n);
		tap_is_str(gt_buf_str(&out), both[i].quoted, "quote: %s", both[i].name);
		gt_buf_reset(&out);
		tap_ok(gt_go_unquote(&out, both[i].quoted, strlen(both[i].quoted)) && out.len == both[i].n &&
		       !memcmp(gt_buf_str(&out), both[i].bytes, both[i].n), "and back: %s", both[i].name);
	}
	for (size_t i = 0; i < GT_COUNT(reads); i++) {
		bool ok;

		gt_buf_reset(&out);
		ok = gt_go_unquote(&out, reads[i].literal, strlen(reads[i].literal));
		if (reads[i].bytes)
			tap_ok(ok && !strcmp(gt_buf_str(&out), reads[i].bytes), "unquote %zu", i);
		else
			tap_ok(!ok, "unquote %zu is refused", i);
	}
	gt_buf_release(&out);
}
