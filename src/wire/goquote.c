/* Go string literals. */
#include "wire/goquote.h"

#include <string.h>
#include <unictype.h>
#include <unistr.h>

#include "base/utf8.h"

/* Single-character escapes: the letter, and the byte it stands for. */
static const char letters[] = "abfnrtv\\";
static const char meanings[] = "\a\b\f\n\r\t\v\\";
_Static_assert(sizeof letters == sizeof meanings, "a letter for each");

static void quote_char(struct gt_buf *out, ucs4_t c, const char *utf8, size_t n)
{
	/* Go prints letters, marks, numbers, punctuation, symbols and the ASCII blank. */
	static const uint32_t printable = UC_CATEGORY_MASK_L | UC_CATEGORY_MASK_M | UC_CATEGORY_MASK_N |
					  UC_CATEGORY_MASK_P | UC_CATEGORY_MASK_S;
	const char *m = c && c < 0x80 ? strchr(meanings, (int)c) : NULL;

	if (c == '"') {
		gt_buf_puts(out, "\\\"");
	} else if (m) {
		gt_buf_putc(out, '\\');
		gt_buf_putc(out, letters[m - meanings]);
	} else if (n && (c < 0x80 ? c >= ' ' && c != 0x7f : uc_is_general_category_withtable(c, printable))) {
		gt_buf_add(out, utf8, n);
	} else if (c < 0x80) {
		gt_buf_printf(out, "\\x%02x", (unsigned)c);
	} else if (c < 0x10000) {
		gt_buf_printf(out, "\\u%04x", (unsigned)c);
	} else {
		gt_buf_printf(out, "\\U%08x", (unsigned)c);
	}
}

/* Text that is safe to show, of which Go escapes some all the same. */
static void quote_safe(struct gt_buf *out, const char *s, size_t n)
{
	while (n) {
		ucs4_t c;
		size_t len = (size_t)u8_mbtouc(&c, (const uint8_t *)s, n);

		quote_char(out, c, s, len);
		s += len;
		n -= len;
	}
}

void gt_go_quote(struct gt_buf *out, const void *bytes, size_t n)
{
	struct gt_text_scan t = { .s = bytes, .n = n };
	struct gt_text_piece p;

	gt_buf_putc(out, '"');
	while (gt_text_scan(&t, &p)) {
		switch (p.kind) {
		case GT_TEXT_SAFE: quote_safe(out, p.s, p.n); break;
		case GT_TEXT_UNSAFE: quote_char(out, p.cp, NULL, 0); break;
		case GT_TEXT_INVALID: gt_buf_printf(out, "\\x%02x", (unsigned)p.cp); break;
		}
	}
	gt_buf_putc(out, '"');
}

/* Exactly n digits at *p. */
static bool goquote_digits(const char **p, const char *end, unsigned base, int n, uint32_t *v)
{
	*v = 0;
	if (end - *p < n)
		return false;
	for (; n; n--) {
		char c = *(*p)++;
		int d = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10
			: c >= 'A' && c <= 'F' ? c - 'A' + 10 : 16;

		if (d >= (int)base)
			return false;
		*v = *v * base + (uint32_t)d;
	}
	return true;
}

static bool put_char(struct gt_buf *out, ucs4_t c)
{
	uint8_t utf8[6];
	int n = u8_uctomb(utf8, c, sizeof utf8);

	if (n < 0)
		return false;
	gt_buf_add(out, utf8, (size_t)n);
	return true;
}

static bool put_byte(struct gt_buf *out, uint32_t byte)
{
	if (byte > 0xff)
		return false;
	gt_buf_putc(out, (char)byte);
	return true;
}

/* An escape after its backslash. */
static bool unescape(struct gt_buf *out, const char **p, const char *end, char quote)
{
	const char *letter;
	uint32_t v;
	char c;

	if (*p == end)
		return false;
	c = *(*p)++;
	switch (c) {
	case 'x':
		return goquote_digits(p, end, 16, 2, &v) && put_byte(out, v);
	case 'u':
		return goquote_digits(p, end, 16, 4, &v) && put_char(out, v);
	case 'U':
		return goquote_digits(p, end, 16, 8, &v) && put_char(out, v);
	case '0': case '1': case '2': case '3': case '4': case '5': case '6': case '7':
		--*p;
		return goquote_digits(p, end, 8, 3, &v) && put_byte(out, v);
	case '\'':
	case '"':
		return c == quote && put_byte(out, (uint8_t)c);
	default:
		letter = c ? strchr(letters, c) : NULL;
		return letter && put_byte(out, (uint8_t)meanings[letter - letters]);
	}
}

/* One character or escape of a quoted literal. */
static bool unquote_char(struct gt_buf *out, const char **p, const char *end, char quote)
{
	ucs4_t c;
	int len;

	if (**p == quote || **p == '\n')
		return false;
	if (**p == '\\') {
		++*p;
		return unescape(out, p, end, quote);
	}
	len = u8_mbtoucr(&c, (const uint8_t *)*p, (size_t)(end - *p));
	if (len <= 0) {
		++*p;
		return put_char(out, 0xfffd);
	}
	gt_buf_add(out, *p, (size_t)len);
	*p += len;
	return true;
}

static bool unquote_raw(struct gt_buf *out, const char *p, const char *end)
{
	for (; p < end; p++) {
		if (*p == '`')
			return false;
		if (*p != '\r')
			gt_buf_putc(out, *p);
	}
	return true;
}

bool gt_go_unquote(struct gt_buf *out, const char *s, size_t n)
{
	const char *p, *end;
	char quote;

	if (n < 2 || s[0] != s[n - 1])
		return false;
	p = s + 1;
	end = s + n - 1;
	quote = *s;
	if (quote == '`')
		return unquote_raw(out, p, end);
	if (quote == '\'')
		return p < end && unquote_char(out, &p, end, quote) && p == end;
	if (quote != '"')
		return false;
	while (p < end)
		if (!unquote_char(out, &p, end, quote))
			return false;
	return true;
}
