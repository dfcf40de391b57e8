/* Findings from inside: what they are made of, and the words that many have. */
#include "analysis/findings/findkind.h"

#include <assert.h>
#include <string.h>

#include "analysis/stacks/where.h"
#include "base/xalloc.h"

/* ---- findings ---- */

static uint8_t severity_of(double share)
{
	return share >= 0.1 ? GT_SEVERITY_HIGH : share >= 0.02 ? GT_SEVERITY_MEDIUM : GT_SEVERITY_LOW;
}

static double cost_share(const struct gt_findings *f, int64_t cost)
{
	return f->to > f->from ? (double)cost / (double)(f->to - f->from) : 0;
}

struct gt_finding *gt_finding_add(struct gt_findings *f, unsigned kind, int64_t cost)
{
	struct gt_finding *v;

	GT_GROW(f->v, f->cap, f->n + 1);
	v = &f->v[f->n++];
	*v = (struct gt_finding){
		.kind = (uint8_t)kind, .cost = cost, .max = GT_NO_TIME, .count = GT_NONE, .of = GT_NONE,
		.t0 = GT_NO_TIME, .t1 = GT_NO_TIME, .g = GT_NO_ROW, .proc_row = GT_NO_ROW, .slice = GT_NO_ROW,
		.range = GT_NO_ROW, .because = GT_NO_ROW, .explained_ns = GT_NO_TIME };
	v->share = cost_share(f, cost);
	v->severity = severity_of(v->share);
	return v;
}

/* A row that only says that there are no findings, or that nothing can be judged. */
struct gt_finding *gt_finding_add_none(struct gt_findings *f, unsigned kind)
{
	struct gt_finding *v = gt_finding_add(f, kind, 0);

	v->severity = GT_SEVERITY_NONE;
	return v;
}

/* A single long one is felt, too, whatever its share. */
void gt_finding_judge_max(const struct gt_findings *f, struct gt_finding *v)
{
	if (v->max >= 10 * f->limits.stop)
		v->severity = GT_SEVERITY_HIGH;
	else if (v->max >= f->limits.stop && v->severity < GT_SEVERITY_MEDIUM)
		v->severity = GT_SEVERITY_MEDIUM;
}

void gt_finding_judge_less(const struct gt_findings *f, struct gt_finding *v, int64_t felt)
{
	uint8_t least = severity_of(cost_share(f, felt));

	if (v->severity > least)
		v->severity--;
}

void gt_finding_judge_felt(const struct gt_findings *f, struct gt_finding *v, double part)
{
	uint8_t felt = severity_of(cost_share(f, v->cost) * part);

	if (v->severity > felt)
		v->severity = felt;
}

static bool is_ns(const char *name)
{
	size_t n = strlen(name);

	return n > 3 && !strcmp(name + n - 3, "_ns");
}

void gt_finding_prove(struct gt_finding *v, const char *name, int64_t value)
{
	assert(v->nevidence < GT_EVIDENCE);
	v->evidence[v->nevidence].name = name;
	v->evidence[v->nevidence].value = value;
	v->ns[v->nevidence] = is_ns(name);
	v->nevidence++;
}

/* Whether the cost is worth a finding: a large share of a very short range is not. */
int64_t gt_finding_of_procs(const struct gt_findings *f, int64_t ns)
{
	int64_t procs = f->sweep.idle.procs;

	return procs > 0 ? (int64_t)((__int128)ns * (f->to - f->from) / procs) : 0;
}

bool gt_finding_matters(const struct gt_findings *f, int64_t cost)
{
	return cost >= f->limits.stop && (double)cost * 1000 >= (double)f->limits.permille * (double)(f->to - f->from);
}

void gt_finding_at_slice(const struct gt_findings *f, struct gt_finding *v, uint32_t slice)
{
	struct gt_slice s;

	if (!gt_slice_get(f->trace, slice, &s))
		return;
	v->slice = slice;
	v->g = s.g;
	v->proc_row = s.proc_row;
	v->t0 = s.t0;
	v->t1 = s.t1;
}

void gt_finding_at_range(const struct gt_findings *f, struct gt_finding *v, uint32_t range)
{
	struct gt_range_row r;

	if (!gt_range_get(f->trace, range, &r))
		return;
	v->range = range;
	v->t0 = r.t0;
	v->t1 = r.t1 == GT_NO_TIME ? gt_trace_info(f->trace)->duration : r.t1;
}

void gt_finding_at_goroutine(const struct gt_findings *f, struct gt_finding *x, uint32_t row)
{
	struct gt_goroutine g;

	if (!gt_goroutine_get(f->trace, row, &g))
		return;
	x->g = row;
	x->reason = g.end_reason;
	x->t0 = g.since;
	x->t1 = gt_trace_info(f->trace)->duration;
}

/* ---- words ---- */

struct gt_word gt_as_rate(const struct gt_findings *fs, double n)
{
	return gt_as_real(fs->to > fs->from ? n * 1e9 / (double)(fs->to - fs->from) : 0);
}

static void put_doer(struct gt_buf *out, const struct gt_word *w)
{
	const struct gt_finding *f = (const struct gt_finding *)(const void *)w->text;

	if (!f->where || !gt_where_text(out, w->of, f->where)) {
		gt_say(out, "{}", gt_as_func(w->of, f->func));
		return;
	}
	if (gt_where_func(w->of, f->where) != f->func)
		gt_say(out, " (goroutines of {})", gt_as_func(w->of, f->func));
}

struct gt_word gt_as_doer(const struct gt_findings *fs, const struct gt_finding *f)
{
	return (struct gt_word){ .put = put_doer, .of = fs->trace, .text = (const char *)f };
}

static void put_test_word(struct gt_buf *out, const struct gt_word *w)
{
	size_t n;
	const char *s = gt_trace_string(w->of, (uint32_t)w->u, &n);
	bool quotable = !memchr(s, '"', n) && !memchr(s, '\'', n);

	gt_say(out, "{}{}", gt_as_text(n ? "" : "!"), gt_as_text(w->text));
	if (n && quotable)
		gt_say(out, "=\"{}\"", gt_as_string(w->of, (uint32_t)w->u, ""));
}

struct gt_word gt_as_test(const struct gt_findings *fs, const char *column, uint32_t name)
{
	return (struct gt_word){ .put = put_test_word, .of = fs->trace, .text = column, .u = name };
}

void gt_finding_put_waits_at(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *x)
{
	struct gt_buf site = { 0 };

	if (gt_where_text(&site, fs->trace, x->waits_at) && !strpbrk(gt_buf_str(&site), "\"'"))
		gt_say(out, " && where=\"{}\"", gt_as_text(gt_buf_str(&site)));
	gt_buf_release(&site);
}

int64_t gt_finding_evidence(const struct gt_finding *f, const char *name)
{
	for (unsigned i = 0; i < f->nevidence; i++)
		if (!strcmp(f->evidence[i].name, name))
			return f->evidence[i].value;
	return 0;
}

struct gt_word gt_as_evidence(const struct gt_finding *f, const char *name)
{
	int64_t v = gt_finding_evidence(f, name);

	return is_ns(name) ? gt_as_dur(v) : v < 0 ? gt_as_i64(v) : gt_as_count((uint64_t)v);
}
