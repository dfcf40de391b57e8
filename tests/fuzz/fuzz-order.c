/* Fuzzes the order layer: the order is strict, a replay finds the same, and so does the order in short. */
#include <stdio.h>

#include "fuzz/fuzz.h"
#include "unit/order/again.h"

static void check_event(const struct gt_event *e, bool v1, int64_t *last)
{
	/* Only a place in the order. */
	if (e->kind == GT_EV_DROPPED)
		return;
	/* v2: corrupt times may wrap once; the clock never stands still.  v1: it may, but never goes back. */
	MUST(v1 ? e->time >= *last : e->time != *last);
	*last = e->time;
	MUST(e->nargs <= GT_EVENT_ARGS);
	MUST(e->kind != GT_EV_G_STATE || e->sslot != GT_NO_SLOT);
	MUST(e->from <= GT_G_SYSCALL && e->to <= GT_G_SYSCALL);
}

static int order_gen(struct gt_order *o, bool v1, int64_t *last, struct gt_error *err)
{
	struct gt_event ev[16];
	int got, rc;

	do {
		rc = gt_order_next(o, ev, (int)GT_COUNT(ev), &got, err);
		MUST(got >= 0 && got <= (int)GT_COUNT(ev));
		for (int i = 0; i < got; i++)
			check_event(&ev[i], v1, last);
	} while (rc > 0);
	return rc;
}

static void order_all(struct gt_source *src, const struct gt_header *h)
{
	struct gt_error err = { 0 };
	int64_t last = INT64_MIN;
	struct gt_order *o;
	int rc;

	MUST(gt_order_open(&o, src, h, &err) == 0);
	while ((rc = gt_order_next_gen(o, &err)) > 0)
		if ((rc = order_gen(o, h->format == GT_FORMAT_V1, &last, &err)) < 0)
			break;
	if (rc)
		fuzz_check_error(rc, &err);
	gt_order_close(o);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	struct gt_buf why = { 0 };
	struct gt_header h;
	struct gt_source *src = fuzz_open(bytes, n, &h);

	if (src) {
		order_all(src, &h);
		gt_replay_again(src, &h, 64, &why);
		gt_fill_again(src, &h, &why);
		if (why.len) {
			fprintf(stderr, "%s\n", gt_buf_str(&why));
			abort();
		}
	}
	gt_buf_release(&why);
	gt_source_close(src);
	return 0;
}
