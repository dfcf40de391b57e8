/* A comparison as a page of text. */
#include <inttypes.h>

#include "analysis/compare/comparereport.h"
#include "base/human.h"
#include "base/say.h"
#include "base/utf8.h"
#include "format/listing.h"

#define INDENT 8
/* Beyond that a line goes on in the next one. */
#define COLUMNS 100

static void put_escaped(struct gt_buf *out, const char *s)
{
	gt_text_escape(out, s, strlen(s));
}

/* "before  old.trace, go 1.22, 154.8ms, 2 processors, 783181 events" */
static void comparetext_put_trace(struct gt_buf *out, const char *word, const struct gt_collected *c)
{
	const struct gt_trace_info *info = gt_trace_info(c->t);

	gt_buf_printf(out, "%-8s", word);
	put_escaped(out, info->file);
	gt_say(out, ", {}, {}, {}, {}\n", gt_as_text(info->version),
	       c->to > c->from ? gt_as_dur(c->to - c->from) : gt_as_text("nothing in this range"),
	       gt_as_many(gt_info_procs(info), "processor"), gt_as_many(info->events, "event"));
}

static void put_sides(struct gt_buf *out, const struct gt_comparison *c)
{
	struct gt_buf facts = { 0 };
	const char *s;
	size_t n;

	for (enum gt_cmp_side side = 0; side < GT_CMP_SIDES; side++)
		for (size_t i = 0; i < c->n[side]; i++)
			comparetext_put_trace(out, i ? "" : side == GT_CMP_OLD ? "before" : "after", &c->v[side][i]);
	gt_comparison_facts(&facts, c);
	gt_buf_puts(out, facts.len ? "\n" : "");
	for (s = gt_buf_str(&facts); *s; s += n + (s[n] != '\0')) {
		n = strcspn(s, "\n");
		gt_buf_puts(out, "note: ");
		gt_text_escape(out, s, n);
		gt_buf_putc(out, '\n');
	}
	gt_buf_release(&facts);
}

/* ---- a difference ---- */

/* Facts of a line, which goes on in the next where it gets too long. */
struct facts {
	struct gt_buf *out;
	size_t line;          /* where it began */
};

static void put_fact(struct facts *f, const struct gt_sentence *fact)
{
	struct gt_buf text = { 0 };

	gt_say_sentence(&text, fact);
	if (f->line == SIZE_MAX || f->out->len - f->line + text.len > COLUMNS) {
		gt_buf_puts(f->out, f->line == SIZE_MAX ? "" : ",\n");
		f->line = f->out->len;
		gt_buf_fill(f->out, ' ', INDENT);
	} else {
		gt_buf_puts(f->out, ", ");
	}
	gt_buf_puts(f->out, gt_buf_str(&text));
	gt_buf_release(&text);
}

static struct gt_word as_length(const struct gt_difference *d, int64_t v)
{
	return v == GT_NO_TIME ? gt_as_text("none") : gt_as_cmp_value(d, (double)v);
}

static void put_lengths(struct facts *f, const struct gt_difference *d, const char *word, int64_t a, int64_t b)
{
	struct gt_difference of = { .kind = d->kind, .aspect = GT_CMP_LENGTH };

	if (a != GT_NO_TIME || b != GT_NO_TIME)
		put_fact(f, GT_SENTENCE("{} {} -> {}", gt_as_text(word), as_length(&of, a), as_length(&of, b)));
}

static void put_p(struct gt_buf *out, const struct gt_word *w)
{
	gt_buf_printf(out, "p %.2g", w->r);
}

static struct gt_word as_p(double p)
{
	return p >= 0 ? (struct gt_word){ .put = put_p, .r = p } : gt_as_text("not tested");
}

static void put_aspect(struct facts *f, const struct gt_difference *d)
{
	put_fact(f, GT_SENTENCE("{} {} -> {}", gt_as_text(gt_cmp_aspect_name(d->aspect)), gt_as_cmp_value(d, d->a),
				gt_as_cmp_value(d, d->b)));
	put_fact(f, GT_SENTENCE("{}", as_p(d->p)));
}

static void put_sums(struct facts *f, const struct gt_difference *d)
{
	const struct gt_cmp_sum *a = &d->sums[GT_CMP_OLD], *b = &d->sums[GT_CMP_NEW];
	bool bytes = gt_cmp_kinds[d->kind].unit == GT_CMP_BYTES;

	if (gt_cmp_has(d->kind, GT_CMP_RATE) && d->aspect != GT_CMP_RATE)
		put_fact(f, GT_SENTENCE("{}/s -> {}/s", gt_as_real(a->rate), gt_as_real(b->rate)));
	if (gt_cmp_has(d->kind, GT_CMP_SHARE) && d->aspect != GT_CMP_SHARE && (a->share > 0 || b->share > 0))
		put_fact(f, GT_SENTENCE("share {} -> {}", gt_as_share(a->share), gt_as_share(b->share)));
	put_lengths(f, d, "p50", a->p50, b->p50);
	put_lengths(f, d, "p99", a->p99, b->p99);
	put_lengths(f, d, bytes ? "most" : "longest", a->max, b->max);
}

static void put_difference(struct gt_buf *out, const struct gt_difference *d, const struct gt_inks *inks)
{
	const char *verdict = gt_cmp_verdict_name(d->verdict);
	enum gt_ink_kind ink = gt_ink_of_word(verdict, strlen(verdict));
	struct facts f = { .out = out, .line = SIZE_MAX };
	size_t at;

	gt_ink_begin(out, inks, ink);
	gt_buf_puts(out, verdict);
	gt_ink_end(out, inks, ink);
	/* Where it would have begun, had it no ink. */
	at = out->len - strlen(verdict);
	gt_buf_fill(out, ' ', strlen(verdict) < INDENT ? INDENT - strlen(verdict) : 0);
	gt_cmp_change_text(out, d);
	if (out->len < at + 2 * INDENT)
		gt_buf_fill(out, ' ', at + 2 * INDENT - out->len);
	gt_say(out, " {}{}: ", gt_as_text(gt_cmp_only(d) > 0 ? "new: " : gt_cmp_only(d) < 0 ? "gone: " : ""),
	       gt_as_text(gt_cmp_kinds[d->kind].what));
	gt_text_escape(out, d->text, d->ntext);
	gt_buf_putc(out, '\n');
	put_aspect(&f, d);
	put_sums(&f, d);
	gt_buf_puts(out, "\n\n");
}

/* Without --filter those that are the same or unsure are only counted. */
void gt_listing_compare(struct gt_out *out, struct gt_table *table, struct gt_view *view, uint64_t most,
			const struct gt_inks *inks)
{
	const struct gt_comparison *c = gt_comparison_of(table);
	uint64_t it = 0, row, shown = 0, more = 0;

	put_sides(&out->buf, c);
	gt_buf_putc(&out->buf, '\n');
	while (gt_view_next(view, &it, &row) && gt_out_step(out)) {
		bool sure = c->d[row].verdict <= GT_CMP_CHANGED;

		if (sure && shown < most) {
			put_difference(&out->buf, &c->d[row], inks);
			shown++;
		} else {
			more += sure;
		}
	}
	if (!shown)
		gt_buf_puts(&out->buf, "no difference that is more than chance\n\n");
	if (more)
		gt_buf_printf(&out->buf, "and %s more: --limit=N shows N\n", gt_count_text(more).s);
	gt_buf_printf(&out->buf, "%zu worse, %zu better, ", c->count[GT_CMP_WORSE], c->count[GT_CMP_BETTER]);
	if (c->count[GT_CMP_CHANGED])
		gt_buf_printf(&out->buf, "%zu changed as the work did, ", c->count[GT_CMP_CHANGED]);
	gt_buf_printf(&out->buf, "%zu the same, %zu unsure (too few, or too uneven); %zu tests, corrected p at most %g\n",
		      c->count[GT_CMP_SAME], c->count[GT_CMP_UNSURE], c->tests, GT_CMP_ALPHA);
}
