/* TAP for C tests: count, compare, explain. */
#ifndef GT_TAP_H
#define GT_TAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A test program calls tap_plan (or not: then the plan is printed by
 * tap_done), any number of checks, and ends with `return tap_done();`.
 * Each check prints one line and returns whether it passed; a failed one
 * prints the place and both values as diagnostics, of strings the first
 * lines that differ.  Arguments are evaluated once.  A name is one line
 * without '#'.
 */
void tap_plan(unsigned int n);
int tap_done(void);

#define tap_ok(cond, ...) tap_ok_at(__FILE__, __LINE__, !!(cond), #cond, __VA_ARGS__)
#define tap_is_int(got, want, ...) \
	tap_is_int_at(__FILE__, __LINE__, (int64_t)(got), (int64_t)(want), __VA_ARGS__)
#define tap_is_u64(got, want, ...) \
	tap_is_u64_at(__FILE__, __LINE__, (uint64_t)(got), (uint64_t)(want), __VA_ARGS__)
#define tap_is_str(got, want, ...) tap_is_str_at(__FILE__, __LINE__, (got), (want), __VA_ARGS__)
#define tap_is_mem(got, want, n, ...) \
	tap_is_mem_at(__FILE__, __LINE__, (got), (want), (n), __VA_ARGS__)
#define tap_pass(...) tap_ok(true, __VA_ARGS__)
#define tap_fail(...) tap_ok(false, __VA_ARGS__)

/* n checks that cannot be made here. */
void tap_skip(unsigned int n, const char *why, ...) __attribute__((format(printf, 2, 3)));

/* The whole program cannot run here: prints the plan "1..0 # SKIP why" and exits 0. */
void tap_skip_all(const char *why, ...) __attribute__((format(printf, 1, 2), noreturn));

/* A comment line for whoever reads the log. */
void tap_diag(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* The whole suite is pointless from here on: prints "Bail out!" and exits 1. */
void tap_bail(const char *why, ...) __attribute__((format(printf, 1, 2), noreturn));

/* v with every bit spread over the whole: numbers that count up become random ones, the same in every run. */
static inline uint64_t tap_mix64(uint64_t v)
{
	v ^= v >> 32;
	v *= UINT64_C(0xd6e8feb86659fd93);
	v ^= v >> 32;
	v *= UINT64_C(0xd6e8feb86659fd93);
	return v ^ v >> 32;
}

/* What the macros call. */
bool tap_ok_at(const char *file, int line, bool ok, const char *expr, const char *name, ...)
	__attribute__((format(printf, 5, 6)));
bool tap_is_int_at(const char *file, int line, int64_t got, int64_t want, const char *name, ...)
	__attribute__((format(printf, 5, 6)));
bool tap_is_u64_at(const char *file, int line, uint64_t got, uint64_t want, const char *name, ...)
	__attribute__((format(printf, 5, 6)));
bool tap_is_str_at(const char *file, int line, const char *got, const char *want, const char *name, ...)
	__attribute__((format(printf, 5, 6)));
bool tap_is_mem_at(const char *file, int line, const void *got, const void *want, size_t n,
		   const char *name, ...) __attribute__((format(printf, 6, 7)));

#endif
