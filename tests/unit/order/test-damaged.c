/* Damaged v2 traces: what is shown of them is in the whole trace, in the same order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/varint.h"
#include "base/xalloc.h"
#include "tap/tap.h"
#include "unit/order/again.h"
#include "wire/v2/open.h"
#include "wire/v2/v2events.h"

/*
 * Three kinds of damage: the file ends early; batches are not there; bits are turned over.  A record is known by the
 * place that it has in the whole trace.
 */
static const char *const damaged_traces[] = {
	"go1.22/calls.trace", "go1.22/gens.trace", "go1.23/coro.trace", "go1.25/annotations.trace",
	"go1.25/locks.trace", "go1.27/gens.trace", "go1.27/locks.trace", "go1.27/calls.trace",
};

/* Two events may change places where what one of them waited for is lost, if they are not farther apart than this. */
#define APART 100000

struct batch {
	size_t off, end;
	bool events;
};

struct whole {
	uint8_t *bytes;
	size_t n;
	struct gt_header header;
	struct batch *batches;
	size_t nbatches, cap;
	uint32_t *place;         /* by byte: 1 + number of the event whose record begins there */
	int64_t *times;          /* by number */
	uint8_t *types;
	size_t nevents, events_cap, types_cap;
};

/* A piece of the whole trace in the damaged one. */
struct piece {
	size_t at, n, from;
};

struct damaged {
	uint8_t *bytes;
	size_t n;
	struct piece pieces[8];
	int npieces;
	size_t spoilt[8];        /* places where bits were turned over */
	int nspoilt;
};

static uint64_t damaged_random(uint64_t *seed)
{
	*seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *seed >> 33;
}

static void find_batches(struct whole *w)
{
	const uint8_t *p = w->bytes + GT_HEADER_SIZE, *end = w->bytes + w->n;

	while (p < end) {
		struct batch b = { .off = (size_t)(p - w->bytes) };
		uint64_t v[4] = { 0 };
		bool experiment = *p == GT_V2_ExperimentalBatch;

		if (*p++ != GT_V2_EndOfGeneration) {
			p += experiment;
			for (int i = 0; i < 4 && p; i++)
				p = gt_varint(p, end, &v[i]);
			if (!p)
				tap_bail("a batch that cannot be read");
			b.events = !experiment && *p != GT_V2_Strings && *p != GT_V2_Stacks && *p != GT_V2_CPUSamples &&
				   *p != GT_V2_Sync && *p != GT_V2_Frequency;
			p += v[3];
		}
		b.end = (size_t)(p - w->bytes);
		GT_GROW(w->batches, w->cap, w->nbatches + 1);
		w->batches[w->nbatches++] = b;
	}
}

typedef void on_event(void *arg, const struct gt_event *e);

static int order_each(const void *bytes, size_t n, const struct gt_header *h, on_event *on, void *arg)
{
	struct gt_event ev[64];
	struct gt_source *src;
	struct gt_order *o;
	int rc, got;

	gt_source_open_mem(&src, bytes, n, "damaged");
	if (gt_order_open(&o, src, h, NULL) < 0)
		tap_bail("no order");
	while ((rc = gt_order_next_gen(o, NULL)) > 0)
		do {
			rc = gt_order_next(o, ev, (int)GT_COUNT(ev), &got, NULL);
			for (int i = 0; i < got; i++)
				if (ev[i].kind != GT_EV_DROPPED && ev[i].part == 0)
					on(arg, &ev[i]);
		} while (rc > 0);
	gt_order_close(o);
	gt_source_close(src);
	return rc;
}

static void add_whole(void *arg, const struct gt_event *e)
{
	struct whole *w = arg;

	GT_GROW(w->times, w->events_cap, w->nevents + 1);
	GT_GROW(w->types, w->types_cap, w->nevents + 1);
	w->times[w->nevents] = e->time;
	w->types[w->nevents++] = e->type;
	w->place[e->off] = (uint32_t)w->nevents;
}

static void load_whole(struct whole *w, const char *path)
{
	struct gt_source *src;

	if (gt_trace_source_open(&src, &w->header, path, NULL, NULL) < 0)
		tap_bail("cannot open %s", path);
	w->n = (size_t)gt_source_size(src);
	w->bytes = gt_xmalloc(w->n);
	gt_source_read(src, 0, w->bytes, w->n);
	gt_source_close(src);
	w->place = gt_xcalloc(w->n, sizeof *w->place);
	find_batches(w);
	if (order_each(w->bytes, w->n, &w->header, add_whole, w) != 0)
		tap_bail("%s is damaged", path);
}

static void release_whole(struct whole *w)
{
	free(w->bytes);
	free(w->batches);
	free(w->place);
	free(w->times);
	free(w->types);
}

static void keep_piece(struct damaged *d, const struct whole *w, size_t from, size_t to)
{
	memcpy(d->bytes + d->n, w->bytes + from, to - from);
	d->pieces[d->npieces++] = (struct piece){ .at = d->n, .n = to - from, .from = from };
	d->n += to - from;
}

static void damage(struct damaged *d, const struct whole *w, uint64_t *seed)
{
	uint64_t kind = damaged_random(seed) % 3;
	size_t at = 0;

	d->n = 0;
	d->npieces = d->nspoilt = 0;
	if (kind == 0) {
		/* One in four between two batches. */
		at = damaged_random(seed) % 4 ? GT_HEADER_SIZE + 1 + damaged_random(seed) % (w->n - GT_HEADER_SIZE - 1)
					      : w->batches[damaged_random(seed) % w->nbatches].end;
		keep_piece(d, w, 0, at);
		return;
	}
	for (uint64_t i = 0, n = kind == 1 ? 1 + damaged_random(seed) % 4 : 0; i < n; i++) {
		const struct batch *b = &w->batches[damaged_random(seed) % w->nbatches];

		if (b->off < at)
			continue;
		keep_piece(d, w, at, b->off);
		at = b->end;
	}
	keep_piece(d, w, at, w->n);
	for (uint64_t i = 0, n = kind == 2 ? 1 + damaged_random(seed) % 8 : 0; i < n; i++) {
		at = GT_HEADER_SIZE + damaged_random(seed) % (d->n - GT_HEADER_SIZE);
		d->bytes[at] ^= (uint8_t)(1 << damaged_random(seed) % 8);
		d->spoilt[d->nspoilt++] = at;
	}
}

struct look {
	const struct whole *w;
	const struct damaged *d;
	size_t last;
	uint64_t shown, moved, late, strange, spoilt;
};

/* The place of a byte of the damaged trace in the whole one; false: it is in a batch that has other bits. */
static bool place_of(const struct look *l, uint64_t off, size_t *place)
{
	*place = SIZE_MAX;
	for (int i = 0; i < l->d->npieces; i++)
		if (off >= l->d->pieces[i].at && off < l->d->pieces[i].at + l->d->pieces[i].n)
			*place = (size_t)off - l->d->pieces[i].at + l->d->pieces[i].from;
	for (size_t i = 0; i < l->w->nbatches && l->d->nspoilt > 0; i++) {
		const struct batch *b = &l->w->batches[i];

		for (int k = 0; k < l->d->nspoilt; k++)
			if (*place >= b->off && *place < b->end && l->d->spoilt[k] >= b->off &&
			    l->d->spoilt[k] < b->end)
				return false;
	}
	return true;
}

static void compare_event(void *arg, const struct gt_event *e)
{
	struct look *l = arg;
	size_t place, n;

	if (!place_of(l, e->off, &place))
		return;
	n = place < l->w->n ? l->w->place[place] : 0;
	if (n == 0 || l->w->types[n - 1] != e->type) {
		/* Where the bits of a batch's size are others it can end inside the next one. */
		if (l->d->nspoilt > 0)
			l->spoilt++;
		else
			l->strange++;
		return;
	}
	l->shown++;
	/* A time that has other bits moves others, too. */
	if (n >= l->last || l->d->nspoilt > 0) {
		l->last = n;
		return;
	}
	if (l->w->times[l->last - 1] - l->w->times[n - 1] > APART)
		l->late++;
	l->moved++;
}

static void damage_often(const char *name, const char *path, uint64_t times, uint64_t *seed)
{
	struct whole w = { 0 };
	struct damaged d = { 0 };
	struct look all = { 0 };
	struct gt_buf why = { 0 };
	struct gt_source *src;

	load_whole(&w, path);
	d.bytes = gt_xmalloc(w.n);
	for (uint64_t i = 0; i < times; i++) {
		struct look l = { .w = &w, .d = &d };
		uint64_t was = *seed;

		damage(&d, &w, seed);
		order_each(d.bytes, d.n, &w.header, compare_event, &l);
		all.shown += l.shown;
		all.moved += l.moved;
		all.late += l.late;
		all.strange += l.strange;
		all.spoilt += l.spoilt;
		if (l.strange || l.late)
			tap_diag("%s: %llu not there, %llu too late, of %llu: seed %llu", name, (unsigned long long)l.strange,
				 (unsigned long long)l.late, (unsigned long long)l.shown, (unsigned long long)was);
		if (i % 8 || why.len)
			continue;
		gt_source_open_mem(&src, d.bytes, d.n, "damaged");
		gt_replay_again(src, &w.header, 97, &why);
		if (!why.len)
			gt_fill_again(src, &w.header, &why);
		if (why.len)
			tap_diag("seed %llu", (unsigned long long)was);
		gt_source_close(src);
	}
	tap_is_u64(all.strange, 0, "%s: every event is in the whole trace", name);
	tap_ok(all.spoilt * 10000 <= all.shown, "%s: or made of other bits: %llu", name, (unsigned long long)all.spoilt);
	tap_is_u64(all.late, 0, "%s: in the same order", name);
	tap_ok(all.moved * 1000 < all.shown, "%s: %llu of %llu have changed places with one close by", name,
	       (unsigned long long)all.moved, (unsigned long long)all.shown);
	tap_ok(all.shown > times * w.nevents / 4, "%s: much is shown", name);
	tap_is_str(gt_buf_str(&why), "", "%s: replayed, and in short", name);
	gt_buf_release(&why);
	free(d.bytes);
	release_whole(&w);
}

/* With arguments: how often for each trace, a number to begin with, traces. */
TAP_TEST(damaged)
{
	char *const *args = tap_args();
	uint64_t times = args[0] ? strtoull(args[0], NULL, 10) : 40;
	uint64_t seed = args[0] && args[1] ? strtoull(args[1], NULL, 10) : 1;

	for (int i = 2; args[0] && args[1] && args[i]; i++)
		damage_often(args[i], args[i], times, &seed);
	for (size_t i = 0; (!args[0] || !args[1] || !args[2]) && i < GT_COUNT(damaged_traces); i++) {
		char *path = gt_xasprintf("%s/testdata/traces/%s", getenv("GT_SRCDIR"), damaged_traces[i]);

		damage_often(damaged_traces[i], path, times, &seed);
		free(path);
	}
}

/* ---- every bit ---- */

static void ignore_event(void *arg, const struct gt_event *e)
{
	(void)arg;
	(void)e;
}

/* Whichever bit is turned over, reading comes to an end. */
static void turn_each_bit(const char *name)
{
	char *path = gt_xasprintf("%s/testdata/traces/%s", getenv("GT_SRCDIR"), name);
	struct whole w = { 0 };

	load_whole(&w, path);
	alarm(120);
	for (size_t i = GT_HEADER_SIZE; i < w.n; i++)
		for (int bit = 0; bit < 8; bit++) {
			w.bytes[i] ^= (uint8_t)(1 << bit);
			order_each(w.bytes, w.n, &w.header, ignore_event, NULL);
			w.bytes[i] ^= (uint8_t)(1 << bit);
		}
	alarm(0);
	tap_ok(true, "%s: read to an end with each bit turned over", name);
	release_whole(&w);
	free(path);
}

TAP_TEST(bits)
{
	turn_each_bit("go1.22/empty.trace");
	turn_each_bit("go1.23/empty.trace");
	turn_each_bit("go1.25/empty.trace");
	turn_each_bit("go1.27/empty.trace");
}
