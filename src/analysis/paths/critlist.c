/* Critical paths, kept: a walk over the windows, then the stacks of wake-ups in the order of time. */
#include "analysis/paths/critlist.h"

#include <stdlib.h>
#include <string.h>

#include "base/sat.h"

#define STEP_SEGS 4096
#define STEP_LOOKS 512

/* A segment whose stack is looked for. */
struct look {
	int64_t time;
	uint32_t seg;
};

void gt_crit_list_begin(struct gt_crit_list *l, struct gt_trace *t, const struct gt_table_args *args, bool stacks)
{
	*l = (struct gt_crit_list){ .t = t, .stacks = stacks };
	gt_crit_windows(&l->windows, t, args);
	l->length = gt_crit_length(&l->windows);
	gt_crit_open(&l->walk, t, &l->windows);
}

void gt_crit_list_release(struct gt_crit_list *l)
{
	gt_crit_close(&l->walk);
	gt_events_close(l->events);
	gt_scratch_free(&l->rows);
	gt_scratch_free(&l->order);
	gt_gspans_release(&l->windows);
	memset(l, 0, sizeof *l);
}

/* ---- the walk ---- */

static int crit_make_room(struct gt_crit_list *l, struct gt_error *err)
{
	size_t room = l->room ? 2 * l->room : STEP_SEGS;
	struct gt_scratch more;
	int rc;

	if (l->n >= GT_CRIT_ROWS)
		return gt_error_set(err, GT_ERR_LIMIT, GT_NO_OFFSET,
				    "the critical path has too many segments: choose a shorter time, or fewer windows");
	rc = gt_scratch_alloc(&more, room, sizeof *l->segs, err);
	if (rc)
		return rc;
	if (l->n)
		memcpy(more.data, l->segs, l->n * sizeof *l->segs);
	gt_scratch_free(&l->rows);
	l->rows = more;
	l->segs = more.data;
	l->room = room;
	return 0;
}

static int crit_walk_step(struct gt_crit_list *l, struct gt_error *err)
{
	for (unsigned i = 0; i < STEP_SEGS; i++) {
		struct gt_seg *s;
		int rc = l->n == l->room ? crit_make_room(l, err) : 0;

		if (rc)
			return rc;
		s = &l->segs[l->n];
		if (!gt_crit_next(&l->walk, s))
			return 0;
		l->n++;
		gt_sat_grow(&l->ns[s->kind], s->hop.t1 - s->hop.t0);
	}
	return 1;
}

/* ---- stacks ---- */

static int look_by_time(const void *pa, const void *pb)
{
	const struct look *a = pa, *b = pb;

	return GT_ASC(a, b, time) ?: GT_ASC(a, b, seg);
}

/* What to look for, so that each block of events is read once. */
static int crit_order(struct gt_crit_list *l, struct gt_error *err)
{
	struct look *order;
	size_t n = 0;
	int rc;

	for (size_t i = 0; i < l->n; i++)
		n += l->segs[i].looked;
	rc = gt_scratch_alloc(&l->order, n, sizeof *order, err);
	if (rc)
		return rc;
	order = l->order.data;
	for (size_t i = 0; i < l->n; i++)
		if (l->segs[i].looked)
			order[l->norder++] = (struct look){ l->segs[i].hop.t1, (uint32_t)i };
	if (n)
		qsort(order, n, sizeof *order, look_by_time);
	return 0;
}

uint32_t gt_crit_list_stack(struct gt_crit_list *l, size_t i)
{
	struct gt_seg *s = &l->segs[i];

	if (s->looked && !l->events)
		l->events = gt_events_open(l->t);
	if (s->looked || s->hop.state == GT_HOP_RUNNABLE)
		s->hop.stack = gt_seg_stack(s, l->t, l->events);
	s->looked = false;
	return s->hop.stack;
}

int gt_crit_list_step(struct gt_crit_list *l, struct gt_error *err)
{
	const struct look *order = l->order.data;
	int rc;

	if (!l->walked) {
		rc = crit_walk_step(l, err);
		if (rc)
			return rc;
		l->walked = true;
		if (!l->stacks)
			return 0;
		rc = crit_order(l, err);
		return rc ? rc : 1;
	}
	for (unsigned i = 0; i < STEP_LOOKS && l->looked < l->norder; i++)
		gt_crit_list_stack(l, order[l->looked++].seg);
	return l->looked < l->norder;
}

/* In thousandths: the walk, then the stacks. */
static void crit_list_progress(const struct gt_crit_list *l, uint64_t *done, uint64_t *total)
{
	*total = l->stacks ? 2000 : 1000;
	*done = l->length ? (uint64_t)((double)gt_crit_done(&l->walk) * 1000 / (double)l->length) : 1000;
	if (l->norder)
		*done += l->looked * 1000 / l->norder;
	if (*done > *total)
		*done = *total;
}

int gt_crit_list_fill(struct gt_crit_list *l, const struct gt_table_args *args, struct gt_error *err)
{
	uint64_t done, total;
	int rc;

	while ((rc = gt_crit_list_step(l, err)) > 0) {
		crit_list_progress(l, &done, &total);
		if (args->progress && !args->progress(args->progress_arg, done, total))
			return gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "it was cancelled");
	}
	return rc;
}
