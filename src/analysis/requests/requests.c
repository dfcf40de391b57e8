/* Requests of servers: those that the program marked as tasks, and those that stacks tell. */
#include "analysis/requests/requests.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/requests/reqwalk.h"
#include "analysis/tasks/members.h"
#include "analysis/tasks/splits.h"
#include "base/bisect.h"
#include "base/sat.h"
#include "base/xalloc.h"
#include "index/caps.h"

/* A goroutine of a server. */
struct serving {
	uint32_t row;
	uint8_t server;
};

struct request_search {
	const struct gt_trace *t;
	struct gt_requests *out;
	struct serving *v;
	size_t n, cap;
	struct gt_map by_row;        /* goroutine row: place in v */
	struct gt_made *made;
	size_t nmade, madecap;
	uint32_t looked;             /* goroutines */
	size_t read, made_read;      /* of v, of made */
	struct gt_reqwalk walk;
	struct gt_goroutine g;       /* that it is in the middle of */
	bool reading;
};

const char *gt_request_kind(const struct gt_request *r)
{
	return r->server == GT_SERVER_TASK ? "task" : gt_servers[r->server].kind;
}

/* ---- goroutines of servers, and what they created ---- */

/* Whether the creator's requests have this one in them: gRPC below a server of net/http. */
static bool is_inside(const struct request_search *f, const struct gt_goroutine *g)
{
	uint32_t i = gt_map_get(&f->by_row, g->creator);

	return i != GT_MAP_NONE && gt_servers[f->v[i].server].shape == GT_SERVER_EACH;
}

static void search_look(struct request_search *f, const struct gt_goroutine *g)
{
	unsigned server = gt_server_of(f->t, g->func);
	uint32_t by = g->creator == GT_NO_ROW ? GT_MAP_NONE : gt_map_get(&f->by_row, g->creator);

	if (by != GT_MAP_NONE && g->create_stack && gt_servers[f->v[by].server].shape == GT_SERVER_CONN) {
		GT_GROW(f->made, f->madecap, f->nmade + 1);
		f->made[f->nmade++] = (struct gt_made) { g->create, by, g->create_stack };
	}
	if (server == gt_server_count() || is_inside(f, g))
		return;
	gt_map_put(&f->by_row, g->row, (uint32_t)f->n);
	GT_GROW(f->v, f->cap, f->n + 1);
	f->v[f->n++] = (struct serving) { g->row, (uint8_t)server };
}

static int by_creator(const void *a, const void *b)
{
	const struct gt_made *x = a, *y = b;

	return GT_ASC(x, y, by) ?: GT_ASC(x, y, t);
}

/* ---- what they did ---- */

static void search_read(struct request_search *f)
{
	size_t first = f->made_read;

	if (!f->reading) {
		while (f->made_read < f->nmade && f->made[f->made_read].by == f->read)
			f->made_read++;
		f->reading = gt_goroutine_get(f->t, f->v[f->read].row, &f->g) &&
			     gt_reqwalk_begin(&f->walk, f->v[f->read].server, &f->g, f->made + first,
					      f->made_read - first);
	}
	f->reading = f->reading && gt_reqwalk_step(&f->walk);
	f->read += !f->reading;
}

/* ---- tasks ---- */

/* The row of the inferred request that goroutine g was in at a time; SIZE_MAX: none.  By goroutine, time. */
static size_t inferred_at(const struct gt_requests *rs, size_t n, uint32_t g, int64_t t)
{
	size_t i = GT_BISECT(k, 0, n, rs->v[k].g < g || (rs->v[k].g == g && rs->v[k].t0 <= t));

	return i && rs->v[i - 1].g == g && (t < rs->v[i - 1].t1 || rs->v[i - 1].open) ? i - 1 : SIZE_MAX;
}

static void task_add(struct gt_requests *rs, const struct gt_trace *t, const struct gt_task *task)
{
	int64_t until = gt_trace_until(t, gt_trace_info(t)->duration);
	struct gt_request q = {
		.t0 = task->t0 == GT_NO_TIME ? 0 : task->t0, .t1 = task->t1, .handler = task->name, .task = task->id,
		.g = task->t0 == GT_NO_TIME ? task->g1 : task->g0, .server = GT_SERVER_TASK,
		.cut = task->t0 == GT_NO_TIME,
	};
	struct gt_goroutine g;

	q.open = q.t1 == GT_NO_TIME || q.t1 > until;
	if (q.open)
		q.t1 = until;
	if (q.t0 >= until || q.t1 < q.t0)
		return;
	q.apart = !gt_goroutine_get(t, q.g, &g) || g.create > q.t0 || (g.end != GT_NO_TIME && g.end < q.t1);
	GT_GROW(rs->v, rs->cap, rs->n + 1);
	rs->v[rs->n++] = q;
}

static void add_splits(struct gt_requests *rs, struct gt_request *q, struct gt_splits *splits, struct gt_gsums *sums)
{
	gt_splits_begin(sums);
	gt_splits_add(splits, q->g, q->t0, q->t1, sums);
	gt_splits_finish(sums);
	memcpy(q->ns, sums->ns, sizeof q->ns);
	q->block = rs->nblocks;
	q->nblock = (uint32_t)sums->nblock;
	GT_GROW(rs->blocks, rs->blockcap, rs->nblocks + sums->nblock);
	if (sums->nblock)
		memcpy(rs->blocks + rs->nblocks, sums->block, sums->nblock * sizeof *rs->blocks);
	rs->nblocks += sums->nblock;
}

static int by_request_g(const void *a, const void *b)
{
	const struct gt_request *x = a, *y = b;

	return GT_ASC(x, y, g) ?: GT_ASC(x, y, t0) ?: GT_ASC(x, y, task);
}

static void split_tasks(struct gt_requests *rs, size_t first, const struct gt_trace *t)
{
	struct gt_splits *splits = gt_splits_open(t);
	struct gt_gsums sums = { 0 };

	if (rs->n > first)
		qsort(rs->v + first, rs->n - first, sizeof *rs->v, by_request_g);
	for (size_t i = first; i < rs->n; i++)
		if (!rs->v[i].apart)
			add_splits(rs, &rs->v[i], splits, &sums);
	gt_gsums_release(&sums);
	gt_splits_close(splits);
}

/* Tasks stand for the inferred requests (all that there are so far) that they lie in. */
static void put_tasks(struct gt_requests *rs, const struct gt_trace *t)
{
	size_t n = rs->n, kept = 0;
	bool *gone = gt_xcalloc(n + 1, sizeof *gone);
	struct gt_task_list list = { 0 };

	gt_task_list_fill(&list, t);
	for (size_t i = 0; i < list.n; i++) {
		const struct gt_task *task = &list.tasks[i];
		size_t a, b;

		if (!task->id || (task->parent && task->parent != GT_NONE) ||
		    (task->t0 == GT_NO_TIME && task->t1 == GT_NO_TIME))
			continue;
		a = task->t0 == GT_NO_TIME ? SIZE_MAX : inferred_at(rs, n, task->g0, task->t0);
		b = task->t1 == GT_NO_TIME ? SIZE_MAX : inferred_at(rs, n, task->g1, task->t1);
		if (a < n)
			gone[a] = true;
		if (b < n)
			gone[b] = true;
		task_add(rs, t, task);
	}
	split_tasks(rs, n, t);
	for (size_t i = 0; i < rs->n; i++)
		if (i >= n || !gone[i])
			rs->v[kept++] = rs->v[i];
		else
			rs->traces -= rs->v[i].traces;
	rs->n = kept;
	free(gone);
	gt_task_list_release(&list);
}

/* ---- mark assists ---- */

struct assist {
	int64_t t0, t1, before;      /* before: ns of its goroutine's that come before it */
	uint32_t g;
};

struct assists {
	struct assist *v;
	size_t n, cap;
};

static int by_assist(const void *a, const void *b)
{
	const struct assist *x = a, *y = b;

	return GT_ASC(x, y, g) ?: GT_ASC(x, y, t0);
}

static void assists_fill(struct assists *as, const struct gt_trace *t)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	int64_t sum = 0;
	struct gt_range_row r;

	for (uint64_t i = 0; i < info->ranges; i++) {
		if (!gt_range_get(t, i, &r) || r.kind != GT_RANGE_ASSIST)
			continue;
		GT_GROW(as->v, as->cap, as->n + 1);
		as->v[as->n++] = (struct assist) {
			.t0 = r.t0, .t1 = r.t1 == GT_NO_TIME ? info->duration : r.t1, .g = r.g };
	}
	if (as->n)
		qsort(as->v, as->n, sizeof *as->v, by_assist);
	for (size_t i = 0; i < as->n; i++) {
		sum = i && as->v[i].g == as->v[i - 1].g ? sum : 0;
		as->v[i].before = sum;
		gt_sat_grow(&sum, as->v[i].t1 - as->v[i].t0);
	}
}

/* Goroutine g's assists before a time. */
static int64_t assists_until(const struct assists *as, uint32_t g, int64_t t)
{
	size_t i = GT_BISECT(k, 0, as->n, as->v[k].g < g || (as->v[k].g == g && as->v[k].t0 < t));
	const struct assist *a;
	int64_t end;

	if (!i || as->v[i - 1].g != g)
		return 0;
	a = &as->v[i - 1];
	end = a->t1 > t ? t : a->t1;
	return gt_sat_add(a->before, end - a->t0);
}

static void put_assists(struct gt_requests *rs, const struct gt_trace *t)
{
	struct assists as = { 0 };

	assists_fill(&as, t);
	for (size_t i = 0; as.n && i < rs->n; i++) {
		struct gt_request *q = &rs->v[i];

		q->assist = assists_until(&as, q->g, q->t1) - assists_until(&as, q->g, q->t0);
	}
	free(as.v);
}

/* ---- all ---- */

static int by_begin(const void *a, const void *b)
{
	const struct gt_request *x = a, *y = b;

	return GT_ASC(x, y, traces) ?: GT_ASC(x, y, t0) ?: by_request_g(a, b);
}

#define SEARCH_STEP 1024     /* goroutines that are looked at in a step */

/* *share: how much is done. */
static bool requests_step(struct request_search *f, double *share)
{
	uint32_t all = gt_trace_info(f->t)->goroutines;
	uint32_t to = all - f->looked < SEARCH_STEP ? all : f->looked + SEARCH_STEP;
	struct gt_goroutine g;

	*share = (double)(f->looked + f->read) / ((double)all + (double)f->n + 1);
	if (f->looked < all) {
		for (; f->looked < to; f->looked++)
			if (gt_goroutine_get(f->t, f->looked, &g))
				search_look(f, &g);
		if (f->looked == all && f->nmade)
			qsort(f->made, f->nmade, sizeof *f->made, by_creator);
		return true;
	}
	if (f->read < f->n) {
		search_read(f);
		return true;
	}
	f->out->goroutines = f->n;
	put_tasks(f->out, f->t);
	put_assists(f->out, f->t);
	if (f->out->n)
		qsort(f->out->v, f->out->n, sizeof *f->out->v, by_begin);
	return false;
}

int gt_requests_fill(struct gt_requests *rs, const struct gt_trace *t, const struct gt_table_args *args,
		     struct gt_error *err)
{
	struct request_search f = {
		.t = t, .out = rs,
		.walk = { .t = t, .out = rs, .places.t = t, .old = !gt_trace_caps(t).reads_aside,
			  .until = gt_trace_until(t, gt_trace_info(t)->duration) },
	};
	double share;
	int rc = 0;

	for (unsigned i = 0; !rc && requests_step(&f, &share); i++)
		if (i % 64 == 0 && args && args->progress &&
		    !args->progress(args->progress_arg, (uint64_t)(1000 * share), 1000))
			rc = gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "looking for requests was cancelled");
	gt_reqwalk_release(&f.walk);
	free(f.v);
	free(f.made);
	gt_map_release(&f.by_row);
	return rc;
}

void gt_requests_release(struct gt_requests *rs)
{
	free(rs->v);
	free(rs->blocks);
	*rs = (struct gt_requests) { 0 };
}
