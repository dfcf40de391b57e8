/* Events through the index against the orderer's own: one after the other, at random, by time, and linked. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "base/buf.h"
#include "base/xalloc.h"
#include "index/query/links.h"
#include "synth.h"
#include "tap/tap.h"
#include "truth.h"
#include "unit/wire/build.h"
#include "wire/v1/v1events.h"

static bool is_status(const struct gt_event *e)
{
	return (e->kind == GT_EV_G_STATE || e->kind == GT_EV_P_STATE) && e->from == e->to;
}

/* The orderer also knows what a stop-the-world was called when it ends. */
static bool same_text(const struct gt_event *a, const struct gt_event *b)
{
	return a->str2 == b->str2 && (a->str == b->str || (b->kind == GT_EV_RANGE_END && !a->str));
}

static bool same_event(const struct gt_event *a, const struct gt_event *b)
{
	if (a->time != b->time || a->off != b->off || a->m != b->m || a->p != b->p || a->g != b->g ||
	    a->subject != b->subject || a->stack != b->stack || a->stack2 != b->stack2 || !same_text(a, b) ||
	    a->gen != b->gen || a->stream != b->stream || a->type != b->type ||
	    a->nargs != b->nargs || a->kind != b->kind || (a->kind != GT_EV_G_STATE && a->range != b->range) ||
	    a->part != b->part)
		return false;
	return !memcmp(a->args, b->args, a->nargs * sizeof a->args[0]);
}

static void check_access(struct gt_events *e, const struct truth *truth, const char *name)
{
	struct rnd r = { truth->n };
	const struct gt_event *ev;
	unsigned bad = 0, bad_seek = 0;

	for (uint64_t n = 0; n < truth->n; n++)
		bad += gt_events_get(e, n, &ev, NULL) || !same_event(ev, &truth->ev[n]);
	tap_is_u64(bad, 0, "%s: %zu events in order", name, truth->n);
	for (int i = 0; i < 300 && truth->n; i++) {
		uint64_t n = rnd_below(&r, truth->n);
		int64_t time = truth->ev[rnd_below(&r, truth->n)].time + (int64_t)rnd_below(&r, 3) - 1;

		bad += gt_events_get(e, n, &ev, NULL) || !same_event(ev, &truth->ev[n]);
		bad_seek += gt_events_seek(e, time) != truth_first_at(truth, time);
	}
	tap_is_u64(bad, 0, "%s: at random", name);
	bad_seek += gt_events_seek(e, INT64_MAX) != truth->n || gt_events_seek(e, INT64_MIN) != 0;
	tap_is_u64(bad_seek, 0, "%s: by time", name);
	tap_ok(gt_events_get(e, truth->n, &ev, NULL) < 0, "%s: none beyond the last", name);
}

/* ---- links ---- */

/* True if b is what a goroutine's event a is linked to, if it is the first one that is. */
static bool follows(const struct gt_event *a, const struct gt_event *b)
{
	if (b->kind != GT_EV_G_STATE || b->subject != a->subject || is_status(b))
		return false;
	switch (a->to) {
	case GT_G_RUNNING:
		return b->to == GT_G_RUNNABLE || b->to == GT_G_WAITING || b->to == GT_G_NOT_EXIST;
	case GT_G_RUNNABLE:
		return b->to == GT_G_RUNNING;
	case GT_G_WAITING:
		return b->to == GT_G_RUNNABLE;
	default:
		return true;
	}
}

/* Linked by walking on; GT_NONE: nothing follows. */
static uint64_t plain_link(const struct truth *truth, uint64_t n)
{
	for (uint64_t k = n + 1; k < truth->n; k++)
		if (follows(&truth->ev[n], &truth->ev[k]))
			return k;
	return GT_NONE;
}

/* Where the plain walk does not know: a P lost in a call ends the stretch, and so does the end of a C thread's life. */
static bool is_plain(const struct truth *truth, const struct gt_event *a, uint64_t want)
{
	if (is_status(a) || a->from == GT_G_UNDETERMINED || a->to == GT_G_NOT_EXIST)
		return false;
	if (want == GT_NONE)
		return a->to != GT_G_RUNNING;
	return (truth->ev[want].from == a->to && truth->ev[want].to != GT_G_NOT_EXIST) ||
	       (truth->ev[want].from == GT_G_RUNNING && truth->ev[want].part == 0);
}

/* The end of a range, task or region (regions nest on their goroutine). */
static uint64_t plain_end(const struct truth *truth, uint64_t n)
{
	const struct gt_event *a = &truth->ev[n];
	bool region = a->kind == GT_EV_REGION_BEGIN;
	unsigned depth = 0;

	for (uint64_t k = n + 1; k < truth->n; k++) {
		const struct gt_event *b = &truth->ev[k];

		if (region && b->g == a->g && b->kind == GT_EV_REGION_BEGIN)
			depth++;
		if (region ? b->g != a->g || b->kind != GT_EV_REGION_END
			   : b->subject != a->subject || b->range != a->range ||
			     b->kind != (a->kind == GT_EV_TASK_BEGIN ? GT_EV_TASK_END : GT_EV_RANGE_END))
			continue;
		if (!depth--)
			return k;
	}
	return GT_NONE;
}

static bool begins(const struct gt_event *e)
{
	return e->kind == GT_EV_RANGE_BEGIN || e->kind == GT_EV_REGION_BEGIN || e->kind == GT_EV_TASK_BEGIN;
}

/* A wrong link of event n is told. */
static bool good_link(const struct truth *truth, uint64_t n, uint64_t got)
{
	const struct gt_event *a = &truth->ev[n];
	uint64_t want = a->kind == GT_EV_G_STATE ? plain_link(truth, n) : plain_end(truth, n);

	if (a->kind == GT_EV_G_STATE ? !is_plain(truth, a, want) : want == GT_NONE)
		return true;
	if (got != want)
		tap_diag("%" PRIu64 " %u: %" PRId64 ", not %" PRId64, n, a->type, (int64_t)got, (int64_t)want);
	return got == want;
}

static void check_links(struct gt_events *e, const struct truth *truth, const char *name)
{
	unsigned bad = 0, links = 0, step = truth->n > 20000 ? 17 : 1;

	for (uint64_t n = 0; n < truth->n; n += step) {
		const struct gt_event *a = &truth->ev[n];
		uint64_t got = gt_event_link(e, n);

		links += got != GT_NONE;
		bad += got != GT_NONE && (got <= n || got >= truth->n);
		bad += (a->kind == GT_EV_G_STATE || begins(a)) && !good_link(truth, n, got);
	}
	tap_is_u64(bad, 0, "%s: %u links", name, links);
}

/* Asked one after the other, and after jumps, the links are the same. */
static void check_links_ahead(struct gt_events *e, const struct truth *truth, const char *name)
{
	struct gt_links *l = gt_links_open(gt_events_trace(e));
	uint64_t from[] = { 0, truth->n / 2, truth->n / 3, truth->n - truth->n / 7 };
	unsigned bad = 0, step = truth->n > 20000 ? 13 : 1;

	for (size_t i = 0; i < GT_COUNT(from); i++) {
		for (uint64_t n = from[i]; n < truth->n && (!i || n < from[i] + 500); n++) {
			const struct gt_event *ev;
			struct gt_event of;
			uint64_t got;

			if (gt_events_get(e, n, &ev, NULL))
				break;
			of = *ev;
			got = gt_links_get(l, n, &of);
			bad += n % step == 0 && got != gt_event_link(e, n);
		}
	}
	tap_is_u64(bad, 0, "%s: links one after the other", name);
	gt_links_close(l);
}

/* ---- v1: what Go's parser links (format/v1.md 14), by the rules themselves ---- */

struct last {
	uint64_t ev, start;              /* event numbers + 1, 0: none */
};

static void set_link(uint64_t *links, uint64_t *pending, uint64_t n)
{
	if (*pending)
		links[*pending - 1] = n;
	*pending = 0;
}

/* Event n, about goroutine g. */
static void link_goroutine(const struct truth *truth, uint64_t *links, struct last *g, uint64_t n)
{
	switch (truth->ev[n].type) {
	case GT_V1_GoStart:
	case GT_V1_GoStartLabel:
		set_link(links, &g->ev, n);
		g->start = n + 1;
		break;
	case GT_V1_GoUnblock:
		set_link(links, &g->ev, n);
		g->ev = n + 1;
		break;
	case GT_V1_GoSysExit:
		if (g->ev && truth->ev[g->ev - 1].type == GT_V1_GoSysCall)
			links[g->ev - 1] = n;
		g->ev = n + 1;
		break;
	case GT_V1_GoSysCall:
	case GT_V1_GoCreate:
	case GT_V1_GoWaiting:
		g->ev = n + 1;
		break;
	case GT_V1_GoInSyscall:
		g->ev = 0;
		break;
	case GT_V1_GoSysBlock:
		set_link(links, &g->start, n);
		break;
	default:
		set_link(links, &g->start, n);
		g->ev = n + 1;
		break;
	}
}

/* Links of goroutines; GT_NONE for all other events. */
static uint64_t *v1_links(const struct truth *truth)
{
	uint64_t *links = gt_xcalloc(truth->n + 1, sizeof *links);
	struct last *gs = NULL;
	size_t ngs = 0, cap = 0;
	struct gt_map ids = { 0 };

	for (uint64_t n = 0; n < truth->n; n++)
		links[n] = GT_NONE;
	for (uint64_t n = 0; n < truth->n; n++) {
		const struct gt_event *e = &truth->ev[n];
		bool added;
		uint32_t i;

		if (e->kind != GT_EV_G_STATE)
			continue;
		i = gt_map_get_or_put(&ids, e->subject, (uint32_t)ngs, &added);
		if (added) {
			GT_GROW(gs, cap, ngs + 1);
			gs[ngs++] = (struct last){ 0 };
		}
		link_goroutine(truth, links, &gs[i], n);
	}
	gt_map_release(&ids);
	free(gs);
	return links;
}

static void check_v1_links(struct gt_events *e, const struct truth *truth, const char *name)
{
	uint64_t *links = v1_links(truth);
	unsigned bad = 0, step = truth->n > 20000 ? 17 : 1;

	for (uint64_t n = 0; n < truth->n; n += step)
		if (truth->ev[n].kind == GT_EV_G_STATE)
			bad += gt_event_link(e, n) != links[n];
	tap_is_u64(bad, 0, "%s: links of goroutines", name);
	free(links);
}

/* Every string and stack that an event names can be found, unless the trace says that some are missing. */
static void check_names(const struct gt_trace *t, const struct truth *truth, const char *name)
{
	unsigned bad_strings = 0, bad_stacks = 0;
	const struct gt_trace_info *info = gt_trace_info(t);
	struct gt_buf text = { 0 };

	for (uint64_t n = 0; n < truth->n; n++) {
		const struct gt_event *ev = &truth->ev[n];

		for (unsigned i = 0; i < ev->nargs; i++) {
			gt_buf_reset(&text);
			if (gt_event_arg_is_string(t, ev, i))
				bad_strings += !gt_event_string(t, ev, ev->args[i], &text) ||
					       (ev->args[i] && !text.len);
			if (gt_event_arg_is_stack(t, ev, i))
				bad_stacks += ev->args[i] && !gt_stack_depth(t, gt_event_stack_row(t, ev, ev->args[i]));
		}
	}
	tap_ok(!bad_strings || info->no_string, "%s: every string is there, or missed", name);
	tap_ok(!bad_stacks || info->no_stack, "%s: every stack is there, or missed", name);
	gt_buf_release(&text);
}

static void check_trace(const char *path, const char *name)
{
	const struct gt_open_options opt = { .index = "none" };
	struct truth truth;
	struct gt_events *e;
	struct gt_error err = { 0 };
	struct gt_trace *t;

	if (gt_trace_open(&t, path, &opt, &err)) {
		tap_fail("%s: %s", name, err.text);
		return;
	}
	truth_load(&truth, t);
	tap_is_u64(t->info.events, truth.n, "%s: the number of events", name);
	e = gt_events_open(t);
	check_access(e, &truth, name);
	if (t->header.format == GT_FORMAT_V1)
		check_v1_links(e, &truth, name);
	else
		check_links(e, &truth, name);
	check_links_ahead(e, &truth, name);
	check_names(t, &truth, name);
	tap_ok(!gt_trace_verify(t, &err), "%s: the index is sound%s%s", name, err.code ? ": " : "",
	       err.code ? err.text : "");
	gt_events_close(e);
	truth_free(&truth);
	gt_trace_close(t);
}

/* ---- v1: more ranges than are looked at for one link ---- */

#define SWEEPS 100200

/* Every sweep begins with one event and ends with the next. */
static void look(void *arg, struct gt_trace *t)
{
	unsigned bad = 0, n = 0;
	const struct gt_event *ev;
	struct gt_events *e;

	(void)arg;
	if (!gt_trace_info(t)->done)
		return;
	e = gt_events_open(t);
	for (uint64_t i = 0; i < gt_trace_info(t)->events; i++) {
		if (gt_events_get(e, i, &ev, NULL) || ev->kind != GT_EV_RANGE_BEGIN)
			continue;
		n++;
		bad += gt_event_link(e, i) != i + 1;
		/* All of the last ones, before them some. */
		i += i + 1000 < gt_trace_info(t)->events ? 600 : 0;
	}
	tap_ok(n > 100 && gt_trace_info(t)->ranges == SWEEPS, "%u of %u sweeps", n, SWEEPS);
	tap_is_u64(bad, 0, "each is linked to its end");
	gt_events_close(e);
}

TAP_TEST(many_sweeps)
{
	struct gt_buf spec = { 0 }, trace = { 0 };

	/* P 0: thread 5 runs goroutine 1; GCSweepStart, GCSweepDone; 1 GHz. */
	gt_buf_puts(&spec, "41 00 0a 45 00 05 84 01 02 00 cd 04 01 01 00 00 66 01 01 ");
	for (int i = 0; i < SWEEPS; i++)
		gt_buf_puts(&spec, "4b 01 00 8c 01 00 00 ");
	gt_buf_puts(&spec, "02 u1000000000");
	gt_build_trace(&trace, 19, gt_buf_str(&spec), NULL);
	ask_watch(trace.data, trace.len, look, NULL);
	gt_buf_release(&spec);
	gt_buf_release(&trace);
}

#define NESTED 100020u

static void look_nested(void *arg, struct gt_trace *t)
{
	struct gt_events *e;
	uint64_t first = 0;
	unsigned bad = 0, n = 0;
	const struct gt_event *ev;

	(void)arg;
	if (!gt_trace_info(t)->done)
		return;
	e = gt_events_open(t);
	while (!gt_events_get(e, first, &ev, NULL) && ev->kind != GT_EV_REGION_BEGIN)
		first++;
	for (; n < NESTED && !gt_events_get(e, first + n, &ev, NULL) && ev->kind == GT_EV_REGION_BEGIN; n++)
		bad += gt_event_link(e, first + n) != first + 2 * NESTED - 1 - n;
	tap_is_u64(n, NESTED, "regions that are open at once");
	tap_is_u64(bad, 0, "each is linked to its end, also of those that begin and end at one time");
	gt_events_close(e);
}

/* A link that looks at all rows that end meanwhile would take minutes. */
TAP_TEST(nested)
{
	struct gt_buf spec = { 0 }, trace = { 0 };

	/* Three begin at a time, and end at a time. */
	gt_buf_puts(&spec, "41 00 0a 45 00 05 84 01 02 00 cd 04 01 01 00 00 66 01 01 ");
	for (unsigned i = 0; i < 2 * NESTED; i++)
		gt_buf_printf(&spec, "ef 05 %02x 07 %02x 00 00 ", i % 3 ? 0 : 1, i >= NESTED);
	gt_buf_puts(&spec, "02 u1000000000");
	gt_build_trace(&trace, 19, gt_buf_str(&spec), NULL);
	ask_watch(trace.data, trace.len, look_nested, NULL);
	gt_buf_release(&spec);
	gt_buf_release(&trace);
}

static void test_names_of_types(const char *path, const char *name)
{
	const struct gt_open_options opt = { .index = "none" };
	struct gt_trace *t;

	if (gt_trace_open(&t, path, &opt, NULL))
		tap_bail("cannot open %s", name);
	tap_is_str(gt_event_type_name(t, 16), "GoStart", "name of a type");
	tap_is_str(gt_event_type_name(t, 255), "?", "name of no type");
	tap_is_str(gt_event_arg_name(t, 16, 0), "g", "the first argument is not the time");
	tap_is_str(gt_event_arg_name(t, 16, 1), "g_seq", "the last");
	tap_ok(!gt_event_arg_name(t, 16, 2) && !gt_event_arg_name(t, 255, 0) && !gt_event_arg_name(t, 16, UINT32_MAX),
	       "no more");
	gt_trace_close(t);
}

TAP_TEST(recorded)
{
	static const char *const patterns[] = { "demo.trace", "traces/go1.2[2-7]/*.trace", "bad/cut-*.trace",
						"traces/go1.19/*.trace", "traces/go1.21/*.trace", NULL };
	static const char *const demo[] = { "demo.trace", NULL };

	truth_for_traces(demo, test_names_of_types);
	truth_for_traces(patterns, check_trace);
}
