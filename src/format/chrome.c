/* --export=chrome: the document, its processes, and counters. */
#include "format/chrome.h"

#include "format/chromew.h"
#include "index/query/tracks.h"

/* ---- counters ---- */

/* A counter has a value per state: members [first, n) of the counts. */
static const struct chrome_count {
	const char *name;
	enum gt_count first;
	unsigned n;
	const char *states[4];
} count_kinds[] = {
	{ "goroutines", GT_COUNT_RUNNING, 4, { "running", "runnable", "waiting", "syscall" } },
	{ "threads", GT_COUNT_THREADS, 2, { "running", "syscall" } },
};

struct counting {
	struct gt_chrome *c;
	bool begun;
	uint64_t last[GT_COUNTS];
};

static bool write_counts(void *arg, int64_t time, const uint64_t v[GT_COUNTS])
{
	struct counting *ct = arg;
	struct gt_chrome *c = ct->c;

	for (size_t i = 0; i < GT_COUNT(count_kinds); i++) {
		const struct chrome_count *k = &count_kinds[i];

		if (ct->begun && !memcmp(ct->last + k->first, v + k->first, k->n * sizeof *v))
			continue;
		gt_chrome_event(c, 'C', GT_CHROME_COUNTERS, 0, time, NULL);
		gt_chrome_name(c, k->name);
		gt_chrome_args(c, NULL, 0);
		for (unsigned s = 0; s < k->n; s++)
			gt_chrome_u64(c, k->states[s], v[k->first + s]);
		gt_chrome_close(c);
	}
	memcpy(ct->last, v, sizeof ct->last);
	ct->begun = true;
	return gt_out_step(c->out);
}

static bool write_metric(struct gt_chrome *c, const struct gt_counter *m)
{
	static const struct {
		const char *name, *unit;
	} kinds[] = {
		[GT_METRIC_GOMAXPROCS] = { "GOMAXPROCS", "Ps" },
		[GT_METRIC_HEAP_ALLOC] = { "heap", "bytes" },
		[GT_METRIC_HEAP_GOAL] = { "heap goal", "bytes" },
	};

	/* No heap goal: a number would set the track's scale. */
	if (m->metric >= GT_COUNT(kinds) || m->value == GT_NONE)
		return true;
	gt_chrome_event(c, 'C', GT_CHROME_COUNTERS, 0, m->t > c->from ? m->t : c->from, NULL);
	gt_chrome_name(c, kinds[m->metric].name);
	gt_chrome_args(c, NULL, 0);
	gt_chrome_u64(c, kinds[m->metric].unit, m->value);
	return gt_chrome_close(c);
}

/* The values at the begin were written before it. */
static void write_values_before(struct gt_chrome *c, uint64_t i)
{
	bool seen[GT_METRIC_HEAP_GOAL + 1] = { false };
	size_t missing = GT_COUNT(seen);
	struct gt_counter m;

	while (i-- && missing && gt_counter_get(c->t, i, &m)) {
		if (m.metric >= GT_COUNT(seen) || seen[m.metric])
			continue;
		seen[m.metric] = true;
		missing--;
		write_metric(c, &m);
	}
}

static void chrome_counters(struct gt_chrome *c)
{
	uint64_t i = gt_counter_seek(c->t, c->from);
	struct counting counting = { .c = c };
	struct gt_counter m;

	write_values_before(c, i);
	for (; gt_counter_get(c->t, i, &m) && m.t < c->to; i++)
		if (!write_metric(c, &m))
			return;
	gt_counts_walk(c->t, c->from, c->to, write_counts, &counting);
}

/* ---- the document ---- */

/* From the top of the screen. */
static const struct {
	const char *name;
	void (*write)(struct gt_chrome *c);
} processes[] = {
	[GT_CHROME_PROCS] = { "Ps", gt_chrome_procs },
	[GT_CHROME_GOROUTINES] = { "goroutines", gt_chrome_goroutines },
	[GT_CHROME_RANGES] = { "GC and pauses", gt_chrome_ranges },
	[GT_CHROME_TASKS] = { "tasks and regions", gt_chrome_tasks },
	[GT_CHROME_COUNTERS] = { "counters", chrome_counters },
};

static void write_process(struct gt_chrome *c, enum gt_chrome_pid pid)
{
	gt_chrome_event(c, 'M', pid, 0, 0, NULL);
	gt_chrome_name(c, "process_name");
	gt_chrome_args(c, NULL, 0);
	gt_chrome_word(c, "name", processes[pid].name);
	gt_chrome_close(c);
	gt_chrome_event(c, 'M', pid, 0, 0, NULL);
	gt_chrome_name(c, "process_sort_index");
	gt_chrome_args(c, NULL, 0);
	gt_chrome_u64(c, "sort_index", pid);
	gt_chrome_close(c);
	processes[pid].write(c);
}

/* Where the viewer cannot tell any more what is missing. */
static void write_horizon(struct gt_chrome *c)
{
	int64_t horizon = gt_trace_info(c->t)->horizon;

	if (!gt_trace_beyond(c->t, GT_NO_TIME) || horizon < c->from || horizon >= c->to)
		return;
	gt_chrome_event(c, 'i', GT_CHROME_PROCS, 0, horizon, "trace");
	gt_chrome_word(c, "s", "g");
	gt_chrome_name(c, "the trace is damaged: from here on something is missing");
	gt_chrome_close(c);
}

static void write_facts(struct gt_chrome *c)
{
	const struct gt_trace_info *info = gt_trace_info(c->t);
	struct gt_jsonw *w = &c->w;

	gt_json_newline(w);
	gt_json_keys(w, "otherData");
	gt_json_object(w);
	gt_json_keys(w, "version");
	gt_json_string(w, info->version, strlen(info->version));
	gt_json_keys(w, "from_ns");
	gt_json_i64(w, c->from);
	gt_json_keys(w, "to_ns");
	gt_json_i64(w, c->to < info->duration ? c->to : info->duration);
	gt_json_keys(w, "complete");
	gt_json_bool(w, info->complete);
	gt_json_keys(w, "horizon_ns");
	gt_json_i64(w, gt_trace_until(c->t, info->duration));
	if (!info->complete) {
		gt_json_keys(w, "damage");
		gt_json_string(w, info->damage.text, strlen(info->damage.text));
	}
	gt_json_close(w);
}

void gt_chrome_write(struct gt_out *out, const struct gt_trace *t, const struct gt_table_args *args)
{
	int64_t end = gt_trace_info(t)->duration;
	struct gt_chrome c = { .out = out, .t = t, .args = args, .from = 0, .to = end + 1 };

	if (args->limited) {
		c.from = args->from < 0 ? 0 : args->from < end ? args->from : end;
		c.to = args->to < c.from ? c.from : args->to <= end ? args->to : end + 1;
	}
	gt_jsonw_init(&c.w, &out->buf);
	gt_json_object(&c.w);
	gt_json_keys(&c.w, "displayTimeUnit");
	gt_json_string(&c.w, "ns", 2);
	gt_json_keys(&c.w, "traceEvents");
	gt_json_array(&c.w);
	for (enum gt_chrome_pid pid = GT_CHROME_PROCS; pid < GT_CHROME_END && gt_out_step(out); pid++)
		write_process(&c, pid);
	write_horizon(&c);
	gt_buf_putc(&out->buf, '\n');
	gt_json_close(&c.w);
	write_facts(&c);
	gt_buf_putc(&out->buf, '\n');
	gt_json_close(&c.w);
	gt_jsonw_done(&c.w);
	gt_buf_putc(&out->buf, '\n');
	gt_textcache_release(&c.names);
	gt_textcache_release(&c.tops);
	gt_buf_release(&c.text);
}
