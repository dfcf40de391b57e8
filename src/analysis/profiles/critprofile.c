/* Critical paths as a profile: what their segments took, by kind and stack. */
#include "analysis/paths/critlist.h"
#include "analysis/profiles/making.h"
#include "analysis/stacks/stackset.h"
#include "base/sat.h"
#include "base/xalloc.h"

static void charge_segment(struct gt_profile *p, struct gt_map *rows, uint32_t stack, const struct gt_seg *s)
{
	uint8_t kind = (uint8_t)(s->kind + 1);
	bool added = false;
	uint32_t at = gt_map_get_or_put(rows, (uint64_t)kind << 32 | stack, (uint32_t)p->n, &added);

	if (added) {
		GT_GROW(p->stacks, p->cap, p->n + 1);
		p->stacks[p->n++] = (struct gt_profile_stack){ .stack = stack, .kind = kind };
	}
	p->stacks[at].count++;
	gt_sat_grow(&p->stacks[at].ns, s->hop.t1 - s->hop.t0);
	p->count++;
	gt_sat_grow(&p->ns, s->hop.t1 - s->hop.t0);
}

int gt_profile_critical(struct gt_profile *p, struct gt_trace *t, const struct gt_profile_args *args,
			struct gt_error *err)
{
	const struct gt_profile_scope *scope = &args->scope;
	struct gt_table_args windows = {
		.limited = scope->from > 0 || scope->to < gt_trace_info(t)->duration,
		.from = scope->from, .to = scope->to, .has_g = scope->has_g, .lives = scope->lives, .g = scope->g,
		.func = scope->func, .region = scope->inside.name, .site = scope->inside.site,
		.task_name = scope->inside.type, .has_task = scope->inside.has_task, .task = scope->inside.task,
		.progress = args->progress, .progress_arg = args->progress_arg,
	};
	struct gt_crit_list l;
	struct gt_stackset stacks;
	struct gt_map rows;
	int rc;

	*p = (struct gt_profile){ .kind = args->kind };
	gt_crit_list_begin(&l, t, &windows, true);
	rc = gt_crit_list_fill(&l, &windows, err);
	gt_stackset_init(&stacks, t);
	gt_map_init(&rows);
	for (size_t i = 0; !rc && i < l.n; i++)
		charge_segment(p, &rows, gt_stackset_find(&stacks, gt_crit_list_stack(&l, i)), &l.segs[i]);
	gt_map_release(&rows);
	gt_stackset_release(&stacks);
	gt_crit_list_release(&l);
	return rc;
}

const char *gt_profile_stack_kind(const struct gt_profile_stack *s)
{
	return s->kind ? gt_seg_name((enum gt_seg_kind)(s->kind - 1)) : NULL;
}
