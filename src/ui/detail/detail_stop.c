/* A stop-the-world pause in the detail pane: who delayed it, its parts, and how each processor stopped. */
#include "ui/detail/detail_stop.h"

#include <inttypes.h>
#include <string.h>

#include "analysis/table/stacktext.h"
#include "base/human.h"
#include "base/utf8.h"

#define ALL_PROCS 8          /* of more the idle ones are only counted */
#define SLOW_NS 10000        /* ns between the last yield and the last stop that are worth a sentence */
#define MIN_BAR 12           /* columns; without room for them there are words only */
#define WORDS 46             /* columns for what stands beside a bar, where there is room */

static uint64_t p_id(const struct gt_trace *t, uint32_t proc_row)
{
	struct gt_proc p = { 0 };

	gt_proc_get(t, proc_row, &p);
	return p.id;
}

static void detail_stop_add_string(struct gt_buf *out, const struct gt_trace *t, uint32_t row)
{
	size_t n;
	const char *s = gt_trace_string(t, row, &n);

	gt_buf_add(out, s, n);
}

/* ---- words ---- */

/* One whose stop the trace does not show, NULL. */
static const struct gt_blame_proc *find_unknown(const struct gt_blame *b)
{
	for (uint32_t i = 0; i < b->nprocs; i++)
		if (b->procs[i].stop == GT_NO_TIME)
			return &b->procs[i];
	return NULL;
}

static void add_slow_thread(struct gt_buf *out, const struct gt_trace *t, const struct gt_blame *b,
			    const struct gt_blame_proc *p)
{
	gt_buf_printf(out, "No goroutine delayed it: P%" PRIu64 " stopped last, ", p_id(t, p->proc_row));
	gt_human_dur(out, p->stop - b->range.t0);
	gt_buf_puts(out, p->how == GT_STOPPED_LATE ? " after the request: a thread was about to take it"
			 : p->how == GT_STOPPED_SYSCALL
				 ? " after the request: it was taken from a system call"
				 : " after the request: a thread held it without a goroutine");
}

/* Nobody can be blamed: why. */
static void add_why_nobody(struct gt_buf *out, const struct gt_trace *t, const struct gt_blame *b)
{
	const struct gt_blame_proc *unknown = find_unknown(b);

	if (b->known == GT_BLAME_NO_REQUEST) {
		gt_buf_puts(out, "It was requested before the trace began");
	} else if (b->known == GT_BLAME_LOST) {
		gt_buf_puts(out, "Unknown: it ends where parts of the damaged trace are missing");
	} else if (b->known == GT_BLAME_PER_P) {
		gt_buf_puts(out, "Traces up to Go 1.9 show which processor worked while the world was stopped, "
				 "not when the pause was requested");
	} else if (unknown) {
		gt_buf_printf(out, "Unknown: the trace does not show when P%" PRIu64 " stopped",
			      p_id(t, unknown->proc_row));
	} else if (b->slow < 0) {
		gt_buf_puts(out, "No goroutine delayed it: all other processors were idle");
	} else {
		add_slow_thread(out, t, b, &b->procs[b->slow]);
	}
}

void gt_stop_sentence(struct gt_buf *out, const struct gt_trace *t, const struct gt_blame *b)
{
	const struct gt_blame_proc *p = b->last >= 0 ? &b->procs[b->last] : NULL;

	if (!p) {
		add_why_nobody(out, t, b);
		return;
	}
	gt_goroutine_title(out, t, p->g);
	if (p->how == GT_STOPPED_NEVER) {
		gt_buf_printf(out, " on P%" PRIu64 " had not stopped when the trace ended, ",
			      p_id(t, p->proc_row));
		gt_human_dur(out, b->end - b->range.t0);
		gt_buf_puts(out, " after the request");
		return;
	}
	gt_buf_puts(out, " delayed it by ");
	gt_human_dur(out, p->yield - b->range.t0);
	gt_buf_printf(out, " on P%" PRIu64 ", %s", p_id(t, p->proc_row),
		      p->how == GT_STOPPED_LEFT ? "let go by itself" : gt_stop_cause_text(p->how));
	if (gt_blame_late_ns(b) > SLOW_NS) {
		gt_buf_printf(out, "; P%" PRIu64 "%s stopped ", p_id(t, b->procs[b->slow].proc_row),
			      b->slow == b->last ? "" : ", the last to stop,");
		gt_human_dur(out, gt_blame_late_ns(b));
		gt_buf_puts(out, " later");
	}
}

static void detail_stop_add_stop(struct gt_buf *text, const struct gt_trace *t, const struct gt_blame *b)
{
	detail_stop_add_string(text, t, b->range.name);
	gt_buf_puts(text, b->known == GT_BLAME_FULL ? ", requested at " : ", at ");
	gt_human_time(text, b->range.t0);
	if (b->requester != GT_NO_ROW) {
		gt_buf_puts(text, " by ");
		gt_goroutine_title(text, t, b->requester);
	}
	if (b->stopper != GT_NO_ROW)
		gt_buf_printf(text, " on P%" PRIu64, p_id(t, b->stopper));
}

static void add_proc_row(struct gt_buf *out, const char *name, int64_t ns)
{
	if (ns == GT_NO_TIME)
		return;
	gt_buf_printf(out, "%s%s ", out->len ? ", " : "", name);
	gt_human_dur(out, ns);
}

/* What of the time to stop nobody is charged with. */
static void add_late(struct gt_buf *out, const struct gt_blame *b)
{
	int64_t late = gt_blame_late_ns(b);

	if (late == GT_NO_TIME || late == 0)
		return;
	gt_buf_puts(out, " (thread late ");
	gt_human_dur(out, late);
	gt_buf_putc(out, ')');
}

void gt_stop_times(struct gt_buf *text, const struct gt_blame *b)
{
	add_proc_row(text, "to stop", gt_blame_ns(b, GT_PAUSE_STOP));
	add_late(text, b);
	add_proc_row(text, "standstill", gt_blame_ns(b, GT_PAUSE_STILL));
	add_proc_row(text, "restart", gt_blame_ns(b, GT_PAUSE_RESTART));
	if (b->range.t1 == GT_NO_TIME)
		gt_buf_printf(text, "%snot over when the trace ended", text->len ? ", " : "");
	else
		add_proc_row(text, "total", gt_blame_ns(b, GT_PAUSE_ALL));
}

static void detail_stop_add_blame(struct gt_detail *d, const struct gt_trace *t, const struct gt_blame *b)
{
	struct gt_buf text = { 0 };

	gt_stop_sentence(&text, t, b);
	gt_detail_pair_buf(d, "Blame", &text);
	gt_buf_release(&text);
}

/* Times, who asked, stacks. */
static void add_rest(struct gt_detail *d, const struct gt_trace *t, const struct gt_blame *b)
{
	const struct gt_blame_proc *p = b->last >= 0 ? &b->procs[b->last] : NULL;
	struct gt_buf text = { 0 };

	gt_stop_times(&text, b);
	gt_detail_pair_buf(d, "Times", &text);
	gt_buf_reset(&text);
	detail_stop_add_stop(&text, t, b);
	gt_detail_pair_buf(d, "Stop", &text);
	gt_buf_release(&text);
	if (p && p->slice != GT_NO_ROW) {
		gt_detail_turn(d, GT_DETAIL_LEFT);
		gt_detail_pair(d, "Yielded at", "%s", "");
		gt_detail_stack(d, t, p->stack, "no stack: the trace does not say where it let go");
	}
	if (b->range.stack) {
		gt_detail_turn(d, p && p->slice != GT_NO_ROW ? GT_DETAIL_RIGHT : GT_DETAIL_FULL);
		gt_detail_pair(d, "Requested at", "%s", "");
		gt_detail_stack(d, t, b->range.stack, "");
	}
	gt_detail_turn(d, GT_DETAIL_FULL);
}

/* How a P came to stop. */
static void add_proc(struct gt_buf *out, const struct gt_trace *t, const struct gt_blame *b,
		     const struct gt_blame_proc *proc)
{
	if (proc->how != GT_STOPPED_STOPPER && proc->how != GT_STOPPED_IDLE && proc->stop != GT_NO_TIME) {
		gt_buf_putc(out, '+');
		gt_human_dur(out, proc->yield - b->range.t0);
		gt_buf_putc(out, ' ');
	}
	if (proc->how == GT_STOPPED_STOPPER && b->requester != GT_NO_ROW) {
		gt_buf_puts(out, "requested by ");
		gt_goroutine_title(out, t, b->requester);
		return;
	}
	gt_buf_puts(out, gt_stop_cause_text(proc->how));
	if (proc->g != GT_NO_ROW) {
		gt_buf_puts(out, ": ");
		gt_goroutine_title(out, t, proc->g);
	}
	if (proc->how > GT_STOPPED_IDLE && proc->stop > proc->yield) {
		gt_buf_puts(out, "; stopped ");
		gt_human_dur(out, proc->stop - proc->yield);
		gt_buf_puts(out, " later");
	}
	if (b->slow != b->last && b->slow >= 0 && proc == &b->procs[b->slow])
		gt_buf_puts(out, ", the last to stop");
}

/* ---- as text ---- */

static void detail_stop_put_line(struct gt_buf *out, const char *indent, struct gt_buf *line)
{
	gt_buf_puts(out, indent);
	gt_text_escape(out, gt_buf_str(line), line->len);
	gt_buf_putc(out, '\n');
	gt_buf_reset(line);
}

static void detail_stop_put_stack(struct gt_buf *out, const struct gt_trace *t, uint32_t stack)
{
	struct gt_frame f;

	for (uint32_t i = 0; stack && gt_stack_frame(t, stack, i, &f); i++) {
		gt_buf_puts(out, "             ");
		gt_frame_text(out, t, &f);
		gt_buf_putc(out, '\n');
	}
}

void gt_stop_text(struct gt_buf *out, const struct gt_trace *t, uint32_t range)
{
	struct gt_buf line = { 0 };
	struct gt_blame b = { 0 };

	if (!gt_blame_find(&b, t, range))
		return;
	detail_stop_add_stop(&line, t, &b);
	detail_stop_put_line(out, "", &line);
	gt_stop_sentence(&line, t, &b);
	detail_stop_put_line(out, "    ", &line);
	gt_stop_times(&line, &b);
	detail_stop_put_line(out, "    ", &line);
	for (uint32_t i = 0; i < b.nprocs; i++) {
		gt_buf_printf(&line, "P%" PRIu64 " ", p_id(t, b.procs[i].proc_row));
		add_proc(&line, t, &b, &b.procs[i]);
		detail_stop_put_line(out, (int)i == b.last ? "      > " : "        ", &line);
		if ((int)i == b.last)
			detail_stop_put_stack(out, t, b.procs[i].stack);
	}
	gt_buf_release(&line);
	gt_blame_release(&b);
}

/* ---- the picture ---- */

struct picture {
	const struct gt_canvas *c;
	const struct gt_trace *t;
	const struct gt_blame *b;
	int x, cols;         /* of the bars; cols 0: none */
};

static int column(const struct picture *p, int64_t time)
{
	int64_t all = p->b->end - p->b->range.t0;

	if (all <= 0 || time <= p->b->range.t0)
		return 0;
	return time >= p->b->end ? p->cols : (int)((double)(time - p->b->range.t0) * p->cols / (double)all);
}

static double detail_stop_share(const struct picture *p, int64_t time)
{
	int64_t all = p->b->end - p->b->range.t0;

	return all <= 0 || time >= p->b->end ? 1 : (double)(time - p->b->range.t0) / (double)all;
}

static bool is_last(const struct picture *p, const struct gt_blame_proc *proc)
{
	return p->b->last >= 0 && proc == &p->b->procs[p->b->last];
}

static gt_style bar_style(const struct picture *p, const struct gt_blame_proc *proc)
{
	struct gt_goroutine g;

	if (is_last(p, proc))
		return GT_ROLE_STW;
	if (proc->how == GT_STOPPED_SYSCALL)
		return GT_ROLE_SYSCALL;
	if (!gt_goroutine_get(p->t, proc->g, &g))
		return GT_ROLE_RUNTIME;
	return gt_goroutine_style(p->t, &g);
}

/* What ran until a time; returns the column behind it.  Of a moment there is always something to see. */
static int draw_run(const struct picture *p, int y, const struct gt_blame_proc *proc)
{
	int64_t until = proc->yield == GT_NO_TIME ? p->b->end : proc->yield;
	int cols = column(p, until);

	if (cols == 0 || detail_stop_share(p, until) * p->cols - cols >= 1.0 / 16)
		cols++;
	cols = cols < p->cols ? cols : p->cols;
	gt_canvas_hbar(p->c, y, p->x, cols, bar_style(p, proc),
		       cols <= 1 ? 1 : detail_stop_share(p, until) * p->cols / cols);
	return cols;
}

/*
 * What ran until the yield, a texture until the P has stopped, a line until a thread
 * takes it again.  An idle one stands all the time; the one that asked works all the time.
 */
static void detail_stop_draw_bar(const struct picture *p, int y, const struct gt_blame_proc *proc)
{
	int64_t again = proc->restart != GT_NO_TIME && proc->restart < p->b->end ? proc->restart : p->b->end;
	int from, stop, to = column(p, again);

	if (proc->how == GT_STOPPED_STOPPER) {
		gt_canvas_hbar(p->c, y, p->x, p->cols, GT_ROLE_DIM, 1);
		return;
	}
	from = proc->how == GT_STOPPED_IDLE ? 0 : draw_run(p, y, proc);
	stop = proc->stop == GT_NO_TIME ? p->cols : column(p, proc->stop);
	if (from < stop)
		gt_canvas_fill(p->c, y, p->x + from, 1, stop - from, GT_ROLE_RUNTIME,
			       gt_canvas_ascii(p->c) ? ":" : "░");
	from = from > stop ? from : stop;
	if (from < to)
		gt_canvas_hline(p->c, y, p->x + from, to - from, GT_ROLE_IDLE);
	if (to < p->cols)
		gt_canvas_hbar(p->c, y, p->x + to, p->cols - to, GT_ROLE_RUNNING, 1);
}

static const struct {
	const char *name, *shorter;
	gt_style style;
} part_looks[GT_PAUSE_ALL] = {
	[GT_PAUSE_STOP] = { "to stop", "stop", GT_ROLE_STW | GT_FILL },
	[GT_PAUSE_STILL] = { "standstill", "still", GT_ROLE_IDLE | GT_FILL },
	[GT_PAUSE_RESTART] = { "restart", "", GT_ROLE_RUNNING | GT_FILL },
};

/* The three parts above the bars, with their names where there is room.  False: an end of one is unknown. */
static bool detail_stop_draw_parts(const struct picture *p)
{
	int64_t at = p->b->range.t0;

	for (unsigned i = 0; i < GT_PAUSE_ALL; i++)
		if (!p->cols || gt_blame_ns(p->b, (enum gt_pause_part)i) == GT_NO_TIME)
			return false;
	for (unsigned i = 0; i < GT_PAUSE_ALL; i++) {
		int64_t end = at + gt_blame_ns(p->b, (enum gt_pause_part)i);
		int x = column(p, at), cols = column(p, end) - x;
		const char *name = cols > (int)strlen(part_looks[i].name) ? part_looks[i].name : part_looks[i].shorter;

		if (cols > 0)
			gt_canvas_fill(p->c, 0, p->x + x, 1, cols, part_looks[i].style, " ");
		if (cols > (int)strlen(name))
			gt_canvas_text(p->c, 0, p->x + x, part_looks[i].style, name);
		at = end;
	}
	return true;
}

static void draw_proc(const struct picture *p, int y, const struct gt_blame_proc *proc)
{
	int x = p->x + p->cols + (p->cols ? 1 : 0);
	struct gt_buf text = { 0 };

	gt_canvas_printf(p->c, y, 0, GT_ROLE_LABEL, "%cP%" PRIu64, is_last(p, proc) ? '>' : ' ',
			 p_id(p->t, proc->proc_row));
	if (p->cols)
		detail_stop_draw_bar(p, y, proc);
	add_proc(&text, p->t, p->b, proc);
	gt_canvas_phrases(p->c, y, x, p->c->cols - x > 0 ? p->c->cols - x : 0,
		      is_last(p, proc)                    ? GT_ROLE_STW
		      : proc->how == GT_STOPPED_IDLE ||
				      proc->how == GT_STOPPED_STOPPER ? GT_ROLE_DIM
								    : GT_ROLE_NORMAL,
		      gt_buf_str(&text), text.len);
	gt_buf_release(&text);
}

static int detail_stop_digits(uint64_t n)
{
	int d = 1;

	for (; n >= 10; n /= 10)
		d++;
	return d;
}

static void detail_stop_lay_out(struct picture *p)
{
	int widest = 1, room;

	for (uint32_t i = 0; i < p->b->nprocs; i++) {
		int d = detail_stop_digits(p_id(p->t, p->b->procs[i].proc_row));

		widest = d > widest ? d : widest;
	}
	p->x = widest + 3;
	room = p->c->cols - p->x - 1;
	p->cols = room - WORDS >= room / 3 ? room - WORDS : room / 3;
	if (p->cols < MIN_BAR)
		p->cols = 0;
}

/* The parts, and a row per processor, from the request on the left to the end; returns the rows. */
static int draw_picture(const struct gt_canvas *c, const struct gt_trace *t, const struct gt_blame *b)
{
	struct picture p = { .c = c, .t = t, .b = b };
	uint32_t idle = 0;
	int y = 0;

	if (b->nprocs == 0)
		return 0;
	detail_stop_lay_out(&p);
	y += detail_stop_draw_parts(&p);
	for (uint32_t i = 0; i < b->nprocs; i++) {
		if (b->nprocs > ALL_PROCS && b->procs[i].how == GT_STOPPED_IDLE)
			idle++;
		else
			draw_proc(&p, y++, &b->procs[i]);
	}
	if (idle)
		gt_canvas_printf(c, y++, 1, GT_ROLE_DIM, "%" PRIu32 " more %s idle", idle, idle == 1 ? "was" : "were");
	return y;
}

/* ---- all of it ---- */

void gt_stop_view_begin(struct gt_stop_view *v)
{
	gt_detail_reset(&v->head);
	gt_detail_reset(&v->tail);
	v->tail_at = 0;
	v->meaning = NULL;
}

int gt_stop_view_draw(struct gt_stop_view *v, const struct gt_trace *t, uint32_t range, const struct gt_canvas *c)
{
	struct gt_canvas sub;
	int y;

	if (range == GT_NO_ROW || !gt_blame_find(&v->blame, t, range))
		return gt_detail_draw(&v->head, c);
	detail_stop_add_blame(&v->head, t, &v->blame);
	y = gt_detail_draw(&v->head, c);
	/* Longer than the screen: the canvas may be scrolled, and clips. */
	sub = gt_canvas_sub(c, y, 0, (int)v->blame.nprocs + 2, c->cols);
	y += draw_picture(&sub, t, &v->blame);
	v->tail_at = y;
	if (v->meaning)
		gt_detail_pair(&v->tail, "Meaning", "%s", v->meaning);
	add_rest(&v->tail, t, &v->blame);
	sub = gt_canvas_sub(c, y, 0, c->rows, c->cols);
	return y + gt_detail_draw(&v->tail, &sub);
}

bool gt_stop_view_source(const struct gt_stop_view *v, const struct gt_trace *t, int line, struct gt_buf *file,
			 uint64_t *lineno)
{
	if (v->tail_at == 0)
		return gt_detail_source(&v->head, t, line, file, lineno);
	return gt_detail_source(&v->tail, t, line < v->tail_at ? -1 : line - v->tail_at, file, lineno);
}

void gt_stop_view_release(struct gt_stop_view *v)
{
	gt_detail_release(&v->head);
	gt_detail_release(&v->tail);
	gt_blame_release(&v->blame);
}
