/* Answers that took long, kept beside the index in the cache for the next time. */
#ifndef GT_INDEX_ANSWERS_H
#define GT_INDEX_ANSWERS_H

#include "index/trace.h"

/*
 * An answer is an array of structs without pointers that was computed from the whole of a large trace.  It is kept
 * as it is in memory, because it counts for two things only: the index with the same checksums, and the very build
 * of the program that computed it (its build id), so nobody has to raise a version.  The answers of a trace are one
 * file, INDEX.answers, never larger than a hundredth of the index; it is replaced as a whole, and a file that is not
 * the user's own, damaged or not for this index and build counts as none.  Only indexes in the cache have one: beside
 * a file that the user named nothing appears.  Nothing is kept of an index with a fault.
 *
 * Who asks checks what the answer says as if it came from a trace: numbers that places of arrays are made of.
 */
#define GT_ANSWER_NAME 24             /* bytes of a name with its end */
#define GT_ANSWERS_SLICES UINT64_C(1000000)  /* traces with fewer slices are computed in no time */

/* Whether answers of this trace are kept: if not, nothing has to be made ready for it. */
bool gt_answers_wanted(const struct gt_trace *t);

/* n structs of `size` bytes, the caller's to free; NULL: there is no such answer. */
void *gt_answer_get(const struct gt_trace *t, const char *name, size_t size, uint64_t *n);

/* Keeps them, or does nothing. */
void gt_answer_keep(const struct gt_trace *t, const char *name, const void *items, size_t size, uint64_t n);

/* ---- for the index layer ---- */

struct gt_answers;
/* path: of the index in the cache; opened when something is asked for. */
struct gt_answers *gt_answers_new(const char *index_path);
void gt_answers_free(struct gt_answers *a);

#endif
