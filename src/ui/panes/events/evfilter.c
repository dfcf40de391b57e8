/* Filters of the events: what passes is found event by event, and kept as a set of numbers. */
#include "ui/panes/events/evfilter.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/reports/registry.h"
#include "analysis/table/table.h"
#include "base/human.h"
#include "base/xalloc.h"
#include "index/query/events.h"
#include "ui/table/pane_table.h"

enum kind { KIND_EXPR, KIND_G, KIND_P, KIND_M };

struct gt_evfilter_test {
	enum kind kind;
	uint64_t id;
	struct gt_filter *expr;
};

void gt_evfilter_init(struct gt_evfilter *f, struct gt_trace *t, struct gt_events *events)
{
	*f = (struct gt_evfilter){ .trace = t, .events = events };
}

static void drop_tests(struct gt_evfilter *f)
{
	for (size_t i = 0; i < f->n; i++)
		gt_filter_free(f->tests[i].expr);
	f->n = 0;
}

void gt_evfilter_release(struct gt_evfilter *f)
{
	drop_tests(f);
	free(f->tests);
	gt_table_close(f->table);
	gt_rowset_release(&f->found);
}

/* ---- reading ---- */

/* "G42": the goroutine it happens in or is about. */
static bool read_id(const char *text, struct gt_evfilter_test *test)
{
	static const char letters[] = "GgPpMm";
	const char *p = *text ? strchr(letters, *text) : NULL;

	if (!p || gt_parse_u64(text + 1, &test->id) < 0)
		return false;
	test->kind = p - letters < 2 ? KIND_G : p - letters < 4 ? KIND_P : KIND_M;
	return true;
}

static int read_test(const char *text, struct gt_evfilter_test *test, struct gt_error *err)
{
	const struct gt_report *report = gt_report_find("events", 6);
	struct gt_buf expr = { 0 };
	int r;

	*test = (struct gt_evfilter_test){ .kind = KIND_EXPR };
	if (read_id(text, test))
		return 0;
	r = gt_filter_expression(&expr, report, text, err);
	if (r == 0)
		r = gt_filter_parse(&test->expr, report, gt_buf_str(&expr), err);
	gt_buf_release(&expr);
	return r;
}

int gt_evfilter_set(struct gt_evfilter *f, struct gt_pane_filters *filters, struct gt_error *err)
{
	int rc = 0;

	drop_tests(f);
	for (size_t i = 0; i < filters->n; i++) {
		int r;

		if (!filters->v[i].on)
			continue;
		GT_GROW(f->tests, f->cap, f->n + 1);
		r = read_test(filters->v[i].text, &f->tests[f->n], rc == 0 ? err : NULL);
		filters->v[i].bad = r < 0;
		f->n += r == 0;
		rc = rc < 0 ? rc : r;
	}
	gt_rowset_clear(&f->found);
	f->next = 0;
	return rc;
}

bool gt_evfilter_expression(const struct gt_pane_filters *filters, struct gt_buf *out)
{
	struct gt_evfilter_test test;

	for (size_t i = 0; i < filters->n; i++) {
		if (!filters->v[i].on || filters->v[i].bad)
			continue;
		if (read_id(filters->v[i].text, &test))
			return false;
		gt_filter_expression(out, gt_report_find("events", 6), filters->v[i].text, NULL);
	}
	return true;
}

/* ---- trying ---- */

static bool about(const struct gt_event *ev, enum gt_event_kind kind, uint64_t own, uint64_t id)
{
	return own == id || (ev->kind == kind && ev->subject == id);
}

static bool evfilter_passes(struct gt_evfilter *f, const struct gt_evfilter_test *test, uint64_t row)
{
	const struct gt_event *ev;

	if (test->kind == KIND_EXPR) {
		/* The rows of a table are the events of its trace when it was opened; more of them need another one. */
		if (!f->table || row >= f->table->rows) {
			gt_table_close(f->table);
			f->table = NULL;
			gt_table_open(&f->table, gt_report_find("events", 6), f->trace, NULL, NULL);
		}
		return f->table && row < f->table->rows && gt_filter_match(test->expr, f->table, row);
	}
	if (gt_events_get(f->events, row, &ev, NULL) < 0)
		return false;
	if (test->kind == KIND_G)
		return about(ev, GT_EV_G_STATE, ev->g, test->id);
	return test->kind == KIND_P ? about(ev, GT_EV_P_STATE, ev->p, test->id) : ev->m == test->id;
}

bool gt_evfilter_step(struct gt_evfilter *f)
{
	uint64_t row = f->next;
	size_t i = 0;

	if (f->n == 0 || row >= gt_trace_info(f->trace)->events)
		return false;
	while (i < f->n && evfilter_passes(f, &f->tests[i], row))
		i++;
	if (i == f->n)
		gt_rowset_add(&f->found, row);
	f->next++;
	return true;
}
