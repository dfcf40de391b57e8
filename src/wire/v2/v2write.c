/* The v2 writer: open batches, tables of what is used, generations. */
#include "wire/v2/v2write.h"

#include <assert.h>
#include <string.h>

#include "base/buf.h"
#include "base/varint.h"
#include "base/xalloc.h"
#include "wire/v2/v2cursor.h"

#define HEAD_MAX (2 + 4 * GT_VARINT_MAX)

void gt_v2_writer_init(struct gt_v2_writer *w, struct gt_buf *out, int minor)
{
	*w = (struct gt_v2_writer){ .out = out, .minor = minor };
	gt_map_init(&w->by_m);
	gt_strtab_init(&w->strings);
	gt_strtab_init(&w->stacks);
	gt_buf_printf(out, "go 1.%d trace", minor);
	gt_buf_fill(out, '\0', 3);
}

void gt_v2_writer_release(struct gt_v2_writer *w)
{
	for (size_t i = 0; i < w->nbatches; i++)
		free(w->batches[i].bytes);
	free(w->batches);
	free(w->samples.bytes);
	gt_map_release(&w->by_m);
	gt_strtab_release(&w->strings);
	gt_strtab_release(&w->stacks);
	*w = (struct gt_v2_writer){ 0 };
}

/* ---- batches ---- */

/* exp: of an experiment, 0: none. */
static void put_batch(struct gt_v2_writer *w, uint8_t exp, uint64_t m, uint64_t time, const void *bytes, size_t n)
{
	uint8_t head[HEAD_MAX], *p = head;

	*p++ = exp ? GT_V2_ExperimentalBatch : GT_V2_EventBatch;
	if (exp)
		*p++ = exp;
	p += gt_varint_put(p, w->gen);
	p += gt_varint_put(p, m);
	p += gt_varint_put(p, time);
	p += gt_varint_put_padded(p, n);
	gt_buf_add(w->out, head, (size_t)(p - head));
	gt_buf_add(w->out, bytes, n);
}

static void v2write_close(struct gt_v2_writer *w, struct gt_v2_open_batch *b)
{
	if (b->len)
		put_batch(w, 0, b->m, b->time, b->bytes, b->len);
	w->open -= b->len;
	b->len = 0;
}

static void close_batches(struct gt_v2_writer *w)
{
	for (size_t i = 0; i < w->nbatches; i++)
		v2write_close(w, &w->batches[i]);
	v2write_close(w, &w->samples);
}

/* A place for n more bytes of a batch; it begins with `first` if that is no 0. */
static uint8_t *batch_room(struct gt_v2_writer *w, struct gt_v2_open_batch *b, uint64_t time, size_t n, uint8_t first)
{
	if (b->len + n > GT_V2_MAX_BATCH)
		v2write_close(w, b);
	if (w->open > GT_V2_WRITE_OPEN)
		close_batches(w);
	GT_GROW(b->bytes, b->cap, b->len + n + 1);
	if (!b->len) {
		b->time = b->last = time;
		if (first)
			b->bytes[b->len++] = first;
		w->open += b->len;
	}
	return b->bytes + b->len;
}

static void batch_took(struct gt_v2_writer *w, struct gt_v2_open_batch *b, const uint8_t *end)
{
	size_t len = (size_t)(end - b->bytes);

	w->open += len - b->len;
	b->len = len;
}

static struct gt_v2_open_batch *batch_of(struct gt_v2_writer *w, uint64_t m)
{
	bool added;
	uint32_t i = gt_map_get_or_put(&w->by_m, m, (uint32_t)w->nbatches, &added);

	if (added) {
		GT_GROW(w->batches, w->batches_cap, w->nbatches + 1);
		w->batches[w->nbatches++] = (struct gt_v2_open_batch){ .m = m };
	}
	return &w->batches[i];
}

/* The base of a batch: readers count in double, which has not each number from 2^53 on. */
static uint64_t base_time(uint64_t time)
{
	return time >> 53 ? time & ~UINT64_C(2047) : time;
}

void gt_v2_write_event(struct gt_v2_writer *w, uint64_t m, uint64_t time, unsigned type, const uint64_t *args)
{
	struct gt_v2_open_batch *b = batch_of(w, m);
	uint8_t *p = batch_room(w, b, base_time(time), GT_V2_RECORD_MAX, 0);

	assert(type < GT_V2_TYPES && gt_v2_timed_args[type]);
	*p++ = (uint8_t)type;
	p += gt_varint_put(p, time > b->last ? time - b->last : 0);
	for (unsigned i = 1; i < gt_v2_timed_args[type]; i++)
		p += gt_varint_put(p, args[i - 1]);
	b->last = time > b->last ? time : b->last;
	batch_took(w, b, p);
}

void gt_v2_write_sample(struct gt_v2_writer *w, uint64_t time, uint64_t m, uint64_t p, uint64_t g, uint64_t stack)
{
	const uint64_t values[] = { time, m, p, g == GT_V2_NONE ? 0 : g, stack };
	uint8_t *at;

	w->samples.m = GT_V2_NONE;
	at = batch_room(w, &w->samples, w->start, GT_V2_RECORD_MAX, GT_V2_CPUSamples);
	*at++ = GT_V2_CPUSample;
	for (size_t i = 0; i < GT_COUNT(values); i++)
		at += gt_varint_put(at, values[i]);
	batch_took(w, &w->samples, at);
}

void gt_v2_write_experiment(struct gt_v2_writer *w, uint8_t exp, uint64_t m, uint64_t time, const void *bytes,
			    size_t n)
{
	assert(exp && n <= GT_V2_MAX_BATCH);
	put_batch(w, exp, m, time, bytes, n);
}

/* ---- tables ---- */

uint64_t gt_v2_write_string(struct gt_v2_writer *w, const char *text, size_t n)
{
	return gt_strtab_add(&w->strings, text, n < GT_V2_MAX_STRING ? n : GT_V2_MAX_STRING);
}

uint64_t gt_v2_write_stack(struct gt_v2_writer *w, const struct gt_v2_frame *frames, unsigned n)
{
	uint8_t bytes[GT_VARINT_MAX * (1 + 4 * GT_V2_MAX_FRAMES)], *p = bytes;

	if (n > GT_V2_MAX_FRAMES)
		n = GT_V2_MAX_FRAMES;
	p += n ? gt_varint_put(p, n) : 0;
	for (unsigned i = 0; i < n; i++) {
		p += gt_varint_put(p, frames[i].pc);
		p += gt_varint_put(p, frames[i].func);
		p += gt_varint_put(p, frames[i].file);
		p += gt_varint_put(p, frames[i].line);
	}
	return gt_strtab_add(&w->stacks, bytes, (size_t)(p - bytes));
}

/* A table in as few batches as it fits in.  with_length: the length of a record's bytes stands before them. */
static void put_table(struct gt_v2_writer *w, const struct gt_strtab *t, uint8_t first, uint8_t type, bool with_length)
{
	struct gt_v2_open_batch b = { .m = GT_V2_NONE };

	for (uint32_t id = 1; id < t->count; id++) {
		uint8_t head[1 + 2 * GT_VARINT_MAX], *p = head, *to;
		size_t n;
		const char *bytes = gt_strtab_get(t, id, &n);

		*p++ = type;
		p += gt_varint_put(p, id);
		p += with_length ? gt_varint_put(p, n) : 0;
		to = batch_room(w, &b, w->start, (size_t)(p - head) + n, first);
		memcpy(to, head, (size_t)(p - head));
		memcpy(to + (p - head), bytes, n);
		batch_took(w, &b, to + (p - head) + n);
	}
	v2write_close(w, &b);
	free(b.bytes);
}

/* ---- generations ---- */

static void v2write_clock(struct gt_v2_writer *w, const struct gt_v2_gen_start *start)
{
	uint8_t bytes[3 + 5 * GT_VARINT_MAX], *p = bytes;

	if (w->minor >= 25)
		*p++ = GT_V2_Sync;
	*p++ = GT_V2_Frequency;
	p += gt_varint_put(p, start->freq);
	if (w->minor >= 25) {
		*p++ = GT_V2_ClockSnapshot;
		p += gt_varint_put(p, start->time - w->start + start->clock_dt);
		p += gt_varint_put(p, start->mono);
		p += gt_varint_put(p, start->sec);
		p += gt_varint_put(p, start->nsec);
	}
	put_batch(w, 0, GT_V2_NONE, w->start, bytes, (size_t)(p - bytes));
}

void gt_v2_write_gen(struct gt_v2_writer *w, const struct gt_v2_gen_start *start)
{
	w->gen = start->gen;
	w->start = base_time(start->time);
	v2write_clock(w, start);
}

void gt_v2_write_gen_end(struct gt_v2_writer *w)
{
	close_batches(w);
	put_table(w, &w->stacks, GT_V2_Stacks, GT_V2_Stack, false);
	put_table(w, &w->strings, GT_V2_Strings, GT_V2_String, true);
	if (w->minor >= 26)
		gt_buf_putc(w->out, (char)GT_V2_EndOfGeneration);
	for (size_t i = 0; i < w->nbatches; i++)
		free(w->batches[i].bytes);
	w->nbatches = 0;
	gt_map_clear(&w->by_m);
	gt_strtab_release(&w->strings);
	gt_strtab_release(&w->stacks);
	gt_strtab_init(&w->strings);
	gt_strtab_init(&w->stacks);
}
