/* Who yields all the time, in a trace made by hand: what that takes, and which long slices are because of it. */
#include "analysis/findings/findkind.h"
#include "stops.h"
#include "tap/tap.h"

#define US INT64_C(1000)
#define MS INT64_C(1000000)
#define YIELDS 2000

/* 20 us in main.poll, 5 us of the scheduler; then 20 ms in main.poll and 10 ms elsewhere; main.b waits for the P. */
static void poll(struct scene *s)
{
	int64_t t = 0;

	scene_open(s, GT_FORMAT_V2, 26);
	scene_lasts(s, 100 * MS);
	scene_gomaxprocs(s, 0, 1);
	scene_run(s, 0, 0, 100 * MS);
	for (unsigned i = 0; i < YIELDS; i++, t += 25 * US)
		scene_ended(s, 0, 0, t, t + 20 * US, true, "main.poll", 50);
	scene_ended(s, 0, 0, t, t + 20 * MS, false, "main.poll", 42);
	scene_ended(s, 0, 0, t + 20 * MS, t + 30 * MS, false, "main.work", 7);
	scene_waited(s, 0, 4, t, t + 30 * MS, t + 31 * MS);
	scene_finish(s);
}

TAP_TEST(spins)
{
	struct gt_findings f;
	const struct gt_finding *spin = NULL, *slices = NULL;
	struct gt_buf text = { 0 };
	struct scene s;

	poll(&s);
	gt_findings_begin(&f, s.t, NULL, 0, INT64_MAX);
	while (gt_findings_step(&f, NULL))
		;
	gt_findings_list(&f);
	for (size_t i = 0; i < f.n; i++) {
		spin = f.v[i].kind == GT_FINDING_SPINS ? &f.v[i] : spin;
		slices = f.v[i].kind == GT_FINDING_LONG ? &f.v[i] : slices;
	}
	if (!spin || !slices)
		tap_bail("neither spinning nor long slices");
	tap_is_int(gt_finding_evidence(spin, "yields"), YIELDS, "yields");
	tap_is_int(gt_finding_evidence(spin, "yields_ns"), YIELDS * 20 * US, "what they took");
	tap_is_int(gt_finding_evidence(spin, "between_ns"), YIELDS * 5 * US, "what the scheduler did in between");
	tap_is_int(gt_finding_evidence(spin, "preempted_ns"), 20 * MS, "preempted where it yields");
	tap_is_int(spin->cost, 70 * MS, "the cost is the sum");
	gt_finding_text(&text, &f, spin);
	tap_is_str(gt_buf_str(&text),
		   "main.poll:50 (goroutines of main.a) yielded 20,000 times a second after less than 50us each; this took "
		   "70ms of P time, the scheduler's included, and 20ms of it were turns that were preempted there",
		   "in words");
	tap_ok(slices->because != GT_NO_ROW && &f.v[slices->because] == spin, "its long slices are because of that");
	gt_buf_release(&text);
	gt_findings_release(&f);
	scene_close(&s);
}
