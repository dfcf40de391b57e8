/* Every question to an index, whatever is in it: for damaged ones. */
#ifndef GT_TEST_INDEX_ASK_H
#define GT_TEST_INDEX_ASK_H

#include "index/store/block.h"
#include "index/store/state.h"

/*
 * Asks everything about the first few thousand rows of each kind, and about
 * some that are not there.  Answers do not matter, only that there are some;
 * returns a number made of them, so that nothing is optimised away.
 */
uint64_t ask_all(struct gt_trace *t);

/* The same about the first `rows` of each kind: for fuzzers, which ask often. */
uint64_t ask_some(struct gt_trace *t, uint64_t rows);

/*
 * A trace with an index, both in memory (which the caller keeps): 0, or the
 * error of attaching.  Release with ask_close in any case.
 */
int ask_open(struct gt_trace *t, const void *trace, size_t trace_len, const void *index, size_t index_len,
	     struct gt_error *err);
void ask_close(struct gt_trace *t);

/* Puts the right checksums into the header of a damaged index, so that the damage is reached. */
void ask_mend(uint8_t *index, size_t n);

/* The index of a trace in memory, built again, in memory from malloc; NULL if it is no trace. */
uint8_t *ask_build(const void *trace, size_t trace_len, size_t *n);

/*
 * Builds the index of a trace in memory, and lets `look` have it whenever a reader could, after each 256 events
 * at the latest; then once more when it is whole.
 */
typedef void ask_look_fn(void *arg, struct gt_trace *t);
void ask_watch(const void *trace, size_t trace_len, ask_look_fn *look, void *arg);

/*
 * Lies in the index of a trace that ask_open has opened, which is overwritten in place: no checksum is
 * looked at any more.  Value i of a packed column, if the column has room for it; a goroutine's last slice but
 * one comes after the last one; a goroutine has as many slices as its row has room to say (how many; 0: failed).
 */
bool ask_put(const struct gt_bview *v, unsigned c, uint32_t i, uint64_t value);
bool ask_make_circle(const struct gt_trace *t, uint32_t row);
uint64_t ask_claim_slices(const struct gt_trace *t, uint32_t row);

#endif
