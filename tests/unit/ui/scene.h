/* The timeline's pane alone, over a small trace made by hand. */
#ifndef GT_TEST_UI_SCENE_H
#define GT_TEST_UI_SCENE_H

#include "base/buf.h"
#include "ui/app/program.h"
#include "ui/timeline/pane.h"

struct fixture {
	struct gt_program prog;
	struct gt_app *app;
	struct gt_pane *pane;
	struct gt_timeline *tl;
	struct gt_grid *grid;
};

/*
 * The trace that most scenes are of, 100 us on two Ps (see scene.c), as Go 1.minor would write it, with what
 * stands beside its frequency (the notation of unit/wire/build.h); unless it is called, of Go 1.22 and with nothing.
 */
void scene_set(int minor, const char *clock);

/* Any other of these events: strings 2 to 4 are main.f, chan receive, preempted, stack 1 is main.f in f.go:17. */
void scene_set_spec(int minor, const struct gt_buf *events);

/* The pane has so many rows and columns, and no charts.  Nothing is drawn. */
void fixture_open(struct fixture *f, int rows, int cols);
void fixture_close(struct fixture *f);

/* Everything, without a limit of time. */
void draw(struct fixture *f);

/* An action, then a frame. */
void act(struct fixture *f, enum gt_action action, uint64_t count);

/* Another window, the cursor at its start, nothing chosen. */
void window(struct fixture *f, int64_t t0, int64_t span);

#endif
