/* The wake-up chain as a listing: every hop with its stack. */
#include <inttypes.h>

#include "analysis/table/celltext.h"
#include "analysis/paths/path.h"
#include "base/human.h"
#include "base/utf8.h"
#include "format/evtext.h"
#include "format/listing.h"

#define INDENT_STACK 13

static void pathtext_put_string(struct gt_buf *out, const struct gt_trace *t, uint32_t row)
{
	size_t n;
	const char *s = gt_trace_string(t, row, &n);

	gt_text_escape(out, s, n);
}

static void put_goroutine(struct gt_buf *out, const struct gt_trace *t, uint32_t row)
{
	struct gt_goroutine g;

	if (!gt_goroutine_get(t, row, &g))
		return;
	gt_buf_printf(out, "G%" PRIu64, g.id);
	if (g.func)
		gt_buf_putc(out, ' ');
	pathtext_put_string(out, t, g.func);
	gt_life_text(out, t, row);
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
	if (hop->waited != GT_NO_TIME) {
		gt_buf_puts(out, ", which had waited ");
		gt_human_dur(out, hop->waited);
	}
	if (hop->reason) {
		gt_buf_puts(out, ", ");
		pathtext_put_string(out, t, hop->reason);
	}
}

void gt_path_hop_lines(struct gt_buf *out, struct gt_table *table, uint64_t row)
{
	const struct gt_path *path = gt_path_of(table);
	const struct gt_hop *hop = &path->hops[row];
	struct gt_cell stack;

	gt_buf_printf(out, "%s%" PRIu64 " ", gt_table_beyond(table, row) ? "  * " : "    ", row + 1);
	put_goroutine(out, table->trace, hop->g);
	gt_buf_printf(out, " %s ", gt_hop_state_name(hop->state));
	gt_human_dur3(out, hop->t1 - hop->t0);
	gt_buf_puts(out, ", ");
	gt_human_time(out, hop->t0);
	gt_buf_puts(out, " to ");
	gt_human_time(out, hop->t1);
	pathtext_put_did(out, table->trace, hop);
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
	gt_buf_puts(&out->buf, "wake-up chain back from ");
	put_goroutine(&out->buf, table->trace, path->g);
	gt_buf_puts(&out->buf, " at ");
	gt_human_time(&out->buf, path->time);
	gt_buf_puts(&out->buf, ": ");
	gt_human_many(&out->buf, path->n, "hop");
	gt_buf_puts(&out->buf, ", ");
	gt_human_dur3(&out->buf, gt_path_length(path));
	gt_buf_puts(&out->buf, "\n\n");
	while (gt_view_next(view, &it, &row) && gt_out_step(out)) {
		gt_path_hop_lines(&out->buf, table, row);
		beyond |= gt_table_beyond(table, row);
	}
	gt_buf_printf(&out->buf, "\n%s\n", gt_path_end_text(path->end));
	if (beyond)
		gt_beyond_legend(&out->buf, table->trace);
}
