/* The line that says how far the reading of a stream is. */
#include "cli/reading.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/human.h"
#include "base/os/mapfile.h"
#include "base/utf8.h"

/* What is done sooner needs no line; the eye cannot follow more than a few a second. */
#define PATIENCE_NS INT64_C(500000000)
#define PACE_NS     INT64_C(250000000)
#define SECOND_NS   INT64_C(1000000000)
#define NAME_WIDTH  24

/* The line; taken: 0 while nothing came; total: 0 if unknown. */
static void reading_put_line(struct gt_buf *out, const struct gt_reading *r, uint64_t taken, uint64_t total)
{
	const char *slash = strrchr(r->path, '/'), *base = slash && slash[1] ? slash + 1 : r->path;
	struct gt_buf name = { 0 };

	gt_text_escape(&name, base, strlen(base));
	gt_buf_puts(out, taken ? "reading " : "waiting for data from ");
	if (strcmp(r->path, "-") == 0)
		gt_buf_puts(out, "standard input");
	else
		gt_buf_add(out, gt_buf_str(&name), gt_text_clip(gt_buf_str(&name), name.len, NAME_WIDTH, NULL));
	gt_buf_release(&name);
	if (taken) {
		gt_buf_puts(out, ": ");
		gt_human_bytes(out, taken);
	}
	if (total) {
		gt_buf_puts(out, " of ");
		gt_human_bytes(out, total);
	} else if (taken && r->got != GT_READING_UNKNOWN) {
		gt_buf_puts(out, ", ");
		gt_human_bytes(out, r->got);
		gt_buf_puts(out, " in the last second");
	}
	gt_buf_puts(out, r->keys ? "; q quits" : "; Ctrl-C quits");
}

/* What came in a second, measured from line to line. */
static void reading_measure(struct gt_reading *r, int64_t now, uint64_t taken)
{
	if (r->second && now - r->second < SECOND_NS)
		return;
	r->got = r->second ? taken - r->then : GT_READING_UNKNOWN;
	r->second = now;
	r->then = taken;
}

/* A terminal that goes away is no reason to stop: the result is not looked at. */
static void reading_put(const struct gt_buf *line)
{
	if (gt_write_full(STDERR_FILENO, line->data, line->len))
		return;
}

static void reading_tell(void *arg, uint64_t taken, uint64_t total)
{
	struct gt_reading *r = arg;
	int64_t now = gt_clock_now();
	struct gt_buf line = { 0 };
	size_t width;

	if (!r->terminal || now - r->begun < PATIENCE_NS || (r->drawn && now - r->drawn < PACE_NS))
		return;
	/* What is typed before that is for the screen. */
	if (!r->drawn && r->screen)
		r->keys = gt_quitkey_open();
	r->drawn = now;
	reading_measure(r, now, taken);
	gt_buf_putc(&line, '\r');
	reading_put_line(&line, r, taken, total);
	width = (size_t)gt_text_width(gt_buf_str(&line) + 1, line.len - 1);
	if (r->width > width)
		gt_buf_fill(&line, ' ', r->width - width);
	r->width = width;
	reading_put(&line);
	gt_buf_release(&line);
}

static void reading_end(void *arg)
{
	struct gt_reading *r = arg;
	struct gt_buf line = { 0 };

	gt_quitkey_close(r->keys);
	r->keys = NULL;
	if (!r->width)
		return;
	gt_buf_putc(&line, '\r');
	gt_buf_fill(&line, ' ', r->width);
	gt_buf_putc(&line, '\r');
	r->width = 0;
	reading_put(&line);
	gt_buf_release(&line);
}

static bool reading_stop(void *arg)
{
	struct gt_reading *r = arg;
	int sig = 0;

	if (!r->keys || !gt_quitkey_pressed(r->keys, &sig))
		return false;
	if (sig) {
		reading_end(r);
		raise(sig);
	}
	return true;
}

void gt_reading_init(struct gt_reading *r, const char *path, const struct gt_watch *how)
{
	*r = (struct gt_reading){
		.watch = { .tell = reading_tell, .end = reading_end, .stop = reading_stop, .arg = r,
			   .limit = how->limit, .part = how->part, .as = how->as },
		.path = path,
		.terminal = isatty(STDERR_FILENO),
		.begun = gt_clock_now(),
	};
}
