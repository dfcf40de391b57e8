/* The JSON writer: structure, every kind of hostile text, and what it refuses; CSV fields. */
#include "format/jsonw.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "format/csv.h"
#include "tap/tap.h"

/* ---- text ---- */

static const struct {
	const char *name, *in;
	size_t n;
	const char *want;
} texts[] = {
#define TEXT(name, in, want) { name, in, sizeof(in) - 1, want }
	TEXT("empty", "", "\"\""),
	TEXT("plain", "main.(*T).f[go.shape.int]", "\"main.(*T).f[go.shape.int]\""),
	TEXT("quote and backslash", "a\"b\\c", "\"a\\\"b\\\\c\""),
	TEXT("line ends and tabs", "a\nb\rc\td", "\"a\\nb\\rc\\td\""),
	TEXT("controls", "\0\x01\x1b[31m\x7f", "\"\\u0000\\u0001\\u001b[31m\\u007f\""),
	TEXT("C1 controls", "\xc2\x80\xc2\x9b\xc2\x9f", "\"\\u0080\\u009b\\u009f\""),
	TEXT("first printable after them", "\xc2\xa0", "\"\xc2\xa0\""),
	TEXT("soft hyphen", "\xc2\xad", "\"\\u00ad\""),
	TEXT("umlaut, kanji, emoji", "\xc3\xbc\xe6\x97\xa5\xf0\x9f\x98\x80", "\"\xc3\xbc\xe6\x97\xa5\xf0\x9f\x98\x80\""),
	TEXT("joiners that join nothing", "\xe2\x80\x8c\xe2\x80\x8d", "\"\\u200c\\u200d\""),
	TEXT("a joiner in Persian", "\xdb\x8c\xe2\x80\x8c\xd8\xae", "\"\xdb\x8c\xe2\x80\x8c\xd8\xae\""),
	TEXT("line separators", "\xe2\x80\xa8\xe2\x80\xa9", "\"\\u2028\\u2029\""),
	TEXT("bidi controls", "\xe2\x80\xae\xe2\x81\xa6\xe2\x80\x8f\xd8\x9c", "\"\\u202e\\u2066\\u200f\\u061c\""),
	TEXT("byte order mark", "\xef\xbb\xbf", "\"\\ufeff\""),
	TEXT("noncharacters", "\xef\xbf\xbe\xef\xbf\xbf", "\"\\ufffe\\uffff\""),
	TEXT("vowel separator", "\xe1\xa0\x8e", "\"\\u180e\""),
	TEXT("a tag, as two surrogates", "\xf3\xa0\x81\x81", "\"\\udb40\\udc41\""),
	TEXT("a lone continuation", "\x80", "\"\xef\xbf\xbd\""),
	TEXT("bytes never used", "\xff\xc0\xc1\xf5", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""),
	TEXT("overlong", "\xc0\xaf\xe0\x80\xaf", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""),
	TEXT("surrogate", "\xed\xa0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""),
	TEXT("beyond U+10FFFF", "\xf4\x90\x80\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""),
	TEXT("cut at the end", "a\xe2\x82", "\"a\xef\xbf\xbd\xef\xbf\xbd\""),
	TEXT("cut by ASCII", "\xe2\x82" "A", "\"\xef\xbf\xbd\xef\xbf\xbd" "A\""),
	TEXT("last of all", "\xf4\x8f\xbf\xbf", "\"\\udbff\\udfff\""),
#undef TEXT
};

TAP_TEST(texts)
{
	struct gt_buf out = { 0 };

	for (size_t i = 0; i < GT_COUNT(texts); i++) {
		gt_buf_reset(&out);
		gt_json_text(&out, texts[i].in, texts[i].n);
		tap_is_str(gt_buf_str(&out), texts[i].want, "%s", texts[i].name);
	}
	gt_buf_release(&out);
}

/* ---- structure ---- */

TAP_TEST(structure)
{
	struct gt_buf out = { 0 };
	struct gt_jsonw w;

	gt_jsonw_init(&w, &out);
	gt_json_object(&w);
	gt_json_keys(&w, "u");
	gt_json_u64(&w, UINT64_MAX);
	gt_json_keys(&w, "i");
	gt_json_i64(&w, INT64_MIN);
	gt_json_keys(&w, "raw");
	gt_json_raw_value(&w);
	gt_buf_puts(&out, "null");
	gt_json_key(&w, "a\nb", 3);
	gt_json_array(&w);
	gt_json_bool(&w, true);
	gt_json_newline(&w);
	gt_json_bool(&w, false);
	gt_json_array(&w);
	gt_json_close(&w);
	gt_json_object(&w);
	gt_json_close(&w);
	gt_json_string(&w, "x", 1);
	gt_json_close(&w);
	gt_json_close(&w);
	gt_jsonw_done(&w);
	tap_is_str(gt_buf_str(&out),
		   "{\"u\":18446744073709551615,\"i\":-9223372036854775808,\"raw\":null,\"a\\nb\":"
		   "[true,\nfalse,[],{},\"x\"]}", "objects, arrays, commas");
	gt_buf_release(&out);
}

/* True if the misuse ends in an assertion. */
static bool dies(void (*misuse)(struct gt_jsonw *))
{
	int status = 0;
	pid_t pid = fork();

	if (pid == 0) {
		struct gt_buf out = { 0 };
		struct gt_jsonw w;

		close(STDERR_FILENO);
		gt_jsonw_init(&w, &out);
		misuse(&w);
		_exit(0);
	}
	waitpid(pid, &status, 0);
	return !(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void value_without_key(struct gt_jsonw *w)
{
	gt_json_object(w);
	gt_json_null(w);
}

static void key_in_array(struct gt_jsonw *w)
{
	gt_json_array(w);
	gt_json_keys(w, "k");
}

static void two_keys(struct gt_jsonw *w)
{
	gt_json_object(w);
	gt_json_keys(w, "k");
	gt_json_keys(w, "k");
}

static void close_too_much(struct gt_jsonw *w)
{
	gt_json_array(w);
	gt_json_close(w);
	gt_json_close(w);
}

static void close_after_key(struct gt_jsonw *w)
{
	gt_json_object(w);
	gt_json_keys(w, "k");
	gt_json_close(w);
}

static void never_closed(struct gt_jsonw *w)
{
	gt_json_array(w);
	gt_jsonw_done(w);
}

static void too_deep(struct gt_jsonw *w)
{
	for (int i = 0; i <= GT_JSON_DEPTH; i++)
		gt_json_array(w);
}

static void proper(struct gt_jsonw *w)
{
	for (int i = 0; i < GT_JSON_DEPTH; i++)
		gt_json_array(w);
	for (int i = 0; i < GT_JSON_DEPTH; i++)
		gt_json_close(w);
	gt_jsonw_done(w);
}

TAP_TEST(misuse)
{
	tap_ok(dies(value_without_key), "a value without a key in an object is caught");
	tap_ok(dies(key_in_array), "a key in an array");
	tap_ok(dies(two_keys), "two keys");
	tap_ok(dies(close_too_much), "one close too many");
	tap_ok(dies(close_after_key), "a key without a value");
	tap_ok(dies(never_closed), "an array that is never closed");
	tap_ok(dies(too_deep), "too many levels");
	tap_ok(!dies(proper), "as many levels as there may be are fine");
}

/* ---- CSV ---- */

TAP_TEST(csv)
{
	static const char *const cases[][3] = { /* safe, NULL: the same raw */
		{ "", "" },
		{ "=1+1", "'=1+1", "=1+1" },
		{ "@SUM(1,2)", "\"'@SUM(1,2)\"", "\"@SUM(1,2)\"" },
		{ "+x", "'+x", "+x" },
		{ "-2+3", "'-2+3", "-2+3" },
		{ "-5ms", "'-5ms", "-5ms" },
		{ "\t=1", "'\t=1", "\t=1" },
		{ "\r", "\"'\r\"", "\"\r\"" },
		{ "＝1", "'＝1", "＝1" },
		{ "＋", "'＋", "＋" },
		{ "－", "'－", "－" },
		{ "＠", "'＠", "＠" },
		{ "！", "！" },
		{ "-5", "-5" },
		{ "+1.5", "+1.5" },
		{ "-", "-" },
		{ "1=1", "1=1" },
		{ "plain text", "plain text" },
		{ "a,b", "\"a,b\"" },
		{ "say \"hi\"", "\"say \"\"hi\"\"\"" },
		{ "two\nlines", "\"two\nlines\"" },
		{ "\"", "\"\"\"\"" },
		{ " ; ", " ; " },
	};
	struct gt_buf out = { 0 };

	for (size_t i = 0; i < GT_COUNT(cases); i++) {
		gt_buf_reset(&out);
		gt_csv_field(&out, cases[i][0], strlen(cases[i][0]), false);
		tap_is_str(gt_buf_str(&out), cases[i][1], "CSV field %zu", i);
		gt_buf_reset(&out);
		gt_csv_field(&out, cases[i][0], strlen(cases[i][0]), true);
		tap_is_str(gt_buf_str(&out), cases[i][2] ? cases[i][2] : cases[i][1], "CSV field %zu, raw", i);
	}
	gt_buf_release(&out);
}
