/* The commands that every view has, and the words they take. */
#ifndef GT_UI_COMMAND_H
#define GT_UI_COMMAND_H

#include "ui/app/app.h"
#include "ui/kit/words.h"

struct gt_line {
	const char *text;      /* as typed, for commands that take free text */
	char *const *w;        /* its words; w[0] is the command's name */
	size_t n;
};

struct gt_command {
	const char *name, *usage, *help;
	size_t min, max;       /* words after the name; checked before run is called */
	int (*run)(struct gt_app *app, const struct gt_line *l, struct gt_error *err);
	void (*plain)(struct gt_app *app);     /* instead, of one without words */
};

extern const struct gt_command gt_commands[];
extern const size_t gt_commands_count;

const struct gt_command *gt_command_find(const char *name);    /* or NULL */

#endif
