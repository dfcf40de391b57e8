/* Binary v2 records as text, as `go tool trace -d=wire` prints them. */
#include "wire/goquote.h"
#include "wire/v2/v2raw.h"
#include "wire/v2/v2text.h"

static void add_arg(struct gt_buf *out, const char *name, uint64_t value)
{
	gt_buf_puts(out, name);
	gt_buf_putc(out, '=');
	gt_buf_u64(out, value);
}

/* Appends one record as gt_v2_text_print prints it, final newline included. */
static void v2_text_record(struct gt_buf *out, const struct gt_v2_raw *rec)
{
	static const char *const frame[] = { "\n\tpc", " func", " file", " line" };
	const struct gt_v2_spec *spec = rec->spec;

	gt_buf_puts(out, spec->name);
	for (unsigned i = 0; i < spec->nargs; i++) {
		gt_buf_putc(out, ' ');
		add_arg(out, spec->args[i], rec->args[i]);
	}
	for (uint64_t i = 0; i < (uint64_t)rec->nframes * 4; i++)
		add_arg(out, frame[i % 4], rec->frames[i]);
	/* Go's printer leaves empty data out; gt_v2_text_parse knows that. */
	if (spec->flags & GT_V2_DATA && rec->data_len) {
		gt_buf_puts(out, "\n\tdata=");
		gt_go_quote(out, rec->data, rec->data_len);
	}
	gt_buf_putc(out, '\n');
}

int gt_v2_text_print(struct gt_source *src, int minor, gt_v2_text_emit *emit, void *arg, struct gt_error *err)
{
	struct gt_v2_raw_reader r;
	struct gt_v2_raw rec;
	struct gt_buf line = { 0 };
	int rc;

	gt_v2_raw_open(&r, src, minor);
	while ((rc = gt_v2_raw_next(&r, &rec, err)) > 0) {
		gt_buf_reset(&line);
		v2_text_record(&line, &rec);
		rc = emit(arg, rec.off, line.data, line.len);
		if (rc)
			break;
	}
	gt_buf_release(&line);
	gt_v2_raw_release(&r);
	return rc;
}
