/* The 64-bit checksum: four lanes of multiply and rotate, 32 bytes a round. */
#include "base/checksum.h"

#include "base/bytes.h"

#define ROUND 32
#define K1 UINT64_C(0x9fb21c651e98df25)
#define K2 UINT64_C(0xd6e8feb86659fd93)
#define K3 UINT64_C(0xa0761d6478bd642f)

GT_INLINE uint64_t rotate(uint64_t v, unsigned int bits)
{
	return v << bits | v >> (64 - bits);
}

/* One-to-one in each argument: no change of a single word goes unseen. */
GT_INLINE uint64_t mix(uint64_t lane, uint64_t word)
{
	return rotate(lane ^ (word * K1), 29) * K2;
}

static void rounds(uint64_t lane[4], const uint8_t *p, size_t count)
{
	uint64_t a = lane[0], b = lane[1], c = lane[2], d = lane[3];

	for (; count; count--, p += ROUND) {
		a = mix(a, gt_get64(p));
		b = mix(b, gt_get64(p + 8));
		c = mix(c, gt_get64(p + 16));
		d = mix(d, gt_get64(p + 24));
	}
	lane[0] = a;
	lane[1] = b;
	lane[2] = c;
	lane[3] = d;
}

void gt_checksum_begin(struct gt_checksum *c, uint64_t seed)
{
	*c = (struct gt_checksum){
		.lane = { seed + K1, seed ^ K2, seed - K3, seed + (K1 ^ K3) },
		.seed = seed,
	};
}

void gt_checksum_update(struct gt_checksum *c, const void *bytes, size_t n)
{
	const uint8_t *p = bytes;
	size_t have = c->total % ROUND;

	c->total += n;
	if (have) {
		size_t take = n < ROUND - have ? n : ROUND - have;

		memcpy(c->tail + have, p, take);
		p += take;
		n -= take;
		if (have + take < ROUND)
			return;
		rounds(c->lane, c->tail, 1);
	}
	rounds(c->lane, p, n / ROUND);
	if (n % ROUND)
		memcpy(c->tail, p + n / ROUND * ROUND, n % ROUND);
}

uint64_t gt_checksum_end(const struct gt_checksum *c)
{
	uint64_t lane[4] = { c->lane[0], c->lane[1], c->lane[2], c->lane[3] }, h;
	uint8_t last[ROUND] = { 0 };

	if (c->total % ROUND) {
		memcpy(last, c->tail, c->total % ROUND);
		rounds(lane, last, 1);
	}
	h = c->total * K3 ^ c->seed;
	for (size_t i = 0; i < GT_COUNT(lane); i++)
		h = mix(h, lane[i]);
	h ^= h >> 32;
	h *= K1;
	return h ^ h >> 29;
}

uint64_t gt_checksum(const void *bytes, size_t n, uint64_t seed)
{
	struct gt_checksum c;

	gt_checksum_begin(&c, seed);
	gt_checksum_update(&c, bytes, n);
	return gt_checksum_end(&c);
}
