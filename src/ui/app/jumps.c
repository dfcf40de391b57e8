/* The back/forward list. */
#include "ui/app/jumps.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

void gt_jumps_release(struct gt_jumps *j)
{
	free(j->back.v);
	free(j->ahead.v);
	*j = (struct gt_jumps){ 0 };
}

static void jumps_push(struct gt_place_stack *s, const struct gt_place *p)
{
	const struct gt_place *last = s->n ? &s->v[s->n - 1] : NULL;

	if (last && last->view == p->view && last->cursor == p->cursor && gt_sel_equal(&last->sel, &p->sel) &&
	    memcmp(last->own, p->own, sizeof p->own) == 0)
		return;
	assert(s->n <= GT_JUMPS_MAX);
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

bool gt_jumps_step(struct gt_jumps *j, bool back, const struct gt_place *here, struct gt_place *to)
{
	struct gt_place_stack *from = back ? &j->back : &j->ahead;

	if (from->n == 0)
		return false;
	*to = from->v[--from->n];
	jumps_push(back ? &j->ahead : &j->back, here);
	return true;
}
