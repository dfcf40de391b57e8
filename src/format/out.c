/* Buffered output that remembers its first error; pieces of it made by several threads. */
#include "format/out.h"

#include <errno.h>

#include "base/os/mapfile.h"
#include "base/thread.h"

#define STEP (256U << 10)

struct gt_pieces {
	struct gt_out *whole;
	uint64_t n;
	gt_piece_fn *make;
	void *arg;
	struct gt_mutex lock;
	struct gt_cond moved;
	uint64_t taken;       /* pieces that a thread makes or made */
	uint64_t turn;        /* the piece that may be written: all before it are */
	int rc;               /* of the last piece, if that ended early */
	struct gt_error *err;
};

void gt_out_init(struct gt_out *o, int fd, const char *name)
{
	*o = (struct gt_out) { .fd = fd, .name = name };
}

/* Returns when all pieces before this one are written. */
static void await_turn(struct gt_out *o)
{
	struct gt_pieces *p = o->pieces;

	gt_mutex_lock(&p->lock);
	while (p->turn != o->piece)
		gt_cond_wait(&p->moved, &p->lock);
	o->dropped = p->rc || p->whole->errnum;
	gt_mutex_unlock(&p->lock);
}

static void flush(struct gt_out *o)
{
	if (o->pieces && !o->errnum)
		await_turn(o);
	if (o->buf.len && !o->errnum && !o->dropped && gt_write_full(o->fd, o->buf.data, o->buf.len))
		o->errnum = errno;
	gt_buf_reset(&o->buf);
}

bool gt_out_step(struct gt_out *o)
{
	if (o->buf.len >= (o->pieces ? GT_PIECE_BYTES : STEP))
		flush(o);
	return !o->errnum && !o->dropped;
}

int gt_out_finish(struct gt_out *o, struct gt_error *err)
{
	flush(o);
	gt_buf_release(&o->buf);
	if (o->errnum && o->errnum != EPIPE)
		return gt_error_errno(err, o->errnum, "cannot write to %s", o->name);
	return 0;
}

/* ---- pieces ---- */

/* The number of a piece that nobody has begun; false: there is none, or nothing comes any more. */
static bool take_piece(struct gt_pieces *p, uint64_t *piece)
{
	bool any;

	gt_mutex_lock(&p->lock);
	any = p->taken < p->n && !p->rc && !p->whole->errnum;
	if (any)
		*piece = p->taken++;
	gt_mutex_unlock(&p->lock);
	return any;
}

/* The piece is made, with rc and err: writes it in its turn, which then is the next one's. */
static void hand_on(struct gt_out *o, int rc, const struct gt_error *err)
{
	struct gt_pieces *p = o->pieces;

	flush(o);
	gt_mutex_lock(&p->lock);
	if (!o->dropped) {
		p->whole->errnum = o->errnum;
		p->rc = rc;
		if (rc && p->err)
			*p->err = *err;
	}
	p->turn++;
	gt_cond_broadcast(&p->moved);
	gt_mutex_unlock(&p->lock);
}

static void pieces_work(void *arg, unsigned worker)
{
	struct gt_pieces *p = arg;
	struct gt_out o = { .fd = p->whole->fd, .pieces = p };
	struct gt_error err = { .offset = GT_NO_OFFSET };

	while (take_piece(p, &o.piece))
		hand_on(&o, p->make(p->arg, worker, o.piece, &o, &err), &err);
	gt_buf_release(&o.buf);
}

int gt_out_pieces(struct gt_out *o, uint64_t n, unsigned workers, gt_piece_fn *make, void *arg, struct gt_error *err)
{
	struct gt_pieces p = { .whole = o, .n = n, .make = make, .arg = arg, .err = err };

	flush(o);
	gt_mutex_init(&p.lock);
	gt_cond_init(&p.moved);
	gt_work_together(workers, pieces_work, &p);
	gt_cond_release(&p.moved);
	gt_mutex_release(&p.lock);
	return p.rc;
}
