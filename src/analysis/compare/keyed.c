/* Keys, and what is counted for each. */
#include "analysis/compare/keyed.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/stacks/where.h"
#include "base/sat.h"
#include "base/xalloc.h"

void gt_collected_init(struct gt_collected *c, const struct gt_trace *t, int64_t from, int64_t to,
		       struct gt_hash_key hash, unsigned kinds)
{
	int64_t end = gt_trace_until(t, gt_trace_info(t)->duration);

	*c = (struct gt_collected){ .t = t, .from = from > 0 ? from : 0, .to = to < end ? to : end, .hash = hash,
				    .nkinds = kinds, .most = GT_CMP_SAMPLES };
	if (c->to < c->from)
		c->to = c->from;
	for (unsigned i = 0; i <= GT_CMP_SEGMENTS; i++)
		c->edges[i] = i < GT_CMP_SEGMENTS ? c->from + (c->to - c->from) / GT_CMP_SEGMENTS * i : c->to;
	c->scale = c->to > c->from ? GT_CMP_SEGMENTS / (double)(c->to - c->from) : 0;
	gt_map_init(&c->by_id);
	gt_map_init(&c->words);
	gt_map_init(&c->stacks);
	c->by_rows = gt_xcalloc(kinds, sizeof *c->by_rows);
	for (unsigned i = 0; i < kinds; i++)
		gt_map_init(&c->by_rows[i]);
}

void gt_collected_release(struct gt_collected *c)
{
	for (size_t i = 0; i < c->n; i++)
		free(c->keys[i].v);
	free(c->keys);
	gt_map_release(&c->by_id);
	gt_map_release(&c->words);
	gt_map_release(&c->stacks);
	free(c->stack_ids);
	for (unsigned i = 0; i < c->nkinds; i++)
		gt_map_release(&c->by_rows[i]);
	free(c->by_rows);
}

/* ---- keys ---- */

/*
 * What of the library a stack goes through belongs to its key (a sleep is no read), only what the library itself goes
 * through does not: that changes from one version of Go to the next.
 */
static bool is_below_library(const char *s, size_t n)
{
	static const char *const prefixes[] = { "runtime.", "runtime/", "internal/", "sync.", "syscall." };

	for (size_t i = 0; i < GT_COUNT(prefixes); i++) {
		size_t len = strlen(prefixes[i]);

		if (n >= len && !memcmp(s, prefixes[i], len))
			return true;
	}
	return n == 0;
}

uint32_t gt_keyed_frame(const struct gt_trace *t, uint32_t stack)
{
	struct gt_frame f;

	for (uint32_t i = 0; stack && gt_stack_frame(t, stack, i, &f); i++) {
		size_t n;
		const char *s = gt_trace_string(t, f.func, &n);

		if (!is_below_library(s, n))
			return i;
	}
	return 0;
}

static uint64_t keyed_hash_string(const struct gt_collected *c, uint32_t row)
{
	size_t n;
	const char *s = gt_trace_string(c->t, row, &n);

	return gt_hash_bytes(c->hash, s, n);
}

/* Of the functions from the program's first frame outwards: lines move from one build to the next. */
static uint64_t hash_stack(const struct gt_collected *c, uint32_t stack)
{
	uint64_t hash = 1;
	struct gt_frame f;

	for (uint32_t i = gt_keyed_frame(c->t, stack); gt_stack_frame(c->t, stack, i, &f); i++)
		hash = gt_hash64(c->hash, hash ^ (f.func ? keyed_hash_string(c, f.func) : f.pc));
	return hash;
}

static uint64_t keyed_stack_id(struct gt_collected *c, uint32_t stack)
{
	uint32_t at = gt_map_get(&c->stacks, stack);

	if (!stack || !gt_stack_depth(c->t, stack))
		return 0;
	if (at != GT_MAP_NONE)
		return c->stack_ids[at];
	GT_GROW(c->stack_ids, c->cap_stacks, c->nstacks + 1);
	gt_map_put(&c->stacks, stack, (uint32_t)c->nstacks);
	return c->stack_ids[c->nstacks++] = hash_stack(c, stack);
}

static struct gt_keyed *keyed_of_id(struct gt_collected *c, uint64_t id, unsigned kind)
{
	bool added = false;
	uint32_t i = gt_map_get_or_put(&c->by_id, id, (uint32_t)c->n, &added);

	if (added) {
		GT_GROW(c->keys, c->cap, c->n + 1);
		c->keys[c->n++] = (struct gt_keyed){ .id = id, .kind = (uint8_t)kind, .max = GT_NO_TIME };
	}
	return &c->keys[i];
}

struct gt_keyed *gt_keyed_word(struct gt_collected *c, unsigned kind, const char *word)
{
	uint64_t place = (uintptr_t)word ^ (uint64_t)kind << 56, id;
	uint32_t at = gt_map_get(&c->words, place);
	struct gt_keyed *k;

	if (at != GT_MAP_NONE)
		return &c->keys[at];
	id = gt_hash64(c->hash, gt_hash_bytes(c->hash, word, strlen(word)) ^ kind);
	k = keyed_of_id(c, id, kind);
	k->word = word;
	gt_map_put(&c->words, place, (uint32_t)(k - c->keys));
	return k;
}

struct gt_keyed *gt_keyed_rows(struct gt_collected *c, unsigned kind, uint32_t name, uint32_t stack)
{
	uint64_t rows = (uint64_t)name << 32 | stack, id;
	uint32_t at = gt_map_get(&c->by_rows[kind], rows);
	struct gt_keyed *k;

	if (at != GT_MAP_NONE)
		return &c->keys[at];
	id = gt_hash64(c->hash, keyed_hash_string(c, name) ^ kind);
	id = gt_hash64(c->hash, id ^ keyed_stack_id(c, stack));
	k = keyed_of_id(c, id, kind);
	gt_map_put(&c->by_rows[kind], rows, (uint32_t)(k - c->keys));
	if (!k->n && !k->stack) {
		k->name = name;
		k->stack = stack;
	}
	return k;
}

const struct gt_keyed *gt_collected_find(const struct gt_collected *c, uint64_t id)
{
	uint32_t i = gt_map_get(&c->by_id, id);

	return i == GT_MAP_NONE ? NULL : &c->keys[i];
}

/* ---- lengths ---- */

/* A fixed number without a pattern: the same trace gives the same answer. */
static uint64_t keyed_mix(uint64_t x)
{
	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

/* The first sample that is kept, by its number, from i on: one of each 2^thinned. */
static uint64_t first_kept(uint64_t i, unsigned thinned)
{
	uint64_t mask = (UINT64_C(1) << thinned) - 1, first;

	for (uint64_t block = i >> thinned;; block++) {
		first = block << thinned | (keyed_mix(block + 1) & mask);
		if (first >= i)
			return first;
	}
}

/* Keeps one of each two. */
static void thin(struct gt_collected *c, struct gt_keyed *k)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i + 1 < k->nv; i += 2)
		k->v[n++] = k->v[i + (keyed_mix(i + k->thinned) & 1)];
	c->samples -= k->nv - n;
	k->nv = n;
	k->thinned++;
	k->next = 0;
}

static void thin_all(struct gt_collected *c)
{
	c->most /= 2;
	for (size_t i = 0; i < c->n; i++)
		while (c->keys[i].nv > c->most)
			thin(c, &c->keys[i]);
}

void gt_keyed_value(struct gt_collected *c, struct gt_keyed *k, int64_t t, int64_t v)
{
	uint64_t i = k->whole++;

	if (v > k->max)
		k->max = v;
	if (i < k->next)
		return;
	k->next = first_kept(i, k->thinned);
	if (i < k->next)
		return;
	if (k->nv == c->most)
		thin(c, k);
	if (k->nv == k->cap)
		GT_GROW_FROM_ONE(k->v, k->cap, k->nv);
	k->v[k->nv++] = (struct gt_cmp_sample){ t, v };
	if (++c->samples > GT_CMP_ALL_SAMPLES && c->most > GT_CMP_SEGMENTS)
		thin_all(c);
}

/* The segment of a time in the range. */
static unsigned segment(struct gt_collected *c, int64_t t)
{
	unsigned i = c->near;

	if (t >= c->edges[i] && t < c->edges[i + 1])
		return i;
	i = (unsigned)((double)(t - c->from) * c->scale);
	i = i < GT_CMP_SEGMENTS ? i : GT_CMP_SEGMENTS - 1;
	/* What rounding made of a time beside an edge. */
	while (i && t < c->edges[i])
		i--;
	while (i + 1 < GT_CMP_SEGMENTS && t >= c->edges[i + 1])
		i++;
	return c->near = i;
}

void gt_keyed_add(struct gt_collected *c, struct gt_keyed *k, int64_t t0, int64_t t1, bool whole)
{
	int64_t a = t0 > c->from ? t0 : c->from, b = t1 < c->to ? t1 : c->to;
	unsigned i;

	if (c->to <= c->from || t0 >= c->to || t1 < c->from)
		return;
	i = segment(c, a);
	if (t0 >= c->from) {
		k->n++;
		k->count[i]++;
		if (whole && t1 <= c->to)
			gt_keyed_value(c, k, t0, t1 - t0);
	}
	for (; i < GT_CMP_SEGMENTS && c->edges[i] < b; i++) {
		int64_t from = c->edges[i], to = c->edges[i + 1];

		gt_sat_grow(&k->ns[i], (b < to ? b : to) - (a > from ? a : from));
	}
}

void gt_longest_add(struct gt_longest *l, struct gt_collected *c, int64_t t, int64_t v)
{
	unsigned i;

	if (t < c->from || t >= c->to)
		return;
	i = segment(c, t);
	if (t - c->edges[i] >= c->window || (l->has[i] && v <= l->v[i].v))
		return;
	l->v[i] = (struct gt_cmp_sample){ t, v };
	l->has[i] = true;
}

void gt_keyed_longest(struct gt_collected *c, struct gt_keyed *k, const struct gt_longest *l, int64_t max)
{
	for (unsigned i = 0; i < GT_CMP_SEGMENTS; i++)
		if (l->has[i])
			gt_keyed_value(c, k, l->v[i].t, l->v[i].v);
	k->n = k->whole;
	k->max = max;
}

static int compare_samples(const void *x, const void *y)
{
	const struct gt_cmp_sample *a = x, *b = y;

	return GT_ASC(a, b, t) ?: GT_ASC(a, b, v);
}

void gt_collected_sort(struct gt_collected *c)
{
	for (size_t i = 0; i < c->n; i++)
		if (c->keys[i].nv)
			qsort(c->keys[i].v, c->keys[i].nv, sizeof *c->keys[i].v, compare_samples);
}
