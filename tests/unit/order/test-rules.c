/* Every rule of the ordering machine on traces made by hand: order, contexts, states, and what is refused. */
#include <stdio.h>
#include <string.h>

#include "tap/tap.h"
#include "unit/order/again.h"
#include "unit/order/casefile.h"
#include "unit/order/list.h"
#include "unit/wire/build.h"

/*
 * The notation of unit/wire/build.h; 1 unit is 1 ns.  The tables know string 1
 * "abc", string 2 "abc" again, string 3 "x", and stack 1.  With a
 * directory as argument test-order rules/cases writes the traces there, so that
 * Go's reader can be asked about them.
 */
#define TABLES(gen)                                                                      \
	"b" gen ",none,5[08 u1000000000] b" gen ",none,5[02 03 01 01 10 01 01 05]"       \
	"b" gen ",none,5[04 05 01 03 61 62 63 05 02 03 61 62 63 05 03 01 78]"
#define HEAD TABLES("1")
/* Thread 1 runs goroutine 1 on P 0; thread 2 holds P 1. */
#define ONE "0d 01 00 01 19 01 01 01 02 "
#define TWO "0d 01 01 01 "
#define ONE_EVENTS "ProcStatus(1,-,- P0 u>R) GoStatus(1,0,- G1 u>R)"

struct rule_case {
	const char *name;
	const char *spec;
	const char *events;       /* all that come out */
	const char *error;        /* NULL: a clean end */
};

static const struct rule_case cases[] = {
	/* goroutines */
	{ "create, block, unblock, start",
	  HEAD "b1,1,10[" ONE "0e 01 05 01 01 14 01 01 01 10 01 05 01 14 01 01 00 15 01 01 01 00 10 01 01 02]",
	  ONE_EVENTS " GoCreate(1,0,1 G5 n>r) GoBlock(1,0,1 G1 R>w) GoStart(1,0,- G5 r>R) GoBlock(1,0,5 G5 R>w)"
	  " GoUnblock(1,0,- G1 w>r) GoStart(1,0,- G1 r>R)", NULL },
	{ "stop makes runnable, destroy forgets",
	  HEAD "b1,1,10[" ONE "13 01 03 01 10 01 01 01 11 01 0e 01 01 01 00]",
	  ONE_EVENTS " GoStop(1,0,1 G1 R>r) GoStart(1,0,- G1 r>R) GoDestroy(1,0,1 G1 R>n) GoCreate(1,0,- G1 n>r)", NULL },
	{ "a start waits for its creation, whatever the clocks say",
	  HEAD "b1,1,1000[" ONE "0e 01 05 01 01] b1,2,10[" TWO "10 01 05 01]",
	  "ProcStatus(2,-,- P1 u>R) " ONE_EVENTS " GoCreate(1,0,1 G5 n>r) GoStart(2,1,- G5 r>R)", NULL },
	{ "a start waits for its sequence number",
	  HEAD "b1,1,10[" ONE "0e 01 05 01 01 10 00 05 03]", ONE_EVENTS " GoCreate(1,0,1 G5 n>r)",
	  "failed to advance" },
	{ "start of a goroutine nobody knows", HEAD "b1,1,10[" TWO "10 01 05 01]", "ProcStatus(1,-,- P1 u>R)",
	  "failed to advance" },
	{ "start while another one runs",
	  HEAD "b1,1,10[" ONE "0e 01 05 01 01 10 01 05 01]", ONE_EVENTS " GoCreate(1,0,1 G5 n>r)",
	  "expected no goroutine but had one" },
	{ "start without a P", HEAD "b1,1,10[" ONE "0e 01 05 01 01] b1,2,500[10 01 05 01]",
	  ONE_EVENTS " GoCreate(1,0,1 G5 n>r)", "expected a proc but didn't have one" },
	{ "creation of one that exists", HEAD "b1,1,10[" ONE "0e 01 01 01 01]", ONE_EVENTS, "exists already" },
	{ "creation without a P", HEAD "b1,1,10[0e 01 05 01 01]", "", "expected a proc but didn't have one" },
	{ "creation without a goroutine", HEAD "b1,1,10[" TWO "0e 01 05 01 00]",
	  "ProcStatus(1,-,- P1 u>R) GoCreate(1,1,- G5 n>r)", NULL },
	{ "a creator in a call", HEAD "b1,1,10[" ONE "16 01 01 00 0e 01 05 01 00]",
	  ONE_EVENTS " GoSyscallBegin(1,0,1 G1 R>s)", "its creator, goroutine 1, is in a syscall" },
	{ "created blocked", HEAD "b1,1,10[" ONE "2f 01 05 01 00 15 01 05 01 00]",
	  ONE_EVENTS " GoCreateBlocked(1,0,1 G5 n>w) GoUnblock(1,0,1 G5 w>r)", NULL },
	{ "block without a goroutine", HEAD "b1,1,10[" TWO "14 01 01 00]", "ProcStatus(1,-,- P1 u>R)",
	  "expected a goroutine but didn't have one" },
	{ "unblock from no thread", HEAD "b1,1,10[" ONE "14 01 01 00] b1,none,100[15 01 01 01 00]",
	  ONE_EVENTS " GoBlock(1,0,1 G1 R>w) GoUnblock(-,-,- G1 w>r)", NULL },
	{ "unblock of a running one", HEAD "b1,1,10[" ONE "15 01 01 01 00]", ONE_EVENTS, "failed to advance" },

	/* coroutine switches */
	{ "a switch is three events",
	  HEAD "b1,1,10[" ONE "2f 01 05 01 00 2d 01 05 01 2d 01 01 01]",
	  ONE_EVENTS " GoCreateBlocked(1,0,1 G5 n>w) GoSwitch(1,0,1 G5 w>r) GoBlock(1,0,1 G1 R>w) GoStart(1,0,- G5 r>R)"
	  " GoSwitch(1,0,5 G1 w>r) GoBlock(1,0,5 G5 R>w) GoStart(1,0,- G1 r>R)", NULL },
	{ "a switch that ends its goroutine",
	  HEAD "b1,1,10[" ONE "2f 01 05 01 00 2e 01 05 01 11 01]",
	  ONE_EVENTS " GoCreateBlocked(1,0,1 G5 n>w) GoSwitchDestroy(1,0,1 G5 w>r) GoDestroy(1,0,1 G1 R>n)"
	  " GoStart(1,0,- G5 r>R) GoDestroy(1,0,5 G5 R>n)", NULL },
	{ "a switch without a goroutine", HEAD "b1,1,10[" TWO "2d 01 05 01]", "ProcStatus(1,-,- P1 u>R)",
	  "expected a goroutine but didn't have one" },
	{ "a switch to nobody", HEAD "b1,1,10[" ONE "2d 01 05 01]", ONE_EVENTS, "failed to advance" },

	/* clocks */
	{ "frequency 0 makes all times equal",
	  "b1,none,5[08 00] b1,1,1000[0d 01 00 02 0d 01 01 02] b1,2,10[0d 01 02 02]",
	  "ProcStatus(1,-,- P0 u>i) ProcStatus(1,-,- P1 u>i) ProcStatus(2,-,- P2 u>i)", NULL },

	/* Ps */
	{ "stop and start", HEAD "b1,1,10[" TWO "0b 01 0a 01 01 01]",
	  "ProcStatus(1,-,- P1 u>R) ProcStop(1,1,- P1 R>i) ProcStart(1,-,- P1 i>R)", NULL },
	{ "start of a running P", HEAD "b1,1,10[" TWO "] b1,2,90[0a 01 01 01]", "ProcStatus(1,-,- P1 u>R)",
	  "failed to advance" },
	{ "stop without a P", HEAD "b1,1,10[0b 01]", "", "expected a proc but didn't have one" },
	{ "status 5", HEAD "b1,1,10[0d 01 00 05]", "", "is not one of 0 to 4" },
	{ "a goroutine's status is a byte", HEAD "b1,1,10[0d 01 00 01 19 01 01 01 u770]", ONE_EVENTS, NULL },
	{ "a P's status is not", HEAD "b1,1,10[0d 01 00 u257]", "", "is not one of 0 to 4" },
	{ "status 0 is let through", HEAD "b1,1,10[0d 01 00 00]", "ProcStatus(1,-,- P0 u>u)", NULL },
	{ "two statuses that differ", HEAD "b1,1,10[0d 01 00 01 0d 01 00 02]", "ProcStatus(1,-,- P0 u>R)",
	  "P 0 is said to be idle but was running" },

	/* calls and steals */
	{ "a call that keeps its P", HEAD "b1,1,10[" ONE "16 01 01 01 17 01 16 01 02 01 17 01]",
	  ONE_EVENTS " GoSyscallBegin(1,0,1 G1 R>s) GoSyscallEnd(1,0,1 G1 s>R) GoSyscallBegin(1,0,1 G1 R>s)"
	  " GoSyscallEnd(1,0,1 G1 s>R)", NULL },
	{ "a wrong P sequence is an error at once", HEAD "b1,1,10[" ONE "16 01 02 01]", ONE_EVENTS,
	  "sequence number 2 of P 0 does not follow 0" },
	{ "end without a call", HEAD "b1,1,10[" ONE "17 01]", ONE_EVENTS, "goroutine 1 is running, expected in a syscall" },
	{ "a steal, and the call's end that waits for it",
	  HEAD "b1,1,10[" ONE "16 01 01 01 18 01] b1,2,500[0c 01 00 02 01 0a 01 00 03]",
	  ONE_EVENTS " GoSyscallBegin(1,0,1 G1 R>s) ProcSteal(2,-,- P0 R>i) GoSyscallEndBlocked(1,-,1 G1 s>r)"
	  " ProcStart(2,-,- P0 i>R)", NULL },
	{ "a steal from oneself", HEAD "b1,1,10[" ONE "16 01 01 01 0c 01 00 02 01 18 01]",
	  ONE_EVENTS " GoSyscallBegin(1,0,1 G1 R>s) ProcSteal(1,0,1 P0 R>i) GoSyscallEndBlocked(1,-,1 G1 s>r)", NULL },
	{ "a P given up in a call, another one got",
	  HEAD "b1,1,10[" ONE "16 01 01 01 0b 01 0a 01 00 02 18 01 10 01 01 01]",
	  ONE_EVENTS " GoSyscallBegin(1,0,1 G1 R>s) ProcStop(1,0,1 P0 R>i) ProcStart(1,-,1 P0 i>R)"
	  " GoSyscallEndBlocked(1,0,1 G1 s>r) GoStart(1,0,- G1 r>R)", NULL },
	{ "a steal from a thread that does not hold the P",
	  HEAD "b1,1,10[" ONE "16 01 01 01] b1,2,500[" TWO "0c 01 00 02 02]",
	  ONE_EVENTS " GoSyscallBegin(1,0,1 G1 R>s) ProcStatus(2,-,- P1 u>R)", "steals P 0 from itself but holds another" },
	{ "a steal from a thread nobody knows", HEAD "b1,1,10[" ONE "16 01 01 01] b1,2,500[0c 01 00 02 09]",
	  ONE_EVENTS " GoSyscallBegin(1,0,1 G1 R>s)", "from thread 9, which is not known" },
	{ "a steal of a running P", HEAD "b1,1,10[" ONE "] b1,2,500[0c 01 00 01 01]", ONE_EVENTS, "failed to advance" },

	{ "a steal from a thread without a P",
	  HEAD "b1,1,10[" ONE "16 01 01 01] b1,3,100[0a 01 07 01] b1,2,500[0c 01 00 02 03]",
	  ONE_EVENTS " GoSyscallBegin(1,0,1 G1 R>s)", "stolen from thread 3, which does not hold it" },
	{ "the end of a call on a P that was not in it", HEAD "b1,1,10[" ONE "16 01 01 01 0b 01 0a 01 00 02 17 01]",
	  ONE_EVENTS " GoSyscallBegin(1,0,1 G1 R>s) ProcStop(1,0,1 P0 R>i) ProcStart(1,-,1 P0 i>R)",
	  "P 0 is not in a syscall" },
	{ "the end of a call that blocked, of one that runs", HEAD "b1,1,10[" ONE "18 01]", ONE_EVENTS,
	  "goroutine 1 is running, expected in a syscall" },
	{ "a second P waits until the first has gone", HEAD "b1,1,10[" ONE "0d 01 01 02 0a 01 01 01]", ONE_EVENTS " ProcStatus(1,0,1 P1 u>i)",
	  "failed to advance" },

	/* C threads */
	{ "created in a call though it is there", HEAD "b1,1,10[19 01 07 unone 04 0f 01 07]", "GoStatus(1,-,- G7 u>w)",
	  "goroutine 7 exists already" },
	{ "created in a call, ended with its P",
	  HEAD "b1,1,10[0f 01 07 0d 01 00 02 0a 01 00 01 18 01 10 01 07 01 16 01 02 00 12 01] b1,2,900[0c 01 00 03 01]",
	  "GoCreateSyscall(1,-,- G7 n>s) ProcStatus(1,-,7 P0 u>i) ProcStart(1,-,7 P0 i>R)"
	  " GoSyscallEndBlocked(1,0,7 G7 s>r) GoStart(1,0,- G7 r>R) GoSyscallBegin(1,0,7 G7 R>s)"
	  " ProcSteal(1,0,7 P0 R>i) GoDestroySyscall(1,0,7 G7 s>n) ProcSteal(2,-,- P0 i>i)", NULL },
	{ "ended in a call without a P", HEAD "b1,1,10[0f 01 07 12 01 0f 01 07]",
	  "GoCreateSyscall(1,-,- G7 n>s) GoDestroySyscall(1,-,7 G7 s>n) GoCreateSyscall(1,-,- G7 n>s)", NULL },
	{ "created in a call while one runs", HEAD "b1,1,10[" ONE "0f 01 07]", ONE_EVENTS,
	  "expected no goroutine but had one" },
	{ "ended while it runs", HEAD "b1,1,10[" ONE "12 01]", ONE_EVENTS, "goroutine 1 is running, expected in a syscall" },

	/* statuses of goroutines */
	{ "in a call on this thread", HEAD "b1,1,10[19 01 05 01 03 12 01]",
	  "GoStatus(1,-,- G5 u>s) GoDestroySyscall(1,-,5 G5 s>n)", NULL },
	{ "in a call on another thread", HEAD "b1,1,10[19 01 05 08 03] b1,8,500[18 01]",
	  "GoStatus(8,-,- G5 u>s) GoSyscallEndBlocked(8,-,5 G5 s>r)", NULL },
	{ "in a call on a thread that has another one", HEAD "b1,1,10[" ONE "] b1,2,500[19 01 05 01 03]", ONE_EVENTS,
	  "goroutine 5 is in a call on thread 1, which has another one" },
	{ "in a call without a thread", HEAD "b1,1,10[19 01 05 unone 03]", "", "in a call without a thread" },
	{ "waiting, twice the same", HEAD "b1,1,10[19 01 05 unone 04 30 01 05 unone 04 01]",
	  "GoStatus(1,-,- G5 u>w) GoStatusStack(1,-,- G5 w>w)", NULL },
	{ "two that differ", HEAD "b1,1,10[19 01 05 unone 04 19 01 05 unone 01]", "GoStatus(1,-,- G5 u>w)",
	  "goroutine 5 is said to be runnable but was waiting" },
	{ "a P that stands for none", HEAD "b1,1,10[0d 01 unone 01]", "", "an id of 2^64 - 1" },
	{ "a goroutine that stands for none", HEAD "b1,1,10[19 01 unone unone 04]", "", "an id of 2^64 - 1" },
	{ "one that is created", HEAD "b1,1,10[" ONE "0e 01 unone 00 00]", ONE_EVENTS, "an id of 2^64 - 1" },
	{ "goroutine status 5", HEAD "b1,1,10[19 01 05 unone 05]", "", "is not one of 0 to 4" },

	/* ranges */
	{ "stop the world and go on", HEAD "b1,1,10[" ONE "1a 01 01 01 1b 01 1a 01 01 01 1b 01]",
	  ONE_EVENTS " STWBegin(1,0,1) STWEnd(1,0,1) STWBegin(1,0,1) STWEnd(1,0,1)", NULL },
	{ "stopped twice", HEAD "b1,1,10[" ONE "1a 01 01 01 1a 01 01 01]", ONE_EVENTS " STWBegin(1,0,1)",
	  "has this range open already" },
	{ "stopped for two reasons", HEAD "b1,1,10[" ONE "1a 01 01 01 1a 01 03 01 1b 01 1b 01]",
	  ONE_EVENTS " STWBegin(1,0,1) STWBegin(1,0,1) STWEnd(1,0,1) STWEnd(1,0,1)", NULL },
	{ "restart without a stop", HEAD "b1,1,10[" ONE "1b 01]", ONE_EVENTS, "has no such range open" },
	{ "assists", HEAD "b1,1,10[" ONE "22 01 01 24 01 23 01 01 24 01]",
	  ONE_EVENTS " GCMarkAssistActive(1,0,1) GCMarkAssistEnd(1,0,1) GCMarkAssistBegin(1,0,1) GCMarkAssistEnd(1,0,1)",
	  NULL },
	{ "an assist that is active twice", HEAD "b1,1,10[" ONE "22 01 01 22 01 01]", ONE_EVENTS " GCMarkAssistActive(1,0,1)",
	  "open already in the first generation" },
	{ "sweeps belong to Ps", HEAD "b1,1,10[" TWO "20 01 01 21 01 09 04]",
	  "ProcStatus(1,-,- P1 u>R) GCSweepBegin(1,1,-) GCSweepEnd(1,1,-)", NULL },
	{ "a sweep in a sweep", HEAD "b1,1,10[" TWO "20 01 01 20 01 01]", "ProcStatus(1,-,- P1 u>R) GCSweepBegin(1,1,-)",
	  "is sweeping already" },
	{ "sweeping of an unknown P", HEAD "b1,1,10[1f 01 04]", "", "P 4 is not known" },
	{ "GC cycles by their numbers", HEAD "b1,1,10[" ONE "1d 01 07 01 1e 01 08 1d 01 09 01]",
	  ONE_EVENTS " GCBegin(1,0,1) GCEnd(1,0,1) GCBegin(1,0,1)", NULL },
	{ "a GC cycle in a GC cycle", HEAD "b1,1,10[" ONE "1d 01 07 01 1d 01 08 01]", ONE_EVENTS " GCBegin(1,0,1)",
	  "going on already" },
	{ "an end before any begin", HEAD "b1,1,10[" ONE "1e 01 01]", ONE_EVENTS, "before any begin" },
	{ "a GC number that never comes", HEAD "b1,1,10[" ONE "1c 01 07 1e 01 09]", ONE_EVENTS " GCActive(1,0,1)",
	  "failed to advance" },

	{ "a sweep that goes on", HEAD "b1,1,10[" ONE "1f 01 00 21 01 05 04]",
	  ONE_EVENTS " GCSweepActive(1,0,1) GCSweepEnd(1,0,1)", NULL },
	{ "a sweep that is active twice", HEAD "b1,1,10[" ONE "1f 01 00 1f 01 00]", ONE_EVENTS " GCSweepActive(1,0,1)",
	  "open already in the first generation" },
	{ "the end of no sweep", HEAD "b1,1,10[" ONE "21 01 05 04]", ONE_EVENTS, "P 0 is not sweeping" },
	{ "the end of a sweep without a P", HEAD "b1,1,10[21 01 05 04]", "", "expected a proc but didn't have one" },
	{ "a stop without a goroutine", HEAD "b1,1,10[" TWO "1a 01 01 00]", "ProcStatus(1,-,- P1 u>R)",
	  "expected a goroutine but didn't have one" },
	{ "a restart without a goroutine", HEAD "b1,1,10[" TWO "1b 01]", "ProcStatus(1,-,- P1 u>R)",
	  "expected a goroutine but didn't have one" },
	{ "an assist of an unknown goroutine", HEAD "b1,1,10[" ONE "22 01 05]", ONE_EVENTS, "goroutine 5 is not known" },
	{ "a GC cycle that is active twice", HEAD "b1,1,10[" ONE "1c 01 07 1c 01 07]", ONE_EVENTS " GCActive(1,0,1)",
	  "not the first GC event of the first generation" },
	{ "a GC cycle that ends twice", HEAD "b1,1,10[" ONE "1d 01 07 01 1e 01 08 1e 01 09]",
	  ONE_EVENTS " GCBegin(1,0,1) GCEnd(1,0,1)", "no GC cycle is going on" },
	{ "the second GC cycle with a number that never comes",
	  HEAD "b1,1,10[" ONE "1d 01 07 01 1e 01 08 1d 01 0a 01]",
	  ONE_EVENTS " GCBegin(1,0,1) GCEnd(1,0,1)", "failed to advance" },
	{ "a GC cycle begun by no goroutine",
	  HEAD "b1,1,10[" ONE "1d 01 07 01 1e 01 08] b1,2,500[" TWO "1d 01 09 00]",
	  ONE_EVENTS " GCBegin(1,0,1) GCEnd(1,0,1) ProcStatus(2,-,- P1 u>R)",
	  "expected a goroutine but didn't have one" },
	{ "a GC cycle ended by no goroutine", HEAD "b1,1,10[" ONE "1d 01 07 01] b1,2,500[" TWO "1e 01 08]",
	  ONE_EVENTS " GCBegin(1,0,1) ProcStatus(2,-,- P1 u>R)", "expected a goroutine but didn't have one" },

	/* annotations */
	{ "a task of nobody", HEAD "b1,1,10[" TWO "28 01 04 00 01 00]", "ProcStatus(1,-,- P1 u>R)",
	  "expected a goroutine but didn't have one" },
	{ "a region of nobody", HEAD "b1,1,10[" TWO "2a 01 04 01 00]", "ProcStatus(1,-,- P1 u>R)",
	  "expected a goroutine but didn't have one" },
	{ "a task with an unknown name", HEAD "b1,1,10[" ONE "28 01 04 00 09 01]",
	  ONE_EVENTS " UserTaskBegin(1,0,1)", NULL },
	{ "tasks, regions, logs", HEAD "b1,1,10[" ONE "28 01 04 00 01 01 2a 01 04 01 01 2c 01 04 01 03 01 2b 01 04 02 01 29 01 04 01]",
	  ONE_EVENTS " UserTaskBegin(1,0,1) UserRegionBegin(1,0,1) UserLog(1,0,1) UserRegionEnd(1,0,1) UserTaskEnd(1,0,1)",
	  NULL },
	{ "a task twice", HEAD "b1,1,10[" ONE "28 01 04 00 01 01 28 01 04 00 01 01]", ONE_EVENTS " UserTaskBegin(1,0,1)",
	  "task 4 is open already" },
	{ "ends of tasks and regions that began before", HEAD "b1,1,10[" ONE "29 01 04 01 2b 01 04 03 01]",
	  ONE_EVENTS " UserTaskEnd(1,0,1) UserRegionEnd(1,0,1)", NULL },
	/* That is the program's business. */
	{ "a region that is not the innermost", HEAD "b1,1,10[" ONE "2a 01 04 01 01 2b 01 04 03 01]",
	  ONE_EVENTS " UserRegionBegin(1,0,1) UserRegionEnd(1,0,1)", NULL },
	{ "a region with an unknown name", HEAD "b1,1,10[" ONE "2a 01 04 09 01]",
	  ONE_EVENTS " UserRegionBegin(1,0,1)", NULL },
	{ "an unknown stack", HEAD "b1,1,10[" ONE "14 01 01 09] b1,none,0[02 03 07 00]",
	  ONE_EVENTS " GoBlock(1,0,1 G1 R>w)", NULL },
	{ "an unknown stack, and no tables after it", HEAD "b1,1,10[" ONE "14 01 01 09]",
	  ONE_EVENTS " GoBlock(1,0,1 G1 R>w)", "the file ends before the tables of generation 1" },
	{ "an unknown reason", HEAD "b1,1,10[" ONE "14 01 09 01]", ONE_EVENTS " GoBlock(1,0,1 G1 R>w)", NULL },
	{ "a clock snapshot among events", HEAD "b1,1,10[" ONE "33 01 01 01 01]", ONE_EVENTS, "bad event type 51" },
	{ "experimental events need a thread only", HEAD "b1,1,10[80 01 01 02 03 88 01 07]", "Span(1,-,-) GoroutineStackFree(1,-,-)",
	  NULL },
	{ "metrics", HEAD "b1,1,10[" TWO "25 01 64 26 01 65]",
	  "ProcStatus(1,-,- P1 u>R) HeapAlloc(1,1,-) HeapGoal(1,1,-)", NULL },
	{ "GOMAXPROCS without a goroutine", HEAD "b1,1,10[" TWO "09 01 04 01]", "ProcStatus(1,-,- P1 u>R)",
	  "expected a goroutine but didn't have one" },

	/* generations */
	{ "statuses repeat what is known",
	  HEAD "b1,1,10[" ONE "] " TABLES("2") "b2,1,100[" ONE "14 01 01 01]",
	  ONE_EVENTS " ProcStatus(1,0,1 P0 R>R) GoStatus(1,0,1 G1 R>R) GoBlock(1,0,1 G1 R>w)", NULL },
	{ "a P may come later, a goroutine may not",
	  HEAD "b1,1,10[" ONE "] " TABLES("2") "b2,2,100[0d 01 03 02 19 01 05 unone 04]",
	  ONE_EVENTS " ProcStatus(2,-,- P3 n>i)", "appears after the first generation" },
	{ "sequence numbers start again",
	  HEAD "b1,1,10[" ONE "14 01 01 00 15 01 01 01 00] " TABLES("2") "b2,1,100[0d 01 00 01 19 01 01 unone 01 10 01 01 01]",
	  ONE_EVENTS " GoBlock(1,0,1 G1 R>w) GoUnblock(1,0,- G1 w>r) ProcStatus(1,0,- P0 R>R) GoStatus(1,0,- G1 r>r)"
	  " GoStart(1,0,- G1 r>R)", NULL },
	{ "a region across generations, under another string id",
	  HEAD "b1,1,10[" ONE "2a 01 04 01 01] " TABLES("2") "b2,1,100[" ONE "2b 01 04 02 01]",
	  ONE_EVENTS " UserRegionBegin(1,0,1) ProcStatus(1,0,1 P0 R>R) GoStatus(1,0,1 G1 R>R) UserRegionEnd(1,0,1)", NULL },
	{ "a P about to be stolen, told by another thread",
	  HEAD "b1,1,10[" ONE "16 01 01 01] " TABLES("2") "b2,2,100[0d 01 00 04 0c 01 00 01 01]",
	  ONE_EVENTS " GoSyscallBegin(1,0,1 G1 R>s) ProcStatus(1,0,1 P0 R>R) ProcSteal(2,-,- P0 R>i)", NULL },
	{ "what goes on is confirmed",
	  HEAD "b1,1,10[" ONE "23 01 01 1d 01 07 01] " TABLES("2") "b2,1,100[" ONE "22 01 01 1c 01 08 24 01]",
	  ONE_EVENTS " GCMarkAssistBegin(1,0,1) GCBegin(1,0,1) ProcStatus(1,0,1 P0 R>R) GoStatus(1,0,1 G1 R>R)"
	  " GCMarkAssistActive(1,0,1) GCActive(1,0,1) GCMarkAssistEnd(1,0,1)", NULL },
	{ "what is not open is not confirmed", HEAD "b1,1,10[" ONE "] " TABLES("2") "b2,1,100[" ONE "22 01 01]",
	  ONE_EVENTS " ProcStatus(1,0,1 P0 R>R) GoStatus(1,0,1 G1 R>R)", "the range is not open" },
	{ "the first generation may have any number",
	  TABLES("7") "b7,1,10[" ONE "]", ONE_EVENTS, NULL },
	{ "samples come where their time is",
	  HEAD "b1,none,1[06 07 u12 01 00 01 01 07 u30 02 unone 00 00] b1,1,10[" ONE "14 64 01 01]",
	  ONE_EVENTS " CPUSample(1,0,1) CPUSample(2,-,-) GoBlock(1,0,1 G1 R>w)", NULL },
};

/* What was ordered can be replayed from every place in it; in short the order is the same, refused or not. */
static void check_again(const struct rule_case *c, const struct gt_buf *trace)
{
	struct gt_header h = { .format = GT_FORMAT_V2, .minor = 22 };
	struct gt_buf why = { 0 };
	struct gt_source *src;

	gt_source_open_mem(&src, trace->data, trace->len, c->name);
	if (!c->error)
		gt_replay_again(src, &h, 3, &why);
	tap_is_str(gt_buf_str(&why), "", "%s: replayed", c->name);
	gt_buf_reset(&why);
	gt_fill_again(src, &h, &why);
	tap_is_str(gt_buf_str(&why), "", "%s: in short", c->name);
	gt_source_close(src);
	gt_buf_release(&why);
}

static void check_case(const struct rule_case *c)
{
	struct gt_buf trace = { 0 }, list = { 0 };
	struct gt_error err = { 0 };
	int rc;

	gt_build_trace(&trace, 22, c->spec, NULL);
	rc = gt_list_order(trace.data, trace.len, false, &list, &err);
	if (c->events)
		tap_is_str(gt_buf_str(&list), c->events, "%s: events", c->name);
	if (!c->error)
		tap_is_int(rc, 0, "%s: accepted%s%s", c->name, rc < 0 ? ": " : "", rc < 0 ? err.text : "");
	else if (!tap_ok(rc < 0 && strstr(err.text, c->error), "%s: refused", c->name))
		tap_diag("%d: %s", rc, err.text);
	check_again(c, &trace);
	gt_buf_release(&trace);
	gt_buf_release(&list);
}

/* Times are pushed apart, the parts of a switch too; every event has its own. */
TAP_TEST(times)
{
	struct gt_buf trace = { 0 }, list = { 0 };
	struct gt_error err;

	gt_build_trace(&trace, 22, HEAD "b1,1,10[0d 00 00 01 19 00 01 01 02 2f 00 05 01 00 2d 05 05 01]", NULL);
	tap_is_int(gt_list_order(trace.data, trace.len, true, &list, &err), 0, "times: accepted");
	tap_is_str(gt_buf_str(&list),
		   "ProcStatus@10(1,-,- P0 u>R) GoStatus@11(1,0,- G1 u>R) GoCreateBlocked@12(1,0,1 G5 n>w)"
		   " GoSwitch@15(1,0,1 G5 w>r) GoBlock@16(1,0,1 G1 R>w) GoStart@17(1,0,- G5 r>R)",
		   "times: strictly increasing");
	gt_buf_release(&trace);
	gt_buf_release(&list);
}

TAP_TEST(cases)
{
	const char *dir = tap_args()[0];

	for (size_t i = 0; i < GT_COUNT(cases); i++)
		if (!dir)
			check_case(&cases[i]);
		else if (write_case(dir, i, 22, cases[i].spec, cases[i].error, cases[i].name))
			tap_bail("cannot write to %s", dir);
}
