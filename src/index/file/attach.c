/* Using an index file in place: finding its chunks, checking that they fit together. */
#include "index/file/indexfile.h"

#include <stdlib.h>

#include "index/store/format.h"

static int misfit(struct gt_error *err, const char *what)
{
	return gt_error_set(err, GT_ERR_STALE, GT_NO_OFFSET, "the index is damaged: %s do not fit", what);
}

/* The four chunks that hold something of every table. */
struct shared {
	const uint8_t *tables, *pages, *parts, *lists, *levels;
	uint64_t ntables, npages, nparts, nlists, nlevels;
};

static int find_shared(struct gt_file *f, struct shared *s, struct gt_error *err)
{
	int rc = gt_chunk_find(f, GT_CHUNK_TABLES, GT_TABLES_SIZE, &s->tables, &s->ntables, err);

	if (!rc)
		rc = gt_chunk_find(f, GT_CHUNK_PAGES, GT_PAGES_SIZE, &s->pages, &s->npages, err);
	if (!rc)
		rc = gt_chunk_find(f, GT_CHUNK_PARTS, GT_PART_SIZE, &s->parts, &s->nparts, err);
	if (!rc)
		rc = gt_chunk_find(f, GT_CHUNK_LISTS, GT_LIST_SIZE, &s->lists, &s->nlists, err);
	if (!rc)
		rc = gt_chunk_find(f, GT_CHUNK_LEVELS, GT_LEVEL_SIZE, &s->levels, &s->nlevels, err);
	if (!rc && s->ntables != GT_TABLES)
		rc = misfit(err, "tables");
	return rc;
}

/* A table's rows of such a chunk: entry is its first row and their number. */
static bool attach_take(const uint8_t *entry, const uint8_t *all, uint64_t count, size_t width,
			const uint8_t **rows, uint64_t *n)
{
	uint64_t first = gt_get64(entry);

	*n = gt_get64(entry + 8);
	if (first > count || *n > count - first)
		return false;
	*rows = all + first * width;
	return true;
}

/* Every block is in one list: so no lie makes more rows than the file has room for. */
static bool parts_fit(const struct gt_schema *schema, const struct gt_btable_map *m)
{
	uint64_t size = gt_block_rows(schema), list = 0;

	for (uint64_t i = 0; i < m->nparts; i++) {
		const uint8_t *e = m->parts + i * GT_PART_SIZE;
		uint64_t rows = gt_get64(e + GT_PART_ROWS), blocks = gt_get32(e + GT_PART_BLOCKS);

		if (gt_get64(e + GT_PART_LIST) != list || rows / size + (rows % size != 0) != blocks)
			return false;
		list += blocks;
	}
	return list == m->nlists;
}

static int attach_table(const struct gt_btable *t, const uint8_t *entry, const struct shared *s,
			struct gt_btable_map *m, struct gt_error *err)
{
	if (!attach_take(entry + GT_TABLES_PAGES, s->pages, s->npages, GT_PAGES_SIZE, &m->pages,
			 &m->npages) ||
	    !attach_take(entry + GT_TABLES_PARTS, s->parts, s->nparts, GT_PART_SIZE, &m->parts, &m->nparts) ||
	    !attach_take(entry + GT_TABLES_LISTS, s->lists, s->nlists, GT_LIST_SIZE, &m->lists, &m->nlists) ||
	    !attach_take(entry + GT_TABLES_LEVELS, s->levels, s->nlevels, GT_LEVEL_SIZE, &m->levels,
			 &m->nlevels))
		return misfit(err, t->schema->name);
	if (m->nlists > GT_MAX_BLOCKS || m->npages != (m->nlists + GT_PAGE_BLOCKS - 1) / GT_PAGE_BLOCKS)
		return misfit(err, t->schema->name);
	if ((t->schema->partitioned ? m->nparts >= GT_NO_ROW : m->nparts != 1) || !parts_fit(t->schema, m))
		return misfit(err, t->schema->name);
	return 0;
}

static int attach_tables(struct gt_store *s, struct gt_btable_map *maps, struct gt_error *err)
{
	struct shared shared;
	int rc = find_shared(&s->file, &shared, err);

	for (uint32_t i = 0; !rc && i < GT_TABLES; i++) {
		s->tables[i].schema = &gt_schemas[i];
		s->tables[i].file = &s->file;
		rc = attach_table(&s->tables[i], shared.tables + GT_TABLES_SIZE * i, &shared, &maps[i], err);
	}
	return rc;
}

static int attach_names(struct gt_file *f, struct gt_symtab_map *m, struct gt_error *err)
{
	int rc = gt_chunk_find(f, GT_CHUNK_STRING_STARTS, 8, &m->string_starts, &m->nstrings, err);

	if (!rc)
		rc = gt_chunk_find(f, GT_CHUNK_STRING_BYTES, 1, &m->string_bytes, &m->nbytes, err);
	if (!rc)
		rc = gt_chunk_find(f, GT_CHUNK_FRAMES, 24, &m->frames, &m->nframes, err);
	if (!rc)
		rc = gt_chunk_find(f, GT_CHUNK_STACK_STARTS, 8, &m->stack_starts, &m->nstacks, err);
	if (!rc)
		rc = gt_chunk_find(f, GT_CHUNK_STACK_FRAMES, 4, &m->stack_list, &m->nlist, err);
	if (rc)
		return rc;
	if (!m->nstrings-- || !m->nstacks-- || m->nstrings >= UINT32_MAX || m->nstacks >= UINT32_MAX)
		return misfit(err, "names");
	return 0;
}

/* What is not a table and not a name. */
struct rest {
	struct gt_ids procs, threads;
	const uint8_t *base;
	uint32_t nlives;
};

static int attach_rest(struct gt_file *f, struct rest *m, const struct gt_btable_map *tables, struct gt_error *err)
{
	uint64_t nlives, nbase;
	int rc = gt_ids_attach(&m->procs, f, GT_CHUNK_PROCS, GT_CHUNK_PROC_ORDER, err);

	if (!rc)
		rc = gt_ids_attach(&m->threads, f, GT_CHUNK_THREADS, GT_CHUNK_THREAD_ORDER, err);
	if (!rc)
		rc = gt_chunk_find(f, GT_CHUNK_COUNT_BASE, 8, &m->base, &nbase, err);
	if (rc)
		return rc;
	for (int i = GT_T_SLICES; i <= GT_T_RUNS; i++)
		if (tables[i].nparts != m->procs.n)
			return misfit(err, "processors");
	if (tables[GT_T_INSTANTS].nparts != GT_INSTANTS_OF_NONE + (uint64_t)m->procs.n * GT_INSTANTS_OF_PROC)
		return misfit(err, "instants");
	if (tables[GT_T_RANGE_STARTS].nparts != GT_SORTED_RANGES)
		return misfit(err, "ranges");
	if (nbase != GT_COUNTS || tables[GT_T_COUNT_MAXIMA].nparts != GT_MAX_LEVELS)
		return misfit(err, "counts");
	if (tables[GT_T_THREAD_RUNS].nparts != m->threads.n)
		return misfit(err, "threads");
	nlives = gt_get64(tables[GT_T_GOROUTINES].parts + GT_PART_ROWS);
	if (nlives >= GT_NO_ROW)
		return misfit(err, "goroutines");
	m->nlives = (uint32_t)nlives;
	return 0;
}

/* Switches from memory, if there is any, to the file. */
static void switch_over(struct gt_store *s, const struct gt_btable_map *tables,
			const struct gt_symtab_map *names, const struct rest *rest)
{
	gt_store_drop_memory(s);
	for (int i = 0; i < GT_TABLES; i++) {
		struct gt_btable *t = &s->tables[i];

		t->sealed = true;
		t->map = tables[i];
		t->nparts = (uint32_t)t->map.nparts;
		t->nblocks = (uint32_t)t->map.nlists;   /* every block is in one list */
	}
	s->names.sealed = true;
	s->names.map = *names;
	s->sealed = true;
	s->procs = rest->procs;
	s->threads = rest->threads;
	s->nlives = rest->nlives;
	for (int i = 0; i < GT_COUNTS; i++)
		s->counting.base[i] = (int64_t)gt_get64(rest->base + 8 * i);
}

int gt_store_attach(struct gt_store *s, const struct gt_index_key *key, struct gt_error *err)
{
	struct gt_btable_map tables[GT_TABLES];
	struct gt_symtab_map names;
	struct rest rest;
	int rc = gt_chunks_check(&s->file, key, err);

	if (!rc)
		rc = attach_tables(s, tables, err);
	if (!rc)
		rc = attach_names(&s->file, &names, err);
	if (!rc)
		rc = attach_rest(&s->file, &rest, tables, err);
	if (!rc)
		switch_over(s, tables, &names, &rest);
	return rc;
}
