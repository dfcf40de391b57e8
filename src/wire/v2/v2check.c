/* Reading table records back. */
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

void gt_v2_put_lost(struct gt_buf *out, uint64_t id)
{
	gt_buf_printf(out, "string %" PRIu64, id);
}

int gt_v2_read_string(struct gt_source *src, struct gt_v2_ref ref, char *buf)
{
	size_t len = ref.len > GT_V2_MAX_STRING ? GT_V2_MAX_STRING : ref.len;
	int64_t n = len ? gt_source_read(src, ref.off, buf, len) : 0;

	if (n < 0)
		return GT_ERR_IO;
	return (uint64_t)n < len ? GT_ERR_CUT : (int)len;
}

int gt_v2_read_stack(struct gt_source *src, struct gt_v2_ref ref, struct gt_v2_frame *out)
{
	uint8_t bytes[GT_V2_MAX_FRAMES * 4 * GT_VARINT_MAX];
	unsigned n = ref.len > GT_V2_MAX_FRAMES ? GT_V2_MAX_FRAMES : (unsigned)ref.len;
	int64_t len = n ? gt_source_read(src, ref.off, bytes, (size_t)n * 4 * GT_VARINT_MAX) : 0;
	const uint8_t *p = bytes;

	if (len < 0)
		return GT_ERR_IO;
	for (unsigned i = 0; i < n; i++) {
		if (!(p = gt_varint(p, bytes + len, &out[i].pc)) || !(p = gt_varint(p, bytes + len, &out[i].func)) ||
		    !(p = gt_varint(p, bytes + len, &out[i].file)) || !(p = gt_varint(p, bytes + len, &out[i].line)))
			return GT_ERR_CUT;
	}
	return (int)n;
}
