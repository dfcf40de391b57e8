/* The records of a v1 file that are no events: strings, stacks, the clock's frequency, timer goroutines. */
#include <inttypes.h>

#include "wire/v1/v1scanner.h"
#include "base/xalloc.h"
#include "wire/v2/v2table.h"

int gt_v1_no_memory(struct gt_v1_scanner *s, const char *what)
{
	return STOP(s, GT_ERR_NOMEM, s->in.p, "not enough memory for %s", what);
}

static const char *v1tables_name_of(unsigned byte)
{
	const struct gt_v1_spec *spec = gt_v1_spec(byte & 63);

	return spec ? spec->name : "?";
}

int gt_v1_bad_number(struct gt_v1_scanner *s, const uint8_t *at)
{
	const uint8_t *p = s->in.p + 1, *next;
	uint64_t v;

	/* The record's numbers are read again, up to the one that cannot be: does it go on too long? */
	while ((next = gt_v1_varint(p, s->in.end, &v)))
		p = next;
	if (s->in.left == 0 && s->in.end - p < 10)
		return STOP(s, GT_ERR_CUT, s->in.p, "the file ends inside a %s record",
			    v1tables_name_of(*s->in.p));
	return STOP(s, GT_ERR_CORRUPT, at, "expected a number in %s, found one of more than 10 bytes",
		    v1tables_name_of(*s->in.p));
}

const uint8_t *gt_v1_read_values(struct gt_v1_scanner *s, const uint8_t *p, bool has_length, unsigned *n, uint64_t *v)
{
	const uint8_t *stop;
	uint64_t len;
	unsigned i = 0;

	if (!has_length) {
		for (; p && i < *n; i++)
			p = gt_v1_varint(p, s->in.end, &v[i]);
		return p;
	}
	p = gt_v1_varint(p, s->in.end, &len);
	if (!p || len > (uint64_t)(s->in.end - p))
		return NULL;
	stop = p + len;
	while (p && p < stop) {
		uint64_t value;

		p = gt_v1_varint(p, s->in.end, &value);
		if (i < GT_V1_VALUES_MAX)
			v[i] = value;
		i++;
	}
	*n = p && p > stop ? UINT32_MAX : i;
	return p;
}

int gt_v1_wrong_count(struct gt_v1_scanner *s, unsigned got, unsigned want)
{
	if (got == UINT32_MAX)
		return STOP(s, GT_ERR_CORRUPT, s->in.p, "%s is longer than its length says",
			    v1tables_name_of(*s->in.p));
	return STOP(s, GT_ERR_CORRUPT, s->in.p, "%s has the wrong number of arguments: want %u, got %u",
		    v1tables_name_of(*s->in.p), want, got);
}

int gt_v1_take_structural(struct gt_v1_scanner *s, struct gt_v1_form form, uint64_t v[GT_V1_VALUES_MAX])
{
	unsigned type = *s->in.p & 63, n = form.n;
	const uint8_t *p = gt_v1_read_values(s, s->in.p + 1, *s->in.p >> 6 == 3, &n, v);
	struct gt_v1_file *f = s->f;

	if (!p)
		return gt_v1_bad_number(s, s->in.p + 1);
	if (n != form.n)
		return gt_v1_wrong_count(s, n, form.n);
	if (type == GT_V1_Frequency && (int64_t)v[0] <= 0) {
		NOTE(s, GT_ERR_ORDER, gt_reader_off(&s->in, s->in.p), "the clock's frequency is %" PRId64
		     ": time stamps are out of order", (int64_t)v[0]);
	} else if (type == GT_V1_Frequency) {
		f->gen.freq = v[0];
		f->has_freq = true;
	} else if (type == GT_V1_TimerGoroutine) {
		if (!GT_TRY_GROW(f->timers, f->timers_cap, f->ntimers + 1))
			return gt_v1_no_memory(s, "timer goroutines");
		f->timers[f->ntimers++] = v[0];
	}
	s->in.p = p;
	return 0;
}

int gt_v1_skip_text(struct gt_v1_scanner *s, const uint8_t *p, uint64_t len, uint64_t record)
{
	if (gt_reader_skip(&s->in, p, len))
		return 0;
	s->in.p = p;
	return gt_error_set(s->err, GT_ERR_CUT, record, "the file ends inside a text of %" PRIu64 " bytes", len);
}

int gt_v1_take_string(struct gt_v1_scanner *s)
{
	uint64_t id, len, record = gt_reader_off(&s->in, s->in.p), text;
	const uint8_t *p = gt_v1_varint(s->in.p + 1, s->in.end, &id);
	int rc = 0;

	if (p)
		p = gt_v1_varint(p, s->in.end, &len);
	if (!p)
		return gt_v1_bad_number(s, s->in.p + 1);
	if (len > GT_V1_MAX_TEXT)
		return gt_error_set(s->err, GT_ERR_CORRUPT, record,
				    "invalid string size %" PRIu64 ", maximum is %d", len, GT_V1_MAX_TEXT);
	text = gt_reader_off(&s->in, p);
	if (id == 0 || len == 0)
		NOTE(s, GT_ERR_CORRUPT, record, "a string has the invalid %s 0", id ? "length" : "id");
	else
		rc = gt_v2_table_add(&s->f->gen.strings, id, text, (uint32_t)len);
	if (rc == GT_ERR_NOMEM)
		return gt_v1_no_memory(s, "the string table");
	if (rc < 0)
		NOTE(s, GT_ERR_CORRUPT, record, "two strings have the same id %" PRIu64, id);
	return gt_v1_skip_text(s, p, len, record);
}

/* Values in [p, stop), none of them longer than 10 bytes; the count, or -1. */
static int64_t count_values(const uint8_t *p, const uint8_t *stop)
{
	int64_t n = 0;
	unsigned run = 0;

	for (; p < stop; p++) {
		if (*p < 0x80) {
			n++;
			run = 0;
		} else if (++run == 10) {
			return -1;
		}
	}
	return run ? -1 : n;
}

static int v1tables_add_stack(struct gt_v1_scanner *s, const uint8_t *p, const uint8_t *stop)
{
	uint64_t id, n, per = s->layout->seq ? 1 : 4;
	int64_t have = count_values(p, stop);
	const uint8_t *frames;

	if (have < 0)
		return gt_v1_bad_number(s, p);
	if (have < 2)
		return gt_v1_wrong_count(s, (unsigned)have, 2);
	frames = gt_v1_varint(gt_v1_varint(p, stop, &id), stop, &n);
	if (n > GT_V1_MAX_FRAMES)
		return STOP(s, GT_ERR_CORRUPT, s->in.p, "invalid stack size %" PRIu64 ", maximum is %d", n,
			    GT_V1_MAX_FRAMES);
	if ((uint64_t)have != 2 + per * n)
		return gt_v1_wrong_count(s, (unsigned)have, (unsigned)(2 + per * n));
	if (id != 0 && n != 0 && gt_v2_table_set(&s->f->gen.stacks, id, gt_reader_off(&s->in, frames), (uint32_t)n) < 0)
		return gt_v1_no_memory(s, "the stack table");
	s->in.p = stop;
	return 0;
}

int gt_v1_take_stack(struct gt_v1_scanner *s, struct gt_v1_form form)
{
	const uint8_t *p = s->in.p + 1, *stop = p;
	uint64_t len;

	if (form.n) {          /* without a length: one or two values, so no frames that could be used */
		for (unsigned i = 0; stop && i < form.n; i++)
			stop = gt_v1_varint(stop, s->in.end, &len);
		return stop ? v1tables_add_stack(s, p, stop) : gt_v1_bad_number(s, p);
	}
	p = gt_v1_varint(p, s->in.end, &len);
	if (!p)
		return gt_v1_bad_number(s, s->in.p + 1);
	if (len > (uint64_t)(s->in.end - p))
		return s->in.left == 0 ? gt_v1_bad_number(s, p)
			      : STOP(s, GT_ERR_CORRUPT, s->in.p, "a stack of %" PRIu64
					" bytes is too long", len);
	return v1tables_add_stack(s, p, p + len);
}

int gt_v1_read_stack(struct gt_source *src, const struct gt_v1_layout *l, struct gt_v2_ref ref,
		     struct gt_v2_frame *out)
{
	uint8_t buf[GT_V1_MAX_FRAMES * 4 * 10];
	size_t per = l->seq ? 1 : 4;
	int64_t got = gt_source_read(src, ref.off, buf, ref.len <= GT_V1_MAX_FRAMES ? ref.len * per * 10 : 0);
	const uint8_t *p = buf, *end;

	if (got < 0)
		return GT_ERR_IO;
	end = buf + got;
	for (unsigned i = 0; i < ref.len; i++) {
		uint64_t v[4] = { 0 };

		for (size_t k = 0; p && k < per; k++)
			p = gt_v1_varint(p, end, &v[k]);
		if (!p)
			return GT_ERR_CUT;
		out[i] = (struct gt_v2_frame){ .pc = v[0], .func = v[1], .file = v[2], .line = v[3] };
	}
	return (int)ref.len;
}
