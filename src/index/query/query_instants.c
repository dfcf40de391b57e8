/* Questions about instants, and about calls by their processor. */
#include "index/store/state.h"

#include "index/query/span.h"
#include "index/query/tracks.h"

/* The partition, or one that does not exist. */
static uint32_t instants_partition(const struct gt_trace *t, enum gt_instant kind, uint32_t proc_row)
{
	if ((unsigned)kind >= GT_INSTANTS || (kind < GT_INSTANTS_OF_PROC && proc_row >= t->store.procs.n))
		return GT_NO_ROW;
	return gt_instant_part(kind, proc_row);
}

uint64_t gt_instants(const struct gt_trace *t, enum gt_instant kind, uint32_t proc_row)
{
	return gt_btable_rows(gt_trace_table(t, GT_T_INSTANTS), instants_partition(t, kind, proc_row));
}

uint64_t gt_instant_seek(const struct gt_trace *t, enum gt_instant kind, uint32_t proc_row, int64_t time)
{
	return gt_btable_seek_time(gt_trace_table(t, GT_T_INSTANTS), instants_partition(t, kind, proc_row), time);
}

bool gt_instant_get(const struct gt_trace *t, enum gt_instant kind, uint32_t proc_row, uint64_t k,
		    struct gt_instant_row *r)
{
	struct gt_bview v;
	uint32_t i;

	if (!gt_span_at(gt_trace_table(t, GT_T_INSTANTS), instants_partition(t, kind, proc_row), k, &v, &i))
		return false;
	r->t = gt_bview_t0(&v, i);
	r->g = (uint32_t)gt_bview_get(&v, GT_COL(instant, g), i) - 1;
	return true;
}

uint32_t gt_instant_times(const struct gt_trace *t, enum gt_instant kind, uint32_t proc_row, uint64_t k, uint32_t n,
			  uint64_t *out)
{
	struct gt_bview v;
	uint32_t i;

	if (!gt_span_at(gt_trace_table(t, GT_T_INSTANTS), instants_partition(t, kind, proc_row), k, &v, &i))
		return 0;
	n = v.count - i < n ? v.count - i : n;
	gt_bview_column(&v, GT_COL_T0, i, i + n, out);
	return n;
}

/* Only a damaged index has so many at one time. */
#define MAX_TIES 4096

static bool is_listed(const struct gt_trace *t, enum gt_instant kind, uint32_t g, int64_t time)
{
	uint64_t k = gt_instant_seek(t, kind, GT_NO_ROW, time);
	struct gt_instant_row r;

	for (uint64_t end = k + MAX_TIES; k < end && gt_instant_get(t, kind, GT_NO_ROW, k, &r) && r.t == time; k++)
		if (r.g == g)
			return true;
	return false;
}

enum gt_instant gt_wake_list(const struct gt_trace *t, uint32_t g, int64_t time)
{
	if (is_listed(t, GT_INSTANT_NETWORK, g, time))
		return GT_INSTANT_NETWORK;
	return is_listed(t, GT_INSTANT_TIMER, g, time) ? GT_INSTANT_TIMER : GT_INSTANT_UNBLOCK;
}

/* ---- calls ---- */

uint64_t gt_syscalls_of_proc(const struct gt_trace *t, uint32_t proc_row)
{
	return gt_btable_rows(&t->store.tables[GT_T_CALLS], proc_row);
}

uint64_t gt_syscall_seek(const struct gt_trace *t, uint32_t proc_row, int64_t time)
{
	return gt_span_seek_start(&t->store.tables[GT_T_CALLS], proc_row, time);
}

bool gt_syscall_get(const struct gt_trace *t, uint32_t proc_row, uint64_t k, struct gt_syscall *c)
{
	struct gt_bview v;
	uint32_t i;
	uint8_t flags;

	if (!gt_span_at(&t->store.tables[GT_T_CALLS], proc_row, k, &v, &i))
		return false;
	flags = (uint8_t)gt_bview_get(&v, GT_COL(call, flags), i);
	*c = (struct gt_syscall){
		.t0 = gt_bview_t0(&v, i), .t1 = gt_bview_t1(&v, i), .g = (uint32_t)gt_bview_get(&v, GT_COL(call, g), i),
		.stack = (uint32_t)gt_bview_get(&v, GT_COL(call, stack), i), .lost = (flags & GT_CALL_LOST) != 0,
		.known_start = (flags & GT_CALL_KNOWN_START) != 0 };
	return true;
}
