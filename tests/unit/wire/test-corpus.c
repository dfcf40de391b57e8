/* The recorded traces and Go's own text traces, where they lie beside the source tree. */
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/xalloc.h"
#include "tap/tap.h"
#include "wire/header.h"
#include "wire/v2/open.h"
#include "wire/v2/v2gen.h"
#include "wire/v2/v2text.h"

static char *load(struct gt_source *s)
{
	char *bytes = gt_xmalloc((size_t)gt_source_size(s));

	if (gt_source_read(s, 0, bytes, (size_t)gt_source_size(s)) != (int64_t)gt_source_size(s))
		tap_bail("cannot read %s", gt_source_name(s));
	return bytes;
}

static const char *base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* A .test file converts to exactly the bytes of the .trace beside it. */
static void check_test_file(const char *path)
{
	struct gt_source *text = NULL, *binary = NULL;
	struct gt_buf other = { 0 };
	struct gt_header h;

	gt_buf_add(&other, path, strlen(path) - strlen(".test"));
	gt_buf_puts(&other, ".trace");
	if (gt_trace_source_open(&text, &h, path, NULL, NULL) || gt_source_open(&binary, gt_buf_str(&other), NULL)) {
		tap_fail("%s: opens", base(path));
	} else {
		char *a = load(text), *b = load(binary);
		bool same = gt_source_size(text) == gt_source_size(binary) &&
			    !memcmp(a, b, (size_t)gt_source_size(text));

		tap_ok(same && h.text, "%s: converts to the bytes of its trace", base(path));
		free(a);
		free(b);
	}
	gt_source_close(text);
	gt_source_close(binary);
	gt_buf_release(&other);
}

/* Members of one size: compared as bytes. */
struct totals {
	int64_t rc;
	uint64_t gens, batches, strings, stacks, samples, exps, bytes, frames, min_time, freq;
};

static uint64_t count_frames(struct gt_source *s, const struct gt_v2_gen *g)
{
	struct gt_v2_frame frames[GT_V2_MAX_FRAMES];
	struct gt_v2_ref ref;
	uint64_t it = 0, id, n = 0;

	while (gt_v2_table_next(&g->stacks, &it, &id, &ref)) {
		int got = gt_v2_read_stack(s, ref, frames);

		for (int i = 0; i < got; i++)
			n += gt_v2_table_get(&g->strings, frames[i].func, &ref);
	}
	return n;
}

static struct totals scan(struct gt_source *s, int minor)
{
	struct totals t = { 0 };
	struct gt_v2_reader r;
	struct gt_v2_gen g;

	gt_v2_reader_init(&r, s, minor);
	gt_v2_gen_init(&g);
	while ((t.rc = gt_v2_read_gen(&r, &g, NULL)) > 0) {
		t.gens++;
		t.batches += g.nbatches;
		t.strings += g.strings.count;
		t.stacks += g.stacks.count;
		t.samples += g.nsamples;
		t.exps += g.nexps;
		t.frames += count_frames(s, &g);
		t.min_time += g.min_time;
		t.freq += g.freq;
		for (size_t i = 0; i < g.nbatches; i++)
			t.bytes += g.batches[i].size;
	}
	gt_v2_gen_release(&g);
	gt_v2_reader_release(&r);
	return t;
}

static int collect(void *arg, uint64_t off, const char *text, size_t n)
{
	(void)off;
	gt_buf_add(arg, text, n);
	return 0;
}

/* A binary trace to text and back says the same, and its text again is the same. */
static void check_round_trip(const char *path)
{
	struct gt_buf text = { 0 }, binary = { 0 }, text2 = { 0 };
	struct gt_source *s, *copy = NULL;
	struct totals a, b = { 0 };
	struct gt_header h;

	if (gt_trace_source_open(&s, &h, path, NULL, NULL)) {
		tap_fail("%s: opens", path);
		return;
	}
	gt_buf_printf(&text, "Trace Go1.%d\n", h.minor);
	if (!gt_v2_text_print(s, h.minor, collect, &text, NULL) &&
	    !gt_v2_text_parse(text.data, text.len, &binary, NULL)) {
		gt_buf_printf(&text2, "Trace Go1.%d\n", h.minor);
		gt_source_open_mem(&copy, binary.data, binary.len, "copy");
		gt_v2_text_print(copy, h.minor, collect, &text2, NULL);
		b = scan(copy, h.minor);
	}
	a = scan(s, h.minor);
	tap_ok(text.len == text2.len && !memcmp(text.data, text2.data, text.len), "%s: text is stable", path);
	tap_ok(a.rc == 0 && a.gens > 0 && a.batches > 0 && a.strings > 0, "%s: is read to its end", path);
	tap_ok(!memcmp(&a, &b, sizeof a), "%s: through text and back", path);
	gt_source_close(copy);
	gt_source_close(s);
	gt_buf_release(&text);
	gt_buf_release(&binary);
	gt_buf_release(&text2);
}

static void each(const char *top, const char *pattern, void (*check)(const char *path))
{
	char *full = gt_xasprintf("%s/../shared/corpus/%s", top, pattern);
	glob_t found = { 0 };

	if (glob(full, 0, NULL, &found) == 0)
		for (size_t i = 0; i < found.gl_pathc; i++)
			check(found.gl_pathv[i]);
	globfree(&found);
	free(full);
}

static void check_v1(const char *path)
{
	struct gt_header h = { 0 };
	struct gt_source *s;

	if (!tap_is_int(gt_trace_source_open(&s, &h, path, NULL, NULL), 0, "%s: opens", base(path)))
		return;
	tap_ok(h.format == GT_FORMAT_V1 && !h.text, "%s: is of the first format", base(path));
	gt_source_close(s);
}

TAP_TEST(beside)
{
	const char *top = getenv("GT_SRCDIR");
	char *probe = gt_xasprintf("%s/../shared/corpus/go-suite/tests-1.27", top ? top : ".");
	glob_t found = { 0 };
	bool there = top && glob(probe, 0, NULL, &found) == 0;

	globfree(&found);
	free(probe);
	if (!there)
		tap_skip_all("no corpus beside the source tree");
	each(top, "go-suite/tests-1.27/*.test", check_test_file);
	each(top, "go-suite/viewer/*.test", check_test_file);
	each(top, "recorded/1.2[2357]/*[!d].trace", check_round_trip);
	each(top, "go-suite/v1/*", check_v1);
}
