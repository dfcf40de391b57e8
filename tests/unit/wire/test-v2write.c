/* The v2 writer: what it writes is what the reader reads. */
#include <string.h>

#include "base/buf.h"
#include "tap/tap.h"
#include "wire/v2/v2cursor.h"
#include "wire/v2/v2write.h"

#define WINDOW 65536

static const int versions[] = { 22, 23, 25, 26 };

/* A written trace on its way back. */
struct back {
	struct gt_source *src;
	struct gt_v2_reader reader;
	struct gt_v2_gen gen;
	struct gt_error err;
};

static void open_back(struct back *b, const struct gt_buf *bytes, int minor)
{
	*b = (struct back){ .src = NULL };
	tap_ok(gt_source_open_mem(&b->src, bytes->data, bytes->len, "written") == 0, "1.%d: a source", minor);
	gt_v2_reader_init(&b->reader, b->src, minor);
	gt_v2_gen_init(&b->gen);
}

static int next_back(struct back *b)
{
	return gt_v2_read_gen(&b->reader, &b->gen, &b->err);
}

static void close_back(struct back *b)
{
	gt_v2_gen_release(&b->gen);
	gt_v2_reader_release(&b->reader);
	gt_source_close(b->src);
}

static bool string_is(struct back *b, uint64_t id, const char *want, size_t n)
{
	char text[GT_V2_MAX_STRING];
	struct gt_v2_ref ref;

	return gt_v2_table_get(&b->gen.strings, id, &ref) && gt_v2_read_string(b->src, ref, text) == (int)n &&
	       !memcmp(text, want, n);
}

static struct gt_v2_gen_start start_of(uint64_t gen, uint64_t time)
{
	return (struct gt_v2_gen_start){ .gen = gen, .time = time, .freq = 1000000000, .clock_dt = 5, .mono = 700,
					 .sec = 8, .nsec = 9 };
}

/* Two generations with all that can stand in one. */
static void write_all(struct gt_buf *out, int minor)
{
	const struct gt_v2_frame frames[] = { { 10, 1, 2, 3 }, { 20, 2, 1, UINT64_MAX } };
	struct gt_v2_gen_start start = start_of(4, 1000);
	struct gt_v2_writer w;

	gt_v2_writer_init(&w, out, minor);
	gt_v2_write_gen(&w, &start);
	tap_is_u64(gt_v2_write_string(&w, "", 0), 0, "1.%d: the empty text is 0", minor);
	tap_is_u64(gt_v2_write_string(&w, "a\0b", 3), 1, "the first text");
	tap_is_u64(gt_v2_write_string(&w, "c", 1), 2, "another one");
	tap_is_u64(gt_v2_write_string(&w, "a\0b", 3), 1, "the same again");
	tap_is_u64(gt_v2_write_stack(&w, frames, 2), 1, "a stack");
	tap_is_u64(gt_v2_write_stack(&w, frames, 2), 1, "the same stack");
	tap_is_u64(gt_v2_write_stack(&w, frames, 0), 0, "no frames");
	gt_v2_write_event(&w, 7, 1010, GT_V2_ProcStatus, (uint64_t[]){ 3, 1 });
	gt_v2_write_event(&w, GT_V2_NONE, 1005, GT_V2_GoStatus, (uint64_t[]){ 1, GT_V2_NONE, 4 });
	gt_v2_write_event(&w, 7, 1300, GT_V2_ProcStop, NULL);
	gt_v2_write_sample(&w, 1100, 7, GT_V2_NONE, GT_V2_NONE, 1);
	if (minor >= 23)
		gt_v2_write_experiment(&w, 1, 7, 1020, "xyz", 3);
	gt_v2_write_gen_end(&w);
	start = start_of(5, 2000);
	gt_v2_write_gen(&w, &start);
	tap_is_u64(gt_v2_write_string(&w, "later", 5), 1, "ids begin again with a generation");
	gt_v2_write_event(&w, 8, 2000, GT_V2_ProcStatus, (uint64_t[]){ 3, 2 });
	gt_v2_write_gen_end(&w);
	gt_v2_writer_release(&w);
}

/* The events of the stream: type, time, first argument. */
static void check_stream(struct back *b, uint32_t stream, unsigned n, const int64_t (*want)[3])
{
	static uint8_t window[WINDOW];
	struct gt_v2_cursor c;

	gt_v2_cursor_init(&c, b->src, b->gen.batches, b->gen.ns_per_unit, b->gen.streams[stream].first, window, WINDOW);
	for (unsigned i = 0; i < n; i++) {
		tap_is_int(gt_v2_cursor_next(&c, &b->err), 1, "event %u of stream %u", i, stream);
		tap_is_int(c.type, want[i][0], "its type");
		tap_is_int(c.time, want[i][1], "its time");
		tap_is_int((int64_t)c.args[0], want[i][2], "its first argument");
	}
	tap_is_int(gt_v2_cursor_next(&c, &b->err), 0, "and no more");
}

static void check_first(struct back *b, int minor)
{
	static const int64_t of_7[][3] = { { GT_V2_ProcStatus, 1010, 3 }, { GT_V2_ProcStop, 1300, 3 } };
	static const int64_t of_none[][3] = { { GT_V2_GoStatus, 1005, 1 } };
	struct gt_v2_frame frames[GT_V2_MAX_FRAMES];
	struct gt_v2_ref ref;

	tap_is_u64(b->gen.gen, 4, "its number");
	tap_is_u64(b->gen.min_time, 1000, "it begins with its clock");
	tap_is_u64(b->gen.freq, 1000000000, "its frequency");
	tap_ok(b->gen.has_clock == (minor >= 25), "a clock from 1.25 on");
	if (minor >= 25)
		tap_ok(b->gen.clock_time == 1005 && b->gen.clock_mono == 700 && b->gen.clock_sec == 8 &&
		       b->gen.clock_nsec == 9, "what the clock said");
	tap_ok(string_is(b, 1, "a\0b", 3) && string_is(b, 2, "c", 1), "its strings");
	tap_is_u64(b->gen.strings.count, 2, "no others");
	tap_ok(gt_v2_table_get(&b->gen.stacks, 1, &ref) && gt_v2_read_stack(b->src, ref, frames) == 2, "its stack");
	tap_ok(frames[0].pc == 10 && frames[0].func == 1 && frames[0].file == 2 && frames[0].line == 3 &&
	       frames[1].pc == 20 && frames[1].line == UINT64_MAX, "its frames");
	tap_is_u64(b->gen.nstreams, 2, "a stream for each thread, in the order of their first events");
	check_stream(b, 0, 2, of_7);
	check_stream(b, 1, 1, of_none);
	tap_is_u64(b->gen.nsamples, 1, "a sample");
	tap_ok(b->gen.samples[0].time == 1100 && b->gen.samples[0].m == 7 && b->gen.samples[0].p == GT_V2_NONE &&
	       b->gen.samples[0].g == GT_V2_NONE && b->gen.samples[0].stack == 1, "as it was written");
	tap_is_u64(b->gen.nexps, minor >= 23, "a batch of an experiment");
}

TAP_TEST(two_generations)
{
	for (size_t i = 0; i < GT_COUNT(versions); i++) {
		struct gt_buf out = { 0 };
		struct back b;

		write_all(&out, versions[i]);
		open_back(&b, &out, versions[i]);
		tap_is_int(next_back(&b), 1, "a generation");
		check_first(&b, versions[i]);
		tap_is_int(next_back(&b), 1, "another one");
		tap_ok(b.gen.gen == 5 && b.gen.nstreams == 1 && string_is(&b, 1, "later", 5), "with what it has");
		tap_is_int(next_back(&b), 0, "and a clean end");
		close_back(&b);
		gt_buf_release(&out);
	}
}

/* More than a batch has room for, of one thread, of the tables, of samples. */
TAP_TEST(full_batches)
{
	struct gt_v2_gen_start start = start_of(1, 0);
	struct gt_buf out = { 0 };
	struct gt_v2_writer w;
	struct back b;
	char text[GT_V2_MAX_STRING + 1] = { 0 };
	uint64_t events = 0;

	gt_v2_writer_init(&w, &out, 26);
	gt_v2_write_gen(&w, &start);
	for (unsigned i = 0; i < 300; i++) {
		memcpy(text, &i, sizeof i);
		gt_v2_write_string(&w, text, sizeof text);
	}
	for (uint64_t i = 0; i < 100000; i++) {
		gt_v2_write_event(&w, i % 2, i, GT_V2_GoUnblock, (uint64_t[]){ UINT64_MAX, i, UINT64_MAX });
		gt_v2_write_sample(&w, i, UINT64_MAX, UINT64_MAX, i, 0);
	}
	gt_v2_write_gen_end(&w);
	gt_v2_writer_release(&w);
	open_back(&b, &out, 26);
	tap_is_int(next_back(&b), 1, "it is read");
	tap_is_u64(b.gen.strings.count, 300, "all strings");
	tap_is_u64(b.gen.nsamples, 100000, "all samples");
	for (uint32_t i = 0; i < b.gen.nstreams; i++) {
		static uint8_t window[WINDOW];
		struct gt_v2_cursor c;

		gt_v2_cursor_init(&c, b.src, b.gen.batches, 1.0, b.gen.streams[i].first, window, WINDOW);
		for (uint64_t n = i; gt_v2_cursor_next(&c, &b.err) > 0; n += 2)
			events += c.args[1] == n && c.time == (int64_t)n;
	}
	tap_is_u64(events, 100000, "all events, each with its own time");
	tap_ok(b.gen.nbatches > 20, "in %zu batches", b.gen.nbatches);
	close_back(&b);
	gt_buf_release(&out);
}

/* Many threads: what is open is bounded, and nothing of it is lost. */
TAP_TEST(many_threads)
{
	struct gt_v2_gen_start start = start_of(1, 0);
	struct gt_buf out = { 0 };
	struct gt_v2_writer w;
	struct back b;
	size_t most = 0;

	gt_v2_writer_init(&w, &out, 25);
	gt_v2_write_gen(&w, &start);
	for (uint64_t i = 0; i < 400000; i++) {
		gt_v2_write_event(&w, i % 1000, i, GT_V2_GoUnblock, (uint64_t[]){ UINT64_MAX, UINT64_MAX, UINT64_MAX });
		most = w.open > most ? w.open : most;
	}
	gt_v2_write_gen_end(&w);
	tap_is_u64(w.open, 0, "nothing is open at the end");
	gt_v2_writer_release(&w);
	tap_ok(most <= GT_V2_WRITE_OPEN + GT_V2_RECORD_MAX, "at most %zu bytes were open", most);
	open_back(&b, &out, 25);
	tap_is_int(next_back(&b), 1, "it is read");
	tap_is_u64(b.gen.nstreams, 1000, "all threads");
	close_back(&b);
	gt_buf_release(&out);
}

/* Readers count in double: from 2^53 on bases of batches are numbers that it has. */
TAP_TEST(late_times)
{
	const uint64_t late = (UINT64_C(1) << 60) + 12345;
	struct gt_v2_gen_start start = start_of(1, late);
	struct gt_buf out = { 0 };
	struct gt_v2_writer w;
	struct back b;
	int64_t want[2][3] = { { GT_V2_ProcStop, (int64_t)late + 1, 0 }, { GT_V2_ProcStop, (int64_t)late + 2, 0 } };

	gt_v2_writer_init(&w, &out, 26);
	gt_v2_write_gen(&w, &start);
	gt_v2_write_event(&w, 1, late + 1, GT_V2_ProcStop, NULL);
	gt_v2_write_event(&w, 1, late + 2, GT_V2_ProcStop, NULL);
	gt_v2_write_gen_end(&w);
	gt_v2_writer_release(&w);
	open_back(&b, &out, 26);
	tap_is_int(next_back(&b), 1, "it is read");
	tap_is_u64(b.gen.clock_time, late + 5, "the clock is where it was");
	check_stream(&b, 0, 2, (const int64_t (*)[3])want);
	close_back(&b);
	gt_buf_release(&out);
}
