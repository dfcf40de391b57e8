/* One pass over a v1 file: where its batches are, what its tables say (format/v1.md 3, 5, 6). */
#include "wire/v1/v1scan.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/varint.h"
#include "wire/grow.h"
#include "wire/v2/v2table.h"

#define WINDOW (512u << 10)
/* The longest record that must lie in the window as a whole: a Stack of 1000 frames, all numbers padded. */
#define RECORD_MAX ((2 + 4 * GT_V1_MAX_FRAMES) * 10 + 32)
/* A batch's size has 32 bits: longer ones are cut in two. */
#define BATCH_MAX (UINT32_C(1) << 30)
/* Values of a record that is neither a stack nor timed. */
#define VALUES_MAX 8

struct scan {
	struct gt_source *src;
	struct gt_v1_file *f;
	const struct gt_v1_layout *layout;
	struct gt_error *err;
	uint8_t *win;
	const uint8_t *p, *end;     /* unread part of the window */
	uint64_t end_off;           /* file offset of end */
	bool eof;                   /* end is the end of the file */

	/* the batch that is being read */
	struct gt_v2_batch batch;   /* size is not set yet */
	uint64_t seq0;              /* its sequence base */
	bool open;                  /* it has timed events */
	uint64_t timed_end;         /* offset after its last timed event */
	int64_t last;               /* ticks of its last event; samples only move the clock */
	bool has_event;
	uint64_t ticks, seq;        /* running */
	uint64_t p_id;
	uint32_t stream;            /* of p_id, UINT32_MAX: not asked yet */
	struct gt_map ps;           /* P -> stream */
	int64_t *ends;              /* by stream: ticks of its last event, INT64_MIN: it has none */
	size_t ends_cap;
	struct procs_change *changes;
	size_t nchanges, changes_cap;
};

/* GOMAXPROCS as a record says it, in the order of the file. */
struct procs_change {
	uint64_t procs;
	int64_t ticks;
};

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

static uint64_t offset_of(const struct scan *s, const uint8_t *p)
{
	return s->end_off - (uint64_t)(s->end - p);
}

/* ---- faults ---- */

/* The file can be read no further than the record at `off`. */
static int stop_at(struct scan *s, int code, uint64_t off, const char *fmt, ...) GT_PRINTF(4, 5);
static int stop_at(struct scan *s, int code, uint64_t off, const char *fmt, ...)
{
	char text[sizeof s->f->damage_err.text];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof text, fmt, args);
	va_end(args);
	gt_error_set(s->err, code, off, "%s", text);
	return code;
}

/* A fault that leaves the rest readable. */
static void v1scan_note(struct scan *s, int code, uint64_t off, const char *fmt, ...) GT_PRINTF(4, 5);
static void v1scan_note(struct scan *s, int code, uint64_t off, const char *fmt, ...)
{
	char text[sizeof s->f->damage_err.text];
	va_list args;

	if (s->f->damage)
		return;
	va_start(args, fmt);
	vsnprintf(text, sizeof text, fmt, args);
	va_end(args);
	s->f->damage = gt_error_set(&s->f->damage_err, code, off, "%s", text);
}

static int no_memory(struct scan *s, const char *what)
{
	return stop_at(s, GT_ERR_NOMEM, offset_of(s, s->p), "not enough memory for %s", what);
}

static const char *v1scan_name_of(unsigned byte)
{
	const struct gt_v1_spec *spec = gt_v1_spec(byte & 63);

	return spec ? spec->name : "?";
}

static int bad_type(struct scan *s)
{
	unsigned byte = *s->p, type = byte & 63;
	const struct gt_v1_spec *spec = gt_v1_spec(type);

	if (!spec)
		return stop_at(s, GT_ERR_CORRUPT, offset_of(s, s->p), "expected an event type from 1 to %d, found %u",
			       GT_V1_TYPES - 1, type);
	if (spec->since > s->layout->minor)
		return stop_at(s, GT_ERR_CORRUPT, offset_of(s, s->p),
			       "expected an event type of go 1.%d, found %s, which is of go 1.%d", s->layout->minor,
			       spec->name, spec->since);
	return stop_at(s, GT_ERR_CORRUPT, offset_of(s, s->p), "%s has the wrong number of arguments: %u", spec->name,
		       (byte >> 6) + (s->layout->seq ? 2 : 1));
}

/* The record's numbers are read again, up to the one that cannot be: does it go on too long? */
static bool too_many_bytes(const struct scan *s)
{
	const uint8_t *p = s->p + 1, *next = p;
	uint64_t v;

	while ((next = gt_v1_varint(p, s->end, &v)))
		p = next;
	return s->end - p >= 10;
}

static int bad_number(struct scan *s, const uint8_t *at)
{
	if (s->eof && !too_many_bytes(s))
		return stop_at(s, GT_ERR_CUT, offset_of(s, s->p), "the file ends inside a %s record",
			       v1scan_name_of(*s->p));
	return stop_at(s, GT_ERR_CORRUPT, offset_of(s, at), "expected a number in %s, found one of more than 10 bytes",
		       v1scan_name_of(*s->p));
}

/* ---- the window ---- */

static int v1scan_refill(struct scan *s)
{
	size_t have = (size_t)(s->end - s->p);
	int64_t got;

	memmove(s->win, s->p, have);
	got = gt_source_read(s->src, s->end_off, s->win + have, WINDOW - have);
	if (got < 0)
		return gt_error_errno(s->err, errno, "cannot read the trace");
	s->p = s->win;
	s->end = s->win + have + (size_t)got;
	s->end_off += (uint64_t)got;
	s->eof = (size_t)got < WINDOW - have;
	return 0;
}

/* Goes to file offset `off`, at or after p: 0, or GT_ERR_CUT beyond the end. */
static int skip_to(struct scan *s, uint64_t off, uint64_t record)
{
	if (off > gt_source_size(s->src))
		return stop_at(s, GT_ERR_CUT, record, "the file ends inside a text of %" PRIu64 " bytes",
			       off - offset_of(s, s->p));
	if (off <= s->end_off) {
		s->p = s->end - (s->end_off - off);
		return 0;
	}
	s->p = s->end = s->win;
	s->end_off = off;
	s->eof = false;
	return 0;
}

/* ---- batches ---- */

static int stream_of_p(struct scan *s)
{
	struct gt_v2_gen *g = &s->f->gen;

	s->stream = gt_map_get(&s->ps, s->p_id);
	if (s->stream != GT_MAP_NONE)
		return 0;
	if (g->nstreams == GT_MAX_PROCS)
		return stop_at(s, GT_ERR_LIMIT, offset_of(s, s->p), "the trace has more than %d Ps", GT_MAX_PROCS);
	if (!GT_TRY_GROW(g->streams, g->streams_cap, g->nstreams + 1) ||
	    !GT_TRY_GROW(s->ends, s->ends_cap, g->nstreams + 1))
		return no_memory(s, "the processors");
	s->stream = (uint32_t)g->nstreams++;
	s->ends[s->stream] = INT64_MIN;
	g->streams[s->stream] = (struct gt_v2_stream){ .m = s->p_id, .first = UINT32_MAX, .last = UINT32_MAX };
	gt_map_put(&s->ps, s->p_id, s->stream);
	return 0;
}

/* The batch is over: if it has events it is kept. */
static int close_batch(struct scan *s)
{
	struct gt_v2_gen *g = &s->f->gen;
	struct gt_v2_stream *st;

	if (!s->open)
		return 0;
	s->open = false;
	if (g->nbatches >= UINT32_MAX || !GT_TRY_GROW(g->batches, g->batches_cap, g->nbatches + 1))
		return no_memory(s, "the list of batches");
	if (s->layout->seq) {
		if (!GT_TRY_GROW(s->f->seqs, s->f->seqs_cap, g->nbatches + 1))
			return no_memory(s, "the list of batches");
		s->f->seqs[g->nbatches] = s->seq0;
	}
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

/* A timed event begins at p: its batch, unless it is open, begins with it. */
static int open_batch(struct scan *s)
{
	int rc = s->stream == UINT32_MAX ? stream_of_p(s) : 0;

	s->open = rc == 0;
	s->has_event = false;
	s->batch = (struct gt_v2_batch){ .off = offset_of(s, s->p), .time = s->ticks, .m = s->p_id };
	s->seq0 = s->seq;
	return rc;
}

static int begin_batch(struct scan *s, const uint64_t *v)
{
	int rc = close_batch(s);

	s->p_id = v[0];
	s->stream = UINT32_MAX;
	s->seq = s->layout->seq ? v[1] : 0;
	s->ticks = v[s->layout->seq ? 2 : 1];
	return rc;
}

/* ---- structural records ---- */

static int structural(struct scan *s, uint8_t byte, const uint64_t *v)
{
	struct gt_v1_file *f = s->f;

	switch (byte & 63) {
	case GT_V1_Batch:
		return begin_batch(s, v);
	case GT_V1_Frequency:
		if ((int64_t)v[0] <= 0) {
			v1scan_note(s, GT_ERR_ORDER, offset_of(s, s->p), "the clock's frequency is %" PRId64
				    ": time stamps are out of order", (int64_t)v[0]);
			return 0;
		}
		f->gen.freq = v[0];
		f->has_freq = true;
		return 0;
	default:
		if (!GT_TRY_GROW(f->timers, f->timers_cap, f->ntimers + 1))
			return no_memory(s, "timer goroutines");
		f->timers[f->ntimers++] = v[0];
		return 0;
	}
}

/* Reads n values, or if `has_length` as many as their length says, at most VALUES_MAX. */
static const uint8_t *v1scan_read_values(struct scan *s, const uint8_t *p, bool has_length, unsigned *n,
					 uint64_t *v)
{
	const uint8_t *stop;
	uint64_t len;
	unsigned i = 0;

	if (!has_length) {
		for (; p && i < *n; i++)
			p = gt_v1_varint(p, s->end, &v[i]);
		return p;
	}
	p = gt_v1_varint(p, s->end, &len);
	if (!p || len > (uint64_t)(s->end - p))
		return NULL;
	stop = p + len;
	while (p && p < stop) {
		uint64_t value;

		p = gt_v1_varint(p, s->end, &value);
		if (i < VALUES_MAX)
			v[i] = value;
		i++;
	}
	*n = p && p > stop ? UINT32_MAX : i;
	return p;
}

static int wrong_count(struct scan *s, unsigned got, unsigned want)
{
	if (got == UINT32_MAX)
		return stop_at(s, GT_ERR_CORRUPT, offset_of(s, s->p), "%s is longer than its length says",
			       v1scan_name_of(*s->p));
	return stop_at(s, GT_ERR_CORRUPT, offset_of(s, s->p), "%s has the wrong number of arguments: want %u, got %u",
		       v1scan_name_of(*s->p), want, got);
}

static int read_structural(struct scan *s, struct gt_v1_form form)
{
	uint64_t v[VALUES_MAX] = { 0 };
	unsigned n = form.n;
	const uint8_t *p = v1scan_read_values(s, s->p + 1, *s->p >> 6 == 3, &n, v);
	int rc;

	if (!p)
		return bad_number(s, s->p + 1);
	if (n != form.n)
		return wrong_count(s, n, form.n);
	rc = structural(s, *s->p, v);
	s->p = p;
	return rc;
}

static int read_string(struct scan *s)
{
	uint64_t id, len, record = offset_of(s, s->p), text;
	const uint8_t *p = gt_v1_varint(s->p + 1, s->end, &id);
	int rc = 0;

	if (p)
		p = gt_v1_varint(p, s->end, &len);
	if (!p)
		return bad_number(s, s->p + 1);
	if (len > GT_V1_MAX_TEXT)
		return stop_at(s, GT_ERR_CORRUPT, record, "invalid string size %" PRIu64 ", maximum is %d", len,
			       GT_V1_MAX_TEXT);
	text = offset_of(s, p);
	if (id == 0 || len == 0)
		v1scan_note(s, GT_ERR_CORRUPT, record, "a string has the invalid %s 0", id ? "length" : "id");
	else
		rc = gt_v2_table_add(&s->f->gen.strings, id, text, (uint32_t)len);
	if (rc == GT_ERR_NOMEM)
		return no_memory(s, "the string table");
	if (rc < 0)
		v1scan_note(s, GT_ERR_CORRUPT, record, "two strings have the same id %" PRIu64, id);
	s->p = p;
	return skip_to(s, text + len, record);
}

/* Values in [p, stop), none of them longer than 10 bytes; the count, or -1. */
static int64_t count_values(const uint8_t *p, const uint8_t *stop)
{
	int64_t n = 0;
	unsigned run = 0;

	for (; p < stop; p++) {
		if (*p < 0x80) {
			n++;
			run = 0;
		} else if (++run == 10) {
			return -1;
		}
	}
	return run ? -1 : n;
}

static int v1scan_add_stack(struct scan *s, const uint8_t *p, const uint8_t *stop)
{
	uint64_t id, n, per = s->layout->seq ? 1 : 4;
	int64_t have = count_values(p, stop);
	const uint8_t *frames;

	if (have < 0)
		return bad_number(s, p);
	if (have < 2)
		return wrong_count(s, (unsigned)have, 2);
	frames = gt_v1_varint(gt_v1_varint(p, stop, &id), stop, &n);
	if (n > GT_V1_MAX_FRAMES)
		return stop_at(s, GT_ERR_CORRUPT, offset_of(s, s->p),
			       "invalid stack size %" PRIu64 ", maximum is %d", n,
			       GT_V1_MAX_FRAMES);
	if ((uint64_t)have != 2 + per * n)
		return wrong_count(s, (unsigned)have, (unsigned)(2 + per * n));
	if (id != 0 && n != 0 && gt_v2_table_set(&s->f->gen.stacks, id, offset_of(s, frames), (uint32_t)n) < 0)
		return no_memory(s, "the stack table");
	s->p = stop;
	return 0;
}

static int read_stack(struct scan *s, struct gt_v1_form form)
{
	const uint8_t *p = s->p + 1, *stop = p;
	uint64_t len;

	if (form.n) {          /* without a length: one or two values, so no frames that could be used */
		for (unsigned i = 0; stop && i < form.n; i++)
			stop = gt_v1_varint(stop, s->end, &len);
		return stop ? v1scan_add_stack(s, p, stop) : bad_number(s, p);
	}
	p = gt_v1_varint(p, s->end, &len);
	if (!p)
		return bad_number(s, s->p + 1);
	if (len > (uint64_t)(s->end - p))
		return s->eof ? bad_number(s, p)
			      : stop_at(s, GT_ERR_CORRUPT, offset_of(s, s->p), "a stack of %" PRIu64
					" bytes is too long", len);
	return v1scan_add_stack(s, p, p + len);
}

/* ---- timed records that are more than a place in their batch ---- */

static int add_retimed(struct scan *s, const uint64_t *args, uint64_t off)
{
	struct gt_v1_file *f = s->f;
	int64_t ticks = args[2] ? (int64_t)args[2] : (int64_t)s->ticks;

	if (!GT_TRY_GROW(f->retimed, f->retimed_cap, f->nretimed + 1))
		return no_memory(s, "the ends of system calls");
	f->retimed[f->nretimed++] = (struct gt_v1_retimed){
		.key = s->layout->seq ? (int64_t)args[1] : ticks, .ticks = ticks, .off = off, .g = args[0],
		.seq = args[1], .ts = args[2], .stream = s->stream };
	return 0;
}

static int add_sample(struct scan *s, const uint64_t *args, uint64_t off)
{
	struct gt_v2_gen *g = &s->f->gen;

	if (!GT_TRY_GROW(g->samples, g->samples_cap, g->nsamples + 1))
		return no_memory(s, "CPU samples");
	g->samples[g->nsamples++] = (struct gt_v2_sample){
		.time = (int64_t)args[0], .m = GT_V2_NONE, .p = args[1], .g = args[2] ? args[2] : GT_V2_NONE,
		.stack = args[3], .off = off };
	return 0;
}

/* That nothing new is said is the rule: every stop of the world writes the number. */
static int v1scan_add_procs(struct scan *s, uint64_t procs)
{
	const struct procs_change *last = s->nchanges ? &s->changes[s->nchanges - 1] : NULL;

	if (last && procs <= last->procs && (int64_t)s->ticks >= last->ticks)
		return 0;
	if (!GT_TRY_GROW(s->changes, s->changes_cap, s->nchanges + 1))
		return no_memory(s, "changes of GOMAXPROCS");
	s->changes[s->nchanges++] = (struct procs_change){ procs, (int64_t)s->ticks };
	return 0;
}

/* What a timed record says before the merge: its arguments are args, its place in the batch is known. */
static int v1scan_look_at(struct scan *s, uint8_t type, const uint64_t *args, uint64_t off)
{
	switch (type) {
	case GT_V1_GoSysExit:
		return args[2] || s->layout->seq ? add_retimed(s, args, off) : 0;
	case GT_V1_STWStart:
		if (!gt_v1_stw_name(s->layout->nargs[type] ? args[0] : 0, s->layout->minor))
			v1scan_note(s, GT_ERR_CORRUPT, off, "unknown STW kind %" PRIu64, args[0]);
		return 0;
	case GT_V1_FutileWakeup:
		s->f->futile = true;
		return 0;
	case GT_V1_CPUSample:
		return add_sample(s, args, off);
	case GT_V1_Gomaxprocs:
		return v1scan_add_procs(s, args[0]);
	default:
		return 0;
	}
}

/* The types that look_at wants to see. */
static const bool looked_at[64] = {
	[GT_V1_GoSysExit] = true, [GT_V1_STWStart] = true, [GT_V1_FutileWakeup] = true, [GT_V1_CPUSample] = true,
	[GT_V1_Gomaxprocs] = true,
};

static int read_log_text(struct scan *s, const uint8_t *p, uint64_t record)
{
	uint64_t len;

	p = gt_v1_varint(p, s->end, &len);
	if (!p)
		return bad_number(s, s->p + 1);
	if (len > GT_V1_MAX_TEXT)
		return stop_at(s, GT_ERR_CORRUPT, record, "invalid message size %" PRIu64 ", maximum is %d", len,
			       GT_V1_MAX_TEXT);
	s->p = p;
	return skip_to(s, offset_of(s, p) + len, record);
}

static int v1scan_read_timed(struct scan *s, struct gt_v1_form form)
{
	unsigned n = form.n, prefix = s->layout->seq ? 2 : 1;
	uint64_t v[VALUES_MAX] = { 0 }, record = offset_of(s, s->p);
	const uint8_t *p = v1scan_read_values(s, s->p + 1, *s->p >> 6 == 3, &n, v);
	uint8_t type = *s->p & 63;
	int rc;

	if (!p)
		return bad_number(s, s->p + 1);
	if (n != form.n)
		return wrong_count(s, n, form.n);
	rc = s->open && record - s->batch.off >= BATCH_MAX ? close_batch(s) : 0;
	if (!rc && !s->open)
		rc = open_batch(s);
	if (rc)
		return rc;
	s->seq += s->layout->seq ? v[0] : 0;
	s->ticks += v[prefix - 1];
	rc = looked_at[type] ? v1scan_look_at(s, type, v + prefix, record) : 0;
	if (form.kind == GT_V1_LOG)
		rc = read_log_text(s, p, record);
	else
		s->p = p;
	if (rc)
		return rc;
	if (type != GT_V1_CPUSample) {
		s->last = (int64_t)s->ticks;
		s->has_event = true;
	}
	s->timed_end = offset_of(s, s->p);
	s->f->records++;
	return 0;
}

static int v1scan_read_record(struct scan *s)
{
	struct gt_v1_form form = s->layout->form[*s->p];

	switch (form.kind) {
	case GT_V1_BAD:
		return bad_type(s);
	case GT_V1_STRUCTURAL:
		return read_structural(s, form);
	case GT_V1_STRING:
		return read_string(s);
	case GT_V1_STACK:
		return read_stack(s, form);
	default:
		return v1scan_read_timed(s, form);
	}
}

/* One number of which all bytes are there; NULL: let the careful reader look. */
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
static void read_quickly(struct scan *s)
{
	const struct gt_v1_form *forms = s->layout->form;
	const uint8_t *p = s->p, *safe = s->end - 128, *before = p;
	uint64_t ticks = s->ticks, records = 0, left;

	if (s->end - p < 256 || !s->open || s->layout->seq || offset_of(s, p) - s->batch.off >= BATCH_MAX)
		return;
	left = BATCH_MAX - (offset_of(s, p) - s->batch.off);
	if (left < (uint64_t)(safe - p))
		safe = p + left;
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
	s->p = p;
	s->ticks = ticks;
	s->last = (int64_t)ticks;
	s->has_event = true;
	s->f->records += records;
	s->timed_end = offset_of(s, p);
}

static int read_records(struct scan *s)
{
	for (;;) {
		int rc = 0;

		if (!s->eof && s->end - s->p < RECORD_MAX)
			rc = v1scan_refill(s);
		if (rc || s->p == s->end)
			return rc;
		read_quickly(s);
		if (s->p == s->end || (!s->eof && s->end - s->p < RECORD_MAX))
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

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->off < y->off ? -1 : x->off > y->off;
}

static int by_sample_time(const void *a, const void *b)
{
	const struct gt_v2_sample *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->off < y->off ? -1 : x->off > y->off;
}

/* Without the clock's frequency, which stands at the end of the file, times are a guess: that must be said. */
static void guess_frequency(struct scan *s)
{
	struct gt_v1_file *f = s->f;
	size_t n = strlen(f->damage_err.text);

	f->gen.freq = GT_V1_GUESSED_FREQ;
	if (f->damage)
		snprintf(f->damage_err.text + n, sizeof f->damage_err.text - n,
			 "; there is no frequency record, so times are estimates");
	else
		v1scan_note(s, GT_ERR_CUT, f->gen.end_off,
			    "there is no frequency record: all times are estimates, with a tick of %d ns",
			    1000000000 / GT_V1_GUESSED_FREQ);
}

/* The smallest P of which there is no event. */
static uint64_t first_absent(struct scan *s)
{
	uint64_t p = 0;
	uint32_t stream;

	while ((stream = gt_map_get(&s->ps, p)) != GT_MAP_NONE && s->ends[stream] != INT64_MIN)
		p++;
	return p;
}

/*
 * A file that ends before its tables has lost the end of every stream.  A P
 * of which nothing was read may have run since GOMAXPROCS was first so large
 * that it could; if that is not known either, since the start.
 */
static int64_t find_whole(struct scan *s)
{
	int64_t whole = s->nchanges ? INT64_MAX : INT64_MIN;
	uint64_t absent = first_absent(s);

	if (s->f->has_freq)
		return INT64_MAX;
	for (size_t i = 0; i < s->nchanges; i++)
		if (s->changes[i].procs > absent && s->changes[i].ticks < whole)
			whole = s->changes[i].ticks;
	for (size_t i = 0; i < s->f->gen.nstreams; i++)
		if (s->ends[i] != INT64_MIN && s->ends[i] < whole)
			whole = s->ends[i];
	return whole;
}

static void v1scan_complete(struct scan *s)
{
	struct gt_v1_file *f = s->f;

	f->gen.start_off = GT_HEADER_SIZE;
	f->gen.end_off = offset_of(s, s->p);
	f->whole = find_whole(s);
	if (!f->has_freq)
		guess_frequency(s);
	f->gen.ns_per_unit = 1e9 / (double)f->gen.freq;
	gt_v2_table_finish(&f->gen.strings);
	gt_v2_table_finish(&f->gen.stacks);
	if (f->nretimed)
		qsort(f->retimed, f->nretimed, sizeof *f->retimed, by_key);
	if (f->gen.nsamples)
		qsort(f->gen.samples, f->gen.nsamples, sizeof *f->gen.samples, by_sample_time);
}

int gt_v1_scan(struct gt_source *src, int minor, struct gt_v1_file *f, struct gt_error *err)
{
	struct gt_error local = { 0 };
	struct scan s = {
		.src = src, .f = f, .layout = &f->layout, .err = &local, .end_off = GT_HEADER_SIZE,
		.stream = UINT32_MAX };
	int rc, stopped;

	gt_v1_layout_init(&f->layout, minor);
	s.win = gt_checked_alloc(WINDOW, 1);
	if (!s.win)
		return gt_error_set(err, GT_ERR_NOMEM, GT_NO_OFFSET, "not enough memory to read the trace");
	s.p = s.end = s.win;
	rc = stopped = read_records(&s);
	if (rc == GT_ERR_CUT || rc == GT_ERR_CORRUPT || rc == GT_ERR_LIMIT) {
		v1scan_note(&s, rc, local.offset, "%s", local.text);
		rc = 0;
	}
	if (!rc)
		rc = close_batch(&s);
	if (!rc)
		v1scan_complete(&s);
	free(s.win);
	gt_map_release(&s.ps);
	free(s.ends);
	free(s.changes);
	if (!rc && f->gen.nbatches == 0)
		rc = stopped ? stopped : gt_error_set(&local, GT_ERR_CORRUPT, GT_HEADER_SIZE,
						      "the trace is empty: there is no event in it");
	if (rc && err)
		*err = local;
	return rc;
}

int gt_v1_read_stack(struct gt_source *src, const struct gt_v1_layout *l, struct gt_v2_ref ref,
		     struct gt_v2_frame *out)
{
	uint8_t buf[GT_V1_MAX_FRAMES * 4 * 10];
	size_t per = l->seq ? 1 : 4;
	int64_t got = gt_source_read(src, ref.off, buf, ref.len <= GT_V1_MAX_FRAMES ? ref.len * per * 10 : 0);
	const uint8_t *p = buf, *end;

	if (got < 0)
		return GT_ERR_IO;
	end = buf + got;
	for (unsigned i = 0; i < ref.len; i++) {
		uint64_t v[4] = { 0 };

		for (size_t k = 0; p && k < per; k++)
			p = gt_v1_varint(p, end, &v[k]);
		if (!p)
			return GT_ERR_CUT;
		out[i] = (struct gt_v2_frame){ .pc = v[0], .func = v[1], .file = v[2], .line = v[3] };
	}
	return (int)ref.len;
}
