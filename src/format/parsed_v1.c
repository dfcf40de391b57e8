/* -d=parsed of v1 traces: an ordered event per line, as go tool trace -d of Go 1.21 prints it (format/v1.md 18). */
#include <inttypes.h>

#include "base/utf8.h"
#include "base/xalloc.h"
#include "format/parsed.h"
#include "order/order.h"
#include "order/replay.h"
#include "wire/v1/v1events.h"

#define BATCH 256

struct parsed {
	struct gt_buf *b;
	struct gt_source *src;
	struct gt_order *order;
	struct gt_buf text;
	int minor;
};

/* The numbers that Go gives to Ps that are none (format/v1.md 11.3). */
enum { P_TIMERS = 1000001, P_NETWORK, P_SYSCALLS, P_GC };

static void parsed_v1_put_text(struct parsed *p, const char *name, uint64_t string)
{
	gt_order_string(p->order, string, &p->text);
	gt_buf_puts(p->b, name);
	gt_text_escape(p->b, gt_buf_str(&p->text), p->text.len);
}

static void put_texts(struct parsed *p, const struct gt_event *e)
{
	const char *kind;
	int64_t got;
	size_t n;

	switch (e->type) {
	case GT_V1_STWStart:
		kind = gt_v1_stw_name(e->args[0], p->minor);
		gt_buf_printf(p->b, " kind=%s", kind ? kind : "unknown");
		break;
	case GT_V1_GoStartLabel:
		parsed_v1_put_text(p, " label=", e->args[2]);
		break;
	case GT_V1_UserTaskCreate:
	case GT_V1_UserRegion:
		parsed_v1_put_text(p, " name=", e->args[2]);
		break;
	case GT_V1_UserLog:
		parsed_v1_put_text(p, " category=", e->args[1]);
		n = (size_t)e->args[GT_V1_LOG_TEXT_LEN];
		gt_buf_reset(&p->text);
		gt_buf_reserve(&p->text, n);
		got = gt_source_read(p->src, e->args[GT_V1_LOG_TEXT_OFF], p->text.data, n);
		gt_buf_puts(p->b, " message=");
		gt_text_escape(p->b, p->text.data, got > 0 ? (size_t)got : 0);
		break;
	default:
		break;
	}
}

static void parsed_v1_put_event(struct parsed *p, const struct gt_event *e)
{
	const struct gt_v1_spec *spec = gt_v1_spec(e->type);
	bool task = e->type == GT_V1_UserTaskCreate;
	int64_t proc = e->p == GT_P_OUTSIDE ? -1 : (int64_t)e->p;

	if (e->type == GT_V1_GoUnblock && e->p == GT_NONE)
		proc = e->range == GT_V1_BY_TIMERS ? P_TIMERS : P_NETWORK;
	else if (e->type == GT_V1_GoSysExit)
		proc = P_SYSCALLS;
	else if (e->type == GT_V1_GCStart)
		proc = P_GC;
	gt_buf_i64(p->b, e->time);
	gt_buf_printf(p->b, " %s p=%" PRId64 " g=%" PRIu64 " off=%" PRIu64, spec->name, proc,
		      e->g == GT_NONE ? 0 : e->g, e->off);
	for (unsigned i = 0; i < spec->nargs && spec->args[i]; i++)
		gt_buf_printf(p->b, " %s=%" PRIu64, spec->args[i], task && e->args[i] == GT_NONE ? 0 : e->args[i]);
	put_texts(p, e);
	gt_buf_putc(p->b, '\n');
}

int gt_parsed_v1(struct gt_out *out, struct gt_source *src, const struct gt_header *h, struct gt_error *err)
{
	struct gt_event *events = gt_xcalloc(BATCH, sizeof *events);
	struct parsed p = { .b = &out->buf, .src = src, .minor = h->minor };
	int rc = gt_order_open(&p.order, src, h, err), got;

	while (!rc && (rc = gt_order_next_gen(p.order, err)) > 0) {
		do {
			got = 0;
			rc = gt_order_next(p.order, events, BATCH, &got, err);
			for (int i = 0; i < got; i++)
				if (events[i].kind != GT_EV_DROPPED)
					parsed_v1_put_event(&p, &events[i]);
		} while (rc > 0 && gt_out_step(out));
		rc = rc > 0 ? 0 : rc;
	}
	gt_order_close(p.order);
	gt_buf_release(&p.text);
	free(events);
	return rc;
}
