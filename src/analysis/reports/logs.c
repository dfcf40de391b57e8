/* The report "logs": user log messages. */
#include <stdlib.h>

#include "analysis/reports/lists.h"
#include "base/buf.h"
#include "base/xalloc.h"

enum col { COL_TIME, COL_G, COL_TASK, COL_CATEGORY, COL_MESSAGE, COL_STACK, COLS };

struct logs {
	struct gt_table head;
	struct gt_buf text;
};

/* The message is read from the trace: the index does not keep it. */
static void cell_message(struct logs *ls, const struct gt_log *l, struct gt_cell *out)
{
	gt_buf_reset(&ls->text);
	gt_buf_reserve(&ls->text, l->msg_len);
	ls->text.len = gt_trace_read(ls->head.trace, l->msg_off, ls->text.data, l->msg_len);
	ls->text.data[ls->text.len] = '\0';
	gt_cell_s(out, ls->text.data, ls->text.len);
}

static void logs_cell(struct gt_table *t, uint64_t row, unsigned col, struct gt_cell *out)
{
	struct gt_log l;

	if (!gt_log_get(t->trace, row, &l))
		return;
	switch ((enum col)col) {
	case COL_TIME: gt_cell_i(out, l.t); break;
	case COL_G: gt_cell_goroutine(out, t->trace, l.g); break;
	case COL_TASK: gt_cell_u(out, l.task); break;
	case COL_CATEGORY: gt_cell_name(out, t->trace, l.category); break;
	case COL_MESSAGE: cell_message((struct logs *)t, &l, out); break;
	case COL_STACK: gt_cell_stack(out, l.stack); break;
	case COLS: break;
	}
}

static void logs_close(struct gt_table *t)
{
	gt_buf_release(&((struct logs *)t)->text);
	free(t);
}

static const struct gt_table_ops logs_ops = {
	.cell = logs_cell,
	.close = logs_close,
};

static int logs_open(struct gt_table **out, struct gt_trace *t, const struct gt_table_args *args,
		     struct gt_error *err)
{
	struct logs *ls = gt_xcalloc(1, sizeof *ls);

	(void)args;
	(void)err;
	ls->head.ops = &logs_ops;
	ls->head.rows = gt_trace_info(t)->logs;
	*out = &ls->head;
	return 0;
}

static const struct gt_column columns[COLS] = {
	[COL_TIME] = { "ns", "Time", GT_KIND_TIME, 0, 12,
		"when it was logged" },
	[COL_G] = { "g", "G", GT_KIND_ID, 0, 7,
		"goroutine" },
	[COL_TASK] = { "task", "Task", GT_KIND_ID, 0, 7,
		"task it belongs to; 0: the background task" },
	[COL_CATEGORY] = { "category", "Category", GT_KIND_STRING, 0, 16,
		"its category" },
	[COL_MESSAGE] = { "message", "Message", GT_KIND_STRING, 0, 40,
		"its text" },
	[COL_STACK] = { "stack", "Stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"where it was logged" },
};

const struct gt_report gt_report_logs = {
	.name = "logs",
	.row = "a message logged by the program",
	.columns = columns,
	.ncolumns = GT_COUNT(columns),
	.start = COL_TIME,
	.end = COL_TIME,
	.measure = GT_NO_COLUMN,
	.open = logs_open,
};
