/* Traces with stop-the-world pauses, written row by row into a store. */
#include "stops.h"

#include <string.h>

#include "index/file/indexfile.h"
#include "wire/v1/v1events.h"
#include "wire/v2/v2events.h"
#include "unit/index/synth.h"

static uint32_t name(struct scene *s, const char *text)
{
	return gt_symtab_string(&s->t->store.names, text, strlen(text));
}

void scene_open(struct scene *s, enum gt_format format, int minor)
{
	s->t = synth_trace();
	s->t->info.header.format = format;
	s->t->info.header.minor = minor;
	scene_lasts(s, SCENE_END);
	s->preempted = name(s, "preempted");
	s->sync = name(s, "sync");
	for (uint32_t p = 0; p < 5; p++)
		gt_parts_find_or_add(&s->t->store, p, 0);
	for (uint32_t i = 0; i < 8; i++) {
		uint32_t row;

		gt_goroutine_new(&s->t->store, 100 + i, &row)->func = name(s, i < 4 ? "main.a" : "main.b");
	}
}

void scene_close(struct scene *s)
{
	synth_trace_close(s->t);
}

void scene_proc(struct scene *s, uint64_t p, int64_t t)
{
	gt_parts_find_or_add(&s->t->store, p, t);
}

uint32_t scene_slice(struct scene *s, uint32_t p, uint32_t g, int64_t t0, int64_t t1, int why, uint8_t flags)
{
	return gt_slices_add(&s->t->store, &(struct gt_slice){
		.t0 = t0, .t1 = t1, .proc_row = p, .g = g, .end_stack = 10 + g,
		.reason = why == SCENE_PREEMPTED ? s->preempted : why == SCENE_BLOCKED ? s->sync : 0,
		.ready = GT_NO_TIME, .waker = GT_NO_ROW, .start_n = GT_NONE, .end_n = GT_NONE, .ready_n = GT_NONE,
		.flags = flags });
}

uint32_t scene_numbered(struct scene *s, uint32_t p, uint32_t g, int64_t t0, int64_t t1, uint64_t n)
{
	return gt_slices_add(&s->t->store, &(struct gt_slice){
		.t0 = t0, .t1 = t1, .proc_row = p, .g = g, .end_stack = 10 + g, .reason = s->preempted,
		.ready = GT_NO_TIME, .waker = GT_NO_ROW, .start_n = n == GT_NONE ? GT_NONE : 1, .end_n = n,
		.ready_n = GT_NONE });
}

uint32_t scene_waited(struct scene *s, uint32_t p, uint32_t g, int64_t ready, int64_t t0, int64_t t1)
{
	struct gt_goroutine *gor = gt_goroutine_at(&s->t->store, g);
	bool v1 = s->t->header.format == GT_FORMAT_V1;

	gor->last_slice = gt_slices_add(
		&s->t->store, &(struct gt_slice){.t0 = t0,
						 .t1 = t1,
						 .proc_row = p,
						 .g = g,
						 .ready = ready,
						 .waker = GT_NO_ROW,
						 .start_n = GT_NONE,
						 .end_n = GT_NONE,
						 .ready_n = GT_NONE,
						 .prev = gor->last_slice,
						 .ready_type = v1 ? GT_V1_GoUnblock : GT_V2_GoUnblock});
	gor->slices++;
	return gor->last_slice;
}

uint32_t scene_woken(struct scene *s, uint32_t p, uint32_t g, int64_t t0, int64_t t1, uint32_t waker)
{
	return gt_slices_add(&s->t->store, &(struct gt_slice){
		.t0 = t0, .t1 = t1, .proc_row = p, .g = g, .reason = s->sync, .ready = t0, .waker = waker,
		.start_n = GT_NONE, .end_n = GT_NONE, .ready_n = GT_NONE, .ready_type = GT_V2_GoUnblock });
}

uint32_t scene_ended(struct scene *s, uint32_t p, uint32_t g, int64_t t0, int64_t t1, bool yields, const char *func,
		     uint64_t line)
{
	struct gt_symtab *names = &s->t->store.names;
	uint32_t frame = gt_symtab_frame(names, line, line, name(s, func), name(s, "poll.go"));

	return gt_slices_add(&s->t->store, &(struct gt_slice){
		.t0 = t0, .t1 = t1, .proc_row = p, .g = g, .end_stack = gt_symtab_stack(names, &frame, 1),
		.reason = yields ? name(s, "runtime.Gosched") : GT_STR_PREEMPTED, .ready = GT_NO_TIME,
		.waker = GT_NO_ROW, .start_n = GT_NONE, .end_n = GT_NONE, .ready_n = GT_NONE });
}

uint32_t scene_caller(struct scene *s, uint32_t p, uint32_t g, int64_t t0, int64_t call, int64_t t1)
{
	gt_syscalls_add(&s->t->store, p, &(struct gt_syscall){
		.t0 = call, .t1 = t1, .g = g, .lost = true, .known_start = true });
	return scene_slice(s, p, g, t0, t1, SCENE_NO, GT_SLICE_CALLS | GT_SLICE_LOST_P);
}

void scene_run(struct scene *s, uint32_t p, int64_t t0, int64_t t1)
{
	gt_proc_binding_add(&s->t->store, p, &(struct gt_proc_binding){ .t0 = t0, .t1 = t1, .m = 7 });
}

static void counter(struct scene *s, int64_t t, uint8_t metric, uint64_t value)
{
	gt_counter_add(&s->t->store, &(struct gt_counter){ .t = t, .value = value, .metric = metric });
}

void scene_procs(struct scene *s, int64_t t)
{
	scene_gomaxprocs(s, t, 5);
}

void scene_gomaxprocs(struct scene *s, int64_t t, uint64_t n)
{
	counter(s, t, GT_METRIC_GOMAXPROCS, n);
	s->t->info.gomaxprocs = n > s->t->info.gomaxprocs ? n : s->t->info.gomaxprocs;
}

void scene_heap(struct scene *s, int64_t t)
{
	counter(s, t, GT_METRIC_HEAP_ALLOC, 5);
}

void scene_stop(struct scene *s, const char *reason, uint32_t g, uint32_t p, int64_t t0, int64_t t1)
{
	uint64_t row = gt_range_add(&s->t->store, &(struct gt_range_row){
		.t0 = t0, .t1 = t1, .g = g, .proc_row = p, .name = name(s, reason), .kind = GT_RANGE_STW });

	gt_range_start_add(&s->t->store, GT_RANGE_STW, t0, row);
}

void scene_gc(struct scene *s, int64_t t0, int64_t t1)
{
	uint64_t row = gt_range_add(&s->t->store, &(struct gt_range_row){
		.t0 = t0, .t1 = t1, .g = GT_NO_ROW, .proc_row = GT_NO_ROW, .kind = GT_RANGE_GC });

	gt_range_start_add(&s->t->store, GT_RANGE_GC, t0, row);
}

uint32_t scene_worker(struct scene *s, uint32_t p, uint32_t g, int64_t t0, int64_t t1, const char *label)
{
	gt_goroutine_at(&s->t->store, g)->system = true;
	gt_instant_add(&s->t->store, GT_INSTANT_LABEL, p, t0, g);
	return gt_slices_add(&s->t->store, &(struct gt_slice){
		.t0 = t0, .t1 = t1, .proc_row = p, .g = g, .label = name(s, label), .ready = GT_NO_TIME,
		.waker = GT_NO_ROW, .start_n = GT_NONE, .end_n = GT_NONE, .ready_n = GT_NONE, .prev = GT_NO_ROW });
}

uint32_t scene_created(struct scene *s, const char *func, int64_t t)
{
	struct gt_goroutine *g;
	uint32_t row;

	g = gt_goroutine_new(&s->t->store, 1000 + (uint64_t)t, &row);
	g->func = name(s, func);
	g->create = t;
	return row;
}

void scene_assist(struct scene *s, uint32_t g, int64_t t0, int64_t t1)
{
	gt_range_add(&s->t->store, &(struct gt_range_row){
		.t0 = t0, .t1 = t1, .g = g, .proc_row = GT_NO_ROW, .kind = GT_RANGE_ASSIST });
}

void scene_waits(struct scene *s, uint32_t g, int64_t since, bool forever)
{
	struct gt_goroutine *gor = gt_goroutine_at(&s->t->store, g);

	gor->state = GT_G_WAITING;
	gor->since = since;
	gor->forever = forever;
	gor->end_reason = s->sync;
}

void scene_silence(struct scene *s, int64_t t0, int64_t t1)
{
	gt_silence_add(&s->t->store, t0, t1);
}

void scene_lasts(struct scene *s, int64_t duration)
{
	s->t->info.duration = s->t->info.horizon = duration;
}

void scene_refresh(struct scene *s)
{
	gt_store_sort_ids(&s->t->store);
	gt_info_refresh(&s->t->info, &s->t->store);
}

void scene_finish(struct scene *s)
{
	synth_trace_finish(s->t);
	s->t->info.done = s->t->info.complete = true;
}
