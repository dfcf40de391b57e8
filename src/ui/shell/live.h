/* A trace that grows, on the screen. */
#ifndef GT_UI_LIVE_H
#define GT_UI_LIVE_H

#include "ui/app/program.h"

/* A part of the title: "LIVE", and how far the picture is behind; nothing of a trace that does not grow. */
void gt_live_title(const struct gt_program *prog, struct gt_buf *out);

/* What is there is shown from now on.  True: the trace has its first events. */
bool gt_live_newest(struct gt_program *prog);

/* The action "hold": the trace grows on behind a picture that stays, or that goes on again. */
void gt_live_hold(struct gt_program *prog);

/* The action "follow" of a trace that does not grow: true if the screen is to begin again with its file followed. */
bool gt_live_follow(struct gt_program *prog);

/* The command "w trace": writes what is there of the trace into a file, which is complete or not there. */
int gt_live_keep(const struct gt_program *prog, const char *file, struct gt_error *err);

#endif
