/* Interning strings, frames and stacks. */
#include "index/store/symtab.h"

#include <assert.h>
#include <string.h>

#include "base/bytes.h"
#include "base/hash.h"
#include "base/xalloc.h"
#include "index/store/format.h"

/* ---- a table of rows by hash, for any kind of row ---- */

static void intern_release(struct gt_intern *t)
{
	free(t->slots);
	free(t->hashes);
	*t = (struct gt_intern){ 0 };
}

static void intern_grow(struct gt_intern *t)
{
	size_t slots = t->slots ? 2 * (t->mask + 1) : 1024;

	free(t->slots);
	t->slots = gt_xcalloc(slots, sizeof *t->slots);
	t->mask = slots - 1;
	for (size_t row = 0; row < t->count; row++) {
		size_t i = t->hashes[row] & t->mask;

		while (t->slots[i])
			i = (i + 1) & t->mask;
		t->slots[i] = (uint32_t)row + 1;
	}
}

/* The next row with this hash: start with *i = SIZE_MAX; GT_NO_ROW: no more, *i is where it could go. */
static uint32_t intern_probe(const struct gt_intern *t, uint32_t hash, size_t *i)
{
	*i = *i == SIZE_MAX ? hash & t->mask : (*i + 1) & t->mask;
	for (; t->slots[*i]; *i = (*i + 1) & t->mask)
		if (t->hashes[t->slots[*i] - 1] == hash)
			return t->slots[*i] - 1;
	return GT_NO_ROW;
}

static uint32_t intern_add(struct gt_intern *t, uint32_t hash, size_t i)
{
	GT_GROW(t->hashes, t->cap, t->count + 1);
	t->hashes[t->count] = hash;
	t->slots[i] = (uint32_t)++t->count;
	if (t->count > t->mask / 2)
		intern_grow(t);
	return (uint32_t)t->count - 1;
}

/* ---- strings ---- */

uint32_t gt_symtab_string(struct gt_symtab *names, const void *s, size_t n)
{
	assert(!names->sealed);
	return n ? gt_strtab_add(&names->strings, s, n) : 0;
}

const char *gt_symtab_text(const struct gt_symtab *names, uint32_t row, size_t *len)
{
	const struct gt_symtab_map *m = &names->map;
	uint64_t start, end;

	*len = 0;
	if (!names->sealed)
		return row < names->strings.count ? gt_strtab_get(&names->strings, row, len) : "";
	if (row >= m->nstrings)
		return "";
	start = gt_get64(m->string_starts + 8 * (size_t)row);
	end = gt_get64(m->string_starts + 8 * (size_t)row + 8);
	if (start >= end || end > m->nbytes)
		return "";
	*len = (size_t)(end - start);
	return (const char *)m->string_bytes + start;
}

/* ---- frames ---- */

uint32_t gt_symtab_frame(struct gt_symtab *names, uint64_t pc, uint64_t line, uint32_t func, uint32_t file)
{
	struct gt_frame f = { .pc = pc, .line = line, .func = func, .file = file };
	uint64_t of_names = gt_hash64(names->key, (uint64_t)func << 32 | file);
	uint32_t hash = (uint32_t)gt_hash64(names->key, pc ^ gt_hash64(names->key, line ^ of_names)), row;
	size_t i = SIZE_MAX;

	while ((row = intern_probe(&names->frames_by_value, hash, &i)) != GT_NO_ROW) {
		const struct gt_frame *o = &names->frames[row];

		if (o->pc == pc && o->line == line && o->func == func && o->file == file)
			return row;
	}
	row = intern_add(&names->frames_by_value, hash, i);
	GT_GROW(names->frames, names->frames_cap, row + 1);
	names->frames[row] = f;
	return row;
}

/* ---- stacks ---- */

uint32_t gt_symtab_stack(struct gt_symtab *names, const uint32_t *frames, uint32_t n)
{
	uint32_t hash = (uint32_t)gt_hash_bytes(names->key, frames, n * sizeof *frames), row;
	size_t i = SIZE_MAX;

	if (!n)
		return 0;
	while ((row = intern_probe(&names->stacks_by_value, hash, &i)) != GT_NO_ROW) {
		uint64_t start = names->starts[row];

		if (names->starts[row + 1] - start == n && !memcmp(names->list + start, frames, n * sizeof *frames))
			return row;
	}
	row = intern_add(&names->stacks_by_value, hash, i);
	GT_GROW(names->list, names->list_cap, names->nlist + n);
	memcpy(names->list + names->nlist, frames, n * sizeof *frames);
	names->nlist += n;
	GT_GROW(names->starts, names->starts_cap, (size_t)row + 2);
	names->starts[row + 1] = names->nlist;
	return row;
}

/* The frame rows of a stack: [*start, *end) of the list. */
static bool stack_range(const struct gt_symtab *names, uint32_t stack, uint64_t *start, uint64_t *end)
{
	if (!names->sealed) {
		if (stack >= names->stacks_by_value.count)
			return false;
		*start = names->starts[stack];
		*end = names->starts[stack + 1];
		return true;
	}
	if (stack >= names->map.nstacks)
		return false;
	*start = gt_get64(names->map.stack_starts + 8 * (size_t)stack);
	*end = gt_get64(names->map.stack_starts + 8 * (size_t)stack + 8);
	return *start <= *end && *end <= names->map.nlist;
}

uint32_t gt_symtab_depth(const struct gt_symtab *names, uint32_t stack)
{
	uint64_t start, end;

	if (!stack_range(names, stack, &start, &end))
		return 0;
	return end - start > UINT32_MAX ? UINT32_MAX : (uint32_t)(end - start);
}

uint32_t gt_symtab_frame_row(const struct gt_symtab *names, uint32_t stack, uint32_t i)
{
	uint64_t start, end;

	if (!stack_range(names, stack, &start, &end) || i >= end - start)
		return GT_NO_ROW;
	return names->sealed ? gt_get32(names->map.stack_list + 4 * (start + i)) : names->list[start + i];
}

bool gt_symtab_frame_get(const struct gt_symtab *names, uint32_t row, struct gt_frame *f)
{
	const uint8_t *p;

	if (row >= gt_symtab_frames(names))
		return false;
	if (!names->sealed) {
		*f = names->frames[row];
		return true;
	}
	p = names->map.frames + GT_FRAME_SIZE * (size_t)row;
	*f = (struct gt_frame){ gt_get64(p), gt_get64(p + 8), gt_get32(p + 16), gt_get32(p + 20) };
	return true;
}

bool gt_symtab_stack_frame(const struct gt_symtab *names, uint32_t stack, uint32_t i, struct gt_frame *f)
{
	return gt_symtab_frame_get(names, gt_symtab_frame_row(names, stack, i), f);
}

/* ---- life ---- */

void gt_symtab_init(struct gt_symtab *n)
{
	*n = (struct gt_symtab){ .key = gt_hash_key_new() };
	gt_strtab_init(&n->strings);
	intern_grow(&n->frames_by_value);
	intern_grow(&n->stacks_by_value);
	gt_symtab_frame(n, 0, 0, 0, 0);
	/* Stack 0 has no frames; its hash is never looked for. */
	n->starts = gt_xcalloc(2, sizeof *n->starts);
	n->starts_cap = 2;
	intern_add(&n->stacks_by_value, 0, 0);
}

void gt_symtab_release(struct gt_symtab *n)
{
	gt_strtab_release(&n->strings);
	intern_release(&n->frames_by_value);
	intern_release(&n->stacks_by_value);
	free(n->frames);
	free(n->list);
	free(n->starts);
	n->frames = NULL;
	n->list = NULL;
	n->starts = NULL;
	n->frames_cap = n->nlist = n->list_cap = n->starts_cap = 0;
}

uint32_t gt_symtab_strings(const struct gt_symtab *n)
{
	return n->sealed ? (uint32_t)n->map.nstrings : (uint32_t)n->strings.count;
}

uint32_t gt_symtab_stacks(const struct gt_symtab *n)
{
	return n->sealed ? (uint32_t)n->map.nstacks : (uint32_t)n->stacks_by_value.count;
}

uint32_t gt_symtab_frames(const struct gt_symtab *n)
{
	return n->sealed ? (uint32_t)n->map.nframes : (uint32_t)n->frames_by_value.count;
}
