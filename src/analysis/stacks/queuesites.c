/* Where goroutines wait in queues, and what those do who wake them: what stacks say of it. */
#include "analysis/stacks/queuesites.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/stacks/reasons.h"
#include "analysis/stacks/stacktext.h"
#include "analysis/stacks/where.h"
#include "base/xalloc.h"

void gt_queue_sites_init(struct gt_queue_sites *s, const struct gt_trace *t)
{
	*s = (struct gt_queue_sites){ .t = t };
	gt_map_init(&s->by_stack);
	gt_map_init(&s->by_func);
	gt_map_init(&s->by_place);
}

void gt_queue_sites_release(struct gt_queue_sites *s)
{
	gt_map_release(&s->by_stack);
	gt_map_release(&s->by_func);
	gt_map_release(&s->by_place);
	free(s->v);
	memset(s, 0, sizeof *s);
}

static bool func_begins(const struct gt_trace *t, uint32_t func, const char *prefix)
{
	size_t n, len = strlen(prefix);
	const char *s = gt_trace_string(t, func, &n);

	return n >= len && !memcmp(s, prefix, len);
}

static bool is_of_runtime_or_sync(const struct gt_trace *t, uint32_t func)
{
	return func_begins(t, func, "runtime.") || func_begins(t, func, "internal/runtime/") ||
	       func_begins(t, func, "sync.");
}

/* ---- one stack ---- */

static enum gt_queue_act act_of(const struct gt_trace *t, uint32_t func)
{
	static const struct {
		const char *prefix;
		enum gt_queue_act act;
	} acts[] = {
		{ "runtime.chansend", GT_ACT_SENDS }, { "runtime.selectnbsend", GT_ACT_SENDS },
		{ "runtime.chanrecv", GT_ACT_RECEIVES }, { "runtime.selectnbrecv", GT_ACT_RECEIVES },
		{ "runtime.closechan", GT_ACT_CLOSES },
	};

	for (size_t i = 0; i < GT_COUNT(acts); i++)
		if (func_begins(t, func, acts[i].prefix))
			return acts[i].act;
	return GT_ACT_OTHER;
}

/* Waits in these functions are for a limit, whoever ends them; waits in those of net/http may be for one. */
static void find_known_limit(const struct gt_trace *t, uint32_t func, struct gt_queue_site *site)
{
	static const struct {
		const char *name;
		bool limit;
		enum gt_queue_pool pool;
	} limits[] = {
		{ "net/http.(*Transport).getConn", false, GT_POOL_HTTP },
		{ "database/sql.(*DB).conn", true, GT_POOL_SQL },
		{ "golang.org/x/sync/semaphore.(*Weighted).Acquire", true, GT_POOL_NONE },
		{ "golang.org/x/sync/errgroup.(*Group).Go", true, GT_POOL_NONE },
		{ "golang.org/x/net/netutil.(*limitListener).acquire", true, GT_POOL_NONE },
	};
	size_t n;
	const char *s = gt_trace_string(t, func, &n);

	for (size_t i = 0; i < GT_COUNT(limits); i++)
		if (strlen(limits[i].name) == n && !memcmp(limits[i].name, s, n)) {
			site->limit = limits[i].limit;
			site->pool = (uint8_t)limits[i].pool;
		}
}

static enum gt_queue_act look_at_queue_stack(const struct gt_trace *t, uint32_t stack, struct gt_queue_site *site)
{
	enum gt_queue_act act = GT_ACT_OTHER;
	uint32_t at = gt_where_frame(t, stack), i = 0;
	struct gt_frame f = { 0 };

	for (; gt_stack_frame(t, stack, i, &f) && is_of_runtime_or_sync(t, f.func); i++)
		if (act == GT_ACT_OTHER)
			act = act_of(t, f.func);
	site->leaf = i < at ? f.func : 0;
	find_known_limit(t, f.func, site);
	while (gt_stack_frame(t, stack, at, &f) && func_begins(t, f.func, "golang.org/x/sync/"))
		at++;
	if (!gt_stack_frame(t, stack, at, &f))
		gt_stack_frame(t, stack, gt_where_frame(t, stack), &f);
	else if (at > gt_where_frame(t, stack))
		site->leaf = 0;
	site->func = f.func;
	site->line = f.func ? f.line : f.pc;
	site->stack = stack;
	return act;
}

static uint32_t queue_place(struct gt_queue_sites *s, const struct gt_queue_site *site)
{
	uint32_t func = gt_map_get_or_put(&s->by_func, (uint64_t)site->func << 32 | site->leaf,
					  (uint32_t)s->by_func.count, NULL);
	/* A line is a small number, and a program counter has no function. */
	uint64_t key = site->func ? (uint64_t)func << 32 | (uint32_t)site->line : UINT64_C(1) << 63 | site->line;
	bool added = false;
	uint32_t i = gt_map_get_or_put(&s->by_place, key, (uint32_t)s->n, &added);

	if (added) {
		GT_GROW(s->v, s->cap, s->n + 1);
		s->v[s->n++] = *site;
	}
	return i;
}

uint32_t gt_queue_sites_find(struct gt_queue_sites *s, uint32_t stack, enum gt_queue_act *act)
{
	struct gt_queue_site site = { 0 };
	uint32_t known;
	struct gt_frame f;

	*act = GT_ACT_OTHER;
	if (!stack || !gt_stack_frame(s->t, stack, 0, &f))
		return GT_NO_ROW;
	known = gt_map_get(&s->by_stack, stack);
	if (known == GT_MAP_NONE) {
		*act = look_at_queue_stack(s->t, stack, &site);
		known = queue_place(s, &site) * 4 + (uint32_t)*act;
		gt_map_put(&s->by_stack, stack, known);
	}
	*act = (enum gt_queue_act)(known % 4);
	return known / 4;
}

bool gt_queue_is_reason(uint32_t reason)
{
	return reason == GT_STR_CHAN_SEND || reason == GT_STR_CHAN_RECEIVE || reason == GT_STR_SELECT ||
	       reason == GT_STR_COND;
}

const struct gt_queue_site *gt_queue_sites_of_wait(struct gt_queue_sites *s, uint32_t reason, uint32_t stack)
{
	enum gt_queue_act act;
	uint32_t site;

	if (!gt_queue_is_reason(reason ? reason : gt_stack_reason(s->t, stack)))
		return NULL;
	site = gt_queue_sites_find(s, stack, &act);
	return site != GT_NO_ROW ? &s->v[site] : NULL;
}

void gt_queue_site_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_queue_site *site)
{
	struct gt_frame f = { .func = site->func, .line = site->func ? site->line : 0, .pc = site->line };

	gt_frame_short_text(out, t, &f);
}
