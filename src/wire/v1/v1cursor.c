/* A cursor over the timed events of one P. */
#include "wire/v1/v1cursor.h"

void gt_v1_cursor_init(struct gt_v1_cursor *c, struct gt_source *src, const struct gt_v1_layout *layout,
		       const struct gt_v2_batch *batches, uint32_t first, uint8_t *win, uint32_t size)
{
	*c = (struct gt_v1_cursor){
		.in = { .p = win, .end = win, .win = win, .size = size, .src = src },
		.batches = { .v = batches, .at = UINT32_MAX, .next = first },
		.layout = layout,
	};
}

void gt_v1_cursor_resume(struct gt_v1_cursor *c, uint32_t batch, uint64_t off, int64_t ticks)
{
	gt_batches_seek(&c->batches, &c->in, batch, off);
	c->ticks = ticks;
}

/* Goes to the next batch: 1, or 0 at the end. */
static int v1cursor_enter_batch(struct gt_v1_cursor *c)
{
	const struct gt_v2_batch *b = gt_batches_next(&c->batches, &c->in);

	if (!b)
		return 0;
	c->ticks = (int64_t)b->time;
	if (c->seqs)
		c->seq = (int64_t)c->seqs[c->batches.at];
	return 1;
}

static int v1cursor_changed(const struct gt_v1_cursor *c, struct gt_error *err)
{
	return gt_error_set(err, GT_ERR_CORRUPT, gt_reader_off(&c->in, c->in.p),
			    "expected the record that was here before: the file changed while it was read");
}

/* Tables in the midst of events. */
static int skip_table(struct gt_v1_cursor *c, struct gt_v1_form form, struct gt_error *err)
{
	const uint8_t *p = c->in.p + 1;
	bool has_length = *c->in.p >> 6 == 3 && form.kind != GT_V1_STRING;
	uint64_t v = 0;

	for (unsigned i = 0; p && i < (has_length ? 1u : form.n); i++)
		p = gt_v1_varint(p, c->in.end, &v);
	if (!p || !gt_reader_skip(&c->in, p, has_length || form.kind == GT_V1_STRING ? v : 0))
		return v1cursor_changed(c, err);
	return 0;
}

/* A timed record whose every byte is looked at before it is used: 1 if it is an event, 0 if not. */
static int v1cursor_read_timed(struct gt_v1_cursor *c, struct gt_v1_form form, struct gt_error *err)
{
	const uint8_t *p = c->in.p + 1, *end = c->in.end;
	uint64_t v[1 + 1 + GT_V1_MAX_ARGS + 1] = { 0 }, len;
	unsigned prefix = c->layout->seq ? 2 : 1;

	if (*c->in.p >> 6 == 3) {
		p = gt_v1_varint(p, end, &len);
		if (!p || len > (uint64_t)(end - p))
			return v1cursor_changed(c, err);
	}
	for (unsigned i = 0; p && i < form.n; i++)
		p = gt_v1_varint(p, end, &v[i]);
	if (!p)
		return v1cursor_changed(c, err);
	for (unsigned i = 0; i < GT_V1_MAX_ARGS; i++)
		c->args[i] = i < form.nargs ? v[i + prefix] : 0;
	c->stack = form.stack ? v[prefix + form.nargs] : 0;
	if (c->layout->seq)
		c->seq = (int64_t)((uint64_t)c->seq + v[0]);
	gt_v1_cursor_take(c, p, v[prefix - 1]);
	if (form.kind == GT_V1_LOG) {
		/* The message is not read. */
		p = gt_v1_varint(p, end, &len);
		if (!p || len > GT_V1_MAX_TEXT)
			return v1cursor_changed(c, err);
		c->text_off = gt_reader_off(&c->in, p);
		c->text_len = (uint32_t)len;
		if (!gt_reader_skip(&c->in, p, len))
			return v1cursor_changed(c, err);
	}
	return form.kind != GT_V1_SAMPLE;
}

int gt_v1_cursor_next_slow(struct gt_v1_cursor *c, struct gt_error *err)
{
	int rc = 0;

	while (rc == 0) {
		struct gt_v1_form form;

		if (c->in.p == c->in.end && c->in.left == 0 && !v1cursor_enter_batch(c))
			return 0;
		if (c->in.left != 0 && c->in.end - c->in.p < GT_V1_RECORD_MAX) {
			rc = gt_reader_fill(&c->in, err);
			if (rc < 0)
				return rc;
		}
		form = c->layout->form[*c->in.p];
		switch (form.kind) {
		case GT_V1_BAD:
			return v1cursor_changed(c, err);
		case GT_V1_STRUCTURAL:
		case GT_V1_STRING:
		case GT_V1_STACK:
			rc = skip_table(c, form, err);
			break;
		default:
			rc = v1cursor_read_timed(c, form, err);
			break;
		}
	}
	return rc;
}
