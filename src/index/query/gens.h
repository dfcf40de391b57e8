/* A generation of the trace, read back from the index: its arrays for a replay, its tables by id. */
#ifndef GT_INDEX_GENS_H
#define GT_INDEX_GENS_H

#include "index/store/state.h"

/* A generation's row and where its rows of the other tables end. */
struct gt_gen_rows {
	struct gt_srow_gen row;
	uint64_t batches_end, streams_end, samples_end, strings_end, stacks_end;
	uint64_t events_end;          /* number of the first event after it; UINT64_MAX for the newest one */
};

bool gt_gen_get(const struct gt_trace *t, uint64_t row, struct gt_gen_rows *g);

/* The generation with this number. */
bool gt_gen_find(const struct gt_trace *t, uint64_t gen, struct gt_gen_rows *g);

/* The copies of a generation's arrays that a replay borrows. */
struct gt_gen_arrays {
	struct gt_replay_gen gen;
	struct gt_v2_batch *batches;
	struct gt_v2_stream *streams;
	struct gt_v2_sample *samples;
};

/* All indices in them are inside the arrays and rise, even in a damaged index; release after success only. */
int gt_gen_load(const struct gt_trace *t, const struct gt_gen_rows *g, struct gt_gen_arrays *a, struct gt_error *err);
void gt_gen_arrays_release(struct gt_gen_arrays *a);

#endif
