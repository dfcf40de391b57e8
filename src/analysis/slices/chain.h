/* History chain: what a goroutine did just before a slice began or ended (design.md 2). */
#ifndef GT_ANALYSIS_CHAIN_H
#define GT_ANALYSIS_CHAIN_H

#include "base/hash.h"
#include "index/trace.h"

/*
 * The names of the goroutine's own state changes, oldest first, from the
 * latest that carries a stack of the goroutine.  Of more than 32 the first
 * and the last 31 are kept.
 */
#define GT_CHAIN_MAX 32

struct gt_chain {
	uint8_t types[GT_CHAIN_MAX];  /* event types */
	unsigned n;
	uint64_t total;       /* how many there were */
	uint32_t stack;       /* stack row of the first one, 0: none of them has one */
	int64_t since;        /* its time, GT_NO_TIME if not known */
};

enum gt_chain_at {
	GT_CHAIN_START,       /* what came before the slice's start */
	GT_CHAIN_END,         /* what came before its end: its start and calls included */
};

/*
 * A coroutine may switch a million times without a stack: then the chain
 * begins far back.  A memo keeps what was found on the way, so that only the
 * first such walk is long.  It belongs to one trace and one thread; { 0 } is empty.
 */
struct gt_chain_memo {
	struct gt_map by_slice;
	struct gt_chain_start *starts;
	size_t n, cap;
};
void gt_chain_memo_release(struct gt_chain_memo *m);

/* calls: how many calls of the slice belong before it (split slices); UINT32_MAX for all at GT_CHAIN_END. */
void gt_chain_of(const struct gt_trace *t, const struct gt_slice *s, enum gt_chain_at at, uint32_t calls,
		 struct gt_chain *out);

/* The same with a memo. */
void gt_chain_find(const struct gt_trace *t, struct gt_chain_memo *memo, const struct gt_slice *s,
		   enum gt_chain_at at, uint32_t calls, struct gt_chain *out);

#endif
