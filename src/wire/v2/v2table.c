/* Tables of string and stack records by id. */
#include "wire/v2/v2table.h"

#include <assert.h>
#include <string.h>

#include "base/bisect.h"
#include "base/hash.h"
#include "base/xalloc.h"

/*
 * Writers count ids from 1, but write them in any order.  An id goes to the
 * array if that wastes at most 15 slots per record or half a megabyte in all;
 * any other id goes to the hashed part.
 */
#define DENSE_ALWAYS 65536
#define DENSE_FACTOR 16

/* The fields of struct gt_v2_ref. */
#define REF_OFF_MAX ((UINT64_C(1) << 43) - 1)
#define REF_LEN_MAX ((1u << 20) - 1)

struct sparse_entry {
	uint64_t id;
	struct gt_v2_ref ref;
};

struct gt_v2_sparse {
	struct sparse_entry *entries;   /* sorted by id once the table is finished */
	size_t len, cap;
	struct gt_map map;              /* id -> index, while the table is built */
	bool finished;
};

static void sparse_free(struct gt_v2_sparse *s)
{
	if (!s)
		return;
	free(s->entries);
	gt_map_release(&s->map);
	free(s);
}

void gt_v2_table_release(struct gt_v2_table *t)
{
	free(t->dense);
	sparse_free(t->sparse);
	*t = (struct gt_v2_table){ 0 };
}

void gt_v2_table_clear(struct gt_v2_table *t)
{
	sparse_free(t->sparse);
	t->sparse = NULL;
	if (t->dense_cap > DENSE_ALWAYS) {
		free(t->dense);
		t->dense = NULL;
		t->dense_cap = 0;
	}
	t->dense_len = 0;
	t->count = 0;
}

static const struct sparse_entry *sparse_find(const struct gt_v2_sparse *s, uint64_t id)
{
	size_t lo = 0;

	if (s && !s->finished)
		lo = gt_map_get(&s->map, id);
	if (s && s->finished)
		lo = GT_BISECT(i, (size_t)0, s->len, s->entries[i].id < id);
	return s && lo < s->len && s->entries[lo].id == id ? &s->entries[lo] : NULL;
}

bool gt_v2_table_get(const struct gt_v2_table *t, uint64_t id, struct gt_v2_ref *ref)
{
	const struct sparse_entry *e;

	if (GT_LIKELY(id < t->dense_len && t->dense[id].known)) {
		*ref = t->dense[id];
		return true;
	}
	if (id == 0) {
		*ref = (struct gt_v2_ref){ .known = 1 };
		return true;
	}
	e = sparse_find(t->sparse, id);
	if (!e)
		return false;
	*ref = e->ref;
	return true;
}

int gt_v2_table_add(struct gt_v2_table *t, uint64_t id, uint64_t off, uint32_t len)
{
	struct gt_v2_ref ref = { .off = off & REF_OFF_MAX, .len = len & REF_LEN_MAX, .known = 1 };
	struct gt_v2_sparse *s = t->sparse;
	struct gt_v2_ref old;

	if (gt_v2_table_get(t, id, &old))
		return GT_ERR_CORRUPT;
	if (id < DENSE_ALWAYS || id / DENSE_FACTOR < t->count) {
		if (!GT_TRY_GROW(t->dense, t->dense_cap, id + 1))
			return GT_ERR_NOMEM;
		if (id >= t->dense_len) {
			memset(t->dense + t->dense_len, 0, (id + 1 - t->dense_len) * sizeof *t->dense);
			t->dense_len = id + 1;
		}
		t->dense[id] = ref;
	} else {
		if (!s) {
			t->sparse = s = gt_checked_alloc(1, sizeof *s);
			if (!s)
				return GT_ERR_NOMEM;
			*s = (struct gt_v2_sparse){ 0 };
		}
		if (s->len >= GT_MAP_NONE || !GT_TRY_GROW(s->entries, s->cap, s->len + 1))
			return GT_ERR_NOMEM;
		gt_map_put(&s->map, id, (uint32_t)s->len);
		s->entries[s->len++] = (struct sparse_entry){ .id = id, .ref = ref };
	}
	t->count++;
	return 0;
}

int gt_v2_table_set(struct gt_v2_table *t, uint64_t id, uint64_t off, uint32_t len)
{
	struct gt_v2_ref ref = { .off = off & REF_OFF_MAX, .len = len & REF_LEN_MAX, .known = 1 };
	uint32_t i;

	if (id < t->dense_len && t->dense[id].known) {
		t->dense[id] = ref;
		return 0;
	}
	assert(!t->sparse || !t->sparse->finished);
	i = t->sparse ? gt_map_get(&t->sparse->map, id) : GT_MAP_NONE;
	if (i == GT_MAP_NONE)
		return gt_v2_table_add(t, id, off, len);
	t->sparse->entries[i].ref = ref;
	return 0;
}

static int compare_entries(const void *a, const void *b)
{
	uint64_t x = ((const struct sparse_entry *)a)->id, y = ((const struct sparse_entry *)b)->id;

	return (x > y) - (x < y);
}

void gt_v2_table_finish(struct gt_v2_table *t)
{
	struct gt_v2_sparse *s = t->sparse;
	size_t moved;

	if (!s)
		return;
	assert(!s->finished);
	qsort(s->entries, s->len, sizeof *s->entries, compare_entries);
	/* Ids that came too early for the array may lie inside it by now: iteration wants them there. */
	for (moved = 0; moved < s->len && s->entries[moved].id < t->dense_len; moved++)
		t->dense[s->entries[moved].id] = s->entries[moved].ref;
	memmove(s->entries, s->entries + moved, (s->len - moved) * sizeof *s->entries);
	s->len -= moved;
	gt_map_release(&s->map);
	s->finished = true;
}

bool gt_v2_table_next(const struct gt_v2_table *t, uint64_t *it, uint64_t *id, struct gt_v2_ref *ref)
{
	const struct gt_v2_sparse *s = t->sparse;

	for (; *it < t->dense_len; ++*it) {
		if (!t->dense[*it].known)
			continue;
		*id = *it;
		*ref = t->dense[(*it)++];
		return true;
	}
	if (!s || *it - t->dense_len >= s->len)
		return false;
	*id = s->entries[*it - t->dense_len].id;
	*ref = s->entries[*it - t->dense_len].ref;
	++*it;
	return true;
}

static int compare_offsets(const void *a, const void *b)
{
	uint64_t x = ((const struct gt_v2_item *)a)->ref.off, y = ((const struct gt_v2_item *)b)->ref.off;

	return (x > y) - (x < y);
}

struct gt_v2_item *gt_v2_table_in_order(const struct gt_v2_table *t)
{
	struct gt_v2_item *list = gt_checked_alloc(t->count, sizeof *list);
	uint64_t it = 0;

	if (!list)
		return NULL;
	for (uint64_t i = 0; i < t->count; i++)
		if (!gt_v2_table_next(t, &it, &list[i].id, &list[i].ref))
			break;
	qsort(list, (size_t)t->count, sizeof *list, compare_offsets);
	return list;
}
