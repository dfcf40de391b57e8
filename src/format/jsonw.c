/* A streaming JSON writer. */
#include "format/jsonw.h"

#include <assert.h>
#include <string.h>

#include "base/utf8.h"

void gt_jsonw_init(struct gt_jsonw *w, struct gt_buf *out)
{
	*w = (struct gt_jsonw) { .out = out };
}

void gt_jsonw_done(const struct gt_jsonw *w)
{
	assert(w->depth == 0 && !w->key);
}

static bool in_object(const struct gt_jsonw *w)
{
	return w->depth && w->objects >> (w->depth - 1) & 1;
}

/* What goes before a value. */
static void begin_value(struct gt_jsonw *w)
{
	assert(in_object(w) == w->key);
	if (!w->key && w->comma)
		gt_buf_putc(w->out, ',');
	w->key = false;
	w->comma = true;
}

static void open_level(struct gt_jsonw *w, bool object)
{
	begin_value(w);
	assert(w->depth < GT_JSON_DEPTH);
	w->objects &= ~(UINT32_C(1) << w->depth);
	w->objects |= (uint32_t)object << w->depth;
	w->depth++;
	w->comma = false;
	gt_buf_putc(w->out, object ? '{' : '[');
}

void gt_json_object(struct gt_jsonw *w)
{
	open_level(w, true);
}

void gt_json_array(struct gt_jsonw *w)
{
	open_level(w, false);
}

void gt_json_close(struct gt_jsonw *w)
{
	assert(w->depth && !w->key);
	gt_buf_putc(w->out, in_object(w) ? '}' : ']');
	w->depth--;
	w->comma = true;
}

void gt_json_newline(struct gt_jsonw *w)
{
	if (w->comma) {
		gt_buf_putc(w->out, ',');
		w->comma = false;
	}
	gt_buf_putc(w->out, '\n');
}

static void begin_key(struct gt_jsonw *w)
{
	assert(in_object(w) && !w->key);
	if (w->comma)
		gt_buf_putc(w->out, ',');
	w->comma = true;
	w->key = true;
}

void gt_json_key(struct gt_jsonw *w, const char *key, size_t n)
{
	begin_key(w);
	gt_json_text(w->out, key, n);
	gt_buf_putc(w->out, ':');
}

void gt_json_keys(struct gt_jsonw *w, const char *key)
{
	gt_json_key(w, key, strlen(key));
}

void gt_json_raw_value(struct gt_jsonw *w)
{
	begin_value(w);
}

void gt_json_string(struct gt_jsonw *w, const char *s, size_t n)
{
	begin_value(w);
	gt_json_text(w->out, s, n);
}

void gt_json_u64(struct gt_jsonw *w, uint64_t v)
{
	begin_value(w);
	gt_buf_u64(w->out, v);
}

void gt_json_i64(struct gt_jsonw *w, int64_t v)
{
	begin_value(w);
	gt_buf_i64(w->out, v);
}

void gt_json_bool(struct gt_jsonw *w, bool v)
{
	begin_value(w);
	gt_buf_puts(w->out, v ? "true" : "false");
}

void gt_json_null(struct gt_jsonw *w)
{
	begin_value(w);
	gt_buf_puts(w->out, "null");
}

/* ---- text ---- */

static void escape_unit(struct gt_buf *out, uint32_t c)
{
	static const char hex[] = "0123456789abcdef";
	char text[6] = { '\\', 'u', hex[c >> 12 & 15], hex[c >> 8 & 15], hex[c >> 4 & 15], hex[c & 15] };

	gt_buf_add(out, text, sizeof text);
}

/* An unsafe character; above U+FFFF as two surrogates. */
static void escape(struct gt_buf *out, uint32_t cp)
{
	switch (cp) {
	case '\n': gt_buf_puts(out, "\\n"); return;
	case '\r': gt_buf_puts(out, "\\r"); return;
	case '\t': gt_buf_puts(out, "\\t"); return;
	default: break;
	}
	if (cp > 0xffff) {
		escape_unit(out, 0xd7c0 + (cp >> 10));
		cp = 0xdc00 + (cp & 0x3ff);
	}
	escape_unit(out, cp);
}

/* Safe text, in which JSON itself escapes two characters. */
static void put_safe(struct gt_buf *out, const char *s, size_t n)
{
	size_t from = 0;

	for (size_t i = 0; i < n; i++) {
		if (s[i] != '"' && s[i] != '\\')
			continue;
		gt_buf_add(out, s + from, i - from);
		gt_buf_putc(out, '\\');
		from = i;
	}
	gt_buf_add(out, s + from, n - from);
}

void gt_json_text(struct gt_buf *out, const char *text, size_t n)
{
	struct gt_text_scan t = { .s = text, .n = n };
	struct gt_text_piece p;

	gt_buf_putc(out, '"');
	if (gt_text_is_plain(text, n, '"', '\\')) {
		gt_buf_add(out, text, n);
		t.n = 0;
	}
	while (gt_text_scan(&t, &p)) {
		switch (p.kind) {
		case GT_TEXT_SAFE: put_safe(out, p.s, p.n); break;
		case GT_TEXT_UNSAFE: escape(out, p.cp); break;
		case GT_TEXT_INVALID: gt_buf_puts(out, "\xef\xbf\xbd"); break;
		}
	}
	gt_buf_putc(out, '"');
}
