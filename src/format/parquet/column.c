/* Values of a column, kept until their row group is full; pages with dictionaries, differences or as they are. */
#include "format/parquet/column.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "format/parquet/encode.h"
#include "format/parquet/thrift.h"

/* Numbers that are worth a dictionary. */
#define DISTINCT_MOST 4096u

static bool is_text(enum gt_pq_kind kind)
{
	return kind == GT_PQ_TEXT || kind == GT_PQ_JSON;
}

/* ---- values ---- */

void gt_pq_values_init(struct gt_pq_values *c, enum gt_pq_kind kind)
{
	*c = (struct gt_pq_values){ .kind = kind, .first = 1 };
	gt_strtab_init(&c->texts);
	gt_map_init(&c->places);
}

void gt_pq_values_release(struct gt_pq_values *c)
{
	free(c->there);
	free(c->v);
	free(c->distinct);
	gt_strtab_release(&c->texts);
	gt_map_release(&c->places);
}

static void forget_values(struct gt_pq_values *c)
{
	c->rows = c->n = c->ndistinct = 0;
	gt_map_clear(&c->places);
	if (!is_text(c->kind))
		return;
	gt_strtab_release(&c->texts);
	gt_strtab_init(&c->texts);
	c->first = 1;
}

static void add_row(struct gt_pq_values *c, bool there)
{
	GT_GROW(c->there, c->cap, c->rows + 1);
	c->there[c->rows++] = there;
}

static void add_cell_value(struct gt_pq_values *c, int64_t v)
{
	add_row(c, true);
	GT_GROW(c->v, c->vcap, c->n + 1);
	c->v[c->n++] = v;
}

void gt_pq_values_null(struct gt_pq_values *c)
{
	add_row(c, false);
}

void gt_pq_values_number(struct gt_pq_values *c, int64_t v)
{
	bool added = false;

	add_cell_value(c, v);
	if (c->kind == GT_PQ_BOOL || c->ndistinct > DISTINCT_MOST)
		return;
	gt_map_get_or_put(&c->places, (uint64_t)v, (uint32_t)c->ndistinct, &added);
	if (!added)
		return;
	GT_GROW(c->distinct, c->dcap, c->ndistinct + 1);
	c->distinct[c->ndistinct++] = v;
}

/* Whether the text is that of the value before it, as it mostly is. */
static bool is_last_text(const struct gt_pq_values *c, const char *s, size_t n)
{
	size_t len;
	const char *last = c->n ? gt_strtab_get(&c->texts, (uint32_t)c->v[c->n - 1], &len) : NULL;

	return last && len == n && !memcmp(last, s, n);
}

size_t gt_pq_values_text(struct gt_pq_values *c, const char *s, size_t n)
{
	size_t before = c->texts.count;

	if (is_last_text(c, s, n)) {
		add_cell_value(c, c->v[c->n - 1]);
		return 0;
	}
	if (!n)
		c->first = 0;
	add_cell_value(c, gt_strtab_add(&c->texts, s, n));
	return c->texts.count > before ? n + sizeof *c->texts.items : 0;
}

/* ---- bounds ---- */

static int compare_bytes(const void *a, size_t n, const void *b, size_t m)
{
	int c = memcmp(a, b, n < m ? n : m);

	return c ? c : (n > m) - (n < m);
}

static double real_of(int64_t bits)
{
	double r;

	memcpy(&r, &bits, sizeof r);
	return r;
}

/* Below 0, 0, above 0: as the file's order of this kind has it (TYPE_ORDER). */
static int compare_kept(const struct gt_pq_values *c, int64_t a, int64_t b)
{
	size_t n, m;
	const char *s, *t;

	if (c->kind == GT_PQ_REAL)
		return (real_of(a) > real_of(b)) - (real_of(a) < real_of(b));
	if (!is_text(c->kind))
		return (a > b) - (a < b);
	s = gt_strtab_get(&c->texts, (uint32_t)a, &n);
	t = gt_strtab_get(&c->texts, (uint32_t)b, &m);
	return a == b ? 0 : compare_bytes(s, n, t, m);
}

/* As a value stands in statistics: without its length.  False: it is too long. */
static bool put_bound_bytes(const struct gt_pq_values *c, int64_t v, unsigned char *at, uint32_t *n)
{
	size_t len = c->kind == GT_PQ_BOOL ? 1 : sizeof v;

	if (is_text(c->kind)) {
		const char *s = gt_strtab_get(&c->texts, (uint32_t)v, &len);

		if (len > GT_PQ_BOUND_MOST)
			return false;
		memcpy(at, s, len);
	} else {
		for (size_t i = 0; i < len; i++)
			at[i] = (unsigned char)((uint64_t)v >> 8 * i);
	}
	*n = (uint32_t)len;
	return true;
}

/* Readers differ on whether -0 is less than 0, so a least zero is written as -0 and a largest one as 0. */
static int64_t outer_zero(int64_t v, bool low)
{
	double zero = low ? -0.0 : 0.0;

	if (real_of(v) == 0)
		memcpy(&v, &zero, sizeof v);
	return v;
}

/* Of the values from..to-1.  Reals that are no number have no place in the order: then there are no bounds. */
static void bounds_of(const struct gt_pq_values *c, size_t from, size_t to, struct gt_pq_bounds *b)
{
	int64_t min, max;

	b->known = false;
	if (from == to)
		return;
	min = max = c->v[from];
	if (c->kind == GT_PQ_REAL && isnan(real_of(min)))
		return;
	for (size_t i = from; i < to; i++) {
		/* Most values were there before. */
		if (c->v[i] == min || c->v[i] == max)
			continue;
		if (c->kind == GT_PQ_REAL && isnan(real_of(c->v[i])))
			return;
		min = compare_kept(c, c->v[i], min) < 0 ? c->v[i] : min;
		max = compare_kept(c, c->v[i], max) > 0 ? c->v[i] : max;
	}
	if (c->kind == GT_PQ_REAL) {
		min = outer_zero(min, true);
		max = outer_zero(max, false);
	}
	b->known = put_bound_bytes(c, min, b->min, &b->nmin) && put_bound_bytes(c, max, b->max, &b->nmax);
}

/* ---- pages ---- */

struct paging {
	struct gt_pq_values *c;
	struct gt_pq_chunk *chunk;
	struct gt_pagepack *pack;
	struct gt_buf *out;
	uint64_t at;                  /* of the file's next byte */
	unsigned bits;                /* of a place in the dictionary */
	uint32_t *small;              /* of a page: what is written as runs */
	struct gt_buf page, packed;
};

static enum gt_pq_encoding choose_encoding(const struct gt_pq_values *c)
{
	size_t places = c->n * gt_pq_bits(c->ndistinct) / 8;

	if (c->kind == GT_PQ_BOOL || !c->n)
		return GT_PQ_PLAIN;
	if (is_text(c->kind))
		return c->texts.count - c->first <= (c->n + 1) / 2 ? GT_PQ_DICTIONARY : GT_PQ_PLAIN;
	if (c->ndistinct <= DISTINCT_MOST &&
	    places + 8 * c->ndistinct < (c->kind == GT_PQ_REAL ? 8 * c->n : gt_pq_deltas_size(c->v, c->n)))
		return GT_PQ_DICTIONARY;
	return c->kind == GT_PQ_REAL ? GT_PQ_PLAIN : GT_PQ_DELTA;
}

/* Appends a header and p->page, compressed.  n: values in the page, absent ones included.  *size: bytes appended. */
static int put_page(struct paging *p, bool dictionary, size_t n, uint32_t *size, struct gt_error *err)
{
	struct gt_thrift w;
	size_t before = p->out->len, head;

	gt_buf_reset(&p->packed);
	if (gt_pagepack(p->pack, &p->packed, gt_buf_str(&p->page), p->page.len, err))
		return err->code;
	gt_thrift_begin(&w, p->out);
	gt_thrift_int(&w, 1, GT_THRIFT_I32, dictionary ? 2 : 0);
	gt_thrift_int(&w, 2, GT_THRIFT_I32, (int64_t)p->page.len);
	gt_thrift_int(&w, 3, GT_THRIFT_I32, (int64_t)p->packed.len);
	gt_thrift_struct(&w, dictionary ? 7 : 5);
	gt_thrift_int(&w, 1, GT_THRIFT_I32, (int64_t)n);
	gt_thrift_int(&w, 2, GT_THRIFT_I32, dictionary ? GT_PQ_PLAIN : p->chunk->encoding);
	if (!dictionary) {
		gt_thrift_int(&w, 3, GT_THRIFT_I32, GT_PQ_RLE);
		gt_thrift_int(&w, 4, GT_THRIFT_I32, GT_PQ_RLE);
	}
	gt_thrift_end(&w);
	gt_thrift_end(&w);
	head = p->out->len - before;
	gt_buf_add(p->out, gt_buf_str(&p->packed), p->packed.len);
	p->chunk->raw += head + p->page.len;
	p->chunk->packed += head + p->packed.len;
	*size = (uint32_t)(head + p->packed.len);
	p->at += *size;
	return 0;
}

static void put_text_value(const struct gt_pq_values *c, struct gt_buf *out, uint32_t id)
{
	size_t n;
	const char *s = gt_strtab_get(&c->texts, id, &n);

	gt_pq_put_bytes(out, s, n);
}

static int put_dictionary(struct paging *p, struct gt_error *err)
{
	struct gt_pq_values *c = p->c;
	size_t n = is_text(c->kind) ? c->texts.count - c->first : c->ndistinct;
	uint32_t size;

	p->chunk->dictionary = p->at;
	p->bits = gt_pq_bits(n - 1);
	p->bits += !p->bits;
	gt_buf_reset(&p->page);
	if (is_text(c->kind))
		for (uint32_t i = 0; i < n; i++)
			put_text_value(c, &p->page, c->first + i);
	else
		gt_pq_put_i64(&p->page, c->distinct, n);
	return put_page(p, true, n, &size, err);
}

/* Which rows of the page have a value, behind the length of that. */
static void put_there(struct paging *p, size_t from, size_t to)
{
	struct gt_buf *page = &p->page;
	size_t begin = page->len;
	uint32_t n;

	for (size_t i = from; i < to; i++)
		p->small[i - from] = p->c->there[i];
	gt_pq_put_u32(page, 0);
	gt_pq_put_runs(page, p->small, to - from, 1);
	n = (uint32_t)(page->len - begin - 4);
	for (size_t i = 0; i < 4; i++)
		page->data[begin + i] = (char)(n >> 8 * i);
}

static void put_places(struct paging *p, size_t from, size_t to)
{
	const struct gt_pq_values *c = p->c;

	for (size_t i = from; i < to; i++)
		p->small[i - from] = is_text(c->kind) ? (uint32_t)c->v[i] - c->first
						      : gt_map_get(&c->places, (uint64_t)c->v[i]);
	gt_buf_putc(&p->page, (char)p->bits);
	gt_pq_put_runs(&p->page, p->small, to - from, p->bits);
}

static void put_values(struct paging *p, size_t from, size_t to)
{
	const struct gt_pq_values *c = p->c;

	if (p->chunk->encoding == GT_PQ_DICTIONARY)
		put_places(p, from, to);
	else if (p->chunk->encoding == GT_PQ_DELTA)
		gt_pq_put_deltas(&p->page, c->v + from, to - from);
	else if (c->kind == GT_PQ_BOOL)
		gt_pq_put_bools(&p->page, c->v + from, to - from);
	else if (!is_text(c->kind))
		gt_pq_put_i64(&p->page, c->v + from, to - from);
	else
		for (size_t i = from; i < to; i++)
			put_text_value(c, &p->page, (uint32_t)c->v[i]);
}

/* The page of the rows from..to-1, whose values begin at *value. */
static int put_data(struct paging *p, size_t from, size_t to, size_t *value, struct gt_error *err)
{
	struct gt_pq_chunk *chunk = p->chunk;
	struct gt_pq_page *page;
	size_t first = *value;

	GT_GROW(chunk->pages, chunk->cap, chunk->npages + 1);
	page = &chunk->pages[chunk->npages++];
	*page = (struct gt_pq_page){ .offset = p->at, .first_row = from, .rows = (uint32_t)(to - from) };
	for (size_t i = from; i < to; i++)
		*value += p->c->there[i];
	page->nulls = page->rows - (uint32_t)(*value - first);
	chunk->nulls += page->nulls;
	bounds_of(p->c, first, *value, &page->bounds);
	gt_buf_reset(&p->page);
	put_there(p, from, to);
	put_values(p, first, *value);
	return put_page(p, false, to - from, &page->size, err);
}

int gt_pq_values_write(struct gt_pq_values *c, struct gt_pq_chunk *chunk, struct gt_pagepack *pack,
		       struct gt_buf *out, uint64_t at, struct gt_error *err)
{
	struct paging p = { .c = c, .chunk = chunk, .pack = pack, .out = out, .at = at };
	size_t value = 0;
	int rc = 0;

	*chunk = (struct gt_pq_chunk){ .values = c->rows, .encoding = choose_encoding(c) };
	bounds_of(c, 0, c->n, &chunk->bounds);
	p.small = gt_xcalloc(GT_PQ_PAGE_ROWS, sizeof *p.small);
	if (chunk->encoding == GT_PQ_DICTIONARY)
		rc = put_dictionary(&p, err);
	chunk->data = p.at;
	for (size_t i = 0; i < c->rows && !rc; i += GT_PQ_PAGE_ROWS)
		rc = put_data(&p, i, c->rows - i < GT_PQ_PAGE_ROWS ? c->rows : i + GT_PQ_PAGE_ROWS, &value, err);
	free(p.small);
	gt_buf_release(&p.page);
	gt_buf_release(&p.packed);
	forget_values(c);
	return rc;
}
