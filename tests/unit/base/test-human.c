/* Durations, sizes and counts as people read and type them. */
#include "base/human.h"

#include <string.h>

#include "tap/tap.h"

static const struct {
	int64_t ns;
	const char *dur;
} durs[] = {
	{ 0, "0" },
	{ 1, "1ns" },
	{ 999, "999ns" },
	{ 1000, "1us" },
	{ 1234, "1.23us" },
	{ 9994, "9.99us" },
	{ 9996, "10us" },
	{ 12345, "12.3us" },
	{ 99949, "99.9us" },
	{ 99951, "100us" },
	{ 123449, "123us" },
	{ 999499, "999us" },
	{ 999500, "1ms" },
	{ 1000000, "1ms" },
	{ 7486357, "7.49ms" },
	{ 12300000, "12.3ms" },
	{ 999499999, "999ms" },
	{ 999500000, "1s" },
	{ 3021000000, "3.02s" },
	{ 3099000000, "3.1s" },
	{ 59490000000, "59.5s" },
	{ 59600000000, "59.6s" },
	{ 59949999999, "59.9s" },
	{ 59950000000, "1m00s" },
	{ 60000000000, "1m00s" },
	{ 123500000000, "2m03.5s" },
	{ 599940000000, "9m59.9s" },
	{ 599960000000, "10m00s" },
	{ 723000000000, "12m03s" },
	{ 3599600000000, "1h00m" },
	{ 3720000000000, "1h02m" },
	{ 360000000000000, "100h00m" },
	{ -7486357, "-7.49ms" },
	{ INT64_MAX, "2562047h47m" },
	{ INT64_MIN, "-2562047h47m" },
};

TAP_TEST(durations)
{
	struct gt_buf b = { 0 };

	for (size_t i = 0; i < GT_COUNT(durs); i++) {
		gt_buf_reset(&b);
		gt_human_dur(&b, durs[i].ns);
		tap_is_str(gt_buf_str(&b), durs[i].dur, "dur %lld", (long long)durs[i].ns);
		tap_is_str(gt_dur_text(durs[i].ns).s, durs[i].dur, "as a value");
	}
	gt_buf_release(&b);
}

/* What is printed can be typed, and is within half a hundredth (from an hour on: half a minute). */
TAP_TEST(round_trip)
{
	unsigned int bad = 0;
	struct gt_buf b = { 0 };

	for (int64_t ns = 1; ns < INT64_MAX / 2; ns += ns / 7 + 1) {
		int64_t back = 0, limit = ns < 3600000000000 ? ns / 200 : 30000000000;

		gt_buf_reset(&b);
		gt_human_dur(&b, ns);
		if (gt_parse_dur(gt_buf_str(&b), &back) < 0 || back - ns > limit || ns - back > limit) {
			if (!bad++)
				tap_diag("%lld -> %s", (long long)ns, gt_buf_str(&b));
		}
	}
	tap_is_u64(bad, 0, "printed durations are read back");
	gt_buf_release(&b);
}

static void check_bytes(uint64_t v, const char *want)
{
	struct gt_buf b = { 0 };

	gt_human_bytes(&b, v);
	tap_is_str(gt_buf_str(&b), want, "bytes %llu", (unsigned long long)v);
	gt_buf_release(&b);
}

static void check_count(uint64_t v, const char *want)
{
	struct gt_buf b = { 0 };

	gt_human_count(&b, v);
	tap_is_str(gt_buf_str(&b), want, "count %llu", (unsigned long long)v);
	gt_buf_release(&b);
}

static void check_short(uint64_t v, const char *want)
{
	struct gt_buf b = { 0 };

	gt_human_short(&b, v);
	tap_is_str(gt_buf_str(&b), want, "short %llu", (unsigned long long)v);
	gt_buf_release(&b);
}

static void check_real(double v, const char *want)
{
	struct gt_buf b = { 0 };

	gt_human_real(&b, v);
	tap_is_str(gt_buf_str(&b), want, "real %g", v);
	gt_buf_release(&b);
}

static void check_time(int64_t v, const char *want)
{
	struct gt_buf b = { 0 };

	gt_human_time(&b, v);
	tap_is_str(gt_buf_str(&b), want, "time %lld", (long long)v);
	tap_is_str(gt_time_text(v).s, want, "as a value");
	gt_buf_release(&b);
}

static void check_wall(uint64_t sec, uint32_t nsec, unsigned digits, const char *want)
{
	struct gt_buf b = { 0 };

	gt_human_wall(&b, sec, nsec, digits);
	tap_is_str(gt_buf_str(&b), want, "wall %llu", (unsigned long long)sec);
	gt_buf_release(&b);
}

TAP_TEST(wall)
{
	check_wall(0, 0, 0, "1970-01-01T00:00:00Z");
	check_wall(951782400, 123456789, 9, "2000-02-29T00:00:00.123456789Z");
	check_wall(951782400, 9999999, 3, "2000-02-29T00:00:00.009Z");
	check_wall(UINT64_MAX, 0, 3, "");
}

TAP_TEST(sizes)
{
	check_real(0, "0");
	check_real(0.03714, "0.0371");
	check_real(999.4, "999");
	check_real(999.6, "1000");
	check_real(12376.8, "12,377");
	check_real(1234567.8, "1,234,568");
	check_bytes(0, "0 B");
	check_bytes(1023, "1023 B");
	check_bytes(1024, "1.0 KiB");
	check_bytes(1536, "1.5 KiB");
	check_bytes(1024 * 1024 - 1, "1.0 MiB");
	check_bytes(4 << 20, "4.0 MiB");
	check_bytes(UINT64_C(1) << 40, "1.0 TiB");
	check_bytes(UINT64_MAX, "16.0 EiB");
	check_count(0, "0");
	check_count(9999, "9999");
	check_count(10000, "10,000");
	check_count(11642, "11,642");
	check_count(999999, "999,999");
	check_count(1000000, "1,000,000");
	check_count(1002003004, "1,002,003,004");
	check_count(UINT64_MAX, "18,446,744,073,709,551,615");
	check_short(999, "999");
	check_short(1000, "1.00k");
	check_short(1239, "1.24k");
	check_short(9994, "9.99k");
	check_short(9995, "10.0k");
	check_short(99949, "99.9k");
	check_short(99950, "100k");
	check_short(999499, "999k");
	check_short(999500, "1.00M");
	check_short(17600000, "17.6M");
	check_short(UINT64_MAX, "18.4E");
	check_time(739889373, "0.739889373s");
	check_time(-1, "-0.000000001s");
	check_time(INT64_MAX, "9223372036.854775807s");
}

TAP_TEST(shares)
{
	static const struct {
		double share;
		const char *text;
	} cases[] = {
		{ 0, "0%" }, { 1e-9, "<0.01%" }, { 0.000049, "<0.01%" }, { 0.000051, "0.01%" }, { 0.0051, "0.51%" },
		{ 0.05, "5%" }, { 0.05146, "5.15%" }, { 0.09994, "9.99%" }, { 0.09996, "10%" }, { 0.1427, "14.3%" },
		{ 0.25, "25%" }, { 0.881, "88.1%" }, { 0.9994, "99.9%" }, { 0.99999, "99.9%" }, { 1, "100%" },
		{ 1.004, "100%" }, { 3.98, "398%" }, { 123.456, "12,346%" }, { -0.0515, "-5.15%" },
	};

	for (size_t i = 0; i < GT_COUNT(cases); i++)
		tap_is_str(gt_share_text(cases[i].share).s, cases[i].text, "share %g", cases[i].share);
}

static const struct {
	const char *text;
	int64_t ns; /* -1: rejected */
} typed[] = {
	{ "0", 0 }, { "100", 100 }, { "100ns", 100 }, { "5us", 5000 }, { "5\xc2\xb5s", 5000 },
	{ "5\xce\xbcs", 5000 }, { "20ms", 20000000 }, { "1.234s", 1234000000 }, { "2m", 120000000000 },
	{ "1h", 3600000000000 }, { "2m03.5s", 123500000000 }, { "1h02m", 3720000000000 }, { ".5ms", 500000 },
	{ "1.s", 1000000000 }, { "0.1234567899s", 123456789 }, { "1.5ns", 1 },
	{ "0.00000000000000000000001s", 0 }, { "9223372036854775807", INT64_MAX },
	{ "9223372036.854775807s", INT64_MAX },
	{ "", -1 }, { "s", -1 }, { ".", -1 }, { ".s", -1 }, { "1.5", -1 }, { "1 s", -1 }, { " 1s", -1 },
	{ "1sx", -1 }, { "1x", -1 }, { "-1s", -1 }, { "+1s", -1 }, { "1m2m", -1 }, { "1s2m", -1 },
	{ "1m2", -1 }, { "1e3s", -1 }, { "9223372036854775808", -1 }, { "9223372036.854775808s", -1 },
	{ "99999999999999999999", -1 }, { "2562048h", -1 }, { "18446744073709551615h", -1 },
};

TAP_TEST(parse)
{
	uint64_t v = 7;

	for (size_t i = 0; i < GT_COUNT(typed); i++) {
		int64_t ns = 42;
		int rc = gt_parse_dur(typed[i].text, &ns);

		tap_is_int(rc, typed[i].ns < 0 ? -1 : 0, "parse \"%s\"", typed[i].text);
		tap_is_int(ns, rc < 0 ? 42 : typed[i].ns, "value of \"%s\"", typed[i].text);
	}
	tap_is_int(gt_parse_u64("18446744073709551615", &v), 0, "2^64-1 is read");
	tap_is_u64(v, UINT64_MAX, "and right");
	tap_is_int(gt_parse_u64("18446744073709551616", &v), -1, "2^64 is too large");
	tap_is_int(gt_parse_u64("", &v), -1, "nothing is no number");
	tap_is_int(gt_parse_u64("12a", &v), -1, "trailing text");
	tap_is_int(gt_parse_u64("-1", &v), -1, "a sign");
	tap_is_u64(v, UINT64_MAX, "a rejected number changes nothing");
}

TAP_TEST(parse_bytes)
{
	static const struct {
		const char *text;
		uint64_t bytes;      /* 0: it is none */
	} sizes[] = {
		{ "1000", 1000 }, { "500M", UINT64_C(500) << 20 }, { "2GiB", UINT64_C(2) << 30 }, { "1K", 1024 },
		{ "16777215T", UINT64_C(16777215) << 40 }, { "16777216T", 0 }, { "", 0 }, { "G", 0 }, { "1MB", 0 },
		{ "1Gi", 0 }, { "1m", 0 }, { "-1", 0 }, { "1K ", 0 }, { "1KK", 0 }, { "18446744073709551616", 0 },
	};

	for (size_t i = 0; i < GT_COUNT(sizes); i++) {
		uint64_t v = 42;
		int rc = gt_parse_bytes(sizes[i].text, &v);

		tap_is_int(rc, sizes[i].bytes ? 0 : -1, "size \"%s\"", sizes[i].text);
		tap_is_u64(v, rc ? 42 : sizes[i].bytes, "its value");
	}
}

/* Blanks are put behind numbers so that points stand below each other, of each unit for itself. */
TAP_TEST(points)
{
	static const char *const cells[] = { "23.97ms", "9.627ms", "5ms", "1.5us", "0", "12" };
	static const int pads[] = { 1, 0, 4, 0, 0, 0 };
	struct gt_points p = { 0 };
	int cols = 0;

	for (size_t i = 0; i < GT_COUNT(cells); i++)
		cols = gt_points_note(&p, cells[i], strlen(cells[i]));
	tap_is_int(cols, 8, "two digits before a point, three behind it, and the unit");
	for (size_t i = 0; i < GT_COUNT(cells); i++)
		tap_is_int(gt_points_pad(&p, cells[i], strlen(cells[i])), pads[i], "blanks behind %s", cells[i]);
	gt_points_note(&p, "12%", 3);
	tap_is_int(gt_points_pad(&p, "7", 1), 1, "a number without a unit makes room for one");
	tap_is_int(gt_points_pad(&p, "Count", 5), 0, "a word does not");
	tap_is_int(gt_points_pad(&p, "", 0), 0, "nor does nothing");
}
