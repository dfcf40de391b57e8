/* Writes v2 traces: batches, tables, clocks and ends of generations (format/v2.md 2-7). */
#ifndef GT_WIRE_V2WRITE_H
#define GT_WIRE_V2WRITE_H

#include "base/strtab.h"
#include "wire/v2/v2gen.h"

struct gt_buf;

/*
 * The bytes are appended to a buffer, which the caller may empty at any time:
 *
 *	gt_v2_writer_init(&w, &out, minor);
 *	gt_v2_write_gen(&w, &start);
 *	id = gt_v2_write_string(&w, "text", 4);
 *	gt_v2_write_event(&w, m, time, GT_V2_GoBlock, (uint64_t[]) { id, 0 });
 *	gt_v2_write_gen_end(&w);
 *	gt_v2_writer_release(&w);
 *
 * Times are in units of the frequency.  A batch is written when it is full, or when all open ones together have
 * GT_V2_WRITE_OPEN bytes, so memory is bounded by that and by the tables of one generation.
 */
#define GT_V2_WRITE_OPEN (8U << 20)

/* An open batch of events; `last` is the time of its last event. */
struct gt_v2_open_batch {
	uint64_t m, time, last;
	uint8_t *bytes;
	size_t len, cap;
};

struct gt_v2_writer {
	struct gt_buf *out;
	int minor;
	uint64_t gen;
	struct gt_v2_open_batch *batches;   /* by thread, in the order of their first events */
	size_t nbatches, batches_cap;
	struct gt_map by_m;
	struct gt_v2_open_batch samples;
	size_t open;                        /* bytes in batches that are not written yet */
	struct gt_strtab strings, stacks;   /* stacks as the bytes of their frames */
	uint64_t start;                     /* of the generation: tables and samples have this time */
};

/* The begin of a generation. */
struct gt_v2_gen_start {
	uint64_t gen, time, freq;
	/* The clock, which versions from 1.25 on have: at `time` + clock_dt. */
	uint64_t clock_dt, mono, sec, nsec;
};

/* Writes the header.  minor: 22, 23, 25 or 26. */
void gt_v2_writer_init(struct gt_v2_writer *w, struct gt_buf *out, int minor);
void gt_v2_writer_release(struct gt_v2_writer *w);

/* Begins a generation; the numbers of successive ones rise by 1. */
void gt_v2_write_gen(struct gt_v2_writer *w, const struct gt_v2_gen_start *start);

/*
 * An event of thread m (GT_V2_NONE: of no thread).  args: those of its type without dt.  The times of a thread's
 * events do not fall.
 */
void gt_v2_write_event(struct gt_v2_writer *w, uint64_t m, uint64_t time, unsigned type, const uint64_t *args);

/* p may be GT_V2_NONE; g is 0 or GT_V2_NONE where there is none. */
void gt_v2_write_sample(struct gt_v2_writer *w, uint64_t time, uint64_t m, uint64_t p, uint64_t g, uint64_t stack);

/* The id of a text of at most GT_V2_MAX_STRING bytes in this generation (what is longer is cut); 0: it is empty. */
uint64_t gt_v2_write_string(struct gt_v2_writer *w, const char *text, size_t n);

/* The id of a stack of at most GT_V2_MAX_FRAMES frames; func and file are ids of gt_v2_write_string.  0: no frames. */
uint64_t gt_v2_write_stack(struct gt_v2_writer *w, const struct gt_v2_frame *frames, unsigned n);

/* A batch of an experiment, as it is; n is at most GT_V2_MAX_BATCH.  Versions from 1.23 on have them. */
void gt_v2_write_experiment(struct gt_v2_writer *w, uint8_t exp, uint64_t m, uint64_t time, const void *bytes,
			    size_t n);

/* Writes all that is open, the tables, and from 1.26 on the end mark. */
void gt_v2_write_gen_end(struct gt_v2_writer *w);

#endif
