/* -d=wire and -d=footprint of v1 traces. */
#include <inttypes.h>

#include "base/utf8.h"
#include "format/wiredump.h"
#include "wire/v1/v1raw.h"

static void put_record(struct gt_buf *b, const struct gt_v1_layout *l, const struct gt_v1_raw *rec)
{
	bool structural = rec->type <= GT_V1_Stack || rec->type == GT_V1_String || rec->type == GT_V1_TimerGoroutine;
	uint32_t i = 0;

	gt_buf_printf(b, "%" PRIu64 " %s", rec->off, rec->spec->name);
	if (structural) {
		for (; i < rec->nvalues; i++)
			gt_buf_printf(b, " %" PRIu64, rec->values[i]);
	} else {
		/* " name=value" for the time prefix, the arguments and the stack id. */
		if (l->seq)
			gt_buf_printf(b, " dseq=%" PRId64, (int64_t)rec->values[i++]);
		gt_buf_printf(b, " dt=%" PRId64, (int64_t)rec->values[i++]);
		for (unsigned k = 0; k < l->nargs[rec->type]; k++, i++)
			gt_buf_printf(b, " %s=%" PRIu64, rec->spec->args[k], rec->values[i]);
		if (l->stack[rec->type])
			gt_buf_printf(b, " stk=%" PRIu64, rec->values[i]);
	}
	if (rec->text) {
		gt_buf_putc(b, ' ');
		gt_text_escape(b, (const char *)rec->text, rec->text_len);
	}
	gt_buf_putc(b, '\n');
}

int gt_wire_v1(struct gt_out *out, struct gt_source *src, int minor, struct gt_error *err)
{
	struct gt_v1_raw_reader r;
	struct gt_v1_raw rec;
	int rc;

	gt_v1_raw_open(&r, src, minor);
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
