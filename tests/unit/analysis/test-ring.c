/* A wake-up chain through more goroutines than a short walk remembers: each wakes the next, again and again. */
#include "analysis/paths/path.h"
#include "base/buf.h"
#include "handmade.h"
#include "index/query/tracks.h"
#include "tap/tap.h"

#define RING 100
#define TURNS 3000
#define TURN_NS 20

static void put_hex_varint(struct gt_buf *out, unsigned v)
{
	for (; v >= 0x80; v >>= 7)
		gt_buf_printf(out, "%02x ", (v & 0x7f) | 0x80);
	gt_buf_printf(out, "%02x ", v);
}

/* An event, so many ns after the last one, about number i of the ring: the next one of its sequence. */
static void put_ring(struct gt_buf *out, unsigned type, unsigned ns, unsigned i, unsigned *seq)
{
	gt_buf_printf(out, "%02x %02x ", type, ns);
	put_hex_varint(out, 2 + i);
	put_hex_varint(out, ++seq[i]);
}

/* Goroutine 1 makes them; each waits once; then come their turns.  Returns when the first turn begins. */
static int64_t put_turns(struct gt_buf *out)
{
	unsigned seq[RING] = { 0 };
	int64_t t = 7;

	gt_buf_puts(out, HANDMADE_TABLES "b1,1,10[0d 01 00 01 19 01 01 01 02 ");
	for (unsigned i = 0; i < RING; i++, t++)
		gt_buf_printf(out, "0e 01 %02x 02 01 ", 2 + i);
	gt_buf_puts(out, "14 01 01 01 ");
	t++;
	for (unsigned i = 0; i < RING; i++) {
		put_ring(out, 0x10, 5, i, seq);
		if (i == RING - 1) {
			put_ring(out, 0x15, 5, 0, seq);
			gt_buf_puts(out, "02 ");
		}
		gt_buf_puts(out, "14 05 01 02 ");
		t += i == RING - 1 ? 15 : 10;
	}
	for (unsigned n = 0; n < TURNS; n++) {
		put_ring(out, 0x10, 5, n % RING, seq);
		put_ring(out, 0x15, 10, (n + 1) % RING, seq);
		gt_buf_puts(out, "02 14 05 01 02 ");
	}
	gt_buf_puts(out, "]");
	return t + 5;
}

/* The chain comes back to the last one where its wait began, 5 ns after it woke the next one. */
static bool is_last_again(size_t turn)
{
	return turn < TURNS - 1 && turn % RING == (TURNS - 1) % RING;
}

/* Hop i, the last first: of a turn from its start to the wake-up, then the wait for the processor before. */
static bool is_hop(const struct gt_trace *t, const struct gt_hop *h, size_t i, int64_t first)
{
	size_t turn = TURNS - 1 - i / 2;
	int64_t start = first + (int64_t)turn * TURN_NS;
	int64_t ready = start - (is_last_again(turn - 1) ? 5 : 10);
	struct gt_goroutine g;

	if (!gt_goroutine_get(t, h->g, &g) || g.id != 2 + turn % RING)
		return false;
	if (i % 2)
		return h->state == GT_HOP_RUNNABLE && h->t0 == ready && h->t1 == start;
	return h->state == GT_HOP_RUNNING && h->t0 == start && h->t1 == start + (is_last_again(turn) ? 15 : 10);
}

TAP_TEST(turns)
{
	struct gt_buf spec = { 0 };
	int64_t first = put_turns(&spec);
	struct gt_trace *t = handmade_open_spec(gt_buf_str(&spec));
	uint32_t last = gt_goroutine_find(t, 2 + (TURNS - 1) % RING, INT64_MAX);
	struct gt_path path = { 0 };
	size_t wrong = 0;

	gt_path_walk(&path, t, last, first + (TURNS - 1) * TURN_NS + 10, SIZE_MAX);
	tap_ok(path.n > 2 * TURNS, "two hops a turn");
	for (size_t i = 0; i < 2 * TURNS - 1 && i < path.n; i++)
		wrong += !is_hop(t, &path.hops[i], i, first);
	tap_is_u64(wrong, 0, "each where it was");
	gt_path_release(&path);
	gt_trace_close(t);
	gt_buf_release(&spec);
}
