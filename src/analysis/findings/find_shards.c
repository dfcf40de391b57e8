/* Hot shards: one of several like goroutines gets most of the work, and others wait for it. */
#include "analysis/findings/findkind.h"

#include "analysis/findings/shards.h"
#include "analysis/stacks/where.h"

bool gt_finding_shards_step(struct gt_findings *f)
{
	if (!f->shards)
		f->shards = gt_shard_look_new(f->trace, f->from, f->to);
	return gt_shard_look_step(f->shards, &f->fault) > 0;
}

static void list_shards(struct gt_findings *f, unsigned kind)
{
	size_t n = 0;
	const struct gt_shards *v = f->shards ? gt_shard_look_shards(f->shards, &n) : NULL;

	for (size_t i = 0; i < n; i++) {
		struct gt_finding *x;

		if (!gt_finding_matters(f, v[i].ns))
			continue;
		x = gt_finding_add(f, kind, v[i].ns);
		x->count = v[i].n;
		x->max = v[i].max;
		x->func = v[i].func;
		x->where = v[i].work;
		x->waits_at = v[i].waiting;
		x->g = v[i].g;
		x->t0 = v[i].t0;
		x->t1 = v[i].t1;
		gt_finding_prove(x, "goroutines", v[i].goroutines);
		gt_finding_prove(x, "lived_ns", v[i].span);
		gt_finding_prove(x, "hot_ns", v[i].hot);
		gt_finding_prove(x, "others_ns", v[i].others);
		gt_finding_prove(x, "waits", (int64_t)v[i].n);
		gt_finding_prove(x, "wait_ns", v[i].wait);
		gt_finding_prove(x, "max_ns", v[i].max);
	}
}

static void text_shards(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	int64_t span = gt_finding_evidence(f, "lived_ns"), n = gt_finding_evidence(f, "goroutines");
	struct gt_buf site = { 0 };
	struct gt_goroutine g;

	gt_where_text(&site, fs->trace, f->waits_at);
	gt_say(out, "{}: goroutine {}, one of the {}, had work for {} of the time, the others for {} on the average",
	       gt_as_doer(fs, f), gt_as_u64(gt_goroutine_get(fs->trace, f->g, &g) ? g.id : 0), gt_as_i64(n),
	       gt_as_part(gt_finding_evidence(f, "hot_ns"), span),
	       gt_as_part(gt_finding_evidence(f, "others_ns") / (n > 1 ? n - 1 : 1), span));
	gt_say(out, "; {} waited {} for that one, max {}", gt_as_text(gt_buf_str(&site)), gt_as_dur(f->cost),
	       gt_as_dur(f->max));
	gt_buf_release(&site);
}

static void report_shards(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	struct gt_goroutine g;

	gt_say(out, "--report=waits --filter='waker_g={} && end<{}'",
	       gt_as_u64(gt_goroutine_get(fs->trace, f->g, &g) ? g.id : 0), gt_as_i64(fs->to));
}

const struct gt_finding_ops gt_finding_shards = {
	.name = "hot shard",
	.subject = GT_FINDING_OF_GOROUTINE,
	.list = list_shards,
	.text = text_shards,
	.report = report_shards,
	.advice = "The work is shared out by something that nearly always comes to the same goroutine, such as the hash of a "
		  "key that many items have. Share it out by something else, split that key up, or let all of them take "
		  "from one channel.",
};
