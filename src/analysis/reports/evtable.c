/* The report "events": every event in order, decoded block by block. */
#include <string.h>

#include "analysis/table/reports.h"
#include "analysis/table/stacktext.h"
#include "index/query/events.h"

struct evtable {
	struct gt_table head;
	struct gt_events *events;
	uint64_t first;       /* number of the table's first event */
	struct gt_item items[GT_EVENT_ARGS + 1];
	size_t at[GT_EVENT_ARGS + 1];   /* where the text of each is in head.text */
};

/* Argument i as an item; its text goes to t->text, whose memory may still move. */
static void event_arg(struct gt_table *table, unsigned i, struct gt_item *item)
{
	const struct gt_trace *t = table->trace;
	const struct gt_event *ev = table->at;
	struct gt_cell *v = &item->value;
	const char *name = gt_event_arg_name(t, ev->type, i), *meaning = gt_event_arg_meaning(t, ev, i);
	size_t from = table->text.len;

	*item = (struct gt_item) { name ? name : "?", name ? strlen(name) : 1, { .kind = GT_KIND_STRING } };
	if (gt_event_arg_is_string(t, ev, i)) {
		v->null = !gt_event_string(t, ev, ev->args[i], &table->text);
	} else if (gt_event_arg_is_stack(t, ev, i)) {
		v->null = !gt_stack_top(&table->text, t, gt_event_stack_row(t, ev, ev->args[i]));
	} else if (meaning) {
		gt_buf_puts(&table->text, meaning);
	} else {
		v->kind = GT_KIND_ID;
		gt_cell_u(v, ev->args[i]);
		return;
	}
	v->n = table->text.len - from;
}

static void event_args(struct gt_table *t, struct gt_cell *out)
{
	struct evtable *et = (struct evtable *)t;
	const struct gt_event *ev = t->at;
	unsigned nargs = ev->nargs < GT_EVENT_ARGS ? ev->nargs : GT_EVENT_ARGS, n = 0;

	gt_buf_reset(&t->text);
	for (unsigned i = 0; i < nargs; i++) {
		const char *name = gt_event_arg_name(t->trace, ev->type, i);

		/* The event's own stack has columns of its own. */
		if (name && !strcmp(name, "stack") && gt_event_arg_is_stack(t->trace, ev, i))
			continue;
		et->at[n] = t->text.len;
		event_arg(t, i, &et->items[n++]);
	}
	/* The message of a v1 UserLog stands behind its arguments. */
	et->at[n] = t->text.len;
	if (gt_event_message(t->trace, ev, &t->text)) {
		et->items[n] = (struct gt_item) { "message", strlen("message"), { .kind = GT_KIND_STRING } };
		et->items[n].value.n = t->text.len - et->at[n];
		n++;
	}
	for (unsigned i = 0; i < n; i++)
		if (et->items[i].value.kind == GT_KIND_STRING && !et->items[i].value.null)
			et->items[i].value.s = gt_buf_str(&t->text) + et->at[i];
	gt_cell_items(out, et->items, n);
}

static void event_number(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_u(out, ((const struct evtable *)t)->first + t->row);
}

static void event_name(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_event *ev = t->at;

	gt_cell_word(out, gt_event_type_name(t->trace, ev->type));
}

static void event_top(struct gt_table *t, struct gt_cell *out)
{
	gt_buf_reset(&t->text);
	if (gt_stack_top(&t->text, t->trace, gt_event_stack(t->trace, t->at)))
		gt_cell_s(out, t->text.data, t->text.len);
}

static void event_link(struct gt_table *t, struct gt_cell *out)
{
	struct evtable *et = (struct evtable *)t;

	gt_cell_u(out, gt_event_link(et->events, et->first + t->row));
	t->loaded = false; /* the cursor has moved */
}

static void event_stack(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_stack(out, gt_event_stack(t->trace, t->at));
}

static void event_stack2(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_stack(out, gt_event_stack2(t->trace, t->at));
}

static const void *evtable_row(struct gt_table *t, uint64_t row)
{
	struct evtable *et = (struct evtable *)t;
	const struct gt_event *ev;

	return gt_events_get(et->events, et->first + row, &ev, t->fault.code ? NULL : &t->fault) ? NULL : ev;
}

static int evtable_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct evtable *et = (struct evtable *)t;

	(void)err;
	t->rows = gt_trace_info(t->trace)->events;
	et->events = gt_events_open(t->trace);
	if (args->limited) {
		uint64_t end = gt_events_seek(et->events, args->to);

		et->first = gt_events_seek(et->events, args->from);
		t->rows = end > et->first ? end - et->first : 0;
	}
	return 0;
}

static void evtable_close(struct gt_table *t)
{
	gt_events_close(((struct evtable *)t)->events);
}

static const struct gt_column columns[] = {
	{ "n", "N", GT_KIND_COUNT, 0, 8,
		"its number in the order of all events", .cell = event_number },
	{ "ns", "Time", GT_KIND_TIME, GT_COL_BEGIN | GT_COL_END, 12,
		"when it happened", GT_FIELD(struct gt_event, time) },
	{ "name", "Event", GT_KIND_STRING, 0, 19,
		"its type, as the format names it", .cell = event_name },
	{ "p", "P", GT_KIND_ID, 0, 3,
		"processor it happened on", GT_FIELD(struct gt_event, p) },
	{ "g", "G", GT_KIND_ID, 0, 6,
		"goroutine that was running there", GT_FIELD(struct gt_event, g) },
	{ "m", "M", GT_KIND_ID, 0, 7,
		"thread it happened on", GT_FIELD(struct gt_event, m) },
	{ "args", "Arguments", GT_KIND_MAP, 0, 36,
		"its arguments, as the format names them", .cell = event_args },
	{ "stack_top", "At", GT_KIND_STRING, 0, 36,
		"innermost frame of its stack", .cell = event_top },
	{ "link", "Link", GT_KIND_ID, GT_COL_MORE, 8,
		"number of the event that ends or follows what this one began", .cell = event_link },
	{ "offset", "Offset", GT_KIND_ID, GT_COL_MORE, 9,
		"where its bytes are in the trace", GT_FIELD(struct gt_event, off) },
	{ "stack", "Stack", GT_KIND_STACK, GT_COL_MORE | GT_COL_ASKED, 36,
		"its whole stack", .cell = event_stack },
	{ "transition_stack", "Transition stack", GT_KIND_STACK, GT_COL_MORE | GT_COL_ASKED, 36,
		"stack of the goroutine that changes state", .cell = event_stack2 },
};

const struct gt_report gt_report_events = {
	.name = "events",
	.row = "an event, in the order of all events",
	GT_REPORT_COLUMNS(columns),
	.ops = { .size = sizeof(struct evtable), .open = evtable_open, .row = evtable_row,
		 .close = evtable_close },
};
