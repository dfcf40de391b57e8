/* Listings in pieces: whoever makes them they are written in order; what ends them early. */
#include "format/out.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/thread.h"
#include "tap/tap.h"

#define PIECES 500u

struct made {
	uint64_t fails;            /* this piece ends the listing after its first number */
	uint64_t large;            /* this one is larger than pieces should be */
	atomic_uint calls[PIECES], wrong_worker;
	unsigned workers;
};

/* Some numbers, on a line each. */
static unsigned lines_of(const struct made *m, uint64_t piece)
{
	return piece == m->large ? 1500000 : (unsigned)(tap_mix64(piece + 1) % 900);
}

static int make(void *arg, unsigned worker, uint64_t piece, struct gt_out *out, struct gt_error *err)
{
	struct made *m = arg;

	atomic_fetch_add(&m->calls[piece], 1);
	if (worker >= m->workers)
		atomic_fetch_add(&m->wrong_worker, 1);
	for (unsigned i = 0; i < lines_of(m, piece) && gt_out_step(out); i++)
		gt_buf_printf(&out->buf, "%u.%u\n", (unsigned)piece, i);
	return piece >= m->fails ? gt_error_set(err, GT_ERR_CORRUPT, piece, "piece %u", (unsigned)piece) : 0;
}

/* What the pieces up to `last` should have written, against a file. */
static bool is_written(FILE *f, const struct made *m, uint64_t last)
{
	char want[64], got[64];

	rewind(f);
	for (uint64_t piece = 0; piece <= last && piece < PIECES; piece++) {
		for (unsigned i = 0; i < lines_of(m, piece); i++) {
			snprintf(want, sizeof want, "%u.%u\n", (unsigned)piece, i);
			if (!fgets(got, sizeof got, f) || strcmp(want, got))
				return false;
		}
	}
	return !fgets(got, sizeof got, f);
}

static void check_order(unsigned workers, uint64_t fails)
{
	struct made m = { .fails = fails, .large = 40, .workers = workers };
	struct gt_error err = { .code = 0 };
	FILE *f = tmpfile();
	struct gt_out out;
	unsigned twice = 0, never = 0;
	int rc;

	gt_out_init(&out, fileno(f), "a file");
	rc = gt_out_pieces(&out, PIECES, workers, make, &m, &err);
	tap_is_int(gt_out_finish(&out, NULL), 0, "%u workers: written", workers);
	tap_ok(is_written(f, &m, fails), "... in order, up to the piece that ends it");
	for (unsigned i = 0; i < PIECES; i++) {
		twice += m.calls[i] > 1;
		never += !m.calls[i] && i <= fails;
	}
	tap_is_u64(twice, 0, "... none was made twice");
	tap_is_u64(never + m.wrong_worker, 0, "... and each by one of the workers");
	tap_is_int(rc, fails < PIECES ? GT_ERR_CORRUPT : 0, "... its result");
	tap_is_u64(err.offset, fails < PIECES ? fails : 0, "... and error");
	fclose(f);
}

/* Nobody reads: the listing ends, without an error of its own. */
static void check_closed(unsigned workers)
{
	struct made m = { .fails = PIECES, .large = PIECES, .workers = workers };
	struct gt_out out;
	unsigned calls = 0;
	int ends[2];

	if (pipe(ends))
		tap_bail("no pipe");
	close(ends[0]);
	gt_out_init(&out, ends[1], "a pipe");
	tap_is_int(gt_out_pieces(&out, PIECES, workers, make, &m, NULL), 0, "%u workers, closed pipe", workers);
	for (unsigned i = 0; i < PIECES; i++)
		calls += m.calls[i];
	tap_ok(calls <= workers, "... after the first pieces nothing is made");
	tap_is_int(out.errnum, EPIPE, "... its error");
	tap_is_int(gt_out_finish(&out, NULL), 0, "... is none for the caller");
	close(ends[1]);
}

TAP_TEST(order)
{
	signal(SIGPIPE, SIG_IGN);
	for (unsigned workers = 1; workers <= GT_WORKERS; workers += workers < 4 ? 1 : 4) {
		check_order(workers, PIECES);
		check_order(workers, 0);
		check_order(workers, 123);
		check_closed(workers);
	}
}
