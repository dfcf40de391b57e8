/* The report "events": every event in order, decoded block by block. */
#include <string.h>

#include "analysis/table/reports.h"
#include "analysis/stacks/stacktext.h"
#include "base/textcache.h"
#include "index/query/links.h"

/* What is known of an argument before its value is. */
struct argument {
	const char *name;
	uint8_t nname, number;
	bool string, stack;
};

struct type_args {
	bool known;
	uint8_t n;
	struct argument args[GT_EVENT_ARGS];
};

/* Ids of a generation whose stack rows are known, by their last bits. */
#define STACK_IDS 1024u

struct evtable {
	struct gt_table head;
	struct gt_events *events;
	struct gt_links *links;         /* once one was asked for */
	struct type_args types[256];
	uint64_t gen;                   /* whose ids the following are of */
	struct gt_textcache strings;    /* texts, by string id */
	struct stack_id {
		uint64_t id;
		uint32_t row;
	} stack_ids[STACK_IDS];
	struct gt_textcache tops;       /* innermost frames, by stack row */
	uint64_t first;       /* number of the table's first event */
	struct gt_item items[GT_EVENT_ARGS + 1];
	size_t at[GT_EVENT_ARGS + 1];   /* where the text of each is in head.text */
};

/* ---- what repeats ---- */

/* Ids mean something else in another generation. */
static void enter_gen(struct evtable *et, uint64_t gen)
{
	if (et->gen == gen)
		return;
	et->gen = gen;
	gt_textcache_release(&et->strings);
	memset(et->stack_ids, 0, sizeof et->stack_ids);
}

static uint32_t row_of_stack(struct evtable *et, const struct gt_event *ev, uint64_t id)
{
	struct stack_id *known = &et->stack_ids[id % STACK_IDS];

	if (!id)
		return 0;
	enter_gen(et, ev->gen);
	if (known->id != id)
		*known = (struct stack_id){ id, gt_event_stack_row(et->head.trace, ev, id) };
	return known->row;
}

/* Appends the innermost frame of a stack row to the text; false if it has none. */
static bool put_top(struct evtable *et, uint32_t stack)
{
	struct gt_buf *text = &et->head.text;
	size_t from = text->len;

	if (gt_textcache_get(&et->tops, stack, text))
		return true;
	if (!gt_stack_top(text, et->head.trace, stack))
		return false;
	gt_textcache_put(&et->tops, stack, text->data + from, text->len - from);
	return true;
}

static bool put_arg_string(struct evtable *et, const struct gt_event *ev, uint64_t id)
{
	struct gt_buf *text = &et->head.text;
	size_t from = text->len;

	enter_gen(et, ev->gen);
	if (gt_textcache_get(&et->strings, id, text))
		return true;
	if (!gt_event_string(et->head.trace, ev, id, text))
		return false;
	if (text->len > from)
		gt_textcache_put(&et->strings, id, text->data + from, text->len - from);
	return true;
}

/* The arguments of a type that are shown; v1: an event may have fewer. */
static const struct type_args *args_of(struct evtable *et, const struct gt_event *ev)
{
	const struct gt_trace *t = et->head.trace;
	struct type_args *a = &et->types[ev->type];

	if (a->known)
		return a;
	for (unsigned i = 0; i < GT_EVENT_ARGS; i++) {
		const char *name = gt_event_arg_name(t, ev->type, i);
		bool stack = gt_event_arg_is_stack(t, ev, i);

		/* The event's own stack has columns of its own. */
		if (name && !strcmp(name, "stack") && stack)
			continue;
		a->args[a->n++] = (struct argument){
			.name = name ? name : "?", .nname = name ? (uint8_t)strlen(name) : 1, .number = (uint8_t)i,
			.string = gt_event_arg_is_string(t, ev, i), .stack = stack,
		};
	}
	a->known = true;
	return a;
}

/* ---- cells ---- */

/* An argument as an item; its text goes to t->text, whose memory may still move. */
static void event_arg(struct evtable *et, const struct argument *a, struct gt_item *item)
{
	const struct gt_trace *t = et->head.trace;
	const struct gt_event *ev = et->head.at;
	struct gt_cell *v = &item->value;
	size_t from = et->head.text.len;
	const char *meaning;

	*item = (struct gt_item) { a->name, a->nname, { .kind = GT_KIND_STRING } };
	if (a->string) {
		v->null = !put_arg_string(et, ev, ev->args[a->number]);
	} else if (a->stack) {
		v->null = !put_top(et, row_of_stack(et, ev, ev->args[a->number]));
	} else if ((meaning = gt_event_arg_meaning(t, ev, a->number)) != NULL) {
		gt_buf_puts(&et->head.text, meaning);
	} else {
		v->kind = GT_KIND_ID;
		gt_cell_u(v, ev->args[a->number]);
		return;
	}
	v->n = et->head.text.len - from;
}

static void event_args(struct gt_table *t, struct gt_cell *out)
{
	struct evtable *et = (struct evtable *)t;
	const struct gt_event *ev = t->at;
	const struct type_args *a = args_of(et, ev);
	unsigned n = 0;

	for (; n < a->n && a->args[n].number < ev->nargs; n++) {
		et->at[n] = t->text.len;
		event_arg(et, &a->args[n], &et->items[n]);
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

/* gt_event_stack, for which only a goroutine's first start needs more than the id. */
static uint32_t stack_of_event(struct evtable *et)
{
	const struct gt_event *ev = et->head.at;

	return ev->fresh ? gt_event_stack(et->head.trace, ev) : row_of_stack(et, ev, ev->stack);
}

static void event_top(struct gt_table *t, struct gt_cell *out)
{
	struct evtable *et = (struct evtable *)t;

	if (put_top(et, stack_of_event(et)))
		gt_cell_s(out, t->text.data, t->text.len);
}

static void event_where(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_where(out, t, stack_of_event((struct evtable *)t));
}

static void event_link(struct gt_table *t, struct gt_cell *out)
{
	struct evtable *et = (struct evtable *)t;

	if (!et->links)
		et->links = gt_links_open(t->trace);
	gt_cell_u(out, gt_links_get(et->links, et->first + t->row, t->at));
}

static void event_stack(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_stack(out, stack_of_event((struct evtable *)t));
}

static void event_stack2(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_event *ev = t->at;

	gt_cell_stack(out, row_of_stack((struct evtable *)t, ev, ev->stack2));
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
	et->gen = GT_NONE;
	if (args->limited) {
		uint64_t end = gt_events_seek(et->events, args->to);

		et->first = gt_events_seek(et->events, args->from);
		t->rows = end > et->first ? end - et->first : 0;
	}
	return 0;
}

static int evtable_twin(struct gt_table *t, struct gt_table *of)
{
	struct evtable *et = (struct evtable *)t;
	const struct evtable *other = (const struct evtable *)of;

	et->events = gt_events_open(t->trace);
	et->gen = GT_NONE;
	et->first = other->first;
	if (other->links)
		et->links = gt_links_twin(other->links);
	return 0;
}

static void evtable_close(struct gt_table *t)
{
	struct evtable *et = (struct evtable *)t;

	gt_textcache_release(&et->tops);
	gt_textcache_release(&et->strings);
	gt_links_close(et->links);
	gt_events_close(et->events);
}

static const struct gt_column columns[] = {
	{ "n", "N", GT_KIND_ID, 0, 8,
		"its number in the order of all events", .cell = event_number },
	{ "ns", "Time", GT_KIND_TIME, GT_COL_BEGIN | GT_COL_END, 12,
		"when it happened", GT_FIELD(struct gt_event, time) },
	{ "name", "Event", GT_KIND_STRING, 0, 19,
		"its type, as the format names it", .cell = event_name },
	{ "p", "P", GT_KIND_ID, 0, 3,
		"processor it happened on; -1: a thread without one", GT_FIELD(struct gt_event, p) },
	{ "g", "G", GT_KIND_ID, 0, 6,
		"goroutine that was running there", GT_FIELD(struct gt_event, g) },
	{ "m", "M", GT_KIND_ID, 0, 7,
		"thread it happened on", GT_FIELD(struct gt_event, m) },
	{ "args", "Arguments", GT_KIND_MAP, 0, 36,
		"its arguments, as the format names them", .cell = event_args },
	{ "where", "At", GT_KIND_STRING, GT_COL_FUNC, 36,
		"where its stack is: the innermost frame outside of the standard library", .cell = event_where },
	{ "stack_top", "Leaf", GT_KIND_STRING, GT_COL_FUNC | GT_COL_LEAF | GT_COL_MORE, 36,
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
		 .close = evtable_close, .twin = evtable_twin },
};
