/* The report "brief": the state of the program in a few lines of text. */
#include <string.h>

#include "analysis/findings/findkind.h"
#include "analysis/gc/gcheap.h"
#include "analysis/requests/requestsums.h"
#include "analysis/table/celltext.h"
#include "analysis/reports/notetext.h"
#include "analysis/table/reports.h"
#include "base/say.h"
#include "base/thread.h"
#include "base/utf8.h"

#define BRIEF_LINES 60
#define BRIEF_COLUMNS 100
#define FACT_COLUMNS 12       /* the names of facts, and the indent of what belongs to them */

struct brief {
	struct gt_table head;
	struct gt_findings f;
	struct gt_request_sums requests;
	int64_t from, to;       /* of the requests: that of the findings is set by their steps */
	struct gt_buf lines[BRIEF_LINES];
	unsigned n;
	struct gt_buf words;    /* what is written next, as it came from the trace */
};

/* ---- lines ---- */

static struct gt_buf *brief_line(struct brief *b)
{
	return b->n < BRIEF_LINES ? &b->lines[b->n++] : NULL;
}

/* Where a line of so many columns ends: at the last blank that is in it, else in the middle of a word. */
static size_t brief_break(const char *s, size_t n, int columns)
{
	size_t best = 0, i = 0;

	if (gt_text_width(s, n) <= columns)
		return n;
	/* Marks without a width would make it long. */
	for (; i < n && i < 4 * (size_t)columns && gt_text_width(s, i + 1) <= columns; i++)
		if (s[i] == ' ')
			best = i;
	while (!best && i > 1 && ((unsigned char)s[i] & 0xc0) == 0x80)
		i--;
	return best ? best : i ? i : 1;
}

/* Escapes b->words and writes it in as many lines as it takes: the first begins with `name`. */
static void brief_wrap(struct brief *b, const char *name, unsigned indent)
{
	struct gt_buf text = { 0 };
	const char *s;
	size_t left;

	gt_text_escape(&text, gt_buf_str(&b->words), b->words.len);
	s = gt_buf_str(&text);
	left = text.len;
	for (bool first = true; left; first = false) {
		struct gt_buf *line = brief_line(b);
		size_t n = brief_break(s, left, BRIEF_COLUMNS - (int)indent);

		if (!line)
			break;
		gt_buf_puts(line, first ? name : "");
		gt_buf_fill(line, ' ', indent - (first ? strlen(name) : 0));
		gt_buf_add(line, s, n);
		for (s += n, left -= n; left && *s == ' '; s++, left--)
			;
	}
	gt_buf_release(&text);
	gt_buf_reset(&b->words);
}

/* ---- facts ---- */

static void brief_trace(struct brief *b, const struct gt_trace_info *info)
{
	gt_say(&b->words, "{} format, {}, {}", gt_as_text(info->version), gt_as_dur(info->duration),
	       gt_as_many(info->events, "event"));
	brief_wrap(b, "Trace", FACT_COLUMNS);
	if (b->f.limited && b->f.to > b->f.from) {
		gt_say(&b->words, "what follows is about the time from {} to {}", gt_as_time(b->f.from),
		       gt_as_time(b->f.to));
		brief_wrap(b, "Range", FACT_COLUMNS);
	}
	if (!info->complete) {
		if (gt_horizon_text(&b->words, b->head.trace))
			gt_buf_puts(&b->words, "; ");
		gt_buf_puts(&b->words, info->damage.code ? info->damage.text : "the trace was not read to its end");
		gt_lost_text(&b->words, "; ", "", b->head.trace);
		brief_wrap(b, "Damage", FACT_COLUMNS);
	}
	if (gt_unknown_ids_text(&b->words, b->head.trace))
		brief_wrap(b, "Missing", FACT_COLUMNS);
}

static void brief_notes(struct brief *b)
{
	struct gt_note note;

	for (uint64_t i = 0; gt_note_get(b->head.trace, i, &note); i++) {
		gt_note_text(&b->words, b->head.trace, &note);
		brief_wrap(b, "Note", FACT_COLUMNS);
	}
}

static void brief_procs(struct brief *b, const struct gt_trace_info *info)
{
	const struct gt_findings *f = &b->f;

	gt_say(&b->words, "{}, busy {}", gt_as_many(gt_info_procs(info), "P"),
	       gt_as_part(f->gc.busy, f->sweep.idle.procs));
	if (info->threads)
		gt_say(&b->words, ", {}", gt_as_many(info->threads, "thread"));
	brief_wrap(b, "Processors", FACT_COLUMNS);
}

static void brief_goroutines(struct brief *b, const struct gt_trace_info *info)
{
	const struct gt_findings *f = &b->f;

	/* How many there were is known of the whole trace only. */
	if (!f->limited) {
		gt_say(&b->words, "{}", gt_as_many(info->goroutine_ids, "goroutine"));
		if (info->goroutines_max)
			gt_say(&b->words, ", at most {} at a time", gt_as_count(info->goroutines_max));
		gt_buf_puts(&b->words, ", ");
	}
	gt_say(&b->words, "{} for a P", gt_as_many(f->sweep.waits.n, "wait"));
	if (f->sweep.waits.n)
		gt_say(&b->words, ", median {}, p99 {}, longest {}", gt_as_dur(gt_sweep_percentile(&b->f.sweep, 0.5)),
		       gt_as_dur(gt_sweep_percentile(&b->f.sweep, 0.99)), gt_as_dur(f->sweep.waits.max));
	if (f->pressed && f->held.done && f->to > f->from)
		gt_say(&b->words, "; some goroutine was runnable {} of the time",
		       gt_as_part(f->held.some, f->to - f->from));
	brief_wrap(b, "Goroutines", FACT_COLUMNS);
}

/* A trace without any has no line. */
static void brief_put_requests(struct brief *b)
{
	if (!b->requests.n && !b->requests.left_out)
		return;
	gt_request_sums_text(&b->words, &b->requests);
	brief_wrap(b, "Requests", FACT_COLUMNS);
	if (gt_request_unseen_text(&b->words, &b->requests))
		brief_wrap(b, "", FACT_COLUMNS);
}

static void brief_gc(struct brief *b)
{
	const struct gt_findings *f = &b->f;
	double taken = (double)f->gc.dedicated + (double)f->gc.fractional + (double)f->gc.assist;
	struct gt_gc_heap heap;
	uint64_t most = 0;

	gt_gc_heap_fill(&heap, b->head.trace, f->from, f->to);
	for (size_t i = 0; i < GT_COUNT(heap.v); i++)
		most = heap.v[i].max > most ? heap.v[i].max : most;
	gt_say(&b->words, "{}", gt_as_many(f->gc.cycles, "cycle"));
	if (f->gc.cycles)
		gt_say(&b->words, ", marking {} of the time, {} of the busy time",
		       gt_as_part(f->gc.mark, f->to - f->from),
		       gt_as_share(f->gc.busy ? taken / (double)f->gc.busy : 0));
	if (most)
		gt_say(&b->words, "; heap at most {}", gt_as_bytes(most));
	brief_wrap(b, "GC", FACT_COLUMNS);
}

static void brief_pauses(struct brief *b)
{
	struct gt_pause_sum sum = gt_blame_index_sum(&b->f.blames, b->f.from, b->f.to);

	gt_say(&b->words, "{}", gt_as_many(sum.n[GT_PAUSE_ALL], "STW pause"));
	if (sum.n[GT_PAUSE_ALL])
		gt_say(&b->words, ", together {}, longest {}", gt_as_dur(sum.ns[GT_PAUSE_ALL]),
		       gt_as_dur(sum.max[GT_PAUSE_ALL]));
	brief_wrap(b, "Pauses", FACT_COLUMNS);
}

/* ---- findings ---- */

/* How many bytes of a command a line of so many columns takes; 0: the next word is longer. */
static size_t command_break(const char *s, size_t n, int columns)
{
	bool quoted = false;
	size_t best = 0;

	if (gt_text_width(s, n) <= columns)
		return n;
	for (size_t i = 0; i < n; i++) {
		quoted ^= s[i] == '\'';
		if (s[i] == ' ' && !quoted && gt_text_width(s, i) <= columns - 2)
			best = i;
	}
	return best;
}

/* In as many lines as it takes, which a shell reads as one; false: a word has no room, and nothing was written. */
static bool wrap_command(struct brief *b, const char *s, size_t left)
{
	unsigned was = b->n, indent = 3;

	while (left) {
		size_t n = command_break(s, left, BRIEF_COLUMNS - (int)indent);
		struct gt_buf *line = n ? brief_line(b) : NULL;

		if (!n)
			while (b->n > was)
				gt_buf_reset(&b->lines[--b->n]);
		if (!line)
			return n > 0;
		gt_buf_fill(line, ' ', indent);
		gt_buf_add(line, s, n);
		gt_buf_puts(line, n < left ? " \\" : "");
		for (s += n, left -= n; left && *s == ' '; s++, left--)
			;
		indent = 5;
	}
	return true;
}

/* The command, or what prints it. */
static void brief_command(struct brief *b, const struct gt_finding *f)
{
	static const char program[] = "gtrace-tui ", trace[] = " TRACE";
	struct gt_buf text = { 0 };

	if (!gt_finding_kind(f->kind)->report)
		return;
	gt_buf_puts(&b->words, program);
	gt_finding_report(&b->words, &b->f, f);
	gt_buf_puts(&b->words, trace);
	gt_text_escape(&text, gt_buf_str(&b->words), b->words.len);
	gt_buf_reset(&b->words);
	if (!wrap_command(b, gt_buf_str(&text), text.len)) {
		gt_buf_printf(&b->words, "%s--report=findings --columns=report --filter='kind=\"%s\"'", program,
			      gt_finding_kind(f->kind)->name);
		gt_findings_put_range(&b->words, &b->f);
		gt_buf_puts(&b->words, trace);
		brief_wrap(b, "", 3);
	}
	gt_buf_release(&text);
}

static void brief_finding(struct brief *b, const struct gt_finding *f)
{
	static const char *const marks[] = {
		[GT_SEVERITY_NONE] = "", [GT_SEVERITY_LOW] = "", [GT_SEVERITY_MEDIUM] = "!", [GT_SEVERITY_HIGH] = "!!",
	};

	if (f->because != GT_NO_ROW)
		gt_buf_puts(&b->words, "therefore ");
	if (f->severity != GT_SEVERITY_NONE)
		gt_buf_puts(&b->words, gt_finding_kind(f->kind)->name);
	if (f->cost > 0)
		gt_say(&b->words, ", {} of the time ({})",
		       gt_as_share(f->share), gt_as_dur(f->cost));
	if (f->severity != GT_SEVERITY_NONE)
		gt_buf_puts(&b->words, ": ");
	gt_finding_text(&b->words, &b->f, f);
	brief_wrap(b, f->because == GT_NO_ROW ? marks[f->severity] : "", 3);
	if (f->because == GT_NO_ROW)
		brief_command(b, f);
}

/* As many as have room, and how many have none. */
static void brief_findings(struct brief *b)
{
	size_t i = 0;

	brief_line(b);
	for (; i < b->f.n && b->n < BRIEF_LINES - 1; i++) {
		unsigned was = b->n;

		brief_finding(b, &b->f.v[i]);
		if (b->n < BRIEF_LINES - (i + 1 < b->f.n))
			continue;
		while (b->n > was)
			gt_buf_reset(&b->lines[--b->n]);
		break;
	}
	if (i == b->f.n)
		return;
	gt_say(&b->words, "and {}: gtrace-tui --report=findings TRACE", gt_as_many(b->f.n - i, "more finding"));
	brief_wrap(b, "", 3);
}

/* ---- the table ---- */

static void brief_cell(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_buf *line = t->at;

	gt_cell_s(out, line->len ? line->data : "", line->len);
}

static const void *brief_row(struct gt_table *t, uint64_t row)
{
	return &((const struct brief *)t)->lines[row];
}

static void brief_close(struct gt_table *t)
{
	struct brief *b = (struct brief *)t;

	gt_findings_release(&b->f);
	for (unsigned i = 0; i < BRIEF_LINES; i++)
		gt_buf_release(&b->lines[i]);
	gt_buf_release(&b->words);
}

/* Beside the findings, which mostly wait for one thread. */
static int brief_find_requests(void *arg)
{
	struct brief *b = arg;
	struct gt_requests found = { 0 };
	int rc = gt_requests_fill(&found, b->head.trace, NULL, NULL);

	if (!rc)
		gt_request_sums_fill(&b->requests, b->head.trace, &found, b->from, b->to, false);
	gt_requests_release(&found);
	return rc;
}

static int brief_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct brief *b = (struct brief *)t;
	const struct gt_trace_info *info = gt_trace_info(t->trace);
	struct gt_thread thread = { 0 };

	gt_findings_begin(&b->f, t->trace, NULL, args->from, args->to);
	b->f.threads = gt_workers();
	b->from = args->from;
	b->to = args->to;
	if (gt_thread_start(&thread, brief_find_requests, b, NULL) < 0)
		brief_find_requests(b);
	while (gt_findings_step(&b->f, NULL))
		;
	gt_thread_join(&thread);
	if (b->f.fault.code) {
		if (err)
			*err = b->f.fault;
		return b->f.fault.code;
	}
	gt_findings_list(&b->f);
	brief_trace(b, info);
	brief_notes(b);
	brief_procs(b, info);
	brief_goroutines(b, info);
	brief_put_requests(b);
	brief_gc(b);
	brief_pauses(b);
	brief_findings(b);
	t->rows = b->n;
	return 0;
}

static const struct gt_column columns[] = {
	{ "line", "Brief", GT_KIND_STRING, 0, BRIEF_COLUMNS,
		"a line of text", .cell = brief_cell },
};

const struct gt_report gt_report_brief = {
	.name = "brief",
	.row = "a line of text: facts, findings with their cost, and what prints their evidence; at most 60",
	GT_REPORT_COLUMNS(columns),
	.by_owner = true,
	.ops = { .size = sizeof(struct brief), .open = brief_open, .row = brief_row, .close = brief_close },
};
