/* The waits before many slices of a P, read at once: column by column. */
#include "analysis/waits/waitblock.h"

#include <assert.h>

#include "base/sat.h"

/* What an event of this type says can depend on the slice, or on the goroutine. */
static bool look_at_wait(const struct gt_wait_reader *r, const struct gt_wait_block *b, uint32_t i,
			 struct gt_wait *w)
{
	struct gt_slice s;

	return gt_slice_get(r->trace, b->id + i, &s) && gt_wait_before(r->trace, &s, w);
}

/* Lists the waits; what[i] is what the type of slice i says. */
static void list_block(const struct gt_wait_reader *r, struct gt_wait_block *b, const uint64_t *waited)
{
	uint32_t n = 0;
	int64_t most = 0;
	bool any_unknown = false;

	for (uint32_t i = 0; i < b->slices; i++) {
		int64_t ns = (int64_t)waited[i];
		uint8_t owner = b->g[i] < r->n ? r->owners[b->g[i]] : (uint8_t)GT_OWNER_RUNTIME;
		uint8_t cause = r->causes[b->type[i] & (GT_EVENT_TYPES - 1)];
		struct gt_wait w;

		if (ns <= 0 || owner > GT_OWNER_PROGRAM || cause == GT_WAIT_NONE)
			continue;
		if (GT_UNLIKELY(cause == GT_WAIT_LOOK) && !look_at_wait(r, b, i, &w))
			continue;
		b->at[n] = (uint16_t)i;
		b->ns[n] = ns;
		b->unknown[n++] = owner == GT_OWNER_UNKNOWN;
		any_unknown |= owner == GT_OWNER_UNKNOWN;
		most = ns > most ? ns : most;
	}
	b->n = n;
	b->most = most;
	b->unnamed = any_unknown;
}

/* Those that began before `from` end in it. */
static void cut_block(const struct gt_wait_reader *r, struct gt_wait_block *b)
{
	uint32_t left = 0;

	gt_wait_block_times(r, b);
	for (uint32_t i = 0; i < b->n; i++) {
		int64_t room = (int64_t)(b->t0[b->at[i]] - (uint64_t)r->from);

		if (room <= 0)
			continue;
		b->at[left] = b->at[i];
		b->unknown[left] = b->unknown[i];
		b->ns[left++] = b->ns[i] < room ? b->ns[i] : room;
	}
	b->n = left;
}

static void take_unnamed(struct gt_wait_block *b)
{
	uint32_t left = 0;

	b->unnamed = 0;
	for (uint32_t i = 0; i < b->n; i++) {
		if (b->unknown[i]) {
			b->unnamed++;
			gt_sat_grow(&b->unnamed_ns, b->ns[i]);
			continue;
		}
		b->at[left] = b->at[i];
		b->ns[left++] = b->ns[i];
	}
	b->n = left;
}

void gt_wait_block_read(const struct gt_wait_reader *r, uint32_t proc_row, uint64_t k, uint32_t n,
			struct gt_wait_block *b)
{
	uint64_t waited[GT_WAIT_BLOCK], first;

	assert(n && n <= GT_WAIT_BLOCK);
	b->proc_row = proc_row;
	b->k = k;
	b->id = gt_slice_of_proc(r->trace, proc_row, k);
	b->n = b->slices = 0;
	b->unnamed = 0;
	b->unnamed_ns = b->most = 0;
	b->has_t0 = false;
	n = gt_slices_field(r->trace, proc_row, k, n, GT_SLICE_WAITED, waited);
	if (!n || gt_slices_field(r->trace, proc_row, k, n, GT_SLICE_G, b->g) != n ||
	    gt_slices_field(r->trace, proc_row, k, n, GT_SLICE_READY_TYPE, b->type) != n ||
	    gt_slices_field(r->trace, proc_row, k, 1, GT_SLICE_T0, &first) != 1)
		return;
	b->slices = n;
	list_block(r, b, waited);
	if ((int64_t)first <= r->from || b->most > (int64_t)first - r->from)
		cut_block(r, b);
	if (b->unnamed)
		take_unnamed(b);
}

void gt_wait_block_times(const struct gt_wait_reader *r, struct gt_wait_block *b)
{
	if (b->has_t0)
		return;
	for (uint32_t got = gt_slices_field(r->trace, b->proc_row, b->k, b->slices, GT_SLICE_T0, b->t0);
	     got < b->slices; got++)
		b->t0[got] = 0;
	b->has_t0 = true;
}

int64_t gt_wait_block_end(const struct gt_wait_reader *r, const struct gt_wait_block *b, uint32_t i)
{
	uint64_t t0 = 0;

	assert(i < b->n);
	if (b->has_t0)
		return (int64_t)b->t0[b->at[i]];
	gt_slices_field(r->trace, b->proc_row, b->k + b->at[i], 1, GT_SLICE_T0, &t0);
	return (int64_t)t0;
}

enum gt_wait_cause gt_wait_block_cause(const struct gt_wait_reader *r, const struct gt_wait_block *b, uint32_t i)
{
	uint8_t cause = r->causes[b->type[b->at[i]] & (GT_EVENT_TYPES - 1)];
	struct gt_wait w;

	assert(i < b->n);
	if (cause != GT_WAIT_LOOK)
		return (enum gt_wait_cause)cause;
	return look_at_wait(r, b, b->at[i], &w) ? w.cause : GT_WAIT_CREATED;
}
