/* The notation of build.h. */
#include "unit/wire/build.h"

#include <ctype.h>
#include <string.h>

#include "base/varint.h"
#include "base/xalloc.h"
#include "tap/tap.h"

struct builder {
	const char *p;
	struct gt_buf *out;
	uint64_t mark;           /* GT_NO_OFFSET: not seen */
};

static void put_number(struct gt_buf *out, uint64_t v)
{
	uint8_t bytes[GT_VARINT_MAX];

	gt_buf_add(out, bytes, gt_varint_put(bytes, v));
}

static uint64_t number(struct builder *b)
{
	char *end;
	uint64_t v;

	if (!strncmp(b->p, "none", 4)) {
		b->p += 4;
		return GT_V2_NONE;
	}
	v = strtoull(b->p, &end, 10);
	if (end == b->p)
		tap_bail("number expected at: %s", b->p);
	b->p = end;
	return v;
}

static void items(struct builder *b);

static void batch(struct builder *b)
{
	struct gt_buf content = { 0 }, *outer = b->out;
	bool experimental = *b->p++ == 'x';

	gt_buf_putc(outer, experimental ? 49 : 1);
	if (experimental) {
		gt_buf_putc(outer, (char)number(b));
		b->p++;
	}
	for (int i = 0; i < 3; i++) {
		put_number(outer, number(b));
		b->p++;
	}
	b->out = &content;
	if (b->mark == GT_NO_OFFSET) {
		items(b);
		if (b->mark != GT_NO_OFFSET) {
			struct gt_buf size = { 0 };

			put_number(&size, content.len);
			b->mark += outer->len + size.len;
			gt_buf_release(&size);
		}
	} else {
		items(b);
	}
	if (*b->p++ != ']')
		tap_bail("] expected at: %s", b->p - 1);
	put_number(outer, content.len);
	gt_buf_add(outer, content.data, content.len);
	gt_buf_release(&content);
	b->out = outer;
}

static void byte(struct builder *b)
{
	const char hex[] = { b->p[0], b->p[0] ? b->p[1] : '\0', '\0' };
	uint64_t n = 1;
	char *end;
	unsigned long v = strtoul(hex, &end, 16);

	if (end != hex + 2)
		tap_bail("byte expected at: %s", b->p);
	b->p += 2;
	if (*b->p == '*') {
		b->p++;
		n = number(b);
	}
	gt_buf_fill(b->out, (char)v, n);
}

static void items(struct builder *b)
{
	for (; *b->p && *b->p != ']';) {
		switch (*b->p) {
		case ' ':
			b->p++;
			break;
		case '^':
			b->p++;
			b->mark = b->out->len;
			break;
		case 'u':
			b->p++;
			put_number(b->out, number(b));
			break;
		case 'x':
			batch(b);
			break;
		case 'b':
			/* b1,…: a batch; b1 not followed by a comma: a byte */
			if (isdigit((unsigned char)b->p[1]) && strchr(b->p, ',') &&
			    strspn(b->p + 1, "0123456789") == (size_t)(strchr(b->p, ',') - b->p - 1)) {
				batch(b);
				break;
			}
			byte(b);
			break;
		default:
			byte(b);
		}
	}
}

void gt_build_trace(struct gt_buf *out, int minor, const char *spec, uint64_t *mark)
{
	struct builder b = { .p = spec, .out = out, .mark = GT_NO_OFFSET };

	gt_buf_reset(out);
	if (minor) {
		gt_buf_printf(out, "go 1.%d trace", minor);
		gt_buf_fill(out, 0, GT_HEADER_SIZE - out->len);
	}
	items(&b);
	if (*b.p)
		tap_bail("stray ] in: %s", spec);
	if (mark)
		*mark = b.mark;
}

struct gt_read_all gt_read_all(const void *trace, size_t n, int minor)
{
	struct gt_read_all all = { .err.offset = GT_NO_OFFSET };
	struct gt_v2_reader r;
	struct gt_v2_gen g;
	struct gt_source *src;

	gt_source_open_mem(&src, trace, n, "test");
	gt_v2_reader_init(&r, src, minor);
	gt_v2_gen_init(&g);
	while ((all.rc = gt_v2_read_gen(&r, &g, &all.err)) > 0) {
		all.gens++;
		all.batches += g.nbatches;
	}
	gt_v2_gen_release(&g);
	gt_v2_reader_release(&r);
	gt_source_close(src);
	return all;
}
