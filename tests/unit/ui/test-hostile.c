/* One policy for hostile text: text, CSV, JSON, listings, lists and the canvas let the same through. */
#include <stdlib.h>
#include <string.h>
#include <unistr.h>

#include "base/utf8.h"
#include "format/export.h"
#include "format/jsonw.h"
#include "tap/tap.h"
#include "ui/kit/canvas.h"
#include "ui/kit/listview.h"
#include "wire/goquote.h"

#define WIDTH 40

/* ---- a table of one string ---- */

struct one {
	struct gt_table table;
	const struct gt_buf *s;
};

static const void *one_row(struct gt_table *t, uint64_t row)
{
	(void)row;
	return ((const struct one *)t)->s;
}

static void cell(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_buf *s = t->at;

	gt_cell_s(out, gt_buf_str(s), s->len);
}

static const struct gt_column column = { .key = "s", .title = "S", .kind = GT_KIND_STRING, .cell = cell };
static const struct gt_report report = {
	.name = "one", .columns = &column, .ncolumns = 1, .ops = { .size = sizeof(struct one), .row = one_row },
};

static void export_one(const char *format, const struct gt_buf *s, struct gt_buf *out)
{
	struct one o = { .table = { .report = &report, .rows = 1 }, .s = s };
	struct gt_export *e;
	uint64_t row = 0;

	if (gt_export_open(&e, format, &o.table, NULL) < 0)
		tap_bail("no format %s", format);
	gt_export_rows(e, &row, 1, out);
	gt_export_close(e, out);
}

static void to_text(const struct gt_buf *s, struct gt_buf *out)
{
	export_one("text", s, out);
}

static void to_csv(const struct gt_buf *s, struct gt_buf *out)
{
	export_one("csv", s, out);
}

static void to_ndjson(const struct gt_buf *s, struct gt_buf *out)
{
	export_one("ndjson", s, out);
}

static void to_quoted(const struct gt_buf *s, struct gt_buf *out)
{
	gt_go_quote(out, gt_buf_str(s), s->len);
}

/* ---- the screen ---- */

static void to_canvas(const struct gt_buf *s, struct gt_buf *out)
{
	struct gt_grid *g = gt_grid_new(1, WIDTH);
	struct gt_canvas c = gt_grid_canvas(g);

	gt_canvas_textn(&c, 0, 0, GT_ROLE_NORMAL, gt_buf_str(s), s->len);
	gt_grid_dump(g, out);
	gt_grid_free(g);
}

static void list_cell(void *ctx, uint64_t row, unsigned col, struct gt_buf *out)
{
	const struct gt_buf *s = ctx;

	(void)row;
	(void)col;
	gt_buf_add(out, gt_buf_str(s), s->len);
}

static const struct gt_list_ops list_ops = { .cell = list_cell };
static const struct gt_list_column list_column = { "s", "S", "", 1, 0, 0, 0 };

static void init_list(struct gt_listview *lv, const struct gt_buf *s)
{
	gt_list_init(lv, &list_ops, (void *)s, &list_column, 1);
	gt_list_set_rows(lv, 1, true);
}

static void to_list(const struct gt_buf *s, struct gt_buf *out)
{
	struct gt_grid *g = gt_grid_new(2, WIDTH);
	struct gt_canvas c = gt_grid_canvas(g);
	struct gt_listview lv;

	init_list(&lv, s);
	gt_list_draw(&lv, &c, NULL);
	gt_grid_dump(g, out);
	gt_list_release(&lv);
	gt_grid_free(g);
}

static void to_list_csv(const struct gt_buf *s, struct gt_buf *out)
{
	struct gt_exporting *e;
	struct gt_listview lv;

	init_list(&lv, s);
	if (gt_list_export_open(&e, &lv, "csv", false, NULL) == 0) {
		e->ops->step(e, out);
		e->ops->close(e);
	}
	gt_list_release(&lv);
}

static const struct {
	const char *name;
	void (*write)(const struct gt_buf *s, struct gt_buf *out);
} ways[] = {
	{ "text", to_text }, { "CSV", to_csv }, { "NDJSON", to_ndjson }, { "quoted", to_quoted },
	{ "canvas", to_canvas }, { "list", to_list }, { "CSV of a list", to_list_csv },
};

/* ---- verdicts ---- */

static size_t put_cp(struct gt_buf *out, ucs4_t cp, char utf8[8])
{
	int n = u8_uctomb((uint8_t *)utf8, cp, 6);

	gt_buf_add(out, utf8, (size_t)n);
	utf8[n] = 0;
	return (size_t)n;
}

/* Between ASCII letters. */
static const struct {
	uint32_t cp;
	const char *escaped;   /* NULL: safe */
} verdicts[] = {
	{ 0x1b, "\\x1b" }, { 0x7f, "\\x7f" }, { 0x85, "\\u0085" }, { 0x9b, "\\u009b" }, { 0xad, "\\u00ad" },
	{ 0xe9, NULL }, { 0x301, NULL }, { 0x34f, "\\u034f" }, { 0x61c, "\\u061c" }, { 0x115f, "\\u115f" },
	{ 0x180e, "\\u180e" }, { 0x200b, "\\u200b" }, { 0x200d, "\\u200d" }, { 0x2028, "\\u2028" },
	{ 0x202e, "\\u202e" }, { 0x2066, "\\u2066" }, { 0x3164, "\\u3164" }, { 0x65e5, NULL },
	{ 0xe000, "\\ue000" }, { 0xfdd0, "\\ufdd0" }, { 0xfe0f, "\\ufe0f" }, { 0xfeff, "\\ufeff" },
	{ 0xfffd, NULL }, { 0xfffe, "\\ufffe" }, { 0x1d173, "\\U0001d173" }, { 0x1f600, NULL },
	{ 0xe0041, "\\U000e0041" }, { 0xe0100, "\\U000e0100" }, { 0x1ffff, "\\U0001ffff" },
	{ 0x10ffff, "\\U0010ffff" },
};

TAP_TEST(verdicts)
{
	struct gt_buf s = { 0 }, out = { 0 };

	for (size_t i = 0; i < GT_COUNT(verdicts); i++) {
		unsigned agree = 0;
		char utf8[8];

		gt_buf_reset(&s);
		gt_buf_putc(&s, 'a');
		put_cp(&s, verdicts[i].cp, utf8);
		gt_buf_putc(&s, 'b');
		for (size_t w = 0; w < GT_COUNT(ways); w++) {
			bool through;

			gt_buf_reset(&out);
			ways[w].write(&s, &out);
			through = strstr(gt_buf_str(&out), utf8) != NULL;
			agree += through == !verdicts[i].escaped;
			if (through != !verdicts[i].escaped)
				tap_diag("%s: %s", ways[w].name, gt_buf_str(&out));
		}
		tap_is_u64(agree, GT_COUNT(ways), "U+%04X is %s everywhere", (unsigned)verdicts[i].cp,
			   verdicts[i].escaped ? "escaped" : "safe");
		gt_buf_reset(&out);
		gt_text_escape(&out, gt_buf_str(&s), s.len);
		tap_ok(strstr(gt_buf_str(&out), verdicts[i].escaped ? verdicts[i].escaped : utf8), "as text: %s",
		       gt_buf_str(&out));
	}
	gt_buf_release(&s);
	gt_buf_release(&out);
}

/* ---- all code points ---- */

static uint32_t hex4(const char *s)
{
	char digits[5] = { s[0], s[1], s[2], s[3] };

	return (uint32_t)strtoul(digits, NULL, 16);
}

/* The only character between a and b in "aXb" as JSON. */
static uint32_t read_json(const char *s)
{
	ucs4_t cp = 0;

	s += 2;
	if (*s != '\\') {
		u8_mbtouc(&cp, (const uint8_t *)s, strlen(s));
		return cp;
	}
	if (s[1] != 'u')
		return s[1] == 'n' ? '\n' : s[1] == 'r' ? '\r' : s[1] == 't' ? '\t' : (unsigned char)s[1];
	cp = hex4(s + 2);
	if (cp >= 0xd800 && cp < 0xdc00)
		cp = 0x10000 + ((cp - 0xd800) << 10) + (hex4(s + 8) - 0xdc00);
	return cp;
}

TAP_TEST(all)
{
	struct gt_buf s = { 0 }, json = { 0 };
	uint64_t differ = 0, lost = 0;

	for (uint32_t cp = 0; cp <= 0x10ffff; cp++) {
		char utf8[8];
		size_t n;

		if (cp == '"' || cp == '\\' || (cp >= 0xd800 && cp < 0xe000))
			continue;
		gt_buf_reset(&s);
		gt_buf_reset(&json);
		gt_buf_putc(&s, 'a');
		n = put_cp(&s, cp, utf8);
		gt_buf_putc(&s, 'b');
		gt_json_text(&json, gt_buf_str(&s), s.len);
		differ += gt_text_is_clean(gt_buf_str(&s), s.len) != (json.len == n + 4);
		lost += read_json(gt_buf_str(&json)) != cp;
	}
	tap_is_u64(differ, 0, "every code point: JSON escapes what text escapes");
	tap_is_u64(lost, 0, "every code point: a reader of JSON gets it back");
	gt_buf_release(&s);
	gt_buf_release(&json);
}

/* ---- CSV ---- */

/* Reads a field of RFC 4180 off *s, up to its comma or line end. */
static void read_field(const char **s, struct gt_buf *out)
{
	bool quoted = **s == '"';

	gt_buf_reset(out);
	*s += quoted;
	while (**s && (quoted || (**s != ',' && **s != '\r'))) {
		if (quoted && **s == '"' && *++*s != '"')
			return;
		gt_buf_putc(out, *(*s)++);
	}
}

TAP_TEST(csv)
{
	static const char *const texts[] = {
		"=1+1", "@SUM(1,2)", "-2+3,4", "say \"hi\"", "\"", "a,b\nc\r", "\x1b]0;x\a", "-5", "日本", "＝1",
	};
	static const char formulas[] = "=@-＝";
	struct gt_buf s = { 0 }, out = { 0 }, field = { 0 }, want = { 0 };

	for (size_t i = 0; i < GT_COUNT(texts); i++) {
		bool formula = memchr(formulas, texts[i][0], sizeof formulas - 1) && strcmp(texts[i], "-5") != 0;
		const char *at;

		gt_buf_reset(&s);
		gt_buf_reset(&out);
		gt_buf_reset(&want);
		gt_buf_puts(&s, texts[i]);
		to_csv(&s, &out);
		gt_buf_puts(&want, formula ? "'" : "");
		gt_text_escape(&want, texts[i], strlen(texts[i]));
		at = gt_buf_str(&out);
		read_field(&at, &field);
		tap_is_str(gt_buf_str(&field), "s", "the header");
		at += 2;
		read_field(&at, &field);
		tap_is_str(gt_buf_str(&field), gt_buf_str(&want), "a reader of CSV gets text %zu", i);
		tap_is_str(at, "\r\n", "and the end");
	}
	gt_buf_release(&s);
	gt_buf_release(&out);
	gt_buf_release(&field);
	gt_buf_release(&want);
}
