/* What a generation says when it is sound: batches, streams, tables, clocks, samples. */
#include <string.h>

#include "tap/tap.h"
#include "unit/wire/build.h"

struct fixture {
	struct gt_buf trace;
	struct gt_source *src;
	struct gt_v2_reader r;
	struct gt_v2_gen g;
	struct gt_error err;
};

static void open_trace(struct fixture *f, int minor, const char *spec)
{
	*f = (struct fixture){ 0 };
	gt_build_trace(&f->trace, minor, spec, NULL);
	gt_source_open_mem(&f->src, f->trace.data, f->trace.len, "test");
	gt_v2_reader_init(&f->r, f->src, minor);
	gt_v2_gen_init(&f->g);
}

static int next(struct fixture *f)
{
	int rc = gt_v2_read_gen(&f->r, &f->g, &f->err);

	if (rc < 0)
		tap_diag("error: %s", f->err.text);
	return rc;
}

static void close_trace(struct fixture *f)
{
	gt_v2_gen_release(&f->g);
	gt_v2_reader_release(&f->r);
	gt_source_close(f->src);
	gt_buf_release(&f->trace);
}

TAP_TEST(streams)
{
	struct fixture f;
	const struct gt_v2_gen *g = &f.g;

	/* Offsets: header 16; sync batch 5 + 5 bytes of content; then heads of 5 bytes each. */
	open_trace(&f, 22, "b1,0,50[08 u15625000]" "b1,7,60[0b 01]" "b1,none,40[0b 02 0b 03]" "b1,7,70[]"
		   "b1,3,80[0b 04]" "b1,7,90[0b 05]");
	tap_is_int(next(&f), 1, "streams: read");
	tap_is_u64(g->gen, 1, "number");
	tap_is_u64(g->start_off, 16, "start");
	tap_is_u64(g->end_off, f.trace.len, "end");
	tap_is_u64(g->min_time, 40, "smallest time");
	tap_is_u64(g->nbatches, 5, "event batches");
	tap_is_u64(g->nstreams, 3, "streams");
	tap_is_u64(g->streams[0].m, 7, "first M");
	tap_is_u64(g->streams[1].m, GT_V2_NONE, "second M");
	tap_is_u64(g->streams[2].m, 3, "third M");
	tap_is_u64(g->streams[0].first, 0, "first batch of M 7");
	tap_is_u64(g->batches[0].next, 2, "its next one");
	tap_is_u64(g->batches[2].next, 4, "and the next, after an empty one");
	tap_is_u64(g->batches[4].next, UINT32_MAX, "and no more");
	tap_is_u64(g->streams[0].last, 4, "last batch of M 7");
	tap_is_u64(g->batches[1].next, UINT32_MAX, "M none has one");
	tap_is_u64(g->batches[2].size, 0, "the empty batch");
	tap_is_u64(g->batches[0].off, 16 + 10 + 5, "offset of the first content");
	tap_is_u64(g->batches[0].time, 60, "base time");
	tap_is_u64(g->batches[1].size, 4, "size");
	tap_is_int(next(&f), 0, "streams: end");
	tap_is_int(next(&f), 0, "streams: still the end");
	close_trace(&f);
}

TAP_TEST(spill)
{
	struct fixture f;

	open_trace(&f, 23, "b4,0,50[08 05]" "b4,1,60[0b 01]" "b5,2,70[0b 01]" "b5,0,90[08 06]" "b6,none,3[08 07]");
	tap_is_int(next(&f), 1, "spill: first");
	tap_is_u64(f.g.gen, 4, "number");
	tap_is_u64(f.g.nbatches, 1, "its batches");
	tap_is_u64(f.g.end_off, 16 + 7 + 7, "ends where the next begins");
	tap_is_int(next(&f), 1, "spill: second");
	tap_is_u64(f.g.gen, 5, "number");
	tap_is_u64(f.g.start_off, 16 + 7 + 7, "starts at the batch that ended the first");
	tap_is_u64(f.g.nbatches, 1, "and has that batch");
	tap_is_u64(f.g.streams[0].m, 2, "of this M");
	tap_is_u64(f.g.min_time, 70, "whose time counts");
	tap_is_u64(f.g.freq, 6, "own frequency");
	tap_is_int(next(&f), 1, "spill: third");
	tap_is_u64(f.g.nbatches, 0, "structural only");
	tap_is_u64(f.g.min_time, 3, "its time");
	tap_is_u64(f.g.end_off, f.trace.len, "its end");
	tap_is_int(next(&f), 0, "spill: end");
	close_trace(&f);
}

TAP_TEST(sync)
{
	struct fixture f;

	open_trace(&f, 26, "b1,none,1000[32 08 u15625000 33 u108 u965127923464 u1795206489 u77] 34");
	tap_is_int(next(&f), 1, "sync: read");
	tap_is_u64(f.g.freq, 15625000, "frequency");
	tap_ok(f.g.ns_per_unit == 64.0, "64 ns per unit exactly");
	tap_is_int(gt_v2_ns(&f.g, 1795206489), INT64_C(114893215296), "units to ns");
	tap_ok(f.g.has_clock, "has a clock snapshot");
	tap_is_u64(f.g.clock_time, 1108, "its trace time");
	tap_is_u64(f.g.clock_mono, UINT64_C(965127923464), "monotonic");
	tap_is_u64(f.g.clock_sec, 1795206489, "seconds");
	tap_is_u64(f.g.clock_nsec, 77, "nanoseconds");
	tap_is_u64(f.g.end_off, f.trace.len, "the end mark belongs to it");
	tap_is_u64(f.g.structural_events, 2, "records");
	tap_is_int(gt_v2_ns(&f.g, UINT64_MAX), INT64_MIN, "a time that does not fit");
	tap_is_int(next(&f), 0, "sync: end");
	close_trace(&f);

	open_trace(&f, 22, "b1,none,0[08 03] b1,none,9[0b 00]");
	tap_is_int(next(&f), 1, "odd frequency: read");
	tap_is_int(gt_v2_ns(&f.g, 1), 333333333, "truncated, not rounded");
	tap_is_int(gt_v2_ns(&f.g, 3), 1000000000, "whole seconds");
	tap_is_u64(f.g.min_time, 9, "time 0 counts as no time");
	close_trace(&f);
}

TAP_TEST(tables)
{
	struct fixture f;
	struct gt_v2_ref ref = { 0 };
	struct gt_v2_frame frames[GT_V2_MAX_FRAMES];
	char text[GT_V2_MAX_STRING];
	uint64_t it = 0, id;

	open_trace(&f, 26, "b1,9,0[02 03 05 02 u4198400 02 03 u17 u1 02 unone u40 03 u900000 00]"
		   "b1,none,1[32 08 05 33 00 00 00 00]"
		   "b1,none,1[04 05 02 06 6d 61 69 6e 2e 66 05 03 00 05 unone 02 c3 a9] 34"
		   "b2,none,1[32 08 05 33 00 00 00 00] 34");
	tap_is_int(next(&f), 1, "tables: read");
	tap_is_u64(f.g.strings.count, 3, "strings");
	tap_is_u64(f.g.stacks.count, 2, "stacks");
	tap_ok(gt_v2_table_get(&f.g.strings, 2, &ref), "string 2");
	tap_is_int(gt_v2_read_string(f.src, ref, text), 6, "its length");
	tap_is_mem(text, "main.f", 6, "its text");
	tap_ok(gt_v2_table_get(&f.g.strings, 3, &ref) && ref.len == 0, "string 3 is empty");
	tap_is_int(gt_v2_read_string(f.src, ref, text), 0, "and can be read");
	tap_ok(!gt_v2_table_get(&f.g.strings, 4, &ref), "no string 4");
	tap_ok(gt_v2_table_get(&f.g.stacks, 5, &ref) && ref.len == 2, "stack 5 has two frames");
	tap_is_int(gt_v2_read_stack(f.src, ref, frames), 2, "they are read");
	tap_is_u64(frames[0].pc, 4198400, "pc");
	tap_is_u64(frames[1].file, GT_V2_NONE, "file");
	tap_is_u64(frames[1].line, 40, "line");
	tap_ok(gt_v2_table_get(&f.g.stacks, 900000, &ref) && gt_v2_read_stack(f.src, ref, frames) == 0,
	       "a stack without frames");
	tap_ok(gt_v2_table_get(&f.g.stacks, 0, &ref) && gt_v2_read_stack(f.src, ref, frames) == 0, "stack 0");
	tap_ok(gt_v2_table_next(&f.g.strings, &it, &id, &ref) && id == 2, "walk: 2");
	tap_ok(gt_v2_table_next(&f.g.strings, &it, &id, &ref) && id == 3, "walk: 3");
	tap_ok(gt_v2_table_next(&f.g.strings, &it, &id, &ref) && id == GT_V2_NONE, "walk: 2^64-1");
	tap_ok(!gt_v2_table_next(&f.g.strings, &it, &id, &ref), "walk: over");
	ref = (struct gt_v2_ref){ .off = 0xffff, .len = 9, .known = 1 };
	tap_is_int(gt_v2_read_string(f.src, ref, text), GT_ERR_CUT, "a string beyond the end");
	tap_is_int(gt_v2_read_stack(f.src, ref, frames), GT_ERR_CUT, "a stack beyond the end");
	tap_is_int(next(&f), 1, "the next generation");
	tap_ok(!gt_v2_table_get(&f.g.strings, 2, &ref), "does not know these strings");
	close_trace(&f);
}

TAP_TEST(samples)
{
	struct fixture f;

	open_trace(&f, 22, "b1,0,0[06 07 u30 01 02 03 04 07 u10 01 unone 00 00]" "b1,0,0[08 u1000000000]"
		   "b1,0,0[06 07 u30 09 02 03 04 07 u20 01 02 03 04]");
	tap_is_int(next(&f), 1, "samples: read");
	tap_is_u64(f.g.nsamples, 4, "number");
	tap_is_int(f.g.samples[0].time, 10, "sorted: first");
	tap_is_int(f.g.samples[1].time, 20, "second");
	tap_is_int(f.g.samples[2].time, 30, "third");
	tap_is_u64(f.g.samples[2].m, 1, "equal times stay in order");
	tap_is_u64(f.g.samples[3].m, 9, "the later one last");
	tap_is_u64(f.g.samples[0].p, GT_V2_NONE, "no processor");
	tap_is_u64(f.g.samples[0].g, GT_V2_NONE, "goroutine 0 is none");
	tap_is_u64(f.g.samples[1].stack, 4, "stack");
	tap_is_u64(f.trace.data[f.g.samples[1].off], 7, "the offset is that of the record");
	close_trace(&f);
}

/* Go sorts samples with an unstable sort; this is what it makes of 60 of them with five times. */
TAP_TEST(equal_samples)
{
	static const uint8_t by_go[60] = {
		16, 56, 51, 46, 41, 6,  36, 31, 1,  26, 11, 21, 30, 7,  15, 60, 17, 57, 2,  20,
		12, 22, 55, 52, 25, 10, 27, 50, 47, 45, 42, 32, 5,  40, 35, 37, 49, 43, 39, 34,
		33, 8,  48, 44, 9,  4,  38, 29, 53, 28, 3,  24, 14, 54, 23, 19, 18, 58, 59, 13,
	};
	struct gt_buf spec = { 0 };
	struct fixture f;
	unsigned wrong = 0;

	gt_buf_puts(&spec, "b1,0,1[08 u1000000000]b1,0,1[06");
	for (unsigned i = 0; i < 60; i++)
		gt_buf_printf(&spec, " 07 u%u u%u 01 01 00", i * i * 7 % 5 + 1, i + 1);
	gt_buf_puts(&spec, "]");
	open_trace(&f, 22, gt_buf_str(&spec));
	tap_is_int(next(&f), 1, "equal samples: read");
	for (unsigned i = 0; i < 60; i++)
		wrong += f.g.samples[i].m != by_go[i];
	tap_is_u64(wrong, 0, "in Go's order");
	close_trace(&f);
	gt_buf_release(&spec);
}

TAP_TEST(experiments)
{
	struct fixture f;

	open_trace(&f, 23, "b1,0,0[08 05]" "x1,1,none,77[00 01 02]" "x200,1,5,78[]");
	tap_is_int(next(&f), 1, "experiments: read");
	tap_is_u64(f.g.nexps, 2, "number");
	tap_is_u64(f.g.exps[0].exp, 1, "id");
	tap_is_u64(f.g.exps[0].size, 3, "size");
	tap_is_u64(f.g.exps[0].time, 77, "time");
	tap_is_u64(f.trace.data[f.g.exps[0].off + 2], 2, "offset of the content");
	tap_is_u64(f.g.exps[1].exp, 200, "an id of one byte, not a uvarint");
	tap_is_u64(f.g.nbatches, 0, "they are not event batches");
	close_trace(&f);
}

/* Many Ms, and a generation that is large after a small one and before one. */
TAP_TEST(many)
{
	struct gt_buf spec = { 0 };
	struct fixture f;
	unsigned wrong = 0;

	gt_buf_puts(&spec, "b1,0,0[08 05]");
	for (unsigned i = 0; i < 20000; i++)
		gt_buf_printf(&spec, "b2,%u,0[0b 00]", i % 5000 * 977);
	gt_buf_puts(&spec, "b2,0,0[08 05]b3,0,0[08 05]");
	open_trace(&f, 22, gt_buf_str(&spec));
	tap_is_int(next(&f), 1, "many: small generation");
	tap_is_int(next(&f), 1, "many: large generation");
	tap_is_u64(f.g.nbatches, 20000, "batches");
	tap_is_u64(f.g.nstreams, 5000, "streams");
	for (unsigned i = 0; i < f.g.nstreams; i++) {
		unsigned n = 0;

		for (uint32_t b = f.g.streams[i].first; b != UINT32_MAX; b = f.g.batches[b].next) {
			wrong += f.g.batches[b].m != f.g.streams[i].m;
			n++;
		}
		wrong += n != 4;
	}
	tap_is_u64(wrong, 0, "every stream has its four batches");
	tap_is_int(next(&f), 1, "many: small generation again");
	tap_is_u64(f.g.nstreams, 0, "without streams");
	close_trace(&f);
	gt_buf_release(&spec);
}
