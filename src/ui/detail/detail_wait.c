/* Who ran instead: what each processor did while a goroutine waited for one, in the detail pane. */
#include <inttypes.h>
#include <stdlib.h>

#include "analysis/pressure/held.h"
#include "analysis/stacks/stacktext.h"
#include "base/xalloc.h"
#include "ui/detail/detail.h"

#define MOST_SLICES 20000    /* of a wait that is looked at while a key waits: 6 ms; of more only sums are told, ... */
#define MOST_SUMMED 50000    /* ... which are quicker: 15 ms; of still more nothing is */
#define ALL_PROCS 8          /* of more those that were idle all the time are only counted */
#define MOST_PROCS 24        /* rows */
#define MOST_PARTS 4         /* parts in a sentence */
#define MIN_BAR 12           /* columns; without room for them there are words only */
#define WORDS 40             /* columns for what stands beside a bar, where there is room */
#define ENOUGH_COLS 400

/* What a P did most in a part of the time. */
struct shown {
	int64_t ns[GT_HELD_KINDS];
	int64_t goroutine;     /* ns of g */
	uint32_t g;
};

struct row {
	uint64_t id;
	size_t first, n;       /* its holds, the last first */
	uint32_t proc_row;
	bool idle;             /* all the time */
};

struct instead_picture {
	const struct gt_trace *t;
	int64_t t0, t1;
	struct gt_held_hold *holds;
	size_t n, cap;
	struct row *rows;      /* by the Ps' numbers */
	size_t nrows, cap_rows;
	uint64_t unseen;       /* Ps that the trace never mentions, at the end of the wait */
};

/* ---- what was done ---- */

static void take_hold(void *arg, const struct gt_held_hold *hold)
{
	struct instead_picture *p = arg;

	GT_GROW(p->holds, p->cap, p->n + 1);
	p->holds[p->n++] = *hold;
}

static int by_proc(const void *a, const void *b)
{
	const struct gt_held_hold *x = a, *y = b;

	return GT_ASC(x, y, proc_row) ?: GT_DESC(x, y, t0);
}

static int by_number(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	return x->id < y->id ? -1 : x->id > y->id;
}

static void sort_holds(struct instead_picture *p)
{
	struct gt_proc proc;

	if (p->n)
		qsort(p->holds, p->n, sizeof *p->holds, by_proc);
	for (size_t i = 0; i < p->n; i++) {
		const struct gt_held_hold *h = &p->holds[i];

		if (i == 0 || h->proc_row != p->holds[i - 1].proc_row) {
			GT_GROW(p->rows, p->cap_rows, p->nrows + 1);
			p->rows[p->nrows++] = (struct row){
				.id = gt_proc_get(p->t, h->proc_row, &proc) ? proc.id : 0, .first = i,
				.proc_row = h->proc_row, .idle = true };
		}
		p->rows[p->nrows - 1].n++;
		p->rows[p->nrows - 1].idle &= h->kind == GT_HELD_IDLE;
	}
	if (p->nrows)
		qsort(p->rows, p->nrows, sizeof *p->rows, by_number);
}

/* From a to b, which is not after the start of what comes before hold *from. */
static void count_holds(const struct instead_picture *p, const struct row *r, int64_t a, int64_t b, size_t *from,
			struct shown *s)
{
	*s = (struct shown){ .g = GT_NO_ROW };
	while (*from < r->n && p->holds[r->first + *from].t0 >= b)
		++*from;
	for (size_t i = *from; i < r->n; i++) {
		const struct gt_held_hold *h = &p->holds[r->first + i];
		int64_t t0 = h->t0 > a ? h->t0 : a, t1 = h->t1 < b ? h->t1 : b;

		if (h->t1 <= a)
			break;
		s->ns[h->kind] += t1 - t0;
		if (h->g != GT_NO_ROW && t1 - t0 > s->goroutine) {
			s->goroutine = t1 - t0;
			s->g = h->g;
		}
	}
}

static unsigned most_of(const struct shown *s)
{
	unsigned most = 0;

	for (unsigned kind = 1; kind < GT_HELD_KINDS; kind++)
		most = s->ns[kind] > s->ns[most] ? kind : most;
	return most;
}

/* ---- drawing ---- */

static gt_style hold_style(const struct instead_picture *p, unsigned kind, uint32_t g)
{
	switch (kind) {
	case GT_HELD_PROGRAM:
	case GT_HELD_UNNAMED: return gt_goroutine_row_style(p->t, g);
	case GT_HELD_DEDICATED:
	case GT_HELD_FRACTIONAL:
	case GT_HELD_IDLE_MARK: return GT_ROLE_GC;
	case GT_HELD_SYSCALL: return GT_ROLE_SYSCALL;
	case GT_HELD_IDLE: return GT_ROLE_IDLE;
	case GT_HELD_STOPPED:
	case GT_HELD_STILL: return GT_ROLE_STW;
	default: return GT_ROLE_RUNTIME;
	}
}

/* A cell shows what took most of its time: a bar if a goroutine did, a line if nobody, a texture if only a thread. */
static void draw_holds(const struct instead_picture *p, const struct row *r, const struct gt_canvas *c, int y, int x,
		       int cols)
{
	double all = (double)(p->t1 - p->t0);
	size_t from = 0;

	for (int i = cols; i-- > 0;) {
		int64_t a = p->t0 + (int64_t)(all * i / cols), b = p->t0 + (int64_t)(all * (i + 1) / cols);
		struct shown s;
		unsigned kind;

		count_holds(p, r, a, b > a ? b : a + 1, &from, &s);
		kind = most_of(&s);
		if (s.ns[kind] == 0)
			continue;
		if (kind == GT_HELD_IDLE)
			gt_canvas_hline(c, y, x + i, 1, GT_ROLE_IDLE);
		else if (kind == GT_HELD_SCHEDULER || kind >= GT_HELD_STOPPED)
			gt_canvas_fill(c, y, x + i, 1, 1, hold_style(p, kind, s.g), gt_canvas_ascii(c) ? ":" : "░");
		else
			gt_canvas_hbar(c, y, x + i, 1, hold_style(p, kind, s.g), 1);
	}
}

/* Not worth a word beside another. */
static bool is_small(int64_t part, int64_t whole)
{
	return part < whole / 200;
}

static void put_part(struct gt_buf *out, int64_t part, int64_t whole)
{
	gt_say(out, " {}", gt_as_part(part, whole));
}

/* "G12 main.worker 90%, idle 8%": what it did, the most first. */
static void put_shares(struct gt_buf *out, const struct instead_picture *p, struct shown s)
{
	for (int i = 0; i < MOST_PARTS; i++) {
		unsigned kind = most_of(&s);
		int64_t ns = s.ns[kind];

		if (ns == 0 || (i && is_small(ns, p->t1 - p->t0)))
			return;
		gt_put_comma(out);
		if (kind <= GT_HELD_UNNAMED && s.goroutine > 0 && s.goroutine <= ns) {
			gt_goroutine_title(out, p->t, s.g);
			if (s.goroutine < ns)
				gt_buf_puts(out, " and others");
		} else {
			gt_buf_puts(out, kind == GT_HELD_IDLE ? "idle" : gt_held_text(kind));
		}
		put_part(out, ns, p->t1 - p->t0);
		s.ns[kind] = 0;
	}
}

static int draw_rows(const struct instead_picture *p, const struct gt_canvas *c)
{
	int digits = 1, x, room, cols, y = 0;
	uint64_t idle = p->unseen, more = 0;
	size_t from;
	struct gt_buf text = { 0 };
	struct shown s;

	for (uint64_t id = p->nrows ? p->rows[p->nrows - 1].id : 0; id >= 10; id /= 10)
		digits++;
	x = 3 + digits;
	room = c->cols - x - 1;
	cols = room - WORDS >= room / 3 ? room - WORDS : room / 3;
	cols = cols < MIN_BAR ? 0 : cols < ENOUGH_COLS ? cols : ENOUGH_COLS;
	for (size_t i = 0; i < p->nrows; i++) {
		const struct row *r = &p->rows[i];
		int at = x + cols + (cols ? 1 : 0);

		if (p->nrows > ALL_PROCS && r->idle) {
			idle++;
			continue;
		}
		if (y == MOST_PROCS) {
			more++;
			continue;
		}
		gt_canvas_printf(c, y, 1, GT_ROLE_LABEL, "P%" PRIu64, r->id);
		draw_holds(p, r, c, y, x, cols);
		from = 0;
		count_holds(p, r, p->t0, p->t1, &from, &s);
		put_shares(&text, p, s);
		gt_canvas_phrases(c, y++, at, c->cols > at ? c->cols - at : 0, r->idle ? GT_ROLE_DIM : GT_ROLE_NORMAL,
				  gt_buf_str(&text), text.len);
		gt_buf_reset(&text);
	}
	gt_buf_release(&text);
	if (more)
		gt_canvas_printf(c, y++, 1, GT_ROLE_DIM, "%s more", gt_count_text(more).s);
	if (idle)
		gt_canvas_printf(c, y++, 1, GT_ROLE_DIM, "%s more %s idle", gt_count_text(idle).s, idle == 1 ? "was" : "were");
	return y;
}

static int draw_instead(const void *arg, const struct gt_canvas *c)
{
	return draw_rows(arg, c);
}

/* ---- all of it ---- */

static void free_instead(void *arg)
{
	struct instead_picture *p = arg;

	free(p->holds);
	free(p->rows);
	free(p);
}

/* "main.worker 62%, GC (dedicated) 20%, idle: a P was free 8%" */
static void line_parts(struct gt_detail *d, const struct gt_held *h)
{
	for (size_t i = 0; i < h->nparts; i++) {
		const struct gt_held_part *part = &h->parts[i];

		if (i == 2 * MOST_PARTS || (i && is_small(part->ns, h->split.ns[GT_HELD_PROCS])))
			break;
		gt_put_comma(&d->value);
		if (part->kind <= GT_HELD_UNNAMED)
			gt_put_string(&d->value, h->trace, "", part->func, GT_NAMELESS);
		else
			gt_buf_puts(&d->value, part->kind == GT_HELD_IDLE ? "idle" : gt_held_text(part->kind));
		put_part(&d->value, part->ns, h->split.ns[GT_HELD_PROCS]);
	}
	gt_detail_put(d, "Ran instead");
}

static void line_free(struct gt_detail *d, const struct gt_held *h)
{
	if (h->split.ns[GT_HELD_FREE] == 0)
		return;
	gt_detail_say(d, "Wake-up", "a P was free for {}: wake-up latency", gt_as_dur(h->split.ns[GT_HELD_FREE]));
}

static uint64_t slices_between(const struct gt_trace *t, int64_t t0, int64_t t1)
{
	uint32_t procs = gt_trace_info(t)->procs;
	uint64_t n = 0;

	for (uint32_t i = 0; i < procs && n <= MOST_SUMMED; i++)
		n += gt_slices_within(t, i, t0, t1, NULL);
	return n;
}

void gt_detail_instead(struct gt_detail *d, struct gt_program *prog, uint32_t g_row, int64_t t0, int64_t t1)
{
	const struct gt_trace *t = prog->trace;
	struct gt_held_args a = { .from = INT64_MIN, .to = INT64_MAX, .whole = true,
				  .on_hold = take_hold };
	uint64_t slices = slices_between(t, t0, t1);
	struct gt_goroutine g = { 0 };
	struct instead_picture *p;
	struct gt_held h;

	if (!gt_trace_info(t)->done || t0 >= t1)
		return;
	if (slices > MOST_SUMMED) {
		gt_goroutine_get(t, g_row, &g);
		gt_detail_say(d, "Ran instead", "too much to add up here: --report=instead --goroutine={} --from={} --to={}",
			      gt_as_u64(g.id), gt_as_i64(t0), gt_as_i64(t1));
		return;
	}
	if (slices > MOST_SLICES)
		a.on_hold = NULL;
	a.arg = p = gt_xcalloc(1, sizeof *p);
	*p = (struct instead_picture){ .t = t, .t0 = t0, .t1 = t1 };
	if (gt_held_begin(&h, t, gt_program_blame_index(prog), &a, NULL) == 0) {
		gt_held_one(&h, t0, t1);
		sort_holds(p);
		p->unseen = gt_held_unseen(&h);
		line_parts(d, &h);
		line_free(d, &h);
	}
	if (p->nrows)
		gt_detail_picture(d, draw_instead, free_instead, p);
	else
		free_instead(p);
	gt_held_release(&h);
}
