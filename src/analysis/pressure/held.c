/* What every processor (P) did while goroutines of the program waited for one: the walk as a whole. */
#include "analysis/pressure/held_own.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stw/stalls.h"
#include "base/sat.h"
#include "base/thread.h"
#include "base/xalloc.h"
#include "index/query/procs.h"

#define ROWS_ALONE 65536u     /* slices that are not worth a second thread */

static const struct {
	const char *name, *text;
} kinds[GT_HELD_KINDS] = {
	[GT_HELD_PROGRAM] = { "program", "the program" },
	[GT_HELD_UNNAMED] = { "unnamed", "goroutines without a name" },
	[GT_HELD_DEDICATED] = { "gc dedicated", "GC (dedicated)" },
	[GT_HELD_FRACTIONAL] = { "gc fractional", "GC (fractional)" },
	[GT_HELD_IDLE_MARK] = { "gc idle", "GC (idle)" },
	[GT_HELD_RUNTIME] = { "runtime", "the runtime" },
	[GT_HELD_SYSCALL] = { "syscall", "in a system call" },
	[GT_HELD_SCHEDULER] = { "scheduler", "a thread without a goroutine" },
	[GT_HELD_IDLE] = { "idle", "idle: a P was free" },
	[GT_HELD_STOPPED] = { "stopped", "stopped for a stop of the world" },
	[GT_HELD_STILL] = { "still", "the world stood still" },
};

const char *gt_held_name(enum gt_held_kind kind)
{
	assert((unsigned)kind < GT_HELD_KINDS);
	return kinds[kind].name;
}

const char *gt_held_text(enum gt_held_kind kind)
{
	assert((unsigned)kind < GT_HELD_KINDS);
	return kinds[kind].text;
}

/* ---- changes for all Ps ---- */

static void add_change(struct gt_held *h, int64_t t, enum gt_held_what what)
{
	if (t >= h->to)
		return;
	GT_GROW(h->changes, h->cap_changes, h->nchanges + 1);
	h->changes[h->nchanges] = (struct gt_held_change){ .t = t, .n = (uint32_t)h->nchanges,
								   .what = (uint8_t)what };
	h->nchanges++;
}

static void add_stop(struct gt_held *h, const struct gt_blame_row *r)
{
	int64_t still = r->ns[GT_PAUSE_STILL], restart = r->ns[GT_PAUSE_RESTART], end = r->t1;
	int64_t stopped = r->t0 + (r->ns[GT_PAUSE_STOP] != GT_NO_TIME ? r->ns[GT_PAUSE_STOP] : 0);

	if (still != GT_NO_TIME)
		end = stopped + still;
	else if (end != GT_NO_TIME && restart != GT_NO_TIME)
		end -= restart;
	if (end != GT_NO_TIME && end <= r->t0)
		return;
	add_change(h, r->t0, GT_HELD_STOP_BEGINS);
	add_change(h, end != GT_NO_TIME ? end : INT64_MAX, GT_HELD_STOP_ENDS);
	if (still == GT_NO_TIME || still <= 0)
		return;
	add_change(h, stopped, GT_HELD_STILL_BEGINS);
	add_change(h, end, GT_HELD_STILL_ENDS);
}

/* Of what goes on in a stall nobody is the cause. */
static void held_add_stalls(struct gt_held *h)
{
	struct gt_stalls *s = h->args.shortage ? &h->args.shortage->stalls : NULL;

	if (!s)
		return;
	gt_stalls_release(s);
	gt_stalls_find(s, h->trace, h->from, h->to);
	for (size_t i = 0; i < s->n; i++) {
		add_change(h, s->v[i].t0, GT_HELD_STALL_BEGINS);
		add_change(h, s->v[i].t1, GT_HELD_STALL_ENDS);
	}
}

static void held_add_procs(struct gt_held *h)
{
	struct gt_procs_walk w;

	if (!gt_trace_info(h->trace)->gomaxprocs)
		return;
	gt_procs_begin(&w, h->trace);
	h->procs = w.procs;
	while (gt_procs_next(&w) && w.t0 < h->to) {
		add_change(h, w.t0, GT_HELD_NEW_PROCS);
		h->changes[h->nchanges - 1].procs = w.procs;
	}
}

/* At one time, what begins comes before what ends, so that no number is ever below 0. */
static int compare_changes(const void *a, const void *b)
{
	const struct gt_held_change *x = a, *y = b;

	return GT_ASC(x, y, t) ?: GT_ASC(x, y, what) ?: GT_ASC(x, y, n);
}

/* What holds from each change on. */
static void finish_changes(struct gt_held *h)
{
	struct gt_held_change now = { .procs = h->procs };

	if (h->nchanges)
		qsort(h->changes, h->nchanges, sizeof *h->changes, compare_changes);
	for (size_t i = 0; i < h->nchanges; i++) {
		struct gt_held_change *c = &h->changes[i];

		now.stops += (c->what == GT_HELD_STOP_BEGINS) - (c->what == GT_HELD_STOP_ENDS);
		now.stills += (c->what == GT_HELD_STILL_BEGINS) - (c->what == GT_HELD_STILL_ENDS);
		now.stalls += (c->what == GT_HELD_STALL_BEGINS) - (c->what == GT_HELD_STALL_ENDS);
		now.procs = c->what == GT_HELD_NEW_PROCS ? c->procs : now.procs;
		c->stops = now.stops;
		c->stills = now.stills;
		c->stalls = now.stalls;
		c->procs = now.procs;
	}
}

/* ---- whose goroutines ---- */

/* id: of the goroutine whose waits are asked for. */
static bool held_wanted(const struct gt_held *h, uint32_t row, const struct gt_ginfo *g, uint64_t id)
{
	const char *name;
	size_t n;

	if (h->args.has_g && row != h->args.g && !(h->args.lives && g->id == id))
		return false;
	if (!h->args.func)
		return true;
	name = gt_trace_string(h->trace, g->func, &n);
	return g->func && n == strlen(h->args.func) && !memcmp(name, h->args.func, n);
}

static int find_classes(struct gt_held *h, struct gt_error *err)
{
	int rc = gt_ginfos_open(&h->goroutines, h->trace, err);
	struct gt_goroutine whose;
	uint64_t id = GT_NONE;
	uint8_t *class;

	/* One thread can ask when it meets one, if all are wanted. */
	if (rc || h->args.whole || (h->args.threads <= 1 && !h->args.has_g && !h->args.func && !h->args.always_known))
		return rc;
	rc = gt_scratch_alloc(&h->classes, h->goroutines.n, 1, err);
	if (rc)
		return rc;
	if (h->args.has_g && gt_goroutine_get(h->trace, h->args.g, &whose))
		id = whose.id;
	class = h->classes.data;
	for (uint32_t row = 0; row < h->goroutines.n; row++) {
		const struct gt_ginfo *g = gt_ginfos_get(&h->goroutines, row);

		class[row] = gt_held_class_of(h, row);
		if (class[row] == GT_HELD_PROGRAM && held_wanted(h, row, g, id))
			class[row] |= GT_HELD_WANTED;
	}
	return 0;
}

/* ---- parts of the range ---- */

static uint64_t held_rows_between(const struct gt_held *h, int64_t a, int64_t b)
{
	uint32_t procs = gt_trace_info(h->trace)->procs;
	uint64_t n = 0;

	for (uint32_t i = 0; i < procs; i++)
		n += gt_slices_within(h->trace, i, a, b, NULL);
	return n;
}

/* A time before which about so many rows lie. */
static int64_t find_rows(const struct gt_held *h, uint64_t rows)
{
	int64_t a = h->from, b = h->to;

	while (b - a > 1) {
		int64_t t = a + (b - a) / 2;

		if (held_rows_between(h, h->from, t) < rows)
			a = t;
		else
			b = t;
	}
	return b;
}

static int open_worker(struct gt_held *h, unsigned i, int64_t lo, int64_t hi, struct gt_error *err)
{
	struct gt_held_worker *w = &h->workers[i];
	int rc = 0;

	*w = (struct gt_held_worker){ .h = h, .number = i, .lo = lo, .hi = hi, .label_kind = GT_HELD_KINDS,
				      .some_end = GT_NO_TIME, .full_end = GT_NO_TIME,
				      .splits = h->args.on_wait || h->args.by_g || h->args.whole };
	h->nworkers = i + 1;
	if (h->args.by_g)
		rc = gt_scratch_alloc(&w->by_g_own, h->goroutines.n, sizeof(int64_t), err);
	w->by_g = w->by_g_own.data;
	if (h->args.shortage)
		w->shortage = gt_short_part_open();
	if (!rc)
		rc = gt_held_procs_open(w, err);
	if (!rc && !h->args.whole)
		gt_held_procs_begin(w);
	return rc;
}

static int held_open_workers(struct gt_held *h, struct gt_error *err)
{
	unsigned n = h->args.threads > 1 ? h->args.threads : 1;
	int64_t lo = h->from, hi;
	int rc = 0;

	h->workers = gt_xcalloc(GT_WORKERS, sizeof *h->workers);
	if (h->args.whole)
		return open_worker(h, 0, h->from, h->to, err);
	h->slices = held_rows_between(h, h->from, h->to);
	n = (h->slices < ROWS_ALONE && !h->args.always) ? 1 : n < GT_WORKERS ? n : GT_WORKERS;
	for (unsigned i = 0; i < n && !rc && lo < h->to; i++, lo = hi) {
		hi = i + 1 < n ? find_rows(h, h->slices / n * (i + 1)) : h->to;
		if (hi > lo)
			rc = open_worker(h, h->nworkers, lo, hi, err);
	}
	return rc;
}

int gt_held_begin(struct gt_held *h, const struct gt_trace *t, const struct gt_blame_index *b,
		  const struct gt_held_args *args, struct gt_error *err)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	uint64_t most = gt_info_procs(info);
	int rc;

	*h = (struct gt_held){ .trace = t, .args = *args, .from = args->from > 0 ? args->from : 0, .to = info->horizon,
			       .procs = UINT64_MAX };
	h->to = args->to < h->to ? args->to : h->to;
	if (h->from >= h->to) {
		h->to = h->from;
		h->done = true;
		return 0;
	}
	most = most > info->procs ? most : info->procs;
	most = most > info->goroutines ? most : info->goroutines;
	if (gt_sat_mul(h->to - h->from, (int64_t)most) > INT64_MAX / 4)
		return gt_error_set(err, GT_ERR_LIMIT, GT_NO_OFFSET,
				    "the trace is too long for a sum over so many processors and goroutines");
	gt_wait_causes_by_type(t, h->causes);
	for (size_t i = 0; i < b->n && b->rows[i].t0 < h->to; i++)
		add_stop(h, &b->rows[i]);
	held_add_stalls(h);
	held_add_procs(h);
	finish_changes(h);
	rc = find_classes(h, err);
	return rc ? rc : held_open_workers(h, err);
}

/* ---- results ---- */

static int compare_pieces(const void *a, const void *b)
{
	const struct gt_held_piece *x = a, *y = b;

	return x->w.slice < y->w.slice ? -1 : x->w.slice > y->w.slice;
}

/* A wait of which several parts of the range have pieces. */
static void join_pieces(struct gt_held *h)
{
	struct gt_held_worker *all = &h->workers[0];
	size_t n = all->npieces;

	if (n)
		qsort(all->pieces, n, sizeof *all->pieces, compare_pieces);
	for (size_t i = 0, end; i < n; i = end) {
		struct gt_held_piece *p = &all->pieces[i];

		for (end = i + 1; end < n && all->pieces[end].w.slice == p->w.slice; end++)
			for (unsigned k = 0; k < GT_HELD_LEVELS; k++)
				gt_sat_grow(&p->split.ns[k], all->pieces[end].split.ns[k]);
		h->waits++;
		gt_held_tell(h, 0, p);
	}
}

/* Parts are in time order, the spans of each the last first. */
static void join_spans(struct gt_held_spans *all, const struct gt_held_spans *s)
{
	for (size_t i = s->n; i-- > 0;) {
		if (all->n && all->v[all->n - 1].t1 == s->v[i].t0) {
			all->v[all->n - 1].t1 = s->v[i].t1;
			continue;
		}
		GT_GROW(all->v, all->cap, all->n + 1);
		all->v[all->n++] = s->v[i];
	}
}

static void held_finish(struct gt_held *h)
{
	struct gt_held_worker *all = &h->workers[0];

	for (unsigned i = 0; i < h->nworkers; i++) {
		struct gt_held_worker *w = &h->workers[i];

		h->waits += w->waits;
		gt_sat_grow(&h->sum, w->sum);
		for (unsigned k = 0; k < GT_HELD_LEVELS; k++)
			gt_sat_grow(&h->split.ns[k], w->split.ns[k]);
		h->some += w->some;
		h->full += w->full;
		join_spans(&h->some_spans, &w->some_spans);
		join_spans(&h->full_spans, &w->full_spans);
		for (size_t k = 0; i && k < w->npieces; k++) {
			GT_GROW(all->pieces, all->cap_pieces, all->npieces + 1);
			all->pieces[all->npieces++] = w->pieces[k];
		}
		for (uint32_t g = 0; i && w->by_g && g < h->goroutines.n; g++)
			gt_sat_grow(&all->by_g[g], w->by_g[g]);
	}
	join_pieces(h);
	if (h->args.shortage)
		gt_shortage_join(h);
	h->by_g = all->by_g_own;
	all->by_g_own = (struct gt_scratch){ 0 };
	h->done = true;
}

/* ---- steps ---- */

static void held_work(void *arg, unsigned worker)
{
	struct gt_held *h = arg;

	if (!h->workers[worker].done)
		gt_held_walk(&h->workers[worker]);
}

bool gt_held_step(struct gt_held *h)
{
	bool done = true;

	if (h->done)
		return true;
	if (h->nworkers > 1)
		gt_work_together(h->nworkers, held_work, h);
	else if (h->nworkers)
		held_work(h, 0);
	h->seen = 0;
	for (unsigned i = 0; i < h->nworkers; i++) {
		h->seen += h->workers[i].seen;
		done &= h->workers[i].done;
	}
	if (done)
		held_finish(h);
	return h->done;
}

bool gt_held_frames_step(struct gt_held_frames *f, const struct gt_trace *t, const struct gt_blame_index *b,
			 int64_t from, int64_t to, struct gt_error *err)
{
	const struct gt_held_args a = { .from = from, .to = to, .moments = GT_HELD_FRAME };

	if (f->begun)
		return f->failed || gt_held_step(&f->held);
	f->begun = true;
	f->failed = gt_held_begin(&f->held, t, b, &a, err) != 0;
	return f->failed;
}

static void release_worker(struct gt_held_worker *w)
{
	gt_held_procs_close(w);
	gt_scratch_free(&w->by_g_own);
	free(w->open);
	free(w->heap);
	free(w->unused);
	free(w->some_spans.v);
	free(w->full_spans.v);
	free(w->pieces);
	gt_held_each_close(w->each);
	gt_short_part_close(w->shortage);
}

void gt_held_release(struct gt_held *h)
{
	for (unsigned i = 0; i < h->nworkers; i++)
		release_worker(&h->workers[i]);
	free(h->workers);
	free(h->changes);
	free(h->parts);
	free(h->some_spans.v);
	free(h->full_spans.v);
	gt_scratch_free(&h->classes);
	gt_scratch_free(&h->by_g);
	gt_ginfos_release(&h->goroutines);
	*h = (struct gt_held){ 0 };
}

int gt_held_run(struct gt_held *h, const struct gt_trace *t, const struct gt_held_args *args,
		bool (*progress)(void *arg, uint64_t done, uint64_t total), void *progress_arg, struct gt_error *err)
{
	struct gt_blame_index blames = { 0 };
	int rc;

	gt_blame_index_update(&blames, t, 0);
	rc = gt_held_begin(h, t, &blames, args, err);
	gt_blame_index_release(&blames);
	while (!rc && !gt_held_step(h))
		if (progress && !progress(progress_arg, h->seen, h->slices))
			rc = gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "it was cancelled");
	return rc;
}
