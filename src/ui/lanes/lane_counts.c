/* Charts of how many goroutines are in a state, and how many threads are in use. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "analysis/stacks/stacktext.h"
#include "base/human.h"
#include "base/say.h"
#include "base/xalloc.h"
#include "ui/kit/chart.h"
#include "ui/lanes/lane.h"
#include "ui/lanes/counts.h"

/* From the start of a frame; then the other lanes have their turn. */
#define FRAME_NS INT64_C(3000000)

static const struct lane_count {
	enum gt_count count;
	enum gt_role role;
	const char *what;
	bool endless;        /* no number of processors limits it: a full bar is what is typical */
	unsigned states;     /* of goroutines: bits of enum gt_spent; 0: threads are counted */
} counts[] = {
	[GT_LANE_RUNNING] = { GT_COUNT_RUNNING, GT_ROLE_RUNNING, "goroutines running", false, 1 << GT_SPENT_EXEC },
	[GT_LANE_RUNNABLE] = { GT_COUNT_RUNNABLE, GT_ROLE_RUNNABLE, "goroutines runnable: waiting for a processor", true,
			       1 << GT_SPENT_SCHED },
	[GT_LANE_WAITING] = { GT_COUNT_WAITING, GT_ROLE_BLOCKED, "goroutines waiting for something else", true,
			      1 << GT_SPENT_BLOCK },
	[GT_LANE_IN_CALLS] = { GT_COUNT_SYSCALL, GT_ROLE_SYSCALL, "goroutines in system calls", true,
			       1 << GT_SPENT_SYSCALL | 1 << GT_SPENT_SYSCALL_BLOCK },
	[GT_LANE_USED] = { GT_COUNT_THREADS, GT_ROLE_CHART1, "threads that hold a processor", false, 0 },
	[GT_LANE_M_CALLS] = { GT_COUNT_THREADS_SYSCALL, GT_ROLE_CHART3,
			      "threads in a system call without a processor", true, 0 },
};

/* What all these lanes keep. */
struct lane_counts {
	struct gt_tl_counts columns;
	uint64_t late;       /* the last frame that had no time for all columns (gt_tl_pace.frame), 0: none */
};

static struct lane_counts *lane_counts_of(const struct gt_lane_view *view)
{
	return view->data[GT_LANE_RUNNING];
}

/* True if there ever was one. */
static bool lane_counts_exist(const struct gt_lane_view *view, const struct gt_lane *lane)
{
	struct gt_counts all;

	gt_counts_over(view->trace, 0, view->extent, &all);
	return all.max[counts[lane->kind].count] > 0;
}

static void lane_counts_update(struct gt_lane_view *view, int cols)
{
	int64_t deadline = view->pace.all ? INT64_MAX : view->pace.begun + FRAME_NS;
	struct lane_counts *own = lane_counts_of(view);

	/* Each of these lanes asks twice in a frame; after the deadline the first has done what has to be done. */
	if (own->late && own->late == view->pace.frame)
		return;
	if (gt_tl_counts_update(&own->columns, view->trace, &view->win, cols, deadline))
		return;
	own->late = view->pace.frame;
	view->pace.left = true;
}

static int lane_counts_height(const struct gt_lane_view *view)
{
	return view->chart;
}

/* A full bar is as many. */
static double lane_counts_scale(const struct gt_lane_view *view, const struct lane_count *k, int cols)
{
	double most = (double)lane_counts_of(view)->columns.all.max[k->count], *v;

	if (!k->endless)
		return most;
	v = gt_xcalloc((size_t)cols + 1, sizeof *v);
	for (int x = 0; x < cols; x++)
		v[x] = gt_tl_counts_average(&lane_counts_of(view)->columns, k->count, x);
	most = gt_chart_scale(v, cols, most);
	free(v);
	return most;
}

/* How many there are at the cursor, and the most there were at any moment in the window. */
static void lane_counts_level(struct gt_lane_view *view, const struct gt_lane *lane, int cols, struct gt_buf *out)
{
	enum gt_count count = counts[lane->kind].count;
	struct gt_buf now = { 0 }, most = { 0 };
	uint64_t at[GT_COUNTS];

	lane_counts_update(view, view->width);
	gt_counts_at(view->trace, view->cursor, at);
	gt_human_short(&now, at[count]);
	gt_human_short(&most, lane_counts_of(view)->columns.all.max[count]);
	gt_lane_put_level(out, gt_buf_str(&now), gt_buf_str(&most), cols);
	gt_buf_release(&now);
	gt_buf_release(&most);
}

/* How many there were on average in each column; above the scale a sign says that there is more. */
static void lane_counts_draw(struct gt_lane_view *view, const struct gt_lane *lane, const struct gt_canvas *c)
{
	enum gt_count count = counts[lane->kind].count;
	double most;

	assert(counts[lane->kind].what);
	lane_counts_update(view, c->cols);
	most = lane_counts_scale(view, &counts[lane->kind], c->cols);
	for (int x = 0; x < c->cols && most > 0; x++) {
		double average = gt_tl_counts_average(&lane_counts_of(view)->columns, count, x);

		if (average > 0)
			gt_lane_chart_bar(c, x, counts[lane->kind].role, average / most);
		if (average > most)
			gt_canvas_text(c, 0, x, counts[lane->kind].role | GT_FILL, gt_canvas_ascii(c) ? "^" : "▲");
	}
}

/* ---- who they are ---- */

#define NAMED 4              /* the rest is only counted */
#define LOOKED_AT 2000       /* goroutines, or slices after the cursor, that are looked at for them */

/* Goroutines that are in one of the states at a time, longest there first. */
struct members {
	const struct gt_lane_view *view;
	unsigned states;
	uint32_t row;        /* looked at */
	struct {
		uint32_t row;
		struct gt_interval iv;
	} v[NAMED];
	size_t n;
};

/* States come latest first, perhaps with one after the time. */
static bool members_take(void *arg, const struct gt_interval *iv)
{
	struct members *m = arg;
	size_t i = m->n < NAMED ? m->n++ : NAMED;

	if (iv->t0 > m->view->cursor || iv->t1 <= m->view->cursor || !(m->states >> iv->what & 1)) {
		m->n -= i < NAMED;
		return iv->t0 > m->view->cursor;
	}
	for (; i > 0 && m->v[i - 1].iv.t1 - m->v[i - 1].iv.t0 < iv->t1 - iv->t0; i--)
		if (i < NAMED)
			m->v[i] = m->v[i - 1];
	if (i < NAMED) {
		m->v[i].row = m->row;
		m->v[i].iv = *iv;
	}
	return false;
}

/* The runtime's only where they are shown. */
static void members_look_at(struct members *m, uint32_t row)
{
	const struct gt_trace *t = m->view->trace;
	struct gt_goroutine g;

	for (size_t i = 0; i < m->n; i++)
		if (m->v[i].row == row)
			return;
	m->row = row;
	if (gt_goroutine_get(t, row, &g) && !(m->view->prog->hide_runtime && gt_owner_of(t, &g) == GT_OWNER_RUNTIME))
		gt_goroutine_walk_before(t, row, m->view->cursor + 1, members_take, m);
}

/* All goroutines; of very many those that have a processor next. */
static void members_find(struct members *m)
{
	const struct gt_trace *t = m->view->trace;
	const struct gt_trace_info *info = gt_trace_info(t);
	struct gt_slice s;

	if (info->goroutines <= LOOKED_AT) {
		for (uint32_t row = 0; row < info->goroutines; row++)
			members_look_at(m, row);
		return;
	}
	for (uint32_t p = 0; p < info->procs; p++) {
		uint64_t k = gt_slice_seek(t, p, m->view->cursor), end = k + LOOKED_AT / info->procs + 1;

		for (; k < end && gt_slice_get(t, gt_slice_of_proc(t, p, k), &s); k++)
			members_look_at(m, s.g);
	}
}

static void members_tell(const struct lane_count *count, const struct gt_lane_view *view, uint64_t now,
			 struct gt_detail *d)
{
	struct members m = { .view = view, .states = count->states };

	members_find(&m);
	if (m.n)
		gt_detail_add(d, GT_ROLE_LABEL, "at the cursor, the longest first");
	for (size_t i = 0; i < m.n; i++) {
		const struct gt_interval *iv = &m.v[i].iv;
		struct gt_buf text = { 0 };
		bool inferred;

		gt_say(&text, "{} from {}  {}", gt_as_dur(iv->t1 - iv->t0), gt_as_time(iv->t0),
		       gt_as_goroutine(view->trace, m.v[i].row));
		gt_put_string(&text, view->trace, ", ", gt_interval_reason(view->trace, iv, &inferred), NULL);
		gt_detail_add(d, GT_ROLE_NORMAL, "  %.*s", (int)text.len, gt_buf_str(&text));
		gt_buf_release(&text);
	}
	if (m.n && now > m.n)
		gt_detail_add(d, GT_ROLE_DIM, "  and %s more", gt_count_text(now - m.n).s);
}

/* Who they are; then the numbers of all these lanes, as one alone says little. */
static void lane_counts_detail(struct gt_lane_view *view, const struct gt_lane *lane, struct gt_detail *d)
{
	uint64_t now[GT_COUNTS];
	struct gt_counts cell;
	int64_t a, b;

	gt_lane_cursor_cell(view, &a, &b);
	gt_counts_at(view->trace, view->cursor, now);
	gt_counts_over(view->trace, a, b, &cell);
	members_tell(&counts[lane->kind], view, now[counts[lane->kind].count], d);
	gt_detail_add(d, GT_ROLE_HEADER, "     now   average       max  in this column");
	for (size_t i = 0; i < GT_COUNT(counts); i++) {
		enum gt_count count = counts[i].count;

		if (!counts[i].what)
			continue;
		gt_detail_add(d, GT_ROLE_NORMAL, "%8" PRIu64 "  %8.1f  %8" PRIu64 "  %s", now[count],
			      b > a ? (double)cell.ns[count] / (double)(b - a) : 0, cell.max[count], counts[i].what);
	}
}

static void lane_counts_release(void *data)
{
	gt_tl_counts_release(&((struct lane_counts *)data)->columns);
}

static const struct gt_lane_data lane_counts_data = {
	.size = sizeof(struct lane_counts), .release = lane_counts_release,
};

const struct gt_lane_ops gt_lane_counts = {
	.data = &lane_counts_data,
	.exists = lane_counts_exist,
	.height = lane_counts_height,
	.level = lane_counts_level,
	.draw = lane_counts_draw,
	.detail = lane_counts_detail,
};
