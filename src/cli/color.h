/* Colours of text reports. */
#ifndef GT_CLI_COLOR_H
#define GT_CLI_COLOR_H

#include "cli/options/options.h"
#include "format/ink.h"

/*
 * Whether text reports have colours: as --color says; if it says nothing, on a terminal that shows them, unless
 * NO_COLOR is set.  terminal: standard output is one; pager: what its text goes through, NULL: through none.
 */
bool gt_color_wanted(const struct gt_cli *c, bool terminal, const char *pager);

/* The inks of the default theme in the 8 colours that a terminal chooses itself, so that they suit its background. */
void gt_color_inks(struct gt_inks *inks);

#endif
