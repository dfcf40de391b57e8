/* One pass over a v1 file: where its batches are, what its tables say (format/v1.md 3, 5, 6). */
#include "wire/v1/v1scanner.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "wire/v2/v2table.h"

#define WINDOW (512u << 10)
/* The longest record that must lie in the window as a whole: a Stack of 1000 frames, all numbers padded. */
#define RECORD_MAX ((2 + 4 * GT_V1_MAX_FRAMES) * 10 + 32)
/* A batch's size has 32 bits: longer ones are cut in two. */
#define BATCH_MAX (UINT32_C(1) << 30)
/* So many bytes are read again for text among them. */
#define MOST_AGAIN (UINT64_C(4) << 30)

void gt_v1_file_init(struct gt_v1_file *f)
{
	*f = (struct gt_v1_file){ 0 };
	gt_v2_gen_init(&f->gen);
}

void gt_v1_file_release(struct gt_v1_file *f)
{
	gt_v2_gen_release(&f->gen);
	free(f->seqs);
	free(f->retimed);
	free(f->timers);
	*f = (struct gt_v1_file){ 0 };
}

/* ---- batches ---- */

static int stream_of_p(struct gt_v1_scanner *s)
{
	struct gt_v2_gen *g = &s->f->gen;

	s->stream = gt_map_get(&s->ps, s->p_id);
	if (s->stream != GT_MAP_NONE)
		return 0;
	if (g->nstreams == GT_MAX_PROCS)
		return STOP(s, GT_ERR_LIMIT, s->in.p, "the trace has more than %d Ps", GT_MAX_PROCS);
	if (!GT_TRY_GROW(g->streams, g->streams_cap, g->nstreams + 1) ||
	    !GT_TRY_GROW(s->ends, s->ends_cap, g->nstreams + 1))
		return gt_v1_no_memory(s, "the processors");
	s->stream = (uint32_t)g->nstreams++;
	s->ends[s->stream] = INT64_MIN;
	g->streams[s->stream] = (struct gt_v2_stream){ .m = s->p_id, .first = UINT32_MAX, .last = UINT32_MAX };
	gt_map_put(&s->ps, s->p_id, s->stream);
	return 0;
}

/* The batch is over: if it has events it is kept. */
static int close_batch(struct gt_v1_scanner *s)
{
	struct gt_v2_gen *g = &s->f->gen;
	struct gt_v2_stream *st;

	if (!s->open)
		return 0;
	s->open = false;
	if (s->timed_end == s->batch.off)
		return 0;       /* its first record is the broken one at which the scan stopped */
	if (g->nbatches >= UINT32_MAX || !GT_TRY_GROW(g->batches, g->batches_cap, g->nbatches + 1))
		return gt_v1_no_memory(s, "the list of batches");
	if (s->layout->seq) {
		if (!GT_TRY_GROW(s->f->seqs, s->f->seqs_cap, g->nbatches + 1))
			return gt_v1_no_memory(s, "the list of batches");
		s->f->seqs[g->nbatches] = s->seq0;
	}
	assert(s->stream < g->nstreams && s->timed_end > s->batch.off && s->timed_end - s->batch.off <= UINT32_MAX);
	s->batch.size = (uint32_t)(s->timed_end - s->batch.off);
	s->batch.next = UINT32_MAX;
	st = &g->streams[s->stream];
	if (st->first == UINT32_MAX)
		st->first = (uint32_t)g->nbatches;
	else
		g->batches[st->last].next = (uint32_t)g->nbatches;
	st->last = (uint32_t)g->nbatches;
	g->batches[g->nbatches++] = s->batch;
	if (s->has_event)
		s->ends[s->stream] = s->last;
	return 0;
}

/* ---- timed records that are more than a place in their batch ---- */

/* What a timed record says before the merge: its arguments are args, its place in the batch is known. */
static int v1scan_look_at(struct gt_v1_scanner *s, uint8_t type, const uint64_t *args, uint64_t off)
{
	const struct gt_v1_procs_change *last;
	struct gt_v1_file *f = s->f;
	int64_t ticks;

	switch (type) {
	case GT_V1_GoSysExit:
		/* One that was written when it happened is where it belongs; others of its time may need it there. */
		if ((!args[2] || args[2] == s->ticks) && !s->layout->seq)
			return 0;
		if (!GT_TRY_GROW(f->retimed, f->retimed_cap, f->nretimed + 1))
			return gt_v1_no_memory(s, "the ends of system calls");
		ticks = args[2] ? (int64_t)args[2] : (int64_t)s->ticks;
		f->retimed[f->nretimed++] = (struct gt_v1_retimed){
			.key = s->layout->seq ? (int64_t)args[1] : ticks, .ticks = ticks, .off = off, .g = args[0],
			.seq = args[1], .ts = args[2], .stream = s->stream };
		return 0;
	case GT_V1_STWStart:
		if (!gt_v1_stw_name(s->layout->nargs[type] ? args[0] : 0, s->layout->minor))
			NOTE(s, GT_ERR_CORRUPT, off, "unknown STW kind %" PRIu64, args[0]);
		return 0;
	case GT_V1_FutileWakeup:
		f->futile = true;
		return 0;
	case GT_V1_CPUSample:
		if (!GT_TRY_GROW(f->gen.samples, f->gen.samples_cap, f->gen.nsamples + 1))
			return gt_v1_no_memory(s, "CPU samples");
		f->gen.samples[f->gen.nsamples++] = (struct gt_v2_sample){
			.time = (int64_t)args[0], .m = GT_V2_NONE, .p = args[1], .g = args[2] ? args[2] : GT_V2_NONE,
			.stack = args[3], .off = off };
		return 0;
	case GT_V1_Gomaxprocs:
		/* That nothing new is said is the rule: every stop of the world writes the number. */
		last = s->nchanges ? &s->changes[s->nchanges - 1] : NULL;
		if (last && args[0] <= last->procs && (int64_t)s->ticks >= last->ticks)
			return 0;
		if (!GT_TRY_GROW(s->changes, s->changes_cap, s->nchanges + 1))
			return gt_v1_no_memory(s, "changes of GOMAXPROCS");
		s->changes[s->nchanges++] = (struct gt_v1_procs_change){ args[0], (int64_t)s->ticks };
		return 0;
	default:
		return 0;
	}
}

/* The types that look_at wants to see. */
static const bool looked_at[64] = {
	[GT_V1_GoSysExit] = true, [GT_V1_STWStart] = true, [GT_V1_FutileWakeup] = true, [GT_V1_CPUSample] = true,
	[GT_V1_Gomaxprocs] = true,
};

static int v1scan_read_timed(struct gt_v1_scanner *s, struct gt_v1_form form, uint64_t *v)
{
	unsigned n = form.n, prefix = s->layout->seq ? 2 : 1;
	uint64_t record = gt_reader_off(&s->in, s->in.p), len;
	const uint8_t *p = gt_v1_read_values(s, s->in.p + 1, *s->in.p >> 6 == 3, &n, v);
	uint8_t type = *s->in.p & 63;
	int rc;

	if (!p)
		return gt_v1_bad_number(s, s->in.p + 1);
	if (n != form.n)
		return gt_v1_wrong_count(s, n, form.n);
	rc = s->open && record - s->batch.off >= BATCH_MAX ? close_batch(s) : 0;
	if (!rc && s->stream == UINT32_MAX)
		rc = stream_of_p(s);
	if (rc)
		return rc;
	if (!s->open) {
		s->open = true;
		s->has_event = false;
		s->batch = (struct gt_v2_batch){ .off = record, .time = s->ticks, .m = s->p_id };
		s->timed_end = record;
		s->seq0 = s->seq;
	}
	s->seq += s->layout->seq ? v[0] : 0;
	s->ticks += v[prefix - 1];
	rc = looked_at[type] ? v1scan_look_at(s, type, v + prefix, record) : 0;
	if (form.kind == GT_V1_LOG) {
		p = gt_v1_varint(p, s->in.end, &len);
		if (!p)
			return gt_v1_bad_number(s, s->in.p + 1);
		if (len > GT_V1_MAX_TEXT)
			return gt_error_set(s->err, GT_ERR_CORRUPT, record,
					    "invalid message size %" PRIu64 ", maximum is %d", len, GT_V1_MAX_TEXT);
		rc = gt_v1_skip_text(s, p, len, record);
	} else {
		s->in.p = p;
	}
	if (rc)
		return rc;
	if (type != GT_V1_CPUSample) {
		s->last = (int64_t)s->ticks;
		s->has_event = true;
	}
	s->timed_end = gt_reader_off(&s->in, s->in.p);
	s->f->records++;
	return 0;
}

static int bad_type(struct gt_v1_scanner *s)
{
	unsigned byte = *s->in.p, type = byte & 63;
	const struct gt_v1_spec *spec = gt_v1_spec(type);

	if (!spec)
		return STOP(s, GT_ERR_CORRUPT, s->in.p, "expected an event type from 1 to %d, found %u",
			    GT_V1_TYPES - 1, type);
	if (spec->since > s->layout->minor)
		return STOP(s, GT_ERR_CORRUPT, s->in.p,
			    "expected an event type of go 1.%d, found %s, which is of go 1.%d", s->layout->minor,
			    spec->name, spec->since);
	return STOP(s, GT_ERR_CORRUPT, s->in.p, "%s has the wrong number of arguments: %u", spec->name,
		    (byte >> 6) + (s->layout->seq ? 2 : 1));
}

static int v1scan_read_record(struct gt_v1_scanner *s)
{
	struct gt_v1_form form = s->layout->form[*s->in.p];
	uint64_t v[GT_V1_VALUES_MAX] = { 0 };
	bool batch = (*s->in.p & 63) == GT_V1_Batch;
	int rc;

	switch (form.kind) {
	case GT_V1_BAD:
		return bad_type(s);
	case GT_V1_STRUCTURAL:
		rc = gt_v1_take_structural(s, form, v);
		if (rc || !batch)
			return rc;
		rc = close_batch(s);
		s->p_id = v[0];
		s->stream = UINT32_MAX;
		s->seq = s->layout->seq ? v[1] : 0;
		s->ticks = v[s->layout->seq ? 2 : 1];
		return rc;
	case GT_V1_STRING:
		return gt_v1_take_string(s);
	case GT_V1_STACK:
		return gt_v1_take_stack(s, form);
	default:
		return v1scan_read_timed(s, form, v);
	}
}

/* Unchecked varint of up to three bytes; NULL: use the checked decoder. */
static inline const uint8_t *quick(const uint8_t *p, uint64_t *v)
{
	uint64_t a = p[0], b = p[1], c = p[2];

	if (GT_LIKELY(a < 0x80)) {
		*v = a;
		return p + 1;
	}
	if (GT_LIKELY(b < 0x80)) {
		*v = (a & 0x7f) | b << 7;
		return p + 2;
	}
	if (GT_LIKELY(c < 0x80)) {
		*v = (a & 0x7f) | (b & 0x7f) << 7 | c << 14;
		return p + 3;
	}
	return NULL;
}

/* The end of a number that nobody needs now, of which all bytes are there; NULL: it is longer than a number may be. */
static inline const uint8_t *v1scan_pass(const uint8_t *p)
{
	const uint8_t *most = p + GT_VARINT_MAX - 1;

	while (*p >= 0x80 && p < most)
		p++;
	return *p < 0x80 ? p + 1 : NULL;
}

/*
 * As many plain timed records as can be read without care: in an open batch,
 * with arguments that nobody needs now.  Everything else is left to read_record.
 */
static void read_quickly(struct gt_v1_scanner *s)
{
	const struct gt_v1_form *forms = s->layout->form;
	const uint8_t *p = s->in.p, *safe = s->in.end - 128, *before = p;
	uint64_t ticks = s->ticks, records = 0, left;

	if (s->in.end - p < 256 || !s->open || s->layout->seq || gt_reader_off(&s->in, p) - s->batch.off >= BATCH_MAX)
		return;
	left = BATCH_MAX - (gt_reader_off(&s->in, p) - s->batch.off);
	if (left < (uint64_t)(safe - p))
		safe = p + left;
	if (s->text < s->ntexts) {
		uint64_t off = gt_reader_off(&s->in, p), from = s->texts[s->text].from;

		left = from > off ? from - off : 0;
		if (left < (uint64_t)(safe - p))
			safe = p + left;
	}
	while (p < safe) {
		struct gt_v1_form form = forms[*p];
		const uint8_t *q = p + 1;
		uint64_t dt;
		unsigned n = form.n;

		if (GT_UNLIKELY(looked_at[*p & 63]))
			break;
		if (GT_UNLIKELY(form.kind == GT_V1_LONG)) {
			const uint8_t *stop = q + 1 + *q;

			if (*q >= 0x80)
				break;
			q = quick(q + 1, &dt);
			for (; q && n > 1; n--)
				q = v1scan_pass(q);
			if (q != stop)
				break;
		} else if (GT_LIKELY(form.kind == GT_V1_INLINE)) {
			q = quick(q, &dt);
			for (; q && n > 1; n--)
				q = v1scan_pass(q);
		} else {
			break;
		}
		if (!q)
			break;
		ticks += dt;
		records++;
		p = q;
	}
	if (p == before)
		return;
	s->in.p = p;
	s->ticks = ticks;
	s->last = (int64_t)ticks;
	s->has_event = true;
	s->f->records += records;
	s->timed_end = gt_reader_off(&s->in, p);
}

static int read_records(struct gt_v1_scanner *s, const struct gt_cancel *cancel)
{
	for (;;) {
		int rc = 0;

		if (s->in.left && s->in.end - s->in.p < RECORD_MAX) {
			/* A second for each GB: who leaves does not wait for it. */
			if (gt_cancelled(cancel))
				return gt_error_set(s->err, GT_ERR_CANCELLED, GT_NO_OFFSET, "cancelled");
			rc = gt_reader_fill(&s->in, s->err);
		}
		if (rc || s->in.p == s->in.end)
			return rc;
		read_quickly(s);
		if (s->in.p == s->in.end || (s->in.left && s->in.end - s->in.p < RECORD_MAX))
			continue;
		if (gt_v1_text_pass(s))
			continue;
		rc = v1scan_read_record(s);
		if (rc)
			return rc;
	}
}

/* ---- afterwards ---- */

static int by_key(const void *a, const void *b)
{
	const struct gt_v1_retimed *x = a, *y = b;

	return GT_ASC(x, y, key) ?: GT_ASC(x, y, off);
}

void gt_v1_sort_retimed(struct gt_v1_file *f)
{
	if (f->nretimed)
		qsort(f->retimed, f->nretimed, sizeof *f->retimed, by_key);
}

static int by_sample_time(const void *a, const void *b)
{
	const struct gt_v2_sample *x = a, *y = b;

	return GT_ASC(x, y, time) ?: GT_ASC(x, y, off);
}

/*
 * A file that ends before its tables has lost the end of every stream.  A P
 * of which nothing was read may have run since GOMAXPROCS was first so large
 * that it could; if that is not known either, since the start.
 */
static int64_t find_whole(struct gt_v1_scanner *s)
{
	int64_t whole = s->nchanges ? INT64_MAX : INT64_MIN;
	uint64_t absent = 0;         /* the smallest P of which there is no event */
	uint32_t stream;

	if (s->f->has_freq)
		return INT64_MAX;
	while ((stream = gt_map_get(&s->ps, absent)) != GT_MAP_NONE && s->ends[stream] != INT64_MIN)
		absent++;
	for (size_t i = 0; i < s->nchanges; i++)
		if (s->changes[i].procs > absent && s->changes[i].ticks < whole)
			whole = s->changes[i].ticks;
	for (size_t i = 0; i < s->f->gen.nstreams; i++)
		if (s->ends[i] != INT64_MIN && s->ends[i] < whole)
			whole = s->ends[i];
	return whole;
}

static void v1scan_complete(struct gt_v1_scanner *s)
{
	struct gt_v1_file *f = s->f;
	size_t n;

	f->gen.start_off = GT_HEADER_SIZE;
	f->gen.end_off = gt_reader_off(&s->in, s->in.p);
	f->whole = find_whole(s);
	/* Without the clock's frequency, which stands at the end of the file, times are a guess: that must be said. */
	if (!f->has_freq) {
		n = strlen(f->damage_err.text);
		f->gen.freq = GT_V1_GUESSED_FREQ;
		if (f->damage)
			snprintf(f->damage_err.text + n, sizeof f->damage_err.text - n,
				 "; there is no frequency record, so times are estimates");
		NOTE(s, GT_ERR_CUT, f->gen.end_off,
		     "there is no frequency record: all times are estimates, with a tick of %d ns",
		     1000000000 / GT_V1_GUESSED_FREQ);
	}
	f->gen.ns_per_unit = 1e9 / (double)f->gen.freq;
	gt_v2_table_finish(&f->gen.strings);
	gt_v2_table_finish(&f->gen.stacks);
	gt_v1_sort_retimed(f);
	if (f->gen.nsamples)
		qsort(f->gen.samples, f->gen.nsamples, sizeof *f->gen.samples, by_sample_time);
}

static bool is_fault(int rc)
{
	return rc == GT_ERR_CUT || rc == GT_ERR_CORRUPT || rc == GT_ERR_LIMIT;
}

static void release_scanner(struct gt_v1_scanner *s)
{
	gt_map_release(&s->ps);
	free(s->ends);
	free(s->changes);
}

int gt_v1_scan(struct gt_source *src, int minor, const struct gt_cancel *cancel, struct gt_v1_file *f,
	       struct gt_error *err)
{
	struct gt_error local = { 0 };
	struct gt_v1_text texts[GT_V1_TEXTS];
	const struct gt_v1_scanner begin = { .f = f, .layout = &f->layout, .err = &local, .stream = UINT32_MAX,
					     .texts = texts };
	struct gt_v1_scanner s = begin;
	uint8_t *window = gt_checked_alloc(WINDOW, 1);
	uint64_t since = GT_HEADER_SIZE;
	int rc, stopped;

	gt_v1_layout_init(&f->layout, minor);
	if (!window)
		return gt_error_set(err, GT_ERR_NOMEM, GT_NO_OFFSET, "not enough memory to read the trace");
	/* Text among the records is known by what cannot be read: then all are read again, without it. */
	for (;;) {
		size_t n = s.ntexts;

		gt_reader_open(&s.in, src, GT_HEADER_SIZE, window, WINDOW);
		rc = read_records(&s, cancel);
		if (!is_fault(rc) || local.offset == GT_NO_OFFSET || local.offset < since ||
		    n == GT_V1_TEXTS || n * gt_source_size(src) > MOST_AGAIN ||
		    !gt_v1_text_find(src, &f->layout, local.offset, since, &texts[n]))
			break;
		since = texts[n].to;
		release_scanner(&s);
		gt_v1_file_release(f);
		gt_v1_file_init(f);
		gt_v1_layout_init(&f->layout, minor);
		s = begin;
		s.ntexts = n + 1;
	}
	stopped = rc;
	if (is_fault(rc)) {
		NOTE(&s, rc, local.offset, "%s", local.text);
		rc = 0;
	}
	if (!rc)
		rc = close_batch(&s);
	if (!rc)
		v1scan_complete(&s);
	free(window);
	release_scanner(&s);
	if (!rc && f->gen.nbatches == 0)
		rc = stopped ? stopped : gt_error_set(&local, GT_ERR_CORRUPT, GT_HEADER_SIZE,
						      "the trace is empty: there is no event in it");
	if (rc && err)
		*err = local;
	return rc;
}
