/* Reading a stream, with a look at the clock between two reads. */
#include "wire/stream.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

/* How long the watcher hears nothing while nothing comes. */
#define PATIENCE_MS 100

ssize_t gt_stream_read(struct gt_stream *s, void *out, size_t n)
{
	uint8_t *p = out;
	size_t done = 0;

	while (done < n) {
		struct pollfd poll_in = { .fd = s->fd, .events = POLLIN };
		ssize_t got;
		bool ready;
		int rc;

		if (s->watch && s->watch->tell) {
			s->told = true;
			s->watch->tell(s->watch->arg, s->taken, s->total);
		}
		rc = poll(&poll_in, 1, s->watch ? PATIENCE_MS : -1);
		/*
		 * Not when nothing has come for a while: a read might take that for the end (a FIFO that nobody
		 * writes to).  What is wrong with the descriptor read() says better.
		 */
		ready = rc > 0 || (rc < 0 && errno != EINTR);
		if (s->watch && s->watch->stop && s->watch->stop(s->watch->arg))
			return errno = ECANCELED, -1;
		if (!ready)
			continue;
		got = read(s->fd, p + done, n - done);
		if (got == 0)
			break;
		if (got > 0) {
			done += (size_t)got;
			s->taken += (uint64_t)got;
		} else if (errno != EINTR && errno != EAGAIN) {
			return -1;
		}
	}
	return (ssize_t)done;
}

int gt_stream_error(const char *what, struct gt_error *err)
{
	if (errno == ECANCELED)
		return gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "stopped");
	return gt_error_errno(err, errno, "%s", what);
}

void gt_stream_end(struct gt_stream *s)
{
	if (s->told)
		s->watch->end(s->watch->arg);
	s->told = false;
}
