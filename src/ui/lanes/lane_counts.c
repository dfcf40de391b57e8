/* Charts of how many goroutines are in a state, and how many threads are in use. */
#include <inttypes.h>

#include "base/human.h"
#include "ui/timeline/timeline.h"
#include "ui/lanes/chart.h"
#include "ui/lanes/counts.h"

/* From the start of a frame; then the other lanes have their turn. */
#define FRAME_NS INT64_C(3000000)

static const struct {
	uint8_t lane;
	enum gt_count count;
	enum gt_role role;
	const char *title, *what;
} kinds[] = {
	{ GT_LANE_RUNNING, GT_COUNT_RUNNING, GT_ROLE_RUNNING, "running", "goroutines running" },
	{ GT_LANE_RUNNABLE, GT_COUNT_RUNNABLE, GT_ROLE_RUNNABLE, "runnable", "goroutines runnable: waiting for a processor" },
	{ GT_LANE_WAITING, GT_COUNT_WAITING, GT_ROLE_BLOCKED, "waiting", "goroutines waiting for something else" },
	{ GT_LANE_IN_CALLS, GT_COUNT_SYSCALL, GT_ROLE_SYSCALL, "syscall", "goroutines in system calls" },
	{ GT_LANE_USED, GT_COUNT_THREADS, GT_ROLE_CHART1, "M", "threads that hold a processor" },
	{ GT_LANE_M_CALLS, GT_COUNT_THREADS_SYSCALL, GT_ROLE_CHART3, "M call",
	  "threads in a system call without a processor" },
};

static size_t lane_counts_which(const struct gt_lane *lane)
{
	size_t i = 0;

	while (i + 1 < GT_COUNT(kinds) && kinds[i].lane != lane->kind)
		i++;
	return i;
}

/* True if there ever was one. */
static bool ever(const struct gt_timeline *tl, enum gt_count count)
{
	struct gt_counts all;

	gt_counts_over(tl->prog->trace, 0, tl->extent, &all);
	return all.max[count] > 0;
}

static bool ever_running(const struct gt_timeline *tl) { return ever(tl, GT_COUNT_RUNNING); }
static bool ever_runnable(const struct gt_timeline *tl) { return ever(tl, GT_COUNT_RUNNABLE); }
static bool ever_waiting(const struct gt_timeline *tl) { return ever(tl, GT_COUNT_WAITING); }
static bool ever_in_calls(const struct gt_timeline *tl) { return ever(tl, GT_COUNT_SYSCALL); }
static bool ever_used(const struct gt_timeline *tl) { return ever(tl, GT_COUNT_THREADS); }
static bool ever_m_calls(const struct gt_timeline *tl) { return ever(tl, GT_COUNT_THREADS_SYSCALL); }

static void lane_counts_title(const struct gt_timeline *tl, const struct gt_lane *lane, struct gt_buf *out)
{
	(void)tl;
	gt_buf_puts(out, kinds[lane_counts_which(lane)].title);
}

static void lane_counts_update(struct gt_timeline *tl, int cols)
{
	int64_t deadline = tl->pace.all ? INT64_MAX : tl->pace.begun + FRAME_NS;

	if (gt_tl_counts_update(&tl->counts, tl->prog->trace, &tl->win, cols, deadline))
		return;
	tl->pace.left = true;
	gt_app_dirty(tl->pane->app, GT_DIRTY_REPAINT);
}

/* The scale: a full bar is as many. */
static void lane_counts_value(struct gt_timeline *tl, const struct gt_lane *lane, struct gt_buf *out)
{
	lane_counts_update(tl, tl->frame.width);
	gt_human_count(out, tl->counts.all.max[kinds[lane_counts_which(lane)].count]);
}

/* How many there were on average in each column, of the most there were at any moment in the window. */
static void lane_counts_draw(struct gt_timeline *tl, const struct gt_lane *lane, const struct gt_canvas *c)
{
	enum gt_count count = kinds[lane_counts_which(lane)].count;
	double most;

	lane_counts_update(tl, c->cols);
	most = (double)tl->counts.all.max[count];
	for (int x = 0; x < c->cols && most > 0; x++) {
		double average = gt_tl_counts_average(&tl->counts, count, x);

		if (average > 0)
			gt_tl_chart_bar(c, x, kinds[lane_counts_which(lane)].role, average / most);
	}
}

/* All of them: one alone says little. */
static void lane_counts_detail(struct gt_timeline *tl, const struct gt_lane *lane, struct gt_detail *d)
{
	uint64_t now[GT_COUNTS];
	struct gt_counts cell;
	int64_t a, b;

	(void)lane;
	gt_lane_cursor_cell(tl, &a, &b);
	gt_counts_at(tl->prog->trace, tl->cursor, now);
	gt_counts_over(tl->prog->trace, a, b, &cell);
	gt_detail_add(d, GT_ROLE_HEADER, "     now   average       max  in this column; a full bar is the most in the window");
	for (size_t i = 0; i < GT_COUNT(kinds); i++) {
		enum gt_count count = kinds[i].count;

		gt_detail_add(d, GT_ROLE_NORMAL, "%8" PRIu64 "  %8.1f  %8" PRIu64 "  %s", now[count],
			      b > a ? (double)cell.ns[count] / (double)(b - a) : 0, cell.max[count], kinds[i].what);
	}
}

#define CHART(NAME, text, explained, test) \
	const struct gt_lane_ops gt_lane_##NAME = { \
		.name = text, \
		.help = explained, \
		.exists = test, \
		.title = lane_counts_title, \
		.value = lane_counts_value, \
		.draw = lane_counts_draw, \
		.detail = lane_counts_detail, \
	}

CHART(running, "running", "how many goroutines run", ever_running);
CHART(runnable, "runnable", "how many goroutines wait for a processor", ever_runnable);
CHART(waiting, "waiting", "how many goroutines wait for something else", ever_waiting);
CHART(in_calls, "syscalls", "how many goroutines are in system calls", ever_in_calls);
CHART(used, "threads-in-use", "how many threads hold a processor", ever_used);
CHART(m_calls, "threads-in-calls", "how many threads are in a system call without a processor", ever_m_calls);
