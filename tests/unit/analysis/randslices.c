/* Random slices: made by the index's own tests. */
#include "randslices.h"

#include <stdlib.h>

#include "base/xalloc.h"
#include "unit/index/synth.h"

void randslices_open(struct randslices *r, uint64_t seed, uint32_t procs, uint32_t goroutines, uint32_t slices,
		     bool jumps)
{
	struct synth_options o = {
		.seed = seed, .procs = procs, .goroutines = goroutines, .slices = slices, .jumps = jumps,
	};
	struct synth *s = gt_xcalloc(1, sizeof *s);

	synth_open(s, &o);
	synth_add(s, slices);
	synth_finish(s);
	for (uint32_t i = 0; i < slices; i++)
		if (s->slices[i].t1 > s->t->info.duration)
			s->t->info.duration = s->slices[i].t1;
	s->t->info.horizon = s->t->info.duration;
	s->t->info.done = s->t->info.complete = true;
	*r = (struct randslices) {
		.t = s->t, .nslices = s->nslices, .slices = s->slices, .first_call = s->first_call, .made = s,
	};
	r->calls = gt_xcalloc(s->ncalls + 1, sizeof *r->calls);
	for (uint32_t i = 0; i < s->ncalls; i++)
		r->calls[i] = s->calls[i].call;
}

void randslices_close(struct randslices *r)
{
	free(r->calls);
	synth_close(r->made);
	free(r->made);
}
