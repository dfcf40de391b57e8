/* The traces of a command line that is about all of them together, and --index-only. */
#include "cli/many.h"

#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/cmd.h"
#include "cli/session.h"

/* As of the line that says how far the reading of a stream is (reading.c). */
#define PATIENCE_NS INT64_C(500000000)
#define PACE_NS     INT64_C(250000000)

struct gt_open_options gt_many_options(const struct gt_cli *c)
{
	return (struct gt_open_options){
		.index = c->index, .reindex = c->given[GT_OPT_REINDEX], .verify = c->given[GT_OPT_VERIFY],
		.align = c->given[GT_OPT_ALIGN], .jobs = c->jobs, .watch = &c->how,
	};
}

void gt_many_add(struct gt_fleet *f, const struct gt_cli *c)
{
	for (size_t i = 0; i < c->ntraces; i++)
		gt_fleet_add(f, c->traces[i], c->inside ? c->inside[i] : 0);
}

static void many_tell(void *arg)
{
	struct gt_many *m = arg;
	int64_t now = gt_clock_now();
	size_t made;

	if (!m->terminal || now - m->begun < PATIENCE_NS)
		return;
	gt_mutex_lock(&m->fleet.lock);
	made = m->fleet.made;
	gt_mutex_unlock(&m->fleet.lock);
	gt_mutex_lock(&m->lock);
	if (!m->drawn || now - m->drawn >= PACE_NS) {
		fprintf(stderr, "\rlooked at %zu of %zu files; Ctrl-C quits", made, m->fleet.n);
		m->drawn = now;
	}
	gt_mutex_unlock(&m->lock);
}

void gt_many_run(struct gt_many *m, const struct gt_cli *c, bool index_only)
{
	const struct gt_open_options opt = gt_many_options(c);

	*m = (struct gt_many){ .c = c, .begun = gt_clock_now(), .terminal = isatty(STDERR_FILENO) };
	gt_mutex_init(&m->lock);
	gt_fleet_init(&m->fleet, &opt);
	m->fleet.index_only = index_only;
	m->fleet.tell = many_tell;
	m->fleet.tell_arg = m;
	gt_many_add(&m->fleet, c);
	gt_fleet_run(&m->fleet);
	if (m->drawn)
		fprintf(stderr, "\r%60s\r", "");
}

/* What was found is judged as a part of what was named: its status is that of damage. */
static int end_of_row(const struct gt_fleet_row *r, bool *told)
{
	struct gt_error err = r->err;
	int status;

	if (r->cache_fault.code && !*told) {
		gt_say_error(NULL, &r->cache_fault);
		*told = true;
	}
	if (r->state == GT_FLEET_NO_TRACE || !err.code)
		return GT_EXIT_OK;
	if (r->state == GT_FLEET_LISTED)
		gt_error_context(&err, gt_error_exit(err.code) == GT_EXIT_ERROR ? "incomplete" : "damaged");
	status = gt_say_error(r->path, &err);
	if (r->state == GT_FLEET_LISTED && status != GT_EXIT_ERROR)
		return GT_EXIT_DAMAGED;
	return r->inside ? GT_EXIT_DAMAGED : status;
}

int gt_many_end(struct gt_many *m)
{
	struct gt_fleet *f = &m->fleet;
	int status = m->c->walked;
	bool told = false;
	size_t traces = 0;

	for (size_t i = 0; i < f->n; i++) {
		const struct gt_fleet_row *r = &f->rows[i];

		status = gt_exit_worse(status, end_of_row(r, &told));
		traces += r->state == GT_FLEET_LISTED ||
			  (r->err.code && gt_error_exit(r->err.code) != GT_EXIT_NOT_TRACE);
	}
	/* Indexes that are not kept are all that was asked for. */
	if (f->index_only && told)
		status = gt_exit_worse(status, GT_EXIT_ERROR);
	if (!traces) {
		fprintf(stderr, "gtrace-tui: none of %zu files is a trace\n", f->n);
		status = gt_exit_worse(status, GT_EXIT_NOT_TRACE);
	}
	gt_fleet_release(f);
	gt_mutex_release(&m->lock);
	return status;
}

int gt_cmd_index_only(const struct gt_cli *c)
{
	struct gt_many m;

	gt_many_run(&m, c, true);
	return gt_many_end(&m);
}
