/* -d=wire and -d=footprint of v1 traces. */
#include <inttypes.h>
#include <string.h>

#include "format/wiredump.h"
#include "wire/goquote.h"
#include "wire/v1/v1raw.h"

/* Times are signed. */
static void put_value(struct gt_buf *b, const char *name, uint64_t value)
{
	gt_buf_putc(b, ' ');
	if (name) {
		gt_buf_puts(b, name);
		gt_buf_putc(b, '=');
	}
	if (name && (!strcmp(name, "dt") || !strcmp(name, "dseq")))
		gt_buf_i64(b, (int64_t)value);
	else
		gt_buf_u64(b, value);
}

static void put_record(struct gt_buf *b, const struct gt_v1_layout *l, const struct gt_v1_raw *rec)
{
	gt_buf_printf(b, "%" PRIu64 " %s", rec->off, rec->spec->name);
	for (uint32_t i = 0; i < rec->nvalues; i++)
		put_value(b, gt_v1_value_name(l, rec->type, i), rec->values[i]);
	if (rec->text) {
		gt_buf_putc(b, ' ');
		gt_go_quote(b, rec->text, rec->text_len);
	}
	gt_buf_putc(b, '\n');
}

int gt_wire_v1(struct gt_out *out, struct gt_source *src, int minor, struct gt_error *err)
{
	struct gt_v1_raw_reader r;
	struct gt_v1_raw rec;
	int rc;

	gt_v1_raw_open(&r, src, minor);
	gt_buf_printf(&out->buf, "Trace Go1.%d\n", minor);
	while ((rc = gt_v1_raw_next(&r, &rec, err)) > 0 && gt_out_step(out))
		put_record(&out->buf, &r.layout, &rec);
	gt_v1_raw_release(&r);
	return rc < 0 ? rc : 0;
}

int gt_count_v1(struct gt_source *src, int minor, struct gt_footprint *types, struct gt_error *err)
{
	struct gt_v1_raw_reader r;
	struct gt_v1_raw rec;
	int rc;

	gt_v1_raw_open(&r, src, minor);
	while ((rc = gt_v1_raw_next(&r, &rec, err)) > 0) {
		types[rec.type].name = rec.spec->name;
		types[rec.type].bytes += rec.size;
		types[rec.type].count++;
	}
	gt_v1_raw_release(&r);
	return rc;
}
