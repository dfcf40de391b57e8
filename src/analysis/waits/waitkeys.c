/* What waits have in common: reason, stack, function, waker. */
#include "analysis/waits/waitkeys.h"

#include "analysis/stacks/where.h"
#include "analysis/waits/schedwait.h"

const struct gt_group_word gt_sched_groups[] = {
	{ "cause", GT_WAITS_BY_CAUSE, "by why the goroutine was runnable" },
	{ "func", GT_WAITS_BY_FUNC, "by the start function of the goroutine" },
	{ NULL, 0, NULL },
};

int gt_waitkeys_open(struct gt_waitkeys *k, const struct gt_trace *t, enum gt_wait_group by, struct gt_error *err)
{
	*k = (struct gt_waitkeys){ .t = t, .by = by };
	gt_stackset_init(&k->stacks, t);
	gt_wait_causes_by_type(t, k->causes);
	return gt_ginfos_open(&k->goroutines, t, err);
}

void gt_waitkeys_release(struct gt_waitkeys *k)
{
	gt_stackset_release(&k->stacks);
	gt_ginfos_release(&k->goroutines);
}

/* Who ended it; why a goroutine was runnable is said by the type of the event, nearly always. */
enum gt_waker_kind gt_waitkeys_cause(const struct gt_waitkeys *k, const struct gt_waited *w)
{
	uint8_t cause = k->causes[w->iv.begin_type];

	if (w->iv.what == GT_SPENT_SCHED && cause < GT_WAIT_CAUSES)
		return gt_waker_kind_of_cause((enum gt_wait_cause)cause);
	return gt_waker_kind_of(k->t, w);
}

struct gt_waitkey gt_waitkey_of(struct gt_waitkeys *k, const struct gt_waited *w)
{
	const struct gt_ginfo *g = gt_ginfos_get(&k->goroutines, w->g);
	struct gt_waitkey key = { .owner = g->owner };

	bool inferred;

	switch (k->by) {
	case GT_WAITS_BY_STACK:
		key.row = gt_stackset_find(&k->stacks, w->iv.stack);
		if (!key.row)
			key.what = (uint8_t)w->iv.what;
		break;
	case GT_WAITS_BY_FUNC:
		key.row = g->func;
		break;
	case GT_WAITS_BY_WAKER:
	case GT_WAITS_BY_CAUSE:
		key.waker = (uint8_t)gt_waitkeys_cause(k, w);
		if (w->iv.what == GT_SPENT_BLOCK && w->iv.waker != GT_NO_ROW && w->ended)
			key.row = gt_ginfos_get(&k->goroutines, w->iv.waker)->func;
		break;
	default:
		key.what = (uint8_t)w->iv.what;
		key.row = gt_interval_reason(k->t, &w->iv, &inferred);
		break;
	}
	return key;
}

static bool put_name(struct gt_buf *out, const struct gt_trace *t, uint32_t row, const char *none)
{
	size_t n;
	const char *s = gt_trace_string(t, row, &n);

	if (row)
		gt_buf_add(out, s, n);
	else
		gt_buf_puts(out, none);
	return row;
}

bool gt_waitkey_text(struct gt_buf *out, const struct gt_trace *t, enum gt_wait_group by, const struct gt_waitkey *key)
{
	const char *word = gt_spent_name((enum gt_spent)key->what);

	switch (by) {
	case GT_WAITS_BY_STACK:
		if (key->row && gt_where_text(out, t, key->row))
			return true;
		gt_buf_puts(out, "no stack recorded");
		return false;
	case GT_WAITS_BY_FUNC:
		return put_name(out, t, key->row, GT_NO_NAME);
	case GT_WAITS_BY_WAKER:
	case GT_WAITS_BY_CAUSE:
		if (key->waker == GT_WAKER_GOROUTINE || key->waker == GT_WAKER_GC)
			return put_name(out, t, key->row, GT_NO_NAME);
		word = key->waker == GT_WAKER_NONE ? "nothing yet" : gt_waker_kind_name(key->waker);
		break;
	default:
		if (key->what == GT_SPENT_BLOCK)
			return put_name(out, t, key->row, GT_NO_REASON);
		break;
	}
	gt_buf_puts(out, word ? word : "?");
	return true;
}
