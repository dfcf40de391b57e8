/* Reading table records back, and the check that frames name known strings. */
#include <errno.h>
#include <inttypes.h>

#include "base/buf.h"
#include "base/varint.h"
#include "base/xalloc.h"
#include "wire/v2/v2scan.h"

int gt_v2_gen_string(struct gt_source *src, const struct gt_v2_gen *g, uint64_t id, struct gt_buf *out)
{
	struct gt_v2_ref ref;
	int64_t got;

	gt_buf_reset(out);
	if (id == 0)
		return 0;
	if (!gt_v2_table_get(&g->strings, id, &ref))
		return GT_ERR_CORRUPT;
	gt_buf_reserve(out, ref.len);
	got = gt_source_read(src, ref.off, out->data, ref.len);
	if (got != (int64_t)ref.len)
		return got < 0 ? GT_ERR_IO : GT_ERR_CUT;
	out->len = ref.len;
	out->data[out->len] = 0;
	return (int)ref.len;
}

int gt_v2_read_string(struct gt_source *src, struct gt_v2_ref ref, char *buf)
{
	size_t len = ref.len > GT_V2_MAX_STRING ? GT_V2_MAX_STRING : ref.len;
	int64_t n = len ? gt_source_read(src, ref.off, buf, len) : 0;

	if (n < 0)
		return GT_ERR_IO;
	return (uint64_t)n < len ? GT_ERR_CUT : (int)len;
}

/* Offsets of frames inside a stack record. */
struct frames {
	uint8_t bytes[GT_V2_MAX_FRAMES * 4 * GT_VARINT_MAX];
	struct gt_v2_frame frames[GT_V2_MAX_FRAMES];
	uint16_t pos[GT_V2_MAX_FRAMES];  /* of each frame's pc in bytes */
};

/* pos may be NULL. */
static int load_frames(struct gt_source *src, struct gt_v2_ref ref, uint8_t *bytes, struct gt_v2_frame *out,
		       uint16_t *pos)
{
	unsigned n = ref.len > GT_V2_MAX_FRAMES ? GT_V2_MAX_FRAMES : (unsigned)ref.len;
	int64_t len = n ? gt_source_read(src, ref.off, bytes, (size_t)n * 4 * GT_VARINT_MAX) : 0;
	const uint8_t *p = bytes;

	if (len < 0)
		return GT_ERR_IO;
	for (unsigned i = 0; i < n; i++) {
		if (pos)
			pos[i] = (uint16_t)(p - bytes);
		if (!(p = gt_varint(p, bytes + len, &out[i].pc)) || !(p = gt_varint(p, bytes + len, &out[i].func)) ||
		    !(p = gt_varint(p, bytes + len, &out[i].file)) || !(p = gt_varint(p, bytes + len, &out[i].line)))
			return GT_ERR_CUT;
	}
	return (int)n;
}

int gt_v2_read_stack(struct gt_source *src, struct gt_v2_ref ref, struct gt_v2_frame *out)
{
	uint8_t bytes[GT_V2_MAX_FRAMES * 4 * GT_VARINT_MAX];

	return load_frames(src, ref, bytes, out, NULL);
}

static bool all_known(const struct gt_v2_gen *g, const struct gt_v2_scan *sc)
{
	struct gt_v2_ref ref;

	if (sc->needed_other)
		return false;
	for (size_t i = 0; i < sc->needed_len; i++)
		for (unsigned bits = sc->needed[i]; bits; bits &= bits - 1)
			if (!gt_v2_table_get(&g->strings, i * 8 + (unsigned)__builtin_ctz(bits), &ref))
				return false;
	return true;
}

/*
 * The exact check: Go's reader keeps the first frame that it meets of each pc
 * and looks at that one only.
 */
static int check_first_frames(struct gt_source *src, const struct gt_v2_gen *g, const struct gt_v2_item *list,
			      struct gt_map *pcs, struct frames *buf, struct gt_error *err)
{
	struct gt_v2_ref ref;

	for (size_t i = 0; i < g->stacks.count; i++) {
		int n = load_frames(src, list[i].ref, buf->bytes, buf->frames, buf->pos);

		if (n < 0)
			return gt_error_set(err, n, list[i].ref.off, "cannot read stack %" PRIu64 " again", list[i].id);
		for (int k = 0; k < n; k++) {
			const struct gt_v2_frame *f = &buf->frames[k];
			bool added, func;

			gt_map_get_or_put(pcs, buf->frames[k].pc, 0, &added);
			if (!added)
				continue;
			func = gt_v2_table_get(&g->strings, f->func, &ref);
			if (func && gt_v2_table_get(&g->strings, f->file, &ref))
				continue;
			return gt_error_set(err, GT_ERR_CORRUPT, list[i].ref.off + buf->pos[k],
					    "found invalid %s string id %" PRIu64 " in stack %" PRIu64,
					    func ? "file" : "func", func ? f->file : f->func, list[i].id);
		}
	}
	return 0;
}

int gt_v2_check_frames(struct gt_source *src, const struct gt_v2_gen *g, const struct gt_v2_scan *sc,
		       struct gt_error *err)
{
	struct gt_map pcs = { 0 };
	struct gt_v2_item *list;
	struct frames *buf;
	int rc;

	if (GT_LIKELY(all_known(g, sc)))
		return 0;
	list = gt_v2_table_in_order(&g->stacks);
	if (!list)
		return gt_error_set(err, GT_ERR_NOMEM, GT_NO_OFFSET, "not enough memory to check the stacks");
	buf = gt_xmalloc(sizeof *buf);
	rc = check_first_frames(src, g, list, &pcs, buf, err);
	gt_map_release(&pcs);
	free(buf);
	free(list);
	return rc;
}
