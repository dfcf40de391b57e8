/* Asking all questions of trace.h and events.h. */
#include "ask.h"

#include <unistd.h>

#include "base/buf.h"
#include "base/checksum.h"
#include "base/os/mapfile.h"
#include "base/xalloc.h"
#include "index/build/worker.h"
#include "index/query/events.h"
#include "index/file/indexfile.h"
#include "index/store/format.h"
#include "index/query/tracks.h"
#include "wire/v2/open.h"

struct ask {
	struct gt_trace *t;
	uint64_t most;           /* rows of a kind */
	int64_t parts;           /* parts of the time */
	uint64_t sum;
};

static uint64_t most(const struct ask *a, uint64_t n)
{
	return n < a->most ? n : a->most;
}

/* n times the d-th part of a time, which can be anything. */
static int64_t proc_row_of(int64_t time, int64_t n, int64_t d)
{
	return (int64_t)((uint64_t)(time / d) * (uint64_t)n);
}

static void ask_stack(struct ask *a, uint32_t stack)
{
	struct gt_frame f;
	uint32_t depth = gt_stack_depth(a->t, stack);

	a->sum += depth;
	for (uint32_t i = 0; i < 3; i++)
		if (gt_stack_frame(a->t, stack, i, &f))
			a->sum += f.pc + f.line;
	if (depth && gt_stack_frame(a->t, stack, depth - 1, &f))
		a->sum += f.func;
}

static void ask_string(struct ask *a, uint32_t row)
{
	size_t len;
	const char *s = gt_trace_string(a->t, row, &len);

	for (size_t i = 0; i < most(a, len); i++)
		a->sum += (uint8_t)s[i];
	if (len)
		a->sum += (uint8_t)s[len - 1];
}

static void ask_slice(struct ask *a, uint32_t id)
{
	struct gt_slice s;
	struct gt_syscall c;
	struct gt_goroutine g;
	uint32_t calls;

	if (!gt_slice_get(a->t, id, &s))
		return;
	ask_stack(a, s.end_stack);
	ask_string(a, s.label);
	ask_string(a, s.reason);
	calls = gt_slice_calls(a->t, &s);
	for (uint32_t i = 0; i < calls && i < 10; i++)
		a->sum += gt_slice_call(a->t, &s, i, &c) ? c.stack : 0;
	a->sum += gt_slice_place(a->t, id) + gt_slice_next_of_g(a->t, id) + gt_slice_get(a->t, s.prev, &s) +
		  gt_goroutine_get(a->t, s.g, &g);
}

static void ask_interval(struct ask *a, uint32_t proc_row, int64_t from, int64_t to)
{
	a->sum += gt_slice_seek(a->t, proc_row, from) + (uint64_t)gt_slices_busy(a->t, proc_row, from, to);
	a->sum += gt_slices_longest(a->t, proc_row, from, to) + gt_slices_dominant(a->t, proc_row, from, to);
	a->sum += gt_proc_thread(a->t, proc_row, from);
}

static void ask_instants(struct ask *a, uint32_t proc_row)
{
	struct gt_instant_row r;

	for (enum gt_instant kind = 0; kind <= GT_INSTANTS; kind++) {
		uint64_t n = gt_instants(a->t, kind, proc_row),
			 k = gt_instant_seek(a->t, kind, proc_row, 1000);

		for (uint64_t i = 0; i < most(a, n); i++)
			a->sum += gt_instant_get(a->t, kind, proc_row, i, &r) ? r.g : 0;
		a->sum += gt_instant_get(a->t, kind, proc_row, k, &r) +
			  gt_instant_get(a->t, kind, proc_row, n - 1, &r);
	}
}

static void ask_calls(struct ask *a, uint32_t proc_row)
{
	uint64_t n = gt_syscalls_of_proc(a->t, proc_row);
	struct gt_syscall c;

	for (uint64_t k = 0; k <= most(a, n); k++)
		if (gt_syscall_get(a->t, proc_row, k, &c))
			a->sum += gt_syscall_seek(a->t, proc_row, c.t0);
}

static void ask_proc(struct ask *a, uint32_t proc_row)
{
	int64_t end = gt_trace_info(a->t)->duration;
	uint64_t n = gt_slices_of_proc(a->t, proc_row);
	struct gt_proc p;

	if (!gt_proc_get(a->t, proc_row, &p))
		return;
	a->sum += p.id + gt_proc_find(a->t, p.id) + gt_proc_by_order(a->t, proc_row);
	for (uint64_t k = 0; k < most(a, n); k++)
		ask_slice(a, gt_slice_of_proc(a->t, proc_row, k));
	ask_slice(a, gt_slice_of_proc(a->t, proc_row, n - 1));
	ask_slice(a, gt_slice_of_proc(a->t, proc_row, n));
	for (int64_t i = 0; i < a->parts; i++)
		ask_interval(a, proc_row, proc_row_of(end, i, a->parts),
			     proc_row_of(end, i + 1 + i % 3, a->parts));
	ask_interval(a, proc_row, INT64_MIN, INT64_MAX);
	ask_interval(a, proc_row, INT64_MAX, INT64_MIN);
	ask_instants(a, proc_row);
	ask_calls(a, proc_row);
}

static void ask_goroutine(struct ask *a, uint32_t row)
{
	struct gt_goroutine g;

	if (!gt_goroutine_get(a->t, row, &g))
		return;
	ask_string(a, g.func);
	ask_stack(a, g.create_stack);
	a->sum += gt_goroutine_find(a->t, g.id, g.create) + gt_goroutine_find(a->t, g.id, INT64_MIN);
	a->sum += gt_goroutine_lives(a->t, g.id) + gt_goroutine_which_life(a->t, row) +
		  gt_goroutine_life(a->t, g.id, gt_goroutine_which_life(a->t, row));
	a->sum += gt_goroutine_slice(a->t, row, 0) + gt_goroutine_slice(a->t, row, g.slices / 2) +
		  gt_goroutine_slice(a->t, row, g.slices - 1) + gt_goroutine_slice(a->t, row, g.slices);
	a->sum += gt_goroutine_seek(a->t, row, g.first_seen) + gt_goroutine_seek(a->t, row, INT64_MAX) +
		  gt_goroutine_seek(a->t, row, INT64_MIN);
	for (int64_t i = 0, end = gt_trace_info(a->t)->duration; i < a->parts; i += 2) {
		int64_t from = proc_row_of(end, i, a->parts), to = proc_row_of(end, 2 * i, a->parts);

		a->sum += (uint64_t)gt_goroutine_busy(a->t, row, from, to) + gt_goroutine_longest(a->t, row, from, to);
	}
	a->sum += gt_goroutine_longest(a->t, row, INT64_MIN, INT64_MAX);
}

static void ask_thread(struct ask *a, uint32_t row)
{
	int64_t end = gt_trace_info(a->t)->duration;
	struct gt_thread_row th;
	struct gt_thread_run r;

	if (!gt_thread_get(a->t, row, &th))
		return;
	a->sum += gt_thread_find(a->t, th.id) + gt_thread_by_order(a->t, row);
	for (uint64_t k = 0; k <= most(a, th.runs); k++)
		a->sum += gt_thread_run_get(a->t, row, k, &r) ? r.longest : 0;
	for (int64_t i = 0; i < a->parts; i += 4) {
		int64_t from = proc_row_of(end, i, a->parts), to = proc_row_of(end, 2 * i, a->parts);

		a->sum += (uint64_t)gt_thread_busy(a->t, row, from, to);
		a->sum += (uint64_t)gt_thread_held(a->t, row, from, to);
		a->sum += gt_thread_longest(a->t, row, from, to) + gt_thread_dominant(a->t, row, from, to) +
			  gt_thread_run_seek(a->t, row, from);
	}
	a->sum += gt_thread_longest(a->t, row, INT64_MIN, INT64_MAX);
}

static void ask_ranges(struct ask *a)
{
	for (enum gt_range kind = 0; kind <= GT_RANGE_ASSIST; kind++) {
		uint64_t n = gt_ranges_of_kind(a->t, kind);

		for (uint64_t k = 0; k <= most(a, n); k++)
			a->sum += gt_range_of_kind(a->t, kind, k);
		a->sum += gt_range_seek(a->t, kind, 0) + gt_range_seek(a->t, kind, INT64_MAX);
	}
}

static void ask_counts(struct ask *a)
{
	int64_t end = gt_trace_info(a->t)->duration;
	uint64_t v[GT_COUNTS];
	struct gt_counts c;

	for (int64_t i = 0; i < a->parts; i += 4) {
		gt_counts_over(a->t, proc_row_of(end, i, a->parts), proc_row_of(end, i + i % 3 * 4, a->parts),
			       &c);
		gt_counts_at(a->t, proc_row_of(end, i, a->parts), v);
		a->sum += c.max[0] + v[0];
	}
	gt_counts_over(a->t, INT64_MIN, INT64_MAX, &c);
	gt_counts_over(a->t, INT64_MAX, INT64_MIN, &c);
	gt_counts_at(a->t, INT64_MAX, v);
}

static void ask_row(struct ask *a, uint64_t i)
{
	struct gt_range_row range;
	struct gt_counter counter;
	struct gt_task task;
	struct gt_region region;
	struct gt_log log;
	struct gt_sample sample;
	char text[64];

	if (gt_range_get(a->t, i, &range))
		ask_stack(a, range.stack);
	if (gt_counter_get(a->t, i, &counter))
		a->sum += gt_counter_seek(a->t, counter.t);
	if (gt_task_get(a->t, i, &task))
		ask_string(a, task.name);
	if (gt_region_get(a->t, i, &region))
		ask_string(a, region.name);
	if (gt_sample_get(a->t, i, &sample))
		ask_stack(a, sample.stack);
	if (gt_log_get(a->t, i, &log))
		a->sum += gt_log_seek(a->t, log.t) + gt_trace_read(a->t, log.msg_off, text, sizeof text);
}

static void ask_event(struct ask *a, struct gt_events *e, uint64_t n)
{
	const struct gt_event *ev;
	struct gt_buf text = { 0 };
	struct gt_event copy;

	if (gt_events_get(e, n, &ev, NULL))
		return;
	copy = *ev;
	ask_stack(a, gt_event_stack(a->t, &copy));
	ask_stack(a, gt_event_stack2(a->t, &copy));
	for (unsigned i = 0; i < copy.nargs; i++)
		if (gt_event_arg_is_string(a->t, &copy, i))
			gt_event_string(a->t, &copy, copy.args[i], &text);
	a->sum += text.len + gt_events_seek(e, copy.time);
	a->sum += gt_event_link(e, n);
	gt_buf_release(&text);
}

static void ask_events(struct ask *a)
{
	uint64_t n = gt_trace_info(a->t)->events;
	struct gt_events *e = gt_events_open(a->t);

	for (uint64_t i = 0; i < most(a, n); i += 1 + most(a, n) / 200)
		ask_event(a, e, i);
	for (int64_t i = 0; i < a->parts && n; i++)
		ask_event(a, e, n / (uint64_t)a->parts * (uint64_t)i);
	ask_event(a, e, n - 1);
	ask_event(a, e, n);
	a->sum += gt_events_seek(e, INT64_MAX) + gt_events_seek(e, INT64_MIN);
	gt_events_close(e);
}

uint64_t ask_some(struct gt_trace *t, uint64_t rows)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	struct ask a = { .t = t, .most = rows, .parts = rows < 32 ? (int64_t)rows + 1 : 32 };
	struct gt_clock c;

	for (uint32_t proc_row = 0; proc_row < most(&a, info->procs); proc_row++)
		ask_proc(&a, proc_row);
	ask_instants(&a, GT_NO_ROW);
	for (uint32_t row = 0; row <= most(&a, gt_threads(t)); row++)
		ask_thread(&a, row);
	ask_counts(&a);
	ask_ranges(&a);
	for (uint32_t row = 0; row < most(&a, info->goroutines); row++)
		ask_goroutine(&a, row);
	for (uint64_t i = 0; i < rows; i++) {
		ask_row(&a, i);
		ask_string(&a, (uint32_t)i);
		ask_stack(&a, (uint32_t)i);
	}
	ask_row(&a, UINT64_MAX);
	ask_string(&a, UINT32_MAX);
	ask_stack(&a, UINT32_MAX);
	a.sum += gt_clock_get(t, 0, &c) + gt_clock_get(t, INT64_MAX, &c);
	ask_events(&a);
	gt_trace_verify(t, NULL);
	return a.sum;
}

uint64_t ask_all(struct gt_trace *t)
{
	return ask_some(t, 2000);
}

/* ---- traces in memory ---- */

int ask_open(struct gt_trace *t, const void *trace, size_t trace_len, const void *index, size_t index_len,
	     struct gt_error *err)
{
	int rc;

	*t = (struct gt_trace){ 0 };
	gt_source_open_mem(&t->src, trace, trace_len, "trace");
	rc = gt_header_read(t->src, &t->header, err);
	if (rc)
		return rc;
	t->info.header = t->header;
	gt_file_open_mem(&t->store.file, index, index_len);
	rc = gt_store_attach(&t->store, NULL, err);
	if (!rc)
		rc = gt_info_read(&t->store.file, &t->info, t->counts, err);
	if (!rc)
		gt_info_refresh(&t->info, &t->store);
	t->info.bytes = trace_len;
	t->info.done = true;
	return rc;
}

void ask_close(struct gt_trace *t)
{
	gt_begins_release(t);
	gt_store_release(&t->store);
	gt_source_close(t->src);
}

void ask_mend(uint8_t *index, size_t n)
{
	uint64_t toc, bytes;

	if (n < GT_HEAD_SIZE)
		return;
	gt_put64(index + GT_HEAD_FILE_SIZE, n);
	toc = gt_get64(index + GT_HEAD_TOC);
	bytes = (uint64_t)gt_get32(index + GT_HEAD_TOC_COUNT) * GT_TOC_SIZE;
	if (toc <= n && bytes <= n - toc)
		gt_put64(index + GT_HEAD_TOC_SUM, gt_checksum(index + toc, (size_t)bytes, 0));
	gt_put64(index + GT_HEAD_SUM, gt_checksum(index, GT_HEAD_SUM, 0));
}

static bool create_in_memory(struct gt_store *s)
{
	gt_store_init(s);
	return gt_file_use_memory(&s->file);
}

/* Who has the index while the builder pauses. */
struct watch {
	struct gt_trace *t;
	ask_look_fn *look;
	void *arg;
};

static void watch_pause(void *arg)
{
	const struct watch *w = arg;

	if (!w->look)
		return;
	gt_store_settle(&w->t->store);
	gt_info_refresh(&w->t->info, &w->t->store);
	w->look(w->arg, w->t);
}

static int watch_resume(void *arg, uint64_t bytes_done, bool news, struct gt_error *err)
{
	(void)bytes_done;
	(void)news;
	(void)err;
	return ((const struct watch *)arg)->t->store.file.rc;
}

/* The index of a trace in memory, in memory; false if it is no trace.  ask_close in any case. */
static bool build(struct gt_trace *t, const void *trace, size_t trace_len, ask_look_fn *look, void *arg)
{
	static const struct gt_build_ops ops = { .pause = watch_pause, .resume = watch_resume };
	struct watch w = { .t = t, .look = look, .arg = arg };
	struct gt_trace_build b = { .store = &t->store, .names = &t->store.names, .info = &t->info,
				    .event_counts = t->counts, .ops = &ops, .arg = &w };
	struct gt_error err = { 0 };

	gt_source_open_mem(&t->src, trace, trace_len, "trace");
	if (gt_header_read(t->src, &t->header, NULL) || !create_in_memory(&t->store))
		return false;
	t->info.header = b.header = t->header;
	t->info.bytes = trace_len;
	b.src = t->src;
	t->info.complete = !gt_build_run(&b, &err);
	t->info.damage = err;
	return !gt_store_finish(&t->store, &t->id, &t->info, t->counts, NULL, NULL, NULL);
}

uint8_t *ask_build(const void *trace, size_t trace_len, size_t *n)
{
	struct gt_trace *t = gt_xcalloc(1, sizeof *t);
	uint8_t *bytes = NULL;

	if (build(t, trace, trace_len, NULL, NULL)) {
		*n = t->store.file.size;
		bytes = memcpy(gt_xmalloc(*n), t->store.file.mem, *n);
	}
	ask_close(t);
	free(t);
	return bytes;
}

void ask_watch(const void *trace, size_t trace_len, ask_look_fn *look, void *arg)
{
	struct gt_trace *t = gt_xcalloc(1, sizeof *t);

	if (build(t, trace, trace_len, look, arg)) {
		gt_info_refresh(&t->info, &t->store);
		t->info.done = true;
		look(arg, t);
	}
	ask_close(t);
	free(t);
}

/* ---- lies ---- */

/* A number of so many bits among others of a packed column, as it is in memory. */
struct number {
	uint8_t *at;
	unsigned bits, shift;
};

static struct number find_number(const uint8_t *numbers, unsigned bits, uint32_t i)
{
	return (struct number){ (uint8_t *)numbers + ((size_t)bits * i >> 3), bits, bits * i & 7 };
}

static uint64_t get_number(const struct number *n)
{
	return gt_get64(n->at) >> n->shift & ((UINT64_C(1) << n->bits) - 1);
}

/* False if it has not enough bits. */
static bool put_number(const struct number *n, uint64_t value)
{
	uint64_t mask = (UINT64_C(1) << n->bits) - 1;

	if (value & ~mask)
		return false;
	gt_put64(n->at, (gt_get64(n->at) & ~(mask << n->shift)) | value << n->shift);
	return true;
}

/* A column of few values: the row's place becomes that of the value if there is one, else the list changes. */
static bool put_value(const uint8_t *block, const uint8_t *column, uint32_t i, uint64_t value)
{
	uint32_t head = gt_get32(column);
	unsigned bits = head >> GT_VALUES_BITS & 63, place_bits = head >> GT_VALUES_PLACE_BITS & 15;
	struct number place = find_number(block + 4 * (size_t)(head & 0xffff), place_bits, i), entry;
	uint32_t places = 0;

	/* Not beyond those that some row has: what follows in the block is no list. */
	for (uint32_t row = 0; row <= i; row++) {
		struct number n = find_number(block + 4 * (size_t)(head & 0xffff), place_bits, row);

		places = get_number(&n) >= places ? (uint32_t)get_number(&n) + 1 : places;
	}
	for (uint32_t p = 0; p < places; p++) {
		entry = find_number(column + GT_VALUES_SIZE, bits, p);
		if (get_number(&entry) == value)
			return put_number(&place, p);
	}
	entry = find_number(column + GT_VALUES_SIZE, bits, (uint32_t)get_number(&place));
	return put_number(&entry, value);
}

bool ask_put(const struct gt_bview *v, unsigned c, uint32_t i, uint64_t value)
{
	const uint8_t *head = v->in.heads + (size_t)GT_COLUMN_SIZE * c;
	const uint8_t *rows = v->in.block + 4 * (size_t)gt_get16(head + GT_COLUMN_AT);
	uint32_t bits = head[GT_COLUMN_BITS], kind = head[GT_COLUMN_KIND];
	uint64_t old = gt_bview_get(v, c, i);
	struct number n;

	if (kind == GT_KIND_VALUES)
		return put_value(v->in.block, rows, i, value - gt_get64(head + GT_COLUMN_BASE));
	if (kind & ~(unsigned)GT_KIND_STRIPS || (!kind && !bits))
		return false;
	if (kind) {
		uint32_t strip = gt_get16(rows + (size_t)GT_STRIP_SIZE * (i / GT_STRIP_ROWS));

		rows += 4 * (size_t)(strip >> GT_STRIP_AT);
		bits = strip & 63;
		i %= GT_STRIP_ROWS;
	}
	n = find_number(rows, bits, i);
	/* What is there and what the two bases are together follows from the value before. */
	return put_number(&n, value - (old - get_number(&n)));
}

bool ask_make_circle(const struct gt_trace *t, uint32_t row)
{
	struct gt_goroutine g;
	struct gt_slice last;
	struct gt_bview v;

	if (!gt_goroutine_get(t, row, &g) || !gt_slice_get(t, g.last_slice, &last) || last.prev == GT_NO_ROW ||
	    !gt_bview_block(&t->store.tables[GT_T_SLICES], last.prev >> GT_BLOCK_SHIFT, &v))
		return false;
	return ask_put(&v, GT_COL(slice, prev), last.prev & (GT_BLOCK_ROWS - 1),
		       gt_prev_distance(last.prev, g.last_slice));
}

uint64_t ask_claim_slices(const struct gt_trace *t, uint32_t row)
{
	const uint8_t *head;
	struct gt_bview v;
	unsigned bits;
	uint64_t most;

	if (!gt_bview_block(&t->store.tables[GT_T_GOROUTINES], row >> GT_BLOCK_SHIFT, &v))
		return 0;
	head = v.in.heads + (size_t)GT_COLUMN_SIZE * GT_COL(goroutine, slices);
	bits = head[GT_COLUMN_BITS];
	if (head[GT_COLUMN_KIND] == GT_KIND_VALUES)
		bits = gt_get32(v.in.block + 4 * (size_t)gt_get16(head + GT_COLUMN_AT)) >> GT_VALUES_BITS & 63;
	most = gt_get64(head) + ((UINT64_C(1) << bits) - 1);
	return ask_put(&v, GT_COL(goroutine, slices), row & (GT_BLOCK_ROWS - 1), most) ? most : 0;
}
