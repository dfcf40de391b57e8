/* The order of v1 traces: the merge, moved ends of calls, futile wake-ups, pseudo-Ps, and what is wrong but kept. */
#include <stdio.h>
#include <string.h>

#include "tap/tap.h"
#include "unit/order/again.h"
#include "unit/order/casefile.h"
#include "unit/order/list.h"
#include "unit/wire/build.h"
#include "wire/v2/open.h"

/*
 * The notation of unit/wire/build.h; a tick is 1 ns, times count from the
 * first event.  With a directory as argument test-order v1/cases writes the traces there, so
 * that Go's reader can be asked about them.  Records: 45 ProcStart, cd 04 GoCreate, 66 GoStartLocal, 8e GoStart,
 * 56 GoBlockSend, 5b GoBlockNet, d5 04 GoUnblock, a7 GoUnblockLocal, 51 GoSched,
 * 0f GoEnd, 5c GoSysCall, 1e GoSysBlock, dd GoSysExit,
 * 24 FutileWakeup, 84 Gomaxprocs.
 */
#define FREQ " 02 u1000000000"
/* P 0: thread 5 runs goroutine 1, at 0, 1, 2 and 3 ns. */
#define ONE "41 00 0a  45 00 05  84 01 02 00  cd 04 01 01 00 00  66 01 01 "
#define ONE_EVENTS "ProcStart@0(5,0,- P0 i>R) Gomaxprocs@1(5,0,-) GoCreate@2(5,0,- G1 n>r) GoStart@3(5,0,1 G1 r>R)"
/* P 1: thread 6, at 0 ns. */
#define TWO "41 01 0a  45 00 06 "
#define TWO_EVENTS "ProcStart@0(6,1,- P1 i>R)"

struct v1_case {
	const char *name;
	int minor;
	const char *spec;
	const char *events;
	const char *error;        /* NULL: a clean end */
};

static const struct v1_case cases[] = {
	{ "a goroutine's life", 19, ONE "cd 04 01 05 00 00 51 01 00 8e 01 05 01 0f 01 06 01" FREQ,
	  ONE_EVENTS " GoCreate@4(5,0,1 G5 n>r) GoSched@5(5,0,1 G1 R>r) GoStart@6(5,0,5 G5 r>R) GoEnd@7(5,0,5 G5 R>n)"
	  " ProcStop@8(5,0,- P0 R>i)", NULL },
	{ "before the first Gomaxprocs goroutines are older than the trace", 19,
	  "41 00 0a cd 04 01 01 00 00 5f 01 01 cd 04 01 02 00 00 60 01 02 84 01 02 00" FREQ,
	  "GoCreate@0(-,0,- G1 u>r) GoWaiting@1(-,0,1 G1 r>w) GoCreate@2(-,0,- G2 u>r) GoInSyscall@3(-,0,2 G2 r>s)"
	  " Gomaxprocs@4(-,0,-)", NULL },
	{ "a start waits for its turn, and equal times for the lower stream", 19,
	  ONE "cd 04 02 05 00 00 56 05 00" TWO "8e 05 05 01 d5 04 06 01 02 00" FREQ,
	  "ProcStart@0(5,0,- P0 i>R) ProcStart@0(6,1,- P1 i>R) Gomaxprocs@1(5,0,-) GoCreate@2(5,0,- G1 n>r)"
	  " GoStart@3(5,0,1 G1 r>R) GoCreate@5(5,0,1 G5 n>r) GoStart@5(6,1,5 G5 r>R) GoBlockSend@10(5,0,1 G1 R>w)"
	  " GoUnblock@11(6,1,5 G1 w>r)", NULL },
	{ "a start before its creation: the order holds, the clock is wrong", 19,
	  ONE "cd 04 07 05 00 00" TWO "8e 02 05 01" FREQ,
	  "ProcStart@0(5,0,- P0 i>R) ProcStart@0(6,1,- P1 i>R) Gomaxprocs@1(5,0,-) GoCreate@2(5,0,- G1 n>r)"
	  " GoStart@3(5,0,1 G1 r>R) GoCreate@10(5,0,1 G5 n>r) GoStart@10(6,1,5 G5 r>R)",
	  "time stamps out of order" },
	{ "a start whose predecessor is missing is kept", 19, ONE "cd 04 01 05 00 00 51 01 00 8e 01 05 07 0f 01" FREQ,
	  ONE_EVENTS " GoCreate@4(5,0,1 G5 n>r) GoSched@5(5,0,1 G1 R>r) GoStart@6(5,0,5 G5 r>R) GoEnd@7(5,0,5 G5 R>n)",
	  "no consistent ordering" },
	{ "the end of a call is where it was, not where it was written", 19,
	  ONE "5c 01 00 1e 01" TWO "84 04 02 00 84 04 02 00 dd 04 01 01 02 11 8e 01 01 03" FREQ,
	  "ProcStart@0(5,0,- P0 i>R) ProcStart@0(6,1,- P1 i>R) Gomaxprocs@1(5,0,-) GoCreate@2(5,0,- G1 n>r)"
	  " GoStart@3(5,0,1 G1 r>R) GoSysCall@4(5,0,1 G1 R>s) Gomaxprocs@4(6,1,-) GoSysBlock@5(5,0,1 G1 s>s)"
	  " GoSysExit@7(-,-,1 G1 s>r) Gomaxprocs@8(6,1,-) GoStart@10(6,1,1 G1 r>R)", NULL },
	{ "the end of a call before it began", 19,
	  ONE "5c 01 00 1e 01 dd 04 01 01 02 0c 8e 01 01 03" FREQ,
	  "ProcStart@0(5,0,- P0 i>R) Gomaxprocs@1(5,0,-) GoCreate@2(5,0,- G1 n>r) GoSysExit@2(-,-,1 G1 s>r)"
	  " GoStart@3(5,0,1 G1 r>R) GoSysCall@4(5,0,1 G1 R>s) GoSysBlock@5(5,0,1 G1 s>s) GoStart@7(5,0,1 G1 r>R)",
	  "is not waiting during syscall exit" },
	{ "woken by the network", 19, ONE "5b 01 00 a7 01 01 00" FREQ,
	  ONE_EVENTS " GoBlockNet@4(5,0,1 G1 R>w) GoUnblock@5(5,-,- G1 w>r)", NULL },
	{ "woken by a timer goroutine", 11,
	  ONE "cd 04 01 05 00 00 56 01 00 66 01 05 a7 01 01 00" FREQ " 23 05",
	  ONE_EVENTS " GoCreate@4(5,0,1 G5 n>r) GoBlockSend@5(5,0,1 G1 R>w) GoStart@6(5,0,5 G5 r>R)"
	  " GoUnblock@7(5,-,5 G1 w>r)", NULL },
	{ "woken by the second of two timer goroutines", 11,
	  ONE "cd 04 01 05 00 00 56 01 00 66 01 05 a7 01 01 00" FREQ " 23 09 23 05",
	  ONE_EVENTS " GoCreate@4(5,0,1 G5 n>r) GoBlockSend@5(5,0,1 G1 R>w) GoStart@6(5,0,5 G5 r>R)"
	  " GoUnblock@7(5,-,5 G1 w>r)", NULL },
	{ "a futile wake-up is left out", 19,
	  ONE "cd 04 01 05 00 00 56 01 00 66 01 05 a7 01 01 00 51 01 00 66 01 01 24 01 56 01 00 66 01 05" FREQ,
	  ONE_EVENTS " GoCreate@4(5,0,1 G5 n>r) GoBlockSend@5(5,0,1 G1 R>w) GoStart@6(5,0,5 G5 r>R)"
	  " GoSched@8(5,0,5 G5 R>r) GoStart@12(5,0,5 G5 r>R)", NULL },
	{ "CPU samples come at their own time", 19, ONE "84 09 02 00 41 00 0a f1 05 01 0c 00 01 00" FREQ,
	  "ProcStart@0(5,0,- P0 i>R) Gomaxprocs@1(5,0,-) GoCreate@2(5,0,- G1 n>r) CPUSample@2(-,0,1)"
	  " GoStart@3(5,0,1 G1 r>R) Gomaxprocs@12(5,0,1)", NULL },
	{ "1.5: sequence numbers say all", 5,
	  "41 00 01 0a 45 00 00 05 84 02 04 02 00 41 01 02 0b 45 00 00 06" FREQ " 00",
	  "ProcStart@0(5,0,- P0 i>R) ProcStart@1(6,1,- P1 i>R) Gomaxprocs@4(5,0,-)", NULL },
	{ "1.5: against the clock", 5,
	  "41 00 01 0a 45 00 00 05 84 02 04 02 00 41 01 04 0b 45 00 00 06" FREQ " 00",
	  "ProcStart@0(5,0,- P0 i>R) Gomaxprocs@4(5,0,-) ProcStart@4(6,1,- P1 i>R)", "time stamps out of order" },
	/* the state machine */
	{ "two GCs at once", 19, ONE "87 01 00 00 87 01 01 00" FREQ,
	  ONE_EVENTS " GCStart@4(5,-,-) GCStart@5(5,-,-)", "the previous GC has not ended before a new one" },
	{ "GCs at one time come by their numbers", 19, ONE "87 06 01 00" TWO "87 09 00 00" FREQ,
	  "ProcStart@0(5,0,- P0 i>R) ProcStart@0(6,1,- P1 i>R) Gomaxprocs@1(5,0,-) GoCreate@2(5,0,- G1 n>r)"
	  " GoStart@3(5,0,1 G1 r>R) GCStart@9(6,-,-) GCStart@9(5,-,-)",
	  "the previous GC has not ended before a new one" },
	{ "a stop-the-world of each P in 1.9", 9, ONE "09 01 0a 05" TWO "09 06 0a 01" FREQ,
	  "ProcStart@0(5,0,- P0 i>R) ProcStart@0(6,1,- P1 i>R) Gomaxprocs@1(5,0,-) GoCreate@2(5,0,- G1 n>r)"
	  " GoStart@3(5,0,1 G1 r>R) STWStart@4(5,0,-) STWStart@6(6,1,-) STWDone@7(6,1,-) STWDone@9(5,0,-)", NULL },
	{ "two at once in 1.10", 10, ONE "49 01 00 49 01 00" FREQ, ONE_EVENTS " STWStart@4(5,0,-) STWStart@5(5,0,-)",
	  "the previous stop-the-world has not ended before a new one" },
	{ "creation of one that exists", 19, ONE "cd 04 01 01 00 00" FREQ, ONE_EVENTS " GoCreate@4(5,0,1 G1 n>r)",
	  "something is missing before: GoCreate of goroutine 1" },
	{ "an end of nobody", 19, ONE "0f 01 0f 01" FREQ, ONE_EVENTS " GoEnd@4(5,0,1 G1 R>n) GoEnd@5(5,0,-)",
	  "no goroutine is there to do GoEnd" },
	{ "waiting, twice", 19, "41 00 0a cd 04 01 01 00 00 5f 01 01 5f 01 01 84 01 02 00" FREQ,
	  "GoCreate@0(-,0,- G1 u>r) GoWaiting@1(-,0,1 G1 r>w) GoWaiting@2(-,0,1 G1 r>w) Gomaxprocs@3(-,0,-)",
	  "something is missing before: GoWaiting of goroutine 1" },
	{ "a P starts twice", 19, ONE "45 01 05" FREQ, ONE_EVENTS " ProcStart@4(5,0,1 P0 i>R)",
	  "P 0 is running before start" },
	{ "a P stops twice", 19, ONE "0f 01 06 01 06 01" FREQ,
	  ONE_EVENTS " GoEnd@4(5,0,1 G1 R>n) ProcStop@5(5,0,- P0 R>i) ProcStop@6(5,0,- P0 R>i)",
	  "P 0 is not running before stop" },
	{ "a region of mode 2", 19, ONE "25 01 01 61 ef 05 01 00 02 01 00" FREQ, ONE_EVENTS " UserRegion@4(5,0,1)",
	  "invalid region mode 2" },
	{ "a call of nobody", 19, ONE "0f 01 5c 01 00" FREQ, ONE_EVENTS " GoEnd@4(5,0,1 G1 R>n) GoSysCall@5(5,0,-)",
	  "no goroutine is there to do GoSysCall" },
	{ "waking one that does not wait", 19, ONE "cd 04 01 05 00 00 d5 04 01 05 01 00" FREQ,
	  ONE_EVENTS " GoCreate@4(5,0,1 G5 n>r) GoUnblock@5(5,0,1 G5 w>r)",
	  "something is missing before: GoUnblock of goroutine 5" },
	{ "a P stops with its goroutine", 19, ONE "06 01" FREQ, ONE_EVENTS " ProcStop@4(5,0,1 P0 R>i)",
	  "P 0 is running goroutine 1 during stop" },
	/* That is the program's business. */
	{ "a region ends that is not the innermost one", 19,
	  ONE "25 01 01 61 25 02 01 62 ef 05 01 00 00 01 00 ef 05 01 00 01 02 00" FREQ,
	  ONE_EVENTS " UserRegion@4(5,0,1) UserRegion@5(5,0,1)", NULL },
	{ "two tasks with one id", 19, ONE "ed 05 01 01 00 00 00 ed 05 01 01 00 00 00" FREQ,
	  ONE_EVENTS " UserTaskCreate@4(5,0,1) UserTaskCreate@5(5,0,1)", "two open tasks have the id 1" },
	/* Tables stand at the end: one cut between them has the clock's frequency, and not all stacks. */
	{ "a stack of a creation is not there", 19, ONE "cd 04 01 05 07 00" FREQ,
	  ONE_EVENTS " GoCreate@4(5,0,1 G5 n>r)", "names are missing: stack 7, which a GoCreate refers to" },
	{ "the stack of who creates is not there", 19, ONE "cd 04 01 05 00 08" FREQ,
	  ONE_EVENTS " GoCreate@4(5,0,1 G5 n>r)", "names are missing: stack 8, which a GoCreate refers to" },
	{ "a stack of a block is not there", 19, ONE "cd 04 01 05 00 00 56 01 03" FREQ,
	  ONE_EVENTS " GoCreate@4(5,0,1 G5 n>r) GoBlockSend@5(5,0,1 G1 R>w)", "stack 3, which a GoBlockSend refers to" },
	{ "a stack of a call is not there", 19, ONE "5c 01 04" FREQ, ONE_EVENTS " GoSysCall@4(5,0,1 G1 R>s)",
	  "stack 4, which a GoSysCall refers to" },
	{ "all stacks are there", 19, ONE "cd 04 01 05 07 00 56 01 03" FREQ " c3 06 07 01 00 00 00 00 c3 06 03 01 00 00 00 00",
	  ONE_EVENTS " GoCreate@4(5,0,1 G5 n>r) GoBlockSend@5(5,0,1 G1 R>w)", NULL },
	{ "a name of a task is not there", 19, ONE "ed 05 01 01 00 09 00" FREQ, ONE_EVENTS " UserTaskCreate@4(5,0,1)",
	  "names are missing: string 9, which a UserTaskCreate refers to" },
	{ "1.5: a program counter is no stack", 5,
	  "41 00 01 0a 45 00 00 05 84 02 04 02 00 cd 08 00 01 05 a0 a1 8b 02 00" FREQ " 00",
	  "ProcStart@0(5,0,- P0 i>R) Gomaxprocs@4(5,0,-) GoCreate@5(5,0,- G5 n>r)", NULL },
	{ "what a cut file has is kept", 19, ONE "0f 01 56", ONE_EVENTS " GoEnd@4(5,0,1 G1 R>n)",
	  "the file ends inside a GoBlockSend record; there is no frequency record, so times are estimates" },
};

static void check_replay(const struct v1_case *t, const struct gt_buf *trace)
{
	struct gt_buf why = { 0 };
	struct gt_source *src;
	struct gt_header h;

	gt_source_open_mem(&src, trace->data, trace->len, "test");
	if (gt_header_read(src, &h, NULL) == 0)
		gt_replay_again(src, &h, 1, &why);
	tap_is_str(gt_buf_str(&why), "", "%s: replayed", t->name);
	gt_fill_again(src, &h, &why);
	tap_is_str(gt_buf_str(&why), "", "%s: the same in short", t->name);
	gt_source_close(src);
	gt_buf_release(&why);
}

static void check(const struct v1_case *t)
{
	bool cut = t->error && strstr(t->error, "the file ends");
	struct gt_buf trace = { 0 }, out = { 0 };
	struct gt_error err = { 0 };
	int rc;

	gt_build_trace(&trace, t->minor, t->spec, NULL);
	rc = gt_list_order(trace.data, trace.len, !cut, &out, &err);
	if (!cut)
		tap_is_str(gt_buf_str(&out), t->events, "%s: events", t->name);
	else
		tap_ok(out.len > 0, "%s: events", t->name);
	if (!t->error)
		tap_is_str(rc < 0 ? err.text : "", "", "%s: nothing is wrong", t->name);
	else
		tap_ok(rc < 0 && strstr(err.text, t->error), "%s: %s", t->name, err.text);
	check_replay(t, &trace);
	gt_buf_release(&out);
	gt_buf_release(&trace);
}

TAP_TEST(cases)
{
	const char *dir = tap_args()[0];

	for (size_t i = 0; i < GT_COUNT(cases); i++)
		if (!dir)
			check(&cases[i]);
		else if (write_case(dir, i, cases[i].minor, cases[i].spec, cases[i].error, cases[i].name))
			tap_bail("cannot write to %s", dir);
}
