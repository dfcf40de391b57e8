/* A trace's events as the orderer gives them, and whose they are: what answers of an index are compared with. */
#ifndef GT_TEST_INDEX_TRUTH_H
#define GT_TEST_INDEX_TRUTH_H

#include "index/store/state.h"

struct truth {
	struct gt_event *ev;       /* times since the start */
	size_t n, cap;
	/* by event: rows of the goroutine that changes state (G_STATE) and of the context's; GT_NO_ROW */
	uint32_t *subject, *actor;
	uint32_t rows;             /* lives */
};

void truth_load(struct truth *truth, const struct gt_trace *t);
void truth_free(struct truth *truth);

/* The number of the first event at or after a time. */
uint64_t truth_first_at(const struct truth *truth, int64_t time);

/* Calls check for every trace in testdata whose name fits one of the patterns (NULL at the end). */
void truth_for_traces(const char *const *patterns, void (*check)(const char *path, const char *name));

#endif
