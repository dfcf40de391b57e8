/* Where locks are taken and given back: what stacks say of it. */
#include "analysis/locks/locksites.h"

#include <string.h>

#include "analysis/stacks/stacktext.h"
#include "base/xalloc.h"

void gt_lock_sites_init(struct gt_lock_sites *s, const struct gt_trace *t)
{
	*s = (struct gt_lock_sites){ .t = t };
	gt_map_init(&s->by_stack);
	gt_map_init(&s->by_place);
}

void gt_lock_sites_release(struct gt_lock_sites *s)
{
	gt_map_release(&s->by_stack);
	gt_map_release(&s->by_place);
	free(s->v);
	memset(s, 0, sizeof *s);
}

/* ---- one stack ---- */

static const char *after_prefix(const char *s, size_t *n, const char *prefix)
{
	size_t len = strlen(prefix);

	if (*n < len || memcmp(s, prefix, len) != 0)
		return NULL;
	*n -= len;
	return s + len;
}

/* The name of a function inside package sync, "" if it is the runtime's; NULL: it is not of the lock. */
static const char *own_func(const char *s, size_t *n)
{
	static const char *const runtimes[] = { "runtime.", "runtime/internal/", "internal/runtime/" };
	const char *name = after_prefix(s, n, "internal/sync.");

	if (!name)
		name = after_prefix(s, n, "sync.");
	for (size_t i = 0; !name && i < GT_COUNT(runtimes); i++) {
		if (after_prefix(s, n, runtimes[i])) {
			*n = 0;
			return "";
		}
	}
	return name;
}

static enum gt_lock_use use_of(const char *name, size_t n)
{
	/* Go 1.9 and later have semaphores of their own for locks. */
	static const struct {
		const char *name;
		enum gt_lock_use use;
	} funcs[] = {
		{ "(*Mutex).Lock", GT_LOCK_TAKES },
		{ "(*Mutex).lockSlow", GT_LOCK_TAKES },
		{ "(*RWMutex).Lock", GT_LOCK_TAKES },
		{ "(*RWMutex).RLock", GT_LOCK_TAKES_TO_READ },
		{ "runtime_SemacquireMutex", GT_LOCK_TAKES },
		{ "runtime_SemacquireRWMutex", GT_LOCK_TAKES },
		{ "runtime_SemacquireRWMutexR", GT_LOCK_TAKES_TO_READ },
		{ "(*Mutex).Unlock", GT_LOCK_GIVES },
		{ "(*Mutex).unlockSlow", GT_LOCK_GIVES },
		{ "(*RWMutex).Unlock", GT_LOCK_GIVES },
		{ "(*RWMutex).RUnlock", GT_LOCK_GIVES },
		{ "(*RWMutex).rUnlockSlow", GT_LOCK_GIVES },
	};

	for (size_t i = 0; i < GT_COUNT(funcs); i++)
		if (strlen(funcs[i].name) == n && !memcmp(funcs[i].name, name, n))
			return funcs[i].use;
	return GT_LOCK_NOT;
}

/* What it does, and the frame of its site. */
static enum gt_lock_use look_at(const struct gt_trace *t, uint32_t stack, struct gt_frame *site)
{
	enum gt_lock_use use = GT_LOCK_NOT, one;
	struct gt_frame f;

	for (uint32_t i = 0; stack && gt_stack_frame(t, stack, i, &f); i++) {
		size_t n;
		const char *s = gt_trace_string(t, f.func, &n), *name = own_func(s, &n);

		*site = f;
		if (!name)
			break;
		one = use_of(name, n);
		/* RLock may be above the semaphore of any lock. */
		if (one != GT_LOCK_NOT && (use == GT_LOCK_NOT || one == GT_LOCK_TAKES_TO_READ))
			use = one;
	}
	return use;
}

static struct gt_lock_site site_of(const struct gt_frame *f, uint32_t stack)
{
	return (struct gt_lock_site){ .func = f->func, .line = f->func ? f->line : f->pc, .stack = stack };
}

static uint32_t lock_place(struct gt_lock_sites *s, const struct gt_lock_site *site)
{
	/* A line is a small number, and a program counter has no function. */
	uint64_t key = site->func ? (uint64_t)site->func << 32 | (uint32_t)site->line : site->line;
	bool added = false;
	uint32_t i = gt_map_get_or_put(&s->by_place, key, (uint32_t)s->n, &added);

	if (added) {
		GT_GROW(s->v, s->cap, s->n + 1);
		s->v[s->n++] = *site;
	}
	return i;
}

enum gt_lock_use gt_lock_sites_find(struct gt_lock_sites *s, uint32_t stack, uint32_t *site)
{
	uint32_t known = gt_map_get(&s->by_stack, stack);
	struct gt_frame f = { 0 };
	struct gt_lock_site one;
	enum gt_lock_use use;

	if (known == GT_MAP_NONE) {
		use = look_at(s->t, stack, &f);
		one = site_of(&f, stack);
		known = (use != GT_LOCK_NOT ? lock_place(s, &one) * 4 : 0) + (uint32_t)use;
		gt_map_put(&s->by_stack, stack, known);
	}
	use = (enum gt_lock_use)(known % 4);
	*site = use == GT_LOCK_NOT ? GT_NO_ROW : known / 4;
	return use;
}

/* ---- text ---- */

void gt_lock_site_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_lock_site *site)
{
	struct gt_frame f = { .pc = site->line };

	if (site->func) {
		gt_put_string(out, t, "", site->func, NULL);
		gt_buf_putc(out, ':');
		gt_buf_u64(out, site->line);
	} else {
		gt_frame_pc_text(out, &f);
	}
}

bool gt_lock_stack_text(struct gt_buf *out, const struct gt_trace *t, uint32_t stack)
{
	struct gt_frame f = { 0 };
	struct gt_lock_site site;

	if (look_at(t, stack, &f) == GT_LOCK_NOT)
		return false;
	site = site_of(&f, stack);
	gt_lock_site_text(out, t, &site);
	return true;
}
