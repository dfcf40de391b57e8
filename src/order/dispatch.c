/* Ordering and replay of either format: the format's own operations do the work. */
#include "order/order.h"

#include <stdlib.h>

#include "order/orderops.h"

int gt_order_open(struct gt_order **out, struct gt_source *src, const struct gt_header *h, struct gt_error *err)
{
	(void)err;
	*out = h->format == GT_FORMAT_V1 ? gt_v1_order_open(src, h->minor) : gt_v2_order_open(src, h->minor);
	return 0;
}

void gt_order_cancel_with(struct gt_order *o, const struct gt_cancel *cancel)
{
	o->cancel = cancel;
}

void gt_order_shift(struct gt_order *o, const struct gt_shifts *s)
{
	o->shifts = s;
}

void gt_order_close(struct gt_order *o)
{
	if (o)
		o->ops->close(o);
}

int gt_order_next_gen(struct gt_order *o, struct gt_error *err)
{
	return o->ops->next_gen(o, err);
}

int gt_order_next(struct gt_order *o, struct gt_event *buf, int n, int *got, struct gt_error *err)
{
	return o->ops->next(o, buf, n, got, err);
}

int gt_order_fill(struct gt_order *o, struct gt_order_batch *b, struct gt_error *err)
{
	int rc;

	if (o->ops->fill)
		return o->ops->fill(o, b, err);
	rc = o->ops->next(o, b->full, GT_ORDER_BATCH, &b->nfull, err);
	b->n = b->nfull;
	b->nruns = 0;
	if (b->n > 0)
		b->off = b->full[b->n - 1].off;
	return rc;
}

const struct gt_v2_gen *gt_order_gen(const struct gt_order *o)
{
	return o->ops->gen(o);
}

int64_t gt_order_sync_time(const struct gt_order *o)
{
	return o->ops->sync_time(o);
}

int64_t gt_order_end_time(const struct gt_order *o)
{
	return o->ops->end_time(o);
}

const struct gt_order_clock *gt_order_clock(const struct gt_order *o)
{
	return &o->clock;
}

int64_t gt_order_horizon(const struct gt_order *o)
{
	return o->ops->horizon(o);
}

const struct gt_order_loss *gt_order_loss(const struct gt_order *o)
{
	static const struct gt_order_loss nothing;

	return o->ops->loss ? o->ops->loss(o) : &nothing;
}

bool gt_order_is_torn(const struct gt_order *o)
{
	return o->ops->is_torn && o->ops->is_torn(o);
}

const struct gt_v1_file *gt_order_v1(const struct gt_order *o, int64_t *first_ticks)
{
	return o->ops->v1 ? o->ops->v1(o, first_ticks) : NULL;
}

int gt_order_stack(struct gt_order *o, struct gt_v2_ref ref, struct gt_v2_frame *out)
{
	return o->ops->stack(o, ref, out);
}

int gt_order_string(struct gt_order *o, uint64_t id, struct gt_buf *out)
{
	return gt_v2_gen_string(o->src, gt_order_gen(o), id, out);
}

void gt_order_get_cursors(const struct gt_order *o, struct gt_order_cursors *cursors)
{
	o->ops->get_cursors(o, cursors);
}

void gt_order_cursors_release(struct gt_order_cursors *cursors)
{
	free(cursors->cursors);
	*cursors = (struct gt_order_cursors){ 0 };
}

void gt_order_get_state(const struct gt_order *o, struct gt_order_state *s)
{
	s->ngs = s->nps = s->nms = 0;
	s->gc = GT_ORDER_GC_UNKNOWN;
	if (o->ops->get_state)
		o->ops->get_state(o, s);
}

void gt_order_state_release(struct gt_order_state *s)
{
	free(s->gs);
	free(s->ps);
	free(s->ms);
	*s = (struct gt_order_state){ 0 };
}

int gt_replay_open(struct gt_replay **out, struct gt_source *src, const struct gt_replay_gen *gen,
		   const struct gt_order_cursors *cursors, struct gt_error *err)
{
	return gen->minor ? gt_v1_replay_open(out, src, gen, cursors, err)
			  : gt_v2_replay_open(out, src, gen, cursors, err);
}

void gt_replay_close(struct gt_replay *r)
{
	if (r)
		r->ops->close(r);
}

int gt_replay_record(struct gt_replay *r, uint32_t stream, struct gt_event *ev, struct gt_error *err)
{
	return r->ops->record(r, stream, ev, err);
}
