/* TAP for C tests: count, compare, explain. */
#ifndef GT_TAP_H
#define GT_TAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * TAP_TEST defines a test, a function that makes any number of checks:
 *
 *	TAP_TEST(sums)
 *	{
 *		tap_is_int(1 + 1, 2, "a sum");
 *	}
 *
 * In test-held.c it is called held/sums.  A constructor puts it into the list of run.c, so a program has the tests of
 * all files that it is linked from, and needs no table of them.  It runs those that its first argument names: one
 * (held/sums), those of a file (held), or all; in the order of their files and lines.
 *
 * Each has a process of its own: a crash is one failed check, and no test sees what another one left in memory.
 * Standard input is empty, the locale is C.UTF-8, and GT_SRCDIR, GT_BUILDDIR and GT_EXE are set.
 */
#define TAP_TEST(id) \
	static void test_##id(void); \
	__attribute__((constructor)) static void tap_add_##id(void) \
	{ \
		static struct tap_test tap_this = { __FILE__, __LINE__, #id, test_##id, NULL }; \
		tap_add(&tap_this); \
	} \
	static void test_##id(void)

struct tap_test {
	const char *file;
	int line;
	const char *name;
	void (*run)(void);
	struct tap_test *next;
};

void tap_add(struct tap_test *test);

/* The arguments after the name of the tests, up to a NULL: seeds, files. */
char *const *tap_args(void);

/* The same, or, if there are none, these files below testdata; both lists end with NULL. */
char *const *tap_files(const char *const *names);

/*
 * Each check prints one line and returns whether it passed; a failed one
 * prints the place and both values as diagnostics, of strings the first
 * lines that differ.  Arguments are evaluated once.  A name is one line
 * without '#'.
 */
#define tap_ok(cond, ...) tap_ok_at(__FILE__, __LINE__, !!(cond), #cond, __VA_ARGS__)
#define tap_is_int(got, want, ...) \
	tap_is_int_at(__FILE__, __LINE__, (int64_t)(got), (int64_t)(want), __VA_ARGS__)
#define tap_is_u64(got, want, ...) \
	tap_is_u64_at(__FILE__, __LINE__, (uint64_t)(got), (uint64_t)(want), __VA_ARGS__)
#define tap_is_str(got, want, ...) tap_is_str_at(__FILE__, __LINE__, (got), (want), __VA_ARGS__)
#define tap_is_mem(got, want, n, ...) \
	tap_is_mem_at(__FILE__, __LINE__, (got), (want), (n), __VA_ARGS__)
#define tap_pass(...) tap_ok(true, __VA_ARGS__)
#define tap_fail(...) tap_fail_at(__FILE__, __LINE__, __VA_ARGS__)

/* n checks that cannot be made here. */
void tap_skip(unsigned int n, const char *why, ...) __attribute__((format(printf, 2, 3)));

/* The test cannot be run here: one check that is skipped; does not return. */
void tap_skip_all(const char *why, ...) __attribute__((format(printf, 1, 2), noreturn));

/* A comment line for whoever reads the log. */
void tap_diag(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* The test cannot go on: one failed check; does not return. */
#define tap_bail(...) tap_bail_at(__FILE__, __LINE__, __VA_ARGS__)

/* v with every bit spread over the whole: numbers that count up become random ones, the same in every run. */
static inline uint64_t tap_mix64(uint64_t v)
{
	v ^= v >> 32;
	v *= UINT64_C(0xd6e8feb86659fd93);
	v ^= v >> 32;
	v *= UINT64_C(0xd6e8feb86659fd93);
	return v ^ v >> 32;
}

/* For programs with a main of their own: prints the plan and returns the exit status. */
int tap_done(void);

/* For run.c: what is counted, and where from now on. */
struct tap_counts {
	unsigned int run, failed;
	bool ended;                       /* the test that runs has come to its end */
};
void tap_count_in(struct tap_counts *counts);
void tap_end(void) __attribute__((noreturn));

/* What the macros call. */
bool tap_ok_at(const char *file, int line, bool ok, const char *expr, const char *name, ...)
	__attribute__((format(printf, 5, 6)));
bool tap_is_int_at(const char *file, int line, int64_t got, int64_t want, const char *name, ...)
	__attribute__((format(printf, 5, 6)));
bool tap_is_u64_at(const char *file, int line, uint64_t got, uint64_t want, const char *name, ...)
	__attribute__((format(printf, 5, 6)));
bool tap_is_str_at(const char *file, int line, const char *got, const char *want, const char *name, ...)
	__attribute__((format(printf, 5, 6)));
void tap_fail_at(const char *file, int line, const char *name, ...) __attribute__((format(printf, 3, 4)));
void tap_bail_at(const char *file, int line, const char *why, ...) __attribute__((format(printf, 3, 4), noreturn));
bool tap_is_mem_at(const char *file, int line, const void *got, const void *want, size_t n,
		   const char *name, ...) __attribute__((format(printf, 6, 7)));

#endif
