/*
 * Traces in which one number is as large as numbers get: every number of every record of small traces, by ten
 * values.  All reports are made of each; the sanitizers say whether a sum has overflowed.  A sample of
 * them; GT_EXTREMES=N takes every N-th, and names of traces as arguments take those.
 * The same for indexes that lie: with bytes changed and right checksums, every report ends.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/xalloc.h"
#include "tap/tap.h"
#include "unit/format/reports.h"
#include "unit/index/ask.h"
#include "unit/wire/numbers.h"

#define ROWS 40                         /* of a report */
#define LONGEST INT64_C(20000000000)    /* ns for one trace of some thousand bytes, with sanitizers */
#define SAMPLE 211

/* ---- all reports ---- */

static bool ask_trace(const uint8_t *bytes, size_t n, int fd)
{
	size_t len;
	uint8_t *index = ask_build(bytes, n, &len);
	struct gt_trace t;
	bool sound;

	if (!index)
		return true;
	sound = ask_open(&t, bytes, n, index, len, NULL) == 0 && gt_trace_verify(&t, NULL) == 0;
	if (sound)
		reports_write(&t, ROWS, fd);
	ask_close(&t);
	free(index);
	return sound;
}

/* ---- indexes that lie ---- */

#define LIES 60
#define CHANGES 4

static void lie(uint8_t *index, size_t n, uint64_t *seed)
{
	for (int i = 0; i < CHANGES; i++) {
		*seed = tap_mix64(*seed + 1);
		index[*seed % n] = (uint8_t)(*seed >> 40 & 1 ? 0xff : *seed >> 48);
	}
	ask_mend(index, n);
}

static void try_lies(const char *name, const uint8_t *bytes, size_t n, size_t lies)
{
	size_t len, slow = 0, read = 0;
	uint8_t *index = ask_build(bytes, n, &len), *changed = gt_xmalloc(len);
	int fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
	uint64_t seed = n;

	for (size_t i = 0; i < lies; i++) {
		int64_t began = gt_clock_now();
		struct gt_trace t;

		memcpy(changed, index, len);
		lie(changed, len, &seed);
		if (ask_open(&t, bytes, n, changed, len, NULL) == 0) {
			reports_write(&t, ROWS, fd);
			read++;
		}
		ask_close(&t);
		slow += gt_clock_now() - began > LONGEST;
	}
	tap_ok(read > 0 && slow == 0, "%s: %zu indexes that lie, none takes long", name, read);
	close(fd);
	free(changed);
	free(index);
}

/* ---- traces ---- */

static void try_numbers(const char *name, const uint8_t *bytes, size_t n, const struct numbers *all, size_t step)
{
	struct gt_buf changed = { 0 };
	int fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
	size_t unsound = 0, slow = 0, tried = 0;

	for (size_t i = 0; i < all->n * EXTREMES; i += step, tried++) {
		uint64_t v = number_extremes[i % EXTREMES];
		int64_t began = gt_clock_now();

		number_change(&changed, bytes, n, &all->v[i / EXTREMES], v);
		if (!ask_trace((const uint8_t *)changed.data, changed.len, fd)) {
			tap_diag("number %zu at byte %zu as %llu", i, all->v[i / EXTREMES].off,
				 (unsigned long long)v);
			unsound++;
		}
		slow += gt_clock_now() - began > LONGEST;
	}
	tap_ok(all->n > 0 && tried > 0 && unsound == 0, "%s: %zu numbers: every index is sound", name, all->n);
	tap_ok(slow == 0, "%s: %zu changed traces, none takes long", name, tried);
	gt_buf_release(&changed);
	close(fd);
}

static void try_trace(const char *path, size_t step)
{
	struct numbers all = { 0 };
	struct gt_source *src;
	struct gt_header h;
	struct gt_error err = { .text = "" };
	uint8_t *bytes;
	size_t n;

	if (!tap_ok(gt_source_open(&src, path, &err) == 0 && gt_header_read(src, &h, &err) == 0, "%s: %s", path,
		    err.text))
		return;
	n = (size_t)gt_source_size(src);
	bytes = gt_xmalloc(n);
	if (gt_source_read(src, 0, bytes, n) != (int64_t)n)
		tap_bail("%s cannot be read", path);
	numbers_find(&all, src, &h, bytes);
	try_numbers(path, bytes, n, &all, step);
	try_lies(path, bytes, n, LIES * SAMPLE / step);
	free(all.v);
	free(bytes);
	gt_source_close(src);
}

int main(int argc, char **argv)
{
	static const char *const traces[] = {
		"go1.19/empty", "go1.21/annotations", "go1.22/annotations", "go1.27/empty", "go1.27/worlds" };
	const char *top = getenv("GT_SRCDIR"), *every = getenv("GT_EXTREMES");
	size_t step = every ? (size_t)strtoul(every, NULL, 10) : 0;

	step = step ? step : SAMPLE;
	for (int i = 1; i < argc; i++)
		try_trace(argv[i], step);
	for (size_t i = 0; argc == 1 && i < GT_COUNT(traces); i++) {
		char *path = gt_xasprintf("%s/testdata/traces/%s.trace", top ? top : ".", traces[i]);

		try_trace(path, step);
		free(path);
	}
	return tap_done();
}
