/* Processors and threads: rows in the order of first mention, and by id. */
#include "index/store/ids.h"

#include <assert.h>
#include <stdlib.h>

#include "base/bisect.h"
#include "base/bytes.h"
#include "base/xalloc.h"
#include "index/model.h"

void gt_ids_release(struct gt_ids *ids)
{
	free(ids->rows);
	free(ids->order);
	gt_idset_release(&ids->by_id);
	*ids = (struct gt_ids){ 0 };
}

static uint64_t id_of_row(const void *rows, uint32_t i)
{
	return ((const struct gt_id_row *)rows)[i].id;
}

static uint32_t row_of_id(const struct gt_ids *ids, uint64_t id)
{
	return gt_idset_get(&ids->by_id, id, id_of_row, ids->rows);
}

/* Smaller ids first: each is there once. */
static int by_id(const void *a, const void *b)
{
	const struct gt_id_row *x = a, *y = b;

	return x->id < y->id ? -1 : x->id > y->id;
}

void gt_ids_sort(struct gt_ids *ids)
{
	uint32_t k = ids->n - ids->nsorted, left = ids->nsorted, *add, *order;
	struct gt_id_row *rows;

	if (!k)
		return;
	rows = gt_xmalloc(k * sizeof *rows);
	add = gt_xmalloc(k * sizeof *add);
	for (uint32_t i = 0; i < k; i++)
		rows[i] = ids->rows[ids->nsorted + i];
	qsort(rows, k, sizeof *rows, by_id);
	for (uint32_t i = 0; i < k; i++)
		add[i] = row_of_id(ids, rows[i].id);
	GT_GROW(ids->order, ids->order_cap, (size_t)ids->n);
	order = ids->order;
	/* Merged with those that have their places, from the back. */
	for (uint32_t to = ids->n; k; to--) {
		if (left && ids->rows[order[left - 1]].id > ids->rows[add[k - 1]].id)
			order[to - 1] = order[--left];
		else
			order[to - 1] = add[--k];
	}
	ids->nsorted = ids->n;
	free(add);
	free(rows);
}

uint32_t gt_ids_find_or_add(struct gt_ids *ids, uint64_t id, int64_t time, uint32_t most)
{
	uint32_t row = row_of_id(ids, id);

	if (row != GT_MAP_NONE)
		return row;
	if (ids->n >= most)
		return GT_NO_ROW;
	row = ids->n++;
	GT_GROW(ids->rows, ids->rows_cap, (size_t)row + 1);
	ids->rows[row] = (struct gt_id_row){ id, time };
	gt_idset_put(&ids->by_id, row, id_of_row, ids->rows);
	return row;
}

bool gt_ids_get(const struct gt_ids *ids, uint32_t row, struct gt_id_row *r)
{
	const uint8_t *p;

	if (row >= ids->n)
		return false;
	if (!ids->map_rows) {
		*r = ids->rows[row];
		return true;
	}
	p = ids->map_rows + GT_ID_ROW_SIZE * (size_t)row;
	*r = (struct gt_id_row){ gt_get64(p), (int64_t)gt_get64(p + 8) };
	return true;
}

uint32_t gt_ids_by_order(const struct gt_ids *ids, uint32_t i)
{
	uint32_t row;

	if (i >= (ids->map_order ? ids->n : ids->nsorted))
		return GT_NO_ROW;
	row = ids->map_order ? gt_get32(ids->map_order + 4 * (size_t)i) : ids->order[i];
	return row < ids->n ? row : GT_NO_ROW;
}

uint32_t gt_ids_find(const struct gt_ids *ids, uint64_t id)
{
	uint32_t lo = 0, hi = ids->n;
	struct gt_id_row r = { 0 };

	if (!ids->map_rows)
		return row_of_id(ids, id);   /* GT_MAP_NONE is GT_NO_ROW */
	lo = GT_BISECT(i, lo, hi, gt_ids_get(ids, gt_ids_by_order(ids, i), &r) && r.id < id);
	lo = gt_ids_by_order(ids, lo);
	return gt_ids_get(ids, lo, &r) && r.id == id ? lo : GT_NO_ROW;
}

/* ---- the file ---- */

void gt_ids_put(const struct gt_ids *ids, struct gt_chunks *c, uint32_t rows_id, uint32_t order_id)
{
	assert(ids->nsorted == ids->n);
	gt_chunk_begin(c, rows_id, GT_ID_ROW_SIZE);
	for (uint32_t i = 0; i < ids->n; i++) {
		gt_chunk_put64(c, ids->rows[i].id);
		gt_chunk_put64(c, (uint64_t)ids->rows[i].first);
	}
	gt_chunk_end(c);
	gt_chunk_begin(c, order_id, 4);
	for (uint32_t i = 0; i < ids->n; i++)
		gt_chunk_put32(c, ids->order[i]);
	gt_chunk_end(c);
}

int gt_ids_attach(struct gt_ids *out, struct gt_file *f, uint32_t rows_id, uint32_t order_id, struct gt_error *err)
{
	uint64_t n, norder;
	int rc;

	*out = (struct gt_ids){ 0 };
	rc = gt_chunk_find(f, rows_id, GT_ID_ROW_SIZE, &out->map_rows, &n, err);
	if (!rc)
		rc = gt_chunk_find(f, order_id, 4, &out->map_order, &norder, err);
	if (rc)
		return rc;
	if (n != norder || n >= GT_NO_ROW)
		return gt_error_set(err, GT_ERR_STALE, GT_NO_OFFSET, "the index is damaged: ids do not fit");
	out->n = (uint32_t)n;
	return 0;
}
