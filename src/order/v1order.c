/* The v1 orderer: one generation, whose events come from the merge and go through the state machine. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "order/v1state.h"

GT_INLINE struct v1_order *v1_of(struct gt_order *base)
{
	return (struct v1_order *)base;
}

GT_INLINE const struct v1_order *v1_of_const(const struct gt_order *base)
{
	return (const struct v1_order *)base;
}

static void v1_close(struct gt_order *base)
{
	struct v1_order *o = v1_of(base);

	free(o->procs);
	free(o->dropped_bits);
	free(o->unlisted.ids);
	free(o->unlisted.stale);
	gt_map_release(&o->timers);
	gt_map_release(&o->tasks);
	gt_map_release(&o->dropped);
	v1_merge_release(&o->merge);
	gt_v1_file_release(&o->file);
	free(o);
}

static const struct gt_v2_gen *v1_gen(const struct gt_order *base)
{
	return &v1_of_const(base)->file.gen;
}

static int64_t v1_sync_time(const struct gt_order *base)
{
	(void)base;
	return 0;
}

static int64_t v1_end_time(const struct gt_order *base)
{
	return v1_of_const(base)->last_time;
}

static int64_t v1_horizon(const struct gt_order *base)
{
	const struct v1_order *o = v1_of_const(base);

	if (o->merge.whole == INT64_MAX)
		return INT64_MAX;
	return o->merge.whole > o->first_ticks ? gt_v1_ns(o->merge.whole, o->first_ticks, o->ns_per_tick) : 0;
}

static int v1_stack(struct gt_order *base, struct gt_v2_ref ref, struct gt_v2_frame *out)
{
	return gt_v1_read_stack(base->src, &v1_of(base)->file.layout, ref, out);
}

static const struct gt_v1_file *v1_file(const struct gt_order *base, int64_t *first_ticks)
{
	*first_ticks = v1_of_const(base)->first_ticks;
	return &v1_of_const(base)->file;
}

/* ---- damage ---- */

static void v1order_note(struct v1_order *o, int damage, const struct gt_error *err)
{
	if (o->damage || !damage)
		return;
	o->damage = damage;
	o->damage_err = *err;
}

/* ---- preparation ---- */

static int fetch(struct v1_order *o, struct gt_error *err)
{
	int rc = v1_merge_next(&o->merge, &o->next, err);

	o->have_next = rc > 0;
	/* A fault of the merge is older than any that the state machine finds after it. */
	v1order_note(o, o->merge.damage, &o->merge.damage_err);
	return rc;
}

/* Each stream by what its P's clock is to be moved. */
static void v1_shift(struct v1_order *o)
{
	struct gt_v1_file *f = &o->file;
	int64_t least = 0;

	gt_shift_gen(&o->base, &f->gen, true);
	for (size_t i = 0; i < f->gen.nstreams; i++)
		if (f->gen.streams[i].shift < least)
			least = f->gen.streams[i].shift;
	for (size_t i = 0; i < f->nretimed; i++) {
		struct gt_v1_retimed *r = &f->retimed[i];

		r->ticks += f->gen.streams[r->stream].shift;
		if (!f->layout.seq)
			r->key = r->ticks;
	}
	if (o->base.shifts && o->base.shifts->n)
		gt_v1_sort_retimed(f);
	/* Whose stream ends there is not known any more. */
	if (f->whole != INT64_MAX && f->whole != INT64_MIN)
		f->whole += least;
}

static int v1order_prepare(struct v1_order *o, struct gt_error *err)
{
	const struct gt_v1_file *f = &o->file;
	int rc;

	v1_shift(o);
	o->procs = gt_checked_alloc(f->gen.nstreams + 1, sizeof *o->procs);
	if (!o->procs)
		return gt_error_set(err, GT_ERR_NOMEM, GT_NO_OFFSET, "no memory for %zu processors", f->gen.nstreams);
	for (size_t i = 0; i < f->gen.nstreams; i++)
		o->procs[i] = (struct v1_proc){ .thread = GT_NONE, .p = v1_p(f->gen.streams[i].m) };
	v1_run_init(o);
	o->plain = !f->futile && !f->ntimers && !f->layout.seq;
	for (size_t i = 0; i < f->ntimers; i++)
		gt_map_put(&o->timers, f->timers[i], 1);
	rc = v1_find_unlisted(o, &o->unlisted, err);
	if (!rc && f->futile)
		rc = v1_find_futile(o, err);
	if (!rc)
		rc = v1_merge_open(&o->merge, o->base.src, f, &o->unlisted, err);
	if (!rc)
		rc = fetch(o, err);
	if (rc < 0)
		return rc;
	o->first_ticks = o->last_ticks = o->next.ticks;
	o->ns_per_tick = f->gen.ns_per_unit;
	return 0;
}

static int v1_next_gen(struct gt_order *base, struct gt_error *err)
{
	struct v1_order *o = v1_of(base);
	int rc;

	if (o->phase != V1_NEW) {
		/* All events are out: what was wrong, if anything. */
		o->phase = V1_OVER;
		v1order_note(o, o->merge.damage, &o->merge.damage_err);
		/* Last: what is wrong with the order matters more. */
		v1order_note(o, o->missing, &o->missing_err);
		if (o->damage && err)
			*err = o->damage_err;
		return o->damage;
	}
	o->phase = V1_OVER;
	/* What the records need to be understood stands at the file's end. */
	gt_source_await(base->src, UINT64_MAX);
	rc = gt_v1_scan(base->src, o->minor, base->cancel, &o->file, err);
	v1order_note(o, o->file.damage, &o->file.damage_err);
	if (!rc)
		rc = v1order_prepare(o, err);
	if (rc < 0) {
		v1order_note(o, rc, err ? err : &(struct gt_error){ .code = rc });
		return rc;
	}
	assert(o->procs);
	o->phase = V1_ORDERING;
	return 1;
}

/* ---- events ---- */

/* The event of an item; false if the record is none. */
static void make_event(struct v1_order *o, const struct v1_item *item, struct gt_event *e)
{
	switch (item->kind) {
	case V1_SAMPLE:
		v1_decode_sample(e, item->sample);
		return;
	case V1_MOVED:
		v1_decode_retimed(e, item->retimed);
		break;
	default:
		e->m = o->procs[item->stream].thread;
		e->p = o->procs[item->stream].p;
		v1_decode_event(e, &item->st->c, item->st->g);
		if (GT_UNLIKELY(o->file.futile && v1_is_dropped(o, e->off))) {
			e->kind = GT_EV_DROPPED;
			e->stream = GT_V1_STREAM(item->stream, GT_V1_DROPPED);
			return;
		}
		break;
	}
	v1_apply(o, e, item);
}

static void v1order_flaw(struct v1_order *o, int code, uint64_t off, const char *what, uint8_t type)
{
	if (!o->damage)
		o->damage = gt_error_set(&o->damage_err, code, off, "%s %s", what, gt_v1_spec(type)->name);
}

/* Times do not go back, whatever the clock did. */
static void v1order_set_time(struct v1_order *o, const struct v1_item *item, struct gt_event *e)
{
	if (GT_UNLIKELY(o->base.bounds != NULL)) {
		bool known = item->kind == V1_RECORD && e->type != GT_V1_GoSysExit && e->kind != GT_EV_DROPPED;

		gt_bounds_add(o->base.bounds, e, known ? o->file.gen.streams[item->stream].m : GT_NONE, known,
			      (int64_t)((double)(item->ticks - o->first_ticks) * o->ns_per_tick));
	}
	if (item->ticks > o->last_ticks) {
		o->last_ticks = item->ticks;
	} else if (GT_UNLIKELY(item->ticks < o->last_ticks)) {
		gt_order_moved(&o->base, gt_v1_ns(o->last_ticks, item->ticks, o->ns_per_tick), o->last_time);
		v1_miss(&o->merge, item->ticks, item->ticks);
		v1order_flaw(o, GT_ERR_ORDER, e->off, "time stamps out of order at", e->type);
	}
	o->last_time = gt_v1_ns(o->last_ticks, o->first_ticks, o->ns_per_tick);
	if (GT_UNLIKELY(o->last_time == GT_LAST_NS)) {
		v1_miss(&o->merge, item->ticks, item->ticks);
		v1order_flaw(o, GT_ERR_LIMIT, e->off,
			     "a clock that is half a year after the trace's start at", e->type);
	}
	e->time = o->last_time;
}

/*
 * The tables stand at the end of the file: one that is cut between them has all events and not all names
 * (format/v1.md 6).
 */
static void note_missing(struct v1_order *o, const struct gt_event *e)
{
	const struct gt_v2_gen *gen = &o->file.gen;
	/* Before Go 1.7 a GoCreate has a program counter there. */
	uint64_t stack2 = e->type == GT_V1_GoCreate && o->minor < 7 ? 0 : e->stack2;
	bool string = !gt_v2_table_has(&gen->strings, e->str);
	uint64_t stack = gt_v2_table_has(&gen->stacks, stack2) ? e->stack : stack2;

	if (GT_LIKELY(!string && gt_v2_table_has(&gen->stacks, stack)) || o->missing)
		return;
	o->missing = gt_error_set(
		&o->missing_err, GT_ERR_CORRUPT, e->off,
		"names are missing: %s %" PRIu64 ", which a %s refers to, is in no table of the file",
		string ? "string" : "stack", string ? e->str : stack,
		gt_v1_spec(e->type)->name);
}

/* The event that the merge gave last; the next one is fetched by the caller. */
static void take_next(struct v1_order *o, struct gt_event *e)
{
	make_event(o, &o->next, e);
	note_missing(o, e);
	v1order_set_time(o, &o->next, e);
}

static int v1_next(struct gt_order *base, struct gt_event *buf, int n, int *got, struct gt_error *err)
{
	struct v1_order *o = v1_of(base);
	int have = 0, rc = 1;

	while (have < n && o->have_next && rc > 0) {
		take_next(o, &buf[have++]);
		rc = fetch(o, err);
	}
	*got = have;
	if (rc < 0) {
		v1order_note(o, rc, err ? err : &(struct gt_error){ .code = rc });
		return rc;
	}
	return have;
}

static int v1_fill(struct gt_order *base, struct gt_order_batch *b, struct gt_error *err)
{
	struct v1_order *o = v1_of(base);
	int rc = 1;

	b->n = b->nfull = b->nruns = 0;
	while (b->n < GT_ORDER_BATCH && o->have_next && rc > 0) {
		struct gt_event *e = &b->full[b->nfull++];

		take_next(o, e);
		b->ev[b->n++] = (struct gt_short_event){ .time = e->time, .type = GT_SHORT_FULL };
		b->runs[b->nruns++] = (struct gt_order_run){ e->stream, 1 };
		b->off = e->off;
		rc = o->plain ? v1_run(o, b, err) : 0;
		if (rc == 0)
			rc = fetch(o, err);
	}
	if (rc < 0) {
		o->have_next = false;
		v1order_note(o, rc, err ? err : &(struct gt_error){ .code = rc });
		return rc;
	}
	return b->n;
}

/* ---- marks ---- */

static void v1_get_marks(const struct gt_order *base, struct gt_order_cursors *cursors)
{
	const struct v1_order *o = v1_of_const(base);
	bool held = o->have_next && o->next.kind != V1_RECORD;

	cursors->n = 0;
	cursors->last_time = o->last_time;
	cursors->sample = o->merge.sample - (held && o->next.kind == V1_SAMPLE);
	cursors->retimed = o->merge.retimed - (held && o->next.kind == V1_MOVED);
	for (uint32_t i = 0; i < o->merge.nstreams; i++) {
		const struct v1_stream *st = &o->merge.streams[i];

		/* A record that has been handed out is behind the mark. */
		if (st->done || !o->procs)
			continue;
		GT_GROW(cursors->cursors, cursors->cap, cursors->n + 1);
		cursors->cursors[cursors->n++] = (struct gt_order_cursor){
			.m = o->procs[i].thread, .p = o->file.gen.streams[i].m, .g = st->before ? st->before : GT_NONE,
			.time = st->c.prev_ticks, .off = st->c.off, .stream = i, .batch = st->c.batches.at };
	}
}

static const struct gt_order_ops v1_ops = {
	.close = v1_close,
	.next_gen = v1_next_gen,
	.next = v1_next,
	.fill = v1_fill,
	.gen = v1_gen,
	.sync_time = v1_sync_time,
	.end_time = v1_end_time,
	.horizon = v1_horizon,
	.stack = v1_stack,
	.v1 = v1_file,
	.get_cursors = v1_get_marks,
};

struct gt_order *gt_v1_order_open(struct gt_source *src, int minor)
{
	struct v1_order *o = gt_xcalloc(1, sizeof *o);

	o->base = (struct gt_order){ .ops = &v1_ops, .src = src };
	o->minor = minor;
	gt_v1_file_init(&o->file);
	o->merge.top.stream = V1_NO_STREAM;
	o->merge.whole = INT64_MAX;
	return &o->base;
}
