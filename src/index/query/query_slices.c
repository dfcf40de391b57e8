/* Questions about processors, their slices, the calls inside and the threads that held them. */
#include "index/store/state.h"

#include "index/query/span.h"
#include "index/query/tracks.h"

/* ---- processors ---- */

bool gt_proc_get(const struct gt_trace *t, uint32_t proc_row, struct gt_proc *p)
{
	struct gt_id_row r;

	if (!gt_ids_get(&t->store.procs, proc_row, &r))
		return false;
	*p = (struct gt_proc){
		.id = r.id, .first = r.first, .slices = gt_btable_rows(gt_trace_table(t, GT_T_SLICES), proc_row),
		.busy = (int64_t)gt_btable_sum(gt_trace_table(t, GT_T_SLICES), proc_row) };
	return true;
}

uint32_t gt_proc_by_order(const struct gt_trace *t, uint32_t i)
{
	return gt_ids_by_order(&t->store.procs, i);
}

uint32_t gt_proc_find(const struct gt_trace *t, uint64_t id)
{
	return gt_ids_find(&t->store.procs, id);
}

int64_t gt_proc_open_slice(const struct gt_trace *t, uint32_t proc_row)
{
	return t->store.sealed || proc_row >= t->store.procs.n ? GT_NO_TIME
							       : t->store.open_slices[proc_row].t0;
}

/* ---- slices ---- */

/* The values of its columns are `step` apart. */
GT_INLINE void slice_of_row(const uint64_t *row, size_t step, uint32_t id, uint32_t proc_row, struct gt_slice *s)
{
#define FIELD(field) row[step * GT_COL(slice, field)]
	uint64_t t0 = FIELD(t0), dur = FIELD(dur), ready = FIELD(ready), start_n = FIELD(start_n), since;
	uint32_t waker = (uint32_t)FIELD(waker);

	s->id = id;
	s->t0 = (int64_t)t0;
	s->t1 = (int64_t)(t0 + dur);
	s->proc_row = proc_row;
	s->g = (uint32_t)FIELD(g);
	s->end_stack = (uint32_t)FIELD(end_stack);
	s->label = (uint32_t)FIELD(label);
	s->reason = (uint32_t)FIELD(reason);
	s->prev = gt_prev_id(id, (uint32_t)FIELD(prev));
	s->waker = waker ? gt_distant_id(s->g, waker - 1) : GT_NO_ROW;
	s->flags = (uint8_t)FIELD(flags);
	if (GT_UNLIKELY(s->flags & GT_SLICE_CUT)) {
		s->ready = GT_NO_TIME;
		/* Inside the slice, even in a damaged index. */
		since = ready ? ready - 1 : 0;
		s->seen = since < dur ? (int64_t)(t0 + since) : s->t1;
	} else {
		s->ready = ready ? (int64_t)(t0 - ready + 1) : GT_NO_TIME;
		s->seen = s->t0;
	}
	s->start_n = start_n;
	s->end_n = FIELD(events) ? start_n + FIELD(events) : GT_NONE;
	s->ready_n = FIELD(since_ready) ? start_n - FIELD(since_ready) : GT_NONE;
	s->start_type = (uint8_t)FIELD(start_type);
	s->end_type = (uint8_t)FIELD(end_type);
	s->ready_type = (uint8_t)FIELD(ready_type);
#undef FIELD
}

static void decode_slice(const struct gt_bview *v, uint32_t i, struct gt_slice *s)
{
	uint64_t row[GT_COLUMNS(slice)];

	gt_columns_row(&v->in, i, GT_COLUMNS(slice), row);
	slice_of_row(row, 1, (v->block << GT_BLOCK_SHIFT) + i, v->part, s);
}

bool gt_slice_get(const struct gt_trace *t, uint32_t id, struct gt_slice *s)
{
	uint32_t place = id & (GT_BLOCK_ROWS - 1);
	struct gt_bview v;

	if (!gt_bview_block(gt_trace_table(t, GT_T_SLICES), id >> GT_BLOCK_SHIFT, &v) || place >= v.count)
		return false;
	decode_slice(&v, place, s);
	return true;
}

#define AT_A_TIME 32u

/* Rows from row i on, n at most, column after column; how many. */
static uint32_t read_some(const struct gt_bview *v, uint32_t i, uint32_t n, struct gt_slice *out)
{
	uint64_t values[GT_COLUMNS(slice)][AT_A_TIME];

	n = n < AT_A_TIME - i % AT_A_TIME ? n : AT_A_TIME - i % AT_A_TIME;
	for (unsigned c = 0; c < GT_COLUMNS(slice); c++)
		gt_bview_column(v, c, i, i + n, values[c]);
	for (uint32_t j = 0; j < n; j++)
		slice_of_row(&values[0][j], AT_A_TIME, (v->block << GT_BLOCK_SHIFT) + i + j, v->part, &out[j]);
	return n;
}

uint32_t gt_slices_read(const struct gt_trace *t, uint32_t proc_row, uint64_t k, uint32_t n,
			struct gt_slice *out)
{
	struct gt_bview v;
	uint32_t i, got = 0;

	if (!gt_span_at(gt_trace_table(t, GT_T_SLICES), proc_row, k, &v, &i))
		return 0;
	n = n < v.count - i ? n : v.count - i;
	while (got < n)
		got += read_some(&v, i + got, n - got, out + got);
	return got;
}

/* ---- one field of many ---- */

/* Those of slices that were on the P before the trace are not what is stored: they are few. */
static void field_of_cut(const struct gt_bview *v, uint32_t i, uint32_t n, enum gt_slice_field f, uint64_t *out)
{
	unsigned c = GT_COL(slice, flags);
	uint64_t flags[GT_BLOCK_ROWS];
	struct gt_slice s;

	if (gt_columns_same(&v->in, c) && !(gt_bview_get(v, c, i) & GT_SLICE_CUT))
		return;
	gt_bview_column(v, c, i, i + n, flags);
	for (uint32_t j = 0; j < n; j++) {
		if (GT_LIKELY(!(flags[j] & GT_SLICE_CUT)))
			continue;
		decode_slice(v, i + j, &s);
		out[j] = (uint64_t)(f == GT_SLICE_SEEN ? s.seen : f == GT_SLICE_SHOWN ? s.t1 - s.seen : GT_NO_TIME);
	}
}

static void field_ready(const struct gt_bview *v, uint32_t i, uint32_t n, uint64_t *out)
{
	uint64_t since[GT_BLOCK_ROWS];

	gt_bview_column(v, GT_COL_T0, i, i + n, out);
	gt_bview_column(v, GT_COL(slice, ready), i, i + n, since);
	for (uint32_t j = 0; j < n; j++)
		out[j] = since[j] ? out[j] - since[j] + 1 : (uint64_t)GT_NO_TIME;
}

static void field_waited(const struct gt_bview *v, uint32_t i, uint32_t n, uint64_t *out)
{
	gt_bview_column(v, GT_COL(slice, ready), i, i + n, out);
	for (uint32_t j = 0; j < n; j++)
		out[j] = out[j] ? out[j] - 1 : (uint64_t)GT_NO_TIME;
}

static void field_prev(const struct gt_bview *v, uint32_t i, uint32_t n, uint64_t *out)
{
	gt_bview_column(v, GT_COL(slice, prev), i, i + n, out);
	for (uint32_t j = 0; j < n; j++)
		out[j] = gt_prev_id((v->block << GT_BLOCK_SHIFT) + i + j, (uint32_t)out[j]);
}

static void field_waker(const struct gt_bview *v, uint32_t i, uint32_t n, uint64_t *out)
{
	uint64_t g[GT_BLOCK_ROWS];

	gt_bview_column(v, GT_COL(slice, g), i, i + n, g);
	for (uint32_t j = 0; j < n; j++)
		out[j] = out[j] ? gt_distant_id((uint32_t)g[j], (uint32_t)out[j] - 1) : GT_NO_ROW;
}

static void field_t1(const struct gt_bview *v, uint32_t i, uint32_t n, uint64_t *out)
{
	uint64_t dur[GT_BLOCK_ROWS];

	gt_bview_column(v, GT_COL_T0, i, i + n, out);
	gt_bview_column(v, GT_COL_DUR, i, i + n, dur);
	for (uint32_t j = 0; j < n; j++)
		out[j] += dur[j];
}

uint32_t gt_slices_field(const struct gt_trace *t, uint32_t proc_row, uint64_t k, uint32_t n,
			 enum gt_slice_field f, uint64_t *out)
{
	static const uint8_t columns[] = {
		[GT_SLICE_T0] = GT_COL_T0, [GT_SLICE_SEEN] = GT_COL_T0, [GT_SLICE_HELD] = GT_COL_DUR,
		[GT_SLICE_SHOWN] = GT_COL_DUR, [GT_SLICE_G] = GT_COL(slice, g),
		[GT_SLICE_END_STACK] = GT_COL(slice, end_stack), [GT_SLICE_LABEL] = GT_COL(slice, label),
		[GT_SLICE_REASON] = GT_COL(slice, reason), [GT_SLICE_WAKER] = GT_COL(slice, waker),
		[GT_SLICE_START_TYPE] = GT_COL(slice, start_type), [GT_SLICE_END_TYPE] = GT_COL(slice, end_type),
		[GT_SLICE_READY_TYPE] = GT_COL(slice, ready_type), [GT_SLICE_FLAGS] = GT_COL(slice, flags),
	};
	struct gt_bview v;
	uint32_t i;

	if (!gt_span_at(gt_trace_table(t, GT_T_SLICES), proc_row, k, &v, &i))
		return 0;
	n = v.count - i < n ? v.count - i : n;
	if (f == GT_SLICE_READY)
		field_ready(&v, i, n, out);
	else if (f == GT_SLICE_WAITED)
		field_waited(&v, i, n, out);
	else if (f == GT_SLICE_PREV)
		field_prev(&v, i, n, out);
	else if (f == GT_SLICE_T1)
		field_t1(&v, i, n, out);
	else
		gt_bview_column(&v, columns[f], i, i + n, out);
	if (f == GT_SLICE_SEEN || f == GT_SLICE_READY || f == GT_SLICE_WAITED || f == GT_SLICE_SHOWN)
		field_of_cut(&v, i, n, f, out);
	if (f == GT_SLICE_WAKER)
		field_waker(&v, i, n, out);
	return n;
}

int64_t gt_slices_bound(const struct gt_trace *t, uint32_t proc_row, uint64_t k)
{
	const struct gt_btable *slices = gt_trace_table(t, GT_T_SLICES);
	struct gt_block_sum sum;
	uint32_t id = gt_span_id(slices, proc_row, k);

	if (id == GT_NO_ROW || !gt_block_sum_of(slices, id >> GT_BLOCK_SHIFT, &sum) || sum.max > INT64_MAX)
		return INT64_MAX;
	return (int64_t)sum.max;
}

uint64_t gt_slices_of_proc(const struct gt_trace *t, uint32_t proc_row)
{
	return gt_btable_rows(gt_trace_table(t, GT_T_SLICES), proc_row);
}

uint32_t gt_slice_of_proc(const struct gt_trace *t, uint32_t proc_row, uint64_t k)
{
	return gt_span_id(gt_trace_table(t, GT_T_SLICES), proc_row, k);
}

uint64_t gt_slice_place(const struct gt_trace *t, uint32_t id)
{
	struct gt_bview v;

	if (!gt_bview_block(gt_trace_table(t, GT_T_SLICES), id >> GT_BLOCK_SHIFT, &v))
		return 0;
	return v.first + (id & (GT_BLOCK_ROWS - 1));
}

uint64_t gt_slice_seek(const struct gt_trace *t, uint32_t proc_row, int64_t time)
{
	return gt_span_seek_end(gt_trace_table(t, GT_T_SLICES), proc_row, time);
}

uint64_t gt_slices_within(const struct gt_trace *t, uint32_t proc_row, int64_t a, int64_t b, uint64_t *first)
{
	uint64_t k = gt_slice_seek(t, proc_row, a), end = gt_slice_seek(t, proc_row, b);
	struct gt_slice s;

	if (first)
		*first = k;
	if (gt_slice_get(t, gt_slice_of_proc(t, proc_row, end), &s) && s.t0 < b)
		end++;
	return end > k ? end - k : 0;
}

/* ---- calls ---- */

/* Calls of others that begin with a slice: more than a few only if times repeat for long, or in a damaged index. */
#define MAX_TIES 4096

/*
 * The calls of a slice are those of its P that start in it.  Where times can
 * repeat (v1), one may begin, and lose the P, at the very end; and one at the
 * start may be the end of the slice before: the call's goroutine decides.
 */
static void calls_of(const struct gt_trace *t, const struct gt_slice *s, uint64_t *k0, uint64_t *k1)
{
	const struct gt_btable *calls = &t->store.tables[GT_T_CALLS];
	struct gt_bview v;
	uint32_t i;

	*k0 = gt_span_seek_start(calls, s->proc_row, s->t0);
	*k1 = gt_span_seek_start(calls, s->proc_row, s->t1);
	if (gt_span_at(calls, s->proc_row, *k1, &v, &i) && gt_bview_t0(&v, i) == s->t1 &&
	    gt_bview_t1(&v, i) == s->t1 && gt_bview_get(&v, GT_COL(call, g), i) == s->g)
		++*k1;
	for (int n = 0; n < MAX_TIES && *k0 < *k1; n++, ++*k0)
		if (!gt_span_at(calls, s->proc_row, *k0, &v, &i) || gt_bview_t0(&v, i) != s->t0 ||
		    gt_bview_get(&v, GT_COL(call, g), i) == s->g)
			break;
}

uint32_t gt_slice_calls(const struct gt_trace *t, const struct gt_slice *s)
{
	uint64_t k0, k1;

	if (!(s->flags & GT_SLICE_CALLS))
		return 0;
	calls_of(t, s, &k0, &k1);
	return k1 > k0 ? (uint32_t)(k1 - k0) : 0;
}

bool gt_slice_call(const struct gt_trace *t, const struct gt_slice *s, uint32_t i, struct gt_syscall *c)
{
	uint64_t k0, k1;

	calls_of(t, s, &k0, &k1);
	return k0 < k1 && i < k1 - k0 && gt_syscall_get(t, s->proc_row, k0 + i, c);
}

bool gt_slice_began_in_call(const struct gt_trace *t, const struct gt_slice *s)
{
	struct gt_syscall c;

	return s->flags & GT_SLICE_CUT && s->flags & GT_SLICE_CALLS && gt_slice_call(t, s, 0, &c) && !c.known_start;
}

/* ---- threads ---- */

uint64_t gt_proc_thread(const struct gt_trace *t, uint32_t proc_row, int64_t time)
{
	const struct gt_btable *runs = &t->store.tables[GT_T_RUNS];
	struct gt_bview v;
	uint32_t i;

	if (!gt_span_at(runs, proc_row, gt_span_seek_end(runs, proc_row, time), &v, &i) ||
	    gt_bview_t0(&v, i) > time)
		return GT_NONE;
	return gt_bview_get(&v, GT_COL(proc_binding, m), i) - 1;
}

uint64_t gt_proc_binding_seek(const struct gt_trace *t, uint32_t proc_row, int64_t time)
{
	return gt_span_seek_end(&t->store.tables[GT_T_RUNS], proc_row, time);
}

bool gt_proc_binding_get(const struct gt_trace *t, uint32_t proc_row, uint64_t k, struct gt_proc_binding *r)
{
	struct gt_bview v;
	uint32_t i;

	if (!gt_span_at(&t->store.tables[GT_T_RUNS], proc_row, k, &v, &i))
		return false;
	*r = (struct gt_proc_binding){
		.t0 = gt_bview_t0(&v, i), .t1 = gt_bview_t1(&v, i),
		.m = gt_bview_get(&v, GT_COL(proc_binding, m), i) - 1 };
	return true;
}
