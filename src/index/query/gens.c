/* Generations: finding one, and getting back what its reader knew. */
#include "index/query/gens.h"

#include "base/bisect.h"
#include "base/xalloc.h"
#include "index/store/block.h"

bool gt_gen_get(const struct gt_trace *t, uint64_t row, struct gt_gen_rows *g)
{
	struct gt_srow_gen next;

	if (!gt_btable_row(gt_trace_table(t, GT_T_GENS), row, &g->row))
		return false;
	if (gt_btable_row(gt_trace_table(t, GT_T_GENS), row + 1, &next)) {
		g->batches_end = next.batches;
		g->streams_end = next.streams;
		g->samples_end = next.samples;
		g->strings_end = next.strings;
		g->stacks_end = next.stacks;
		g->events_end = next.first_event;
		return true;
	}
	/* The newest generation's tables are complete before its row is there; the next one's may have begun. */
	g->batches_end = gt_btable_rows(gt_trace_table(t, GT_T_BATCHES), 0);
	g->streams_end = gt_btable_rows(gt_trace_table(t, GT_T_STREAMS), 0);
	g->samples_end = gt_btable_rows(gt_trace_table(t, GT_T_SAMPLES), 0);
	g->strings_end = gt_btable_rows(gt_trace_table(t, GT_T_GEN_STRINGS), 0);
	g->stacks_end = gt_btable_rows(gt_trace_table(t, GT_T_GEN_STACKS), 0);
	if (!t->store.sealed) {
		g->samples_end = t->store.next_gen.samples;
		g->stacks_end = t->store.next_gen.stacks;
	}
	g->events_end = UINT64_MAX;
	return true;
}

bool gt_gen_find(const struct gt_trace *t, uint64_t gen, struct gt_gen_rows *g)
{
	uint64_t lo = 0, hi = gt_btable_rows(gt_trace_table(t, GT_T_GENS), 0);
	struct gt_srow_gen row;

	lo = GT_BISECT(i, lo, hi, gt_btable_row(gt_trace_table(t, GT_T_GENS), i, &row) && row.gen < gen);
	return gt_gen_get(t, lo, g) && g->row.gen == gen;
}

/* Rows [from, end) exist and number no more than 2^32: their count, or -1. */
static int64_t gens_count_rows(const struct gt_btable *t, uint64_t from, uint64_t end)
{
	if (from > end || end > gt_btable_rows(t, 0) || end - from >= UINT32_MAX)
		return -1;
	return (int64_t)(end - from);
}

static bool load_batches(const struct gt_btable *t, uint64_t from, size_t n, struct gt_v2_batch *out)
{
	struct gt_srow_batch r;

	for (size_t i = 0; i < n; i++) {
		if (!gt_btable_row(t, from + i, &r))
			return false;
		out[i] = (struct gt_v2_batch){
			.off = r.off, .time = r.time, .m = r.m - 1, .size = r.size, .next = r.next - 1,
		};
		if (out[i].next != UINT32_MAX && (out[i].next >= n || out[i].next <= i))
			return false;
	}
	return true;
}

static bool load_samples(const struct gt_btable *t, uint64_t from, size_t n, struct gt_v2_sample *out)
{
	struct gt_srow_sample r;

	for (size_t i = 0; i < n; i++) {
		if (!gt_btable_row(t, from + i, &r))
			return false;
		out[i] = (struct gt_v2_sample){
			.time = r.time, .m = r.m - 1, .p = r.p - 1, .g = r.g - 1, .stack = r.stack_id, .off = r.off,
		};
	}
	return true;
}

/* The trace's moved events, all of them of the only generation. */
static bool load_retimed(void *arg, uint64_t i, struct gt_v1_retimed *out)
{
	const struct gt_trace *t = arg;
	struct gt_srow_retimed r;

	if (!gt_btable_row(gt_trace_table(t, GT_T_MOVED), i, &r))
		return false;
	*out = (struct gt_v1_retimed){ .ticks = r.ticks, .off = r.off, .g = r.g, .seq = r.seq, .ts = r.ts };
	return true;
}

static int gens_damaged(struct gt_error *err)
{
	return gt_error_set(err, GT_ERR_STALE, GT_NO_OFFSET, "the index is damaged: a generation's rows do not fit");
}

static double gens_unit(const struct gt_trace *t, const struct gt_gen_rows *g)
{
	return t->header.format == GT_FORMAT_V1 ? 1e9 / (double)g->row.freq : gt_ns_per_unit(g->row.freq);
}

int gt_gen_load(const struct gt_trace *t, const struct gt_gen_rows *g, struct gt_gen_arrays *a, struct gt_error *err)
{
	int64_t nbatches = gens_count_rows(gt_trace_table(t, GT_T_BATCHES), g->row.batches, g->batches_end);
	int64_t nstreams = gens_count_rows(gt_trace_table(t, GT_T_STREAMS), g->row.streams, g->streams_end);
	int64_t nsamples = gens_count_rows(gt_trace_table(t, GT_T_SAMPLES), g->row.samples, g->samples_end);
	size_t nb, ns, np;

	*a = (struct gt_gen_arrays){ 0 };
	if (nbatches < 0 || nstreams < 0 || nsamples < 0)
		return gens_damaged(err);
	nb = (size_t)nbatches;
	ns = (size_t)nstreams;
	np = (size_t)nsamples;
	/* These rows exist, so the sizes are sound.  Failing here would look like an event without a link. */
	a->batches = gt_xrealloc(NULL, nb + 1, sizeof *a->batches);
	a->streams = gt_xrealloc(NULL, ns + 1, sizeof *a->streams);
	a->samples = gt_xrealloc(NULL, np + 1, sizeof *a->samples);
	if (!load_batches(gt_trace_table(t, GT_T_BATCHES), g->row.batches, nb, a->batches) ||
	    !load_samples(gt_trace_table(t, GT_T_SAMPLES), g->row.samples, np, a->samples)) {
		gt_gen_arrays_release(a);
		return gens_damaged(err);
	}
	for (size_t i = 0; i < ns; i++) {
		struct gt_srow_stream r;

		if (!gt_btable_row(gt_trace_table(t, GT_T_STREAMS), g->row.streams + i, &r) || r.first >= nb ||
		    r.last >= nb) {
			gt_gen_arrays_release(a);
			return gens_damaged(err);
		}
		a->streams[i] = (struct gt_v2_stream){
			.m = r.m - 1, .first = r.first, .last = r.last,
			.shift = gt_shifts_units(t->shifts, r.m - 1, gens_unit(t, g)) };
	}
	a->gen = (struct gt_replay_gen){
		.gen = g->row.gen,
		.ns_per_unit = gens_unit(t, g),
		.batches = a->batches, .nbatches = nb, .streams = a->streams, .nstreams = ns,
		.samples = a->samples, .nsamples = np, .first_ticks = (int64_t)g->row.clock_time,
		.minor = t->header.format == GT_FORMAT_V1 ? t->header.minor : 0, .retimed = load_retimed,
		.retimed_arg = (void *)(uintptr_t)t,
	};
	return 0;
}

void gt_gen_arrays_release(struct gt_gen_arrays *a)
{
	free(a->batches);
	free(a->streams);
	free(a->samples);
	*a = (struct gt_gen_arrays){ 0 };
}
