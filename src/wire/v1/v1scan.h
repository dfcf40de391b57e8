/* v1 traces: one pass over the file that finds its batches, tables and what else ordering must know before. */
#ifndef GT_WIRE_V1SCAN_H
#define GT_WIRE_V1SCAN_H

#include "base/thread.h"
#include "wire/header.h"
#include "wire/v1/v1events.h"
#include "wire/v2/v2gen.h"

/*
 * A v1 file is one sequence of records: a batch ends where the next Batch
 * record begins, tables and the frequency stand at the end (format/v1.md 6).
 * So the whole file is read once before anything can be ordered.  What is kept
 * has the form of a v2 generation (number 0): batches chained per P (the P is
 * in the place of the M), references to strings and stacks.  Events are not kept.
 *
 * The first record that cannot be read (cut, unknown type, wrong length) ends
 * the scan: nothing says where the next one begins.  All before it stays usable, and damage
 * tells.  Faults that leave the records readable (a doubled string, a bad
 * stop-the-world kind) are remembered too, the first one of all.
 */

/* Go's limits. */
#define GT_V1_MAX_TEXT 1000000
#define GT_V1_MAX_FRAMES 1000

/* What the runtime that wrote a file without a Frequency record is taken to have used, in ticks per second. */
#define GT_V1_GUESSED_FREQ 40000000

/*
 * A GoSysExit that happened at another time than its record was written
 * (format/v1.md 10.1, 11.1).  `key` orders them: ticks, or in 1.5 the sequence number.
 */
struct gt_v1_retimed {
	int64_t key, ticks;
	uint64_t off;            /* of the record */
	uint64_t g, seq, ts;     /* its arguments */
	uint32_t stream;         /* whose record it is */
};

struct gt_v1_file {
	struct gt_v1_layout layout;
	struct gt_v2_gen gen;            /* sample times in ticks */
	uint64_t *seqs;                  /* 1.5: the sequence base of each batch */
	size_t seqs_cap;
	struct gt_v1_retimed *retimed;       /* sorted by key, in file order where it is equal */
	size_t nretimed, retimed_cap;
	uint64_t *timers;                /* timer goroutines */
	size_t ntimers, timers_cap;
	uint64_t records;                /* timed events, CPU samples included */
	bool has_freq;
	bool futile;                     /* there are FutileWakeup records */
	/*
	 * Ticks up to which the stream of every P was read: INT64_MAX if the file's
	 * tables were reached (buffers of Ps stand before them), INT64_MIN if not even the start is whole.
	 */
	int64_t whole;
	int damage;                      /* 0, or the first fault */
	struct gt_error damage_err;
};

void gt_v1_file_init(struct gt_v1_file *f);
/* After a time of them was changed. */
void gt_v1_sort_retimed(struct gt_v1_file *f);
void gt_v1_file_release(struct gt_v1_file *f);

/*
 * Reads the file: 0, or negative if there is nothing to use: no event at all,
 * no memory, the file cannot be read, or `cancel` (NULL: never) was set meanwhile.
 */
int gt_v1_scan(struct gt_source *src, int minor, const struct gt_cancel *cancel, struct gt_v1_file *f,
	       struct gt_error *err);

/*
 * Frames of a stack, innermost first, at most GT_V1_MAX_FRAMES: their number
 * or a negative code.  In 1.5 they are PCs only.
 */
int gt_v1_read_stack(struct gt_source *src, const struct gt_v1_layout *l, struct gt_v2_ref ref,
		     struct gt_v2_frame *out);

#endif
