/* The cursors of a generation's streams: all of them, or those looked at last where there are very many. */
#include "order/v2state.h"

#include <assert.h>
#include <inttypes.h>

/* Memory for the windows of all cursors together, and the bounds of one. */
#define WINDOWS_TOTAL (16u << 20)
#define WINDOW_MAX 32768u

/*
 * With more streams than this a cursor is taken from one of them when another needs it: what its next
 * record is to be decoded from are 24 bytes.  No program has so many threads; a million of them, of which
 * each event may be in another, cost a small read for each event.
 */
#define MOST_CURSORS 65536u

/* A window larger than each batch of its stream is of no use: many threads have some bytes each. */
static uint32_t window_size(const struct gt_v2_gen *g, uint32_t stream, uint32_t most)
{
	uint32_t size = 1;

	for (uint32_t b = g->streams[stream].first; b != UINT32_MAX && size < most; b = g->batches[b].next)
		if (g->batches[b].size > size)
			size = g->batches[b].size;
	return size < most ? size : most;
}

static int prepare_windows(struct v2_order *o, uint32_t most, struct gt_error *err)
{
	size_t total = o->parked ? (size_t)o->ncursors * most : 0;
	uint8_t *window;

	for (uint32_t i = 0; i < o->ncursors && !o->parked; i++)
		total += window_size(&o->gen, i, most);
	if (o->windows_size < total) {
		free(o->windows);
		o->windows = gt_checked_alloc(total, 1);
		o->windows_size = o->windows ? total : 0;
	}
	if (!o->windows && total)
		return gt_error_set(err, GT_ERR_NOMEM, o->gen.start_off, "no memory for %zu threads", o->gen.nstreams);
	window = o->windows;
	for (uint32_t i = 0; i < o->ncursors; i++) {
		uint32_t size = o->parked ? most : window_size(&o->gen, i, most);

		gt_v2_cursor_init(&o->cursors[i], o->src, o->gen.batches, o->gen.ns_per_unit,
				  o->parked ? UINT32_MAX : o->gen.streams[i].first, window, size);
		window += size;
	}
	return 0;
}

static void prepare_parking(struct v2_order *o, size_t nstreams)
{
	free(o->parked);
	free(o->owners);
	o->parked = NULL;
	o->owners = NULL;
	o->hand = 0;
	if (nstreams <= MOST_CURSORS)
		return;
	o->parked = gt_xmalloc(nstreams * sizeof *o->parked);
	o->owners = gt_xmalloc(MOST_CURSORS * sizeof *o->owners);
	for (size_t i = 0; i < nstreams; i++)
		o->parked[i] = (struct v2_parked){ .batch = UINT32_MAX, .cursor = UINT32_MAX };
	for (size_t i = 0; i < MOST_CURSORS; i++)
		o->owners[i] = UINT32_MAX;
}

int v2_prepare_streams(struct v2_order *o, struct gt_error *err)
{
	size_t n = o->gen.nstreams, most;

	prepare_parking(o, n);
	o->ncursors = (uint32_t)(o->parked ? MOST_CURSORS : n);
	most = n > 0 ? WINDOWS_TOTAL / o->ncursors : 0;
	most = most > WINDOW_MAX ? WINDOW_MAX : most < GT_V2_WINDOW_MIN ? GT_V2_WINDOW_MIN : most;
	GT_GROW(o->cursors, o->cursors_cap, o->ncursors);
	GT_GROW(o->cursor_m, o->cursor_m_cap, n);
	GT_GROW(o->heap, o->heap_cap, n);
	for (size_t i = 0; i < n; i++) {
		uint64_t m = o->gen.streams[i].m;

		o->cursor_m[i] = m == GT_NONE ? UINT32_MAX : v2_place_of_m(o, m);
	}
	return prepare_windows(o, (uint32_t)most, err);
}

int v2_load_slow(struct v2_order *o, uint32_t stream, struct gt_v2_cursor **c, struct gt_error *err)
{
	const struct v2_parked at = o->parked[stream];
	uint32_t i;

	if (at.cursor != UINT32_MAX) {
		*c = &o->cursors[at.cursor];
		return 1;
	}
	o->loads++;
	/* The cursor that was taken longest ago. */
	assert(o->ncursors == MOST_CURSORS);
	i = o->hand++ % o->ncursors;
	*c = &o->cursors[i];
	if (o->owners[i] != UINT32_MAX)
		o->parked[o->owners[i]] = (struct v2_parked){
			.off = (*c)->off, .time = (*c)->prev_time, .batch = (*c)->batches.at, .cursor = UINT32_MAX };
	o->owners[i] = stream;
	o->parked[stream].cursor = i;
	if (at.batch != UINT32_MAX)
		gt_v2_cursor_resume(*c, at.batch, at.off, at.time);
	else
		gt_v2_cursor_init(*c, o->src, o->gen.batches, o->gen.ns_per_unit, o->gen.streams[stream].first,
				  (*c)->in.win, (uint32_t)(*c)->in.size);
	return gt_v2_cursor_next(*c, err);
}

/* Between two batches of a thread some of it may be lost. */
static bool has_hole(const struct gt_v2_gen *g, uint32_t from, uint32_t to)
{
	for (size_t i = 0; i < g->nholes; i++)
		if (g->holes[i] > from && g->holes[i] <= to)
			return true;
	return false;
}

int v2_next_of(struct v2_order *o, uint32_t stream, struct gt_v2_cursor *c)
{
	uint32_t batch = c->batches.at;
	bool lost = false;
	int rc;

	while ((rc = gt_v2_cursor_next(c, &o->fault_err)) == GT_ERR_CORRUPT) {
		struct gt_error why = o->fault_err;

		gt_error_context(&why, "the rest of a batch of thread %" PRId64 " is lost",
				 (int64_t)o->gen.streams[stream].m);
		o->loss.bytes += o->gen.batches[c->batches.at].off + o->gen.batches[c->batches.at].size - c->off;
		v2_note_fault(o, &why);
		gt_v2_cursor_skip(c);
		lost = true;
		/* What the others of its generation do to it may have come before. */
		if (o->sync_time < o->whole)
			o->whole = o->sync_time;
		if (!o->salvage && (rc = v2_salvage(o, &o->fault_err)) < 0)
			return rc;
	}
	if (lost || (o->gen.nholes > 0 && rc > 0 && batch != UINT32_MAX && has_hole(&o->gen, batch, c->batches.at)))
		v2_lose_thread(o, stream);
	return rc;
}

int v2_first(struct v2_order *o, uint32_t stream, struct gt_v2_cursor **c)
{
	if (o->parked)
		return v2_load_slow(o, stream, c, &o->fault_err);
	*c = &o->cursors[stream];
	return v2_next_of(o, stream, *c);
}
