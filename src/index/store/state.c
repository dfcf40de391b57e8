/* The lock of a trace, and what is known of it without asking its rows. */
#include "index/store/state.h"

#include "index/store/block.h"

/* ---- the lock ---- */

void gt_trace_take(struct gt_trace *t)
{
	gt_mutex_lock(&t->gate);
	gt_mutex_lock(&t->lock);
	gt_mutex_unlock(&t->gate);
}

void gt_trace_lock(struct gt_trace *t)
{
	gt_trace_take(t);
	if (t->info.done)
		return;
	gt_store_settle(&t->store);
	gt_info_refresh(&t->info, &t->store);
}

void gt_trace_unlock(struct gt_trace *t)
{
	gt_mutex_unlock(&t->lock);
}

/* ---- facts ---- */

static uint64_t all_rows(const struct gt_btable *t)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < t->nparts; i++)
		n += gt_btable_rows(t, i);
	return n;
}

void gt_info_refresh(struct gt_trace_info *info, const struct gt_store *s)
{
	info->procs = s->procs.n;
	info->threads = s->threads.n;
	info->goroutines = s->nlives;
	if (!s->sealed)
		info->goroutine_ids = s->life_by_id.count;
	info->slices = all_rows(&s->tables[GT_T_SLICES]);
	info->calls = all_rows(&s->tables[GT_T_CALLS]);
	info->ranges = all_rows(&s->tables[GT_T_RANGES]);
	info->counters = all_rows(&s->tables[GT_T_COUNTERS]);
	info->tasks = all_rows(&s->tables[GT_T_TASKS]);
	info->regions = all_rows(&s->tables[GT_T_REGIONS]);
	info->logs = all_rows(&s->tables[GT_T_LOGS]);
	info->samples = all_rows(&s->tables[GT_T_SAMPLES]);
	info->generations = all_rows(&s->tables[GT_T_GENS]);
}

const struct gt_trace_info *gt_trace_info(const struct gt_trace *t)
{
	return &t->info;
}

bool gt_trace_changed(const struct gt_trace *t)
{
	return gt_source_changed(t->src);
}

bool gt_trace_grows(const struct gt_trace *t, struct gt_growing *out)
{
	*out = (struct gt_growing){ .bytes = gt_source_size(t->src), .came_ns = gt_source_came(t->src) };
	return gt_source_grows(t->src);
}

void gt_trace_stop_growing(struct gt_trace *t)
{
	gt_source_stop(t->src);
}

const struct gt_error *gt_trace_unsaved(const struct gt_trace *t)
{
	return gt_source_unsaved(t->src);
}

const uint64_t *gt_trace_event_counts(const struct gt_trace *t)
{
	return t->counts;
}

struct gt_source *gt_trace_source(const struct gt_trace *t)
{
	return t->src;
}

size_t gt_trace_read(const struct gt_trace *t, uint64_t off, void *buf, size_t n)
{
	int64_t got = gt_source_read(t->src, off, buf, n);

	return got < 0 ? 0 : (size_t)got;
}

/* ---- faults ---- */

const char *gt_trace_index_fault(const struct gt_trace *t)
{
	if (atomic_load_explicit(&t->store.file.unmapped, memory_order_relaxed))
		return "no memory for the index";
	if (atomic_load_explicit(&t->store.file.damaged, memory_order_relaxed))
		return "index damaged on disk";
	return gt_file_is_cut(&t->store.file) ? "index truncated on disk" : NULL;
}

int gt_trace_read_fault(const struct gt_trace *t, struct gt_error *err)
{
	return gt_source_fault(t->src, err);
}

const struct gt_error *gt_trace_cache_fault(const struct gt_trace *t)
{
	return t->cache_fault.code ? &t->cache_fault : NULL;
}
