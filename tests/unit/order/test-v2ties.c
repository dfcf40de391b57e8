/* The order of v2 traces full of equal times is that of Go's reader, whose answers are in testdata/v2ties.txt. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/checksum.h"
#include "base/xalloc.h"
#include "tap/tap.h"
#include "unit/order/again.h"
#include "unit/order/v2ties.h"
#include "wire/v2/v2events.h"

/*
 * A line of v2ties.txt is a trace: what it is made of (struct gt_v2_ties), whether Go reads it, and number and
 * checksum of the events that Go's reader gives (before its error, if it refuses the trace): time, type, thread, P,
 * goroutine, what the event is about.  Where GODIR (see tests/bench/bench.py) has bin/oracle2, a program that prints
 * them, Go is asked again; GENERATE=1 writes the file from its answers.
 */
static const struct gt_v2_ties all[] = {
	{ 1, 2, 400, 50, 0, 0 }, { 2, 2, 400, 100, 0, 0 },
	{ 3, 3, 900, 90, 0, 0 }, { 4, 4, 3000, 70, 0, 0 },
	{ 5, 4, 3000, 97, 3, 0 }, { 6, 8, 3000, 100, 0, 0 },
	{ 7, 8, 3000, 80, 5, 0 }, { 8, 12, 4000, 90, 2, 0 },
	{ 9, 13, 4000, 99, 0, 0 }, { 10, 16, 4000, 30, 9, 0 },
	{ 11, 16, 4000, 99, 1, 0 }, { 12, 40, 4000, 90, 0, 0 },
	{ 13, 50, 6000, 100, 0, 0 }, { 14, 51, 6000, 95, 4, 0 },
	{ 15, 64, 6000, 95, 20, 0 }, { 16, 100, 6000, 98, 2, 0 },
	{ 17, 150, 9000, 99, 50, 0 }, { 18, 250, 9000, 97, 7, 0 },
	{ 19, 1, 300, 60, 0, 0 }, { 20, 5, 4000, 60, 40, 0 },
	{ 31, 3, 900, 50, 0, 1 }, { 32, 4, 900, 90, 2, 1 },
	{ 33, 8, 3000, 80, 0, 1 }, { 34, 16, 3000, 95, 3, 1 },
	{ 35, 40, 4000, 99, 0, 1 },  { 36, 100, 6000, 90, 9, 1 },
};

struct answer {
	struct gt_buf text;      /* a line per event */
	uint64_t n;
	bool refused;
};

static void add_line(struct answer *a, int64_t time, const char *type, int64_t m, int64_t p, int64_t g, char what,
		     uint64_t id)
{
	gt_buf_printf(&a->text, "%" PRId64 " %s %" PRId64 " %" PRId64 " %" PRId64 " %c%" PRIu64 "\n", time, type, m, p,
		      g, what, id);
	a->n++;
}

static void order_ties(const struct gt_buf *trace, struct answer *a)
{
	struct gt_header h = { .format = GT_FORMAT_V2, .minor = 22 };
	struct gt_event ev[50];
	struct gt_source *src;
	struct gt_order *o;
	int rc, got;

	gt_source_open_mem(&src, trace->data, trace->len, "ties");
	gt_order_open(&o, src, &h, NULL);
	while ((rc = gt_order_next_gen(o, NULL)) > 0) {
		/* In single steps, as Go's reader gives up where it finds a contradiction. */
		do {
			rc = gt_order_next(o, ev, 3, &got, NULL);
			for (const struct gt_event *e = ev; e < ev + got && gt_order_horizon(o) == INT64_MAX; e++)
				add_line(a, e->time, gt_v2_spec(e->type)->name, (int64_t)e->m, (int64_t)e->p,
					 (int64_t)e->g, e->kind == GT_EV_G_STATE ? 'G' : 'P', e->subject);
		} while (rc > 0);
		if (rc < 0)
			break;
	}
	a->refused = rc < 0;
	gt_order_close(o);
	gt_source_close(src);
}

/* What Go's reader says of the trace; false: it cannot be asked. */
static bool ask_go(const struct gt_buf *trace, struct answer *a)
{
	const char *dir = getenv("GODIR"), *home = getenv("HOME");
	char file[] = "/tmp/ties-XXXXXX", type[32], what, row[4096];
	char *oracle = gt_xasprintf("%s%s/bin/oracle2", dir ? dir : home ? home : "", dir ? "" : "/.cache/gtrace-go");
	bool there = access(oracle, X_OK) == 0;
	int64_t time, m, p, g;
	uint64_t id;

	if (there) {
		int fd = mkstemp(file);
		char *command = gt_xasprintf("'%s' -events %s 2>/dev/null", oracle, file);
		FILE *in;

		if (fd < 0 || write(fd, trace->data, trace->len) != (ssize_t)trace->len || close(fd))
			tap_bail("cannot write %s", file);
		in = popen(command, "r");
		while (in && fgets(row, sizeof row, in)) {
			a->refused |= strncmp(row, "ERROR", 5) == 0;
			if (sscanf(row, "%" SCNd64 "\t%31s\t%" SCNd64 "\t%" SCNd64 "\t%" SCNd64
				   "\tStateTransition\t%c%" SCNu64, &time, type, &m, &p, &g, &what, &id) == 7)
				add_line(a, time, type, m, p, g, what, id);
		}
		if (in)
			pclose(in);
		unlink(file);
		free(command);
	}
	free(oracle);
	return there;
}

static uint64_t sum_of(const struct answer *a)
{
	return gt_checksum(a->text.data, a->text.len, 0);
}

static void check_ties(const struct gt_v2_ties *t, const char *verdict, uint64_t n, uint64_t sum)
{
	struct gt_header h = { .format = GT_FORMAT_V2, .minor = 22 };
	struct gt_buf trace = { 0 }, why = { 0 };
	struct answer ours = { 0 }, go = { 0 };
	struct gt_source *src;
	uint64_t shorts;

	gt_v2_ties_make(&trace, t);
	order_ties(&trace, &ours);
	tap_is_str(ours.refused ? "refused" : "read", verdict, "%" PRIu64 ": %s", t->seed, verdict);
	tap_is_u64(ours.n, n, "%" PRIu64 ": events", t->seed);
	tap_is_u64(sum_of(&ours), sum, "%" PRIu64 ": in Go's order", t->seed);
	gt_source_open_mem(&src, trace.data, trace.len, "ties");
	shorts = gt_fill_again(src, &h, &why);
	tap_is_str(gt_buf_str(&why), "", "%" PRIu64 ": the same in short", t->seed);
	tap_ok(shorts > 50, "%" PRIu64 ": %" PRIu64 " of %" PRIu64 " events in short", t->seed, shorts, n);
	gt_replay_again(src, &h, 97, &why);
	tap_is_str(gt_buf_str(&why), "", "%" PRIu64 ": replayed", t->seed);
	gt_source_close(src);
	if (!ask_go(&trace, &go))
		tap_skip(1, "no oracle2 to ask");
	else
		tap_ok(go.n == n && sum_of(&go) == sum && go.refused == ours.refused, "%" PRIu64 ": Go says the same",
		       t->seed);
	gt_buf_release(&ours.text);
	gt_buf_release(&go.text);
	gt_buf_release(&why);
	gt_buf_release(&trace);
}

static void generate_ties(const char *path)
{
	FILE *out = fopen(path, "w");

	for (const struct gt_v2_ties *t = all; out && t < all + GT_COUNT(all); t++) {
		struct gt_buf trace = { 0 };
		struct answer go = { 0 };

		gt_v2_ties_make(&trace, t);
		if (!ask_go(&trace, &go))
			tap_bail("no oracle2 to ask");
		fprintf(out, "%" PRIu64 " %u %u %u %u %u %s %" PRIu64 " %016" PRIx64 "\n", t->seed, t->threads,
			t->steps, t->still, t->skew, t->lost, go.refused ? "refused" : "read", go.n, sum_of(&go));
		gt_buf_release(&go.text);
		gt_buf_release(&trace);
	}
	if (!out || fclose(out))
		tap_bail("cannot write %s", path);
}

static bool same_recipe(const struct gt_v2_ties *a, const struct gt_v2_ties *b)
{
	return a->seed == b->seed && a->threads == b->threads && a->steps == b->steps && a->still == b->still &&
	       a->skew == b->skew && a->lost == b->lost;
}

TAP_TEST(ties)
{
	const char *top = getenv("GT_SRCDIR"), *write_it = getenv("GENERATE");
	char *path = gt_xasprintf("%s/testdata/v2ties.txt", top ? top : "."), row[256];
	FILE *in;

	if (write_it && *write_it) {
		generate_ties(path);
		return;
	}
	in = fopen(path, "r");
	if (!in)
		tap_bail("no %s", path);
	for (const struct gt_v2_ties *t = all; t < all + GT_COUNT(all); t++) {
		char verdict[16] = "";
		struct gt_v2_ties x;
		uint64_t n, sum;

		if (!fgets(row, sizeof row, in) ||
		    sscanf(row, "%" SCNu64 " %u %u %u %u %u %15s %" SCNu64 " %" SCNx64, &x.seed, &x.threads, &x.steps,
			   &x.still, &x.skew, &x.lost, verdict, &n, &sum) != 9 || !same_recipe(&x, t))
			tap_bail("v2ties.txt is not of these traces: GENERATE=1");
		check_ties(t, verdict, n, sum);
	}
	fclose(in);
	free(path);
}
