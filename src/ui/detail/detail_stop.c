/* A stop-the-world pause in the detail pane: who delayed it, its parts, and how each processor stopped. */
#include "ui/detail/detail.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stacks/stacktext.h"
#include "base/utf8.h"
#include "base/xalloc.h"

#define ALL_PROCS 8          /* of more the idle ones are only counted */
#define SLOW_NS 10000        /* ns between the last yield and the last stop that are worth a sentence */
#define LATE_NS 100000       /* a restart that is as long waited for the system: waking a thread takes some us */
#define MIN_BAR 12           /* columns; without room for them there are words only */
#define WHEN 8               /* columns: "+123.4us" */
#define WORDS 46             /* columns for what stands beside a bar, where there is room */

static uint64_t p_id(const struct gt_trace *t, uint32_t proc_row)
{
	struct gt_proc p = { 0 };

	gt_proc_get(t, proc_row, &p);
	return p.id;
}

/* ---- words ---- */

static struct gt_word as_p_id(const struct gt_trace *t, uint32_t proc_row)
{
	return gt_as_u64(p_id(t, proc_row));
}

/* One whose stop the trace does not show, NULL. */
static const struct gt_blame_proc *find_unknown(const struct gt_blame *b)
{
	for (uint32_t i = 0; i < b->nprocs; i++)
		if (b->procs[i].stop == GT_NO_TIME)
			return &b->procs[i];
	return NULL;
}

/* Why no goroutine can be blamed. */
static void add_why_nobody(struct gt_buf *out, const struct gt_trace *t, const struct gt_blame *b)
{
	const struct gt_blame_proc *unknown = find_unknown(b), *slow;

	if (b->known == GT_BLAME_NO_REQUEST) {
		gt_buf_puts(out, "Unknown: the world stood still already when the trace began, so it does not show what delayed "
				 "the stop");
	} else if (b->known == GT_BLAME_LOST) {
		gt_buf_puts(out, "Unknown: it ends where parts of the damaged trace are missing");
	} else if (b->known == GT_BLAME_PER_P) {
		gt_buf_puts(out, "Traces up to Go 1.9 show which processor worked while the world was stopped, "
				 "not when the pause was requested");
	} else if (unknown) {
		gt_say(out, "Unknown: the trace does not show when P{} stopped", as_p_id(t, unknown->proc_row));
	} else if (b->slow < 0) {
		gt_buf_puts(out, "No goroutine delayed it: all other processors were idle");
	} else {
		slow = &b->procs[b->slow];
		gt_say(out, "No goroutine delayed it: P{} stopped last, {} after the request: {}",
		       as_p_id(t, slow->proc_row), gt_as_dur(slow->stop - b->range.t0),
		       gt_as_text(slow->how == GT_STOPPED_LATE ? "a thread was about to take it"
				  : slow->how == GT_STOPPED_SYSCALL ? "it was taken from a system call"
								    : "a thread held it without a goroutine"));
	}
}

/* The largest part is nobody's doing; who delayed the stop is said after that. */
static void add_nobody(struct gt_buf *out, const struct gt_trace *t, const struct gt_blame *b, enum gt_blamed who)
{
	int last = gt_blame_restarted(b);

	switch (who) {
	case GT_BLAMED_THREAD:
		gt_say(out, "Nobody: the system ran P{}'s thread late, by {}", as_p_id(t, b->procs[b->slow].proc_row),
		       gt_as_dur(gt_blame_late_ns(b)));
		break;
	case GT_BLAMED_STILL:
		gt_say(out, "Nobody: what the world was stopped for took {}", gt_as_dur(gt_blame_ns(b, GT_PAUSE_STILL)));
		break;
	default:
		gt_say(out, "Nobody: {} {}",
		       gt_as_text(gt_blame_ns(b, GT_PAUSE_RESTART) < LATE_NS ? "the restart took"
				  : "the system ran threads late, so the restart took"),
		       gt_as_dur(gt_blame_ns(b, GT_PAUSE_RESTART)));
		if (last >= 0)
			gt_say(out, "; a thread took P{}, the last of them, after {}",
			       as_p_id(t, b->procs[last].proc_row), gt_as_dur(b->procs[last].restart - b->restart));
		else
			gt_buf_puts(out, "; no thread took a P meanwhile");
		break;
	}
	if (b->last >= 0)
		gt_say(out, "; {} delayed it by {}", gt_as_goroutine(t, b->procs[b->last].g),
		       gt_as_dur(b->procs[b->last].yield - b->range.t0));
}

void gt_stop_sentence(struct gt_buf *out, const struct gt_trace *t, const struct gt_blame *b)
{
	const struct gt_blame_proc *p = b->last >= 0 ? &b->procs[b->last] : NULL;
	enum gt_blamed who = gt_blame_largest(b);

	if (who > GT_BLAMED_THREAD || (who == GT_BLAMED_THREAD && p)) {
		add_nobody(out, t, b, who);
		return;
	}
	if (!p) {
		add_why_nobody(out, t, b);
		return;
	}
	if (p->how == GT_STOPPED_NEVER) {
		gt_say(out, "{} on P{} had not stopped when the trace ended, {} after the request",
		       gt_as_goroutine(t, p->g), as_p_id(t, p->proc_row), gt_as_dur(b->end - b->range.t0));
		return;
	}
	gt_say(out, "{} delayed it by {} on P{}, {}", gt_as_goroutine(t, p->g), gt_as_dur(p->yield - b->range.t0),
	       as_p_id(t, p->proc_row),
	       gt_as_text(p->how == GT_STOPPED_LEFT ? "let go by itself" : gt_stop_cause_text(p->how)));
	if (gt_blame_late_ns(b) > SLOW_NS)
		gt_say(out, "; P{}{} stopped {} later", as_p_id(t, b->procs[b->slow].proc_row),
		       gt_as_text(b->slow == b->last ? "" : ", the last to stop,"), gt_as_dur(gt_blame_late_ns(b)));
}

static void detail_stop_add_stop(struct gt_buf *text, const struct gt_trace *t, const struct gt_blame *b)
{
	gt_say(text, "{}, {} {}", gt_as_string(t, b->range.name, ""),
	       gt_as_text(b->known == GT_BLAME_FULL ? "requested at" : "at"), gt_as_time(b->range.t0));
	if (b->requester != GT_NO_ROW)
		gt_say(text, " by {}", gt_as_goroutine(t, b->requester));
	if (b->stopper != GT_NO_ROW)
		gt_say(text, " on P{}", as_p_id(t, b->stopper));
}

/* False: the part is unknown. */
static bool add_part(struct gt_buf *out, const char *name, const struct gt_blame *b, enum gt_pause_part part)
{
	int64_t ns = gt_blame_ns(b, part);

	if (ns == GT_NO_TIME)
		return false;
	gt_put_comma(out);
	gt_say(out, "{} {}", gt_as_text(name), gt_as_dur(ns));
	return true;
}

void gt_stop_times(struct gt_buf *text, const struct gt_blame *b)
{
	int64_t late = gt_blame_late_ns(b);

	add_part(text, "to stop", b, GT_PAUSE_STOP);
	/* The part of the time to stop that no goroutine is charged with. */
	if (late != GT_NO_TIME && late != 0)
		gt_say(text, " (thread late {})", gt_as_dur(late));
	add_part(text, "standstill", b, GT_PAUSE_STILL);
	add_part(text, "restart", b, GT_PAUSE_RESTART);
	if (b->range.t1 == GT_NO_TIME)
		gt_buf_printf(text, "%snot over when the trace ended", text->len ? ", " : "");
	else
		add_part(text, "total", b, GT_PAUSE_ALL);
}

/* How long after the request a P let go; false: it had not to, or never did. */
static bool add_when(struct gt_buf *out, const struct gt_blame *b, const struct gt_blame_proc *proc)
{
	if (proc->how == GT_STOPPED_STOPPER || proc->how == GT_STOPPED_IDLE || proc->stop == GT_NO_TIME)
		return false;
	gt_say(out, "+{}", gt_as_dur(proc->yield - b->range.t0));
	return true;
}

/* How a P came to stop. */
static void add_proc(struct gt_buf *out, const struct gt_trace *t, const struct gt_blame *b,
		     const struct gt_blame_proc *proc)
{
	if (proc->how == GT_STOPPED_STOPPER && b->requester != GT_NO_ROW) {
		gt_say(out, "requested by {}", gt_as_goroutine(t, b->requester));
		return;
	}
	gt_buf_puts(out, gt_stop_cause_text(proc->how));
	if (proc->g != GT_NO_ROW)
		gt_say(out, ": {}", gt_as_goroutine(t, proc->g));
	if (proc->how > GT_STOPPED_IDLE && proc->stop > proc->yield)
		gt_say(out, "; stopped {} later", gt_as_dur(proc->stop - proc->yield));
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

void gt_stop_text(struct gt_buf *out, const struct gt_trace *t, uint32_t range)
{
	struct gt_buf line = { 0 };
	struct gt_blame b = { 0 };
	struct gt_frame f;

	if (!gt_blame_find(&b, t, range))
		return;
	detail_stop_add_stop(&line, t, &b);
	detail_stop_put_line(out, "", &line);
	gt_stop_sentence(&line, t, &b);
	detail_stop_put_line(out, "    ", &line);
	gt_stop_times(&line, &b);
	detail_stop_put_line(out, "    ", &line);
	for (uint32_t i = 0; i < b.nprocs; i++) {
		gt_say(&line, "P{} ", as_p_id(t, b.procs[i].proc_row));
		if (add_when(&line, &b, &b.procs[i]))
			gt_buf_putc(&line, ' ');
		add_proc(&line, t, &b, &b.procs[i]);
		detail_stop_put_line(out, (int)i == b.last ? "      > " : "        ", &line);
		if ((int)i != b.last || !b.procs[i].stack)
			continue;
		for (uint32_t k = 0; gt_stack_frame(t, b.procs[i].stack, k, &f); k++) {
			gt_buf_puts(out, "             ");
			gt_frame_text(out, t, &f);
			gt_buf_putc(out, '\n');
		}
	}
	gt_buf_release(&line);
	gt_blame_release(&b);
}

/* ---- the picture ---- */

struct stop {
	const struct gt_trace *t;
	struct gt_blame blame;
};

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

static bool is_last(const struct picture *p, const struct gt_blame_proc *proc)
{
	return p->b->last >= 0 && proc == &p->b->procs[p->b->last];
}

static gt_style bar_style(const struct picture *p, const struct gt_blame_proc *proc)
{
	if (is_last(p, proc))
		return GT_ROLE_STW;
	if (proc->how == GT_STOPPED_SYSCALL)
		return GT_ROLE_SYSCALL;
	return proc->g == GT_NO_ROW ? GT_ROLE_RUNTIME : gt_goroutine_row_style(p->t, proc->g);
}

/* What ran until a time; returns the column behind it.  Of a moment there is always something to see. */
static int draw_run(const struct picture *p, int y, const struct gt_blame_proc *proc)
{
	int64_t until = proc->yield == GT_NO_TIME ? p->b->end : proc->yield, all = p->b->end - p->b->range.t0;
	bool whole = all <= 0 || until >= p->b->end;
	double at = whole ? p->cols : (double)(until - p->b->range.t0) * p->cols / (double)all;
	int cols = column(p, until);

	if (cols == 0 || at - cols >= 1.0 / 16)
		cols++;
	cols = cols < p->cols ? cols : p->cols;
	gt_canvas_hbar(p->c, y, p->x, cols, bar_style(p, proc), cols <= 1 ? 1 : at / cols);
	return cols;
}

/*
 * What ran until the yield, a texture until the P has stopped, nothing until a thread
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
	gt_style style = is_last(p, proc) ? GT_ROLE_STW
			 : proc->how == GT_STOPPED_IDLE || proc->how == GT_STOPPED_STOPPER ? GT_ROLE_DIM
											   : GT_ROLE_NORMAL;
	int x = p->x + p->cols + (p->cols ? 1 : 0);
	struct gt_buf text = { 0 };

	gt_canvas_printf(p->c, y, 0, GT_ROLE_LABEL, "%cP%" PRIu64, is_last(p, proc) ? '>' : ' ',
			 p_id(p->t, proc->proc_row));
	if (p->cols)
		detail_stop_draw_bar(p, y, proc);
	/* In columns: they are compared, and what stands in its place is not sent again for the next pause. */
	if (add_when(&text, p->b, proc)) {
		int cols = text.len > WHEN ? (int)text.len : WHEN, room = p->c->cols - x;

		gt_canvas_fit(p->c, y, x, cols < room ? cols : room, style, text.data, text.len, true);
		x += cols + 1;
		gt_buf_reset(&text);
	}
	add_proc(&text, p->t, p->b, proc);
	gt_canvas_phrases(p->c, y, x, p->c->cols - x > 0 ? p->c->cols - x : 0, style, gt_buf_str(&text), text.len);
	gt_buf_release(&text);
}

static void detail_stop_lay_out(struct picture *p)
{
	uint64_t most = 0;
	int room;

	for (uint32_t i = 0; i < p->b->nprocs; i++) {
		uint64_t id = p_id(p->t, p->b->procs[i].proc_row);

		most = id > most ? id : most;
	}
	p->x = 4;
	for (; most >= 10; most /= 10)
		p->x++;
	room = p->c->cols - p->x - 1;
	p->cols = room - WORDS >= room / 3 ? room - WORDS : room / 3;
	if (p->cols < MIN_BAR)
		p->cols = 0;
}

/* The parts, and a row per processor, from the request on the left to the end; returns the rows. */
static int draw_picture(const void *arg, const struct gt_canvas *c)
{
	const struct stop *s = arg;
	const struct gt_blame *b = &s->blame;
	struct picture p = { .c = c, .t = s->t, .b = b };
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

static void free_stop(void *arg)
{
	struct stop *s = arg;

	gt_blame_release(&s->blame);
	free(s);
}

void gt_detail_stop(struct gt_detail *d, const struct gt_trace *t, uint32_t range, const char *meaning)
{
	struct stop *s = gt_xcalloc(1, sizeof *s);
	const struct gt_blame *b = &s->blame;
	bool yielded;

	s->t = t;
	if (range == GT_NO_ROW || !gt_blame_find(&s->blame, t, range)) {
		free_stop(s);
		return;
	}
	gt_stop_sentence(&d->value, t, b);
	gt_detail_put(d, "Blame");
	gt_detail_picture(d, draw_picture, free_stop, s);
	if (meaning)
		gt_detail_pair(d, "Meaning", "%s", meaning);
	gt_stop_times(&d->value, b);
	gt_detail_put(d, "Times");
	detail_stop_add_stop(&d->value, t, b);
	gt_detail_put(d, "Stop");
	yielded = b->last >= 0 && b->procs[b->last].slice != GT_NO_ROW;
	if (yielded)
		gt_detail_stack_at(d, GT_DETAIL_LEFT, "Yielded at", t, b->procs[b->last].stack,
				   "no stack: the trace does not say where it let go");
	if (b->range.stack)
		gt_detail_stack_at(d, yielded ? GT_DETAIL_RIGHT : GT_DETAIL_FULL, "Requested at", t,
				   b->range.stack, "");
}
