/* Where goroutines wait in queues, and what those do who wake them: what stacks say of it. */
#ifndef GT_ANALYSIS_QUEUESITES_H
#define GT_ANALYSIS_QUEUESITES_H

#include "base/buf.h"
#include "base/hash.h"
#include "index/trace.h"

/*
 * A place in the program: where a stack is (stacks/where.h), but for the callers of golang.org/x/sync, which makes
 * limits for others.  `leaf` is the innermost function outside of the runtime, if that is another one: a library may
 * wait for several things on behalf of one line.
 */
struct gt_queue_site {
	uint32_t func, leaf;  /* string rows, 0: no name, then `line` is the program counter; 0: the same */
	uint64_t line;
	uint32_t stack;       /* stack row: one with this site */
	bool limit;           /* of a library that is known to be one */
	uint8_t pool;         /* enum gt_queue_pool: what is waited for is one of its connections */
};

/* Pools of connections: net/http's may be waited for while one is opened, too (queuepools.c). */
enum gt_queue_pool { GT_POOL_NONE, GT_POOL_HTTP, GT_POOL_SQL };

/* What the innermost function of the runtime does to a channel. */
enum gt_queue_act { GT_ACT_OTHER, GT_ACT_SENDS, GT_ACT_RECEIVES, GT_ACT_CLOSES };

/* Whether what is waited for (a string row, enum gt_known_string) is a queue: a channel or a condition. */
bool gt_queue_is_reason(uint32_t reason);

/* Sites are numbered from 0 in the order in which they are asked for.  Belongs to one trace and one thread. */
struct gt_queue_sites {
	const struct gt_trace *t;
	struct gt_map by_stack;   /* stack row -> site * 4 + enum gt_queue_act */
	struct gt_map by_func;    /* site's function and leaf -> a number, */
	struct gt_map by_place;   /* that and the line -> site */
	struct gt_queue_site *v;
	size_t n, cap;
};

void gt_queue_sites_init(struct gt_queue_sites *s, const struct gt_trace *t);
void gt_queue_sites_release(struct gt_queue_sites *s);

/* The site of a stack row, GT_NO_ROW if it has no frames; and what it does there. */
uint32_t gt_queue_sites_find(struct gt_queue_sites *s, uint32_t stack, enum gt_queue_act *act);

/* The site of a wait in a queue; NULL: it is none, as the reason says or, if none was recorded (0), the stack. */
const struct gt_queue_site *gt_queue_sites_of_wait(struct gt_queue_sites *s, uint32_t reason, uint32_t stack);

/* "main.f:33": bytes of the trace, hostile. */
void gt_queue_site_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_queue_site *site);

#endif
