/* The full check of an index: every checksum, every row's references and order. */
#include "index/store/state.h"

#include <inttypes.h>

#include "base/checksum.h"
#include "index/query/collect.h"
#include "index/store/block.h"
#include "index/store/format.h"

/* GT_ERR_STALE: "row ROW of TABLE WHAT". */
static int flaw(struct gt_error *err, const char *table, uint64_t row, const char *what)
{
	return gt_error_set(err, GT_ERR_STALE, GT_NO_OFFSET, "the index is damaged: row %" PRIu64 " of %s %s", row,
			    table, what);
}

/* ---- blocks ---- */

static int check_blocks(const struct gt_btable *t, uint32_t part, struct gt_error *err)
{
	uint64_t first = 0;
	struct gt_part_view p;

	if (!gt_part_view(t, part, &p))
		return flaw(err, t->schema->name, 0, "has a partition that does not fit");
	for (uint32_t i = 0; i < p.nblocks; i++, first += gt_block_rows(t->schema)) {
		uint32_t block = gt_part_block(&p, i), n;
		const uint8_t *desc = gt_btable_desc(t, block), *bytes;
		struct gt_bview v;

		if (!desc || !gt_bview_block(t, block, &v) || v.part != part || v.first != first)
			return flaw(err, t->schema->name, first, "is in a block that does not fit");
		n = gt_get32(desc + GT_DESC_BYTES);
		bytes = gt_file_at(t->file, gt_get64(desc + GT_DESC_OFF), n);
		if (!bytes || (uint32_t)gt_checksum(bytes, n, 0) != gt_get32(desc + GT_DESC_CHECK))
			return flaw(err, t->schema->name, first, "is in a block with another checksum");
	}
	return 0;
}

/* ---- order ---- */

/* Rows are in order of time, those with durations do not overlap, ends and sums are those in the descriptors. */
static int check_times(const struct gt_btable *t, uint32_t proc_row, struct gt_error *err)
{
	bool dur = t->schema->dur != GT_NO_BCOLUMN;
	int64_t end = INT64_MIN;
	struct gt_part_view p;
	uint64_t sum = 0;

	gt_part_view(t, proc_row, &p);
	for (uint32_t b = 0; b < p.nblocks; b++) {
		struct gt_bview v;

		if (!gt_bview_block(t, gt_part_block(&p, b), &v))
			continue;
		if (gt_get64(gt_btable_desc(t, v.block) + GT_DESC_SUM_BEFORE) != sum)
			return flaw(err, t->schema->name, v.first, "is in a block with another sum");
		for (uint32_t i = 0; i < v.count; i++) {
			uint64_t t0 = gt_bview_get(&v, t->schema->time, i);

			if ((int64_t)t0 < end)
				return flaw(err, t->schema->name, v.first + i, "begins too early");
			end = (int64_t)(t0 + (dur ? gt_bview_get(&v, t->schema->dur, i) : 0));
			sum += (uint64_t)end - t0;
			if (end < (int64_t)t0)
				return flaw(err, t->schema->name, v.first + i, "ends before it begins");
		}
		if ((int64_t)gt_get64(p.list + (size_t)b * GT_LIST_SIZE + GT_LIST_LAST) != end)
			return flaw(err, t->schema->name, v.first, "is in a block with another end than is listed");
	}
	return 0;
}

static int check_table(struct gt_trace *t, uint32_t id, struct gt_error *err)
{
	const struct gt_btable *table = &t->store.tables[id];
	const uint64_t limits[] = {
		[GT_TO_STRING] = gt_symtab_strings(&t->store.names), [GT_TO_STACK] = gt_symtab_stacks(&t->store.names),
		[GT_TO_GOROUTINE] = t->info.goroutines, [GT_TO_PROC] = t->info.procs,
		[GT_TO_RANGE] = t->info.ranges, [GT_TO_GEN] = t->info.generations };
	struct gt_bview v;
	/* Samples are in order within their generation only. */
	bool timed = table->schema->time != GT_NO_BCOLUMN && id != GT_T_SAMPLES;
	int rc = 0;

	for (uint64_t i = 0; i < table->map.npages; i++) {
		const uint8_t *e = table->map.pages + GT_PAGES_SIZE * i;
		size_t n = gt_page_bytes(table, i);
		const uint8_t *page = gt_file_at(table->file, gt_get64(e + GT_PAGES_OFF), n);

		if (!page || gt_checksum(page, n, 0) != gt_get64(e + GT_PAGES_SUM))
			return flaw(err, table->schema->name, i * GT_PAGE_BLOCKS * GT_BLOCK_ROWS,
				    "is in a block whose description is damaged");
	}
	for (uint32_t proc_row = 0; !rc && proc_row < table->nparts; proc_row++) {
		rc = check_blocks(table, proc_row, err);
		if (!rc && timed)
			rc = check_times(table, proc_row, err);
	}
	for (unsigned c = 0; !rc && c < table->schema->ncolumns; c++) {
		const struct gt_bcolumn *col = &table->schema->columns[c];

		for (uint32_t b = 0; !rc && col->refers > GT_TO_TIME && b < table->nblocks; b++) {
			if (!gt_bview_block(table, b, &v))
				continue;
			for (uint32_t i = 0; !rc && i < v.count; i++)
				if (gt_bview_get(&v, c, i) >= limits[col->refers] + col->plus)
					rc = flaw(err, table->schema->name, v.first + i,
						  "refers to a row that is not there");
		}
	}
	return rc;
}

/* ---- what hangs together over tables ---- */

/* Every goroutine's slices, from the last one back, are its own, in order, and as many as it says. */
static int check_goroutines(const struct gt_trace *t, struct gt_error *err)
{
	uint64_t slices = 0;
	struct gt_goroutine g;
	struct gt_slice s;

	for (uint32_t row = 0; row < t->info.goroutines; row++) {
		int64_t before = INT64_MAX, busy = 0;
		uint32_t id, n = 0;

		if (!gt_goroutine_get(t, row, &g))
			return flaw(err, "goroutines", row, "is not there");
		for (id = g.last_slice; n < g.slices && gt_slice_get(t, id, &s); id = s.prev, n++) {
			if (s.g != row || s.t1 > before)
				break;
			if (s.waker != GT_NO_ROW && s.waker >= t->info.goroutines)
				return flaw(err, "slices", id, "refers to a row that is not there");
			before = s.t0;
			busy += s.t1 - s.t0;
		}
		if (n != g.slices || (n && id != GT_NO_ROW))
			return flaw(err, "goroutines", row, "has other slices than it says");
		if (gt_goroutine_busy(t, row, INT64_MIN, INT64_MAX) != busy)
			return flaw(err, "goroutines", row, "has another time in slices than it says");
		for (uint32_t k = 0; k < n; k += GT_ANCHOR_SLICES)
			if (!gt_slice_get(t, gt_goroutine_slice(t, row, k), &s) || s.g != row)
				return flaw(err, "goroutines", row, "has slices that cannot be reached");
		slices += g.slices;
	}
	return slices == t->info.slices ? 0 : flaw(err, "slices", slices, "belongs to no goroutine");
}

/* Names: starts rise and stay inside, references are good. */
static int check_names(const struct gt_symtab_map *m, struct gt_error *err)
{
	for (uint64_t i = 0; i < m->nstrings; i++)
		if (gt_get64(m->string_starts + 8 * i) > gt_get64(m->string_starts + 8 * i + 8) ||
		    gt_get64(m->string_starts + 8 * i + 8) > m->nbytes)
			return flaw(err, "strings", i, "lies outside of the text");
	for (uint64_t i = 0; i < m->nframes; i++)
		if (gt_get32(m->frames + GT_FRAME_SIZE * i + 16) >= m->nstrings ||
		    gt_get32(m->frames + GT_FRAME_SIZE * i + 20) >= m->nstrings)
			return flaw(err, "frames", i, "has no name");
	for (uint64_t i = 0; i < m->nstacks; i++)
		if (gt_get64(m->stack_starts + 8 * i) > gt_get64(m->stack_starts + 8 * i + 8) ||
		    gt_get64(m->stack_starts + 8 * i + 8) > m->nlist)
			return flaw(err, "stacks", i, "lies outside of the frames");
	for (uint64_t i = 0; i < m->nlist; i++)
		if (gt_get32(m->stack_list + 4 * i) >= m->nframes)
			return flaw(err, "frames of stacks", i, "is not there");
	return 0;
}

/* ---- what is derived from other rows: counts by state, ranges by their starts ---- */

struct running {
	int64_t t, v[GT_COUNTS + 1], max[GT_COUNTS];
	uint64_t ns[GT_COUNTS];
};

/* The values have lasted until t. */
static void verify_pass(struct running *r, int64_t t)
{
	for (int i = 0; i < GT_COUNTS && t > r->t; i++) {
		r->ns[i] += (uint64_t)r->v[i] * (uint64_t)(t - r->t);
		r->max[i] = r->v[i] > r->max[i] ? r->v[i] : r->max[i];
	}
	r->t = t;
}

static int check_stretches(const struct gt_trace *t, struct gt_error *err)
{
	struct gt_count_block st, next;
	struct running r;
	struct gt_changes c;

	if (!gt_count_block_get(t, 0, &st) || st.t)
		return flaw(err, "counts", 0, "does not begin with the trace");
	for (uint64_t k = 0; gt_count_block_get(t, k + 1, &next); k++, st = next) {
		if (next.t <= st.t)
			return flaw(err, "counts", k + 1, "begins too early");
		/* From its start to that of the next one. */
		r = (struct running){ .t = st.t };
		for (int i = 0; i < GT_COUNTS; i++) {
			r.v[i] = st.v[i];
			r.ns[i] = (uint64_t)st.ns[i];
			r.max[i] = INT64_MIN;
		}
		gt_changes_collect(t, st.t, next.t, &c);
		gt_changes_sort(&c);
		for (size_t i = 0; i < c.n; i++) {
			verify_pass(&r, c.v[i].t);
			r.v[c.v[i].from]--;
			r.v[c.v[i].to]++;
		}
		verify_pass(&r, next.t);
		gt_changes_release(&c);
		for (int i = 0; i < GT_COUNTS; i++)
			if (r.v[i] != next.v[i] || r.ns[i] != (uint64_t)next.ns[i] || r.max[i] != st.max[i])
				return flaw(err, "counts", k, "has other values than the events made");
	}
	return 0;
}

/* Every row of the levels is the largest of 64 below, and there are as many as there should be. */
static int check_maxima(const struct gt_trace *t, struct gt_error *err)
{
	const struct gt_btable *levels = &t->store.tables[GT_T_COUNT_MAXIMA];
	uint64_t n = gt_btable_rows(&t->store.tables[GT_T_COUNTS], 0);

	for (uint32_t level = 0; level < GT_MAX_LEVELS; level++) {
		struct gt_srow_maxima r, sum;
		struct gt_srow_counts counts;

		n >>= GT_LEVEL_SHIFT;
		if (gt_btable_rows(levels, level) != n)
			return flaw(err, levels->schema->name, n, "is missing, or one too many");
		for (uint64_t k = 0; k < n; k++) {
			sum = (struct gt_srow_maxima){ { 0 } };
			/* Rows below, as they are stored: of the counts themselves, or of the level before. */
			for (uint64_t i = k << GT_LEVEL_SHIFT; i < (k + 1) << GT_LEVEL_SHIFT; i++) {
				const uint32_t *below = level ? r.max : counts.max;

				if (level ? gt_part_row(levels, level - 1, i, &r)
					  : gt_part_row(&t->store.tables[GT_T_COUNTS], 0, i, &counts))
					for (int c = 0; c < GT_COUNTS; c++)
						sum.max[c] = below[c] > sum.max[c] ? below[c] : sum.max[c];
			}
			if (!gt_part_row(levels, level, k, &r) || memcmp(&r, &sum, sizeof r) != 0)
				return flaw(err, levels->schema->name, k, "is not the largest");
		}
	}
	return 0;
}

static int check_range_starts(const struct gt_trace *t, struct gt_error *err)
{
	uint64_t left[GT_SORTED_RANGES] = { 0 };
	struct gt_range_row r;

	for (uint64_t i = 0; i < t->info.ranges; i++)
		if (gt_range_get(t, i, &r) && r.kind < GT_SORTED_RANGES)
			left[r.kind]++;
	for (unsigned kind = 0; kind < GT_SORTED_RANGES; kind++) {
		uint64_t n = gt_ranges_of_kind(t, (enum gt_range)kind);
		struct gt_srow_range_start s;

		if (n != left[kind])
			return flaw(err, "starts of ranges", n, "is missing, or one too many");
		for (uint64_t k = 0; k < n; k++)
			if (!gt_part_row(&t->store.tables[GT_T_RANGE_STARTS], kind, k, &s) ||
			    !gt_range_get(t, s.row, &r) || r.kind != kind || r.t0 != s.t0)
				return flaw(err, "starts of ranges", k, "is of another range");
	}
	return 0;
}

int gt_trace_verify(struct gt_trace *t, struct gt_error *err)
{
	int rc;

	if (!t->store.sealed)
		return 0;
	rc = gt_chunks_verify(&t->store.file, err);
	if (!rc)
		rc = check_names(&t->store.names.map, err);
	for (uint32_t i = 0; !rc && i < GT_TABLES; i++)
		rc = check_table(t, i, err);
	if (!rc && (t->info.horizon < 0 || t->info.horizon > t->info.duration))
		rc = flaw(err, "facts", 0, "says that a part is whole which is not there");
	if (!rc)
		rc = check_goroutines(t, err);
	if (!rc)
		rc = check_range_starts(t, err);
	if (!rc)
		rc = check_stretches(t, err);
	if (!rc)
		rc = check_maxima(t, err);
	return rc || !t->src ? rc : gt_source_check(t->src, err);
}
