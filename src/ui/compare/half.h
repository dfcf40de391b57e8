/* One of the two timelines that stand above each other. */
#ifndef GT_UI_HALF_H
#define GT_UI_HALF_H

#include "ui/app/inner.h"
#include "ui/app/program.h"

struct gt_half {
	struct gt_program prog;      /* of its trace; options are those of the screen's */
	struct gt_inner in;
	bool has;                    /* there is an example in it, */
	struct gt_sel example;       /* which is this */
	int y, rows;                 /* where it was drawn last, with its head */
};

#endif
