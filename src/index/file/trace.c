/* Opening a trace: find its index or build one, in this thread or in a worker. */
#include "index/store/state.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/xalloc.h"
#include "index/build/worker.h"
#include "index/file/answers.h"
#include "index/file/indexfile.h"
#include "wire/hint.h"
#include "wire/v2/open.h"

#define NOTIFY_EVERY 50000000  /* ns */

static void trace_notify(struct gt_trace *t)
{
	int64_t now;

	if (!t->notify)
		return;
	now = gt_clock_now();
	if (now - t->last_notify < NOTIFY_EVERY)
		return;
	t->last_notify = now;
	t->notify(t->notify_arg);
}

/* Readers have the trace between these two. */
static void worker_pause(void *arg)
{
	gt_mutex_unlock(&((struct gt_trace *)arg)->lock);
}

static int worker_resume(void *arg, uint64_t bytes_done, bool news, struct gt_error *err)
{
	struct gt_trace *t = arg;

	if (news)
		t->last_notify = 0;
	trace_notify(t);
	gt_trace_take(t);
	t->info.bytes_done = bytes_done;
	if (gt_cancelled(&t->cancel))
		return gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "cancelled");
	if (t->store.file.rc && err)
		*err = t->store.file.err;
	return t->store.file.rc;
}

static void breathe(void *arg)
{
	struct gt_trace *t = arg;

	worker_pause(t);
	trace_notify(t);
	gt_trace_take(t);
}

const struct gt_error *gt_trace_opening_note(const struct gt_trace *t)
{
	return t->opening_note.code ? &t->opening_note : NULL;
}

const struct gt_shifts *gt_trace_shifts(const struct gt_trace *t)
{
	return t->shifts;
}

const char *gt_trace_names_note(const struct gt_trace *t)
{
	return t->header.format == GT_FORMAT_V1 && t->header.minor == 5
		? "no names in this trace: Go 1.5 and 1.6 wrote program counters only" : NULL;
}

/* ---- building ---- */

/*
 * What the end of a build means.  A fault of the trace is not an error of the program: it becomes info->damage.
 * True if the index can be kept: not if the trace could not be read to its end.
 */
static bool trace_settle(struct gt_trace *t, int rc, const struct gt_error *err)
{
	const struct gt_error *source = gt_source_damage(t->src);
	struct gt_trace_info *info = &t->info;

	info->cancelled = rc == GT_ERR_CANCELLED;
	info->complete = rc == 0 && !source;
	if (rc) {
		info->damage = *err;
		gt_hint_explain(t->src, &info->damage);
	} else {
		info->bytes_done = info->bytes;
	}
	if (source && !info->cancelled && !t->store.file.rc)
		info->damage = *source;
	return rc != GT_ERR_CANCELLED && rc != GT_ERR_IO && rc != GT_ERR_NOMEM && !t->store.file.rc;
}

#define SUMS_AT_ONCE 256u       /* 64 MiB */

struct summing {
	struct gt_trace *t;
	uint64_t first, n;
	unsigned workers;
};

static void sum_part(void *arg, unsigned worker)
{
	const struct summing *s = arg;
	uint64_t from = s->n * worker / s->workers, to = s->n * (worker + 1) / s->workers;

	gt_source_sums(s->t->src, s->first + from, to - from, s->t->store.trace_sums + s->first + from);
}

/* Of an index that is kept: who opens it later compares them with what is read then.  False: not all could be read. */
static bool sum_trace(struct gt_trace *t)
{
	unsigned workers = gt_workers();
	struct summing s = { .t = t, .workers = t->jobs && t->jobs < workers ? (unsigned)t->jobs : workers };
	uint64_t n = gt_source_pieces(t->src);

	t->store.trace_sums = gt_xcalloc((size_t)n + 1, sizeof *t->store.trace_sums);
	t->store.ntrace_sums = n;
	for (; s.first < n; s.first += s.n) {
		s.n = n - s.first < SUMS_AT_ONCE ? n - s.first : SUMS_AT_ONCE;
		gt_work_together(s.workers, sum_part, &s);
		breathe(t);
	}
	return !gt_source_fault(t->src, NULL);
}

/* The index's last part, with the lock held.  An error here leaves the store as it is. */
static int trace_complete(struct gt_trace *t, bool keep, struct gt_error *err)
{
	int rc;

	if (t->store.file.rc)
		return gt_error_set(err, t->store.file.rc, GT_NO_OFFSET, "%s", t->store.file.err.text);
	keep = keep && t->index_path && sum_trace(t);
	rc = gt_store_finish(&t->store, &t->id, &t->info, t->counts, breathe, t, err);
	if (!rc && keep && !t->store.file.moved) {
		/* Only a file that the user named must be there in the end. */
		rc = gt_index_commit(t, err);
		return t->named ? rc : 0;
	}
	gt_index_drop(t);
	return rc;
}

/* A trace that has grown is what it is now: its size, and what identifies its file. */
static void trace_take_growth(struct gt_trace *t)
{
	if (!t->live)
		return;
	gt_source_stop(t->src);
	gt_source_settle(t->src);
	gt_source_identify(t->src, &t->id);
	t->info.bytes = gt_source_size(t->src);
}

static int build(struct gt_trace *t, struct gt_error *err)
{
	static const struct gt_build_ops ops = { .pause = worker_pause, .resume = worker_resume };
	struct gt_trace_build b = {
		.src = t->src, .header = t->header, .store = &t->store, .names = &t->store.names,
		.info = &t->info, .event_counts = t->counts, .cancel = &t->cancel, .jobs = t->jobs,
		.shifts = t->shifts, .ops = &ops, .arg = t,
	};
	struct gt_error fault = { .offset = GT_NO_OFFSET }, read_fault = { .code = 0 };
	bool keep;
	int rc;

	if (t->shifts)
		gt_shifts_find(t->shifts, t->src, &t->header, &t->cancel);
	gt_trace_take(t);
	rc = gt_build_run(&b, &fault);
	trace_take_growth(t);
	/* A name that could not be read counted as none, and what follows as cut off: the disk did it. */
	if (rc != GT_ERR_CANCELLED && gt_source_fault(t->src, &read_fault)) {
		fault = read_fault;
		rc = fault.code;
	}
	keep = trace_settle(t, rc, &fault) && !read_fault.code;
	rc = t->closing ? 0 : trace_complete(t, keep, err);
	gt_info_refresh(&t->info, &t->store);
	if (rc) {
		t->info.complete = false;
		if (err)
			t->info.damage = *err;
	}
	t->info.elapsed_ns = gt_clock_now() - t->began;
	t->info.done = true;
	gt_mutex_unlock(&t->lock);
	return rc;
}

static int work(void *arg)
{
	struct gt_trace *t = arg;
	struct gt_error err = { .offset = GT_NO_OFFSET };
	int rc = build(t, &err);

	if (t->notify)
		t->notify(t->notify_arg);
	return rc;
}

uint64_t gt_trace_identity(const struct gt_trace *t)
{
	const struct gt_source_id *id = &t->id;
	uint8_t bytes[24];

	gt_put64(bytes, id->size);
	gt_put64(bytes + 8, (uint64_t)id->mtime_ns);
	gt_put64(bytes + 16, id->fingerprint);
	return gt_checksum(bytes, sizeof bytes, 0);
}

/* ---- finding or starting the index ---- */

static void set_cache_fault(struct gt_trace *t, const struct gt_error *why)
{
	t->cache_fault = *why;
	gt_error_context(&t->cache_fault, "the index is not kept");
}

static int choose_path(struct gt_trace *t, const char *index, struct gt_error *err)
{
	bool known = gt_source_identify(t->src, &t->id);
	struct gt_error why = { 0 };

	/* An index has the times as they are, of a file that holds one trace. */
	if (t->shifts || t->part || (index && !strcmp(index, "none")))
		return 0;
	if (index && gt_index_foreign(index))
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET,
				    "%s exists and is not an index: it is not overwritten", index);
	/* A pipe cannot be recognised when it is read again: its index is kept only in a file that the user names. */
	t->named = index != NULL;
	if (index)
		t->index_path = gt_xstrdup(index);
	else if (known)
		t->index_path = gt_cache_path(t->path, &why);
	if (t->index_path && !t->named)
		t->answers = gt_answers_new(t->index_path);
	if (why.code)
		set_cache_fault(t, &why);
	return 0;
}

/* Sets what does not come from the index, and clears what a damaged one has set. */
static void init_info(struct gt_trace *t)
{
	t->info = (struct gt_trace_info){ .file = t->path, .part = t->part, .header = t->header };
	t->info.bytes = gt_source_size(t->src);
	t->info.damage.offset = GT_NO_OFFSET;
	gt_header_version(&t->header, t->info.version);
	memset(t->counts, 0, sizeof t->counts);
}

static int trace_start(struct gt_trace *t, const struct gt_open_options *opt, struct gt_error *err)
{
	int rc = choose_path(t, opt ? opt->index : NULL, err);
	bool damaged;

	if (rc)
		return rc;
	init_info(t);
	/* What the index of a file that grows was made of is only a part of it. */
	if (t->index_path && !t->live && !(opt && opt->reindex) && !gt_index_load(t, t->index_path, NULL)) {
		if (t->store.ntrace_sums)
			gt_source_expect(t->src, t->store.trace_sums_at);
		if (!(opt && opt->verify) || !gt_trace_verify(t, NULL)) {
			t->info.done = true;
			t->info.from_cache = true;
			return 1;
		}
		gt_source_expect(t->src, NULL);
		gt_store_release(&t->store);
	}
	damaged = t->info.repaired;
	init_info(t);
	t->info.repaired = damaged;
	if (t->index_path && !t->named)
		gt_cache_sweep(t->index_path);
	rc = gt_index_create(t, t->index_path, err);
	if (rc && !t->named) {
		/* A cache that cannot be written to is no reason not to show a trace. */
		if (t->index_path && err)
			set_cache_fault(t, err);
		free(t->index_path);
		t->index_path = NULL;
		rc = gt_index_create(t, NULL, err);
	}
	return rc;
}

static struct gt_trace *trace_new(const char *path)
{
	struct gt_trace *t = gt_xcalloc(1, sizeof *t);

	t->path = gt_xstrdup(path);
	t->tmp.fd = t->store.file.fd = -1;
	t->began = t->last_notify = gt_clock_now();
	gt_mutex_init(&t->gate);
	gt_mutex_init(&t->lock);
	gt_mutex_init(&t->begins_lock);
	return t;
}

static int open_trace(struct gt_trace **out, const char *path, const struct gt_open_options *opt, bool async,
		      struct gt_error *err)
{
	struct gt_trace *t = trace_new(path);
	struct gt_watch how = { 0 };
	int rc;

	t->async = async;
	if (opt) {
		t->check_max = opt->check_max;
		t->answers_limit = opt->answers_limit;
		t->jobs = opt->jobs;
		t->part = opt->watch ? opt->watch->part : 0;
		t->shifts = opt->align ? gt_xcalloc(1, sizeof *t->shifts) : NULL;
		t->notify = opt->notify;
		t->notify_arg = opt->notify_arg;
	}
	if (opt && opt->watch)
		how = *opt->watch;
	/* Clocks are set by what the whole trace says. */
	how.grows = opt && opt->live && !opt->align;
	how.follow = opt && opt->follow;
	how.save = opt ? opt->save : NULL;
	rc = gt_trace_source_open(&t->src, &t->header, path, &how, err);
	t->live = !rc && gt_source_came(t->src);
	if (!rc && gt_source_skipped(t->src) && !t->part)
		gt_error_set(&t->opening_note, GT_ERR_USAGE, GT_NO_OFFSET, "the first %" PRIu64 " bytes are not the "
			     "trace's and were skipped: an HTTP response (curl -i), or what the program printed",
			     gt_source_skipped(t->src));
	if (!rc)
		rc = trace_start(t, opt, err);
	/* Where no thread is to be had who opens it waits. */
	if (!rc && (!async || gt_thread_start(&t->worker, work, t, NULL) < 0))
		rc = build(t, err);
	if (rc < 0) {
		gt_trace_close(t);
		return rc;
	}
	*out = t;
	return 0;
}

int gt_trace_open(struct gt_trace **out, const char *path, const struct gt_open_options *opt, struct gt_error *err)
{
	return open_trace(out, path, opt, false, err);
}

int gt_trace_open_async(struct gt_trace **out, const char *path, const struct gt_open_options *opt,
			struct gt_error *err)
{
	return open_trace(out, path, opt, true, err);
}

int gt_trace_open_none(struct gt_trace **out, struct gt_error *err)
{
	static const uint8_t head[GT_HEADER_SIZE] = "go 1.22 trace\0\0";
	struct gt_trace *t = trace_new("");
	int rc = gt_source_open_mem(&t->src, head, sizeof head, t->path);

	if (!rc)
		rc = gt_header_parse(&t->header, head, sizeof head, err);
	if (!rc) {
		init_info(t);
		rc = gt_index_create(t, NULL, err);
	}
	if (!rc)
		rc = build(t, err);
	if (rc) {
		gt_trace_close(t);
		return rc;
	}
	/* That it has no events is no damage here. */
	t->info.complete = true;
	t->info.damage = (struct gt_error){ .offset = GT_NO_OFFSET };
	*out = t;
	return 0;
}

bool gt_trace_is_none(const struct gt_trace *t)
{
	return !*t->path;
}

int gt_trace_unreliable(struct gt_trace *t, struct gt_error *err)
{
	const char *why = gt_trace_index_fault(t);
	struct gt_error fault;
	bool drop = why && !atomic_load_explicit(&t->store.file.unmapped, memory_order_relaxed);

	if (!why && t->info.complete && gt_trace_read_fault(t, &fault)) {
		why = fault.text;
		drop = fault.code == GT_ERR_STALE;
	}
	if (drop && t->index_path && t->info.from_cache)
		unlink(t->index_path);
	return why ? gt_error_set(err, GT_ERR_IO, GT_NO_OFFSET, "%s", why) : 0;
}

void gt_trace_cancel(struct gt_trace *t)
{
	gt_cancel_set(&t->cancel);
	if (t->src)
		gt_source_stop(t->src);
	gt_thread_join(&t->worker);
}

void gt_trace_close(struct gt_trace *t)
{
	if (!t)
		return;
	gt_trace_lock(t);
	t->closing = true;
	gt_trace_unlock(t);
	gt_trace_cancel(t);
	if (t->tmp.fd >= 0)
		t->store.file.fd = -1;
	gt_tmpfile_cancel(&t->tmp);
	if (t->store.file.fd >= 0)
		close(t->store.file.fd);
	gt_store_release(&t->store);
	if (t->src)
		gt_source_close(t->src);
	gt_mutex_release(&t->gate);
	gt_mutex_release(&t->lock);
	gt_mutex_release(&t->begins_lock);
	gt_begins_release(t);
	gt_answers_free(t->answers);
	free(t->index_path);
	free(t->path);
	free(t->shifts);
	free(t);
}
