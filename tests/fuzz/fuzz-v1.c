/* Fuzzes the wire layer with v1 traces: header, scan, stacks, cursors. */
#include "fuzz/fuzz.h"
#include "wire/source.h"
#include "wire/v1/v1cursor.h"
#include "wire/v1/v1scan.h"

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
	rc = gt_v1_scan(src, minor, NULL, &f, &err);
	if (rc < 0)
		fuzz_check_error(rc, &err);
	if (f.damage)
		fuzz_check_error(f.damage, &f.damage_err);
	for (size_t i = 0; rc == 0 && i < f.gen.nstreams; i++)
		events += read_v1_stream(src, &f, f.gen.streams[i].first);
	MUST(rc < 0 || events + f.gen.nsamples == f.records);
	while (rc == 0 && gt_v2_table_next(&f.gen.stacks, &it, &id, &ref))
		MUST(gt_v1_read_stack(src, &f.layout, ref, frames) == (int)ref.len);
	gt_v1_file_release(&f);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	struct gt_header h;
	struct gt_source *src = fuzz_open(bytes, n, &h);

	if (src && h.format == GT_FORMAT_V1)
		read_v1(src, h.minor);
	gt_source_close(src);
	return 0;
}
