/* -d=parsed: ordered events, one block each, laid out as Go's own tool does it. */
#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#include "base/hash.h"
#include "base/strtab.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "format/listing.h"
#include "format/parsed.h"
#include "order/order.h"
#include "wire/goquote.h"
#include "wire/v2/open.h"
#include "wire/v2/v2events.h"

#define BATCH 256

struct open_task {
	uint64_t parent;
	uint32_t name;
	uint32_t next_free;
};

struct parsed {
	struct gt_out *out;
	struct gt_buf *b;
	struct gt_source *src;
	struct gt_order *order;
	unsigned syncs;
	struct gt_map task_by_id;
	struct open_task *tasks;
	size_t ntasks, tasks_cap;
	uint32_t free_task;      /* GT_MAP_NONE: none */
	struct gt_strtab names;  /* of tasks */
	struct gt_v2_frame frames[GT_ORDER_MAX_FRAMES];
	struct gt_buf text;
};

/* ---- pieces ---- */

static void parsed_put_id(struct parsed *p, const char *name, uint64_t id)
{
	gt_buf_puts(p->b, name);
	gt_buf_i64(p->b, (int64_t)id); /* none is -1 */
}

static void put_quoted(struct parsed *p, const char *name, uint64_t string)
{
	int n = gt_order_string(p->order, string, &p->text);

	gt_buf_puts(p->b, name);
	gt_go_quote(p->b, gt_buf_str(&p->text), n > 0 ? (size_t)n : 0);
}

static void parsed_put_string(struct parsed *p, uint64_t string)
{
	int n = gt_order_string(p->order, string, &p->text);

	gt_text_escape(p->b, gt_buf_str(&p->text), n > 0 ? (size_t)n : 0);
}

static void parsed_put_stack(struct parsed *p, const char *title, uint64_t stack)
{
	struct gt_v2_ref ref;
	int n;

	if (!stack || !gt_v2_table_get(&gt_order_gen(p->order)->stacks, stack, &ref))
		return;
	n = gt_order_stack(p->order, ref, p->frames);
	gt_buf_printf(p->b, "\n%s=\n", title);
	for (int i = 0; i < n; i++) {
		const struct gt_v2_frame *f = &p->frames[i];

		gt_buf_putc(p->b, '\t');
		parsed_put_string(p, f->func);
		gt_buf_printf(p->b, " @ 0x%" PRIx64 "\n\t\t", f->pc);
		parsed_put_string(p, f->file);
		gt_buf_printf(p->b, ":%" PRIu64 "\n", f->line);
	}
}

static const char *kind_name(const struct gt_event *ev)
{
	static const char *const names[] = {
		[GT_EV_OTHER] = "Experimental",
		[GT_EV_G_STATE] = "StateTransition",
		[GT_EV_P_STATE] = "StateTransition",
		[GT_EV_RANGE_BEGIN] = "RangeBegin",
		[GT_EV_RANGE_ACTIVE] = "RangeActive",
		[GT_EV_RANGE_END] = "RangeEnd",
		[GT_EV_METRIC] = "Metric",
		[GT_EV_LABEL] = "Label",
		[GT_EV_TASK_BEGIN] = "TaskBegin",
		[GT_EV_TASK_END] = "TaskEnd",
		[GT_EV_REGION_BEGIN] = "RegionBegin",
		[GT_EV_REGION_END] = "RegionEnd",
		[GT_EV_LOG] = "Log",
		[GT_EV_SAMPLE] = "StackSample",
	};

	_Static_assert(GT_COUNT(names) == GT_EV_SAMPLE + 1, "a name for each kind");
	return ev->kind < GT_COUNT(names) ? names[ev->kind] : "Bad";
}

/* ---- kinds ---- */

static void parsed_put_range(struct parsed *p, const struct gt_event *ev)
{
	static const char *const names[] = {
		[GT_RANGE_STW] = "stop-the-world (", [GT_RANGE_GC] = "GC concurrent mark phase",
		[GT_RANGE_SWEEP] = "GC incremental sweep", [GT_RANGE_ASSIST] = "GC mark assist",
	};
	const char *scope = ev->range == GT_RANGE_GC ? "None" : ev->range == GT_RANGE_SWEEP ? "Proc" : "Goroutine";
	struct gt_buf name = { 0 };

	gt_buf_puts(&name, names[ev->range]);
	if (ev->range == GT_RANGE_STW) {
		int n = gt_order_string(p->order, ev->str, &p->text);

		gt_buf_add(&name, gt_buf_str(&p->text), n > 0 ? (size_t)n : 0);
		gt_buf_putc(&name, ')');
	}
	gt_buf_puts(p->b, " Name=");
	gt_go_quote(p->b, gt_buf_str(&name), name.len);
	gt_buf_release(&name);
	gt_buf_printf(p->b, " Scope=%s", scope);
	if (ev->range != GT_RANGE_GC)
		gt_buf_printf(p->b, "(%" PRId64 ")", (int64_t)ev->subject);
	if (ev->kind != GT_EV_RANGE_END)
		return;
	gt_buf_puts(p->b, " Attributes=[");
	if (ev->range == GT_RANGE_SWEEP)
		gt_buf_printf(p->b, "\"bytes swept\"=Value{Uint64(%" PRIu64 ")} "
			      "\"bytes reclaimed\"=Value{Uint64(%" PRIu64 ")}", ev->args[0], ev->args[1]);
	gt_buf_putc(p->b, ']');
}

/* A task that has begun: only its begin tells name and parent, its end is printed with both. */
static struct open_task parsed_begin_task(struct parsed *p, const struct gt_event *ev)
{
	uint32_t i = gt_map_get(&p->task_by_id, ev->subject);
	int n = gt_order_string(p->order, ev->str, &p->text);
	uint32_t name = gt_strtab_add(&p->names, gt_buf_str(&p->text), n > 0 ? (size_t)n : 0);
	struct open_task task = { ev->args[1], name, GT_MAP_NONE };

	if (i == GT_MAP_NONE && p->free_task != GT_MAP_NONE) {
		i = p->free_task;
		p->free_task = p->tasks[i].next_free;
	} else if (i == GT_MAP_NONE) {
		GT_GROW(p->tasks, p->tasks_cap, p->ntasks + 1);
		i = (uint32_t)p->ntasks++;
	}
	p->tasks[i] = task;
	gt_map_put(&p->task_by_id, ev->subject, i);
	return task;
}

static void put_task(struct parsed *p, const struct gt_event *ev)
{
	uint32_t i = gt_map_get(&p->task_by_id, ev->subject);
	struct open_task task = { GT_NONE, 0, GT_MAP_NONE };
	const char *name;
	size_t n;

	if (ev->kind == GT_EV_TASK_BEGIN) {
		task = parsed_begin_task(p, ev);
	} else if (i != GT_MAP_NONE) {
		task = p->tasks[i];
		p->tasks[i].next_free = p->free_task;
		p->free_task = i;
		gt_map_remove(&p->task_by_id, ev->subject);
	}
	name = gt_strtab_get(&p->names, task.name, &n);
	gt_buf_printf(p->b, " ID=%" PRIu64 " Parent=%" PRIu64 " Type=", ev->subject, task.parent);
	gt_go_quote(p->b, name, n);
}

static void put_experimental(struct parsed *p, const struct gt_event *ev)
{
	const struct gt_v2_spec *spec = gt_v2_spec(ev->type);

	gt_buf_printf(p->b, " Name=%s Args=[", spec->name);
	for (unsigned i = 0; i < ev->nargs; i++)
		gt_buf_printf(p->b, "%s%s=Value{Uint64(%" PRIu64 ")}", i ? ", " : "", spec->args[i + 1],
			      ev->args[i]);
	gt_buf_putc(p->b, ']');
}

static void put_details(struct parsed *p, const struct gt_event *ev)
{
	static const char *const g_states[] = {
		[GT_G_UNDETERMINED] = "Undetermined", [GT_G_NOT_EXIST] = "NotExist", [GT_G_RUNNABLE] = "Runnable",
		[GT_G_RUNNING] = "Running", [GT_G_WAITING] = "Waiting", [GT_G_SYSCALL] = "Syscall",
	};
	static const char *const p_states[] = {
		[GT_P_UNDETERMINED] = "Undetermined", [GT_P_NOT_EXIST] = "NotExist", [GT_P_RUNNING] = "Running",
		[GT_P_IDLE] = "Idle",
	};
	static const char *const metrics[] = {
		[GT_METRIC_GOMAXPROCS] = "/sched/gomaxprocs:threads",
		[GT_METRIC_HEAP_ALLOC] = "/memory/classes/heap/objects:bytes",
		[GT_METRIC_HEAP_GOAL] = "/gc/heap/goal:bytes",
	};

	_Static_assert(GT_COUNT(g_states) == GT_G_SYSCALL + 1, "a word for each state of a goroutine");
	_Static_assert(GT_COUNT(p_states) == GT_P_IDLE + 1, "a word for each state of a processor");
	switch ((enum gt_event_kind)ev->kind) {
	case GT_EV_G_STATE:
		parsed_put_id(p, " GoID=", ev->subject);
		gt_buf_printf(p->b, " %s->%s", g_states[ev->from], g_states[ev->to]);
		put_quoted(p, " Reason=", ev->str);
		parsed_put_stack(p, "TransitionStack", ev->stack2);
		break;
	case GT_EV_P_STATE:
		parsed_put_id(p, " ProcID=", ev->subject);
		gt_buf_printf(p->b, " %s->%s Reason=\"\"", p_states[ev->from], p_states[ev->to]);
		break;
	case GT_EV_RANGE_BEGIN:
	case GT_EV_RANGE_ACTIVE:
	case GT_EV_RANGE_END: parsed_put_range(p, ev); break;
	case GT_EV_METRIC:
		gt_buf_printf(p->b, " Name=\"%s\" Value=Value{Uint64(%" PRIu64 ")}", metrics[ev->range],
			      ev->args[0]);
		break;
	case GT_EV_LABEL:
		put_quoted(p, " Label=", ev->str);
		gt_buf_printf(p->b, " Resource=Goroutine(%" PRId64 ")", (int64_t)ev->g);
		break;
	case GT_EV_TASK_BEGIN:
	case GT_EV_TASK_END: put_task(p, ev); break;
	case GT_EV_REGION_BEGIN:
	case GT_EV_REGION_END:
		parsed_put_id(p, " Task=", ev->subject);
		put_quoted(p, " Type=", ev->str);
		break;
	case GT_EV_LOG:
		parsed_put_id(p, " Task=", ev->subject);
		put_quoted(p, " Category=", ev->str);
		put_quoted(p, " Message=", ev->str2);
		break;
	case GT_EV_OTHER: put_experimental(p, ev); break;
	case GT_EV_DROPPED:
	case GT_EV_SAMPLE: break;
	}
}

static void parsed_put_event(struct parsed *p, const struct gt_event *ev)
{
	parsed_put_id(p, "M=", ev->m);
	parsed_put_id(p, " P=", ev->p);
	parsed_put_id(p, " G=", ev->g);
	gt_buf_printf(p->b, " %s Time=%" PRId64, kind_name(ev), ev->time);
	put_details(p, ev);
	parsed_put_stack(p, "Stack", ev->stack);
	gt_buf_putc(p->b, '\n');
}

/* The wall clock as Go prints it: RFC 3339, local time, nanoseconds without zeros at the end. */
static void put_wall(struct parsed *p, const struct gt_v2_gen *g)
{
	time_t sec = (time_t)g->clock_sec;
	char text[64], zone[16];
	unsigned ns = (unsigned)g->clock_nsec, digits = 9;
	struct tm tm;

	if (g->clock_sec > INT64_MAX / 2 || !localtime_r(&sec, &tm))
		return;
	if (!strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &tm) || !strftime(zone, sizeof zone, "%z", &tm))
		return;
	gt_buf_puts(p->b, text);
	for (; ns && ns % 10 == 0; ns /= 10)
		digits--;
	if (ns)
		gt_buf_printf(p->b, ".%0*u", (int)digits, ns);
	if (tm.tm_gmtoff)
		gt_buf_printf(p->b, "%.3s:%.2s", zone, zone + 3);
	else
		gt_buf_putc(p->b, 'Z');
}

static void put_sync(struct parsed *p, int64_t time, const struct gt_v2_gen *g)
{
	gt_buf_printf(p->b, "M=-1 P=-1 G=-1 Sync Time=%" PRId64 " N=%u", time, ++p->syncs);
	if (g && g->has_clock) {
		gt_buf_printf(p->b, " Trace=%" PRId64 " Mono=%" PRIu64 " Wall=", gt_v2_ns(g, g->clock_time),
			      g->clock_mono);
		put_wall(p, g);
	}
	gt_buf_putc(p->b, '\n');
}

/* ---- the walk ---- */

/* After the last generation that can be read comes a Sync; events that contradict each other end it at once. */
static int put_all(struct parsed *p, struct gt_error *err)
{
	struct gt_event *events = gt_xcalloc(BATCH, sizeof *events);
	bool more = true;
	int rc = 0, got;

	while (!rc && !p->out->errnum) {
		rc = gt_order_next_gen(p->order, err);
		more = rc > 0;
		if (!more)
			break;
		put_sync(p, gt_order_sync_time(p->order), gt_order_gen(p->order));
		do {
			got = 0;
			rc = gt_order_next(p->order, events, BATCH, &got, err);
			for (int i = 0; i < got; i++)
				if (events[i].kind != GT_EV_DROPPED)
					parsed_put_event(p, &events[i]);
		} while (rc > 0 && gt_out_step(p->out));
		rc = rc < 0 ? rc : 0;
	}
	if (!more && rc != GT_ERR_ORDER)
		put_sync(p, gt_order_end_time(p->order), NULL);
	free(events);
	return rc;
}

int gt_listing_parsed(struct gt_out *out, const char *path, const struct gt_watch *watch, struct gt_error *err)
{
	struct parsed *p;
	struct gt_source *src;
	struct gt_header h;
	int rc = gt_trace_source_open(&src, &h, path, watch, err);

	if (rc)
		return rc;
	if (h.format == GT_FORMAT_V1) {
		rc = gt_parsed_v1(out, src, &h, err);
		gt_source_close(src);
		return rc;
	}
	p = gt_xcalloc(1, sizeof *p);
	p->out = out;
	p->b = &out->buf;
	p->src = src;
	p->free_task = GT_MAP_NONE;
	gt_strtab_init(&p->names);
	rc = gt_order_open(&p->order, src, &h, err);
	if (!rc) {
		rc = put_all(p, err);
		gt_order_close(p->order);
	}
	gt_map_release(&p->task_by_id);
	gt_strtab_release(&p->names);
	gt_buf_release(&p->text);
	free(p->tasks);
	free(p);
	gt_source_close(src);
	return rc;
}
