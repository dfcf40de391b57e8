/* Which slices a table of slices holds: of all Ps or of one goroutine, whole or in parts. */
#include "analysis/slices/greedyrows.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/xalloc.h"

/* ---- stretches ---- */

static void stretch_whole(const struct gt_slice *slice, struct gt_slice_part *s)
{
	*s = (struct gt_slice_part) {
		.slice = *slice, .t0 = slice->seen, .t1 = slice->t1, .end_stack = slice->end_stack,
		.reason = slice->reason, .start_type = slice->start_type, .end_type = slice->end_type,
		.open = slice->flags & GT_SLICE_OPEN, .cut = slice->flags & GT_SLICE_CUT,
	};
}

bool gt_slice_part_of(const struct gt_trace *t, uint32_t id, struct gt_slice_part *out)
{
	struct gt_slice slice;

	if (!gt_slice_get(t, id, &slice))
		return false;
	stretch_whole(&slice, out);
	return true;
}

void gt_slice_runs(const struct gt_trace *t, const struct gt_slice *s, int64_t *run_max, int64_t *syscall)
{
	uint32_t n = s->flags & GT_SLICE_CALLS ? gt_slice_calls(t, s) : 0;
	int64_t from = s->seen, max = 0, in = 0;

	for (uint32_t i = 0; i < n; i++) {
		struct gt_syscall c;

		if (!gt_slice_call(t, s, i, &c))
			continue;
		if (c.t0 - from > max)
			max = c.t0 - from;
		in += c.t1 - (c.t0 > s->seen ? c.t0 : s->seen);
		from = c.t1;
	}
	if (s->t1 - from > max)
		max = s->t1 - from;
	*run_max = max;
	*syscall = in;
}

/* The part of a slice after its first `part` calls. */
static void stretch_part(const struct gt_trace *t, const struct gt_slice *slice, uint32_t part,
			 const struct gt_types *types, struct gt_slice_part *s)
{
	struct gt_syscall c;

	stretch_whole(slice, s);
	s->part = part;
	if (part && gt_slice_call(t, slice, part - 1, &c)) {
		s->t0 = c.t1;
		/* v1 does not say when the call ended: the part begins where it began. */
		s->start_type = types->call_end ? types->call_end : types->call_begin;
		s->cut = false;
	}
	if (gt_slice_call(t, slice, part, &c)) {
		s->t1 = c.t0;
		s->end_type = types->call_begin;
		s->end_stack = c.stack;
		s->reason = 0;
		s->open = false;
	}
}

/*
 * Rows of a split table for a slice: its part i, which follows its i-th call,
 * unless the goroutine never came back from that call on this processor.
 * Returns their number; rows may be NULL.
 */
static uint32_t split_slice(const struct gt_trace *t, const struct gt_slice *slice, struct gt_greedy_part *rows)
{
	uint32_t calls = slice->flags & GT_SLICE_CALLS ? gt_slice_calls(t, slice) : 0, n = 0;
	struct gt_syscall c;

	for (uint32_t i = gt_slice_began_in_call(t, slice); i <= calls; i++) {
		if (i && gt_slice_call(t, slice, i - 1, &c) && c.lost)
			continue;
		if (rows)
			rows[n] = (struct gt_greedy_part) { slice->id, i };
		n++;
	}
	return n;
}

/* ---- rows ---- */

/* Several threads may ask; which lane was the last one is a guess. */
static struct gt_greedy_lane *lane_of_row(struct gt_greedy_rows *gr, uint64_t row)
{
	size_t lane = __atomic_load_n(&gr->lane, __ATOMIC_RELAXED);
	struct gt_greedy_lane *l = &gr->lanes[lane];

	assert(lane < gr->nlanes);
	if (row - l->first < l->n)
		return l;
	lane = GT_BISECT(i, 0, gr->nlanes, gr->lanes[i].first <= row) - 1;
	__atomic_store_n(&gr->lane, lane, __ATOMIC_RELAXED);
	return &gr->lanes[lane];
}

static uint32_t slice_of_row(struct gt_greedy_rows *gr, uint64_t row, uint32_t *part)
{
	const struct gt_greedy_part *rows = gr->parts.data;
	struct gt_greedy_lane *l;

	if (gr->split) {
		*part = rows[row].part;
		return rows[row].slice;
	}
	*part = 0;
	l = lane_of_row(gr, row);
	if (gr->own)
		return gt_goroutine_slice(gr->t, l->part, (uint32_t)(l->lo + (row - l->first)));
	return gt_slice_of_proc(gr->t, l->part, l->lo + (row - l->first));
}

void gt_greedy_rows_get(struct gt_greedy_rows *gr, uint64_t row, struct gt_slice_part *s)
{
	struct gt_slice slice;
	uint32_t part, id = slice_of_row(gr, row, &part);

	if (!gt_slice_get(gr->t, id, &slice))
		memset(&slice, 0, sizeof slice);
	if (gr->split)
		stretch_part(gr->t, &slice, part, gr->types, s);
	else
		stretch_whole(&slice, s);
}

/* ---- many rows ---- */

/* Rows of a split table: their slices follow each other on a P. */
static uint32_t read_parts(struct gt_greedy_rows *gr, uint64_t row, uint32_t n, struct gt_slice_part *out)
{
	const struct gt_greedy_part *rows = (const struct gt_greedy_part *)gr->parts.data + row;
	const struct gt_trace *t = gr->t;
	struct gt_slice slices[GT_KEYS_STEP];
	uint32_t got, at = 0, i;
	struct gt_slice first;

	if (!gt_slice_get(t, rows[0].slice, &first))
		return 0;
	got = gt_slices_read(t, first.proc_row, gt_slice_place(t, first.id), GT_KEYS_STEP, slices);
	for (i = 0; i < n; i++) {
		while (at < got && slices[at].id != rows[i].slice)
			at++;
		if (at == got)
			break;
		if (rows[i].part || slices[at].flags & GT_SLICE_CALLS)
			stretch_part(t, &slices[at], rows[i].part, gr->types, &out[i]);
		else
			stretch_whole(&slices[at], &out[i]);
	}
	return i;
}

/* Where row's slice is in its P, and how many of at most n rows follow each other there. */
static uint32_t rows_of_lane(struct gt_greedy_rows *gr, uint64_t row, uint32_t n, uint32_t *proc_row, uint64_t *k)
{
	const struct gt_greedy_lane *l;
	uint64_t left;

	if (gr->split || gr->own || row >= gr->n)
		return 0;
	l = lane_of_row(gr, row);
	left = l->n - (row - l->first);
	*proc_row = l->part;
	*k = l->lo + (row - l->first);
	return left < n ? (uint32_t)left : n;
}

uint32_t gt_greedy_rows_field(struct gt_greedy_rows *gr, uint64_t row, uint32_t n, enum gt_slice_field f,
			      uint64_t *out)
{
	uint32_t proc_row;
	uint64_t k;

	n = rows_of_lane(gr, row, n, &proc_row, &k);
	return n ? gt_slices_field(gr->t, proc_row, k, n, f, out) : 0;
}

uint32_t gt_greedy_rows_proc(struct gt_greedy_rows *gr, uint64_t row)
{
	assert(!gr->own && row < gr->n);
	return lane_of_row(gr, row)->part;
}

/* The rows of a P are in the order of their starts. */
bool gt_greedy_rows_inside(const struct gt_greedy_rows *gr, int64_t to)
{
	struct gt_slice s;

	for (size_t i = 0; i < gr->nlanes && !gr->split && !gr->own; i++) {
		const struct gt_greedy_lane *l = &gr->lanes[i];

		if (!l->n)
			continue;
		if (!gt_slice_get(gr->t, gt_slice_of_proc(gr->t, l->part, l->lo + l->n - 1), &s) || s.seen >= to)
			return false;
	}
	return !gr->split && !gr->own;
}

static uint32_t read_slices(struct gt_greedy_rows *gr, uint64_t row, uint32_t n, struct gt_slice_part *out)
{
	struct gt_slice slices[GT_KEYS_STEP];
	uint32_t proc_row;
	uint64_t k;

	n = rows_of_lane(gr, row, n, &proc_row, &k);
	n = n ? gt_slices_read(gr->t, proc_row, k, n, slices) : 0;
	for (uint32_t i = 0; i < n; i++)
		stretch_whole(&slices[i], &out[i]);
	return n;
}

uint32_t gt_greedy_rows_read(struct gt_greedy_rows *gr, uint64_t row, uint32_t n, struct gt_slice_part *out)
{
	uint32_t got = 0;

	if (row >= gr->n)
		return 0;
	n = n < GT_KEYS_STEP ? n : GT_KEYS_STEP;
	n = n < gr->n - row ? n : (uint32_t)(gr->n - row);
	if (!gr->own)
		got = gr->split ? read_parts(gr, row, n, out) : read_slices(gr, row, n, out);
	if (!got)
		gt_greedy_rows_get(gr, row, out);
	return got ? got : 1;
}

/* ---- the row of a slice ---- */

/* Row of a slice in a table of one goroutine. */
static uint64_t own_row_of(const struct gt_greedy_rows *gr, const struct gt_greedy_lane *l, const struct gt_slice *s)
{
	uint64_t k = gt_goroutine_seek(gr->t, s->g, s->t0 - 1);

	/* In v1 slices can be empty: several may have this time. */
	for (; k - l->lo < l->n; k++) {
		uint32_t id = gt_goroutine_slice(gr->t, s->g, (uint32_t)k);

		if (id == s->id)
			return l->first + (k - l->lo);
		if (id == GT_NO_ROW)
			break;
	}
	return UINT64_MAX;
}

uint64_t gt_greedy_rows_find(const struct gt_greedy_rows *gr, uint32_t slice)
{
	const struct gt_greedy_part *rows = gr->parts.data;
	struct gt_slice s;
	uint64_t k;

	if (!gt_slice_get(gr->t, slice, &s))
		return UINT64_MAX;
	if (gr->split) {
		/* Its first row: rows are in the order of the lanes. */
		for (uint64_t i = 0; i < gr->n; i++)
			if (rows[i].slice == slice)
				return i;
		return UINT64_MAX;
	}
	k = gt_slice_place(gr->t, slice);
	for (size_t i = 0; i < gr->nlanes; i++) {
		const struct gt_greedy_lane *l = &gr->lanes[i];

		if (gr->own && l->part == s.g)
			return own_row_of(gr, l, &s);
		if (!gr->own && l->part == s.proc_row)
			return k - l->lo < l->n ? l->first + k - l->lo : UINT64_MAX;
	}
	return UINT64_MAX;
}

/* ---- opening ---- */

/* A window's last slice goes on in it, but the trace shows it later: it is no row there. */
static bool is_late(const struct gt_trace *t, uint32_t last, int64_t to)
{
	struct gt_slice s;

	return gt_slice_get(t, last, &s) && s.seen >= to;
}

static void find_lanes(struct gt_greedy_rows *gr, struct gt_trace *t, const struct gt_table_args *args)
{
	uint32_t procs = gt_trace_info(t)->procs;

	gr->lanes = gt_xcalloc(procs ? procs : 1, sizeof *gr->lanes);
	gr->nlanes = procs ? procs : 1;
	for (uint32_t i = 0; i < procs; i++) {
		struct gt_greedy_lane *l = &gr->lanes[i];

		l->part = gt_proc_by_order(t, i);
		l->first = gr->n;
		l->n = args->limited ? gt_slices_within(t, l->part, args->from, args->to, &l->lo)
				     : gt_slices_of_proc(t, l->part);
		if (args->limited && l->n && is_late(t, gt_slice_of_proc(t, l->part, l->lo + l->n - 1), args->to))
			l->n--;
		gr->n += l->n;
	}
}

/* Only the slices of one life of a goroutine. */
static void find_own(struct gt_greedy_rows *gr, struct gt_trace *t, const struct gt_table_args *args, uint32_t row)
{
	struct gt_greedy_lane *l = &gr->lanes[gr->nlanes++];
	struct gt_goroutine g = { 0 };
	uint32_t k0 = 0;

	gt_goroutine_get(t, row, &g);
	l->part = row;
	l->first = gr->n;
	l->n = args->limited ? gt_goroutine_slices_within(t, row, args->from, args->to, &k0) : g.slices;
	if (args->limited && l->n && is_late(t, gt_goroutine_slice(t, row, k0 + (uint32_t)l->n - 1), args->to))
		l->n--;
	l->lo = k0;
	gr->n += l->n;
}

static void find_lives(struct gt_greedy_rows *gr, struct gt_trace *t, const struct gt_table_args *args)
{
	struct gt_goroutine g = { 0 };
	uint32_t n = 1;

	if (args->lives && gt_goroutine_get(t, args->g, &g))
		n = gt_goroutine_lives(t, g.id);
	gr->own = true;
	gr->lanes = gt_xcalloc((size_t)n + 1, sizeof *gr->lanes);
	for (uint32_t i = 0; i < n; i++)
		find_own(gr, t, args, args->lives ? gt_goroutine_life(t, g.id, i) : args->g);
}

/* The parts of those. */
static uint64_t split_own(struct gt_greedy_rows *gr, struct gt_trace *t, struct gt_greedy_part *rows)
{
	struct gt_slice s;
	uint64_t n = 0;

	for (size_t i = 0; i < gr->nlanes; i++) {
		const struct gt_greedy_lane *l = &gr->lanes[i];

		for (uint64_t k = l->lo; k - l->lo < l->n; k++)
			if (gt_slice_get(t, gt_goroutine_slice(t, l->part, (uint32_t)k), &s))
				n += split_slice(t, &s, rows ? rows + n : NULL);
	}
	return n;
}

/* Goes over all slices; rows is NULL to count only. */
static uint64_t split_all(struct gt_greedy_rows *gr, struct gt_trace *t, struct gt_greedy_part *rows)
{
	struct gt_slice slices[GT_KEYS_STEP];
	uint64_t n = 0;

	if (gr->own)
		return split_own(gr, t, rows);
	for (size_t i = 0; i < gr->nlanes; i++) {
		const struct gt_greedy_lane *l = &gr->lanes[i];
		uint32_t got;

		for (uint64_t k = 0; k < l->n; k += got) {
			uint64_t left = l->n - k;

			got = gt_slices_read(t, l->part, l->lo + k, left < GT_KEYS_STEP ? (uint32_t)left : GT_KEYS_STEP,
					     slices);
			if (!got)
				break;
			for (uint32_t j = 0; j < got; j++)
				n += split_slice(t, &slices[j], rows ? rows + n : NULL);
		}
	}
	return n;
}

int gt_greedy_rows_open(struct gt_greedy_rows *gr, struct gt_trace *t, const struct gt_table_args *args,
			struct gt_error *err)
{
	int rc;

	*gr = (struct gt_greedy_rows) { .t = t, .types = gt_types_of(t) };
	if (args->has_g)
		find_lives(gr, t, args);
	else
		find_lanes(gr, t, args);
	if (!gt_greedy_args_of(args)->split)
		return 0;
	gr->split = true;
	rc = gt_scratch_alloc(&gr->parts, split_all(gr, t, NULL), sizeof(struct gt_greedy_part), err);
	if (!rc)
		gr->n = split_all(gr, t, gr->parts.data);
	return rc;
}

void gt_greedy_rows_release(struct gt_greedy_rows *gr)
{
	gt_scratch_free(&gr->parts);
	free(gr->lanes);
	*gr = (struct gt_greedy_rows) { 0 };
}
