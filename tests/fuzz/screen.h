/* The program's screen over a sample, for targets that type. */
#ifndef GT_FUZZ_SCREEN_H
#define GT_FUZZ_SCREEN_H

#include <stdio.h>

#include "fuzz/sample.h"
#include "ui/app/program.h"

void screen_open(struct gt_program *prog, struct sample *s);
void screen_close(struct gt_program *prog);

/*
 * What the program would keep of its screen, without a file: as the next start takes it over.  The session must be
 * accepted, and the views must be there.
 */
void screen_reopen(struct gt_program *prog, struct sample *s);

/*
 * Runs the lines of a script, also those after a wrong one; stops at `quit`.  What is on the screen at the
 * end has no control characters.  No file is written, whatever the script says.
 */
void screen_run(struct gt_program *prog, const char *script, size_t n);

#endif
