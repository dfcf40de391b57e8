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

struct gt_symtab {
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
	struct gt_symtab_map {
		const uint8_t *string_starts, *string_bytes, *frames, *stack_starts, *stack_list;
		uint64_t nstrings, nbytes, nframes, nstacks, nlist;
	} map;
};

void gt_symtab_init(struct gt_symtab *n);
void gt_symtab_release(struct gt_symtab *n);

/* The row of a text of n bytes (any bytes). */
uint32_t gt_symtab_string(struct gt_symtab *names, const void *s, size_t n);

/* The row of a frame; func and file are string rows. */
uint32_t gt_symtab_frame(struct gt_symtab *names, uint64_t pc, uint64_t line, uint32_t func, uint32_t file);

/* The row of a stack: n frame rows, innermost first; n = 0 gives row 0. */
uint32_t gt_symtab_stack(struct gt_symtab *names, const uint32_t *frames, uint32_t n);

/* Reading back what was put in. Rows beyond the end give "", 0, false. */
const char *gt_symtab_text(const struct gt_symtab *names, uint32_t row, size_t *len);
uint32_t gt_symtab_depth(const struct gt_symtab *names, uint32_t stack);
bool gt_symtab_stack_frame(const struct gt_symtab *names, uint32_t stack, uint32_t i, struct gt_frame *f);
/* The frame row there, GT_NO_ROW beyond the end; and what is in it. */
uint32_t gt_symtab_frame_row(const struct gt_symtab *names, uint32_t stack, uint32_t i);
bool gt_symtab_frame_get(const struct gt_symtab *names, uint32_t row, struct gt_frame *f);

/* How many there are, the empty ones included. */
uint32_t gt_symtab_strings(const struct gt_symtab *names);
uint32_t gt_symtab_stacks(const struct gt_symtab *names);
uint32_t gt_symtab_frames(const struct gt_symtab *names);

#endif
