/* The detail pane of a goroutine: where it comes from, what it did, where it stands. */
#include <inttypes.h>
#include <string.h>

#include "analysis/goroutines/goroutines.h"
#include "base/human.h"
#include "ui/detail/detail.h"

#define MANY_SLICES 20000    /* the sums of such a goroutine take too long for a frame */

bool gt_goroutine_stayed(const struct gt_goroutine *g)
{
	return g->predates_trace && g->since == g->first_seen && g->last_type == g->first_type;
}

/* It had a processor when the trace began; the event that says so is later. */
static bool ran_before(const struct gt_trace *t, const struct gt_goroutine *g)
{
	struct gt_slice first;

	return g->predates_trace && gt_slice_get(t, gt_goroutine_slice(t, g->row, 0), &first) &&
	       first.flags & GT_SLICE_CUT;
}

static void line_life(struct gt_detail *d, const struct gt_trace *t, const struct gt_goroutine *g,
		      struct gt_buf *text)
{
	gt_buf_reset(text);
	if (g->predates_trace) {
		gt_buf_puts(text, "older than the trace");
	} else {
		gt_human_time(text, g->create);
		gt_buf_puts(text, " created");
	}
	if (ran_before(t, g)) {
		gt_buf_puts(text, g->first_state == GT_G_SYSCALL ? ", in a system call" : ", running");
		gt_buf_puts(text, " since before the trace");
	} else if (g->start != GT_NO_TIME) {
		gt_buf_puts(text, ", ran first at ");
		gt_human_time(text, g->start);
	} else {
		gt_buf_puts(text, ", never ran");
	}
	if (g->end != GT_NO_TIME) {
		gt_buf_puts(text, ", ended ");
		gt_human_time(text, g->end);
	} else {
		gt_buf_puts(text, ", alive at the trace's end");
	}
	gt_buf_printf(text, ", %" PRIu32 " slices", g->slices);
	gt_detail_pair_buf(d, "Life", text);
}

static void line_state(struct gt_detail *d, const struct gt_trace *t, const struct gt_goroutine *g,
		       struct gt_buf *text)
{
	size_t n;
	const char *s = gt_trace_string(t, g->end_reason, &n);

	gt_buf_reset(text);
	gt_buf_puts(text, gt_goroutine_state_name(t, g));
	if (n || g->state == GT_G_WAITING) {
		gt_buf_puts(text, ", ");
		gt_buf_add(text, n ? s : GT_NO_REASON, n ? n : strlen(GT_NO_REASON));
	}
	if (gt_goroutine_stayed(g)) {
		gt_buf_puts(text, ", since before the trace began");
	} else if (g->end == GT_NO_TIME && g->since != GT_NO_TIME) {
		gt_buf_puts(text, ", for the last ");
		gt_human_dur(text, gt_trace_info(t)->duration - g->since);
	}
	gt_detail_pair_buf(d, "At the end", text);
}

static void add_reasons(struct gt_buf *text, const struct gt_trace *t, const struct gt_gsums *sums)
{
	for (size_t i = 0; i < sums->nblock; i++) {
		size_t n;
		const char *s = gt_trace_string(t, sums->block[i].reason, &n);

		gt_buf_puts(text, i ? ", " : " (");
		gt_buf_add(text, n ? s : GT_NO_REASON, n ? n : strlen(GT_NO_REASON));
		gt_buf_putc(text, ' ');
		gt_human_dur(text, sums->block[i].ns);
	}
	if (sums->nblock)
		gt_buf_putc(text, ')');
}

static void line_sums(struct gt_detail *d, const struct gt_trace *t, const struct gt_goroutine *g,
		      struct gt_buf *text)
{
	struct gt_gsums sums = { 0 };

	if (g->slices > MANY_SLICES)
		return;
	gt_goroutine_sums(t, g->row, 0, INT64_MAX, &sums);
	gt_buf_reset(text);
	for (int k = 0; k < GT_SPENT_KINDS; k++) {
		if (!sums.ns[k])
			continue;
		gt_buf_printf(text, "%s%s ", text->len ? ", " : "", gt_spent_name((enum gt_spent)k));
		gt_human_dur(text, sums.ns[k]);
		if (k == GT_SPENT_BLOCK)
			add_reasons(text, t, &sums);
	}
	gt_detail_pair_buf(d, "Time", text);
	gt_gsums_release(&sums);
}

void gt_detail_goroutine(struct gt_detail *d, const struct gt_program *prog, uint32_t g_row)
{
	const struct gt_trace *t = prog->trace;
	struct gt_buf text = { 0 };
	struct gt_goroutine g;

	if (g_row == GT_NO_ROW || !gt_goroutine_get(t, g_row, &g)) {
		gt_detail_add(d, GT_ROLE_DIM, "no goroutine is selected");
		return;
	}
	gt_goroutine_title(&text, t, g_row);
	if (gt_owner_of(t, &g) == GT_OWNER_RUNTIME)
		gt_buf_puts(&text, ", of the runtime");
	gt_detail_pair_buf(d, "Goroutine", &text);
	if (g.creator != GT_NO_ROW) {
		gt_buf_reset(&text);
		gt_goroutine_title(&text, t, g.creator);
		gt_detail_pair_buf(d, "Created by", &text);
	}
	line_life(d, t, &g, &text);
	line_state(d, t, &g, &text);
	line_sums(d, t, &g, &text);
	gt_detail_turn(d, GT_DETAIL_LEFT);
	gt_detail_add(d, GT_ROLE_LABEL, "Created at");
	gt_detail_stack(d, t, g.create_stack, g.predates_trace ? "before the trace" : "no stack");
	gt_detail_turn(d, GT_DETAIL_RIGHT);
	gt_detail_add(d, GT_ROLE_LABEL, "Last seen at");
	gt_detail_stack(d, t, g.end_stack ? g.end_stack : gt_goroutine_first_stood(t, &g), "no stack");
	gt_detail_turn(d, GT_DETAIL_FULL);
	gt_buf_release(&text);
}

/* ---- a state ---- */

/* Who ended a wait. */
static void add_waker(struct gt_detail *d, const struct gt_program *prog, const struct gt_goroutine *g,
		      const struct gt_interval *iv)
{
	struct gt_sel at = {
		.has = GT_SEL_TIME | GT_SEL_G, .g = g->id, .g_row = g->row, .time_ns = iv->t1,
	}, by;
	struct gt_buf text = { 0 };
	const char *why;

	if (iv->what != GT_SPENT_BLOCK || iv->open || !iv->end_type)
		return;
	if (!gt_sel_unblocker(&by, &at, prog, &why)) {
		gt_buf_puts(&text, why);
	} else {
		gt_goroutine_title(&text, prog->trace, by.g_row);
		if (by.has & GT_SEL_EVENT)
			gt_buf_printf(&text, " in event %" PRIu64, by.event);
	}
	gt_detail_pair_buf(d, "Ended by", &text);
	gt_buf_release(&text);
}

void gt_detail_interval(struct gt_detail *d, const struct gt_program *prog, uint32_t g_row,
			const struct gt_interval *iv)
{
	const struct gt_trace *t = prog->trace;
	struct gt_goroutine g = { .row = g_row };
	struct gt_buf text = { 0 };
	size_t n;
	const char *s = gt_trace_string(t, iv->reason, &n);

	gt_goroutine_get(t, g_row, &g);
	gt_buf_printf(&text, "%s ", gt_spent_name(iv->what));
	gt_human_dur3(&text, iv->t1 - iv->t0);
	gt_buf_puts(&text, ", ");
	gt_human_time(&text, iv->t0);
	gt_buf_puts(&text, " to ");
	gt_human_time(&text, iv->t1);
	if (iv->open)
		gt_buf_puts(&text, ", the trace's end");
	gt_detail_pair_buf(d, "State", &text);
	if (iv->what == GT_SPENT_BLOCK) {
		gt_buf_reset(&text);
		gt_buf_add(&text, n ? s : GT_NO_REASON, n ? n : strlen(GT_NO_REASON));
		gt_detail_pair_buf(d, "Waits for", &text);
	}
	gt_detail_pair(d, "Began with", "%s",
		       iv->begin_type ? gt_event_type_name(t, iv->begin_type) : "before the trace");
	if (iv->end_type)
		gt_detail_pair(d, "Ended with", "%s", gt_event_type_name(t, iv->end_type));
	add_waker(d, prog, &g, iv);
	gt_detail_turn(d, GT_DETAIL_LEFT);
	gt_detail_add(d, GT_ROLE_LABEL, "Stack");
	gt_detail_stack(d, t, iv->stack, "no stack");
	gt_detail_turn(d, GT_DETAIL_RIGHT);
	gt_detail_add(d, GT_ROLE_LABEL, "Created at");
	gt_detail_stack(d, t, g.create_stack, "not in the trace");
	gt_detail_turn(d, GT_DETAIL_FULL);
	gt_buf_release(&text);
}
