/* Thrift's compact protocol: fields are told by how much larger their number is than the one before. */
#include "format/parquet/thrift.h"

#include <assert.h>

#include "format/parquet/encode.h"

static void thrift_field(struct gt_thrift *w, int field, enum gt_thrift_type type)
{
	int *last = &w->last[w->depth], step = field - *last;

	assert(step > 0);
	*last = field;
	if (step <= 15) {
		gt_buf_putc(w->out, (char)(step << 4 | (int)type));
		return;
	}
	gt_buf_putc(w->out, (char)type);
	gt_pq_put_varint(w->out, gt_pq_zigzag(field));
}

static void enter(struct gt_thrift *w)
{
	w->depth++;
	assert(w->depth < GT_THRIFT_DEPTH);
	w->last[w->depth] = 0;
}

void gt_thrift_begin(struct gt_thrift *w, struct gt_buf *out)
{
	*w = (struct gt_thrift){ .out = out };
}

void gt_thrift_int(struct gt_thrift *w, int field, enum gt_thrift_type type, int64_t v)
{
	thrift_field(w, field, type);
	gt_thrift_item_int(w, v);
}

void gt_thrift_bool(struct gt_thrift *w, int field, bool v)
{
	thrift_field(w, field, v ? GT_THRIFT_TRUE : GT_THRIFT_FALSE);
}

void gt_thrift_bytes(struct gt_thrift *w, int field, const void *s, size_t n)
{
	thrift_field(w, field, GT_THRIFT_BINARY);
	gt_thrift_item_bytes(w, s, n);
}

void gt_thrift_struct(struct gt_thrift *w, int field)
{
	if (field)
		thrift_field(w, field, GT_THRIFT_STRUCT);
	enter(w);
}

void gt_thrift_end(struct gt_thrift *w)
{
	gt_buf_putc(w->out, 0);
	if (w->depth)
		w->depth--;
}

void gt_thrift_list(struct gt_thrift *w, int field, enum gt_thrift_type type, size_t n)
{
	thrift_field(w, field, GT_THRIFT_LIST);
	if (n < 15) {
		gt_buf_putc(w->out, (char)((int)n << 4 | (int)type));
		return;
	}
	gt_buf_putc(w->out, (char)(0xf0 | (int)type));
	gt_pq_put_varint(w->out, n);
}

void gt_thrift_item_int(struct gt_thrift *w, int64_t v)
{
	gt_pq_put_varint(w->out, gt_pq_zigzag(v));
}

void gt_thrift_item_bool(struct gt_thrift *w, bool v)
{
	gt_buf_putc(w->out, v ? GT_THRIFT_TRUE : GT_THRIFT_FALSE);
}

void gt_thrift_item_bytes(struct gt_thrift *w, const void *s, size_t n)
{
	gt_pq_put_varint(w->out, n);
	gt_buf_add(w->out, s, n);
}
