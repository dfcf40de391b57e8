/* The scan of v1 files: batches, tables, versions, and every way in which a record can be wrong. */
#include <string.h>

#include "tap/tap.h"
#include "unit/wire/build.h"
#include "wire/v1/v1cursor.h"

/* Scans a trace in the notation of build.h; *f must be released. */
static int scan(struct gt_v1_file *f, int minor, const char *spec, struct gt_error *err)
{
	struct gt_buf trace = { 0 };
	struct gt_source *src;
	int rc;

	gt_build_trace(&trace, minor, spec, NULL);
	gt_source_open_mem(&src, trace.data, trace.len, "test");
	gt_v1_file_init(f);
	rc = gt_v1_scan(src, minor, NULL, f, err);
	gt_source_close(src);
	gt_buf_release(&trace);
	return rc;
}

/* ---- faults: what is said, where, and how many events are left ---- */

struct fault {
	const char *name, *spec;
	int minor, code;
	uint64_t offset, records;
	const char *text;
};

/* A batch of P 0 at tick 100 with ProcStart of thread 5: 7 bytes, so that what follows stands at 23. */
#define START "41 00 64  45 00 05 "
/* 40 MHz */
#define FREQ " 02 u40000000"
#define GUESSED "; there is no frequency record, so times are estimates"

static const struct fault faults[] = {
	{ "good", START "06 01" FREQ, 19, 0, 0, 2, "" },
	{ "type 0", START "00" FREQ, 19, GT_ERR_CORRUPT, 22, 1,
	  "expected an event type from 1 to 49, found 0" GUESSED },
	{ "type 50", START "32", 19, GT_ERR_CORRUPT, 22, 1,
	  "expected an event type from 1 to 49, found 50" GUESSED },
	{ "newer type", START "71 01 02", 11, GT_ERR_CORRUPT, 22, 1,
	  "expected an event type of go 1.11, found CPUSample, which is of go 1.19" GUESSED },
	{ "count", START "46 01 02", 19, GT_ERR_CORRUPT, 22, 1,
	  "ProcStop has the wrong number of arguments: 2" GUESSED },
	{ "count with length", START "c6 02 01 02", 19, GT_ERR_CORRUPT, 22, 1,
	  "ProcStop has the wrong number of arguments: want 1, got 2" GUESSED },
	{ "length too short", START "cd 03 06 01 8001 01", 19, GT_ERR_CORRUPT, 22, 1,
	  "GoCreate is longer than its length says" GUESSED },
	{ "number", START "06 80*10 00", 19, GT_ERR_CORRUPT, 23, 1,
	  "expected a number in ProcStop, found one of more than 10 bytes" GUESSED },
	{ "cut in a number", START "06 80", 19, GT_ERR_CUT, 22, 1,
	  "the file ends inside a ProcStop record" GUESSED },
	{ "cut after the type", START "06 01 8e 01", 19, GT_ERR_CUT, 24, 2,
	  "the file ends inside a GoStart record" GUESSED },
	{ "cut in a text", START "25 01 05 61 62", 19, GT_ERR_CUT, 22, 1,
	  "the file ends inside a text of 5 bytes" GUESSED },
	{ "long text", START "25 01 u1000001", 19, GT_ERR_CORRUPT, 22, 1,
	  "invalid string size 1000001, maximum is 1000000" GUESSED },
	{ "string 0", START "25 00 01 61" FREQ, 19, GT_ERR_CORRUPT, 22, 1, "a string has the invalid id 0" },
	{ "empty string", START "25 01 00" FREQ, 19, GT_ERR_CORRUPT, 22, 1, "a string has the invalid length 0" },
	{ "two strings", START "25 01 01 61 25 01 01 62" FREQ, 19, GT_ERR_CORRUPT, 26, 1,
	  "two strings have the same id 1" },
	{ "stack without frames or length", START "43 01 00 06 01" FREQ, 19, 0, 0, 2, "" },
	{ "stack of one number", START "03 01" FREQ, 19, GT_ERR_CORRUPT, 22, 1,
	  "Stack has the wrong number of arguments: want 2, got 1" GUESSED },
	{ "stack cut in a number", START "43 01 80", 19, GT_ERR_CUT, 22, 1,
	  "the file ends inside a Stack record" GUESSED },
	{ "stack too deep", START "c3 03 01 u1001", 19, GT_ERR_CORRUPT, 22, 1,
	  "invalid stack size 1001, maximum is 1000" GUESSED },
	{ "stack with too little", START "c3 05 01 01 02 03 04", 19, GT_ERR_CORRUPT, 22, 1,
	  "Stack has the wrong number of arguments: want 6, got 5" GUESSED },
	{ "log too long", START "f0 04 01 01 01 01 u1000001", 19, GT_ERR_CORRUPT, 22, 1,
	  "invalid message size 1000001, maximum is 1000000" GUESSED },
	{ "nothing but a long log in its batch", START "41 01 65 f0 04 01 01 01 01 u1000001", 19, GT_ERR_CORRUPT, 25, 1,
	  "invalid message size 1000001, maximum is 1000000" GUESSED },
	{ "frequency 0", START "02 00", 19, GT_ERR_ORDER, 22, 1,
	  "the clock's frequency is 0: time stamps are out of order" GUESSED },
	{ "no frequency", START, 19, GT_ERR_CUT, 22, 1,
	  "there is no frequency record: all times are estimates, with a tick of 25 ns" },
	{ "STW kind 2 of 1.19", START "49 01 02" FREQ, 19, GT_ERR_CORRUPT, 22, 2, "unknown STW kind 2" },
	{ "STW kind 40 of 1.21", START "49 01 28" FREQ, 21, 0, 0, 2, "" },
	{ "empty", FREQ, 19, GT_ERR_CORRUPT, 16, 0, "the trace is empty: there is no event in it" },
	{ "nothing but damage", "00", 19, GT_ERR_CORRUPT, 16, 0, "expected an event type from 1 to 49, found 0" },
};

static void check_fault(const struct fault *t)
{
	struct gt_error err = { 0 };
	struct gt_v1_file f;
	int rc = scan(&f, t->minor, t->spec, &err);
	const struct gt_error *said = rc ? &err : &f.damage_err;

	tap_is_int(rc ? rc : f.damage, t->code, "%s: code", t->name);
	tap_is_str(said->text, t->text, "%s: text", t->name);
	if (t->code)
		tap_is_u64(said->offset, t->offset, "%s: offset", t->name);
	tap_is_u64(f.records, t->records, "%s: what came before is there", t->name);
	gt_v1_file_release(&f);
}

/* ---- batches ---- */

TAP_TEST(batches)
{
	struct gt_v1_file f;

	/* P 0, P 1, P 0 again, an empty one, and events before any Batch. */
	scan(&f, 19, "06 01 41 00 64 06 01 06 02 41 01 65 06 01 41 02 66 41 00 70 06 01 25 01 01 61 06 05" FREQ, NULL);
	tap_is_u64(f.gen.nbatches, 4, "batches without events are left out");
	tap_is_u64(f.gen.nstreams, 2, "a stream for each P with events");
	tap_is_u64(f.gen.streams[0].m, 0, "the first is P 0");
	tap_is_u64(f.gen.batches[0].time, 0, "events before the first Batch begin at tick 0");
	tap_is_u64(f.gen.batches[0].next, 1, "P 0 goes on in its second batch");
	tap_is_u64(f.gen.batches[1].next, 3, "and then in the fourth");
	tap_is_u64(f.gen.batches[3].next, UINT32_MAX, "which is the last");
	tap_is_u64(f.gen.batches[1].off, 16 + 5, "content begins after the Batch record");
	tap_is_u64(f.gen.batches[1].size, 4, "and ends with the last event");
	tap_is_u64(f.gen.batches[3].size, 8, "a table between events is inside");
	tap_is_u64(f.gen.strings.count, 1, "and is read");
	tap_is_u64(f.gen.freq, 40000000, "frequency");
	gt_v1_file_release(&f);
}

/* What stands in a batch up to the record that is broken; nothing: no batch. */
TAP_TEST(broken_batches)
{
	struct gt_v1_file f;

	scan(&f, 19, START "41 01 65 f0 04 01 01 01 01 u1000001", NULL);
	tap_is_u64(f.gen.nbatches, 1, "a batch whose first record is broken is left out");
	tap_is_u64(f.gen.nstreams, 2, "its P is known");
	tap_is_u64(f.gen.streams[1].first, UINT32_MAX, "and has no batch");
	gt_v1_file_release(&f);
	scan(&f, 19, START "f0 04 01 01 01 01 u1000001", NULL);
	tap_is_u64(f.gen.batches[0].size, 3, "a batch ends before its broken record");
	gt_v1_file_release(&f);
	scan(&f, 19, "41 00 64 f0 04 01 01 01 01 u1000001", NULL);
	tap_is_u64(f.gen.nbatches, 0, "nothing but a broken record: no batch");
	gt_v1_file_release(&f);
}

TAP_TEST(old)
{
	struct gt_v1_file f;

	/* 1.5: Batch p, seq, ticks; events with dseq; a Stack of PCs; a zero after Frequency and TimerGoroutine. */
	scan(&f, 5, "41 00 07 64  45 00 00 05  dd 05 01 00 12 0a 00  c3 04 01 02 63 64  02 u40000000 00  23 12 00",
	     NULL);
	tap_is_int(f.damage, 0, "1.5: nothing is wrong");
	tap_is_u64(f.records, 2, "1.5: two events");
	tap_is_u64(f.seqs[0], 7, "1.5: the batch's sequence number");
	tap_is_u64(f.nretimed, 1, "1.5: every GoSysExit is moved");
	tap_is_int(f.retimed[0].key, 10, "1.5: by its sequence number");
	tap_is_int(f.retimed[0].ticks, 100, "1.5: at its own time if it tells no other");
	tap_is_u64(f.ntimers, 1, "1.5: the timer goroutine");
	tap_is_u64(f.gen.stacks.count, 1, "1.5: a stack of PCs");
	gt_v1_file_release(&f);
}

TAP_TEST(moved)
{
	struct gt_v1_file f;

	/* Exits at their own time, at tick 90, at tick 80. */
	scan(&f, 19, START "dd 04 01 05 01 00  dd 04 01 06 01 5a  dd 04 01 07 01 50" FREQ, NULL);
	tap_is_u64(f.nretimed, 2, "only exits with a time of their own are moved");
	tap_is_u64(f.retimed[0].g, 7, "they are sorted by it");
	tap_is_int(f.retimed[0].ticks, 0x50, "its ticks");
	tap_is_u64(f.retimed[1].g, 6, "the later one comes later");
	gt_v1_file_release(&f);
}

/* ---- the cursor ---- */

TAP_TEST(cursor)
{
	static const char spec[] = START "cd 04 03 09 02 01  f1 0e 04 u120 unone 01 00  25 01 01 61 "
				   "f0 04 05 02 01 03 03 61 62 63  06 ff*9 01" FREQ;
	struct gt_buf trace = { 0 };
	struct gt_source *src;
	struct gt_v1_cursor c;
	struct gt_v1_file f;
	uint8_t win[GT_V1_WINDOW_MIN];

	gt_build_trace(&trace, 19, spec, NULL);
	gt_source_open_mem(&src, trace.data, trace.len, "test");
	gt_v1_file_init(&f);
	gt_v1_scan(src, 19, NULL, &f, NULL);
	gt_v1_cursor_init(&c, src, &f.layout, f.gen.batches, f.gen.streams[0].first, win, sizeof win);
	tap_is_int(gt_v1_cursor_next(&c, NULL), 1, "ProcStart");
	tap_is_u64(c.args[0], 5, "its thread");
	gt_v1_cursor_next(&c, NULL);
	tap_is_int(c.type, GT_V1_GoCreate, "GoCreate");
	tap_is_u64(c.args[1], 2, "its second argument");
	tap_is_u64(c.stack, 1, "its own stack is apart");
	tap_is_int(c.ticks, 103, "its time");
	gt_v1_cursor_next(&c, NULL);
	tap_is_int(c.type, GT_V1_UserLog, "a sample and a string are stepped over");
	tap_is_int(c.ticks, 112, "but the sample moves the clock");
	tap_is_u64(c.text_len, 3, "length of the message");
	tap_is_mem(trace.data + c.text_off, "abc", 3, "the message");
	gt_v1_cursor_next(&c, NULL);
	tap_is_int(c.ticks, 111, "a clock can run backwards");
	tap_is_int(gt_v1_cursor_next(&c, NULL), 0, "the end");
	gt_v1_file_release(&f);
	gt_source_close(src);
	gt_buf_release(&trace);
}

/* What each version adds (format/v1.md 5.1): arguments of the types that changed. */
TAP_TEST(versions)
{
	static const struct { uint8_t type; int minor; unsigned args; } rows[] = {
		{ GT_V1_GoStart, 5, 1 }, { GT_V1_GoStart, 7, 2 }, { GT_V1_GoUnblock, 5, 1 },
		{ GT_V1_GoUnblock, 21, 2 }, { GT_V1_GCStart, 5, 0 }, { GT_V1_GCStart, 7, 1 },
		{ GT_V1_GCSweepDone, 8, 0 }, { GT_V1_GCSweepDone, 9, 2 }, { GT_V1_STWStart, 9, 0 },
		{ GT_V1_STWStart, 10, 1 }, { GT_V1_GoEnd, 21, 0 }, { GT_V1_GoSysExit, 5, 3 },
	};

	for (size_t i = 0; i < GT_COUNT(rows); i++)
		tap_is_u64(gt_v1_args(rows[i].type, rows[i].minor), rows[i].args, "%s of 1.%d",
			   gt_v1_spec(rows[i].type)->name, rows[i].minor);
	tap_is_str(gt_v1_stw_name(1, 19), "sweep termination", "kind 1 of 1.19");
	tap_is_str(gt_v1_stw_name(1, 21), "GC mark termination", "kind 1 of 1.21");
}

TAP_TEST(cancel)
{
	struct gt_cancel cancel = { 0 };
	struct gt_buf trace = { 0 };
	struct gt_error err = { 0 };
	struct gt_source *src;
	struct gt_v1_file f;

	gt_build_trace(&trace, 19, START "06 01" FREQ, NULL);
	gt_source_open_mem(&src, trace.data, trace.len, "test");
	for (int set = 0; set < 2; set++) {
		if (set)
			gt_cancel_set(&cancel);
		gt_v1_file_init(&f);
		tap_is_int(gt_v1_scan(src, 19, &cancel, &f, &err), set ? GT_ERR_CANCELLED : 0, "%s",
			   set ? "cancelled" : "it may be cancelled, and is not");
		tap_is_u64(f.records, set ? 0 : 2, "records");
		gt_v1_file_release(&f);
	}
	tap_is_str(err.text, "cancelled", "what it says");
	gt_source_close(src);
	gt_buf_release(&trace);
}

TAP_TEST(faults)
{
	for (size_t i = 0; i < GT_COUNT(faults); i++)
		check_fault(&faults[i]);
}
