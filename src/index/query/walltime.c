/* Wall-clock times: from the clock that each generation has, and back from what users type. */
#include "index/query/walltime.h"

#include <string.h>
#include <time.h>

#define SEC INT64_C(1000000000)
#define DAY INT64_C(86400)

bool gt_wall_clock(const struct gt_trace *t, int64_t time, int64_t *ns)
{
	struct gt_clock c;
	int64_t since;

	if (!gt_clock_get(t, time, &c) || c.sec > INT64_MAX / SEC / 2)
		return false;
	*ns = (int64_t)c.sec * SEC + c.nsec;
	return !__builtin_sub_overflow(time, c.t, &since) && !__builtin_add_overflow(*ns, since, ns);
}

bool gt_wall_is(const char *s)
{
	return strchr(s, ':') != NULL;
}

/* ---- reading ---- */

/* What was typed.  year 0: it is a time of day. */
struct typed {
	int year, month, day, hour, minute, second;
	int64_t ns;
	bool zoned;
	int64_t zone;         /* seconds east of Greenwich */
};

/* So many digits, and the number that they are at most. */
static bool wall_digits(const char **s, int n, int most, int *out)
{
	*out = 0;
	for (; n; n--, (*s)++) {
		if (**s < '0' || **s > '9')
			return false;
		*out = *out * 10 + (**s - '0');
	}
	return *out <= most;
}

static bool take_char(const char **s, const char *any)
{
	return **s && strchr(any, **s) && (*s)++;
}

static int days_in(int year, int month)
{
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

	return days[month - 1] + (month == 2 && leap);
}

static bool take_date(const char **s, struct typed *x)
{
	return wall_digits(s, 4, 2100, &x->year) && x->year >= 1970 && take_char(s, "-") &&
	       wall_digits(s, 2, 12, &x->month) && x->month && take_char(s, "-") &&
	       wall_digits(s, 2, days_in(x->year, x->month), &x->day) && x->day && take_char(s, "Tt ");
}

/* "10:00", "10:00:00", "10:00:00.5"; RFC 3339 has seconds, and a leap second can be the 61st. */
static bool take_time_of_day(const char **s, struct typed *x)
{
	if (!wall_digits(s, 2, 23, &x->hour) || !take_char(s, ":") || !wall_digits(s, 2, 59, &x->minute))
		return false;
	if (!take_char(s, ":"))
		return true;
	if (!wall_digits(s, 2, 60, &x->second))
		return false;
	if (!take_char(s, ".,"))
		return true;
	if (**s < '0' || **s > '9')
		return false;
	for (int64_t unit = SEC / 10; **s >= '0' && **s <= '9'; unit /= 10, (*s)++)
		x->ns += unit * (**s - '0');
	return true;
}

static bool take_zone(const char **s, struct typed *x)
{
	bool west = **s == '-';
	int hour, minute;

	x->zoned = true;
	if (take_char(s, "Zz"))
		return true;
	if (!take_char(s, "+-")) {
		x->zoned = false;
		return true;
	}
	if (!wall_digits(s, 2, 23, &hour) || !take_char(s, ":") || !wall_digits(s, 2, 59, &minute))
		return false;
	x->zone = (west ? -60 : 60) * (hour * 60 + minute);
	return true;
}

static bool wall_typed(const char *s, struct typed *x)
{
	*x = (struct typed){ .year = 0 };
	if (strcspn(s, ":") > 2 && !take_date(&s, x))
		return false;
	if (!take_time_of_day(&s, x) || (x->year && !take_zone(&s, x)))
		return false;
	return !*s;
}

/* ---- as time since 1970 ---- */

/* Days from 1970 to a date of the Gregorian calendar. */
static int64_t days_since_1970(int year, int month, int day)
{
	int64_t days = day - 1;

	for (int m = 1; m < month; m++)
		days += days_in(year, m);
	for (int y = 1970; y < year; y++)
		days += days_in(y, 2) == 29 ? 366 : 365;
	return days;
}

/* Seconds; false: the C library does not know that local time. */
static bool typed_seconds(const struct typed *x, int64_t *sec)
{
	struct tm tm = { .tm_year = x->year - 1900, .tm_mon = x->month - 1, .tm_mday = x->day, .tm_hour = x->hour,
			 .tm_min = x->minute, .tm_sec = x->second, .tm_isdst = -1 };
	time_t local;

	if (x->zoned) {
		*sec = days_since_1970(x->year, x->month, x->day) * DAY + (x->hour * 60 + x->minute) * 60 + x->second -
		       x->zone;
		return true;
	}
	local = mktime(&tm);
	*sec = local;
	return local != (time_t)-1;
}

/* ---- as time of the trace ---- */

/* The clock of the generation at a time says when the wall clock showed something, if that is in the generation. */
static bool time_at_wall(const struct gt_trace *t, int64_t wall, int64_t *time)
{
	int64_t guess = 0, shown;

	for (int i = 0; i < 8; i++) {
		if (!gt_wall_clock(t, guess, &shown))
			return false;
		if (shown == wall)
			break;
		if (__builtin_add_overflow(guess, wall - shown, &guess))
			return false;
	}
	*time = guess;
	return true;
}

/* A time of day, on the day of the trace's start or, if that is before it, on the next one if it is in the trace. */
static bool time_of_day_at(const struct gt_trace *t, struct typed *x, int64_t start, int64_t *ns)
{
	time_t first = (time_t)(start / SEC);
	struct tm tm;
	int64_t sec, next;

	if (!localtime_r(&first, &tm))
		return false;
	x->year = tm.tm_year + 1900;
	x->month = tm.tm_mon + 1;
	x->day = tm.tm_mday;
	if (!typed_seconds(x, &sec) || !time_at_wall(t, sec * SEC + x->ns, ns))
		return false;
	x->day++;
	if (*ns < 0 && typed_seconds(x, &sec) && time_at_wall(t, sec * SEC + x->ns, &next) &&
	    next <= gt_trace_info(t)->duration)
		*ns = next;
	return true;
}

int gt_wall_parse(const struct gt_trace *t, const char *what, const char *s, int64_t *ns, struct gt_error *err)
{
	struct typed x;
	int64_t start, sec;

	*ns = 0;
	if (!wall_typed(s, &x))
		return gt_error_usage(err, "%s: not a time like 2026-11-28T10:00:00.5Z or 10:00:00.5: %.60s", what, s);
	if (!t)
		return 0;
	if (!gt_wall_clock(t, 0, &start) || start < 0)
		return gt_error_usage(err, "%s: this trace does not say when it was recorded (Go 1.25 and later do): "
				      "use a time since its start, like 1.5s", what);
	if (!x.year && time_of_day_at(t, &x, start, ns))
		return 0;
	if (x.year && typed_seconds(&x, &sec) && time_at_wall(t, sec * SEC + x.ns, ns))
		return 0;
	return gt_error_usage(err, "%s: there is no such local time: %.60s", what, s);
}
