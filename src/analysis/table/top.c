/* The rows that a limit leaves, without sorting the others. */
#include "analysis/table/top.h"

#include <stdlib.h>

#include "analysis/table/percentile.h"
#include "base/xalloc.h"

#define MOST UINT64_C(50000)         /* rows of a limit: with more, sorting is as good */
#define LEAST_ROOM 4096
#define PROGRESS_STEP (1U << 16)

/* Candidates in the table's order.  When there is no more room, those that cannot be among the first go. */
struct top {
	struct gt_table *t;
	struct gt_sort_key key;
	uint64_t want;
	int64_t *keys, *picked;      /* smaller ones are better */
	uint32_t *rows;
	size_t n, room;
	int64_t worst;               /* larger keys are not wanted */
	bool ties;                   /* too many are equal to it */
};

static void drop_worse(struct top *top)
{
	size_t left = 0;

	if (top->n < top->want)
		return;
	for (size_t i = 0; i < top->n; i++)
		top->picked[i] = top->keys[i];
	top->worst = gt_pick_i64(top->picked, top->n, (size_t)top->want - 1);
	for (size_t i = 0; i < top->n; i++) {
		if (top->keys[i] > top->worst)
			continue;
		top->keys[left] = top->keys[i];
		top->rows[left++] = top->rows[i];
	}
	top->n = left;
}

static void offer_keys(struct top *top, uint64_t row, uint32_t n, const uint64_t *keys, const uint8_t *absent)
{
	enum gt_kind kind = top->t->report->columns[top->key.col].kind;
	uint64_t flip = (top->key.desc ? UINT64_MAX : 0) ^
			(gt_kind_is_signed(kind) ? 0 : UINT64_C(1) << 63);

	if (top->room - top->n < n)
		drop_worse(top);
	top->ties = top->room - top->n < n;
	for (uint32_t i = 0; i < n && !top->ties; i++) {
		int64_t key = (int64_t)(keys[i] ^ flip);

		if (absent[i] || key > top->worst)
			continue;
		top->keys[top->n] = key;
		top->rows[top->n++] = (uint32_t)(row + i);
	}
}

/* Reads the keys of all rows.  False: the column cannot be read so, or too many rows are equal. */
static int select_rows(struct top *top, const struct gt_view_options *opt, bool *done, struct gt_error *err)
{
	struct gt_table *t = top->t;
	uint64_t keys[GT_KEYS_STEP];
	uint8_t absent[GT_KEYS_STEP];
	uint32_t n;

	*done = false;
	for (uint64_t row = 0; row < t->rows && !top->ties; row += n) {
		uint64_t left = t->rows - row;

		if (row % PROGRESS_STEP < GT_KEYS_STEP && opt->progress &&
		    !opt->progress(opt->progress_arg, row, t->rows))
			return gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "sorting was cancelled");
		n = t->report->ops.keys(t, row, left < GT_KEYS_STEP ? (uint32_t)left : GT_KEYS_STEP,
					(unsigned)top->key.col, keys, absent);
		if (!n)
			return 0;
		offer_keys(top, row, n, keys, absent);
	}
	drop_worse(top);
	/* Rows without a value come last: they would be wanted, too. */
	*done = !top->ties && top->n >= top->want;
	return 0;
}

static int select_by_keys(struct gt_table *t, struct gt_sort_key key, uint64_t want,
			  const struct gt_view_options *opt, struct gt_scratch *rows, uint64_t *count,
			  struct gt_error *err)
{
	struct top top = { .t = t, .key = key, .want = want, .worst = INT64_MAX };
	bool done;
	int rc;

	top.room = 4 * (size_t)want + LEAST_ROOM;
	top.keys = gt_xcalloc(top.room, sizeof *top.keys);
	top.picked = gt_xcalloc(top.room, sizeof *top.picked);
	top.rows = gt_xcalloc(top.room, sizeof *top.rows);
	rc = select_rows(&top, opt, &done, err);
	if (!rc && done)
		rc = gt_scratch_alloc(rows, top.n, sizeof(uint32_t), err);
	for (size_t i = 0; i < top.n && !rc && done; i++)
		((uint32_t *)rows->data)[i] = top.rows[i];
	*count = !rc && done ? top.n : 0;
	free(top.keys);
	free(top.picked);
	free(top.rows);
	return rc;
}

static int by_row(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

int gt_top_rows(struct gt_table *t, struct gt_sort_key key, uint64_t n, const struct gt_view_options *opt,
		struct gt_scratch *rows, uint64_t *count, struct gt_error *err)
{
	const struct gt_column *c = &t->report->columns[key.col];
	size_t room = 2 * (size_t)n + LEAST_ROOM, got;
	int rc;

	*count = 0;
	if (!n || n > MOST || n >= t->rows / 4 || t->rows > UINT32_MAX)
		return 0;
	if (t->report->ops.largest && key.desc) {
		rc = gt_scratch_alloc(rows, room, sizeof(uint32_t), err);
		if (rc)
			return rc;
		got = t->report->ops.largest(t, (unsigned)key.col, (size_t)n, rows->data, room);
		if (got) {
			qsort(rows->data, got, sizeof(uint32_t), by_row);
			*count = got;
			return 0;
		}
		gt_scratch_free(rows);
	}
	if (!t->report->ops.keys || !(c->flags & GT_COL_BULK) || c->kind == GT_KIND_STRING)
		return 0;
	return select_by_keys(t, key, n, opt, rows, count, err);
}
