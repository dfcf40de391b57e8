/* Events through the index against the orderer's own: one after the other, at random, by time, and linked. */
#include <glob.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/xalloc.h"
#include "index/events.h"
#include "order/order.h"
#include "synth.h"
#include "tap/tap.h"

struct truth {
	struct gt_event *ev;
	size_t n, cap;
};

/* All events as the orderer gives them, with times since the start. */
static void order_all(const struct gt_trace *t, struct truth *truth)
{
	struct gt_order *o;
	struct gt_event buf[64];
	int got, rc = 0;

	if (gt_order_open(&o, t->src, &t->header, NULL))
		tap_bail("cannot order");
	while (rc >= 0 && gt_order_next_gen(o, NULL) > 0) {
		do {
			rc = gt_order_next(o, buf, GT_COUNT(buf), &got, NULL);
			GT_GROW(truth->ev, truth->cap, truth->n + (size_t)got);
			for (int i = 0; i < got; i++) {
				buf[i].time -= t->info.first_ts;
				truth->ev[truth->n++] = buf[i];
			}
		} while (rc > 0);
	}
	gt_order_close(o);
}

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
	    a->nargs != b->nargs || a->kind != b->kind || a->range != b->range || a->part != b->part)
		return false;
	return !memcmp(a->args, b->args, a->nargs * sizeof a->args[0]);
}

static uint64_t first_at(const struct truth *truth, int64_t time)
{
	uint64_t n = 0;

	while (n < truth->n && truth->ev[n].time < time)
		n++;
	return n;
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
		bad_seek += gt_events_seek(e, time) != first_at(truth, time);
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

/* Every string and stack that an event names can be found. */
static void check_names(const struct gt_trace *t, const struct truth *truth, const char *name)
{
	unsigned bad_strings = 0, bad_stacks = 0;
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
	tap_is_u64(bad_strings, 0, "%s: every string is there", name);
	tap_is_u64(bad_stacks, 0, "%s: every stack is there", name);
	gt_buf_release(&text);
}

static void check_trace(const char *path)
{
	const struct gt_open_options opt = { .index = "none" };
	const char *name = strstr(path, "testdata/") + 9;
	struct truth truth = { 0 };
	struct gt_events *e;
	struct gt_error err;
	struct gt_trace *t;

	if (gt_trace_open(&t, path, &opt, &err)) {
		tap_fail("%s: %s", name, err.text);
		return;
	}
	order_all(t, &truth);
	tap_is_u64(t->info.events, truth.n, "%s: the number of events", name);
	e = gt_events_open(t);
	check_access(e, &truth, name);
	check_links(e, &truth, name);
	check_names(t, &truth, name);
	tap_ok(!gt_trace_verify(t, &err), "%s: the index is sound%s%s", name, err.code ? ": " : "",
	       err.code ? err.text : "");
	gt_events_close(e);
	free(truth.ev);
	gt_trace_close(t);
}

static void test_names_of_types(const char *path)
{
	const struct gt_open_options opt = { .index = "none" };
	struct gt_trace *t;

	if (gt_trace_open(&t, path, &opt, NULL))
		tap_bail("cannot open %s", path);
	tap_is_str(gt_event_type_name(t, 16), "GoStart", "name of a type");
	tap_is_str(gt_event_type_name(t, 255), "?", "name of no type");
	tap_is_str(gt_event_arg_name(t, 16, 0), "g", "the first argument is not the time");
	tap_is_str(gt_event_arg_name(t, 16, 1), "g_seq", "the last");
	tap_ok(!gt_event_arg_name(t, 16, 2) && !gt_event_arg_name(t, 255, 0) && !gt_event_arg_name(t, 16, UINT32_MAX),
	       "no more");
	gt_trace_close(t);
}

int main(void)
{
	static const char *const patterns[] = { "demo.trace", "traces/go1.2[2-7]/*.trace", "bad/cut-*.trace" };
	const char *dir = getenv("GT_SRCDIR");

	if (!dir)
		tap_skip_all("GT_SRCDIR is not set");
	for (size_t i = 0; i < GT_COUNT(patterns); i++) {
		char *pattern = gt_xasprintf("%s/testdata/%s", dir, patterns[i]);
		glob_t found;

		if (!glob(pattern, 0, NULL, &found)) {
			test_names_of_types(found.gl_pathv[0]);
			for (size_t k = 0; k < found.gl_pathc; k++)
				check_trace(found.gl_pathv[k]);
			globfree(&found);
		}
		free(pattern);
	}
	return tap_done();
}
