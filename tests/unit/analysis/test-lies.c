/* An index that lies, with right checksums, costs no more than one that does not. */
#include <inttypes.h>
#include <stdlib.h>

#include "analysis/goroutines/goroutines.h"
#include "base/os/mapfile.h"
#include "base/xalloc.h"
#include "tap/tap.h"
#include "unit/index/ask.h"

struct lying {
	struct gt_mapfile trace;
	uint8_t *index;
	size_t len;
	struct gt_trace t;
};

static void load(struct lying *l, const char *name)
{
	char *path = gt_xasprintf("%s/testdata/traces/%s", getenv("GT_SRCDIR"), name);

	if (gt_mapfile_open(&l->trace, path, NULL))
		tap_bail("cannot read %s", path);
	l->index = ask_build(l->trace.data, l->trace.size, &l->len);
	if (!l->index || ask_open(&l->t, l->trace.data, l->trace.size, l->index, l->len, NULL))
		tap_bail("cannot index %s", path);
	free(path);
}

static void unload(struct lying *l)
{
	ask_close(&l->t);
	gt_mapfile_close(&l->trace);
	free(l->index);
}

static bool count(void *arg, const struct gt_interval *iv)
{
	(void)iv;
	++*(uint64_t *)arg;
	return true;
}

static uint64_t walk_all(const struct gt_trace *t, bool backward)
{
	uint64_t n = 0;

	for (uint32_t row = 0; row < t->info.goroutines; row++)
		gt_goroutine_walk(t, row, backward, count, &n);
	return n;
}

/* All goroutines say that they have very many slices, and their slices go in circles. */
static void test_circles(const char *name)
{
	struct lying l;
	uint64_t truth[2], lies[2], beyond = 0, above = 0;
	unsigned circles = 0;

	load(&l, name);
	for (int back = 0; back < 2; back++)
		truth[back] = walk_all(&l.t, back);
	for (uint32_t row = 0; row < l.t.info.goroutines; row++) {
		struct gt_goroutine g = { 0 };

		circles += ask_make_circle(&l.t, row);
		beyond += ask_claim_slices(&l.t, row) > l.t.info.slices;
		above += gt_goroutine_get(&l.t, row, &g) && g.slices > l.t.info.slices;
	}
	tap_ok(circles > 2, "%s: %u goroutines whose slices go in a circle", name, circles);
	tap_is_u64(above, 0, "of %" PRIu64 " that say to have more slices than there are none is believed", beyond);
	for (int back = 0; back < 2; back++) {
		lies[back] = walk_all(&l.t, back);
		tap_ok(lies[back] <= 2 * truth[back] + 4 * l.t.info.goroutines,
		       "%s: %" PRIu64 " steps %s, in truth %" PRIu64,
		       name, lies[back], back ? "back" : "forward", truth[back]);
	}
	unload(&l);
}

TAP_TEST(recorded)
{
	static const char *const names[] = {
		"go1.27/many.trace", "go1.22/greedy.trace", "go1.27/gc.trace", "go1.19/gc.trace", "go1.21/greedy.trace",
	};

	for (size_t i = 0; i < GT_COUNT(names); i++)
		test_circles(names[i]);
}
