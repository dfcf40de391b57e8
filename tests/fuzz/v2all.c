/* A v2 trace, read in every way the wire layer has. */
#include "fuzz/v2all.h"

#include <string.h>

#include "base/buf.h"
#include "wire/source.h"
#include "wire/v2/v2cursor.h"
#include "wire/v2/v2gen.h"
#include "wire/v2/v2text.h"

static void read_tables(struct gt_source *src, const struct gt_v2_gen *g)
{
	struct gt_v2_frame frames[GT_V2_MAX_FRAMES];
	char text[GT_V2_MAX_STRING];
	struct gt_v2_ref ref, again;
	uint64_t it, id, n = 0;

	for (it = 0; gt_v2_table_next(&g->strings, &it, &id, &ref); n++)
		MUST(gt_v2_read_string(src, ref, text) == (int)ref.len);
	MUST(n == g->strings.count);
	n = 0;
	for (it = 0; gt_v2_table_next(&g->stacks, &it, &id, &ref); n++) {
		MUST(gt_v2_read_stack(src, ref, frames) == (int)ref.len);
		MUST(gt_v2_table_get(&g->stacks, id, &again) && again.off == ref.off);
	}
	MUST(n == g->stacks.count);
	for (size_t i = 1; i < g->nsamples; i++)
		MUST(g->samples[i - 1].time <= g->samples[i].time);
}

static void read_events(struct gt_source *src, const struct gt_v2_gen *g)
{
	uint8_t window[GT_V2_WINDOW_MIN];
	struct gt_v2_cursor c;
	uint64_t batches = 0;

	for (size_t i = 0; i < g->nstreams; i++) {
		struct gt_error err = { 0 };
		uint64_t off = 0;
		int rc;

		for (uint32_t b = g->streams[i].first; b != UINT32_MAX; b = g->batches[b].next)
			batches += g->batches[b].m == g->streams[i].m;
		gt_v2_cursor_init(&c, src, g->batches, g->ns_per_unit, g->streams[i].first, window,
				  sizeof window);
		while ((rc = gt_v2_cursor_next(&c, &err)) > 0) {
			MUST(c.off > off && c.off >= g->start_off && c.off < g->end_off);
			off = c.off;
		}
		if (rc < 0)
			fuzz_check_error(rc, &err);
	}
	MUST(batches == g->nbatches);
}

static void read_generations(struct gt_source *src, int minor)
{
	struct gt_v2_reader r;
	struct gt_v2_gen g;
	struct gt_error err = { 0 };
	uint64_t end = 0;
	int rc;

	gt_v2_reader_init(&r, src, minor);
	gt_v2_gen_init(&g);
	while ((rc = gt_v2_read_gen(&r, &g, &err)) > 0) {
		MUST(g.gen && g.start_off >= end && g.end_off > g.start_off);
		MUST(g.end_off <= gt_source_size(src));
		end = g.end_off;
		read_tables(src, &g);
		read_events(src, &g);
	}
	if (rc < 0)
		fuzz_check_error(rc, &err);
	gt_v2_gen_release(&g);
	gt_v2_reader_release(&r);
}

static int collect(void *arg, uint64_t off, const char *text, size_t n)
{
	(void)off;
	gt_buf_add(arg, text, n);
	return 0;
}

static int print(const void *bytes, size_t n, int minor, struct gt_buf *out)
{
	struct gt_error err = { 0 };
	struct gt_source *src;
	int rc;

	gt_source_open_mem(&src, bytes, n, "fuzz");
	gt_buf_printf(out, "Trace Go1.%d\n", minor);
	rc = gt_v2_text_print(src, minor, collect, out, &err);
	if (rc < 0)
		fuzz_check_error(rc, &err);
	gt_source_close(src);
	return rc;
}

/* What prints can be read, and prints the same then. */
static void round_trip(const uint8_t *bytes, size_t n, int minor)
{
	struct gt_buf text = { 0 }, binary = { 0 }, again = { 0 };

	print(bytes, n, minor, &text);
	MUST(gt_v2_text_parse(text.data, text.len, &binary, NULL) == 0);
	print(binary.data, binary.len, minor, &again);
	MUST(text.len == again.len && !memcmp(text.data, again.data, text.len));
	gt_buf_release(&text);
	gt_buf_release(&binary);
	gt_buf_release(&again);
}

void fuzz_read_v2(const uint8_t *bytes, size_t n)
{
	struct gt_header h;
	struct gt_source *src = fuzz_open(bytes, n, &h);

	if (src && h.format == GT_FORMAT_V2) {
		read_generations(src, h.minor);
		round_trip(bytes, n, h.minor);
	}
	gt_source_close(src);
}
