/* Compiler attributes and small helpers that every layer may use. */
#ifndef GT_BASE_COMPILER_H
#define GT_BASE_COMPILER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/banned.h"

#define GT_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#define GT_UNUSED __attribute__((unused))
#define GT_NORETURN __attribute__((noreturn))
#define GT_LIKELY(x) __builtin_expect(!!(x), 1)
#define GT_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define GT_INLINE static inline __attribute__((always_inline))
#define GT_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/*
 * For comparison functions of qsort: the struct with the smaller member comes first, or with the larger one.  Where
 * they are equal the next decides: return GT_ASC(x, y, t) ?: GT_DESC(x, y, size);
 */
#define GT_ASC(x, y, member) (((x)->member > (y)->member) - ((x)->member < (y)->member))
#define GT_DESC(x, y, member) GT_ASC(y, x, member)

#endif
