/* Instants on the timeline: what happened at one moment, on a P or in the runtime. */
#include "ui/lanes/instants.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/human.h"
#include "base/xalloc.h"

/* So many have a line each. */
#define TOLD 4

/* And so many named on one line. */
#define NAMED 3

const struct gt_tl_instant_kind gt_tl_instant_kinds[GT_TL_INSTANTS] = {
	[GT_INSTANT_UNBLOCK] = { 'u', GT_ROLE_RUNNABLE, "unblock", "unblock", "unblocks", "woke", true },
	[GT_INSTANT_CREATE] = { 'c', GT_ROLE_RUNNING, "create", "creation", "creations", "of", true },
	[GT_INSTANT_PREEMPT] = { 'p', GT_ROLE_WARNING, "preempt", "preemption", "preemptions", "stopped", true },
	[GT_INSTANT_ASSIST] = { 'a', GT_ROLE_GC, "assist", "mark assist", "mark assists", "by", true },
	[GT_INSTANT_LOG] = { 'l', GT_ROLE_MARKER, "log", "log", "logs", "by", true },
	[GT_INSTANT_SAMPLE] = { 'x', GT_ROLE_DIM, "sample", "CPU sample", "CPU samples", "of", true },
	[GT_INSTANT_NETWORK] = { 'n', GT_ROLE_CHART1, "network", "wake-up by the network",
				 "wake-ups by the network", "woke", false },
	[GT_INSTANT_TIMER] = { 't', GT_ROLE_CHART2, "timer", "wake-up by a timer", "wake-ups by timers", "woke",
			       false },
	[GT_INSTANT_SYSCALL] = { 'r', GT_ROLE_CHART3, "call", "return from a call", "returns from calls",
				 "ready:", false },
	[GT_TL_CALL] = { 's', GT_ROLE_SYSCALL, "syscall", "system call", "system calls", "by", true },
};

const uint8_t gt_tl_instant_order[] = {
	GT_INSTANT_LOG, GT_INSTANT_ASSIST, GT_INSTANT_PREEMPT, GT_INSTANT_CREATE, GT_TL_CALL, GT_INSTANT_UNBLOCK,
	GT_INSTANT_SAMPLE,
};
const size_t gt_tl_instant_ordered = GT_COUNT(gt_tl_instant_order);

/* ---- asking ---- */

/* As gt_instants, gt_instant_seek and gt_instant_get, for calls too. */
static uint64_t tl_instants(const struct gt_trace *t, unsigned kind, uint32_t proc_row)
{
	return kind == GT_TL_CALL ? gt_syscalls_of_proc(t, proc_row)
				  : gt_instants(t, (enum gt_instant)kind, proc_row);
}

static uint64_t tl_instant_seek(const struct gt_trace *t, unsigned kind, uint32_t proc_row, int64_t time)
{
	if (kind == GT_TL_CALL)
		return gt_syscall_seek(t, proc_row, time);
	return gt_instant_seek(t, (enum gt_instant)kind, proc_row, time);
}

static bool tl_instant_get(const struct gt_trace *t, unsigned kind, uint32_t proc_row, uint64_t k,
			   struct gt_instant_row *r)
{
	struct gt_syscall c;

	if (kind != GT_TL_CALL)
		return gt_instant_get(t, (enum gt_instant)kind, proc_row, k, r);
	if (!gt_syscall_get(t, proc_row, k, &c))
		return false;
	*r = (struct gt_instant_row){ .t = c.t0, .g = c.g };
	return true;
}

/* From one that is there to the first beyond its column: costs the columns that have any, not the instants. */
void gt_tl_instants_count(const struct gt_trace *t, unsigned kind, uint32_t proc_row,
			  const struct gt_window *w, int cols, uint32_t *counts)
{
	struct gt_instant_row r;
	uint64_t k, next;

	assert(kind < GT_TL_INSTANTS);
	if (tl_instants(t, kind, proc_row) == 0)
		return;
	k = tl_instant_seek(t, kind, proc_row, w->t0);
	while (tl_instant_get(t, kind, proc_row, k, &r) && gt_window_shows(w, r.t)) {
		int x = gt_window_column(w, cols, r.t);

		next = tl_instant_seek(t, kind, proc_row, gt_window_end(w, cols, x));
		if (next <= k)
			next = k + 1;
		counts[x] += next - k > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uint32_t)(next - k);
		k = next;
	}
}

/* ---- the line under a P ---- */

struct cell {
	uint32_t all;
	uint32_t g;          /* a slice begins: who woke its goroutine */
	uint8_t kind;
	bool woken;          /* so it is g, not `kind` */
};

static const struct gt_tl_instant_kind woken = { .sign = 'w', .role = GT_ROLE_RUNNABLE, .brief = "woken by" };

static void instants_count(const struct gt_trace *t, uint32_t proc_row, const struct gt_window *w, int cols,
		      struct cell *cells)
{
	uint32_t *counts = gt_xcalloc((size_t)cols + 1, sizeof *counts);

	for (size_t i = gt_tl_instant_ordered; i-- > 0;) {
		for (int x = 0; x < cols; x++)
			counts[x] = 0;
		gt_tl_instants_count(t, gt_tl_instant_order[i], proc_row, w, cols, counts);
		for (int x = 0; x < cols; x++) {
			if (!counts[x])
				continue;
			cells[x].all += cells[x].all + counts[x] < counts[x] ? 0 : counts[x];
			cells[x].kind = gt_tl_instant_order[i];
		}
	}
	free(counts);
}

/* Where a slice begins and nothing else is: who woke its goroutine. */
static void instants_find_wakers(const struct gt_trace *t, uint32_t proc_row, const struct gt_window *w, int cols,
			struct cell *cells)
{
	uint64_t k, n = gt_slices_within(t, proc_row, w->t0, w->t0 + w->span, &k);
	struct gt_slice s;

	for (uint64_t end = k + n; k < end && gt_slice_get(t, gt_slice_of_proc(t, proc_row, k), &s); k++) {
		int x = gt_window_shows(w, s.t0) ? gt_window_column(w, cols, s.t0) : -1;

		if (x >= 0 && s.waker != GT_NO_ROW && !cells[x].all)
			cells[x] = (struct cell){ .all = 1, .g = s.waker, .woken = true };
	}
}

/* The goroutine that one instant in column x is about, where n columns have room for it. */
static void name_instant(const struct gt_trace *t, uint32_t proc_row, const struct gt_window *w,
			 const struct gt_canvas *row, const struct cell *cells, int x)
{
	struct gt_instant_row r = { .g = cells[x].g };
	struct gt_buf name = { 0 };
	struct gt_goroutine g;
	int room = 0;

	while (x + 1 + room < row->cols && !cells[x + 1 + room].all)
		room++;
	if (!cells[x].woken &&
	    !tl_instant_get(t, cells[x].kind, proc_row,
			    tl_instant_seek(t, cells[x].kind, proc_row, gt_window_start(w, row->cols, x)), &r))
		return;
	if (!gt_goroutine_get(t, r.g, &g))
		return;
	gt_buf_printf(&name, "G%" PRIu64, g.id);
	if ((int)name.len < room)
		gt_canvas_text(row, 0, x + 1, GT_ROLE_DIM, gt_buf_str(&name));
	gt_buf_release(&name);
}

void gt_tl_instants_draw(const struct gt_trace *t, uint32_t proc_row, const struct gt_window *w,
			 const struct gt_canvas *row, bool close)
{
	struct cell *cells = gt_xcalloc((size_t)row->cols + 1, sizeof *cells);

	instants_count(t, proc_row, w, row->cols, cells);
	if (close)
		instants_find_wakers(t, proc_row, w, row->cols, cells);
	for (int x = 0; x < row->cols; x++) {
		const struct gt_tl_instant_kind *kind = cells[x].woken ? &woken : &gt_tl_instant_kinds[cells[x].kind];
		char sign[2] = { cells[x].all > 1 ? (char)toupper((unsigned char)kind->sign) : kind->sign, 0 };

		if (!cells[x].all)
			continue;
		gt_canvas_text(row, 0, x, kind->role, sign);
		if (close && cells[x].all == 1)
			name_instant(t, proc_row, w, row, cells, x);
	}
	free(cells);
}

void gt_tl_instants_legend(struct gt_buf *out, bool close)
{
	for (size_t i = 0; i < gt_tl_instant_ordered; i++) {
		const struct gt_tl_instant_kind *kind = &gt_tl_instant_kinds[gt_tl_instant_order[i]];

		gt_buf_printf(out, "%s%c %s", i ? "  " : "", kind->sign, kind->brief);
	}
	if (close)
		gt_buf_printf(out, "  %c %s", woken.sign, woken.brief);
	gt_buf_puts(out, "  L A P... several");
}

/* ---- telling ---- */

/* Whose it is; of a log its category and message, too. */
static void put_instant(const struct gt_trace *t, unsigned kind, const struct gt_instant_row *r, struct gt_buf *out)
{
	uint64_t i = kind == GT_INSTANT_LOG ? gt_log_seek(t, r->t) : 0;
	struct gt_log log;
	const char *s;
	char msg[80];
	size_t n;

	gt_goroutine_title(out, t, r->g);
	if (kind != GT_INSTANT_LOG)
		return;
	while (gt_log_get(t, i, &log) && log.t == r->t && log.g != r->g)
		i++;
	if (!gt_log_get(t, i, &log) || log.t != r->t)
		return;
	s = gt_trace_string(t, log.category, &n);
	gt_buf_puts(out, ": ");
	gt_buf_add(out, s, n);
	gt_buf_puts(out, n ? ": " : "");
	n = gt_trace_read(t, log.msg_off, msg, log.msg_len < sizeof msg ? log.msg_len : sizeof msg);
	gt_buf_add(out, msg, n);
	gt_buf_puts(out, log.msg_len > n ? "…" : "");
}

void gt_tl_instants_tell_kind(const struct gt_trace *t, unsigned kind, uint32_t proc_row, int64_t a,
			      int64_t b, struct gt_detail *d)
{
	const struct gt_tl_instant_kind *info = &gt_tl_instant_kinds[kind];
	uint64_t k = tl_instant_seek(t, kind, proc_row, a), end = tl_instant_seek(t, kind, proc_row, b),
		 n = end - k;
	struct gt_buf text = { 0 };
	struct gt_instant_row r;

	if (end <= k)
		return;
	gt_detail_add(d, GT_ROLE_LABEL, "%" PRIu64 " %s", n, n == 1 ? info->one : info->many);
	for (; k < end && end - k + TOLD > n && tl_instant_get(t, kind, proc_row, k, &r); k++) {
		gt_buf_reset(&text);
		put_instant(t, kind, &r, &text);
		gt_detail_add(d, GT_ROLE_NORMAL, "  %s  %s %.*s", gt_time_text(r.t).s, info->about, (int)text.len,
			      gt_buf_str(&text));
	}
	if (k < end)
		gt_detail_add(d, GT_ROLE_DIM, "  and %" PRIu64 " more", end - k);
	gt_buf_release(&text);
}

/* A line for all of a kind: below it comes the slice. */
static void tell_in_short(const struct gt_trace *t, unsigned kind, uint32_t proc_row, int64_t a, int64_t b,
			  struct gt_detail *d)
{
	const struct gt_tl_instant_kind *info = &gt_tl_instant_kinds[kind];
	uint64_t k = tl_instant_seek(t, kind, proc_row, a), end = tl_instant_seek(t, kind, proc_row, b),
		 n = end - k;
	struct gt_buf text = { 0 };
	struct gt_instant_row r;

	if (end <= k)
		return;
	for (uint64_t i = 0; i < n && i < NAMED && tl_instant_get(t, kind, proc_row, k + i, &r); i++) {
		gt_buf_puts(&text, i ? ", " : "");
		put_instant(t, kind, &r, &text);
	}
	gt_detail_add(d, GT_ROLE_NORMAL, "%" PRIu64 " %s, %s %.*s%s", n, n == 1 ? info->one : info->many, info->about,
		      (int)text.len, gt_buf_str(&text), n > NAMED ? " …" : "");
	gt_buf_release(&text);
}

void gt_tl_instants_tell(const struct gt_trace *t, uint32_t proc_row, int64_t a, int64_t b,
			 struct gt_detail *d)
{
	for (size_t i = 0; i < gt_tl_instant_ordered; i++)
		tell_in_short(t, gt_tl_instant_order[i], proc_row, a, b, d);
}
