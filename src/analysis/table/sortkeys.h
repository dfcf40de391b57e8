/* What rows are sorted by: the cells of a column as numbers in the column's order. */
#ifndef GT_ANALYSIS_SORTKEYS_H
#define GT_ANALYSIS_SORTKEYS_H

#include "analysis/table/scratch.h"
#include "analysis/table/table.h"
#include "base/thread.h"
#include "base/strtab.h"

/* What one thread has seen of a column. */
struct gt_sort_reader {
	struct gt_table *t;              /* the table or a twin of it */
	uint64_t min, max;               /* min > max: no key yet */
	uint64_t differ, one;            /* bits in which keys differ from `one` of them */
	bool absent, unknown;            /* rows without a cell; that the table cannot be read so */
	struct gt_map word_of;           /* place in `words`, by the table's number for a text */
	uint32_t *words;                 /* a row that has the text; then the rank of the text */
	size_t nwords, cap;
	GT_APART;
};

/* From keys to places. */
struct gt_sort_scale {
	uint64_t min, max;               /* of all keys */
	unsigned zeros;                  /* low bits that are the same in all (times are multiples of a tick) */
	bool desc;
};

struct gt_sort_keys {
	struct gt_team readers;
	struct gt_sort_reader of[GT_WORKERS];

	uint64_t *keys;                  /* of row i of the table, if by_row; else of the i-th row asked for */
	uint8_t *absent;                 /* 1: it has none */
	bool by_row;

	/* The present column. */
	unsigned col;
	bool text;
	struct gt_strtab texts;          /* distinct ones, in the order in which they came */
	uint32_t *ranks;                 /* of these, in the order of their bytes */
	struct gt_sort_scale scale;
	unsigned bits;                   /* of the largest gt_sort_place: at most 65 */
};
#define GT_SORT_NOT_YET 66

/* A number that rises with that of a cell, neither absent nor text, of a column of this kind; the order of texts. */
uint64_t gt_sort_number(enum gt_kind kind, const struct gt_cell *c);
int gt_sort_texts(const char *a, size_t na, const char *b, size_t nb);

/* Opens twins for as many readers as the team has. */
void gt_sort_keys_open(struct gt_sort_keys *k, struct gt_table *t);
void gt_sort_keys_close(struct gt_sort_keys *k);

/* From now on the keys of a column. */
void gt_sort_keys_begin(struct gt_sort_keys *k, struct gt_sort_key key);
/* Reads all rows of the table; *known: it can be read so.  False: stopped. */
bool gt_sort_keys_read_all(struct gt_sort_keys *k, bool *known);
/* Reads a row's cell, the next of some. */
void gt_sort_keys_read(struct gt_sort_keys *k, uint64_t row, uint64_t i);
/*
 * All rows, or n of them, have been read.  They may be read again, or some of them: their places stay what they were
 * when this was called first after `begin`.  False: stopped.
 */
bool gt_sort_keys_end(struct gt_sort_keys *k, uint64_t n);

/* The place of a key in the order of its column: from 0 up, absent ones last. */
GT_INLINE gt_wide gt_sort_place(const struct gt_sort_scale *s, uint64_t key, bool absent)
{
	if (GT_UNLIKELY(absent))
		return (gt_wide)((s->max - s->min) >> s->zeros) + 1;
	return (s->desc ? s->max - key : key - s->min) >> s->zeros;
}

#endif
