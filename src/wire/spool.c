/* Streams, stored: in a temporary file, in memory where there is room for none. */
#include "wire/spool.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/human.h"
#include "base/os/mapfile.h"
#include "base/os/tmpfile.h"
#include "base/xalloc.h"
#include "wire/header.h"

#define BLOCK (256 * 1024)

struct spool {
	struct gt_spooled *out;
	struct gt_stream *in;
	struct gt_unpacker *packed; /* NULL: it is not */
	const uint8_t *head;       /* what was read before and is still to be taken */
	size_t nhead;
	uint64_t limit;
	uint64_t ratio;            /* 0: any */
	bool newer;                /* a version that is not known is read on, */
	bool any;                  /* and whatever it is */
	struct gt_error *err;
};

const struct gt_packing *gt_packing_of(const void *head, size_t n)
{
	static const struct gt_packing *const known[] = { &gt_packing_gzip, &gt_packing_zstd };

	for (size_t i = 0; i < GT_COUNT(known); i++)
		if (known[i]->detect(head, n))
			return known[i];
	return NULL;
}

/* ---- where it comes from ---- */

/* Up to n bytes, fewer only at the end; or negative. */
static ssize_t spool_next(struct spool *s, uint8_t *buf, size_t n)
{
	size_t first = n < s->nhead ? n : s->nhead;
	ssize_t got;

	if (s->packed)
		return gt_unpack_read(s->packed, buf, n, &s->out->damage, s->err);
	memcpy(buf, s->head, first);
	s->head += first;
	s->nhead -= first;
	if (first == n)
		return (ssize_t)n;
	got = gt_stream_read(s->in, buf + first, n - first);
	return got < 0 ? gt_stream_error("cannot read the trace", s->err) : (ssize_t)first + got;
}

/* ---- where it goes ---- */

static int no_room(int errnum, struct gt_error *err)
{
	return gt_error_errno(err, errnum, "cannot write the trace to a temporary file (TMPDIR says where)");
}

/* What was written so far goes on in memory. */
static int spool_move_to_memory(struct gt_spooled *o, int errnum, struct gt_error *err)
{
	ssize_t got = 0;

	if (o->size > GT_TMP_MEMORY || !GT_TRY_GROW(o->mem, o->mem_cap, (size_t)o->size + BLOCK))
		return no_room(errnum, err);
	if (o->fd >= 0) {
		got = gt_pread_full(o->fd, o->mem, (size_t)o->size, 0);
		close(o->fd);
		o->fd = -1;
	}
	return (uint64_t)got == o->size ? 0 : no_room(errnum, err);
}

static int spool_put(struct gt_spooled *o, const uint8_t *bytes, size_t n, struct gt_error *err)
{
	if (!n)
		return 0;
	if (o->fd >= 0 && gt_pwrite_full(o->fd, bytes, n, o->size) && spool_move_to_memory(o, errno, err))
		return GT_ERR_IO;
	if (o->fd < 0) {
		if (o->size + n > GT_TMP_MEMORY || !GT_TRY_GROW(o->mem, o->mem_cap, (size_t)o->size + n))
			return no_room(ENOSPC, err);
		memcpy(o->mem + o->size, bytes, n);
	}
	o->size += n;
	return 0;
}

/* ---- how much of it ---- */

/* How many of n more bytes may be stored; the damage says if these are not all.  packing: NULL, they are not packed. */
static size_t spool_allow(struct gt_spooled *o, uint64_t limit, size_t n, const char *packing)
{
	struct gt_buf most = { 0 };

	assert(o->size <= limit);
	if (n <= limit - o->size)
		return n;
	gt_human_bytes(&most, limit);
	gt_error_set(&o->damage, GT_ERR_LIMIT, GT_NO_OFFSET,
		     "%s%s%s than %s: the rest is not read (--unpack-limit=SIZE allows more)",
		     packing ? "the " : "the stream is longer", packing ? packing : "",
		     packing ? " data unpacks to more" : "", gt_buf_str(&most));
	gt_buf_release(&most);
	return (size_t)(limit - o->size);
}

int gt_spool_put(struct gt_spooled *o, uint64_t limit, const void *bytes, size_t n, struct gt_error *err)
{
	return spool_put(o, bytes, spool_allow(o, limit, n, NULL), err);
}

/* Stores n bytes, or as many as may be; the damage says if these are not all. */
static int put_allowed(struct spool *s, const uint8_t *bytes, size_t n)
{
	struct gt_spooled *o = s->out;
	size_t most = spool_allow(o, s->limit, n, s->packed ? s->packed->of->name : NULL);

	if (most == n && s->packed && s->ratio && o->size + n > GT_UNPACK_FREE &&
	    (o->size + n) / s->ratio > gt_unpack_taken(s->packed)) {
		gt_error_set(&o->damage, GT_ERR_LIMIT, GT_NO_OFFSET,
			     "the %s data unpacks to more than %u times its size, as no trace does: "
			     "the rest is not read (--unpack-limit=SIZE reads on, up to SIZE)", s->packed->of->name,
			     GT_UNPACK_RATIO);
		return 0;
	}
	return spool_put(o, bytes, most, s->err);
}

static int spool_store(struct spool *s, uint8_t *buf)
{
	ssize_t got = spool_next(s, buf, GT_DETECT_SIZE);
	bool goes_on = got == GT_DETECT_SIZE && (s->any || gt_header_may_be_trace(buf, (size_t)got, s->newer) ||
						 gt_header_find(buf, (size_t)got));
	int rc;

	if (got < 0)
		return (int)got;
	/* All of it, or no trace: that much needs no file. */
	if (goes_on && gt_spool_open(&s->out->fd, NULL))
		s->out->fd = -1;
	rc = put_allowed(s, buf, (size_t)got);
	while (goes_on && !rc && !s->out->damage.code && (got = spool_next(s, buf, BLOCK)) > 0)
		rc = put_allowed(s, buf, (size_t)got);
	if (!rc && got < 0)
		rc = (int)got;
	if (!rc && s->out->damage.code && !s->out->size)
		return gt_error_set(s->err, s->out->damage.code, GT_NO_OFFSET, "%s", s->out->damage.text);
	return rc;
}

int gt_spool_take(struct gt_spooled *out, struct gt_stream *in, const void *head, size_t n, struct gt_error *err)
{
	uint64_t asked = in->watch ? in->watch->limit : 0;
	struct spool s = { .out = out, .in = in, .head = head, .nhead = n, .err = err,
			   .limit = asked ? asked : GT_UNPACK_LIMIT, .ratio = asked ? 0 : GT_UNPACK_RATIO,
			   .newer = in->watch && in->watch->as, .any = in->watch && in->watch->any };
	const struct gt_packing *packing = gt_packing_of(head, n);
	uint8_t *buf;
	int rc = 0;

	*out = (struct gt_spooled){ .fd = -1 };
	if (packing)
		rc = gt_unpack_open(&s.packed, packing, in, head, n, err);
	if (rc < 0)
		return rc;
	buf = gt_xmalloc(BLOCK);
	rc = spool_store(&s, buf);
	free(buf);
	gt_unpack_close(s.packed);
	if (rc < 0) {
		if (out->fd >= 0)
			close(out->fd);
		free(out->mem);
	}
	return rc;
}
