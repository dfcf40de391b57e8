/* The goroutines that one goroutine woke and was woken by. */
#include "ui/timeline/related.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "index/query/tracks.h"

void gt_tl_related_release(struct gt_tl_related *r)
{
	free(r->v);
	free(r->bits);
	*r = (struct gt_tl_related){ .g = GT_NO_ROW };
}

void gt_tl_related_begin(struct gt_tl_related *r, uint32_t g)
{
	gt_tl_related_release(r);
	r->g = g;
}

static void related_add(struct gt_tl_related *r, uint32_t g)
{
	size_t had = r->bits_cap, byte = g / 8;

	if (g == GT_NO_ROW || g == r->g)
		return;
	GT_GROW(r->bits, r->bits_cap, byte + 1);
	memset(r->bits + had, 0, r->bits_cap - had);
	if (r->bits[byte] >> g % 8 & 1)
		return;
	r->bits[byte] |= (uint8_t)(1 << g % 8);
	GT_GROW(r->v, r->cap, r->n + 1);
	r->v[r->n++] = g;
}

/* Who was woken while the slice ran, on its P.  True: all of them have been looked at. */
static bool step_inside(struct gt_tl_related *r, const struct gt_trace *t, const struct gt_slice *s,
			unsigned *most)
{
	struct gt_instant_row row;

	for (; *most > 0; r->instant++, --*most) {
		if (!gt_instant_get(t, GT_INSTANT_UNBLOCK, s->proc_row, r->instant, &row))
			return true;
		if (row.t >= s->t1 && row.t > s->t0)
			return true;
		related_add(r, row.g);
	}
	return false;
}

bool gt_tl_related_step(struct gt_tl_related *r, const struct gt_trace *t, unsigned most)
{
	struct gt_goroutine g;
	struct gt_slice s;

	if (!gt_goroutine_get(t, r->g, &g))
		return true;
	for (; r->k < g.slices && most > 0; r->k++, most--) {
		if (!gt_slice_get(t, gt_goroutine_slice(t, r->g, r->k), &s))
			continue;
		if (!r->inside) {
			related_add(r, s.waker);
			r->instant = gt_instant_seek(t, GT_INSTANT_UNBLOCK, s.proc_row, s.t0);
			r->inside = true;
		}
		if (!step_inside(r, t, &s, &most))
			return false;
		r->inside = false;
	}
	return r->k >= g.slices;
}
