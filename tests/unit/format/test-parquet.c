/* Parquet: the encodings by the examples of its specification, and whole files against another reader. */
#include "format/parquet/parquet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "format/jsonw.h"
#include "format/parquet/encode.h"
#include "format/parquet/thrift.h"
#include "tap/tap.h"

static void is_bytes(struct gt_buf *got, const char *want, const char *name)
{
	struct gt_buf hex = { 0 };

	for (size_t i = 0; i < got->len; i++)
		gt_buf_printf(&hex, "%s%02x", i ? " " : "", (unsigned char)got->data[i]);
	tap_is_str(gt_buf_str(&hex), want, "%s", name);
	gt_buf_release(&hex);
	gt_buf_reset(got);
}

/* Encodings.md of parquet-format: its examples, and the edges of what they describe. */
TAP_TEST(runs)
{
	static const uint32_t digits[] = { 0, 1, 2, 3, 4, 5, 6, 7 }, mixed[17] = { 1 };
	uint32_t same[100];
	struct gt_buf out = { 0 };

	for (int i = 0; i < 100; i++)
		same[i] = 300;
	gt_pq_put_runs(&out, digits, 8, 3);
	is_bytes(&out, "03 88 c6 fa", "0 to 7 in three bits each");
	gt_pq_put_runs(&out, digits, 3, 3);
	is_bytes(&out, "03 88 00 00", "the last eight are filled with zeros");
	gt_pq_put_runs(&out, same, 100, 9);
	is_bytes(&out, "c8 01 2c 01", "a run, its number in whole bytes");
	gt_pq_put_runs(&out, mixed, 17, 1);
	is_bytes(&out, "03 01 12 00", "a run gives what the eight before it lack");
	gt_pq_put_runs(&out, same, 0, 9);
	is_bytes(&out, "", "nothing");
	gt_buf_release(&out);
}

TAP_TEST(deltas)
{
	static const int64_t up[] = { 1, 2, 3, 4, 5 }, both[] = { 7, 5, 3, 1, 2, 3, 4, 5 };
	static const int64_t ends[] = { INT64_MIN, INT64_MAX };
	struct gt_buf out = { 0 };

	gt_pq_put_deltas(&out, up, 5);
	is_bytes(&out, "80 01 04 05 02 02 00 00 00 00", "1 to 5: all differences are the smallest");
	gt_pq_put_deltas(&out, both, 8);
	is_bytes(&out, "80 01 04 08 0e 03 02 00 00 00 c0 3f 00 00 00 00 00 00", "7 5 3 1 2 3 4 5");
	gt_pq_put_deltas(&out, ends, 2);
	is_bytes(&out, "80 01 04 02 ff ff ff ff ff ff ff ff ff 01 01 00 00 00 00", "a difference that wraps around");
	gt_pq_put_deltas(&out, up, 0);
	is_bytes(&out, "80 01 04 00 00", "nothing");
	gt_buf_release(&out);
}

/* thrift-compact-protocol.md */
TAP_TEST(thrift)
{
	struct gt_buf out = { 0 };
	struct gt_thrift w;

	gt_thrift_begin(&w, &out);
	gt_thrift_int(&w, 1, GT_THRIFT_I32, -1);
	gt_thrift_bool(&w, 3, true);
	gt_thrift_bytes(&w, 20, "ab", 2);
	gt_thrift_list(&w, 21, GT_THRIFT_STRUCT, 1);
	gt_thrift_struct(&w, 0);
	gt_thrift_int(&w, 2, GT_THRIFT_I64, 64);
	gt_thrift_end(&w);
	gt_thrift_list(&w, 22, GT_THRIFT_I32, 15);
	for (int i = 0; i < 15; i++)
		gt_thrift_item_int(&w, i % 2);
	gt_thrift_end(&w);
	is_bytes(&out, "15 01 21 08 28 02 61 62 19 1c 26 80 01 00 "
		 "19 f5 0f 00 02 00 02 00 02 00 02 00 02 00 02 00 02 00 00", "fields near and far, lists short and long");
	gt_buf_release(&out);
}

/* ---- whole files ---- */

static const struct gt_pq_column columns[] = {
	{ "time", GT_PQ_INT }, { "wall", GT_PQ_WALL }, { "few", GT_PQ_INT }, { "wild", GT_PQ_INT },
	{ "real", GT_PQ_REAL }, { "flag", GT_PQ_BOOL }, { "name", GT_PQ_TEXT }, { "id", GT_PQ_TEXT },
	{ "long", GT_PQ_TEXT }, { "list", GT_PQ_JSON }, { "none", GT_PQ_INT }, { "rare", GT_PQ_REAL },
};

/* A file, and its rows as lines of JSON. */
struct both {
	struct gt_parquet *w;
	struct gt_buf file, json, text;
	unsigned at;
};

static void cell(struct both *b, const char *json)
{
	gt_buf_printf(&b->json, "%s\"%s\":%s", b->at ? "," : "{", columns[b->at].name, json);
	b->at++;
}

static void put_int(struct both *b, int64_t v)
{
	char text[32];

	snprintf(text, sizeof text, columns[b->at].kind == GT_PQ_BOOL ? (v ? "true" : "false") : "%lld", (long long)v);
	gt_parquet_int(b->w, v);
	cell(b, text);
}

static void put_real(struct both *b, double v)
{
	char text[64];

	snprintf(text, sizeof text, "%.17g", v);
	gt_parquet_real(b->w, v);
	cell(b, text);
}

static void put_text(struct both *b, const char *s, size_t n)
{
	gt_parquet_text(b->w, s, n);
	gt_buf_reset(&b->text);
	gt_json_text(&b->text, s, n);
	cell(b, gt_buf_str(&b->text));
}

static void put_null(struct both *b)
{
	gt_parquet_null(b->w);
	cell(b, "null");
}

/* Every kind, values that repeat and that never do, each code below U+0800 in texts, extremes, rows without. */
static void put_row(struct both *b, uint64_t i)
{
	char id[16], code[8] = { 0 }, text[200];
	unsigned c = (unsigned)(i % 0x800);

	if (c < 0x80) {
		code[0] = (char)c;
	} else {
		code[0] = (char)(0xc0 | c >> 6);
		code[1] = (char)(0x80 | (c & 63));
	}
	put_int(b, (int64_t)(i * 1000 + i * i % 977));
	put_int(b, INT64_C(1800000000000000000) + (int64_t)i);
	put_int(b, (int64_t)(i / 1000 % 7));
	put_int(b, i % 3 ? (int64_t)(i * UINT64_C(0x9e3779b97f4a7c15)) : i % 2 ? INT64_MIN : INT64_MAX);
	put_real(b, (double)i / 3 - 1000);
	put_int(b, i % 5 == 0);
	put_text(b, code, c < 0x80 ? 1 : 2);
	snprintf(id, sizeof id, "g%llu", (unsigned long long)i);
	put_text(b, i % 11 ? id : "", i % 11 ? strlen(id) : 0);
	memset(text, 'a' + (int)(i % 26), sizeof text);
	put_text(b, text, i % 2 ? sizeof text : 64);
	snprintf(id, sizeof id, "%llu", (unsigned long long)(i % 9));
	gt_parquet_text(b->w, id, strlen(id));
	cell(b, id);
	put_null(b);
	if (i >= 20000 && i % 1000 == 0)
		put_real(b, i % 2000 ? -0.0 : 0.0);
	else
		put_null(b);
	gt_buf_puts(&b->json, "}\n");
	b->at = 0;
	gt_parquet_row(b->w, &b->file);
}

static bool save(const char *name, const struct gt_buf *b)
{
	FILE *f = fopen(name, "wb");
	bool done = f && fwrite(gt_buf_str(b), 1, b->len, f) == b->len;

	return f && !fclose(f) && done;
}

/* Another program reads the file, its statistics and its page index, and compares. */
static void compare(uint64_t rows)
{
	struct both b = { .at = 0 };
	struct gt_error err = { 0 };
	char file[64], json[64], command[512];

	b.w = gt_parquet_open(columns, GT_COUNT(columns), &b.file);
	gt_parquet_note(b.w, "rows", "some");
	for (uint64_t i = 0; i < rows; i++)
		put_row(&b, i);
	tap_is_int(gt_parquet_close(b.w, &b.file, &err), 0, "%llu rows", (unsigned long long)rows);
	snprintf(file, sizeof file, "test-parquet.%ld.parquet", (long)getpid());
	snprintf(json, sizeof json, "test-parquet.%ld.ndjson", (long)getpid());
	if (!save(file, &b.file) || !save(json, &b.json))
		tap_bail("cannot write %s", file);
	snprintf(command, sizeof command, "python3 '%s/tests/cli/parquet.py' %s %s", getenv("GT_SRCDIR"), file, json);
	tap_is_int(system(command), 0, "%llu rows: the reader has the same", (unsigned long long)rows);
	unlink(file);
	unlink(json);
	gt_buf_release(&b.file);
	gt_buf_release(&b.json);
	gt_buf_release(&b.text);
}

/* No row, one, the last of a page, of a row group, and some after it. */
TAP_TEST(files)
{
	if (system("python3 -c '' 2>/dev/null")) {
		tap_skip(1, "there is no python3");
		return;
	}
	compare(0);
	compare(1);
	compare(16384);
	compare(16385);
	compare(GT_PQ_GROUP_ROWS + 3);
}

/* Reals that are no number stand in no statistics, and texts that would fill the memory end a row group. */
TAP_TEST(bounded)
{
	static const struct gt_pq_column one[] = { { "text", GT_PQ_TEXT }, { "real", GT_PQ_REAL } };
	struct gt_parquet *w;
	struct gt_buf out = { 0 };
	struct gt_error err = { 0 };
	enum { MIB = 1 << 20 };
	char *text = gt_xmalloc(MIB);
	int groups = 0;

	w = gt_parquet_open(one, 2, &out);
	gt_buf_reset(&out);
	for (int i = 0; i < 100; i++) {
		memset(text, i, MIB);
		gt_parquet_text(w, text, MIB);
		gt_parquet_real(w, NAN);
		gt_parquet_row(w, &out);
		groups += out.len > 0;
		gt_buf_reset(&out);
	}
	tap_is_int(groups, 3, "a row group is written when it has 32 MiB of texts");
	tap_is_int(gt_parquet_close(w, &out, &err), 0, "100 MiB of texts");
	tap_ok(out.len > 12 && !memcmp(out.data + out.len - 4, "PAR1", 4), "the file has its end");
	free(text);
	gt_buf_release(&out);
}
