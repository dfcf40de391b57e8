/* Reading the records of a v1 trace one by one. */
#include "wire/v1/v1raw.h"

#include "base/xalloc.h"

/* A record with its text lies in the window as a whole. */
#define WINDOW (GT_V1_MAX_TEXT + (64u << 10))
#define VALUES_MAX (2 + 4 * GT_V1_MAX_FRAMES)

void gt_v1_raw_open(struct gt_v1_raw_reader *r, struct gt_source *src, int minor)
{
	gt_v1_layout_init(&r->layout, minor);
	gt_reader_open(&r->in, src, GT_HEADER_SIZE, gt_xmalloc(WINDOW), WINDOW);
	r->values = gt_xcalloc(VALUES_MAX, sizeof *r->values);
}

void gt_v1_raw_release(struct gt_v1_raw_reader *r)
{
	free(r->in.win);
	free(r->values);
	*r = (struct gt_v1_raw_reader){ 0 };
}

const char *gt_v1_value_name(const struct gt_v1_layout *l, unsigned type, uint32_t i)
{
	uint32_t prefix = l->seq ? 2 : 1;

	if (type <= GT_V1_Stack || type == GT_V1_String || type == GT_V1_TimerGoroutine)
		return NULL;
	if (i < prefix)
		return i + 1 < prefix ? "dseq" : "dt";
	i -= prefix;
	if (i < l->nargs[type])
		return gt_v1_spec(type)->args[i];
	return i == l->nargs[type] && l->stack[type] ? "stk" : NULL;
}

/* The values at p: as many as the form says, or as the length before them. */
static const uint8_t *v1raw_read_values(struct gt_v1_raw_reader *r, const uint8_t *p, const uint8_t *end,
					unsigned n, bool has_length, uint32_t *count)
{
	uint64_t len;

	*count = 0;
	if (!has_length) {
		for (; p && *count < n; ++*count)
			p = gt_v1_varint(p, end, &r->values[*count]);
		return p;
	}
	p = gt_v1_varint(p, end, &len);
	if (!p || len > (uint64_t)(end - p))
		return NULL;
	end = p + len;
	for (; p && p < end && *count < VALUES_MAX; ++*count)
		p = gt_v1_varint(p, end, &r->values[*count]);
	return p && p == end ? p : NULL;
}

static const uint8_t *v1raw_read_text(struct gt_v1_raw *rec, const uint8_t *p, const uint8_t *end,
				      uint64_t len)
{
	if (!p || len > GT_V1_MAX_TEXT || len > (uint64_t)(end - p))
		return NULL;
	rec->text = p;
	rec->text_len = (uint32_t)len;
	return p + len;
}

/* The end of the record that begins at p, NULL if it is not whole. */
static const uint8_t *v1raw_read_record(struct gt_v1_raw_reader *r, struct gt_v1_raw *rec, const uint8_t *p,
					const uint8_t *end)
{
	struct gt_v1_form form = r->layout.form[*p];
	bool has_length = *p >> 6 == 3 && form.kind != GT_V1_STRING;
	uint64_t len;

	p = v1raw_read_values(r, p + 1, end, form.n, has_length, &rec->nvalues);
	if (p && form.kind != GT_V1_STACK && rec->nvalues != form.n)
		return NULL;
	if (p && form.kind == GT_V1_STRING) {
		rec->nvalues = 1;
		return v1raw_read_text(rec, p, end, r->values[1]);
	}
	if (p && form.kind == GT_V1_LOG) {
		p = gt_v1_varint(p, end, &len);
		return v1raw_read_text(rec, p, end, len);
	}
	return p;
}

int gt_v1_raw_next(struct gt_v1_raw_reader *r, struct gt_v1_raw *rec, struct gt_error *err)
{
	bool full = (size_t)(r->in.end - r->in.p) >= WINDOW / 2;
	const uint8_t *p;
	int rc = 0;

	/* Where half a window is too little for the record, the whole one is enough for any. */
	for (;; full = false) {
		if (!full && r->in.left && (rc = gt_reader_fill(&r->in, err)) < 0)
			return rc;
		p = r->in.p;
		if (p == r->in.end)
			return 0;
		*rec = (struct gt_v1_raw){ .spec = gt_v1_spec(*p & 63), .off = gt_reader_off(&r->in, p),
					   .type = *p & 63, .values = r->values };
		if (r->layout.form[*p].kind == GT_V1_BAD)
			return gt_error_set(err, GT_ERR_CORRUPT, rec->off,
					    "expected an event of go 1.%d, found byte %u", r->layout.minor, *p);
		p = v1raw_read_record(r, rec, p, r->in.end);
		if (p) {
			rec->size = (uint32_t)(p - r->in.p);
			r->in.p = p;
			return 1;
		}
		if (!full)
			return gt_error_set(err, GT_ERR_CORRUPT, rec->off, "a %s record is cut or has a wrong form",
					    rec->spec->name);
	}
}
