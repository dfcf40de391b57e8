/* Strings, frames and stacks of a trace: each distinct one once, whatever the generation. */
#ifndef GT_INDEX_NAMES_H
#define GT_INDEX_NAMES_H

#include "base/strtab.h"
#include "index/model.h"

/*
 * Rows count from 0 in the order of first appearance; row 0 of each kind is
 * the empty one ("", a frame of zeros, the stack without frames).  All this
 * is private memory while a trace is indexed and chunks of the file afterwards.
 */
struct gt_intern {
	uint32_t *slots;           /* row + 1, or 0 */
	uint32_t *hashes;          /* of each row */
	size_t mask, count, cap;
};

struct gt_names {
	struct gt_strtab strings;
	struct gt_hash_key key;
	struct gt_intern frames_by_value, stacks_by_value;
	struct gt_frame *frames;
	size_t frames_cap;
	uint32_t *list;            /* frame rows of all stacks, one stack after the other */
	size_t nlist, list_cap;
	uint64_t *starts;          /* stack row -> first in list; one more than there are stacks */
	size_t starts_cap;
	bool sealed;               /* all of the above is gone and the file's chunks are used */
	struct gt_names_map {
		const uint8_t *string_starts, *string_bytes, *frames, *stack_starts, *stack_list;
		uint64_t nstrings, nbytes, nframes, nstacks, nlist;
	} map;
};

void gt_names_init(struct gt_names *n);
void gt_names_release(struct gt_names *n);

/* The row of a text of n bytes (any bytes). */
uint32_t gt_names_string(struct gt_names *names, const void *s, size_t n);

/* The row of a frame; func and file are string rows. */
uint32_t gt_names_frame(struct gt_names *names, uint64_t pc, uint64_t line, uint32_t func, uint32_t file);

/* The row of a stack: n frame rows, innermost first; n = 0 gives row 0. */
uint32_t gt_names_stack(struct gt_names *names, const uint32_t *frames, uint32_t n);

/* Reading back what was put in. Rows beyond the end give "", 0, false. */
const char *gt_names_text(const struct gt_names *names, uint32_t row, size_t *len);
uint32_t gt_names_depth(const struct gt_names *names, uint32_t stack);
bool gt_names_stack_frame(const struct gt_names *names, uint32_t stack, uint32_t i, struct gt_frame *f);

/* How many there are, the empty ones included. */
uint32_t gt_names_strings(const struct gt_names *names);
uint32_t gt_names_stacks(const struct gt_names *names);

#endif
