/* Using an index file in place: finding its chunks, checking that they fit together. */
#include "index/file/indexfile.h"

#include "index/store/format.h"

static int misfit(struct gt_error *err, const char *what)
{
	return gt_error_set(err, GT_ERR_STALE, GT_NO_OFFSET, "the index is damaged: %s do not fit", what);
}

/* What is found in the file, before the store's memory is given up for it. */
struct found {
	const uint8_t *tables, *pages, *parts, *lists, *levels, *base, *sums;
	uint64_t ntables, npages, nparts, nlists, nlevels, nbase, nsums;
	struct gt_btable_map maps[GT_TABLES];
	struct gt_symtab_map names;
	struct gt_ids procs, threads;
	uint32_t nlives;
};

static int find_chunks(struct gt_file *f, struct found *m, struct gt_error *err)
{
	struct gt_symtab_map *names = &m->names;
	const struct {
		enum gt_chunk_id id;
		uint32_t width;
		const uint8_t **rows;
		uint64_t *n;
	} chunks[] = {
		{ GT_CHUNK_STRING_STARTS, 8, &names->string_starts, &names->nstrings },
		{ GT_CHUNK_STRING_BYTES, 1, &names->string_bytes, &names->nbytes },
		{ GT_CHUNK_FRAMES, GT_FRAME_SIZE, &names->frames, &names->nframes },
		{ GT_CHUNK_STACK_STARTS, 8, &names->stack_starts, &names->nstacks },
		{ GT_CHUNK_STACK_FRAMES, 4, &names->stack_list, &names->nlist },
		/* something of every table */
		{ GT_CHUNK_TABLES, GT_TABLES_SIZE, &m->tables, &m->ntables },
		{ GT_CHUNK_PAGES, GT_PAGES_SIZE, &m->pages, &m->npages },
		{ GT_CHUNK_PARTS, GT_PART_SIZE, &m->parts, &m->nparts },
		{ GT_CHUNK_LISTS, GT_LIST_SIZE, &m->lists, &m->nlists },
		{ GT_CHUNK_LEVELS, GT_LEVEL_SIZE, &m->levels, &m->nlevels },
		{ GT_CHUNK_COUNT_BASE, 8, &m->base, &m->nbase },
		{ GT_CHUNK_TRACE_SUMS, 8, &m->sums, &m->nsums },
	};
	int rc = 0;

	for (size_t i = 0; !rc && i < GT_COUNT(chunks); i++)
		rc = gt_chunk_find(f, chunks[i].id, chunks[i].width, chunks[i].rows, chunks[i].n, err);
	if (!rc)
		rc = gt_ids_attach(&m->procs, f, GT_CHUNK_PROCS, GT_CHUNK_PROC_ORDER, err);
	return rc ? rc : gt_ids_attach(&m->threads, f, GT_CHUNK_THREADS, GT_CHUNK_THREAD_ORDER, err);
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

static bool find_table(struct found *f, enum gt_table_id id)
{
	const uint8_t *entry = f->tables + (size_t)GT_TABLES_SIZE * id;
	const struct gt_schema *schema = &gt_schemas[id];
	struct gt_btable_map *m = &f->maps[id];
	uint64_t size = gt_block_rows(schema), list = 0;

	if (!attach_take(entry + GT_TABLES_PAGES, f->pages, f->npages, GT_PAGES_SIZE, &m->pages, &m->npages) ||
	    !attach_take(entry + GT_TABLES_PARTS, f->parts, f->nparts, GT_PART_SIZE, &m->parts, &m->nparts) ||
	    !attach_take(entry + GT_TABLES_LISTS, f->lists, f->nlists, GT_LIST_SIZE, &m->lists, &m->nlists) ||
	    !attach_take(entry + GT_TABLES_LEVELS, f->levels, f->nlevels, GT_LEVEL_SIZE, &m->levels, &m->nlevels) ||
	    m->nlists > GT_MAX_BLOCKS || m->npages != (m->nlists + GT_PAGE_BLOCKS - 1) / GT_PAGE_BLOCKS ||
	    (schema->partitioned ? m->nparts >= GT_NO_ROW : m->nparts != 1))
		return false;
	/* Every block is in one list, so that a damaged file cannot claim more rows than it has room for. */
	for (uint64_t i = 0; i < m->nparts; i++) {
		const uint8_t *e = m->parts + i * GT_PART_SIZE;
		uint64_t rows = gt_get64(e + GT_PART_ROWS), blocks = gt_get32(e + GT_PART_BLOCKS);

		if (gt_get64(e + GT_PART_LIST) != list || rows / size + (rows % size != 0) != blocks)
			return false;
		list += blocks;
	}
	return list == m->nlists;
}

/* 0, or what does not fit to the rest. */
static int check_found(struct found *m, struct gt_error *err)
{
	const struct gt_btable_map *maps = m->maps;
	uint64_t nlives;

	if (m->ntables != GT_TABLES)
		return misfit(err, "tables");
	for (unsigned i = 0; i < GT_TABLES; i++)
		if (!find_table(m, (enum gt_table_id)i))
			return misfit(err, gt_schemas[i].name);
	if (!m->names.nstrings-- || !m->names.nstacks-- || m->names.nstrings >= UINT32_MAX ||
	    m->names.nstacks >= UINT32_MAX)
		return misfit(err, "names");
	for (int i = GT_T_SLICES; i <= GT_T_RUNS; i++)
		if (maps[i].nparts != m->procs.n)
			return misfit(err, "processors");
	if (maps[GT_T_INSTANTS].nparts != GT_INSTANTS_OF_NONE + (uint64_t)m->procs.n * GT_INSTANTS_OF_PROC)
		return misfit(err, "instants");
	if (maps[GT_T_RANGE_STARTS].nparts != GT_SORTED_RANGES)
		return misfit(err, "ranges");
	if (m->nbase != GT_COUNTS || maps[GT_T_COUNT_MAXIMA].nparts != GT_MAX_LEVELS)
		return misfit(err, "counts");
	if (maps[GT_T_THREAD_RUNS].nparts != m->threads.n)
		return misfit(err, "threads");
	nlives = gt_get64(maps[GT_T_GOROUTINES].parts + GT_PART_ROWS);
	if (nlives >= GT_NO_ROW)
		return misfit(err, "goroutines");
	m->nlives = (uint32_t)nlives;
	return 0;
}

int gt_store_attach(struct gt_store *s, const struct gt_source_id *id, struct gt_error *err)
{
	struct found m;
	int rc = gt_chunks_check(&s->file, id, err);

	if (!rc)
		rc = find_chunks(&s->file, &m, err);
	if (!rc)
		rc = check_found(&m, err);
	if (rc)
		return rc;
	gt_store_drop_memory(s);
	for (int i = 0; i < GT_TABLES; i++)
		s->tables[i] = (struct gt_btable){
			.schema = &gt_schemas[i], .file = &s->file, .used = s->tables[i].used, .sealed = true,
			.map = m.maps[i], .nparts = (uint32_t)m.maps[i].nparts,
			.nblocks = (uint32_t)m.maps[i].nlists };     /* every block is in one list */
	s->trace_sums_at = m.sums;
	s->ntrace_sums = m.nsums;
	s->names.sealed = true;
	s->names.map = m.names;
	s->sealed = true;
	s->procs = m.procs;
	s->threads = m.threads;
	s->nlives = m.nlives;
	for (int i = 0; i < GT_COUNTS; i++)
		s->counting.base[i] = (int64_t)gt_get64(m.base + 8 * i);
	return 0;
}
