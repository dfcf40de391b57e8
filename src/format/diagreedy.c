/* --diagreedy: the longest slices in the layout of the tool of that name. */
#include <inttypes.h>
#include <stdlib.h>

#include "analysis/slices/chain.h"
#include "analysis/slices/greedy.h"
#include "base/human.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "format/evtext.h"
#include "format/listing.h"

#define INDENT_LENGTH 4
#define INDENT_EVENT 8
#define INDENT_STACK 13

struct diagreedy {
	struct gt_buf *out;
	struct gt_trace *t;
	struct gt_events *events;
};

/* "GoStart Ts: 739889373 P: 1 G: 9 StkID: 0 args0: 9 …" with the P and G of the slice, whoever took it off. */
static void diagreedy_put_event(struct diagreedy *d, const struct gt_slice_part *s, int64_t time,
				unsigned type)
{
	const struct gt_event *ev;
	struct gt_event unknown = { .time = time };
	struct gt_goroutine g = { .id = GT_NONE };
	struct gt_proc p = { .id = GT_NONE };
	uint64_t n = gt_events_seek(d->events, time);
	bool found = false;

	while (!found && !gt_events_get(d->events, n++, &ev, NULL) && ev->time == time)
		found = ev->type == type;
	gt_goroutine_get(d->t, s->slice.g, &g);
	gt_proc_get(d->t, s->slice.proc_row, &p);
	gt_buf_fill(d->out, ' ', INDENT_EVENT);
	gt_buf_printf(d->out, "%s Ts: %" PRId64, gt_event_type_name(d->t, type), time);
	gt_event_numbers(d->out, d->t, found ? ev : &unknown, p.id, g.id);
	gt_buf_putc(d->out, '\n');
}

static void put_chain(struct diagreedy *d, const struct gt_slice_part *s, enum gt_chain_at at)
{
	struct gt_chain c;

	gt_chain_of(d->t, &s->slice, at, at == GT_CHAIN_END ? UINT32_MAX : s->part, &c);
	if (!c.n)
		return;
	gt_buf_fill(d->out, ' ', INDENT_STACK);
	for (unsigned i = 0; i < c.n; i++) {
		if (i)
			gt_buf_puts(d->out, i == 1 && c.total > GT_CHAIN_MAX ? " -> ... -> " : " -> ");
		gt_buf_puts(d->out, gt_event_type_name(d->t, c.types[i]));
	}
	gt_buf_putc(d->out, '\n');
	gt_stack_lines(d->out, d->t, c.stack, INDENT_STACK);
}

static void diagreedy_put_slice(struct diagreedy *d, const struct gt_slice_part *s)
{
	int64_t dur = s->t1 - s->t0;
	size_t n;
	const char *label = gt_trace_string(d->t, s->slice.label, &n);

	gt_buf_putc(d->out, '\n');
	gt_buf_fill(d->out, ' ', INDENT_LENGTH);
	/* As the old tool: %f of the seconds, so rounded, not cut off. */
	gt_buf_printf(d->out, "%" PRId64 "ns -> %fs\n\n", dur, (double)dur / 1e9);
	diagreedy_put_event(d, s, s->t0, s->start_type);
	put_chain(d, s, GT_CHAIN_START);
	if (s->slice.label) {
		gt_buf_fill(d->out, ' ', INDENT_STACK);
		gt_text_escape(d->out, label, n);
		gt_buf_putc(d->out, '\n');
	}
	if (s->open) {
		gt_buf_fill(d->out, ' ', INDENT_EVENT);
		gt_buf_puts(d->out, "still running when the trace ends\n");
	} else {
		diagreedy_put_event(d, s, s->t1, s->end_type);
	}
	/* The end event's own stack; a P taken away leaves the stack of the call that it was lost in. */
	if (!s->open && s->end_stack && !(s->slice.flags & GT_SLICE_LOST_P))
		gt_stack_lines(d->out, d->t, s->end_stack, INDENT_STACK);
	else
		put_chain(d, s, GT_CHAIN_END);
}

void gt_diagreedy_slices(struct gt_buf *out, struct gt_trace *t, const struct gt_slice_part *s, size_t n)
{
	struct diagreedy d = { .out = out, .t = t, .events = gt_events_open(t) };

	for (size_t i = 0; i < n; i++)
		diagreedy_put_slice(&d, &s[i]);
	gt_events_close(d.events);
}

int gt_listing_diagreedy(struct gt_out *out, struct gt_trace *t, int64_t from, int64_t to, uint64_t n,
			 struct gt_error *err)
{
	struct diagreedy d = { .out = &out->buf, .t = t };
	uint64_t all = gt_trace_info(t)->slices;
	struct gt_slice_part *top;
	struct gt_tmax tmax;
	size_t got;

	(void)err;
	n = n < all ? n : all;
	top = gt_xcalloc(n ? (size_t)n : 1, sizeof *top);
	got = gt_greedy_top_in(t, from, to, (size_t)n, top);
	d.events = gt_events_open(t);
	gt_buf_printf(d.out, "finally the found toppest %zu greedy goroutines info\n", got);
	for (size_t i = 0; i < got && gt_out_step(out); i++)
		diagreedy_put_slice(&d, &top[i]);
	gt_greedy_tmax_in(t, from, to, &tmax);
	gt_buf_printf(d.out, "\nTmax_stw (N=%" PRIu64 "): max ", tmax.n);
	gt_human_dur(d.out, tmax.max);
	gt_buf_puts(d.out, ", sum ");
	gt_human_dur(d.out, tmax.sum);
	gt_buf_putc(d.out, '\n');
	gt_events_close(d.events);
	free(top);
	return 0;
}
