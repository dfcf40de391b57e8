/* Block tables, the writing side: open blocks, sealing, summaries. */
#include "index/store/append.h"

#include <assert.h>

#include "base/checksum.h"
#include "base/xalloc.h"
#include "index/store/block.h"
#include "index/store/format.h"
#include "index/store/pack.h"
#include "index/store/top_sum.h"

#define FIRST_ROWS 1u                        /* a million threads may have one run each */
#define FIRST_BYTES 4096u

void gt_btable_init(struct gt_btable *t, const struct gt_schema *schema, struct gt_file *file)
{
	*t = (struct gt_btable){ .schema = schema, .file = file, .used = schema->ncolumns };
	if (!schema->partitioned)
		gt_btable_add_part(t);
}

void gt_btable_release(struct gt_btable *t)
{
	for (uint32_t i = 0; t->parts && i < t->nparts; i++) {
		const struct gt_part *p = &t->parts[i];

		free(p->cols);
		free(p->list);
		for (int l = 0; p->levels && l < GT_MAX_LEVELS; l++)
			free(p->levels->at[l]);
		free(p->levels);
	}
	free(t->parts);
	free(t->page);
	free(t->page_offs);
	free(t->checked);
	t->checked = NULL;
	t->parts = NULL;
	t->page = NULL;
	t->page_offs = NULL;
	t->parts_cap = t->npages = t->pages_cap = 0;
}

uint32_t gt_btable_add_part(struct gt_btable *t)
{
	assert(t->schema->partitioned || !t->nparts);
	GT_GROW(t->parts, t->parts_cap, t->nparts + 1);
	t->parts[t->nparts] = (struct gt_part){ .last = INT64_MIN };
	return t->nparts++;
}

/* The page of descriptors in memory is full, or the last: into the file with it. */
static void write_page(struct gt_btable *t)
{
	uint64_t off = gt_file_append(t->file, t->page, gt_page_bytes(t, t->npages), GT_INDEX_ALIGN);

	GT_GROW(t->page_offs, t->pages_cap, t->npages + 1);
	t->page_offs[t->npages++] = off;
	memset(t->page, 0, GT_PAGE_SIZE);
}

/* Writes the rows of the open block; fills the descriptor's place and checksum. */
static int write_rows(struct gt_btable *t, const struct gt_part *p, uint8_t *desc, struct gt_pack_summary *s)
{
	size_t bound = t->schema->bytes ? p->n : gt_pack_bound(t->schema, p->n), len = bound;
	uint64_t off;
	uint8_t *to = gt_file_reserve(t->file, bound, GT_INDEX_ALIGN, &off);

	if (!to)
		return t->file->rc;
	if (t->schema->bytes)
		memcpy(to, p->cols, len);
	else
		len = gt_pack_block(t, p, to, s);
	gt_file_trim(t->file, off + len);
	gt_put64(desc + GT_DESC_OFF, off);
	gt_put32(desc + GT_DESC_BYTES, (uint32_t)len);
	gt_put32(desc + GT_DESC_CHECK, (uint32_t)gt_checksum(to, len, 0));
	return 0;
}

/* Summarises the last 64 entries below a level. */
static void add_level_entry(struct gt_btable *t, struct gt_part *p, int level)
{
	size_t below = level ? p->levels->n[level - 1] : p->nlist;
	struct gt_levels *v;
	struct gt_block_sum sum, one;
	struct gt_top_sum tally;
	uint64_t who_sum;
	uint8_t *e;

	gt_top_sum_init(&tally, 1 << GT_LEVEL_SHIFT);
	sum = (struct gt_block_sum){ .id = GT_NO_ROW };
	for (size_t i = below - (1u << GT_LEVEL_SHIFT); i < below; i++) {
		if (level)
			gt_block_sum_decode(p->levels->at[level - 1] + i * GT_LEVEL_SIZE, &one);
		else if (!gt_block_sum_of(t, gt_get32(p->list + i * GT_LIST_SIZE + GT_LIST_BLOCK), &one))
			continue;
		gt_top_sum_add(&tally, one.who, one.who_sum);
		if (sum.id == GT_NO_ROW || one.max > sum.max) {
			sum.max = one.max;
			sum.id = one.id;
		}
	}
	if (!p->levels)
		p->levels = gt_xcalloc(1, sizeof *v);
	v = p->levels;
	v->at[level] = gt_grow(v->at[level], &v->cap[level], v->n[level] + 1, GT_LEVEL_SIZE);
	e = v->at[level] + GT_LEVEL_SIZE * v->n[level]++;
	gt_put32(e + GT_LEVEL_WHO, gt_top_sum_top(&tally, &who_sum));
	gt_put64(e + GT_LEVEL_WHO_SUM, who_sum);
	gt_put64(e + GT_LEVEL_MAX, sum.max);
	gt_put32(e + GT_LEVEL_ID, sum.id);
}

/* The descriptor goes to its page: that in memory, or one that is in the file. */
static void describe(struct gt_btable *t, const struct gt_part *p, const struct gt_pack_summary *s, uint8_t *desc)
{
	uint32_t page = p->block / GT_PAGE_BLOCKS, place = p->block % GT_PAGE_BLOCKS * GT_DESC_SIZE;

	assert(page <= t->npages);
	gt_put32(desc + GT_DESC_COUNT, p->n);
	gt_put32(desc + GT_DESC_PART, (uint32_t)(p - t->parts));
	gt_put32(desc + GT_DESC_WHO, s->who);
	gt_put64(desc + GT_DESC_WHO_SUM, s->who_sum);
	gt_put64(desc + GT_DESC_FIRST, p->first);
	gt_put64(desc + GT_DESC_SUM_BEFORE, p->sum);
	gt_put64(desc + GT_DESC_MAX, s->max);
	gt_put16(desc + GT_DESC_MAX_PLACE, (uint16_t)s->max_place);
	if (page == t->npages)
		memcpy(t->page + place, desc, GT_DESC_SIZE);
	else
		gt_file_patch(t->file, t->page_offs[page] + place, desc, GT_DESC_SIZE);
}

static void seal_block(struct gt_btable *t, struct gt_part *p)
{
	uint8_t desc[GT_DESC_SIZE] = { 0 }, *e;
	struct gt_pack_summary s = { .last = INT64_MIN, .who = GT_NO_ROW };

	if (write_rows(t, p, desc, &s))
		return;
	describe(t, p, &s, desc);
	if (s.last > p->last)
		p->last = s.last;
	/* Room in the list for the next power of two. */
	if ((p->nlist & (p->nlist - 1)) == 0)
		p->list = gt_xrealloc(p->list, p->nlist ? 2 * (size_t)p->nlist : 1, GT_LIST_SIZE);
	e = p->list + (size_t)GT_LIST_SIZE * p->nlist++;
	gt_put64(e + GT_LIST_LAST, (uint64_t)p->last);
	gt_put32(e + GT_LIST_BLOCK, p->block);
	gt_put32(e + GT_LIST_BLOCK + 4, 0);
	p->first += p->n;
	p->sum += s.sum;
	p->n = 0;
	if (t->schema->dur == GT_NO_BCOLUMN)
		return;
	for (size_t level = 0, n = p->nlist; level < GT_MAX_LEVELS && n % (1u << GT_LEVEL_SHIFT) == 0; level++) {
		add_level_entry(t, p, (int)level);
		n = p->levels->n[level];
	}
}

/* Twice the room: the columns, the last one first, move to where they begin from now on. */
static void grow_block(const struct gt_btable *t, struct gt_part *p)
{
	uint32_t cap = p->cap ? p->cap * 2 : t->schema->bytes ? FIRST_BYTES : FIRST_ROWS;
	size_t row = t->used < t->schema->ncolumns ? t->schema->columns[t->used].at : t->schema->row_size;

	p->cols = gt_xrealloc(p->cols, cap * row + GT_BLOCK_PAD, 1);
	for (unsigned c = t->used; c-- > 0;) {
		const struct gt_bcolumn *col = &t->schema->columns[c];

		memmove(p->cols + (size_t)col->at * cap, gt_part_column(t, p, c), (size_t)col->width * p->n);
	}
	p->cap = cap;
}

void gt_btable_room(struct gt_btable *t, struct gt_part *p)
{
	uint32_t most = gt_block_rows(t->schema);

	if (p->cap == most && !p->lost)
		seal_block(t, p);
	if (!p->lost && (!p->cap || p->cap == most) && !t->file->rc && t->nblocks == GT_MAX_BLOCKS)
		t->file->rc = gt_error_set(&t->file->err, GT_ERR_LIMIT, GT_NO_OFFSET,
					   "the trace has too many %s to be indexed", t->schema->name);
	if (!p->lost && (!p->cap || p->cap == most) && !t->file->rc) {
		/* A number and a descriptor for a new block; rows 0 in it means that the block is open. */
		if (!t->page)
			t->page = gt_xcalloc(1, GT_PAGE_SIZE);
		else if (t->nblocks % GT_PAGE_BLOCKS == 0)
			write_page(t);
		gt_put32(t->page + t->nblocks % GT_PAGE_BLOCKS * GT_DESC_SIZE + GT_DESC_PART, (uint32_t)(p - t->parts));
		p->block = t->nblocks++;
		p->n = 0;
	}
	if (t->file->rc) {
		/* The file is full: rows go where no reader looks. */
		p->lost = true;
		p->n = 0;
	}
	if (p->cap < most)
		grow_block(t, p);
}

void gt_btable_put_bytes(struct gt_btable *t, const void *bytes, size_t n)
{
	const uint8_t *from = bytes;
	struct gt_part *p = &t->parts[0];

	while (n) {
		size_t part;

		if (p->n == p->cap)
			gt_btable_room(t, p);
		part = p->cap - p->n < n ? p->cap - p->n : n;
		memcpy(p->cols + p->n, from, part);
		p->n += (uint32_t)part;
		from += part;
		n -= part;
	}
}

void gt_btable_seal(struct gt_btable *t)
{
	assert(!t->sealed);
	for (uint32_t i = 0; i < t->nparts; i++) {
		struct gt_part *p = &t->parts[i];

		if (p->n && !p->lost)
			seal_block(t, p);
		if (t->file->rc)
			return;
		free(p->cols);
		p->cols = NULL;
		p->n = p->cap = 0;
	}
	if (t->page)
		write_page(t);
}
