/* Durations, sizes and counts as people read and type them. */
#ifndef GT_BASE_HUMAN_H
#define GT_BASE_HUMAN_H

#include <stdint.h>

#include "base/buf.h"

/*
 * ns as "0", "12ns", "1.23us", "12.3ms", "749ms", "3.02s", "2m03.5s", "1h02m":
 * at most 3 significant digits below a minute, rounded, without trailing zeros.
 */
void gt_human_dur(struct gt_buf *out, int64_t ns);

/* ns as a point in time since the start: seconds with 9 digits, "0.739889373s". */
void gt_human_time(struct gt_buf *out, int64_t ns);

/* A moment of the wall clock in UTC: RFC 3339, with 0 to 9 digits of the second; nothing if that has no date. */
void gt_human_wall(struct gt_buf *out, uint64_t sec, uint32_t nsec, unsigned digits);

/* Each of them as a value, for a printf: gt_dur_text(ns).s. */
struct gt_human_text {
	char s[32];
};
struct gt_human_text gt_dur_text(int64_t ns);
struct gt_human_text gt_time_text(int64_t ns);
struct gt_human_text gt_count_text(uint64_t n);
struct gt_human_text gt_share_text(double share);

/* How many: "9999", "11,642", "1,240,331".  Numbers that are names (of goroutines, events) have no separators. */
void gt_human_count(struct gt_buf *out, uint64_t n);
/* The same where there is room for a few columns only: "999", "1.24k", "1.24M", "17.6M". */
void gt_human_short(struct gt_buf *out, uint64_t n);

/* "1 slice", "3 slices". */
void gt_human_many(struct gt_buf *out, uint64_t n, const char *what);

/*
 * A share of 1: "25%", "88.1%", "5.15%", "0.04%", "398%".  Three digits at most, two of them after the point, without
 * trailing zeros; "0%" and "100%" are exact, what is a little more or less is "<0.01%" and "99.9%".
 */
void gt_human_share(struct gt_buf *out, double share);

/* bytes as "512 B", "4.0 MiB" … */
void gt_human_bytes(struct gt_buf *out, uint64_t bytes);
/* Three digits of a rate or a factor, and never an exponent: "0.0371", "34.8", "12,377". */
void gt_human_real(struct gt_buf *out, double v);

/*
 * Of n bytes that begin with a number: the columns from its point on, or from its unit if it has no point, and what
 * unit that is, below GT_NUMBER_UNITS.  Numbers of one unit whose tails are as wide stand right.  0: no number.
 */
#define GT_NUMBER_UNITS 5
int gt_number_tail(const char *s, size_t n, unsigned *unit);

/*
 * What the numbers of a right-aligned column take in front of their points and from them on, by unit.  { 0 }: none was
 * noted.  A column of the width that gt_points_note returned has room for the blanks that gt_points_pad wants behind
 * each of them, so that the points of those of one unit stand below each other.
 */
struct gt_points {
	int16_t front[GT_NUMBER_UNITS], tail[GT_NUMBER_UNITS], cols;
};
int gt_points_note(struct gt_points *p, const char *s, size_t n);
int gt_points_pad(const struct gt_points *p, const char *s, size_t n);

/*
 * Reads a duration or time: "1.234s", "20ms", "5us"/"5µs", "100ns", "2m", "1h",
 * and sums of those from large to small ("2m03.5s"); a bare integer is ns.
 * Returns 0 or -1 (not a duration, signed, trailing text, overflow); digits
 * below a nanosecond are dropped.
 */
int gt_parse_dur(const char *s, int64_t *ns);

/* Decimal unsigned 64 bit, whole string; 0 or -1. */
int gt_parse_u64(const char *s, uint64_t *v);

/* A number of bytes: "1000", "500M", "2G", "2GiB" (powers of 1024: K, M, G, T); 0 or -1. */
int gt_parse_bytes(const char *s, uint64_t *bytes);

#endif
