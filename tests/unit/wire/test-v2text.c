/* The text form: to binary, back, and what is refused. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tap/tap.h"
#include "unit/wire/build.h"
#include "wire/textscan.h"
#include "wire/v2/open.h"
#include "wire/v2/v2text.h"

static const char example[] =
	"Trace Go1.22\n"
	"EventBatch gen=1 m=0 time=0 size=15\n"
	"ProcStatus dt=1 p=0 pstatus=1\n"
	"Stack id=1 nframes=2\n"
	"\tpc=4198400 func=2 file=3 line=17\n"
	"\tpc=4198500 func=4 file=3 line=40\n"
	"String id=2\n"
	"\tdata=\"main.f\"\n";
static const char example_spec[] =
	"01 01 00 00 0f 0d 01 00 01 03 01 02 u4198400 02 03 11 u4198500 04 03 28 05 02 06 6d 61 69 6e 2e 66";

static const struct {
	const char *name;
	const char *text;
	int minor;
	const char *spec;
} reads[] = {
	{ "header only", "Trace Go1.26", 26, "" },
	{ "space everywhere",
	  " \n# c\n\t Trace\tGo1.22 \r\n\r\n  ProcStop\v dt=1\xc2\xa0\xe3\x80\x80\n #x\nProcStop dt=00002",
	  22, "0b 01 0b 02" },
	{ "largest number", "Trace Go1.22\nProcStop dt=18446744073709551615", 22, "0b unone" },
	{ "end of generation", "Trace Go1.26\nSync\nEndOfGeneration\n", 26, "32 34" },
	{ "data anywhere in its line", "Trace Go1.22\nString id=1\n# between\n\n  data  =  \"a=#b\"  \n",
	  22, "05 01 04 61 3d 23 62" },
	{ "data in a raw literal", "Trace Go1.22\nString id=1\ndata=`\\x`", 22, "05 01 02 5c 78" },
	{ "no data line is empty data", "Trace Go1.22\nString id=1\nString id=2\n", 22, "05 01 00 05 02 00" },
	{ "experimental batch",
	  "Trace Go1.23\nExperimentalBatch exp=1 gen=2 m=3 time=4\n\tdata=\"\\x00\\x01\"\n",
	  23, "31 01 02 03 04 02 00 01" },
	{ "experimental event", "Trace Go1.26\nSpanAlloc dt=1 id=2 npages_value=3 kindclass=4",
	  26, "81 01 02 03 04" },
	{ "comment directly after the name", "Trace Go1.22\nStrings#x", 22, NULL },
	{ "wrong sizes are kept", "Trace Go1.22\nEventBatch gen=0 m=1 time=2 size=300",
	  22, "01 00 01 02 u300" },
};

static const struct {
	const char *name;
	const char *text;
	int code;
	uint64_t offset;
	const char *message;
} refused[] = {
	{ "nothing", "\n# only a comment\n", GT_ERR_NOT_TRACE, 18, "empty" },
	{ "no Trace", "Tracer Go1.22\n", GT_ERR_NOT_TRACE, 0, "line 1: expected \"Trace Go1.NN\"" },
	{ "no version", "\nTrace\n", GT_ERR_NOT_TRACE, 1, "line 2: expected a version" },
	{ "odd version", "Trace Go1.x\n", GT_ERR_NOT_TRACE, 0, "Go1.x" },
	{ "unknown version", "Trace Go1.24\n", GT_ERR_VERSION, 0, "\"Go1.24\"" },
	{ "old version", "Trace Go1.21\n", GT_ERR_VERSION, 0, "\"Go1.21\"" },
	{ "more in the header", "Trace Go1.22 x\n", GT_ERR_CORRUPT, 0, "end of the header: \"x\"" },
	{ "unknown event", "Trace Go1.22\n\nGoBegin dt=1\n",
	  GT_ERR_CORRUPT, 14, "line 3: no such event: \"GoBegin\"" },
	{ "event of a later version", "Trace Go1.22\nGoSwitch dt=1 g=1 g_seq=1\n",
	  GT_ERR_CORRUPT, 13, "no such event" },
	{ "prefix of a name", "Trace Go1.22\nGoStar dt=1\n", GT_ERR_CORRUPT, 13, "no such event" },
	{ "longer than a name", "Trace Go1.22\nGoStarts dt=1\n", GT_ERR_CORRUPT, 13, "no such event" },
	{ "missing argument", "Trace Go1.22\nProcStop\n", GT_ERR_CORRUPT, 13, "missing argument \"dt\"" },
	{ "comment instead of an argument", "Trace Go1.22\nProcStop # dt=1\n",
	  GT_ERR_CORRUPT, 13, "missing argument \"dt\"" },
	{ "comment after the arguments", "Trace Go1.22\nProcStop dt=1 # x\n",
	  GT_ERR_CORRUPT, 13, "unexpected text" },
	{ "comment inside a value", "Trace Go1.22\nProcStop dt=1#x\n",
	  GT_ERR_CORRUPT, 13, "unexpected text" },
	{ "one argument too many", "Trace Go1.22\nProcStop dt=1 p=2\n",
	  GT_ERR_CORRUPT, 13, "unexpected text" },
	{ "other argument", "Trace Go1.22\nProcStart dt=1 g=2 p_seq=3\n",
	  GT_ERR_CORRUPT, 13, "unexpected argument \"g=2\"" },
	{ "other order", "Trace Go1.22\nProcStart p=2 dt=1 p_seq=3\n",
	  GT_ERR_CORRUPT, 13, "unexpected argument" },
	{ "no value", "Trace Go1.22\nProcStop dt=\n", GT_ERR_CORRUPT, 13, "invalid value" },
	{ "negative", "Trace Go1.22\nProcStop dt=-1\n", GT_ERR_CORRUPT, 13, "invalid value" },
	{ "plus", "Trace Go1.22\nProcStop dt=+1\n", GT_ERR_CORRUPT, 13, "invalid value" },
	{ "hexadecimal", "Trace Go1.22\nProcStop dt=0x1\n", GT_ERR_CORRUPT, 13, "invalid value" },
	{ "65 bits", "Trace Go1.22\nProcStop dt=18446744073709551616\n",
	  GT_ERR_CORRUPT, 13, "invalid value" },
	{ "no equals sign", "Trace Go1.22\nProcStop dt\n", GT_ERR_CORRUPT, 13, "malformed argument" },
	{ "frames missing", "Trace Go1.22\nStack id=1 nframes=2\n\tpc=1 func=1 file=1 line=1\n",
	  GT_ERR_CUT, 61, "inside a stack" },
	{ "frame without line", "Trace Go1.22\nStack id=1 nframes=1\n\tpc=1 func=1 file=1\n",
	  GT_ERR_CORRUPT, 34, "missing argument \"line\"" },
	{ "data without quotes", "Trace Go1.22\nString id=1\ndata=x\n",
	  GT_ERR_CORRUPT, 25, "not a Go string literal" },
	{ "length given", "Trace Go1.22\nString id=1 length=3\ndata=\"abc\"\n",
	  GT_ERR_CORRUPT, 13, "unexpected text" },
	{ "hostile name", "Trace Go1.22\n\033[2J\n", GT_ERR_CORRUPT, 13, "\"\\x1b[2J\"" },
	{ "archive without a trace", "-- expect --\nSUCCESS\n",
	  GT_ERR_NOT_TRACE, 21, "no member named trace" },
};

TAP_TEST(reads)
{
	struct gt_buf got = { 0 }, want = { 0 };
	struct gt_error err;

	for (size_t i = 0; i < GT_COUNT(reads); i++) {
		gt_buf_reset(&got);
		if (!reads[i].spec)
			continue;
		gt_build_trace(&want, reads[i].minor, reads[i].spec, NULL);
		if (!tap_is_int(gt_v2_text_parse(reads[i].text, strlen(reads[i].text), &got, &err), 0, "%s: parses",
				reads[i].name))
			tap_diag("%s", err.text);
		tap_is_u64(got.len, want.len, "%s: length", reads[i].name);
		if (got.len == want.len)
			tap_is_mem(got.data, want.data, got.len, "%s: bytes", reads[i].name);
	}
	gt_buf_release(&got);
	gt_buf_release(&want);
}

TAP_TEST(refused)
{
	for (size_t i = 0; i < GT_COUNT(refused); i++) {
		struct gt_buf out = { 0 };
		struct gt_error err = { 0 };

		tap_is_int(gt_v2_text_parse(refused[i].text, strlen(refused[i].text), &out, &err), refused[i].code,
			   "%s: refused", refused[i].name);
		tap_is_u64(err.offset, refused[i].offset, "%s: offset", refused[i].name);
		if (!tap_ok(strstr(err.text, refused[i].message), "%s: message", refused[i].name))
			tap_diag("%s", err.text);
		gt_buf_release(&out);
	}
}

/* What came before a bad line stays. */
TAP_TEST(partial)
{
	static const char text[] = "Trace Go1.22\nProcStop dt=1\nStack id=1 nframes=1\n\tpc=x\nProcStop dt=2\n";
	struct gt_buf got = { 0 }, want = { 0 };

	gt_build_trace(&want, 22, "0b 01", NULL);
	tap_is_int(gt_v2_text_parse(text, strlen(text), &got, NULL), GT_ERR_CORRUPT, "a bad line in a stack");
	tap_is_u64(got.len, want.len, "the whole events before it are kept");
	gt_buf_release(&got);
	gt_buf_release(&want);
}

static int collect(void *arg, uint64_t off, const char *text, size_t n)
{
	(void)off;
	gt_buf_add(arg, text, n);
	return 0;
}

static int stop_at_stack(void *arg, uint64_t off, const char *text, size_t n)
{
	(void)n;
	*(uint64_t *)arg = off;
	return strncmp(text, "Stack", 5) ? 0 : 77;
}

static int print(const struct gt_buf *trace, int minor, struct gt_buf *out, struct gt_error *err)
{
	struct gt_source *s;
	int rc;

	gt_source_open_mem(&s, trace->data, trace->len, "test");
	rc = gt_v2_text_print(s, minor, collect, out, err);
	gt_source_close(s);
	return rc;
}

TAP_TEST(example)
{
	struct gt_buf got = { 0 }, want = { 0 }, text = { 0 };
	struct gt_source *s;
	uint64_t off = 0;

	gt_build_trace(&want, 22, example_spec, NULL);
	tap_is_int(gt_v2_text_parse(example, strlen(example), &got, NULL), 0, "example: parses");
	tap_ok(got.len == want.len && !memcmp(got.data, want.data, got.len), "example: to the right bytes");
	tap_is_int(print(&want, 22, &text, NULL), 0, "example: prints");
	tap_is_str(gt_buf_str(&text), strchr(example, '\n') + 1, "example: as it was");
	gt_source_open_mem(&s, want.data, want.len, "test");
	tap_is_int(gt_v2_text_print(s, 22, stop_at_stack, &off, NULL), 77, "example: printing can be stopped");
	tap_is_u64(off, 25, "example: offsets are those of the type bytes");
	gt_source_close(s);
	gt_buf_release(&got);
	gt_buf_release(&want);
	gt_buf_release(&text);
}

static const struct {
	const char *name;
	int minor;
	const char *spec;
	int code;
	const char *text;
	const char *message;
} prints[] = {
	{ "padded numbers", 22, "0b 81 80 00", 0, "ProcStop dt=1\n", "" },
	{ "empty data as Go prints it", 22, "05 01 00", 0, "String id=1\n", "" },
	{ "hostile data", 22, "05 01 04 1b 22 ff 0a", 0, "String id=1\n\tdata=\"\\x1b\\\"\\xff\\n\"\n", "" },
	{ "no frames", 22, "03 07 00", 0, "Stack id=7 nframes=0\n", "" },
	{ "experimental events since 1.23", 23, "84 01 02 03", 0, "HeapObjectAlloc dt=1 id=2 type=3\n", "" },
	{ "but not before", 22, "0b 01 ^84 01 02 03",
	  GT_ERR_CORRUPT, "ProcStop dt=1\n", "invalid event type 132 in a go 1.22 trace" },
	{ "type of a later version", 25, "^34", GT_ERR_CORRUPT, "", "invalid event type 52" },
	{ "type 0", 26, "^00", GT_ERR_CORRUPT, "", "invalid event type 0" },
	{ "unknown type", 26, "^60", GT_ERR_CORRUPT, "", "invalid event type 96" },
	{ "cut", 26, "0b 01 ^0a 01 02",
	  GT_ERR_CUT, "ProcStop dt=1\n", "the file ends inside a ProcStart event" },
	{ "cut in data", 26, "^05 01 05 61 62", GT_ERR_CUT, "", "inside a String event" },
	{ "cut in frames", 26, "^03 01 02 01 01 01 01", GT_ERR_CUT, "", "inside a Stack event" },
	{ "endless frames", 26, "^03 01 unone 01 01 01 01", GT_ERR_CUT, "", "inside a Stack event" },
	{ "bad number", 26, "^0b ff*10 00", GT_ERR_CORRUPT, "", "a number that is not valid" },
	{ "data larger than any batch", 26, "^05 01 u300000 61*300000",
	  GT_ERR_CORRUPT, "", "larger than any batch" },
};

TAP_TEST(prints)
{
	for (size_t i = 0; i < GT_COUNT(prints); i++) {
		struct gt_buf trace = { 0 }, text = { 0 };
		struct gt_error err = { 0 };
		uint64_t mark;

		gt_build_trace(&trace, prints[i].minor, prints[i].spec, &mark);
		tap_is_int(print(&trace, prints[i].minor, &text, &err), prints[i].code, "%s: prints", prints[i].name);
		tap_is_str(gt_buf_str(&text), prints[i].text, "%s: text", prints[i].name);
		if (prints[i].code) {
			tap_is_u64(err.offset, mark, "%s: offset", prints[i].name);
			tap_ok(strstr(err.text, prints[i].message), "%s: message", prints[i].name);
		}
		gt_buf_release(&trace);
		gt_buf_release(&text);
	}
}

/* Records across the ends of the reader's window come out whole. */
TAP_TEST(window)
{
	struct gt_buf spec = { 0 }, trace = { 0 }, text = { 0 }, again = { 0 };
	struct gt_error err = { 0 };

	for (unsigned i = 0; i < 900; i++)
		gt_buf_printf(&spec, "05 u%u u%u 61*%u 0b u%u ", i, 900 + i, 900 + i, i * 12345);
	gt_build_trace(&trace, 22, gt_buf_str(&spec), NULL);
	tap_ok(trace.len > 1000000, "window: the trace is larger than it");
	gt_buf_puts(&text, "Trace Go1.22\n");
	if (!tap_is_int(print(&trace, 22, &text, &err), 0, "window: prints"))
		tap_diag("at %" PRIu64 ": %s", err.offset, err.text);
	tap_is_int(gt_v2_text_parse(text.data, text.len, &again, NULL), 0, "window: parses");
	tap_ok(again.len == trace.len && !memcmp(again.data, trace.data, trace.len), "window: the same bytes");
	gt_buf_release(&spec);
	gt_buf_release(&trace);
	gt_buf_release(&text);
	gt_buf_release(&again);
}

TAP_TEST(detect)
{
	static const char archive[] = "a comment\n-- expect --\nSUCCESS\n-- trace --\nTrace Go1.22\nProcStop dt=5\n-- more --\nx\n";
	struct gt_buf got = { 0 }, want = { 0 };

	tap_ok(gt_textscan_is_text(example, 20), "text is detected");
	tap_ok(gt_textscan_is_text("# x\n\n Trace  Go1.99\n", 20), "after comments, of any version");
	tap_ok(!gt_textscan_is_text("Trace Go", 8), "not without a version");
	tap_ok(!gt_textscan_is_text("go 1.22 trace\0\0\0", 16), "binary is not text");
	tap_ok(!gt_textscan_is_text("", 0), "nothing is not text");
	tap_ok(gt_textscan_is_archive(archive, strlen(archive)), "an archive is detected");
	tap_ok(!gt_textscan_is_archive("-- other --\n-- expect --\n", 25), "an archive of something else is not");
	tap_ok(!gt_textscan_is_archive("go 1.22 trace\0\0\0\n-- expect --\n", 30), "binary is not an archive");
	tap_is_int(gt_v2_text_parse(archive, strlen(archive), &got, NULL), 0, "the trace of an archive");
	gt_build_trace(&want, 22, "0b 05", NULL);
	tap_ok(got.len == want.len && !memcmp(got.data, want.data, got.len), "and no more than that");
	gt_buf_release(&got);
	gt_buf_release(&want);
}

/* Through the door that the program uses. */
TAP_TEST(open)
{
	char path[] = "/tmp/gt-text-XXXXXX";
	int fd = mkstemp(path);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
	struct gt_source_id id;
	struct gt_error err = { 0 };
	struct gt_header h;
	struct gt_source *s;

	if (!f)
		tap_bail("mkstemp");
	fputs(example, f);
	fflush(f);
	tap_is_int(gt_trace_source_open(&s, &h, path, NULL, &err), 0, "open: text");
	tap_ok(h.text && h.minor == 22 && h.format == GT_FORMAT_V2, "open: its header");
	tap_is_u64(gt_source_size(s), 51, "open: its binary form");
	tap_ok(gt_source_identify(s, &id) && id.size == strlen(example), "open: the identity of the file");
	tap_ok(!gt_source_damage(s), "open: no damage");
	gt_source_close(s);
	fputs("GoWrong dt=1\n", f);
	fflush(f);
	tap_is_int(gt_trace_source_open(&s, &h, path, NULL, &err), 0, "open: text with a bad line");
	tap_ok(gt_source_damage(s) && strstr(err.text, "line 9: no such event"), "open: damage");
	tap_is_u64(gt_source_size(s), 51, "open: what came before it");
	gt_source_close(s);
	rewind(f);
	fputs("Trace Go1.24", f);
	fclose(f);
	tap_is_int(gt_trace_source_open(&s, &h, path, NULL, &err), GT_ERR_VERSION, "open: text of an unknown version");
	tap_ok(!s, "open: no source then");
	unlink(path);
}
