/* What one trace says of the things that are compared: each by a key that has the same number in every trace. */
#ifndef GT_ANALYSIS_KEYED_H
#define GT_ANALYSIS_KEYED_H

#include "base/buf.h"
#include "base/hash.h"
#include "index/trace.h"

/* Into how many equal parts a range is cut: neighbours are alike, so parts are compared and not single events. */
#define GT_CMP_SEGMENTS 16
/* Lengths of a key that are kept; of more a random part, one of each 2^thinned in the order in which they came. */
#define GT_CMP_SAMPLES 8192
/* Of all keys of a trace together: beyond that fewer are kept of each. */
#define GT_CMP_ALL_SAMPLES (UINT64_C(1) << 20)

struct gt_cmp_sample {
	int64_t t, v;         /* when it began, how long it was (or what a level was) */
};

struct gt_keyed {
	uint64_t id;          /* of the key's text, with the hash key that both sides share */
	uint8_t kind;         /* enum gt_cmp_kind_id */
	const char *word;     /* the key is a word of ours, NULL: */
	uint32_t name;        /* ... a string row, 0: none, and */
	uint32_t stack;       /* ... the functions of a stack, 0: none */
	uint64_t n;           /* how many began in the range */
	int64_t max;          /* longest of those that are there as a whole; GT_NO_TIME: none is */
	uint64_t whole;       /* how many are */
	uint64_t count[GT_CMP_SEGMENTS];     /* of n */
	int64_t ns[GT_CMP_SEGMENTS];         /* how long they lasted in each part */
	struct gt_cmp_sample *v;
	uint32_t nv, cap;
	uint8_t thinned;
	uint64_t next;        /* number of the first one that may be kept */
};

/* One trace. */
struct gt_collected {
	const struct gt_trace *t;
	int64_t from, to;     /* what counts of it, ns; to ends at the horizon */
	struct gt_hash_key hash;
	struct gt_keyed *keys;
	size_t n, cap;
	struct gt_map by_id;
	unsigned nkinds;
	struct gt_map *by_rows;      /* per kind: name and stack row to its place in keys */
	struct gt_map words;         /* address and kind of a word to its place in keys */
	int64_t edges[GT_CMP_SEGMENTS + 1];
	double scale;                /* segments per ns */
	unsigned near;               /* the segment of the last time that was asked for */
	int64_t window;              /* ns: the same of all traces that are compared; at most a segment */
	struct gt_map stacks;        /* stack row to its place in stack_ids */
	uint64_t *stack_ids;
	size_t nstacks, cap_stacks;
	uint64_t samples;
	uint64_t ended;              /* goroutines of the program that ended in the range */
	uint32_t most;               /* of a key */
};

/* hash: the same for all traces that are compared. */
void gt_collected_init(struct gt_collected *c, const struct gt_trace *t, int64_t from, int64_t to,
		       struct gt_hash_key hash, unsigned kinds);
void gt_collected_release(struct gt_collected *c);

/* The key of a kind with a word, or with a string row and a stack row; lives until the next call. */
struct gt_keyed *gt_keyed_word(struct gt_collected *c, unsigned kind, const char *word);
struct gt_keyed *gt_keyed_rows(struct gt_collected *c, unsigned kind, uint32_t name, uint32_t stack);

/* Something that lasts from t0 to t1; whole: both ends are its own, not those of the trace or the range. */
void gt_keyed_add(struct gt_collected *c, struct gt_keyed *k, int64_t t0, int64_t t1, bool whole);
/* A length alone, or a level, at a time. */
void gt_keyed_value(struct gt_collected *c, struct gt_keyed *k, int64_t t, int64_t v);

/*
 * The longest that begins in the window at the begin of each segment; { 0 }: none does.  Whatever is in between does
 * not count, so that in a longer trace no more time is looked at.
 */
struct gt_longest {
	struct gt_cmp_sample v[GT_CMP_SEGMENTS];
	bool has[GT_CMP_SEGMENTS];
};
void gt_longest_add(struct gt_longest *l, struct gt_collected *c, int64_t t, int64_t v);
/* Makes them the values of a key; max: the longest one of the whole range. */
void gt_keyed_longest(struct gt_collected *c, struct gt_keyed *k, const struct gt_longest *l, int64_t max);

/* The end: what was kept of each key in the order of time. */
void gt_collected_sort(struct gt_collected *c);

/* NULL: the trace has nothing of that key. */
const struct gt_keyed *gt_collected_find(const struct gt_collected *c, uint64_t id);

/*
 * The first frame of a stack that tells what the program did, which the names of all further ones are compared with:
 * what the runtime and internal packages do below it differs between versions of Go and is left out.
 */
uint32_t gt_keyed_frame(const struct gt_trace *t, uint32_t stack);

#endif
