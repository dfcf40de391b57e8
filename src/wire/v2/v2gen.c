/* Reads one generation: which batches it has and what its tables say (format/v2.md 10). */
#include "wire/v2/v2gen.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "base/xalloc.h"
#include "wire/gosort.h"
#include "wire/hint.h"
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
	if (r->scan)
		gt_idset_release(&r->scan->ms);
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
	free(g->holes);
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
		.holes = kept.holes,
		.holes_cap = kept.holes_cap,
	};
	gt_idset_clear(&r->scan->ms);
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
		/* The runtime writes them when all threads have given up their events. */
		g->events_whole = true;
		return gt_v2_add_stacks(g, h, r->scratch, err);
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

/* The first thing that is wrong with a generation is told; what can be read of it is given all the same. */
static void v2gen_blame(struct gt_v2_gen *g, const struct gt_error *why)
{
	if (!g->fault.code)
		g->fault = *why;
}

/* Bytes are lost here: what follows of any thread may not continue what came before. */
static int note_hole(struct gt_v2_gen *g, uint64_t bytes, const struct gt_error *why, struct gt_error *err)
{
	v2gen_blame(g, why);
	g->lost_bytes += bytes;
	if (g->nholes > 0 && g->holes[g->nholes - 1] == g->nbatches)
		return 0;
	if (!GT_TRY_GROW(g->holes, g->holes_cap, g->nholes + 1))
		return gt_error_set(err, GT_ERR_NOMEM, why->offset, "not enough memory for the list of batches");
	g->holes[g->nholes++] = (uint32_t)g->nbatches;
	return 0;
}

/* A batch of the generation.  What is wrong in a table costs the rest of that batch. */
static int take_batch(struct gt_v2_reader *r, struct gt_v2_gen *g, const struct gt_v2_head *h, struct gt_error *err)
{
	struct gt_error why;
	int rc;

	note_time(g, h->time);
	g->last_is_events = v2gen_kind_of(h, r->minor) == KIND_EVENTS;
	rc = v2gen_add_batch(r, g, h, &why);
	if (rc == GT_ERR_CORRUPT)
		v2gen_blame(g, &why);
	else if (rc < 0)
		*err = why;
	return rc == GT_ERR_CORRUPT ? 0 : rc;
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
	return take_batch(r, g, &h, err);
}

/* The file ends inside a batch: of events and tables the part that is there is of use. */
static int take_cut(struct gt_v2_reader *r, struct gt_v2_gen *g, struct gt_v2_head *h, const struct gt_error *why,
		    struct gt_error *err)
{
	uint64_t size = gt_source_size(r->src);
	int64_t n;

	v2gen_blame(g, why);
	if (h->content == 0 || h->content >= size || (g->gen && h->gen != g->gen) || h->gen == 0)
		return 0;
	g->gen = h->gen;
	h->size = (uint32_t)(size - h->content);
	h->end = size;
	if (v2gen_kind_of(h, r->minor) <= KIND_TABLES) {
		n = gt_source_read(r->src, h->content, r->scratch, h->size);
		if (n < 0 || (uint64_t)n < h->size)
			return gt_error_set(err, GT_ERR_CUT, h->off, "the file became shorter while it was read");
	}
	return take_batch(r, g, h, err);
}

/* A batch may begin at `off`: it and what follows it are of this generation or the next. */
static bool head_fits(struct gt_v2_reader *r, const struct gt_v2_gen *g, uint64_t off, struct gt_v2_head *h)
{
	struct gt_v2_head next;
	int rc;

	if (gt_v2_head_read(r->src, off, h, NULL) != 1 || h->gen == 0 ||
	    (g->gen != 0 && h->gen != g->gen && h->gen != g->gen + 1))
		return false;
	rc = gt_v2_head_read(r->src, h->end, &next, NULL);
	return rc == 0 || rc == GT_ERR_CUT ||
	       (rc == 1 && (next.end_of_gen || next.gen == h->gen || next.gen == h->gen + 1));
}

/* As many bytes as fit into the scratch memory, fewer only at the end of the file. */
static int64_t read_window(struct gt_v2_reader *r, uint64_t from)
{
	gt_source_await(r->src, from + GT_V2_MAX_BATCH);
	return gt_source_read(r->src, from, r->scratch, GT_V2_MAX_BATCH);
}

/* The first place from `from` on where a batch fits: r->off; false: there is none. */
static bool find_batch(struct gt_v2_reader *r, const struct gt_v2_gen *g, uint64_t from)
{
	struct gt_v2_head h;
	int64_t n;

	for (; (n = read_window(r, from)) > 0; from += (uint64_t)n) {
		for (int64_t i = 0; i < n; i++) {
			uint8_t type = r->scratch[i];

			if ((type == GT_V2_EventBatch || type == GT_V2_ExperimentalBatch) &&
			    head_fits(r, g, from + (uint64_t)i, &h)) {
				r->off = h.off;
				return true;
			}
		}
	}
	return false;
}

/*
 * How many of the next bytes could be printed text, at most a window.  Of a trace that grows it waits for the byte
 * that ends them, but not long behind a generation's mark (mark: it may be one), after which nothing may come for a
 * second: text that begins with the mark's digit is not written byte by byte.
 */
static int64_t printed_run(struct gt_v2_reader *r, bool mark)
{
	int64_t n, run = 0;

	do {
		bool grows = gt_source_grows(r->src);

		n = gt_source_read(r->src, r->off, r->scratch, GT_V2_MAX_BATCH);
		while (run < n && gt_is_printed(r->scratch[run]))
			run++;
		if (run < n || n == GT_V2_MAX_BATCH || n < 0 || !grows)
			break;
	} while (n == 1 && mark ? gt_source_await_soon(r->src, r->off + 2)
				: (gt_source_await(r->src, r->off + (uint64_t)n + 1), true));
	return run;
}

/*
 * What the program printed where its trace went stands between two batches, which are written in one piece: the place
 * behind it, 0: it is something else.  Of text that is longer than the window the first part.  A generation's mark
 * and a batch of an experiment begin with a digit: where text seems to be one, a batch of this generation has to
 * follow.  Where the mark ends the run, it is the mark.
 */
static uint64_t behind_text(struct gt_v2_reader *r, const struct gt_v2_gen *g, bool digit)
{
	int64_t run = printed_run(r, digit);
	struct gt_v2_head h = { 0 };

	for (int64_t i = run; i >= GT_TEXT_RUN; i--) {
		uint64_t off = r->off + (uint64_t)i;

		if (r->scratch[i - 1] != '\n')
			continue;
		if (head_fits(r, g, off, &h) ? !digit || !g->gen || h.gen == g->gen
					     : run == GT_V2_MAX_BATCH ? !digit : i + 1 >= run && h.end_of_gen)
			return off;
	}
	return 0;
}

static bool pass_text(struct gt_v2_reader *r, struct gt_v2_gen *g, bool digit)
{
	uint64_t end = behind_text(r, g, digit);

	if (!end)
		return false;
	if (!g->texts++)
		g->text_off = gt_source_skipped(r->src) + r->off;
	g->text_bytes += end - r->off;
	r->off = end;
	return true;
}

/*
 * No batch begins where the last one ends: the next one is looked for, first inside that one, as its size may be what
 * is wrong.  *found is false if there is none.  A place that turned out to be no batch is not tried again: the search
 * begins at *tried or later.
 */
static int skip_to_batch(struct gt_v2_reader *r, struct gt_v2_gen *g, const struct gt_error *why, uint64_t *tried,
			 bool *found, struct gt_error *err)
{
	struct gt_v2_batch *last = g->last_is_events && g->nbatches ? &g->batches[g->nbatches - 1] : NULL;
	uint64_t bad = r->off, from = last ? last->off : bad + 1;
	int rc;

	*found = find_batch(r, g, from > *tried ? from : *tried);
	if (!*found)
		r->off = gt_source_size(r->src);
	*tried = r->off + 1;
	if (last && r->off < bad)
		last->size = (uint32_t)(r->off - last->off);
	rc = note_hole(g, r->off > bad ? r->off - bad : 0, why, err);
	return rc;
}

/* A batch of another number: a stray one if the next is of this generation again, or the next generation's first. */
static bool is_stray(struct gt_v2_reader *r, const struct gt_v2_gen *g, const struct gt_v2_head *h)
{
	struct gt_v2_head next;

	return gt_v2_head_read(r->src, h->end, &next, NULL) == 1 && !next.end_of_gen && next.gen == g->gen;
}

/* How the batches of a generation came to their end. */
enum end { END_NEXT, END_MARK, END_FILE, END_CUT };

/* A batch of another generation: 1 if it is the next one's, 0 if it is passed over. */
static int other_generation(struct gt_v2_reader *r, struct gt_v2_gen *g, const struct gt_v2_head *h,
			    struct gt_error *err)
{
	struct gt_error why = { 0 };
	bool stray = is_stray(r, g, h);

	if (r->minor >= 26)
		gt_error_set(&why, GT_ERR_CORRUPT, h->off, "missing end-of-generation event, or generations are interleaved: "
			     "expected %" PRIu64 ", found %" PRIu64, g->gen, h->gen);
	else if (stray || h->gen != g->gen + 1)
		gt_error_set(&why, GT_ERR_CORRUPT, h->off, "generations out of order: expected %" PRIu64
			     " or the next, found %" PRIu64, g->gen, h->gen);
	if (stray)
		return note_hole(g, h->end - h->off, &why, err);
	if (why.code)
		v2gen_blame(g, &why);
	r->have_spill = true;
	r->spill_off = h->off;
	r->off = h->end;
	return 1;
}

/*
 * Up to the first batch of the next generation, and from Go 1.26 on to the end mark (format/v2.md 10).  Go's reader
 * gives up a generation that is cut or has a bad batch; here the rest of it is read, and g->fault says so.
 */
static int collect_batches(struct gt_v2_reader *r, struct gt_v2_gen *g, enum end *end, struct gt_error *err)
{
	struct gt_v2_head h;
	uint64_t tried = 0;
	int rc = take_spill(r, g, err);

	*end = END_NEXT;
	while (rc >= 0) {
		struct gt_error why = { 0 };
		bool found = true;
		enum kind kind;

		rc = read_batch(r, r->off, &h, &why);
		if (rc == 0 || rc == GT_ERR_CUT) {
			*end = rc == 0 ? END_FILE : END_CUT;
			return rc == 0 ? 0 : take_cut(r, g, &h, &why, err);
		}
		if (rc < 0 && rc != GT_ERR_CORRUPT) {
			*err = why;
			return rc;
		}
		if ((rc < 0 || h.end_of_gen || h.exp) && pass_text(r, g, rc > 0)) {
			rc = 0;
			continue;
		}
		kind = rc < 0 ? KIND_EVENTS : v2gen_kind_of(&h, r->minor);
		if (rc > 0 && kind == KIND_END && r->minor < 26)
			rc = gt_error_set(&why, GT_ERR_CORRUPT, h.off, "an end-of-generation event in a trace of a version "
					  "without it");
		else if (rc > 0 && kind != KIND_END && h.gen == 0)
			rc = gt_error_set(&why, GT_ERR_CORRUPT, h.off, "invalid generation number 0");
		if (rc < 0) {
			rc = skip_to_batch(r, g, &why, &tried, &found, err);
			if (rc < 0 || found)
				continue;
			*end = END_CUT;
			return 0;
		}
		if (kind == KIND_END && g->gen != 0) {
			*end = END_MARK;
			g->end_off = r->off = h.end;
			return 0;
		}
		if (kind == KIND_END) {
			gt_error_set(&why, GT_ERR_CORRUPT, h.off, "an end-of-generation event without a generation");
			v2gen_blame(g, &why);
			r->off = h.end;
			continue;
		}
		if (g->gen == 0)
			g->gen = h.gen;
		if (h.gen != g->gen) {
			rc = other_generation(r, g, &h, err);
			if (rc != 0)
				return rc < 0 ? rc : 0;
		} else {
			rc = take_batch(r, g, &h, err);
		}
		r->off = h.end;
	}
	return rc;
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

/* The usual clock: a tick is 64 ns (format/v2.md 9). */
#define USUAL_FREQ 15625000

/* Without its clock the rest of a generation is of use all the same. */
static void find_clock(struct gt_v2_reader *r, struct gt_v2_gen *g, int code)
{
	struct gt_error why = { 0 };

	if (!r->scan->has_freq) {
		g->freq = r->freq ? r->freq : USUAL_FREQ;
		g->ns_per_unit = 1.0 / ((double)g->freq / 1e9);
		gt_error_set(&why, code, g->end_off, "no frequency event found in generation %" PRIu64
			     ": %s is taken", g->gen, r->freq ? "that of the one before" : "the usual one, 64 ns,");
		v2gen_blame(g, &why);
	} else if (r->minor >= 25 && !g->has_clock) {
		gt_error_set(&why, code, g->end_off, "no clock snapshot event found in generation %" PRIu64, g->gen);
		v2gen_blame(g, &why);
	}
	r->freq = g->freq;
}

/* Nothing but the sync batch that a generation of Go 1.25 begins with. */
static bool only_sync(const struct gt_v2_gen *g)
{
	return g->nbatches + g->nexps + g->nsamples + g->strings.count + g->stacks.count == 0 && g->has_clock;
}

/* 1: a generation; 0: no more; negative: an error, final. */
static int read_gen(struct gt_v2_reader *r, struct gt_v2_gen *g, struct gt_error *err)
{
	enum end end;
	int rc = collect_batches(r, g, &end, err);

	if (rc < 0)
		return rc;
	r->done = end == END_FILE || end == END_CUT;
	/*
	 * The runtime begins each generation with a sync batch (from Go 1.25 on) and ends it with its tables, and from
	 * Go 1.26 on a mark says that it is over.
	 */
	r->unstopped = end == END_FILE && g->gen != 0 && (r->minor >= 26 || (r->minor == 25 && only_sync(g)));
	if (r->unstopped)
		v2gen_blame(g, &(struct gt_error){ .code = GT_ERR_CUT, .offset = g->end_off,
						   .text = "the file ends without its end mark" });
	if (g->gen == 0 || (g->nbatches == 0 && g->fault.code == GT_ERR_CUT)) {
		if (g->fault.code)
			*err = g->fault;
		return g->fault.code;
	}
	g->open_ended = r->minor < 26 && end == END_FILE && g->last_is_events;
	find_clock(r, g, end == END_FILE ? GT_ERR_CUT : GT_ERR_CORRUPT);
	gt_v2_table_finish(&g->strings);
	gt_v2_table_finish(&g->stacks);
	rc = finish_samples(g, err);
	return rc < 0 ? rc : 1;
}

int gt_v2_read_gen(struct gt_v2_reader *r, struct gt_v2_gen *g, struct gt_error *err)
{
	struct gt_error local = { 0 };
	int rc = 0;

	if (!r->done) {
		v2gen_start_gen(r, g, r->off);
		rc = read_gen(r, g, &local);
		if (rc <= 0)
			r->done = true;
	}
	if (rc > 0)
		local = g->fault;
	/* The first fault is told when all that can be read was given. */
	if (local.code && !r->pending_rc) {
		r->pending_rc = local.code;
		r->pending = local;
	}
	if (rc > 0)
		return 1;
	if (r->pending_rc && err)
		*err = r->pending;
	return r->pending_rc;
}
