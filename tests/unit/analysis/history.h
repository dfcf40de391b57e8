/* Random histories, so that what a walk through time finds can be counted moment by moment, too. */
#ifndef GT_TEST_ANALYSIS_HISTORY_H
#define GT_TEST_ANALYSIS_HISTORY_H

#include "analysis/stw/blame_index.h"
#include "stops.h"
#include "unit/index/synth.h"

#define END 600               /* moments; everything happens between two of them */
#define PS 3
#define GS 8                  /* goroutines of a scene; the last one is the runtime's */
#define MOST 2000

/* Ready, then on a P; id: GT_NO_ROW of a wait that goes on at the end. */
struct history_slice {
	int64_t ready, t0, t1;
	uint32_t g, id;
};

struct history {
	struct scene s;
	struct rnd rnd;
	uint64_t procs[END];          /* GOMAXPROCS */
	bool stopped[END], still[END];
	bool held[PS][END];           /* by a thread */
	int who[PS][END];             /* goroutine, -1: none */
	struct history_slice slices[MOST];
	size_t nslices;
	struct gt_blame_index blames; /* of stops */
	struct gt_blame_row stops[40];
	/* Inside. */
	int64_t ready[GS];            /* since when it is ready; -1: it is not */
	struct { int64_t held; uint32_t g; int64_t t0, ready; } p[PS];  /* held, t0: -1: not */
};

/* One time in so many. */
bool history_chance(struct history *h, uint64_t in);

/* Called at every moment: adds a stop of the world, or none, to blames, stopped and still. */
typedef void history_stop_fn(struct history *h, int64_t t);

/* Overwrites *h; its scene is closed by the caller. */
void history_make(struct history *h, uint64_t seed, history_stop_fn *stop);

#endif
