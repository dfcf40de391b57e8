/* Cuts a part out of a trace: goes to its begin, writes the state there, copies events. */
#include "format/cut/cut.h"

#include <inttypes.h>

#include "base/human.h"
#include "base/xalloc.h"
#include "format/cut/cutown.h"
#include "index/query/events.h"
#include "order/align.h"

#define NS_PER_SECOND UINT64_C(1000000000)
/* Events of a step: of what is passed over, which is quick, and of what is written. */
#define SKIP_EVENTS 65536
#define COPY_EVENTS 8192

static uint64_t cut_number_at(struct gt_trace *t, int64_t time)
{
	struct gt_events *events = gt_events_open(t);
	uint64_t n = gt_events_seek(events, time);

	gt_events_close(events);
	return n;
}

/* Where the cut ends at the latest. */
static int check_range(const struct gt_trace *t, int64_t from, int64_t *to, bool *shortened, struct gt_error *err)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	int64_t end = gt_trace_beyond(t, GT_NO_TIME) ? info->horizon : INT64_MAX;

	if (info->header.format != GT_FORMAT_V2)
		return gt_error_usage(err, "a trace of Go %s cannot be cut: only the format of Go 1.22 and later can be written",
				      info->version + strcspn(info->version, "1"));
	if (!info->done)
		return gt_error_usage(err, "the trace is still being read: cut it when that is done");
	if (from >= end)
		return gt_error_usage(err, "the trace is damaged, and from %s on something is missing: only what is "
				      "before can be cut", gt_time_text(end).s);
	*shortened = end < *to && end < info->duration;
	*to = end < *to ? end : *to;
	return 0;
}

int gt_cut_open(struct gt_cut **out, struct gt_trace *t, int64_t from, int64_t to, struct gt_error *err)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	bool shortened = false;
	struct gt_cut *c;
	int rc = check_range(t, from, &to, &shortened, err);

	if (rc < 0)
		return rc;
	from = from < 0 ? 0 : from;
	to = to > info->duration ? info->duration + 1 : to;
	if (from >= to)
		return gt_error_usage(err, "nothing is cut: the range ends where it begins, or is behind the trace's end at %s",
				      gt_time_text(info->duration).s);
	c = gt_xcalloc(1, sizeof *c);
	*c = (struct gt_cut){
		.t = t, .first_ts = info->first_ts, .from = from + info->first_ts, .to = to + info->first_ts,
		.first = cut_number_at(t, from), .last = cut_number_at(t, to), .shortened = shortened,
	};
	rc = gt_order_open(&c->order, gt_trace_source(t), &info->header, err);
	if (rc < 0) {
		free(c);
		return rc;
	}
	gt_order_shift(c->order, gt_trace_shifts(t));
	gt_map_init(&c->strings);
	gt_map_init(&c->stacks);
	*out = c;
	return 0;
}

void gt_cut_close(struct gt_cut *c)
{
	if (!c)
		return;
	gt_order_close(c->order);
	gt_map_release(&c->strings);
	gt_map_release(&c->stacks);
	gt_buf_release(&c->text);
	gt_buf_release(&c->exp_info);
	if (c->w.out)
		gt_v2_writer_release(&c->w);
	gt_order_state_release(&c->state);
	free(c->made);
	free(c->waiting);
	free(c->regions);
	free(c);
}

double gt_cut_share(const struct gt_cut *c)
{
	return c->phase == CUT_DONE || !c->last ? 1 : c->at < c->last ? (double)c->at / (double)c->last : 1;
}

struct gt_cut_facts gt_cut_facts(const struct gt_cut *c)
{
	return (struct gt_cut_facts){
		.from = c->from - c->first_ts, .to = c->to - c->first_ts,
		.events = c->at > c->first ? (c->at < c->last ? c->at : c->last) - c->first : 0,
		.shortened = c->shortened,
	};
}

/* ---- generations of the cut ---- */

/* Moves a clock that was read at one time to what it said at a later one. */
static void set_clock(struct gt_v2_gen_start *start, const struct gt_v2_gen *g)
{
	/* A clock of ns needs no double, which has not each number from 2^53 on. */
	int64_t at = g->freq == NS_PER_SECOND ? (int64_t)g->clock_time : gt_v2_ns(g, g->clock_time);
	uint64_t ns;

	if (!g->has_clock)
		return;
	start->mono = g->clock_mono;
	start->sec = g->clock_sec;
	start->nsec = g->clock_nsec;
	if (at >= (int64_t)start->time) {
		start->clock_dt = (uint64_t)at - start->time;
		return;
	}
	ns = start->time - (uint64_t)at;
	start->mono += ns;
	ns += start->nsec;
	start->sec += ns / NS_PER_SECOND;
	start->nsec = ns % NS_PER_SECOND;
}

static bool read_experiment(struct gt_cut *c, const struct gt_v2_exp_batch *b)
{
	gt_buf_reset(&c->text);
	gt_buf_reserve(&c->text, b->size);
	if (gt_trace_read(c->t, b->off, c->text.data, b->size) != b->size)
		return false;
	c->text.len = b->size;
	return true;
}

static void write_experiment(struct gt_cut *c, const struct gt_v2_exp_batch *b, const struct gt_buf *bytes)
{
	int64_t time = gt_v2_ns(gt_order_gen(c->order), b->time);

	gt_v2_write_experiment(&c->w, b->exp, b->m, time > (int64_t)c->w.start ? (uint64_t)time : c->w.start,
			       gt_buf_str(bytes), bytes->len);
}

static void write_experiments(struct gt_cut *c)
{
	const struct gt_v2_gen *g = gt_order_gen(c->order);

	if (c->gens_written == 1 && c->exp_info.len)
		write_experiment(c, &c->exp_info_of, &c->exp_info);
	for (size_t i = 0; i < g->nexps; i++)
		if (read_experiment(c, &g->exps[i]))
			write_experiment(c, &g->exps[i], &c->text);
}

/* Where heap and stacks begin is said in the first generation only (format/v2.md 7.6). */
static void keep_experiment_info(struct gt_cut *c)
{
	const struct gt_v2_gen *g = gt_order_gen(c->order);

	for (size_t i = 0; i < g->nexps && !c->writing && !c->exp_info.len; i++) {
		if (!read_experiment(c, &g->exps[i]) || c->text.len < 1 || c->text.data[0] != 1)
			continue;
		gt_buf_add(&c->exp_info, c->text.data, c->text.len);
		c->exp_info_of = g->exps[i];
	}
}

static void begin_writing(struct gt_cut *c, int64_t time)
{
	const struct gt_v2_gen *g = gt_order_gen(c->order);
	/* Numbers of generations that have no event in the cut are not left out. */
	struct gt_v2_gen_start start = { .gen = c->w.gen ? c->w.gen + 1 : g->gen, .time = (uint64_t)time,
					 .freq = NS_PER_SECOND };

	set_clock(&start, g);
	gt_v2_write_gen(&c->w, &start);
	c->writing = true;
	c->time = time;
	c->gens_written++;
	write_experiments(c);
}

static void end_writing(struct gt_cut *c)
{
	if (!c->writing)
		return;
	gt_v2_write_gen_end(&c->w);
	c->writing = false;
	c->place.there = false;
}

/* ---- generations of the source ---- */

/* 1: there is one; 0: the trace is over. */
static int next_gen(struct gt_cut *c, struct gt_error *err)
{
	int rc;

	end_writing(c);
	rc = gt_order_next_gen(c->order, err);
	c->in_gen = rc > 0;
	c->gens_read += rc > 0;
	cut_forget_ids(c);
	if (rc > 0 && c->phase == CUT_SKIP)
		keep_experiment_info(c);
	/* The fault of a damaged trace lies behind what is cut. */
	return rc < 0 && c->at >= c->last ? 0 : rc;
}

/* ---- phases ---- */

/* The events before the cut. */
static int skip_some(struct gt_cut *c, struct gt_error *err)
{
	struct gt_event ev[GT_ORDER_BATCH];
	uint64_t end = c->at + SKIP_EVENTS;
	int n = 0, rc;

	while (c->at < c->first && c->at < end) {
		uint64_t left = c->first - c->at;

		rc = c->in_gen ? gt_order_next(c->order, ev, left < 3 ? 3 : left < GT_ORDER_BATCH ? (int)left
								     : GT_ORDER_BATCH, &n, err) : 0;
		if (rc < 0)
			return rc;
		c->at += (uint64_t)n;
		if (rc == 0 && (rc = next_gen(c, err)) <= 0)
			return rc < 0 ? rc : gt_error_set(err, GT_ERR_STALE, GT_NO_OFFSET,
							  "the trace has fewer events than its index");
	}
	if (c->at >= c->first)
		c->phase = CUT_COPY;
	return 1;
}

/* The start: at once if something goes on there, else with the first event. */
static void begin_copying(struct gt_cut *c, struct gt_buf *out)
{
	int64_t time;

	gt_v2_writer_init(&c->w, out, gt_trace_info(c->t)->header.minor);
	if (!c->in_gen || !cut_take_state(c))
		return;
	cut_make_start(c);
	time = c->from - (int64_t)c->nmade - 1;
	begin_writing(c, time > 0 ? time : 0);
	for (size_t i = 0; i < c->nmade; i++)
		gt_v2_write_event(&c->w, c->made[i].m, (uint64_t)++c->time, c->made[i].type, c->made[i].args);
}

/* All events of a record, which has one that is no part of it. */
static void copy_record(struct gt_cut *c, const struct gt_event *ev, int n)
{
	const struct gt_event *record = ev;

	if (!c->writing)
		begin_writing(c, gt_order_sync_time(c->order));
	while (record->part != 0 && record < ev + n - 1)
		record++;
	cut_write_waiting(c, ev->time);
	cut_copy(c, record, ev->time);
	c->time = ev[n - 1].time;
}

static int copy_some(struct gt_cut *c, struct gt_error *err)
{
	struct gt_event ev[3];
	uint64_t end = c->at + COPY_EVENTS;
	int n = 0, rc;

	while (c->at < c->last && c->at < end) {
		rc = c->in_gen ? gt_order_next(c->order, ev, GT_COUNT(ev), &n, err) : 0;
		if (rc < 0)
			return rc;
		if (rc == 0 && (rc = next_gen(c, err)) <= 0)
			return rc < 0 ? rc : gt_error_set(err, GT_ERR_STALE, GT_NO_OFFSET,
							  "the trace has fewer events than its index");
		if (n > 0)
			copy_record(c, ev, n);
		c->at += (uint64_t)n;
		n = 0;
	}
	if (c->at >= c->last)
		c->phase = CUT_REST;
	return 1;
}

/*
 * In the first generation of the trace what does nothing is mentioned at its end.  It was there all the time, so it is
 * in the cut, too.
 */
static int copy_rest(struct gt_cut *c, struct gt_error *err)
{
	struct gt_event ev[GT_ORDER_BATCH];
	uint64_t end = c->at + SKIP_EVENTS;
	int n = 0, rc = 0;

	/* Not even a state stands before the end, nor an event: those that follow say what goes on all the time. */
	if (!c->gens_written && (c->in_gen || next_gen(c, err) > 0))
		begin_writing(c, c->from > gt_order_sync_time(c->order) ? c->from : gt_order_sync_time(c->order));
	while (c->in_gen && c->gens_read == 1 && c->writing && c->at < end) {
		rc = gt_order_next(c->order, ev, GT_COUNT(ev), &n, err);
		if (rc <= 0)
			break;
		for (int i = 0; i < n; i++)
			cut_copy_late(c, &ev[i]);
		c->at += (uint64_t)n;
	}
	/* What cannot be read there is no part of the cut. */
	if (rc > 0 && c->at >= end)
		return 1;
	end_writing(c);
	c->phase = CUT_DONE;
	return 0;
}

int gt_cut_step(struct gt_cut *c, struct gt_buf *out, struct gt_error *err)
{
	switch (c->phase) {
	case CUT_SKIP: return skip_some(c, err);
	case CUT_COPY:
		if (!c->w.out)
			begin_copying(c, out);
		return copy_some(c, err);
	case CUT_REST: return copy_rest(c, err);
	case CUT_DONE: break;
	}
	return 0;
}
