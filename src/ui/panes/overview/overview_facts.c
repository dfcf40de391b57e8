/* The facts of a capture in a few lines: what it is, what happened in it, what is missing and why. */
#include "ui/panes/overview/overview.h"

#include <inttypes.h>

#include "analysis/findings/findkind.h"
#include "analysis/reports/notetext.h"
#include "analysis/reports/summary.h"
#include "analysis/table/celltext.h"
#include "analysis/table/wording.h"
#include "base/human.h"
#include "base/say.h"
#include "index/caps.h"

static void put_capture(struct gt_overview *o, struct gt_buf *out)
{
	const struct gt_trace_info *info = gt_trace_info(o->prog->trace);

	gt_say(out, "{} format, {}, {}", gt_as_text(info->version), gt_as_dur(info->duration),
	       gt_as_many(info->events, "event"));
	if (info->gomaxprocs)
		gt_say(out, ", GOMAXPROCS {}", gt_as_u64(info->gomaxprocs));
	if (info->threads)
		gt_say(out, ", {}", gt_as_many(info->threads, "thread"));
	gt_say(out, ", {}", gt_as_many(info->goroutine_ids, "goroutine"));
	/* Unknown if the trace is damaged from its start on. */
	if (info->goroutines_max)
		gt_say(out, " (at most {} at a time)", gt_as_count(info->goroutines_max));
}

/* Sums end at the horizon: "3 of 5 slices". */
static void put_summed(struct gt_buf *out, uint64_t n, uint64_t all, const char *what)
{
	if (n < all)
		gt_say(out, "{} of ", gt_as_count(n));
	gt_say(out, "{}", gt_as_many(all, what));
}

/* A further end of a task that had ended is a row of its own. */
static uint64_t tasks_begun(const struct gt_trace *t)
{
	uint64_t n = gt_trace_info(t)->tasks;
	struct gt_note note;

	for (uint64_t i = 0; gt_note_get(t, i, &note); i++)
		n -= note.kind == GT_NOTE_TASK_END ? note.n : 0;
	return n;
}

static void put_happened(struct gt_overview *o, struct gt_buf *out)
{
	const struct gt_trace_info *info = gt_trace_info(o->prog->trace);
	int64_t from = o->limited ? o->from : 0, to = o->to < info->horizon ? o->to : info->horizon;
	const struct gt_blame_index *b = gt_program_blame_index(o->prog);
	struct gt_pause_sum sum = gt_blame_index_sum(b, o->limited ? o->from : INT64_MIN, o->to);
	size_t pauses = o->limited ? gt_blame_index_seek(b, o->to) - gt_blame_index_seek(b, o->from) : b->n;
	uint64_t slices = 0;
	int64_t busy = 0;

	for (uint32_t i = 0; i < info->procs; i++) {
		busy += gt_slices_busy(o->prog->trace, i, from, to);
		slices += gt_slices_within(o->prog->trace, i, from, to, NULL);
	}
	if (o->limited)
		gt_say(out, "{}", gt_as_many(slices, "slice"));
	else
		put_summed(out, gt_summary_slices(o->prog->trace), info->slices, "slice");
	/* GOMAXPROCS may have changed: how many Ps there were in all is known when the findings are. */
	if (o->f.complete && !o->other_range && o->f.sweep.idle.procs > 0)
		gt_say(out, ", Ps busy {}", gt_as_part(busy, o->f.sweep.idle.procs));
	if (o->f.complete && !o->other_range && o->f.tracer > busy / 50)
		gt_say(out, " (tracing {} of that)", gt_as_part(o->f.tracer, busy));
	gt_buf_puts(out, ", ");
	put_summed(out, sum.n[GT_PAUSE_ALL], pauses, "STW pause");
	if (sum.n[GT_PAUSE_ALL])
		gt_say(out, " ({} in total)", gt_as_dur(sum.ns[GT_PAUSE_ALL]));
	if (o->f.pressed && o->f.held.done && to > from)
		gt_say(out, ", pressure some {}, full {}", gt_as_part(o->f.held.some, to - from),
		       gt_as_part(o->f.held.full, to - from));
	/* What the whole trace contains. */
	if (!o->limited && (info->tasks || info->regions || info->logs))
		gt_say(out, ", {}, {}, {}", gt_as_many(tasks_begun(o->prog->trace), "task"),
		       gt_as_many(info->regions, "region"),
		       gt_as_many(info->logs, "log"));
	if (!o->limited && info->samples)
		gt_say(out, ", {}", gt_as_many(info->samples, "CPU sample"));
}

static void put_requests(struct gt_overview *o, struct gt_buf *out)
{
	gt_request_sums_text(out, &o->boxes.requests);
}

static void put_notes(struct gt_overview *o, struct gt_buf *out)
{
	struct gt_note note;

	for (uint64_t i = 0; gt_note_get(o->prog->trace, i, &note); i++) {
		if (out->len)
			gt_buf_puts(out, "; ");
		gt_buf_puts(out, "note: ");
		gt_note_text(out, o->prog->trace, &note);
	}
}

static void put_missing(struct gt_overview *o, struct gt_buf *out)
{
	const struct gt_trace_info *info = gt_trace_info(o->prog->trace);
	const char *fault = gt_program_fault(o->prog), *note = gt_trace_names_note(o->prog->trace);
	bool whole = info->done && !fault;

	if (!info->done) {
		gt_buf_puts(out, "the rest of the trace: it is still read");
	} else if (fault && info->cancelled) {
		gt_buf_puts(out, "the rest of the trace: reading was stopped");
	} else if (fault) {
		/* Where it lies comes first: the sentence can be longer than the line. */
		gt_buf_puts(out, "what follows the damage: ");
		if (gt_horizon_text(out, o->prog->trace))
			gt_buf_puts(out, ", later rows are marked; ");
		gt_lost_text(out, "", "; ", o->prog->trace);
		gt_buf_puts(out, info->damage.text);
	}
	if (info->done && (info->no_stack || info->no_string)) {
		gt_put_comma(out);
		gt_unknown_ids_text(out, o->prog->trace);
	}
	if (note) {
		gt_put_comma(out);
		gt_buf_puts(out, note);
	}
	put_notes(o, out);
	if (o->f.complete && o->f.unnamed) {
		gt_put_comma(out);
		gt_unnamed_text(out, o->f.unnamed);
	}
	/* Only of a whole trace: the part that was not read could have them. */
	if (whole && !info->samples) {
		gt_put_comma(out);
		gt_buf_puts(out, gt_trace_caps(o->prog->trace).cpu_samples ? "CPU samples (no CPU profile was running)"
									   : "CPU samples (recorded since Go 1.19)");
	}
	if (whole && !info->tasks && !info->regions && !info->logs) {
		gt_put_comma(out);
		gt_buf_puts(out, gt_trace_caps(o->prog->trace).annotations
					 ? "tasks, regions, logs (the program created none)"
					 : "tasks, regions, logs (recorded since Go 1.11)");
	}
	if (!out->len)
		gt_buf_puts(out, "nothing");
}

void gt_overview_fact(struct gt_overview *o, int line, struct gt_buf *out)
{
	static void (*const facts[GT_OVERVIEW_FACTS])(struct gt_overview *, struct gt_buf *) = {
		[GT_FACT_CAPTURE] = put_capture, [GT_FACT_CONTENTS] = put_happened, [GT_FACT_REQUESTS] = put_requests,
		[GT_FACT_MISSING] = put_missing,
	};

	facts[line](o, out);
}

/* ---- of a finding, beside its sentence ---- */

static void put_evidence(struct gt_buf *out, const struct gt_finding *f)
{
	const char *kind = gt_finding_kind(f->kind)->name;

	for (unsigned i = 0; i < f->nevidence; i++) {
		enum gt_wording_unit unit;
		int64_t v = f->evidence[i].value;

		if (!v)
			continue;
		gt_buf_puts(out, out->len ? ", " : "");
		unit = gt_wording_put(out, kind, f->evidence[i].name);
		gt_buf_putc(out, ' ');
		if (f->ns[i])
			gt_human_dur(out, v);
		else if (unit == GT_WORDING_BYTES)
			gt_human_bytes(out, (uint64_t)v);
		else
			gt_buf_printf(out, "%" PRId64, v);
	}
}

void gt_overview_detail(struct gt_overview *o, const struct gt_finding *f, struct gt_detail *d)
{
	const struct gt_finding_ops *kind = gt_finding_kind(f->kind);
	struct gt_buf *out = &d->value;

	gt_finding_text(out, &o->f, f);
	gt_detail_put(d, "Finding");
	if (f->because != GT_NO_ROW) {
		gt_finding_text(out, &o->f, &o->f.v[f->because]);
		gt_detail_put(d, "Because");
	}
	put_evidence(out, f);
	gt_detail_put(d, "Evidence");
	gt_finding_report(out, &o->f, f);
	gt_detail_put(d, "Report");
	switch (kind->subject) {
	case GT_FINDING_OF_STOP:
		gt_detail_stop(d, o->prog->trace, f->range, kind->advice);
		return;
	case GT_FINDING_OF_SLICE:
		gt_detail_slice(d, o->prog, f->slice);
		break;
	case GT_FINDING_OF_ASSIST:
	case GT_FINDING_OF_STATE:
	case GT_FINDING_OF_GOROUTINE:
		gt_detail_goroutine(d, o->prog, f->g);
		break;
	case GT_FINDING_OF_TIME:
		break;
	}
	gt_detail_pair(d, "Meaning", "%s", kind->advice);
}
