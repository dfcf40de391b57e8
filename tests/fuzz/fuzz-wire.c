/* Fuzzes the wire layer: headers, generations, tables, cursors, text form, gzip. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz/fuzz.h"
#include "wire/gunzip.h"
#include "wire/header.h"
#include "wire/v1cursor.h"
#include "wire/v2cursor.h"
#include "wire/v2gen.h"
#include "wire/v2text.h"

/* What must hold whatever the input. */
#define MUST(cond) ((cond) ? (void)0 : abort())

static void check_error(int rc, const struct gt_error *err)
{
	MUST(rc < 0 && err->code == rc);
	MUST(err->text[0] && memchr(err->text, '\0', sizeof err->text));
	MUST(!strchr(err->text, '\n') && !strchr(err->text, '\033'));
}

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
		gt_v2_cursor_init(&c, src, g->batches, g->ns_per_unit, g->streams[i].first, window, sizeof window);
		while ((rc = gt_v2_cursor_next(&c, &err)) > 0) {
			MUST(c.off > off && c.off >= g->start_off && c.off < g->end_off);
			off = c.off;
		}
		if (rc < 0)
			check_error(rc, &err);
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
		MUST(g.gen && g.start_off >= end && g.end_off > g.start_off && g.end_off <= gt_source_size(src));
		end = g.end_off;
		read_tables(src, &g);
		read_events(src, &g);
	}
	if (rc < 0)
		check_error(rc, &err);
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
		check_error(rc, &err);
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

static uint64_t read_v1_stream(struct gt_source *src, const struct gt_v1_file *f, uint32_t first)
{
	uint8_t window[GT_V1_WINDOW_MIN];
	struct gt_error err = { 0 };
	struct gt_v1_cursor c;
	uint64_t n = 0;
	int rc;

	gt_v1_cursor_init(&c, src, &f->layout, f->gen.batches, first, window, sizeof window);
	while ((rc = gt_v1_cursor_next(&c, &err)) > 0) {
		MUST(c.off >= f->gen.start_off && c.off < f->gen.end_off);
		MUST(c.type < GT_V1_TYPES && gt_v1_spec(c.type));
		n++;
	}
	/* The scan has seen every record: the cursor finds nothing wrong. */
	MUST(rc == 0);
	return n;
}

static void read_v1(struct gt_source *src, int minor)
{
	struct gt_v2_frame frames[GT_V1_MAX_FRAMES];
	uint64_t it = 0, id, events = 0;
	struct gt_error err = { 0 };
	struct gt_v2_ref ref;
	struct gt_v1_file f;
	int rc;

	gt_v1_file_init(&f);
	rc = gt_v1_scan(src, minor, &f, &err);
	if (rc < 0)
		check_error(rc, &err);
	if (f.damage)
		check_error(f.damage, &f.damage_err);
	for (size_t i = 0; rc == 0 && i < f.gen.nstreams; i++)
		events += read_v1_stream(src, &f, f.gen.streams[i].first);
	MUST(rc < 0 || events + f.gen.nsamples == f.records);
	while (rc == 0 && gt_v2_table_next(&f.gen.stacks, &it, &id, &ref))
		MUST(gt_v1_read_stack(src, &f.layout, ref, frames) == (int)ref.len);
	gt_v1_file_release(&f);
}

static void read_binary(const uint8_t *bytes, size_t n)
{
	struct gt_source *src;
	struct gt_header h;
	struct gt_error err = { 0 };
	int rc;

	gt_source_open_mem(&src, bytes, n, "fuzz");
	rc = gt_header_read(src, &h, &err);
	if (rc < 0) {
		check_error(rc, &err);
	} else if (h.format == GT_FORMAT_V2) {
		read_generations(src, h.minor);
		round_trip(bytes, n, h.minor);
	}
	if (rc >= 0 && h.format == GT_FORMAT_V1)
		read_v1(src, h.minor);
	gt_source_close(src);
}

static void read_text(const uint8_t *bytes, size_t n)
{
	struct gt_buf out = { 0 };
	struct gt_error err = { 0 };
	int rc = gt_v2_text_parse((const char *)bytes, n, &out, &err);

	if (rc < 0)
		check_error(rc, &err);
	read_binary((const uint8_t *)gt_buf_str(&out), out.len);
	gt_buf_release(&out);
}

static void unpack(const uint8_t *bytes, size_t n)
{
	int fd = memfd_create("fuzz", MFD_CLOEXEC);
	struct gt_stream in = { .fd = fd };
	struct gt_error err = { 0 }, damage = { 0 };
	struct gt_gunzip *u;
	uint8_t block[4096];
	ssize_t got;

	if (fd < 0)
		return;
	/* A pipe end that is at its end: everything is in the head. */
	if (gt_gunzip_open(&u, &in, bytes, n, &err) == 0) {
		for (unsigned i = 0; i < 256 && (got = gt_gunzip_read(u, block, sizeof block, &damage, &err)) > 0; i++)
			;
		if (got < 0)
			check_error((int)got, &err);
		gt_gunzip_close(u);
	}
	close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	if (gt_v2_text_detect(bytes, n) || gt_v2_text_is_archive(bytes, n))
		read_text(bytes, n);
	else if (gt_gunzip_detect(bytes, n))
		unpack(bytes, n);
	else
		read_binary(bytes, n);
	return 0;
}
