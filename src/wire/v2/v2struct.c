/* Contents of structural batches: strings, stacks, CPU samples, sync (format/v2.md 7). */
#include <inttypes.h>
#include <string.h>

#include "base/varint.h"
#include "base/xalloc.h"
#include "wire/v2/v2events.h"
#include "wire/v2/v2scan.h"
#include "wire/v2/v2table.h"

/* A batch's content while its records are read. */
struct rec {
	const uint8_t *start, *p, *end;
	uint64_t off;            /* of start, in the file */
	struct gt_error *err;
};

static uint64_t rec_at(const struct rec *r)
{
	return r->off + (uint64_t)(r->p - r->start);
}

static int rec_number(struct rec *r, const char *what, uint64_t *v)
{
	const uint8_t *p = gt_varint(r->p, r->end, v);

	if (GT_LIKELY(p)) {
		r->p = p;
		return 0;
	}
	if (r->end - r->p < GT_VARINT_MAX)
		return gt_error_set(r->err, GT_ERR_CORRUPT, rec_at(r), "the batch ends inside the %s", what);
	return gt_error_set(r->err, GT_ERR_CORRUPT, rec_at(r), "the %s is not a valid number", what);
}

/* Reads the type byte of the next record, which must be `type`. */
static int rec_type(struct rec *r, unsigned type)
{
	if (GT_UNLIKELY(*r->p != type))
		return gt_error_set(r->err, GT_ERR_CORRUPT, rec_at(r), "expected a %s record, found type %d",
				    gt_v2_spec(type)->name, *r->p);
	r->p++;
	return 0;
}

static int add_ref(struct rec *r, struct gt_v2_table *t, const char *what, uint64_t rec_off, uint64_t id,
		   uint64_t off, uint32_t len)
{
	int rc = gt_v2_table_add(t, id, off, len);

	if (GT_LIKELY(!rc))
		return 0;
	if (rc == GT_ERR_NOMEM)
		return gt_error_set(r->err, rc, rec_off, "not enough memory for the %s table", what);
	return gt_error_set(r->err, rc, rec_off, "multiple %ss with the same id %" PRIu64, what, id);
}

/* Takes in one record. */
typedef int add_record(struct gt_v2_gen *g, struct gt_v2_scan *sc, struct rec *r);

/* All records of a batch, after the first `skip` bytes. */
static int add_records(struct gt_v2_gen *g, struct gt_v2_scan *sc, const struct gt_v2_head *h, const uint8_t *data,
		       unsigned skip, add_record *add, struct gt_error *err)
{
	struct rec r = { .start = data, .p = data + skip, .end = data + h->size, .off = h->content, .err = err };

	for (; r.p < r.end; g->structural_events++) {
		int rc = add(g, sc, &r);

		if (rc < 0)
			return rc;
	}
	return 0;
}

static int v2struct_add_string(struct gt_v2_gen *g, struct gt_v2_scan *sc, struct rec *r)
{
	uint64_t start = rec_at(r), len_at, id, len;
	int rc;

	(void)sc;
	if ((rc = rec_type(r, GT_V2_String)) < 0 || (rc = rec_number(r, "id of a string", &id)) < 0)
		return rc;
	len_at = rec_at(r);
	rc = rec_number(r, "length of a string", &len);
	if (rc < 0)
		return rc;
	if (len > GT_V2_MAX_STRING)
		return gt_error_set(r->err, GT_ERR_CORRUPT, len_at,
				    "invalid string size %" PRIu64 ", maximum is %d", len, GT_V2_MAX_STRING);
	if (len > (uint64_t)(r->end - r->p))
		return gt_error_set(r->err, GT_ERR_CORRUPT, rec_at(r),
				    "the batch ends inside a string: %td of its %" PRIu64 " bytes are there",
				    r->end - r->p, len);
	rc = add_ref(r, &g->strings, "string", start, id, rec_at(r), (uint32_t)len);
	r->p += len;
	return rc;
}

int gt_v2_add_strings(struct gt_v2_gen *g, const struct gt_v2_head *h, const uint8_t *data, struct gt_error *err)
{
	return add_records(g, NULL, h, data, 1, v2struct_add_string, err);
}

static int v2struct_add_stack(struct gt_v2_gen *g, struct gt_v2_scan *sc, struct rec *r)
{
	uint64_t start = rec_at(r), n_at, frames_at, id, n;
	int rc;

	(void)sc;
	if ((rc = rec_type(r, GT_V2_Stack)) < 0 || (rc = rec_number(r, "id of a stack", &id)) < 0)
		return rc;
	n_at = rec_at(r);
	rc = rec_number(r, "frame count of a stack", &n);
	if (rc < 0)
		return rc;
	if (n > GT_V2_MAX_FRAMES)
		return gt_error_set(r->err, GT_ERR_CORRUPT, n_at,
				    "invalid stack size %" PRIu64 ", maximum is %d", n, GT_V2_MAX_FRAMES);
	frames_at = rec_at(r);
	for (uint64_t i = 0; i < n; i++) {
		uint64_t pc, func, file, line;

		if ((rc = rec_number(r, "pc of a frame", &pc)) < 0 ||
		    (rc = rec_number(r, "function of a frame", &func)) < 0 ||
		    (rc = rec_number(r, "file of a frame", &file)) < 0 ||
		    (rc = rec_number(r, "line of a frame", &line)) < 0)
			return rc;
	}
	return add_ref(r, &g->stacks, "stack", start, id, frames_at, (uint32_t)n);
}

int gt_v2_add_stacks(struct gt_v2_gen *g, const struct gt_v2_head *h, const uint8_t *data, struct gt_error *err)
{
	return add_records(g, NULL, h, data, 1, v2struct_add_stack, err);
}

static int v2struct_add_sample(struct gt_v2_gen *g, struct gt_v2_scan *sc, struct rec *r)
{
	struct gt_v2_sample s = { .off = rec_at(r) };
	uint64_t time;
	int rc;

	(void)sc;
	if (!GT_TRY_GROW(g->samples, g->samples_cap, g->nsamples + 1))
		return gt_error_set(r->err, GT_ERR_NOMEM, s.off, "not enough memory for the CPU samples");
	if ((rc = rec_type(r, GT_V2_CPUSample)) < 0 || (rc = rec_number(r, "time of a CPU sample", &time)) < 0 ||
	    (rc = rec_number(r, "thread of a CPU sample", &s.m)) < 0 ||
	    (rc = rec_number(r, "processor of a CPU sample", &s.p)) < 0 ||
	    (rc = rec_number(r, "goroutine of a CPU sample", &s.g)) < 0 ||
	    (rc = rec_number(r, "stack of a CPU sample", &s.stack)) < 0)
		return rc;
	/* Units for now; the frequency may be still to come. */
	s.time = (int64_t)time;
	if (s.g == 0)
		s.g = GT_V2_NONE;
	g->samples[g->nsamples++] = s;
	return 0;
}

int gt_v2_add_samples(struct gt_v2_gen *g, const struct gt_v2_head *h, const uint8_t *data, struct gt_error *err)
{
	return add_records(g, NULL, h, data, 1, v2struct_add_sample, err);
}

static int add_frequency(struct gt_v2_gen *g, struct gt_v2_scan *sc, struct rec *r)
{
	int rc;

	if (*r->p != GT_V2_Frequency)
		return gt_error_set(r->err, GT_ERR_CORRUPT, rec_at(r), "expected frequency or clock snapshot event, got %d",
				    *r->p);
	if (sc->has_freq)
		return gt_error_set(r->err, GT_ERR_CORRUPT, rec_at(r), "found multiple frequency events");
	r->p++;
	rc = rec_number(r, "frequency", &g->freq);
	if (rc < 0)
		return rc;
	sc->has_freq = true;
	/* In this order of operations, to round as Go does. */
	g->ns_per_unit = 1.0 / ((double)g->freq / 1e9);
	return 0;
}

/* From Go 1.25 on: a clock snapshot, too.  Its time counts from that of the batch, which clock_time has. */
static int add_sync_record(struct gt_v2_gen *g, struct gt_v2_scan *sc, struct rec *r)
{
	uint64_t dt;
	int rc;

	if (*r->p != GT_V2_ClockSnapshot)
		return add_frequency(g, sc, r);
	if (g->has_clock)
		return gt_error_set(r->err, GT_ERR_CORRUPT, rec_at(r), "found multiple clock snapshot events");
	r->p++;
	if ((rc = rec_number(r, "time of the clock snapshot", &dt)) < 0 ||
	    (rc = rec_number(r, "monotonic clock of the clock snapshot", &g->clock_mono)) < 0 ||
	    (rc = rec_number(r, "seconds of the clock snapshot", &g->clock_sec)) < 0 ||
	    (rc = rec_number(r, "nanoseconds of the clock snapshot", &g->clock_nsec)) < 0)
		return rc;
	g->has_clock = true;
	g->clock_time += dt;
	return 0;
}

int gt_v2_add_sync(struct gt_v2_gen *g, struct gt_v2_scan *sc, int minor, const struct gt_v2_head *h,
		   const uint8_t *data, struct gt_error *err)
{
	if (minor < 25)
		return add_records(g, sc, h, data, 0, add_frequency, err);
	if (!g->has_clock)
		g->clock_time = h->time;
	return add_records(g, sc, h, data, 1, add_sync_record, err);
}
