/* The wake-up chain as a listing: every hop with its stack. */
#include "analysis/table/celltext.h"
#include "analysis/paths/path.h"
#include "base/say.h"
#include "base/utf8.h"
#include "format/evtext.h"
#include "format/listing.h"

#define INDENT_STACK 13

/* A string of the trace, escaped. */
static void pathtext_put_name(struct gt_buf *out, const struct gt_word *w)
{
	size_t n;
	const char *s = gt_trace_string(w->of, (uint32_t)w->u, &n);

	gt_text_escape(out, s, n);
}

static struct gt_word as_name(const struct gt_trace *t, uint32_t row)
{
	return (struct gt_word){ .put = pathtext_put_name, .of = t, .u = row };
}

/* "G12 main.f" */
static void put_goroutine(struct gt_buf *out, const struct gt_word *w)
{
	struct gt_goroutine g;

	if (!gt_goroutine_get(w->of, (uint32_t)w->u, &g))
		return;
	gt_say(out, "G{}{}{}", gt_as_u64(g.id), gt_as_text(g.func ? " " : ""), as_name(w->of, g.func));
	gt_life_text(out, w->of, (uint32_t)w->u);
}

static struct gt_word as_goroutine(const struct gt_trace *t, uint32_t row)
{
	return (struct gt_word){ .put = put_goroutine, .of = t, .u = row };
}

/* "; woke G5 main.f with GoUnblock, which had waited 3ms, chan receive" */
static void pathtext_put_did(struct gt_buf *out, const struct gt_trace *t, const struct gt_hop *hop)
{
	struct gt_buf did = { 0 };

	gt_hop_did(&did, hop, t);
	if (hop->type)
		gt_buf_printf(&did, "%s%s", did.len ? " with " : "", gt_event_type_name(t, hop->type));
	if (did.len)
		gt_buf_puts(out, "; ");
	gt_text_escape(out, gt_buf_str(&did), did.len);
	gt_buf_release(&did);
	if (hop->waited != GT_NO_TIME)
		gt_say(out, ", which had waited {}", gt_as_dur(hop->waited));
	if (hop->reason)
		gt_say(out, ", {}", as_name(t, hop->reason));
}

void gt_path_hop_lines(struct gt_buf *out, struct gt_table *table, uint64_t row)
{
	const struct gt_path *path = gt_path_of(table);
	const struct gt_hop *hop = &path->hops[row];
	struct gt_cell stack, queue;

	gt_say(out, "{}{} {} {} {}, {} to {}", gt_as_text(gt_table_beyond(table, row) ? "  * " : "    "),
	       gt_as_u64(row + 1), as_goroutine(table->trace, hop->g), gt_as_text(gt_hop_state_name(hop->state)),
	       gt_as_dur(hop->t1 - hop->t0), gt_as_time(hop->t0), gt_as_time(hop->t1));
	pathtext_put_did(out, table->trace, hop);
	gt_table_cell(table, row, GT_PATHC_QUEUE, &queue);
	if (!queue.null) {
		gt_buf_puts(out, " in ");
		gt_text_escape(out, queue.s, queue.n);
	}
	gt_buf_putc(out, '\n');
	gt_table_cell(table, row, GT_PATHC_STACK, &stack);
	if (!stack.null)
		gt_stack_lines(out, table->trace, stack.stack, INDENT_STACK);
}

void gt_listing_path(struct gt_out *out, struct gt_table *table, struct gt_view *view)
{
	const struct gt_path *path = gt_path_of(table);
	uint64_t it = 0, row;
	bool beyond = false;

	if (path->g == GT_NO_ROW) {
		gt_buf_puts(&out->buf, "no goroutine ran in this trace\n");
		return;
	}
	gt_say(&out->buf, "wake-up chain back from {} at {}: {}, {}\n\n", as_goroutine(table->trace, path->g),
	       gt_as_time(path->time), gt_as_many(path->n, "hop"), gt_as_dur(gt_path_length(path)));
	while (gt_view_next(view, &it, &row) && gt_out_step(out)) {
		gt_path_hop_lines(&out->buf, table, row);
		beyond |= gt_table_beyond(table, row);
	}
	gt_buf_printf(&out->buf, "\n%s\n", gt_path_end_text(path->end));
	if (beyond)
		gt_beyond_legend(&out->buf, table->trace);
}
