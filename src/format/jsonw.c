/* A streaming JSON writer. */
#include "format/jsonw.h"

#include <assert.h>
#include <string.h>

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

void gt_json_raw_key(struct gt_jsonw *w, const char *quoted, size_t n)
{
	begin_key(w);
	gt_buf_add(w->out, quoted, n);
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

/* Length of the valid UTF-8 sequence at s and its code point, 0 if there is none. */
static size_t decode(const unsigned char *s, size_t n, uint32_t *cp)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t len = s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : s[0] < 0xf5 ? 4 : 0;
	uint32_t c;

	if (!len || len > n)
		return 0;
	c = s[0] & (0x7fU >> len);
	for (size_t i = 1; i < len; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (s[i] & 0x3f);
	}
	if (c < least[len] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
		return 0;
	*cp = c;
	return len;
}

/* Characters that do something to a terminal or an editor when they are shown. */
static bool is_hostile(uint32_t c)
{
	return c < 0xa0 || c == 0xad || c == 0x61c || (c >= 0x200b && c <= 0x200f && c != 0x200d && c != 0x200c) ||
	       (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) || c == 0xfeff ||
	       (c >= 0xfff9 && c <= 0xfffb);
}

static void escape_unit(struct gt_buf *out, uint32_t c)
{
	static const char hex[] = "0123456789abcdef";
	char text[6] = { '\\', 'u', hex[c >> 12 & 15], hex[c >> 8 & 15], hex[c >> 4 & 15], hex[c & 15] };

	gt_buf_add(out, text, sizeof text);
}

static void escape_ascii(struct gt_buf *out, unsigned char c)
{
	switch (c) {
	case '"': gt_buf_puts(out, "\\\""); break;
	case '\\': gt_buf_puts(out, "\\\\"); break;
	case '\n': gt_buf_puts(out, "\\n"); break;
	case '\r': gt_buf_puts(out, "\\r"); break;
	case '\t': gt_buf_puts(out, "\\t"); break;
	default: escape_unit(out, c); break;
	}
}

/* Handles the character at s, which is not plain ASCII; returns its length. */
static size_t put_special(struct gt_buf *out, const unsigned char *s, size_t n)
{
	uint32_t cp = 0;
	size_t len;

	if (s[0] < 0x80) {
		escape_ascii(out, s[0]);
		return 1;
	}
	len = decode(s, n, &cp);
	if (!len) {
		gt_buf_puts(out, "\xef\xbf\xbd");
		return 1;
	}
	if (is_hostile(cp))
		escape_unit(out, cp);
	else
		gt_buf_add(out, s, len);
	return len;
}

static bool is_plain(unsigned char c)
{
	return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

void gt_json_text(struct gt_buf *out, const char *text, size_t n)
{
	const unsigned char *s = (const unsigned char *)text;

	gt_buf_putc(out, '"');
	for (size_t i = 0; i < n;) {
		size_t from = i;

		while (i < n && is_plain(s[i]))
			i++;
		gt_buf_add(out, s + from, i - from);
		if (i < n)
			i += put_special(out, s + i, n - i);
	}
	gt_buf_putc(out, '"');
}
