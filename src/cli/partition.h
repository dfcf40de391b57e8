/* Names of traces in the folders of a dataset: trace=NAME. */
#ifndef GT_CLI_PARTITION_H
#define GT_CLI_PARTITION_H

#include <stddef.h>

/*
 * A name for each of n files, in their order: its base name, in which what is not a letter or digit of ASCII, '.',
 * '_' or '-' is '_'; "stdin" of "-".  No two are equal, not even where a file system ignores case: further ones end
 * in -2, -3 ...
 * The array, which ends with NULL, and its texts are the caller's: gt_partition_free.
 */
char **gt_partition_names(const char *const *files, size_t n);
void gt_partition_free(char **names);

#endif
