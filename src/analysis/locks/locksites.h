/* Where locks are taken and given back: what stacks say of it. */
#ifndef GT_ANALYSIS_LOCKSITES_H
#define GT_ANALYSIS_LOCKSITES_H

#include "base/buf.h"
#include "base/hash.h"
#include "index/trace.h"

/*
 * The innermost frames of a stack, up to the first one that is not of package sync, internal/sync or the
 * runtime, are the lock's own.  If a function of sync.Mutex or sync.RWMutex that takes the lock is among them, the
 * goroutine waits for a lock; if one that gives it back is, it gives one back.  The site is the frame after them
 * (the last frame, if there is none): a function and a line, whatever its program counter is.  A stack that does
 * neither has none: sync.WaitGroup, sync.Cond until it is woken, and channels are not locks, and neither is what
 * a file or a connection is locked with (internal/poll).
 */
struct gt_lock_site {
	uint32_t func;        /* string row, 0: no name, then `line` is the program counter */
	uint64_t line;
	uint32_t stack;       /* stack row: one with this site */
};

enum gt_lock_use { GT_LOCK_NOT, GT_LOCK_TAKES, GT_LOCK_TAKES_TO_READ, GT_LOCK_GIVES };

/* Sites are numbered from 0 in the order in which they are asked for.  Belongs to one trace and one thread. */
struct gt_lock_sites {
	const struct gt_trace *t;
	struct gt_map by_stack;   /* stack row -> site * 4 + enum gt_lock_use */
	struct gt_map by_place;   /* function and line -> site */
	struct gt_lock_site *v;
	size_t n, cap;
};

void gt_lock_sites_init(struct gt_lock_sites *s, const struct gt_trace *t);
void gt_lock_sites_release(struct gt_lock_sites *s);

/* What a stack row does; *site (GT_NO_ROW if it does not): which site it is. */
enum gt_lock_use gt_lock_sites_find(struct gt_lock_sites *s, uint32_t stack, uint32_t *site);

/* "main.f:33": bytes of the trace, hostile. */
void gt_lock_site_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_lock_site *site);
/* The same of a stack with a site; false: it has none. */
bool gt_lock_stack_text(struct gt_buf *out, const struct gt_trace *t, uint32_t stack);

#endif
