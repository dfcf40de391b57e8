/* Reads one generation: which batches it has and what its tables say (format/v2.md 10). */
#include "wire/v2/v2gen.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "base/xalloc.h"
#include "wire/gosort.h"
#include "wire/v2/v2events.h"
#include "wire/v2/v2scan.h"
#include "wire/v2/v2table.h"

void gt_v2_reader_init(struct gt_v2_reader *r, struct gt_source *src, int minor)
{
	*r = (struct gt_v2_reader){ .src = src, .minor = minor, .off = GT_HEADER_SIZE };
	r->scratch = gt_xmalloc(GT_V2_MAX_BATCH);
	r->scan = gt_xcalloc(1, sizeof *r->scan);
}

void gt_v2_reader_release(struct gt_v2_reader *r)
{
	if (r->scan) {
		gt_idset_release(&r->scan->ms);
		free(r->scan->needed);
	}
	free(r->scan);
	free(r->scratch);
	*r = (struct gt_v2_reader){ 0 };
}

void gt_v2_gen_init(struct gt_v2_gen *g)
{
	*g = (struct gt_v2_gen){ 0 };
}

void gt_v2_gen_release(struct gt_v2_gen *g)
{
	free(g->batches);
	free(g->streams);
	free(g->exps);
	free(g->samples);
	gt_v2_table_release(&g->strings);
	gt_v2_table_release(&g->stacks);
	*g = (struct gt_v2_gen){ 0 };
}

/* Makes g and the scan empty, keeping their memory. */
static void v2gen_start_gen(struct gt_v2_reader *r, struct gt_v2_gen *g, uint64_t off)
{
	struct gt_v2_gen kept = *g;

	gt_v2_table_clear(&kept.strings);
	gt_v2_table_clear(&kept.stacks);
	*g = (struct gt_v2_gen){
		.start_off = off,
		.end_off = off,
		.batches = kept.batches,
		.batches_cap = kept.batches_cap,
		.streams = kept.streams,
		.streams_cap = kept.streams_cap,
		.exps = kept.exps,
		.exps_cap = kept.exps_cap,
		.samples = kept.samples,
		.samples_cap = kept.samples_cap,
		.strings = kept.strings,
		.stacks = kept.stacks,
	};
	gt_idset_clear(&r->scan->ms);
	if (r->scan->needed_len)
		memset(r->scan->needed, 0, r->scan->needed_len);
	r->scan->needed_other = false;
	r->scan->has_freq = false;
}

/* Tables first: those whose content is read at once. */
enum kind {
	KIND_STRINGS, KIND_STACKS, KIND_SAMPLES, KIND_SYNC, KIND_TABLES = KIND_SYNC,
	KIND_EVENTS, KIND_EXPERIMENT, KIND_END
};

static enum kind v2gen_kind_of(const struct gt_v2_head *h, int minor)
{
	if (h->end_of_gen)
		return KIND_END;
	if (h->exp)
		return KIND_EXPERIMENT;
	switch (h->first) {
	case GT_V2_Strings:
		return KIND_STRINGS;
	case GT_V2_Stacks:
		return KIND_STACKS;
	case GT_V2_CPUSamples:
		return KIND_SAMPLES;
	case GT_V2_Frequency:
		return minor < 25 ? KIND_SYNC : KIND_EVENTS;
	case GT_V2_Sync:
		return minor >= 25 ? KIND_SYNC : KIND_EVENTS;
	case GT_V2_EndOfGeneration:
		/* Go's reader also takes a batch that begins with it for the mark. */
		return KIND_END;
	default:
		return KIND_EVENTS;
	}
}

/*
 * Reads the batch at off, its content into scratch if it is a table: 1, 0 at a
 * clean end of the file, negative.
 */
static int read_batch(struct gt_v2_reader *r, uint64_t off, struct gt_v2_head *h, struct gt_error *err)
{
	int rc = gt_v2_head_read(r->src, off, h, err);
	int64_t n;

	if (rc <= 0 || v2gen_kind_of(h, r->minor) > KIND_TABLES)
		return rc;
	n = gt_source_read(r->src, h->content, r->scratch, h->size);
	if (n < 0)
		return gt_error_errno(err, errno, "cannot read the trace at offset %" PRIu64, h->content);
	if ((uint64_t)n < h->size)
		return gt_error_set(err, GT_ERR_CUT, h->off,
				    "the file became shorter: it ends inside a batch of generation %" PRIu64, h->gen);
	return 1;
}

static uint64_t m_of_stream(const void *streams, uint32_t i)
{
	return ((const struct gt_v2_stream *)streams)[i].m;
}

/* Appends an event batch to its thread's stream. */
static int add_events(struct gt_v2_scan *sc, struct gt_v2_gen *g, const struct gt_v2_head *h, struct gt_error *err)
{
	uint32_t stream = gt_idset_get(&sc->ms, h->m, m_of_stream, g->streams), index = (uint32_t)g->nbatches;

	if (g->nbatches >= GT_MAP_NONE || !GT_TRY_GROW(g->batches, g->batches_cap, g->nbatches + 1) ||
	    (stream == GT_MAP_NONE && !GT_TRY_GROW(g->streams, g->streams_cap, g->nstreams + 1)))
		return gt_error_set(err, GT_ERR_NOMEM, h->off, "not enough memory for the list of batches");
	if (stream == GT_MAP_NONE) {
		g->streams[g->nstreams] = (struct gt_v2_stream){ .m = h->m, .first = index, .last = index };
		gt_idset_put(&sc->ms, (uint32_t)g->nstreams++, m_of_stream, g->streams);
	} else {
		assert(stream < g->nstreams && g->streams[stream].last < index);
		g->batches[g->streams[stream].last].next = index;
		g->streams[stream].last = index;
	}
	g->batches[g->nbatches++] = (struct gt_v2_batch){
		.off = h->content, .time = h->time, .m = h->m, .size = h->size, .next = UINT32_MAX,
	};
	return 0;
}

static int v2gen_add_batch(struct gt_v2_reader *r, struct gt_v2_gen *g, const struct gt_v2_head *h,
			   struct gt_error *err)
{
	g->end_off = h->end;
	switch (v2gen_kind_of(h, r->minor)) {
	case KIND_STRINGS:
		return gt_v2_add_strings(g, h, r->scratch, err);
	case KIND_STACKS:
		return gt_v2_add_stacks(g, r->scan, h, r->scratch, err);
	case KIND_SAMPLES:
		return gt_v2_add_samples(g, h, r->scratch, err);
	case KIND_SYNC:
		return gt_v2_add_sync(g, r->scan, r->minor, h, r->scratch, err);
	case KIND_EXPERIMENT:
		if (!GT_TRY_GROW(g->exps, g->exps_cap, g->nexps + 1))
			return gt_error_set(err, GT_ERR_NOMEM, h->off, "not enough memory for the list of batches");
		g->exps[g->nexps++] = (struct gt_v2_exp_batch){
			.off = h->content, .time = h->time, .m = h->m, .size = h->size, .exp = h->exp };
		return 0;
	case KIND_END:
		return gt_error_set(err, GT_ERR_CORRUPT, h->content,
				    "an end-of-generation event in a go 1.%d trace", r->minor);
	case KIND_EVENTS:
		break;
	}
	return add_events(r->scan, g, h, err);
}

/* 0 stands for "no batch yet" here, as in Go's reader. */
static void note_time(struct gt_v2_gen *g, uint64_t time)
{
	if (g->min_time == 0 || time < g->min_time)
		g->min_time = time;
}

static int take_spill(struct gt_v2_reader *r, struct gt_v2_gen *g, struct gt_error *err)
{
	struct gt_v2_head h;
	int rc;

	if (!r->have_spill)
		return 0;
	r->have_spill = false;
	g->start_off = r->spill_off;
	rc = read_batch(r, r->spill_off, &h, err);
	if (rc < 0)
		return rc;
	if (rc == 0)
		return gt_error_set(err, GT_ERR_CUT, r->spill_off, "the file became shorter while it was read");
	g->gen = h.gen;
	g->min_time = h.time;
	return v2gen_add_batch(r, g, &h, err);
}

/* How the batches of a generation came to their end. */
enum end { END_NEXT, END_MARK, END_FILE, END_ERROR };

/*
 * Headers 22, 23, 25: until the first batch of the next generation (10.1).
 * A read error is remembered: what was read may be enough.
 */
static int collect_spilling(struct gt_v2_reader *r, struct gt_v2_gen *g, enum end *end, struct gt_error *err)
{
	struct gt_v2_head h;
	int rc = take_spill(r, g, err);

	for (*end = END_NEXT; rc >= 0; r->off = h.end) {
		rc = read_batch(r, r->off, &h, &r->pending);
		if (rc == 0) {
			*end = END_FILE;
			return 0;
		}
		if (rc < 0 && g->gen != 0) {
			*end = END_ERROR;
			r->pending_rc = rc;
			return 0;
		}
		if (rc < 0) {
			*err = r->pending;
			return rc;
		}
		if (h.gen == 0)
			return gt_error_set(err, GT_ERR_CORRUPT, h.off,
					    h.end_of_gen ? "an end-of-generation event in a trace of a version without it"
							 : "invalid generation number 0");
		if (g->gen == 0)
			g->gen = h.gen;
		if (h.gen == g->gen + 1) {
			r->have_spill = true;
			r->spill_off = h.off;
			r->off = h.end;
			return 0;
		}
		if (h.gen != g->gen)
			return gt_error_set(err, GT_ERR_CORRUPT, h.off,
					    "generations out of order: expected %" PRIu64 " or the next, found %" PRIu64,
					    g->gen, h.gen);
		note_time(g, h.time);
		rc = v2gen_add_batch(r, g, &h, err);
	}
	return rc;
}

/* Header 26: until the end mark (10.2). */
static int collect_marked(struct gt_v2_reader *r, struct gt_v2_gen *g, enum end *end, struct gt_error *err)
{
	struct gt_v2_head h;
	int rc;

	for (;; r->off = h.end) {
		rc = read_batch(r, r->off, &h, err);
		if (rc <= 0) {
			*end = END_FILE;
			return rc;
		}
		if (g->gen == 0)
			g->gen = h.gen;
		if (v2gen_kind_of(&h, r->minor) == KIND_END) {
			*end = END_MARK;
			g->end_off = r->off = h.end;
			return 0;
		}
		if (h.gen == 0)
			return gt_error_set(err, GT_ERR_CORRUPT, h.off, "invalid generation number 0");
		if (h.gen != g->gen)
			return gt_error_set(err, GT_ERR_CORRUPT, h.off,
					    "missing end-of-generation event, or generations are interleaved: expected %" PRIu64
					    ", found %" PRIu64, g->gen, h.gen);
		note_time(g, h.time);
		rc = v2gen_add_batch(r, g, &h, err);
		if (rc < 0)
			return rc;
	}
}

/* A generation lacks something that it must have: because the file ends, or because nobody wrote it. */
static int missing(const struct gt_v2_reader *r, const struct gt_v2_gen *g, enum end end, const char *what,
		   struct gt_error *err)
{
	if (end == END_ERROR)
		return gt_error_set(err, r->pending_rc, r->pending.offset, "no %s event found in generation %" PRIu64 ": %s",
				    what, g->gen, r->pending.text);
	if (end == END_FILE)
		return gt_error_set(err, GT_ERR_CUT, g->end_off,
				    "no %s event found in generation %" PRIu64 ": the file ends before it", what, g->gen);
	return gt_error_set(err, GT_ERR_CORRUPT, g->end_off, "no %s event found in generation %" PRIu64, what, g->gen);
}

/* Go's sort is not stable: what it makes of samples of one time is the order of the trace. */
static int finish_samples(struct gt_v2_gen *g, struct gt_error *err)
{
	size_t n = g->nsamples;
	struct gt_heap_item *items;
	struct gt_v2_sample *sorted;
	bool in_order = true;

	for (size_t i = 0; i < n; i++) {
		g->samples[i].time = gt_v2_ns(g, (uint64_t)g->samples[i].time);
		in_order &= i == 0 || g->samples[i - 1].time < g->samples[i].time;
	}
	if (in_order)
		return 0;
	items = n < UINT32_MAX ? gt_checked_alloc(n, sizeof *items) : NULL;
	sorted = items ? gt_checked_alloc(n, sizeof *sorted) : NULL;
	if (sorted) {
		for (size_t i = 0; i < n; i++)
			items[i] = (struct gt_heap_item){ .time = g->samples[i].time, .cursor = (uint32_t)i };
		gt_gosort(items, n);
		for (size_t i = 0; i < n; i++)
			sorted[i] = g->samples[items[i].cursor];
		free(g->samples);
		g->samples = sorted;
		g->samples_cap = n;
	}
	free(items);
	return sorted ? 0 : gt_error_set(err, GT_ERR_NOMEM, g->start_off, "not enough memory to sort the CPU samples");
}

int gt_v2_blame_end(const struct gt_v2_reader *r, bool last, struct gt_error *err)
{
	struct gt_error was = *err;

	if (r->pending_rc == GT_ERR_CUT)
		return gt_error_set(err, GT_ERR_CUT, r->pending.offset, "%s; before that, %s", r->pending.text,
				    was.text);
	if (last)
		return gt_error_set(err, was.code, was.offset, "%s; the file ends with this generation: perhaps too early",
				    was.text);
	return was.code;
}

static int finish_gen(struct gt_v2_reader *r, struct gt_v2_gen *g, enum end end, struct gt_error *err)
{
	int rc;

	if (!r->scan->has_freq)
		return missing(r, g, end, "frequency", err);
	if (r->minor >= 25 && !g->has_clock)
		return missing(r, g, end, "clock snapshot", err);
	gt_v2_table_finish(&g->strings);
	gt_v2_table_finish(&g->stacks);
	rc = gt_v2_check_frames(r->src, g, r->scan, err);
	if (rc < 0)
		return rc == GT_ERR_CORRUPT ? gt_v2_blame_end(r, end == END_FILE && r->minor < 26, err) : rc;
	rc = finish_samples(g, err);
	return rc < 0 ? rc : 1;
}

/* 1: a generation; 0: no more; negative: an error, final. */
static int read_gen(struct gt_v2_reader *r, struct gt_v2_gen *g, struct gt_error *err)
{
	enum end end;
	int rc;

	if (r->minor >= 26) {
		rc = collect_marked(r, g, &end, err);
		/* Tables alone at the end of the file are dropped in silence, as by Go's reader. */
		if (rc == 0 && end == END_FILE && g->nbatches == 0)
			return 0;
		if (rc == 0 && end == END_FILE)
			rc = gt_error_set(err, GT_ERR_CUT, g->end_off, "the file ends without its end mark");
		/* Of a generation that ends early Go's reader gives nothing, and neither do we. */
		if (rc == GT_ERR_CUT && g->gen != 0)
			gt_error_context(err, "the events of generation %" PRIu64 " are lost", g->gen);
		return rc < 0 ? rc : finish_gen(r, g, end, err);
	}
	rc = collect_spilling(r, g, &end, err);
	if (rc < 0)
		return rc;
	rc = finish_gen(r, g, end, err);
	if (rc > 0 && end == END_FILE)
		r->done = true;
	return rc;
}

int gt_v2_read_gen(struct gt_v2_reader *r, struct gt_v2_gen *g, struct gt_error *err)
{
	struct gt_error local;
	int rc;

	if (r->pending_rc) {
		if (err)
			*err = r->pending;
		return r->pending_rc;
	}
	if (r->done)
		return 0;
	v2gen_start_gen(r, g, r->off);
	rc = read_gen(r, g, &local);
	if (rc == 0)
		r->done = true;
	if (rc < 0) {
		r->pending_rc = rc;
		r->pending = local;
		if (err)
			*err = local;
	}
	return rc;
}
