/* Trace-event JSON: the states of goroutines, and what they logged. */
#include "analysis/goroutines/goroutines.h"
#include "format/chromew.h"

struct chrome_go {
	struct gt_chrome *c;
	uint32_t row;
	bool more;            /* the output takes more */
};

static bool write_state(void *arg, const struct gt_interval *iv)
{
	struct chrome_go *go = arg;
	struct gt_chrome *c = go->c;
	struct gt_chrome_span span;

	if (!gt_chrome_clip(c, iv->t0, iv->t1, &span))
		return iv->t0 < c->to;
	gt_chrome_slice(c, GT_CHROME_GOROUTINES, gt_chrome_tid_of_g(go->row), &span, "state");
	gt_chrome_name(c, gt_spent_name(iv->what));
	gt_chrome_args(c, &span, iv->t1);
	gt_chrome_string(c, "reason", iv->reason);
	gt_chrome_top(c, "stack", iv->stack);
	gt_chrome_g(c, "by", iv->waker);
	gt_chrome_flag(c, "open", iv->open);
	go->more = gt_chrome_close(c);
	return go->more;
}

static bool write_goroutine(struct gt_chrome *c, uint32_t row)
{
	struct chrome_go go = { .c = c, .row = row, .more = true };
	struct gt_chrome_span span;
	struct gt_goroutine g;

	if (!gt_goroutine_get(c->t, row, &g) ||
	    !gt_chrome_clip(c, g.create, g.end != GT_NO_TIME ? g.end : gt_trace_info(c->t)->duration, &span))
		return true;
	gt_chrome_label(c, row);
	gt_chrome_thread(c, GT_CHROME_GOROUTINES, gt_chrome_tid_of_g(row));
	gt_goroutine_walk_part(c->t, row, gt_goroutine_seek(c->t, row, c->from), g.slices, write_state, &go);
	return go.more;
}

/* Whether the goroutine is one of those that were asked for. */
static bool is_chosen(const struct gt_chrome *c, uint32_t row)
{
	const struct gt_table_args *args = c->args;
	struct gt_goroutine g, chosen;

	if (!args->has_g || row == args->g)
		return true;
	return args->lives && gt_goroutine_get(c->t, row, &g) && gt_goroutine_get(c->t, args->g, &chosen) &&
	       g.id == chosen.id;
}

/* On the goroutine's own thread, and in the task that it belongs to. */
static bool write_log(struct gt_chrome *c, const struct gt_log *l)
{
	gt_chrome_event(c, 'i', GT_CHROME_GOROUTINES, gt_chrome_tid_of_g(l->g), l->t, "log");
	gt_chrome_word(c, "s", "t");
	gt_buf_reset(&c->text);
	gt_buf_reserve(&c->text, l->msg_len);
	c->text.len = gt_trace_read(c->t, l->msg_off, c->text.data, l->msg_len);
	gt_chrome_name_text(c);
	gt_chrome_args(c, NULL, l->t);
	gt_chrome_string(c, "category", l->category);
	gt_chrome_u64(c, "task", l->task);
	gt_chrome_top(c, "stack", l->stack);
	return gt_chrome_close(c);
}

void gt_chrome_goroutines(struct gt_chrome *c)
{
	uint32_t n = gt_trace_info(c->t)->goroutines;
	struct gt_log l;

	for (uint32_t row = 0; row < n; row++)
		if (is_chosen(c, row) && !write_goroutine(c, row))
			return;
	for (uint64_t i = gt_log_seek(c->t, c->from); gt_log_get(c->t, i, &l) && l.t < c->to; i++)
		if (is_chosen(c, l.g) && !write_log(c, &l))
			return;
}
