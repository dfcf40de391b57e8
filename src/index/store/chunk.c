/* Writing, checking and finding the chunks of an index file. */
#include "index/store/chunk.h"

#include <assert.h>
#include <inttypes.h>

#include "base/xalloc.h"
#include "index/store/format.h"

void gt_chunks_init(struct gt_chunks *c, struct gt_file *file)
{
	*c = (struct gt_chunks){ .file = file };
}

void gt_chunks_release(struct gt_chunks *c)
{
	free(c->toc);
	c->toc = NULL;
}

void gt_chunk_begin(struct gt_chunks *c, uint32_t id, uint32_t width)
{
	uint8_t *e;

	assert(width > 0 && (!c->n || id > gt_get32(c->toc + GT_TOC_SIZE * (c->n - 1) + GT_TOC_ID)));
	c->toc = gt_grow(c->toc, &c->cap, c->n + 1, GT_TOC_SIZE);
	e = c->toc + GT_TOC_SIZE * c->n++;
	gt_put32(e + GT_TOC_ID, id);
	gt_put32(e + GT_TOC_WIDTH, width);
	gt_put64(e + GT_TOC_OFF, gt_file_append(c->file, NULL, 0, GT_INDEX_ALIGN));
	gt_checksum_begin(&c->sum, 0);
	c->bytes = 0;
	c->used = 0;
}

static void spill(struct gt_chunks *c)
{
	gt_checksum_update(&c->sum, c->buf, c->used);
	gt_file_append(c->file, c->buf, c->used, 1);
	c->bytes += c->used;
	c->used = 0;
}

void gt_chunk_bytes(struct gt_chunks *c, const void *bytes, size_t n)
{
	if (n > sizeof c->buf - c->used)
		spill(c);
	if (n <= sizeof c->buf) {
		if (n)
			memcpy(c->buf + c->used, bytes, n);
		c->used += n;
		return;
	}
	gt_checksum_update(&c->sum, bytes, n);
	gt_file_append(c->file, bytes, n, 1);
	c->bytes += n;
}

void gt_chunk_put32(struct gt_chunks *c, uint32_t v)
{
	v = GT_LE32(v);
	gt_chunk_bytes(c, &v, sizeof v);
}

void gt_chunk_put64(struct gt_chunks *c, uint64_t v)
{
	v = GT_LE64(v);
	gt_chunk_bytes(c, &v, sizeof v);
}

void gt_chunk_end(struct gt_chunks *c)
{
	uint8_t *e = c->toc + GT_TOC_SIZE * (c->n - 1);

	spill(c);
	assert(c->bytes % gt_get32(e + GT_TOC_WIDTH) == 0);
	gt_put64(e + GT_TOC_ROWS, c->bytes / gt_get32(e + GT_TOC_WIDTH));
	gt_put64(e + GT_TOC_SUM, gt_checksum_end(&c->sum));
}

int gt_chunks_finish(struct gt_chunks *c, const struct gt_source_id *id)
{
	uint64_t toc = gt_file_append(c->file, c->toc, c->n * GT_TOC_SIZE, GT_INDEX_ALIGN);
	uint8_t head[GT_HEAD_SIZE] = GT_INDEX_MAGIC;

	gt_put32(head + GT_HEAD_VERSION, GT_INDEX_VERSION);
	gt_put32(head + GT_HEAD_BYTES, GT_HEAD_SIZE);
	gt_put64(head + GT_HEAD_TRACE_SIZE, id->size);
	gt_put64(head + GT_HEAD_TRACE_MTIME, (uint64_t)id->mtime_ns);
	gt_put64(head + GT_HEAD_FINGERPRINT, id->fingerprint);
	gt_put64(head + GT_HEAD_FILE_SIZE, c->file->size);
	gt_put64(head + GT_HEAD_TOC, toc);
	gt_put32(head + GT_HEAD_TOC_COUNT, (uint32_t)c->n);
	gt_put64(head + GT_HEAD_TOC_SUM, gt_checksum(c->toc, c->n * GT_TOC_SIZE, 0));
	gt_put64(head + GT_HEAD_SUM, gt_checksum(head, GT_HEAD_SUM, 0));
	gt_file_flush(c->file);
	gt_file_patch(c->file, 0, head, sizeof head);
	return c->file->rc;
}

/* ---- reading ---- */

static int chunk_stale(struct gt_error *err, uint64_t off, const char *what)
{
	return gt_error_set(err, GT_ERR_STALE, off, "the index %s", what);
}

static bool is_of_trace(const uint8_t *head, const struct gt_source_id *id)
{
	return gt_get64(head + GT_HEAD_TRACE_SIZE) == id->size &&
	       gt_get64(head + GT_HEAD_TRACE_MTIME) == (uint64_t)id->mtime_ns &&
	       gt_get64(head + GT_HEAD_FINGERPRINT) == id->fingerprint;
}

/* The table of chunks of a file with a good header. */
static const uint8_t *find_toc(struct gt_file *file, uint32_t *n)
{
	const uint8_t *head = gt_file_at(file, 0, GT_HEAD_SIZE);

	*n = gt_get32(head + GT_HEAD_TOC_COUNT);
	return gt_file_at(file, gt_get64(head + GT_HEAD_TOC), (uint64_t)*n * GT_TOC_SIZE);
}

int gt_chunks_check(struct gt_file *file, const struct gt_source_id *id, struct gt_error *err)
{
	const uint8_t *head = gt_file_at(file, 0, GT_HEAD_SIZE), *toc;
	uint32_t n, last = 0;

	if (!head)
		return chunk_stale(err, 0, "is cut");
	if (memcmp(head, GT_INDEX_MAGIC, 8))
		return chunk_stale(err, 0, "is not an index");
	if (gt_get32(head + GT_HEAD_VERSION) != GT_INDEX_VERSION || gt_get32(head + GT_HEAD_BYTES) != GT_HEAD_SIZE)
		return chunk_stale(err, GT_HEAD_VERSION, "is of another version");
	if (gt_get64(head + GT_HEAD_SUM) != gt_checksum(head, GT_HEAD_SUM, 0))
		return chunk_stale(err, GT_HEAD_SUM, "has a damaged header");
	if (gt_get64(head + GT_HEAD_FILE_SIZE) != file->size)
		return chunk_stale(err, GT_HEAD_FILE_SIZE, "has another size than its header says");
	if (id && !is_of_trace(head, id))
		return chunk_stale(err, GT_HEAD_TRACE_SIZE, "belongs to another trace");
	if (gt_get64(head + GT_HEAD_OLD_PROGRAM))
		return chunk_stale(err, GT_HEAD_OLD_PROGRAM, "has names that the trace does not have");
	toc = find_toc(file, &n);
	if (!toc || gt_get64(head + GT_HEAD_TOC_SUM) != gt_checksum(toc, (size_t)n * GT_TOC_SIZE, 0))
		return chunk_stale(err, GT_HEAD_TOC, "has a damaged table of chunks");
	for (; n; n--, toc += GT_TOC_SIZE) {
		uint64_t off = gt_get64(toc + GT_TOC_OFF), rows = gt_get64(toc + GT_TOC_ROWS);
		uint32_t width = gt_get32(toc + GT_TOC_WIDTH);

		if (gt_get32(toc + GT_TOC_ID) <= last)
			return chunk_stale(err, off, "has chunks out of order");
		if (!width || off % GT_INDEX_ALIGN || rows > file->size / width ||
		    !gt_file_at(file, off, rows * width))
			return chunk_stale(err, off, "has a chunk outside of the file");
		last = gt_get32(toc + GT_TOC_ID);
	}
	return 0;
}

int gt_chunk_find(struct gt_file *file, uint32_t id, uint32_t width, const uint8_t **rows, uint64_t *n,
		  struct gt_error *err)
{
	uint32_t count;
	const uint8_t *e = find_toc(file, &count);

	for (; count && gt_get32(e + GT_TOC_ID) != id; count--)
		e += GT_TOC_SIZE;
	if (!count || gt_get32(e + GT_TOC_WIDTH) != width)
		return gt_error_set(err, GT_ERR_STALE, GT_NO_OFFSET, "the index has no chunk %" PRIu32, id);
	*n = gt_get64(e + GT_TOC_ROWS);
	*rows = gt_file_at(file, gt_get64(e + GT_TOC_OFF), *n * width);
	return 0;
}

int gt_chunks_verify(struct gt_file *file, struct gt_error *err)
{
	uint32_t n;
	const uint8_t *e = find_toc(file, &n);

	for (; n; n--, e += GT_TOC_SIZE) {
		uint64_t off = gt_get64(e + GT_TOC_OFF);
		size_t bytes = (size_t)(gt_get64(e + GT_TOC_ROWS) * gt_get32(e + GT_TOC_WIDTH));

		if (gt_checksum(gt_file_at(file, off, bytes), bytes, 0) != gt_get64(e + GT_TOC_SUM))
			return gt_error_set(err, GT_ERR_STALE, off, "chunk %" PRIu32 " of the index is damaged",
					    gt_get32(e + GT_TOC_ID));
	}
	return 0;
}
