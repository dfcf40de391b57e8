/* Replays an ordered trace from every mark, or orders it another way, and compares. */
#include "unit/order/again.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "wire/v1/v1events.h"
#include "wire/v2/v2events.h"

struct mark_at {
	struct gt_order_cursors marks;
	size_t event;              /* of the generation: the next one */
};

struct recorded {
	struct gt_event *ev;
	size_t n, cap;
	struct mark_at *marks;
	size_t nmarks, marks_cap;
	bool whole;                /* nothing was wrong with the generation */
};

static void record_gen(struct gt_order *o, unsigned step, struct recorded *r)
{
	int got, rc;

	r->n = r->nmarks = 0;
	do {
		GT_GROW(r->marks, r->marks_cap, r->nmarks + 1);
		r->marks[r->nmarks] = (struct mark_at){ .event = r->n };
		gt_order_get_cursors(o, &r->marks[r->nmarks++].marks);
		GT_GROW(r->ev, r->cap, r->n + step);
		rc = gt_order_next(o, r->ev + r->n, (int)step, &got, NULL);
		r->n += (size_t)got;
	} while (rc > 0);
	r->whole = rc == 0 && gt_order_loss(o)->events == 0;
}

/* The same of v1; a creation's state before and a first start's stack are not in the bytes. */
static bool same_v1_event(const struct gt_event *a, const struct gt_event *b)
{
	return a->time == b->time && a->off == b->off && a->m == b->m && a->p == b->p && a->g == b->g &&
	       a->type == b->type && a->to == b->to && (a->from == b->from || a->fresh) && a->nargs == b->nargs &&
	       !memcmp(a->args, b->args, sizeof a->args) && (a->stack == b->stack || a->fresh) &&
	       a->stack2 == b->stack2 && a->subject == b->subject && a->str == b->str && a->stream == b->stream &&
	       (a->kind == b->kind || (a->kind == GT_EV_OTHER && b->kind == GT_EV_G_STATE));
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

static const char *name_of(const struct gt_replay_gen *gen, const struct gt_event *e)
{
	return gen->minor ? gt_v1_spec(e->type)->name : gt_v2_spec(e->type)->name;
}

/* At the end: an order that names more records than there are is refused. */
static void ask_for_more(struct gt_replay *rep, const struct gt_replay_gen *gen, struct gt_buf *why)
{
	struct gt_event ev[3];

	for (uint32_t s = 0; s < gen->nstreams; s++)
		if (gt_replay_record(rep, gen->minor ? GT_V1_STREAM(s, GT_V1_PLAIN) : s, ev, NULL) != GT_ERR_STALE)
			gt_buf_printf(why, "stream %u goes on behind its end", (unsigned)s);
	if (!gen->minor && gt_replay_record(rep, GT_STREAM_SAMPLES, ev, NULL) != GT_ERR_STALE)
		gt_buf_puts(why, "the samples go on behind their end");
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
		if (r->ev[i].kind == GT_EV_DROPPED) {
			if (n > 0)
				gt_buf_printf(why, "event %zu is replayed, but it was dropped", i);
			i++;
			continue;
		}
		for (int k = 0; k < n && i < r->n; k++, i++, compared++)
			if (!(gen->minor ? same_v1_event : same_event)(&r->ev[i], &ev[k]) && why->len == 0)
				gt_buf_printf(why, "event %zu (%s at offset %llu), from the mark at %zu", i,
					      name_of(gen, &r->ev[i]), (unsigned long long)r->ev[i].off,
					      mark->event);
	}
	if (r->whole && why->len == 0)
		ask_for_more(rep, gen, why);
	gt_replay_close(rep);
	return compared;
}

static bool retimed_of(void *arg, uint64_t i, struct gt_v1_retimed *out)
{
	const struct gt_v1_file *f = arg;

	if (i >= f->nretimed)
		return false;
	*out = f->retimed[i];
	return true;
}

/* What the replay of a v1 trace needs besides; its samples must have times in ns. */
static void add_v1(struct gt_replay_gen *gen, struct gt_order *o, struct gt_v2_sample **samples)
{
	const struct gt_v1_file *f = gt_order_v1(o, &gen->first_ticks);

	*samples = NULL;
	if (!f)
		return;
	gen->minor = f->layout.minor;
	gen->retimed = retimed_of;
	gen->retimed_arg = (void *)(uintptr_t)f;
	*samples = gt_xcalloc(gen->nsamples + 1, sizeof **samples);
	for (size_t i = 0; i < gen->nsamples; i++) {
		(*samples)[i] = gen->samples[i];
		(*samples)[i].time = gt_v1_ns(gen->samples[i].time, gen->first_ticks, gen->ns_per_unit);
	}
	gen->samples = *samples;
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

		struct gt_v2_sample *samples;

		add_v1(&gen, o, &samples);
		record_gen(o, step, &r);
		for (size_t i = 0; i < r.nmarks; i++) {
			compared += replay_from(src, &gen, &r, &r.marks[i], why);
			gt_order_cursors_release(&r.marks[i].marks);
		}
		free(samples);
	}
	gt_order_close(o);
	free(r.ev);
	free(r.marks);
	return compared;
}

/* ---- gt_order_next and gt_order_fill ---- */

struct both {
	struct gt_order *next, *fill;
	struct gt_event ev[GT_ORDER_BATCH];
	struct gt_order_batch b;
	struct gt_order_cursors marks[2];
	uint64_t shorts;
	struct gt_buf *why;
};

static bool same_in_short(const struct gt_event *e, const struct gt_short_event *s, bool streams)
{
	return (!streams || s->stream == e->stream) && s->time == e->time && s->sslot == e->sslot &&
	       s->gslot == e->gslot && s->stack2 == e->stack2 && s->str == e->str &&
	       (s->p == GT_SHORT_NO_P ? GT_NONE : s->p) == e->p &&
	       s->type == e->type && e->kind == GT_EV_G_STATE && e->part == 0 && !e->fresh && e->from != e->to;
}

/* Arguments that the type does not have may be any. */
static bool same_in_full(const struct gt_event *e, const struct gt_event *f)
{
	struct gt_event a = *e, b = *f;

	for (int i = a.nargs; i < GT_EVENT_ARGS; i++)
		a.args[i] = b.args[i] = 0;
	return !memcmp(&a, &b, sizeof a);
}

/* The runs are the streams of the events' records. */
static bool same_runs(const struct gt_event *ev, const struct gt_order_batch *b)
{
	uint32_t left = 0;
	int r = 0;

	for (int i = 0; i < b->n; i++) {
		if (ev[i].part)
			continue;
		if (left == 0) {
			if (r == b->nruns)
				return false;
			left = b->runs[r++].records;
		}
		if (left-- == 0 || b->runs[r - 1].stream != ev[i].stream)
			return false;
	}
	return left == 0 && r == b->nruns;
}

static void compare_batches(struct both *x, int n)
{
	const struct gt_event *full = x->b.full;
	bool same = x->b.n == n && (n == 0 || x->b.off == x->ev[n - 1].off) &&
		    (x->b.nruns == 0 || same_runs(x->ev, &x->b));

	for (int i = 0; i < n && same; i++) {
		if (x->b.nfull == n || x->b.ev[i].type == GT_SHORT_FULL) {
			same = same_in_full(&x->ev[i], full++);
		} else {
			same = same_in_short(&x->ev[i], &x->b.ev[i], x->b.nruns == 0);
			x->shorts++;
		}
		if (!same)
			gt_buf_printf(x->why, "event %d at offset %llu", i, (unsigned long long)x->ev[i].off);
	}
	if (x->why->len == 0 && (x->b.n != n || full - x->b.full != x->b.nfull || !same))
		gt_buf_printf(x->why, "%d and %d events, %d in full", n, x->b.n, x->b.nfull);
}

static void compare_marks(struct both *x)
{
	const struct gt_order_cursors *a = &x->marks[0], *b = &x->marks[1];
	bool same;

	gt_order_get_cursors(x->next, &x->marks[0]);
	gt_order_get_cursors(x->fill, &x->marks[1]);
	same = a->n == b->n && a->last_time == b->last_time && a->sample == b->sample &&
	       gt_order_horizon(x->next) == gt_order_horizon(x->fill);
	for (size_t i = 0; i < a->n && same; i++)
		same = a->cursors[i].m == b->cursors[i].m && a->cursors[i].p == b->cursors[i].p &&
		       a->cursors[i].g == b->cursors[i].g && a->cursors[i].time == b->cursors[i].time &&
		       a->cursors[i].off == b->cursors[i].off && a->cursors[i].stream == b->cursors[i].stream &&
		       a->cursors[i].batch == b->cursors[i].batch;
	if (!same && x->why->len == 0)
		gt_buf_printf(x->why, "the positions after %lld differ", (long long)a->last_time);
}

/* True if there are further generations. */
static bool both_gen(struct both *x)
{
	struct gt_error err[2] = { 0 };
	int rc = gt_order_next_gen(x->next, &err[0]), other = gt_order_next_gen(x->fill, &err[1]), n;
	bool more = rc > 0;

	while (rc > 0 && other > 0 && x->why->len == 0) {
		rc = gt_order_next(x->next, x->ev, GT_ORDER_BATCH, &n, &err[0]);
		other = gt_order_fill(x->fill, &x->b, &err[1]);
		compare_batches(x, n);
		compare_marks(x);
	}
	if ((rc != other && (rc <= 0 || other <= 0)) || strcmp(err[0].text, err[1].text))
		gt_buf_printf(x->why, "%d %s, but %d %s", rc, err[0].text, other, err[1].text);
	return more && rc >= 0 && x->why->len == 0;
}

uint64_t gt_fill_again(struct gt_source *src, const struct gt_header *h, struct gt_buf *why)
{
	struct both *x = gt_xcalloc(1, sizeof *x);
	uint64_t shorts;

	x->why = why;
	if (gt_order_open(&x->next, src, h, NULL) == 0 && gt_order_open(&x->fill, src, h, NULL) == 0)
		while (both_gen(x))
			;
	gt_order_close(x->next);
	gt_order_close(x->fill);
	gt_order_cursors_release(&x->marks[0]);
	gt_order_cursors_release(&x->marks[1]);
	shorts = x->shorts;
	free(x);
	return shorts;
}
