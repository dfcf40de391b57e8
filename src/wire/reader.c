/* Reading a source through a window. */
#include "wire/reader.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

void gt_reader_open(struct gt_reader *r, struct gt_source *src, uint64_t off, void *win, size_t size)
{
	uint64_t all = gt_source_size(src);

	assert(win && size);
	*r = (struct gt_reader){ .src = src, .win = win, .size = size };
	gt_reader_seek(r, off, all > off ? all - off : 0);
}

int gt_reader_fill(struct gt_reader *r, struct gt_error *err)
{
	size_t have = (size_t)(r->end - r->p), want = r->size - have;
	int64_t got;

	assert(have <= r->size);
	if (want > r->left)
		want = (size_t)r->left;
	if (have)
		memmove(r->win, r->p, have);
	got = gt_source_read(r->src, r->end_off, r->win + have, want);
	if (got < 0)
		return gt_error_errno(err, errno, "cannot read the trace");
	if ((size_t)got < want)
		return gt_error_set(err, GT_ERR_CUT, r->end_off + (uint64_t)got,
				    "the file became shorter while it was read");
	r->p = r->win;
	r->end = r->win + have + want;
	r->end_off += want;
	r->left -= want;
	return 0;
}

bool gt_reader_skip(struct gt_reader *r, const uint8_t *p, uint64_t n)
{
	uint64_t have = (uint64_t)(r->end - p);

	if (n <= have) {
		r->p = p + n;
		return true;
	}
	if (n - have > r->left)
		return false;
	gt_reader_seek(r, r->end_off + (n - have), r->left - (n - have));
	return true;
}
