/* Tables of the manual pages that the program's own tables make. */
#ifndef GT_TESTS_TAP_MANPAGE_H
#define GT_TESTS_TAP_MANPAGE_H

/*
 * Compares `want`, lines of mdoc, with those of man/PAGE between the comments '.\" begin TABLE' and
 * '.\" end TABLE'.  With GENERATE=1 in the environment they are first put there.
 */
void tap_manpage(const char *page, const char *table, const char *want);

#endif
