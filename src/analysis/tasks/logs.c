/* The report "logs": user log messages. */
#include "analysis/table/reports.h"
#include "analysis/tasks/taskrows.h"

struct logs {
	struct gt_table head;
	struct gt_log l;
};

/* The message is read from the trace: the index does not keep it. */
void gt_log_message(struct gt_buf *out, const struct gt_trace *t, const struct gt_log *l)
{
	gt_buf_reset(out);
	gt_buf_reserve(out, l->msg_len);
	out->len = gt_trace_read(t, l->msg_off, out->data, l->msg_len);
	out->data[out->len] = '\0';
}

static void log_message(struct gt_table *t, struct gt_cell *out)
{
	gt_log_message(&t->text, t->trace, t->at);
	gt_cell_s(out, t->text.data, t->text.len);
}

static const void *logs_row(struct gt_table *t, uint64_t row)
{
	struct logs *ls = (struct logs *)t;

	return gt_log_get(t->trace, row, &ls->l) ? &ls->l : NULL;
}

static const struct gt_column columns[] = {
	[GT_LOG_TIME] = { "ns", "Time", GT_KIND_TIME, GT_COL_BEGIN | GT_COL_END, 12,
		"when it was logged", GT_FIELD(struct gt_log, t) },
	[GT_LOG_G] = { "g", "G", GT_KIND_ID, 0, 7,
		"goroutine", GT_FIELD_AS(gt_cell_field_g, struct gt_log, g) },
	[GT_LOG_TASK] = { "task", "Task", GT_KIND_ID, 0, 7,
		"task it belongs to; 0: the background task", GT_FIELD(struct gt_log, task) },
	[GT_LOG_CATEGORY] = { "category", "Category", GT_KIND_STRING, 0, 16,
		"its category", GT_FIELD_AS(gt_cell_field_name, struct gt_log, category) },
	[GT_LOG_MESSAGE] = { "message", "Message", GT_KIND_STRING, 0, 40,
		"its text", .cell = log_message },
	[GT_LOG_STACK] = { "stack", "Stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"where it was logged", GT_FIELD(struct gt_log, stack) },
};

const struct gt_report gt_report_logs = {
	.name = "logs",
	.row = "a message logged by the program",
	GT_REPORT_COLUMNS(columns),
	.ops = { .size = sizeof(struct logs), .rows = offsetof(struct gt_trace_info, logs), .row = logs_row },
};
