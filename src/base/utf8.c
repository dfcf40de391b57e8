/* Text from a trace made safe and measured: escaping, width, clipping. */
#include "base/utf8.h"

#include <string.h>
#include <unictype.h>
#include <unigbrk.h>
#include <unistr.h>
#include <uniwidth.h>

#include "base/bytes.h"

#define ZWNJ 0x200c
#define ZWJ 0x200d

/* ---- plain ASCII: nearly all text, so it never meets a table ---- */

/* Non-zero if any of 8 bytes is not in 0x20..0x7e. */
static uint64_t not_printable8(uint64_t w)
{
	const uint64_t ones = UINT64_C(0x0101010101010101), high = ones * 0x80;
	uint64_t del = w ^ (ones * 0x7f);

	return (w | (w - ones * 0x20) | (del - ones)) & high;
}

static bool is_printable(unsigned char c)
{
	return c >= 0x20 && c < 0x7f;
}

/* The length of the prefix of s that is printable ASCII. */
static size_t ascii_prefix(const char *s, size_t n)
{
	size_t i = 0;

	while (n - i >= 8 && !not_printable8(gt_get64(s + i)))
		i += 8;
	while (i < n && is_printable((unsigned char)s[i]))
		i++;
	return i;
}

/* Non-zero if any of 8 bytes is c. */
static uint64_t has_char8(uint64_t w, char c)
{
	const uint64_t ones = UINT64_C(0x0101010101010101), high = ones * 0x80;

	w ^= ones * (unsigned char)c;
	return (w - ones) & ~w & high;
}

bool gt_text_is_plain(const char *s, size_t n, char x, char y)
{
	size_t i = 0;

	for (; n - i >= 8; i += 8) {
		uint64_t w = gt_get64(s + i);

		if (not_printable8(w) | has_char8(w, x) | has_char8(w, y))
			return false;
	}
	for (; i < n; i++)
		if (!is_printable((unsigned char)s[i]) || s[i] == x || s[i] == y)
			return false;
	return true;
}

/* ---- what is hostile ---- */

/* A cell of the screen takes a letter with so many marks; what stacks more covers the lines around it. */
#define MARKS_MAX 8

/* Decodes strictly: the length of the character, or 0 if the byte at s begins none. */
static size_t utf8_decode(const char *s, size_t n, ucs4_t *uc)
{
	int len = u8_mbtoucr(uc, (const uint8_t *)s, n);

	return len > 0 ? (size_t)len : 0;
}

static bool is_unsafe(ucs4_t uc)
{
	const uint32_t mask = UC_CATEGORY_MASK_Cc | UC_CATEGORY_MASK_Cf | UC_CATEGORY_MASK_Zl |
			      UC_CATEGORY_MASK_Zp | UC_CATEGORY_MASK_Cs | UC_CATEGORY_MASK_Co |
			      UC_CATEGORY_MASK_Cn;

	return uc_is_general_category_withtable(uc, mask) || uc_is_property_default_ignorable_code_point(uc);
}

static bool is_joiner(ucs4_t uc)
{
	return uc == ZWJ || uc == ZWNJ;
}

static bool is_mark(ucs4_t uc)
{
	return uc_is_general_category_withtable(uc, UC_CATEGORY_MASK_M);
}

static bool is_mark_too_many(const struct gt_text_scan *t, ucs4_t uc)
{
	return t->marks >= MARKS_MAX && is_mark(uc);
}

/* The character uc of len bytes, with which t->s begins. */
static bool is_safe(const struct gt_text_scan *t, ucs4_t uc, size_t len)
{
	ucs4_t next;

	/* A joiner makes emoji and shapes Indic and Arabic text; anywhere else it only hides. */
	if (is_joiner(uc))
		return t->prev >= 0x80 && t->n > len && utf8_decode(t->s + len, t->n - len, &next) && next >= 0x80 &&
		       !is_unsafe(next) && !is_mark_too_many(t, next);
	if (is_mark_too_many(t, uc))
		return false;
	if (uc_is_property_variation_selector(uc))
		return t->prev >= 0x80 && !uc_is_property_variation_selector(t->prev);
	return !is_unsafe(uc);
}

/* Over len bytes, whose last character is uc. */
static void utf8_advance(struct gt_text_scan *t, size_t len, ucs4_t uc, bool safe)
{
	if (is_mark(uc))
		t->marks++;
	else if (!is_joiner(uc))
		t->marks = 0;
	t->prev = safe ? uc : 0;
	t->s += len;
	t->n -= len;
}

bool gt_text_scan(struct gt_text_scan *t, struct gt_text_piece *p)
{
	*p = (struct gt_text_piece){ .s = t->s, .kind = GT_TEXT_SAFE };
	for (;;) {
		size_t len = ascii_prefix(t->s, t->n);
		ucs4_t uc;
		bool safe;

		if (len)
			utf8_advance(t, len, (unsigned char)t->s[len - 1], true);
		if (!t->n)
			break;
		len = utf8_decode(t->s, t->n, &uc);
		if (!len)
			uc = (unsigned char)*t->s;
		safe = len && is_safe(t, uc, len);
		if (!safe && t->s > p->s)
			break;
		utf8_advance(t, len ? len : 1, len ? uc : 0, safe);
		if (!safe) {
			p->kind = len ? GT_TEXT_UNSAFE : GT_TEXT_INVALID;
			p->cp = uc;
			break;
		}
	}
	p->n = (size_t)(t->s - p->s);
	return p->n > 0;
}

/* ---- escaping ---- */

void gt_text_escape(struct gt_buf *out, const char *s, size_t n)
{
	static const char controls[] = "\n\t\r";
	struct gt_text_scan t = { .s = s, .n = n };
	struct gt_text_piece p;

	if (ascii_prefix(s, n) == n) {
		gt_buf_add(out, s, n);
		return;
	}
	while (gt_text_scan(&t, &p)) {
		const char *letter = p.cp ? strchr(controls, (int)(p.cp < 0x80 ? p.cp : 1)) : NULL;

		if (p.kind == GT_TEXT_SAFE)
			gt_buf_add(out, p.s, p.n);
		else if (letter)
			gt_buf_printf(out, "\\%c", "ntr"[letter - controls]);
		else if (p.kind == GT_TEXT_INVALID || p.cp < 0x80)
			gt_buf_printf(out, "\\x%02x", (unsigned)p.cp);
		else
			gt_buf_printf(out, p.cp > 0xffff ? "\\U%08x" : "\\u%04x", (unsigned)p.cp);
	}
}

bool gt_text_is_clean(const char *s, size_t n)
{
	struct gt_text_scan t = { .s = s, .n = n };
	struct gt_text_piece p;

	return !gt_text_scan(&t, &p) || (p.kind == GT_TEXT_SAFE && p.n == n);
}

/* ---- measuring ---- */

/*
 * Columns of one grapheme cluster: those of its characters together, but two
 * at most (emoji sequences, flags, Indic clusters take one wide cell).
 */
static int cluster_columns(const char *s, size_t n)
{
	int columns = 0;

	while (n) {
		ucs4_t uc;
		int len = u8_mbtouc(&uc, (const uint8_t *)s, n), w = uc_width(uc, "UTF-8");

		if (w > 0)
			columns += w;
		if (columns >= 2)
			return 2;
		s += len;
		n -= (size_t)len;
	}
	return columns;
}

static ucs4_t char_at(const char *s, size_t n)
{
	ucs4_t uc = 0;

	if (n)
		u8_mbtouc(&uc, (const uint8_t *)s, n);
	return uc;
}

static size_t simple_cluster(const char *s, size_t n)
{
	const uint8_t *start = (const uint8_t *)s, *next = u8_grapheme_next(start, start + n);

	return next ? (size_t)(next - start) : n;
}

/*
 * The length of the cluster at s.  libunistring before 1.1 looks at pairs of
 * characters only, which misses the two rules that need more: flags are pairs
 * of regional indicators (GB12), and ZWJ joins pictographs (GB11).
 */
static size_t cluster_length(const char *s, size_t n)
{
	size_t len = simple_cluster(s, n);
	ucs4_t first = char_at(s, n);

	if (uc_graphemeclusterbreak_property(first) == GBP_RI) {
		if (len == 4 && uc_graphemeclusterbreak_property(char_at(s + len, n - len)) == GBP_RI)
			len += simple_cluster(s + len, n - len);
		return len;
	}
	if (!uc_is_property_extended_pictographic(first))
		return len;
	while (len >= 3 && !memcmp(s + len - 3, "\xe2\x80\x8d", 3) &&
	       uc_is_property_extended_pictographic(char_at(s + len, n - len)))
		len += simple_cluster(s + len, n - len);
	return len;
}

size_t gt_text_next(const char *s, size_t n, int *columns)
{
	const uint8_t *start = (const uint8_t *)s;
	size_t len;

	if (!n) {
		*columns = 0;
		return 0;
	}
	/* ASCII before ASCII is a cluster of its own. */
	if (is_printable(start[0]) && (n == 1 || start[1] < 0x80)) {
		*columns = 1;
		return 1;
	}
	len = cluster_length(s, n);
	*columns = cluster_columns(s, len);
	return len;
}

/* Printable ASCII that no later character can join: the prefix without a last byte before a mark. */
static size_t plain_prefix(const char *s, size_t n)
{
	size_t len = ascii_prefix(s, n);

	return len && len < n && (unsigned char)s[len] >= 0x80 ? len - 1 : len;
}

int gt_text_width(const char *s, size_t n)
{
	int columns, total = 0;
	size_t len;

	while (n) {
		len = plain_prefix(s, n);
		if (len == n)
			return total + (int)len;
		total += (int)len;
		s += len;
		n -= len;
		len = gt_text_next(s, n, &columns);
		total += columns;
		s += len;
		n -= len;
	}
	return total;
}

size_t gt_text_clip(const char *s, size_t n, int columns, int *used)
{
	size_t at = 0, len;
	int total = 0, w;

	if (columns < 0)
		columns = 0;
	while (at < n) {
		size_t room = (size_t)(columns - total);

		len = plain_prefix(s + at, n - at < room ? n - at : room);
		/* The cut may have hidden what joins the last byte: leave that one to gt_text_next. */
		if (len == room && len && at + len < n && (unsigned char)s[at + len] >= 0x80)
			len--;
		at += len;
		total += (int)len;
		len = gt_text_next(s + at, n - at, &w);
		if (total + w > columns)
			break;
		at += len;
		total += w;
	}
	if (used)
		*used = total;
	return at;
}

size_t gt_text_clip_end(const char *s, size_t n, int columns, int *used)
{
	int total = gt_text_width(s, n), w;
	size_t at = 0, len;

	if (columns < 0)
		columns = 0;
	/* Forwards, since what a cluster is depends on what precedes it (flags, emoji sequences). */
	while (at < n && total > columns) {
		len = plain_prefix(s + at, n - at);
		if (len > (size_t)(total - columns))
			len = (size_t)(total - columns);
		if (len)
			w = (int)len;
		else
			len = gt_text_next(s + at, n - at, &w);
		at += len;
		total -= w;
	}
	if (used)
		*used = total;
	return at;
}

/* ---- fitting ---- */

static void put_ellipsis(struct gt_buf *out, bool ascii)
{
	gt_buf_puts(out, ascii ? "." : "\xe2\x80\xa6");
}

void gt_text_fit(struct gt_buf *out, const char *s, size_t n, int columns, bool right, bool ascii)
{
	int used;
	size_t len;
	bool cut;

	if (columns <= 0)
		return;
	len = gt_text_clip(s, n, columns, &used);
	cut = len < n;
	if (cut)
		len = gt_text_clip(s, n, columns - 1, &used);
	used += cut;
	if (right)
		gt_buf_fill(out, ' ', (size_t)(columns - used));
	gt_buf_add(out, s, len);
	if (cut)
		put_ellipsis(out, ascii);
	if (!right)
		gt_buf_fill(out, ' ', (size_t)(columns - used));
}

/* "main.func1", what is left of "main.main.func1" without its package, would be the name of another function. */
static bool is_qualified(const char *s, size_t n)
{
	for (size_t i = 0; i < n && !memchr("([", s[i], 2); i++)
		if (s[i] == '.')
			return true;
	return false;
}

unsigned gt_func_forms(const char *func, size_t n, size_t begin[GT_FUNC_FORMS])
{
	unsigned k = 0;
	size_t start = 0;
	const char *dot;

	begin[k++] = 0;
	/*
	 * Where the last path element of the package starts.  Type arguments and receivers hold paths of their own,
	 * so the search ends before them.
	 */
	for (size_t i = 0; i < n && func[i] != '[' && func[i] != '('; i++)
		if (func[i] == '/')
			start = i + 1;
	if (start)
		begin[k++] = start;
	dot = memchr(func + start, '.', n - start);
	if (dot && !is_qualified(dot + 1, n - (size_t)(dot + 1 - func)))
		begin[k++] = (size_t)(dot + 1 - func);
	return k;
}

/* Where " from " or " to " begins, with which other frames follow a first one; n: there are none. */
static size_t first_frame(const char *s, size_t n)
{
	const char *from = memmem(s, n, " from ", 6), *to = memmem(s, n, " to ", 4);

	from = !from || (to && to < from) ? to : from;
	return from ? (size_t)(from - s) : n;
}

/* How much more of a name that was cut at its beginning has to go, so that no bracket is closed that was not opened. */
static size_t skip_closed(const char *s, size_t n)
{
	size_t skip = 0;
	int depth = 0;

	for (size_t i = 0; i + 1 < n; i++) {
		depth += s[i] == '(' || s[i] == '[' ? 1 : s[i] == ')' || s[i] == ']' ? -1 : 0;
		if (depth < 0 && s[i + 1] == '.')
			skip = i + 2;
		depth = depth < 0 ? 0 : depth;
	}
	return skip;
}

/* Where what is left of a name begins: behind its package, if that is enough, else as early as it fits. */
static size_t cut_before(const char *s, size_t n, int columns)
{
	const char *dot = memchr(s, '.', n);
	size_t package = dot ? (size_t)(dot + 1 - s) : 0, at = gt_text_clip_end(s, n, columns, NULL);

	if (is_qualified(s + package, n - package) && gt_text_width(s + package, n - package) <= columns)
		return package;
	return at + skip_closed(s + at, n - at);
}

void gt_func_fit(struct gt_buf *out, const char *func, size_t n, int columns, bool ascii)
{
	size_t begin[GT_FUNC_FORMS], first = first_frame(func, n);
	unsigned forms, i = 0;
	int width;

	if (columns <= 0)
		return;
	/* "no stack recorded" says something else without its begin. */
	if (gt_text_width(func, n) > columns && (first < n || !memchr(func, '.', n))) {
		width = gt_text_width(func, first);
		if (first < n && width + 2 > columns) {
			gt_func_fit(out, func, first, columns, ascii);
			return;
		}
		gt_buf_add(out, func, gt_text_clip(func, n, columns - 1, NULL));
		put_ellipsis(out, ascii);
		return;
	}
	forms = gt_func_forms(func, n, begin);
	while (i + 1 < forms && gt_text_width(func + begin[i], n - begin[i]) > columns)
		i++;
	func += begin[i];
	n -= begin[i];
	if (gt_text_width(func, n) > columns) {
		put_ellipsis(out, ascii);
		begin[0] = cut_before(func, n, columns - 1);
		func += begin[0];
		n -= begin[0];
	}
	gt_buf_add(out, func, n);
}

void gt_text_wrap(struct gt_buf *out, const char *s, size_t n, int cols, size_t indent)
{
	size_t line;

	for (;;) {
		line = gt_text_clip(s, n, cols, NULL);
		for (size_t k = line; line < n && k > 0; k--) {
			if (s[k] == ' ') {
				line = k;
				break;
			}
		}
		/* A letter can be wider than the column. */
		line = line ? line : n;
		gt_buf_add(out, s, line);
		s += line;
		n -= line;
		if (n && *s == ' ')
			s++, n--;
		if (!n)
			return;
		gt_buf_putc(out, '\n');
		gt_buf_fill(out, ' ', indent);
	}
}
