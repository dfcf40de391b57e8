/* -d=wire and -d=footprint: a trace's records as they stand in the file. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "format/listing.h"
#include "format/wiredump.h"
#include "wire/header.h"
#include "wire/v2/open.h"
#include "wire/v2/v2raw.h"
#include "wire/v2/v2text.h"

static int wiredump_emit(void *arg, uint64_t off, const char *text, size_t n)
{
	struct gt_out *out = arg;

	(void)off;
	gt_buf_add(&out->buf, text, n);
	if (n && text[n - 1] != '\n')
		gt_buf_putc(&out->buf, '\n');
	return !gt_out_step(out);
}

int gt_listing_wire(struct gt_out *out, const char *path, const struct gt_watch *watch, struct gt_error *err)
{
	struct gt_source *src;
	struct gt_header h;
	int rc = gt_trace_source_open(&src, &h, path, watch, err);

	if (rc)
		return rc;
	rc = h.format == GT_FORMAT_V1 ? gt_wire_v1(out, src, h.minor, err)
				      : gt_v2_text_print(src, h.minor, wiredump_emit, out, err);
	gt_source_close(src);
	return rc < 0 ? rc : 0;
}

/* ---- footprint ---- */

static int wiredump_by_bytes(const void *a, const void *b)
{
	const struct gt_footprint *x = a, *y = b;

	if (x->bytes != y->bytes)
		return x->bytes < y->bytes ? 1 : -1;
	return x->name && y->name ? strcmp(x->name, y->name) : (x->name == NULL) - (y->name == NULL);
}

static int count_records(struct gt_source *src, int minor, struct gt_footprint *types, struct gt_error *err)
{
	struct gt_v2_raw_reader r;
	struct gt_v2_raw rec;
	int rc;

	gt_v2_raw_open(&r, src, minor);
	while ((rc = gt_v2_raw_next(&r, &rec, err)) > 0) {
		types[rec.type].name = rec.spec->name;
		types[rec.type].bytes += rec.size;
		types[rec.type].count++;
	}
	gt_v2_raw_release(&r);
	return rc;
}

static double wiredump_percent(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

int gt_listing_footprint(struct gt_out *out, const char *path, const struct gt_watch *watch, struct gt_error *err)
{
	struct gt_footprint types[GT_V2_TYPES] = { 0 };
	uint64_t count = 0, size;
	struct gt_source *src;
	struct gt_header h;
	int rc = gt_trace_source_open(&src, &h, path, watch, err);

	if (rc)
		return rc;
	rc = h.format == GT_FORMAT_V1 ? gt_count_v1(src, h.minor, types, err) : count_records(src, h.minor, types, err);
	size = gt_source_size(src);
	qsort(types, GT_V2_TYPES, sizeof *types, wiredump_by_bytes);
	for (unsigned i = 0; i < GT_V2_TYPES; i++)
		count += types[i].count;
	gt_buf_printf(&out->buf, "%-20s %12s %7s %12s %7s\n", "Event", "Bytes", "%", "Count", "%");
	for (unsigned i = 0; i < GT_V2_TYPES && types[i].name; i++)
		gt_buf_printf(&out->buf, "%-20s %12" PRIu64 " %6.2f%% %12" PRIu64 " %6.2f%%\n", types[i].name,
			      types[i].bytes, wiredump_percent(types[i].bytes, size), types[i].count,
			      wiredump_percent(types[i].count, count));
	gt_source_close(src);
	return rc;
}
