/* What makes two sides of a comparison different before anything is measured; numbers of it as text. */
#include <math.h>
#include <string.h>

#include "analysis/compare/comparereport.h"
#include "base/human.h"

/* A factor by which lengths, or how busy the processors are, may differ without a word. */
#define LENGTHS 2
#define LOADS   1.2

static const struct gt_trace_info *info_of(const struct gt_comparison *c, enum gt_cmp_side side, size_t i)
{
	return gt_trace_info(c->v[side][i].t);
}

/* Of all processors that a side could have used, the share that its slices took. */
static double load_of(const struct gt_comparison *c, enum gt_cmp_side side)
{
	double busy = 0, all = 0;

	for (size_t i = 0; i < c->n[side]; i++) {
		const struct gt_collected *v = &c->v[side][i];

		for (uint32_t p = 0; p < gt_trace_info(v->t)->procs; p++)
			busy += (double)gt_slices_busy(v->t, p, v->from, v->to);
		all += (double)(v->to - v->from) * (double)gt_info_procs(gt_trace_info(v->t));
	}
	return all > 0 ? busy / all : 0;
}

static void put_procs(struct gt_buf *out, const struct gt_comparison *c)
{
	uint64_t least[GT_CMP_SIDES], most[GT_CMP_SIDES];

	for (enum gt_cmp_side side = 0; side < GT_CMP_SIDES; side++) {
		least[side] = UINT64_MAX;
		most[side] = 0;
		for (size_t i = 0; i < c->n[side]; i++) {
			uint64_t n = gt_info_procs(info_of(c, side, i));

			least[side] = n < least[side] ? n : least[side];
			most[side] = n > most[side] ? n : most[side];
		}
	}
	if (least[0] != most[0] || least[1] != most[1])
		gt_say(out, "GOMAXPROCS is not the same in all traces: {} to {} before, {} to {} after\n",
		       gt_as_u64(least[0]), gt_as_u64(most[0]), gt_as_u64(least[1]), gt_as_u64(most[1]));
	else if (most[0] != most[1])
		gt_say(out, "GOMAXPROCS differs: {} before, {} after\n", gt_as_u64(most[0]), gt_as_u64(most[1]));
}

/* The format of all traces of a side; NULL: they have several. */
static const char *facts_format(const struct gt_comparison *c, enum gt_cmp_side side)
{
	for (size_t i = 1; i < c->n[side]; i++)
		if (strcmp(info_of(c, side, i)->version, info_of(c, side, 0)->version) != 0)
			return NULL;
	return info_of(c, side, 0)->version;
}

static void put_versions(struct gt_buf *out, const struct gt_comparison *c)
{
	const char *old = facts_format(c, GT_CMP_OLD), *new = facts_format(c, GT_CMP_NEW);

	if (!old || !new)
		gt_buf_puts(out, "the trace format is not the same in all traces of a side\n");
	else if (strcmp(old, new) != 0)
		gt_buf_printf(out, "the trace format differs: %s before, %s after\n", old, new);
}

/* The shortest and the longest trace of a side, ns. */
struct lengths {
	int64_t least, most;
};

static struct lengths facts_lengths(const struct gt_comparison *c, enum gt_cmp_side side)
{
	struct lengths l = { .least = INT64_MAX };

	for (size_t i = 0; i < c->n[side]; i++) {
		int64_t v = c->v[side][i].to - c->v[side][i].from;

		l.least = v < l.least ? v : l.least;
		l.most = v > l.most ? v : l.most;
	}
	return l;
}

/* By how much a number is larger than another; 0 and 0 do not differ. */
static double facts_factor(double a, double b)
{
	return a > 0 && b > 0 ? fmax(a, b) / fmin(a, b) : a > 0 || b > 0 ? INFINITY : 1;
}

static void put_times(struct gt_buf *out, const struct gt_comparison *c)
{
	struct lengths a = facts_lengths(c, GT_CMP_OLD), b = facts_lengths(c, GT_CMP_NEW);
	double least = fmin((double)a.least, (double)b.least), most = fmax((double)a.most, (double)b.most);
	double old = load_of(c, GT_CMP_OLD), new = load_of(c, GT_CMP_NEW);

	if (facts_factor(least, most) > LENGTHS)
		gt_say(out, "the lengths differ: {} before, {} after; rates and shares are compared, no sums\n",
		       a.least < a.most ? gt_as_said("{} to {}", gt_as_dur(a.least), gt_as_dur(a.most))
					: gt_as_dur(a.least),
		       b.least < b.most ? gt_as_said("{} to {}", gt_as_dur(b.least), gt_as_dur(b.most))
					: gt_as_dur(b.least));
	if (gt_cmp_machine_differs(c))
		gt_say(out, "the machine differs: it stood still for {} of the time before, {} after; what that alone makes is unsure\n",
		       gt_as_share(c->frozen[GT_CMP_OLD]), gt_as_share(c->frozen[GT_CMP_NEW]));
	if (facts_factor(old, new) > LOADS)
		gt_say(out, "the load differs: processors were {} busy before, {} after\n", gt_as_share(old),
		       gt_as_share(new));
}

/* Only where that explains what changed. */
static void put_work(struct gt_buf *out, const struct gt_comparison *c)
{
	if (!c->count[GT_CMP_CHANGED])
		return;
	gt_say(out, "the work differs: {} {} a second were finished before, {} after; rates that follow the work only changed\n",
	       gt_as_real(c->work.rate[GT_CMP_OLD]), gt_as_text(c->work.what), gt_as_real(c->work.rate[GT_CMP_NEW]));
	if (c->work.guessed)
		gt_buf_puts(out, "no requests or tasks measure the work: there may just be more goroutines for the same work\n");
}

static void put_damage(struct gt_buf *out, const struct gt_comparison *c)
{
	for (enum gt_cmp_side side = 0; side < GT_CMP_SIDES; side++)
		for (size_t i = 0; i < c->n[side]; i++)
			if (!info_of(c, side, i)->complete)
				gt_buf_printf(out, "%s is damaged: only what is whole is compared\n",
					      info_of(c, side, i)->file);
}

void gt_comparison_facts(struct gt_buf *out, const struct gt_comparison *c)
{
	put_versions(out, c);
	put_procs(out, c);
	put_times(out, c);
	put_work(out, c);
	put_damage(out, c);
	for (unsigned kind = 0; kind < GT_CMP_KINDS; kind++)
		if (c->left_out[kind] && (kind == 0 || gt_cmp_kinds[kind].form != gt_cmp_kinds[kind - 1].form))
			gt_buf_printf(out, "%s are not compared: one side does not record them as the other does\n",
				      gt_cmp_kinds[kind].what);
}

/* ---- numbers ---- */

void gt_cmp_value_text(struct gt_buf *out, const struct gt_difference *d, double v)
{
	if (d->aspect == GT_CMP_SHARE)
		gt_human_share(out, v);
	else if (d->aspect == GT_CMP_RATE)
		gt_say(out, "{}/s", gt_as_real(v));
	else if (gt_cmp_kinds[d->kind].unit == GT_CMP_BYTES)
		gt_human_bytes(out, v > 0 ? (uint64_t)v : 0);
	else
		gt_human_dur(out, (int64_t)v);
}

static void put_value_word(struct gt_buf *out, const struct gt_word *w)
{
	gt_cmp_value_text(out, w->of, w->r);
}

struct gt_word gt_as_cmp_value(const struct gt_difference *d, double v)
{
	return (struct gt_word){ .put = put_value_word, .of = d, .r = v };
}

static void put_change(struct gt_buf *out, double change)
{
	if (change < 4)
		gt_say(out, "{}{}", gt_as_text(change < 0 ? "" : "+"), gt_as_share(change));
	else
		gt_say(out, "x{}", gt_as_real(change + 1));
}

void gt_cmp_factor_text(struct gt_buf *out, double a, double b)
{
	if (a > 0 && b > 0)
		put_change(out, b / a - 1);
	else
		gt_buf_puts(out, b > 0 ? "new" : a > 0 ? "gone" : "");
}

void gt_cmp_change_text(struct gt_buf *out, const struct gt_difference *d)
{
	/* For lengths what the shift makes of the old ones: the middle of each side alone says less. */
	if (d->aspect == GT_CMP_LENGTH && d->a > 0 && d->b > 0)
		put_change(out, d->shift / d->a);
	else
		gt_cmp_factor_text(out, d->a, d->b);
}
