/* All reports of a trace, for traces that are made to harm. */
#include "analysis/reports/registry.h"
#include "analysis/table/reports.h"
#include "analysis/tasks/taskrows.h"
#include "analysis/waitlist/waitgroups.h"
#include "analysis/waits/waitkeys.h"
#include "unit/format/reports.h"

#include "format/chrome.h"
#include "format/export.h"

static void export(struct gt_table *table, struct gt_view *view, const struct gt_export_ops *ops, int fd)
{
	unsigned columns[64];
	struct gt_out out;
	struct gt_export e = { .ops = ops, .table = table, .columns = columns };

	e.out = &out.buf;
	e.ncolumns = gt_export_default_columns(table->report, table->trace, ops, columns);
	gt_out_init(&out, fd, "nothing");
	gt_export_run(&e, view, &out);
	gt_out_finish(&out, NULL);
}

static void report(struct gt_trace *t, const struct gt_report *r, const struct gt_table_args *args, uint64_t rows,
		   int fd)
{
	struct gt_view_options some = { .limited = args->limited, .from = args->from, .to = args->to, .limit = rows };
	struct gt_table *table;
	struct gt_view *view;

	if (gt_table_open(&table, r, t, args, NULL) < 0)
		return;
	if (gt_view_open(&view, table, &some, NULL) == 0) {
		export(table, view, args->limited ? &gt_export_json : &gt_export_text, fd);
		gt_view_close(view);
	}
	gt_table_close(table);
}

/* Profiles of the first task, of where the first region begins, of the first group of waits. */
static void report_parts(struct gt_trace *t, const struct gt_report *r, uint64_t rows, int fd)
{
	struct gt_table_args args = { .group = GT_REGIONS_BY_NAME };
	struct gt_table *groups;
	struct gt_buf site = { 0 };
	struct gt_region region;
	struct gt_task task;
	struct gt_frame f;

	if (gt_region_get(t, 0, &region)) {
		if (gt_region_site(t, &region, &f))
			gt_site_text(&site, t, &f);
		args.site = gt_buf_str(&site);
		report(t, r, &args, rows, fd);
		args.site = NULL;
	}
	args.has_task = true;
	args.task = gt_task_get(t, 0, &task) ? task.id : 0;
	report(t, r, &args, rows, fd);
	args.has_task = false;
	for (args.group = 0; args.group < GT_WAITS_BY_CAUSE; args.group++) {
		args.has_key = false;
		if (gt_table_open(&groups, &gt_report_waitgroups, t, &args, NULL) < 0)
			continue;
		args.has_key = groups->rows > 0;
		args.key = groups->rows ? gt_waitgroup_key(groups, 0) : 0;
		gt_table_close(groups);
		report(t, r, &args, rows, fd);
	}
	gt_buf_release(&site);
}

static void trace_events(struct gt_trace *t, const struct gt_table_args *args, int fd)
{
	struct gt_out out;

	gt_out_init(&out, fd, "nothing");
	gt_chrome_write(&out, t, args);
	gt_out_finish(&out, NULL);
}

void reports_write(struct gt_trace *t, uint64_t rows, int fd)
{
	int64_t part = t->info.duration / 4;
	char name[] = "trace";

	t->path = name;
	t->info.file = name;
	for (unsigned i = 0; gt_report_at(i); i++) {
		report(t, gt_report_at(i), &(struct gt_table_args){ 0 }, rows, fd);
		report(t, gt_report_at(i), &(struct gt_table_args){ .limited = true, .from = part, .to = part * 3 },
		       rows, fd);
	}
	report_parts(t, &gt_report_offcpu, rows, fd);
	report_parts(t, &gt_report_schedlat, rows, fd);
	report_parts(t, &gt_report_critpath, rows, fd);
	report_parts(t, &gt_report_regiontypes, rows, fd);
	trace_events(t, &(struct gt_table_args){ .limited = true, .from = part, .to = part * 3 }, fd);
}
