/* Block tables, the reading side. */
#include "index/store/block.h"

#include <assert.h>

#include "base/checksum.h"
#include "base/xalloc.h"
#include "index/store/format.h"
#include "index/store/seal.h"

/* ---- checksums at first use ---- */

void gt_btable_distrust(struct gt_btable *t)
{
	assert(t->sealed && !t->checked);
	t->checked = gt_xcalloc((t->map.npages + t->nblocks) / 8 + 1, 1);
}

/*
 * The bits are set and read relaxed: nothing is published by them.  What they stand for is in the file,
 * which does not change; two threads may compare the same sum at a time and set the same bit.
 */
GT_INLINE bool was_checked(const struct gt_btable *t, uint64_t bit)
{
	return !t->checked || atomic_load_explicit(&t->checked[bit >> 3], memory_order_relaxed) >> (bit & 7) & 1;
}

static bool check_now(const struct gt_btable *t, uint64_t bit, const uint8_t *bytes, size_t n, uint64_t sum,
		      uint64_t mask)
{
	if (!bytes || (gt_checksum(bytes, n, 0) & mask) != sum) {
		atomic_store_explicit(&t->file->damaged, true, memory_order_relaxed);
		return false;
	}
	atomic_fetch_or_explicit(&t->checked[bit >> 3], (uint8_t)(1u << (bit & 7)), memory_order_relaxed);
	return true;
}

static bool block_is_sound(const struct gt_btable *t, uint32_t block, const uint8_t *bytes, uint32_t n,
			   const uint8_t *desc)
{
	uint64_t bit = t->map.npages + block;

	return was_checked(t, bit) || check_now(t, bit, bytes, n, gt_get32(desc + GT_DESC_CHECK), UINT32_MAX);
}

/* ---- blocks ---- */

const uint8_t *gt_btable_desc(const struct gt_btable *t, uint32_t block)
{
	uint32_t page = block >> GT_PAGE_SHIFT, place = (block & (GT_PAGE_BLOCKS - 1)) * GT_DESC_SIZE;
	const uint8_t *entry;
	uint64_t off;

	if (block >= t->nblocks)
		return NULL;
	if (!t->sealed && page == t->npages)
		return t->page + place;
	if (t->sealed ? page >= t->map.npages : page > t->npages)
		return NULL;
	entry = t->sealed ? t->map.pages + GT_PAGES_SIZE * (size_t)page : NULL;
	off = entry ? gt_get64(entry + GT_PAGES_OFF) : t->page_offs[page];
	if (off > UINT64_MAX - GT_PAGE_SIZE)
		return NULL;
	if (entry && !was_checked(t, page) &&
	    !check_now(t, page, gt_file_at(t->file, off, gt_page_bytes(t, page)), gt_page_bytes(t, page),
		       gt_get64(entry + GT_PAGES_SUM), UINT64_MAX))
		return NULL;
	return gt_file_at(t->file, off + place, GT_DESC_SIZE);
}

static bool view_open(const struct gt_btable *t, uint32_t block, uint32_t part, struct gt_bview *v)
{
	const struct gt_part *p;

	if (t->sealed || part >= t->nparts)
		return false;
	p = &t->parts[part];
	if (p->block != block)
		p = gt_sealed_rows(t, block);
	if (!p || p->lost || !p->n)
		return false;
	v->count = p->n;
	v->block = block;
	v->part = part;
	v->first = p->first;
	v->in = (struct gt_columns){
		.heads = gt_open_heads, .block = p->cols, .count = p->n, .table = t, .open = p };
	return true;
}

bool gt_bview_block(const struct gt_btable *t, uint32_t block, struct gt_bview *v)
{
	const uint8_t *desc = gt_btable_desc(t, block), *p;
	uint32_t bytes;

	if (!desc)
		return false;
	v->count = gt_get32(desc + GT_DESC_COUNT);
	v->part = gt_get32(desc + GT_DESC_PART);
	if (!v->count)
		return view_open(t, block, v->part, v);
	bytes = gt_get32(desc + GT_DESC_BYTES);
	p = gt_file_at(t->file, gt_get64(desc + GT_DESC_OFF), bytes);
	if (!p || v->count > gt_block_rows(t->schema) || (t->sealed && !block_is_sound(t, block, p, bytes, desc)))
		return false;
	v->block = block;
	v->first = gt_get64(desc + GT_DESC_FIRST);
	v->in = (struct gt_columns){
		.heads = p, .block = p, .last = p + (bytes > GT_BLOCK_PAD ? bytes - GT_BLOCK_PAD : 0),
		.count = v->count, .table = t };
	if (t->schema->bytes)
		return v->count == bytes;
	return bytes >= (size_t)GT_COLUMN_SIZE * t->schema->ncolumns + GT_BLOCK_PAD;
}

uint32_t gt_bview_seek(const struct gt_bview *v, bool durations, int64_t time)
{
	uint32_t i = gt_columns_seek(&v->in, GT_COL_T0, time);

	return durations && i && gt_bview_t1(v, i - 1) > time ? i - 1 : i;
}

void gt_btable_check(const struct gt_btable *t)
{
	for (uint32_t i = 0; i < t->nblocks; i++) {
		const uint8_t *desc = gt_btable_desc(t, i), *p;
		uint32_t n = desc ? gt_get32(desc + GT_DESC_BYTES) : 0;

		if (!desc)
			continue;
		p = gt_file_at(t->file, gt_get64(desc + GT_DESC_OFF), n);
		block_is_sound(t, i, p, n, desc);
	}
}

static bool map_part(const struct gt_btable *t, uint32_t part, struct gt_part_view *p)
{
	const uint8_t *e = t->map.parts + (size_t)part * GT_PART_SIZE;
	uint64_t list = gt_get64(e + GT_PART_LIST), level = gt_get64(e + GT_PART_LEVEL);
	uint64_t n, most = gt_block_rows(t->schema);

	p->rows = gt_get64(e + GT_PART_ROWS);
	p->nlist = p->nblocks = gt_get32(e + GT_PART_BLOCKS);
	if (list > t->map.nlists || p->nlist > t->map.nlists - list)
		return false;
	if (p->rows / most + (p->rows % most != 0) != p->nlist)
		return false;
	p->list = t->map.lists + GT_LIST_SIZE * list;
	p->open_block = GT_MAX_BLOCKS;
	/* Levels follow each other in the chunk: those of 64 blocks, of 64 * 64 … */
	n = p->nlist;
	for (int l = 0; l < GT_MAX_LEVELS; l++, level += n) {
		n >>= GT_LEVEL_SHIFT;
		if (level > t->map.nlevels || n > t->map.nlevels - level)
			break;
		p->level[l] = t->map.levels + GT_LEVEL_SIZE * level;
		p->nlevel[l] = n;
	}
	return true;
}

bool gt_part_view(const struct gt_btable *t, uint32_t part, struct gt_part_view *v)
{
	const struct gt_part *p;
	bool open;

	*v = (struct gt_part_view){ 0 };
	if (part >= t->nparts)
		return false;
	if (t->sealed)
		return map_part(t, part, v);
	p = &t->parts[part];
	open = p->n && !p->lost;
	v->rows = p->first + (open ? p->n : 0);
	v->list = p->list;
	v->nlist = p->nlist;
	v->nblocks = v->nlist + open;
	v->open_block = p->block;
	for (int l = 0; p->levels && l < GT_MAX_LEVELS; l++) {
		v->level[l] = p->levels->at[l];
		v->nlevel[l] = p->levels->n[l];
	}
	return true;
}

uint32_t gt_part_block(const struct gt_part_view *p, uint32_t i)
{
	return i < p->nlist ? gt_get32(p->list + (size_t)i * GT_LIST_SIZE + GT_LIST_BLOCK) : p->open_block;
}

uint64_t gt_btable_rows(const struct gt_btable *t, uint32_t part)
{
	struct gt_part_view p;

	return gt_part_view(t, part, &p) ? p.rows : 0;
}

uint64_t gt_btable_sum(const struct gt_btable *t, uint32_t part)
{
	const struct gt_part *p;
	const uint64_t *dur;
	uint64_t sum;

	if (part >= t->nparts)
		return 0;
	if (t->sealed)
		return gt_get64(t->map.parts + (size_t)part * GT_PART_SIZE + GT_PART_SUM);
	p = &t->parts[part];
	sum = p->sum;
	if (p->lost || !p->n || t->schema->dur == GT_NO_BCOLUMN)
		return sum;
	dur = (const uint64_t *)(const void *)gt_part_column(t, p, t->schema->dur);
	for (uint32_t i = 0; i < p->n; i++)
		sum += dur[i];
	return sum;
}

bool gt_btable_row(const struct gt_btable *t, uint64_t id, void *row)
{
	struct gt_bview v;
	uint32_t place = id & (GT_BLOCK_ROWS - 1);
	uint64_t values[GT_MAX_COLUMNS];
	uint8_t *out = row;

	if (id >> GT_BLOCK_SHIFT >= GT_MAX_BLOCKS || !gt_bview_block(t, (uint32_t)(id >> GT_BLOCK_SHIFT), &v))
		return false;
	if (place >= v.count)
		return false;
	gt_columns_row(&v.in, place, t->schema->ncolumns, values);
	for (unsigned c = 0; c < t->schema->ncolumns; c++) {
		uint8_t *to = out + t->schema->columns[c].at, width = t->schema->columns[c].width;
		uint64_t value = values[c];

		if (width == 1)
			*to = (uint8_t)value;
		else if (width == 4)
			memcpy(to, &(uint32_t){ (uint32_t)value }, 4);
		else
			memcpy(to, &value, 8);
	}
	return true;
}

bool gt_part_row(const struct gt_btable *t, uint32_t part, uint64_t k, void *row)
{
	struct gt_part_view p;

	if (!gt_part_view(t, part, &p) || k >= p.rows)
		return false;
	return gt_btable_row(t, ((uint64_t)gt_part_block(&p, (uint32_t)(k >> GT_BLOCK_SHIFT)) << GT_BLOCK_SHIFT) +
			       (k & (GT_BLOCK_ROWS - 1)), row);
}

size_t gt_btable_get_bytes(const struct gt_btable *t, uint64_t at, void *out, size_t n)
{
	struct gt_bview v;
	size_t done = 0;

	while (done < n && (at >> 16) < t->nblocks && gt_bview_block(t, (uint32_t)(at >> 16), &v)) {
		uint32_t place = at & (GT_BYTES_ROWS - 1);
		size_t part;

		if (place >= v.count)
			break;
		part = v.count - place < n - done ? v.count - place : n - done;
		memcpy((uint8_t *)out + done, v.in.block + place, part);
		done += part;
		at += part;
	}
	return done;
}

bool gt_block_sum_of(const struct gt_btable *t, uint32_t block, struct gt_block_sum *s)
{
	const uint8_t *desc = gt_btable_desc(t, block);

	if (!desc || !gt_get32(desc + GT_DESC_COUNT))
		return false;
	s->max = gt_get64(desc + GT_DESC_MAX);
	s->id = (block << GT_BLOCK_SHIFT) + (gt_get16(desc + GT_DESC_MAX_PLACE) & (GT_BLOCK_ROWS - 1));
	s->who = gt_get32(desc + GT_DESC_WHO);
	s->who_sum = gt_get64(desc + GT_DESC_WHO_SUM);
	return true;
}

void gt_block_sum_decode(const uint8_t *e, struct gt_block_sum *s)
{
	s->max = gt_get64(e + GT_LEVEL_MAX);
	s->id = gt_get32(e + GT_LEVEL_ID);
	s->who = gt_get32(e + GT_LEVEL_WHO);
	s->who_sum = gt_get64(e + GT_LEVEL_WHO_SUM);
}
