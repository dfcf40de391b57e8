/* Every way in which a generation can be broken: the code, where, and what is said. */
#include <inttypes.h>
#include <string.h>

#include "base/xalloc.h"
#include "tap/tap.h"
#include "unit/wire/build.h"

/* Sync batches as the versions write them. */
#define SYNC22 "b1,0,5[08 u15625000]"
#define SYNC25 "b1,none,5[32 08 u15625000 33 01 02 03 04]"

struct fault {
	const char *name;
	int minor;
	const char *spec;        /* unit/wire/build.h; ^ is where the error must be */
	int code;
	unsigned gens;           /* delivered before it */
	const char *text;        /* that the message contains */
};

static const struct fault faults[] = {
	/* batch headers */
	{ "not a batch", 26, "^05", GT_ERR_CORRUPT, 0, "expected a batch, found a byte 5" },
	{ "zero byte", 22, "^00", GT_ERR_CORRUPT, 0, "expected a batch" },
	{ "generation cut", 26, "01^", GT_ERR_CUT, 0, "in its generation" },
	{ "generation cut inside", 26, "01 ^81", GT_ERR_CUT, 0, "in its generation" },
	{ "generation too long", 26, "01 ^ff*9 02 00 00 00",
	  GT_ERR_CORRUPT, 0, "generation of a batch is not a valid number" },
	{ "thread cut", 26, "01 01 ^", GT_ERR_CUT, 0, "in its thread" },
	{ "thread invalid", 26, "01 01 ^80*10 00 00 00", GT_ERR_CORRUPT, 0, "thread of a batch" },
	{ "time cut", 26, "01 01 01 ^", GT_ERR_CUT, 0, "in its time" },
	{ "size cut", 26, "01 01 01 01 ^", GT_ERR_CUT, 0, "in its size" },
	{ "size too large", 26, "01 01 01 01 ^u65537 00*65537",
	  GT_ERR_CORRUPT, 0, "invalid batch size 65537, maximum is 65536" },
	{ "content missing", 26, "^01 01 01 01 05", GT_ERR_CUT, 0, "0 of its 5 bytes" },
	{ "content cut", 26, "^01 01 01 01 05 0b 01 0b", GT_ERR_CUT, 1, "3 of its 5 bytes" },
	{ "experimental batch without size", 26, "31 01 01 01 01 ^", GT_ERR_CUT, 0, "in its size" },
	{ "experimental content cut", 26, "^31 01 01 01 01 02 00", GT_ERR_CUT, 0, "1 of its 2 bytes" },

	/* generations, no end mark */
	{ "22: gen 0", 22, "^b0,0,0[]", GT_ERR_CORRUPT, 0, "invalid generation number 0" },
	{ "22: gen 0 later", 22, SYNC22 "^b0,0,0[]", GT_ERR_CORRUPT, 1, "invalid generation number 0" },
	{ "22: end mark", 22, SYNC22 "^34", GT_ERR_CORRUPT, 1, "end-of-generation" },
	{ "25: end mark", 25, SYNC25 "^34", GT_ERR_CORRUPT, 1, "end-of-generation" },
	{ "25: end mark in a batch", 25, SYNC25 "^b1,0,0[34]", GT_ERR_CORRUPT, 1, "end-of-generation" },
	{ "22: jump", 22, SYNC22 "^b3,0,0[]", GT_ERR_CORRUPT, 2, "generations out of order" },
	{ "22: going back", 22, "b2,0,0[08 05]^b1,0,0[]", GT_ERR_CORRUPT, 2, "generations out of order" },
	{ "22: jump in the second", 22, SYNC22 "b2,0,0[08 05]^b4,0,0[]",
	  GT_ERR_CORRUPT, 3, "generations out of order" },
	{ "22: no frequency", 22, "b1,0,0[0b 00]^b2,0,0[]",
	  GT_ERR_CORRUPT, 2, "no frequency event found in generation 1" },
	{ "22: no frequency at the end", 22, "b1,0,0[0b 00]^", GT_ERR_CUT, 1, "no frequency event found" },
	{ "22: no frequency and cut", 22, "b1,0,0[0b 00]^01 01 00 00 05",
	  GT_ERR_CUT, 1, "the file ends inside a batch of generation 1" },
	{ "22: cut after enough", 22, SYNC22 "b1,0,0[0b 00] ^01 01 00 00 05",
	  GT_ERR_CUT, 1, "the file ends inside a batch" },
	{ "22: garbage after enough", 22, SYNC22 "^77", GT_ERR_CORRUPT, 1, "expected a batch" },
	{ "22: second generation has nothing but its first batch", 22, SYNC22 "b2,0,0[0b 00]^",
	  GT_ERR_CUT, 2, "no frequency event found in generation 2" },
	{ "22: cut inside the second", 22, SYNC22 "b2,0,0[08 05] ^01 02 00 00 09 0b",
	  GT_ERR_CUT, 2, "the file ends inside a batch of generation 2" },
	{ "22: first batch of the second is bad", 22, SYNC22 "b2,0,0[04 ^07]",
	  GT_ERR_CORRUPT, 2, "expected a String record, found type 7" },
	{ "23: two frequencies", 23, SYNC22 "b1,0,0[^08 01]", GT_ERR_CORRUPT, 1, "multiple frequency" },
	{ "23: two frequencies in one batch", 23, "b1,0,5[08 05 ^08 05]",
	  GT_ERR_CORRUPT, 1, "multiple frequency" },
	{ "23: no sync batches yet", 23, "b1,none,5[32 08 05 33 01 02 03 04]^",
	  GT_ERR_CUT, 1, "no frequency" },
	{ "23: no snapshots yet", 23, "b1,0,0[08 05 ^33 01 02 03 04]",
	  GT_ERR_CORRUPT, 1, "expected frequency or clock snapshot event, got 51" },

	/* generations with end marks */
	{ "25: lone frequency", 25, "b1,0,0[08 05]^", GT_ERR_CUT, 1, "no frequency" },
	{ "25: no snapshot", 25, "b1,0,0[32 08 05]^",
	  GT_ERR_CUT, 1, "no clock snapshot event found in generation 1" },
	{ "26: no snapshot", 26, "b1,0,0[32 08 05]34^",
	  GT_ERR_CORRUPT, 1, "no clock snapshot event found in generation 1" },
	{ "26: no frequency", 26, "b1,0,0[32 33 01 02 03 04]34^", GT_ERR_CORRUPT, 1, "no frequency" },
	{ "26: end mark alone", 26, "^34", GT_ERR_CORRUPT, 0, "without a generation" },
	{ "26: gen 0", 26, "^b0,0,0[]", GT_ERR_CORRUPT, 0, "invalid generation number 0" },
	{ "26: next generation without a mark", 26, SYNC25 "^b2,0,0[]",
	  GT_ERR_CORRUPT, 2, "missing end-of-generation event" },
	{ "26: no end mark", 26, SYNC25 "b1,0,0[0b 00]^", GT_ERR_CUT, 1, "the file ends without its end mark" },
	{ "26: no end mark, empty batch", 26, SYNC25 "b1,0,0[]^", GT_ERR_CUT, 1, "the file ends without its end mark" },
	{ "26: tables without an end mark", 26, SYNC25 "34" "b2,0,0[04 05 01 00]^",
	  GT_ERR_CUT, 1, "ends without its end mark" },
	{ "26: a generation of which there is the beginning only", 26, SYNC25 "34" "b2,none,5[32 08 05 33 01 02 03 04]^",
	  GT_ERR_CUT, 1, "ends without its end mark" },
	{ "25: a generation of which there is the beginning only", 25,
	  SYNC25 "b1,0,0[0b 00] b2,none,5[32 08 05 33 01 02 03 04]^", GT_ERR_CUT, 1, "ends without its end mark" },
	{ "26: a cut leaves the rest of the generation", 26,
	  SYNC25 "34" "b3,none,0[32 08 05 33 01 02 03 04]b3,0,0[0b 00]^01 03 00 00 05",
	  GT_ERR_CUT, 2, "the file ends inside a batch of generation 3" },
	{ "26: two snapshots", 26, "b1,0,0[32 08 05 33 01 02 03 04 ^33 01 02 03 04]34",
	  GT_ERR_CORRUPT, 1, "multiple clock snapshot" },
	{ "26: other type in a sync batch", 26, "b1,0,0[32 08 05 ^32]34",
	  GT_ERR_CORRUPT, 1, "expected frequency or clock snapshot event, got 50" },

	/* tables */
	{ "frequency missing", 22, "b1,0,0[08^]", GT_ERR_CORRUPT, 1, "inside the frequency" },
	{ "frequency cut", 22, "b1,0,0[08 ^80]", GT_ERR_CORRUPT, 1, "inside the frequency" },
	{ "snapshot cut", 26, "b1,0,0[32 33 01 02 03^]34",
	  GT_ERR_CORRUPT, 1, "inside the nanoseconds of the clock snapshot" },
	{ "string of another type", 22, SYNC22 "b1,0,0[04 05 01 00 ^03]",
	  GT_ERR_CORRUPT, 1, "expected a String record, found type 3" },
	{ "string without id", 22, SYNC22 "b1,0,0[04 05^]", GT_ERR_CORRUPT, 1, "inside the id of a string" },
	{ "string with a bad id", 22, SYNC22 "b1,0,0[04 05 ^ff*10 00]",
	  GT_ERR_CORRUPT, 1, "the id of a string is not a valid number" },
	{ "string without length", 22, SYNC22 "b1,0,0[04 05 01^]",
	  GT_ERR_CORRUPT, 1, "inside the length of a string" },
	{ "string too long", 22, SYNC22 "b1,0,0[04 05 01 ^u1025 61*1025]",
	  GT_ERR_CORRUPT, 1, "invalid string size 1025, maximum is 1024" },
	{ "string cut", 22, SYNC22 "b1,0,0[04 05 01 05 ^61 62]",
	  GT_ERR_CORRUPT, 1, "inside a string: 2 of its 5 bytes" },
	{ "string twice", 22, SYNC22 "b1,0,0[04 05 07 01 61 ^05 07 01 61]",
	  GT_ERR_CORRUPT, 1, "multiple strings with the same id 7" },
	{ "string twice in two batches", 22, SYNC22 "b1,0,0[04 05 07 01 61]b1,0,0[04 ^05 07 00]",
	  GT_ERR_CORRUPT, 1, "multiple strings with the same id 7" },
	{ "string twice, odd id", 22, SYNC22 "b1,0,0[04 05 unone 01 61 ^05 unone 00]",
	  GT_ERR_CORRUPT, 1, "multiple strings with the same id 18446744073709551615" },
	{ "string 0", 22, SYNC22 "b1,0,0[04 ^05 00 00]",
	  GT_ERR_CORRUPT, 1, "multiple strings with the same id 0" },
	{ "stack of another type", 22, SYNC22 "b1,0,0[02 ^05]",
	  GT_ERR_CORRUPT, 1, "expected a Stack record, found type 5" },
	{ "stack without id", 22, SYNC22 "b1,0,0[02 03^]", GT_ERR_CORRUPT, 1, "inside the id of a stack" },
	{ "stack without count", 22, SYNC22 "b1,0,0[02 03 01^]",
	  GT_ERR_CORRUPT, 1, "inside the frame count" },
	{ "stack too deep", 22, SYNC22 "b1,0,0[02 03 01 ^u129 00*516]",
	  GT_ERR_CORRUPT, 1, "invalid stack size 129, maximum is 128" },
	{ "stack cut at a pc", 22, SYNC22 "b1,0,0[02 03 01 01^]",
	  GT_ERR_CORRUPT, 1, "inside the pc of a frame" },
	{ "stack cut at a function", 22, SYNC22 "b1,0,0[02 03 01 01 00^]",
	  GT_ERR_CORRUPT, 1, "inside the function of a frame" },
	{ "stack cut at a file", 22, SYNC22 "b1,0,0[02 03 01 01 00 00^]",
	  GT_ERR_CORRUPT, 1, "inside the file of a frame" },
	{ "stack cut at a line", 22, SYNC22 "b1,0,0[02 03 01 01 00 00 00 ^80]",
	  GT_ERR_CORRUPT, 1, "inside the line of a frame" },
	{ "stack twice", 22, SYNC22 "b1,0,0[02 03 09 00 ^03 09 00]",
	  GT_ERR_CORRUPT, 1, "multiple stacks with the same id 9" },
	{ "stack 0", 22, SYNC22 "b1,0,0[02 ^03 00 00]",
	  GT_ERR_CORRUPT, 1, "multiple stacks with the same id 0" },
	{ "sample of another type", 22, SYNC22 "b1,0,0[06 ^05]",
	  GT_ERR_CORRUPT, 1, "expected a CPUSample record, found type 5" },
	{ "sample cut at its time", 22, SYNC22 "b1,0,0[06 07^]",
	  GT_ERR_CORRUPT, 1, "inside the time of a CPU sample" },
	{ "sample cut at its thread", 22, SYNC22 "b1,0,0[06 07 01^]",
	  GT_ERR_CORRUPT, 1, "inside the thread of a CPU sample" },
	{ "sample cut at its processor", 22, SYNC22 "b1,0,0[06 07 01 01^]",
	  GT_ERR_CORRUPT, 1, "inside the processor of a CPU sample" },
	{ "sample cut at its goroutine", 22, SYNC22 "b1,0,0[06 07 01 01 01^]",
	  GT_ERR_CORRUPT, 1, "inside the goroutine of a CPU sample" },
	{ "sample cut at its stack", 22, SYNC22 "b1,0,0[06 07 01 01 01 01^]",
	  GT_ERR_CORRUPT, 1, "inside the stack of a CPU sample" },
};

/* Traces that are odd but must be read in full. */
static const struct {
	const char *name;
	int minor;
	const char *spec;
	unsigned gens;
	unsigned batches;
} sound[] = {
	{ "22: header only", 22, "", 0, 0 },
	{ "25: header only", 25, "", 0, 0 },
	{ "26: header only", 26, "", 0, 0 },
	{ "26: cut after the type byte of an ExperimentalBatch", 26, SYNC25 "34 31", 1, 0 },
	{ "22: cut after the type byte of an ExperimentalBatch", 22, SYNC22 "b1,0,0[0b 00] 31", 1, 1 },
	{ "26: generation numbers jump", 26, SYNC25 "34 b7,0,0[32 08 05 33 01 02 03 04] b7,1,1[0b 00] 34",
	  2, 1 },
	{ "26: a batch that begins with the end mark ends the generation", 26,
	  SYNC25 "b1,0,0[34]" "b1,0,0[32 08 05 33 01 02 03 04]34",
	  2, 0 },
	{ "22: first generation need not be 1", 22, "b9,0,0[08 05] b10,0,0[08 05]", 2, 0 },
	{ "22: largest batch", 22, SYNC22 "b1,0,0[0b*65536]", 1, 1 },
	{ "22: largest string", 22, SYNC22 "b1,0,0[04 05 01 u1024 61*1024]", 1, 0 },
	{ "22: deepest stack", 22, SYNC22 "b1,0,0[02 03 01 u128 00*512]", 1, 0 },
	{ "22: empty batch", 22, SYNC22 "b1,0,0[]", 1, 1 },
	{ "22: frequency 0", 22, "b1,0,0[08 00]", 1, 0 },
	{ "22: experiment 0 is an event batch", 22, "x0,1,3,0[08 05] x0,1,3,0[0b 00]", 1, 1 },
	{ "22: experimental content is not looked at", 22, SYNC22 "x1,1,3,0[04 77]", 1, 0 },
	{ "22: padded numbers", 22, "01 81 80 80 00 80 00 80 00 82 80 80 80 80 80 80 80 80 00 08 05", 1, 0 },
	{ "25: a lone frequency is an event batch", 25, SYNC25 "b1,0,0[08 05]", 1, 1 },
	{ "22: a sync batch is an event batch", 22, SYNC22 "b1,0,0[32]", 1, 1 },
	{ "22: later data of a pc is not checked", 22,
	  SYNC22 "b1,0,0[02 03 02 01 05 00 00 01 03 01 01 05 06 07 01]",
	  1, 0 },
	{ "22: a function that is not there", 22, SYNC22 "b1,0,0[02 03 01 01 05 06 00 01]", 1, 0 },
	{ "26: a huge one", 26, SYNC25 "b1,0,0[02 03 01 01 05 unone 00 01]34", 1, 0 },
	{ "22: strings after the stacks that need them", 22,
	  SYNC22 "b1,0,0[02 03 01 01 05 06 unone 01] b1,0,0[04 05 06 01 61 05 unone 01 62]",
	  1, 0 },
};

static void check_fault(const struct fault *f)
{
	struct gt_buf trace = { 0 };
	struct gt_read_all got;
	uint64_t mark;

	gt_build_trace(&trace, f->minor, f->spec, &mark);
	got = gt_read_all(trace.data, trace.len, f->minor);
	tap_is_int(got.rc, f->code, "%s: code", f->name);
	tap_is_int(got.err.code, f->code, "%s: code in the error", f->name);
	tap_is_u64(got.err.offset, mark, "%s: offset", f->name);
	tap_is_u64(got.gens, f->gens, "%s: generations before it", f->name);
	if (!tap_ok(strstr(got.err.text, f->text), "%s: text", f->name))
		tap_diag("text is: %s", got.err.text);
	gt_buf_release(&trace);
}

TAP_TEST(sound)
{
	struct gt_buf trace = { 0 };

	for (size_t i = 0; i < GT_COUNT(sound); i++) {
		struct gt_read_all got;

		gt_build_trace(&trace, sound[i].minor, sound[i].spec, NULL);
		got = gt_read_all(trace.data, trace.len, sound[i].minor);
		if (!tap_is_int(got.rc, 0, "%s: reads to the end", sound[i].name))
			tap_diag("at %" PRIu64 ": %s", got.err.offset, got.err.text);
		tap_is_u64(got.gens, sound[i].gens, "%s: generations", sound[i].name);
		tap_is_u64(got.batches, sound[i].batches, "%s: event batches", sound[i].name);
	}
	gt_buf_release(&trace);
}

/* The error stays: asking again gives the same one. */
TAP_TEST(sticky)
{
	struct gt_buf trace = { 0 };
	struct gt_error err = { 0 };
	struct gt_source *src;
	struct gt_v2_reader r;
	struct gt_v2_gen g;

	gt_build_trace(&trace, 22, SYNC22 "77", NULL);
	gt_source_open_mem(&src, trace.data, trace.len, "test");
	gt_v2_reader_init(&r, src, 22);
	gt_v2_gen_init(&g);
	tap_is_int(gt_v2_read_gen(&r, &g, NULL), 1, "the generation before the fault is delivered");
	tap_is_int(gt_v2_read_gen(&r, &g, NULL), GT_ERR_CORRUPT, "then the fault, without a place for it");
	tap_is_int(gt_v2_read_gen(&r, &g, &err), GT_ERR_CORRUPT, "and again");
	tap_is_u64(err.offset, trace.len - 1, "with its offset");
	gt_v2_gen_release(&g);
	gt_v2_reader_release(&r);
	gt_source_close(src);
	gt_buf_release(&trace);
}

/* Each prefix of a whole trace ends well or with one error about a place inside it. */
static void test_prefixes(int minor, const char *spec)
{
	struct gt_buf trace = { 0 };
	unsigned bad = 0, sound_ones = 0;

	gt_build_trace(&trace, minor, spec, NULL);
	for (size_t n = GT_HEADER_SIZE; n < trace.len; n++) {
		/* In memory of its own, so that a sanitizer sees every byte too far. */
		char *copy = gt_xmemdup0(trace.data, n);
		struct gt_read_all got = gt_read_all(copy, n, minor);

		if (got.rc == 0)
			sound_ones++;
		else if (got.rc != GT_ERR_CUT || got.err.offset > n || !got.err.text[0])
			bad++;
		free(copy);
	}
	tap_is_u64(bad, 0, "go 1.%d: every prefix is whole or cut", minor);
	tap_ok(sound_ones > 0 && sound_ones < 12, "go 1.%d: %u prefixes end between things", minor, sound_ones);
	gt_buf_release(&trace);
}

TAP_TEST(faults)
{
	for (size_t i = 0; i < GT_COUNT(faults); i++)
		check_fault(&faults[i]);
	test_prefixes(22, SYNC22 "b1,4,9[0b 00 0b 01]b1,0,0[04 05 01 02 61 62]b1,0,0[02 03 01 01 05 01 01 07]"
			  "x1,1,none,7[00 01 02]b2,0,0[08 05]b2,9,9[0b 01]b2,0,0[06 07 01 02 03 04 00]");
	test_prefixes(26, SYNC25 "b1,4,9[0b 00 0b 01]b1,0,0[04 05 01 02 61 62]b1,0,0[02 03 01 01 05 01 01 07]"
			  "x1,1,none,7[00 01 02] 34 b2,0,0[32 08 05 33 01 02 03 04]b2,9,9[0b 01] 34");
}
