/* Durations, sizes and counts for people: formatting and parsing. */
#include "base/human.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "base/utf8.h"

#define NS_US UINT64_C(1000)
#define NS_MS UINT64_C(1000000)
#define NS_S  UINT64_C(1000000000)
#define NS_M  (60 * NS_S)
#define NS_H  (60 * NS_M)

/* value / unit rounded to `digits` decimals, without trailing zeros if trim. */
static void put_fixed(struct gt_buf *out, uint64_t value, uint64_t unit, unsigned int digits, bool trim)
{
	uint64_t whole, rest, scale = 1;
	unsigned int i;

	assert(unit > 0 && digits <= 9);
	whole = value / unit;
	rest = value % unit;
	for (i = 0; i < digits; i++)
		scale *= 10;
	rest = (rest * scale + unit / 2) / unit;
	if (rest == scale) {
		whole++;
		rest = 0;
	}
	gt_buf_u64(out, whole);
	while (trim && digits && rest % 10 == 0) {
		rest /= 10;
		digits--;
	}
	if (digits) {
		gt_buf_putc(out, '.');
		gt_buf_u64_zeros(out, rest, digits);
	}
}

static uint64_t take_sign(struct gt_buf *out, int64_t ns)
{
	if (ns >= 0)
		return (uint64_t)ns;
	gt_buf_putc(out, '-');
	return -(uint64_t)ns;
}

/* As put_fixed with 3 significant digits and a suffix; false if that rounds up into the next unit. */
static bool put_sub_minute(struct gt_buf *out, uint64_t v, uint64_t unit, uint64_t next, const char *suffix)
{
	unsigned int digits = v < 10 * unit - unit / 200 ? 2 : v < 100 * unit - unit / 20 ? 1 : 0;

	if (v >= next || v + unit / (digits == 2 ? 200 : digits == 1 ? 20 : 2) >= next)
		return false;
	put_fixed(out, v, unit, digits, true);
	gt_buf_puts(out, suffix);
	return true;
}

/* "2m03.5s", "12m03s": v at least a minute less half a last digit. */
static void put_minutes(struct gt_buf *out, uint64_t v)
{
	uint64_t unit = v < 10 * NS_M - NS_S / 20 ? NS_S / 10 : NS_S;
	uint64_t t = (v + unit / 2) / unit, per_minute = NS_M / unit;

	gt_buf_u64(out, t / per_minute);
	t %= per_minute;
	if (unit == NS_S)
		gt_buf_printf(out, "m%02" PRIu64 "s", t);
	else if (t % 10)
		gt_buf_printf(out, "m%02" PRIu64 ".%" PRIu64 "s", t / 10, t % 10);
	else
		gt_buf_printf(out, "m%02" PRIu64 "s", t / 10);
}

void gt_human_dur(struct gt_buf *out, int64_t ns)
{
	uint64_t v = take_sign(out, ns), minutes;

	if (v == 0) {
		gt_buf_putc(out, '0');
	} else if (v < NS_US) {
		gt_buf_u64(out, v);
		gt_buf_puts(out, "ns");
	} else if (put_sub_minute(out, v, NS_US, NS_MS, "us") ||
		   put_sub_minute(out, v, NS_MS, NS_S, "ms") ||
		   put_sub_minute(out, v, NS_S, NS_M, "s")) {
		return;
	} else if (v < NS_H - NS_S / 2) {
		put_minutes(out, v);
	} else {
		minutes = (v + NS_M / 2) / NS_M;
		gt_buf_printf(out, "%" PRIu64 "h%02" PRIu64 "m", minutes / 60, minutes % 60);
	}
}

void gt_human_time(struct gt_buf *out, int64_t ns)
{
	uint64_t v = take_sign(out, ns);

	gt_buf_u64(out, v / NS_S);
	gt_buf_putc(out, '.');
	gt_buf_u64_zeros(out, v % NS_S, 9);
	gt_buf_putc(out, 's');
}

void gt_human_wall(struct gt_buf *out, uint64_t sec, uint32_t nsec, unsigned digits)
{
	time_t whole = (time_t)sec;
	uint32_t unit = 1;
	char text[64];
	struct tm tm;
	size_t n;

	assert(digits <= 9);
	if (sec > INT64_MAX / 2 || !gmtime_r(&whole, &tm))
		return;
	n = strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &tm);
	gt_buf_add(out, text, n);
	for (unsigned i = digits; i < 9; i++)
		unit *= 10;
	if (digits) {
		gt_buf_putc(out, '.');
		gt_buf_u64_zeros(out, nsec / unit, digits);
	}
	gt_buf_putc(out, 'Z');
}

/* Takes what is in the buffer. */
static struct gt_human_text human_text(struct gt_buf *b)
{
	struct gt_human_text text = { "" };

	assert(b->len < sizeof text.s);
	memcpy(text.s, gt_buf_str(b), b->len + 1);
	gt_buf_release(b);
	return text;
}

#define HUMAN_TEXT(name, type, put) \
	struct gt_human_text name(type v) { struct gt_buf b = { 0 }; put(&b, v); return human_text(&b); }
HUMAN_TEXT(gt_dur_text, int64_t, gt_human_dur)
HUMAN_TEXT(gt_time_text, int64_t, gt_human_time)
HUMAN_TEXT(gt_count_text, uint64_t, gt_human_count)
HUMAN_TEXT(gt_share_text, double, gt_human_share)
#undef HUMAN_TEXT

/* A comma, as it is one column of ASCII everywhere. */
void gt_human_count(struct gt_buf *out, uint64_t n)
{
	uint64_t unit = 1;

	if (n < 10000) {
		gt_buf_u64(out, n);
		return;
	}
	while (n / unit >= 1000)
		unit *= 1000;
	gt_buf_u64(out, n / unit);
	for (unit /= 1000; unit > 0; unit /= 1000) {
		gt_buf_putc(out, ',');
		gt_buf_u64_zeros(out, n / unit % 1000, 3);
	}
}

void gt_human_many(struct gt_buf *out, uint64_t n, const char *what)
{
	gt_human_count(out, n);
	gt_buf_printf(out, " %s%s", what, n == 1 ? "" : "s");
}

void gt_human_share(struct gt_buf *out, double share)
{
	double percent = share < 0 ? -100 * share : 100 * share;

	if (share < 0)
		gt_buf_putc(out, '-');
	if (percent > 0 && percent < 0.005) {
		gt_buf_puts(out, "<0.01%");
		return;
	}
	if (percent >= 999.5) {
		gt_human_count(out, percent < 1e18 ? (uint64_t)(percent + 0.5) : UINT64_C(1000000000000000000));
	} else {
		uint64_t v = (uint64_t)(percent * 100 + 0.5), unit = v < 1000 ? 1 : v < 10000 ? 10 : 100;

		/* To three digits; only what is all of it is 100%. */
		v = (uint64_t)(percent * 100 / (double)unit + 0.5) * unit;
		put_fixed(out, percent < 99.9999999 && v >= 10000 ? 9990 : v, 100, 2, true);
	}
	gt_buf_putc(out, '%');
}

void gt_human_bytes(struct gt_buf *out, uint64_t bytes)
{
	static const char units[] = "KMGTPE";
	unsigned int u = 0;
	uint64_t tenths, unit;

	if (bytes < 1024) {
		gt_buf_u64(out, bytes);
		gt_buf_puts(out, " B");
		return;
	}
	/* The next unit as soon as one decimal would show 1024.0 of this one. */
	for (unit = 1024; u + 2 < sizeof units && bytes / unit >= 1023; unit *= 1024, u++)
		if (bytes < unit * 1024 - unit / 20)
			break;
	tenths = bytes / unit * 10 + (bytes % unit * 10 + unit / 2) / unit;
	gt_buf_printf(out, "%" PRIu64 ".%" PRIu64 " %ciB", tenths / 10, tenths % 10, units[u]);
}

void gt_human_short(struct gt_buf *out, uint64_t n)
{
	static const char units[] = "kMGTPE";
	unsigned int u = 0;
	uint64_t unit = 1000, milli;

	if (n < 1000) {
		gt_buf_u64(out, n);
		return;
	}
	while (u + 2 < sizeof units && n / unit >= 999 && n >= unit * 1000 - unit / 2) {
		unit *= 1000;
		u++;
	}
	/* 9.995 and 99.95 already round to one digit more before the point. */
	milli = n / (unit / 1000);
	put_fixed(out, milli, 1000, milli < 9995 ? 2 : milli < 99950 ? 1 : 0, false);
	gt_buf_putc(out, units[u]);
}

void gt_human_real(struct gt_buf *out, double v)
{
	if (v < 999.5 || v >= 1e18)
		gt_buf_printf(out, v < 999.5 ? "%.3g" : "%.0f", v);
	else
		gt_human_count(out, (uint64_t)(v + 0.5));
}

static const struct dur_unit {
	const char *name;
	uint64_t ns;
} dur_units[] = {
	{ "h", NS_H }, { "ms", NS_MS }, { "m", NS_M }, { "s", NS_S }, { "us", NS_US },
	{ "\xc2\xb5s", NS_US }, { "\xce\xbcs", NS_US }, { "ns", 1 },
};

static bool human_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Digits into *v; the number of digits, or -1 on overflow. */
static int take_digits(const char **s, uint64_t *v)
{
	int n = 0;

	for (*v = 0; human_is_digit(**s); (*s)++, n++)
		if (__builtin_mul_overflow(*v, UINT64_C(10), v) ||
		    __builtin_add_overflow(*v, (uint64_t)(**s - '0'), v))
			return -1;
	return n;
}

/* Digits after the point into *frac / *scale; more than 18 are read and dropped. */
static int take_fraction(const char **s, uint64_t *frac, uint64_t *scale)
{
	int n = 0;

	*frac = 0;
	*scale = 1;
	if (**s != '.')
		return 0;
	for ((*s)++; human_is_digit(**s); (*s)++) {
		if (n++ >= 18)
			continue;
		*frac = *frac * 10 + (uint64_t)(**s - '0');
		*scale *= 10;
	}
	return n;
}

/* One "12.5ms" of a sum; its unit must be smaller than *below, which it replaces. */
static int take_term(const char **s, uint64_t *below, uint64_t *sum)
{
	uint64_t whole, frac, scale, ns;
	int digits = take_digits(s, &whole), frac_digits;
	const struct dur_unit *unit = NULL;

	if (digits < 0)
		return -1;
	frac_digits = take_fraction(s, &frac, &scale);
	for (size_t i = 0; i < GT_COUNT(dur_units) && !unit; i++)
		if (!strncmp(*s, dur_units[i].name, strlen(dur_units[i].name)))
			unit = &dur_units[i];
	if (digits + frac_digits == 0 || !unit || unit->ns >= *below)
		return -1;
	*s += strlen(unit->name);
	*below = unit->ns;
	ns = (uint64_t)((unsigned __int128)frac * unit->ns / scale);
	if (__builtin_mul_overflow(whole, unit->ns, &whole) || __builtin_add_overflow(*sum, whole, sum) ||
	    __builtin_add_overflow(*sum, ns, sum))
		return -1;
	return 0;
}

int gt_number_tail(const char *s, size_t n, unsigned *unit)
{
	static const char *const units[GT_NUMBER_UNITS - 1] = { "ns", "us", "ms", "s" };
	size_t begin = n && (*s == '-' || *s == '+'), tail = begin, end;

	*unit = GT_NUMBER_UNITS - 1;
	while (tail < n && (human_is_digit(s[tail]) || (s[tail] == ',' && tail > begin && tail + 1 < n &&
							human_is_digit(s[tail + 1]))))
		tail++;
	if (tail == begin)
		return 0;
	end = tail + (tail < n && s[tail] == '.');
	while (end < n && s[end] >= '0' && s[end] <= '9')
		end++;
	for (unsigned u = GT_NUMBER_UNITS - 1; u-- > 0;) {
		size_t len = strlen(units[u]);

		if (n - end >= len && memcmp(s + end, units[u], len) == 0)
			*unit = u;
	}
	return gt_text_width(s + tail, n - tail);
}

static void grow(int16_t *most, int cols)
{
	if (cols > *most)
		*most = (int16_t)(cols < INT16_MAX / 2 ? cols : INT16_MAX / 2);
}

int gt_points_note(struct gt_points *p, const char *s, size_t n)
{
	unsigned unit;
	int tail = gt_number_tail(s, n, &unit);

	grow(&p->front[unit], gt_text_width(s, n) - tail);
	grow(&p->tail[unit], tail);
	grow(&p->cols, p->front[unit] + p->tail[unit]);
	return p->cols;
}

int gt_points_pad(const struct gt_points *p, const char *s, size_t n)
{
	unsigned unit;
	int tail = gt_number_tail(s, n, &unit);

	/* What begins with no digit is a word, such as the heading. */
	return n && isdigit((unsigned char)s[n > 1 && (*s == '-' || *s == '+')]) && p->tail[unit] > tail
		       ? p->tail[unit] - tail : 0;
}

int gt_parse_dur(const char *s, int64_t *ns)
{
	uint64_t sum = 0, below = UINT64_MAX;

	if (gt_parse_u64(s, &sum) < 0) {
		sum = 0;
		do {
			if (take_term(&s, &below, &sum) < 0)
				return -1;
		} while (*s);
	}
	if (sum > INT64_MAX)
		return -1;
	*ns = (int64_t)sum;
	return 0;
}

int gt_parse_u64(const char *s, uint64_t *v)
{
	uint64_t value;

	if (take_digits(&s, &value) <= 0 || *s)
		return -1;
	*v = value;
	return 0;
}

int gt_parse_bytes(const char *s, uint64_t *bytes)
{
	static const char units[] = "KMGT";
	uint64_t value;
	const char *unit;
	unsigned shift = 0;

	if (take_digits(&s, &value) <= 0)
		return -1;
	unit = *s ? strchr(units, *s) : NULL;
	if (unit) {
		shift = 10 * ((unsigned)(unit - units) + 1);
		s += strncmp(s + 1, "iB", 2) == 0 ? 3 : 1;
	}
	if (*s || value > UINT64_MAX >> shift)
		return -1;
	*bytes = value << shift;
	return 0;
}
