/* Block tables, the writing side: open blocks. */
#include "index/store/append.h"

#include <assert.h>

#include "base/xalloc.h"
#include "index/store/block.h"
#include "index/store/format.h"
#include "index/store/seal.h"

#define FIRST_ROWS 1u                        /* a million threads may have one run each */
#define FIRST_BYTES 4096u

void gt_btable_init(struct gt_btable *t, const struct gt_schema *schema, struct gt_file *file,
		    struct gt_sealing *sealing)
{
	*t = (struct gt_btable){ .schema = schema, .file = file, .sealing = sealing, .used = schema->ncolumns };
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

/* The page of descriptors in memory is full, or the last: into the file with it, behind the blocks before. */
static void write_page(struct gt_btable *t)
{
	uint64_t off;

	gt_seal_settle(t->sealing);
	off = gt_file_append(t->file, t->page, gt_page_bytes(t, t->npages), GT_INDEX_ALIGN);
	GT_GROW(t->page_offs, t->pages_cap, t->npages + 1);
	t->page_offs[t->npages++] = off;
	memset(t->page, 0, GT_PAGE_SIZE);
}

/* Twice the room: the columns, the last one first, move to where they begin from now on. */
static void grow_block(const struct gt_btable *t, struct gt_part *p)
{
	uint32_t cap = p->cap ? p->cap * 2 : t->schema->bytes ? FIRST_BYTES : FIRST_ROWS;

	p->cols = gt_xrealloc(p->cols, gt_open_bytes(t, cap), 1);
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
		gt_seal_block(t, p);
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
	else if (!p->cols)
		p->cols = gt_xmalloc(gt_open_bytes(t, most));
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
			gt_seal_block(t, p);
		if (t->file->rc)
			return;
		free(p->cols);
		p->cols = NULL;
		p->n = p->cap = 0;
	}
	gt_seal_settle(t->sealing);
	if (t->page)
		write_page(t);
}
