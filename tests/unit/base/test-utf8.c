/* Escaping, width, clipping, fitting and search of text from a trace. */
#include "base/utf8.h"

#include <string.h>

#include "tap/tap.h"

#define E_ACUTE "e\xcc\x81"                     /* e and a combining acute */
#define HAN "\xe4\xb8\x96"                      /* wide */
#define FAMILY "\xf0\x9f\x91\xa8\xe2\x80\x8d\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7"
#define FLAG "\xf0\x9f\x87\xab\xf0\x9f\x87\xb7"
#define PERSIAN "\xd9\x85\xdb\x8c\xe2\x80\x8c\xd8\xae"
#define ZWJ "\xe2\x80\x8d"
#define VS16 "\xef\xb8\x8f"
#define MARKS8 "\xcc\x81\xcc\x82\xcc\x83\xcc\x84\xcc\x81\xcc\x82\xcc\x83\xcc\x84"
#define ELLIPSIS "\xe2\x80\xa6"

static const struct {
	const char *name, *in, *want;
	size_t n; /* 0: strlen(in) */
} escapes[] = {
	{ "plain", "main.go:12", "main.go:12", 0 },
	{ "empty", "", "", 0 },
	{ "backslash stays", "a\\x1b", "a\\x1b", 0 },
	{ "CSI", "\x1b[31mred", "\\x1b[31mred", 0 },
	{ "newline, tab, return", "a\nb\tc\rd", "a\\nb\\tc\\rd", 0 },
	{ "NUL", "a\0b", "a\\x00b", 3 },
	{ "DEL", "12345678\x7f", "12345678\\x7f", 0 },
	{ "control after 8 bytes", "12345678\x01" "2345678", "12345678\\x012345678", 0 },
	{ "control inside 8 bytes", "123\x1f" "45678", "123\\x1f45678", 0 },
	{ "C1 CSI as a character", "\xc2\x9b" "31m", "\\u009b31m", 0 },
	{ "C1 CSI as a byte", "\x9b" "31m", "\\x9b31m", 0 },
	{ "bidi override", "a\xe2\x80\xae" "b", "a\\u202eb", 0 },
	{ "bidi isolate", "\xe2\x81\xa6", "\\u2066", 0 },
	{ "line separator", "a\xe2\x80\xa8" "b", "a\\u2028b", 0 },
	{ "BOM", "\xef\xbb\xbfx", "\\ufeffx", 0 },
	{ "soft hyphen", "a\xc2\xad" "b", "a\\u00adb", 0 },
	{ "private use", "\xee\x80\x80", "\\ue000", 0 },
	{ "noncharacter", "\xef\xbf\xbf", "\\uffff", 0 },
	{ "tag above the BMP", "\xf3\xa0\x81\x81", "\\U000e0041", 0 },
	{ "surrogate", "\xed\xa0\x80", "\\xed\\xa0\\x80", 0 },
	{ "overlong slash", "\xc0\xaf", "\\xc0\\xaf", 0 },
	{ "beyond U+10FFFF", "\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80", 0 },
	{ "cut character", "a\xe4\xb8", "a\\xe4\\xb8", 0 },
	{ "bad byte before a good character", "\xff" HAN, "\\xff" HAN, 0 },
	{ "combining stays", E_ACUTE, E_ACUTE, 0 },
	{ "wide stays", HAN "x", HAN "x", 0 },
	{ "emoji joined by ZWJ stay", FAMILY, FAMILY, 0 },
	{ "ZWJ between ASCII", "a\xe2\x80\x8d" "b", "a\\u200db", 0 },
	{ "ZWJ first", "\xe2\x80\x8d" HAN, "\\u200d" HAN, 0 },
	{ "ZWJ last", HAN "\xe2\x80\x8d", HAN "\\u200d", 0 },
	{ "ZWJ twice", HAN "\xe2\x80\x8d\xe2\x80\x8d" HAN, HAN "\\u200d\\u200d" HAN, 0 },
	{ "ZWJ before a control", HAN "\xe2\x80\x8d\xe2\x80\xae", HAN "\\u200d\\u202e", 0 },
	{ "ZWNJ in Persian", PERSIAN, PERSIAN, 0 },
	{ "eight marks", "e" MARKS8, "e" MARKS8, 0 },
	{ "ten marks", "e" MARKS8 "\xcc\x81\xcc\x82" "f", "e" MARKS8 "\\u0301\\u0302f", 0 },
	{ "marks begin again", "e" MARKS8 "\xc3\xa9" MARKS8, "e" MARKS8 "\xc3\xa9" MARKS8, 0 },
	{ "a joiner among marks", HAN MARKS8 ZWJ "\xcc\x81", HAN MARKS8 "\\u200d\\u0301", 0 },
	{ "Mongolian vowel separator", "a\xe1\xa0\x8e", "a\\u180e", 0 },
	{ "Hangul filler", "a\xe3\x85\xa4", "a\\u3164", 0 },
	{ "grapheme joiner", "a\xcd\x8f", "a\\u034f", 0 },
	{ "a heart as emoji", "\xe2\x9d\xa4" VS16, "\xe2\x9d\xa4" VS16, 0 },
	{ "a selector that selects nothing", "main" VS16 ".f", "main\\ufe0f.f", 0 },
	{ "two selectors", HAN VS16 VS16, HAN VS16 "\\ufe0f", 0 },
};

TAP_TEST(escape)
{
	for (size_t i = 0; i < GT_COUNT(escapes); i++) {
		size_t n = escapes[i].n ? escapes[i].n : strlen(escapes[i].in);
		bool clean = n == strlen(escapes[i].want) && !memcmp(escapes[i].in, escapes[i].want, n);
		struct gt_buf b = { 0 };

		gt_text_escape(&b, escapes[i].in, n);
		tap_is_str(gt_buf_str(&b), escapes[i].want, "escape: %s", escapes[i].name);
		tap_is_int(gt_text_is_clean(escapes[i].in, n), clean, "is_clean: %s", escapes[i].name);
		tap_ok(gt_text_is_clean(gt_buf_str(&b), b.len), "then clean: %s", escapes[i].name);
		gt_buf_release(&b);
	}
}

/* No byte value at any place gets through unless it is printable ASCII; plain is what is not '"' or ',', either. */
TAP_TEST(every_byte)
{
	unsigned int bad = 0, not_plain = 0;

	for (int c = 0; c < 256; c++) {
		for (size_t at = 0; at < 17; at++) {
			char text[17];
			struct gt_buf b = { 0 };

			memset(text, 'x', sizeof text);
			text[at] = (char)c;
			gt_text_escape(&b, text, sizeof text);
			if ((b.len == sizeof text) != (c >= 0x20 && c < 0x7f))
				bad++;
			if (gt_text_is_plain(text, sizeof text, '"', ',') !=
			    (c >= 0x20 && c < 0x7f && c != '"' && c != ','))
				not_plain++;
			gt_buf_release(&b);
		}
	}
	tap_is_u64(bad, 0, "each byte at each place of a word");
	tap_is_u64(not_plain, 0, "and as plain text");
}

static const struct {
	const char *name, *text;
	int width;
	size_t first; /* bytes of the first cluster */
	int first_width;
} widths[] = {
	{ "ASCII", "hello", 5, 1, 1 },
	{ "combining", E_ACUTE "x", 2, 3, 1 },
	{ "combining after ASCII", "ab" E_ACUTE, 3, 1, 1 },
	{ "wide", HAN HAN, 4, 3, 2 },
	{ "emoji sequence", FAMILY "x", 3, strlen(FAMILY), 2 },
	{ "flag", FLAG FLAG, 4, 8, 2 },
	{ "many marks", "e\xcc\x81\xcc\x81\xcc\x81", 1, 7, 1 },
	{ "mark without a base", "\xcc\x81", 0, 2, 0 },
	{ "Hangul jamo", "\xe1\x84\x80\xe1\x85\xa1", 2, 6, 2 },
	{ "ellipsis", ELLIPSIS, 1, 3, 1 },
};

TAP_TEST(width)
{
	int columns;

	for (size_t i = 0; i < GT_COUNT(widths); i++) {
		size_t n = strlen(widths[i].text);

		tap_is_int(gt_text_width(widths[i].text, n), widths[i].width, "width: %s", widths[i].name);
		tap_is_u64(gt_text_next(widths[i].text, n, &columns), widths[i].first, "next: %s",
			   widths[i].name);
		tap_is_int(columns, widths[i].first_width, "next's columns: %s", widths[i].name);
	}
	tap_is_int(gt_text_width("", 0), 0, "nothing has no width");
	tap_is_u64(gt_text_next("", 0, &columns), 0, "nothing has no next");
	tap_is_u64(gt_text_next("\xff\xff", 2, &columns), 1, "a bad byte is stepped over");
}

static void check_clip(const char *text, int columns, size_t want, int want_used, const char *name)
{
	int used = -1;

	tap_is_u64(gt_text_clip(text, strlen(text), columns, &used), want, "clip: %s", name);
	tap_is_int(used, want_used, "clip's columns: %s", name);
}

static void check_clip_end(const char *text, int columns, size_t want, int want_used, const char *name)
{
	int used = -1;

	tap_is_u64(gt_text_clip_end(text, strlen(text), columns, &used), want, "clip_end: %s", name);
	tap_is_int(used, want_used, "clip_end's columns: %s", name);
}

TAP_TEST(clip)
{
	check_clip("hello", 3, 3, 3, "ASCII");
	check_clip("hello", 5, 5, 5, "just fits");
	check_clip("hello", 9, 5, 5, "room left");
	check_clip("hello", 0, 0, 0, "no room");
	check_clip("hello", -1, 0, 0, "less than no room");
	check_clip(HAN HAN, 3, 3, 2, "half a wide one is none");
	check_clip("ab" E_ACUTE "z", 3, 5, 3, "marks stay with their base");
	check_clip("ab" E_ACUTE "z", 2, 2, 2, "a base does not lose its mark");
	check_clip("a" FAMILY "b", 2, 1, 1, "an emoji sequence is whole or not");
	check_clip("a" FAMILY "b", 3, 1 + strlen(FAMILY), 3, "an emoji sequence fits");
	check_clip_end("hello", 3, 2, 3, "ASCII");
	check_clip_end("hello", 9, 0, 5, "room left");
	check_clip_end("hello", 0, 5, 0, "no room");
	check_clip_end(HAN HAN, 3, 3, 2, "half a wide one is none");
	check_clip_end("ab" E_ACUTE "z", 2, 2, 2, "marks stay with their base");
	check_clip_end(FLAG FLAG, 3, 8, 2, "flags are cut in pairs");
}

static void check_fit(const char *text, int columns, bool right, bool ascii, const char *want)
{
	struct gt_buf b = { 0 };

	gt_text_fit(&b, text, strlen(text), columns, right, ascii);
	tap_is_str(gt_buf_str(&b), want, "fit \"%s\" into %d", text, columns);
	gt_buf_release(&b);
}

static void check_func(const char *func, int columns, const char *want)
{
	struct gt_buf b = { 0 };

	gt_func_fit(&b, func, strlen(func), columns, false);
	tap_is_str(gt_buf_str(&b), want, "function into %d", columns);
	gt_buf_release(&b);
}

TAP_TEST(fit)
{
	check_fit("ab", 4, false, false, "ab  ");
	check_fit("ab", 4, true, false, "  ab");
	check_fit("abcd", 4, false, false, "abcd");
	check_fit("abcde", 4, false, false, "abc" ELLIPSIS);
	check_fit("abcde", 4, true, true, "abc.");
	check_fit(HAN HAN HAN, 4, false, false, HAN ELLIPSIS " ");
	check_fit(HAN, 1, false, false, ELLIPSIS);
	check_fit("abc", 1, false, true, ".");
	check_fit("abc", 0, false, false, "");
	check_func("net/http.(*conn).serve", 22, "net/http.(*conn).serve");
	check_func("net/http.(*conn).serve", 21, "http.(*conn).serve");
	check_func("net/http.(*conn).serve", 17, "(*conn).serve");
	check_func("net/http.(*conn).serve", 13, "(*conn).serve");
	check_func("net/http.(*conn).serve", 4, ELLIPSIS "rve");
	check_func("net/http.(*conn).serve", 1, ELLIPSIS);
	check_func("net/http.(*conn).serve", 0, "");
	check_func("example.com/a/b.F[example.com/c.T]", 27, "b.F[example.com/c.T]");
	check_func("example.com/a/b.F[example.com/c.T]", 19, "F[example.com/c.T]");
	check_func("main.main.func1", 14, ELLIPSIS "main.func1");
	check_func("main.main.func1", 11, ELLIPSIS "main.func1");
	check_func("a.com/prom.(*Registry).Gather.func1", 24, "(*Registry).Gather.func1");
	check_func("a.com/prom.(*Registry).Gather.func1", 19, ELLIPSIS "Gather.func1");
	check_func("main.f:3 from net/http.serve:5", 30, "main.f:3 from net/http.serve:5");
	check_func("main.f:3 from net/http.serve:5", 20, "main.f:3 from net/h" ELLIPSIS);
	check_func("net/http.f:3 from net/http.serve:5", 12, "net/http.f:3");
	check_func("net/http.f:3 to net/http.serve:5", 8, "http.f:3");
	check_func("no stack recorded", 10, "no stack " ELLIPSIS);
	check_func("m.\xe4\xb8\x96" E_ACUTE E_ACUTE, 3, ELLIPSIS E_ACUTE E_ACUTE);
}

static void check_phrases(const char *text, int columns, const char *want)
{
	struct gt_buf b = { 0 };

	gt_text_phrases(&b, text, strlen(text), columns, false);
	tap_is_str(gt_buf_str(&b), want, "phrases of \"%s\" into %d", text, columns);
	gt_buf_release(&b);
}

/* Whatever the room, it is what the text takes. */
static void check_phrases_width(int columns)
{
	static const char *const texts[] = {
		"16 waits for a P lasted over 1ms; max 169.4ms (main.main.func1), p99 1.6us, median 128ns",
		"example.com/a/server.(*Handler[...]).process.func1 held a P for 296.7ms; 4 of 8 slices, all",
		"G22 " HAN HAN HAN ".f (a.b(c, d.eeeeeeeeeeeeeeeeeeeeeee)), [x.yyyyyyyyyyyyyyyyyyyyyyyy z]: 12 more (", "12345", "  , ; : (",
	};
	struct gt_buf b = { 0 };

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		gt_buf_reset(&b);
		gt_text_phrases(&b, texts[i], strlen(texts[i]), columns, columns & 1);
		if (gt_text_width(gt_buf_str(&b), b.len) != columns)
			tap_fail("\"%s\" into %d: \"%s\"", texts[i], columns, gt_buf_str(&b));
	}
	gt_buf_release(&b);
}

TAP_TEST(phrases)
{
	const char *pauses = "16 pauses 1.119s: to stop 1.117s (late 118us), stood 1.578ms; longest 282.9ms";
	const char *held = "example.com/a/server.(*Handler).process.func1 held a P for 296.7ms; 4 of 8 waited";

	check_phrases("a 12ms, b", 9, "a 12ms, b");
	check_phrases("a 12ms, b", 11, "a 12ms, b  ");
	check_phrases(pauses, 76, "16 pauses 1.119s: to stop 1.117s (late 118us), stood 1.578ms " ELLIPSIS "              ");
	check_phrases(pauses, 62, "16 pauses 1.119s: to stop 1.117s (late 118us), stood 1.578ms " ELLIPSIS);
	check_phrases(pauses, 61, "16 pauses 1.119s: to stop 1.117s (late 118us) " ELLIPSIS "              ");
	check_phrases(pauses, 46, "16 pauses 1.119s: to stop 1.117s " ELLIPSIS "            ");
	check_phrases(pauses, 18, "16 pauses 1.119s " ELLIPSIS);
	check_phrases(pauses, 17, "16 pauses " ELLIPSIS "      ");
	check_phrases(pauses, 9, ELLIPSIS "        ");
	check_phrases(held, 76, "server.(*Handler).process.func1 held a P for 296.7ms; 4 of 8 waited         ");
	check_phrases(held, 60, "(*Handler).process.func1 held a P for 296.7ms; 4 of 8 waited");
	check_phrases(held, 50, ELLIPSIS "process.func1 held a P for 296.7ms; 4 of 8 waited");
	check_phrases(held, 40, ELLIPSIS "process.func1 held a P for 296.7ms " ELLIPSIS "   ");
	check_phrases(held, 20, ELLIPSIS "process.func1 " ELLIPSIS "    ");
	check_phrases("slow (prometheus.(*Registry).Gather.func1), 12", 30, "slow (" ELLIPSIS "Gather.func1), 12      ");
	check_phrases("f[a, b] ran 12ms, c", 18, "f[a, b] ran 12ms " ELLIPSIS);
	check_phrases("max 12ms (example.com/a/server.process.func1), p99 1us", 44,
		      "max 12ms (server.process.func1), p99 1us    ");
	check_phrases("16 waits lasted over 1ms; max 169.4ms (main.main.func1), p99 1us", 58,
		      "16 waits lasted over 1ms; max 169.4ms (main.main.func1) " ELLIPSIS " ");
	check_phrases("16 waits lasted over 1ms; max 169.4ms (main.main.func1), p99 1us", 56,
		      "16 waits lasted over 1ms; max 169.4ms " ELLIPSIS "                 ");
	for (int columns = 1; columns <= 100; columns++)
		check_phrases_width(columns);
	check_phrases("max 12ms (*T).m", 14, "max 12ms " ELLIPSIS "    ");
	check_phrases("1234567890", 5, ELLIPSIS "    ");
	check_phrases("abcdefghij", 5, "abcd" ELLIPSIS);
	check_phrases(HAN HAN HAN, 4, HAN ELLIPSIS " ");
	check_phrases("a", 0, "");
}

static void check_contains(const char *hay, const char *needle, bool want)
{
	tap_is_int(gt_text_contains(hay, strlen(hay), needle, strlen(needle)), want, "\"%s\" %s \"%s\"", hay,
		   want ? "contains" : "does not contain", needle);
}

TAP_TEST(contains)
{
	check_contains("net/http.(*Conn).Serve", "conn", true);
	check_contains("net/http.(*Conn).Serve", "Conn", true);
	check_contains("net/http.(*Conn).Serve", "CONN", false);
	check_contains("net/http.(*Conn).Serve", "serve", true);
	check_contains("net/http.(*Conn).Serve", "server", false);
	check_contains("abc", "", true);
	check_contains("", "a", false);
	check_contains("caf\xc3\xa9", "e\xcc\x81", true);
	check_contains("CAF\xc3\x89", "caf\xc3\xa9", true);
	check_contains("caf\xc3\xa9", "CAF\xc3\x89", false);
	check_contains("stra\xc3\x9f" "e", "strasse", true);
	check_contains("bad \xff Bytes", "bytes", true);
	check_contains("bad \xff Bytes", "Bytes", true);
}
