/* Random slices, calls and goroutines that could be a trace's. */
#include "synth.h"

#include <unistd.h>

#include "base/xalloc.h"
#include "index/file/indexfile.h"
#include "tap/tap.h"

#define STRINGS 8
#define STACKS 300

uint64_t rnd_next(struct rnd *r)
{
	r->state += UINT64_C(0x9e3779b97f4a7c15);
	return tap_mix64(r->state);
}

uint64_t rnd_below(struct rnd *r, uint64_t n)
{
	return n ? rnd_next(r) % n : 0;
}

struct gt_trace *synth_trace(void)
{
	struct gt_trace *t = gt_xcalloc(1, sizeof *t);
	struct gt_error err;

	gt_mutex_init(&t->gate);
	gt_mutex_init(&t->lock);
	if (gt_index_create(t, NULL, &err))
		tap_bail("%s", err.text);
	return t;
}

void synth_trace_finish(struct gt_trace *t)
{
	struct gt_error err;

	if (gt_store_finish(&t->store, &t->id, &t->info, t->counts, NULL, NULL, &err))
		tap_bail("%s", err.text);
	gt_info_refresh(&t->info, &t->store);
}

void synth_trace_close(struct gt_trace *t)
{
	close(t->store.file.fd);
	gt_store_release(&t->store);
	gt_mutex_release(&t->gate);
	gt_mutex_release(&t->lock);
	gt_begins_release(t);
	free(t);
}

/* ---- making rows ---- */

static int64_t random_span(struct rnd *r, const struct synth_options *o, bool may_be_zero)
{
	uint64_t kind = rnd_below(r, 100);

	if (may_be_zero && o->ties && kind < 20)
		return 0;
	if (o->jumps && kind > 98)
		return (int64_t)(UINT64_C(1) << 32) + (int64_t)rnd_below(r, 1000);
	if (kind > 90)
		return 1 + (int64_t)rnd_below(r, 1000000);
	return 1 + (int64_t)rnd_below(r, 300);
}

/* A goroutine that runs nowhere at time t, or GT_NO_ROW. */
static uint32_t free_goroutine(struct rnd *r, const int64_t *free_at, uint32_t n, int64_t t)
{
	uint32_t first = (uint32_t)rnd_below(r, n);

	/* A few are chosen often: long lists. */
	if (rnd_below(r, 3) == 0)
		first = (uint32_t)rnd_below(r, n < 3 ? n : 3);
	for (uint32_t i = 0; i < n; i++)
		if (free_at[(first + i) % n] <= t)
			return (first + i) % n;
	return GT_NO_ROW;
}

static uint32_t earliest(const int64_t *at, uint32_t n)
{
	uint32_t best = 0;

	for (uint32_t i = 1; i < n; i++)
		if (at[i] < at[best])
			best = i;
	return best;
}

static struct gt_slice random_slice(struct rnd *r, const struct synth_options *o, int64_t t0)
{
	struct gt_slice sl = {
		.t0 = t0, .t1 = t0 + random_span(r, o, true), .end_stack = (uint32_t)rnd_below(r, STACKS),
		.label = rnd_below(r, 50) ? 0 : 7, .reason = (uint32_t)rnd_below(r, 5),
		.ready = rnd_below(r, 4) ? t0 - (int64_t)rnd_below(r, 5000) : GT_NO_TIME,
		.waker = rnd_below(r, 3) ? (uint32_t)rnd_below(r, o->goroutines) : GT_NO_ROW,
		.start_type = 16, .end_type = (uint8_t)(19 + rnd_below(r, 2)),
		.ready_type = (uint8_t)rnd_below(r, 30), .flags = (uint8_t)(rnd_below(r, 2) ? GT_SLICE_CUT : 0),
	};

	if (sl.flags & GT_SLICE_CUT)
		sl.ready = GT_NO_TIME;
	sl.seen = t0;
	return sl;
}

static int by_end(const void *a, const void *b)
{
	const struct gt_slice *x = a, *y = b;

	if (x->t1 != y->t1)
		return x->t1 < y->t1 ? -1 : 1;
	return x->id < y->id ? -1 : x->id > y->id;
}

static void make_slices(struct synth *s, struct rnd *r, const struct synth_options *o)
{
	int64_t *proc_at = gt_xcalloc(o->procs, sizeof *proc_at);
	int64_t *free_at = gt_xcalloc(o->goroutines, sizeof *free_at);

	for (uint32_t n = 0; n < o->slices;) {
		uint32_t proc_row = earliest(proc_at, o->procs), g;
		int64_t t0 = proc_at[proc_row];

		g = free_goroutine(r, free_at, o->goroutines, t0);
		if (g != GT_NO_ROW) {
			struct gt_slice sl = random_slice(r, o, t0);

			sl.id = n;
			sl.proc_row = proc_row;
			sl.g = g;
			free_at[g] = proc_at[proc_row] = sl.t1;
			s->slices[n++] = sl;
		}
		if (g == GT_NO_ROW || rnd_below(r, 3))
			proc_at[proc_row] += random_span(r, o, o->ties && g != GT_NO_ROW);
	}
	qsort(s->slices, o->slices, sizeof *s->slices, by_end);
	free(proc_at);
	free(free_at);
}

/* Up to three calls in a slice, one after the other. */
static void make_calls_of(struct synth *s, struct rnd *r, struct gt_slice *sl, uint32_t i)
{
	int64_t at = sl->t0;

	for (uint64_t n = rnd_below(r, 4); n && at + 2 < sl->t1; n--) {
		int64_t t0 = at + (int64_t)rnd_below(r, 2);
		int64_t t1 = t0 + 1 + (int64_t)rnd_below(r, (uint64_t)(sl->t1 - t0 - 1));

		s->calls[s->ncalls++] = (struct synth_call){
			.call = { .t0 = t0, .t1 = t1, .g = sl->g, .stack = (uint32_t)rnd_below(r, STACKS),
				  .lost = rnd_below(r, 9) == 0, .known_start = rnd_below(r, 9) != 0 },
			.slice = i,
		};
		sl->flags |= GT_SLICE_CALLS;
		at = t1 + 1;
	}
}

/* A slice that was cut is seen before its first call, or as it comes back from one that was going on. */
static void make_seen(struct rnd *r, struct gt_slice *sl, struct gt_syscall *first)
{
	int64_t until = first ? first->t0 + 1 : sl->t1;

	if (first && !first->known_start) {
		first->t0 = sl->t0;
		sl->seen = first->lost ? sl->t1 : first->t1;
	} else if (until > sl->t0) {
		sl->seen = sl->t0 + (int64_t)rnd_below(r, (uint64_t)(until - sl->t0));
	}
}

static void make_calls(struct synth *s, struct rnd *r)
{
	for (uint32_t i = 0; i < s->nslices; i++) {
		s->first_call[i] = s->ncalls;
		if (rnd_below(r, 3) == 0)
			make_calls_of(s, r, &s->slices[i], i);
		if (s->slices[i].flags & GT_SLICE_CUT)
			make_seen(r, &s->slices[i],
				  s->ncalls > s->first_call[i] ? &s->calls[s->first_call[i]].call : NULL);
	}
	s->first_call[s->nslices] = s->ncalls;
}

/* Names that the rows can refer to. */
static void make_names(struct gt_symtab *names)
{
	for (uint32_t i = 1; i < STRINGS; i++)
		gt_symtab_string(names, "abcdefgh", i);
	for (uint32_t i = 1; i < STACKS; i++) {
		uint32_t frames[2] = { gt_symtab_frame(names, i, i % 7, i % STRINGS, 1), 0 };

		gt_symtab_stack(names, frames, 1 + i % 2);
	}
}

void synth_open(struct synth *s, const struct synth_options *o)
{
	struct rnd r = { o->seed };
	uint32_t row;

	*s = (struct synth){ .procs = o->procs, .goroutines = o->goroutines, .nslices = o->slices };
	s->slices = gt_xcalloc(o->slices + 1, sizeof *s->slices);
	s->calls = gt_xcalloc(3 * (size_t)o->slices + 1, sizeof *s->calls);
	s->first_call = gt_xcalloc((size_t)o->slices + 1, sizeof *s->first_call);
	make_slices(s, &r, o);
	make_calls(s, &r);
	s->t = synth_trace();
	make_names(&s->t->store.names);
	for (uint32_t i = 0; i < o->procs; i++)
		gt_parts_find_or_add(&s->t->store, o->procs - i, i);
	for (uint32_t i = 0; i < o->goroutines; i++)
		gt_goroutine_new(&s->t->store, i + 1, &row)->func =
			gt_symtab_string(&s->t->store.names, "main.f", 6);
}

void synth_add(struct synth *s, uint32_t n)
{
	struct gt_store *store = &s->t->store;
	struct gt_slice row;

	for (; s->added < n; s->added++) {
		struct gt_slice *sl = &s->slices[s->added];

		for (uint32_t c = s->first_call[s->added]; c < s->first_call[s->added + 1]; c++)
			gt_syscalls_add(store, sl->proc_row, &s->calls[c].call);
		sl->prev = gt_goroutine_at(store, sl->g)->last_slice;
		row = *sl;
		if (sl->flags & GT_SLICE_CUT)
			row.ready = gt_cut_ready(sl->t0, sl->seen);
		sl->id = gt_slices_add(store, &row);
		gt_proc_binding_add(store, sl->proc_row,
				    &(struct gt_proc_binding){ .t0 = sl->t0, .t1 = sl->t1, .m = sl->g });
	}
	gt_store_sort_ids(store);
	gt_info_refresh(&s->t->info, store);
}

void synth_finish(struct synth *s)
{
	synth_trace_finish(s->t);
}

void synth_close(struct synth *s)
{
	synth_trace_close(s->t);
	free(s->slices);
	free(s->calls);
	free(s->first_call);
}
