/* Buffered output that remembers its first error. */
#include "format/out.h"

#include <errno.h>

#include "base/mapfile.h"

#define STEP (256U << 10)

void gt_out_init(struct gt_out *o, int fd, const char *name)
{
	*o = (struct gt_out) { .fd = fd, .name = name };
	gt_buf_reserve(&o->buf, 2 * STEP);
}

static void flush(struct gt_out *o)
{
	if (o->buf.len && !o->errnum && gt_write_full(o->fd, o->buf.data, o->buf.len))
		o->errnum = errno;
	gt_buf_reset(&o->buf);
}

bool gt_out_step(struct gt_out *o)
{
	if (o->buf.len >= STEP)
		flush(o);
	return !o->errnum;
}

int gt_out_finish(struct gt_out *o, struct gt_error *err)
{
	flush(o);
	gt_buf_release(&o->buf);
	if (o->errnum && o->errnum != EPIPE)
		return gt_error_errno(err, o->errnum, "cannot write to %s", o->name);
	return 0;
}
