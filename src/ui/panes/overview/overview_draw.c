/* What has room in the Overview, and where: facts, findings, charts, boxes. */
#include "ui/panes/overview/overview.h"
#include "ui/panes/rows.h"

#define LIST_LEAST 5                 /* rows: below that nothing stands under the list, */
#define CHARTS_LEAST 1
#define SOME 9                       /* rows: from then on all charts are there, */
#define CHARTS_ALL (GT_CHARTS + 1)
#define MUCH 30                      /* from then on they are tall */
#define CHARTS_TALL (3 * GT_CHARTS + 1)

/* The trace is damaged, or something in it is not as it should be. */
static bool is_flawed(const struct gt_overview *o)
{
	struct gt_note note;

	return gt_program_fault(o->prog) || gt_note_get(o->prog->trace, 0, &note);
}

/* The lines that have room, in their order: how many. */
static int overview_choose_facts(const struct gt_overview *o, int rows, int *facts)
{
	int n = 0;

	if (rows < 5)
		return 0;
	facts[n++] = GT_FACT_CAPTURE;
	/* What is missing, and how far the rest can be trusted, matters more. */
	if (rows >= 14 || (rows >= 8 && !is_flawed(o)))
		facts[n++] = GT_FACT_CONTENTS;
	if (rows >= 10 && gt_overview_has_requests(o))
		facts[n++] = GT_FACT_REQUESTS;
	if (rows >= 14 || (rows >= 8 && is_flawed(o)))
		facts[n++] = GT_FACT_MISSING;
	return n;
}

static void overview_draw_facts(struct gt_overview *o, const struct gt_canvas *c, const int *facts, int n)
{
	static const char *const names[GT_OVERVIEW_FACTS] = { "Capture", "Contents", "Requests", "Missing" };
	struct gt_buf text = { 0 };

	for (int i = 0; i < n; i++) {
		bool missing = facts[i] == GT_FACT_MISSING;

		gt_buf_reset(&text);
		gt_overview_fact(o, facts[i], &text);
		gt_canvas_text(c, i, 0, GT_ROLE_LABEL,
			       facts[i] == GT_FACT_CONTENTS && o->limited ? "In A-B" : names[facts[i]]);
		gt_canvas_phrases(c, i, 9, c->cols > 9 ? c->cols - 9 : 0, missing ? GT_ROLE_DIM : GT_ROLE_VALUE,
				  gt_buf_str(&text), text.len);
	}
	gt_buf_release(&text);
}

/* How the rows below the facts are shared out: causes come first, then the boxes, the charts get what is left. */
struct overview_rooms {
	int list, charts, boxes;
};

static struct overview_rooms overview_share(struct gt_overview *o, int rows, int cols)
{
	struct overview_rooms r = { .list = 1 + (o->nrows ? (int)(o->nrows < 99 ? o->nrows : 99) : 1) };
	int charts;

	/* While findings come and go, what is below the list stays where it is. */
	if (!o->complete)
		r.list = rows / 3;
	if (r.list > rows - CHARTS_LEAST)
		r.list = rows > LIST_LEAST + CHARTS_LEAST ? rows - CHARTS_LEAST : rows;
	rows -= r.list;
	charts = rows >= MUCH ? CHARTS_TALL : rows >= SOME ? CHARTS_ALL : CHARTS_LEAST;
	r.boxes = gt_overview_boxes_place(o, cols, rows - charts);
	r.charts = gt_overview_chart_rows(rows - r.boxes);
	r.list += rows - r.boxes - r.charts;
	return r;
}

void gt_overview_draw_parts(struct gt_overview *o, const struct gt_canvas *c, const struct gt_finding *f)
{
	int facts, shown[GT_OVERVIEW_FACTS];
	struct overview_rooms rooms;
	struct gt_canvas sub;

	facts = overview_choose_facts(o, c->rows, shown);
	overview_draw_facts(o, c, shown, facts);
	rooms = overview_share(o, c->rows - facts, c->cols);
	sub = gt_canvas_sub(c, 0, 0, facts + rooms.list, c->cols);
	gt_rows_draw_list(o->pane, &sub, facts);
	sub = gt_canvas_sub(c, facts + rooms.list, 0, rooms.charts, c->cols);
	if (rooms.charts)
		gt_overview_charts_draw(o, &sub, f ? f->t0 : 0, f ? f->t1 : 0);
	sub = gt_canvas_sub(c, c->rows - rooms.boxes, 0, rooms.boxes, c->cols);
	gt_overview_boxes_draw(o, &sub, c->rows - rooms.boxes);
}
