/* A profile in the format of pprof: a protobuf, packed by gzip (github.com/google/pprof, proto/profile.proto). */
#include <string.h>

#include "analysis/stacks/stacktext.h"
#include "base/strtab.h"
#include "base/sat.h"
#include "base/utf8.h"
#include "format/parquet/pack.h"
#include "format/profile.h"

/* Numbers of fields. */
enum {
	PROFILE_SAMPLE_TYPE = 1, PROFILE_SAMPLE = 2, PROFILE_LOCATION = 4, PROFILE_FUNCTION = 5, PROFILE_STRINGS = 6,
	PROFILE_DURATION = 10, PROFILE_PERIOD_TYPE = 11, PROFILE_PERIOD = 12,
	TYPE_TYPE = 1, TYPE_UNIT = 2,
	SAMPLE_LOCATIONS = 1, SAMPLE_VALUES = 2, SAMPLE_LABEL = 3, LABEL_KEY = 1, LABEL_TEXT = 2,
	LOCATION_ID = 1, LOCATION_ADDRESS = 3, LOCATION_LINE = 4, LINE_FUNCTION = 1, LINE_LINE = 2,
	FUNCTION_ID = 1, FUNCTION_NAME = 2, FUNCTION_SYSTEM_NAME = 3, FUNCTION_FILE = 4,
};

struct pprof {
	const struct gt_trace *t;
	struct gt_strtab strings;     /* as the file numbers them */
	struct gt_buf out, message, part, text;
	uint32_t nfunctions, nlocations;
	struct gt_map by_string;      /* string row of t -> its number in the file */
	struct gt_map by_function;    /* strings of function, file -> id */
	struct gt_map by_pc;          /* of frames without a name */
	struct gt_map by_line;        /* function id, line -> location id */
	struct gt_map by_kind;        /* of critpath -> location id */
};

/* ---- protobuf ---- */

static void put_number(struct gt_buf *b, uint64_t v)
{
	for (; v >= 0x80; v >>= 7)
		gt_buf_putc(b, (char)(v | 0x80));
	gt_buf_putc(b, (char)v);
}

static void put_field(struct gt_buf *b, unsigned field, uint64_t v)
{
	put_number(b, field << 3);
	put_number(b, v);
}

static void put_bytes(struct gt_buf *b, unsigned field, const char *s, size_t n)
{
	put_number(b, field << 3 | 2);
	put_number(b, n);
	gt_buf_add(b, s, n);
}

/* p->message becomes a field of the profile. */
static void end_message(struct pprof *p, unsigned field)
{
	put_bytes(&p->out, field, gt_buf_str(&p->message), p->message.len);
	gt_buf_reset(&p->message);
}

/* ---- tables ---- */

static uint32_t pprof_word(struct pprof *p, const char *s)
{
	return gt_strtab_add(&p->strings, s, strlen(s));
}

/* Names are printed by other programs: what could move a terminal's cursor is escaped. */
static uint32_t string_of(struct pprof *p, uint32_t row)
{
	uint32_t at = gt_map_get(&p->by_string, row);
	const char *s;
	size_t n;

	if (at != GT_MAP_NONE)
		return at;
	s = gt_trace_string(p->t, row, &n);
	gt_buf_reset(&p->text);
	gt_text_escape(&p->text, s, n);
	at = gt_strtab_add(&p->strings, gt_buf_str(&p->text), p->text.len);
	gt_map_put(&p->by_string, row, at);
	return at;
}

static uint32_t function_of(struct pprof *p, const struct gt_frame *f)
{
	struct gt_map *map = f->func ? &p->by_function : &p->by_pc;
	uint32_t name = f->func ? string_of(p, f->func) : 0, file = f->file ? string_of(p, f->file) : 0;
	uint64_t key = f->func ? (uint64_t)name << 32 | file : f->pc;
	bool added = false;
	uint32_t id = gt_map_get_or_put(map, key, p->nfunctions + 1, &added);

	if (!added)
		return id;
	p->nfunctions++;
	if (!f->func) {
		gt_buf_reset(&p->text);
		gt_frame_pc_text(&p->text, f);
		name = pprof_word(p, gt_buf_str(&p->text));
	}
	put_field(&p->message, FUNCTION_ID, id);
	put_field(&p->message, FUNCTION_NAME, name);
	put_field(&p->message, FUNCTION_SYSTEM_NAME, name);
	put_field(&p->message, FUNCTION_FILE, file);
	end_message(p, PROFILE_FUNCTION);
	return id;
}

static uint32_t location_of(struct pprof *p, const struct gt_frame *f)
{
	uint32_t function = function_of(p, f), line = f->line < INT32_MAX ? (uint32_t)f->line : INT32_MAX;
	bool added = false;
	uint32_t id = gt_map_get_or_put(&p->by_line, (uint64_t)function << 32 | line, p->nlocations + 1, &added);

	if (!added)
		return id;
	p->nlocations++;
	gt_buf_reset(&p->part);
	put_field(&p->part, LINE_FUNCTION, function);
	put_field(&p->part, LINE_LINE, line);
	put_field(&p->message, LOCATION_ID, id);
	put_field(&p->message, LOCATION_ADDRESS, f->pc);
	put_bytes(&p->message, LOCATION_LINE, gt_buf_str(&p->part), p->part.len);
	end_message(p, PROFILE_LOCATION);
	return id;
}

/* A function that stands for a kind of segments. */
static uint32_t kind_location(struct pprof *p, const struct gt_profile_stack *s)
{
	bool added = false;
	uint32_t id = gt_map_get_or_put(&p->by_kind, s->kind, p->nlocations + 1, &added), name;

	if (!added)
		return id;
	p->nlocations++;
	name = pprof_word(p, gt_profile_stack_kind(s));
	put_field(&p->message, FUNCTION_ID, ++p->nfunctions);
	put_field(&p->message, FUNCTION_NAME, name);
	put_field(&p->message, FUNCTION_SYSTEM_NAME, name);
	end_message(p, PROFILE_FUNCTION);
	gt_buf_reset(&p->part);
	put_field(&p->part, LINE_FUNCTION, p->nfunctions);
	put_field(&p->message, LOCATION_ID, id);
	put_bytes(&p->message, LOCATION_LINE, gt_buf_str(&p->part), p->part.len);
	end_message(p, PROFILE_LOCATION);
	return id;
}

/* ---- samples ---- */

static void add_frames(struct pprof *p, struct gt_buf *ids, uint32_t stack, bool outermost_first)
{
	uint32_t n = stack ? gt_stack_depth(p->t, stack) : 0;
	struct gt_frame f;

	for (uint32_t i = 0; i < n; i++)
		if (gt_stack_frame(p->t, stack, outermost_first ? n - 1 - i : i, &f))
			put_number(ids, location_of(p, &f));
}

/* By which pprof knows what is taken away: percentages are of it. */
static void add_base_label(struct pprof *p)
{
	gt_buf_reset(&p->part);
	put_field(&p->part, LABEL_KEY, pprof_word(p, "pprof::base"));
	put_field(&p->part, LABEL_TEXT, pprof_word(p, "true"));
	put_bytes(&p->message, SAMPLE_LABEL, gt_buf_str(&p->part), p->part.len);
}

/* The innermost frame comes first; the waker's stand inside of the waiter's. */
static void add_sample(struct pprof *p, const struct gt_profiled *of, const struct gt_profile_stack *s)
{
	struct gt_buf ids = { 0 }, values = { 0 };

	if (s->waker) {
		struct gt_frame between = { .func = 0 };

		add_frames(p, &ids, s->waker, true);
		put_number(&ids, location_of(p, &between));
	}
	add_frames(p, &ids, s->stack, false);
	if (s->kind)
		put_number(&ids, kind_location(p, s));
	put_number(&values, of->old ? -s->count : s->count);
	if (of->p->kind != GT_PROFILE_CPU)
		put_number(&values, of->old ? -(uint64_t)s->ns : (uint64_t)s->ns);
	put_bytes(&p->message, SAMPLE_LOCATIONS, gt_buf_str(&ids), ids.len);
	put_bytes(&p->message, SAMPLE_VALUES, gt_buf_str(&values), values.len);
	if (of->old)
		add_base_label(p);
	end_message(p, PROFILE_SAMPLE);
	gt_buf_release(&ids);
	gt_buf_release(&values);
}

static void add_type(struct pprof *p, unsigned field, const char *type, const char *unit)
{
	put_field(&p->message, TYPE_TYPE, pprof_word(p, type));
	put_field(&p->message, TYPE_UNIT, pprof_word(p, unit));
	end_message(p, field);
}

static void add_types(struct pprof *p, enum gt_profile_kind kind)
{
	if (kind == GT_PROFILE_CPU) {
		add_type(p, PROFILE_SAMPLE_TYPE, "samples", "count");
	} else if (kind == GT_PROFILE_CRITPATH) {
		add_type(p, PROFILE_SAMPLE_TYPE, "segments", "count");
		add_type(p, PROFILE_SAMPLE_TYPE, "time", "nanoseconds");
	} else {
		add_type(p, PROFILE_SAMPLE_TYPE, "contentions", "count");
		add_type(p, PROFILE_SAMPLE_TYPE, "delay", "nanoseconds");
	}
	add_type(p, PROFILE_PERIOD_TYPE, "trace", "count");
	put_field(&p->out, PROFILE_PERIOD, 1);
}

static void add_profile(struct pprof *p, const struct gt_profiled *of)
{
	p->t = of->t;
	gt_map_clear(&p->by_string);
	for (size_t i = 0; i < of->p->n; i++)
		add_sample(p, of, &of->p->stacks[i]);
}

static void put_profiles(struct pprof *p, const struct gt_profiled *parts, size_t n)
{
	int64_t duration = 0;

	add_types(p, parts->p->kind);
	for (size_t i = 0; i < n; i++)
		gt_sat_grow(&duration, gt_trace_info(parts[i].t)->duration);
	put_field(&p->out, PROFILE_DURATION, (uint64_t)duration);
	for (size_t i = 0; i < n; i++)
		add_profile(p, &parts[i]);
	for (uint32_t i = 0; i < p->strings.count; i++) {
		size_t len;
		const char *s = gt_strtab_get(&p->strings, i, &len);

		put_bytes(&p->out, PROFILE_STRINGS, s, len);
	}
}

int gt_profile_pprof_both(struct gt_buf *out, const struct gt_profiled *parts, size_t n, struct gt_error *err)
{
	struct pprof p = { .nlocations = 0 };
	int rc;

	gt_strtab_init(&p.strings);
	gt_map_init(&p.by_string);
	gt_map_init(&p.by_function);
	gt_map_init(&p.by_pc);
	gt_map_init(&p.by_line);
	gt_map_init(&p.by_kind);
	put_profiles(&p, parts, n);
	rc = gt_pack_gzip(out, gt_buf_str(&p.out), p.out.len, err);
	gt_buf_release(&p.out);
	gt_strtab_release(&p.strings);
	gt_buf_release(&p.message);
	gt_buf_release(&p.part);
	gt_buf_release(&p.text);
	gt_map_release(&p.by_string);
	gt_map_release(&p.by_function);
	gt_map_release(&p.by_pc);
	gt_map_release(&p.by_line);
	gt_map_release(&p.by_kind);
	return rc;
}

int gt_profile_pprof(struct gt_buf *out, const struct gt_trace *t, const struct gt_profile *p, struct gt_error *err)
{
	const struct gt_profiled part = { .t = t, .p = p };

	return gt_profile_pprof_both(out, &part, 1, err);
}
