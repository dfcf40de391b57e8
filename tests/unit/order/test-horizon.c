/* Up to when every stream is whole (gt_order_horizon). */
#include <string.h>

#include "tap/tap.h"
#include "unit/order/list.h"
#include "unit/wire/build.h"
#include "wire/v2/open.h"

/*
 * The notation of unit/wire/build.h; a tick is 1 ns, times count from the first
 * event, which is at 10.  Records: 45 ProcStart, 84 Gomaxprocs, cd 04 GoCreate, 66 GoStartLocal,
 * 8e GoStart, 51 GoSched, 56 GoBlockSend, 5b GoBlockNet, f1 CPUSample, 02 Frequency, 25 String.
 * A file without the frequency has ticks of 25 ns.
 */
#define FREQ " 02 u1000000000"
#define TICK 25
#define WHOLE INT64_MAX
/* P 0: thread 5 runs goroutine 1, at 0, 1, 2 and 3; so many Ps there are. */
#define ONE(procs) "41 00 0a  45 00 05  84 01 " procs " 00  cd 04 01 01 00 00  66 01 01 "
/* P 1: thread 6, at 0. */
#define TWO "41 01 0a  45 00 06 "

/* v2: tables of a generation; from 11 on thread 1 runs goroutine 1 on P 0; and at 17 it starts an unknown one. */
#define HEAD(gen) "b" gen ",none,5[08 u1000000000] "
#define RUNS "0d 01 00 01 19 01 01 01 02 "
#define STUCK "10 05 05 03"

struct horizon_case {
	const char *name;
	int minor;
	const char *spec;
	int64_t horizon;
};

static const struct horizon_case cases[] = {
	{ "a whole trace", 19, ONE("02") TWO FREQ, WHOLE },
	{ "a file that ends in its tables has all events", 19, ONE("02") TWO FREQ " 25 01 05 61", WHOLE },
	{ "of two Ps the one that is lost first", 19, ONE("02") "51 09 00" TWO "84 05 02 00", 5 * TICK },
	{ "... whichever stands last in the file", 19, TWO "84 05 02 00" ONE("02"), 3 * TICK },
	{ "... with all its batches", 19, ONE("02") TWO "84 09 02 00 41 00 0f 51 01 00", 6 * TICK },
	{ "a P that is not there may have run since GOMAXPROCS allowed for it", 19, ONE("02") "51 04 00", 1 * TICK },
	{ "no other P can be lost", 19, ONE("01") "51 04 00", 7 * TICK },
	{ "GOMAXPROCS rises", 19, ONE("01") "84 02 02 00 84 03 03 00 51 01 00", 5 * TICK },
	{ "GOMAXPROCS is said by another P, earlier", 19,
	  ONE("01") "84 07 03 00 51 01 00" TWO "84 05 03 00 84 03 03 00", 5 * TICK },
	{ "nobody says how many Ps there are", 19, "41 00 0a 45 00 05 cd 04 01 01 00 00 66 01 01", 0 },
	{ "CPU samples only move the clock", 19, ONE("01") "f1 05 09 0c 00 01 00", 3 * TICK },
	{ "a P whose batches hold samples only is not there", 19,
	  TWO "84 03 02 00 41 00 0a f1 05 09 0c 00 01 00", 3 * TICK },
	{ "threads without a P have a stream, too", 19, ONE("01") "51 05 00 41 u18446744073709551615 0e d5 04 01 01 07 00",
	  5 * TICK },
	/* events that do not fit */
	{ "a goroutine starts that nobody has made ready", 19, ONE("01") "cd 04 01 05 00 00 51 02 00 8e 01 05 07" FREQ, 4 },
	{ "a goroutine that nobody has created", 19, ONE("01") "51 02 00 8e 01 05 07" FREQ, 0 },
	{ "a wake-up is missing: it was after the wait began", 19, ONE("01") "5b 01 00 8e 05 01 03" FREQ, 4 },
	{ "... what the end of another stream explains is no news", 19,
	  ONE("02") "5b 01 00 8e 05 01 03" TWO "84 02 02 00", 2 * TICK },
	{ "... but it is if it comes before", 19, ONE("02") "5b 01 00 8e 05 01 03 51 05 00" TWO "84 0c 02 00", 4 * TICK },
	{ "two GCs at once: sure is what the P wrote before", 19, ONE("01") "87 01 00 00 87 03 01 00" FREQ, 4 },
	{ "a clock that goes back", 19, ONE("02") "cd 04 07 05 00 00" TWO "8e 02 05 01" FREQ, 2 },
	{ "1.5: against the clock", 5, "41 00 01 0a 45 00 00 05 84 02 04 02 00 41 01 04 0b 45 00 00 06" FREQ " 00", 1 },
	/* v2 */
	{ "v2: a whole trace", 22, HEAD("1") "b1,1,10[" RUNS "]", WHOLE },
	{ "v2: nothing comes after the fault", 22, HEAD("1") "b1,1,10[" RUNS STUCK "] b1,2,15[0d 01 01 01]", 16 },
	{ "v2: others have gone on without the thread that cannot", 22,
	  HEAD("1") "b1,1,10[" RUNS STUCK "] b1,2,15[0d 01 01 01 0b 0e]", 17 },
	{ "v2: a rule is broken", 22, HEAD("1") "b1,1,10[" RUNS "0e 05 01 00 00] b1,2,15[0d 01 01 01 0b 0e]", 16 },
	{ "v2: of a generation that is cut all may be missing", 22,
	  HEAD("1") "b1,1,10[" RUNS "]" HEAD("2") "b2,1,100[0b 01] 01 02 01", 13 },
	{ "v2: a generation without its clock takes nothing from those before", 22,
	  HEAD("1") "b1,1,10[" RUNS "] b2,1,100[0b 01] b2,1,110[0b 01]", 100 },
};

static int64_t horizon_of(const struct gt_buf *trace)
{
	struct gt_source *src;
	struct gt_event ev[16];
	struct gt_order *o;
	struct gt_header h;
	int got;
	int64_t t;

	gt_source_open_mem(&src, trace->data, trace->len, "test");
	if (gt_header_read(src, &h, NULL) || gt_order_open(&o, src, &h, NULL))
		tap_bail("not a trace");
	while (gt_order_next_gen(o, NULL) > 0)
		while (gt_order_next(o, ev, (int)GT_COUNT(ev), &got, NULL) > 0)
			;
	t = gt_order_horizon(o);
	gt_order_close(o);
	gt_source_close(src);
	return t;
}

TAP_TEST(horizons)
{
	for (size_t i = 0; i < GT_COUNT(cases); i++) {
		struct gt_buf trace = { 0 };

		gt_build_trace(&trace, cases[i].minor, cases[i].spec, NULL);
		tap_is_int(horizon_of(&trace), cases[i].horizon, "%s", cases[i].name);
		gt_buf_release(&trace);
	}
}
