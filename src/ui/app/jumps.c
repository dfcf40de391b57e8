/* The back/forward list. */
#include "ui/app/jumps.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

void gt_jumps_release(struct gt_jumps *j)
{
	free(j->back.v);
	free(j->ahead.v);
	*j = (struct gt_jumps){ 0 };
}

static bool same_place(const struct gt_place *a, const struct gt_place *b)
{
	return a->view == b->view && a->cursor == b->cursor && gt_sel_equal(&a->sel, &b->sel) &&
	       memcmp(a->own, b->own, sizeof a->own) == 0;
}

static void jumps_push(struct gt_place_stack *s, const struct gt_place *p)
{
	if (s->n && same_place(&s->v[s->n - 1], p))
		return;
	if (s->n == GT_JUMPS_MAX)
		memmove(s->v, s->v + 1, --s->n * sizeof *s->v);
	GT_GROW(s->v, s->cap, s->n + 1);
	s->v[s->n++] = *p;
}

void gt_jumps_record(struct gt_jumps *j, const struct gt_place *here)
{
	jumps_push(&j->back, here);
	j->ahead.n = 0;
}

static bool jumps_step(struct gt_place_stack *from, struct gt_place_stack *onto, const struct gt_place *here,
		       struct gt_place *to)
{
	if (from->n == 0)
		return false;
	*to = from->v[--from->n];
	jumps_push(onto, here);
	return true;
}

bool gt_jumps_back(struct gt_jumps *j, const struct gt_place *here, struct gt_place *to)
{
	return jumps_step(&j->back, &j->ahead, here, to);
}

bool gt_jumps_forward(struct gt_jumps *j, const struct gt_place *here, struct gt_place *to)
{
	return jumps_step(&j->ahead, &j->back, here, to);
}
