/* Little-endian loads and stores at any alignment, and the bit tricks that go with them. */
#ifndef GT_BASE_BYTES_H
#define GT_BASE_BYTES_H

#include <string.h>

#include "base/compiler.h"

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define GT_LE16(v) __builtin_bswap16(v)
#define GT_LE32(v) __builtin_bswap32(v)
#define GT_LE64(v) __builtin_bswap64(v)
#else
#define GT_LE16(v) (v)
#define GT_LE32(v) (v)
#define GT_LE64(v) (v)
#endif

/* p needs no alignment; the caller has checked that the bytes are there. */
GT_INLINE uint16_t gt_get16(const void *p)
{
	uint16_t v;

	memcpy(&v, p, sizeof v);
	return GT_LE16(v);
}

GT_INLINE uint32_t gt_get32(const void *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof v);
	return GT_LE32(v);
}

GT_INLINE uint64_t gt_get64(const void *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof v);
	return GT_LE64(v);
}

GT_INLINE void gt_put16(void *p, uint16_t v)
{
	v = GT_LE16(v);
	memcpy(p, &v, sizeof v);
}

GT_INLINE void gt_put32(void *p, uint32_t v)
{
	v = GT_LE32(v);
	memcpy(p, &v, sizeof v);
}

GT_INLINE void gt_put64(void *p, uint64_t v)
{
	v = GT_LE64(v);
	memcpy(p, &v, sizeof v);
}

/* v rounded up to a multiple of align (a power of two); wraps if v is within align of the type's end. */
GT_INLINE uint64_t gt_align_up(uint64_t v, uint64_t align)
{
	return (v + align - 1) & ~(align - 1);
}

/*
 * Signed numbers folded into small unsigned ones for varints: 0, -1, 1, -2 …
 * become 0, 1, 2, 3 …
 */
GT_INLINE uint64_t gt_zigzag(int64_t v)
{
	return ((uint64_t)v << 1) ^ (uint64_t)(v >> 63);
}

GT_INLINE int64_t gt_unzigzag(uint64_t v)
{
	return (int64_t)((v >> 1) ^ -(v & 1));
}

#endif
