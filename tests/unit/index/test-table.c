/* Block tables: every width, the ends of blocks and pages, bytes, a file that cannot be written. */
#include "synth.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "index/store/block.h"
#include "index/file/indexfile.h"
#include "index/store/format.h"
#include "tap/tap.h"

static struct gt_srow_batch make_batch(struct rnd *r, unsigned bits)
{
	uint64_t mask = bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;

	return (struct gt_srow_batch){
		.off = rnd_next(r) & mask, .time = UINT64_MAX - (rnd_next(r) & mask), .m = mask,
		.size = (uint32_t)(rnd_next(r) & mask), .next = (uint32_t)mask,
	};
}

static bool same(const struct gt_srow_batch *a, const struct gt_srow_batch *b)
{
	return a->off == b->off && a->time == b->time && a->m == b->m && a->size == b->size && a->next == b->next;
}

/* Rows of a random table that differ from what was put in. */
static unsigned compare(const struct gt_btable *t, uint64_t seed, uint32_t n, unsigned bits)
{
	struct rnd r = { seed };
	unsigned bad = 0;

	for (uint32_t i = 0; i < n; i++) {
		struct gt_srow_batch want = make_batch(&r, bits), got;

		memset(&got, 0x55, sizeof got);
		bad += !gt_btable_row(t, i, &got) || !same(&got, &want);
	}
	return bad + (gt_btable_rows(t, 0) != n);
}

TAP_TEST(widths)
{
	for (unsigned bits = 0; bits <= 64; bits += bits == 32 ? 1 : bits < 32 && bits % 8 == 7 ? 1 : 7) {
		struct gt_trace *t = synth_trace();
		struct gt_btable *table = &t->store.tables[GT_T_BATCHES];
		struct rnd r = { bits };
		unsigned bad;
		uint32_t n = 1203;           /* the last block is neither full nor a whole number of words */

		for (uint32_t i = 0; i < n; i++) {
			struct gt_srow_batch row = make_batch(&r, bits);

			GT_PUT_ROW(&t->store, BATCHES, batch, 0, &row);
		}
		bad = compare(table, bits, n, bits);
		synth_trace_finish(t);
		tap_is_u64(bad + compare(table, bits, n, bits), 0, "values of %u bits come back", bits);
		synth_trace_close(t);
	}
}

/* More blocks than a page of descriptors has, in partitions that fill at different speed. */
TAP_TEST(pages)
{
	struct gt_trace *t = synth_trace();
	struct gt_btable *table = &t->store.tables[GT_T_RUNS];
	uint32_t n = 3 * GT_PAGE_BLOCKS * GT_BLOCK_ROWS / 2, counts[3] = { 0 }, bad = 0;
	struct rnd r = { 1 };

	for (uint32_t proc_row = 0; proc_row < 3; proc_row++)
		gt_parts_find_or_add(&t->store, proc_row, 0);
	for (uint32_t i = 0; i < n; i++) {
		/* The last one gets a row now and then: its block stays open over pages. */
		uint32_t proc_row = i % 4096 == 0 ? 2 : (uint32_t)rnd_below(&r, 2);

		gt_proc_binding_add(&t->store, proc_row, &(struct gt_proc_binding){ .t0 = i, .t1 = i, .m = proc_row });
		counts[proc_row]++;
	}
	for (uint32_t proc_row = 0; proc_row < 3; proc_row++)
		bad += gt_btable_rows(table, proc_row) != counts[proc_row];
	tap_is_u64(bad, 0, "three partitions, more than a page of blocks: rows while growing");
	synth_trace_finish(t);
	for (uint32_t proc_row = 0; proc_row < 3; proc_row++)
		bad += gt_btable_rows(table, proc_row) != counts[proc_row];
	for (uint32_t id = 0; id < table->nblocks * GT_BLOCK_ROWS; id++) {
		struct gt_srow_proc_binding run;

		if (gt_btable_row(table, id, &run))
			counts[run.m - 1]--;
	}
	tap_is_u64(bad, 0, "and finished");
	tap_ok(!counts[0] && !counts[1] && !counts[2], "every row once");
	synth_trace_close(t);
}

TAP_TEST(bytes)
{
	struct gt_trace *t = synth_trace();
	struct gt_btable *table = &t->store.tables[GT_T_ORDER];
	size_t n = 3 * GT_BYTES_ROWS + 77, bad = 0;
	uint8_t *all = gt_xmalloc(n), *got = gt_xmalloc(n);
	struct rnd r = { 9 };

	for (size_t i = 0; i < n; i++)
		all[i] = (uint8_t)rnd_next(&r);
	for (size_t at = 0, proc_row; at < n; at += proc_row) {
		proc_row = rnd_below(&r, 100) ? (size_t)rnd_below(&r, 20)
					      : (size_t)rnd_below(&r, 2 * GT_BYTES_ROWS);
		proc_row = proc_row < n - at ? proc_row : n - at;
		gt_btable_put_bytes(table, all + at, proc_row);
	}
	for (int finished = 0; finished < 2; finished++) {
		bad += gt_btable_rows(table, 0) != n;
		bad += gt_btable_get_bytes(table, 0, got, n) != n || memcmp(got, all, n);
		bad += gt_btable_get_bytes(table, GT_BYTES_ROWS - 3, got, 6) != 6 ||
		       memcmp(got, all + GT_BYTES_ROWS - 3, 6);
		bad += gt_btable_get_bytes(table, n - 1, got, 6) != 1 || gt_btable_get_bytes(table, n, got, 6) != 0;
		bad += gt_btable_get_bytes(table, UINT64_MAX, got, 6) != 0;
		if (!finished)
			synth_trace_finish(t);
	}
	tap_is_u64(bad, 0, "bytes come back over the ends of blocks");
	free(all);
	free(got);
	synth_trace_close(t);
}

/* The descriptor is replaced by one that cannot be written to. */
TAP_TEST(no_space)
{
	struct gt_trace *t = synth_trace();
	struct gt_error err = { 0 };
	int fd = open("/dev/full", O_RDWR);
	struct gt_slice sl;
	uint32_t row;

	if (fd < 0) {
		tap_skip(4, "no /dev/full");
		synth_trace_close(t);
		return;
	}
	dup2(fd, t->store.file.fd);
	close(fd);
	/* As an index that the user named. */
	t->store.file.may_leave_disk = false;
	gt_parts_find_or_add(&t->store, 0, 0);
	gt_goroutine_new(&t->store, 1, &row);
	for (int i = 0; i < 2000000; i++)
		gt_slices_add(&t->store, &(struct gt_slice){ .t0 = i, .t1 = i + 1, .label = (uint32_t)i * 77 });
	tap_is_int(t->store.file.rc, GT_ERR_IO, "a full disk is noticed");
	tap_ok(gt_store_finish(&t->store, &t->id, &t->info, t->counts, NULL, NULL, &err) == GT_ERR_IO,
	       "the index is not completed");
	tap_ok(strstr(err.text, "could not be written"), "and says so: %s", err.text);
	tap_ok(gt_slice_get(t, 5, &sl) || !gt_slice_get(t, 5, &sl), "questions can be asked");
	gt_slices_busy(t, 0, 0, 1000000);
	gt_slices_longest(t, 0, 0, 1000000);
	synth_trace_close(t);
}
