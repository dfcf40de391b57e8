/* Text that a program printed where its trace went, among the records of a v1 file. */
#include "wire/v1/v1scanner.h"

#include <stdlib.h>

#include "base/xalloc.h"
#include "wire/hint.h"

/* So far before the record that cannot be read, and behind it, text is looked for. */
#define LOOKED_BACK (UINT64_C(32) << 10)
#define LOOKED_AT (UINT64_C(64) << 10)

/* Buffers are written in one piece: they begin with a batch, or with a record of the tables. */
static bool begins_buffer(const struct gt_v1_layout *l, uint8_t byte)
{
	uint8_t type = byte & 63;

	return l->form[byte].kind != GT_V1_BAD &&
	       (type == GT_V1_Batch || type == GT_V1_Frequency || type == GT_V1_Stack || type == GT_V1_String);
}

bool gt_v1_text_find(struct gt_source *src, const struct gt_v1_layout *l, uint64_t bad, uint64_t since,
		     struct gt_v1_text *text)
{
	uint64_t from = bad > since + LOOKED_BACK ? bad - LOOKED_BACK : since;
	uint8_t *buf = gt_xmalloc(LOOKED_AT);
	int64_t n = gt_source_read(src, from, buf, LOOKED_AT), end = (int64_t)(bad - from);

	while (end < n && gt_is_printed(buf[end]))
		end++;
	for (; end >= GT_TEXT_RUN; end--) {
		int64_t begin = end;

		if (end >= n || buf[end - 1] != '\n' || !begins_buffer(l, buf[end]))
			continue;
		while (begin > 0 && gt_is_printed(buf[begin - 1]))
			begin--;
		if (end - begin < GT_TEXT_RUN)
			continue;
		*text = (struct gt_v1_text){ from + (uint64_t)begin, from + (uint64_t)end };
		break;
	}
	free(buf);
	return end >= GT_TEXT_RUN;
}

bool gt_v1_text_pass(struct gt_v1_scanner *s)
{
	const struct gt_v1_text *text = s->text < s->ntexts ? &s->texts[s->text] : NULL;
	uint64_t off = gt_reader_off(&s->in, s->in.p);
	struct gt_v2_gen *g = &s->f->gen;

	if (!text || off < text->from)
		return false;
	s->text++;
	/* What was taken for a record may have led past it. */
	if (off >= text->to)
		return false;
	if (!g->texts++)
		g->text_off = gt_source_skipped(s->in.src) + off;
	g->text_bytes += text->to - off;
	return gt_reader_skip(&s->in, s->in.p, text->to - off);
}
