/* Replays an ordered trace from every mark and compares. */
#include "unit/order/again.h"

#include <string.h>

#include "base/xalloc.h"
#include "wire/v2events.h"

struct mark_at {
	struct gt_order_marks marks;
	size_t event;              /* of the generation: the next one */
};

struct recorded {
	struct gt_event *ev;
	size_t n, cap;
	struct mark_at *marks;
	size_t nmarks, marks_cap;
};

static void record_gen(struct gt_order *o, unsigned step, struct recorded *r)
{
	int got, rc;

	r->n = r->nmarks = 0;
	do {
		GT_GROW(r->marks, r->marks_cap, r->nmarks + 1);
		r->marks[r->nmarks] = (struct mark_at){ .event = r->n };
		gt_order_get_marks(o, &r->marks[r->nmarks++].marks);
		GT_GROW(r->ev, r->cap, r->n + step);
		rc = gt_order_next(o, r->ev + r->n, (int)step, &got, NULL);
		r->n += (size_t)got;
	} while (rc > 0);
}

static bool same_event(const struct gt_event *a, const struct gt_event *b)
{
	bool states = a->type == GT_V2_ProcStatus || a->type == GT_V2_GoStatus || a->type == GT_V2_GoStatusStack ||
		      a->type == GT_V2_ProcSteal || a->from == b->from;

	return a->time == b->time && a->off == b->off && a->m == b->m && a->p == b->p && a->g == b->g &&
	       a->type == b->type && a->part == b->part && a->kind == b->kind && a->to == b->to && states &&
	       a->nargs == b->nargs && !memcmp(a->args, b->args, a->nargs * sizeof a->args[0]) &&
	       a->stack == b->stack && a->stack2 == b->stack2 && a->subject == b->subject && a->gen == b->gen &&
	       (a->str == b->str || a->type == GT_V2_STWEnd) && a->str2 == b->str2;
}

/* Replays from one mark to the generation's end. */
static uint64_t replay_from(struct gt_source *src, const struct gt_replay_gen *gen, const struct recorded *r,
			    const struct mark_at *mark, struct gt_buf *why)
{
	struct gt_replay *rep;
	struct gt_event ev[3];
	uint64_t compared = 0;
	size_t i = mark->event;

	if (gt_replay_open(&rep, src, gen, &mark->marks, NULL) < 0) {
		gt_buf_printf(why, "the mark before event %zu is refused", i);
		return 0;
	}
	while (i < r->n && why->len == 0) {
		int n = gt_replay_record(rep, r->ev[i].stream, ev, NULL);

		if (n < 0)
			gt_buf_printf(why, "event %zu cannot be replayed", i);
		for (int k = 0; k < n && i < r->n; k++, i++, compared++)
			if (!same_event(&r->ev[i], &ev[k]) && why->len == 0)
				gt_buf_printf(why, "event %zu (%s at offset %llu), from the mark at %zu", i,
					      gt_v2_spec(r->ev[i].type)->name, (unsigned long long)r->ev[i].off,
					      mark->event);
	}
	gt_replay_close(rep);
	return compared;
}

uint64_t gt_replay_again(struct gt_source *src, const struct gt_header *h, unsigned step, struct gt_buf *why)
{
	struct recorded r = { 0 };
	struct gt_order *o;
	uint64_t compared = 0;

	if (gt_order_open(&o, src, h, NULL) < 0)
		return 0;
	while (gt_order_next_gen(o, NULL) > 0) {
		const struct gt_v2_gen *g = gt_order_gen(o);
		struct gt_replay_gen gen = {
			.gen = g->gen, .ns_per_unit = g->ns_per_unit, .batches = g->batches, .nbatches = g->nbatches,
			.streams = g->streams, .nstreams = g->nstreams, .samples = g->samples,
			.nsamples = g->nsamples };

		record_gen(o, step, &r);
		for (size_t i = 0; i < r.nmarks; i++) {
			compared += replay_from(src, &gen, &r, &r.marks[i], why);
			gt_order_marks_release(&r.marks[i].marks);
		}
	}
	gt_order_close(o);
	free(r.ev);
	free(r.marks);
	return compared;
}
