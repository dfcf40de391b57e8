/* Profiles of a part of the program: from the place where the user sees it. */
#ifndef GT_UI_PROFILEOF_H
#define GT_UI_PROFILEOF_H

#include "ui/app/program.h"

/* Asks which profile of the part, and shows it in its view.  Waits of one group are in some of the profiles only. */
void gt_profile_of_ask(struct gt_app *app, enum gt_profile_of what, uint64_t id);

/* "G7 main.worker", "goroutines of main.worker"; nothing for all. */
void gt_profile_of_text(struct gt_buf *out, const struct gt_trace *t, struct gt_profile_part part);

/* What arguments of a table point to. */
struct gt_profile_names {
	char *name, *site;
};

/*
 * Sets the arguments of a table to the part instead of another one, and *names to what these point to then: what it
 * had is freed, so nobody may be reading the table.
 */
void gt_profile_of_args(struct gt_table_args *args, struct gt_profile_names *names, const struct gt_trace *t,
			struct gt_profile_part part);
void gt_profile_names_release(struct gt_profile_names *names);

#endif
