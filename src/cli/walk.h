/* The files in the directories of a command line. */
#ifndef GT_CLI_WALK_H
#define GT_CLI_WALK_H

#include "base/compiler.h"
#include "cli/options/options.h"

/* Files in the order of the command line, those of a directory by name; a list that ends with NULL. */
struct gt_walk {
	char **v;
	size_t *inside;          /* by file: where its name inside the directory that was named begins; 0: none was */
	size_t n, cap, cap_inside;
	size_t base;             /* of the directory that is being walked */
	int status;              /* GT_EXIT_DAMAGED: something could not be looked at, as was said */
};

/*
 * Takes plain files in directories, however deep, whatever is in them; a name that is no directory is taken as it is.
 * Symbolic links are followed, but not into a directory that they are in.  Says on standard error what is left out.
 * Returns the status.
 */
int gt_walk(struct gt_walk *w, const char *const *names, size_t n);
void gt_walk_release(struct gt_walk *w);

#endif
