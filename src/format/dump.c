/* --dump: every event on a line, its stack on the lines below. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/thread.h"
#include "base/xalloc.h"
#include "format/evtext.h"
#include "format/listing.h"
#include "index/query/links.h"

#define INDENT_EVENT 8
#define INDENT_STACK 17
/* Events of a piece: some windows of a cursor, and not more text than pieces should have. */
#define DUMP_PIECE 8192u

struct dump {
	struct gt_trace *t;
	uint64_t from, to;
	struct dumper {
		struct gt_events *events;
		struct gt_links *links;
	} of[GT_WORKERS];
};

static int dump_event(struct gt_buf *b, struct gt_trace *t, struct dumper *d, uint64_t n, struct gt_error *err)
{
	const struct gt_event *ev;
	uint64_t link;
	int rc = gt_events_get(d->events, n, &ev, err);

	if (rc)
		return rc;
	link = gt_links_get(d->links, n, ev);
	gt_buf_fill(b, ' ', INDENT_EVENT);
	gt_buf_printf(b, "0x%" PRIx64 " Off: %" PRIu64 " type: %u %s Ts: %" PRId64, n, ev->off, ev->type,
		      gt_event_type_name(t, ev->type), ev->time);
	gt_event_numbers(b, t, ev, ev->p, ev->g);
	gt_buf_printf(b, " link: 0x%" PRIx64 "\n", link == GT_NONE ? 0 : link);
	gt_stack_lines(b, t, gt_event_stack(t, ev), INDENT_STACK);
	return 0;
}

static int dump_piece(void *arg, unsigned worker, uint64_t piece, struct gt_out *out, struct gt_error *err)
{
	struct dump *d = arg;
	/* Pieces end where windows do. */
	uint64_t begin = (d->from / DUMP_PIECE + piece) * DUMP_PIECE, end = begin + DUMP_PIECE;
	int rc = 0;

	end = end < d->to ? end : d->to;
	for (uint64_t n = begin > d->from ? begin : d->from; n < end && !rc && gt_out_step(out); n++)
		rc = dump_event(&out->buf, d->t, &d->of[worker], n, err);
	return rc;
}

int gt_listing_dump(struct gt_out *out, struct gt_trace *t, uint64_t from, uint64_t to, struct gt_error *err)
{
	struct dump *d = gt_xcalloc(1, sizeof *d);
	uint64_t pieces = to > from ? (to - 1) / DUMP_PIECE - from / DUMP_PIECE + 1 : 0;
	unsigned workers = pieces < gt_workers() ? (unsigned)pieces : gt_workers();
	int rc;

	*d = (struct dump) { .t = t, .from = from, .to = to };
	for (unsigned i = 0; i < workers; i++) {
		d->of[i].events = gt_events_open(t);
		d->of[i].links = i ? gt_links_twin(d->of[0].links) : gt_links_open(t);
	}
	rc = gt_out_pieces(out, pieces, workers, dump_piece, d, err);
	while (workers--) {
		gt_links_close(d->of[workers].links);
		gt_events_close(d->of[workers].events);
	}
	free(d);
	return rc;
}
