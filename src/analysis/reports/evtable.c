/* The report "events": every event in order, decoded block by block. */
#include <stdlib.h>
#include <string.h>

#include "analysis/reports/lists.h"
#include "analysis/table/stacktext.h"
#include "base/buf.h"
#include "base/xalloc.h"
#include "index/query/events.h"

enum col { COL_N, COL_TIME, COL_NAME, COL_P, COL_G, COL_M, COL_ARGS, COL_STACK_TOP, COL_LINK, COL_OFFSET, COL_STACK,
	   COL_STACK2, COLS };

struct evtable {
	struct gt_table head;
	struct gt_events *events;
	uint64_t first;       /* number of the table's first event */
	uint64_t row;
	const struct gt_event *ev;
	struct gt_buf text;   /* stack_top, and the strings of args */
	struct gt_item items[GT_EVENT_ARGS + 1];
	size_t at[GT_EVENT_ARGS + 1];
};

static void evtable_cell_type(const struct gt_trace *t, unsigned type, struct gt_cell *out)
{
	const char *name = gt_event_type_name(t, type);

	gt_cell_s(out, name, strlen(name));
}

static void evtable_cell_top(struct evtable *et, struct gt_cell *out)
{
	gt_buf_reset(&et->text);
	if (gt_stack_top(&et->text, et->head.trace, gt_event_stack(et->head.trace, et->ev)))
		gt_cell_s(out, et->text.data, et->text.len);
}

/* The event's own stack has columns of its own. */
static bool is_own_stack(const struct evtable *et, unsigned i)
{
	const char *name = gt_event_arg_name(et->head.trace, et->ev->type, i);

	return name && !strcmp(name, "stack") && gt_event_arg_is_stack(et->head.trace, et->ev, i);
}

/* Argument i as an item; its text goes to et->text from `at` on, whose memory may still move. */
static void evtable_put_arg(struct evtable *et, unsigned i, struct gt_item *item, size_t *at)
{
	const struct gt_trace *t = et->head.trace;
	const struct gt_event *ev = et->ev;
	struct gt_cell *v = &item->value;
	const char *name = gt_event_arg_name(t, ev->type, i), *meaning = gt_event_arg_meaning(t, ev, i);

	*item = (struct gt_item) { name ? name : "?", name ? strlen(name) : 1, { .kind = GT_KIND_ID, .null = true } };
	*at = et->text.len;
	if (gt_event_arg_is_string(t, ev, i)) {
		v->kind = GT_KIND_STRING;
		v->null = !gt_event_string(t, ev, ev->args[i], &et->text);
		v->n = et->text.len - *at;
	} else if (gt_event_arg_is_stack(t, ev, i)) {
		v->kind = GT_KIND_STRING;
		v->null = !gt_stack_top(&et->text, t, gt_event_stack_row(t, ev, ev->args[i]));
		v->n = et->text.len - *at;
	} else if (meaning) {
		v->kind = GT_KIND_STRING;
		v->null = false;
		gt_buf_puts(&et->text, meaning);
		v->n = et->text.len - *at;
	} else {
		gt_cell_u(v, ev->args[i]);
	}
}

/* The message of a v1 UserLog stands behind its arguments. */
static bool evtable_put_message(struct evtable *et, struct gt_item *item, size_t *at)
{
	*at = et->text.len;
	if (!gt_event_message(et->head.trace, et->ev, &et->text))
		return false;
	*item = (struct gt_item) { "message", strlen("message"), { .kind = GT_KIND_STRING } };
	item->value.n = et->text.len - *at;
	return true;
}

static void cell_args(struct evtable *et, struct gt_cell *out)
{
	unsigned nargs = et->ev->nargs < GT_EVENT_ARGS ? et->ev->nargs : GT_EVENT_ARGS, n = 0;

	gt_buf_reset(&et->text);
	for (unsigned i = 0; i < nargs; i++) {
		if (is_own_stack(et, i))
			continue;
		evtable_put_arg(et, i, &et->items[n], &et->at[n]);
		n++;
	}
	n += evtable_put_message(et, &et->items[n], &et->at[n]);
	for (unsigned i = 0; i < n; i++)
		if (et->items[i].value.kind == GT_KIND_STRING && !et->items[i].value.null)
			et->items[i].value.s = gt_buf_str(&et->text) + et->at[i];
	gt_cell_items(out, et->items, n);
}

static bool evtable_load(struct evtable *et, uint64_t row)
{
	if (et->row == row)
		return et->ev;
	et->row = row;
	if (gt_events_get(et->events, et->first + row, &et->ev, et->head.fault.code ? NULL : &et->head.fault))
		et->ev = NULL;
	return et->ev;
}

static void evtable_cell(struct gt_table *t, uint64_t row, unsigned col, struct gt_cell *out)
{
	struct evtable *et = (struct evtable *)t;
	const struct gt_event *ev;

	if (!evtable_load(et, row))
		return;
	ev = et->ev;
	switch ((enum col)col) {
	case COL_N: gt_cell_u(out, et->first + row); break;
	case COL_TIME: gt_cell_i(out, ev->time); break;
	case COL_NAME: evtable_cell_type(t->trace, ev->type, out); break;
	case COL_P: gt_cell_u(out, ev->p); break;
	case COL_G: gt_cell_u(out, ev->g); break;
	case COL_M: gt_cell_u(out, ev->m); break;
	case COL_ARGS: cell_args(et, out); break;
	case COL_STACK_TOP: evtable_cell_top(et, out); break;
	case COL_LINK:
		gt_cell_u(out, gt_event_link(et->events, et->first + row));
		et->row = UINT64_MAX; /* the cursor has moved */
		break;
	case COL_OFFSET: gt_cell_u(out, ev->off); break;
	case COL_STACK: gt_cell_stack(out, gt_event_stack(t->trace, ev)); break;
	case COL_STACK2: gt_cell_stack(out, gt_event_stack2(t->trace, ev)); break;
	case COLS: break;
	}
}

static void evtable_close(struct gt_table *t)
{
	struct evtable *et = (struct evtable *)t;

	gt_events_close(et->events);
	gt_buf_release(&et->text);
	free(et);
}

static const struct gt_table_ops evtable_ops = {
	.cell = evtable_cell,
	.close = evtable_close,
};

static int evtable_open(struct gt_table **out, struct gt_trace *t, const struct gt_table_args *args,
			struct gt_error *err)
{
	struct evtable *et = gt_xcalloc(1, sizeof *et);

	(void)err;
	et->head.ops = &evtable_ops;
	et->head.rows = gt_trace_info(t)->events;
	et->row = UINT64_MAX;
	et->events = gt_events_open(t);
	if (args->limited) {
		uint64_t end = gt_events_seek(et->events, args->to);

		et->first = gt_events_seek(et->events, args->from);
		et->head.rows = end > et->first ? end - et->first : 0;
	}
	*out = &et->head;
	return 0;
}

static const struct gt_column columns[COLS] = {
	[COL_N] = { "n", "N", GT_KIND_COUNT, 0, 8,
		"its number in the order of all events" },
	[COL_TIME] = { "ns", "Time", GT_KIND_TIME, 0, 12,
		"when it happened" },
	[COL_NAME] = { "name", "Event", GT_KIND_STRING, 0, 19,
		"its type, as the format names it" },
	[COL_P] = { "p", "P", GT_KIND_ID, 0, 3,
		"processor it happened on" },
	[COL_G] = { "g", "G", GT_KIND_ID, 0, 6,
		"goroutine that was running there" },
	[COL_M] = { "m", "M", GT_KIND_ID, 0, 7,
		"thread it happened on" },
	[COL_ARGS] = { "args", "Arguments", GT_KIND_MAP, 0, 36,
		"its arguments, as the format names them" },
	[COL_STACK_TOP] = { "stack_top", "At", GT_KIND_STRING, 0, 36,
		"innermost frame of its stack" },
	[COL_LINK] = { "link", "Link", GT_KIND_ID, GT_COL_MORE, 8,
		"number of the event that ends or follows what this one began" },
	[COL_OFFSET] = { "offset", "Offset", GT_KIND_ID, GT_COL_MORE, 9,
		"where its bytes are in the trace" },
	[COL_STACK] = { "stack", "Stack", GT_KIND_STACK, GT_COL_MORE | GT_COL_ASKED, 36,
		"its whole stack" },
	[COL_STACK2] = { "transition_stack", "Transition stack", GT_KIND_STACK, GT_COL_MORE | GT_COL_ASKED, 36,
		"stack of the goroutine that changes state" },
};

const struct gt_report gt_report_events = {
	.name = "events",
	.row = "an event, in the order of all events",
	.columns = columns,
	.ncolumns = GT_COUNT(columns),
	.start = COL_TIME,
	.end = COL_TIME,
	.measure = GT_NO_COLUMN,
	.open = evtable_open,
};
