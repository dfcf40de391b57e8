/* Lists ordered events in a short notation. */
#include "unit/order/list.h"

#include "wire/v1/v1events.h"
#include "wire/v2/open.h"
#include "wire/v2/v2events.h"

static void add_id(struct gt_buf *out, uint64_t id)
{
	if (id == GT_NONE)
		gt_buf_putc(out, '-');
	else
		gt_buf_u64(out, id);
}

static void add_event(struct gt_buf *out, const struct gt_event *e, bool v1, bool times)
{
	static const char gstates[] = "unrRws", pstates[] = "unRi";

	if (out->len > 0)
		gt_buf_putc(out, ' ');
	gt_buf_puts(out, v1 ? gt_v1_spec(e->type)->name : gt_v2_spec(e->type)->name);
	if (times)
		gt_buf_printf(out, "@%lld", (long long)e->time);
	gt_buf_putc(out, '(');
	add_id(out, e->m);
	gt_buf_putc(out, ',');
	add_id(out, e->p);
	gt_buf_putc(out, ',');
	add_id(out, e->g);
	if (e->kind == GT_EV_G_STATE)
		gt_buf_printf(out, " G%llu %c>%c", (unsigned long long)e->subject, gstates[e->from], gstates[e->to]);
	if (e->kind == GT_EV_P_STATE)
		gt_buf_printf(out, " P%llu %c>%c", (unsigned long long)e->subject, pstates[e->from], pstates[e->to]);
	gt_buf_putc(out, ')');
}

static int list_gen(struct gt_order *o, bool v1, bool times, struct gt_buf *out, struct gt_error *err)
{
	int64_t whole = gt_order_horizon(o);
	struct gt_event ev[7];
	bool contradicted = false;
	int got, rc;

	/* v2 in single steps: what comes of the one that finds a contradiction is behind it. */
	do {
		rc = gt_order_next(o, ev, v1 ? (int)GT_COUNT(ev) : 3, &got, err);
		contradicted |= !v1 && gt_order_horizon(o) != whole;
		for (int i = 0; i < got && !contradicted; i++)
			if (ev[i].kind != GT_EV_DROPPED)
				add_event(out, &ev[i], v1, times);
	} while (rc > 0);
	return rc;
}

int gt_list_order(const void *trace, size_t n, bool times, struct gt_buf *out, struct gt_error *err)
{
	struct gt_source *src;
	struct gt_header h;
	struct gt_order *o;
	int rc = gt_source_open_mem(&src, trace, n, "test");

	if (rc < 0)
		return rc;
	rc = gt_header_read(src, &h, err);
	if (rc >= 0)
		rc = gt_order_open(&o, src, &h, err);
	if (rc >= 0) {
		while ((rc = gt_order_next_gen(o, err)) > 0)
			if ((rc = list_gen(o, h.format == GT_FORMAT_V1, times, out, err)) < 0)
				break;
		gt_order_close(o);
	}
	gt_source_close(src);
	return rc;
}
