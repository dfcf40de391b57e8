/* Goroutines that were in a call since before the trace, though no event says so: callbacks of C threads (v1). */
#include <string.h>

#include "base/buf.h"
#include "order/order.h"
#include "order/v1state.h"

/*
 * When a trace begins Go lists all goroutines, but not those that wait in C threads for a callback, and it does not
 * write the ends of such a call (golang/go#29707).  Their first event is a start, or the end of a call, that nothing
 * comes before: Go's reader finds no order.  Which ones these are shows where the merge gets stuck, which is too late
 * for them; so a trace of a program with callbacks is merged twice, first only to find them.
 */
static bool has_callbacks(struct v1_order *o)
{
	static const char name[] = "runtime.cgocallback";
	struct gt_buf text = { 0 };
	struct gt_v2_ref ref;
	uint64_t it = 0, id;
	bool found = false;

	while (!found && gt_v2_table_next(&o->file.gen.strings, &it, &id, &ref)) {
		if (ref.len != sizeof name - 1)
			continue;
		gt_buf_reset(&text);
		found = gt_v2_gen_string(o->base.src, &o->file.gen, id, &text) > 0 && !memcmp(text.data, name, ref.len);
	}
	gt_buf_release(&text);
	return found;
}

static int unlisted_by_off(const void *a, const void *b)
{
	const struct v1_stale *x = a, *y = b;

	return x->off < y->off ? -1 : x->off > y->off;
}

/*
 * The first end of a call that such a goroutine writes has the time of one that was not written: then it is taken to be
 * when its record was.
 */
static void mend_times(struct gt_v1_file *f, const struct v1_unlisted *u)
{
	if (u->nstale == 0)
		return;
	qsort(u->stale, u->nstale, sizeof *u->stale, unlisted_by_off);
	for (size_t i = 0; i < f->nretimed; i++) {
		const struct v1_stale *s = bsearch(&(struct v1_stale){ .off = f->retimed[i].off }, u->stale, u->nstale,
						   sizeof *u->stale, unlisted_by_off);

		if (s)
			f->retimed[i].key = f->retimed[i].ticks = s->ticks;
	}
	gt_v1_sort_retimed(f);
}

int v1_find_unlisted(struct v1_order *o, struct v1_unlisted *found, struct gt_error *err)
{
	struct v1_merge m;
	struct v1_item item;
	int rc;

	if (o->file.layout.seq || !has_callbacks(o))
		return 0;
	rc = v1_merge_open(&m, o->base.src, &o->file, &(struct v1_unlisted){ 0 }, err);
	if (rc < 0)
		return rc;
	m.finding = found;
	while ((rc = v1_merge_next(&m, &item, err)) > 0)
		;
	v1_merge_release(&m);
	mend_times(&o->file, found);
	return rc;
}
