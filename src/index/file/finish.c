/* Completing an index file: the tables that are made at the end, and all chunks. */
#include "index/file/indexfile.h"

#include <assert.h>

#include "base/xalloc.h"
#include "index/store/block.h"
#include "index/store/format.h"

/* Lets readers in between the steps of finishing. */
struct pauses {
	void (*breathe)(void *arg);      /* or NULL */
	void *arg;
};

static void pause_for(const struct pauses *p)
{
	if (p->breathe)
		p->breathe(p->arg);
}

/* ---- goroutines ---- */

/* An optional time as a distance from another. */
static uint64_t finish_optional(int64_t from, int64_t t)
{
	return t == GT_NO_TIME ? 0 : (uint64_t)(t - from) + 1;
}

static void finish_add_goroutine(struct gt_store *s, const struct gt_incarnation *life)
{
	const struct gt_goroutine *g = &life->g;

	GT_ADD_ROW(s, GOROUTINES, goroutine, 0,
		.id = g->id, .create = g->create, .first_seen = g->first_seen,
		.start = finish_optional(g->create, g->start), .end = finish_optional(g->create, g->end),
		.since = finish_optional(g->create, g->since), .mid = finish_optional(g->create, g->mid),
		.creator = g->creator + 1, .create_stack = g->create_stack, .first_stack = g->first_stack,
		.func = g->func, .wrapper = g->wrapper, .end_stack = g->end_stack, .end_reason = g->end_reason,
		.last_slice = g->last_slice + 1, .slices = g->slices, .anchor = life->anchor, .waker = g->waker + 1,
		.kinds = (uint32_t)g->first_type << GT_KINDS_FIRST_TYPE |
			 (uint32_t)g->last_type << GT_KINDS_LAST_TYPE |
			 (g->first_state & 15u) << GT_KINDS_FIRST_STATE | (g->state & 15u) << GT_KINDS_STATE |
			 (uint32_t)g->predates_trace << GT_KINDS_OLDER |
			 (uint32_t)g->system << GT_KINDS_SYSTEM | (uint32_t)g->forever << GT_KINDS_FOREVER);
	if (s->v1)
		GT_ADD_ROW(s, GOROUTINES_V1, goroutine_v1, 0,
			.last_n = life->v1.last_n, .first_stack_id = life->v1.first_stack_id);
}

/* Sorts by id, rows of the same id staying in order; returns v or w, whichever holds the result. */
static struct gt_srow_incarnation *sort_lives(struct gt_srow_incarnation *v, struct gt_srow_incarnation *w,
					      size_t n)
{
	/* Counting 65536 digits is more work than a few goroutines are. */
	unsigned digit = n < 4096 ? 8 : 16;
	size_t mask = ((size_t)1 << digit) - 1, *start = gt_xcalloc(mask + 2, sizeof *start);
	uint64_t bits = 0;

	for (size_t i = 0; i < n; i++)
		bits |= v[i].id;
	for (unsigned shift = 0; shift < 64; shift += digit) {
		struct gt_srow_incarnation *sorted = w;

		if (!(bits >> shift & mask))
			continue;
		memset(start, 0, (mask + 2) * sizeof *start);
		for (size_t i = 0; i < n; i++)
			start[(v[i].id >> shift & mask) + 1]++;
		for (size_t d = 0; d <= mask; d++)
			start[d + 1] += start[d];
		for (size_t i = 0; i < n; i++)
			w[start[v[i].id >> shift & mask]++] = v[i];
		w = v;
		v = sorted;
	}
	free(start);
	return v;
}

/* ---- names ---- */

static void put_names(struct gt_chunks *c, const struct gt_symtab *n, const struct pauses *p)
{
	uint64_t at = 0;
	size_t len;

	gt_chunk_begin(c, GT_CHUNK_STRING_STARTS, 8);
	for (size_t i = 0; i < n->strings.count; i++, at += len) {
		gt_chunk_put64(c, at);
		gt_strtab_get(&n->strings, (uint32_t)i, &len);
	}
	gt_chunk_put64(c, at);
	gt_chunk_end(c);
	gt_chunk_begin(c, GT_CHUNK_STRING_BYTES, 1);
	for (size_t i = 0; i < n->strings.count; i++) {
		const char *text = gt_strtab_get(&n->strings, (uint32_t)i, &len);

		gt_chunk_bytes(c, text, len);
	}
	gt_chunk_end(c);
	pause_for(p);
	gt_chunk_begin(c, GT_CHUNK_FRAMES, GT_FRAME_SIZE);
	for (size_t i = 0; i < n->frames_by_value.count; i++) {
		gt_chunk_put64(c, n->frames[i].pc);
		gt_chunk_put64(c, n->frames[i].line);
		gt_chunk_put32(c, n->frames[i].func);
		gt_chunk_put32(c, n->frames[i].file);
	}
	gt_chunk_end(c);
	gt_chunk_begin(c, GT_CHUNK_STACK_STARTS, 8);
	for (size_t i = 0; i <= n->stacks_by_value.count; i++)
		gt_chunk_put64(c, n->starts[i]);
	gt_chunk_end(c);
	gt_chunk_begin(c, GT_CHUNK_STACK_FRAMES, 4);
	for (size_t i = 0; i < n->nlist; i++)
		gt_chunk_put32(c, n->list[i]);
	gt_chunk_end(c);
	pause_for(p);
}

/* ---- tables ---- */

static uint64_t count_levels(const struct gt_part *p)
{
	uint64_t n = 0;

	for (int l = 0; p->levels && l < GT_MAX_LEVELS; l++)
		n += p->levels->n[l];
	return n;
}

/* Descriptors are filled in until the last block is sealed: only now their checksum is known. */
static void put_pages(struct gt_chunks *c, const struct gt_btable *t)
{
	for (size_t i = 0; i < t->npages; i++) {
		size_t n = gt_page_bytes(t, i);
		const uint8_t *page = gt_file_at(c->file, t->page_offs[i], n);

		gt_chunk_put64(c, t->page_offs[i]);
		gt_chunk_put64(c, page ? gt_checksum(page, n, 0) : 0);
	}
}

static void put_parts(struct gt_chunks *c, const struct gt_btable *t)
{
	uint64_t list = 0, level = 0;

	for (uint32_t i = 0; i < t->nparts; i++) {
		const struct gt_part *p = &t->parts[i];

		gt_chunk_put64(c, p->first);
		gt_chunk_put64(c, p->sum);
		gt_chunk_put64(c, list);
		gt_chunk_put64(c, level);
		gt_chunk_put32(c, p->nlist);
		gt_chunk_put32(c, 0);
		list += p->nlist;
		level += count_levels(p);
	}
}

static void put_lists(struct gt_chunks *c, const struct gt_btable *t)
{
	for (uint32_t i = 0; i < t->nparts; i++)
		gt_chunk_bytes(c, t->parts[i].list, t->parts[i].nlist * GT_LIST_SIZE);
}

static void put_levels(struct gt_chunks *c, const struct gt_btable *t)
{
	for (uint32_t i = 0; i < t->nparts; i++) {
		const struct gt_levels *v = t->parts[i].levels;

		for (int l = 0; v && l < GT_MAX_LEVELS; l++)
			gt_chunk_bytes(c, v->at[l], v->n[l] * GT_LEVEL_SIZE);
	}
}

static void put_of_tables(struct gt_chunks *c, const struct gt_store *s, enum gt_chunk_id id, uint32_t width,
			  void (*put)(struct gt_chunks *c, const struct gt_btable *t))
{
	gt_chunk_begin(c, id, width);
	for (int i = 0; i < GT_TABLES; i++)
		put(c, &s->tables[i]);
	gt_chunk_end(c);
}

static void put_tables(struct gt_chunks *c, const struct gt_store *s)
{
	uint64_t next[4] = { 0 };        /* first free rows of the other four chunks */

	gt_chunk_begin(c, GT_CHUNK_TABLES, GT_TABLES_SIZE);
	for (int i = 0; i < GT_TABLES; i++) {
		const struct gt_btable *t = &s->tables[i];
		uint64_t n[4] = { t->npages, t->nparts, 0, 0 };

		for (uint32_t part = 0; part < t->nparts; part++) {
			n[2] += t->parts[part].nlist;
			n[3] += count_levels(&t->parts[part]);
		}
		for (int k = 0; k < 4; k++) {
			gt_chunk_put64(c, next[k]);
			gt_chunk_put64(c, n[k]);
			next[k] += n[k];
		}
	}
	gt_chunk_end(c);
	put_of_tables(c, s, GT_CHUNK_PAGES, GT_PAGES_SIZE, put_pages);
	put_of_tables(c, s, GT_CHUNK_PARTS, GT_PART_SIZE, put_parts);
	put_of_tables(c, s, GT_CHUNK_LISTS, GT_LIST_SIZE, put_lists);
	put_of_tables(c, s, GT_CHUNK_LEVELS, GT_LEVEL_SIZE, put_levels);
}

static void complete_tables(struct gt_store *s, const struct pauses *p)
{
	struct gt_srow_incarnation *v, *sorted;

	gt_store_sort_ids(s);
	gt_order_flush_run(s);
	gt_counts_finish(s);
	for (uint32_t row = 0; row < s->nlives; row++) {
		if (row % 4096 == 0)
			pause_for(p);
		finish_add_goroutine(s, gt_life_at(s, row));
	}
	v = gt_xmalloc(2 * (size_t)(s->nlives + 1) * sizeof *v);
	for (uint32_t row = 0; row < s->nlives; row++)
		v[row] = (struct gt_srow_incarnation){ .id = gt_goroutine_at(s, row)->id, .row = row };
	sorted = sort_lives(v, v + s->nlives, s->nlives);
	for (uint32_t i = 0; i < s->nlives; i++)
		GT_ADD_ROW(s, LIVES, incarnation, 0, .id = sorted[i].id, .row = sorted[i].row);
	free(v);
	for (int i = 0; i < GT_TABLES; i++) {
		pause_for(p);
		gt_btable_seal(&s->tables[i]);
	}
}

int gt_store_finish(struct gt_store *s, const struct gt_source_id *id, const struct gt_trace_info *info,
		    const uint64_t *event_counts, void (*breathe)(void *), void *arg, struct gt_error *err)
{
	const struct pauses p = { breathe, arg };
	struct gt_chunks c;

	assert(!s->sealed);
	complete_tables(s, &p);
	gt_chunks_init(&c, &s->file);
	gt_info_write(&c, info, event_counts);
	gt_ids_put(&s->procs, &c, GT_CHUNK_PROCS, GT_CHUNK_PROC_ORDER);
	put_names(&c, &s->names, &p);
	put_tables(&c, s);
	gt_ids_put(&s->threads, &c, GT_CHUNK_THREADS, GT_CHUNK_THREAD_ORDER);
	gt_chunk_begin(&c, GT_CHUNK_COUNT_BASE, 8);
	for (int i = 0; i < GT_COUNTS; i++)
		gt_chunk_put64(&c, (uint64_t)s->counting.base[i]);
	gt_chunk_end(&c);
	gt_chunk_begin(&c, GT_CHUNK_TRACE_SUMS, 8);
	for (uint64_t i = 0; i < s->ntrace_sums; i++)
		gt_chunk_put64(&c, s->trace_sums[i]);
	gt_chunk_end(&c);
	gt_chunks_finish(&c, id);
	gt_chunks_release(&c);
	if (s->file.rc) {
		if (err)
			*err = s->file.err;
		return s->file.rc;
	}
	gt_file_complete(&s->file);
	return gt_store_attach(s, id, err);
}
