/* v2 traces: reading one generation's batches and tables (format/v2.md 4, 7, 10). */
#ifndef GT_WIRE_V2GEN_H
#define GT_WIRE_V2GEN_H

#include "wire/header.h"
#include "wire/source.h"

/*
 * Reading a generation collects where its event batches are and what its
 * tables say.  Events are not decoded here.
 *
 *	struct gt_v2_reader r;
 *	struct gt_v2_gen g;
 *	gt_v2_reader_init(&r, src, minor);
 *	gt_v2_gen_init(&g);
 *	while ((rc = gt_v2_read_gen(&r, &g, &err)) > 0)
 *		… use g until the next call …
 *	gt_v2_gen_release(&g); gt_v2_reader_release(&r);
 */

/* Of either format, those that CPU samples name too; beyond, the trace counts as damaged. */
#define GT_MAX_PROCS 65536

#define GT_V2_NONE UINT64_MAX         /* no M, no P, no goroutine */
#define GT_V2_MAX_BATCH 65536
#define GT_V2_MAX_STRING 1024
#define GT_V2_MAX_FRAMES 128

struct gt_v2_batch {
	uint64_t off;     /* byte offset of the first content byte */
	uint64_t time;    /* base time in units */
	uint64_t m;
	uint32_t size;    /* content bytes */
	uint32_t next;    /* index of the next event batch of the same m in this generation, or UINT32_MAX */
};

/* A stream: the batches of one M, in order of first appearance in the file. */
struct gt_v2_stream {
	uint64_t m;
	uint32_t first, last;   /* indices into batches */
	int64_t shift;          /* units that were added to their times (order/align.h) */
};

struct gt_v2_exp_batch {
	uint64_t off, time, m;
	uint32_t size;
	uint8_t exp;
};

struct gt_v2_sample {
	int64_t time;     /* ns on the trace's clock (converted, format/v2.md 9) */
	uint64_t m, p, g; /* GT_V2_NONE where there is none (g 0 in the file means none) */
	uint64_t stack;   /* id in this generation */
	uint64_t off;     /* byte offset of the record (its type byte) */
};

/* A record of a table by its id: where its bytes are. */
struct gt_v2_ref {
	uint64_t off : 43;     /* strings: first text byte; stacks: first frame's pc */
	uint64_t len : 20;     /* strings: bytes; stacks: frames */
	uint64_t known : 1;
};

/* id -> ref, dense for the small ids that writers use, hashed for any others. */
struct gt_v2_table {
	struct gt_v2_ref *dense;
	size_t dense_len, dense_cap;
	struct gt_v2_sparse *sparse;     /* private to v2table.c; NULL mostly */
	uint64_t count;
};

struct gt_v2_gen {
	uint64_t gen;                  /* its number */
	uint64_t start_off, end_off;   /* bytes of the file that belong to it */
	uint64_t min_time;             /* units: smallest batch time of any batch, structural ones too */
	uint64_t freq;
	double ns_per_unit;            /* 1.0 / ((double)freq / 1e9) */
	bool has_clock;
	uint64_t clock_time;           /* units: batch time + dt */
	uint64_t clock_mono, clock_sec, clock_nsec;
	struct gt_v2_batch *batches;
	size_t nbatches, batches_cap;
	struct gt_v2_stream *streams;
	size_t nstreams, streams_cap;
	struct gt_v2_exp_batch *exps;
	size_t nexps, exps_cap;
	struct gt_v2_sample *samples;  /* by time, equal ones as Go's reader has them */
	size_t nsamples, samples_cap;
	struct gt_v2_table strings, stacks;
	/* Refs only: texts and frames are read with gt_v2_read_string and gt_v2_read_stack. */
	uint64_t structural_events;    /* records in structural batches, for the wire statistics */

	/* What is wrong with it first, code 0: nothing; what is known to be lost of it. */
	struct gt_error fault;
	uint64_t lost_bytes;
	uint64_t texts, text_bytes;    /* of printed text between its batches, which is passed over: how often, bytes */
	uint64_t text_off;             /* where the first of it is */
	uint32_t *holes;               /* places in batches, rising: before each of them some may be lost */
	size_t nholes, holes_cap;
	bool events_whole;             /* its tables have begun: all batches of events had been written before */
	bool last_is_events;
	bool open_ended;               /* no mark and no tables at the end of the file: it may have been cut */
};

struct gt_v2_reader;   /* see below: public so that it can live on the stack */

struct gt_v2_reader {
	struct gt_source *src;
	int minor;
	uint64_t off;                  /* next byte to read */
	bool have_spill;               /* headers < 26: first batch of the next generation was seen at spill_off */
	uint64_t spill_off;
	int pending_rc;                /* the first fault: told when all that can be read was given */
	struct gt_error pending;
	bool done;
	bool unstopped;                /* the file ends where trace.Stop would have written more */
	uint64_t freq;                 /* of the last generation */
	uint8_t *scratch;              /* one batch */
	struct gt_v2_scan *scan;       /* private: wire/v2/v2scan.h */
};

void gt_v2_reader_init(struct gt_v2_reader *r, struct gt_source *src, int minor);
void gt_v2_reader_release(struct gt_v2_reader *r);

void gt_v2_gen_init(struct gt_v2_gen *g);
void gt_v2_gen_release(struct gt_v2_gen *g);

/*
 * Reads the next generation into g (re-using its memory): 1 = there it is, 0 = clean end, negative = the end, and
 * *err has the first fault of all.  Where Go's reader gives up (format/v2.md 10, 7, 17) what can be read is
 * given: a generation that is cut, or has batches or tables that cannot be read, has g->fault set.
 */
int gt_v2_read_gen(struct gt_v2_reader *r, struct gt_v2_gen *g, struct gt_error *err);

/* Looks an id up; id 0 is always known (empty).  False: unknown id. */
bool gt_v2_table_get(const struct gt_v2_table *t, uint64_t id, struct gt_v2_ref *ref);

/* The same, without where it is; id 0 stands for nothing and is always there. */
GT_INLINE bool gt_v2_table_has(const struct gt_v2_table *t, uint64_t id)
{
	struct gt_v2_ref ref;

	if (GT_LIKELY(id < t->dense_len))
		return id == 0 || t->dense[id].known;
	return id == 0 || gt_v2_table_get(t, id, &ref);
}

/*
 * Iterates over all records of a table in ascending id order: *it starts at 0;
 * false at the end.
 */
bool gt_v2_table_next(const struct gt_v2_table *t, uint64_t *it, uint64_t *id, struct gt_v2_ref *ref);

struct gt_v2_item {
	uint64_t id;
	struct gt_v2_ref ref;
};

/* All t->count records of a table in the order of the file: to be freed; NULL if there is no memory. */
struct gt_v2_item *gt_v2_table_in_order(const struct gt_v2_table *t);

/*
 * Units -> ns as Go does: multiply by the quotient in double and truncate
 * (format/v2.md 9).  What does not fit (a corrupt time or frequency) becomes
 * INT64_MIN, as on the machines that Go's reader mostly runs on; so sums of these
 * must be made in uint64_t.
 */
GT_INLINE int64_t gt_v2_units_ns(double ns_per_unit, uint64_t units)
{
	double ns = ns_per_unit * (double)units;

	return GT_LIKELY(ns < 0x1p63) ? (int64_t)ns : INT64_MIN;
}

GT_INLINE int64_t gt_v2_ns(const struct gt_v2_gen *g, uint64_t units)
{
	return gt_v2_units_ns(g->ns_per_unit, units);
}

/* Text of a string, into *out (cleared first): its length, or negative if the id is unknown or it cannot be read. */
struct gt_buf;
int gt_v2_gen_string(struct gt_source *src, const struct gt_v2_gen *g, uint64_t id, struct gt_buf *out);

/* What stands for a string that is lost: its number. */
void gt_v2_put_lost(struct gt_buf *out, uint64_t id);

/* The bytes of a string (at most GT_V2_MAX_STRING) into buf; returns the length or a negative code. */
int gt_v2_read_string(struct gt_source *src, struct gt_v2_ref ref, char *buf);

struct gt_v2_frame {
	uint64_t pc, func, file, line;   /* func, file: string ids of this generation */
};

/* The frames of a stack, innermost first (at most GT_V2_MAX_FRAMES) into out; the count or a negative code. */
int gt_v2_read_stack(struct gt_source *src, struct gt_v2_ref ref, struct gt_v2_frame *out);

#endif
