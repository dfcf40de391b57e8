/* Goroutines, names, ranges, counters, annotations, samples, generations: what goes in comes out, later too. */
#include "synth.h"

#include <string.h>

#include "base/xalloc.h"
#include "index/store/block.h"
#include "index/query/events.h"
#include "index/file/indexfile.h"
#include "index/query/gens.h"
#include "tap/tap.h"

#define N 1300

/* Every second one lacks something. */
static struct gt_goroutine make_goroutine(struct rnd *r, uint32_t row, uint64_t id)
{
	int64_t t = (int64_t)row * 10;

	return (struct gt_goroutine){
		.row = row,
		.id = id,
		.create = t,
		.first_seen = t + (int64_t)rnd_below(r, 3),
		.start = rnd_below(r, 2) ? t + 5 : GT_NO_TIME,
		.end = rnd_below(r, 2) ? t + 500 : GT_NO_TIME,
		.creator = rnd_below(r, 2) && row ? (uint32_t)rnd_below(r, row) : GT_NO_ROW,
		.create_stack = (uint32_t)rnd_next(r),
		.first_stack = (uint32_t)rnd_next(r),
		.func = row % 7,
		.last_slice = GT_NO_ROW,
		.end_stack = 3,
		.end_reason = row % 3,
		.since = rnd_below(r, 9) ? t + 9 : GT_NO_TIME,
		.mid = rnd_below(r, 2) ? t + 10 : GT_NO_TIME,
		.first_type = (uint8_t)rnd_next(r),
		.first_state = (uint8_t)rnd_below(r, 6),
		.state = (uint8_t)rnd_below(r, 6),
		.last_type = (uint8_t)rnd_next(r),
		.predates_trace = rnd_below(r, 2),
		.system = rnd_below(r, 2),
		.forever = rnd_below(r, 2),
	};
}

static bool same_goroutine(const struct gt_goroutine *a, const struct gt_goroutine *b)
{
	return a->row == b->row && a->id == b->id && a->create == b->create &&
	       a->first_seen == b->first_seen && a->start == b->start && a->end == b->end &&
	       a->creator == b->creator && a->create_stack == b->create_stack &&
	       a->first_stack == b->first_stack && a->func == b->func && a->last_slice == b->last_slice &&
	       a->slices == b->slices && a->end_stack == b->end_stack && a->end_reason == b->end_reason &&
	       a->since == b->since && a->mid == b->mid && a->first_type == b->first_type &&
	       a->first_state == b->first_state && a->state == b->state && a->last_type == b->last_type &&
	       a->predates_trace == b->predates_trace && a->system == b->system && a->forever == b->forever;
}

/* The plain answer of gt_goroutine_find. */
static uint32_t plain_find(const struct gt_goroutine *g, uint64_t id, int64_t time)
{
	uint32_t best = GT_NO_ROW;

	for (uint32_t i = 0; i < N; i++)
		if (g[i].id == id && (g[i].create <= time || best == GT_NO_ROW))
			best = i;
	return best;
}

static unsigned compare_goroutines(const struct gt_trace *t, const struct gt_goroutine *g)
{
	struct rnd r = { 12 };
	struct gt_goroutine got;
	unsigned bad = gt_goroutine_get(t, N, &got);

	for (uint32_t i = 0; i < N; i++) {
		uint64_t id = rnd_below(&r, 10) ? g[rnd_below(&r, N)].id : rnd_below(&r, 2000);
		int64_t time = (int64_t)rnd_below(&r, N * 10 + 20) - 10;

		bad += !gt_goroutine_get(t, i, &got) || !same_goroutine(&got, &g[i]);
		bad += gt_goroutine_find(t, id, time) != plain_find(g, id, time);
	}
	return bad;
}

TAP_TEST(goroutines)
{
	struct gt_goroutine *g = gt_xcalloc(N, sizeof *g);
	struct gt_trace *t = synth_trace();
	struct rnd r = { 5 };
	unsigned bad = 0;

	for (uint32_t i = 0; i < N; i++) {
		/* Ids that are used again, one of them all the time; far ones, for the sorting. */
		uint64_t id = rnd_below(&r, 3) == 0 ? 17 : rnd_below(&r, 3) ? rnd_below(&r, 500) : rnd_next(&r);
		uint32_t row;
		struct gt_goroutine *at = gt_goroutine_new(&t->store, id, &row);

		bad += row != i || at != gt_goroutine_at(&t->store, row) || at->start != GT_NO_TIME ||
		       at->creator != GT_NO_ROW || at->id != id || gt_goroutine_newest(&t->store, id) != row;
		g[i] = make_goroutine(&r, row, id);
		*at = g[i];
	}
	tap_is_u64(bad, 0, "new goroutines have the next rows");
	tap_is_u64(compare_goroutines(t, g), 0, "goroutines while growing");
	synth_trace_finish(t);
	tap_is_u64(t->info.goroutines, N, "their number");
	tap_is_u64(compare_goroutines(t, g), 0, "goroutines, finished");
	free(g);
	synth_trace_close(t);
}

/* ---- names ---- */

static unsigned compare_names(const struct gt_trace *t)
{
	unsigned bad = 0;
	struct gt_frame f;
	size_t len;

	bad += strcmp(gt_trace_string(t, 0, &len), "") || len;
	bad += strncmp(gt_trace_string(t, 1, &len), "main.main", 9) || len != 9;
	bad += memcmp(gt_trace_string(t, 2, &len), "a\0b", 3) || len != 3;
	bad += gt_trace_string(t, 3, &len) == NULL || len;
	bad += gt_trace_string(t, UINT32_MAX, &len) == NULL || len;
	bad += gt_stack_depth(t, 0) != 0 || gt_stack_depth(t, 1) != 2 || gt_stack_depth(t, 2) != 1;
	bad += gt_stack_depth(t, 3) != 0 || gt_stack_depth(t, UINT32_MAX) != 0;
	bad += !gt_stack_frame(t, 1, 0, &f) || f.pc != 0x401000 || f.line != UINT64_MAX || f.func != 1 || f.file != 2;
	bad += !gt_stack_frame(t, 1, 1, &f) || f.pc != 7 || f.line != 1;
	bad += !gt_stack_frame(t, 2, 0, &f) || f.pc != 7;
	bad += gt_stack_frame(t, 2, 1, &f) || gt_stack_frame(t, 3, 0, &f) || gt_stack_frame(t, 0, 0, &f);
	return bad;
}

TAP_TEST(names)
{
	struct gt_trace *t = synth_trace();
	struct gt_symtab *n = &t->store.names;
	uint32_t main_row = gt_symtab_string(n, "main.main", 9), odd = gt_symtab_string(n, "a\0b", 3),
		 frames[2];

	tap_ok(main_row == 1 && odd == 2 && gt_symtab_string(n, "main.main", 9) == 1 &&
		       gt_symtab_string(n, "", 0) == 0,
	       "a text has one row");
	frames[0] = gt_symtab_frame(n, 0x401000, UINT64_MAX, main_row, odd);
	frames[1] = gt_symtab_frame(n, 7, 1, odd, 0);
	tap_ok(frames[0] == 1 && frames[1] == 2 && gt_symtab_frame(n, 7, 1, odd, 0) == 2 &&
	       gt_symtab_frame(n, 0, 0, 0, 0) == 0, "a frame has one row");
	tap_ok(gt_symtab_stack(n, frames, 2) == 1 && gt_symtab_stack(n, frames + 1, 1) == 2 &&
		       gt_symtab_stack(n, frames, 2) == 1 && gt_symtab_stack(n, frames, 0) == 0,
	       "a stack has one row");
	tap_is_u64(compare_names(t), 0, "names while growing");
	synth_trace_finish(t);
	tap_is_u64(compare_names(t), 0, "names, finished");
	synth_trace_close(t);
}

/* Many of them: the tables grow, and rows stay what they were. */
TAP_TEST(many_names)
{
	struct gt_trace *t = synth_trace();
	struct gt_symtab *n = &t->store.names;
	unsigned bad = 0;

	for (int again = 0; again < 2; again++) {
		for (uint32_t i = 1; i < 20000; i++) {
			uint32_t frame = gt_symtab_frame(n, i, 0, 0, 0), stack[3] = { frame, i / 2, 1 };

			bad += gt_symtab_string(n, &i, 4) != i || frame != i ||
			       gt_symtab_stack(n, stack, 3) != i;
		}
	}
	tap_is_u64(bad, 0, "20000 strings, frames and stacks");
	synth_trace_finish(t);
	for (uint32_t i = 1; i < 20000; i++) {
		size_t len;

		bad += memcmp(gt_trace_string(t, i, &len), &i, 4) || len != 4 || gt_stack_depth(t, i) != 3;
	}
	tap_is_u64(bad, 0, "and when the index is finished");
	synth_trace_close(t);
}

/* ---- rows of all kinds ---- */

static struct gt_range_row make_range(struct rnd *r, int64_t t)
{
	return (struct gt_range_row){
		.t0 = t, .t1 = rnd_below(r, 5) ? t + (int64_t)rnd_below(r, 99) : GT_NO_TIME,
		.g = rnd_below(r, 2) ? 3 : GT_NO_ROW, .proc_row = rnd_below(r, 2) ? 1 : GT_NO_ROW,
		.name = (uint32_t)rnd_below(r, 5), .stack = (uint32_t)rnd_below(r, 5), .value = rnd_next(r),
		.value2 = rnd_next(r), .kind = (uint8_t)rnd_below(r, 4), .active = rnd_below(r, 2),
	};
}

static struct gt_task make_task(struct rnd *r, int64_t t)
{
	return (struct gt_task){
		.id = rnd_next(r), .parent = rnd_below(r, 2) ? GT_NONE : 8, .t0 = rnd_below(r, 3) ? t : GT_NO_TIME,
		.t1 = rnd_below(r, 3) ? t + (int64_t)rnd_below(r, 3) : GT_NO_TIME, .name = 1,
		.g0 = rnd_below(r, 2) ? 1 : GT_NO_ROW, .g1 = rnd_below(r, 2) ? 2 : GT_NO_ROW,
	};
}

static struct gt_region make_region(struct rnd *r, int64_t t)
{
	return (struct gt_region){
		.t0 = rnd_below(r, 3) ? t : GT_NO_TIME, .t1 = rnd_below(r, 3) ? t + 7 : GT_NO_TIME,
		.task = rnd_next(r), .name = 2, .g = rnd_below(r, 2) ? 0 : GT_NO_ROW, .stack = 4,
	};
}

static struct gt_log make_log(struct rnd *r, int64_t t)
{
	return (struct gt_log){
		.t = t, .task = rnd_next(r), .g = rnd_below(r, 2) ? 0 : GT_NO_ROW, .category = 1, .stack = 2,
		.msg_off = (uint64_t)t * 100, .msg_len = (uint32_t)rnd_below(r, 2000),
	};
}

static struct gt_v2_sample make_sample(struct rnd *r, int64_t t)
{
	return (struct gt_v2_sample){
		.time = t, .m = rnd_below(r, 2) ? rnd_next(r) : GT_NONE, .p = rnd_below(r, 2) ? 0 : GT_NONE,
		.g = rnd_below(r, 2) ? 1 : GT_NONE, .stack = rnd_below(r, 99), .off = (uint64_t)t,
	};
}

static void add_rows(struct gt_store *s)
{
	struct rnd r = { 3 };

	for (int64_t t = 0; t < N; t++) {
		struct gt_range_row range = make_range(&r, t);
		struct gt_task task = make_task(&r, t);
		struct gt_region region = make_region(&r, t);
		struct gt_log log = make_log(&r, t / 3);
		struct gt_v2_sample sample = make_sample(&r, t + 1000);

		gt_range_add(s, &range);
		gt_task_add(s, &task);
		gt_region_add(s, &region);
		gt_log_add(s, &log);
		gt_counter_add(s, &(struct gt_counter){ .t = t / 5 * 2, .value = (uint64_t)t << 40,
							.metric = (uint8_t)(t % 3) });
		gt_gen_sample_add(s, &sample, (uint32_t)t);
	}
}

static unsigned compare_range(const struct gt_range_row *a, const struct gt_range_row *b)
{
	return a->t0 != b->t0 || a->t1 != b->t1 || a->g != b->g || a->proc_row != b->proc_row ||
	       a->name != b->name || a->stack != b->stack || a->value != b->value || a->value2 != b->value2 ||
	       a->kind != b->kind || a->active != b->active;
}

static unsigned compare_task(const struct gt_task *a, const struct gt_task *b)
{
	return a->id != b->id || a->parent != b->parent || a->t0 != b->t0 || a->t1 != b->t1 || a->name != b->name ||
	       a->g0 != b->g0 || a->g1 != b->g1;
}

static unsigned compare_region(const struct gt_region *a, const struct gt_region *b)
{
	return a->t0 != b->t0 || a->t1 != b->t1 || a->task != b->task || a->name != b->name || a->g != b->g ||
	       a->stack != b->stack;
}

static unsigned compare_log(const struct gt_log *a, const struct gt_log *b)
{
	return a->t != b->t || a->task != b->task || a->g != b->g || a->category != b->category ||
	       a->stack != b->stack || a->msg_off != b->msg_off || a->msg_len != b->msg_len;
}

static unsigned compare_sample(const struct gt_sample *a, const struct gt_v2_sample *b)
{
	return a->t != b->time - 1000 || a->m != b->m || a->p != b->p || a->g != b->g;
}

/* 0, or more than any memory has, is no heap goal. */
static uint64_t want_counter(uint64_t i)
{
	uint64_t value = i << 40;

	return i % 3 == GT_METRIC_HEAP_GOAL && (!value || value > GT_HEAP_GOAL_MAX) ? GT_NONE : value;
}

static unsigned compare_rows(const struct gt_trace *t)
{
	struct rnd r = { 3 };
	unsigned bad = 0;

	for (int64_t at = 0; at < N; at++) {
		struct gt_range_row range, want_range = make_range(&r, at);
		struct gt_task task, want_task = make_task(&r, at);
		struct gt_region region, want_region = make_region(&r, at);
		struct gt_log log, want_log = make_log(&r, at / 3);
		struct gt_v2_sample want_sample = make_sample(&r, at + 1000);
		struct gt_counter counter;
		struct gt_sample sample;
		uint64_t i = (uint64_t)at;

		bad += !gt_range_get(t, i, &range) || compare_range(&range, &want_range);
		bad += !gt_task_get(t, i, &task) || compare_task(&task, &want_task);
		bad += !gt_region_get(t, i, &region) || compare_region(&region, &want_region);
		bad += !gt_log_get(t, i, &log) || compare_log(&log, &want_log);
		bad += !gt_sample_get(t, i, &sample) || compare_sample(&sample, &want_sample) || sample.stack != i;
		bad += !gt_counter_get(t, i, &counter) || counter.t != at / 5 * 2 || counter.value != want_counter(i) ||
		       counter.metric != i % 3;
		/* Rows at 0, 0, 0, 0, 0, 2, 2 …, and 0, 0, 0, 1, 1, 1 … */
		bad += gt_counter_seek(t, at) != (uint64_t)((at + 1) / 2 * 5 < N ? (at + 1) / 2 * 5 : N);
		bad += gt_log_seek(t, at) != (uint64_t)(at * 3 < N ? at * 3 : N);
	}
	return bad;
}

TAP_TEST(rows)
{
	struct gt_trace *t = synth_trace();
	struct gt_range_row range;
	struct gt_log log;

	t->info.first_ts = 1000;
	add_rows(&t->store);
	gt_info_refresh(&t->info, &t->store);
	tap_is_u64(t->info.ranges + t->info.tasks + t->info.regions + t->info.logs + t->info.samples + t->info.counters,
		   6 * N, "the counts");
	tap_is_u64(compare_rows(t), 0, "all kinds of rows while growing");
	synth_trace_finish(t);
	tap_is_u64(compare_rows(t), 0, "and finished");
	tap_ok(!gt_range_get(t, N, &range) && !gt_log_get(t, UINT64_MAX, &log), "none beyond the last");
	tap_ok(gt_counter_seek(t, INT64_MIN) == 0 && gt_counter_seek(t, INT64_MAX) == N, "seek to the ends");
	synth_trace_close(t);
}

/* ---- rows that refer to what is not there ---- */

/* One row of each kind, of which one field of one kind is wrong; -1: none is. */
static void add_wrong(struct gt_store *s, int wrong)
{
	static const uint32_t none = GT_NO_ROW;
	uint32_t row;
	int i = 0;

#define WRONG(good) (i++ == wrong ? 5 : (good))
	struct gt_range_row range = { .t1 = 9, .kind = GT_RANGE_SWEEP };
	struct gt_region region = { .t1 = 9 };
	struct gt_task task = { .id = 1, .parent = GT_NONE, .t1 = 9 };
	struct gt_log log = { .t = 1 };
	struct gt_goroutine *g = gt_goroutine_new(s, 1, &row);

	range.g = WRONG(none);
	range.proc_row = WRONG(none);
	range.name = WRONG(0);
	range.stack = WRONG(0);
	gt_range_add(s, &range);
	region.g = WRONG(row);
	region.name = WRONG(0);
	region.stack = WRONG(0);
	gt_region_add(s, &region);
	task.g0 = WRONG(row);
	task.g1 = WRONG(none);
	task.name = WRONG(0);
	gt_task_add(s, &task);
	log.g = WRONG(row);
	log.category = WRONG(0);
	log.stack = WRONG(0);
	gt_log_add(s, &log);
	g->creator = WRONG(none);
	g->create_stack = WRONG(0);
	g->first_stack = WRONG(0);
	g->func = WRONG(0);
	g->end_stack = WRONG(0);
	g->end_reason = WRONG(0);
#undef WRONG
}

TAP_TEST(references)
{
	enum { FIELDS = 19 };
	unsigned found = 0;

	for (int wrong = -1; wrong < FIELDS; wrong++) {
		struct gt_trace *t = synth_trace();
		struct gt_error err = { 0 };
		bool says;

		add_wrong(&t->store, wrong);
		gt_info_refresh(&t->info, &t->store);
		synth_trace_finish(t);
		says = gt_trace_verify(t, &err) && strstr(err.text, "refers to a row that is not there");
		found += says;
		if (wrong >= 0 && !says)
			tap_diag("field %d: %s", wrong, err.text);
		if (wrong < 0)
			tap_ok(!says, "a full check finds nothing in good rows%s%s", err.code ? ", but " : "",
			       err.code ? err.text : "");
		synth_trace_close(t);
	}
	tap_is_u64(found, FIELDS, "and each of %d fields with the number of a row that is not there", FIELDS);
}

/* ---- generations ---- */

static void add_gen(struct gt_store *s, uint64_t number, size_t nbatches)
{
	struct gt_v2_gen g;
	struct gt_v2_sample sample = { .time = 5, .off = number };

	gt_v2_gen_init(&g);
	g.gen = number;
	g.start_off = number * 1000;
	g.freq = 1000000000;
	g.has_clock = number % 2;
	g.clock_time = number * 100 + 7;
	g.clock_mono = 1;
	g.clock_sec = 2;
	g.clock_nsec = 3;
	g.nbatches = g.batches_cap = nbatches;
	g.batches = gt_xcalloc(nbatches + 1, sizeof *g.batches);
	g.nstreams = g.streams_cap = nbatches ? 1 : 0;
	g.streams = gt_xcalloc(1, sizeof *g.streams);
	g.streams[0] = (struct gt_v2_stream){ .m = 77, .first = 0, .last = (uint32_t)nbatches - 1 };
	for (size_t i = 0; i < nbatches; i++)
		g.batches[i] = (struct gt_v2_batch){
			.off = number * 1000 + i, .time = i, .m = 77, .size = (uint32_t)i,
			.next = i + 1 < nbatches ? (uint32_t)i + 1 : UINT32_MAX,
		};
	for (uint64_t id = 1; id <= number * 10; id++)
		gt_gen_stack_add(s, id * 3, (uint32_t)(id + number));
	gt_gen_sample_add(s, &sample, 0);
	gt_gen_add(s, &g, (int64_t)number * 100, number * 50);
	gt_v2_gen_release(&g);
}

static unsigned compare_gen(const struct gt_trace *t, uint64_t number, size_t nbatches)
{
	struct gt_gen_rows g;
	struct gt_gen_arrays a;
	struct gt_event ev = { .gen = number };
	unsigned bad = 0;

	if (!gt_gen_find(t, number, &g) || gt_gen_load(t, &g, &a, NULL))
		return 1;
	bad += g.row.start_off != number * 1000 || a.gen.nbatches != nbatches || a.gen.nsamples != 1;
	bad += a.gen.samples[0].off != number || a.gen.nstreams != (nbatches ? 1 : 0) || a.gen.ns_per_unit != 1.0;
	for (size_t i = 0; i < nbatches; i++)
		bad += a.batches[i].off != number * 1000 + i || a.batches[i].m != 77 ||
		       a.batches[i].next != (i + 1 < nbatches ? (uint32_t)i + 1 : UINT32_MAX);
	for (uint64_t id = 1; id <= number * 10; id++)
		bad += gt_event_stack_row(t, &ev, id * 3) != id + number || gt_event_stack_row(t, &ev, id * 3 + 1);
	bad += gt_event_stack_row(t, &ev, number * 30 + 3) != 0;
	gt_gen_arrays_release(&a);
	return bad;
}

TAP_TEST(gens)
{
	static const size_t batches[] = { 1, 700, 0, 3 };
	struct gt_trace *t = synth_trace();
	struct gt_gen_rows g;
	struct gt_clock c;
	unsigned bad = 0;

	t->info.first_ts = 100;
	for (uint64_t n = 0; n < GT_COUNT(batches); n++) {
		add_gen(&t->store, n + 1, batches[n]);
		for (uint64_t k = 0; k <= n; k++)
			bad += compare_gen(t, k + 1, batches[k]);
	}
	tap_is_u64(bad, 0, "generations while growing");
	/* The next one's tables have begun. */
	gt_gen_stack_add(&t->store, 1, 1);
	tap_is_u64(compare_gen(t, 4, 3), 0, "the newest one, with the next one's stacks");
	synth_trace_finish(t);
	for (uint64_t n = 0; n + 1 < GT_COUNT(batches); n++)
		bad += compare_gen(t, n + 1, batches[n]);
	tap_is_u64(bad, 0, "and finished");
	tap_ok(!gt_gen_find(t, 9, &g) && !gt_gen_find(t, 0, &g), "no others");
	tap_ok(gt_clock_get(t, 50, &c) && c.t == 7 && c.mono == 1 && c.sec == 2 && c.nsec == 3,
	       "the clock of the first");
	tap_ok(!gt_clock_get(t, 150, &c), "the second has none");
	tap_ok(gt_clock_get(t, 200, &c) && c.t == 207, "the third begins with its sync");
	synth_trace_close(t);
}
