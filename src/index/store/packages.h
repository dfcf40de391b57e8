/* The packages of functions, by their names: what is the program's, and what only runs a function for it. */
#ifndef GT_INDEX_PACKAGES_H
#define GT_INDEX_PACKAGES_H

#include <stdbool.h>
#include <stddef.h>

/* The path of a package, n bytes within a function's name. */
struct gt_package {
	const char *path;
	size_t n;
};

/*
 * "net/http" of "net/http.(*conn).serve", "main" of "main.Map[go.shape.int]"; of length 0: it has none.  Names of
 * types in a function's name may have paths of their own.
 */
struct gt_package gt_package_of(const char *s, size_t n);

bool gt_package_is(struct gt_package p, const char *path);
/* The path, or one of its beginnings, is "internal": the standard library has others in each version. */
bool gt_package_is_internal(struct gt_package p);
/* Of the standard library of any version. */
bool gt_package_is_standard(struct gt_package p);

/*
 * Whether a function of this name runs a function that it was given (errgroup, sync.(*WaitGroup).Go): of a goroutine
 * that starts with it, that one says what it does.
 */
bool gt_name_is_wrapper(const char *s, size_t n);

#endif
