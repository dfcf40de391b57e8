/* Durations, sizes and counts as people read and type them. */
#ifndef GT_BASE_HUMAN_H
#define GT_BASE_HUMAN_H

#include <stdint.h>

#include "base/buf.h"

/*
 * ns as "0", "12ns", "1.234us", "12.3ms", "7.486ms", "3.021s", "2m03.5s",
 * "1h02m": at most 4 significant digits, rounded, without trailing zeros.
 */
void gt_human_dur(struct gt_buf *out, int64_t ns);

/*
 * ns with three decimals always, below a minute: "7.486ms", "11.103ms",
 * "1.500us", "12ns"; for columns whose digits should line up and sums that
 * people check.
 */
void gt_human_dur3(struct gt_buf *out, int64_t ns);

/* ns as a point in time since the start: seconds with 9 digits, "0.739889373s". */
void gt_human_time(struct gt_buf *out, int64_t ns);

/* Each of them as a value, for a printf: gt_dur_text(ns).s. */
struct gt_human_text {
	char s[32];
};
struct gt_human_text gt_dur_text(int64_t ns);
struct gt_human_text gt_dur3_text(int64_t ns);
struct gt_human_text gt_time_text(int64_t ns);

/* "1 slice", "3 slices". */
void gt_human_many(struct gt_buf *out, uint64_t n, const char *what);

/* bytes as "512 B", "4.0 MiB" …; counts as "999", "1.24k", "1.24M", "17.6M". */
void gt_human_bytes(struct gt_buf *out, uint64_t bytes);
void gt_human_count(struct gt_buf *out, uint64_t n);
/* Three digits of a rate, a percentage or a factor, and never an exponent: "0.0371", "34.8", "12377". */
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
