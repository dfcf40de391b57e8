/* Rows about some of the waits of a range, and the stacks of those who ended them: one scan that threads share. */
#ifndef GT_ANALYSIS_WAITGATHER_H
#define GT_ANALYSIS_WAITGATHER_H

#include "analysis/table/scratch.h"
#include "analysis/waits/waitscan.h"
#include "analysis/waits/wakings.h"

/* What the rows are. */
struct gt_gather_ops {
	const char *what;     /* "waits for locks", if there are too many */
	size_t row, own;      /* bytes of a row, and of what a thread has for itself, which is all 0 at first */
	int (*open)(void *own, const struct gt_trace *t, const void *asked, struct gt_error *err);
	void (*close)(void *own);       /* also after an error of `open` */
	/* Makes a row of a wait; false: it is none. */
	bool (*take)(void *own, const struct gt_waited *w, void *row);
	/* Where the stack of who ended it belongs, *g: whose wait it is, *end: its end; NULL: no goroutine ended it. */
	uint32_t *(*woken)(void *row, uint32_t *g, int64_t *end);
};

struct gt_gather {
	struct gt_trace *t;
	const struct gt_gather_ops *ops;
	int64_t from, until;
	const void *asked;        /* for ops->open: set it after gt_gather_begin, it is borrowed */
	struct gt_scratch rows;   /* in the order in which the scan meets the waits */
	uint32_t n;

	/* Of a scan. */
	size_t room;
	void *own;
	struct gt_waitscan *scan;
	int rc;
	struct gt_error *err;
};

/* Nothing yet, of waits that touch [from, until). */
void gt_gather_begin(struct gt_gather *k, struct gt_trace *t, const struct gt_gather_ops *ops, int64_t from,
		     int64_t until);
void gt_gather_release(struct gt_gather *k);

/* In steps: GT_ERR_NOMEM, GT_ERR_IO; close in any case. */
int gt_gather_open(struct gt_gather *k, struct gt_error *err);
/* Those before about n slices; 1: there are more.  Errors of gt_waits_scan, or GT_ERR_LIMIT. */
int gt_gather_step(struct gt_gather *k, uint64_t n, struct gt_error *err);
void gt_gather_close(struct gt_gather *k);

/* All at once, by some threads (0: one); of args only progress.  The same errors, and GT_ERR_CANCELLED. */
int gt_gather_all(struct gt_gather *k, unsigned threads, const struct gt_table_args *args, struct gt_error *err);

/* The stacks of those who ended the waits of n rows, which are in the order of their ends, or as they were gathered. */
int gt_gather_wakers(struct gt_trace *t, const struct gt_gather_ops *ops, void *rows, uint32_t n,
		     const struct gt_table_args *args, struct gt_error *err);

#endif
