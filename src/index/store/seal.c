/* Sealing blocks: packed as chores, written with their descriptors and summaries. */
#include "index/store/seal.h"

#include <assert.h>

#include "base/checksum.h"
#include "base/xalloc.h"
#include "index/store/block.h"
#include "index/store/top_sum.h"

size_t gt_open_bytes(const struct gt_btable *t, uint32_t cap)
{
	size_t row = t->used < t->schema->ncolumns ? t->schema->columns[t->used].at : t->schema->row_size;

	return cap * row + GT_BLOCK_PAD;
}

/* ---- packing: any thread ---- */

static void pack_sealed(void *arg)
{
	struct gt_sealed *b = arg;
	const struct gt_schema *schema = b->t->schema;
	uint32_t n = b->rows.n;
	size_t bound = schema->bytes ? n : gt_pack_bound(schema, n);

	if (b->out_room < bound) {
		free(b->out);
		b->out = gt_xmalloc(bound);
		b->out_room = bound;
	}
	b->len = n;
	b->sum = (struct gt_pack_summary){ .last = INT64_MIN, .who = GT_NO_ROW };
	if (schema->bytes)
		memcpy(b->out, b->rows.cols, n);
	else
		b->len = gt_pack_block(b->t, &b->rows, b->out, &b->sum);
	b->check = (uint32_t)gt_checksum(b->out, b->len, 0);
}

/* ---- writing: the thread that adds rows ---- */

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
static void describe(const struct gt_sealed *b, uint64_t off)
{
	struct gt_btable *t = b->t;
	uint32_t page = b->rows.block / GT_PAGE_BLOCKS, place = b->rows.block % GT_PAGE_BLOCKS * GT_DESC_SIZE;
	uint8_t desc[GT_DESC_SIZE] = { 0 };

	assert(page <= t->npages);
	gt_put64(desc + GT_DESC_OFF, off);
	gt_put32(desc + GT_DESC_BYTES, (uint32_t)b->len);
	gt_put32(desc + GT_DESC_COUNT, b->rows.n);
	gt_put32(desc + GT_DESC_PART, b->part);
	gt_put32(desc + GT_DESC_WHO, b->sum.who);
	gt_put64(desc + GT_DESC_WHO_SUM, b->sum.who_sum);
	gt_put64(desc + GT_DESC_FIRST, b->rows.first);
	gt_put64(desc + GT_DESC_SUM_BEFORE, t->parts[b->part].sum);
	gt_put64(desc + GT_DESC_MAX, b->sum.max);
	gt_put16(desc + GT_DESC_MAX_PLACE, (uint16_t)b->sum.max_place);
	gt_put32(desc + GT_DESC_CHECK, b->check);
	if (page == t->npages)
		memcpy(t->page + place, desc, GT_DESC_SIZE);
	else
		gt_file_patch(t->file, t->page_offs[page] + place, desc, GT_DESC_SIZE);
}

/* The block is one of its partition's. */
static void enlist(const struct gt_sealed *b)
{
	struct gt_btable *t = b->t;
	struct gt_part *p = &t->parts[b->part];
	uint8_t *e;

	if (b->sum.last > p->last)
		p->last = b->sum.last;
	/* Room in the list for the next power of two. */
	if ((p->nlist & (p->nlist - 1)) == 0)
		p->list = gt_xrealloc(p->list, p->nlist ? 2 * (size_t)p->nlist : 1, GT_LIST_SIZE);
	e = p->list + (size_t)GT_LIST_SIZE * p->nlist++;
	gt_put64(e + GT_LIST_LAST, (uint64_t)p->last);
	gt_put32(e + GT_LIST_BLOCK, b->rows.block);
	gt_put32(e + GT_LIST_BLOCK + 4, 0);
	p->sum += b->sum.sum;
	if (t->schema->dur == GT_NO_BCOLUMN)
		return;
	for (size_t level = 0, n = p->nlist; level < GT_MAX_LEVELS && n % (1u << GT_LEVEL_SHIFT) == 0; level++) {
		add_level_entry(t, p, (int)level);
		n = p->levels->n[level];
	}
}

static void write_oldest(struct gt_sealing *s)
{
	struct gt_sealed *b = &s->ring[s->written % GT_SEALING];
	struct gt_part *p = &b->t->parts[b->part];
	struct gt_file *f = b->t->file;
	uint64_t off;

	if (s->chores)
		gt_chores_wait(s->chores, b->chore);
	else
		pack_sealed(b);
	off = gt_file_append(f, b->out, b->len, GT_INDEX_ALIGN);
	if (f->rc) {
		/* The partition ends with the block before. */
		p->lost = true;
		p->n = 0;
		p->first -= b->rows.n;
	} else {
		describe(b, off);
		enlist(b);
	}
	s->written++;
}

void gt_seal_block(struct gt_btable *t, struct gt_part *p)
{
	struct gt_sealing *s = t->sealing;
	struct gt_sealed *b = &s->ring[s->put % GT_SEALING];
	size_t bytes = gt_open_bytes(t, p->cap), room;
	uint8_t *cols;

	if (s->put - s->written == GT_SEALING)
		write_oldest(s);
	cols = b->rows.cols;
	room = b->room;
	b->t = t;
	b->part = (uint32_t)(p - t->parts);
	b->rows = *p;
	b->room = bytes;
	p->first += p->n;
	p->n = 0;
	p->cols = cols;
	if (room < bytes) {
		free(cols);
		p->cols = NULL;
	}
	s->put++;
	if (s->chores)
		b->chore = gt_chores_put(s->chores, pack_sealed, b);
	else
		write_oldest(s);
}

void gt_seal_settle(struct gt_sealing *s)
{
	while (s->written < s->put)
		write_oldest(s);
}

void gt_seal_release(struct gt_sealing *s)
{
	for (int i = 0; i < GT_SEALING; i++) {
		free(s->ring[i].rows.cols);
		free(s->ring[i].out);
	}
	*s = (struct gt_sealing){ .chores = NULL };
}
