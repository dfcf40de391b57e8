/* The order of v1 traces full of equal times, against Go 1.21's reader, whose answers are in testdata/v1ties.txt. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/checksum.h"
#include "base/xalloc.h"
#include "order/replay.h"
#include "tap/tap.h"
#include "unit/order/again.h"
#include "unit/order/ties.h"
#include "wire/v2/open.h"

/*
 * Go merges maps, so the order of equal times is another one in each of its runs.  What is compared with
 * Go is the list of events, sorted by time and place in the file: their times, types, Ps and goroutines.  Our own
 * order of equal times has a checksum of its own; that it keeps every rule is checked by the orderer, which tells
 * of no damage.
 *
 * A line of v1ties.txt is a trace: what it is made of (struct gt_ties), whether Go reads it, the number of events and
 * the checksum of Go's list (0 if it refuses the trace), and the checksum of our order.  Where GODIR (see
 * tests/bench/bench.py) has bin/oracle1, a program that prints what Go 1.21's reader says, Go is asked again;
 * GENERATE=1 writes the file from its answers.
 */
static const struct gt_ties all[] = {
	{ 1, 2, 400, 50, GT_TIES_SOUND },     { 2, 2, 400, 100, GT_TIES_SOUND },   { 3, 3, 900, 90, GT_TIES_SOUND },
	{ 4, 4, 3000, 70, GT_TIES_SOUND },    { 5, 4, 3000, 97, GT_TIES_SOUND },   { 6, 8, 3000, 100, GT_TIES_SOUND },
	{ 7, 8, 3000, 80, GT_TIES_SOUND },    { 8, 16, 4000, 30, GT_TIES_SOUND },  { 9, 16, 4000, 99, GT_TIES_SOUND },
	{ 10, 40, 4000, 90, GT_TIES_SOUND },  { 11, 64, 4000, 95, GT_TIES_SOUND }, { 12, 100, 6000, 98, GT_TIES_SOUND },
	{ 13, 1, 300, 60, GT_TIES_SOUND },    { 14, 5, 4000, 60, GT_TIES_SOUND },
	{ 21, 3, 900, 50, GT_TIES_LOST },     { 22, 4, 900, 90, GT_TIES_LOST },    { 23, 8, 3000, 80, GT_TIES_LOST },
	{ 24, 16, 3000, 95, GT_TIES_LOST },   { 25, 4, 900, 50, GT_TIES_SEQ },     { 26, 8, 3000, 90, GT_TIES_SEQ },
	{ 27, 16, 3000, 70, GT_TIES_SEQ },    { 28, 40, 4000, 95, GT_TIES_SEQ },   { 29, 4, 900, 50, GT_TIES_EARLY },
	{ 30, 8, 3000, 80, GT_TIES_EARLY },   { 31, 16, 3000, 90, GT_TIES_EARLY },
};

struct line {
	int64_t time;
	uint64_t off;
	char text[64];
};

struct lines {
	struct line *v;
	size_t n, cap;
};

static void add_line(struct lines *l, int64_t time, uint64_t off, const char *type, int64_t p, uint64_t g)
{
	struct line *x;

	GT_GROW(l->v, l->cap, l->n + 1);
	x = &l->v[l->n++];
	*x = (struct line){ .time = time, .off = off };
	snprintf(x->text, sizeof x->text, "%s %" PRId64 " %" PRIu64, type, p, g);
}

static int by_place(const void *a, const void *b)
{
	const struct line *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->off < y->off ? -1 : x->off > y->off;
}

static uint64_t sum_of(const struct lines *l)
{
	struct gt_buf b = { 0 };
	uint64_t sum;

	for (size_t i = 0; i < l->n; i++)
		gt_buf_printf(&b, "%" PRId64 " %" PRIu64 " %s\n", l->v[i].time - l->v[0].time, l->v[i].off,
			      l->v[i].text);
	sum = gt_checksum(b.data, b.len, 0);
	gt_buf_release(&b);
	return sum;
}

static uint64_t sorted_sum_of(struct lines *l)
{
	if (l->n)
		qsort(l->v, l->n, sizeof *l->v, by_place);
	return sum_of(l);
}

/* ---- ours ---- */

/* All events as the orderer gives them; the code of the last call. */
static int order(const struct gt_buf *trace, struct lines *l, struct gt_error *err)
{
	struct gt_source *src;
	struct gt_header h;
	struct gt_order *o;
	struct gt_event ev[50];
	int rc, got;

	gt_source_open_mem(&src, trace->data, trace->len, "ties");
	rc = gt_header_read(src, &h, err);
	if (rc < 0)
		tap_bail("%s", err->text);
	gt_order_open(&o, src, &h, err);
	while ((rc = gt_order_next_gen(o, err)) > 0) {
		do {
			rc = gt_order_next(o, ev, (int)GT_COUNT(ev), &got, err);
			for (int i = 0; i < got; i++)
				add_line(l, ev[i].time, ev[i].off, gt_v1_spec(ev[i].type)->name,
					 ev[i].p == GT_NONE ? -2 : (int64_t)ev[i].p, ev[i].g == GT_NONE ? 0 : ev[i].g);
		} while (rc > 0);
		if (rc < 0)
			break;
	}
	gt_order_close(o);
	gt_source_close(src);
	return rc;
}

/* ---- Go's ---- */

static bool find_oracle(struct gt_buf *path)
{
	const char *dir = getenv("GODIR"), *home = getenv("HOME");

	if (dir)
		gt_buf_printf(path, "%s/bin/oracle1", dir);
	else
		gt_buf_printf(path, "%s/.cache/gtrace-go/bin/oracle1", home ? home : "");
	return access(path->data, X_OK) == 0;
}

static void write_trace(const struct gt_buf *trace, char *file)
{
	int fd = mkstemp(file);

	if (fd < 0 || write(fd, trace->data, trace->len) != (ssize_t)trace->len || close(fd))
		tap_bail("cannot write %s", file);
}

/* What Go's reader says of the trace: 1, 0 if it refuses it, -1 if it cannot be asked. */
static int ask_go(const struct gt_buf *trace, struct lines *l)
{
	char file[] = "/tmp/ties-XXXXXX", type[32], row[4096];
	struct gt_buf oracle = { 0 }, command = { 0 };
	int64_t time, p;
	uint64_t g, off;
	FILE *in;
	int rc = -1;

	if (find_oracle(&oracle)) {
		write_trace(trace, file);
		gt_buf_printf(&command, "'%s' -events %s 2>/dev/null", oracle.data, file);
		in = popen(gt_buf_str(&command), "r");
		while (in && fgets(row, sizeof row, in))
			if (sscanf(row, "%" SCNd64 "\t%31s\t%" SCNd64 "\t%" SCNu64 "\toff=%" SCNu64, &time, type, &p,
				   &g, &off) == 5)
				add_line(l, time, off, type, p > 100000 ? -2 : p, g);
		rc = in ? pclose(in) : -1;
		unlink(file);
	}
	gt_buf_release(&command);
	gt_buf_release(&oracle);
	return rc == -1 ? -1 : rc == 0 && l->n > 0;
}

/* ---- the comparison ---- */

struct answer {
	size_t n;
	uint64_t sorted, order;
	bool refused;
};

static const char *name_of(const struct gt_ties *t)
{
	static const char *const faults[] = { "sound", "lost", "seq", "early" };

	return faults[t->fault];
}

static struct answer ours_of(const struct gt_ties *t, const struct gt_buf *trace)
{
	struct gt_error err = { 0 };
	struct lines l = { 0 };
	struct answer a;
	int rc = order(trace, &l, &err);

	a.refused = rc < 0;
	a.n = l.n;
	a.order = sum_of(&l);
	a.sorted = sorted_sum_of(&l);
	if (rc < 0 && t->fault == GT_TIES_SOUND)
		tap_diag("%s", err.text);
	free(l.v);
	return a;
}

static void check_live(const struct gt_ties *t, const struct gt_buf *trace, const struct answer *want)
{
	struct lines l = { 0 };
	int rc = ask_go(trace, &l);

	if (rc < 0)
		tap_skip(1, "no oracle1 to ask");
	else if (want->refused)
		tap_ok(rc == 0, "%" PRIu64 " %s: Go refuses it", t->seed, name_of(t));
	else
		tap_ok(rc == 1 && l.n == want->n && sorted_sum_of(&l) == want->sorted,
		       "%" PRIu64 " %s: Go's events are those in the file", t->seed, name_of(t));
	free(l.v);
}

static void check(const struct gt_ties *t, const struct answer *want)
{
	struct gt_buf trace = { 0 }, why = { 0 };
	struct gt_source *src;
	struct gt_header h;
	struct answer a;

	gt_ties_make(&trace, t);
	a = ours_of(t, &trace);
	tap_is_int(a.refused, want->refused, "%" PRIu64 " %s: %s", t->seed, name_of(t),
		   want->refused ? "damaged" : "sound");
	if (!want->refused) {
		tap_is_u64(a.n, want->n, "%" PRIu64 " %s: events", t->seed, name_of(t));
		tap_is_u64(a.sorted, want->sorted, "%" PRIu64 " %s: Go's events", t->seed, name_of(t));
	}
	tap_is_u64(a.order, want->order, "%" PRIu64 " %s: of equal times the lower stream first", t->seed, name_of(t));
	gt_source_open_mem(&src, trace.data, trace.len, "ties");
	if (gt_header_read(src, &h, NULL) == 0)
		gt_replay_again(src, &h, 97, &why);
	tap_is_str(gt_buf_str(&why), "", "%" PRIu64 " %s: replayed", t->seed, name_of(t));
	tap_ok(gt_fill_again(src, &h, &why) > 0 && why.len == 0, "%" PRIu64 " %s: the same in short%s%s", t->seed,
	       name_of(t), why.len ? ": " : "", gt_buf_str(&why));
	gt_source_close(src);
	check_live(t, &trace, want);
	gt_buf_release(&why);
	gt_buf_release(&trace);
}

static void generate(const char *path)
{
	FILE *out = fopen(path, "w");

	for (size_t i = 0; out && i < GT_COUNT(all); i++) {
		struct gt_buf trace = { 0 };
		struct lines l = { 0 };
		struct answer a;
		int rc;

		gt_ties_make(&trace, &all[i]);
		rc = ask_go(&trace, &l);
		if (rc < 0)
			tap_bail("no oracle1 to ask");
		a = ours_of(&all[i], &trace);
		fprintf(out, "%" PRIu64 " %u %u %u %s ", all[i].seed, all[i].procs, all[i].steps, all[i].still,
			name_of(&all[i]));
		fprintf(out, "%s %zu %016" PRIx64 " %016" PRIx64 "\n", rc ? "read" : "refused", rc ? l.n : 0,
			rc ? sorted_sum_of(&l) : 0, a.order);
		free(l.v);
		gt_buf_release(&trace);
	}
	if (!out || fclose(out))
		tap_bail("cannot write %s", path);
}

TAP_TEST(ties)
{
	const char *top = getenv("GT_SRCDIR"), *write_it = getenv("GENERATE");
	struct gt_buf path = { 0 };
	FILE *in;

	gt_buf_printf(&path, "%s/testdata/v1ties.txt", top ? top : ".");
	if (write_it && *write_it) {
		generate(gt_buf_str(&path));
		return;
	}
	in = fopen(gt_buf_str(&path), "r");
	if (!in)
		tap_bail("no %s", gt_buf_str(&path));
	for (size_t i = 0; i < GT_COUNT(all); i++) {
		char row[256] = "", fault[16] = "", verdict[16] = "";
		struct answer want = { 0 };
		uint64_t seed;
		unsigned procs, steps, still;
		int got = fgets(row, sizeof row, in) ?
			sscanf(row, "%" SCNu64 " %u %u %u %15s %15s %zu %" SCNx64 " %" SCNx64, &seed, &procs, &steps,
			       &still, fault, verdict, &want.n, &want.sorted, &want.order) : 0;

		if (got != 9 || seed != all[i].seed || procs != all[i].procs || steps != all[i].steps ||
		    still != all[i].still || strcmp(fault, name_of(&all[i])) != 0)
			tap_bail("v1ties.txt is not of these traces: GENERATE=1");
		want.refused = strcmp(verdict, "refused") == 0;
		check(&all[i], &want);
	}
	fclose(in);
	gt_buf_release(&path);
}
