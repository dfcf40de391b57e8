/* The reports "mmu" and "mmuworst": what the GC leaves the program of windows of time. */
#include "analysis/gc/mmutable.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/table/reports.h"
#include "base/human.h"
#include "base/xalloc.h"

#define WORST_OF_EACH 20      /* of one length, in mmuworst */

/* With more points of the function a curve between the rows would take long. */
#define CURVE_POINTS 100000

static const double mmutable_shares[] = { 0.99, 0.999 };

struct mmu_row {
	int64_t window;
	struct gt_mmu_window worst;
	int64_t end;
	uint64_t rank;                /* mmuworst: from 1 */
	double share[GT_COUNT(mmutable_shares)]; /* mmu */
};

struct mmu {
	struct gt_table head;
	struct gt_mutil u;
	struct mmu_row *v;
	size_t cap;
	struct gt_item totals[2];
	struct gt_mmu_point *curve;
	size_t ncurve, cap_curve;
};

static const char *const part_names[] = { "stw", "background", "assist", "sweep" };

/* False: a word is none of those that count, and no length. */
static bool parse_parts(const char *list, struct gt_mmu_args *out)
{
	out->parts = 0;
	out->window = 0;
	for (const char *s = list;; s++) {
		size_t n = strcspn(s, ",");
		char *word = gt_xmemdup0(s, n);
		unsigned part = 0;
		bool bad;

		for (unsigned i = 0; i < GT_COUNT(part_names); i++)
			if (!strcmp(word, part_names[i]))
				part = 1u << i;
		if (!strcmp(word, "all"))
			part = GT_MUTIL_PARTS;
		else if (!strcmp(word, "perp"))
			part = GT_MUTIL_PER_P;
		bad = !part && (out->window || gt_parse_dur(word, &out->window) || out->window <= 0);
		free(word);
		if (bad)
			return false;
		out->parts |= part;
		s += n;
		if (!*s)
			return true;
	}
}

static const char *mmu_take(struct gt_table_args *args, enum gt_takes option, const char *value)
{
	if (option == GT_TAKES_MMU && !parse_parts(value, gt_mmu_args_in(args)))
		return "stw, background, assist, sweep, all, perp and one time, between commas";
	return NULL;
}

static struct mmu_row *new_row(struct mmu *m)
{
	GT_GROW(m->v, m->cap, m->head.rows + 1);
	return &m->v[m->head.rows++];
}

static void add_length(struct mmu *m, int64_t window)
{
	struct mmu_row row = { .window = window };

	if (!gt_mmu_worst(&m->u, window, &row.worst))
		return;
	gt_mmu_shares(&m->u, window, mmutable_shares, row.share, GT_COUNT(row.share));
	*new_row(m) = row;
}

static void add_worst(struct mmu *m, int64_t window)
{
	struct gt_mmu_window worst[WORST_OF_EACH];
	size_t n = gt_mmu_worst_list(&m->u, window, worst, GT_COUNT(worst));

	for (size_t i = 0; i < n; i++)
		*new_row(m) = (struct mmu_row){
			.window = window, .worst = worst[i], .rank = i + 1, .end = worst[i].t + worst[i].w };
}

/* Twenty points per power of ten, the same on a logarithmic axis, and the last row. */
static void make_curve(struct mmu *m)
{
	static const double tenths[] = {
		1, 1.122018, 1.258925, 1.412538, 1.584893, 1.778279, 1.995262, 2.238721, 2.511886, 2.818383,
		3.162278, 3.548134, 3.981072, 4.466836, 5.011872, 5.623413, 6.309573, 7.079458, 7.943282, 8.912509 };
	unsigned step = m->u.npoints > CURVE_POINTS ? GT_COUNT(tenths) : 1, i = 0;
	int64_t end = m->head.rows ? m->v[m->head.rows - 1].window : 0, decade, w = 0;
	struct gt_mmu_window worst;

	for (decade = end ? m->v[0].window : 1; w < end; decade *= i == 0 ? 10 : 1) {
		w = (int64_t)((double)decade * tenths[i] + 0.5);
		w = w < end ? w : end;
		gt_mmu_worst(&m->u, w, &worst);
		GT_GROW(m->curve, m->cap_curve, m->ncurve + 1);
		m->curve[m->ncurve++] = (struct gt_mmu_point){ w, worst.mean };
		i = (i + step) % GT_COUNT(tenths);
	}
}

const struct gt_mmu_point *gt_mmu_curve(const struct gt_table *t, size_t *n)
{
	const struct mmu *m = (const struct mmu *)t;

	*n = m->ncurve;
	return m->curve;
}

size_t gt_mmu_table_worst(const struct gt_table *t, uint64_t row, struct gt_mmu_window *out, size_t n)
{
	const struct mmu *m = (const struct mmu *)t;

	return m->u.npoints > CURVE_POINTS ? 0 : gt_mmu_worst_list(&m->u, m->v[row].window, out, n);
}

static int mmu_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	void (*add)(struct mmu *m, int64_t window) = t->report == &gt_report_mmu ? add_length : add_worst;
	const struct gt_mmu_args *own = gt_mmu_args_of(args);
	struct mmu *m = (struct mmu *)t;
	int rc = gt_mutil_fill(&m->u, t->trace, own->parts, args->from, args->until, args->progress,
			       args->progress_arg, err);
	int64_t w;

	if (rc)
		return rc;
	if (own->window)
		add(m, own->window);
	for (unsigned i = 0; !own->window && (w = gt_mmu_length(m->u.to - m->u.from, i)) != 0; i++)
		add(m, w);
	if (args->browsed && add == add_length)
		make_curve(m);
	return 0;
}

static void mmu_close(struct gt_table *t)
{
	struct mmu *m = (struct mmu *)t;

	gt_mutil_release(&m->u);
	free(m->v);
	free(m->curve);
}

/* What the windows lie in: from the first GOMAXPROCS of the interval on. */
static size_t mmu_totals(struct gt_table *t, const struct gt_item **items)
{
	struct mmu *m = (struct mmu *)t;

	if (!m->u.nfns)
		return 0;
	gt_item_ns(&m->totals[0], "mmu_from_ns", m->u.from);
	gt_item_ns(&m->totals[1], "mmu_to_ns", m->u.to);
	*items = m->totals;
	return 2;
}

#define FIELD(member) GT_FIELD(struct mmu_row, member)

static const struct gt_column columns[] = {
	[GT_MMU_WINDOW] = { "window_ns", "Window", GT_KIND_DUR, 0, 8,
		"how long a stretch of time is looked at", FIELD(window) },
	[GT_MMU_MMU] = { "mmu", "MMU", GT_KIND_SHARE, 0, 9,
		"the least that the program has of the processors in any such stretch: 0 nothing, 1 everything",
		FIELD(worst.mean) },
	[GT_MMU_START] = { "start_ns", "Worst at", GT_KIND_TIME, 0, 12,
		"where the first stretch with so little begins", FIELD(worst.t) },
	[GT_MMU_P] = { "p", "P", GT_KIND_ID, 0, 4,
		"on which processor, with --mmu=perp", FIELD(worst.p) },
	[GT_MMU_P99] = { "p99", "99% have", GT_KIND_SHARE, 0, 9,
		"what 99% of such stretches have at least", FIELD(share[0]) },
	[GT_MMU_P999] = { "p999", "99.9% have", GT_KIND_SHARE, 0, 11,
		"what 99.9% of them have at least", FIELD(share[1]) },
};

const struct gt_report gt_report_mmu = {
	.name = "mmu",
	.row = "a window length and the minimum mutator utilisation",
	GT_REPORT_COLUMNS(columns),
	.takes = GT_TAKES_MMU,
	.take = mmu_take,
	.ops = { .size = sizeof(struct mmu), .open = mmu_open, GT_ROWS(struct mmu, v), .close = mmu_close,
		 .totals = mmu_totals },
};

static const struct gt_column worst_columns[] = {
	[GT_MMUWORST_WINDOW] = { "window_ns", "Window", GT_KIND_DUR, 0, 8,
		"how long a stretch of time is looked at", FIELD(window) },
	[GT_MMUWORST_RANK] = { "rank", "Rank", GT_KIND_COUNT, 0, 4,
		"1: the worst of this length", FIELD(rank) },
	[GT_MMUWORST_START] = { "start_ns", "Start", GT_KIND_TIME, 0, 12,
		"where it begins", FIELD(worst.t) },
	[GT_MMUWORST_END] = { "end_ns", "End", GT_KIND_TIME, GT_COL_MORE, 12,
		"where it ends", FIELD(end) },
	[GT_MMUWORST_MEAN] = { "mean", "Mean", GT_KIND_SHARE, 0, 9,
		"what the program has of the processors meanwhile: 0 nothing, 1 everything", FIELD(worst.mean) },
	[GT_MMUWORST_P] = { "p", "P", GT_KIND_ID, 0, 4,
		"on which processor, with --mmu=perp", FIELD(worst.p) },
};

const struct gt_report gt_report_mmuworst = {
	.name = "mmuworst",
	.row = "a window in which the program had least",
	GT_REPORT_COLUMNS(worst_columns),
	.takes = GT_TAKES_MMU,
	.take = mmu_take,
	.ops = { .size = sizeof(struct mmu), .open = mmu_open, GT_ROWS(struct mmu, v), .close = mmu_close,
		 .totals = mmu_totals },
};
