/* Who ran instead, as a cell. */
#include "analysis/pressure/ranby.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

bool gt_ranby_begin(struct gt_ranby *r, struct gt_table *t)
{
	const struct gt_held_args a = { .from = INT64_MIN, .to = INT64_MAX, .whole = true };
	struct gt_blame_index blames = { 0 };

	if (!r->begun) {
		r->begun = true;
		r->row = UINT64_MAX;
		gt_blame_index_update(&blames, t->trace, 0);
		gt_held_begin(&r->held, t->trace, &blames, &a, &t->fault);
		gt_blame_index_release(&blames);
	}
	return !t->fault.code;
}

const struct gt_held_split *gt_ranby_look(struct gt_ranby *r, struct gt_table *t, int64_t t0, int64_t t1)
{
	if (!gt_ranby_begin(r, t))
		return NULL;
	if (r->row != t->row)
		gt_held_one(&r->held, t0, t1);
	r->row = t->row;
	return &r->held.split;
}

void gt_ranby_parts(struct gt_ranby *r, const struct gt_trace *t, const struct gt_held_part *parts, size_t n,
		    struct gt_cell *out)
{
	GT_GROW(r->items, r->cap_items, n + 1);
	for (size_t i = 0; i < n; i++) {
		const char *name = gt_held_name(parts[i].kind);
		size_t len = strlen(name);

		if (parts[i].kind <= GT_HELD_UNNAMED && parts[i].func)
			name = gt_trace_string(t, parts[i].func, &len);
		r->items[i] = (struct gt_item){ .key = name, .nkey = len, .value = { .kind = GT_KIND_DUR } };
		gt_cell_i(&r->items[i].value, parts[i].ns);
	}
	gt_cell_items(out, r->items, n);
}

void gt_ranby_cell(struct gt_ranby *r, struct gt_table *t, int64_t t0, int64_t t1, struct gt_cell *out)
{
	if (gt_ranby_look(r, t, t0, t1))
		gt_ranby_parts(r, t->trace, r->held.parts, r->held.nparts, out);
}

void gt_ranby_release(struct gt_ranby *r)
{
	if (r->begun)
		gt_held_release(&r->held);
	free(r->items);
	*r = (struct gt_ranby){ .row = 0 };
}
