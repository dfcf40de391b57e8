/* The store's rarer additions: Ps, goroutines, annotations, generations, checkpoints. */
#include "index/store/store.h"

#include <assert.h>

#include "base/varint.h"
#include "base/xalloc.h"
#include "index/store/block.h"
#include "index/store/format.h"

void gt_store_init(struct gt_store *s)
{
	static const uint8_t header[GT_HEAD_SIZE];

	*s = (struct gt_store){ .run_stream = GT_STREAM_SAMPLES };
	gt_file_init(&s->file);
	gt_file_append(&s->file, header, sizeof header, GT_INDEX_ALIGN);
	gt_symtab_init(&s->names);
	for (int i = 0; i < GT_TABLES; i++)
		gt_btable_init(&s->tables[i], &gt_schemas[i], &s->file, &s->sealing);
	for (int i = 0; i < GT_SORTED_RANGES; i++) {
		gt_btable_add_part(&s->tables[GT_T_RANGE_STARTS]);
		s->open_ranges[i] = GT_NO_TIME;
	}
	for (int i = 0; i < GT_MAX_LEVELS; i++)
		gt_btable_add_part(&s->tables[GT_T_COUNT_MAXIMA]);
	s->counting.grown = (1u << GT_COUNTS) - 1;
	for (int i = 0; i < GT_COUNTS; i++)
		s->counting.newest.max[i] = INT64_MIN;
	s->counting.newest.max[GT_COUNT_NONE] = INT64_MAX;
	for (int i = 0; i < GT_INSTANTS_OF_NONE; i++)
		gt_btable_add_part(&s->tables[GT_T_INSTANTS]);
}

void gt_store_settle(struct gt_store *s)
{
	gt_seal_settle(&s->sealing);
	gt_file_settle(&s->file);
}

void gt_store_set_chores(struct gt_store *s, struct gt_chores *chores)
{
	gt_store_settle(s);
	s->sealing.chores = s->file.chores = chores;
}

void gt_store_set_clock(struct gt_store *s, uint64_t freq)
{
	for (int i = 0; freq && i < GT_TABLES; i++)
		s->tables[i].tick = (UINT64_C(1000000000) << 32) / freq;
}

/* What only the writing needs; the file and the chunks in it stay. */
void gt_store_drop_memory(struct gt_store *s)
{
	gt_symtab_release(&s->names);
	for (int i = 0; i < GT_TABLES; i++)
		gt_btable_release(&s->tables[i]);
	gt_seal_release(&s->sealing);
	gt_ids_release(&s->procs);
	gt_ids_release(&s->threads);
	free(s->open_slices);
	s->open_slices = NULL;
	s->open_slices_cap = 0;
	free(s->thread_sums);
	free(s->trace_sums);
	s->trace_sums = NULL;
	s->thread_sums = NULL;
	s->thread_sums_cap = 0;
	for (uint32_t i = 0; s->lives && i < s->nlives; i += 1u << GT_LIVES_SHIFT)
		free(s->lives[i >> GT_LIVES_SHIFT]);
	free(s->lives);
	gt_idset_release(&s->life_by_id);
	s->lives = NULL;
	s->lives_cap = 0;
	s->nlives = 0;
}

void gt_store_release(struct gt_store *s)
{
	gt_store_drop_memory(s);
	gt_file_release(&s->file);
}

/* ---- processors ---- */

uint32_t gt_parts_find_or_add(struct gt_store *s, uint64_t id, int64_t time)
{
	uint32_t before = s->procs.n, proc_row = gt_ids_find_or_add(&s->procs, id, time, GT_MAX_PROCS);

	if (s->procs.n == before)
		return proc_row;
	gt_btable_add_part(&s->tables[GT_T_SLICES]);
	gt_btable_add_part(&s->tables[GT_T_CALLS]);
	gt_btable_add_part(&s->tables[GT_T_RUNS]);
	GT_GROW(s->open_slices, s->open_slices_cap, s->procs.n);
	s->open_slices[proc_row] = (struct gt_open_slice){ .t0 = GT_NO_TIME };
	for (int i = 0; i < GT_INSTANTS_OF_PROC; i++)
		gt_btable_add_part(&s->tables[GT_T_INSTANTS]);
	return proc_row;
}

/* ---- threads ---- */

uint32_t gt_threads_find_or_add(struct gt_store *s, uint64_t id, int64_t time)
{
	uint32_t before = s->threads.n, row = gt_ids_find_or_add(&s->threads, id, time, GT_NO_ROW - 1);

	if (s->threads.n > before) {
		gt_btable_add_part(&s->tables[GT_T_THREAD_RUNS]);
		GT_GROW(s->thread_sums, s->thread_sums_cap, s->threads.n);
		s->thread_sums[row] = (struct gt_thread_sum){ .end = INT64_MIN };
	}
	return row;
}

void gt_store_sort_ids(struct gt_store *s)
{
	gt_ids_sort(&s->procs);
	gt_ids_sort(&s->threads);
}

void gt_thread_run_add(struct gt_store *s, uint32_t thread, const struct gt_thread_run *run, uint64_t longest_dur)
{
	struct gt_thread_sum *sum = &s->thread_sums[thread];
	int64_t t0 = run->t0 > sum->end ? run->t0 : sum->end, t1 = run->t1 > t0 ? run->t1 : t0;

	assert(thread < s->threads.n);
	GT_ADD_ROW(s, THREAD_RUNS, thread_run, thread,
		.t0 = t0, .dur = (uint64_t)(t1 - t0), .longest_dur = longest_dur, .who = run->who + 1,
		.longest = run->longest + 1, .proc_row = run->proc_row, .busy = (uint64_t)run->busy,
		.before = sum->busy);
	sum->end = t1;
	sum->busy += (uint64_t)run->busy;
}

/* ---- goroutines ---- */

static uint64_t id_of_life(const void *store, uint32_t row)
{
	return gt_goroutine_at(store, row)->id;
}

uint32_t gt_goroutine_newest(const struct gt_store *s, uint64_t id)
{
	return gt_idset_get(&s->life_by_id, id, id_of_life, s);   /* GT_MAP_NONE is GT_NO_ROW */
}

struct gt_goroutine *gt_goroutine_new(struct gt_store *s, uint64_t id, uint32_t *row)
{
	uint32_t r = s->nlives++, before;
	struct gt_incarnation *life;

	assert(!s->sealed);
	if (!(r & ((1u << GT_LIVES_SHIFT) - 1))) {
		GT_GROW(s->lives, s->lives_cap, (r >> GT_LIVES_SHIFT) + 1);
		s->lives[r >> GT_LIVES_SHIFT] = gt_xcalloc(1u << GT_LIVES_SHIFT, sizeof *life);
	}
	life = gt_life_at(s, r);
	*life = (struct gt_incarnation){ .longest = GT_NO_ROW };
	life->g = (struct gt_goroutine){
		.row = r, .id = id, .start = GT_NO_TIME, .end = GT_NO_TIME, .mid = GT_NO_TIME,
		.creator = GT_NO_ROW, .waker = GT_NO_ROW, .last_slice = GT_NO_ROW,
	};
	before = gt_idset_put(&s->life_by_id, r, id_of_life, s);
	if (before != GT_MAP_NONE)
		life->before = before + 1;
	*row = r;
	return &life->g;
}

/* ---- ranges, counters, annotations ---- */

/* The second of two optional times, as it is stored. */
static uint64_t store_second_time(int64_t t0, int64_t t1)
{
	if (t1 == GT_NO_TIME)
		return 0;
	return t0 == GT_NO_TIME ? (uint64_t)t1 : (uint64_t)(t1 - t0) + 1;
}

static uint8_t known_times(int64_t t0, int64_t t1)
{
	return (uint8_t)((t0 != GT_NO_TIME ? GT_KNOWN_T0 : 0) | (t1 != GT_NO_TIME ? GT_KNOWN_T1 : 0));
}

uint64_t gt_range_add(struct gt_store *s, const struct gt_range_row *r)
{
	uint64_t n = gt_btable_rows(&s->tables[GT_T_RANGES], 0);

	GT_ADD_ROW(s, RANGES, range, 0,
		.t0 = r->t0, .dur = store_second_time(r->t0, r->t1), .value = r->value, .value2 = r->value2,
		.g = r->g + 1, .proc_row = r->proc_row + 1, .name = r->name, .stack = r->stack, .kind = r->kind,
		.active = r->active);
	return n;
}

void gt_range_start_add(struct gt_store *s, enum gt_range kind, int64_t t0, uint64_t row)
{
	assert(kind < GT_SORTED_RANGES);
	GT_ADD_ROW(s, RANGE_STARTS, range_start, kind, .t0 = t0, .row = (uint32_t)row);
}

void gt_counter_add(struct gt_store *s, const struct gt_counter *c)
{
	GT_ADD_ROW(s, COUNTERS, counter, 0, .t = c->t, .value = c->value, .metric = c->metric);
}

void gt_task_add(struct gt_store *s, const struct gt_task *t)
{
	GT_ADD_ROW(s, TASKS, task, 0,
		.id = t->id, .parent = t->parent + 1, .t0 = t->t0 == GT_NO_TIME ? 0 : t->t0,
		.t1 = store_second_time(t->t0, t->t1), .name = t->name, .g0 = t->g0 + 1, .g1 = t->g1 + 1,
		.known = known_times(t->t0, t->t1));
}

void gt_region_add(struct gt_store *s, const struct gt_region *g)
{
	GT_ADD_ROW(s, REGIONS, region, 0,
		.t0 = g->t0 == GT_NO_TIME ? 0 : g->t0, .t1 = store_second_time(g->t0, g->t1), .task = g->task,
		.name = g->name, .g = g->g + 1, .stack = g->stack, .known = known_times(g->t0, g->t1));
}

void gt_log_add(struct gt_store *s, const struct gt_log *l)
{
	GT_ADD_ROW(s, LOGS, log, 0,
		.t = l->t, .task = l->task, .msg_off = l->msg_off, .g = l->g + 1, .category = l->category,
		.stack = l->stack, .msg_len = l->msg_len);
}

void gt_note_add(struct gt_store *s, const struct gt_note *n)
{
	GT_ADD_ROW(s, NOTES, note, 0,
		.n = n->n, .t = n->t, .ns = n->ns, .task = n->task, .name = n->name, .g = n->g + 1, .stack = n->stack,
		.kind = n->kind);
}

void gt_silence_add(struct gt_store *s, int64_t t0, int64_t t1)
{
	GT_ADD_ROW(s, SILENCES, silence, 0, .t0 = t0, .dur = (uint64_t)(t1 - t0));
}

/* ---- generations ---- */

void gt_gen_stack_add(struct gt_store *s, uint64_t id, uint32_t stack)
{
	GT_ADD_ROW(s, GEN_STACKS, gen_stack, 0, .id = id, .stack = stack);
}

void gt_gen_sample_add(struct gt_store *s, const struct gt_v2_sample *sample, uint32_t stack)
{
	GT_ADD_ROW(s, SAMPLES, sample, 0,
		.time = sample->time, .m = sample->m + 1, .p = sample->p + 1, .g = sample->g + 1,
		.stack_id = sample->stack, .off = sample->off, .stack = stack);
}

void gt_retimed_add(struct gt_store *s, const struct gt_v1_retimed *m)
{
	GT_ADD_ROW(s, MOVED, retimed, 0, .ticks = m->ticks, .off = m->off, .g = m->g, .seq = m->seq, .ts = m->ts);
}

void gt_gen_add(struct gt_store *s, const struct gt_v2_gen *g, int64_t sync_time, uint64_t first_event)
{
	struct gt_srow_gen *next = &s->next_gen;
	struct gt_v2_ref ref;
	uint64_t it = 0, id;

	for (size_t i = 0; i < g->nbatches; i++) {
		const struct gt_v2_batch *b = &g->batches[i];

		GT_ADD_ROW(s, BATCHES, batch, 0,
			.off = b->off, .time = b->time, .m = b->m + 1, .size = b->size, .next = b->next + 1);
	}
	for (size_t i = 0; i < g->nstreams; i++) {
		const struct gt_v2_stream *st = &g->streams[i];

		GT_ADD_ROW(s, STREAMS, stream, 0, .m = st->m + 1, .first = st->first, .last = st->last);
	}
	while (gt_v2_table_next(&g->strings, &it, &id, &ref))
		GT_ADD_ROW(s, GEN_STRINGS, gen_string, 0, .id = id, .off = ref.off, .len = ref.len);
	next->gen = g->gen;
	next->start_off = g->start_off;
	next->end_off = g->end_off;
	next->freq = g->freq;
	next->sync_time = sync_time;
	next->first_event = first_event;
	next->has_clock = g->has_clock;
	if (g->has_clock) {
		next->clock_time = g->clock_time;
		next->clock_mono = g->clock_mono;
		next->clock_sec = g->clock_sec;
		next->clock_nsec = (uint32_t)g->clock_nsec;
	}
	GT_PUT_ROW(s, GENS, gen, 0, next);
	*next = (struct gt_srow_gen){
		.batches = gt_btable_rows(&s->tables[GT_T_BATCHES], 0),
		.streams = gt_btable_rows(&s->tables[GT_T_STREAMS], 0),
		.samples = gt_btable_rows(&s->tables[GT_T_SAMPLES], 0),
		.strings = gt_btable_rows(&s->tables[GT_T_GEN_STRINGS], 0),
		.stacks = gt_btable_rows(&s->tables[GT_T_GEN_STACKS], 0),
	};
}

/* ---- the order ---- */

/*
 * A run is a varint (stream + 1) * 8 + min(records, 8) - 1, stream + 1 being 0
 * for samples, and if there are 8 records or more a varint of records - 8.
 */
void gt_order_flush_run(struct gt_store *s)
{
	uint64_t n = s->run_records, stream = (uint32_t)(s->run_stream + 1);
	struct gt_btable *t = &s->tables[GT_T_ORDER];
	struct gt_part *p = &t->parts[0];
	uint64_t first = stream << 3 | ((n < 8 ? n : 8) - 1);
	uint8_t out[2 * GT_VARINT_MAX];
	size_t len;

	if (!n)
		return;
	s->run_records = 0;
	/* Nearly all take two bytes. */
	if (GT_LIKELY(n < 8 && first < 0x4000 && p->cap - p->n >= 2)) {
		p->cols[p->n] = (uint8_t)(first < 0x80 ? first : first | 0x80);
		p->cols[p->n + 1] = (uint8_t)(first >> 7);
		p->n += first < 0x80 ? 1 : 2;
		return;
	}
	len = gt_varint_put(out, first);
	if (n >= 8)
		len += gt_varint_put(out + len, n - 8);
	gt_btable_put_bytes(t, out, len);
}

void gt_checkpoint_add(struct gt_store *s, uint64_t event, const struct gt_order_cursors *cursors)
{
	gt_order_flush_run(s);
	GT_ADD_ROW(s, CHECKPOINTS, checkpoint, 0,
		.event = event, .time = cursors->last_time, .order = gt_btable_rows(&s->tables[GT_T_ORDER], 0),
		.cursors = gt_btable_rows(&s->tables[GT_T_MARKS], 0), .sample = cursors->sample,
		.retimed = cursors->retimed, .gen = (uint32_t)gt_btable_rows(&s->tables[GT_T_GENS], 0) - 1);
	for (size_t i = 0; i < cursors->n; i++) {
		const struct gt_order_cursor *m = &cursors->cursors[i];

		GT_ADD_ROW(s, MARKS, mark, 0,
			.m = m->m + 1, .p = m->p + 1, .g = m->g + 1, .time = m->time, .off = m->off,
			.stream = m->stream + 1, .batch = m->batch);
	}
	s->checkpoint_event = event;
	s->checkpoint_marks = (uint32_t)cursors->n;
}
