/* More of something than any program has: told as damage, with what came before it. */
#include <inttypes.h>
#include <string.h>

#include "base/buf.h"
#include "base/sat.h"
#include "handmade.h"
#include "order/order.h"
#include "tap/tap.h"

static void check(struct gt_trace *t, const char *what, uint64_t events, const char *name)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	struct gt_error err = { .text = "" };

	tap_ok(info->damage.code == GT_ERR_LIMIT && strstr(info->damage.text, what), "%s: '%s' is told as '%s'", name,
	       what, info->damage.text);
	/* The builder takes events by the hundred. */
	tap_ok(info->events >= events && info->events <= events + 256, "%s: %" PRIu64 " events are kept, not %" PRIu64,
	       name, info->events, events);
	tap_ok(info->horizon >= 0 && info->horizon <= info->duration && info->duration <= GT_LAST_NS,
	       "%s: times stay in bounds", name);
	tap_ok(gt_trace_verify(t, &err) == 0, "%s: the index is sound %s", name, err.text);
	gt_trace_close(t);
}

/* ---- Ps ---- */

static void add_ps(struct gt_buf *spec, uint32_t n)
{
	for (uint32_t p = 0; p < n; p++) {
		if (p % 5000 == 0)
			gt_buf_printf(spec, "%s b1,1,10[", p ? "]" : "");
		gt_buf_printf(spec, "0d 01 u%u 02 ", p);
	}
	gt_buf_puts(spec, "]");
}

TAP_TEST(ps)
{
	struct gt_buf spec = { 0 };
	struct gt_trace *t;

	gt_buf_puts(&spec, HANDMADE_TABLES);
	add_ps(&spec, GT_MAX_PROCS);
	t = handmade_open_spec(gt_buf_str(&spec));
	tap_ok(!gt_trace_info(t)->damage.code && gt_trace_info(t)->procs == GT_MAX_PROCS, "as many Ps as there may be");
	gt_trace_close(t);
	gt_buf_reset(&spec);
	gt_buf_puts(&spec, HANDMADE_TABLES);
	add_ps(&spec, GT_MAX_PROCS + 1000);
	check(handmade_open_spec(gt_buf_str(&spec)), "more than 65536 Ps", GT_MAX_PROCS + 1, "one more");
	gt_buf_release(&spec);
}

TAP_TEST(v1_ps)
{
	struct gt_buf spec = { 0 };

	for (uint32_t p = 0; p < GT_MAX_PROCS + 10; p++)
		gt_buf_printf(&spec, "41 u%u 0a 45 00 05 ", p);
	check(handmade_open_minor(19, gt_buf_str(&spec)), "more than 65536 Ps", GT_MAX_PROCS, "v1");
	gt_buf_release(&spec);
}

TAP_TEST(gomaxprocs)
{
	check(handmade_open_minor(19, "41 00 0a 45 00 05 84 01 u4611686018427387904 00 84 01 01 00 02 u1000000000"),
	      "more than 65536 Ps", 2, "GOMAXPROCS 2^62");
}

/* ---- times ---- */

TAP_TEST(times)
{
	check(handmade_open_spec(HANDMADE_TABLES "b1,1,10[0d 01 00 01 19 01 01 01 02 0b u36028797018963968 "
						 "0d 01 01 02]"), "half a year", 2, "an event after 2^55 ns");
	check(handmade_open_spec(HANDMADE_TABLES "b1,1,4611686018427387904[0d 01 00 01] b1,2,20[0d 01 01 01]"),
	      "half a year", 1, "a thread at 2^62");
	check(handmade_open_minor(19, "41 00 u9223372036854775808 45 00 05 84 u13835058055282163712 01 00 "
				      "02 u1000000000"), "half a year", 2, "v1: from -2^63 to 2^62");
}

TAP_TEST(sums)
{
	tap_ok(gt_sat_add(INT64_MAX, 1) == INT64_MAX && gt_sat_add(INT64_MIN, -1) == INT64_MIN &&
	       gt_sat_add(INT64_MAX, INT64_MIN) == -1, "sums stay in the range");
	tap_ok(gt_sat_mul(INT64_MAX, 2) == INT64_MAX && gt_sat_mul(INT64_MIN, 2) == INT64_MIN &&
	       gt_sat_mul(INT64_MIN, -1) == INT64_MAX && gt_sat_mul(-3, 4) == -12, "products stay in the range");
}

/* ---- stops of the world ---- */

TAP_TEST(stws)
{
	struct gt_buf spec = { 0 };

	gt_buf_puts(&spec, HANDMADE_TABLES "b1,none,5[04 ");
	for (int i = 5; i < GT_MAX_OPEN_STWS_V2 + 50; i++)
		gt_buf_printf(&spec, "05 u%d 04 %02x %02x %02x 61 ", i, 'a' + i % 16, 'a' + i / 16 % 16, 'a' + i / 256);
	gt_buf_puts(&spec, "] b1,1,10[0d 01 00 01 19 01 01 01 02 ");
	for (int i = 5; i < GT_MAX_OPEN_STWS_V2 + 50; i++)
		gt_buf_printf(&spec, "1a 01 u%d 00 ", i);
	gt_buf_puts(&spec, "]");
	check(handmade_open_spec(gt_buf_str(&spec)), "more than 64 stops of the world", GT_MAX_OPEN_STWS_V2 + 2, "STW");
	gt_buf_reset(&spec);
	gt_buf_puts(&spec, "41 00 0a 45 00 05 ");
	for (int i = 0; i < GT_MAX_OPEN_STWS + 300; i++)
		gt_buf_puts(&spec, "49 01 00 ");
	gt_buf_puts(&spec, "02 u1000000000");
	check(handmade_open_minor(10, gt_buf_str(&spec)), "more than 1024 stops of the world", GT_MAX_OPEN_STWS,
	      "v1 STW");
	gt_buf_release(&spec);
}

/* ---- the order ---- */

#define CHAIN 8000

/*
 * Thread k may take P 0 only after thread k - 1 has given it back, and has the earlier clock: Go's reader tries
 * all others first, each time.
 */
TAP_TEST(order)
{
	struct gt_buf spec = { 0 };
	struct gt_trace *t;
	uint64_t events;

	gt_buf_puts(&spec, HANDMADE_TABLES "b1,none,6[0d 01 00 02] ");
	for (int k = 1; k <= CHAIN; k++)
		gt_buf_printf(&spec, "b1,%d,%d[0a 01 00 u%d 0b 01] ", k, 10 + CHAIN - k, k);
	t = handmade_open_spec(gt_buf_str(&spec));
	events = gt_trace_info(t)->events;
	tap_ok(gt_trace_info(t)->damage.code == GT_ERR_LIMIT &&
	       strstr(gt_trace_info(t)->damage.text, "takes too long") && events > 4096 && events < 2 * CHAIN,
	       "%d threads, each waiting for the next: '%s' after %" PRIu64 " events", CHAIN,
	       gt_trace_info(t)->damage.text, events);
	gt_trace_close(t);
	gt_buf_release(&spec);
}
