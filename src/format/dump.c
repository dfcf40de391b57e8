/* --dump: every event on a line, its stack on the lines below. */
#include <inttypes.h>

#include "format/evtext.h"
#include "format/listing.h"
#include "index/query/links.h"

#define INDENT_EVENT 8
#define INDENT_STACK 17

int gt_listing_dump(struct gt_out *out, struct gt_trace *t, uint64_t from, uint64_t to, struct gt_error *err)
{
	struct gt_events *events = gt_events_open(t);
	struct gt_links *links = gt_links_open(t);
	struct gt_buf *b = &out->buf;
	int rc = 0;

	for (uint64_t n = from; n < to && gt_out_step(out); n++) {
		const struct gt_event *ev;
		uint64_t link;

		rc = gt_events_get(events, n, &ev, err);
		if (rc)
			break;
		link = gt_links_get(links, n, ev);
		gt_buf_fill(b, ' ', INDENT_EVENT);
		gt_buf_printf(b, "0x%" PRIx64 " Off: %" PRIu64 " type: %u %s Ts: %" PRId64, n, ev->off, ev->type,
			      gt_event_type_name(t, ev->type), ev->time);
		gt_event_numbers(b, t, ev, ev->p, ev->g);
		gt_buf_printf(b, " link: 0x%" PRIx64 "\n", link == GT_NONE ? 0 : link);
		gt_stack_lines(b, t, gt_event_stack(t, ev), INDENT_STACK);
	}
	gt_links_close(links);
	gt_events_close(events);
	return rc;
}
