/* Damaged indexes: every one is refused or answers, none crashes, and a full check finds it. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ask.h"
#include "base/os/mapfile.h"
#include "base/xalloc.h"
#include "index/store/block.h"
#include "index/query/events.h"
#include "index/store/format.h"
#include "synth.h"
#include "tap/tap.h"

#define MOST_SECONDS 120        /* for the questions to one index, which take some ms: a walk without end is killed */

struct sample {
	struct gt_mapfile trace;
	uint8_t *index, *copy;
	size_t len;
};

static void load(struct sample *s, const char *name)
{
	char *path = gt_xasprintf("%s/testdata/traces/%s", getenv("GT_SRCDIR"), name);

	if (gt_mapfile_open(&s->trace, path, NULL))
		tap_bail("cannot read %s", path);
	s->index = ask_build(s->trace.data, s->trace.size, &s->len);
	if (!s->index)
		tap_bail("cannot index %s", path);
	s->copy = gt_xmalloc(s->len);
	memcpy(s->copy, s->index, s->len);
	free(path);
}

static void unload(struct sample *s)
{
	gt_mapfile_close(&s->trace);
	free(s->index);
	free(s->copy);
}

/* Opens the first n bytes of the copy and asks everything: the code of opening. */
static int try(struct sample *s, size_t n, bool ask, struct gt_error *err)
{
	/* Not one byte more than there are: a read beyond is seen by the sanitizer. */
	uint8_t *exact = gt_xmalloc(n + !n);
	struct gt_trace t;
	int rc;

	memcpy(exact, s->copy, n);
	rc = ask_open(&t, s->trace.data, s->trace.size, exact, n, err);
	alarm(MOST_SECONDS);
	if (!rc && ask)
		ask_all(&t);
	alarm(0);
	ask_close(&t);
	free(exact);
	return rc;
}

static void restore(struct sample *s)
{
	memcpy(s->copy, s->index, s->len);
}

struct flaw {
	const char *name;
	uint32_t at;
	uint64_t value;
	uint8_t width;
	bool mend;                 /* with right checksums */
	const char *text;          /* what the error says */
};

static const struct flaw flaws[] = {
	{ "magic", GT_HEAD_MAGIC, 'X', 1, true, "is not an index" },
	{ "version", GT_HEAD_VERSION, GT_INDEX_VERSION + 1, 4, true, "another version" },
	{ "header size", GT_HEAD_BYTES, 64, 4, true, "another version" },
	{ "trace size", GT_HEAD_TRACE_SIZE, 7, 8, false, "damaged header" },
	{ "mtime", GT_HEAD_TRACE_MTIME, 7, 8, false, "damaged header" },
	{ "fingerprint", GT_HEAD_FINGERPRINT, 7, 8, false, "damaged header" },
	{ "file size", GT_HEAD_FILE_SIZE, 7, 8, false, "damaged header" },
	{ "no chunks", GT_HEAD_TOC_COUNT, 0, 4, true, "no chunk" },
	{ "too many chunks", GT_HEAD_TOC_COUNT, UINT32_MAX, 4, true, "damaged table of chunks" },
	{ "chunks beyond the end", GT_HEAD_TOC, UINT64_MAX - 64, 8, true, "damaged table of chunks" },
	{ "chunks elsewhere", GT_HEAD_TOC, 0, 8, true, "chunk" },
	{ "checksum of the chunks", GT_HEAD_TOC_SUM, 1, 8, false, "damaged header" },
	{ "a program", GT_HEAD_OLD_PROGRAM, 4711, 8, true, "names that the trace does not have" },
	{ "checksum of the header", GT_HEAD_SUM, 1, 8, false, "damaged header" },
};

static void put(uint8_t *p, uint64_t v, unsigned width)
{
	if (width == 1)
		*p = (uint8_t)v;
	else if (width == 4)
		gt_put32(p, (uint32_t)v);
	else
		gt_put64(p, v);
}

static void test_header(struct sample *s)
{
	for (size_t i = 0; i < GT_COUNT(flaws); i++) {
		const struct flaw *f = &flaws[i];
		struct gt_error err = { 0 };

		put(s->copy + f->at, f->value, f->width);
		if (f->mend)
			ask_mend(s->copy, s->len);
		tap_is_int(try(s, s->len, true, &err), GT_ERR_STALE, "header: %s", f->name);
		tap_ok(strstr(err.text, f->text) != NULL, "says: %s", err.text);
		restore(s);
	}
}

/* Every field of every chunk's entry, set to what it should not be. */
static void test_toc(struct sample *s)
{
	static const uint64_t values[] = { 0, 1, 64, 1 << 20, UINT32_MAX, UINT64_MAX - 63, UINT64_MAX };
	static const uint8_t fields[] = { GT_TOC_ID, GT_TOC_WIDTH, GT_TOC_OFF, GT_TOC_ROWS, GT_TOC_SUM };
	uint64_t toc = gt_get64(s->index + GT_HEAD_TOC);
	uint32_t n = gt_get32(s->index + GT_HEAD_TOC_COUNT);
	unsigned refused = 0, tried = 0;

	for (uint32_t i = 0; i < n; i++) {
		for (size_t f = 0; f < GT_COUNT(fields); f++) {
			for (size_t v = 0; v < GT_COUNT(values); v++) {
				put(s->copy + toc + i * GT_TOC_SIZE + fields[f], values[v], f < 2 ? 4 : 8);
				ask_mend(s->copy, s->len);
				refused += try(s, s->len, (i + f + v) % 3 == 0, NULL) == GT_ERR_STALE;
				tried++;
				restore(s);
			}
		}
	}
	tap_ok(refused > tried / 2 && refused < tried, "%u of %u damaged tables of chunks are refused", refused, tried);
}

static void test_cut(struct sample *s)
{
	unsigned bad = 0;

	for (size_t n = 0; n < s->len; n += 1 + n / 16)
		bad += try(s, n, true, NULL) != GT_ERR_STALE;
	tap_is_u64(bad, 0, "every cut index is refused");
	for (size_t n = 200; n < s->len; n += 1 + n / 16) {
		ask_mend(s->copy, n);
		bad += try(s, n, true, NULL) != GT_ERR_STALE;
		restore(s);
	}
	tap_is_u64(bad, 0, "with right checksums too");
}

/* Random damage anywhere else opens, mostly, and all questions are answered. */
static void test_random(struct sample *s, unsigned times)
{
	static const uint64_t values[] = {
		0, 1, 0xff, 0x7fffffff, UINT32_MAX, INT64_MAX, (uint64_t)INT64_MIN, UINT64_MAX,
	};
	struct rnd r = { s->len };
	unsigned opened = 0;

	for (unsigned i = 0; i < times; i++) {
		for (uint64_t n = 1 + rnd_below(&r, 20); n; n--) {
			uint64_t at = GT_HEAD_SIZE + rnd_below(&r, s->len - GT_HEAD_SIZE - 8);

			if (rnd_below(&r, 2))
				s->copy[at] = (uint8_t)rnd_next(&r);
			else
				put(s->copy + at / 4 * 4, values[rnd_below(&r, GT_COUNT(values))],
				    rnd_below(&r, 2) ? 8 : 4);
		}
		ask_mend(s->copy, s->len);
		opened += try(s, s->len, true, NULL) == 0;
		restore(s);
	}
	tap_ok(opened > times / 10, "%u of %u damaged indexes can be asked", opened, times);
}

/* A full check finds each byte that is not what it was, except in the room between things. */
static void test_verify(struct sample *s)
{
	struct gt_trace t;
	unsigned missed = 0, tried = 0;
	size_t step = s->len / 600 + 1;

	for (size_t at = GT_HEAD_SIZE; at < s->len; at += step) {
		struct gt_error err;

		if (!s->copy[at])
			continue;
		s->copy[at] ^= 0x10;
		if (!ask_open(&t, s->trace.data, s->trace.size, s->copy, s->len, &err))
			missed += gt_trace_verify(&t, &err) == 0;
		ask_close(&t);
		tried++;
		restore(s);
	}
	tap_is_u64(missed, 0, "a full check finds each of %u flipped bits", tried);
	tap_ok(!ask_open(&t, s->trace.data, s->trace.size, s->copy, s->len, NULL) && !gt_trace_verify(&t, NULL),
	       "and nothing where there is nothing");
	ask_close(&t);
}

/* ---- partitions ---- */

/* Where the rows of a chunk are in the copy. */
static uint8_t *chunk_rows(struct sample *s, uint32_t id)
{
	uint8_t *toc = s->copy + gt_get64(s->copy + GT_HEAD_TOC);

	for (uint32_t i = 0; i < gt_get32(s->copy + GT_HEAD_TOC_COUNT); i++)
		if (gt_get32(toc + i * GT_TOC_SIZE + GT_TOC_ID) == id)
			return s->copy + gt_get64(toc + i * GT_TOC_SIZE + GT_TOC_OFF);
	tap_bail("chunk %u is not there", id);
}

/* A partition that says to have other rows than its blocks have room for, or the blocks of another one. */
static void test_parts(struct sample *s)
{
	static const struct { const char *name; uint32_t at; uint8_t width; uint64_t add; } lies[] = {
		{ "more rows", GT_PART_ROWS, 8, GT_BYTES_ROWS },
		{ "endless rows", GT_PART_ROWS, 8, UINT64_MAX / 2 },
		{ "a block more", GT_PART_BLOCKS, 4, 1 },
		{ "four billion blocks", GT_PART_BLOCKS, 4, UINT32_MAX },
		{ "the blocks of the next one", GT_PART_LIST, 8, 1 },
	};

	for (size_t i = 0; i < GT_COUNT(lies); i++) {
		uint8_t *at = chunk_rows(s, GT_CHUNK_PARTS) + lies[i].at;
		struct gt_error err = { 0 };

		put(at, (lies[i].width == 4 ? gt_get32(at) : gt_get64(at)) + lies[i].add, lies[i].width);
		ask_mend(s->copy, s->len);
		tap_is_int(try(s, s->len, false, &err), GT_ERR_STALE, "a partition with %s is refused", lies[i].name);
		restore(s);
	}
}

/* ---- circles ---- */

/* Every question that goes back along a goroutine's slices ends, though they have no first one. */
static void test_circles(struct sample *s)
{
	unsigned circles = 0, links = 0;
	struct gt_events *e;
	struct gt_trace t;
	struct gt_slice last, before;
	struct gt_goroutine g;

	if (ask_open(&t, s->trace.data, s->trace.size, s->copy, s->len, NULL))
		tap_bail("cannot open the index");
	for (uint32_t row = 0; row < t.info.goroutines; row++) {
		if (!ask_make_circle(&t, row) || !gt_goroutine_get(&t, row, &g) ||
		    !gt_slice_get(&t, g.last_slice, &last) || !gt_slice_get(&t, last.prev, &before))
			continue;
		circles += before.prev == g.last_slice;
	}
	tap_ok(circles > 2, "%u goroutines whose slices go in a circle", circles);
	alarm(MOST_SECONDS);
	e = gt_events_open(&t);
	for (uint64_t n = 0; n < t.info.events; n++)
		links += gt_event_link(e, n) != GT_NONE;
	gt_events_close(e);
	ask_all(&t);
	alarm(0);
	tap_ok(links > 0, "all questions are answered, and %u events have links", links);
	ask_close(&t);
	restore(s);
}

TAP_TEST(samples)
{
	static const char *const names[] = {
		"go1.27/annotations.trace", "go1.25/gens.trace", "go1.23/profile.trace", "go1.19/gc.trace",
		"go1.21/annotations.trace",
	};

	for (size_t i = 0; i < GT_COUNT(names); i++) {
		struct sample s;

		load(&s, names[i]);
		tap_diag("%s: %zu bytes, index %zu", names[i], s.trace.size, s.len);
		if (i == 0) {
			test_header(&s);
			test_toc(&s);
		}
		test_cut(&s);
		test_random(&s, 300);
		test_parts(&s);
		test_circles(&s);
		test_verify(&s);
		unload(&s);
	}
}
