/* Building an index: batches of ordered events (pipe.h) become rows. */
#include "index/build/builder.h"

#include <assert.h>

#include "index/build/pipe.h"

/* The store is consistent: readers may have the trace until ops->resume. */
static void build_pause(struct gt_trace_build *b)
{
	gt_store_sort_ids(b->store);
	b->ops->pause(b->arg);
}

/* What takes an event, by the format and the event's kind; the others only count. */
typedef void handler(struct gt_builder *w, const struct gt_event *e, int64_t t);

#define FOR_BOTH_FORMATS \
	[GT_EV_P_STATE] = gt_builder_p_state, [GT_EV_METRIC] = gt_builder_metric, \
	[GT_EV_TASK_BEGIN] = gt_builder_task, [GT_EV_TASK_END] = gt_builder_task, \
	[GT_EV_REGION_BEGIN] = gt_builder_region, [GT_EV_REGION_END] = gt_builder_region, \
	[GT_EV_LOG] = gt_builder_log, [GT_EV_SAMPLE] = gt_builder_sample

static handler *const handlers[][GT_EV_DROPPED] = {
	[GT_FORMAT_V1] = { FOR_BOTH_FORMATS,
		[GT_EV_G_STATE] = gt_builder_v1_g_state,
		[GT_EV_RANGE_BEGIN] = gt_builder_v1_range,
		[GT_EV_RANGE_END] = gt_builder_v1_range,
	},
	[GT_FORMAT_V2] = { FOR_BOTH_FORMATS,
		[GT_EV_G_STATE] = gt_builder_g_state,
		[GT_EV_RANGE_BEGIN] = gt_builder_range,
		[GT_EV_RANGE_ACTIVE] = gt_builder_range,
		[GT_EV_RANGE_END] = gt_builder_range,
		[GT_EV_LABEL] = gt_builder_label,
	},
};

static void add_in_full(struct gt_builder *w, handler *const *handle, const struct gt_event *e)
{
	if (GT_UNLIKELY(e->kind == GT_EV_DROPPED))
		return;
	assert(e->kind < GT_EV_DROPPED);
	w->b->event_counts[e->type]++;
	w->event_n = w->events++;
	w->at = e;
	if (handle[e->kind])
		handle[e->kind](w, e, e->time - w->base);
}

/* Notes where for long no event came; a batch that is short as a whole, as nearly all are, has no such place. */
static void note_silences(struct gt_builder *w, const struct gt_order_batch *b)
{
	bool has_short = b->nfull < b->n;
	const struct gt_event *full = b->full;
	int64_t last = has_short ? b->ev[b->n - 1].time : full[b->n - 1].time, t = w->now + w->base;
	uint64_t events = w->events;

	if (last - t < GT_SILENCE_LEAST)
		return;
	for (int i = 0; i < b->n; i++) {
		bool is_full = !has_short || b->ev[i].type == GT_SHORT_FULL;
		int64_t next = has_short ? b->ev[i].time : b->full[i].time;

		if (is_full && full++->kind == GT_EV_DROPPED)
			continue;
		if (events++ && next - t >= GT_SILENCE_LEAST)
			gt_silence_add(w->store, t - w->base, next - w->base);
		t = next;
	}
}

static void build_add_batch(struct gt_builder *w, const struct gt_order_batch *b)
{
	handler *const *handle = handlers[w->b->header.format];
	const struct gt_event *full = b->full;
	int i = 0;

	note_silences(w, b);
	for (int r = 0; r < b->nruns; r++)
		gt_order_records(w->store, b->runs[r].stream, b->runs[r].records);
	while (i < b->n) {
		if (b->nfull < b->n)
			i += w->v1 ? gt_builder_v1_short(w, b->ev + i, b->n - i)
				   : gt_builder_short(w, b->ev + i, b->n - i);
		if (i < b->n) {
			if (b->nruns == 0 && full->part == 0)
				gt_order_record(w->store, full->stream);
			add_in_full(w, handle, full++);
			i++;
		}
	}
	w->at = NULL;
	w->now = (b->nfull < b->n ? b->ev[b->n - 1].time : b->full[b->n - 1].time) - w->base;
	w->b->info->events = w->events;
	w->b->info->duration = w->b->info->horizon = w->now;
}

static void build_take_events(struct gt_builder *w, const struct gt_batch *b, uint64_t *bytes)
{
	if (b->has_marks)
		gt_checkpoint_add(w->store, w->events, &b->cursors);
	build_add_batch(w, &b->events);
	if (b->events.off > *bytes)
		*bytes = b->events.off;
}

static int build_start_gen(struct gt_builder *w, const struct gt_batch *b, struct gt_error *err)
{
	const struct gt_v1_file *v1;
	int64_t first_ticks;
	int rc;

	if (w->base == INT64_MIN) {
		w->base = gt_order_sync_time(w->order);
		w->b->info->first_ts = w->base;
	}
	v1 = gt_order_v1(w->order, &first_ticks);
	if (v1)
		gt_builder_v1_start(w, v1, first_ticks);
	if (gt_order_is_torn(w->order)) {
		gt_builder_end_ranges(w, w->now);
		gt_builder_tear(w);
	}
	rc = gt_builder_start_gen(w, err);
	gt_checkpoint_add(w->store, w->events, &b->cursors);
	return rc;
}

/* Takes batches until all are ordered: 0 then, or why the building cannot go on. */
static int build_all(struct gt_builder *w, struct gt_pipe *p, struct gt_error *err)
{
	uint64_t bytes = 0;
	int rc = 0;

	while (rc >= 0) {
		struct gt_batch *b = gt_pipe_oldest(p);
		bool ends = b && b->kind == GT_BATCH_END;

		if (b && b->kind == GT_BATCH_STOP)
			return 0;
		if (b && b->kind == GT_BATCH_START)
			rc = build_start_gen(w, b, err);
		else if (b && b->kind == GT_BATCH_EVENTS)
			build_take_events(w, b, &bytes);
		if (b)
			gt_pipe_taken(p, b);
		if (w->over.code) {
			if (err)
				*err = w->over;
			return w->over.code;
		}
		if (rc < 0)
			return rc;
		/* After every batch, a fraction of a millisecond of work, readers that wait get the trace. */
		build_pause(w->b);
		if (!b)
			gt_pipe_wait(p);
		rc = w->b->ops->resume(w->b->arg, bytes, ends, err);
	}
	return rc;
}

static void release_builder(struct gt_builder *w)
{
	free(w->gs);
	free(w->ps);
	free(w->held);
	free(w->stws);
	free(w->ended);
	free(w->tasks);
	free(w->string_rows);
	free(w->stack_rows);
	gt_buf_release(&w->text);
	gt_map_release(&w->sparse_strings);
	gt_map_release(&w->sparse_stacks);
	gt_map_release(&w->pc_frames);
	gt_map_release(&w->task_by_id);
	gt_map_release(&w->ended_words);
	gt_map_release(&w->region_by_key);
	free(w->ended_tasks);
	free(w->regions);
}

/* After the last event: what is still open ends. */
static void build_finish(struct gt_builder *w, bool whole)
{
	const struct gt_order_loss *loss = gt_order_loss(w->order);
	struct gt_trace_info *info = w->b->info;
	int64_t horizon;

	if (w->base == INT64_MIN)
		w->base = 0;
	/* A closing Sync ends the trace, one ns after the last event; an ordering fault comes without one. */
	if (whole)
		w->now = gt_order_end_time(w->order) - w->base;
	info->duration = w->now;
	horizon = gt_order_horizon(w->order);
	horizon = horizon == INT64_MAX ? w->now : horizon > w->base ? horizon - w->base : 0;
	horizon = w->known_to < horizon ? w->known_to : horizon;
	if (w->over.code && w->over_t < horizon)
		horizon = w->over_t;
	info->horizon = horizon < w->now ? horizon : w->now;
	info->lost_ns = loss->ns;
	info->lost_bytes = loss->bytes;
	info->lost_events = loss->events;
	info->no_stack = loss->no_stack;
	info->no_string = w->no_string;
	gt_builder_v1_finish(w);
	gt_builder_finish_notes(w);
	gt_builder_finish_regions(w);
	gt_builder_finish_sched(w, w->now);
	if (info->horizon < w->now)
		gt_builder_recount_alive(w, info->horizon);
	if (w->store->run_records)
		gt_order_flush_run(w->store);
}

static int build_run(struct gt_builder *w, struct gt_error *err)
{
	struct gt_pipe p;
	int rc;

	gt_pipe_start(&p, w->order, w->b->jobs ? w->b->jobs : gt_thread_processors());
	gt_store_set_chores(w->store, gt_pipe_has_help(&p) ? &p.chores : NULL);
	rc = build_all(w, &p, err);
	gt_store_set_chores(w->store, NULL);
	gt_pipe_stop(&p);
	if (rc == 0 && p.rc < 0) {
		rc = p.rc;
		if (err)
			*err = p.err;
	}
	gt_pipe_release(&p);
	build_finish(w, rc == 0);
	return rc;
}

int gt_build_run(struct gt_trace_build *b, struct gt_error *err)
{
	struct gt_builder w = {
		.b = b, .store = b->store, .names = b->names, .base = INT64_MIN, .gc.t0 = GT_NO_TIME,
		.free_task = UINT32_MAX, .free_region = UINT32_MAX,
		.region_hash = gt_hash_key_new(), .shown = GT_SHOWN_NONE,
		.known_to = INT64_MAX };
	int rc = gt_order_open(&w.order, b->src, &b->header, err);

	if (rc < 0)
		return rc;
	gt_order_cancel_with(w.order, b->cancel);
	gt_order_shift(w.order, b->shifts);
	gt_builder_intern_reasons(&w);
	if (b->header.format != GT_FORMAT_V1)
		b->store->tables[GT_T_SLICES].used = GT_COL(slice, start_n);
	rc = build_run(&w, err);
	release_builder(&w);
	gt_order_close(w.order);
	return rc;
}
