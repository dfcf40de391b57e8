/* On-processor slices: the table of all of them, as whole slices or split at system calls. */
#include "analysis/greedy.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/blames.h"
#include "analysis/chain.h"
#include "analysis/ginfo.h"
#include "analysis/scratch.h"
#include "analysis/stacktext.h"
#include "analysis/types.h"
#include "base/buf.h"
#include "base/xalloc.h"

/* The slices of one P that the table covers: k from lo on. */
struct lane {
	uint32_t part;
	uint64_t lo, n;
	uint64_t first;       /* row of its first slice */
};

/* A row of a split table. */
struct split_row {
	uint32_t slice;
	uint32_t part;
};

struct greedy {
	struct gt_table head;
	const struct gt_types *types;
	struct lane *lanes;
	size_t nlanes, lane;  /* lane: of the last row asked for */
	struct gt_ginfos goroutines;
	bool split;
	bool one;             /* only goroutine g: its slices from k0 on, without lanes */
	uint32_t g, k0;
	struct gt_scratch rows; /* struct split_row */
	uint64_t nrows;

	/* Rows that are asked for one after the other are read many at a time. */
	struct gt_stretch *batch;
	uint64_t batch_row;
	uint32_t nbatch;

	/* The row that was asked for last. */
	uint64_t row;
	struct gt_stretch s;
	struct gt_item items[GT_CHAIN_MAX];
	struct gt_buf text;
	struct gt_chain_memo memo;
	struct gt_blames blames;
};

static struct greedy *greedy_of(const struct gt_table *t)
{
	return (struct greedy *)t;
}

/* ---- stretches ---- */

static void stretch_whole(const struct gt_slice *slice, struct gt_stretch *s)
{
	*s = (struct gt_stretch) {
		.slice = *slice, .t0 = slice->t0, .t1 = slice->t1, .end_stack = slice->end_stack,
		.reason = slice->reason, .start_type = slice->start_type, .end_type = slice->end_type,
		.open = slice->flags & GT_SLICE_OPEN, .cut = slice->flags & GT_SLICE_CUT,
	};
}

bool gt_stretch_of(const struct gt_trace *t, uint32_t id, struct gt_stretch *out)
{
	struct gt_slice slice;

	if (!gt_slice_get(t, id, &slice))
		return false;
	stretch_whole(&slice, out);
	return true;
}

/* The part of a slice after its first `part` calls. */
static void stretch_part(const struct gt_trace *t, const struct gt_slice *slice, uint32_t part,
			 const struct gt_types *types, struct gt_stretch *s)
{
	struct gt_call c;

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
static uint32_t split_slice(const struct gt_trace *t, const struct gt_slice *slice, struct split_row *rows)
{
	uint32_t calls = slice->flags & GT_SLICE_CALLS ? gt_slice_calls(t, slice) : 0, n = 0;
	struct gt_call c;

	for (uint32_t i = 0; i <= calls; i++) {
		if (i && gt_slice_call(t, slice, i - 1, &c) && c.lost)
			continue;
		if (rows)
			rows[n] = (struct split_row) { slice->id, i };
		n++;
	}
	return n;
}

/* ---- rows ---- */

static struct lane *lane_of_row(struct greedy *gr, uint64_t row)
{
	size_t lo = 0, hi = gr->nlanes;
	struct lane *l = &gr->lanes[gr->lane];

	if (row - l->first < l->n)
		return l;
	while (hi - lo > 1) {
		size_t mid = lo + (hi - lo) / 2;

		if (gr->lanes[mid].first <= row)
			lo = mid;
		else
			hi = mid;
	}
	gr->lane = lo;
	return &gr->lanes[lo];
}

static uint32_t slice_of_row(struct greedy *gr, uint64_t row, uint32_t *part)
{
	const struct split_row *rows = gr->rows.data;
	struct lane *l;

	if (gr->split) {
		*part = rows[row].part;
		return rows[row].slice;
	}
	*part = 0;
	if (gr->one)
		return gt_goroutine_slice(gr->head.trace, gr->g, gr->k0 + (uint32_t)row);
	l = lane_of_row(gr, row);
	return gt_slice_of_proc(gr->head.trace, l->part, l->lo + (row - l->first));
}

static void read_row(struct greedy *gr, uint64_t row, struct gt_stretch *s)
{
	struct gt_slice slice;
	uint32_t part, id = slice_of_row(gr, row, &part);

	if (!gt_slice_get(gr->head.trace, id, &slice))
		memset(&slice, 0, sizeof slice);
	if (gr->split)
		stretch_part(gr->head.trace, &slice, part, gr->types, s);
	else
		stretch_whole(&slice, s);
}

/* ---- many rows ---- */

/* Rows of a split table: their slices follow each other on a P. */
static uint32_t read_parts(struct greedy *gr, uint64_t row, uint32_t n, struct gt_stretch *out)
{
	const struct split_row *rows = (const struct split_row *)gr->rows.data + row;
	const struct gt_trace *t = gr->head.trace;
	struct gt_slice slices[GT_KEYS_STEP];
	uint32_t got, at = 0, i;
	struct gt_slice first;

	if (!gt_slice_get(t, rows[0].slice, &first))
		return 0;
	got = gt_slices_read(t, first.part, gt_slice_place(t, first.id), GT_KEYS_STEP, slices);
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

uint32_t gt_greedy_read(const struct gt_table *t, uint64_t row, uint32_t n, struct gt_slice *out)
{
	struct greedy *gr = greedy_of(t);
	const struct lane *l;
	uint64_t left;

	if (gr->split || gr->one || row >= t->rows)
		return 0;
	l = lane_of_row(gr, row);
	left = l->n - (row - l->first);
	return gt_slices_read(t->trace, l->part, l->lo + (row - l->first), left < n ? (uint32_t)left : n, out);
}

uint32_t gt_greedy_stretches(const struct gt_table *t, uint64_t row, uint32_t n, struct gt_stretch *out)
{
	struct greedy *gr = greedy_of(t);
	struct gt_slice slices[GT_KEYS_STEP];
	uint32_t got;

	if (row >= t->rows)
		return 0;
	n = n < GT_KEYS_STEP ? n : GT_KEYS_STEP;
	n = n < t->rows - row ? n : (uint32_t)(t->rows - row);
	if (gr->one) {
		got = 0;
	} else if (gr->split) {
		got = read_parts(gr, row, n, out);
	} else {
		got = gt_greedy_read(t, row, n, slices);
		for (uint32_t i = 0; i < got; i++)
			stretch_whole(&slices[i], &out[i]);
	}
	if (!got)
		read_row(gr, row, out);
	return got ? got : 1;
}

/* The next row after the last one is probably followed by others. */
static void read_next(struct greedy *gr, uint64_t row, struct gt_stretch *s)
{
	if (row - gr->batch_row < gr->nbatch) {
		*s = gr->batch[row - gr->batch_row];
		return;
	}
	if (!row || row != gr->row + 1) {
		read_row(gr, row, s);
		return;
	}
	if (!gr->batch)
		gr->batch = gt_xcalloc(GT_KEYS_STEP, sizeof *gr->batch);
	gr->nbatch = gt_greedy_stretches(&gr->head, row, GT_KEYS_STEP, gr->batch);
	gr->batch_row = row;
	*s = gr->batch[0];
}

static void load(struct greedy *gr, uint64_t row)
{
	if (gr->row == row)
		return;
	read_next(gr, row, &gr->s);
	gr->row = row;
}

void gt_greedy_get(const struct gt_table *t, uint64_t row, struct gt_stretch *out)
{
	read_row(greedy_of(t), row, out);
}

/* First row of a slice in a split table: its rows are in the order of the lanes. */
static uint64_t split_row_of(const struct greedy *gr, uint32_t slice)
{
	const struct split_row *rows = gr->rows.data;

	for (uint64_t i = 0; i < gr->nrows; i++)
		if (rows[i].slice == slice)
			return i;
	return UINT64_MAX;
}

/* Row of a slice in a table of one goroutine. */
static uint64_t own_row_of(const struct greedy *gr, const struct gt_slice *s)
{
	uint32_t k = gt_goroutine_seek(gr->head.trace, gr->g, s->t0 - 1);

	/* In v1 slices can be empty: several may have this time. */
	for (; s->g == gr->g && k - gr->k0 < gr->head.rows; k++) {
		uint32_t id = gt_goroutine_slice(gr->head.trace, gr->g, k);

		if (id == s->id)
			return k - gr->k0;
		if (id == GT_NO_ROW)
			break;
	}
	return UINT64_MAX;
}

uint64_t gt_greedy_row(const struct gt_table *t, uint32_t slice)
{
	const struct greedy *gr = greedy_of(t);
	struct gt_slice s;
	uint64_t k;

	if (!gt_slice_get(t->trace, slice, &s))
		return UINT64_MAX;
	if (gr->split)
		return split_row_of(gr, slice);
	if (gr->one)
		return own_row_of(gr, &s);
	k = gt_slice_place(t->trace, slice);
	for (size_t i = 0; i < gr->nlanes; i++)
		if (gr->lanes[i].part == s.part)
			return k - gr->lanes[i].lo < gr->lanes[i].n ? gr->lanes[i].first + k - gr->lanes[i].lo
								     : UINT64_MAX;
	return UINT64_MAX;
}

/* ---- cells ---- */

void gt_slice_runs(const struct gt_trace *t, const struct gt_slice *s, int64_t *run_max, int64_t *syscall)
{
	uint32_t n = s->flags & GT_SLICE_CALLS ? gt_slice_calls(t, s) : 0;
	int64_t from = s->t0, max = 0, in = 0;

	for (uint32_t i = 0; i < n; i++) {
		struct gt_call c;

		if (!gt_slice_call(t, s, i, &c))
			continue;
		if (c.t0 - from > max)
			max = c.t0 - from;
		in += c.t1 - c.t0;
		from = c.t1;
	}
	if (s->t1 - from > max)
		max = s->t1 - from;
	*run_max = max;
	*syscall = in;
}

static void cell_runs(struct greedy *gr, unsigned col, struct gt_cell *out)
{
	struct gt_slice s = gr->s.slice;
	int64_t run, call;

	if (gr->split) {
		gt_cell_i(out, col == GT_GREEDY_RUN_MAX ? gr->s.t1 - gr->s.t0 : 0);
		return;
	}
	gt_slice_runs(gr->head.trace, &s, &run, &call);
	gt_cell_i(out, col == GT_GREEDY_RUN_MAX ? run : call);
}

static void cell_type(const struct gt_trace *t, unsigned type, struct gt_cell *out)
{
	const char *name = type ? gt_event_type_name(t, type) : NULL;

	gt_cell_s(out, name, name ? strlen(name) : 0);
}

static void cell_chain(struct greedy *gr, unsigned col, struct gt_cell *out)
{
	struct gt_chain c;

	gt_chain_find(gr->head.trace, &gr->memo, &gr->s.slice, GT_CHAIN_START, gr->s.part, &c);
	if (col == GT_GREEDY_CHAIN_STACK) {
		gt_cell_stack(out, c.stack);
		return;
	}
	for (unsigned i = 0; i < c.n; i++) {
		gr->items[i] = (struct gt_item) { .value = { .kind = GT_KIND_STRING } };
		cell_type(gr->head.trace, c.types[i], &gr->items[i].value);
	}
	gt_cell_items(out, gr->items, c.n);
}

/* Where the slice began: where the goroutine had stopped before, else where it was created. */
static void cell_start_stack(struct greedy *gr, struct gt_cell *out)
{
	struct gt_goroutine g;
	struct gt_slice prev;
	struct gt_call c;

	if (gr->s.part) {
		if (gt_slice_call(gr->head.trace, &gr->s.slice, gr->s.part - 1, &c))
			gt_cell_stack(out, c.stack);
	} else if (gr->s.slice.prev != GT_NO_ROW && gt_slice_get(gr->head.trace, gr->s.slice.prev, &prev)) {
		gt_cell_stack(out, prev.end_stack);
	} else if (gt_goroutine_get(gr->head.trace, gr->s.slice.g, &g)) {
		gt_cell_stack(out, g.first_stack);
	}
}

static void cell_top(struct greedy *gr, uint32_t stack, struct gt_cell *out)
{
	gt_buf_reset(&gr->text);
	if (gt_stack_top_user(&gr->text, gr->head.trace, stack))
		gt_cell_s(out, gr->text.data, gr->text.len);
}

static void cell_proc(struct greedy *gr, unsigned col, struct gt_cell *out)
{
	struct gt_proc p;

	if (col == GT_GREEDY_M)
		gt_cell_u(out, gt_proc_thread(gr->head.trace, gr->s.slice.part, gr->s.t0));
	else if (gt_proc_get(gr->head.trace, gr->s.slice.part, &p))
		gt_cell_u(out, p.id);
}

static const struct gt_ginfo *goroutine_of(struct greedy *gr)
{
	return gt_ginfos_get(&gr->goroutines, gr->s.slice.g);
}

static void cell_wait(struct greedy *gr, struct gt_cell *out)
{
	if (!gr->s.part && !gr->s.cut && gr->s.slice.ready != GT_NO_TIME)
		gt_cell_i(out, gr->s.slice.t0 - gr->s.slice.ready);
}

/* Stops are few: all of them are looked at when the first cell is asked for.  Parts: it is the last one that let go. */
static void cell_delay(struct greedy *gr, struct gt_cell *out)
{
	const struct gt_slice_delay *d;

	gt_blames_update(&gr->blames, gr->head.trace, 0);
	d = gt_blames_slice(&gr->blames, gr->s.slice.id);
	if (d && gr->s.t1 == gr->s.slice.t1)
		gt_cell_i(out, d->sum);
}

static void greedy_cell(struct gt_table *t, uint64_t row, unsigned col, struct gt_cell *out)
{
	struct greedy *gr = greedy_of(t);
	const struct gt_stretch *s = &gr->s;

	load(gr, row);
	switch ((enum gt_greedy_col)col) {
	case GT_GREEDY_DUR: gt_cell_i(out, s->t1 - s->t0); break;
	case GT_GREEDY_START: gt_cell_i(out, s->t0); break;
	case GT_GREEDY_END: gt_cell_i(out, s->t1); break;
	case GT_GREEDY_P:
	case GT_GREEDY_M: cell_proc(gr, col, out); break;
	case GT_GREEDY_G: gt_cell_u(out, goroutine_of(gr)->id); break;
	case GT_GREEDY_FUNC: gt_cell_string(out, t->trace, goroutine_of(gr)->func); break;
	case GT_GREEDY_START_EVENT: cell_type(t->trace, s->start_type, out); break;
	case GT_GREEDY_END_EVENT: cell_type(t->trace, s->end_type, out); break;
	case GT_GREEDY_END_REASON: gt_cell_string(out, t->trace, s->reason); break;
	case GT_GREEDY_END_TOP: cell_top(gr, s->end_stack, out); break;
	case GT_GREEDY_OPEN: gt_cell_b(out, s->open); break;
	case GT_GREEDY_CUT: gt_cell_b(out, s->cut); break;
	case GT_GREEDY_RUN_MAX:
	case GT_GREEDY_SYSCALL: cell_runs(gr, col, out); break;
	case GT_GREEDY_STW_DELAY: cell_delay(gr, out); break;
	case GT_GREEDY_LABEL: gt_cell_string(out, t->trace, s->slice.label); break;
	case GT_GREEDY_WAIT: cell_wait(gr, out); break;
	case GT_GREEDY_SYSTEM: gt_cell_b(out, goroutine_of(gr)->system); break;
	case GT_GREEDY_CHAIN:
	case GT_GREEDY_CHAIN_STACK: cell_chain(gr, col, out); break;
	case GT_GREEDY_START_STACK: cell_start_stack(gr, out); break;
	case GT_GREEDY_END_STACK: gt_cell_stack(out, s->end_stack); break;
	case GT_GREEDY_COLS: break;
	}
}

static bool greedy_key(struct gt_table *t, uint64_t row, unsigned col, uint64_t *key)
{
	struct greedy *gr = greedy_of(t);
	struct gt_stretch s;
	struct gt_cell c;

	if (col > GT_GREEDY_END) {
		gt_table_cell(t, row, col, &c);
		*key = c.u;
		return !c.null;
	}
	read_row(gr, row, &s);
	*key = (uint64_t)(col == GT_GREEDY_DUR ? s.t1 - s.t0 : col == GT_GREEDY_START ? s.t0 : s.t1);
	return true;
}

/* ---- keys of many rows ---- */

/* False: the cell is absent. */
static bool slice_key(struct greedy *gr, const struct gt_slice *s, unsigned col, uint64_t *key)
{
	const struct gt_trace *t = gr->head.trace;
	int64_t run, call;

	switch ((enum gt_greedy_col)col) {
	case GT_GREEDY_DUR: *key = (uint64_t)(s->t1 - s->t0); return true;
	case GT_GREEDY_START: *key = (uint64_t)s->t0; return true;
	case GT_GREEDY_END: *key = (uint64_t)s->t1; return true;
	case GT_GREEDY_M: *key = gt_proc_thread(t, s->part, s->t0); return *key != GT_NONE;
	case GT_GREEDY_G: *key = gt_ginfos_get(&gr->goroutines, s->g)->id; return true;
	case GT_GREEDY_FUNC: *key = gt_ginfos_get(&gr->goroutines, s->g)->func; return *key != 0;
	case GT_GREEDY_SYSTEM: *key = gt_ginfos_get(&gr->goroutines, s->g)->system; return true;
	case GT_GREEDY_START_EVENT: *key = s->start_type; return *key != 0;
	case GT_GREEDY_END_EVENT: *key = s->end_type; return *key != 0;
	case GT_GREEDY_END_REASON: *key = s->reason; return *key != 0;
	case GT_GREEDY_END_TOP: *key = s->end_stack; return *key && gt_stack_depth(t, s->end_stack);
	case GT_GREEDY_LABEL: *key = s->label; return *key != 0;
	case GT_GREEDY_OPEN: *key = (s->flags & GT_SLICE_OPEN) != 0; return true;
	case GT_GREEDY_CUT: *key = (s->flags & GT_SLICE_CUT) != 0; return true;
	case GT_GREEDY_WAIT:
		*key = (uint64_t)s->t0 - (uint64_t)s->ready;
		return s->ready != GT_NO_TIME && !(s->flags & GT_SLICE_CUT);
	default:
		gt_slice_runs(t, s, &run, &call);
		*key = (uint64_t)(col == GT_GREEDY_RUN_MAX ? run : call);
		return true;
	}
}

static bool has_slice_key(unsigned col)
{
	return col <= GT_GREEDY_SYSTEM && col != GT_GREEDY_P && col != GT_GREEDY_STW_DELAY;
}

/* Of parts of slices: those columns that differ from the slice's, and what is quick. */
static uint32_t part_keys(struct greedy *gr, uint64_t row, uint32_t n, unsigned col, uint64_t *keys, uint8_t *absent)
{
	struct gt_stretch *some;

	if (col > GT_GREEDY_END && col != GT_GREEDY_RUN_MAX)
		return 0;
	some = gt_xcalloc(n, sizeof *some);
	n = gt_greedy_stretches(&gr->head, row, n, some);
	for (uint32_t i = 0; i < n; i++) {
		const struct gt_stretch *s = &some[i];

		keys[i] = (uint64_t)(col == GT_GREEDY_START ? s->t0 : col == GT_GREEDY_END ? s->t1 : s->t1 - s->t0);
		absent[i] = 0;
	}
	free(some);
	return n;
}

static uint32_t greedy_keys(struct gt_table *t, uint64_t row, uint32_t n, unsigned col, uint64_t *keys,
			    uint8_t *absent)
{
	struct greedy *gr = greedy_of(t);
	struct gt_slice slices[GT_KEYS_STEP];

	if (gr->one)
		return 0;
	if (gr->split)
		return part_keys(gr, row, n, col, keys, absent);
	if (!has_slice_key(col))
		return 0;
	n = gt_greedy_read(t, row, n, slices);
	for (uint32_t i = 0; i < n; i++)
		absent[i] = !slice_key(gr, &slices[i], col, &keys[i]);
	return n;
}

/* ---- opening ---- */

static void greedy_close(struct gt_table *t)
{
	struct greedy *gr = greedy_of(t);

	gt_scratch_free(&gr->rows);
	free(gr->batch);
	gt_ginfos_release(&gr->goroutines);
	gt_chain_memo_release(&gr->memo);
	gt_blames_release(&gr->blames);
	gt_buf_release(&gr->text);
	free(gr->lanes);
	free(gr);
}

static void find_lanes(struct greedy *gr, struct gt_trace *t, const struct gt_table_args *args)
{
	uint32_t procs = gt_trace_info(t)->procs;

	gr->lanes = gt_xcalloc(procs ? procs : 1, sizeof *gr->lanes);
	gr->nlanes = procs ? procs : 1;
	for (uint32_t i = 0; i < procs; i++) {
		struct lane *l = &gr->lanes[i];
		uint64_t end;

		l->part = gt_proc_by_order(t, i);
		end = gt_slices_of_proc(t, l->part);
		l->first = gr->head.rows;
		if (args->limited) {
			struct gt_slice s;

			l->lo = gt_slice_seek(t, l->part, args->from);
			end = gt_slice_seek(t, l->part, args->to);
			if (gt_slice_get(t, gt_slice_of_proc(t, l->part, end), &s) && s.t0 < args->to)
				end++;
		}
		l->n = end > l->lo ? end - l->lo : 0;
		gr->head.rows += l->n;
	}
}

/* Only the slices of one goroutine. */
static void find_own(struct greedy *gr, struct gt_trace *t, const struct gt_table_args *args)
{
	struct gt_goroutine g = { 0 };
	struct gt_slice s;
	uint32_t k1;

	gt_goroutine_get(t, args->g, &g);
	gr->one = true;
	gr->g = args->g;
	k1 = g.slices;
	if (args->limited) {
		gr->k0 = gt_goroutine_seek(t, args->g, args->from);
		k1 = gt_goroutine_seek(t, args->g, args->to);
		if (k1 < g.slices && gt_slice_get(t, gt_goroutine_slice(t, args->g, k1), &s) && s.t0 < args->to)
			k1++;
	}
	gr->head.rows = k1 > gr->k0 ? k1 - gr->k0 : 0;
}

/* The parts of those. */
static uint64_t split_own(struct greedy *gr, struct gt_trace *t, struct split_row *rows)
{
	struct gt_slice s;
	uint64_t n = 0;

	for (uint64_t k = 0; k < gr->head.rows; k++)
		if (gt_slice_get(t, gt_goroutine_slice(t, gr->g, gr->k0 + (uint32_t)k), &s))
			n += split_slice(t, &s, rows ? rows + n : NULL);
	return n;
}

/* Goes over all slices; rows is NULL to count only. */
static uint64_t split_all(struct greedy *gr, struct gt_trace *t, struct split_row *rows)
{
	struct gt_slice slices[GT_KEYS_STEP];
	uint64_t n = 0;

	if (gr->one)
		return split_own(gr, t, rows);
	for (size_t i = 0; i < gr->nlanes; i++) {
		const struct lane *l = &gr->lanes[i];
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

static const struct gt_table_ops greedy_ops = {
	.cell = greedy_cell,
	.key = greedy_key,
	.keys = greedy_keys,
	.close = greedy_close,
};

static int greedy_open(struct gt_table **out, struct gt_trace *t, const struct gt_table_args *args,
		       struct gt_error *err)
{
	struct greedy *gr = gt_xcalloc(1, sizeof *gr);
	int rc = 0;

	gr->head.ops = &greedy_ops;
	gr->head.trace = t;
	gr->types = gt_types_of(t);
	gr->row = UINT64_MAX;
	if (args->has_g)
		find_own(gr, t, args);
	else
		find_lanes(gr, t, args);
	rc = gt_ginfos_open(&gr->goroutines, t, err);
	if (!rc && args->split_syscalls) {
		gr->split = true;
		gr->nrows = split_all(gr, t, NULL);
		rc = gt_scratch_alloc(&gr->rows, gr->nrows, sizeof(struct split_row), err);
		if (!rc)
			gr->head.rows = split_all(gr, t, gr->rows.data);
	}
	if (rc)
		greedy_close(&gr->head);
	else
		*out = &gr->head;
	return rc;
}

static const struct gt_column columns[GT_GREEDY_COLS] = {
	[GT_GREEDY_DUR] = { "dur_ns", "Duration", GT_KIND_DUR, GT_COL_DESC, 9,
		"how long the goroutine held the processor" },
	[GT_GREEDY_START] = { "start_ns", "Start", GT_KIND_TIME, 0, 12,
		"when it got the processor" },
	[GT_GREEDY_END] = { "end_ns", "End", GT_KIND_TIME, GT_COL_MORE, 12,
		"when it left it" },
	[GT_GREEDY_P] = { "p", "P", GT_KIND_ID, 0, 3,
		"processor" },
	[GT_GREEDY_G] = { "g", "G", GT_KIND_ID, 0, 6,
		"goroutine" },
	[GT_GREEDY_M] = { "m", "M", GT_KIND_ID, 0, 7,
		"thread that ran it at the start" },
	[GT_GREEDY_FUNC] = { "func", "Function", GT_KIND_STRING, GT_COL_FUNC, 28,
		"start function of the goroutine" },
	[GT_GREEDY_START_EVENT] = { "start_event", "Began with", GT_KIND_STRING, GT_COL_MORE, 12,
		"event that put it on the processor" },
	[GT_GREEDY_END_EVENT] = { "end_event", "Ended with", GT_KIND_STRING, 0, 12,
		"event that took it off" },
	[GT_GREEDY_END_REASON] = { "end_reason", "Reason", GT_KIND_STRING, 0, 12,
		"why it stopped" },
	[GT_GREEDY_END_TOP] = { "end_top", "At", GT_KIND_STRING, GT_COL_FUNC, 28,
		"innermost frame where it stopped, or was interrupted" },
	[GT_GREEDY_OPEN] = { "open", "Open", GT_KIND_BOOL, GT_COL_MORE, 4,
		"still running when the trace ended" },
	[GT_GREEDY_CUT] = { "cut", "Cut", GT_KIND_BOOL, GT_COL_MORE, 3,
		"was running when the trace began" },
	[GT_GREEDY_RUN_MAX] = { "run_max_ns", "Longest run", GT_KIND_DUR, GT_COL_DESC, 9,
		"longest part without a system call" },
	[GT_GREEDY_SYSCALL] = { "syscall_ns", "In syscalls", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"time in system calls that kept the processor" },
	[GT_GREEDY_STW_DELAY] = { "stw_delay_ns", "Delayed STW", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"how long stop-the-worlds waited for it last; 0: asked, but not the last" },
	[GT_GREEDY_LABEL] = { "label", "Label", GT_KIND_STRING, GT_COL_MORE, 14,
		"mode of a GC worker" },
	[GT_GREEDY_WAIT] = { "wait_ns", "Waited", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"how long it had waited for the processor" },
	[GT_GREEDY_SYSTEM] = { "system", "System", GT_KIND_BOOL, GT_COL_MORE, 6,
		"the goroutine belongs to the runtime" },
	[GT_GREEDY_CHAIN] = { "chain", "History", GT_KIND_LIST, GT_COL_MORE, 24,
		"what the goroutine did before" },
	[GT_GREEDY_CHAIN_STACK] = { "chain_stack", "History stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"stack of the first of these" },
	[GT_GREEDY_START_STACK] = { "start_stack", "Start stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"where it goes on: its last stop or creation" },
	[GT_GREEDY_END_STACK] = { "end_stack", "End stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"where it stopped" },
};

const struct gt_report gt_report_greedy = {
	.name = "greedy",
	.row = "an on-processor slice, longest first",
	.columns = columns,
	.ncolumns = GT_COUNT(columns),
	/* Rows come by P, then by time, and sorting is stable: P and G need no keys. */
	.order = { { GT_GREEDY_DUR, true }, { GT_GREEDY_START, false } },
	.norder = 2,
	.start = GT_GREEDY_START,
	.end = GT_GREEDY_END,
	.measure = GT_GREEDY_DUR,
	.open = greedy_open,
};
