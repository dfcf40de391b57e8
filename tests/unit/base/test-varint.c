/* LEB128: values at every length, padding, cuts and malformed forms. */
#include "base/varint.h"

#include <string.h>

#include "tap/tap.h"

struct sample {
	const char *name;
	uint8_t bytes[12];
	size_t len, used; /* used 0: must be rejected */
	uint64_t value;
};

static const struct sample samples[] = {
	{ "zero", { 0x00 }, 1, 1, 0 },
	{ "127", { 0x7f }, 1, 1, 127 },
	{ "128", { 0x80, 0x01 }, 2, 2, 128 },
	{ "16383", { 0xff, 0x7f }, 2, 2, 16383 },
	{ "16384", { 0x80, 0x80, 0x01 }, 3, 3, 16384 },
	{ "padded zero", { 0x80, 0x80, 0x00 }, 3, 3, 0 },
	{ "padded 5 in 10 bytes", { 0x85, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00 }, 10, 10, 5 },
	{ "2^63", { 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01 }, 10, 10, UINT64_C(1) << 63 },
	{ "2^64-1", { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01 }, 10, 10, UINT64_MAX },
	{ "bytes after it are left", { 0x80, 0x01, 0x7f, 0x7f }, 4, 2, 128 },
	{ "10th byte 2", { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02 }, 10, 0, 0 },
	{ "10th byte 0x7f", { 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7f }, 10, 0, 0 },
	{ "11 bytes", { 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00 }, 11, 0, 0 },
	{ "10th goes on", { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x81, 0x00 }, 11, 0, 0 },
	{ "nothing", { 0 }, 0, 0, 0 },
	{ "cut after 1", { 0x80 }, 1, 0, 0 },
	{ "cut after 9", { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff }, 9, 0, 0 },
};

TAP_TEST(samples)
{
	for (size_t i = 0; i < GT_COUNT(samples); i++) {
		const struct sample *s = &samples[i];
		uint64_t v = 42;
		const uint8_t *p = gt_varint(s->bytes, s->bytes + s->len, &v);

		tap_ok(s->used ? p == s->bytes + s->used : !p, "%s: length", s->name);
		if (s->used)
			tap_is_u64(v, s->value, "%s: value", s->name);
	}
}

TAP_TEST(round_trip)
{
	unsigned int bad = 0;

	for (unsigned int bit = 0; bit < 64; bit++) {
		for (int delta = -1; delta <= 1; delta++) {
			uint64_t v = (UINT64_C(1) << bit) + (uint64_t)(int64_t)delta, back = 0;
			uint8_t out[GT_VARINT_MAX];
			size_t n = gt_varint_put(out, v);
			const uint8_t *p = gt_varint(out, out + n, &back);

			if (p != out + n || back != v || (n > 1 && out[n - 1] == 0))
				bad++;
		}
	}
	tap_is_u64(bad, 0, "2^k-1, 2^k, 2^k+1 come back, in the shortest form");
}

TAP_TEST(longest)
{
	uint8_t out[GT_VARINT_MAX];

	tap_is_u64(gt_varint_put(out, UINT64_MAX), 10, "2^64-1 takes 10 bytes");
	tap_ok(!memcmp(out, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 10), "and these");
}
