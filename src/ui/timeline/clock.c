/* The times that people read on the timeline: since the start, from the cursor, or wall-clock time. */
#include "ui/timeline/clock.h"

#include <time.h>

#include "base/human.h"
#include "index/query/walltime.h"

#define SEC INT64_C(1000000000)

/* Here, not in Greenwich; *ns becomes what is left of the second. */
static bool local_time(const struct gt_trace *t, int64_t time, struct tm *tm, int64_t *ns)
{
	time_t sec;

	if (!gt_wall_clock(t, time, ns) || *ns < 0)
		return false;
	sec = (time_t)(*ns / SEC);
	*ns %= SEC;
	return localtime_r(&sec, tm) != NULL;
}

const char *gt_tl_clock_note(const struct gt_trace *t, uint64_t *i, struct gt_note *note)
{
	static const char *const names[GT_NOTES] = {
		[GT_NOTE_CLOCKS] = "clocks differ",
		[GT_NOTE_CLOCK_BACK] = "clock set back",
		[GT_NOTE_WALL_CLOCK] = "wall clock set",
	};

	while (gt_note_get(t, (*i)++, note))
		if (note->kind < GT_NOTES && names[note->kind])
			return names[note->kind];
	return NULL;
}

void gt_tl_axis(const struct gt_timeline *tl, struct gt_axis *axis)
{
	struct tm tm;
	int64_t ns;

	*axis = (struct gt_axis){ .mode = (enum gt_axis_mode)tl->view.prog->clock };
	if (axis->mode == GT_AXIS_CURSOR)
		axis->zero = tl->view.cursor;
	if (axis->mode != GT_AXIS_WALL)
		return;
	if (local_time(tl->view.trace, tl->view.win.t0, &tm, &ns))
		axis->zero = tl->view.win.t0 - ((tm.tm_hour * 60 + tm.tm_min) * 60 + tm.tm_sec) * SEC - ns;
	else
		axis->mode = GT_AXIS_START;
}

void gt_tl_put_time(const struct gt_timeline *tl, int64_t time, bool date, struct gt_buf *out)
{
	char text[64];
	struct tm tm;
	int64_t ns;

	if (tl->view.prog->clock != GT_AXIS_WALL || !local_time(tl->view.trace, time, &tm, &ns)) {
		gt_human_time(out, time);
		return;
	}
	strftime(text, sizeof text, date ? "%Y-%m-%d %H:%M:%S" : "%H:%M:%S", &tm);
	gt_buf_printf(out, "%s.%09d", text, (int)ns);
	if (date && strftime(text, sizeof text, " %z", &tm))
		gt_buf_puts(out, text);
}

void gt_tl_next_clock(struct gt_timeline *tl)
{
	static const char *const said[] = {
		[GT_AXIS_START] = "times since the trace's start",
		[GT_AXIS_CURSOR] = "times from the cursor",
		[GT_AXIS_WALL] = "wall-clock times",
	};
	int64_t ns;

	tl->view.prog->clock = (tl->view.prog->clock + 1) % GT_AXIS_MODES;
	if (tl->view.prog->clock == GT_AXIS_WALL && !gt_wall_clock(tl->view.trace, tl->view.cursor, &ns)) {
		tl->view.prog->clock = GT_AXIS_START;
		gt_app_message(tl->pane->app, "times since the trace's start: wall-clock times need a trace of "
			       "Go 1.25 or later");
		return;
	}
	gt_app_message(tl->pane->app, "%s", said[tl->view.prog->clock]);
}
