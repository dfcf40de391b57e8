/*
 * Traces in which one number is as large as numbers get: every number of every record of small traces, by ten
 * values.  All reports are made of each; the sanitizers say whether a sum has overflowed.  A sample of
 * them; GT_EXTREMES=N takes every N-th, and names of traces as arguments take those.  GT_EXTREMES=fields takes
 * of all these traces the first number of each field of each type of record in each version; a type that none
 * of them has stands in the place of a record of the same form.
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
#include "wire/v1/v1events.h"
#include "wire/v2/open.h"
#include "wire/v2/v2events.h"

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

/* The trace with the i-th of its changes: number by number, each by all extremes.  False: it is not sound. */
static bool try_change(const uint8_t *bytes, size_t n, const struct numbers *all, size_t i, struct gt_buf *changed,
		       int fd)
{
	const struct number *at = &all->v[i / EXTREMES];
	uint64_t v = number_extremes[i % EXTREMES];

	number_change(changed, bytes, n, at, v);
	if (ask_trace((const uint8_t *)changed->data, changed->len, fd))
		return true;
	tap_diag("number %zu at byte %zu as %llu", i, at->off, (unsigned long long)v);
	return false;
}

static void try_numbers(const char *name, const uint8_t *bytes, size_t n, const struct numbers *all, size_t step)
{
	struct gt_buf changed = { 0 };
	int fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
	size_t unsound = 0, slow = 0, tried = 0;

	for (size_t i = 0; i < all->n * EXTREMES; i += step, tried++) {
		int64_t began = gt_clock_now();

		unsound += !try_change(bytes, n, all, i, &changed, fd);
		slow += gt_clock_now() - began > LONGEST;
	}
	tap_ok(all->n > 0 && tried > 0 && unsound == 0, "%s: %zu numbers: every index is sound", name, all->n);
	tap_ok(slow == 0, "%s: %zu changed traces, none takes long", name, tried);
	gt_buf_release(&changed);
	close(fd);
}

/* ---- one of each field ---- */

#define MINORS 32
#define FIELDS 8                        /* of a record; a stack's frames go on alike */

struct fields {
	bool tried[MINORS][256][FIELDS];
	size_t n, unsound;
	unsigned stood;                 /* types that stand in the place of others */
	bool stand_ins;                 /* their turn */
	int64_t longest;
};

static void try_fields(struct fields *f, const struct gt_header *h, const uint8_t *bytes, size_t n,
		       const struct numbers *all)
{
	struct gt_buf changed = { 0 };
	int fd = open("/dev/null", O_WRONLY | O_CLOEXEC);

	for (size_t k = 0; k < all->n; k++) {
		const struct number *at = &all->v[k];
		bool *tried = &f->tried[h->minor % MINORS][at->type % 256][at->arg < FIELDS ? at->arg : FIELDS - 1];

		if (*tried)
			continue;
		*tried = true;
		f->n++;
		for (size_t i = 0; i < EXTREMES; i++) {
			int64_t began = gt_clock_now(), took;

			f->unsound += !try_change(bytes, n, all, k * EXTREMES + i, &changed, fd);
			took = gt_clock_now() - began;
			f->longest = took > f->longest ? took : f->longest;
		}
	}
	gt_buf_release(&changed);
	close(fd);
}

static const char *type_name(int minor, unsigned type)
{
	const struct gt_v1_spec *old = minor < 22 && type < GT_V1_TYPES ? gt_v1_spec(type) : NULL;
	const struct gt_v2_spec *new = minor >= 22 && type < GT_V2_TYPES ? gt_v2_spec(type) : NULL;

	if (old)
		return old->since <= minor ? old->name : NULL;
	return new && new->since <= minor && new->nargs ? new->name : NULL;
}

/* The record that begins with this byte would be read in the same way if it were of the type. */
static bool same_form(int minor, uint8_t first, unsigned type)
{
	const struct gt_v2_spec *x = minor >= 22 ? gt_v2_spec(first) : NULL, *y = minor >= 22 ? gt_v2_spec(type) : NULL;
	const unsigned how = GT_V2_TIMED | GT_V2_EXPERIMENTAL | GT_V2_STRUCTURAL | GT_V2_DATA;
	struct gt_v1_layout l;

	if (minor >= 22)
		return x && y && x->nargs == y->nargs && (x->flags & how) == (y->flags & how);
	gt_v1_layout_init(&l, minor);
	return l.form[first].kind == l.form[(first & 0xc0) | type].kind &&
	       l.form[first].n == l.form[(first & 0xc0) | type].n;
}

/* For each type that was not tried: a record that is made one of it. */
static void try_stand_ins(struct fields *f, const struct gt_header *h, uint8_t *bytes, size_t n,
			  const struct numbers *all)
{
	for (unsigned type = 0; type < 256; type++) {
		struct numbers one = { 0 };
		size_t k = 0;

		if (!type_name(h->minor, type) || f->tried[h->minor % MINORS][type][0])
			continue;
		while (k < all->n && (all->v[k].arg || !same_form(h->minor, bytes[all->v[k].off - 1], type)))
			k++;
		if (k == all->n)
			continue;
		for (size_t i = k; i < all->n && (i == k || all->v[i].arg); i++) {
			GT_GROW(one.v, one.cap, one.n + 1);
			one.v[one.n] = all->v[i];
			one.v[one.n++].type = type;
		}
		bytes[all->v[k].off - 1] ^= (uint8_t)(all->v[k].type ^ type);
		try_fields(f, h, bytes, n, &one);
		bytes[all->v[k].off - 1] ^= (uint8_t)(all->v[k].type ^ type);
		f->stood++;
		free(one.v);
	}
}

static void tell_fields(const struct fields *f)
{
	for (int minor = 0; minor < MINORS; minor++) {
		struct gt_buf missing = { 0 };
		unsigned types = 0, of = 0;

		for (unsigned type = 0; type < 256; type++) {
			const char *name = type_name(minor, type);

			of += name != NULL;
			types += name && f->tried[minor][type][0];
			if (name && !f->tried[minor][type][0])
				gt_buf_printf(&missing, " %s", name);
		}
		if (types)
			tap_diag("go 1.%d: %u of %u types; not there:%s", minor, types, of, gt_buf_str(&missing));
		gt_buf_release(&missing);
	}
	tap_ok(f->n > 0 && f->unsound == 0 && f->longest < LONGEST, "%zu fields by %d values, %u types in the place of "
	       "others: every index is sound, the slowest took %lld ms", f->n, EXTREMES, f->stood, (long long)(f->longest / 1000000));
}

/* ---- all of them ---- */

/* f: only fields that none of the traces before had; NULL: every step-th number, and indexes that lie. */
static void try_trace(const char *path, size_t step, struct fields *f)
{
	struct numbers all = { 0 };
	struct gt_source *src;
	struct gt_header h;
	struct gt_error err = { .text = "" };
	uint8_t *bytes;
	size_t n;

	if (!tap_ok(gt_trace_source_open(&src, &h, path, NULL, &err) == 0, "%s: %s", path,
		    err.text))
		return;
	n = (size_t)gt_source_size(src);
	bytes = gt_xmalloc(n);
	if (gt_source_read(src, 0, bytes, n) != (int64_t)n)
		tap_bail("%s cannot be read", path);
	numbers_find(&all, src, &h, bytes);
	if (f && f->stand_ins) {
		try_stand_ins(f, &h, bytes, n, &all);
	} else if (f) {
		try_fields(f, &h, bytes, n, &all);
	} else {
		try_numbers(path, bytes, n, &all, step);
		try_lies(path, bytes, n, LIES * SAMPLE / step);
	}
	free(all.v);
	free(bytes);
	gt_source_close(src);
}

TAP_TEST(recorded)
{
	static const char *const traces[] = {
		"traces/go1.19/empty.trace", "traces/go1.21/annotations.trace", "traces/go1.22/annotations.trace",
		"traces/go1.27/empty.trace", "traces/go1.27/worlds.trace", NULL,
	};
	const char *every = getenv("GT_EXTREMES");
	struct fields *f = every && strcmp(every, "fields") == 0 ? gt_xcalloc(1, sizeof *f) : NULL;
	size_t step = every && !f ? (size_t)strtoul(every, NULL, 10) : 0;

	step = step ? step : SAMPLE;
	for (char *const *file = tap_files(traces); *file; file++)
		try_trace(*file, step, f);
	if (f)
		f->stand_ins = true;
	for (char *const *file = tap_args(); f && *file; file++)
		try_trace(*file, step, f);
	if (f)
		tell_fields(f);
	free(f);
}
