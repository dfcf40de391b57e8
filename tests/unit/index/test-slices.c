/* Every question about slices against the plain answer, while the index grows and when it is finished. */
#include "synth.h"

#include <string.h>

#include "base/xalloc.h"
#include "index/store/table.h"
#include "tap/tap.h"

/* The slices of one P or goroutine that are in the store, in order. */
struct list {
	const struct gt_slice **v;
	uint32_t n;
};

static struct list list_of(const struct synth *s, bool of_proc, uint32_t which)
{
	struct list l = { gt_xcalloc((size_t)s->added + 1, sizeof *l.v), 0 };

	for (uint32_t i = 0; i < s->added; i++)
		if ((of_proc ? s->slices[i].proc_row : s->slices[i].g) == which)
			l.v[l.n++] = &s->slices[i];
	return l;
}

static bool same_slice(const struct gt_slice *a, const struct gt_slice *b)
{
	return a->id == b->id && a->t0 == b->t0 && a->t1 == b->t1 && a->proc_row == b->proc_row &&
	       a->g == b->g && a->end_stack == b->end_stack && a->label == b->label &&
	       a->reason == b->reason && a->prev == b->prev && a->seen == b->seen && a->ready == b->ready &&
	       a->waker == b->waker && a->start_type == b->start_type && a->end_type == b->end_type &&
	       a->ready_type == b->ready_type && a->flags == b->flags;
}

/* ---- the plain answers ---- */

static uint32_t plain_seek(const struct list *l, int64_t time)
{
	uint32_t k = 0;

	while (k < l->n && l->v[k]->t1 <= time)
		k++;
	return k;
}

static bool overlaps(const struct gt_slice *s, int64_t a, int64_t b)
{
	return s->t1 > a && s->t0 < b;
}

static int64_t covered(const struct gt_slice *s, int64_t a, int64_t b)
{
	int64_t t0 = s->t0 > a ? s->t0 : a, t1 = s->t1 < b ? s->t1 : b;

	return t1 > t0 ? t1 - t0 : 0;
}

static int64_t plain_busy(const struct list *l, int64_t a, int64_t b)
{
	int64_t sum = 0;

	for (uint32_t k = 0; k < l->n; k++)
		sum += covered(l->v[k], a, b);
	return sum;
}

/* The first of the longest. */
static uint32_t plain_longest(const struct list *l, int64_t a, int64_t b)
{
	const struct gt_slice *best = NULL;

	for (uint32_t k = 0; k < l->n && a < b; k++)
		if (overlaps(l->v[k], a, b) && (!best || l->v[k]->t1 - l->v[k]->t0 > best->t1 - best->t0))
			best = l->v[k];
	return best ? best->id : GT_NO_ROW;
}

/* Sum of each goroutine; the number of slices that were counted. */
static uint32_t plain_sums(const struct list *l, int64_t a, int64_t b, int64_t *sums)
{
	uint32_t n = 0;

	for (uint32_t k = 0; k < l->n && a < b; k++) {
		if (!overlaps(l->v[k], a, b))
			continue;
		sums[l->v[k]->g] += covered(l->v[k], a, b);
		n++;
	}
	return n;
}

/* ---- comparing ---- */

struct check {
	const struct synth *s;
	struct rnd r;
	unsigned bad_rows, bad_seek, bad_busy, bad_longest, bad_dominant, bad_goroutine, bad_calls, bad_thread;
};

/* A time near something that happens in the list. */
static int64_t some_time(struct check *c, const struct list *l)
{
	const struct gt_slice *s;

	if (!l->n || rnd_below(&c->r, 20) == 0)
		return (int64_t)rnd_below(&c->r, 1000) - 500;
	s = l->v[rnd_below(&c->r, l->n)];
	return (rnd_below(&c->r, 2) ? s->t0 : s->t1) + (int64_t)rnd_below(&c->r, 3) - 1;
}

static void check_dominant(struct check *c, const struct list *l, uint32_t proc_row, int64_t a, int64_t b)
{
	int64_t *sums = gt_xcalloc(c->s->goroutines, sizeof *sums), most = 0;
	uint32_t n = plain_sums(l, a, b, sums), got = gt_slices_dominant(c->s->t, proc_row, a, b);

	for (uint32_t g = 0; g < c->s->goroutines; g++)
		most = sums[g] > most ? sums[g] : most;
	if (!n)
		c->bad_dominant += got != GT_NO_ROW;
	else if (got >= c->s->goroutines || (n < GT_BLOCK_ROWS && sums[got] != most))
		c->bad_dominant++;
	free(sums);
}

/* The longest, if it is long enough: some limits are its length or beside it. */
static void check_long(struct check *c, const struct list *l, uint32_t proc_row, int64_t a, int64_t b)
{
	uint32_t longest = plain_longest(l, a, b);
	struct gt_slice s = { .t1 = (int64_t)rnd_below(&c->r, 1000) };
	int64_t ns, least;

	gt_slice_get(c->s->t, longest, &s);
	ns = s.t1 - s.t0;
	least = ns - 1 + (int64_t)rnd_below(&c->r, 3);
	c->bad_longest += gt_slices_long(c->s->t, proc_row, a, b, least) != (ns >= least ? longest : GT_NO_ROW);
}

static void check_interval(struct check *c, const struct list *l, uint32_t proc_row)
{
	int64_t a = some_time(c, l), b = some_time(c, l);

	if (a > b && rnd_below(&c->r, 10)) {
		int64_t swap = a;

		a = b;
		b = swap;
	}
	c->bad_busy += gt_slices_busy(c->s->t, proc_row, a, b) != plain_busy(l, a, b);
	c->bad_busy += gt_slices_busy_until(c->s->t, proc_row, b) != plain_busy(l, INT64_MIN, b);
	c->bad_longest += gt_slices_longest(c->s->t, proc_row, a, b) != plain_longest(l, a, b);
	check_long(c, l, proc_row, a, b);
	check_dominant(c, l, proc_row, a, b);
}

static uint64_t plain_field(const struct gt_slice *s, enum gt_slice_field f)
{
	switch (f) {
	case GT_SLICE_T0: return (uint64_t)s->t0;
	case GT_SLICE_T1: return (uint64_t)s->t1;
	case GT_SLICE_SEEN: return (uint64_t)s->seen;
	case GT_SLICE_READY: return (uint64_t)s->ready;
	case GT_SLICE_HELD: return (uint64_t)(s->t1 - s->t0);
	case GT_SLICE_SHOWN: return (uint64_t)(s->t1 - s->seen);
	case GT_SLICE_WAITED: return (uint64_t)(s->ready == GT_NO_TIME ? GT_NO_TIME : s->t0 - s->ready);
	case GT_SLICE_G: return s->g;
	case GT_SLICE_PREV: return s->prev;
	case GT_SLICE_END_STACK: return s->end_stack;
	case GT_SLICE_LABEL: return s->label;
	case GT_SLICE_REASON: return s->reason;
	case GT_SLICE_WAKER: return s->waker;
	case GT_SLICE_START_TYPE: return s->start_type;
	case GT_SLICE_END_TYPE: return s->end_type;
	case GT_SLICE_READY_TYPE: return s->ready_type;
	case GT_SLICE_FLAGS: return s->flags;
	}
	return 0;
}

/* The same slices field by field. */
static void check_fields(struct check *c, const struct list *l, uint32_t proc_row, uint32_t k, uint32_t n)
{
	uint64_t got[512];

	n = n < 512 ? n : 512;
	for (unsigned f = 0; f <= GT_SLICE_WAITED; f++) {
		uint32_t read = gt_slices_field(c->s->t, proc_row, k, n, f, got);

		c->bad_rows += !read || read > n || read > l->n - k;
		for (uint32_t i = 0; i < read && k + i < l->n; i++)
			c->bad_rows += got[i] != plain_field(l->v[k + i], f);
	}
}

/* Slices of a P read in stretches of all lengths. */
static void check_read(struct check *c, const struct list *l, uint32_t proc_row)
{
	struct gt_slice got[700];
	uint32_t n = 1;

	for (uint32_t k = 0; k < l->n; n = n % 700 + 1) {
		uint32_t read = gt_slices_read(c->s->t, proc_row, k, n, got);

		c->bad_rows += !read || read > n || read > l->n - k;
		check_fields(c, l, proc_row, k, n);
		for (uint32_t i = 0; i < read && k + i < l->n; i++)
			c->bad_rows += !same_slice(&got[i], l->v[k + i]);
		k += read ? read : 1;
	}
	c->bad_rows += gt_slices_read(c->s->t, proc_row, l->n, 1, got) != 0;
}

static void check_proc(struct check *c, uint32_t proc_row)
{
	struct list l = list_of(c->s, true, proc_row);
	const struct gt_trace *t = c->s->t;
	struct gt_proc p;

	if (!gt_proc_get(t, proc_row, &p) || p.slices != l.n ||
	    p.busy != plain_busy(&l, INT64_MIN, INT64_MAX) || p.id != c->s->procs - proc_row ||
	    p.first != proc_row || gt_proc_find(t, p.id) != proc_row ||
	    gt_proc_by_order(t, (uint32_t)p.id - 1) != proc_row)
		c->bad_rows++;
	for (uint32_t k = 0; k < l.n; k++) {
		struct gt_slice got;

		c->bad_longest += gt_slices_bound(t, proc_row, k) < l.v[k]->t1 - l.v[k]->t0;
		if (gt_slice_of_proc(t, proc_row, k) != l.v[k]->id || gt_slice_place(t, l.v[k]->id) != k ||
		    !gt_slice_get(t, l.v[k]->id, &got) || !same_slice(&got, l.v[k]))
			c->bad_rows++;
	}
	c->bad_rows += gt_slice_of_proc(t, proc_row, l.n) != GT_NO_ROW;
	check_read(c, &l, proc_row);
	for (int i = 0; i < 200; i++) {
		int64_t time = some_time(c, &l);

		c->bad_seek += gt_slice_seek(t, proc_row, time) != plain_seek(&l, time);
		check_interval(c, &l, proc_row);
	}
	free(l.v);
}

static void check_goroutine_interval(struct check *c, const struct list *l, uint32_t g)
{
	int64_t a = some_time(c, l), b = some_time(c, l);

	if (rnd_below(&c->r, 20) == 0)
		a = INT64_MIN;
	if (rnd_below(&c->r, 20) == 0)
		b = INT64_MAX;
	c->bad_goroutine += gt_goroutine_busy(c->s->t, g, a, b) != plain_busy(l, a, b);
	c->bad_goroutine += gt_goroutine_longest(c->s->t, g, a, b) != plain_longest(l, a, b);
}

static void check_goroutine(struct check *c, uint32_t g)
{
	struct list l = list_of(c->s, false, g);
	const struct gt_trace *t = c->s->t;

	for (uint32_t k = 0; k < l.n; k++) {
		uint32_t next = k + 1 < l.n ? l.v[k + 1]->id : GT_NO_ROW;

		c->bad_goroutine += gt_goroutine_slice(t, g, k) != l.v[k]->id;
		c->bad_goroutine += gt_slice_next_of_g(t, l.v[k]->id) != next;
	}
	c->bad_goroutine += gt_goroutine_slice(t, g, l.n) != GT_NO_ROW;
	for (int i = 0; i < 50; i++) {
		int64_t time = some_time(c, &l);

		c->bad_goroutine += gt_goroutine_seek(t, g, time) != plain_seek(&l, time);
		check_goroutine_interval(c, &l, g);
	}
	free(l.v);
}

static bool same_call(const struct gt_syscall *a, const struct gt_syscall *b)
{
	return a->t0 == b->t0 && a->t1 == b->t1 && a->g == b->g && a->stack == b->stack && a->lost == b->lost &&
	       a->known_start == b->known_start;
}

static void check_calls(struct check *c)
{
	for (uint32_t i = 0; i < c->s->added; i++) {
		const struct gt_slice *sl = &c->s->slices[i];
		uint32_t first = c->s->first_call[i], n = c->s->first_call[i + 1] - first;
		struct gt_syscall got;

		c->bad_calls += gt_slice_calls(c->s->t, sl) != n;
		for (uint32_t k = 0; k < n; k++)
			if (!gt_slice_call(c->s->t, sl, k, &got) || !same_call(&got, &c->s->calls[first + k].call))
				c->bad_calls++;
		c->bad_calls += n && gt_slice_call(c->s->t, sl, n, &got);
		/* The made-up runs are as the slices, the thread is the goroutine. */
		if (sl->t1 > sl->t0)
			c->bad_thread += gt_proc_thread(c->s->t, sl->proc_row, sl->t0) != sl->g;
	}
}

static void check_all(const struct synth *s, const char *when)
{
	struct check c = { .s = s, .r = { 4711 + s->added } };

	for (uint32_t proc_row = 0; proc_row < s->procs; proc_row++)
		check_proc(&c, proc_row);
	for (uint32_t g = 0; g < s->goroutines; g++)
		check_goroutine(&c, g);
	check_calls(&c);
	tap_is_u64(c.bad_rows, 0, "%s: %u slices come back, by id and by P", when, s->added);
	tap_is_u64(c.bad_seek, 0, "%s: seek", when);
	tap_is_u64(c.bad_busy, 0, "%s: busy", when);
	tap_is_u64(c.bad_longest, 0, "%s: longest", when);
	tap_is_u64(c.bad_dominant, 0, "%s: dominant", when);
	tap_is_u64(c.bad_goroutine, 0, "%s: by goroutine", when);
	tap_is_u64(c.bad_calls, 0, "%s: calls", when);
	tap_is_u64(c.bad_thread, 0, "%s: threads", when);
}

static void test_one(const struct synth_options *o, const char *name)
{
	static const unsigned parts[] = { 3, 2, 1 };
	struct synth s;
	char when[64];

	synth_open(&s, o);
	for (size_t i = 0; i < GT_COUNT(parts); i++) {
		synth_add(&s, o->slices / parts[i]);
		snprintf(when, sizeof when, "%s, growing", name);
		check_all(&s, when);
	}
	synth_finish(&s);
	snprintf(when, sizeof when, "%s, finished", name);
	check_all(&s, when);
	tap_ok(!gt_trace_verify(s.t, NULL), "%s: the index is sound", name);
	synth_close(&s);
}

/* A P with exactly n slices: the ends of blocks, of groups of 64 blocks. */
static void test_size(uint32_t n)
{
	struct synth s;
	char when[64];

	synth_open(&s, &(struct synth_options){ .seed = n, .procs = 1, .goroutines = 2, .slices = n });
	synth_add(&s, n);
	snprintf(when, sizeof when, "%u slices of one P, growing", n);
	check_all(&s, when);
	synth_finish(&s);
	snprintf(when, sizeof when, "%u slices of one P, finished", n);
	check_all(&s, when);
	synth_close(&s);
}

/* Nothing at all is there: no answer, no crash. */
TAP_TEST(nothing)
{
	struct gt_trace *t = synth_trace();
	struct gt_slice sl;
	struct gt_proc p;

	for (int finished = 0; finished < 2; finished++) {
		tap_ok(!gt_proc_get(t, 0, &p) && gt_proc_find(t, 0) == GT_NO_ROW &&
		       gt_proc_by_order(t, 0) == GT_NO_ROW && !gt_slice_get(t, 0, &sl) &&
		       !gt_slice_get(t, UINT32_MAX, &sl) && !gt_slices_of_proc(t, 0) &&
		       gt_slice_of_proc(t, 0, 0) == GT_NO_ROW && !gt_slice_seek(t, 0, 0) &&
		       !gt_slices_busy(t, 0, 0, 10) && gt_slices_longest(t, 0, 0, 10) == GT_NO_ROW &&
		       gt_slices_dominant(t, 0, 0, 10) == GT_NO_ROW && gt_proc_thread(t, 0, 0) == GT_NONE &&
		       gt_goroutine_slice(t, 0, 0) == GT_NO_ROW && !gt_goroutine_seek(t, 0, 0) &&
		       gt_slice_next_of_g(t, 0) == GT_NO_ROW,
		       "an empty index, %s", finished ? "finished" : "growing");
		if (!finished)
			synth_trace_finish(t);
	}
	synth_trace_close(t);
}

TAP_TEST(made_up)
{
	static const uint32_t sizes[] = { 1, 15, 16, 17, 63, 64, 65, 129, 511, 512, 513, 1024, 1536 };

	test_one(&(struct synth_options){ .seed = 1, .procs = 1, .goroutines = 1, .slices = 700 }, "one of each");
	test_one(&(struct synth_options){ .seed = 2, .procs = 4, .goroutines = 30, .slices = 9000 }, "four Ps");
	test_one(&(struct synth_options){ .seed = 3, .procs = 3, .goroutines = 9, .slices = 6000, .jumps = true },
		 "long times");
	test_one(&(struct synth_options){ .seed = 4, .procs = 2, .goroutines = 5, .slices = 5000, .ties = true },
		 "equal times");
	test_one(&(struct synth_options){ .seed = 5, .procs = 40, .goroutines = 200, .slices = 3000 }, "many Ps");
	for (size_t i = 0; i < GT_COUNT(sizes); i++)
		test_size(sizes[i]);
	test_size(64 * 512 + 700);
}
