/* --output: a file in the place of standard output. */
#ifndef GT_CLI_OUTPUT_H
#define GT_CLI_OUTPUT_H

#include "base/os/tmpfile.h"
#include "cli/options/options.h"

/*
 * What is printed from now on goes into the file, which has its name when gt_output_end has found that the run
 * succeeded.  GT_ERR_USAGE if it is a trace of the command line; GT_ERR_IO.  Without --output nothing is done.
 */
int gt_output_begin(struct gt_tmpfile *t, const struct gt_cli *c, struct gt_error *err);

/* The exit code of the run, or that of the file's error, which is reported. */
int gt_output_end(struct gt_tmpfile *t, int status);

#endif
